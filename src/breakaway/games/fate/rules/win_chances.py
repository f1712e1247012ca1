"""Chances of winning: the table, and the cells into which it sorts situations."""

from __future__ import annotations

from pathlib import Path

from breakaway.core.odds import ONE, STEP, between, corrected, even, knot, load, number_at, read
from breakaway.core.rules import rule
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.state import Fate, FateConfig, other

# --- How the table of win chances is laid out, and which cell of the table a situation belongs to.


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


# --- The chance of winning in a situation between plays, read from a table that tools/fit_winning.py made.
#
# A tie counts as half a win, so the chances of both sides add up to 1. The table is data/winning.toml. The chances
# depend on the cell (down, distance and field position, or a kick), the lead, the quarter, the clock, who receives the
# kickoff of the second half, and the stage of overtime. Time outs, ratings and injuries make no difference. In college
# overtime, the chances are those of an overtime period.


TABLE = load(Path(__file__).parents[1] / "data" / "winning.toml")
# Split into parts, because compiled code keeps a table only if it is smaller than a million bytes.
EARLY, FOURTH, OVERTIME = (TABLE.parts[name] for name in ("early", "fourth", "overtime"))
SHIFT, SLOPE = TABLE.numbers["ball"], TABLE.numbers["slope"]
PARTS = (4, 8, 16, 30)  # units of the clock: where another part of a quarter begins


@rule()
def chance_to_win(s: Fate, config: FateConfig, side: int) -> int:
    """The side's chance of winning in millionths, before a down, a kick or a try, or after the end."""
    mine = offense_chance(s, config)
    return mine if side == s.offense else ONE - mine


@rule()
def offense_chance(s: Fate, config: FateConfig) -> int:
    """The chance of winning for the side that has the ball or kicks off."""
    lead = int(s.score[s.offense] - s.score[other(s.offense)])
    if s.phase == terms.OVER:
        if s.won > 0:
            return ONE if s.won - 1 == s.offense else 0
        return even(lead)
    if s.phase in (terms.TOSS, terms.CHOICE, terms.OVERTIME_CONTEST):
        return ONE // 2
    left, quarter = int(s.clock), int(s.quarter)
    if quarter == terms.OVERTIME:
        return overtime_chance(s, lead, left if config.overtime == terms.OT_PERIOD else terms.QUARTER)
    return regular_chance(s, quarter, cell(s), lead, left)


@rule()
def regular_chance(s: Fate, quarter: int, cell: int, lead: int, left: int) -> int:
    """The chance of winning in one of the four quarters, with `left` units left on the clock."""
    row = LAST_TRY if left == 0 and cell == TRY_CELL and quarter % 2 == 0 else cell
    left, lead = max(1, left), max(-MOST, min(MOST, lead))
    receives = 1 if s.offense == s.opening_kicker else 0
    if quarter == 4:
        found = on_line(LATE, LATE_AT, row, lead, left)
    elif quarter == 3:
        found = on_line(THIRD, THIRD_AT, row, lead, left)
    elif quarter == 2:
        found = on_line(SECOND, SECOND_AT + receives * len(SECOND), row, lead, left)
    else:
        found = on_line(FIRST, receives * len(FIRST), row, lead, left)
    part = part_of(quarter, left)
    return corrected(found, number_at(SHIFT, part), number_at(SLOPE, part))


@rule()
def part_of(quarter: int, left: int) -> int:
    """The number of the part of the match in which `left` units are left; each part has its own corrections."""
    found = 0
    for at in PARTS:
        found += 1 if left > at else 0
    return (quarter - 1) * (len(PARTS) + 1) + found


@rule()
def in_slot(slot: int, row: int, lead: int) -> int:
    """The chance of winning in one slot of the table."""
    if slot < LATE_AT:
        return STEP * read(EARLY, (slot * ROWS + row) * LEADS + lead + MOST)
    return STEP * read(FOURTH, ((slot - LATE_AT) * ROWS + row) * LEADS + lead + MOST)


@rule()
def on_line(knots: bytes, first: int, row: int, lead: int, left: int) -> int:
    """The chance at this time, interpolated between the slots before and after it.

    `first` is the number of the first slot.
    """
    at = knot(knots, left)
    low, high = in_slot(first + at, row, lead), in_slot(first + at + 1, row, lead)
    return between(low, high, left - knots[at], knots[at + 1] - knots[at])


@rule("FF-G31")
def overtime_chance(s: Fate, lead: int, left: int) -> int:
    """The chance of winning in an overtime period."""
    lead = max(-MOST_OVERTIME, min(MOST_OVERTIME, lead))
    left, row = max(1, left), cell(s)
    at = knot(EXTRA, left)
    slot = overtime_turn(s) * len(EXTRA) + at
    low = STEP * read(OVERTIME, (slot * ROWS + row) * LEADS_OVERTIME + lead + MOST_OVERTIME)
    high = STEP * read(OVERTIME, ((slot + 1) * ROWS + row) * LEADS_OVERTIME + lead + MOST_OVERTIME)
    found = between(low, high, left - EXTRA[at], EXTRA[at + 1] - EXTRA[at])
    part = part_of(terms.OVERTIME, left)
    return corrected(found, number_at(SHIFT, part), number_at(SLOPE, part))
