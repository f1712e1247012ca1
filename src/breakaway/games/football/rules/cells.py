"""The layout of the table of win chances (winning.py), and the cell of the table for each situation."""

from __future__ import annotations

from breakaway.core.rules import rule
from breakaway.games.football.rules import clock, terms
from breakaway.games.football.rules.state import Football, FootballConfig, other

SPOTS = 46  # pairs of a marker (4, 10, 16, 20) and a line short of it
TRY_CELL, KICK_CELL, FREE_KICK_CELL = 4 * SPOTS, 4 * SPOTS + 1, 4 * SPOTS + 2
CELLS = 4 * SPOTS + 3
LAST_TRY = CELLS  # a try after the last card of a half
ROWS = CELLS + 1
MOST, MOST_OVERTIME = 24, 6  # leads; larger ones count as these
LEADS, LEADS_OVERTIME = 2 * MOST + 1, 2 * MOST_OVERTIME + 1
LEVELS = 4  # numbers of time outs: 0 to 3
ZONES = 3  # own half, other half, kicks and tries

# The numbers of plays left for which the table has a slot. Between two of them, the chance changes along a straight
# line.
FIRST, SECOND, THIRD = bytes((1, 8, 15)), bytes((1, 2, 3, 4, 6, 8, 11, 15)), bytes((1, 5, 10, 15))
LATE, EXTRA = bytes((3, 4, 5, 6, 8, 10, 12, 15)), bytes((1, 2, 3, 5, 8, 15))
LAST = 2  # with this many plays left, or fewer, the table has a slot for each pair of time-out counts (0, 1, 2+)
SECOND_AT = 2 * len(FIRST)
THIRD_AT = SECOND_AT + 2 * len(SECOND)
LATE_AT = THIRD_AT + len(THIRD)
LAST_AT = LATE_AT + len(LATE)
SLOTS = LAST_AT + 9 * LAST
FIRST_HAD, SECOND_HAS, BOTH_HAD = range(3)  # overtime: how many sides have had the ball


@rule("BF-116", "BF-118")
def spot(line: int, marker: int) -> int:
    """The number, 0 to 45, that stands for a line and the marker ahead of it."""
    at = max(1, min(line, marker - 1)) - 1
    if marker <= 4:
        return at
    if marker <= 10:
        return 3 + at
    return 12 + at if marker <= 16 else 27 + at


@rule("BF-108", "BF-125", "BF-140")
def cell(s: Football) -> int:
    """The cell of the next play: a kickoff, a free kick, a try, or a down with its line and marker."""
    if s.try_down == 1:
        return TRY_CELL
    then = s.then if s.phase in (terms.BETWEEN, terms.DISCARD) else s.phase
    if then == terms.KICK or then == terms.START or then == terms.TOSS:
        return KICK_CELL
    if then == terms.FREE_KICK:
        return FREE_KICK_CELL
    return int((max(1, min(4, s.down)) - 1) * SPOTS + spot(s.line, s.marker))


@rule("BF-102", "BF-113")
def plays_left(s: Football, config: FootballConfig) -> int:
    """The plays left in this quarter, 0 to 15: the cards left, plus the untimed plays that time outs have added."""
    return int(max(0, min(terms.CARDS, clock.cards_left(s, config) + s.untimed)))


@rule("BF-188", "BF-189")
def overtime_turn(s: Football) -> int:
    """The stage of overtime: the first side's possession, the second side's, or sudden death."""
    if s.had_ball[other(s.offense)] == 0:
        return FIRST_HAD
    return SECOND_HAS if s.had_ball[s.offense] == 0 else BOTH_HAD


@rule()
def zone_of(cell: int) -> int:
    """The zone of a cell: 0 for the offense's own half, 1 for the other half, 2 for kicks and tries."""
    if cell >= TRY_CELL:
        return 2
    spot = cell % SPOTS
    line = spot + 1
    if spot >= 27:
        line = spot - 26
    elif spot >= 12:
        line = spot - 11
    elif spot >= 3:
        line = spot - 2
    return 0 if line < 10 else 1
