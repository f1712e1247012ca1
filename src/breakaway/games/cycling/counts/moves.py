"""The moves of a turn, as far as a seat may know them.

The moves are rows of the statistics, made from the events that the seat may see.
"""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.rules import ARGS, Event, EventLog, note_all
from breakaway.games.cycling.counts.statistics import MoveRow, RaceRow, count_turn
from breakaway.games.cycling.rules.happened import MOVED
from breakaway.games.cycling.rules.rulebook import BOOK
from breakaway.games.cycling.rules.terms import GRADES


def moves_of(events: Sequence[Event], stage: int = 0, turn: int = 0) -> list[MoveRow]:
    """A row for each move among the events of one turn, in the order of movement."""
    rows = [MoveRow() for each in events if each.rule == MOVED]
    if rows:
        log = EventLog(rule=[0] * len(events), value=[[0] * ARGS for _ in events])  # with no more room than needed
        note_all(log, events, BOOK)
        count_turn(log, RaceRow(), rows, 0, stage, turn)
    return rows


def rider_of_row(row: MoveRow) -> int:
    """The rider who made a move, by his number in the state."""
    return row.team * GRADES + row.rider
