"""Sets up a race from what a player typed: the config, the options, and the names of teams and riders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from breakaway.core.data_files import BadData
from breakaway.core.language import Names, UserError, _, say
from breakaway.core.lookalikes import skeleton
from breakaway.games.cycling.files import PROFILES, profile_says, resolve, shipped_tracks
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.rules.state import RaceConfig
from breakaway.games.cycling.rules.terms import GRADES, TEAMS
from breakaway.games.cycling.text.words import LETTERS, checked_names, new_names
from breakaway.players.settings import Offered, Pictured, PlainSetting, Request

USUAL_TEAMS = 6
TEAM_NAMES = ("Red", "Blue", "Green", "Orange", "Violet", "Teal", "Pink", "Yellow", "Lime", "White", "Navy", "Copper")


def make_names(teams: int, texts: list[str]) -> Names:
    """Names for `teams` teams: first those in `texts`, such as `Ants` or `Ants: Al, Bo, Cy, Di`, then built-in names.

    Raises UserError.
    """
    if len(texts) > teams:
        raise UserError(say("--team: expected at most {teams} names, not {names}", names=len(texts), teams=teams))
    named: list[str] = []
    riders: dict[str, list[str]] = {}
    for text in texts:
        name, colon, four = text.partition(":")
        named.append(" ".join(name.split()))
        if colon:
            riders[named[-1]] = [part.strip() for part in four.split(",")]
            if len(riders[named[-1]]) != GRADES:
                raise UserError(
                    say("--team: {team} needs four riders' names, like 'Ants: Al, Bo, Cy, Di'", team=named[-1])
                )
    taken = set(map(skeleton, named))
    spare = [name for name in TEAM_NAMES if skeleton(name) not in taken]
    try:
        return new_names({"teams": [*named, *spare[: teams - len(named)]], "riders": riders}, teams)
    except ValueError as error:
        raise UserError(f"--team: {error}") from None


def names_of_record(names: Any, config: RaceConfig) -> Names:
    """Checks the names in a record, which may come from a stranger. Raises UserError if they do not fit this race."""
    try:
        if not 2 <= config.teams <= TEAMS:
            raise ValueError(say("a race needs 2 to {most} teams, not {teams}", most=TEAMS, teams=config.teams))
        return checked_names(names, config.teams)
    except ValueError as error:
        raise UserError(say("the record's names are not valid for a race: {error}", error=error)) from None


class RaceSetting(PlainSetting):
    """Sets up races."""

    chance, renames = False, tuple(LETTERS)

    def __init__(self) -> None:
        super().__init__(GAME)

    def seats(self, request: Request, named: int = 0) -> int:
        """The number of teams requested. Without a request, the number is six, or `named` if that is more."""
        return request["teams"] or min(TEAMS, max(USUAL_TEAMS, named))

    def set_up(self, request: Request, by: Sequence[str]) -> tuple[RaceConfig, dict[str, Any], Names]:
        """The config, the resolved options and the names. Raises UserError if the request is wrong."""
        profile = request["profile"] or PROFILES[0]
        try:
            config, options = resolve(profile, len(by), request.house_rules(), request["track"])
        except BadData as error:
            raise UserError(str(error)) from None
        return config, options, make_names(len(by), request["team"] or [])

    def renamed(self, names: Names, config: RaceConfig, seat: int, team: str, riders: Sequence[str]) -> Names:
        """The names of a race in which the team of a `seat` and its four `riders` are called like this. Without riders'
        names, they are called by their grades. Raises UserError.
        """
        if config.spy:
            raise UserError(_("In a Spy race, teams keep their names, because receipts of orders name them."))
        teams, old = [*names["teams"]], names["teams"][seat]
        called = {each: list(four) for each, four in names.get("riders", {}).items() if each != old}
        teams[seat] = " ".join(team.split())
        given = [" ".join(each.split()) for each in riders]
        if any(given):
            called[teams[seat]] = given
        try:
            return new_names({"teams": teams, "riders": called}, len(teams))
        except ValueError as error:
            raise UserError(str(error)) from None

    def checked_names(self, names: Any, config: RaceConfig) -> Names:
        """Checks the names in a record. Raises UserError if they do not fit this race."""
        return names_of_record(names, config)

    def offered(self) -> dict[str, Offered]:
        """What a form offers: a sample team name, the usual number of teams, the sets of rules and the tracks."""
        tracks = tuple((path.stem, path.stem) for path in shipped_tracks().values())
        return {
            "team": (TEAM_NAMES[0], ()),
            "teams": (str(USUAL_TEAMS), ()),
            "profile": (PROFILES[0], tuple((name, _(name)) for name in PROFILES)),
            "track": ("", (("", _("the default track for these rules")), *tracks)),
        }

    def pictured(self) -> dict[str, dict[str, Pictured]]:
        """What each set of rules changes."""
        return {"profile": {name: Pictured(_(profile_says(name))) for name in PROFILES}}


SETTING = RaceSetting()
