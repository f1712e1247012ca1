"""Measures how soon open pages show a choice: 20 pairs choose, and 0, 160 or 960 spectators watch their matches.

The server runs in a process of its own on one core, its clients on the others. Each pair makes a choice every two
seconds. A time begins when a form is sent, and ends when the last byte of a changed page has arrived: at the opponent,
and at each spectator of the match. A boardgame.io server with a game of the same size then gets the same load, if Node
is there: once sending whole states, and once (`delta`) what is new in them.

`python bench/streams.py 0 160` measures with these numbers of spectators only.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import boardgame
from rich.console import Console
from rich.progress import track
from rich.table import Table as Paper

from web import Seat, come, matches, seal_first, served

PAIRS = 20
WATCHING = (0, 160, 960)
EVERY = 2.0  # seconds between two choices of a pair
SECONDS = 12.0
OTHERS = 200  # spectators from one address: the server takes at most 256 connections from each


@dataclass
class Spectator:
    """A browser that watches. `seen` has the moments at which its page changed."""

    host: str
    port: int
    match: str
    number: int
    seen: list[float] = field(default_factory=list)

    async def watch(self, connected: asyncio.Semaphore) -> None:
        """Reads the stream until it is canceled."""
        place = f"127.0.0.{2 + self.number // OTHERS}"
        reader, writer = await asyncio.open_connection(self.host, self.port, local_addr=(place, 0), limit=2**22)
        asked = f"GET {self.match}/watch/stream?follows=1 HTTP/1.1\r\nHost: localhost:{self.port}\r\n"
        writer.write(f"{asked}Cookie: browser=a-spectator-of-the-bench-{self.number}\r\n\r\n".encode())
        with contextlib.closing(writer):
            await reader.readuntil(b"id: ")  # the page as it is at the beginning
            connected.release()
            while await reader.readuntil(b"\nid: "):
                self.seen.append(time.perf_counter())


def main() -> int:
    """Prints a row for each number of spectators and each server."""
    paper = Paper("server", "streams", "choices/s", "opponent: median", "99%", "spectators: median", "99%")
    paper.add_column("server's time for a choice")
    paper.add_column("memory")
    numbers = tuple(map(int, sys.argv[1:])) if all(map(str.isdigit, sys.argv[1:])) else ()
    folder = boardgame.installed() if boardgame.is_possible() else None
    for watching in track(numbers or WATCHING, "streams", console=Console(stderr=True)):
        paper.add_row("Breakaway", str(2 * PAIRS + watching), *asyncio.run(_measured(watching)))
        for delta in (False, True) if folder else ():
            name = f"boardgame.io{', delta' if delta else ''}"
            paper.add_row(name, str(2 * PAIRS + watching), *_beside(folder, delta, watching))
    Console(width=120).print(paper)
    return 0


def _beside(folder: Path | None, delta: bool, watching: int) -> list[str]:
    """The figures of boardgame.io."""
    assert folder is not None
    with boardgame.served(folder, delta, core=0) as (port, process):
        before: list[float] = []
        found = boardgame.watched(folder, port, PAIRS, watching, EVERY, SECONDS, lambda: before.append(_spent(process)))
        return _figures(found["opponents"], found["spectators"], process, before[0])


async def _measured(watching: int) -> list[str]:
    """The figures of our own server."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder) / "club.sqlite", core=0) as (address, process):
        names = matches(Path(folder) / "club.sqlite", PAIRS)
        pairs = [[await come(address, name, seat, token) for seat, token in enumerate(both)] for name, both in names]
        connected = asyncio.Semaphore(0)
        port = int(address.rpartition(":")[2])
        crowd = [Spectator("127.0.0.1", port, f"/match/{names[n % PAIRS][0]}", n) for n in range(watching)]
        tasks = [asyncio.create_task(seat.listen(connected)) for pair in pairs for seat in pair]
        tasks += [asyncio.create_task(each.watch(connected)) for each in crowd]
        for _ in tasks:
            await asyncio.wait_for(connected.acquire(), 120)
        await asyncio.sleep(2)
        until, before = time.perf_counter() + SECONDS, _spent(process)
        crowds = [[each for each in crowd if each.number % PAIRS == n] for n in range(PAIRS)]
        found = await asyncio.gather(*(_play(pair, crowds[n], n, until) for n, pair in enumerate(pairs)))
        opponents = [each for one, _ in found for each in one]
        figures = _figures(opponents, [each for _, some in found for each in some], process, before)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(seat.client.aclose() for pair in pairs for seat in pair))
    return figures


def _spent(process: int) -> float:
    """The seconds of processor time that a process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _figures(opponents: list[float], spectators: list[float], process: int, before: float) -> list[str]:
    memory = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    assert memory
    assert opponents
    each = (_spent(process) - before) / len(opponents)
    rate = f"{len(opponents) / SECONDS:.1f}"
    return [rate, *_shown(opponents), *_shown(spectators), f"{1000 * each:.0f} ms", f"{int(memory[1]) >> 10} MiB"]


async def _play(pair: list[Seat], crowd: list[Spectator], n: int, until: float) -> tuple[list[float], list[float]]:
    """The seconds until each choice of this pair was on the opponent's screen, and on each spectator's."""
    await asyncio.sleep(EVERY * n / PAIRS)
    opponents, spectators, count = list[float](), list[float](), 0
    while time.perf_counter() < until:
        await seal_first(pair, count)
        start = time.perf_counter()
        mine, other = pair if pair[0].is_asked else pair[::-1]
        other.came.clear()
        for each in crowd:
            each.seen.clear()
        if mine.is_asked and await mine.choose(count):
            await asyncio.wait_for(other.came.wait(), 60)
            opponents.append(other.at - start)
        count += 1
        while opponents and not all(each.seen for each in crowd) and time.perf_counter() < start + 60:
            await asyncio.sleep(0.01)
        spectators += [each.seen[0] - start for each in crowd if each.seen]
        await asyncio.sleep(max(0.1, start + EVERY - time.perf_counter()))
    return opponents, spectators


def _shown(times: list[float]) -> tuple[str, str]:
    """The median and the 99th percentile, in milliseconds."""
    if not times:
        return "", ""
    times.sort()
    return f"{1000 * statistics.median(times):.0f} ms", f"{1000 * times[round(0.99 * (len(times) - 1))]:.0f} ms"


if __name__ == "__main__":
    os.sched_setaffinity(0, {*range(1, os.cpu_count() or 1)} or {0})
    main()
