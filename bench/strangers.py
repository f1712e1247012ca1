"""Measures how long a visitor waits while another address attacks the server: `make bench ARGS=strangers`.

The server runs on one core, its clients on the others. One honest visitor, alone at an address, loads the page of a
match twenty times a second. Two players at another address choose every two seconds. Each attack comes from one more
address, in a process of its own. A wait begins when the request is sent, and ends with the last byte of the answer.
Compare the waits under an attack with those of the same visitor on the quiet server, which are measured just before.
If other programs run on the machine, they make all waits longer. So each wait is also given as the processor time that
the server used meanwhile: so long it would have lasted on a core that nothing else uses.

`python bench/strangers.py rules drafts` measures these attacks only.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from multiprocessing.connection import Connection
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table as Paper

from web import come, matches, seal_first, served

SECONDS = 15.0  # of each measurement
WARM = 3.0  # seconds of an attack, and of the visits, before the measurement
EVERY, CHOICE = 0.05, 2.0  # seconds between two pages of the honest visitor, and between two choices
HONEST, STRANGER = "127.0.0.5", "127.0.0.66"
STREAMS, PAGES, CHURN, FLOOD = 190, 40, 20, 240
LONGEST = 15.0  # seconds after which the honest visitor gives up waiting
PAUSE = 0.05  # seconds after which a refused visitor tries again: no attacker reads `Retry-After`
Wait = tuple[float, float]  # seconds, and seconds of the server's processor time


def requests(attack: str, match: str, n: int) -> tuple[str, str]:
    """The address that stranger number `n` asks for, and his headers."""
    stream, page = f"/match/{match}/watch/stream?follows=1", f"/match/{match}/watch"
    known = {
        "streams": (stream, ""),
        "drafts": (f"{stream}&draft={n}", ""),
        "hosts": (stream, f"Host: name-{n}.example\r\n"),
        "invitations": (stream, f"Cookie: invites=no-such-invitation-{n:06}\r\n"),
        "rules": ("/rules/football", ""),
        "pages": (page, ""),
        "cookies": (page, f"Cookie: owner=no-such-secret-of-an-owner-{n}; device=no-such-device-{n:06}\r\n"),
        "missing": (f"/no/such/page/{n}", ""),
        "connections": (page, ""),
        "names": ("/", f"Host: name-{n}.example\r\n"),  # refused at once, as the next four
        "addresses": (f"/?{'x' * 5000}", ""),
        "links": (f"/seat/no-such-invitation-{n:06}", ""),
        "health": ("/healthz", ""),
        "files": ("/static/page.css", ""),
    }
    return known[attack]


SPECTATORS = ("streams", "drafts", "hosts", "invitations")
CHEAP = ("names", "addresses", "links", "health", "files")  # as many connections as an address may have
ATTACKS = (*SPECTATORS, "rules", "pages", "cookies", "missing", "connections", *CHEAP)


def attack(kind: str, port: int, match: str) -> None:
    """Attacks the server until the process is killed."""
    os.nice(10)
    crowd = STREAMS if kind in SPECTATORS else FLOOD if kind in CHEAP else CHURN if kind == "connections" else PAGES
    worker = _watch if kind in SPECTATORS else _leave if kind == "connections" else _load

    async def all_of_them() -> None:
        await asyncio.gather(*(_again(worker, port, *requests(kind, match, n)) for n in range(crowd)))

    asyncio.run(all_of_them())


async def _again(work: Callable[[int, str, str], Awaitable[None]], port: int, where: str, headers: str) -> None:
    while True:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            await work(port, where, headers)
        await asyncio.sleep(PAUSE)


@contextlib.asynccontextmanager
async def _asked(port: int, place: str) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(place, 0), limit=2**22)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


def _written(where: str, headers: str) -> bytes:
    host = "" if "Host:" in headers else "Host: localhost\r\n"
    return f"GET {where} HTTP/1.1\r\n{host}{headers}\r\n".encode()


async def _watch(port: int, where: str, headers: str) -> None:
    """Reads a stream until it ends."""
    async with _asked(port, STRANGER) as (reader, writer):
        writer.write(_written(where, headers))
        while await reader.read(2**16):
            pass


async def _load(port: int, where: str, headers: str) -> None:
    """Loads a page again and again."""
    async with _asked(port, STRANGER) as (reader, writer):
        while True:
            writer.write(_written(where, headers))
            await _answer(reader)


async def _leave(port: int, where: str, headers: str) -> None:
    """Asks for a page, and leaves without waiting for it."""
    while True:
        async with _asked(port, STRANGER) as (_reader, writer):
            writer.write(_written(where, headers))
            await writer.drain()


async def _answer(reader: asyncio.StreamReader) -> int:
    """Reads one answer to its end. Returns its status."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
    await reader.readexactly(int(length.partition(b":")[2]))
    return int(head.split(b" ", 2)[1])


async def _honest(port: int, process: int, match: str, seconds: float) -> list[Wait]:
    """The waits of the honest visitor."""
    waits, until = list[Wait](), time.perf_counter() + seconds
    while time.perf_counter() < until:
        async with _asked(port, HONEST) as (reader, writer):
            while (start := time.perf_counter()) < until:
                before = _worked(process)
                writer.write(_written(f"/match/{match}/watch", ""))
                with contextlib.suppress(TimeoutError, asyncio.IncompleteReadError):
                    status = await asyncio.wait_for(_answer(reader), LONGEST)
                    if status != 200:
                        raise RuntimeError(f"the honest visitor got {status}")
                waits.append((time.perf_counter() - start, _worked(process) - before))
                if reader.at_eof() or waits[-1][0] > LONGEST:
                    break  # with another connection
                await asyncio.sleep(max(0.0, start + EVERY - time.perf_counter()))
    return waits


def _worked(process: int) -> float:
    """The seconds of processor time that a process has used (Linux)."""
    return time.clock_gettime((~process << 3) | 2)


def play(address: str, match: str, browsers: list[str]) -> None:
    """Two players choose, every two seconds, until the process is killed."""

    async def both() -> None:
        pair = [await come(address, match, seat, token) for seat, token in enumerate(browsers)]
        connected = asyncio.Semaphore(0)
        _streams = [asyncio.create_task(seat.listen(connected)) for seat in pair]
        count = 0
        while True:
            await seal_first(pair, count)
            mine = pair[0] if pair[0].is_asked else pair[1]
            if mine.is_asked:
                await mine.choose(count)
            count += 1
            await asyncio.sleep(CHOICE)

    asyncio.run(both())


def visit(port: int, process: int, match: str, told: Connection) -> None:
    """Tells the waits of the honest visitor, and how much of its core the server took meanwhile."""
    with contextlib.suppress(PermissionError):  # it hardly computes, and must see each answer at once
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    asyncio.run(_honest(port, process, match, WARM))
    before, start = _worked(process), time.perf_counter()
    waits = asyncio.run(_honest(port, process, match, SECONDS))
    told.send((waits, (_worked(process) - before) / (time.perf_counter() - start)))


def measured(kind: str) -> list[tuple[list[Wait], float]]:
    """The figures of the quiet server and of the same server under an attack."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "club.sqlite"
        with served(database, 0, "--host", "0.0.0.0") as (address, process):
            port = int(address.rpartition(":")[2])
            (match, browsers), (other, _) = matches(database, 2)
            players = multiprocessing.Process(target=play, args=(address, match, browsers), daemon=True)
            strangers = multiprocessing.Process(target=attack, args=(kind, port, match), daemon=True)
            for busy in (players, strangers):
                busy.start()
                heard, told = multiprocessing.Pipe()
                visitor = multiprocessing.Process(target=visit, args=(port, process, other, told))
                visitor.start()
                found.append(heard.recv())
                visitor.join()
            for busy in (players, strangers):
                busy.kill()
                busy.join()
    return found


def main() -> int:
    """Prints two rows for each attack."""
    paper = Paper("attack", "p50", "p99", "longest", "server's work: p50", "p99", "longest", "p99 to quiet", "core")
    asked = [each for each in sys.argv[1:] if each != "strangers"]
    for kind in track(asked or ATTACKS, "attacks", console=Console(stderr=True)):
        quiet, attacked = measured(kind)
        for name, (waits, busy) in (("quiet", quiet), (kind, attacked)):
            columns = [_figures([each[n] for each in waits]) for n in (0, 1)]
            ratio = columns[1][1] / _figures([each[1] for each in quiet[0]])[1]
            shown = (f"{1000 * each:.0f}" for some in columns for each in some)
            paper.add_row(name, *shown, f"{ratio:.1f}", f"{100 * busy:.0f}%")
    Console().print(paper)
    Console().print("waits in ms")
    return 0


def _figures(waits: list[float]) -> tuple[float, float, float]:
    """The median, the 99th percentile and the longest."""
    waits.sort()
    return statistics.median(waits), waits[round(0.99 * (len(waits) - 1))], waits[-1]


if __name__ == "__main__":
    os.sched_setaffinity(0, {*range(1, os.cpu_count() or 1)} or {0})
    sys.exit(main())
