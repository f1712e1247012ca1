"""Simulations with one worker and with two, side by side in each round: `make bench ARGS=simulate`."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table as Paper

from breakaway.games.manifest import find
from breakaway.lab.simulate import simulate
from breakaway.lab.simulation_files import Plan
from breakaway.players.settings import make_start, requested

ROUNDS = 5
MATCHES = 20_000


class Clock:
    """Measures time from the first chunk on, without compiling."""

    def compiling(self) -> None:
        """Nothing is shown."""

    def begin(self, done: int, total: int) -> None:
        """The matches begin."""
        self.begun = time.perf_counter()

    def advance(self, matches: int) -> None:
        """Nothing is shown."""


def seconds(plays: bool, workers: int) -> float:
    """How many seconds it takes to simulate, write and put together."""
    start = make_start(requested("football", seed=1), ["sheet", "sheet"])
    plan, clock = Plan(find("football"), start, ["random", "random"], 1, plays), Clock()
    with tempfile.TemporaryDirectory() as folder:
        simulate(plan, MATCHES, Path(folder) / "a.parquet", workers, clock)
    return time.perf_counter() - clock.begun


def main() -> int:
    """Prints matches per second, and how much faster two workers are than one."""
    paper = Paper("what", "one worker", "two workers", "two over one: median", "lowest", "highest")
    for name, plays in (("matches only", False), ("a row a play", True)):
        rounds = [
            (seconds(plays, 1), seconds(plays, 2)) for _ in track(range(ROUNDS), name, console=Console(stderr=True))
        ]
        ratios = [one / two for one, two in rounds]
        rates = [f"{MATCHES / statistics.median(times):,.0f} matches/s" for times in zip(*rounds, strict=True)]
        paper.add_row(name, *rates, *(f"{of(ratios):.2f}" for of in (statistics.median, min, max)))
    Console().print(paper)
    return 0
