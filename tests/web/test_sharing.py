"""Several processes serve one club: limits and presence hold for all of them together."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from datetime import timedelta
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from starlette.requests import Request
from starlette.testclient import TestClient

from breakaway.club.club import Club, open_club
from breakaway.club.notifications import ChangeDetector, can_listen, told_by_others
from breakaway.club.seats import Owners, UsedCode
from breakaway.core.language import UserError
from breakaway.mail import postman
from breakaway.mail.postman import MailOptions
from breakaway.server import visitors, workers
from breakaway.server.background import Supervisor
from breakaway.server.budgets import PAGES, Budgets
from breakaway.server.long_tasks import JobQueue
from breakaway.server.request_checks import Bounds
from breakaway.server.visitors import Sharing
from breakaway.server.workers import Workers
from breakaway.web import serve
from breakaway.web.app import make_app
from tests.club.starts import football_match
from tests.web.programs import until
from tests.web.session import NAME, portal
from tests.web.test_connections import at_door
from tests.web.test_limits import Seconds

ADDRESS = "192.0.2.7"


def visitor(club: Club) -> tuple[TestClient, Sharing]:
    """A visitor of one of several processes that serve a club."""
    app = make_app(club, clock=Seconds(), shares=True)
    client = TestClient(app, base_url="http://table.example", client=(ADDRESS, 5000))
    client.cookies.set("browser", NAME)
    client.get("/healthz")  # builds the limits
    return client, app.state.sharing


def exchange(*some: Sharing) -> None:
    """Each tells the others, and then has heard of all."""
    for each in (*some, *some):
        portal().call(each._round)


def test_wrong_links_count_in_all_processes_together(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "WRONG", 5)
    (one, first), (two, second) = visitor(club), visitor(club)
    exchange(first, second)
    assert [one.get("/seat/no-such-link").status_code for _ in range(4)] in ([404] * 3 + [429], [404] * 2 + [429] * 2)
    exchange(first, second)
    found = [each.get("/seat/no-such-link").status_code for _ in range(4) for each in (one, two)]
    assert 1 <= found.count(404) <= 3
    exchange(first, second)
    refused = [each.get("/seat/no-such-link") for _ in range(3) for each in (one, two)]
    assert [each.status_code for each in refused].count(404) <= 1
    assert refused[-1].status_code == 429
    assert 1 <= int(refused[-1].headers["retry-after"]) <= 3600


def test_as_long_as_something_is_left_each_process_gives_some_of_it(club: Club) -> None:
    some = [Sharing(club.database, Supervisor()) for _ in range(3)]
    exchange(*some)
    assert [each.part_of(1) for each in some] == [1, 1, 1], "an honest visitor may come to any of them"
    for left in range(1, 8):
        assert left <= sum(each.part_of(left) for each in some) < left + 3
    assert [each.part_of(-2) for each in some] == [0, 0, 0]


def test_a_limit_that_is_not_reached_is_never_refused_for_long(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "WRONG", 4)
    (one, first), (two, second) = visitor(club), visitor(club)
    exchange(first, second)
    answers = [one.get("/seat/no-such-link") for _ in range(4)]
    assert answers[-1].status_code == 429
    assert answers[-1].headers["retry-after"] == "1", "the other process has not used its part"
    exchange(first, second)
    assert two.get("/seat/no-such-link").status_code == 404


async def forever() -> dict[str, Any]:
    """Nothing more comes from this visitor, who stays."""
    await asyncio.Event().wait()
    return {}


def test_long_work_in_one_process_counts_in_all(club: Club) -> None:
    worked = [0.0]

    def works() -> str:
        worked[0] += PAGES
        return "done"

    some = [Sharing(club.database, Supervisor()) for _ in range(2)]
    one, other = (Budgets(Seconds()) for _ in some)
    for budgets, sharing in zip((one, other), some, strict=True):
        budgets.share(sharing)
    exchange(*some)
    assert other.wait(other.of(ADDRESS)) == 0
    assert portal().call(
        JobQueue(one, lambda: worked[0]).do,
        Request({"type": "http", "client": (ADDRESS, 1), "headers": []}, forever),
        works,
    )
    exchange(*some)
    assert one.wait(one.of(ADDRESS)) > 0
    assert other.wait(other.of(ADDRESS)) > 0, "it has used up its budget elsewhere"
    assert other.wait(other.of("192.0.2.9")) == 0


def test_an_address_with_many_open_pages_is_told_to_the_others_rounded_up() -> None:
    open_ = {"192.0.2.1": visitors.CROWD - 1, "192.0.2.2": visitors.CROWD, "192.0.2.3": 10 * visitors.STEP + 1}
    assert {name: n for name, (n, _ends) in visitors.crowds(open_).items()} == {
        "192.0.2.2": -(-visitors.CROWD // visitors.STEP) * visitors.STEP,
        "192.0.2.3": 11 * visitors.STEP,
    }


def test_each_use_of_a_limit_is_told_to_the_other_processes_soon(club: Club) -> None:
    sharing, quota = Sharing(club.database, Supervisor()), visitors.Quota(1, 60.0)
    quota.share(sharing, "wrong", lambda: 0.0)
    assert quota.take(ADDRESS, 0.0) == 0
    assert sharing.soon.is_set()
    sharing.soon.clear()
    assert quota.take(ADDRESS, 0.0) > 0
    assert not sharing.soon.is_set(), "a refusal changes no count"


def test_a_process_tells_the_others_only_what_has_changed(club: Club) -> None:
    open_ = {ADDRESS: 20}
    one = Sharing(club.database, Supervisor())
    one.share("line", lambda: visitors.crowds(open_))
    told: list[tuple[list[int], bool]] = []
    exchange_now = one.exchange

    def noting(changed: Any, sweeps: bool = False) -> Any:
        told.append((sorted(n for n, _ends in changed.values()), sweeps))
        return exchange_now(changed, sweeps)

    one.exchange = noting  # type: ignore[method-assign]
    exchange(one)
    open_[ADDRESS] = 40
    exchange(one)
    assert told == [([1, 24], True), ([], False), ([40], False), ([], False)], "in steps of 8"


def test_a_process_that_is_gone_holds_nothing(club: Club) -> None:
    one, other = (Sharing(club.database, Supervisor()) for _ in range(2))
    open_, here = {ADDRESS: 20, "192.0.2.9": 3}, {"abcdefgh 1": (1, visitors.STANDING)}
    one.share("line", lambda: visitors.crowds(open_))
    one.share("seat", lambda: here, is_secret=False)
    seen = other.share("line", dict)
    exchange(one, other)
    assert (seen.others(ADDRESS), seen.others("192.0.2.9")) == (24, 0), "in steps of 8, and only many"
    assert {each.kind for each in told_by_others(club.database, other.process)} == {"alive", "line", "seat"}
    now = club.database.now()
    club.database.now = lambda: now + timedelta(seconds=2 * visitors.STANDING)
    portal().call(other._round)
    assert seen.others(ADDRESS) == 0


def test_a_process_that_was_killed_and_started_again_counts_nobody_twice(club: Club) -> None:
    killed, again, other = (Sharing(club.database, Supervisor()) for _ in range(3))
    for each, open_ in ((killed, {ADDRESS: (24, visitors.STANDING)}), (again, {})):
        each.name_after("here 8000 1")
        each.share("line", partial(dict, open_))
    seen = other.share("line", dict)
    exchange(killed, other)
    assert seen.others(ADDRESS) == 24

    async def starts() -> int:
        async with again.running():
            await other._round()
            return seen.others(ADDRESS)

    assert portal().call(starts) == 0


def test_the_database_has_no_address_of_a_visitor(club: Club) -> None:
    client, shared = visitor(club)
    client.get("/seat/no-such-link")
    exchange(shared)
    with club.database.reading() as connection:
        rows = connection.execute(text("SELECT kind, name FROM counts")).all()
    assert "wrong" in {row.kind for row in rows}
    assert ADDRESS not in str(rows)


def test_players_at_one_process_are_seen_at_another(club: Club) -> None:
    apps = [make_app(club, shares=True) for _ in range(2)]
    one, other = (app.state.hub.presence for app in apps)
    rung: list[str] = []
    other._ring = rung.append
    portal().call(one.come, "abcdefgh", 1)
    exchange(*(app.state.sharing for app in apps))
    assert other.of("abcdefgh") == {1}
    assert rung == ["abcdefgh"]
    portal().call(one._gone, "abcdefgh", 1)
    exchange(*(app.state.sharing for app in apps))
    assert not other.of("abcdefgh")
    assert rung == ["abcdefgh"] * 2


def test_a_code_of_the_owner_works_once_in_all_processes(club: Club) -> None:
    one, other = Owners(club.database), Owners(club.database)
    code = one.new_code()
    other.codes |= one.codes
    assert other.knows(one.come(code))
    with pytest.raises(UsedCode):
        other.come(code)


def test_sqlite_says_cheaply_whether_anything_was_written(club: Club) -> None:
    assert not can_listen(club.database), "SQLite announces nothing"
    glimpse = ChangeDetector(club.database)
    assert glimpse.is_changed(), "nobody knows yet"
    assert not glimpse.is_changed()
    made = club.create("football", football_match())
    assert glimpse.is_changed()
    club.listed(made.id)
    assert not glimpse.is_changed()
    glimpse.close()


def test_a_shared_door_leaves_the_next_visitor_to_others() -> None:
    made = at_door(Bounds())
    made.takes_turns = True
    made.setblocking(False)
    waiting = [socket.create_connection(made.getsockname()) for _ in range(2)]
    for _ in waiting:
        made.accept()[0].close()
        with pytest.raises(BlockingIOError):
            made.accept()
    for each in (*waiting, made):
        each.close()


def test_a_worker_that_dies_is_started_again_after_longer_and_longer_pauses(tmp_path: Path) -> None:
    clock, listening = Seconds(), socket.create_server(("127.0.0.1", 0))
    crew = Workers(listening, 1, ["a-code"], [sys.executable, "-S", "-c", "raise SystemExit(3)"], clock)
    starts = []
    while len(starts) < 3:
        crew.glance(str(tmp_path))
        if crew._running:
            starts.append(clock.now)
            crew._running[1][0].wait()
        clock.now += 0.25
    crew.end()
    listening.close()
    assert [b - a for a, b in pairwise(starts)] == [0.75, 1.25], "a quarter of a second alive"


def test_each_worker_gets_the_codes_of_the_owner_and_ends_when_its_lifeline_breaks(tmp_path: Path) -> None:
    program = (
        "import os; number, _, _, lifeline = map(int, os.environ['" + workers.PART + "'].split());"
        "open(f'{number}.codes', 'wb').write(os.read(lifeline, 4096)); os.read(lifeline, 1)"
    )
    listening = socket.create_server(("127.0.0.1", 0))
    command = [sys.executable, "-S", "-c", f"import os; os.chdir({str(tmp_path)!r}); {program}"]
    crew = Workers(listening, 2, ["code b", "code a"], command, Seconds())
    crew.glance(str(tmp_path))
    until(lambda: all((tmp_path / f"{n}.codes").exists() and (tmp_path / f"{n}.codes").read_bytes() for n in (1, 2)))
    assert [json.loads((tmp_path / f"{n}.codes").read_text()) for n in (1, 2)] == [["code a", "code b"]] * 2
    running = [process for process, _lifeline, _began in crew._running.values()]
    crew.end()
    listening.close()
    assert [process.poll() is not None for process in running] == [True, True]


def test_a_worker_that_cannot_be_started_is_tried_again(tmp_path: Path) -> None:
    clock, listening = Seconds(), socket.create_server(("127.0.0.1", 0))
    crew = Workers(listening, 1, ["a-code"], [str(tmp_path / "no-such-program")], clock)
    open_before = len(os.listdir("/proc/self/fd")) if sys.platform == "linux" else 0
    for _fault in range(3):
        crew.glance(str(tmp_path))
        assert crew._due[1] > clock.now
        clock.now = crew._due[1]
    assert not crew._running
    assert not open_before or len(os.listdir("/proc/self/fd")) == open_before
    listening.close()


def test_several_workers_need_a_system_that_can_share_a_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    workers.can_share(1)
    with pytest.raises(UserError, match="only on Linux and macOS"):
        workers.can_share(2)


def test_trouble_with_mail_closes_the_club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Club] = []

    def opening(place: Any) -> Club:
        opened.append(open_club(place))
        return opened[-1]

    def fails(*_given: Any) -> None:
        raise UserError("reply.key is damaged")

    monkeypatch.setattr("breakaway.club.club.open_club", opening)
    monkeypatch.setattr(postman, "make_postman", fails)
    closed: list[bool] = []
    monkeypatch.setattr(Club, "close", lambda self: closed.append(self is opened[-1]))
    mail = MailOptions(out=f"maildir:{tmp_path}", sender="play@example.org")
    with pytest.raises(UserError, match="damaged"):
        serve.serve(serve.Serving(database=str(tmp_path / "club.sqlite"), mail=mail))
    assert closed == [True]
    opened[0].database.close()


def test_a_worker_that_died_leaves_no_pipe_open(tmp_path: Path) -> None:
    listening = socket.create_server(("127.0.0.1", 0))
    crew = Workers(listening, 1, ["a-code"], [sys.executable, "-S", "-c", "raise SystemExit(3)"], Seconds())
    crew.glance(str(tmp_path))
    process, lifeline, _began = crew._running[1]
    process.wait()
    crew.glance(str(tmp_path))
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(lifeline)
    crew.end()
    listening.close()


def test_a_default_port_that_is_taken_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        first = taken.getsockname()[1]
        monkeypatch.setattr(serve, "PORT", first)
        with serve._listening("127.0.0.1", None) as found:
            assert found.getsockname()[1] != first
