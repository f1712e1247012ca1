"""The chance of winning in a situation between plays, from the table that tools/fit_winning.py made
(data/winning.toml).

A tie counts as half a win, so the chances of both sides add up to 1. The chance depends on the cell (field, down,
kick), the lead, the quarter, the plays left, who receives the second-half kickoff, and the stage of overtime. In the
fourth quarter, the chance also depends on the time outs. Challenge flags change the chance a little. Teams and cards
make no difference.
"""

from __future__ import annotations

from pathlib import Path

from breakaway.core.odds import ONE, STEP, between, corrected, even, knot, load, number_at, read
from breakaway.core.rules import rule
from breakaway.games.football.rules import cells, clock, terms
from breakaway.games.football.rules.cells import (
    EXTRA,
    FIRST,
    FREE_KICK_CELL,
    KICK_CELL,
    LAST,
    LAST_AT,
    LAST_TRY,
    LATE,
    LATE_AT,
    LEADS,
    LEADS_OVERTIME,
    LEVELS,
    MOST,
    MOST_OVERTIME,
    ROWS,
    SECOND,
    SECOND_AT,
    THIRD,
    THIRD_AT,
    TRY_CELL,
    ZONES,
    zone_of,
)
from breakaway.games.football.rules.state import Football, FootballConfig, other

TABLE = load(Path(__file__).parents[1] / "data" / "winning.toml")
REGULAR, OVERTIME, TIMES = TABLE.parts["regular"], TABLE.parts["overtime"], TABLE.parts["time_outs"]
SHIFT_FLAGS, SHIFT_BALL, SLOPE = (TABLE.numbers[name] for name in ("flags", "ball", "slope"))


@rule()
def chance_to_win(s: Football, config: FootballConfig, seat: int) -> int:
    """The seat's chance of winning in millionths, before a down, a kick or a try, or after the match.

    A tie counts as half a win. During a play, returns the chance before the play.
    """
    mine = offense_chance(s, config)
    return mine if seat == s.offense else ONE - mine


@rule()
def offense_chance(s: Football, config: FootballConfig) -> int:
    """The chance of winning for the side that has the ball or kicks off."""
    seat = s.offense
    lead = int(s.score[seat] - s.score[other(seat)])
    if s.phase == terms.OVER:
        return even(lead)
    if s.phase == terms.START or s.phase == terms.TOSS:
        return ONE // 2
    left = cells.plays_left(s, config)
    if s.quarter > 4:
        return overtime_chance(s, config, lead, left)
    if left == 0 and s.try_down == 0 and clock.half_ends_with_quarter(s):
        return after_the_half(s, config, lead)
    quarter = int(s.quarter)
    if left == 0 and s.try_down == 0:
        quarter, left = quarter + 1, terms.CARDS
    return regular_chance(s, quarter, cells.cell(s), lead, left)


@rule("BF-105", "BF-109", "BF-184")
def after_the_half(s: Football, config: FootballConfig, lead: int) -> int:
    """The chance of winning when no cards are left in a half: before the second half's kickoff, or at the end of the
    match.
    """
    if s.quarter == 4:
        return even(lead)
    if s.offense != s.opening_kicker:
        return regular_chance(s, 3, KICK_CELL, lead, terms.CARDS)
    return ONE - regular_chance(s, 3, KICK_CELL, -lead, terms.CARDS)


@rule()
def regular_chance(s: Football, quarter: int, cell: int, lead: int, left: int) -> int:
    """The chance of winning in one of the four quarters, with `left` plays left in the quarter."""
    row = LAST_TRY if left == 0 and cell == TRY_CELL and (quarter == 2 or quarter == 4) else cell
    left, lead = max(1, left), max(-MOST, min(MOST, lead))
    receives = 1 if s.offense == s.opening_kicker else 0
    mine, theirs = int(s.time_outs[s.offense]), int(s.time_outs[other(s.offense)])
    if quarter == 4 and left <= LAST:
        slot = LAST_AT + (left - 1) * 9 + min(2, mine) * 3 + min(2, theirs)
        found = in_slot(slot, row, lead)
    elif quarter == 4:
        found = late_chance(row, lead, left, mine, theirs, zone_of(cell))
    elif quarter == 3:
        found = on_line(THIRD, THIRD_AT, row, lead, left)
    elif quarter == 2:
        found = on_line(SECOND, SECOND_AT + receives * len(SECOND), row, lead, left)
    else:
        found = on_line(FIRST, receives * len(FIRST), row, lead, left)
    return with_flags(s, max(0, min(ONE, found)), quarter, left)


@rule()
def with_flags(s: Football, chance: int, quarter: int, left: int) -> int:
    """The chance of winning after the fitted corrections for this part of the match and for challenge flags."""
    part = (quarter - 1) * 3 + min(2, (left - 1) // 5)
    flags = max(-3, min(3, int(s.flags[s.offense] - s.flags[other(s.offense)])))
    shift = number_at(SHIFT_BALL, part) + flags * number_at(SHIFT_FLAGS, part)
    return corrected(chance, shift, number_at(SLOPE, part))


@rule()
def in_slot(slot: int, row: int, lead: int) -> int:
    """The chance of winning in one slot of the table."""
    return STEP * read(REGULAR, (slot * ROWS + row) * LEADS + lead + MOST)


@rule()
def on_line(knots: bytes, first: int, row: int, lead: int, left: int) -> int:
    """The chance of winning with `left` plays left, interpolated between the two nearest slots. `first` is the first
    slot.
    """
    at = knot(knots, left)
    low, high = in_slot(first + at, row, lead), in_slot(first + at + 1, row, lead)
    return between(low, high, left - knots[at], knots[at + 1] - knots[at])


@rule()
def late_chance(row: int, lead: int, left: int, mine: int, theirs: int, zone: int) -> int:
    """The chance of winning in the fourth quarter.

    Takes the chance with three time outs on each side, and corrects it by zone for the time outs that are really left.
    """
    at = knot(LATE, left)
    place = ((at * LEVELS + min(3, mine)) * LEVELS + min(3, theirs)) * ZONES + zone
    low = in_slot(LATE_AT + at, row, lead) + STEP * read(TIMES, place * LEADS + lead + MOST) - ONE
    place += LEVELS * LEVELS * ZONES
    high = in_slot(LATE_AT + at + 1, row, lead) + STEP * read(TIMES, place * LEADS + lead + MOST) - ONE
    return between(low, high, left - LATE[at], LATE[at + 1] - LATE[at])


@rule("BF-188", "BF-189", "BF-191")
def overtime_chance(s: Football, config: FootballConfig, lead: int, left: int) -> int:
    """The chance of winning in overtime."""
    if clock.overtime_is_won(s, config) or left == 0:
        return even(lead)
    lead = max(-MOST_OVERTIME, min(MOST_OVERTIME, lead))
    cell = min(cells.cell(s), FREE_KICK_CELL)
    at = knot(EXTRA, left)
    slot = cells.overtime_turn(s) * len(EXTRA) + at
    low = STEP * read(OVERTIME, (slot * ROWS + cell) * LEADS_OVERTIME + lead + MOST_OVERTIME)
    high = STEP * read(OVERTIME, ((slot + 1) * ROWS + cell) * LEADS_OVERTIME + lead + MOST_OVERTIME)
    found = between(low, high, left - EXTRA[at], EXTRA[at + 1] - EXTRA[at])
    return with_flags(s, found, 5, left)
