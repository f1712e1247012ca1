"""Two servers on one PostgreSQL, one of which is killed every few seconds while a hundred matches are played."""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
import threading
import time
from collections import defaultdict
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx2
import pytest

from breakaway.club.club import Club, open_club
from breakaway.records.record_file import parse
from breakaway.records.verify import Grade
from tests.club.postgres import own_postgres
from tests.club.starts import any_order, device_of, football_match, sit
from tests.web.programs import Program, form_token, status, until
from tests.web.session import NAME

MATCHES = 100
CROWD = 4  # threads whose people choose
SECONDS, LONGEST = 16.0, 100.0  # the longest only on a machine that is too busy
EVERY = 4.0  # seconds between two kills
Place = tuple[str, int, int]  # match, turn from 1, seat


@dataclass
class Servers:
    """Two servers; whoever asks one that is down asks the other."""

    url: str
    running: list[Program]
    kills: int = 0
    over: threading.Event = field(default_factory=threading.Event)

    def kill_now_and_then(self) -> None:
        """Kills them in turn, each as soon as the other answers."""
        while not self.over.wait(EVERY):
            which = self.kills % 2
            until(lambda: status(f"{self.running[1 - which].address}/rules/football") == 200, 60)  # noqa: B023
            self.running[which].process.kill()
            self.running[which].ends()
            self.kills += 1
            self.running[which] = Program(self.url, port=self.running[which].port)


@dataclass
class Notes:
    """What the servers said. `accepted`: choices that were answered with success. `sent`: all that may have arrived."""

    accepted: dict[Place, list[int]] = field(default_factory=dict)
    sent: dict[Place, list[list[int]]] = field(default_factory=lambda: defaultdict(list))
    broken: int = 0
    caught_up: list[float] = field(default_factory=list)  # seconds from a new connection to the page as it is


def people(servers: Servers, club: Club, names: list[tuple[str, str]], notes: Notes, seed: int) -> None:
    """The people of some matches choose, one after the other. A choice without an answer is made again elsewhere."""
    rng = random.Random(seed)
    with ExitStack() as stack:
        clients = [
            stack.enter_context(httpx2.Client(base_url=each.address, cookies={"browser": NAME}, timeout=20))
            for each in servers.running
        ]
        while not servers.over.is_set():
            match_id, secrets = names[rng.randrange(len(names))]
            look = club.look(match_id)
            if not look.waiting:
                continue
            seat = rng.choice(look.waiting)
            written = any_order(club, match_id, seat, rng.getrandbits(40))
            order = club.look(match_id, seat).observation.write(written)
            place = match_id, look.turn + 1, seat
            fields = {"csrf": form_token(NAME), "turn": str(look.turn), "order": order}
            notes.sent[place].append(written)
            with suppress(httpx2.TransportError):
                where = f"/match/{match_id}/{seat + 1}/choose"
                client = rng.choice(clients)
                answer = client.post(where, data=fields, headers={"Cookie": f"browser={NAME}; seats={secrets}"})
                if answer.status_code == 303:
                    notes.accepted[place] = written
                else:
                    assert answer.status_code in (409, 503), answer.text
                continue
            notes.broken += 1


async def follow(servers: Servers, match_id: str, notes: Notes, number: int) -> None:
    """One open page. Whenever its stream breaks, it connects to the other server. Ends when it is cancelled."""
    seen = ""
    while True:
        number += 1
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection("127.0.0.1", servers.running[number % 2].port, limit=2**22)
            with closing(writer):
                began = time.monotonic()
                head = (
                    f"GET /match/{match_id}/watch/stream HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: {seen}\r\n\r\n"
                )
                writer.write(head.encode())
                while True:
                    await reader.readuntil(b"\nid: ")
                    stamp = (await reader.readuntil(b"\n")).strip().decode()
                    if began and seen:
                        notes.caught_up.append(time.monotonic() - began)
                    seen, began = stamp, 0.0
        await asyncio.sleep(0.2)


async def follow_all(servers: Servers, names: list[tuple[str, str]], notes: Notes) -> None:
    """The open pages of all matches, until it is over."""
    tasks = [asyncio.create_task(follow(servers, each, notes, n)) for n, (each, _secrets) in enumerate(names)]
    while not servers.over.is_set():
        await asyncio.sleep(0.1)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def begun(club: Club) -> list[tuple[str, str]]:
    """The matches, each with the secrets of the browser that plays both seats."""
    names = []
    for n in range(MATCHES):
        made = club.create("football", football_match(secret=n.to_bytes(32, "big")))
        for token in made.tokens.values():
            sit(club, token)
        club.resolve(made.id)
        names.append((made.id, ".".join(map(device_of, made.tokens.values()))))
    return names


def check(club: Club, match_id: str, notes: Notes) -> int:
    """Compares a record with what was told. How many turns it has."""
    lines = parse(club.download(match_id, running=True)).lines
    turns: list[dict[str, Any]] = [line for line in lines if line["kind"] == "turn"]
    assert [line["n"] for line in turns] == list(range(1, len(turns) + 1)), "no turn twice, and none left out"
    for line in turns:
        for seat, order in line["orders"].items():
            place = match_id, line["n"], int(seat)
            assert order in notes.sent[place], f"{place}: nobody chose this for this turn"
            assert order == notes.accepted.get(place, order), f"{place}: another choice was accepted"
    waiting = club.look(match_id).waiting
    for _match, turn, seat in [each for each in notes.accepted if each[0] == match_id]:
        assert turn <= len(turns) or (turn == len(turns) + 1 and seat not in waiting), "a choice is lost"
    assert club.check(match_id).grade == Grade.UNSIGNED
    return len(turns)


def _is_enough(servers: Servers, notes: Notes) -> bool:
    """Whether enough has happened to prove anything, however slow the machine is."""
    return servers.kills >= 3 and len(notes.accepted) >= MATCHES and len(notes.caught_up) >= MATCHES // 2


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no kill -9 there")
def test_no_choice_is_lost_or_doubled_while_servers_are_killed() -> None:
    with own_postgres() as postgres:
        club, notes = open_club(postgres.url), Notes()
        names = begun(club)
        servers = Servers(postgres.url, [Program(postgres.url), Program(postgres.url)])
        for each in servers.running:
            until(lambda: status(f"{each.address}/match/{names[0][0]}/watch") == 200, 60)  # noqa: B023
        tasks = [threading.Thread(target=servers.kill_now_and_then)]
        tasks += [threading.Thread(target=lambda: asyncio.run(follow_all(servers, names, notes)))]
        tasks += [
            threading.Thread(target=people, args=(servers, club, names[n::CROWD], notes, n)) for n in range(CROWD)
        ]
        for task in tasks:
            task.start()
        began = time.monotonic()
        while time.monotonic() < began + (SECONDS if _is_enough(servers, notes) else LONGEST):
            time.sleep(0.1)
        servers.over.set()
        for task in tasks:
            task.join(90)
            assert not task.is_alive()
        turns = sum(check(club, match_id, notes) for match_id, _secrets in names)
        for each in servers.running:
            each.ends()
        club.close()
    times = sorted(notes.caught_up)
    print(f"{servers.kills} kills, {len(notes.accepted)} accepted, {notes.broken} unanswered, {turns} turns;")
    print(f"{len(times)} streams, caught up: median {statistics.median(times):.2f} s, longest {times[-1]:.2f} s")
    assert _is_enough(servers, notes)
    assert turns > MATCHES
