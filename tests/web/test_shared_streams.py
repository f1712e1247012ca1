"""All spectators of a match share one page, which is made once; a player's page is his own."""

from __future__ import annotations

import hashlib
import re
import threading
import time
from typing import Any

import pytest

from breakaway.club.club import Club
from breakaway.club.database import Unreachable
from breakaway.core.language import _
from breakaway.server import live_pages
from breakaway.web import match_actions, request
from breakaway.web.request import SeatRequest
from tests.club.starts import any_order
from tests.web.conftest import Serve
from tests.web.programs import until
from tests.web.session import csrf
from tests.web.test_every_tab import started
from tests.web.test_leaks_in_streams import session
from tests.web.twins import NAME, Listening, Two, listen

MANY = 12  # spectators
TOKEN = re.compile(rb'name="csrf" value="([^"]*)"')


@pytest.fixture(autouse=True)
def no_glances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_pages, "GLANCE", 3600)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The place of each look at a match."""
    found: list[str] = []
    plain = SeatRequest.seen

    def seen(self: SeatRequest, *args: Any) -> Any:
        found.append(self.place)
        return plain(self, *args)

    monkeypatch.setattr(request.SeatRequest, "seen", seen)
    return found


def go_on(club: Club, serve: Serve, address: str) -> None:
    """Everybody who is asked chooses, and the server's open pages learn of it."""
    for seat in club.look(NAME).waiting:
        club.choose(NAME, seat, any_order(club, NAME, seat, 3))
    club.resolve(NAME)
    serve.hubs[address].changed(NAME)


def form_token(browser: str) -> bytes:
    """What has to be in every form of a browser with this name."""
    return hashlib.sha256(f"form of {browser}".encode()).hexdigest()[:40].encode()


def opened(address: str, club: Club, language: str) -> Listening:
    """A spectator's stream, in a browser of its own, that has seen the match as it is now."""
    made = Listening(f"{address}/match/{NAME}/watch/stream?seen_stamp={club.look(NAME, -1).stamp}")
    made.cookies = {"browser": f"a-spectator-with-a-name-{id(made)}", "language": language}
    made.start()
    assert made.ready.wait(20)
    return made


@pytest.mark.slow
def test_a_page_is_made_once_for_all_spectators_who_read_one_language(
    twins: Two, serve: Serve, streams: list[Listening], looks: list[str]
) -> None:
    club, _other = twins("football", lambda: started("football"))
    address = serve(club)
    streams += [opened(address, club, ("en", "de")[n % 3 == 0]) for n in range(MANY)]
    go_on(club, serve, address)
    for each in streams:
        each.until(1)
    first = looks.count("watch")
    assert first <= 4, "once a language for what the pages had already seen, and once for the turn"
    go_on(club, serve, address)
    for each in streams:
        each.until(2)
    assert looks.count("watch") - first == 2
    pages = [each.events()[-1] for each in streams]
    tokens = [{*TOKEN.findall(page)} for page in pages]
    assert tokens == [{form_token(each.cookies["browser"])} for each in streams], (
        "each form has its own browser's token"
    )
    alike = {TOKEN.sub(b"", page) for page in pages}
    assert len(alike) == 2, "one in each language"


@pytest.mark.slow
def test_a_glance_at_the_database_has_nothing_new_to_find_after_a_choice_made_here(
    twins: Two, serve: Serve, streams: list[Listening]
) -> None:
    club, _other = twins("football", lambda: started("football"))
    address = serve(club)
    streams.append(opened(address, club, "en"))
    seat = club.look(NAME).waiting[0]
    order = club.look(NAME, seat).observation.write(any_order(club, NAME, seat, 3))
    hub = serve.hubs[address]
    assert NAME not in hub._versions, "no glance has come"
    with session(address, seat) as client:
        fields = {"csrf": csrf(client.get("/rules/football").text), "turn": club.look(NAME).turn, "order": order}
        assert client.post(f"/match/{NAME}/{seat + 1}/choose", data=fields).status_code == 200
    streams[0].until(1)
    assert hub._versions == club.versions([NAME]), "the pages that were made are of this version"


def test_each_player_gets_a_page_of_his_own(
    twins: Two, serve: Serve, streams: list[Listening], looks: list[str]
) -> None:
    club, _other = twins("football", lambda: started("football"))
    address = serve(club)
    streams += [listen(address, club, seat) for seat in (0, 1, -1)]
    go_on(club, serve, address)
    pages = [each.until(1) for each in streams]
    assert {"1", "2", "watch"} <= {*looks}
    assert len({*pages}) == 3
    asked = [b'id="choose"' in each for each in pages]
    assert any(asked[:2])
    assert not asked[2]


def test_a_page_is_not_made_again_for_a_seat_that_sees_no_change(
    twins: Two, serve: Serve, streams: list[Listening], monkeypatch: pytest.MonkeyPatch
) -> None:
    club, _other = twins("football", lambda: started("football"))
    address = serve(club)
    sealing, other = 0, 1
    made, plain, looked = list[int](), match_actions.shared_scene, threading.Semaphore(0)

    def shared_scene(at: SeatRequest, found: Any, *given: Any) -> Any:
        made.append(found.seat)
        return plain(at, found, *given)

    seen = SeatRequest.seen

    def looks_again(self: SeatRequest, *given: Any) -> Any:
        try:
            return seen(self, *given)
        finally:
            looked.release()

    monkeypatch.setattr(match_actions, "shared_scene", shared_scene)
    monkeypatch.setattr(SeatRequest, "seen", looks_again)
    streams += [listen(address, club, seat) for seat in (sealing, other)]
    assert looked.acquire(timeout=20)
    assert looked.acquire(timeout=20)
    assert not made, "both pages are as their browsers have them"
    for change in range(3):  # an instruction is secret: only its own seat sees it
        names = [] if club.look(NAME, sealing).instructions else [*club.look(NAME).observation.game.instructions][:1]
        club.instruct(NAME, sealing, names)
        serve.hubs[address].changed(NAME)
        assert looked.acquire(timeout=20)
        assert looked.acquire(timeout=20)
        streams[0].until(change + 1)
    assert set(made) == {sealing}
    assert not streams[1].events()


@pytest.mark.slow
def test_spectators_get_the_next_page_when_one_could_not_be_made(
    twins: Two, serve: Serve, streams: list[Listening], monkeypatch: pytest.MonkeyPatch
) -> None:
    club, _other = twins("football", lambda: started("football"))
    address = serve(club)
    streams += [opened(address, club, "en") for _n in range(3)]
    plain, failed = SeatRequest.seen, threading.Event()

    def seen(self: SeatRequest, *args: Any) -> Any:
        if not failed.is_set():
            failed.set()
            raise Unreachable(_("The database does not answer. Nothing was changed. Try again in a minute."))
        return plain(self, *args)

    monkeypatch.setattr(request.SeatRequest, "seen", seen)
    go_on(club, serve, address)
    assert failed.wait(20)
    go_on(club, serve, address)
    for each in streams:
        each.until(1)


@pytest.mark.slow
def test_a_stream_that_is_quiet_says_so_as_often_whatever_happens_in_secret(
    twins: Two, serve: Serve, streams: list[Listening], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If each bell moved the pings, their times would tell when a player changed an order or came to the table."""
    monkeypatch.setattr(live_pages, "QUIET", 0.4)
    club, _other = twins("football", lambda: started("football"))
    address = serve(club)
    streams.append(opened(address, club, "en"))
    for _bell in range(25):
        serve.hubs[address].changed(NAME)
        time.sleep(0.1)
    assert streams[0].raw.count(live_pages.STILL_HERE) >= 3
    assert not streams[0].events()


@pytest.mark.slow
def test_a_shared_page_goes_with_its_last_reader_and_names_of_the_server_have_no_pages_of_their_own(
    twins: Two, serve: Serve, streams: list[Listening]
) -> None:
    club, _other = twins("football", lambda: started("football"))
    address = serve(club)
    streams.append(opened(address, club, "en"))
    elsewhere = [opened(address.replace("localhost", "127.0.0.1"), club, language) for language in ("en", "de")]
    streams += elsewhere
    go_on(club, serve, address)
    for each in streams:
        each.until(1)
    pages = serve.hubs[address]._pages
    assert len(pages) == 2, "one in each language"
    for each in elsewhere:
        each.close()
    until(lambda: len(pages) == 1)
