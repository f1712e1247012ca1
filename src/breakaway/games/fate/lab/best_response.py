"""How much the best possible opponent wins against a coach: the best response over a whole match of FATE football.

The responder knows the coach's mixes in every situation, though not what is drawn from them, and plans to the end of
the match. What the coach wins against it falls short of one half by the coach's *exploitability*: no opponent
whatsoever wins more often.

All slices here hold the chance that the coach wins: `own` when the coach has the ball, `his` when the responder has it,
both as seen from the side with the ball, [place, tools, lead].
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from breakaway.games.fate.coaches import solved
from breakaway.games.fate.coaches.solved import CAP, Solved, SolvedPart, row_of
from breakaway.games.fate.lab.situations import YARDS, situations
from breakaway.games.fate.lab.solver import (
    HALF,
    HalfSolver,
    Tables,
    after_long,
    fill_others,
    fill_tries,
    mean_of,
    solve_matrix,
)
from breakaway.games.fate.rules.possession import LONG_PLAY
from breakaway.lab.compiling import kernel

LATE = 12  # the last units of a half, in which the best possible opponent may take time outs

# --- What follows a play.


@kernel
def fill_pair(own, his, downs, swap):  # type: ignore[no-untyped-def]
    """Fills the places after the situations: turnovers and scores."""
    first = downs + 3
    E, L = own.shape[1], own.shape[2]
    for e in range(E):
        o = swap[e]
        for y in range(99):
            for n in range(L):
                own[first + y, e, n] = his[y, o, L - 1 - n]
                his[first + y, e, n] = own[y, o, L - 1 - n]
        for n in range(L):
            after = min(L - 1, L - 1 - n + 6)
            own[first + 99, e, n] = own[downs + 1, e, min(L - 1, n + 6)]
            his[first + 99, e, n] = his[downs + 1, e, min(L - 1, n + 6)]
            own[first + 100, e, n] = own[downs + 2, e, max(0, n - 2)]
            his[first + 100, e, n] = his[downs + 2, e, max(0, n - 2)]
            own[first + 101, e, n] = his[downs + 1, o, after]
            his[first + 101, e, n] = own[downs + 1, o, after]
            own[first + 102, e, n] = own[downs, e, min(L - 1, n + 3)]
            his[first + 102, e, n] = his[downs, e, min(L - 1, n + 3)]


@kernel
def answer_tries(own, his, base, downs, one, two):  # type: ignore[no-untyped-def]
    """Fills the tries: the coach chooses by the values that it believes in (`base`, of kickoffs), the responder by
    what is true.
    """
    E, L = base.shape
    for e in range(E):
        for n in range(L):
            a, b = min(L - 1, n + 1), min(L - 1, n + 2)
            kick = one * base[e, a] + (1 - one) * base[e, n]
            both = two * base[e, b] + (1 - two) * base[e, n]
            if both > kick:
                own[downs + 1, e, n] = two * own[downs, e, b] + (1 - two) * own[downs, e, n]
            else:
                own[downs + 1, e, n] = one * own[downs, e, a] + (1 - one) * own[downs, e, n]
            kick = one * his[downs, e, a] + (1 - one) * his[downs, e, n]
            both = two * his[downs, e, b] + (1 - two) * his[downs, e, n]
            his[downs + 1, e, n] = min(kick, both)


@kernel
def answer_long(B2, B1, own2, own1, his2, his1, matters, spend, spend_rival, own, his, first, last):  # type: ignore[no-untyped-def]
    """The values after a play of two units. The coach takes time outs by what it believes (B), the responder by what
    is true.
    """
    E, L = B2.shape[1], B2.shape[2]
    for x in range(first, last):
        for e in range(E):
            mine, theirs = spend[e], spend_rival[e]
            for n in range(L):
                a, b = own2[x, e, n], his2[x, e, n]
                if matters:
                    declined = B2[x, e, n]
                    if theirs >= 0:
                        if B1[x, theirs, n] < declined:  # the coach is asked after the responder
                            b = his1[x, theirs, n]
                        declined = min(declined, B1[x, theirs, n])
                        a = min(a, own1[x, theirs, n])
                    if mine >= 0:
                        if B1[x, mine, n] > declined:
                            a = own1[x, mine, n]
                        b = min(b, his1[x, mine, n])
                own[x, e, n], his[x, e, n] = a, b


@kernel
def respond(  # type: ignore[no-untyped-def]
    B1,
    B2,
    own1,
    own2,
    his1,
    his2,
    punts,
    goals,
    own,
    his,
    balls,
    many,
    after,
    units,
    start,
    which,
    chance,
    cells,
    in_range,
    first,
    last,
):
    """Fills the downs of a slice from `first` to `last`.

    B: what the coach believes; own and his: what is true. `punts` and `goals` [3, yard, tools, lead]: the values after
    kicks, by belief, when the coach kicks, and when the responder does.
    """
    E, L = own.shape[1], own.shape[2]
    lists = len(start) - 1
    pay = np.empty((3, lists, L))
    A, T = np.empty(50), np.empty(66)
    p, q = np.empty(10), np.empty(5)
    rows, columns = np.empty(10, np.int64), np.empty(5, np.int64)
    for x in range(first, last):
        m, y = many[x], balls[x] - 1
        for e in range(E):
            pay[:] = 0.0
            for u in range(lists):
                for k in range(start[u], start[u + 1]):
                    o, c = which[k], chance[k]
                    to = after[x, o]
                    if units[o] == 1:
                        for n in range(L):
                            pay[0, u, n] += c * B1[to, e, n]
                            pay[1, u, n] += c * own1[to, e, n]
                            pay[2, u, n] += c * his1[to, e, n]
                    else:
                        for n in range(L):
                            pay[0, u, n] += c * B2[to, e, n]
                            pay[1, u, n] += c * own2[to, e, n]
                            pay[2, u, n] += c * his2[to, e, n]
            mask_rows, mask_columns = 0, 0
            for n in range(L):
                for i in range(m):
                    for j in range(5):
                        A[5 * i + j] = pay[0, cells[i, j], n]
                v, _gap, mask_rows, mask_columns = solve_matrix(A, m, T, rows, columns, p, q, mask_rows, mask_columns)
                declares = 0
                if punts[0, y, e, n] > v:
                    declares = 1
                    v = punts[0, y, e, n]
                if in_range[y] and goals[0, y, e, n] > v:
                    declares = 2
                if declares == 1:
                    own[x, e, n] = punts[1, y, e, n]
                elif declares == 2:
                    own[x, e, n] = goals[1, y, e, n]
                else:
                    least = 1e300
                    for j in range(5):
                        s = 0.0
                        for i in range(m):
                            s += p[i] * pay[1, cells[i, j], n]
                        least = min(least, s)
                    own[x, e, n] = least
                least = punts[2, y, e, n]
                if in_range[y]:
                    least = min(least, goals[2, y, e, n])
                for i in range(m):
                    s = 0.0
                    for j in range(5):
                        s += q[j] * pay[2, cells[i, j], n]
                    least = min(least, s)
                his[x, e, n] = least


# --- What the coach believes: the slices of data/solved.bin.


class Belief:
    """The slices that a coach reads from the file, for a half of the solver. The last few slices are kept."""

    def __init__(self, found: Solved, half: HalfSolver, period: int) -> None:
        self.found, self.half, self.period = found, half, period
        t_ = half.tables
        self.rows = np.array([row_of(int(d), int(b), int(g)) for d, b, g in t_.rows])
        self.kept: dict[int, Any] = {}

    def __call__(self, left: int) -> Any:
        """The slice with this many units left."""
        if left not in self.kept:
            self.kept = {t: V for t, V in self.kept.items() if t >= left - 3}
            self.kept[left] = self.half.zero() if left == 0 else self.read(left)
        return self.kept[left]

    def part(self, left: int) -> tuple[SolvedPart, list[int]]:
        """The table for these units, and its number for each of the half's tools."""
        h, n = self.half, self.half.many
        part, _tools, _name = self.found.part(solved.GameMoment(self.period, left, 3, 3, 0, 0))
        late = left <= solved.LATE[self.period]
        found = []
        for e in range(h.tools):
            stage, mine, theirs = e // (n * n), e // n % n, e % n
            if n == 1:
                mine = theirs = 3  # nobody takes a time out
            found.append(16 * stage + 4 * mine + theirs if late else stage)
        return part, found

    def read(self, left: int) -> Any:
        """Reads the slice from the file, as `Solved` reads single chances."""
        h, t_ = self.half, self.half.tables
        part, tools = self.part(left)
        width = 2 * part.most + 1
        if width != h.leads:
            raise ValueError("the file has other leads than the half")
        numbers = np.array(part.of_moments).reshape(part.rank, part.tools, len(part.knots), width)
        i, j, far = part.between[left]
        low, high = numbers[:, tools, i].astype(float), numbers[:, tools, j].astype(float)
        moments = ((low + far * (high - low)) * np.array(part.scale)[:, None, None]).reshape(part.rank, -1)
        flat = np.array([list(each) for each in part.of_rows], float)
        V = np.empty((t_.places, h.tools, h.leads))
        V[: t_.downs] = np.clip(flat[self.rows] @ moments, 0, 1).reshape(t_.downs, h.tools, h.leads)
        kicks = np.array(part.of_kicks).reshape(2, part.tools, len(part.knots), width)
        both = (kicks[:, tools, i] + far * (kicks[:, tools, j] - kicks[:, tools, i])) / solved.STEP
        V[t_.kickoff], V[t_.free_kick] = both[0], both[1]
        fill_tries(V, V[t_.kickoff].copy(), t_.downs, t_.one, t_.two)
        fill_others(V, t_.downs, h.swap)
        return V


@dataclass
class Reply:
    """The last two slices of the coach's chances against the responder, and how the coach plays them."""

    own: Any
    his: Any


class Response:
    """Works out the best response over a half, slice by slice."""

    def __init__(self, half: HalfSolver, belief: Callable[[int], Any], end_own: Any, end_his: Any) -> None:
        self.half, self.belief = half, belief
        self.end = end_own, end_his
        t_ = half.tables
        goals = t_.kick_start[YARDS : 2 * YARDS + 1]
        self.in_range = (goals[1:] - goals[:-1]) > 0

    def zero(self) -> Reply:
        """The slices at the end of the half."""
        h, t_ = self.half, self.half.tables
        own, his = np.empty((t_.places, h.tools, h.leads)), np.empty((t_.places, h.tools, h.leads))
        own[:], his[:] = self.end
        answer_tries(own, his, self.belief(0)[t_.kickoff], t_.downs, t_.one, t_.two)
        fill_pair(own, his, t_.downs, h.swap)
        return Reply(own, his)

    def step(self, t: int, r2: Reply, r1: Reply) -> Reply:
        """The slices with t units left, from those of t - 2 and t - 1."""
        h, t_ = self.half, self.half.tables
        two, matters = h.long_play(t)
        B1, B2 = self.belief(t - 1), self.belief(two)
        far = r2 if two == t - LONG_PLAY else r1
        B, own2, his2 = (np.empty_like(r1.own) for _ in range(3))
        h.shared(lambda a, b: after_long(B2, B1, matters, h.spend, h.spend_rival, B, a, b), t_.others)
        fill_others(B, t_.downs, h.swap)
        h.shared(
            lambda a, b: answer_long(
                B2, B1, far.own, r1.own, far.his, r1.his, matters, h.spend, h.spend_rival, own2, his2, a, b
            ),
            t_.others,
        )
        fill_pair(own2, his2, t_.downs, h.swap)
        shape = (3, YARDS, h.tools, h.leads)
        punts, goals = np.zeros(shape), np.zeros(shape)
        for k, V in enumerate((B1, r1.own, r1.his)):
            for y in range(YARDS):
                for into, kick in ((punts, y), (goals, YARDS + y)):
                    mean_of(V, t_.kick_place, t_.kick_chance, t_.kick_start[kick], t_.kick_start[kick + 1], into[k, y])
        own, his = np.empty_like(r1.own), np.empty_like(r1.his)
        h.shared(
            lambda a, b: respond(
                B1,
                B,
                r1.own,
                own2,
                r1.his,
                his2,
                punts,
                goals,
                own,
                his,
                t_.balls,
                t_.many,
                t_.after,
                t_.units,
                t_.start,
                t_.which,
                t_.chance,
                t_.cells,
                self.in_range,
                a,
                b,
            ),
            t_.downs,
        )
        for kick, x in ((2 * YARDS, t_.kickoff), (2 * YARDS + 1, t_.free_kick)):
            for V, W in ((r1.own, own), (r1.his, his)):
                mean_of(V, t_.kick_place, t_.kick_chance, t_.kick_start[kick], t_.kick_start[kick + 1], W[x])
        answer_tries(own, his, self.belief(t)[t_.kickoff], t_.downs, t_.one, t_.two)
        fill_pair(own, his, t_.downs, h.swap)
        return Reply(own, his)


# --- A whole match.


@dataclass
class Bound:
    """What a coach wins at least, by its lead from -most to most: if it kicks off at the start of a half, and if it
    receives.
    """

    kicks: Any
    receives: Any


def tops(half: HalfSolver, last: Reply, tools: int) -> Bound:
    """The coach's chances before the kickoff that opens a half, by its own lead."""
    kickoff = half.tables.kickoff
    return Bound(last.own[kickoff, tools], last.his[kickoff, tools][::-1])


def respond_to_half(
    found: Solved,
    tables: Tables,
    period: int,
    late: int,
    after: Bound | None = None,
    workers: int | None = None,
    told: Callable[[int], None] = lambda left: None,
) -> Bound:
    """The best response over a half by a rival who takes no time out with more than `late` units left.

    Returns the coach's chances before the kickoff that opens the half. `after`: those before the second half.
    """
    first = period == solved.FIRST_HALF
    most = 32
    half = HalfSolver(tables, 3, first=first, most=most, workers=workers)
    if after is None:
        end_own = end_his = half.end
        end_his = 1.0 - half.end
    else:
        n = half.tools // 2
        end_own = np.array([after.receives if e >= n else after.kicks for e in range(half.tools)])
        end_his = np.array([(after.kicks if e >= n else after.receives)[::-1] for e in range(half.tools)])
    belief = Belief(found, half, period)
    if first:
        start = solved.GameMoment(solved.SECOND_HALF, HALF, 3, 3, 0, 0)
        K = np.array([found.before_kick(False, start._replace(lead=lead)) for lead in range(-most, most + 1)])
        half.end = np.array([1.0 - K[::-1] if e >= half.tools // 2 else K for e in range(half.tools)])
    response = Response(half, belief, end_own, end_his)
    r2 = r1 = response.zero()
    for t in range(1, late + 1):
        r2, r1 = r1, response.step(t, r2, r1)
        told(t)
    n = half.many**2
    full = [n - 1, 2 * n - 1] if first else [n - 1]
    plain = HalfSolver(tables, 0, first=first, most=most, workers=workers)
    plain.end = half.end[full]
    response = Response(plain, Belief(found, plain, period), end_own[full], end_his[full])
    r2, r1 = (Reply(np.ascontiguousarray(r.own[:, full]), np.ascontiguousarray(r.his[:, full])) for r in (r2, r1))
    for r in (r2, r1):
        fill_pair(r.own, r.his, tables.downs, plain.swap)
    for t in range(late + 1, HALF + 1):
        r2, r1 = r1, response.step(t, r2, r1)
        told(t)
    return tops(plain, r1, plain.tools - 1)  # who kicks off first receives after half time


def loss_of_file(found: Solved, cap: int = CAP, workers: int | None = None) -> tuple[float, float, float]:
    """How far below one half the best response holds a coach that plays from this file over a match, and the coach's
    chances over the second half from a level score: if it kicks off, and if it receives.

    Both sides may take time outs in the last LATE units of each half. Takes some minutes.
    """
    tables = Tables(situations(), cap)
    second = respond_to_half(found, tables, solved.SECOND_HALF, LATE, workers=workers)
    opening = respond_to_half(found, tables, solved.FIRST_HALF, LATE, second, workers)
    at = len(second.kicks) // 2
    return exploitability(opening, True), float(second.kicks[at]), float(second.receives[at])


def exploitability(opening: Bound, receives: bool) -> float:
    """How far below one half a coach can be held, from its chances before the opening kickoff.

    `receives`: whether it receives if it wins the toss.
    """
    at = len(opening.kicks) // 2
    if_receives, if_kicks = float(opening.receives[at]), float(opening.kicks[at])
    chosen = if_receives if receives else if_kicks
    return 0.5 - 0.5 * (chosen + min(if_receives, if_kicks))
