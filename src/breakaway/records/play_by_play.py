"""States, events and rows of statistics, turn by turn."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary

from breakaway.core.chance import Script
from breakaway.core.game import Order, blank_orders, result_of
from breakaway.core.rules import Event, EventLog, forget, note_all
from breakaway.core.state import copy
from breakaway.records.entries import TurnEntry
from breakaway.records.history import Standing
from breakaway.records.match import Match
from breakaway.records.record_file import checkpoint

# --- The statistics of a match, play by play, up to any turn.
#
# Replays each turn only once. The game does the counting: its `observe` makes a row from the events of each play.


@dataclass(frozen=True)
class _Stand:
    """The statistics after one turn: the totals, the unfinished row, and the events that have not been read yet.

    `back` contains the statistics before the step that ended the last play. `rows` are the rows that this turn
    finished. `pops` says whether a ruling has taken back a row that an earlier turn had finished.
    """

    total: Any
    open: Any
    unread: tuple[Event, ...] = ()
    back: _Stand | None = None
    rows: tuple[Any, ...] = ()
    pops: bool = False


class _Scratch(threading.local):
    """An event log for each thread, because making one takes longer than replaying a turn."""

    def __init__(self) -> None:
        self.log = EventLog()


_scratch = _Scratch()
_known: WeakKeyDictionary[Match[Any, Any], list[tuple[Any, _Stand]]] = WeakKeyDictionary()
_blanks: dict[Callable[[], Any], Any] = {}


def played_in(match: Match[Any, Any], turn: int | None = None) -> list[Any]:
    """The rows of a match, from its first position under this edition up to `turn` (None: up to now).

    Each finished play has a row. If the game allows rulings on plays (`Statistics.is_over`), the unfinished row comes
    last. A ruling takes back the row of the last finished play, and the play gets a new row when it ends again.
    """
    return [row for _turn, row in dated_in(match, turn)]


def total_in(match: Match[Any, Any]) -> Any:
    """The totals of a match so far, as its game counts them (`core/statistics.py`). None if nothing is counted."""
    dated_in(match)
    known = _known.get(match)
    return known[-1][1].total if known else None


def dated_in(match: Match[Any, Any], turn: int | None = None) -> list[tuple[int, Any]]:
    """The rows that `played_in` returns, each with the turn that finished it, counted from 1."""
    counted = match.game.statistics
    if counted is None or match.fold.edition != match.game.edition:
        return []
    known = _known.setdefault(match, [])
    turns = list(zip(match.history, match.fold.open, strict=True))
    same = 0
    while same < min(len(known), len(turns)) and known[same][0] is turns[same][0]:
        same += 1
    del known[same:]
    for past, standing in turns[same:]:
        checkpoint()
        before, entry = known[-1][1] if known else _Stand(counted.match(), counted.row()), standing.entry
        known.append(
            (past, _after(match, past, standing, before) if isinstance(entry, TurnEntry) else _ruled(match, before))
        )
    first = len(match.log) - len(match.history)
    shown = len(known) if turn is None else max(0, turn - first)
    found = list[tuple[int, Any]]()
    for at, (_entry, stand) in enumerate(known[:shown], first + 1):
        if stand.pops:
            found.pop()
        found += [(at, row) for row in stand.rows]
    if counted.is_over and known[:shown] and known[:shown][-1][1].open != _blank(counted.row):
        found.append((first + len(known[:shown]), known[:shown][-1][1].open))
    return found


def _blank(row: Callable[[], Any]) -> Any:
    """An empty row, to be copied or compared with other rows.

    The row is made only once, because making it can take as long as playing a step.
    """
    if row not in _blanks:
        _blanks[row] = row()
    return _blanks[row]


def _ruled(match: Match[Any, Any], stand: _Stand) -> _Stand:
    """The statistics after a ruling, which reopens the last finished play."""
    assert match.game.statistics is not None
    is_over = match.game.statistics.is_over
    if is_over is None or stand.back is None:
        return replace(stand, rows=(), pops=False)
    return replace(stand.back, back=None, rows=(), pops=not is_over(stand.open))


def _after(match: Match[Any, Any], past: tuple[Any, Any], standing: Standing, stand: _Stand) -> _Stand:
    """The statistics after one turn. Replays the turn to get its events."""
    game, config, counted, entry = match.game, match.config_at(standing.number), match.game.statistics, standing.entry
    assert counted is not None
    assert isinstance(entry, TurnEntry)
    state, orders, chance = copy(past[0]), blank_orders(game), Script(entry.chance)
    for seat, sealed in past[1].items():
        orders[seat][: len(sealed.order)] = sealed.order
    log, total, row, back = _scratch.log, copy(stand.total), copy(stand.open), stand.back
    unread, finished = list(stand.unread), list[Any]()
    blank = _blank(counted.row)
    forget(log)  # also what a turn has left there whose rules raised an error
    note_all(log, unread, game.rules)
    for step in range(entry.steps):
        before, events = copy(state), list[Event]()
        game.step(state, config, orders if step == 0 else blank_orders(game), chance(step), events)
        note_all(log, events, game.rules)
        was = _Stand(copy(total), copy(row), tuple(unread))
        rows = [row, *(copy(blank) for _ in range(counted.most))]
        done = counted.observe(before, state, config, log, total, rows, 0)
        if counted.is_over and not counted.is_over(was.open) and counted.is_over(row):
            back = was
        finished += rows[:done]
        row, unread = rows[done], [*unread, *events] if log.n else []
    assert game.choosers(state, config) or result_of(game, state, config).why
    return _Stand(total, row, tuple(unread), back, tuple(finished))


# --- Replays a match step by step: all turns that were not taken back, with their states and events.


@dataclass(frozen=True)
class PlayedStep:
    """One step: its turn (from 1), the states before and after it, the orders, and the events that it reported."""

    turn: int
    before: Any
    after: Any
    orders: list[Order]
    events: list[Event]


def steps_of(match: Match[Any, Any]) -> Iterator[PlayedStep]:
    """All steps of a match from its first position under this edition. Leaves out turns that were taken back."""
    first = len(match.log) - len(match.history)
    for at, (past, standing) in enumerate(zip(match.history, match.fold.open, strict=True), first + 1):
        entry = standing.entry
        if not isinstance(entry, TurnEntry):
            continue
        state, chance, orders = copy(past[0]), Script(entry.chance), blank_orders(match.game)
        for seat, sealed in (past[1] or {}).items():
            orders[seat][: len(sealed.order)] = sealed.order
        for step in range(entry.steps):
            before, events = copy(state), list[Event]()
            given = orders if step == 0 else blank_orders(match.game)
            match.game.step(state, match.config_at(standing.number), given, chance(step), events)
            yield PlayedStep(at, before, copy(state), given, events)
