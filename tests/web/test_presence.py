"""Who is at the table: players learn who has the page open, and never anything about what is chosen."""

from __future__ import annotations

import time
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, expect

from breakaway.club.club import Club
from breakaway.records.match import Start
from breakaway.server import live_pages
from tests.club.starts import any_order, device_of, football_match, race
from tests.web.conftest import Serve
from tests.web.programs import until
from tests.web.screens import CHROMIUM, WIDE, sit_down
from tests.web.session import browser, csrf
from tests.web.test_every_tab import started
from tests.web.test_leaks_in_streams import session
from tests.web.twins import NAME, Listening, Two, listen, token


@pytest.fixture(autouse=True)
def no_glances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_pages, "GLANCE", 3600)


def three() -> Start:
    return race(("human", "human", "human"), profile="blind")


def told(stream: Listening, seats: str) -> None:
    """Waits until the stream has said, as the last thing about it, that these seats are at the table."""
    for _ in range(500):
        if stream.present()[-1:] == [seats]:
            return
        time.sleep(0.02)
    raise AssertionError(f"{seats} was expected, this was said: {stream.present()}")


def leave(stream: Listening) -> None:
    """Closes a page: its stream ends with the next thing that comes, or with the server's next breath."""
    stream.close()
    stream.join(20)


def test_players_are_told_who_comes_and_who_goes_and_spectators_are_not(
    twins: Two, serve: Serve, streams: list[Listening], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_pages, "GRACE", 0.05)
    club, _ = twins("cycling", three)
    address = serve(club)
    first, watching = listen(address, club, 0), listen(address, club, -1)
    streams += [first, watching]
    told(first, "[0]")
    second = listen(address, club, 1)
    streams.append(second)
    told(first, "[0, 1]")
    told(second, "[0, 1]")
    with session(address, 0) as client:
        text = client.get(f"/match/{NAME}/1").text
        assert 'class="panel waiting"' not in text, "all have sat down"
    leave(second)
    told(first, "[0]")
    assert first.present() == ["[0]", "[0, 1]", "[0]"]
    assert not watching.present()
    assert not first.events(), "nothing has happened in the match"


@pytest.mark.slow
def test_a_reload_is_not_told(twins: Two, serve: Serve, streams: list[Listening]) -> None:
    club, _ = twins("cycling", three)
    address = serve(club)
    first, second = listen(address, club, 0), listen(address, club, 1)
    streams.append(first)
    told(first, "[0, 1]")
    leave(second)
    again = listen(address, club, 1)
    streams.append(again)
    told(again, "[0, 1]")
    assert first.present()[-1] == "[0, 1]"
    assert "[0]" not in first.present()[1:]


@pytest.mark.slow
def test_whoever_plays_several_seats_of_a_match_is_not_told(twins: Two, serve: Serve, streams: list[Listening]) -> None:
    # such a browser changes seats when something is sealed: its coming and going would tell when
    club, _ = twins("cycling", three)
    address = serve(club)
    first = listen(address, club, 0)
    streams.append(first)
    told(first, "[0]")
    both = Listening(f"{address}/match/{NAME}/2/stream", ".".join(device_of(token(seat)) for seat in (1, 2)))
    both.start()
    streams.append(both)
    told(both, "[0]")
    assert first.present() == ["[0]"]


def test_strangers_are_at_no_table(twins: Two, serve: Serve, streams: list[Listening]) -> None:
    club, _ = twins("cycling", three)
    address = serve(club)
    first = listen(address, club, 0)
    streams.append(first)
    told(first, "[0]")
    for place in ("1", "2", "watch"):
        stranger = Listening(f"{address}/match/{NAME}/{place}/stream?seen_stamp=x", "a-secret-of-nobody-at-all")
        stranger.start()
        streams.append(stranger)
        assert stranger.ready.wait(20)
        assert not stranger.present()
    assert first.present() == ["[0]"]


@pytest.mark.slow
def test_what_is_sealed_changes_nothing_that_is_said_about_who_is_there(
    twins: Two, serve: Serve, streams: list[Listening]
) -> None:
    heard = []
    for which, club in enumerate(twins("cycling", three)):
        address = serve(club)
        first, hider = listen(address, club, 0), listen(address, club, 1)
        streams += [first, hider]
        told(first, "[0, 1]")
        with session(address, 1) as client:
            for again in range(1 + which):  # and how often
                order = club.look(NAME, 1).observation.write(any_order(club, NAME, 1, 10 * which + again))
                fields = {"csrf": csrf(client.get("/rules/cycling").text), "turn": "0", "order": order}
                assert client.post(f"/match/{NAME}/2/choose", data=fields).status_code == 200
                hider.until(again + 1)
        first.until(1)
        told(first, "[0, 1]")
        heard.append(first.present())
    assert heard[0][-1] == heard[1][-1] == "[0, 1]"
    assert all(len(each) <= 2 for each in heard), "it is said when somebody comes or goes, and at no other time"


@pytest.mark.slow
def test_a_table_that_waits_and_an_invitation_say_who_is_there(
    club: Club, serve: Serve, streams: list[Listening]
) -> None:
    made = club.create("cycling", three())
    for seat in (0, 1):
        club.sit(made.tokens[seat], _sitter(seat))
    address = serve(club)
    with httpx2.Client(cookies={"seats": _device(1)}, base_url=address, follow_redirects=True) as ann:
        assert 'data-at-table="0" hidden' in ann.get(f"/match/{made.id}/2").text
        page = Listening(f"{address}/match/{made.id}/1/stream", _device(0))
        page.start()
        streams.append(page)
        told(page, "[0]")
        assert 'data-at-table="0">' in ann.get(f"/match/{made.id}/2").text
        assert "Tom is at the table, waiting for you." in ann.get(f"/seat/{made.tokens[2]}").text
    assert "is at the table" not in browser(club, here=False).get(f"/seat/{made.tokens[2]}").text, "another server"


def test_a_table_in_play_names_the_other_player_and_says_whether_he_is_there(
    club: Club, serve: Serve, streams: list[Listening]
) -> None:
    made = club.create("football", football_match())
    for seat in (0, 1):
        club.sit(made.tokens[seat], _sitter(seat))
    club.resolve(made.id)
    address = serve(club)
    with httpx2.Client(cookies={"seats": _device(0)}, base_url=address, follow_redirects=True) as tom:
        text = tom.get(f"/match/{made.id}/1").text
        assert '<span class="person">Ann</span>' in text
        assert '<span class="person">Tom</span>' not in text, "nobody needs to be told of himself"
        assert 'data-at-table="1" hidden' in text
        page = Listening(f"{address}/match/{made.id}/2/stream", _device(1))
        page.start()
        streams.append(page)
        told(page, "[1]")
        assert 'data-at-table="1">' in tom.get(f"/match/{made.id}/1").text
        watching = tom.get(f"/match/{made.id}/watch").text
        assert "data-at-table" not in watching, "spectators are not told"
        assert 'class="person"' not in watching


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium")
@pytest.mark.parametrize("game", ["football", "fate", "cycling"])
def test_a_player_sees_the_other_come_and_go_without_a_reload(
    chromium: Browser, club: Club, serve: Serve, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_pages, "GRACE", 0.05)
    made, address = club.create(game, started(game)), serve(club)
    ann, tom = (chromium.new_context(viewport=WIDE).new_page() for _ in range(2))  # type: ignore[arg-type]
    sit_down(ann, address, made.tokens[0], "Ann")
    sit_down(tom, address, made.tokens[1], "Tom")
    there = ann.locator(".score .here")
    expect(there).to_be_visible()
    expect(ann.locator(".score .person")).to_have_text("Tom")
    ann.evaluate("window.stays = true")
    tom.goto("about:blank")
    expect(there).to_be_hidden()
    tom.goto(f"{address}/match/{made.id}/2")
    expect(there).to_be_visible()
    assert ann.evaluate("window.stays")
    ann.set_viewport_size({"width": 360, "height": 740})
    expect(there).to_be_in_viewport()


def _device(seat: int) -> str:
    return f"the-device-of-a-player-{seat}"


def _sitter(seat: int) -> Any:
    from breakaway.club.seats import Sitter

    return Sitter((_device(seat),), ("Tom", "Ann")[seat])


@pytest.mark.slow
def test_nobody_stays_at_a_table_whose_pages_are_closed(
    club: Club, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_pages, "GRACE", 0.02)
    made = club.create("football", football_match())
    club.sit(made.tokens[0], _sitter(0))
    address = serve(club)
    hub = serve.running[address][0].config.app.state.hub  # type: ignore[union-attr]
    for _ in range(2):
        pages = [Listening(f"{address}/match/{made.id}/1/stream", _device(0)) for _ in range(2)]
        for page in pages:
            page.start()
            told(page, "[0]")
        leave(pages[0])
        until(lambda: hub.presence._pages[made.id, 0] == 1)
        assert hub.presence.of(made.id) == {0}, "one page is still open"
        leave(pages[1])
        until(lambda: not hub.presence.of(made.id))
    assert not hub.presence._pages
    assert not hub.presence._leaving
    assert not hub._open
