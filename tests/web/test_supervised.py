"""Deadlines and streams go on after an outage of the database; `/healthz` and `/metrics` say how the server is."""

from __future__ import annotations

import asyncio
import logging
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient

from breakaway.club.club import Club
from breakaway.club.database import Database, Unreachable
from breakaway.server.background import LONGEST, STALLED, Retries, Supervisor, Task, pause_after
from breakaway.server.live_pages import Hub
from breakaway.server.request_checks import Bounds
from breakaway.web import health
from breakaway.web.app import make_app
from breakaway.web.health import DatabaseCheck
from breakaway.web.match_actions import Timekeeper
from tests.club.clocks import Wall
from tests.club.starts import football_match, sit
from tests.web import programs
from tests.web.conftest import Serve
from tests.web.programs import status
from tests.web.session import browser, portal
from tests.web.test_connections import at_door
from tests.web.test_deadlines import timed
from tests.web.twins import Listening

SECRET = "secret-name-of-a-disk"


class Outage:
    """A database that fails while `on` is set, at every door."""

    def __init__(self, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
        self.on: Callable[[], bool] = lambda: False
        self.failed = 0
        for name in ("_reader", "_writer"):
            monkeypatch.setattr(database, name, self._engine(getattr(database, name)))

    def _engine(self, real: Any) -> Any:
        outage = self

        class Failing:
            @contextmanager
            def begin(self) -> Iterator[Any]:
                if outage.on():
                    outage.failed += 1
                    raise OperationalError("SELECT", {}, sqlite3.OperationalError(f"disk I/O error {SECRET}"))
                with real.begin() as connection:
                    yield connection

        return Failing()


class Hands:
    """A clock that goes on only while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        await asyncio.sleep(0)


async def until(met: Callable[[], bool]) -> None:
    """Waits until it is so."""
    ends = time.monotonic() + 20
    while not met():
        assert time.monotonic() < ends
        await asyncio.sleep(0.005)


def test_a_task_that_fails_is_logged_and_started_again_after_longer_and_longer_pauses(
    caplog: pytest.LogCaptureFixture,
) -> None:
    hands, runs = Hands(), list[float]()

    async def work(well: Callable[[], None]) -> None:
        runs.append(hands.now)
        if len(runs) == 5:
            well()
            await asyncio.Event().wait()
        raise Unreachable("The database is not responding.") if len(runs) % 2 else ZeroDivisionError

    async def play() -> None:
        kept = Supervisor(hands, hands.sleep)
        async with kept.running("some work", work):
            await until(lambda: len(runs) == 5)
            assert kept.state_of(kept.tasks["some work"]) == "ok"
            hands.now += STALLED + 1
            assert kept.state_of(kept.tasks["some work"]) == "stalled"

    with caplog.at_level(logging.WARNING):
        asyncio.run(play())
    assert runs == [0.0, 0.5, 1.5, 3.5, 7.5]
    assert [bool(each.exc_info) for each in caplog.records] == [False, True, False, True, False]
    assert "goes on after 8 s and 4 faults" in caplog.text
    assert pause_after(10**6) == LONGEST


@pytest.mark.parametrize("seconds", [1, 120, pytest.param(86_400, marks=pytest.mark.slow)])
def test_deadlines_go_on_after_an_outage_of_any_length(
    club: Club, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    wall, hands, outage = Wall(club), Hands(), Outage(club.database, monkeypatch)
    match_id = timed(club, "cycling")
    wall.on(60)
    outage.on = lambda: hands.now < seconds
    kept, hub, closed = Supervisor(hands, hands.sleep), Hub(club), list[float]()
    monkeypatch.setattr(hub, "changed", lambda _match: closed.append(hands.now))

    async def play() -> None:
        async with Timekeeper(club, hub, kept).running():
            await until(lambda: bool(closed))
            await until(lambda: kept.state_of(kept.tasks["deadlines"]) == "ok")

    asyncio.run(play())
    assert outage.failed
    assert club.look(match_id).turn == 1
    assert seconds <= closed[0] <= seconds + LONGEST + 1


@pytest.mark.slow
def test_streams_and_health_go_on_after_an_outage_of_a_second(
    club: Club, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    outage = Outage(club.database, monkeypatch)
    made = club.create("football", football_match())
    address = serve(club)
    down = threading.Event()
    outage.on = down.is_set
    stream = Listening(f"{address}/match/{made.id}/watch/stream")
    stream.start()
    stream.until(1)
    down.set()
    serve.hubs[address].changed(made.id)  # the stream looks, and finds no database
    programs.until(lambda: status(f"{address}/healthz") == 503)
    assert outage.failed
    assert status(f"{address}/match/{made.id}/watch") == 503
    down.clear()
    sit(club, made.tokens[0], "Ann Example")
    stream.until(2)
    assert b"Ann Example" in stream.data
    programs.until(lambda: status(f"{address}/healthz") == 200)
    stream.close()


def test_what_failed_is_tried_again_later_and_later() -> None:
    hands = Hands()
    retries = Retries(hands)
    assert retries.may("a")
    retries.failed("a")
    assert (retries.may("a"), retries.may("b")) == (False, True)
    hands.now = 60
    assert retries.may("a")
    retries.failed("a")
    hands.now = 179
    assert not retries.may("a")
    hands.now = 180
    assert retries.may("a")
    retries.failed("a")
    retries.only(["b"])
    assert retries.may("a")


def test_no_page_has_a_database_s_own_words(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    outage = Outage(club.database, monkeypatch)
    made = club.create("football", football_match())
    client, stranger = browser(club), browser(club, here=False)
    outage.on = lambda: True
    for where in ("/", f"/match/{made.id}/watch", f"/match/{made.id}/check", f"/match/{made.id}/at/0", "/healthz"):
        for each in (client, stranger):
            answer = each.get(where)
            assert answer.status_code == 503, where
            assert SECRET not in answer.text
    assert SECRET in caplog.text, "but the log has them"


def test_the_database_is_asked_once_a_second_however_many_ask_for_its_health(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(club.database, "ping", lambda: asked.append(1))

    async def visit() -> list[str]:
        check = DatabaseCheck(club)
        first = await asyncio.gather(*(check.state() for _ in range(5)))
        return [*first, await check.state(), await check.state()]

    assert asyncio.run(visit()) == ["ok"] * 7
    assert len(asked) == 1


def test_health_names_each_task_and_nothing_else(club: Club) -> None:
    app = make_app(club)
    client = TestClient(app, base_url="http://table.example")
    client.portal = portal()
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "database": "ok"})
    app.state.supervisor.tasks["deadlines"] = task = Task("deadlines", app.state.supervisor.clock())
    assert client.get("/healthz").json() == {"status": "ok", "deadlines": "ok", "database": "ok"}
    task.faults = 1
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["status"], answer.json()["deadlines"]) == (503, "failing", "failing")


def test_metrics_are_for_the_owner_and_name_no_match_link_or_player(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = club.create("football", football_match())
    sit(club, made.tokens[0], "Ann Example")
    owner, stranger = browser(club), browser(club, here=False)
    for where in (f"/match/{made.id}/watch", f"/seat/{made.tokens[1]}", "/nothing/here", f"/match/{made.id}/at/1"):
        owner.get(where)
    text = owner.get("/metrics").text
    assert re.search(r'breakaway_requests_total\{method="GET",page="/seat/\{invitation\}",status="200"\} 1\.0', text)
    assert 'page="an unknown address",status="404"' in text
    for secret in (made.id, *made.tokens.values(), "Ann", "Fire", owner.cookies["owner"]):
        assert secret not in text
    assert stranger.get("/metrics").status_code == 403
    monkeypatch.setenv(health.TOKEN, "a-secret-word-of-some-length")
    assert stranger.get("/metrics", headers={"authorization": "Bearer wrong"}).status_code == 403
    asked = stranger.get("/metrics", headers={"authorization": "Bearer a-secret-word-of-some-length"})
    assert asked.status_code == 200
    monkeypatch.setenv(health.TOKEN, "")
    assert stranger.get("/metrics", headers={"authorization": "Bearer "}).status_code == 403


def test_metrics_count_the_connections_of_a_server_that_limits_them(club: Club) -> None:
    owner = browser(club)
    assert "breakaway_connections" not in owner.get("/metrics").text
    owner.app.state.door = door = at_door(Bounds())  # type: ignore[attr-defined]
    door.refused = 3
    lines = owner.get("/metrics").text.splitlines()
    door.close()
    assert {
        "breakaway_connections 0.0",
        f"breakaway_connections_most {float(door.most)}",
        "breakaway_connections_refused_total 3.0",
    } <= set(lines)


def test_a_program_on_this_machine_reads_the_metrics_of_a_server_at_home_and_no_forwarder_does(club: Club) -> None:
    client = browser(club)
    client.cookies.delete("owner")
    client.portal = portal()
    assert client.get("/metrics").status_code == 200
    for name in health.FORWARDED:
        assert client.get("/metrics", headers={name: "203.0.113.9"}).status_code == 403, name
    client.app.state.is_local = False  # type: ignore[attr-defined]
    assert client.get("/metrics").status_code == 403
