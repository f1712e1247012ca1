"""Learns the chances of winning from steps: each step leads from a situation to another one, or to the end.

A situation is a cell (field, down, or a kick), the lead, the period, the time left and the time outs. How often each
cell leads to each other cell is counted separately for each strategy (leads and times in which coaches play alike).
From the end of a match backwards, a chance of winning is then the mean of the chances of what follows. So nothing
depends on how often a lead itself came up, and the last plays are as exact as their counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix

END, HALF, OVERTIME = 1, 2, 3  # what follows instead of a cell, counted back from the last number
NEXT_PERIOD = 5  # in place of the time that a step takes
LEADS = 30  # leads up to this are told apart while learning
OVERTIME_LEADS = 8  # in overtime
BITS = (("strategy", 12), ("cell", 9), ("next", 9), ("gain", 6), ("time", 3), ("swap", 1), ("mine", 2), ("theirs", 2))
BITS += (("turn", 2),)  # of overtime, after the step
FEW = 8.0  # counts of the wider strategy that are added to each count


@dataclass
class Shape:
    """What a game's situations look like.

    - `cells`: number of cells, `kick` the cell of a kickoff; `time`: the most time that a period has left.
    - `periods`: their number without overtime; the half ends after the second.
    - `wider(strategy)`: a coarser strategy for each number. `strategies(period, turn, time, leads, mine, theirs)`: the
      strategy of each lead, and one of each lead for tries.
    """

    cells: int
    kick: int
    tries: int
    time: int
    strategies: Callable[..., Any]
    wider: Callable[[Any], Any]
    time_outs: int = 4
    turns: int = 3
    full: int = 3
    overtime_at_level: bool = False  # a step to overtime counts as a match that is over and level

    @property
    def codes(self) -> int:
        """The number of cells and of what may follow instead."""
        return self.cells + 4


def packed(columns: dict[str, Any]) -> Any:
    """One whole number for each step, from its columns."""
    found = np.zeros(len(columns["cell"]), np.int64)
    for name, bits in BITS:
        value = columns[name].astype(np.int64)
        if value.min(initial=0) < 0 or value.max(initial=0) >= 1 << bits:
            raise ValueError(f"{name}: {value.min()} to {value.max()} does not fit into {bits} bits")
        found = found << bits | value
    return found


def unpacked(keys: Any) -> dict[str, Any]:
    """The columns of packed steps."""
    found = {}
    for name, bits in reversed(BITS):
        found[name], keys = keys & ((1 << bits) - 1), keys >> bits
    return found


def joined(columns: dict[str, Any], names: Sequence[str]) -> Any:
    """Some columns of steps as one number each."""
    found = np.zeros(len(columns[names[0]]), np.int64)
    for name in names:
        found = found << dict(BITS)[name] | columns[name]
    return found


class Counts:
    """How many times each step came up."""

    def __init__(self) -> None:
        self.keys, self.times = np.zeros(0, np.int64), np.zeros(0, np.int64)
        self._waiting: list[tuple[Any, Any]] = []

    def add(self, keys: Any, times: Any) -> None:
        """Adds how many times (`times`) each of these packed steps came up."""
        self._waiting.append((keys, times))
        if len(self._waiting) >= 16:
            self.merge()

    def merge(self) -> None:
        """Adds up what waits."""
        keys = np.concatenate([self.keys, *(each for each, _ in self._waiting)])
        times = np.concatenate([self.times, *(each for _, each in self._waiting)])
        self.keys, at = np.unique(keys, return_inverse=True)
        self.times = np.bincount(at, weights=times).astype(np.int64)
        self._waiting = []


@dataclass
class Kernel:
    """Where the cells of one strategy lead: a row of `weights` for each cell, a column for each kind of step."""

    weights: Any
    columns: dict[str, Any]
    groups: list[tuple[tuple[int, ...], Any]]


class Chain:
    """The chances of winning, worked out backwards from the end. `value` holds them; see `solve`."""

    def __init__(self, shape: Shape, counts: Counts) -> None:
        self.shape = shape
        counts.merge()
        self.columns, self.times = unpacked(counts.keys), counts.times.astype(float)
        self.kernels: dict[int, Kernel] = {}
        self.by_strategy = self._sorted(self.columns["strategy"])
        self.by_wider = self._sorted(shape.wider(self.columns["strategy"]))
        self.plain = np.flatnonzero((self.columns["next"] < shape.cells) & (self.columns["time"] < NEXT_PERIOD))
        self.leads = np.arange(-LEADS, LEADS + 1)

    @staticmethod
    def _sorted(numbers: Any) -> dict[int, Any]:
        order = np.argsort(numbers, kind="stable")
        found, starts = np.unique(numbers[order], return_index=True)
        return dict(zip(found.tolist(), np.split(order, starts[1:]), strict=True))

    def kernel(self, strategy: int) -> Kernel:
        """Where the cells lead in a strategy, with a little of what holds in the wider one."""
        if strategy not in self.kernels:
            self.kernels[strategy] = self._made(strategy)
        return self.kernels[strategy]

    def _made(self, strategy: int) -> Kernel:
        nothing = np.zeros(0, np.int64)
        own = self.by_strategy.get(strategy, nothing)
        wide = self.by_wider.get(int(self.shape.wider(np.array([strategy]))[0]), nothing)
        missing = np.ones(self.shape.cells, bool)
        missing[self.columns["cell"][np.concatenate([own, wide])]] = False
        missing[self.shape.tries] = False
        if (self.columns["cell"][own] == self.shape.tries).all():
            missing[:] = False
        other = self.plain[missing[self.columns["cell"][self.plain]]]  # for cells that never came up here
        chosen = np.concatenate([own, wide, other])
        cells = self.columns["cell"][chosen]
        many = np.bincount(self.columns["cell"][wide], self.times[wide], self.shape.cells)
        weight = self.times[chosen].copy()
        weight[len(own) :] *= FEW / np.maximum(many, 1)[cells[len(own) :]]  # `other` has no `many`: its scale is free
        total = np.bincount(cells, weight, self.shape.cells)
        weight /= total[cells]
        columns = {name: self.columns[name][chosen] for name, _ in BITS}
        kinds = [name for name, _ in BITS if name not in ("strategy", "cell")]
        kind, first, at = np.unique(joined(columns, kinds), return_index=True, return_inverse=True)
        weights = csr_matrix((weight, (cells, at)), shape=(self.shape.cells, len(kind)))
        each = {name: columns[name][first] for name in kinds}
        by = ("time", "swap", "mine", "theirs", "turn")
        _, first, number = np.unique(joined(each, by), return_index=True, return_inverse=True)
        of = [(tuple(int(each[name][i]) for name in by), np.flatnonzero(number == n)) for n, i in enumerate(first)]
        return Kernel(weights, each, of)

    # --- backwards

    def solve(self, tick: Callable[[str], None]) -> dict[tuple[int, ...], Any]:
        """The chances, by (period, turn or receiver, time, my time outs, theirs): arrays of cell and lead.

        In the first half, the second number says whether the offense receives the second half's kickoff. In overtime,
        it says how many sides have had the ball; otherwise it is 0. Time outs count in the fourth period and in
        overtime.
        """
        self.value: dict[tuple[int, ...], Any] = {}
        for turn in reversed(range(self.shape.turns)):
            self._start((5, turn))
        for time in range(self.shape.time + 1):
            for _ in range(2):
                for turn in reversed(range(self.shape.turns)):
                    self._settle(5, turn, time)
        tick("overtime")
        for period in (4, 3, 2, 1):
            for at in range(2 if period < 3 else 1):
                self._start((period, at))
            for time in range(self.shape.time + 1):
                for _ in range(2 if period < 3 else 1):
                    for at in range(2 if period < 3 else 1):
                        self._settle(period, at, time)
            tick(f"period {period}")
        return self.value

    def _pairs(self, period: int) -> list[tuple[int, int]]:
        n = max(1, 0 if period < 4 else min(3, self.shape.time_outs) if period == 5 else self.shape.time_outs)
        return sorted(((a, b) for a in range(n) for b in range(n)), key=sum)

    def _start(self, at: tuple[int, int]) -> None:
        even = np.tile(0.5 + 0.5 * np.tanh(self.leads / 8), (self.shape.cells, 1))
        for time in range(self.shape.time + 1):
            for pair in self._pairs(at[0]):
                self.value[(*at, time, *pair)] = even.copy()

    def _settle(self, period: int, at: int, time: int) -> None:
        """Works out the chances with this much time left, several times because some steps take no time."""
        for pair in self._pairs(period):
            here = self.value[(period, at, time, *pair)]
            normal, tries = self.shape.strategies(period, at, time, self.leads, *pair)
            for _ in range(4):
                before = here.copy()
                if time > 0:
                    self._once(here, normal, False, (period, at, time, *pair))
                if period < 5:
                    self._once(here, tries, True, (period, at, time, *pair))
                if np.abs(here - before).max() < 5e-5:
                    break

    def _once(self, here: Any, strategies: Any, is_try: bool, key: tuple[int, ...]) -> None:
        tries = self.shape.tries
        near = np.abs(self.leads) <= (OVERTIME_LEADS if key[0] == 5 else LEADS)
        for strategy in np.unique(strategies[near]).tolist():
            kernel, leads = self.kernel(strategy), np.flatnonzero((strategies == strategy) & near)
            found = kernel.weights @ self._following(kernel, leads, key, is_try)
            known = np.diff(kernel.weights.indptr) > 0
            known[: self.shape.cells] &= (np.arange(self.shape.cells) == tries) == is_try
            rows = np.flatnonzero(known)
            here[np.ix_(rows, leads)] = found[rows]

    def _following(self, kernel: Kernel, leads: Any, key: tuple[int, ...], is_try: bool) -> Any:
        """The chance after each kind of step, for each lead."""
        period, at, time, mine, theirs = key
        out = np.zeros((len(kernel.columns["next"]), len(leads)))
        for (taken, swap, used, used_by_them, turn), some in kernel.groups:
            pair = (max(0, mine - used), max(0, theirs - used_by_them))
            pair = pair[::-1] if swap else pair
            source = self._source(period, at, time, taken, swap, pair, turn)
            if is_try and period in (2, 4):  # strategies do not tell a try after the last card from others
                code, kick = self.shape.cells + (HALF if period == 2 else END), self.shape.kick
                if time == 0:
                    source[kick] = source[code]
                else:
                    source[code] = source[kick]
            gain = kernel.columns["gain"][some] - 32
            lead = np.clip(leads[None, :] + gain[:, None], 0, 2 * LEADS)
            ours = lead if not swap else 2 * LEADS - lead
            found = source[kernel.columns["next"][some][:, None], ours]
            out[some] = 1 - found if swap else found
        return out

    def _source(self, period: int, at: int, time: int, taken: int, swap: int, pair: tuple[int, int], turn: int) -> Any:
        """The chances of the side that has the ball after a step, by code and lead."""
        if period == 5:
            base = self.value[(5, turn, max(0, time - taken), *pair)]
        else:
            at = at ^ swap if period < 3 else at
            if period in (1, 3):
                base = self._or_next_period(period, at, time, taken, pair)
            else:
                base = self.value[(period, at, max(0, time - taken), *pair)]
        more = np.empty((4, base.shape[1]))
        more[END] = 0.5 + 0.5 * np.sign(self.leads)
        more[OVERTIME] = 0.5
        more[HALF] = more[0] = self._second_half(at) if period == 2 else 0.5
        return np.concatenate([base, more])

    def _or_next_period(self, period: int, at: int, time: int, taken: int, pair: tuple[int, int]) -> Any:
        """The chances after a step in a quarter that does not end a half. The next quarter keeps the ball's position.

        Strategies do not tell the last card from others here, so the time left decides whether the quarter ends.
        """
        left = time - (taken if taken != NEXT_PERIOD else 0 if time == 0 else 1)
        if left > 0:
            return self.value[(period, at, left, *pair)]
        after = (2, at, self.shape.time, 0, 0) if period == 1 else (4, 0, self.shape.time, *(self.shape.full,) * 2)
        base = self.value[after].copy()
        if time > 0:
            base[self.shape.tries] = self.value[(period, at, 0, *pair)][self.shape.tries]
        return base

    def _second_half(self, receives: int) -> Any:
        """The chances before the second half's kickoff. `receives`: whether the side receives it, or kicks it."""
        kicks = self.value[(3, 0, self.shape.time, 0, 0)][self.shape.kick]
        return 1 - kicks[::-1] if receives else kicks


def steps(rows: dict[str, Any], strategy: Any, score_gain: Any, last: Any, shape: Shape) -> dict[str, Any]:
    """The columns of steps from rows of situations, each followed by the next of its match.

    `last` marks the last row of a match, `score_gain` is what the offense gains until the next row, or until the end.
    """
    nxt = {name: np.roll(value, -1) for name, value in rows.items()}
    swap = (rows["offense"] != nxt["offense"]) & ~last
    same = (nxt["quarter"] == rows["quarter"]) & ~last
    time = np.where(same, np.clip(rows["plays_left"] - nxt["plays_left"], 0, 4), 0)
    after = nxt["cell"].copy()
    half = (rows["quarter"] == 2) & (nxt["quarter"] == 3) & ~last
    over = (rows["quarter"] < 5) & (nxt["quarter"] == 5) & ~last
    time = np.where(~same & ~last & ~half & ~over, NEXT_PERIOD, time)
    for where, code in ((last, END), (half, HALF), (over, END if shape.overtime_at_level else OVERTIME)):
        after = np.where(where, shape.cells + code, after)
    plain = last | half | over
    late = same & (rows["quarter"] >= 4) & (shape.time_outs > 0)
    used = np.where(late, rows["mine"] - np.where(swap, nxt["theirs"], nxt["mine"]), 0)
    used_by_them = np.where(late, rows["theirs"] - np.where(swap, nxt["mine"], nxt["theirs"]), 0)
    return {
        "strategy": strategy,
        "cell": rows["cell"],
        "next": after,
        "gain": np.clip(score_gain, -8, 8) + 32,
        "time": time,
        "swap": np.where(plain, 0, swap),
        "mine": np.clip(used, 0, 3),
        "theirs": np.clip(used_by_them, 0, 3),
        "turn": np.where(same & (rows["quarter"] == 5), nxt["turn"], 0),
    }


def rising(values: Any, axis: int = -1) -> Any:
    """The values, changed so that they never fall along the axis.

    Each becomes the mean of the largest value up to it and the smallest value from it on.
    """
    up = np.maximum.accumulate(values, axis)
    down = np.flip(np.minimum.accumulate(np.flip(values, axis), axis), axis)
    return (up + down) / 2
