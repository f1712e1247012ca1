"""Solves the overtime period of FATE football (ruling G31): the chance of winning at every moment of it.

Both sides get the ball, unless the first of them scores a touchdown; after that, any score wins. So only the stage of
the overtime counts, not a lead, and the slices [place, tools, 1] have a stage in `tools`:

- FIRST: nobody has had the ball;
- AGAIN: only the owner has had it, and has it again after a punt that was dropped;
- SUDDEN: any score wins;
- CHASE: the owner is three points behind, and this is the last chance;
- AHEAD: the owner kicks off three points ahead, and the rival then has the last chance.

If the period ends in a tie, the match does, too. Before the toss, both sides are equally likely to win.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from breakaway.games.fate.lab.situations import FIELD_GOAL, LOST, SAFETY, TOUCHDOWN, TOUCHDOWN_AGAINST, YARDS
from breakaway.games.fate.lab.solver import QUARTER, HalfSolver, Tables, after_long, mean_of
from breakaway.games.fate.rules.possession import LONG_PLAY

FIRST, AGAIN, SUDDEN, CHASE, AHEAD = range(5)
STAGES, TIME_OUTS = 5, 2
TOOLS = (TIME_OUTS + 1) ** 2  # of each stage


def tools(stage: int, mine: int, theirs: int) -> int:
    """The number in `tools` of a stage and the time outs of both sides."""
    return stage * TOOLS + mine * (TIME_OUTS + 1) + theirs


class Overtime(HalfSolver):
    """Backward induction over an overtime period."""

    def __init__(self, tables: Tables, length: int = QUARTER, workers: int | None = None) -> None:
        super().__init__(tables, TIME_OUTS, end=np.zeros((STAGES * TOOLS, 1)), length=length, most=0, workers=workers)
        n = TIME_OUTS + 1
        every = [(e // TOOLS, e // n % n, e % n) for e in range(STAGES * TOOLS)]
        self.tools, self.leads = len(every), 1
        self.swap = np.array([b * n + a for _stage, a, b in every[:TOOLS]])
        self.spend = np.array([e - n if a else -1 for e, (_stage, a, _b) in enumerate(every)])
        self.spend_rival = np.array([e - 1 if b else -1 for e, (_stage, _a, b) in enumerate(every)])
        self.warm = np.zeros((tables.downs, 1), np.int32)

    def downs(self, G1: Any, G2: Any, GK: Any, V: Any) -> None:
        """Fills the downs of V. The tools stand where a half has its leads, which the kernels go through fast."""
        super().downs(*(each.reshape(len(each), 1, self.tools) for each in (G1, G2, GK, V)))

    def at(self, stage: int) -> slice:
        """The tools of a stage."""
        return slice(TOOLS * stage, TOOLS * (stage + 1))

    def rival(self, V: Any, stage: int) -> Any:
        """The value of the rival's first downs in a stage, for the side that has just lost the ball."""
        return 1.0 - V[:YARDS, self.at(stage)][:, self.swap]

    def fill(self, V: Any) -> tuple[Any, Any]:
        """Fills the places after the situations. Returns the values after kicks from scrimmage, and after kickoffs."""
        o, t_ = self.tables.others, self.tables
        downs, lost = slice(0, YARDS), slice(o + LOST, o + LOST + YARDS)
        for stage in (FIRST, AGAIN, SUDDEN):
            V[lost, self.at(stage)] = self.rival(V, SUDDEN)
        V[lost, self.at(CHASE)] = V[lost, self.at(AHEAD)] = 0.0
        V[o + TOUCHDOWN] = 1.0
        V[o + SAFETY] = V[o + TOUCHDOWN_AGAINST] = 0.0
        V[o + FIELD_GOAL, self.at(FIRST)] = V[o + FIELD_GOAL, self.at(AGAIN)] = V[t_.kickoff, self.at(AHEAD)]
        V[o + FIELD_GOAL, self.at(SUDDEN)] = V[o + FIELD_GOAL, self.at(AHEAD)] = 1.0
        V[o + FIELD_GOAL, self.at(CHASE)] = V[t_.kickoff, self.at(SUDDEN)]
        after_kick = V.copy()
        after_kick[downs, self.at(FIRST)] = V[downs, self.at(AGAIN)]
        after_kick[downs, self.at(CHASE)] = 0.0
        after_kickoff = V.copy()
        after_kickoff[lost, self.at(FIRST)] = self.rival(V, FIRST)
        after_kickoff[lost, self.at(AHEAD)] = self.rival(V, CHASE)
        after_kickoff[downs, self.at(FIRST)] = V[downs, self.at(SUDDEN)]
        after_kickoff[downs, self.at(AHEAD)] = 1.0
        return after_kick, after_kickoff

    def zero(self) -> Any:
        """The slice at the end of the period: a tie, or the side that leads has won."""
        V = np.full((self.tables.places, self.tools, 1), 0.5)
        V[:, self.at(CHASE)] = 0.0
        V[:, self.at(AHEAD)] = 1.0
        return V

    def slices(self, start: tuple[int, Any, Any] | None = None) -> Iterator[tuple[int, Any]]:
        """Yields the units left and the slice, from the end of the period on. Every slice has memory of its own."""
        if start is not None:
            raise ValueError("an overtime is short: it is solved as a whole")
        t_ = self.tables
        V2 = V1 = self.zero()
        after_kick, after_kickoff = self.fill(V1)
        yield 0, V1
        for t in range(1, self.length + 1):
            U = np.empty_like(V1)
            matters = t >= LONG_PLAY
            after_long(V2, V1, matters, self.spend, self.spend_rival, U, 0, t_.places)
            self.fill(U)
            V = np.zeros_like(V1)
            self.downs(V1, U, after_kick, V)
            first = 2 * YARDS
            mean_of(
                after_kickoff,
                t_.kick_place,
                t_.kick_chance,
                t_.kick_start[first],
                t_.kick_start[first + 1],
                V[t_.kickoff],
            )
            after_kick, after_kickoff = self.fill(V)
            V2, V1 = V1, V
            yield t, V
