"""kill -9 of the real server at its commit boundaries, with DEPTH at every one: no choice that it accepted is lost."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any

import httpx2
import pytest

from breakaway.club.club import Club, open_club
from breakaway.club.database import POINTS
from breakaway.core.game import BadOrder
from breakaway.records.record_file import parse
from breakaway.records.verify import Grade
from tests.club.starts import play_out
from tests.depth import DEPTH
from tests.web.session import csrf, orders, turn
from tests.web.test_serve import BREAKAWAY

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no kill -9 there")
CHOICES = 4  # of one sitting; a kick-off is among them, so that a coach and chance answer too
MOST = 60  # kills at one point
DEVICE = "the-secret-of-the-browser-that-plays-both"
SELDOM = {"before upgrade": 1, "after upgrade": 1, "after create": 1, "before change": 1, "after change": 1}
WITH_MAIL = ("after send",)  # this browser gets no email: tests/club/test_outbox.py reaches that point
USUAL = 5  # a match's beginning, and a transaction for each choice at the least


@dataclass
class Session:
    """One browser's match, and what it was told is done."""

    match: str = ""
    name: str = ""
    chosen: dict[tuple[int, int], list[int]] = field(default_factory=dict)  # by turn, from 1, and seat


class Server:
    """The real program, killed at the named point when there is one."""

    def __init__(self, database: Path, failpoint: str) -> None:
        environment = {**os.environ, "BREAKAWAY_FAILPOINT": failpoint, "PYTHONUNBUFFERED": "1"}
        command = [*BREAKAWAY, "serve", "--database", str(database)]
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        found = re.search(r"http://localhost:\d+", self.process.stdout.readline())
        self.address = found[0] if found else ""  # none: killed before it was up

    def ends(self) -> int:
        """Stops it, where nobody else has; what it ended with."""
        if self.process.poll() is None and self.address:
            self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=60)
        return self.process.returncode


@contextmanager
def served(database: Path, failpoint: str) -> Iterator[Server]:
    server = Server(database, failpoint)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.process.kill()
            server.process.communicate(timeout=60)


def sit(address: str, database: Path, at: Session) -> None:
    """Two people of one browser: the match is opened, the link followed, a name given, and some choices are made.

    What stands in `at` was answered with success. Raises httpx2.TransportError when the server is gone.
    """
    cookies = {"browser": "a-browser-of-the-tests-1", "device": DEVICE}
    with httpx2.Client(base_url=address, cookies=cookies, timeout=60) as browser:
        token = csrf(browser.get("/rules/football").text)
        form = dict(usual(browser.get("/open/football").text), csrf=token, **{"seat.1": "link"})
        made = browser.post("/open/football", data=form)
        assert made.status_code == 303, made.text
        at.match = made.headers["location"].rpartition("/")[2]
        page = browser.get(f"/match/{at.match}/1").text
        link = re.search(r"/seat/([\w-]+)", page)
        assert link
        assert browser.get(f"/seat/{link[1]}").status_code == 200
        named = browser.post(f"/seat/{link[1]}", data={"csrf": token, "name": "Bo Example"})
        assert named.status_code == 200
        at.name = "Bo Example"
        club = open_club(database)
        try:
            for number in range(CHOICES):
                choose(browser, token, club, at, number)
        finally:
            club.close()


def usual(text: str) -> dict[str, str]:
    """The form's own values."""
    found = dict(re.findall(r'<input type="number" id="[^"]+" name="(house\.[^"]+)" value="([^"]*)"', text))
    for name, body in re.findall(r'<select id="[^"]+" name="([^"]+)">(.*?)</select>', text, re.S):
        chosen = re.search(r'value="([^"]*)" selected', body) or re.search(r'value="([^"]*)"', body)
        assert chosen
        found[name] = unescape(chosen[1])
    return found


def choose(browser: httpx2.Client, token: str, club: Club, at: Session, number: int) -> None:
    """One choice of whoever is asked; noted once the server has said yes."""
    look = club.look(at.match)
    (seat,) = look.waiting
    where = f"/match/{at.match}/{seat + 1}"
    text = browser.get(where).text
    found = orders(text)
    observation = club.look(at.match, seat).observation
    written, order = next(whole(observation, [*found[number % len(found) :], *found]))
    answer = browser.post(f"{where}/choose", data={"csrf": token, "turn": turn(text), "order": order})
    assert answer.status_code == 303, answer.text
    at.chosen[look.turn + 1, seat] = written


def whole(observation: Any, found: list[str]) -> Iterator[tuple[list[int], str]]:
    """Those of the buttons that order something by themselves, without ticks."""
    for order in found:
        with suppress(BadOrder):
            yield observation.read(order)[0], order


def check(club: Club, at: Session) -> None:
    """All that was told is there."""
    if not at.match:
        return
    if at.name:
        assert club.seats(at.match)[1].name == at.name
    lines = parse(club.download(at.match, running=True)).lines
    played = {
        (line["n"], int(seat)): o for line in lines if line["kind"] == "turn" for seat, o in line["orders"].items()
    }
    for place, order in at.chosen.items():
        assert played.get(place) == order, f"match {at.match}: a choice of turn {place[0]} is lost"


def kills(database: Path, point: str, counts: Iterator[int]) -> tuple[int, list[Session]]:
    """A server for each count, until one is not killed; how often one was, and what each sitting was told."""
    sittings = []
    for killed, count in enumerate(counts):
        assert killed < MOST
        at = Session()
        sittings.append(at)
        with served(database, f"{point}:{count}") as server:
            if server.address:
                with suppress(httpx2.TransportError):
                    sit(server.address, database, at)
            code = server.ends()
        if code != -signal.SIGKILL:
            assert len(at.chosen) == CHOICES
            return killed, sittings
    return len(sittings), sittings


def goes_on(database: Path, sittings: list[Session]) -> None:
    """After a restart everything told is there, the browser plays on, and each match can be finished and verified."""
    with served(database, "") as server, httpx2.Client(base_url=server.address, timeout=60) as browser:
        browser.cookies.set("browser", "a-browser-of-the-tests-1")
        browser.cookies.set("device", DEVICE)
        token = csrf(browser.get("/rules/football").text)
        club = open_club(database)
        for at in sittings:
            check(club, at)
            if at.name:
                browser.post(f"/match/{at.match}/1/go", data={"csrf": token})
                before = club.look(at.match).turn
                choose(browser, token, club, at, 0)
                assert club.look(at.match).turn > before
                check(club, at)
        for listed in club.matches():  # those of which nobody was told as well
            assert club.check(listed.id).grade == Grade.UNSIGNED
        last = next(at.match for at in reversed(sittings) if at.match)
        play_out(club, last)
        assert club.check(last).details[0].endswith("finished:")
        club.close()


@pytest.mark.slow
@pytest.mark.parametrize("point", [each for each in POINTS if each not in WITH_MAIL])
def test_kill_9_at_commit_boundaries_loses_no_accepted_choice(point: str, tmp_path: Path) -> None:
    database = tmp_path / "club.sqlite"
    step = 1 if DEPTH > 1 or point in SELDOM else 2
    killed, sittings = kills(database, point, iter(range(1, MOST, step)))
    assert killed * step >= SELDOM.get(point, USUAL)
    goes_on(database, sittings)
