"""Measures the table in the browser with 200 open streams: choices per second, and how soon an opponent sees a choice.

A real server runs in its own process, with its own database on disk. Half of the matches are football and half FATE,
each between two people, and every seat has its page open. The clients measure the times, on the same machine. A time
covers the whole way: the form is sent, checked, sealed and played on disk, both pages are made, and the last byte of
the opponent's page arrives.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path

import httpx2
from rich.console import Console
from rich.table import Table as Paper

from breakaway.club.club import open_club
from breakaway.club.seats import Sitter
from breakaway.games.fate import files as fate_matches
from breakaway.games.football.files import config as cards
from breakaway.records.match import Start
from breakaway.server.live_pages import applied

STREAMS = 200
CHOICES = 400  # choices that are timed on their way to the opponent's screen, one after the other
AT_ONCE = 8  # people who choose at the same time
SECONDS = 15.0  # how long they do so
BROWSER = "a-browser-of-the-measurement"
SERVE = [sys.executable, "-c", "from breakaway.cli.main import main; main()", "serve", "--database"]


@dataclass
class Seat:
    """One person's browser with an open page. `came` is set when the page has changed."""

    client: httpx2.AsyncClient
    where: str
    csrf: str = ""
    text: str = ""  # the newest page
    came: asyncio.Event = field(default_factory=asyncio.Event)
    at: float = 0.0

    async def listen(self, connected: asyncio.Semaphore) -> None:
        """Reads the stream until it is canceled."""
        stamp = _found(r'data-stamp="(\w+)"', self.text)
        lines: list[str] = []
        whole = ""  # the page that the stream sent last
        async with self.client.stream("GET", f"{self.where}/stream?follows=1&seen_stamp={stamp}") as answer:
            connected.release()
            async for line in answer.aiter_lines():
                if line:
                    lines.append(line)
                    continue
                if any(each.startswith("data:") for each in lines) and "event: present" not in lines:
                    self.at = time.perf_counter()
                    text = "\n".join(each.removeprefix("data: ") for each in lines if each.startswith("data: "))
                    whole = applied(whole, json.loads(text)["parts"]) if text.startswith("{") else text
                    self.text = whole
                    self.came.set()
                lines = []

    async def choose(self, n: int) -> bool:
        """Presses a button of the page. Returns whether the server accepted it."""
        buttons = [unescape(each) for each in re.findall(r'<button[^>]* name="order" value="([^"]*)"', self.text)]
        form = {"csrf": self.csrf, "turn": _found(r'name="turn" value="(\d+)"', self.text)}
        form["order"] = buttons[n % len(buttons)]
        answer = await self.client.post(f"{self.where}/choose", data=form, headers={"HX-Request": "true"})
        if answer.status_code == 200:
            self.text = answer.text
        return answer.status_code == 200

    @property
    def is_asked(self) -> bool:
        """Whether the page asks for a choice."""
        return ' name="order" value="' in self.text and "Your choice is sealed" not in self.text


def main() -> int:
    """Prints the figures."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder) / "club.sqlite") as (address, _):
        seats_of = matches(Path(folder) / "club.sqlite", STREAMS // 2)
        times, rate = asyncio.run(_measured(address, seats_of))
    times.sort()
    paper = Paper("what", "figure", "unit", title=f"The table in the browser, {STREAMS} open streams")
    last = times[min(len(times) - 1, round(0.99 * len(times)))]
    paper.add_row(f"choices per second, {AT_ONCE} people at the same time", f"{rate:.1f}", "choices/s")
    paper.add_row("a choice to the other's screen, median", f"{1000 * statistics.median(times):.1f}", "ms")
    paper.add_row(f"the same, 99th percentile of {len(times)}", f"{1000 * last:.1f}", "ms")
    Console().print(paper)
    return 0


@contextlib.contextmanager
def served(database: Path, core: int | None = None, *options: str) -> Iterator[tuple[str, int]]:
    """Runs the real program with these `options`, on one `core` if it is given. Gives its address and the number of its
    process.
    """
    with subprocess.Popen([*SERVE, str(database), *options], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        if core is not None:
            os.sched_setaffinity(server.pid, {core})
        try:
            yield _found(r"(http://localhost:\d+)/", server.stdout.readline()), server.pid
        finally:
            server.terminate()


def matches(database: Path, pairs: int) -> list[tuple[str, list[str]]]:
    """Begins this many matches of two people, football and FATE in turn.

    Gives the name of each match and the secrets of both browsers.
    """
    club, made = open_club(database), []
    for n in range(pairs):
        match = club.create(*_begun(n))
        browsers = [f"the-browser-of-seat-{seat}-of-{n}" for seat in (0, 1)]
        for seat, browser in enumerate(browsers):
            club.sit(match.tokens[seat], Sitter((browser,)))
        club.resolve(match.id)
        made.append((match.id, browsers))
    club.close()
    return made


def _begun(n: int) -> tuple[str, Start]:
    """The game and the beginning of match number `n`."""
    secret, salts = n.to_bytes(32, "big"), ("one", "two")
    seats = [{"name": name, "by": "human"} for name in ("Lightning", "Fire")]
    if n % 2:
        return "fate", Start(*fate_matches.resolve(), {}, seats, secret=secret, salts=salts)
    config, options = cards.resolve("lightning", "fire", (), {})
    names = cards.names("lightning", "fire")
    return "football", Start(config, options, names, seats, secret=secret, salts=salts)


async def _measured(address: str, matches: list[tuple[str, list[str]]]) -> tuple[list[float], float]:
    pairs = [[await come(address, name, seat, token) for seat, token in enumerate(both)] for name, both in matches]
    connected = asyncio.Semaphore(0)
    streams = [asyncio.create_task(seat.listen(connected)) for pair in pairs for seat in pair]
    for _ in streams:
        await connected.acquire()
    times = []
    for n in range(CHOICES):
        await seal_first(pairs[n % len(pairs)], n)
        took = await _one(pairs[n % len(pairs)], n)
        if took is not None:
            times.append(took)
    rate = await _many(pairs)
    for stream in streams:
        stream.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    await asyncio.gather(*(seat.client.aclose() for pair in pairs for seat in pair))
    return times, rate


async def come(address: str, match: str, seat: int, token: str) -> Seat:
    """Opens a seat in a new browser."""
    client = httpx2.AsyncClient(base_url=address, cookies={"browser": BROWSER, "device": token}, timeout=60)
    made = Seat(client, f"/match/{match}/{seat + 1}")
    made.text = (await client.get(made.where)).text
    made.csrf = _found(r'name="csrf" value="([^"]+)"', made.text)
    return made


async def _one(pair: list[Seat], n: int) -> float | None:
    """Seconds from a choice to the opponent's screen. None if the page wanted another choice.

    None too unless exactly one of the two is asked, because only that choice changes the other page.
    """
    mine, other = pair if pair[0].is_asked else pair[::-1]
    other.came.clear()
    start = time.perf_counter()
    if not mine.is_asked or other.is_asked or not await mine.choose(n):
        return None
    await asyncio.wait_for(other.came.wait(), 30)
    await asyncio.sleep(0.02)  # so that the chooser's own stream has arrived too
    return other.at - start


async def seal_first(pair: list[Seat], n: int) -> bool:
    """If both are asked, one of them seals a choice: the other's page does not change until both have chosen.

    Returns whether a choice was sealed.
    """
    if not all(seat.is_asked for seat in pair):
        return False
    pair[0].came.clear()
    is_sealed = await pair[0].choose(n)
    if is_sealed:  # so that the chooser's own stream is not taken for the answer to the other choice
        await asyncio.wait_for(pair[0].came.wait(), 30)
    return is_sealed


async def _many(pairs: list[list[Seat]]) -> float:
    """Choices per second of several people at the same time."""
    until = time.perf_counter() + SECONDS

    async def people(some: list[list[Seat]]) -> int:
        count = 0
        while time.perf_counter() < until:
            pair = some[count % len(some)]
            count += await seal_first(pair, count)
            count += await _one(pair, count) is not None
        return count

    start = time.perf_counter()
    counts = await asyncio.gather(*(people(pairs[i::AT_ONCE]) for i in range(AT_ONCE)))
    return sum(counts) / (time.perf_counter() - start)


def _found(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    if found is None:
        raise RuntimeError(f"the page has no {pattern}")
    return found[1]
