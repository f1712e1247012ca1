"""Replays a match of a simulation from its seed in ordinary Python, with every order, outcome and event."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from breakaway.core import chance as door
from breakaway.core.game import Game, Order, Result, blank_orders, result_of, seats_in
from breakaway.core.rules import Event, EventLog, Statistics, note_all
from breakaway.core.state import copy
from breakaway.lab.chunks import Chunk, statistics_of
from breakaway.lab.compiled import THINKING
from breakaway.lab.own import guarded_coaches
from breakaway.lab.records import put, records, to_record


@dataclass
class ReplayedTurn:
    """The orders of the seats in one turn, and all outcomes and events until the next choice."""

    orders: dict[int, Order]
    outcomes: list[int] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


@dataclass
class Replayed:
    """A replayed match. Outcomes before the first choice belong to a first turn without orders."""

    turns: list[ReplayedTurn]
    result: Result
    totals: Any
    rows: list[Any]

    def as_chunk(self, counted: Statistics, number: int, seed: int) -> Chunk:
        """The match as a chunk that contains only this match. `number` is the match's number, counted from 0."""
        rows = records(counted.row, len(self.rows))
        for i, row in enumerate(self.rows):
            put(row, rows, i)
        seeds, counts = np.asarray([seed], np.uint64), np.asarray([len(rows)], np.int64)
        return Chunk(number, seeds, to_record(self.result), to_record(self.totals), counts, rows)


def play_again(game: Game[Any, Any], config: Any, by: list[str], seed: int) -> Replayed:
    """Replays the match with this seed, just as `ChunkPlayer.play` played it. `by[seat]` names the coach of each seat.

    Raises OverflowError if the match takes more steps than the game allows, or BotError if a user's bot fails.
    """
    counted = statistics_of(game)
    found = guarded_coaches(game, by)
    s, chance, thinking = game.start(config), door.sampled(seed), door.sampled(seed ^ THINKING)
    log, totals, rows, at = EventLog(), counted.match(), [counted.row()], 0
    turns = [ReplayedTurn({})]
    for _ in range(game.bound(config) + 1):
        bits, orders = game.choosers(s, config), blank_orders(game)
        if bits == 0 and result_of(game, s, config).why:
            return Replayed(turns, result_of(game, s, config), totals, rows[:at])
        if bits:
            turns.append(ReplayedTurn({}))
        for seat in seats_in(bits):
            view = copy(s)
            game.redact(view, config, seat)
            slots = game.slots(view, config, seat)
            found[seat](view, config, seat, thinking, copy(view), orders[seat])
            turns[-1].orders[seat] = orders[seat][:slots]
        before, events = copy(s), list[Event]()
        door.start_step(chance)
        game.step(s, config, orders, chance, events)
        turns[-1].outcomes += door.outcomes(chance)
        turns[-1].events += events
        note_all(log, events, game.rules)
        rows += [counted.row() for _ in range(at + counted.most + 1 - len(rows))]
        at = counted.observe(before, s, config, log, totals, rows, at)
    raise OverflowError("a match took more steps than the game allows")
