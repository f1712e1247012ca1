"""Reads matchups.toml: the types of plays and defenses, which type beats which, and the spy table."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import Field

from breakaway.core.data_files import Strict, checked, read_toml
from breakaway.games.football.files.shared import DATA, Evidence, Faults
from breakaway.games.football.rules.state import FootballConfig
from breakaway.games.football.rules.terms import DEFENSE_TYPES, DEFENSE_WINS, NEITHER, NONE, OFFENSE_WINS, TYPES
from breakaway.games.football.text.cards import KINDS, find_name

SPY_COLUMNS = ["Eagle run", "Eagle pass", "Stunt run", "Stunt pass", "Twist run", "Twist pass"]
RESULTS = {"neither": NEITHER, "offense": OFFENSE_WINS, "defense": DEFENSE_WINS}


class OffenseType(Strict):
    """A type of play."""

    name: str = Field(min_length=1, max_length=30, pattern=r"^[A-Za-z]")
    kind: Literal["run", "pass"]
    evidence: Evidence | None = None


class DefenseType(Strict):
    """A type of defense: the plays that it beats, the plays that beat it, and the evidence for these results."""

    name: str = Field(min_length=1, max_length=30)
    wins: list[str]
    loses: list[str]
    evidence: Evidence | None = None
    attested: dict[str, Evidence] = Field(default_factory=dict)


class SpyTable(Strict):
    """The spy table, with a row for each roll of the die from 1 to 6."""

    evidence: Evidence | None = None
    columns: list[str]
    rows: list[list[str]] = Field(min_length=6, max_length=6)


class MatchupFile(Strict):
    """The contents of matchups.toml."""

    evidence: Evidence
    long: str
    medium: str
    prevent: str
    offense: list[OffenseType] = Field(min_length=TYPES, max_length=TYPES)
    defense: list[DefenseType] = Field(min_length=DEFENSE_TYPES, max_length=DEFENSE_TYPES)
    spy: SpyTable


class Matchups(NamedTuple):
    """The types by name, and the tables as numbers."""

    types: tuple[str, ...]
    kinds: tuple[int, ...]
    defense_types: tuple[str, ...]
    chart: tuple[tuple[int, ...], ...]  # defense x offense
    spy: tuple[tuple[int, ...], ...]  # die x column
    long: int
    medium: int
    prevent: int
    file: MatchupFile

    def kind(self, play_type: int) -> int:
        """The kind of a type of play: RUN or PASS."""
        return self.kinds[play_type]


def read_matchups(path: Path) -> Matchups:
    """Reads the types, the chart and the spy table from a file. Raises BadData."""
    file = checked(MatchupFile, read_toml(path), path.name)
    faults = Faults(path.name)
    types, defense_types = [t.name for t in file.offense], [t.name for t in file.defense]
    for what, names in (("offense", types), ("defense", defense_types)):
        for name in {name for name in names if sum(name.casefold() == other.casefold() for other in names) > 1}:
            faults.add(what, f"two types are named {name!r}; rename one")

    def number(path: str, name: str, names: list[str], what: str) -> int:
        return faults.attempt(path, 0, find_name, name, names, what)

    matchups = Matchups(
        types=tuple(types),
        kinds=tuple(KINDS[t.kind] for t in file.offense),
        defense_types=tuple(defense_types),
        chart=tuple(_chart_row(defense, types, faults) for defense in file.defense),
        spy=_spy_rows(file.spy, defense_types, faults),
        long=number("long", file.long, types, "type of play"),
        medium=number("medium", file.medium, types, "type of play"),
        prevent=number("prevent", file.prevent, defense_types, "defense"),
        file=file,
    )
    faults.stop()
    return matchups


def _chart_row(defense: DefenseType, types: list[str], faults: Faults) -> tuple[int, ...]:
    """The result of a defense against each type of play."""
    row = [NEITHER] * len(types)
    for field, names, result in (("wins", defense.wins, DEFENSE_WINS), ("loses", defense.loses, OFFENSE_WINS)):
        for name in names:
            where = f"defense {defense.name!r}: {field}"
            found = faults.attempt(where, NONE, find_name, name, types, "type of play")
            if found != NONE and row[found] not in (NEITHER, result):
                faults.add(where, f"{name!r} is under both wins and loses; choose one")
            elif found != NONE:
                row[found] = result
    for name in defense.attested:
        faults.attempt(f"defense {defense.name!r}: attested", 0, find_name, name, types, "type of play")
    return tuple(row)


def _spy_rows(spy: SpyTable, defense_types: list[str], faults: Faults) -> tuple[tuple[int, ...], ...]:
    """The spy table as numbers."""
    if spy.columns != SPY_COLUMNS:
        faults.add("spy: columns", f"expected {', '.join(SPY_COLUMNS)}, in this order")
    rows = []
    for die, row in enumerate(spy.rows, start=1):
        if len(row) != len(SPY_COLUMNS):
            faults.add(f"spy: row {die}", f"expected {len(SPY_COLUMNS)} names or '-', not {len(row)}")
            continue
        names = ["-", *defense_types]
        numbers = [faults.attempt(f"spy: row {die}", 0, find_name, cell, names, "defense") for cell in row]
        rows.append(tuple(number - 1 if number else NONE for number in numbers))
    return tuple(rows)


@cache
def our_matchups() -> Matchups:
    """The matchups that ship with the game."""
    return read_matchups(DATA / "matchups.toml")


def put_matchups(config: FootballConfig, matchups: Matchups) -> None:
    """Writes the types, the chart and the spy table into the config."""
    config.type_kind = list(matchups.kinds)
    config.long_type, config.medium_type, config.prevent_type = matchups.long, matchups.medium, matchups.prevent
    config.matchup = [list(row) for row in matchups.chart]
    config.spy = [list(row) for row in matchups.spy]
