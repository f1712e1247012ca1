"""Writes a row for each situation between plays. tools/fit_winning.py works out win chances from these rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from breakaway.core.rules import EventLog, forget, rule
from breakaway.core.state import number
from breakaway.games.fate.rules import cells, terms
from breakaway.games.fate.rules.state import Fate, FateConfig, other


@dataclass(slots=True)
class BetweenDowns:
    """A situation between two plays, seen from the side that has the ball or kicks off."""

    quarter: int = number()  # 5 for overtime
    plays_left: int = number()  # units of the clock
    offense: int = number()
    cell: int = number()
    lead: int = number()
    my_time_outs: int = number()
    their_time_outs: int = number()
    receives_next: int = number()  # 1: receives the kickoff of the second half
    turn: int = number()  # of overtime


@dataclass(slots=True)
class NoFateTotals:
    """Empty totals, because this module writes only rows."""

    unused: int = number()


@rule()
def observe(before: Fate, after: Fate, config: FateConfig, log: EventLog, match: Any, rows: Any, at: int) -> int:
    """Writes a row if a step has led to a situation between plays. Returns the index of the next row."""
    forget(log)
    if after.phase == terms.CALL or not cells.is_between(after) or cells.is_between(before):
        return at
    row, side = rows[at], after.offense
    row.quarter, row.plays_left = after.quarter, after.clock
    row.offense, row.cell = side, cells.cell(after)
    row.lead = after.score[side] - after.score[other(side)]
    row.my_time_outs, row.their_time_outs = after.time_outs[side], after.time_outs[other(side)]
    row.receives_next = 1 if side == after.opening_kicker else 0
    row.turn = cells.overtime_turn(after)
    return at + 1
