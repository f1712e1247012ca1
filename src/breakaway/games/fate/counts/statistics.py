"""How matches are counted: a row for each play, kick and two-point try, and totals of each side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from breakaway.core.events import field
from breakaway.core.rule import rule
from breakaway.core.state import number, table
from breakaway.core.told import Statistics, Told, forget, said, was_told
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules import told as happened
from breakaway.games.fate.rules.rulebook import BOOK
from breakaway.games.fate.rules.state import Fate, FateBook
from breakaway.games.fate.text.names import BASE_WORDS, DEFENSE_WORDS

TOUCHDOWN, SAFETY = BOOK[happened.TOUCHDOWN_SCORED], BOOK[happened.SAFETY_SCORED]
TOUCHDOWN_SEAT, SAFETY_SEAT = field(happened.TOUCHDOWN_SCORED, "seat"), field(happened.SAFETY_SCORED, "seat")
DECLARED = ("play", "punt", "field goal", "kneel", "spike", "kickoff", "free kick")
OVERLAYS = ("", "", "", "", "", "", "draw", "play action")
NO_PLAY, A_RUN, A_PASS, A_SACK = range(4)
KINDS = ("", "run", "pass", "sack")
RESULTS = (
    "",
    "run",
    "complete",
    "incomplete",
    "sacked",
    "intercepted",
    "kicked",
    "good",
    "missed",
    "touchback",
    "knelt",
    "fumbled",
)


@dataclass(slots=True)
class PlayRow:
    """One play, kick or two-point try, as it stood before, and what came of it; a play that did not count is none."""

    quarter: int = number()
    clock: int = number()  # units of 15 seconds left before it
    offense: int = number()
    down: int = number()
    to_go: int = number()
    ball: int = number()  # from the offense's own goal line
    is_try: int = number()
    declared: int = number()
    call: int = number()
    overlay: int = number()
    defense: int = number()
    result: int = number()
    yards: int = number()
    counts_as: int = number()  # NO_PLAY, A_RUN, A_PASS, A_SACK
    gained: int = number()  # yards that count
    is_caught: int = number()
    is_first_down: int = number()
    points: list[int] = table(terms.SIDES)  # before
    scored: list[int] = table(terms.SIDES)  # by it; an extra point stands in no row


@dataclass(slots=True)
class MatchRow:
    """Totals of a match by side."""

    quarters: int = number()
    plays: list[int] = table(terms.SIDES)
    yards: list[int] = table(terms.SIDES)
    passes: list[int] = table(terms.SIDES)
    completions: list[int] = table(terms.SIDES)
    sacks: list[int] = table(terms.SIDES)
    interceptions: list[int] = table(terms.SIDES)  # thrown
    fumbles: list[int] = table(terms.SIDES)  # lost, or won back from an interceptor
    punts: list[int] = table(terms.SIDES)
    field_goals: list[int] = table(terms.SIDES)
    field_goals_tried: list[int] = table(terms.SIDES)
    touchdowns: list[int] = table(terms.SIDES)
    safeties: list[int] = table(terms.SIDES)  # scored


@rule()
def observe(
    before: Fate, after: Fate, book: FateBook, told: Told, match: MatchRow, rows: list[PlayRow], at: int
) -> int:
    """A play is a row when it is over and counts."""
    match.quarters = after.quarter
    if before.phase != terms.SETTLE:
        forget(told)
        return at
    row = rows[at]
    row.quarter, row.clock, row.offense = before.quarter, before.clock, before.offense
    row.down, row.to_go, row.ball = before.down, before.marker - before.ball, before.ball
    row.is_try, row.declared, row.overlay = before.try_down, before.declared, before.overlay
    row.call = before.base if before.base != terms.NONE else len(BASE_WORDS)
    row.defense = before.defense if before.defense != terms.NONE else len(DEFENSE_WORDS)
    row.result, row.yards = before.result, before.gain
    for side in range(terms.SIDES):
        row.points[side] = before.score[side]
        row.scored[side] = after.score[side] - before.score[side]
    if row.declared == terms.PLAY and row.is_try == 0:
        judge(row)
    add_up(row, match)
    if was_told(told, TOUCHDOWN):
        match.touchdowns[said(told, TOUCHDOWN, TOUCHDOWN_SEAT)] += 1
    if was_told(told, SAFETY):
        match.safeties[said(told, SAFETY, SAFETY_SEAT)] += 1
    forget(told)
    return at + 1


@rule()
def is_picked(row: PlayRow) -> bool:
    """Whether a pass was intercepted; behind his goal line the interceptor has a touchback."""
    return bool(row.result == terms.INTERCEPTED or row.result == terms.TOUCHBACK)


@rule()
def judge(row: PlayRow) -> None:
    """What a play from scrimmage counts as, and what it gained."""
    gained = max(-row.ball, min(terms.GOAL - row.ball, row.yards))
    thrown = row.result == terms.COMPLETE or row.result == terms.INCOMPLETE or is_picked(row)
    lost = row.result == terms.FUMBLED
    if row.result == terms.SACKED:
        row.counts_as = A_SACK
    else:
        row.counts_as = A_PASS if thrown or (lost and row.call > terms.RUN_OUTSIDE) else A_RUN
    row.is_caught = 1 if row.counts_as == A_PASS and (row.result == terms.COMPLETE or lost) else 0
    row.gained = 0 if row.counts_as == A_PASS and row.is_caught == 0 else gained
    row.is_first_down = 1 if not is_picked(row) and not lost and gained >= row.to_go else 0


@rule()
def add_up(row: PlayRow, match: MatchRow) -> None:
    """The totals of the side that had the ball."""
    side = row.offense
    if row.declared == terms.PUNT_IT:
        match.punts[side] += 1
    elif row.declared == terms.KICK_IT:
        match.field_goals_tried[side] += 1
        match.field_goals[side] += 1 if row.result == terms.GOOD else 0
    elif row.counts_as != NO_PLAY:
        match.plays[side] += 1
        match.yards[side] += row.gained
        match.passes[side] += 1 if row.counts_as == A_PASS else 0
        match.completions[side] += row.is_caught
        match.sacks[side] += 1 if row.counts_as == A_SACK else 0
        match.interceptions[side] += 1 if is_picked(row) else 0
        match.fumbles[side] += 1 if row.result == terms.FUMBLED else 0


def words(book: FateBook, names: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    """What the codes of the columns mean."""
    return {
        "offense": ("home", "away"),
        "declared": DECLARED,
        "call": BASE_WORDS,
        "overlay": OVERLAYS,
        "defense": DEFENSE_WORDS,
        "result": RESULTS,
        "counts_as": KINDS,
    }


STATISTICS = Statistics(
    row=PlayRow,
    match=MatchRow,
    observe=observe,
    most=1,
    words=words,
    seats=lambda book: ("home", "away"),
    flags=frozenset({"is_try", "is_caught", "is_first_down"}),
)
