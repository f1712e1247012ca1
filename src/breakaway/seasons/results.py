"""Results for a season: out of records of matches, out of CSV files, and as people type scores."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from breakaway.core.language import UserError, _, say
from breakaway.core.statistics import by_key
from breakaway.games.manifest import find
from breakaway.records.entries import BadRecord
from breakaway.records.match import Match
from breakaway.records.play_by_play import total_in
from breakaway.records.record_file import is_public, parse
from breakaway.records.replay import verify
from breakaway.seasons.carried import carrier_of
from breakaway.seasons.season import BY_HAND, PLAYED, NotPossible, Season, SeasonMatch

LARGEST_CSV = 1024 * 1024  # characters
MOST_POINTS = 10_000

VULGAR = {"½": Fraction(1, 2), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}


def fractions_of(game: str) -> int:
    """How many units of a `game`'s scores make one point."""
    counted = find(game).statistics
    return 1 if counted is None else counted.fractions


def read_points(text: str, fractions: int) -> int:
    """The units of a score as somebody typed it: `27`, `47.5`, `47½`, `95/2`. Raises NotPossible.

    `fractions`: how many units make one point.
    """
    typed = text.strip().replace(",", ".")
    part = Fraction(0)
    if typed and typed[-1] in VULGAR:
        part, typed = VULGAR[typed[-1]], typed[:-1].strip() or "0"
    try:
        if not typed.isascii() or len(typed) > 20 or "_" in typed or "e" in typed.lower():
            raise ValueError
        points = Fraction(typed) + part
        units = points * fractions
        if not 0 <= points <= MOST_POINTS or units.denominator != 1:
            raise ValueError
    except (ValueError, ZeroDivisionError):
        raise NotPossible(say("{text} is not a score; expected a number such as 27", text=repr(text.strip()))) from None
    return int(units)


def read_score(text: str, fractions: int) -> list[int]:
    """The scores of all sides as somebody typed them, parted by `-`, `:` or blanks: `27-17`. Raises NotPossible.

    `fractions`: how many units make one point.
    """
    parts = text.replace("–", "-").replace(":", "-").replace("-", " ").split()
    if len(parts) < 2:
        raise NotPossible(say("{text} is not a score; expected two numbers such as 27-17", text=repr(text)))
    return [read_points(each, fractions) for each in parts]


# --- A result out of a record.


@dataclass(frozen=True)
class RecordedResult:
    """What a finished match says: by seat, its name, score, rank, what was counted and what it leaves behind for later
    matches; and the hash of the last line.
    """

    names: tuple[str, ...]
    score: tuple[int, ...]
    rank: tuple[int, ...]
    figures: tuple[Mapping[str, int], ...]
    record: str
    carried: tuple[Sequence[Mapping[str, str]], ...] = ()


def recorded(text: str, game: str) -> RecordedResult:
    """The result in a record of a match of this `game`, once every line has been checked. Raises NotPossible."""
    try:
        record = parse(text)
        if record.header["game"] != game:
            raise NotPossible(say("this is a match of {other}, not of {game}", other=record.header["game"], game=game))
        if not record.is_ended:
            raise NotPossible(_("this match is not over"))
        if is_public(record):
            raise NotPossible(_("this is the public record of a match with secrets; the complete record is needed"))
        found = find(game)
        fault = verify(found, record)
        if fault is not None:
            raise fault
        match: Match[Any, Any] = Match.load(found, record, None)
    except BadRecord as error:
        where = say("line {line}", line=error.line) if error.line else _("the record")
        raise NotPossible(f"{where}: {error.text}") from None
    return result_in(match)


def result_in(match: Match[Any, Any]) -> RecordedResult:
    """The result of a `match` that is over."""
    standing, total = match.observation().standing, total_in(match)
    seats = range(len(standing.rank))
    figures = tuple(by_key(total, seat) for seat in seats) if total is not None else ()
    names = tuple(str(each["name"]) for each in match.record.header["seats"])
    carrier, seal = carrier_of(match.game.name), match.record.lines[-1]["seal"]
    carried = () if carrier is None else tuple(carrier.left_by(match, seat) for seat in seats)
    return RecordedResult(names, standing.score, standing.rank, figures, seal, carried)


def enter_recorded(season: Season, found: RecordedResult, sides: Sequence[int] | None = None, reason: str = "") -> str:
    """Enters a result that was `found` in a record into the `season`, and returns the match's id.

    `sides` are the entrants by seat. Without them, the names of the seats must be names or teams of entrants. A record
    counts once; a `reason` is needed to correct a result. Raises NotPossible.
    """
    entrants = [season.number_of(name) for name in found.names] if sides is None else list(sides)
    if len(entrants) != len(found.names) or len(set(entrants)) != len(entrants):
        raise NotPossible(say("the record has {n} seats, each for another entrant", n=len(found.names)))
    for each in season.matches.values():
        if each.result is not None and found.record and each.result.record == found.record:
            raise NotPossible(say("this record is the result of match {id} already", id=each.id))
    match = season.match_between(entrants)
    seat = [entrants.index(each) for each in match.sides]
    season.enter(
        match.id,
        [found.score[each] for each in seat],
        [found.rank[each] for each in seat],
        PLAYED,
        reason,
        found.record,
        [found.figures[each] for each in seat] if found.figures else (),
        [found.carried[each] for each in seat] if found.carried else (),
    )
    return match.id


# --- Results of matches that were played elsewhere, out of a CSV file.


@dataclass(frozen=True)
class ImportedRow:
    """A row of a CSV file that can be entered: its line, the match, and the scores by side of the match."""

    line: int
    match: str
    score: tuple[int, ...]
    reason: str


HEADS = ("home", "away", "home_score", "away_score")
RACE_HEADS = ("race", "entrant", "points")
REASON = "reason"


def read_csv(season: Season, text: str) -> tuple[list[ImportedRow], list[str]]:
    """The results in a CSV file for the `season`, and every mistake in it, as a sentence with its line.

    Matches between two have the columns home, away, home_score and away_score. Races have race (its number), entrant
    and points, a line for each entrant. A column `reason` is kept with the result. Columns are parted by commas or
    semicolons. Nothing is entered: `enter_imported` does that, if there is no mistake. Raises NotPossible if the file
    has no such columns at all.
    """
    if len(text) > LARGEST_CSV:
        raise NotPossible(_("this file is larger than 1 MiB"))
    text = text.removeprefix("\ufeff")
    first = text.split("\n", 1)[0]
    mark = ";" if first.count(";") > first.count(",") else ","
    try:
        rows = list(csv.DictReader(io.StringIO(text, newline=""), delimiter=mark, strict=True))
    except csv.Error as error:
        raise NotPossible(say("this is not CSV: {error}", error=error)) from None
    heads = {_head(each) for each in rows[0]} if rows else set()
    for wanted, reader in ((HEADS, _read_pairs), (RACE_HEADS, _read_races)):
        if set(wanted) <= heads:
            plain = [(i, {_head(name): _cell(value) for name, value in row.items()}) for i, row in enumerate(rows, 2)]
            return reader(season, plain)
    raise NotPossible(
        say(
            "the first line must name the columns: {pairs} for matches between two, or {races} for races",
            pairs=", ".join(HEADS),
            races=", ".join(RACE_HEADS),
        )
    )


def _head(name: Any) -> str:
    return "_".join(str(name or "").casefold().split())


def _cell(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def _read_pairs(season: Season, rows: Sequence[tuple[int, dict[str, str]]]) -> tuple[list[ImportedRow], list[str]]:
    found: list[ImportedRow] = []
    faults: list[str] = []
    fractions, taken = fractions_of(season.terms.game), dict[str, int]()
    for line, row in rows:
        try:
            sides = [season.number_of(row["home"]), season.number_of(row["away"])]
            if sides[0] == sides[1]:
                raise NotPossible(_("home and away are the same"))
            score = [read_points(row["home_score"], fractions), read_points(row["away_score"], fractions)]
            match = _still_open(season, sides, taken)
        except NotPossible as error:
            faults.append(say("line {line}: {fault}", line=line, fault=error))
            continue
        taken[match.id] = line
        by_side = tuple(score[sides.index(each)] for each in match.sides)
        found.append(ImportedRow(line, match.id, by_side, row.get(REASON, "") or _("played elsewhere")))
    return found, faults


def _still_open(season: Season, sides: Sequence[int], taken: Mapping[str, int]) -> SeasonMatch:
    """The match of these `sides` that waits for a result. With two legs, the one with this home side first."""
    drawn = [each for each in season.matches.values() if set(each.sides) == set(sides)]
    drawn.sort(key=lambda each: each.sides[0] != sides[0])
    still = [each for each in drawn if each.result is None and each.id not in taken]
    if still:
        return still[0]
    names = " - ".join(season.entrants[each].name for each in sides)
    if not drawn:
        raise NotPossible(say("no match was drawn with these names: {names}", names=names))
    if drawn[0].id in taken:
        raise NotPossible(say("{names} is in line {line} already", names=names, line=taken[drawn[0].id]))
    raise NotPossible(say("{names} has a result already", names=names))


def _read_races(season: Season, rows: Sequence[tuple[int, dict[str, str]]]) -> tuple[list[ImportedRow], list[str]]:
    found: list[ImportedRow] = []
    faults: list[str] = []
    fractions, scores, lines = fractions_of(season.terms.game), dict[str, dict[int, int]](), dict[str, int]()
    races = {str(each.round): each for each in season.in_stage(season.stage) if len(each.sides) > 2}
    reasons: dict[str, str] = {}
    for line, row in rows:
        try:
            race = races.get(row["race"])
            if race is None:
                raise NotPossible(
                    say("there is no race {number}; there are: {there}", number=row["race"], there=", ".join(races))
                )
            if race.result is not None:
                raise NotPossible(say("race {number} has a result already", number=row["race"]))
            entrant = season.number_of(row["entrant"])
            if entrant not in race.sides:
                raise NotPossible(say("{name} does not ride in it", name=row["entrant"]))
            if entrant in scores.get(race.id, {}):
                raise NotPossible(say("{name} is there twice", name=row["entrant"]))
            scores.setdefault(race.id, {})[entrant] = read_points(row["points"], fractions)
            lines.setdefault(race.id, line)
            if row.get(REASON):
                reasons[race.id] = row[REASON]
        except NotPossible as error:
            faults.append(say("line {line}: {fault}", line=line, fault=error))
    for match_id, points in scores.items():
        match = season.matches[match_id]
        missing = [season.entrants[each].name for each in match.sides if each not in points and each not in season.left]
        if missing:
            faults.append(
                say("race {number}: there is no line for {names}", number=match.round, names=", ".join(missing))
            )
            continue
        by_side = tuple(points.get(each, 0) for each in match.sides)
        found.append(
            ImportedRow(lines[match_id], match_id, by_side, reasons.get(match_id, "") or _("played elsewhere"))
        )
    return found, faults


def enter_imported(season: Season, rows: Sequence[ImportedRow]) -> None:
    """Enters the results of a CSV file into the `season`, all or none. Raises UserError."""
    before = season.text()
    try:
        for row in rows:
            season.enter(row.match, row.score, how=BY_HAND, reason=row.reason)
    except UserError:
        fresh = Season.read(before)
        season.__dict__.update(fresh.__dict__)
        raise
