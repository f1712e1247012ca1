"""Solves the whole match for `breakaway solve fate`, keeps its work in a folder, and writes the file for coaches.

The work goes through the second half, the first half and the overtime, each from its end. After each slice that takes
long, the last two are kept, so that the same command goes on where it was stopped.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from breakaway.core.language import UserError
from breakaway.core.state import json_of
from breakaway.games.fate.coaches import solved
from breakaway.games.fate.coaches.solved import LATE
from breakaway.games.fate.lab import compress
from breakaway.games.fate.lab.overtime import Overtime
from breakaway.games.fate.lab.situations import KICKS, situations
from breakaway.games.fate.lab.solver import HALF, HalfSolver, Tables, Told, fill_others, half_time

MOST_TIME_OUTS = 3
EVERY = 30.0  # seconds between two notes of how far the work is
Tell = Callable[[str, int, int], None]  # the part of the match, slices done, and slices in all


@dataclass(frozen=True)
class Work:
    """What to solve: with how many time outs, how far they matter, and which distances and leads are told apart.

    `whole`: time outs count at every moment; else only in the last LATE units of each half. `cap`: longer distances
    count as this; 0 for no cap.
    """

    time_outs: int = MOST_TIME_OUTS
    whole: bool = False
    cap: int = 0
    most: int = 40

    @property
    def total(self) -> int:
        """The number of slices."""
        return 2 * HALF + HALF // 2


class Solution:
    """The solution in a folder."""

    def __init__(self, folder: Path, work: Work, workers: int, tell: Tell) -> None:
        """Raises UserError if the folder has other work."""
        self.folder, self.work, self.workers, self.tell = folder, work, workers, tell
        folder.mkdir(parents=True, exist_ok=True)
        plan = folder / "plan.json"
        try:
            known = json_of(plan.read_text()) if plan.exists() else asdict(work)
        except ValueError as error:
            raise UserError(f"{plan} is damaged ({error}); name another folder with --folder") from None
        if known != asdict(work):
            raise UserError(f"{folder} has a solution with other options; name another folder with --folder")
        plan.write_text(json.dumps(asdict(work)))
        self.found = situations()
        self.tables = Tables(self.found, work.cap)
        self.order = np.concatenate([self.tables.number, self.tables.downs + np.arange(KICKS)])
        self.told: list[Told] = []
        self.plans = compress.plans(work.time_outs)

    def solve(self) -> None:
        """Solves everything that is not solved yet."""
        second, top = self.half("second", solved.SECOND_HALF, None, 0)
        first = HalfSolver(self.tables, self.work.time_outs, True, most=self.work.most, workers=self.workers)
        self.half("first", solved.FIRST_HALF, half_time(top, second, first), HALF)
        if not (self.folder / "overtime-060.npy").exists():
            period = Overtime(self.tables, workers=self.workers)
            for t, V in period.slices():
                self.keep("overtime", t, V)
                self.tell("overtime", 2 * HALF + t, self.work.total)
            self.told.append(period.told)

    def half(self, name: str, period: int, end: Any, done: int) -> tuple[HalfSolver, Any]:
        """Solves a half. Returns the half that has the last slice, and that slice."""
        work, first = self.work, period == solved.FIRST_HALF
        half = HalfSolver(self.tables, work.time_outs, first, end, most=work.most, workers=self.workers)
        late = HALF if work.whole or work.time_outs == 0 else LATE[period]
        before, last = self.slices(f"{name}-with-time-outs", name, half, None, late, done)
        if late == HALF:
            return half, last
        n = half.many**2
        full = [n - 1, 2 * n - 1] if first else [n - 1]
        plain = HalfSolver(self.tables, 0, first, half.end[full], most=work.most, workers=self.workers)
        two = [np.ascontiguousarray(V[:, full]) for V in (before, last)]
        for V in two:
            fill_others(V, self.tables.downs, plain.swap)
        _before, last = self.slices(f"{name}-without", name, plain, (late, *two), HALF, done)
        return plain, last

    def slices(self, kept: str, name: str, half: HalfSolver, start: Any, until: int, done: int) -> tuple[Any, Any]:
        """Goes on with a part of a half, from what is kept of it, until so many units are left. Returns the last two
        slices.
        """
        file = self.folder / f"{kept}.npz"
        before = last = None
        if file.exists():
            with np.load(file) as held:
                at, before, last = int(held["left"]), held["before"], held["last"]
            if at == until:
                return before, last
            start = at, before, last
        elif start is not None:
            before, last = start[1:]
        noted = time.monotonic()
        for t, V in half.slices(start):
            before, last = last, V
            self.keep(name, t, V)
            self.tell(name, done + t, self.work.total)
            if t == until or (t > 1 and time.monotonic() - noted > EVERY):
                note(file, t, before, last)
                noted = time.monotonic()
            if t == until:
                break
        self.told.append(half.told)
        return before, last

    def keep(self, name: str, t: int, V: Any) -> None:
        """Keeps a slice for the file, if the file needs it, in whole numbers of 16 bits."""
        if any(plan.period == name and t in plan.knots for plan in self.plans.values()):
            whole = np.rint(V[: self.tables.downs + KICKS] * compress.WHOLE).astype(np.uint16)
            np.save(self.folder / f"{name}-{t:03d}.npy", whole[self.order])

    def packed(self) -> tuple[bytes, dict[str, float]]:
        """The contents of the file for coaches, and the mean error of each part."""
        parts, errors = {}, {}
        for name, plan in self.plans.items():
            parts[name], errors[name] = compress.part_of(self.found, plan, Kept(self.folder, plan.period))
        head = {**compress.header(self.found), "time_outs": self.work.time_outs}
        return solved.write(head, parts), errors


class Kept(dict[int, Any]):
    """The slices of a part of the match that are kept in a folder, by units left."""

    def __init__(self, folder: Path, name: str) -> None:
        super().__init__()
        self.folder, self.name = folder, name

    def __missing__(self, t: int) -> Any:
        return np.load(self.folder / f"{self.name}-{t:03d}.npy", mmap_mode="r")


def note(file: Path, left: int, before: Any, last: Any) -> None:
    """Keeps the last two slices. The file is whole at every moment."""
    spare = file.with_suffix(".part.npz")
    np.savez(spare, left=left, before=before, last=last)
    os.replace(spare, file)
