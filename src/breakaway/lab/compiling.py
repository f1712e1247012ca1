"""Rules made compilable: how functions, drivers and states become what Numba compiles."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import make_dataclass
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple, TypeVar

import numba
import numpy as np
from llvmlite.binding import Linkage
from numba import njit
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import lookup_environment
from numba.core.registry import cpu_target
from platformdirs import user_cache_path

from breakaway.core import chance as door
from breakaway.core.chance import Chance, Door
from breakaway.core.game import SEATS, Game, Result, candidates, slot_codes
from breakaway.core.rules import RULES, Event, EventLog, forget
from breakaway.core.state import columns, copy, from_json, number, overwrite, table
from breakaway.lab.compile_cache import GIVEN, folder_of, functions_of, own_coaches, own_hash, sources
from breakaway.lab.intrinsics import compile_once_for_all_sizes, lowest
from breakaway.players import coaches

# --- Makes machine code only for functions that Python calls. Rules that compiled drivers call stay LLVM bitcode.
#
# By default, Numba optimizes each function together with everything it calls and makes machine code from that. A rule
# would then be optimized and translated again for each function that calls it. Here a function is only linked to the
# functions that it calls. A driver, which Python calls, is optimized and translated once, as a whole. This saves a
# third of the compile time for FATE, and a quarter for the race (processor time for random play, measured once). This
# module overrides internals of Numba. If a version of Numba names them differently, compiling still works, only more
# slowly.


OVERRIDDEN = ("_optimize_final_module", "_finalize_final_module", "serialize_using_object_code")
NEEDED = (*OVERRIDDEN, "_finalize_dynamic_globals", "_verify_declare_only_symbols", "_get_module_for_linking")


class Lazy(JITCodeLibrary):
    """A compiled function together with the functions that it calls.

    It is optimized and translated when Python asks for its address.
    """

    translated = False
    _compiled_object: Any = None

    def _optimize_final_module(self) -> None:
        """Does nothing: `translate` optimizes later."""

    def _finalize_final_module(self) -> None:
        """Completes the module, so that it can be linked and kept on disk."""
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True
        if self._compiled_object:
            self.translate()

    def translate(self) -> None:
        """Optimizes the module and makes machine code, or takes the code from disk. Then adds the functions'
        environments.
        """
        self.translated = True
        if not self._compiled_object:
            self._keep_to_itself()
            super()._optimize_final_module()
            self._final_module.verify()
        super()._finalize_final_module()
        codegen: Any = self._codegen
        for each in self._final_module.global_variables:
            found = lookup_environment(each.name) if each.name.startswith("_ZN08NumbaEnv") else None
            if found is not None:
                codegen.set_env(each.name, found)

    def _keep_to_itself(self) -> None:
        """Hides the functions that were linked in from other modules, because nothing else can call these copies.

        So LLVM may specialize and inline them as it likes.
        """
        for each in self._final_module.functions:
            if not each.is_declaration and each.linkage == Linkage.linkonce_odr:
                each.linkage = Linkage.internal

    def get_pointer_to_function(self, name: str) -> int:
        """The address of the function called `name`, or 0 if this library does not define it."""
        self._ensure_finalized()
        if not self.translated:
            try:
                if self._final_module.get_function(name).is_declaration:
                    return 0
            except NameError:
                return 0
            self.translate()
        return int(super().get_pointer_to_function(name))

    def serialize_using_object_code(self) -> Any:
        """What to keep on disk: machine code if there is any, otherwise bitcode."""
        if self.translated:
            return super().serialize_using_object_code()
        self._ensure_finalized()
        return self.name, "bitcode", self._get_module_for_linking().as_bitcode()


def compile_lazily() -> None:
    """From now on, makes Numba translate each function only when Python calls it."""
    if not all(hasattr(JITCodeLibrary, name) for name in NEEDED):
        return
    codegen: Any = cpu_target.target_context.codegen()
    at_once = codegen.set_env

    def set_env(name: str, env: Any) -> None:  # untranslated code has no place for the environment yet
        if codegen._engine.get_global_value_address(name):
            at_once(name, env)

    codegen._library_class, codegen.set_env = Lazy, set_env


# --- NumPy records of states, configs and chances, derived from their class declarations.


S = TypeVar("S")
Records = np.ndarray[Any, Any]


def dtype_of(cls: Any) -> np.dtype[Any]:
    """The record type of a state or config class."""
    fields = [(c.name, c.kind, c.shape) if c.shape else (c.name, c.kind) for c in columns(cls)]
    return np.dtype(fields, align=True)


def records(cls: Any, n: int) -> Records:
    """An array of `n` records of the class, all zero."""
    return np.zeros(n, dtype_of(cls))


def put(s: Any, into: Records, i: int) -> None:
    """Writes a state as record `i` of the array `into`. Raises OverflowError if a number does not fit."""
    for c in columns(type(s)):
        try:
            into[c.name][i] = np.asarray(getattr(s, c.name), dtype=c.kind)
        except OverflowError as error:
            raise OverflowError(f"{type(s).__name__}.{c.name}: {error}") from None


def to_record(s: Any) -> Records:
    """A state as an array with one record."""
    out = records(type(s), 1)
    put(s, out, 0)
    return out


def take(cls: type[S], records_: Records, i: int) -> S:
    """Record `i` of `records_` as a plain state of this class."""
    row = records_[i]
    return from_json(cls, {c.name: row[c.name].tolist() for c in columns(cls)})


def chance_records(seeds: Any) -> Records:
    """Records of sampled chances, one for each of the seeds (64 bits, unsigned)."""
    seeds = np.atleast_1d(np.asarray(seeds, dtype=np.uint64))
    out = records(Door, len(seeds))
    out["rng"] = seeds
    return out


def take_chance(records_: Records, i: int) -> Chance:
    """Record `i` of `records_` as a plain `Chance`, without labels."""
    door = take(Door, records_, i)
    return Chance(**{c.name: getattr(door, c.name) for c in columns(Door)})


# --- Makes every registered rule compilable, and builds drivers from the rules. Only this module and `intrinsics` use
# Numba.
#
# Compiled code is kept on disk, in a folder for each game (`compile_cache.py`).


compile_lazily()

COMPILING: Any = global_compiler_lock  # while a thread has this lock, no other thread compiles
_registered: set[Any] = set()
KEPT: Any = {"cache": True, "nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
WITHOUT_MEMORY: Any = {"_nrt": False}  # for rules: counting references took 40% of random play
WITH_MEMORY: Any = {"_nrt": True}  # for coaches; without this, Numba would take the caller's setting


def keep_in(game: Game[Any, Any], own: str = "") -> None:
    """Makes Numba cache the next function that it compiles, in the game's folder (`own`: see `folder_of`)."""
    settings: Any = numba.config
    settings.CACHE_DIR = str(folder_of(game, own))


def make_compilable(function: Any, game: Game[Any, Any], own: str = "") -> Any:
    """Lets compiled code call this Python function. `own`: see `folder_of`.

    It is enough to call `make_compilable` once for each function. Each function is kept on disk separately, in the
    game's folder, so that other drivers in other processes find it already compiled. Several games share the core, so
    core functions are stored with the first game that this process compiles.
    """
    if function not in _registered:

        def compiled(*args: Any, **kwargs: Any) -> Any:
            keep_in(game, own)
            for name, kind in zip(function.__code__.co_varnames, args, strict=False):
                if own and isinstance(kind, numba.types.Callable):
                    GIVEN[function] = name
            return function

        may_ask = own or "coaches" in Path(function.__code__.co_filename).with_suffix("").parts
        extra = {"forceinline": True} if function is game.refuse else {}  # for vectors.py, which calls it for each code
        compile_once_for_all_sizes(function, compiled, KEPT | extra | (WITH_MEMORY if may_ask else WITHOUT_MEMORY))
        _registered.add(function)
    return function


def make_rules_compilable(game: Game[Any, Any]) -> None:
    """Lets compiled code call every rule of this game and the core, and note events by rule number.

    Leaves out rules in files that the game's hash does not cover, so code that calls them does not compile.
    """
    files = {str(path) for path in sources(game)}
    for each in RULES:
        if str(Path(each.function.__code__.co_filename).resolve()) in files:
            make_compilable(each.function, game)
    for bound in (slot_codes(game), *candidates(game)):
        make_compilable(bound, game)


def driver(game: Game[Any, Any], function: Any, own: str = "") -> Any:
    """Compiles the function as a driver that Python can call. The compiled code is kept in the game's folder.

    `own`: see `folder_of`.
    """
    keep_in(game, own)
    return njit(cache=True, nogil=True, **WITHOUT_MEMORY)(function)


def kernel(function: Any, **calls: Any) -> Any:
    """Compiles a function that computes with arrays and calls no rules. Threads can run it side by side.

    `calls`: compiled kernels, by the names of the plain functions that they stand for in it. The code is kept on disk,
    in a folder named after a hash of the function's file.
    """
    seen = hashlib.sha256(Path(function.__code__.co_filename).read_bytes()).hexdigest()[:20]
    settings: Any = numba.config
    settings.CACHE_DIR = str(user_cache_path("breakaway") / "compiled" / f"kernels-{seen}")
    if calls:
        function = FunctionType(function.__code__, {**function.__globals__, **calls}, function.__name__)
    return njit(cache=True, nogil=True)(function)


def of_one_type(compiled: Any) -> Callable[..., Any]:
    """A driver that is always called with the same types. Skips Numba's check of them, which takes 11 microseconds.

    The first call compiles the driver.
    """
    entries: list[Callable[..., Any]] = []

    def call(*args: Any) -> Any:
        if entries:
            return entries[0](*args)
        found = compiled(*args)
        entries.extend(each.entry_point for each in compiled.overloads.values() if hasattr(each, "entry_point"))
        return found

    return call


class Compiled(NamedTuple):
    """Compiled drivers of one game with two coaches. Array arguments contain records; `orders` and `script` contain
    whole numbers.

    - step(states, configs, orders, chances, script, log): plays one step of states[0] with the outcomes in `script`. If
      `script` is empty, the outcomes come from `chances`.
    - waits(states, configs, results) -> whether a seat has to choose now or the match is over.
    - turn(s, config, chance, thinking, seating, view, spare, r, log) -> whether the match goes on: takes the coaches'
      orders and plays a step; other compiled code calls this. See `seating_for` for `seating`.
    - play(states, configs, chances, thinking, seatings, scratch, results, log, seen, limit) -> number of steps: plays a
      whole match. `seen` receives the state after each step while there is room. The log is cleared after each step.

    The log is None or an EventLog record. The rules are compiled once with and once without a log.
    """

    step: Callable[..., None]
    waits: Callable[..., bool]
    turn: Callable[..., bool]
    play: Callable[..., int]


def compile_game(game: Game[Any, Any], first: str, second: str) -> Compiled:
    """Drivers in which the coaches called `first` and `second` play the seats. Raises NoSuchCoach."""
    return _compile(game, first, second, own_hash(game, (first, second)))


@cache
def _compile(game: Game[Any, Any], first: str, second: str, own: str) -> Compiled:
    coach_a, coach_b = coaches.find_for_lab(game, first), coaches.find_for_lab(game, second)
    make_rules_compilable(game)
    mine = own_coaches(game, (first, second))
    for coach in mine.values():
        for each in functions_of(coach):
            make_compilable(each, game, own)
    make_compilable(coach_a, game)
    make_compilable(coach_b, game)
    step, waits = _step_drivers(game)
    asks = {
        name: make_compilable(asking(game, coach, name, coaches.needs_view(game, name)), game, own)
        for coach, name in ((coach_a, first), (coach_b, second))
    }
    ask_a, ask_b = asks[first], asks[second]
    turn = make_compilable(_turn(game, ask_a, ask_b, first in mine, second in mine), game, own)
    return Compiled(step, waits, turn, driver(game, _match(turn), own))


def ending(game: Game[Any, Any]) -> Any:
    """A compilable function that says whether the match is over and, if so, fills in the Result.

    It is called when no seat has to choose.
    """
    result, ended = game.result, game.ended

    def by_result(s: Any, config: Any, r: Any) -> bool:
        result(s, config, r)
        return bool(r.why != 0)

    def by_state(s: Any, config: Any, r: Any) -> bool:
        if ended(s) == 0:  # type: ignore[misc]
            return False
        result(s, config, r)
        return True

    return make_compilable(by_result if ended is None else by_state, game)


def seating_for(game: Game[Any, Any], by: Sequence[int]) -> Records:
    """A record for `turn`: how many seats there are, which coach (0 or 1, as in `by`) plays each, and blank orders.

    Compiled code knows the shape of these tables, so it finds an order faster than in an array.
    """
    made = records(_seating_class(game.max_slots), 1)
    made["seats"], made["coach"][0, : len(by)] = len(by), by
    return made


@cache
def _seating_class(slots: int) -> Any:
    fields = [
        ("seats", int, number()),
        ("coach", list[int], table(SEATS)),
        ("orders", list[list[int]], table(SEATS, slots, kind="i8")),
    ]
    return make_dataclass(f"SeatingOf{slots}", fields, slots=True)


def _step_drivers(game: Game[Any, Any]) -> tuple[Any, Any]:
    """The drivers `step` and `waits`; see Compiled."""
    choosers, rules_step, start_step, is_over = game.choosers, game.step, door.start_step, ending(game)

    def step(states: Records, configs: Records, orders: Any, chances: Records, script: Any, log: Records) -> None:
        forget(log[0])
        start_step(chances[0])
        chances[0].scripted = len(script)
        for i in range(len(script)):
            chances[0].outcome[i] = script[i]
        rules_step(states[0], configs[0], orders, chances[0], log[0])

    def waits(states: Records, configs: Records, results: Records) -> bool:
        if choosers(states[0], configs[0]) != 0:
            return True
        return bool(is_over(states[0], configs[0], results[0]))

    return driver(game, step), driver(game, waits)


def asking(game: Game[Any, Any], coach: Any, name: str, needs_view: bool) -> Any:
    """A compilable function that lets the coach with this name fill a seat's order.

    The coach gets a redacted copy of the state in `view`. A coach that does not need a copy (see `coaches.needs_view`)
    gets the state itself, because making the copy would take longer than such a coach takes to choose.
    """
    redact = game.redact

    def ask_with_view(s: Any, config: Any, seat: int, thinking: Any, view: Any, spare: Any, order: Any) -> None:
        overwrite(view, s)
        redact(view, config, seat)
        coach(view, config, seat, thinking, spare, order)

    def ask(s: Any, config: Any, seat: int, thinking: Any, view: Any, spare: Any, order: Any) -> None:
        coach(s, config, seat, thinking, spare, order)

    return called_apart(ask_with_view if needs_view else ask, name)


def called_apart(function: Any, name: str) -> Any:
    """Gives a function that is made for one coach a name of its own, and returns it.

    Numba names machine code by the function's name and a number that starts again in each process. Code for two coaches
    that two processes have kept on disk could therefore have one name, and one of them would play both seats.
    """
    function.__qualname__ = f"{function.__name__}.{name}"
    return function


def _turn(game: Game[Any, Any], ask_a: Any, ask_b: Any, own_a: bool = False, own_b: bool = False) -> Any:
    """A function that takes the coaches' orders and plays a step. The function returns False when the match is over.

    `own_a`, `own_b`: whether the coach is a user's bot. A bot's orders are checked; an illegal one raises ValueError.
    """
    # records, not arrays: an array is passed as seven numbers or more
    choosers, rules_step, is_over = game.choosers, game.step, ending(game)
    alone = ask_a is ask_b
    start_step, must_be_legal = door.start_step, make_compilable(legal_check(game), game)

    def turn(
        s: Any, config: Any, chance: Any, thinking: Any, seating: Any, view: Any, spare: Any, r: Any, log: Any
    ) -> bool:
        bits = choosers(s, config)
        if bits == 0 and is_over(s, config, r):
            return False
        todo = bits
        while todo != 0:
            seat = lowest(todo)
            todo &= todo - 1
            if alone or seating.coach[seat] == 0:
                ask_a(s, config, seat, thinking, view, spare, seating.orders[seat])
            else:
                ask_b(s, config, seat, thinking, view, spare, seating.orders[seat])
            if own_a if seating.coach[seat] == 0 else own_b:
                must_be_legal(s, config, seat, seating.orders[seat])
        start_step(chance)
        rules_step(s, config, seating.orders, chance, log)
        while bits != 0:  # the other orders are blank already
            seating.orders[lowest(bits), :] = 0
            bits &= bits - 1
        return True

    return turn


def legal_check(game: Game[Any, Any]) -> Any:
    """A function that raises ValueError if a seat's order is not legal."""
    slots, codes, refuse = game.slots, game.codes, game.refuse

    def must_be_legal(s: Any, config: Any, seat: int, order: Any) -> None:
        for slot in range(slots(s, config, seat)):
            if order[slot] < 0 or order[slot] >= codes(s, config) or refuse(s, config, seat, order, slot) != 0:
                raise ValueError("a bot of your own gave an illegal order")

    return must_be_legal


def _match(turn: Any) -> Any:
    """A function that plays turns until the match ends. `seen` receives the state after each step if there is room."""

    def play(
        states: Records,
        configs: Records,
        chances: Records,
        thinking: Records,
        seatings: Records,
        scratch: Records,
        results: Records,
        log: Any,
        seen: Records,
        limit: int,
    ) -> int:
        steps = 0
        s, config, chance, thoughts, standings = states[0], configs[0], chances[0], thinking[0], results[0]
        seating, view, spare = seatings[0], scratch[0], scratch[1]
        while turn(s, config, chance, thoughts, seating, view, spare, standings, log):
            if log is not None:
                forget(log)
            if steps < len(seen):
                seen[steps] = states[0]
            steps += 1
            if steps > limit:
                raise OverflowError("a match took more steps than the game allows")
        return steps

    return play


class CompiledMatches:
    """Everything needed to play compiled matches of one game and config, made once and used for many matches."""

    def __init__(self, game: Game[Any, Any], config: Any, first: str, second: str, seats_of: list[int]) -> None:
        self.game, self.config = game, config
        self.compiled = compile_game(game, first, second)
        self.configs = to_record(config)
        self.start = to_record(game.start(config))
        self.states, self.scratch = self.start.copy(), records(game.state, 2)  # a coach gets a view and a spare state
        self.seating = seating_for(game, seats_of)
        self.results = records(Result, 1)
        self.nothing_seen, self.log = records(game.state, 0), records(EventLog, 1)
        self.limit = game.bound(config)

    def play(self, seed: int) -> tuple[Records, int]:
        """Plays a match from a seed. Returns its Result record, valid until the next match, and the number of steps."""
        return self.results[0], self._play(seed, None, self.nothing_seen)

    def trace(self, seed: int) -> Records:
        """Plays a match from a seed. Returns the state after every step."""
        seen = records(self.game.state, self.limit)
        return seen[: self._play(seed, self.log[0], seen)]

    def _play(self, seed: int, log: Any, seen: Records) -> int:
        self.states[0] = self.start[0]
        self.seating["orders"] = 0
        self.results[:] = np.zeros(1, dtype_of(Result))
        chances, thinking = chance_records(seed), chance_records(seed ^ THINKING)
        args = (self.states, self.configs, chances, thinking, self.seating, self.scratch, self.results)
        return int(self.compiled.play(*args, log, seen, self.limit))


THINKING = 0x5851F42D4C957F2D  # separates the coaches' own chance from the match's


def play_interpreted(
    game: Game[Any, Any], config: Any, first: str, second: str, seats_of: list[int], seed: int
) -> list[Any]:
    """The state after every step, as `CompiledMatches.trace` gives it, but played as ordinary Python.

    `seats_of[seat]` is 0 if the coach called `first` plays the seat, 1 for `second`. Raises OverflowError if the match
    takes more steps than the game allows.
    """
    found = (coaches.find(game, first), coaches.find(game, second))
    s, chance, thinking = game.start(config), door.sampled(seed), door.sampled(seed ^ THINKING)
    seen: list[Any] = []
    learns = any(coaches.is_learning(each) for each in found)
    turns: list[tuple[Any, list[Event]]] = []
    for _ in range(game.bound(config) + 1):
        bits = game.choosers(s, config)
        if bits == 0:
            r = Result()
            game.result(s, config, r)
            if r.why:
                return seen
        orders = [[0] * game.max_slots for _ in range(SEATS)]
        for seat in range(len(seats_of)):
            if bits >> seat & 1:
                view = copy(s)
                game.redact(view, config, seat)
                coach = found[seats_of[seat]]
                coaches.remember(game, coach, config, seat, tuple(turns) if learns else ())
                coach(view, config, seat, thinking, copy(view), orders[seat])
        if learns and (bits or not turns):
            turns.append((copy(s), []))
        door.start_step(chance)
        game.step(s, config, orders, chance, turns[-1][1] if learns else None)
        seen.append(copy(s))
    raise OverflowError("a match took more steps than the game allows")
