"""Exact odds of a play, and tables of winning chances."""

from __future__ import annotations

import base64
import hashlib
import json
import struct
import tomllib
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import lcm
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar

from breakaway.core.chance import exhaustive, next_script
from breakaway.core.game import Game, Order, blank_orders, result_of
from breakaway.core.rules import Event, rule
from breakaway.core.state import copy, json_of, key

# --- Works out exact odds: runs every script of every step and merges equal states, so that even long draws need few
# states.
#
# A game can also merge states that are not equal. `alike` turns a state into one that represents all states that are
# equivalent for the question at hand. Cards that make no difference then become one outcome with a weight. Play goes on
# only once from each of these representative states, however many plays lead to it.


S = TypeVar("S")
B = TypeVar("B")

MOST_KEPT = 100_000  # states whose results are kept; a state of FATE takes about five thousand bytes

Steps: TypeAlias = "tuple[list[tuple[int, int]], int]"  # (node, weight) pairs, and the total of the weights


class TooLong(RuntimeError):
    """The odds could not be worked out in the allowed number of steps. `left` is the probability that play goes on."""

    def __init__(self, left: Fraction) -> None:
        super().__init__(
            f"the odds are not complete: with probability {float(left):.3g}, play goes on after the allowed steps"
        )
        self.left = left

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.left,), vars(self)


@dataclass(frozen=True)
class End(Generic[S]):
    """A state in which play ends, its exact probability, and the bits noted on the way there."""

    state: S
    noted: int
    p: Fraction


@dataclass(frozen=True)
class Spread(Generic[S]):
    """The exact probability of each end. `left` is the probability that play goes on after the allowed steps."""

    ends: list[End[S]]
    left: Fraction


class Odds(Generic[S, B]):
    """The odds for one game and config. Keeps its results for further questions, up to MOST_KEPT states.

    - `stop(state)`: whether to stop at this state. Play also stops at the end of the match and, without `answer`, at
      any choice.
    - `answer(state)`: the orders to use when a seat must choose on the way.
    - `alike(state)`: after a step, changes a state into the one that represents all states equivalent to it.
    - `note(events)`: the bits to remember from a step. `End.noted` collects the bits of all steps.
    """

    def __init__(
        self,
        game: Game[S, B],
        config: B,
        stop: Callable[[S], bool] | None = None,
        answer: Callable[[S], list[Order]] | None = None,
        alike: Callable[[S], None] | None = None,
        note: Callable[[list[Event]], int] | None = None,
    ) -> None:
        self.game, self.config = game, config
        self.stop, self.answer, self.alike, self.note = stop, answer, alike, note
        self.nobody = blank_orders(game)
        self._node: dict[tuple[Any, ...], int] = {}
        self._states: list[tuple[S, int]] = []
        self._ends: list[bool] = []
        self._steps: list[Steps | None] = []

    @property
    def states(self) -> int:
        """How many different states have come up and are kept."""
        return len(self._states)

    def spread(self, s: S, orders: list[Order] | None = None, max_steps: int = 1000) -> Spread[S]:
        """The exact probability of each end that can follow from `s` with these orders, after at least one step.

        The result is complete unless more than `max_steps` steps are needed.
        """
        if len(self._states) > MOST_KEPT:
            for kept in (self._node, self._states, self._ends, self._steps):
                kept.clear()
        open_, done, total = {self._met(copy(s), 0): 1}, dict[int, int](), 1
        for n in range(max_steps):
            steps = [(weight, *self._next(node, orders if n == 0 else None)) for node, weight in open_.items()]
            common = lcm(*(of for _, _, of in steps))
            done = {node: weight * common for node, weight in done.items()}
            open_, total = {}, total * common
            for weight, after, of in steps:
                share = weight * (common // of)
                for node, times in after:
                    into = done if self._ends[node] else open_
                    into[node] = into.get(node, 0) + share * times
            if not open_:
                break
        ends = [End(*self._states[node], Fraction(weight, total)) for node, weight in done.items()]
        return Spread(ends, Fraction(sum(open_.values()), total))

    def _met(self, s: S, noted: int) -> int:
        """The number of this state; a new state gets the next number."""
        k = (key(s), noted)
        node = self._node.get(k)
        if node is None:
            node = self._node[k] = len(self._states)
            self._states.append((s, noted))
            asked = self.answer is None and self.game.choosers(s, self.config) != 0
            over = asked or (self.stop is not None and self.stop(s)) or result_of(self.game, s, self.config).why != 0
            self._ends.append(over)
            self._steps.append(None)
        return node

    def _next(self, node: int, orders: list[Order] | None) -> Steps:
        """The states that one step can lead to. Keeps the result, unless the caller gives orders."""
        s, noted = self._states[node]
        if orders is not None:
            return self._step(s, noted, orders)
        kept = self._steps[node]
        if kept is None:
            orders = self.answer(s) if self.answer and self.game.choosers(s, self.config) else self.nobody
            kept = self._steps[node] = self._step(s, noted, orders)
        return kept

    def _step(self, s: S, noted: int, orders: list[Order]) -> Steps:
        """The states that the scripts of one step lead to, with equal states merged."""
        found: list[tuple[int, int, int]] = []
        chance, more = exhaustive(), True
        while more:
            after, log = copy(s), list[Event]()
            self.game.step(after, self.config, orders, chance, log if self.note else None)
            if self.alike:
                self.alike(after)
            weight = total = 1
            for i in range(chance.asked):
                weight, total = weight * chance.weight[i], total * chance.total[i]
            found.append((self._met(after, noted | (self.note(log) if self.note else 0)), weight, total))
            more = next_script(chance)
        common = lcm(*{total for _, _, total in found})
        merged: dict[int, int] = {}
        for node, weight, total in found:
            merged[node] = merged.get(node, 0) + weight * (common // total)
        return list(merged.items()), common


def odds(
    game: Game[S, B],
    s: S,
    config: B,
    orders: list[Order],
    stop: Callable[[S], bool] | None = None,
    max_steps: int = 1000,
) -> list[tuple[S, Fraction]]:
    """The exact distribution of states at the next choice (or where `stop` says so, or at the end).

    Raises TooLong, with the probability that play goes on, if more than `max_steps` steps are needed.
    """
    spread = Odds(game, config, stop).spread(s, orders, max_steps)
    if spread.left:
        raise TooLong(spread.left)
    return [(end.state, end.p) for end in spread.ends]


def after_step(game: Game[S, B], s: S, config: B, orders: list[Order]) -> dict[tuple[Any, ...], tuple[S, Fraction]]:
    """Every state that one step can lead to, by its key, with its exact probability."""
    spread = Odds(game, config, stop=lambda _: True).spread(s, orders, 1)
    return {key(end.state): (end.state, end.p) for end in spread.ends}


# --- Reads the tables of winning chances that come with games, and looks up chances in them.
#
# A table is fitted to simulated matches (tools/fit_winning.py). The table has a chance in ten-thousandths for each slot
# (how much of the match is left), cell (such as a down with its field position) and lead. Compiled code reads the same
# bytes as ordinary Python.


ONE = 1_000_000  # certainty; chances are in millionths
STEP = 100  # the millionths in one step of a chance in a table
MIDDLE = 1000  # what stands for 0 among the numbers that come with a table
UNFOLDED = ".unfolded"  # how such a file ends
MOST_BYTES = 1_000_000  # compiled code reads a part as a constant; larger ones come out wrong there, without an error


@dataclass(frozen=True)
class WinningTable:
    """A game's table: its parts, the numbers that come with them (see `number_at`), and the hash of its file.

    The parts and the numbers are bytes because Numba reads a byte with a single load. To read an item of a tuple, it
    needs a switch over all items.
    """

    parts: dict[str, bytes]
    numbers: dict[str, bytes]
    hash: str


@cache
def load(path: Path) -> WinningTable:
    """Reads a table; the file is read only once. Raises ValueError for a part that compiled code could not read.

    Where a browser runs Python, the table lies beside this file as `unfolded` wrote it, because there, unpacking it
    would take a fifth of the start.
    """
    ready = path.with_suffix(UNFOLDED)
    if ready.exists():
        return _folded(ready.read_bytes())
    text = path.read_bytes()
    data = tomllib.loads(text.decode().replace('"""', "'''"))  # texts without escapes are read ten times as fast
    parts = {name: unpack(packed) for name, packed in data["table"].items()}
    for name, part in parts.items():
        if len(part) >= MOST_BYTES:
            raise ValueError(
                f"{path.name}: part {name} has {len(part):,} bytes; it must have fewer than {MOST_BYTES:,}"
            )
    return WinningTable(
        parts, {name: as_bytes(each) for name, each in data["numbers"].items()}, hashlib.sha256(text).hexdigest()[:16]
    )


def unfolded(table: WinningTable) -> bytes:
    """The whole `table`, so that it can be read without any work: a line of JSON, then the parts as they are."""
    numbers = {name: each.hex() for name, each in table.numbers.items()}
    sizes = {name: len(part) for name, part in table.parts.items()}
    head = json.dumps({"hash": table.hash, "numbers": numbers, "parts": sizes})
    return b"".join((head.encode(), b"\n", *table.parts.values()))


def _folded(data: bytes) -> WinningTable:
    at = data.index(b"\n") + 1
    head, parts = json_of(data[:at]), {}
    for name, size in head["parts"].items():
        parts[name] = data[at : at + size]
        at += size
    return WinningTable(parts, {name: bytes.fromhex(each) for name, each in head["numbers"].items()}, head["hash"])


def unpack(text: str) -> bytes:
    """The numbers of a packed table, two bytes each, low byte first."""
    changes = zlib.decompress(base64.b64decode(text))
    half = len(changes) // 2
    both = bytearray(2 * half)
    both[0::2], both[1::2] = changes[:half], changes[half:]
    sums = struct.pack(f"<{half}Q", *accumulate(struct.unpack(f"<{half}H", both)))
    both[0::2], both[1::2] = sums[0::8], sums[1::8]
    return bytes(both)


def as_bytes(numbers: Iterable[int]) -> bytes:
    """Packs numbers that are at least -MIDDLE into the form that `number_at` reads."""
    return b"".join((each + MIDDLE).to_bytes(2, "little") for each in numbers)


def pack(numbers: list[int]) -> str:
    """The reverse of `unpack`: packs numbers from 0 to 65535 into lines of text."""
    changes = [(after - before) % 65536 for before, after in zip([0, *numbers], numbers, strict=False)]
    both = bytes(each & 255 for each in changes) + bytes(each >> 8 for each in changes)
    text = base64.b64encode(zlib.compress(both, 9)).decode()
    return "\n".join(text[i : i + 120] for i in range(0, len(text), 120))


@rule()
def read(table: bytes, at: int) -> int:
    """The number at a position in a table."""
    return int(table[2 * at]) + 256 * int(table[2 * at + 1])


@rule()
def number_at(numbers: bytes, at: int) -> int:
    """The number at a position among the numbers that come with a table."""
    return read(numbers, at) - MIDDLE


@rule()
def even(lead: int) -> int:
    """The chance of winning with this final `lead`: certainty if ahead, 0 if behind, one half if tied."""
    return ONE if lead > 0 else 0 if lead < 0 else ONE // 2


@rule()
def knot(knots: bytes, left: int) -> int:
    """The position in `knots` of the last knot that is not beyond `left`.

    Never the very last position, so that another knot always follows.
    """
    at = 0
    for i in range(1, len(knots) - 1):
        at += knots[i] <= left
    return at


@rule()
def between(low: int, high: int, part: int, whole: int) -> int:
    """The chance between `low` and `high`, interpolated linearly at the fraction `part` / `whole` of the way."""
    return low + (high - low) * part // whole if whole > 0 else low


@rule()
def corrected(chance: int, shift: int, slope: int) -> int:
    """A chance after two small corrections, both in thousandths and between -900 and 900.

    `shift` moves the chance, most of all near one half. `slope` moves it toward one half or away from it. If one chance
    is higher than another, it stays higher when both are corrected.
    """
    spread = chance * (ONE - chance) // ONE
    moved = chance + spread * shift // 1000 + spread * slope // 1000 * (2 * chance - ONE) // ONE
    return max(0, min(ONE, moved))
