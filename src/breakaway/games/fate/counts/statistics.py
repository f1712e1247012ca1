"""How matches are counted: a row for each play, kick and two-point try, and totals of each side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from breakaway.core.rule import rule
from breakaway.core.state import number, table
from breakaway.core.told import Statistics, Told, forget, said, was_told
from breakaway.games.fate.rules.rulebook import BOOK
from breakaway.games.fate.rules.state import (
    COMPLETE,
    FUMBLED,
    GOOD,
    INCOMPLETE,
    INTERCEPTED,
    KICK_IT,
    NONE,
    PLAY,
    PUNT_IT,
    QUICK,
    SACKED,
    SCREEN_PASS,
    SETTLE,
    SIDES,
    Fate,
    FateBook,
)
from breakaway.games.fate.text.names import BASE_WORDS, DEFENSE_WORDS

TOUCHDOWN = BOOK["FF-G18"]  # side, its points
SAFETY = BOOK["FF-G17"]  # side, its points
DECLARED = ("play", "punt", "field goal", "kneel", "spike", "kickoff", "free kick")
OVERLAYS = ("", "", "", "", "", "", "draw", "play action")
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
    points: list[int] = table(SIDES)  # before
    scored: list[int] = table(SIDES)  # by it; an extra point stands in no row


@dataclass(slots=True)
class MatchRow:
    """Totals of a match by side."""

    quarters: int = number()
    plays: list[int] = table(SIDES)
    yards: list[int] = table(SIDES)
    passes: list[int] = table(SIDES)
    completions: list[int] = table(SIDES)
    sacks: list[int] = table(SIDES)
    interceptions: list[int] = table(SIDES)  # thrown
    fumbles: list[int] = table(SIDES)  # lost, or won back from an interceptor
    punts: list[int] = table(SIDES)
    field_goals: list[int] = table(SIDES)
    field_goals_tried: list[int] = table(SIDES)
    touchdowns: list[int] = table(SIDES)
    safeties: list[int] = table(SIDES)  # scored


@rule()
def observe(
    before: Fate, after: Fate, book: FateBook, told: Told, match: MatchRow, rows: list[PlayRow], at: int
) -> int:
    """A play is a row when it is over and counts."""
    match.quarters = after.quarter
    if before.phase != SETTLE:
        forget(told)
        return at
    row = rows[at]
    row.quarter, row.clock, row.offense = before.quarter, before.clock, before.offense
    row.down, row.to_go, row.ball = before.down, before.marker - before.ball, before.ball
    row.is_try, row.declared, row.overlay = before.try_down, before.declared, before.overlay
    row.call = before.base if before.base != NONE else len(BASE_WORDS)
    row.defense = before.defense if before.defense != NONE else len(DEFENSE_WORDS)
    row.result, row.yards = before.result, before.gain
    for side in range(SIDES):
        row.points[side] = before.score[side]
        row.scored[side] = after.score[side] - before.score[side]
    add_up(before, match)
    if was_told(told, TOUCHDOWN):
        match.touchdowns[said(told, TOUCHDOWN, 0)] += 1
    if was_told(told, SAFETY):
        match.safeties[said(told, SAFETY, 0)] += 1
    forget(told)
    return at + 1


@rule()
def add_up(s: Fate, match: MatchRow) -> None:
    """The totals of the side that had the ball."""
    side = s.offense
    if s.declared == PUNT_IT:
        match.punts[side] += 1
    elif s.declared == KICK_IT:
        match.field_goals_tried[side] += 1
        match.field_goals[side] += 1 if s.result == GOOD else 0
    elif s.declared == PLAY and s.try_down == 0:
        match.plays[side] += 1
        match.yards[side] += s.gain
        if s.base == SCREEN_PASS or s.base >= QUICK:
            match.passes[side] += 1 if s.result in (COMPLETE, INCOMPLETE, INTERCEPTED) else 0
            match.completions[side] += 1 if s.result == COMPLETE else 0
        match.sacks[side] += 1 if s.result == SACKED else 0
        match.interceptions[side] += 1 if s.result == INTERCEPTED else 0
        match.fumbles[side] += 1 if s.result == FUMBLED else 0


def words(book: FateBook, names: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    """What the codes of the columns mean."""
    return {
        "offense": ("home", "away"),
        "declared": DECLARED,
        "call": BASE_WORDS,
        "overlay": OVERLAYS,
        "defense": DEFENSE_WORDS,
        "result": RESULTS,
    }


STATISTICS = Statistics(
    row=PlayRow,
    match=MatchRow,
    observe=observe,
    most=1,
    words=words,
    seats=lambda book: ("home", "away"),
    flags=frozenset({"is_try"}),
)
