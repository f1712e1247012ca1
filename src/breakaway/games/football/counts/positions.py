"""A row for each situation between plays. tools/fit_winning.py works out the chances of winning from these rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from breakaway.core.rules import EventLog, forget, rule
from breakaway.core.state import number
from breakaway.games.football.rules import cells, terms
from breakaway.games.football.rules.state import Football, FootballConfig, other


@dataclass(slots=True)
class BetweenPlays:
    """A situation between two plays, seen from the side that has the ball or kicks off."""

    quarter: int = number()  # 5 for any overtime
    plays_left: int = number()
    offense: int = number()
    cell: int = number()
    lead: int = number()
    my_time_outs: int = number()
    their_time_outs: int = number()
    flags: int = number()  # mine, less theirs
    receives_next: int = number()  # 1: receives the kickoff of the second half
    turn: int = number()  # of overtime


@dataclass(slots=True)
class NoTotals:
    """The totals of a match. This module keeps no totals."""

    unused: int = number()


@rule()
def observe(
    before: Football, after: Football, config: FootballConfig, log: EventLog, match: Any, rows: Any, at: int
) -> int:
    """Writes a row if a step has led to a situation between plays. Returns the index of the next row."""
    forget(log)
    is_next = after.phase in (terms.CALL, terms.KICK, terms.FREE_KICK)
    if not is_next or before.phase not in (terms.BETWEEN, terms.OFFENSE_TIME, terms.TIME):
        return at
    row, seat = rows[at], after.offense
    row.quarter, row.plays_left = min(5, after.quarter), cells.plays_left(after, config)
    row.offense, row.cell = seat, cells.cell(after)
    row.lead = after.score[seat] - after.score[other(seat)]
    row.my_time_outs, row.their_time_outs = after.time_outs[seat], after.time_outs[other(seat)]
    row.flags = after.flags[seat] - after.flags[other(seat)]
    row.receives_next = 1 if seat == after.opening_kicker else 0
    row.turn = cells.overtime_turn(after)
    return at + 1
