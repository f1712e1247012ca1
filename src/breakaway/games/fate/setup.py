"""Setting up a match from what was typed: who plays, house rules; and the names of a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from breakaway import coaches
from breakaway.coaches.table import HUMAN
from breakaway.core.data import BadData
from breakaway.core.game import Names
from breakaway.core.language import _, say
from breakaway.core.options import options_of
from breakaway.core.trouble import Trouble
from breakaway.games.fate.files.book import resolve
from breakaway.games.fate.files.rosters import Roster, checked_people, read_roster, shipped
from breakaway.games.fate.rules.state import FateBook
from breakaway.games.fate.rules.terms import SIDES
from breakaway.games.registry import find
from breakaway.setting.fields import CHOICE, TEXT, Field, house_fields
from breakaway.setting.settings import Form
from breakaway.setting.wishes import Wishes, favourite, house_rules, players

OTHERS = {"profile": "--profile", "track": "--track"}
TEAM_NAMES = ("Home", "Away")
PLATOONS = 4


def seats_of(wishes: Wishes) -> int:
    """Two coaches, or four where each side has one for each platoon."""
    return PLATOONS if house_rules(wishes.house).get("platoons") in (True, 1) else SIDES


def players_of(wishes: Wishes, against: str | None) -> list[str]:
    """A person has the first seat, coaches or further people the others; raises Trouble."""
    game = find("fate")
    return [HUMAN, *players(game, against, favourite(game), seats_of(wishes) - 1, people=True)]


def coaches_of(wishes: Wishes, named: str | None) -> list[str]:
    """Coaches only; raises Trouble."""
    game = find("fate")
    return players(game, named, favourite(game), seats_of(wishes), people=False)


def set_up(
    wishes: Wishes, house: dict[str, Any], seats: int, team_names: list[str]
) -> tuple[FateBook, dict[str, Any], Names]:
    """Book, resolved options and names of a match; raises Trouble saying what is wrong with which option."""
    for wish, option in OTHERS.items():
        if getattr(wishes, wish) is not None:
            raise Trouble(
                f"{option} is for another game; FATE has --house NAME=VALUE, --teams FILE,FILE, and names for its teams"
            )
    options_ = {each.name: each for each in options_of(FateBook)}
    unknown = sorted(set(house) - set(options_))
    if unknown:
        known = ", ".join(options_)
        raise Trouble(f"--house: no house rule is called {unknown[0]!r}; there are: {known}")
    switches = {name for name, each in options_.items() if isinstance(each.usual, bool)}
    house = {name: bool(value) if name in switches and value in (0, 1) else value for name, value in house.items()}
    try:
        rosters = [read_roster(text) for text in roster_files(wishes)]
        book, options = resolve(house, rosters)
    except BadData as error:
        raise Trouble(str(error)) from None
    if len(team_names) > 1:
        raise Trouble("--team: name one team, yours; the other is named with --versus")
    home = team_names[0] if team_names else wishes.home
    return book, options, make_names(home, wishes.versus, rosters)


def roster_files(wishes: Wishes) -> list[str]:
    """The rosters of `--teams`: Home's, or Home's and Away's; raises Trouble."""
    if wishes.teams is None:
        return []
    named = [part.strip() for part in str(wishes.teams).split(",")]
    if not 1 <= len(named) <= SIDES or not all(named):
        raise Trouble(f"--teams: expected one or two rosters, as FILE or FILE,FILE, not {wishes.teams!r}")
    return named


def roster_choices() -> tuple[tuple[str, str], ...]:
    """What a form offers for `--teams`: the rosters that ship, of different teams first, and none; never a file."""
    names = {each: read_roster(each).name for each in shipped()}
    pairs = [(home, away) for home in names for away in names]
    pairs.sort(key=lambda pair: pair[0] == pair[1])
    found = [(f"{home},{away}", f"{names[home]} – {names[away]}") for home, away in pairs]
    return (*found, ("", _("none: nobody has a name")))


def make_names(home: str | None, away: str | None, rosters: Sequence[Roster] = ()) -> Names:
    """The names of both sides: those that were typed, else the rosters' or ours; raises Trouble."""
    usual = [rosters[side].name if side < len(rosters) else TEAM_NAMES[side] for side in range(SIDES)]
    if usual[0].casefold() == usual[1].casefold():
        usual = [f"{name[:33]} ({place})" for name, place in zip(usual, ("home", "away"), strict=True)]
    typed = [usual[side] if text is None else text for side, text in enumerate((home, away))]
    names: Names = {"teams": [" ".join(text.split()) for text in typed]}
    if rosters:
        names["rosters"] = [roster.people() for roster in rosters]
    try:
        return checked(names)
    except ValueError as error:
        raise Trouble(say("--team, --home, --away or --versus: {error}", error=error)) from None


def seat_names(names: Names, platoons: bool) -> list[str]:
    """A seat for each side, or for each of its platoons."""
    if not platoons:
        return list(names["teams"])
    return [f"{team} {platoon}" for team in names["teams"] for platoon in ("offense", "defense")]


def checked(names: Any) -> Names:
    """Names that can be told apart; raises ValueError."""
    teams = [str(each) for each in names["teams"]]
    if len(teams) != SIDES or teams[0].casefold() == teams[1].casefold():
        raise ValueError(_("a match has two teams with different names"))
    if not all(1 <= len(each) <= 40 and each.isprintable() and each.strip() for each in teams):
        raise ValueError(_("a team's name has 1 to 40 letters"))
    people = checked_people(names.get("rosters", []))
    return {"teams": teams, "rosters": people} if people else {"teams": teams}


def names_of_record(names: Any) -> Names:
    """Names from a record, which may be a stranger's; raises Trouble when they are no names of a match."""
    try:
        return checked(names)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise Trouble(say("the record's names are no names of a match: {error}", error=error)) from None


class FateSetting:
    """How FATE football matches are set up."""

    def players(self, wishes: Wishes, against: str | None) -> list[str]:
        """A person and coaches."""
        return players_of(wishes, against)

    def watched(self, wishes: Wishes, named: str | None) -> list[str]:
        """Coaches only."""
        return coaches_of(wishes, named)

    def set_up(
        self, wishes: Wishes, house: dict[str, Any], by: Sequence[str], team_names: list[str]
    ) -> tuple[FateBook, dict[str, Any], Names]:
        """Book, resolved options and names."""
        book, options, names = set_up(wishes, house, len(by), team_names)
        return book, options, {**names, "seats": seat_names(names, bool(book.platoons))}

    def seat_names(self, names: Names) -> list[str]:
        """The teams, or their platoons."""
        return list(names["seats"])

    def checked_names(self, names: Any, book: FateBook) -> Names:
        """Names from a record."""
        found = names_of_record(names)
        return {**found, "seats": seat_names(found, bool(book.platoons))}

    def form(self) -> Form:
        """Rosters, and names for those who want others."""
        game = find("fate")
        pairs = roster_choices()
        first = (
            Field("teams", _("Rosters, yours first"), CHOICE, next(each[0] for each in pairs if "," in each[0]), pairs),
            Field("team", _("Another name for your team"), TEXT, ""),
            Field("versus", _("Another name for the other team"), TEXT, ""),
        )
        usual = favourite(game)
        others = (name for name in coaches.names(game) if name != usual)
        return Form(first, house_fields(game), (usual, *others), PLATOONS)


SETTING = FateSetting()
