"""Replays a match step by step: all turns that were not taken back, with their states and events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from breakaway.core.entries import TurnEntry
from breakaway.core.events import Event
from breakaway.core.fair import Script
from breakaway.core.game import Order, blank_orders
from breakaway.core.match import Match
from breakaway.core.state import copy


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
            match.game.step(state, match.config, given, chance(step), events)
            yield PlayedStep(at, before, copy(state), given, events)
