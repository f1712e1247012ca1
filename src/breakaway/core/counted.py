"""A match counted play by play, as the game's statistics count it; each turn is stepped through once and remembered.

Nothing is counted here: a game's `observe` makes a row of each play from the states before and after its steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from breakaway.core.entries import TurnEntry
from breakaway.core.events import Event
from breakaway.core.fair import Script
from breakaway.core.game import blank_orders, result_of
from breakaway.core.match import Match
from breakaway.core.state import copy
from breakaway.core.told import Told, hear

Steps = list[tuple[list[Event], Any]]  # of one turn: what each step told, and the row that it finished, or None


@dataclass(frozen=True)
class Played:
    """A play that counts: its row, and all that was told from the end of the play before up to its own end."""

    row: Any
    events: list[Event]


_known: WeakKeyDictionary[Match[Any, Any], list[tuple[Any, Steps]]] = WeakKeyDictionary()


def played_in(match: Match[Any, Any], turn: int | None = None) -> list[Played]:
    """All plays of a match that count, from its first position under this edition up to a turn (None: now).

    A ruling takes the play that was settled last back: it is settled anew, as a row of its own. For games whose
    statistics finish a row in the step that ends its play.
    """
    if match.game.statistics is None:
        return []
    known = _known.setdefault(match, [])
    turns = list(zip(match.history, match.fold.open, strict=True))
    same = 0
    while same < min(len(known), len(turns)) and known[same][0] is turns[same][0]:
        same += 1
    del known[same:]
    heard = Told()
    for past, standing in turns[same:]:
        entry = standing.entry
        known.append((past, list(_steps(match, past, entry, heard)) if isinstance(entry, TurnEntry) else []))
    found, told = list[Played](), list[Event]()
    shown = len(known) if turn is None else max(0, turn - (len(match.log) - len(match.history)))
    for (_before, orders), steps in known[:shown]:
        if orders is None and found:
            told = found.pop().events + told
        for events, row in steps:
            told = told + events
            if row is not None:
                found.append(Played(row, told))
                told = []
    return found


def _steps(
    match: Match[Any, Any], past: tuple[Any, Any], entry: TurnEntry, told: Told
) -> Iterator[tuple[list[Event], Any]]:
    """One turn again, step by step."""
    game, book, counted = match.game, match.book, match.game.statistics
    assert counted is not None
    state, orders, chance = copy(past[0]), blank_orders(game), Script(entry.chance)
    for seat, sealed in past[1].items():
        orders[seat][: len(sealed.order)] = sealed.order
    total = counted.match()
    for step in range(entry.steps):
        before, events, rows = copy(state), list[Event](), [counted.row() for _ in range(counted.most + 1)]
        game.step(state, book, orders if step == 0 else blank_orders(game), chance(step), events)
        hear(told, events, game.rules)
        done = counted.observe(before, state, book, told, total, rows, 0)
        yield events, rows[0] if done else None
    assert game.choosers(state, book) or result_of(game, state, book).why
