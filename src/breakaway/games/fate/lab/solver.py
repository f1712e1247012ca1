"""Solves FATE football: the chance of winning in every situation if both sides play as well as they can.

The value of a situation is the chance of winning for its *owner*: the side that has the ball, or kicks. A tie counts as
half a win. What is good for one side is as bad for the other, so one table serves both.

    values[place, tools, lead]  at each number of units of 15 seconds that are left in the half

`tools` numbers the time outs of owner and rival and, in the first half, who receives the kickoff of the second;
`lead` is the owner's lead, from -most to most. A play takes one unit or two, so the values with t units left follow
from those with t - 1 and t - 2 (backward induction). In each situation both sides call at once: a matrix game of ten
calls against five, solved by the simplex method. The solver checks the gap of each game: what the better of both sides
could still gain against the mixes found.

The place after a play comes from the game's own rules (`situations.py`), and so do the chances.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from breakaway.games.fate.coaches import matrix_game
from breakaway.games.fate.lab.situations import (
    CALLS,
    DEFENSES,
    FREE_KICK,
    KICKOFF,
    KICKS,
    OTHERS,
    TRY,
    YARDS,
    Situations,
)
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.possession import LONG_PLAY
from breakaway.lab.compiling import kernel

HALF, QUARTER = 2 * terms.QUARTER, terms.QUARTER  # units of the clock
MOST = 40  # leads; larger ones count as these
PIECES = 8  # of a slice, for each thread
LONG_CALLS = (5, 9)
ORDER = np.array([i for i in range(CALLS) if i not in LONG_CALLS] + list(LONG_CALLS))  # the closed calls come last

# --- The matrix game that the coach solves in a match, compiled.

pivot = kernel(matrix_game.pivot)
begin = kernel(matrix_game.begin)
reach_basis = kernel(matrix_game.reach_basis, pivot=pivot)
reach_end = kernel(matrix_game.reach_end, pivot=pivot)
read_mixes = kernel(matrix_game.read_mixes)
bounds = kernel(matrix_game.bounds)
solve_matrix = kernel(
    matrix_game.solve, begin=begin, reach_basis=reach_basis, reach_end=reach_end, read_mixes=read_mixes, bounds=bounds
)


# --- A slice: all situations with one number of units left.


@kernel
def fill_others(V, downs, swap):  # type: ignore[no-untyped-def]
    """Fills the places that only look at situations: the other side has the ball, or there was a score."""
    first = downs + 3
    E, L = V.shape[1], V.shape[2]
    for e in range(E):
        o = swap[e]
        for y in range(99):
            for n in range(L):
                V[first + y, e, n] = 1.0 - V[y, o, L - 1 - n]
        for n in range(L):
            V[first + 99, e, n] = V[downs + 1, e, min(L - 1, n + 6)]
            V[first + 100, e, n] = V[downs + 2, e, max(0, n - 2)]
            V[first + 101, e, n] = 1.0 - V[downs + 1, o, min(L - 1, L - 1 - n + 6)]
            V[first + 102, e, n] = V[downs, e, min(L - 1, n + 3)]


@kernel
def fill_tries(V, base, downs, one, two):  # type: ignore[no-untyped-def]
    """Fills the tries: a kick or two points, and then `base`, a kickoff or the end of the half."""
    E, L = base.shape
    for e in range(E):
        for n in range(L):
            kick = one * base[e, min(L - 1, n + 1)] + (1 - one) * base[e, n]
            both = two * base[e, min(L - 1, n + 2)] + (1 - two) * base[e, n]
            V[downs + 1, e, n] = max(kick, both)


@kernel
def after_long(V2, V1, matters, spend, spend_rival, U, first, last):  # type: ignore[no-untyped-def]
    """The value of each place after a play of two units: the owner may take a time out, and then the rival."""
    E, L = V2.shape[1], V2.shape[2]
    for x in range(first, last):
        for e in range(E):
            for n in range(L):
                v = V2[x, e, n]
                if matters:
                    if spend_rival[e] >= 0:
                        v = min(v, V1[x, spend_rival[e], n])
                    if spend[e] >= 0:
                        v = max(v, V1[x, spend[e], n])
                U[x, e, n] = v


@kernel
def mean_of(V1, places, chances, first, last, out):  # type: ignore[no-untyped-def]
    """The mean over the ends of a kick, which are listed from `first` to `last`."""
    E, L = out.shape
    out[:] = 0.0
    for k in range(first, last):
        x, p = places[k], chances[k]
        for e in range(E):
            for n in range(L):
                out[e, n] += p * V1[x, e, n]


@kernel
def kicked(GK, places, chances, starts, best):  # type: ignore[no-untyped-def]
    """For each yard line, the value of the better kick: a punt or, in range, a field goal."""
    E, L = best.shape[1], best.shape[2]
    goal = np.empty((E, L))
    for y in range(99):
        mean_of(GK, places, chances, starts[y], starts[y + 1], best[y])
        if starts[100 + y] > starts[99 + y]:
            mean_of(GK, places, chances, starts[99 + y], starts[100 + y], goal)
            for e in range(E):
                for n in range(L):
                    best[y, e, n] = max(best[y, e, n], goal[e, n])


@kernel
def scrimmage(G1, G2, V, best, balls, many, after, units, start, which, chance, cells, warm, told, first, last):  # type: ignore[no-untyped-def]
    """Fills the downs from `first` to `last` of a slice.

    G1 and G2: the value of each place after a play of one unit and of two. `told` gets, for each down, how many games
    there were, how many had a saddle point, and the largest gap.
    """
    E, L = V.shape[1], V.shape[2]
    lists = len(start) - 1
    pay = np.empty((lists, L))
    A, T = np.empty(50), np.empty(66)
    p, q = np.empty(10), np.empty(5)
    rows, columns = np.empty(10, np.int64), np.empty(5, np.int64)
    for x in range(first, last):
        m = many[x]
        saddles = 0
        worst = 0.0
        for e in range(E):
            for u in range(lists):
                for n in range(L):
                    pay[u, n] = 0.0
                for k in range(start[u], start[u + 1]):
                    o, c = which[k], chance[k]
                    to = after[x, o]
                    if units[o] == 1:
                        for n in range(L):
                            pay[u, n] += c * G1[to, e, n]
                    else:
                        for n in range(L):
                            pay[u, n] += c * G2[to, e, n]
            mask_rows, mask_columns = warm[x, e] & 1023, warm[x, e] >> 10
            for n in range(L):
                for i in range(m):
                    for j in range(5):
                        A[5 * i + j] = pay[cells[i, j], n]
                v, gap, mr, mc = solve_matrix(A, m, T, rows, columns, p, q, mask_rows, mask_columns)
                if mc != 0:
                    mask_rows, mask_columns = mr, mc
                    if n == 0:
                        warm[x, e] = mr | mc << 10
                else:
                    saddles += 1
                worst = max(worst, gap)
                V[x, e, n] = max(v, best[balls[x] - 1, e, n])
        told[x, 0] += E * L
        told[x, 1] += saddles
        told[x, 2] = max(told[x, 2], worst)


# --- The tables that the kernels read, and a half of the match.


class Tables:
    """The situations as flat arrays. `cap`: longer distances count as this; 0 for no cap."""

    def __init__(self, found: Situations, cap: int = 0) -> None:
        self.found = found
        keep = [i for i, (_d, _b, go) in enumerate(found.rows.tolist()) if not cap or go <= max(cap, 10)]
        if cap:  # the longest distance stands for all that are longer
            at = {tuple(found.rows[i].tolist()): n for n, i in enumerate(keep)}
            closest = []
            for d, b, go in found.rows.tolist():
                while (d, b, go) not in at:
                    go -= 1
                closest.append(at[d, b, go])
        else:
            closest = keep
        self.number = np.array(closest, np.int32)  # by the number in `found`
        self.rows = found.rows[keep]
        self.downs = downs = len(keep)
        self.kickoff, self.a_try, self.free_kick = downs + KICKOFF, downs + TRY, downs + FREE_KICK
        self.others = downs + KICKS
        self.places = self.others + OTHERS
        shift = self.downs - found.downs
        moved = np.concatenate([self.number, np.arange(found.downs, found.downs + KICKS + OTHERS) + shift])
        self.after = np.ascontiguousarray(moved[found.after[keep]].astype(np.int32))
        self.balls = np.ascontiguousarray(self.rows[:, 1].astype(np.int64))
        self.many = np.where(found.long_open[keep], CALLS, CALLS - len(LONG_CALLS)).astype(np.int64)
        self.units = found.units
        flat = found.chance.reshape(CALLS * DEFENSES, -1)
        lists, cell = np.unique(np.round(flat, 14), axis=0, return_inverse=True)
        self.cells = np.ascontiguousarray(cell.reshape(CALLS, DEFENSES)[ORDER].astype(np.int64))
        on = [np.nonzero(row)[0] for row in lists]
        self.start = np.cumsum([0, *(len(each) for each in on)])
        self.which = np.concatenate(on)
        self.chance = np.concatenate([row[each] / row.sum() for row, each in zip(lists, on, strict=True)])
        kicks = [*found.punts, *found.field_goals, found.kickoff, found.free_kick]
        self.kick_start = np.cumsum([0, *(len(each) for each in kicks)])
        self.kick_place = np.array([moved[place] for each in kicks for place, _p in each], np.int64)
        self.kick_chance = np.array([p for each in kicks for _place, p in each])
        closed = [i for i in range(CALLS) if i not in LONG_CALLS]  # a try is played from the 2
        self.two, self.two_mix, self.two_stop, _gap = matrix_game.solved(
            found.two[closed].ravel().tolist(), len(closed)
        )
        self.one = found.one


@cache
def threads(workers: int) -> ThreadPoolExecutor:
    """Threads that fill the pieces of slices."""
    return ThreadPoolExecutor(workers)


@dataclass
class Told:
    """What the solver tells about its work so far."""

    games: int = 0
    saddles: int = 0
    gap: float = 0.0  # the largest of all matrix games
    seconds: list[float] = field(default_factory=list)


class HalfSolver:
    """Backward induction over a half.

    `time_outs`: the most that a side has left. `end` [tools, lead]: the value at the end of the half, by default of the
    match. With `first`, `tools` also says whether the owner receives the kickoff of the second half.
    """

    def __init__(
        self,
        tables: Tables,
        time_outs: int = 3,
        first: bool = False,
        end: Any = None,
        length: int = HALF,
        most: int = MOST,
        workers: int | None = None,
    ) -> None:
        self.tables, self.first, self.length, self.most = tables, first, length, most
        self.many = n = time_outs + 1
        self.tools = n * n * (2 if first else 1)
        self.leads = 2 * most + 1
        every = [(e // (n * n), e // n % n, e % n) for e in range(self.tools)]
        self.swap = np.array([((1 - r if first else 0) * n + b) * n + a for r, a, b in every])
        self.spend = np.array([e - n if a else -1 for e, (_r, a, _b) in enumerate(every)])
        self.spend_rival = np.array([e - 1 if b else -1 for e, (_r, _a, b) in enumerate(every)])
        self.end = match_end(self.tools, most) if end is None else end
        self.workers = workers or os.cpu_count() or 1
        self.told = Told()
        self.warm = np.zeros((tables.downs, self.tools), np.int32)

    def number(self, mine: int, theirs: int, receives: bool = False) -> int:
        """The number of these time outs (and of who receives the second half's kickoff) in `tools`."""
        return ((1 if receives and self.first else 0) * self.many + mine) * self.many + theirs

    def long_play(self, t: int) -> tuple[int, bool]:
        """The units left after a play of two units from t, and whether a time out would save one.

        A quarter's last unit and the two-minute stop cut such a play to one.
        """
        left = t - QUARTER if t > QUARTER else t
        if left < LONG_PLAY or t == terms.TWO_MINUTES + 1:
            return t - 1, False
        return t - LONG_PLAY, True

    def zero(self) -> Any:
        """The slice at the end of the half."""
        V = np.empty((self.tables.places, self.tools, self.leads))
        V[:] = self.end
        fill_tries(V, self.end, self.tables.downs, self.tables.one, self.tables.two)
        fill_others(V, self.tables.downs, self.swap)
        return V

    def slices(self, start: tuple[int, Any, Any] | None = None) -> Iterator[tuple[int, Any]]:
        """Yields the units left and the slice, from the end of the half on. Later slices reuse the memory of a slice
        after two more were asked for.

        `start`: units and the last two slices, to go on from.
        """
        t_ = self.tables
        if start:
            begin_at, V2, V1 = start
        else:
            begin_at, V2 = 0, self.zero()
            V1 = V2
            yield 0, V1
        U, spare = np.empty_like(V1), None
        for t in range(begin_at + 1, self.length + 1):
            began = time.perf_counter()
            two, matters = self.long_play(t)
            V = np.empty_like(V1) if spare is None else spare
            self.long(V2 if two == t - LONG_PLAY else V1, V1, matters, U)
            fill_others(U, t_.downs, self.swap)
            self.downs(V1, U, V1, V)
            for kick, x in ((2 * YARDS, t_.kickoff), (2 * YARDS + 1, t_.free_kick)):
                mean_of(V1, t_.kick_place, t_.kick_chance, t_.kick_start[kick], t_.kick_start[kick + 1], V[x])
            fill_tries(V, V[t_.kickoff].copy(), t_.downs, t_.one, t_.two)
            fill_others(V, t_.downs, self.swap)
            spare = V2 if t > 1 else None
            V2, V1 = V1, V
            self.told.seconds.append(time.perf_counter() - began)
            yield t, V

    def long(self, V2: Any, V1: Any, matters: bool, U: Any) -> None:
        """Fills U with the values after plays of two units; V2 and V1 have the slices without and after a time out."""
        self.shared(lambda a, b: after_long(V2, V1, matters, self.spend, self.spend_rival, U, a, b), self.tables.others)

    def downs(self, G1: Any, G2: Any, GK: Any, V: Any) -> None:
        """Fills the downs of V from the values after plays of one unit and two, and after kicks."""
        t_ = self.tables
        best = np.empty((YARDS, V.shape[1], V.shape[2]))
        kicked(GK, t_.kick_place, t_.kick_chance, t_.kick_start, best)
        told = np.zeros((t_.downs, 3))
        self.shared(
            lambda a, b: scrimmage(
                G1,
                G2,
                V,
                best,
                t_.balls,
                t_.many,
                t_.after,
                t_.units,
                t_.start,
                t_.which,
                t_.chance,
                t_.cells,
                self.warm,
                told,
                a,
                b,
            ),
            t_.downs,
        )
        self.told.games += int(told[:, 0].sum())
        self.told.saddles += int(told[:, 1].sum())
        self.told.gap = max(self.told.gap, float(told[:, 2].max()))

    def shared(self, work: Callable[[int, int], Any], count: int) -> None:
        """Does the work on pieces of `count` rows, side by side."""
        cuts = np.linspace(0, count, self.workers * PIECES + 1).astype(int)
        for done in [threads(self.workers).submit(work, int(a), int(b)) for a, b in pairwise(cuts)]:
            done.result()


def match_end(tools: int, most: int) -> Any:
    """The value at the end of the match by lead: 1, 0, or 1/2 in a tie, after which both are as likely to win."""
    lead = np.arange(-most, most + 1)
    return np.tile(np.where(lead > 0, 1.0, np.where(lead == 0, 0.5, 0.0)), (tools, 1))


def half_time(second: Any, half: HalfSolver, first: HalfSolver) -> Any:
    """The value at the end of the first half, [tools, lead], from the first slice of the second half (`second`)."""
    kick = second[half.tables.kickoff, half.number(half.many - 1, half.many - 1)]
    kicks, receives = kick, 1.0 - kick[::-1]
    return np.array([receives if e >= first.many**2 else kicks for e in range(first.tools)])
