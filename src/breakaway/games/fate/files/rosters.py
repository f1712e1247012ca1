"""A roster: a team with its coach as a character, its players by position, and their ratings.

    from breakaway.games.fate.files.rosters import read_roster
    roster = read_roster("mudlarks")        # a shipped roster, or the path of a TOML file

An error lists all mistakes in a file, each with its field.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from breakaway.core.data_files import BadData, Strict, checked, read_toml
from breakaway.core.language import _, marked, say
from breakaway.games.fate.files.advanced import APPROACH_NAMES
from breakaway.games.fate.rules.state import FateConfig
from breakaway.games.fate.rules.terms import APPROACHES, LOWEST, MEN
from breakaway.games.fate.text.names import POSITION_LETTERS

FOLDER = Path(__file__).parents[1] / "data" / "rosters"
BEST = 4  # the highest rating; the templates go up to 3
LONGEST_NAME, LONGEST_TEXT = 40, 160
SHAPE = {  # the shape of the names in a match's record
    "teams": [str],
    "seats": [str],
    "rosters": [
        {
            "coach": {
                **dict.fromkeys(("name", "high_concept", "trouble"), str),
                **{key: [str] for key in ("aspects", "stunts")},
                "approaches": dict.fromkeys(APPROACH_NAMES, int),
            },
            "players": {str: [str]},
        }
    ],
}
CHARACTER = [3, 2, 2, 1, 1, 0]  # the approaches of a Fate Accelerated character


def a_name(text: str) -> str:
    """Returns the name; raises ValueError if it is empty, too long, padded with spaces or not printable."""
    if not (text == text.strip() and 1 <= len(text) <= LONGEST_NAME and text.isprintable()):
        expected = marked("expected a name of 1 to {most} printable characters, without spaces at either end")
        raise ValueError(say(expected, most=LONGEST_NAME))
    return text


def a_sentence(text: str) -> str:
    """Returns the line of text; raises ValueError if it is empty, too long or not printable."""
    if not (text.strip() and len(text) <= LONGEST_TEXT and text.isprintable()):
        raise ValueError(say("expected a line of 1 to {most} printable characters", most=LONGEST_TEXT))
    return text


def a_character(approaches: Approaches) -> Approaches:
    """Returns the approaches; raises ValueError unless they fit a Fate Accelerated character."""
    found = sorted(approaches.model_dump().values(), reverse=True)
    if found != CHARACTER:
        raise ValueError(
            say("the ratings must be one 3, two 2s, two 1s and one 0, not {found}", found=", ".join(map(str, found)))
        )
    return approaches


PersonName = Annotated[str, AfterValidator(a_name)]
Sentence = Annotated[str, AfterValidator(a_sentence)]
Rating = Annotated[int, Field(ge=LOWEST, le=BEST)]


class Approaches(Strict):
    """The six approaches of a coach."""

    Careful: int
    Clever: int
    Flashy: int
    Forceful: int
    Quick: int
    Sneaky: int


class Coach(Strict):
    """The coach as a character, who is shown but has no effect on the dice."""

    name: PersonName
    high_concept: Sentence
    trouble: Sentence
    aspects: Annotated[list[Sentence], Field(default_factory=list, max_length=3)]
    stunts: Annotated[list[Sentence], Field(default_factory=list, max_length=3)]
    approaches: Annotated[Approaches, AfterValidator(a_character)]


class Position(Strict):
    """The players of a position: the first one starts, and the others replace him in this order.

    The ratings have the same form as in the templates.
    """

    names: Annotated[list[PersonName], Field(min_length=1, max_length=MEN)]
    ratings: Annotated[list[Rating], Field(min_length=APPROACHES, max_length=APPROACHES)] | None = None


class People(Strict):
    """The coach of a team, and the names of its players by position, as a record lists them."""

    coach: Coach
    players: dict[str, Annotated[list[PersonName], Field(min_length=1, max_length=MEN)]]


class Players(Strict):
    """The players at each position that has a template."""

    QB: Position
    WR: Position
    TE: Position
    FB: Position
    RB: Position
    OT: Position
    OG: Position
    OC: Position
    K: Position
    CB: Position
    SF: Position
    OL: Position
    IL: Position
    DE: Position
    DT: Position
    P: Position


class Roster(Strict):
    """The roster file of one team."""

    name: PersonName
    says: Sentence = "A team of their own."
    coach: Coach
    players: Players

    def position(self, name: str) -> Position:
        """The position with this printed name."""
        found: Position = getattr(self.players, name)
        return found

    def people(self) -> dict[str, Any]:
        """The coach and the players, as a match stores them among its names."""
        players = {name: list(self.position(name).names) for name in POSITION_LETTERS}
        return {"coach": self.coach.model_dump(), "players": players}


def shipped() -> list[str]:
    """The names of the rosters that come with the game."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def read_roster(text: str) -> Roster:
    """Reads a shipped roster by its name, or the file at this path; raises BadData."""
    path = FOLDER / f"{text}.toml" if text in shipped() else Path(text)
    if not path.exists():
        raise BadData(f"{text}: unknown roster or file; known rosters: {listed()}")
    roster = checked(Roster, read_toml(path), str(path))
    doubled = [f"{path}: {fault}" for fault in doubles(roster)]
    if doubled:
        raise BadData("\n".join(doubled))
    return roster


def listed() -> str:
    """The names of the shipped rosters on one line."""
    return ", ".join(shipped())


def doubles(roster: Roster) -> Iterator[str]:
    """Yields a fault for each name that two people on a roster share: nobody could tell which of the two is hurt."""
    seen = {roster.coach.name.casefold(): "coach: name"}
    for position in POSITION_LETTERS:
        for i, name in enumerate(roster.position(position).names, 1):
            place = f"players: {position}: names {i}"
            before = seen.setdefault(name.casefold(), place)
            if before != place:
                yield f"{place}: {name!r} is already used in {before}; expected a different name"


def put_rosters(config: FateConfig, rosters: Sequence[Roster]) -> None:
    """Writes the ratings into the config, Home's first. A position without ratings keeps those of its template."""
    for side, roster in enumerate(rosters):
        for i, name in enumerate(POSITION_LETTERS):
            ratings = roster.position(name).ratings
            if ratings is not None:
                config.rating[side][i * APPROACHES : (i + 1) * APPROACHES] = ratings


def checked_people(found: Any) -> list[dict[str, Any]]:
    """Checks the people in a record, which may come from a stranger.

    Raises ValueError if these people are not valid for a match.
    """
    if not isinstance(found, list) or len(found) > 2:
        raise ValueError(_("a match cannot have more than two rosters"))
    for number, each in enumerate(found, 1):
        if not each:
            continue
        people = checked(People, each, say("roster {number}", number=number))
        if set(people.players) != set(POSITION_LETTERS):
            raise ValueError(_("a roster needs a player for each position, and a coach"))
    return found
