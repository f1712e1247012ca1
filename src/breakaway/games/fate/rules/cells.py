"""How the table of win chances (winning.py) is laid out, and which cell of the table a situation belongs to."""

from __future__ import annotations

from breakaway.core.rules import rule
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.state import Fate, other

DISTANCES, BANDS, BAND = 5, 20, 5  # groups of yards to go; stretches of five yards
DOWN_CELLS = 4 * DISTANCES * BANDS
TRY_CELL, KICK_CELL, FREE_KICK_CELL = DOWN_CELLS, DOWN_CELLS + 1, DOWN_CELLS + 2
CELLS = DOWN_CELLS + 3
LAST_TRY = CELLS  # a try after the last play of a half
ROWS = CELLS + 1
MOST, MOST_OVERTIME = 24, 8  # leads; larger ones count as these
LEADS, LEADS_OVERTIME = 2 * MOST + 1, 2 * MOST_OVERTIME + 1

# The units of the clock for which the table has a slot. Between two of them, the chance changes along a straight line.
FIRST, THIRD = bytes((1, 30, 60)), bytes((1, 30, 60))
SECOND = bytes((1, 2, 4, 8, 9, 16, 30, 60))
LATE = bytes((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 24, 30, 36, 45, 60))
EXTRA = bytes((1, 2, 4, 8, 16, 30, 60))
SECOND_AT = 2 * len(FIRST)
THIRD_AT = SECOND_AT + 2 * len(SECOND)
LATE_AT = THIRD_AT + len(THIRD)
SLOTS = LATE_AT + len(LATE)
FIRST_HAS, SECOND_HAS, BOTH_HAD = range(3)  # overtime: how many sides have had the ball


@rule()
def to_go_of(to_go: int) -> int:
    """The group that the yards to go belong to: 1 or 2, 3 to 5, 6 to 9, exactly 10, or more than 10."""
    if to_go <= 2:
        return 0
    if to_go <= 5:
        return 1
    if to_go <= 9:
        return 2
    return 3 if to_go == 10 else 4


@rule()
def band_of(ball: int) -> int:
    """The stretch of five yards that the ball is in, counted from 0."""
    return min(BANDS - 1, max(0, (ball - 1) // BAND))


@rule("FF-003")
def cell_of(down: int, to_go: int, ball: int) -> int:
    """The cell of a down, by the yards to go and the stretch of the field."""
    return int(((max(1, min(4, down)) - 1) * DISTANCES + to_go_of(to_go)) * BANDS + band_of(ball))


@rule()
def is_between(s: Fate) -> bool:
    """Whether no play is under way: before a declaration, a call, a try, a kickoff or a free kick."""
    if s.phase == terms.PUNT:
        return bool(s.declared == terms.FREE_KICK)
    return s.phase in (terms.DECLARE, terms.CALL, terms.TRY, terms.KICK, terms.KICK_SPOT)


@rule("FF-G15", "FF-G16")
def cell(s: Fate) -> int:
    """The cell of the next play: a kickoff, a free kick, a try, or a down with its yards to go and field position."""
    if s.phase == terms.TRY or s.try_down == 1:
        return TRY_CELL
    if s.phase == terms.KICK or s.phase == terms.KICK_SPOT:
        return KICK_CELL
    if s.phase == terms.PUNT:
        return FREE_KICK_CELL
    return cell_of(s.down, s.marker - s.ball, s.ball)


@rule("FF-G31")
def overtime_turn(s: Fate) -> int:
    """The stage of overtime: the first side's possession, the second side's, or sudden death."""
    if s.had_ball[other(s.offense)] == 0:
        return FIRST_HAS
    return SECOND_HAS if s.had_ball[s.offense] == 0 else BOTH_HAD
