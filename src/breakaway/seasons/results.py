"""Results for a season: out of records of matches, out of CSV files, and as people type scores."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from breakaway.core.language import UserError, _, say
from breakaway.core.statistics import SIGNS, by_key
from breakaway.games.manifest import find
from breakaway.players.seated_match import HUMAN
from breakaway.records.entries import BadRecord
from breakaway.records.match import Match
from breakaway.records.play_by_play import total_in
from breakaway.records.record_file import is_public, parse
from breakaway.records.replay import verify
from breakaway.seasons.carried import carrier_of
from breakaway.seasons.season import BY_HAND, PLAYED, NotPossible, Season, SeasonMatch
from breakaway.seasons.terms import RACES

LARGEST_CSV = 1024 * 1024  # characters
MOST_POINTS = 10_000

NUMBER = re.compile(r"[0-9]{1,6}([.][0-9]{1,4})?|[0-9]{1,6}/[1-9][0-9]{0,5}")


def read_points(text: str, unit: int) -> int:
    """The units of a score as somebody typed it: `27`, `47.5`, `47½`, `95/2`. Raises NotPossible.

    `unit`: how many units make one point.
    """
    typed = text.strip().replace(",", ".")
    part, whole = Fraction(0), typed
    if typed and typed[-1] in SIGNS.values():
        part = next(value for value, sign in SIGNS.items() if sign == typed[-1])
        whole = typed[:-1].strip() or "0"
    points = Fraction(whole) + part if NUMBER.fullmatch(whole) else Fraction(-1)
    units = points * unit
    if not 0 <= points <= MOST_POINTS or units.denominator != 1:
        raise NotPossible(
            say(
                "{text} is not a score; expected a number such as 27, at most {n}",
                text=repr(text.strip()),
                n=MOST_POINTS,
            )
        )
    return int(units)


def read_score(text: str, unit: int) -> list[int]:
    """The scores of all sides as somebody typed them, parted by `-`, `:` or blanks: `27-17`. Raises NotPossible.

    `unit`: how many units make one point.
    """
    parts = re.split(r"\s*[-–:]\s*|\s+", text.strip())
    if len(parts) < 2 or not all(parts):
        raise NotPossible(say("{text} is not a score; expected two numbers such as 27-17", text=repr(text)))
    return [read_points(each, unit) for each in parts]


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
    by: tuple[str, ...] = ()  # who played: human, or a coach


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
    by = tuple(str(each.get("by", "")) for each in match.record.header["seats"])
    return RecordedResult(names, standing.score, standing.rank, figures, seal, carried, by)


def among(found: RecordedResult, seats: Sequence[int]) -> RecordedResult:
    """What a result that was `found` says of these `seats` alone: their places are those among themselves."""

    def only(values: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(values[seat] for seat in seats) if values else ()

    rank = only(found.rank)
    return replace(
        found,
        names=only(found.names),
        score=only(found.score),
        rank=tuple(1 + sum(other < each for other in rank) for each in rank),
        figures=only(found.figures),
        carried=only(found.carried),
        by=only(found.by),
    )


def enter_recorded(
    season: Season,
    found: RecordedResult,
    sides: Sequence[int] | None = None,
    reason: str = "",
    match_id: str | None = None,
) -> str:
    """Enters a result that was `found` in a record into the `season`, and returns the match's id.

    `sides` are the entrants by seat. Without them, the names of the seats must be names or teams of entrants. A record
    counts once; a `reason` is needed to correct a result. `match_id`: the match of the schedule, if two meet more than
    once. Raises NotPossible.
    """
    entrants = [season.number_of(name) for name in found.names] if sides is None else list(sides)
    if len(entrants) != len(found.names) or len(set(entrants)) != len(entrants):
        raise NotPossible(say("the record has {n} seats, each for another entrant", n=len(found.names)))
    for each in season.matches.values():
        if each.result is not None and found.record and each.result.record == found.record:
            raise NotPossible(say("this record is the result of match {id} already", id=each.id))
    if season.terms.rated:
        for entrant, by in zip(entrants, found.by, strict=False):
            wanted = season.entrants[entrant]
            if by and (by == HUMAN) != (wanted.by == HUMAN):
                who = _("a person") if by == HUMAN else say("the computer ({coach})", coach=by)
                raise NotPossible(say("in this record {who} plays for {name}", who=who, name=wanted.name))
    match = season.match_between(entrants) if match_id is None else season.matches[match_id]
    enter_for(season, match, entrants, found, PLAYED, reason)
    return match.id


def enter_for(
    season: Season,
    match: SeasonMatch,
    entrants: Sequence[int],
    found: RecordedResult,
    how: str = BY_HAND,
    reason: str = "",
) -> None:
    """Enters into the `season` how a `match` ended: the result that was `found`, which is by the `entrants` who played.

    Those who have left may be missing. `how` and `reason` are as in `Season.enter`. Raises NotPossible.
    """
    absent = [each for each in match.sides if each not in entrants]
    at = [entrants.index(each) if each in entrants else None for each in match.sides]
    behind = len(entrants) + 1
    season.enter(
        match.id,
        [0 if each is None else found.score[each] for each in at],
        [behind if each is None else found.rank[each] for each in at],
        how,
        reason,
        found.record,
        [{} if each is None else found.figures[each] for each in at] if found.figures else (),
        [() if each is None else found.carried[each] for each in at] if found.carried else (),
        absent,
    )


def by_score(score: Sequence[int]) -> RecordedResult:
    """A result of which only the `score` is known."""
    rank = tuple(1 + sum(other > each for other in score) for each in score)
    return RecordedResult((), tuple(score), rank, (), "")


# --- Results of matches that were played elsewhere, out of a CSV file.


@dataclass(frozen=True)
class ImportedRow:
    """A row of a CSV file that can be entered: its line, the match, who played (`entrants`), and their scores."""

    line: int
    match: str
    entrants: tuple[int, ...]
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
        heads, *rows = [*csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)] or [[]]
    except csv.Error as error:
        raise NotPossible(say("this is not CSV: {error}", error=error)) from None
    names = [_head(each) for each in heads]
    reader = _read_pairs if set(HEADS) <= set(names) else _read_races if set(RACE_HEADS) <= set(names) else None
    if reader is None:
        raise NotPossible(
            say(
                "the first line must name the columns: {pairs} for matches between two, or {races} for races",
                pairs=", ".join(HEADS),
                races=", ".join(RACE_HEADS),
            )
        )
    if doubled := [each for each in dict.fromkeys(names) if names.count(each) > 1]:
        raise NotPossible(say("the column {name} is there twice", name=doubled[0]))
    found = [(i, row) for i, row in enumerate(rows, 2) if any(map(str.strip, row))]
    if not found:
        raise NotPossible(_("there are no results below the first line"))
    faults = [
        say("line {line}: {n} values for {columns} columns", line=i, n=len(row), columns=len(names))
        for i, row in found
        if len(row) != len(names)
    ]
    fitting = [(i, dict(zip(names, map(str.strip, row), strict=True))) for i, row in found if len(row) == len(names)]
    read, others = reader(season, fitting)
    return read, sorted([*faults, *others], key=_line_of)


def _line_of(fault: str) -> int:
    """The line that a fault names; those that name none come last."""
    number = re.search(r"[0-9]+", fault.partition(":")[0])
    return int(number[0]) if number and fault.startswith(say("line {line}", line=number[0])) else 10**9


def _head(name: Any) -> str:
    return "_".join(str(name or "").casefold().split())


def _read_pairs(season: Season, rows: Sequence[tuple[int, dict[str, str]]]) -> tuple[list[ImportedRow], list[str]]:
    found: list[ImportedRow] = []
    faults: list[str] = []
    unit, taken = find(season.terms.game).unit, dict[str, int]()
    for line, row in rows:
        try:
            sides = [season.number_of(row["home"]), season.number_of(row["away"])]
            if sides[0] == sides[1]:
                raise NotPossible(_("home and away are the same"))
            score = [read_points(row["home_score"], unit), read_points(row["away_score"], unit)]
            match = _still_open(season, sides, taken)
        except NotPossible as error:
            faults.append(say("line {line}: {fault}", line=line, fault=error))
            continue
        taken[match.id] = line
        reason = row.get(REASON, "") or _("played elsewhere")
        found.append(ImportedRow(line, match.id, tuple(sides), tuple(score), reason))
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
    unit, scores, lines = find(season.terms.game).unit, dict[str, dict[int, int]](), dict[str, int]()
    drawn = [each for each in season.in_stage(season.stage) if season.terms.stages[each.stage].kind == RACES]
    if not drawn:
        raise NotPossible(_("this season has no races now"))
    races = {str(each.round): each for each in drawn}
    known = races | {each.id: each for each in drawn}
    reasons: dict[str, str] = {}
    for line, row in rows:
        try:
            race = known.get(row["race"])
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
            scores.setdefault(race.id, {})[entrant] = read_points(row["points"], unit)
            lines.setdefault(race.id, line)
            if row.get(REASON):
                reasons[race.id] = row[REASON]
        except NotPossible as error:
            faults.append(say("line {line}: {fault}", line=line, fault=error))
    for match_id, points in scores.items():
        match = season.matches[match_id]
        gone = season.gone_from(match)
        missing = [season.entrants[each].name for each in match.sides if each not in points and each not in gone]
        if missing:
            faults.append(
                say("race {number}: there is no line for {names}", number=match.round, names=", ".join(missing))
            )
            continue
        reason = reasons.get(match_id, "") or _("played elsewhere")
        found.append(ImportedRow(lines[match_id], match_id, tuple(points), tuple(points.values()), reason))
    return found, faults


def enter_imported(season: Season, rows: Sequence[ImportedRow]) -> None:
    """Enters the results of a CSV file into the `season`, all or none. Raises UserError."""
    before = season.text()
    try:
        for row in rows:
            enter_for(season, season.matches[row.match], row.entrants, by_score(row.score), reason=row.reason)
    except UserError:
        fresh = Season.read(before)
        season.__dict__.update(fresh.__dict__)
        raise
