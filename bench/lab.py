"""Rates of the lab on one core: `make bench ARGS=lab`.

Measures how many matches a second chunks play, with counting, and how many choices a second the vector environment
takes in 1,024 matches. `make bench ARGS="lab FOLDER"` compares with the checkout in that folder: short slices of both
take turns. The table then shows the ratios, because a machine's speed varies more from minute to minute than between
two versions of the code. It also says whether both played the same matches. Each checkout runs its own copy of this
file, so they may differ. What the other checkout cannot measure is not compared.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table as Paper

ROUNDS = 30
MATCHES = {"football": 1200, "football, sheets": 800, "fate": 1200, "cycling": 1000}  # in a slice
VECTOR, STEPS = 1024, 150  # matches of the vector environment, and steps in a slice
HERE = Path(__file__).resolve().parents[1]
Slice = Callable[[], tuple[float, int]]  # a rate, and a checksum of what was played


def chunks(name: str) -> Slice:
    """Plays the first matches of seed 7 with random coaches, or with sheets."""
    from breakaway.lab.batches import ChunkPlayer

    game, config, seats = setting(name)
    player = ChunkPlayer(game, config, ["random"] * seats)
    player.play(7, 0, 1, False)

    def played() -> tuple[float, int]:
        start = time.perf_counter()
        chunk = player.play(7, 0, MATCHES[name], False)
        spent = time.perf_counter() - start
        return MATCHES[name] / spent, zlib.crc32(chunk.matches.tobytes(), zlib.crc32(chunk.results.tobytes()))

    return played


def vector(name: str) -> Slice:
    """Steps the vector environment with random legal codes. Times only the compiled driver."""
    from breakaway.lab.vectors import Vector

    game, config, seats = setting(name)
    matches, random = Vector(game, config, VECTOR, list(range(seats)), {}, 0), np.random.default_rng(1)
    matches.reset(1)

    def stepped() -> tuple[float, int]:
        spent = 0.0
        for _ in range(STEPS):
            mask = matches.m.mask
            codes = (random.random(mask.shape, dtype=np.float32) * mask).argmax(1).astype(np.int64)
            start = time.perf_counter()
            matches._play(codes)
            spent += time.perf_counter() - start
        return VECTOR * STEPS / spent, zlib.crc32(matches.m.tensor.tobytes(), zlib.crc32(matches.m.mask.tobytes()))

    return stepped


def setting(name: str) -> tuple[Any, Any, int]:
    """A game, its config, and the number of seats: football, FATE with two seats, and a race of six teams."""
    from breakaway.games import manifest as games
    from breakaway.games.cycling import files as race
    from breakaway.games.fate import files as fate
    from breakaway.games.football.files import config as football

    if name == "cycling":
        return games.find(name), race.resolve("postal", 6)[0], 6
    if name == "fate":
        return games.find(name), fate.resolve()[0], 2
    return games.find("football"), football.resolve(sheets=(0, 1) if "sheets" in name else ())[0], 2


MEASURES: dict[str, tuple[Callable[[str], Slice], str]] = {
    **{f"{name}, matches/s": (chunks, name) for name in MATCHES},
    **{f"{name}, vector, choices/s": (vector, name) for name in MATCHES if "sheets" not in name},
}


def serve() -> int:
    """Measures a slice for each name that comes in, and prints the rate and the checksum."""
    ready: dict[str, Slice] = {}
    for line in sys.stdin:
        make, name = MEASURES[line.strip()]
        if line not in ready:
            ready[line] = make(name)
        print(*ready[line](), flush=True)
    return 0


class Checkout:
    """Another process that measures slices with the code of one checkout."""

    def __init__(self, folder: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
        command = [sys.executable, str(folder / "bench" / "lab.py"), "serve"]  # its own: names may differ
        self.process = subprocess.Popen(
            command, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def slice(self, name: str) -> tuple[float, str]:
        """A rate and a checksum. Raises ChildProcessError if the process has ended."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write(name + "\n")
            self.process.stdin.flush()
        rate, _, checksum = self.process.stdout.readline().partition(" ")
        if not rate:
            raise ChildProcessError("the other process has ended; its error is above")
        return float(rate), checksum


def main(folders: list[str]) -> int:
    """Prints the rates, and how they compare with those of the checkout in the folder, if one is given."""
    other = Path(folders[0]).resolve() if folders else None
    if other and not (other / "bench" / "lab.py").exists():
        print(f"{folders[0]} is not a checkout of Breakaway: it has no bench/lab.py", file=sys.stderr)
        return 1
    here, there = Checkout(HERE), Checkout(other) if other else None
    paper = Paper("what", "median", "best", "ratio: median", "quartiles", "same matches")
    console = Console(stderr=True)
    for name in MEASURES:
        here.slice(name)  # compiles
        beside = there
        if there and other:
            try:
                there.slice(name)
            except ChildProcessError:
                there, beside = Checkout(other), None
        rates, ratios, same = list[float](), list[float](), True
        for _ in track(range(ROUNDS), name, console=console):
            theirs = beside.slice(name) if beside else None
            ours = here.slice(name)
            rates.append(ours[0])
            if theirs:
                ratios.append(ours[0] / theirs[0])
                same = same and ours[1] == theirs[1]
        low, middle, high = statistics.quantiles(ratios, n=4) if ratios else (0.0, 0.0, 0.0)
        missing = "not there" if other else ""
        compared = (
            (f"{middle:.2f}", f"{low:.2f} to {high:.2f}", "yes" if same else "no") if ratios else (missing, "", "")
        )
        paper.add_row(name, f"{statistics.median(rates):,.0f}", f"{max(rates):,.0f}", *compared)
    Console().print(paper)
    return 0


if __name__ == "__main__":
    sys.exit(serve())
