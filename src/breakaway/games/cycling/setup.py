"""Setting up a race from what was typed: its book, its options, and the names of its teams and riders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from breakaway import coaches
from breakaway.coaches.table import HUMAN
from breakaway.core.data import BadData
from breakaway.core.game import Names
from breakaway.core.language import _, marked, say
from breakaway.core.options import options_of
from breakaway.core.trouble import Trouble
from breakaway.games.cycling.files.book import DATA, PROFILES, resolve
from breakaway.games.cycling.rules.state import RaceBook
from breakaway.games.cycling.rules.terms import GRADES, TEAMS
from breakaway.games.cycling.text.words import checked_names
from breakaway.games.registry import find
from breakaway.setting.fields import CHOICE, NUMBER, TEXT, Field, house_fields
from breakaway.setting.settings import Form
from breakaway.setting.wishes import Wishes, favourite, number_of_teams, players

USUAL_TEAMS = 6
PROFILE_NAMES = {  # as a form calls them
    "postal": marked("postal"),
    "boxed": marked("boxed"),
    "pursuit": marked("pursuit"),
    "blind": marked("blind"),
    "spy": marked("spy"),
}
TEAM_NAMES = ("Red", "Blue", "Green", "Orange", "Violet", "Teal", "Pink", "Yellow", "Lime", "White", "Navy", "Copper")


def players_of(wishes: Wishes, against: str | None) -> list[str]:
    """A person rides the first team, coaches or further people the others; raises Trouble."""
    game, count = find("cycling"), number_of_teams(wishes, USUAL_TEAMS, TEAMS)
    return [HUMAN, *players(game, against, favourite(game), count - 1, people=True)]


def coaches_of(wishes: Wishes, named: str | None) -> list[str]:
    """Coaches ride all teams, as many at least as are named; raises Trouble."""
    game = find("cycling")
    usual = max(USUAL_TEAMS, len((named or "").split(",")))
    return players(game, named, favourite(game), number_of_teams(wishes, usual, TEAMS), people=False)


def set_up(
    wishes: Wishes, house: dict[str, Any], teams: int, team_names: list[str]
) -> tuple[RaceBook, dict[str, Any], Names]:
    """Book, resolved options and names of a race; raises Trouble saying what is wrong with which option."""
    for option, value in (("--versus or --away", wishes.versus), ("--home", wishes.home)):
        if value is not None:
            raise Trouble(say("{option} is for football; a race has --teams NUMBER and --team NAME", option=option))
    profile = wishes.profile or "postal"
    if profile not in PROFILES:
        text = say("no profile is called {name!r}; there are: {profiles}", name=profile, profiles=", ".join(PROFILES))
        raise Trouble(f"--profile: {text}")
    unknown = sorted(set(house) - {each.name for each in options_of(RaceBook)})
    if unknown:
        known = ", ".join(each.name for each in options_of(RaceBook))
        text = say("no house rule is called {name!r}; there are: {known}", name=unknown[0], known=known)
        raise Trouble(f"--house: {text}")
    try:
        book, options = resolve(profile, teams, house, wishes.track)
    except BadData as error:
        raise Trouble(str(error)) from None
    return book, options, make_names(teams, team_names)


def make_names(teams: int, texts: list[str]) -> Names:
    """Names of all teams: those that were typed, as `Ants` or `Ants: Al, Bo, Cy, Di`, then ours; raises Trouble."""
    if len(texts) > teams:
        raise Trouble(say("--team: {names} names for {teams} teams", names=len(texts), teams=teams))
    named: list[str] = []
    riders: dict[str, list[str]] = {}
    for text in texts:
        name, colon, four = text.partition(":")
        named.append(" ".join(name.split()))
        if colon:
            riders[named[-1]] = [part.strip() for part in four.split(",")]
            if len(riders[named[-1]]) != GRADES:
                raise Trouble(say("--team: {team} needs four riders' names, as 'Ants: Al, Bo, Cy, Di'", team=named[-1]))
    taken = {name.casefold() for name in named}
    spare = [name for name in TEAM_NAMES if name.casefold() not in taken]
    try:
        return checked_names({"teams": [*named, *spare[: teams - len(named)]], "riders": riders}, teams)
    except ValueError as error:
        raise Trouble(f"--team: {error}") from None


def names_of_record(names: Any, book: RaceBook) -> Names:
    """Names from a record, which may be a stranger's; raises Trouble when they are no names of this race."""
    try:
        if not 2 <= book.teams <= TEAMS:
            raise ValueError(say("a race has 2 to {most} teams, not {teams}", most=TEAMS, teams=book.teams))
        return checked_names(names, book.teams)
    except (ValueError, TypeError, AttributeError) as error:
        raise Trouble(say("the record's names are no names of a race: {error}", error=error)) from None


class RaceSetting:
    """How races are set up."""

    def players(self, wishes: Wishes, against: str | None) -> list[str]:
        """A person and the coaches of the other teams."""
        return players_of(wishes, against)

    def watched(self, wishes: Wishes, named: str | None) -> list[str]:
        """Coaches only."""
        return coaches_of(wishes, named)

    def set_up(
        self, wishes: Wishes, house: dict[str, Any], by: Sequence[str], team_names: list[str]
    ) -> tuple[RaceBook, dict[str, Any], Names]:
        """Book, resolved options and names."""
        return set_up(wishes, house, len(by), team_names)

    def seat_names(self, names: Names) -> list[str]:
        """The teams."""
        return list(names["teams"])

    def checked_names(self, names: Any, book: RaceBook) -> Names:
        """Names from a record."""
        return names_of_record(names, book)

    def form(self) -> Form:
        """A team's name, how many ride, the set of rules and the track."""
        game = find("cycling")
        profiles = tuple((name, _(PROFILE_NAMES[name])) for name in PROFILES)
        tracks = tuple((path.stem, path.stem) for path in sorted((DATA / "tracks").glob("*.toml")))
        first = (
            Field("team", _("Your team's name"), TEXT, TEAM_NAMES[0]),
            Field("teams", _("How many teams"), NUMBER, str(USUAL_TEAMS), (), 2, TEAMS),
            Field("profile", _("Set of rules"), CHOICE, PROFILES[0], profiles),
            Field("track", _("Track"), CHOICE, "", (("", _("the one that goes with the rules")), *tracks)),
        )
        house = house_fields(game)
        usual = favourite(game)
        others = (name for name in coaches.names(game) if name != usual)
        return Form(first, house, (usual, *others), TEAMS, chance=False)


SETTING = RaceSetting()
