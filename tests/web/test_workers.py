"""`serve --workers 2`, the real program: what one worker learns, the other knows, and no death of a process matters."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import httpx2
import pytest

from breakaway.club.club import Club, open_club
from breakaway.server.visitors import WRONG
from tests.club.postgres import own_postgres
from tests.club.starts import any_order, device_of, football_match, sit
from tests.web.programs import Program, form_token, program, status, until
from tests.web.session import NAME
from tests.web.twins import Listening

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")]


def at_worker(server: Program, number: int, **cookies: str) -> httpx2.Client:
    """A browser with a connection to this worker, which it keeps."""
    for _ in range(200):
        made = httpx2.Client(base_url=server.address, cookies={"browser": NAME, **cookies}, timeout=30)
        if made.get("/healthz").json().get("worker") == f"{number} of 2":
            return made
        made.close()
    raise AssertionError(f"worker {number} takes no connection")


def both_up(server: Program) -> None:
    """Waits until both workers answer."""
    until(lambda: status(f"{server.address}/healthz") == 200, 60)
    for number in (1, 2):
        at_worker(server, number).close()


def choose(client: httpx2.Client, club: Club, match_id: str, seat: int) -> int:
    """Makes a choice of a seat. The status of the answer."""
    look = club.look(match_id, seat)
    order = look.observation.write(any_order(club, match_id, seat, 7 + look.turn))
    fields = {"csrf": form_token(NAME), "turn": str(look.turn), "order": order}
    return client.post(f"/match/{match_id}/{seat + 1}/choose", data=fields).status_code


def stamps(stream: Listening) -> list[bytes]:
    return [each for each in stream.raw.split(b"\n") if each.startswith(b"id: ")]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_two_workers_serve_one_club(kind: str, tmp_path: Path) -> None:
    if kind == "sqlite":
        _plays(str(tmp_path / "club.sqlite"), tmp_path / "log")
        return
    with own_postgres() as postgres:
        _plays(postgres.url, tmp_path / "log")


def _plays(database: str, log: Path) -> None:
    club = open_club(database if "://" in database else Path(database))
    made = club.create("football", football_match())
    for token in made.tokens.values():
        sit(club, token)
    club.resolve(made.id)
    with program(database, "--workers", "2", log=log) as server:
        both_up(server)
        seats = ".".join(map(device_of, made.tokens.values()))
        clients = [at_worker(server, number, seats=seats) for number in (1, 2)]
        streams = [Listening(f"{server.address}/match/{made.id}/watch/stream") for _ in range(6)]
        for each in streams:  # six connections: some at each worker
            each.start()
            each.until(1)
        _turns(club, made.id, clients, streams)
        _owner(server)
        _limits(clients)
        _deaths(server, log)
    assert server.process.returncode == -signal.SIGTERM
    club.close()


def _turns(club: Club, match_id: str, clients: list[httpx2.Client], streams: list[Listening]) -> None:
    """A turn whose choices were taken by different workers reaches the streams of both."""
    for _ in range(4):
        before, turn = [len(stamps(each)) for each in streams], club.look(match_id).turn
        for seat in club.look(match_id).waiting:
            assert choose(clients[seat], club, match_id, seat) == 303
        assert club.look(match_id).turn > turn
        until(lambda: all(len(stamps(each)) > n for each, n in zip(streams, before, strict=True)))  # noqa: B023
    until(lambda: len({stamps(each)[-1] for each in streams}) == 1)
    for each in streams:
        each.close()


def _limits(clients: list[httpx2.Client]) -> None:
    """Two workers do not let an address guess twice as often."""
    found = [clients[n % 2].get(f"/seat/no-such-link-{n}").status_code for n in range(3 * WRONG)]

    def both_refuse() -> bool:
        found.extend(each.get("/seat/no-such-link").status_code for each in clients)
        return found[-2:] == [429, 429]

    until(both_refuse, 20)  # until the next rounds, each may have some of what was left
    assert set(found) == {404, 429}
    assert found.count(404) <= WRONG * 1.5, "a round of the two may be under way"


def _owner(server: Program) -> None:
    """A link of the owner that one worker has used opens nothing at the other."""
    place = server.owner.removeprefix(server.address)
    assert [at_worker(server, number).get(place).status_code for number in (1, 2)] == [303, 403]


def _deaths(server: Program, log: Path) -> None:
    """A worker that is killed is started again, and meanwhile the other one answers."""
    first = server.workers()
    assert len(first) == 2
    os.kill(first[1], signal.SIGKILL)
    until(lambda: len(server.workers()) == 2 and server.workers() != first, 60)
    assert status(f"{server.address}/rules/football") == 200
    both_up(server)
    assert "ended with status -9. It starts again in 0.5 s." in log.read_text()


def test_no_worker_outlives_the_process_that_started_it(tmp_path: Path) -> None:
    with program(str(tmp_path / "club.sqlite"), "--workers", "2") as server:
        both_up(server)
        workers = server.workers()
        server.process.kill()
        until(lambda: not any(Path(f"/proc/{each}/cmdline").exists() for each in workers))
        assert status(f"{server.address}/healthz") == 0
