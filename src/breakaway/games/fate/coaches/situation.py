"""Sorts situations for the coaches of FATE football: by clock, down, distance and stretch of the field."""

from __future__ import annotations

from breakaway.core.rules import rule
from breakaway.games.fate.rules.state import Fate, FateConfig, other
from breakaway.games.fate.rules.terms import GOAL, OVERTIME, QUARTERS

CLOCKS = ("usual", "touchdown late", "touchdown soon", "score late", "score soon")
USUAL, TOUCHDOWN_LATE, TOUCHDOWN_SOON, SCORE_LATE, SCORE_SOON = range(5)
DOWNS = 4
TO_GO = ("1 or 2", "3 to 5", "6 to 9", "10", "11 and more")  # by `cells.to_go_of`
FIELDS = ("own 1 to 20", "own 21 to opp 21", "opp 20 to 10", "opp 9 to 1")

LATE, SOON = 6, 16  # units before the end of a half
LONG_BEHIND = 30  # units in which two scores are hard to make up
FIELD_GOAL_POINTS, ONE_SCORE = 3, 8
LAST_OF_FIRST_HALF = 4


@rule()
def field_of(ball: int) -> int:
    """The stretch of the field that the ball is in, as an index into FIELDS."""
    if ball <= 20:
        return 0
    if ball < GOAL - 20:
        return 1
    return 2 if ball <= GOAL - 10 else 3


@rule()
def lead(s: Fate, side: int) -> int:
    """The points by which a side leads; below 0 if it is behind."""
    return int(s.score[side] - s.score[other(side)])


@rule()
def clock_of(s: Fate, config: FateConfig) -> int:
    """What the side with the ball needs, and how soon, as an index into CLOCKS."""
    ahead = lead(s, s.offense)
    if s.quarter == OVERTIME:
        if s.had_ball[other(s.offense)] == 0:
            return USUAL
        return TOUCHDOWN_SOON if ahead < -FIELD_GOAL_POINTS else SCORE_SOON
    if s.quarter == 2 and s.clock <= LAST_OF_FIRST_HALF:
        return SCORE_LATE
    if s.quarter < QUARTERS or ahead > 0:
        return USUAL
    if ahead < -ONE_SCORE and s.clock <= LONG_BEHIND:
        return TOUCHDOWN_SOON
    if s.clock > SOON or (ahead == 0 and s.clock > LATE):
        return USUAL
    if ahead < -FIELD_GOAL_POINTS:
        return TOUCHDOWN_LATE if s.clock <= LATE else TOUCHDOWN_SOON
    return SCORE_LATE if s.clock <= LATE else SCORE_SOON
