"""Thousands of matches in step, and plays sampled."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from breakaway.core import chance as door
from breakaway.core.chance import Door
from breakaway.core.game import SEATS, Game, Result, candidates, most_codes
from breakaway.core.language import UserError
from breakaway.core.rules import EventLog, forget
from breakaway.core.state import columns, number, overwrite
from breakaway.lab.batches import seeds_of
from breakaway.lab.compiling import (
    THINKING,
    Records,
    asking,
    chance_records,
    driver,
    ending,
    make_compilable,
    make_rules_compilable,
    of_one_type,
    records,
    to_record,
)
from breakaway.lab.intrinsics import lowest, spread
from breakaway.players import coaches

# --- Steps thousands of matches in one compiled call: each match gets one code of an order, and is played on to its
# next question.
#
# The driver that `compile_vector` builds does the playing; `Vector` keeps its arrays. The interfaces to other libraries
# are in `research`.


UNASKED = 100  # after so many matches in a row without a question, there will never be one


class Matches(NamedTuple):
    """The arrays of `n` matches that the driver changes; index i belongs to match i.

    All matches share `starts`, `configs`, `doors`, `found` and `scratch`. `scratch` contains what a seat sees, and a
    spare state. `asking` has the question of each match.
    """

    states: Records
    starts: Records
    configs: Records
    doors: Records  # for dice and cards, and for what coaches draw
    scratch: Records
    found: Records  # a blank result, and the one that is worked out
    results: Records
    asking: Records
    orders: Any  # int64 (n, seats, max_slots)
    mask: Any  # bool (n, codes)
    tensor: Any  # int64 (n, width)
    final: Any  # int64 (n, width)


@dataclass(slots=True)
class Asking:
    """Which seat a match asks, and for which slot of its order. `todo` (bits) has all seats still to be asked,
    including this one.
    """

    seat: int = number()
    slot: int = number()
    bits: int = number()  # all seats that choose in this step, whoever plays them
    todo: int = number()
    done: int = number()  # 1: a match has ended since the last action
    steps: int = number()  # in this match so far
    rng: int = number("u8")  # where the match is in its random numbers for dice and cards
    thoughts: int = number("u8")  # and in those for its coaches


def ask_driver(game: Game[Any, Any]) -> Any:
    """A compilable function that asks for a slot: in the row `mask`, it marks the codes that may follow `order`."""
    (many, candidate), refuse = candidates(game), game.refuse

    def ask(s: Any, config: Any, seat: int, slot: int, order: Any, mask: Any) -> None:
        mask[:] = False
        for i in range(many(s, config, seat, order, slot)):
            code = candidate(s, config, seat, order, slot, i)
            order[slot] = code
            mask[code] = refuse(s, config, seat, order, slot) == 0
        order[slot] = 0

    return make_compilable(ask, game)


def see_driver(game: Game[Any, Any]) -> Any:
    """A compilable function that writes what a seat sees of a state into `row`. The rest of the row becomes 0."""
    redact = game.redact

    def see(s: Any, config: Any, view: Any, seat: int, row: Any) -> None:
        overwrite(view, s)
        redact(view, config, seat)
        row[0] = seat
        row[spread(view, row, 1) :] = 0

    return make_compilable(see, game)


def resolve_driver(game: Game[Any, Any]) -> Any:
    """A compilable function that plays one step of a match with its orders."""
    rules_step, start_step = game.step, door.start_step

    def resolve(s: Any, config: Any, orders: Any, chance: Any, now: Any, limit: int) -> None:
        chance.rng = now.rng
        start_step(chance)
        rules_step(s, config, orders, chance, None)
        bits = int(now.bits)
        while bits != 0:  # the other orders are blank already
            orders[lowest(bits), :] = 0
            bits &= bits - 1
        now.rng = chance.rng
        now.steps += 1
        if now.steps > limit:
            raise OverflowError("a match took more steps than the game allows")

    return make_compilable(resolve, game)


def answer_driver(game: Game[Any, Any], coach: str) -> Any:
    """A compilable function that lets the coach with this name give the orders of all seats in `bits`."""
    compilable = make_compilable(coaches.find(game, coach), game)
    ask = make_compilable(asking(game, compilable, coaches.needs_view(game, coach)), game)

    def answer(s: Any, config: Any, bits: int, thinking: Any, now: Any, view: Any, spare: Any, orders: Any) -> None:
        thinking.rng = now.thoughts
        while bits != 0:
            seat = lowest(bits)
            ask(s, config, seat, thinking, view, spare, orders[seat])
            bits &= bits - 1
        now.thoughts = thinking.rng

    return make_compilable(answer, game)


def settle_driver(game: Game[Any, Any], coach: str) -> Any:
    """A compilable function that plays match `i` on to the next choice of a seat in `asked`.

    `is_ready`: whether the orders of this step are complete. When a match ends, its result and what `watcher` saw are
    kept, and a new match begins.
    """
    choosers, is_over = game.choosers, ending(game)
    see, resolve, answer = see_driver(game), resolve_driver(game), answer_driver(game, coach)

    def settle(m: Matches, i: int, now: Any, is_ready: bool, asked: int, watcher: int, limit: int) -> None:
        states, config, unasked = m.states, m.configs[0], 0
        while True:
            if is_ready:
                resolve(states[i], config, m.orders[i], m.doors[0], now, limit)
            is_ready = False
            bits = choosers(states[i], config)
            if bits == 0 and is_over(states[i], config, m.found[1]):
                see(states[i], config, m.scratch[0], watcher, m.final[i])
                m.results[i] = m.found[1]
                m.found[1] = m.found[0]
                now.done = 1
                now.steps = 0
                states[i] = m.starts[0]
                unasked += 1
                if unasked == UNASKED:
                    raise ValueError("the learning seats never have anything to choose")
                continue
            now.bits = bits
            if bits & ~asked != 0:
                answer(states[i], config, bits & ~asked, m.doors[1], now, m.scratch[0], m.scratch[1], m.orders[i])
            now.todo = bits & asked
            if now.todo != 0:
                return
            is_ready = True

    return make_compilable(settle, game)


@cache
def compile_vector(game: Game[Any, Any], coach: str) -> Any:
    """A driver that stops at the choices of the seats in `asked`. The coach with this name plays all other seats.

    Raises NoSuchCoach.

    step(m, actions, asked, watcher, limit): answers the question of each match with its action, and plays on to the
    next question. Without actions, it plays each match from the start to its first question.
    """
    make_rules_compilable(game)
    slots, see, ask = game.slots, see_driver(game), ask_driver(game)
    settle = settle_driver(game, coach)

    def step(m: Matches, actions: Any, asked: int, watcher: int, limit: int) -> None:
        states, config, orders, tensor = m.states, m.configs[0], m.orders, m.tensor
        fields = tensor.shape[1] - orders.shape[2]
        for i in range(len(states)):
            now = m.asking[i]
            now.done = 0
            next_seat = True
            if len(actions) != 0:
                orders[i, now.seat, now.slot] = actions[i]
                tensor[i, fields + now.slot] = actions[i] + 1
                now.slot += 1
                next_seat = now.slot == slots(states[i], config, now.seat)
                if next_seat:
                    now.todo &= ~(1 << now.seat)
            if next_seat:
                if now.todo == 0:
                    settle(m, i, now, len(actions) != 0, asked, watcher, limit)
                now.seat = lowest(now.todo)
                now.slot = 0
                see(states[i], config, m.scratch[0], now.seat, tensor[i])
            ask(states[i], config, now.seat, now.slot, orders[i, now.seat], m.mask[i])

    return of_one_type(driver(game, step))


class Vector:
    """`n` matches of one game and config, stepped together. When a match ends, the next one begins in the same step.

    `asked` are the seats whose orders you give, code by code; `coach` plays the others. The arrays are in `m`. After
    `reset` and each `step`, `tensor` has what the asked seat of each match sees, `mask` has its legal codes, and
    `asking["done"]` says whether a match has just ended. For a match that has ended, `results` has the result, and
    `final` has what seat `watcher` saw at the end.
    """

    def __init__(self, game: Game[Any, Any], config: Any, n: int, asked: list[int], coach: str, watcher: int) -> None:
        self.game, self.config, self.n, self.watcher = game, config, n, watcher
        self.codes, self.limit = most_codes(game, config), game.bound(config)
        self.bits = sum(1 << seat for seat in asked)
        self.coach, self.driver = coach, compile_vector(game, coach)
        width = 1 + sum(int(np.prod(c.shape, dtype=int)) for c in columns(game.state))
        self.width = width + game.max_slots
        int64 = np.int64
        self.m = Matches(
            states=records(game.state, n),
            starts=to_record(game.start(config)),
            configs=to_record(config),
            doors=records(Door, 2),
            scratch=records(game.state, 2),
            found=records(Result, 2),
            results=records(Result, n),
            asking=records(Asking, n),
            orders=np.zeros((n, game.seat_count(config), game.max_slots), int64),
            mask=np.zeros((n, self.codes), bool),
            tensor=np.zeros((n, self.width), int64),
            final=np.zeros((n, self.width), int64),
        )

    def __getstate__(self) -> dict[str, Any]:
        return {name: held for name, held in vars(self).items() if name != "driver"}  # compiled code stays here

    def __setstate__(self, held: dict[str, Any]) -> None:
        vars(self).update(held, driver=compile_vector(held["game"], held["coach"]))

    def reset(self, seed: int) -> None:
        """Begins `n` new matches. Match i of a seed is the same, however large `n` is. Raises UserError if no learning
        seat is ever asked.
        """
        m, seeds = self.m, seeds_of(seed, 0, self.n)
        m.states[:] = m.starts[0]
        m.asking[:], m.orders[:] = records(Asking, 1), 0
        m.doors[:] = records(Door, 1)
        m.asking["rng"], m.asking["thoughts"] = seeds, seeds ^ np.uint64(THINKING)
        self._play(np.zeros(0, np.int64))

    def step(self, actions: Any) -> None:
        """Answers the question of each match with a code from `actions`. If a code is illegal, or if there are not `n`
        codes, raises UserError before anything is played.
        """
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise UserError(f"step needs {self.n} whole numbers, one for each match, not {given.dtype} {given.shape}")
        inside = (given >= 0) & (given < self.codes)
        legal = inside & self.m.mask[np.arange(self.n), np.where(inside, given, 0)]
        if not legal.all():
            i = int(np.argmin(legal))
            codes = ", ".join(map(str, np.flatnonzero(self.m.mask[i])))
            raise UserError(f"match {i}: the code {given[i]} is illegal here; legal codes: {codes}")
        self._play(given.astype(np.int64))

    def _play(self, actions: Any) -> None:
        """Steps all matches. Raises UserError if no learning seat is ever asked."""
        try:
            self.driver(self.m, actions, self.bits, self.watcher, self.limit)
        except ValueError as error:
            seats = [seat for seat in range(SEATS) if self.bits >> seat & 1]
            raise UserError(
                f"{error}: the rules or the sheets make every choice for seats {seats}; name another learning seat"
            ) from None


# --- Samples many plays from one position with compiled rules, to check the exact odds.


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
