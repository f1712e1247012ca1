"""Long work for visitors: bounded, shared, kept, and ended when nobody waits for it."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import ClientDisconnect, Request
from starlette.testclient import TestClient

from breakaway.club.club import Club
from breakaway.club.hosting import NO_SEAT, add_chair, take_chair
from breakaway.records.record_file import Stopped, checkpoint
from breakaway.server import long_tasks
from breakaway.server.budgets import PAGES, SPAN, WORK, Budgets, TooBusy, TooMuch
from breakaway.server.long_tasks import AT_ONCE, CHECK, LONGEST_QUEUE, READ, JobQueue
from breakaway.server.request_checks import Bounds
from breakaway.server.visitors import WRONG
from breakaway.web.app import make_app
from tests.club.starts import device_of, football_match, play_out, race, sit
from tests.web.session import NAME, csrf, portal, post
from tests.web.test_limits import Street
from tests.web.test_supervised import until

SMALL = Path("tests/records/cycling")


class Visit:
    """A request from an address. The visitor can leave."""

    def __init__(self, address: str = "192.0.2.7") -> None:
        self.left = False
        self.request = Request({"type": "http", "client": (address, 1), "headers": []}, self._receive)

    async def _receive(self) -> dict[str, Any]:
        if not self.left:
            await asyncio.Event().wait()
        return {"type": "http.disconnect"}


class Held:
    """Work that goes on until it is let go. `ended` is set once it has been stopped at a checkpoint."""

    def __init__(self) -> None:
        self.go, self.ended, self.times = threading.Event(), threading.Event(), 0

    def __call__(self) -> str:
        self.times += 1
        try:
            while not self.go.wait(0.01):
                checkpoint()
        except Stopped:
            self.ended.set()
            raise
        return "done"


def run(play: Callable[[JobQueue], Any], shop: JobQueue | None = None) -> Any:
    """Runs a test's coroutine with a workshop."""
    return asyncio.run(play(shop or JobQueue()))


def test_the_same_work_is_done_once_for_all_who_wait_and_its_result_is_kept() -> None:
    held = Held()

    async def play(shop: JobQueue) -> None:
        asked = [
            asyncio.create_task(shop.do(Visit(f"192.0.2.{n}").request, held, CHECK, "a key", keep=True))
            for n in range(30)
        ]
        await until(lambda: shop._asked.total() == len(asked))
        assert shop.queued[CHECK] == 1
        held.go.set()
        assert set(await asyncio.gather(*asked)) == {"done"}
        assert await shop.do(Visit().request, held, CHECK, "a key", keep=True) == "done"

    run(play)
    assert held.times == 1


def test_work_ends_when_the_last_who_waits_for_it_has_left() -> None:
    held, one, other = Held(), Visit(), Visit("192.0.2.8")

    async def play(shop: JobQueue) -> None:
        asked = [asyncio.create_task(shop.do(each.request, held, CHECK, "a key", keep=True)) for each in (one, other)]
        await until(lambda: shop._asked.total() == 2)
        one.left = True
        with pytest.raises(ClientDisconnect):
            await asked[0]
        assert not held.ended.is_set(), "somebody still waits"
        other.left = True
        with pytest.raises(ClientDisconnect):
            await asked[1]
        assert await asyncio.to_thread(held.ended.wait, 5)
        held.go.set()
        assert await shop.do(Visit().request, held, CHECK, "a key") == "done", "asked for again, it begins anew"
        assert shop.queued[CHECK] == 0

    run(play)


def test_work_that_was_left_and_is_asked_for_again_is_shared_even_after_its_first_run_has_ended() -> None:
    slow, held = threading.Event(), Held()

    async def play(shop: JobQueue) -> None:
        left = asyncio.create_task(shop.do(Visit().request, slow.wait, CHECK, "a key"))
        await until(lambda: shop.queued[CHECK] == 1)
        left.cancel()
        await until(left.done)
        asked = [asyncio.create_task(shop.do(Visit().request, held, CHECK, "a key"))]
        await until(lambda: shop.queued[CHECK] == 2)
        slow.set()
        await until(lambda: shop.queued[CHECK] == 1)
        asked.append(asyncio.create_task(shop.do(Visit("192.0.2.8").request, held, CHECK, "a key")))
        await until(lambda: shop._asked.total() == 2)
        held.go.set()
        assert await asyncio.gather(*asked) == ["done", "done"]
        assert held.times == 1

    run(play)


def test_an_address_gets_so_much_time_and_then_waits_even_if_it_leaves_early() -> None:
    now, worked = [0.0], [0.0]

    def works() -> str:
        worked[0] += WORK / 2
        return "done"

    async def play(shop: JobQueue) -> None:
        for _ in range(2):
            assert await shop.do(Visit().request, works) == "done"
            await asyncio.sleep(0.01)
        with pytest.raises(TooMuch, match=r"Try again in 1 minute\.") as refused:
            await shop.do(Visit().request, works)
        assert refused.value.wait == 1, "a budget fills up slowly, and never stands still"
        now[0] += 1
        assert await shop.do(Visit().request, works) == "done"
        with pytest.raises(TooMuch, match=r"Try again in 5 minutes\.") as refused:
            await shop.do(Visit().request, works)
        assert refused.value.wait in (SPAN / 2 - 1, SPAN / 2)
        assert await shop.do(Visit("192.0.2.8").request, works) == "done", "somebody else"
        assert await shop.do(Visit().request, works, free=True) == "done", "the owner"
        now[0] += SPAN
        assert await shop.do(Visit().request, works) == "done"

    run(play, JobQueue(Budgets(lambda: now[0]), lambda: worked[0]))


def test_one_address_waits_for_so_many_and_all_together_for_so_many() -> None:
    held = Held()

    async def play(shop: JobQueue) -> None:
        asked = [asyncio.create_task(shop.do(Visit().request, held)) for _ in range(AT_ONCE)]
        await until(lambda: shop.queued[READ] == AT_ONCE)
        with pytest.raises(TooMuch, match="several pages like this"):
            await shop.do(Visit().request, held)
        for n in range(LONGEST_QUEUE - AT_ONCE):
            asked.append(asyncio.create_task(shop.do(Visit(f"198.51.100.{n}").request, held)))
        await until(lambda: shop.queued[READ] == LONGEST_QUEUE)
        with pytest.raises(TooBusy, match="busy with other requests"):
            await shop.do(Visit("203.0.113.1").request, held)
        held.go.set()
        await asyncio.gather(*asked)
        assert not shop._asked, "nothing is remembered of those who have got their pages"

    run(play)


def test_whoever_leaves_makes_room_for_one_more_of_the_same_address() -> None:
    held, leaves = Held(), Visit()

    async def play(shop: JobQueue) -> None:
        asked = [asyncio.create_task(shop.do(Visit().request, held)) for _ in range(AT_ONCE - 1)]
        gone = asyncio.create_task(shop.do(leaves.request, held))
        await until(lambda: shop._asked.total() == AT_ONCE)
        leaves.left = True
        with pytest.raises(ClientDisconnect):
            await gone
        asked.append(asyncio.create_task(shop.do(Visit().request, held)))
        await until(lambda: shop._asked.total() == AT_ONCE)
        with pytest.raises(TooMuch, match="several pages like this"):
            await shop.do(Visit().request, held)
        held.go.set()
        await asyncio.gather(*asked)

    run(play)


def test_what_is_kept_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_tasks, "KEPT", 10)
    done: list[str] = []

    def work(text: str) -> str:
        done.append(text)
        return text

    async def play(shop: JobQueue) -> None:
        for text in ("aaaaaa", "bbbb", "cccc", "cccc", "bbbb", "aaaaaa"):
            await shop.do(Visit().request, lambda text=text: work(text), key=text, keep=True)
            await asyncio.sleep(0.01)

    run(play)
    assert done == ["aaaaaa", "bbbb", "cccc", "aaaaaa"]


# --- on the pages


@pytest.fixture
def street(club: Club) -> Street:
    return Street(club)


def finished(club: Club) -> str:
    made = club.create("cycling", race(("human", "human")), "A short race", here=[0, 1])
    play_out(club, made.id)
    return made.id


def test_a_check_is_made_once_and_counts_for_the_address_that_asked_first(
    club: Club, street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id, made = finished(club), []
    check = Club.check
    monkeypatch.setattr(Club, "check", lambda *given, **more: made.append(1) or check(*given, **more))
    shop: JobQueue = street.app.state.workshop
    shop.cost = iter(range(0, 100000, int(PAGES) - 1)).__next__
    one, other = street.visitor("192.0.2.7"), street.visitor("192.0.2.8")
    one.portal = other.portal = portal()
    for client in (one, other, one):
        assert "signed exactly this record" in client.get(f"/match/{match_id}/check").text
    assert len(made) == 1
    refused = one.get(f"/match/{match_id}/at/1")
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) in range(int(SPAN * (PAGES - 1 - WORK) / WORK), int(SPAN))
    assert "Too much work, such as checks and replays" in refused.text
    assert other.get(f"/match/{match_id}/at/1").status_code == 200
    assert one.get(f"/match/{match_id}/at/1").status_code == 200, "what was made for somebody else costs nothing"
    assert one.get("/").status_code == 200


def test_a_match_that_runs_is_shown_afresh_to_everybody(club: Club, street: Street) -> None:
    made = club.create("football", football_match(), here=[0, 1])
    play_out(club, made.id, turns=2)
    client = street.visitor("192.0.2.7")
    client.portal = portal()
    assert client.get(f"/match/{made.id}/at/1").status_code == 200
    assert not street.app.state.workshop._kept, "a kept page would tell by its speed whether somebody has chosen"
    assert client.get(f"/match/{made.id}/check").status_code == 409


def test_wrong_names_count_on_every_address_and_players_reach_their_tables_all_the_same(
    club: Club, street: Street
) -> None:
    made = club.create("football", football_match())
    for token in made.tokens.values():
        sit(club, token)
    player, stranger = street.visitor("192.0.2.7"), street.visitor("192.0.2.7")
    player.cookies.set("seats", device_of(made.tokens[0]))
    for each in (player, stranger):
        each.portal = portal()
    places = ("", "/1", "/watch", "/watch/stream", "/watch/dice/stream", "/at/0", "/record", "/check", "/1/seat")
    for n in range(WRONG):
        assert stranger.get(f"/match/no{n}{places[n % len(places)]}").status_code == 404
    for where in (f"/match/{made.id}/watch", "/match/other", "/seat/no-such-link"):
        refused = stranger.get(where)
        assert refused.status_code == 429, where
        assert "wrong links or codes" in refused.text
    assert player.get(f"/match/{made.id}/1").status_code == 200
    assert player.get("/match/other").status_code == 429
    assert stranger.get("/").status_code == 200


def test_names_guessed_on_the_hosts_page_count_too_and_the_host_always_reaches_it(club: Club, street: Street) -> None:
    made = club.create("football", football_match(), host=NO_SEAT, within=add_chair("a-link-to-the-chair"))
    host, stranger = street.visitor("192.0.2.7"), street.visitor("192.0.2.7")
    take_chair(club.database, "a-link-to-the-chair", ["the-browser-of-the-host-1"])
    host.cookies.set("device", "the-browser-of-the-host-1")
    assert host.get(f"/host/{made.id}").status_code == 200
    for n in range(WRONG):
        assert stranger.get(f"/host/no{n}").status_code == 404
    for where in (f"/host/{made.id}", "/host/other", "/match/other"):
        assert stranger.get(where).status_code == 429, where
    for where in (f"/host/{made.id}", f"/match/{made.id}/watch"):
        assert host.get(where).status_code == 200, where


def brings(client: TestClient, data: bytes) -> Any:
    """Uploads a record."""
    form = {"csrf": csrf(client.get("/upload").text)}
    return client.post("/upload", data=form, files={"record": ("x.match", data)}, follow_redirects=False)


def test_a_record_larger_than_the_owner_allows_is_refused_at_the_door(club: Club) -> None:
    app = make_app(club, bounds=Bounds(record=30_000))
    client = TestClient(app, base_url="http://table.example")
    client.cookies.set("browser", NAME)
    client.portal = portal()
    refused = brings(client, b"x" * 30_001)
    assert refused.status_code == 422
    assert "at most 29 KiB" in refused.text
    assert brings(client, b"x" * 60_000).status_code == 413
    text = (SMALL / "tour-fresh-hands.jsonl").read_bytes()
    assert len(text) > 60_000
    assert brings(client, text).status_code == 413
    again = TestClient(make_app(club), base_url="http://table.example")
    again.cookies.set("browser", NAME)
    again.portal = portal()
    assert re.fullmatch(r"/match/\w+/at/0", brings(again, text).headers["location"])
    assert Bounds().record == 4 * 2**20


def test_a_field_that_is_no_file_cannot_fill_the_memory(club: Club, street: Street) -> None:
    client = street.visitor("192.0.2.7")
    form = {"csrf": csrf(client.get("/upload").text)}
    sent = client.post("/upload", data=form, files={"title": (None, b"x" * 100_000), "record": ("x", b"y")})
    assert sent.status_code == 400
    assert post(client, "/upload").status_code == 422
