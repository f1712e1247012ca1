"""How much the best possible opponent wins against a coach that calls from tables: `book` or `solitaire`.

Neither side takes time outs here, and a tie after the match counts as half a win. The opponent knows the coach's tables
and plans to the end of the match, as in `best_response`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from breakaway.games.fate.coaches import book, solitaire
from breakaway.games.fate.files import resolve
from breakaway.games.fate.game import GAME
from breakaway.games.fate.lab.best_response import Bound, Reply, answer_tries, exploitability, fill_pair, tops
from breakaway.games.fate.lab.situations import YARDS, situations
from breakaway.games.fate.lab.solver import HALF, ORDER, HalfSolver, Tables, mean_of
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.state import Fate, FateConfig
from breakaway.lab.compiling import kernel

MOST = 32  # leads; larger ones count as this
SIDE = 0  # of the offense, in the states from which the tables are read


@kernel
def answer_tables(  # type: ignore[no-untyped-def]
    own1, own2, his1, his2, punts, goals, own, his, balls, many, after, units, start, which, chance, cells, in_range,
    kind, at, declares, plays, stops, first, last
):  # fmt: skip
    """Fills the downs of a slice from `first` to `last`: own if the coach has the ball, his if the responder has it.

    `kind` [lead]: what the clock and score make of the tables; `at` and `declares` [kind, situation]: the row of the
    tables, and what the coach declares; `plays`, `stops`: the mixes of each row. `punts`, `goals` [2, yard, lead].
    """
    L = own.shape[2]
    lists = len(start) - 1
    pay = np.empty((2, lists, L))
    for x in range(first, last):
        m, y = many[x], balls[x] - 1
        pay[:] = 0.0
        for u in range(lists):
            for k in range(start[u], start[u + 1]):
                o, c = which[k], chance[k]
                to = after[x, o]
                for n in range(L):
                    pay[0, u, n] += c * (own1[to, 0, n] if units[o] == 1 else own2[to, 0, n])
                    pay[1, u, n] += c * (his1[to, 0, n] if units[o] == 1 else his2[to, 0, n])
        for n in range(L):
            row, what = at[kind[n], x], declares[kind[n], x]
            if what == 1:
                own[x, 0, n] = punts[0, y, n]
            elif what == 2 and in_range[y]:
                own[x, 0, n] = goals[0, y, n]
            else:
                least = 1e300
                for j in range(5):
                    s = 0.0
                    for i in range(10):
                        # a call that is closed becomes Short
                        s += plays[row, i] * pay[0, cells[i if i < m else 4, j], n]
                    least = min(least, s)
                own[x, 0, n] = least
            least = punts[1, y, n]
            if in_range[y]:
                least = min(least, goals[1, y, n])
            for i in range(m):
                s = 0.0
                for j in range(5):
                    s += stops[row, j] * pay[1, cells[i, j], n]
                least = min(least, s)
            his[x, 0, n] = least


# --- What the coaches play.


@dataclass(frozen=True)
class TableCoach:
    """A coach that calls from tables.

    `kind`: all that the clock and the score make of its tables; `row`, `declares`: the row of a state, and what the
    coach declares there; `plays`, `stops`: the mixes by row.
    """

    kind: Callable[[Fate], tuple[int, ...]]
    row: Callable[[Fate], int]
    declares: Callable[[Fate], int]
    plays: Any
    stops: Any


def shares(table: bytes, width: int) -> Any:
    """The rows of a table of whole numbers, so that each sums to 1."""
    found = np.array(list(table), float).reshape(-1, width)
    found[found.sum(axis=1) == 0, 0] = 1.0  # the first call, if a row has no shares
    return found / found.sum(axis=1, keepdims=True)


def counted(cells: bytes, width: int) -> Any:
    """The rows of a table of nine equally likely cells."""
    rows = np.array(list(cells)).reshape(-1, solitaire.CELLS)
    return np.array([np.bincount(row, minlength=width) / solitaire.CELLS for row in rows])


def table_coach(name: str, config: FateConfig) -> TableCoach:
    """The coach `book` or `solitaire`."""
    if name == "book":
        return TableCoach(
            lambda s: (book.clock_of(s, config), int(s.clock <= 2)),
            lambda s: book.situation(s, config),
            lambda s: book.declaration(s, config, SIDE),
            shares(book.OFFENSE_SHARES, book.PLAYS),
            shares(book.DEFENSE_SHARES, book.DEFENSES),
        )
    return TableCoach(
        lambda s: (
            int(solitaire.is_late(s, solitaire.LATE_BEHIND) and book.lead(s, SIDE) < 0),
            int(book.lead(s, SIDE) < -book.FIELD_GOAL_POINTS),
            int(s.quarter == 2 or (s.quarter == terms.QUARTERS and -book.FIELD_GOAL_POINTS <= book.lead(s, SIDE) <= 0)),
            int(s.clock <= solitaire.LAST_UNITS),
        ),
        solitaire.row_of,
        solitaire.declaration,
        counted(solitaire.OFFENSE, len(solitaire.CALL_LETTERS)),
        counted(solitaire.DEFENSE, len(solitaire.DEFENSE_LETTERS)),
    )


class TableResponse:
    """The best response over a half in which nobody takes a time out, slice by slice."""

    def __init__(self, coach: TableCoach, half: HalfSolver, config: FateConfig, end: Bound | None) -> None:
        self.coach, self.half, self.config = coach, half, config
        t_ = half.tables
        if end is None:
            self.end = half.end, 1.0 - half.end
        else:
            self.end = (
                np.array([end.receives if e else end.kicks for e in range(half.tools)]),
                np.array([(end.kicks if e else end.receives)[::-1] for e in range(half.tools)]),
            )
        goals = t_.kick_start[YARDS : 2 * YARDS + 1]
        self.in_range = (goals[1:] - goals[:-1]) > 0
        self.plays = np.ascontiguousarray(coach.plays[:, ORDER])
        self.two = np.tile(2.0 * np.arange(half.leads), (half.tools, 1))  # both coaches go for two
        self.known: dict[tuple[int, ...], int] = {}
        self.rows: list[Any] = []
        self.declared: list[Any] = []

    def state(self, t: int, lead: int) -> Fate:
        """A state with this many units left in the half, and this lead."""
        s: Fate = GAME.start(self.config)
        s.quarter = (2 if self.half.first else 4) - int(t > terms.QUARTER)
        s.clock = t - terms.QUARTER if t > terms.QUARTER else t
        s.offense, s.phase, s.declared, s.base = SIDE, terms.DECLARE, terms.PLAY, terms.NONE
        s.score = [MOST + lead, MOST]
        return s

    def kinds(self, t: int) -> Any:
        """For each lead, the number of its kind; the tables of a new kind are read from the coach."""
        found = []
        for lead in range(-MOST, MOST + 1):
            s = self.state(t, lead)
            kind = self.coach.kind(s)
            if kind not in self.known:
                self.known[kind] = len(self.rows)
                rows, declared = [], []
                for down, ball, to_go in self.half.tables.rows.tolist():
                    s.down, s.ball, s.marker = down, ball, ball + to_go
                    rows.append(self.coach.row(s))
                    declared.append(self.coach.declares(s))
                self.rows.append(np.array(rows, np.int64))
                self.declared.append(np.array(declared, np.int64))
            found.append(self.known[kind])
        return np.array(found, np.int64)

    def zero(self) -> Reply:
        """The slices at the end of the half."""
        h, t_ = self.half, self.half.tables
        own, his = np.empty((t_.places, h.tools, h.leads)), np.empty((t_.places, h.tools, h.leads))
        own[:], his[:] = self.end
        answer_tries(own, his, self.two, t_.downs, t_.one, t_.two)
        fill_pair(own, his, t_.downs, h.swap)
        return Reply(own, his)

    def step(self, t: int, r2: Reply, r1: Reply) -> Reply:
        """The slices with t units left, from those of t - 2 and t - 1."""
        h, t_ = self.half, self.half.tables
        far = r2 if h.long_play(t)[0] == t - 2 else r1
        shape = (2, YARDS, h.tools, h.leads)
        punts, goals = np.zeros(shape), np.zeros(shape)
        for k, V in enumerate((r1.own, r1.his)):
            for y in range(YARDS):
                for into, kick in ((punts, y), (goals, YARDS + y)):
                    mean_of(V, t_.kick_place, t_.kick_chance, t_.kick_start[kick], t_.kick_start[kick + 1], into[k, y])
        own, his = np.empty_like(r1.own), np.empty_like(r1.his)
        kinds = self.kinds(t)
        at, declared = np.array(self.rows), np.array(self.declared)
        for e in range(h.tools):
            cut = [np.ascontiguousarray(V[:, e : e + 1]) for V in (r1.own, far.own, r1.his, far.his)]
            filled = np.empty_like(cut[0]), np.empty_like(cut[0])
            answer_tables(
                *cut, np.ascontiguousarray(punts[:, :, e]), np.ascontiguousarray(goals[:, :, e]), *filled, t_.balls,
                t_.many, t_.after, t_.units, t_.start, t_.which, t_.chance, t_.cells, self.in_range, kinds, at,
                declared, self.plays, self.coach.stops, 0, t_.downs,
            )  # fmt: skip
            own[:, e], his[:, e] = filled[0][:, 0], filled[1][:, 0]
        for kick, x in ((2 * YARDS, t_.kickoff), (2 * YARDS + 1, t_.free_kick)):
            for V, W in ((r1.own, own), (r1.his, his)):
                mean_of(V, t_.kick_place, t_.kick_chance, t_.kick_start[kick], t_.kick_start[kick + 1], W[x])
        answer_tries(own, his, self.two, t_.downs, t_.one, t_.two)
        fill_pair(own, his, t_.downs, h.swap)
        return Reply(own, his)


def loss_of_tables(name: str, cap: int = 25) -> tuple[float, float, float]:
    """How far below one half the best response holds the coach `book` or `solitaire` over a match, and the chances of
    the coach over the second half from a level score: if it kicks off, and if it receives.
    """
    config = resolve()[0]
    coach, tables, bound, level = table_coach(name, config), Tables(situations(), cap), None, (0.0, 0.0)
    for first in (False, True):
        half = HalfSolver(tables, 0, first=first, most=MOST)
        response = TableResponse(coach, half, config, bound)
        r2 = r1 = response.zero()
        for t in range(1, HALF + 1):
            r2, r1 = r1, response.step(t, r2, r1)
        bound = tops(half, r1, half.tools - 1)
        if not first:
            level = float(bound.kicks[MOST]), float(bound.receives[MOST])
    assert bound is not None
    return exploitability(bound, True), *level
