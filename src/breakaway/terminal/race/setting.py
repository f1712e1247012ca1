"""Setting up a race from what was typed: its book, its options, and the names of its teams and riders."""

from __future__ import annotations

from typing import Any

from breakaway.coaches.table import HUMAN
from breakaway.core.data import BadData
from breakaway.core.game import Names
from breakaway.cycling.cards import PROFILES, Options, resolve
from breakaway.cycling.state import GRADES, TEAMS, RaceBook
from breakaway.cycling.words import checked_names
from breakaway.games import find
from breakaway.terminal.trouble import Trouble
from breakaway.terminal.wishes import Wishes, favourite, number_of_teams, players

USUAL_TEAMS = 6
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
            raise Trouble(f"{option} is for football; a race has --teams NUMBER and --team NAME")
    profile = wishes.profile or "postal"
    if profile not in PROFILES:
        raise Trouble(f"--profile: no profile is called {profile!r}; there are: {', '.join(PROFILES)}")
    unknown = sorted(set(house) - set(Options.model_fields) - {"hands"})
    if unknown:
        known = ", ".join([*Options.model_fields, "hands"])
        raise Trouble(f"--house: no house rule is called {unknown[0]!r}; there are: {known}")
    try:
        book, options = resolve(profile, teams, house, wishes.track)
    except BadData as error:
        raise Trouble(str(error)) from None
    return book, options, make_names(teams, team_names)


def make_names(teams: int, texts: list[str]) -> Names:
    """Names of all teams: those that were typed, as `Ants` or `Ants: Al, Bo, Cy, Di`, then ours; raises Trouble."""
    if len(texts) > teams:
        raise Trouble(f"--team: {len(texts)} names for {teams} teams")
    named: list[str] = []
    riders: dict[str, list[str]] = {}
    for text in texts:
        name, colon, four = text.partition(":")
        named.append(" ".join(name.split()))
        if colon:
            riders[named[-1]] = [part.strip() for part in four.split(",")]
            if len(riders[named[-1]]) != GRADES:
                raise Trouble(f"--team: {named[-1]} needs four riders' names, as 'Ants: Al, Bo, Cy, Di'")
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
            raise ValueError(f"a race has 2 to {TEAMS} teams, not {book.teams}")
        return checked_names(names, book.teams)
    except (ValueError, TypeError, AttributeError) as error:
        raise Trouble(f"the record's names are no names of a race: {error}") from None
