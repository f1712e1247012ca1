"""Measures the worth of positions: how many more points the offense scores than the other side before the half ends.

Points are counted from the play to the end of its half. A position is therefore worth the points of the next play, plus
the worth of the position after that play, kickoffs included. Only plays of the first and third quarters are measured,
because they are far from the end of a half.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from breakaway.games.football.counts.play_rows import FREE, KICKOFF
from breakaway.games.football.rules.terms import GOAL
from breakaway.lab.batches import Chunk

MARKERS = (4, 10, 16, GOAL)
DOWNS = 4
DEGREE = 3  # number of coefficients of the curve over the lines
ENOUGH = 300  # the curve is straight beyond the lines from which at least this many plays began
SLOPE = 0.25  # points per line on the straight part


@dataclass
class Value:
    """Sums to which each chunk of plays is added.

    The sums give a curve over the lines for each marker and down, and the mean points after tries, kickoffs and free
    kicks.
    """

    normal: Any = field(default_factory=lambda: np.zeros((len(MARKERS), DOWNS, DEGREE, DEGREE)))
    moment: Any = field(default_factory=lambda: np.zeros((len(MARKERS), DOWNS, DEGREE)))
    seen: Any = field(default_factory=lambda: np.zeros((len(MARKERS), DOWNS, GOAL)))  # plays from each line
    others: Any = field(default_factory=lambda: np.zeros((3, 2)))  # tries, kickoffs, free kicks: sum and number

    def add(self, chunk: Chunk) -> None:
        """Adds the plays of a chunk."""
        rows, gained = chunk.rows, until_half_time(chunk)
        early = (rows["quarter"] == 1) | (rows["quarter"] == 3)
        downs = early & (rows["down"] > 0)
        for i, marker in enumerate(MARKERS):
            for down in range(DOWNS):
                here = downs & (rows["line"] + rows["to_go"] == marker) & (rows["down"] == down + 1)
                curve = powers(rows["line"][here])
                self.normal[i, down] += curve.T @ curve
                self.moment[i, down] += curve.T @ gained[here]
                self.seen[i, down] += np.bincount(rows["line"][here], minlength=GOAL)[:GOAL]
        tries = early & (rows["is_try"] == 1) & (rows["penalty"] == 0)
        for i, here in enumerate((tries, early & (rows["kind"] == KICKOFF), early & (rows["kind"] == FREE))):
            self.others[i] += gained[here].sum(), here.sum()

    def merge(self, other: Value) -> None:
        """Adds the sums of another Value."""
        for mine, theirs in ((self.normal, other.normal), (self.moment, other.moment)):
            mine += theirs
        for mine, theirs in ((self.seen, other.seen), (self.others, other.others)):
            mine += theirs

    def table(self) -> dict[str, Any]:
        """The worth in points of each down by marker and line, and of a try, a kickoff and a free kick.

        Lines go from 1 to the last one before the marker.
        """
        found: dict[str, Any] = {}
        for name, (total, count) in zip(("try", "kickoff", "free_kick"), self.others, strict=True):
            found[name] = round(float(total / count), 3)
        for i, marker in enumerate(MARKERS):
            found[f"to_{marker}"] = [[round(each, 3) for each in self.curve(i, d)] for d in range(DOWNS)]
        return found

    def curve(self, marker: int, down: int) -> list[float]:
        """The worth in points by line. Where too few plays began, the curve continues as a straight line."""
        fitted = np.linalg.lstsq(self.normal[marker, down], self.moment[marker, down], rcond=None)[0]
        often = np.flatnonzero(self.seen[marker, down] >= ENOUGH)
        lines = np.arange(1, MARKERS[marker])
        known = np.clip(lines, often.min(), often.max())
        return [float(each) for each in powers(known) @ fitted + SLOPE * (lines - known)]


def powers(lines: Any) -> Any:
    """The terms of the curve: the constant 1, the scaled line and its square, all at most about 1."""
    at = np.asarray(lines, float) / GOAL
    return np.stack([at**n for n in range(DEGREE)], axis=-1)


def until_half_time(chunk: Chunk) -> Any:
    """For each row, the points that the offense scores from that play to the half's end, minus the other side's."""
    rows = chunk.rows
    match = np.repeat(np.arange(len(chunk.seeds)), chunk.counts)
    half = match * 2 + (rows["quarter"] > 2)
    last = np.searchsorted(half, half, side="right") - 1
    after = rows["points"][last] + rows["scored"][last] - rows["points"]
    mine = np.where(rows["offense"] == 0, after[:, 0] - after[:, 1], after[:, 1] - after[:, 0])
    return mine.astype(float)


def as_toml(found: dict[str, Any], says: Sequence[str]) -> str:
    """The table as the text of a data file, with the lines of `says` as comments at the top."""
    head = "\n".join(f"# {line}" for line in says)
    lists = [
        f"{key} = [\n" + "".join(f"  {row},\n" for row in value) + "]"
        for key, value in found.items()
        if isinstance(value, list)
    ]
    numbers = [f"{key} = {value}" for key, value in found.items() if not isinstance(value, list)]
    return "\n".join([head, *numbers, *lists]) + "\n"
