"""The only module that knows Numba: makes every registered rule compilable and builds drivers from them.

Numba's cache sees neither an edit in another file nor the bounds-check flag, so the cache folder is named by the hash
of all of it, before Numba is imported.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from platformdirs import user_cache_path

from breakaway import coaches
from breakaway.core import chance as door
from breakaway.core import events
from breakaway.core.game import SEATS, Game, Result
from breakaway.core.rule import RULES
from breakaway.core.state import copy
from breakaway.core.told import ARGS, Told, forget, hear_one, too_much
from breakaway.lab.records import Records, chance_records, dtype_of, records, to_record

COMPILED = ("core", "coaches", "games")
COMPILED_HERE = ("compiled.py", "chunks.py", "sampler.py")


def source_hash() -> str:
    """A hash of all sources that can be compiled, of the Python and of the flags that change the code."""
    root = Path(__file__).parents[1]
    seen = hashlib.sha256(f"{sys.version} {os.environ.get('NUMBA_BOUNDSCHECK', '')}".encode())
    paths = [path for part in COMPILED for path in (root / part, *(root / part).rglob("*.py")) if path.is_file()]
    paths += [root / "lab" / name for name in COMPILED_HERE]
    paths += (root / "games").glob("*/coaches/*.toml")  # coaches read them into constants, which are compiled in
    for path in sorted(paths):
        seen.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes())
    return seen.hexdigest()[:20]


if "numba" not in sys.modules:
    os.environ["NUMBA_CACHE_DIR"] = str(user_cache_path("breakaway") / "compiled" / source_hash())

from numba import njit as njit  # noqa: E402  (the cache folder comes first)
from numba import types  # noqa: E402
from numba.core.errors import TypingError  # noqa: E402
from numba.extending import overload, register_jitable  # noqa: E402

# Numba wants the parameters of an overload and of its implementation alike, annotations included.

NUMBERS: dict[str, int] = {}  # of the rules of all games that were made compilable, by id


def noting(rule: Any, count: int) -> Callable[..., None]:
    """How an event with so many numbers is noted; its rule has to be written out where it is told."""
    if not isinstance(rule, types.StringLiteral):
        raise TypingError("the rule of an event has to be a literal text")
    if count > ARGS:
        raise TypingError(f"an event has {ARGS} numbers at most")
    number = NUMBERS[rule.literal_value]

    def note(log: Any, args: Any) -> None:
        value = log.value[hear_one(log, number)]
        for j in range(ARGS):
            value[j] = 0
        if count > 0:  # known when this is compiled: a tuple can only be read at a place that it has
            value[0] = args[0]
        if count > 1:
            value[1] = args[1]
        if count > 2:
            value[2] = args[2]
        if count > 3:
            value[3] = args[3]
        if count > 4:
            value[4] = args[4]
        if count > 5:
            value[5] = args[5]

    return register_jitable(note)


@overload(events.tell, prefer_literal=True)
def _tell(log: Any, rule: Any, *args: Any) -> Any:
    def nothing(log: Any, rule: Any, *args: Any) -> None:
        return None

    if isinstance(log, types.NoneType):
        return nothing
    note = noting(rule, len(args))

    def noted(log: Any, rule: Any, *args: Any) -> None:
        note(log, args)

    return noted


@overload(events.tell_only, prefer_literal=True)
def _tell_only(log: Any, seats: Any, rule: Any, *args: Any) -> Any:
    def nothing(log: Any, seats: Any, rule: Any, *args: Any) -> None:
        return None

    if isinstance(log, types.NoneType):
        return nothing
    note = noting(rule, len(args))

    def noted(log: Any, seats: Any, rule: Any, *args: Any) -> None:
        note(log, args)

    return noted


@overload(door.name_outcome)
def _name_outcome(c: Any, label: Any) -> Any:
    def nothing(c: Any, label: Any) -> None:
        return None

    return nothing


@overload(door.full)
def _full(c: Any) -> Any:
    def raises(c: Any) -> None:
        raise OverflowError("a step asked for too many outcomes")

    return raises


@overload(door.ran_out)
def _ran_out(c: Any, label: Any, sides: Any) -> Any:
    def raises(c: Any, label: Any, sides: Any) -> None:
        raise ValueError("the script has no more outcomes")

    return raises


@overload(door.impossible)
def _impossible(c: Any, label: Any, sides: Any, outcome: Any) -> Any:
    def raises(c: Any, label: Any, sides: Any, outcome: Any) -> None:
        raise ValueError("an impossible outcome was scripted")

    return raises


@overload(too_much)
def _too_much() -> Any:
    def raises() -> None:
        raise OverflowError("too many events were told at once")

    return raises


_registered: set[Any] = set()


def make_compilable(function: Any) -> Any:
    """Lets compiled code call this Python function; once is enough.

    Each is kept on disk by itself, so that another driver in another process finds the rules compiled.
    """
    if function not in _registered:
        register_jitable(cache=True, no_cfunc_wrapper=True)(function)
        _registered.add(function)
    return function


def make_rules_compilable(game: Game[Any, Any] | None = None) -> None:
    """Lets compiled code call every rule registered by now, and note this game's events by their rules' numbers."""
    for each in RULES:
        make_compilable(each.function)
    if game is not None:
        NUMBERS.update({entry.id: entry.number for entry in game.rules.entries.values()})


class Compiled(NamedTuple):
    """Compiled drivers of one game with its coaches; every array argument is of records.

    step(states, books, orders, chances, script, told): one step of states[0] with these outcomes (none: chances' own).
    waits(states, books, results) -> whether somebody chooses now or the match is over.
    turn(states, books, chances, thinking, seats_of, scratch, orders, results, log) -> whether the match goes on: the
    coaches' orders and a step. The log is None, or a record of Told; rules are compiled once for each of the two.
    play(states, books, chances, thinking, seats_of, scratch, orders, results, log, seen, limit) -> steps:
    a whole match; `seen` takes the state after each step as far as it has room. The log holds the last step's events.
    """

    step: Callable[..., None]
    waits: Callable[..., bool]
    turn: Callable[..., bool]
    play: Callable[..., int]


@cache
def compile_game(game: Game[Any, Any], first: str, second: str) -> Compiled:
    """Drivers in which each seat is played by one of two coaches. Raises NoSuchCoach."""
    coach_a, coach_b = coaches.find(game, first), coaches.find(game, second)
    make_rules_compilable(game)
    make_compilable(coach_a)
    make_compilable(coach_b)
    step, waits = _step_drivers(game)
    turn = _turn_driver(game, coach_a, coach_b)
    return Compiled(step, waits, turn, _match_driver(turn))


def _step_drivers(game: Game[Any, Any]) -> tuple[Any, Any]:
    """One step with scripted outcomes, and whether somebody has to say something after it."""
    choosers, rules_step, result, start_step = game.choosers, game.step, game.result, door.start_step

    @njit(cache=True, nogil=True)
    def step(states: Records, books: Records, orders: Any, chances: Records, script: Any, told: Records) -> None:
        forget(told[0])
        start_step(chances[0])
        chances[0].scripted = len(script)
        for i in range(len(script)):
            chances[0].outcome[i] = script[i]
        rules_step(states[0], books[0], orders, chances[0], told[0])

    @njit(cache=True, nogil=True)
    def waits(states: Records, books: Records, results: Records) -> bool:
        if choosers(states[0], books[0]) != 0:
            return True
        result(states[0], books[0], results[0])
        return bool(results[0].why != 0)

    return step, waits


def _turn_driver(game: Game[Any, Any], coach_a: Any, coach_b: Any) -> Any:
    """The coaches' orders, then a step; False when the match is over."""
    choosers, rules_step, hide, result = game.choosers, game.step, game.hide, game.result
    start_step = door.start_step

    @njit(cache=True, nogil=True)
    def turn(
        states: Records,
        books: Records,
        chances: Records,
        thinking: Records,
        seats_of: Records,
        scratch: Records,
        orders: Any,
        results: Records,
        log: Any,
    ) -> bool:
        s, book = states[0], books[0]
        bits = choosers(s, book)
        if bits == 0:
            result(s, book, results[0])
            if results[0].why != 0:
                return False
        orders[:] = 0
        for seat in range(len(seats_of)):
            if bits >> seat & 1:
                scratch[0] = states[0]
                hide(scratch[0], book, seat)
                if seats_of[seat] == 0:
                    coach_a(scratch[0], book, seat, thinking[0], scratch[1], orders[seat])
                else:
                    coach_b(scratch[0], book, seat, thinking[0], scratch[1], orders[seat])
        start_step(chances[0])
        rules_step(s, book, orders, chances[0], log)
        return True

    return turn


def _match_driver(turn: Any) -> Any:
    """Turn after turn to the end; `seen` takes the state after each step as far as it has room."""

    @njit(cache=True, nogil=True)
    def play(
        states: Records,
        books: Records,
        chances: Records,
        thinking: Records,
        seats_of: Records,
        scratch: Records,
        orders: Any,
        results: Records,
        log: Any,
        seen: Records,
        limit: int,
    ) -> int:
        steps = 0
        while turn(states, books, chances, thinking, seats_of, scratch, orders, results, log):
            if log is not None:
                forget(log)
            if steps < len(seen):
                seen[steps] = states[0]
            steps += 1
            if steps > limit:
                raise OverflowError("a match went past its bound")
        return steps

    return play


class Table:
    """Everything that compiled matches of one game and book need, made once and used for match after match."""

    def __init__(self, game: Game[Any, Any], book: Any, first: str, second: str, seats_of: list[int]) -> None:
        self.game, self.book = game, book
        self.compiled = compile_game(game, first, second)
        self.books = to_record(book)
        self.start = to_record(game.start(book))
        self.states, self.scratch = self.start.copy(), records(game.state, 2)  # a coach has a view and a spare
        self.seats_of = np.asarray(seats_of, dtype=np.int64)
        self.orders = np.zeros((SEATS, game.max_slots), np.int64)
        self.results = records(Result, 1)
        self.nothing_seen, self.told = records(game.state, 0), records(Told, 1)
        self.limit = game.bound(book)

    def play(self, seed: int) -> tuple[Records, int]:
        """Plays a match from a seed; returns its Result record (valid until the next match) and its steps."""
        return self.results[0], self._play(seed, None, self.nothing_seen)

    def trace(self, seed: int) -> Records:
        """Plays a match from a seed; returns the state after every step."""
        seen = records(self.game.state, self.limit)
        return seen[: self._play(seed, self.told[0], seen)]

    def _play(self, seed: int, log: Any, seen: Records) -> int:
        self.states[0] = self.start[0]
        self.results[:] = np.zeros(1, dtype_of(Result))
        chances, thinking = chance_records(seed), chance_records(seed ^ THINKING)
        args = (self.states, self.books, chances, thinking, self.seats_of, self.scratch, self.orders, self.results)
        return int(self.compiled.play(*args, log, seen, self.limit))


THINKING = 0x5851F42D4C957F2D  # sets the coaches' own chance apart from the match's


def play_interpreted(
    game: Game[Any, Any], book: Any, first: str, second: str, seats_of: list[int], seed: int
) -> list[Any]:
    """The same match as `Table.trace`, by the same functions as ordinary Python: the state after every step."""
    found = (coaches.find(game, first), coaches.find(game, second))
    s, chance, thinking = game.start(book), door.sampled(seed), door.sampled(seed ^ THINKING)
    seen: list[Any] = []
    for _ in range(game.bound(book) + 1):
        bits = game.choosers(s, book)
        if bits == 0:
            r = Result()
            game.result(s, book, r)
            if r.why:
                return seen
        orders = [[0] * game.max_slots for _ in range(SEATS)]
        for seat in range(len(seats_of)):
            if bits >> seat & 1:
                view = copy(s)
                game.hide(view, book, seat)
                found[seats_of[seat]](view, book, seat, thinking, copy(view), orders[seat])
        door.start_step(chance)
        game.step(s, book, orders, chance, None)
        seen.append(copy(s))
    raise OverflowError("a match went past its bound")
