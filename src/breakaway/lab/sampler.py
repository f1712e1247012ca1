"""Samples many plays from one position with compiled rules, to check the exact odds."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from breakaway.core import chance as door
from breakaway.core.game import SEATS, Game
from breakaway.core.rules import EventLog, forget
from breakaway.lab.compiled import driver, make_compilable, make_rules_compilable
from breakaway.lab.records import Records, chance_records, records, to_record


def compile_play(game: Game[Any, Any], answer: Any, is_over: Any) -> Any:
    """A compilable function that plays from the state `s` until `is_over(s)`; `answer` is as in `compile_sampler`."""
    make_rules_compilable(game)
    make_compilable(answer, game)
    make_compilable(is_over, game)
    choosers, rules_step, start_step = game.choosers, game.step, door.start_step

    def play_once(s: Any, config: Any, chance: Any, orders: Any, log: Any, limit: int) -> None:
        steps = 0
        while True:
            forget(log)
            start_step(chance)
            rules_step(s, config, orders, chance, log)
            steps += 1
            if is_over(s):
                return
            if steps > limit:
                raise OverflowError("a play took more steps than allowed")
            orders[:] = 0
            bits = choosers(s, config)
            for seat in range(len(orders)):
                if bits >> seat & 1:
                    orders[seat][0] = answer(s, config, seat)

    make_compilable(play_once, game)
    return play_once


@cache
def compile_sampler(game: Game[Any, Any], answer: Any, is_over: Any) -> Any:
    """A driver that plays many times from one position. `answer(s, config, seat)` makes the choices along the way.

    sample(starts, configs, first, chances, scratch, orders, log, ends, limit): fills `ends` with end states. Each play
    begins at starts[0] with a step that plays the orders `first`, and goes on until `is_over(s)`.
    """
    play_once = compile_play(game, answer, is_over)

    def sample(
        starts: Records,
        configs: Records,
        first: Any,
        chances: Records,
        scratch: Records,
        orders: Any,
        log: Records,
        ends: Records,
        limit: int,
    ) -> None:
        for i in range(len(ends)):
            scratch[0] = starts[0]
            for seat in range(len(orders)):
                for slot in range(orders.shape[1]):
                    orders[seat, slot] = first[seat, slot]
            play_once(scratch[0], configs[0], chances[0], orders, log[0], limit)
            ends[i] = scratch[0]

    return driver(game, sample)


class PositionSampler:
    """Samples plays from a position with compiled rules, to check the exact odds."""

    def __init__(self, game: Game[Any, Any], config: Any, answer: Any, is_over: Any) -> None:
        self.game, self.configs = game, to_record(config)
        self.sample = compile_sampler(game, answer, is_over)
        self.scratch, self.orders = records(game.state, 1), np.zeros((SEATS, game.max_slots), np.int64)
        self.log = records(EventLog, 1)

    def ends(self, s: Any, first: list[list[int]], seed: int, count: int, limit: int = 10_000) -> Records:
        """The end states of `count` plays from `s`. `first` lists the orders of the first step.

        A play may take at most `limit` steps.
        """
        ends = records(self.game.state, count)
        args = (np.asarray(first, np.int64), chance_records(seed), self.scratch, self.orders, self.log, ends, limit)
        self.sample(to_record(s), self.configs, *args)
        return ends
