"""Strangers who ask for much at once, on a real server: the others still get their pages."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from breakaway.club.club import Club
from tests.web.conftest import Serve

SMALL = Path("tests/records/fate/basic-fair.jsonl")
LARGE = Path("tests/records/fate/advanced-rosters-led.jsonl")  # 640 turns
CROWD = 40
OTHER = "203.0.113.9"  # the address of somebody else


def visit(address: str, path: str, who: str) -> int:
    """The status of a page for a visitor with this address, as the proxy on this machine says."""
    line = HTTPConnection(address.removeprefix("http://"), timeout=120)
    line.request("GET", path, headers={"X-Forwarded-For": who})
    answer = line.getresponse()
    answer.read()
    line.close()
    return answer.status


@contextmanager
def crowd(address: str, paths: list[str]) -> Iterator[list[int]]:
    """Everybody in a crowd asks for a page, each from another address. Gives the statuses, at the end."""
    statuses: list[int] = []
    with ThreadPoolExecutor(len(paths)) as pool:
        asked = [pool.submit(visit, address, each, f"198.51.100.{n}") for n, each in enumerate(paths)]
        yield statuses
        statuses += [each.result() for each in asked]


def longest_wait(address: str) -> float:
    """The longest time in seconds that somebody else waits for the front page, within three seconds."""
    longest, ends = 0.0, time.monotonic() + 3
    while time.monotonic() < ends:
        began = time.perf_counter()
        assert visit(address, "/", OTHER) == 200
        longest = max(longest, time.perf_counter() - began)
        time.sleep(0.05)
    return longest


@pytest.mark.slow
@pytest.mark.parametrize("what", ["check", "at/10", "watch"])
def test_forty_who_have_a_large_record_checked_hold_nobody_up(club: Club, serve: Serve, what: str) -> None:
    made = [club.upload(LARGE.read_text()).id for _ in range(4)]
    address = serve(club, proxy="127.0.0.1")
    assert visit(address, f"/match/{club.upload(SMALL.read_text()).id}/watch", OTHER) == 200  # templates are read
    alone = longest_wait(address)
    with crowd(address, [f"/match/{made[n % 4]}/{what}" for n in range(CROWD)]) as statuses:
        longest = longest_wait(address)
    assert longest < 5 * max(alone, 0.2), "a ratio, because others may use this machine too"
    assert set(statuses) == {200}
