"""Sets up a match from the settings that a user typed: teams and house rules. Checks the names in a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from breakaway.core.data_files import BadData
from breakaway.core.game import misfit
from breakaway.core.language import Names, UserError, _, say
from breakaway.core.lookalikes import alike
from breakaway.games.fate.files import Roster, checked_people, read_roster, resolve, shipped
from breakaway.games.fate.game import GAME
from breakaway.games.fate.rules.state import FateConfig
from breakaway.games.fate.rules.terms import SIDES
from breakaway.players.settings import Offered, PlainSetting, Request

TEAM_NAMES = ("Home", "Away")
PLATOONS = 4


def roster_files(teams: str | None) -> list[str]:
    """The rosters that `--teams` names: Home's, or Home's and Away's; raises UserError."""
    if teams is None:
        return []
    named = [part.strip() for part in teams.split(",")]
    if not 1 <= len(named) <= SIDES or not all(named):
        raise UserError(f"--teams: expected one or two rosters, as FILE or FILE,FILE, not {teams!r}")
    return named


def roster_choices() -> tuple[tuple[str, str], ...]:
    """The choices that a form offers for `--teams`: pairs of shipped rosters and, last, no rosters at all.

    Pairs of different teams come first. A form never offers a user's own file.
    """
    names = {each: read_roster(each).name for each in shipped()}
    pairs = [(home, away) for home in names for away in names]
    pairs.sort(key=lambda pair: pair[0] == pair[1])
    found = [(f"{home},{away}", f"{names[home]} – {names[away]}") for home, away in pairs]
    return (*found, ("", _("none: the players have no names")))


def make_names(home: str | None, away: str | None, rosters: Sequence[Roster] = ()) -> Names:
    """The names of both sides: as typed, or from the rosters, or Home and Away. Raises UserError."""
    usual = [rosters[side].name if side < len(rosters) else TEAM_NAMES[side] for side in range(SIDES)]
    if alike(usual):
        usual = [f"{name[:33]} ({place})" for name, place in zip(usual, ("home", "away"), strict=True)]
    typed = [usual[side] if text is None else text for side, text in enumerate((home, away))]
    names: Names = {"teams": [" ".join(text.split()) for text in typed]}
    if rosters:
        names["rosters"] = [roster.people() for roster in rosters]
    try:
        found = checked(names)
        if fault := alike(found["teams"]):
            raise ValueError(fault)
        return found
    except ValueError as error:
        raise UserError(say("--team, --home, --away or --versus: {error}", error=error)) from None


def seat_names(names: Names, platoons: bool) -> list[str]:
    """The name of each seat: one for each side, or one for each of its platoons."""
    if not platoons:
        return list(names["teams"])
    return [f"{team} {platoon}" for team in names["teams"] for platoon in ("offense", "defense")]


def checked(names: Any) -> Names:
    """Checks that names are valid and can be told apart, and returns them; raises ValueError."""
    if fault := misfit(names, {"teams": (str,) * SIDES}, "names"):
        raise ValueError(fault)
    teams = names["teams"]
    if teams[0].casefold() == teams[1].casefold():
        raise ValueError(_("the two teams need different names"))
    if not all(1 <= len(each) <= 40 and each.isprintable() and each.strip() for each in teams):
        raise ValueError(_("a team's name must have 1 to 40 printable characters"))
    people = checked_people(names.get("rosters", []))
    return {"teams": teams, "rosters": people} if people else {"teams": teams}


def names_of_record(names: Any) -> Names:
    """Checks the names in a record, which may come from a stranger; raises UserError if a match cannot have them."""
    try:
        return checked(names)
    except ValueError as error:
        raise UserError(say("the record's names are not valid for a match: {error}", error=error)) from None


class FateSetting(PlainSetting):
    """Sets up FATE football matches."""

    def __init__(self) -> None:
        super().__init__(GAME)

    def seats(self, request: Request, named: int = 0) -> int:
        """The number of seats: two, or four with platoons."""
        return PLATOONS if request.house_rules().get("platoons") else SIDES

    def set_up(self, request: Request, by: Sequence[str]) -> tuple[FateConfig, dict[str, Any], Names]:
        """The config, the resolved options and the names of a match; raises UserError."""
        try:
            rosters = [read_roster(text) for text in roster_files(request["teams"])]
            config, options = resolve(request.house_rules(), rosters)
        except BadData as error:
            raise UserError(str(error)) from None
        home = request["home"] if request["team"] is None else request["team"]
        names = make_names(home, request["away"] if request["versus"] is None else request["versus"], rosters)
        return config, options, {**names, "seats": seat_names(names, bool(config.platoons))}

    def checked_names(self, names: Any, config: FateConfig) -> Names:
        """Checks the names in a record, and adds the names of the seats."""
        found = names_of_record(names)
        return {**found, "seats": seat_names(found, bool(config.platoons))}

    def offered(self) -> dict[str, Offered]:
        """The shipped rosters as choices for `--teams`, pairs of different teams first."""
        pairs = roster_choices()
        return {"teams": (next(each[0] for each in pairs if "," in each[0]), pairs)}


SETTING = FateSetting()
