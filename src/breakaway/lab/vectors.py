"""Steps thousands of matches in one compiled call: each takes one code of an order and plays on to the next question.

The driver that `compile_vector` builds does the playing; `Vector` keeps its arrays. The interfaces to other libraries
are in `research`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from breakaway import coaches
from breakaway.core import chance as door
from breakaway.core.chance import Door
from breakaway.core.game import SEATS, Game, Result, most_codes, slot_codes
from breakaway.core.state import columns, number
from breakaway.core.trouble import Trouble
from breakaway.lab.chunks import seeds_of
from breakaway.lab.compiled import THINKING, asking, driver, ending, make_compilable, make_rules_compilable
from breakaway.lab.records import Records, records, to_record

UNASKED = 100  # after so many matches in a row without a question, there will never be one


class Matches(NamedTuple):
    """The arrays of `n` matches that the driver changes; index i belongs to match i.

    All matches share `starts`, `configs`, `doors`, `found` and `scratch`. `scratch` contains what a seat sees, and a
    spare state. `seen` reads the memory of a seat's view as numbers of 1, 2, 4 and 8 bytes; `fields` (size, position,
    count) says which of them to copy into the flat tensors. `asking` has the question of each match.
    """

    states: Records
    starts: Records
    configs: Records
    doors: Records  # for dice and cards, and for what coaches draw
    scratch: Records
    seen: Any  # the memory of scratch[0] as int8, int16, int32 and int64
    fields: Any  # int64 (fields, 3)
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


def copy_fields(seen: Any, fields: Any, out: Any) -> int:
    """Copies the fields of a seat's view into the row `out`, after the row's first number.

    Returns where the fields end.
    """
    bytes_, shorts, ints, longs = seen
    at = 1
    for f in range(len(fields)):
        size, first, count = fields[f, 0], fields[f, 1], fields[f, 2]
        if size == 2:
            for k in range(count):
                out[at + k] = shorts[first + k]
        elif size == 4:
            for k in range(count):
                out[at + k] = ints[first + k]
        elif size == 8:
            for k in range(count):
                out[at + k] = longs[first + k]
        else:
            for k in range(count):
                out[at + k] = bytes_[first + k]
        at += count
    return at


def ask_driver(game: Game[Any, Any]) -> Any:
    """A compilable function that asks for a slot: in the row `mask`, it marks the codes that may follow `order`."""
    codes, refuse = slot_codes(game), game.refuse

    def ask(s: Any, config: Any, seat: int, slot: int, order: Any, mask: Any) -> None:
        mask[:] = False
        for code in range(codes(s, config, seat, order, slot)):
            order[slot] = code
            mask[code] = refuse(s, config, seat, order, slot) == 0
        order[slot] = 0

    return make_compilable(ask, game)


def see_driver(game: Game[Any, Any]) -> Any:
    """A compilable function that writes a seat's view of match `i` into `row`. The rest of the row becomes 0."""
    redact = game.redact

    def see(
        states: Records, i: int, config: Any, scratch: Records, seen: Any, fields: Any, seat: int, row: Any
    ) -> None:
        scratch[0] = states[i]
        redact(scratch[0], config, seat)
        row[0] = seat
        row[copy_fields(seen, fields, row) :] = 0

    return make_compilable(see, game)


def resolve_driver(game: Game[Any, Any]) -> Any:
    """A compilable function that plays one step of a match with its orders."""
    rules_step, start_step = game.step, door.start_step

    def resolve(s: Any, config: Any, orders: Any, chance: Any, now: Any, limit: int) -> None:
        chance.rng = now.rng
        start_step(chance)
        rules_step(s, config, orders, chance, None)
        for seat in range(len(orders)):
            if now.bits >> seat & 1:  # the other orders are blank already
                orders[seat, :] = 0
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
        for seat in range(len(orders)):
            if bits >> seat & 1:
                ask(s, config, seat, thinking, view, spare, orders[seat])
        now.thoughts = thinking.rng

    return make_compilable(answer, game)


def settle_driver(game: Game[Any, Any], coach: str) -> Any:
    """A compilable function that plays match `i` on to the next choice of a seat in `asked`.

    When a match ends, its result and what `watcher` saw are kept, and a new match begins.
    """
    choosers, is_over = game.choosers, ending(game)
    see, resolve, answer = see_driver(game), resolve_driver(game), answer_driver(game, coach)

    def settle(m: Matches, i: int, now: Any, asked: int, watcher: int, limit: int) -> None:
        states, config, unasked = m.states, m.configs[0], 0
        while True:
            bits = choosers(states[i], config)
            if bits == 0 and is_over(states[i], config, m.found[1]):
                see(states, i, config, m.scratch, m.seen, m.fields, watcher, m.final[i])
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
            resolve(states[i], config, m.orders[i], m.doors[0], now, limit)

    return make_compilable(settle, game)


def first_of(bits: int) -> int:
    """The lowest seat in `bits`."""
    seat = 0
    while not bits >> seat & 1:
        seat += 1
    return seat


@cache
def compile_vector(game: Game[Any, Any], coach: str) -> Any:
    """The driver in which the coach with this name plays every seat that is not asked. Raises NoSuchCoach.

    step(m, actions, asked, watcher, limit): answers the question of each match with its action, and plays on to the
    next question. Without actions, it plays each match from the start to its first question.
    """
    make_rules_compilable(game)
    for each in (copy_fields, first_of):
        make_compilable(each, game)
    slots, see, resolve, ask = game.slots, see_driver(game), resolve_driver(game), ask_driver(game)
    settle = settle_driver(game, coach)

    def step(m: Matches, actions: Any, asked: int, watcher: int, limit: int) -> None:
        states, config, orders, tensor = m.states, m.configs[0], m.orders, m.tensor
        fields = tensor.shape[1] - orders.shape[2]
        for i in range(len(states)):
            now = m.asking[i]
            now.done = 0
            if len(actions) != 0:
                orders[i, now.seat, now.slot] = actions[i]
                tensor[i, fields + now.slot] = actions[i] + 1
                now.slot += 1
                if now.slot < slots(states[i], config, now.seat):
                    ask(states[i], config, now.seat, now.slot, orders[i, now.seat], m.mask[i])
                    continue
                now.todo &= ~(1 << now.seat)
                if now.todo == 0:
                    resolve(states[i], config, orders[i], m.doors[0], now, limit)
            if now.todo == 0:
                settle(m, i, now, asked, watcher, limit)
            now.seat = first_of(now.todo)
            now.slot = 0
            see(states, i, config, m.scratch, m.seen, m.fields, now.seat, tensor[i])
            ask(states[i], config, now.seat, 0, orders[i, now.seat], m.mask[i])

    return driver(game, step)


def fields_of(cls: Any) -> Any:
    """Where the fields of a state class are in its record: the size of a number, the first position, and the count.

    Neighboring fields with numbers of the same size form one entry, because a few long runs are copied faster than many
    short ones.
    """
    dtype = np.dtype(records(cls, 0).dtype)
    found: list[list[int]] = []
    for each in columns(cls):
        kind, offset = dtype.fields[each.name][:2]  # type: ignore[index]
        size, count = kind.base.itemsize, int(np.prod(kind.shape, dtype=int))
        if found and found[-1][0] == size and found[-1][1] + found[-1][2] == offset // size:
            found[-1][2] += count
        else:
            found.append([size, offset // size, count])
    return np.array(found, np.int64)


def as_numbers(record: Records) -> tuple[Any, ...]:
    """The memory of one record as signed numbers of 1, 2, 4 and 8 bytes (no numbers if a size does not fit)."""
    memory = record.view(np.int8)
    return tuple(memory[: len(memory) // size * size].view(f"i{size}") for size in (1, 2, 4, 8))


class Vector:
    """`n` matches of one game and config, stepped together. When a match ends, the next one begins in the same step.

    `asked` are the seats whose orders you give, code by code; `coach` plays the others. After `reset` and each `step`,
    `tensor` has what the asked seat of each match sees, `mask` has its legal codes, and `done` says whether a match has
    just ended. For a match that has ended, `results` has the result, and `final` has what seat `watcher` saw at the
    end.
    """

    def __init__(self, game: Game[Any, Any], config: Any, n: int, asked: list[int], coach: str, watcher: int) -> None:
        self.game, self.config, self.n, self.watcher = game, config, n, watcher
        self.codes, self.limit = most_codes(game, config), game.bound(config)
        self.bits = sum(1 << seat for seat in asked)
        self.driver = compile_vector(game, coach)
        fields, width = fields_of(game.state), 1 + sum(int(np.prod(c.shape, dtype=int)) for c in columns(game.state))
        self.width = width + game.max_slots
        scratch, int64 = records(game.state, 2), np.int64
        self.m = Matches(
            states=records(game.state, n),
            starts=to_record(game.start(config)),
            configs=to_record(config),
            doors=records(Door, 2),
            scratch=scratch,
            seen=as_numbers(scratch[:1]),
            fields=fields,
            found=records(Result, 2),
            results=records(Result, n),
            asking=records(Asking, n),
            orders=np.zeros((n, game.seat_count(config), game.max_slots), int64),
            mask=np.zeros((n, self.codes), bool),
            tensor=np.zeros((n, self.width), int64),
            final=np.zeros((n, self.width), int64),
        )

    def reset(self, seed: int) -> None:
        """Begins `n` new matches. Match i of a seed is the same, however large `n` is. Raises Trouble if no learning
        seat is ever asked.
        """
        m, seeds = self.m, seeds_of(seed, 0, self.n)
        m.states[:] = m.starts[0]
        m.asking[:], m.orders[:] = records(Asking, 1), 0
        m.doors[:] = records(Door, 1)
        m.asking["rng"], m.asking["thoughts"] = seeds, seeds ^ np.uint64(THINKING)
        self._play(np.zeros(0, np.int64))

    def step(self, actions: Any) -> None:
        """Answers the question of each match with a code of `actions`. If a code is illegal, or if there are not `n`
        codes, raises Trouble before anything is played.
        """
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise Trouble(f"step needs {self.n} whole numbers, one for each match, not {given.dtype} {given.shape}")
        inside = (given >= 0) & (given < self.codes)
        legal = inside & self.m.mask[np.arange(self.n), np.where(inside, given, 0)]
        if not legal.all():
            i = int(np.argmin(legal))
            codes = ", ".join(map(str, np.flatnonzero(self.m.mask[i])))
            raise Trouble(f"match {i}: the code {given[i]} is illegal here; legal codes: {codes}")
        self._play(given.astype(np.int64))

    def _play(self, actions: Any) -> None:
        """Steps all matches. Raises Trouble if no learning seat is ever asked."""
        try:
            self.driver(self.m, actions, self.bits, self.watcher, self.limit)
        except ValueError as error:
            seats = [seat for seat in range(SEATS) if self.bits >> seat & 1]
            raise Trouble(
                f"{error}: the rules or the sheets choose for seats {seats}; name another learning seat"
            ) from None
