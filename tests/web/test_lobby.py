"""The way to a table: matches on the front page, tables that wait for players, invitations, addresses for others."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import zxingcpp
from starlette.testclient import TestClient

from breakaway.club.club import Club
from breakaway.club.schema import PUBLIC
from breakaway.club.time_control import Terms
from breakaway.core.language import UserError
from breakaway.records.match import Start
from breakaway.server import request_checks
from breakaway.server.request_checks import Identity
from breakaway.web import front_page
from breakaway.web import serve as serving
from breakaway.web.front_page import Scores, score_of, unusual
from breakaway.web.pages import qr
from breakaway.web.serve import greeting
from tests.club.starts import any_order, device_of, fate_match, football_match, play_out, race
from tests.web.session import browser, post
from tests.web.test_killed import usual
from tests.web.test_leaks_in_streams import HIDDEN
from tests.web.twins import NAME, Two, differing, token

SITTING = "a-link-of-the-lobby-0"


def played(club: Club, game: str, start: Start, turns: int, title: str = "", terms: Terms | None = None) -> str:
    """A match after so many turns; all its players came by link, those of the tests' browser to the first seat."""
    made = club.create(game, start, title, terms=terms or Terms())
    for seat, invitation in made.tokens.items():
        club.sit(invitation, sitter(seat))
    play_out(club, made.id, turns=turns)
    return made.id


def sitter(seat: int) -> Any:
    from breakaway.club.seats import Sitter

    return Sitter((device_of(SITTING if seat == 0 else f"a-link-of-the-lobby-{seat}"),), ("", "Ann", "Ben")[seat])


def me(club: Club) -> TestClient:
    """The browser that plays the first seat of all matches."""
    made = browser(club, here=False)
    made.cookies.set("seats", device_of(SITTING))
    return made


def opened(client: TestClient, game: str, **given: str) -> str:
    """The page of a new table, opened with the form as it is but for these fields."""
    where = f"/open/{game}"
    return str(post(client, where, **{**usual(client.get(where).text), **given}).text)


def links(text: str) -> list[str]:
    return re.findall(r'<input id="hand\d+" readonly value="([^"]+)"', text)


def decoded(svg: str) -> str:
    """What a phone reads from a QR code in a page."""
    found = re.search(r'viewBox="0 0 (\d+) \d+"', svg)
    assert found
    pixels = np.full((int(found[1]), int(found[1])), 255, np.uint8)
    for x, y in re.findall(r"M(\d+) (\d+)h1", svg):
        pixels[int(y), int(x)] = 0
    (code,) = zxingcpp.read_barcodes(np.kron(pixels, np.ones((4, 4), np.uint8)))
    return str(code.text)


# --- my matches


def test_matches_that_wait_for_me_come_first_and_finished_ones_last(club: Club) -> None:
    over = played(club, "cycling", race(("human", "random")), 99, "An old race")
    later = played(club, "cycling", race(("human", "human")), 1, "No hurry", Terms(3600))
    first = played(club, "cycling", race(("human", "human")), 1, "A hurry", Terms(60))
    theirs = played(club, "cycling", race(("human", "human")), 1, "Theirs")
    club.choose(theirs, 0, any_order(club, theirs, 0, 1))
    text = me(club).get("/").text
    order = re.findall(r'href="/match/(\w+)"', text)
    assert order == [first, later, theirs, over]
    assert "<title>● 2 tables wait for you</title>" in text
    assert len(re.findall(r'class="summons"', text)) == 2
    assert re.search(rf'<details class="over".*{over}', text, re.DOTALL)
    assert re.search(rf"{theirs}.*?with Ann.*?waiting for Ann", text, re.DOTALL)


def test_finished_matches_push_no_match_in_progress_off_the_front_page(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = played(club, "cycling", race(("human", "human")), 1, "Theirs")
    club.choose(theirs, 0, any_order(club, theirs, 0, 1))
    played(club, "cycling", race(("human", "random")), 99, "An old race")
    monkeypatch.setattr(front_page, "SHOWN", 1)
    assert re.findall(r'href="/match/(\w+)"', me(club).get("/").text) == [theirs]


@pytest.mark.slow
def test_many_finished_matches_are_folded(club: Club) -> None:
    for n in range(4):
        played(club, "cycling", race(("human", "random")), 99)
        assert ('<details class="over" id="over" open>' in me(club).get("/").text) is (n < 3)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "start", "turns"),
    [("football", football_match, 60), ("fate", fate_match, 90), ("cycling", lambda: race(("human", "human")), 3)],
)
def test_a_card_says_what_the_scoreboard_says(club: Club, game: str, start: Callable[[], Start], turns: int) -> None:
    match_id = played(club, game, start(), turns)
    text, score = unescape(me(club).get("/").text), score_of(club.look(match_id))
    assert score
    assert score.stands in text
    for side in score.sides:
        assert re.search(
            rf'class="{side.class_}( yours)?"><span class="side-name">{side.name}.*?<b>{side.points}</b>', text
        )


def test_a_match_that_has_not_begun_has_no_points(club: Club) -> None:
    made = club.create("football", football_match())
    club.sit(made.tokens[0], sitter(0))
    text = me(club).get("/").text
    assert text.count("<b>–</b>") == 2
    assert "with an empty seat" in text
    assert "waiting for a player" in text


def test_a_match_that_cannot_be_read_is_listed_without_a_score(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    played(club, "cycling", race(("human", "random")), 1, "A damaged race")

    def damaged(*_: Any) -> None:
        raise UserError("this entry was altered")

    monkeypatch.setattr(club, "look", damaged)
    text = me(club).get("/").text
    assert "A damaged race" in text
    assert 'class="mini' not in text


def test_a_page_works_out_so_many_scores_and_no_more(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front_page, "AFRESH", 2)
    for _ in range(3):
        played(club, "cycling", race(("human", "random")), 1)
    client = me(club)
    assert [client.get("/").text.count('class="mini') for _ in range(2)] == [2, 3]


# --- nothing that is hidden


@pytest.mark.sample("orders5", "orders1", "orders0")
@pytest.mark.parametrize(("game", "start", "reach", "orders"), HIDDEN)
def test_cards_say_the_same_whatever_others_have_sealed(
    twins: Two, game: str, start: Callable[[], Start], reach: Callable[[Club], int], orders: tuple[str, str] | None
) -> None:
    told: list[dict[str, bytes]] = []
    own = []
    for which, club in enumerate(twins(game, start)):
        hider = reach(club)
        observation = club.look(NAME, hider).observation
        text = orders[which] if orders else observation.write(any_order(club, NAME, hider, 10 + which))
        club.choose(NAME, hider, observation.read(text)[0])
        seats = [seat for seat in range(len(club.seats(NAME))) if seat != hider]
        pages = {str(seat): browser(club, here=False, tokens=(token(seat),)).get("/").content for seat in seats}
        told.append(pages)
        own.append(club.look(NAME, hider).sealed)
    assert not differing(*told)
    assert own[0] != own[1], "the orders were to differ"


def test_a_sealed_order_makes_no_score_anew(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = played(club, "cycling", race(("human", "human", "human"), profile="blind"), 1)
    order, looked, look = any_order(club, match_id, 1, 1), list[str](), club.look
    monkeypatch.setattr(club, "look", lambda *given: looked.append(given[0]) or look(*given))
    client = me(club)
    client.get("/")
    before = list(looked)  # the score, and what the match asks me
    club.choose(match_id, 1, order)
    client.get("/")
    assert looked == before == [match_id] * 2, "how long a page takes would tell who has sealed"


def test_a_delayed_match_shows_others_the_score_of_then(club: Club) -> None:
    match_id = played(club, "cycling", race(("human", "human")), 3, terms=Terms(delay=2))
    listed, made = club.listed(match_id), Scores(club)
    assert made.of([(listed, True)])[match_id].stands == "Turn 3"
    assert made.of([(listed, False)])[match_id].stands == "Turn 1"
    begun = played(club, "cycling", race(("human", "human")), 1, terms=Terms(delay=2))
    assert made.of([(club.listed(begun), False)])[begun].stands == ""


# --- public tables


def test_a_public_table_says_who_waits_what_is_unusual_and_which_seats_are_free(club: Club) -> None:
    made = club.create(
        "cycling", race(("human",) * 3, profile="postal", house={"crowd": 3}), "A crowd", visibility=PUBLIC
    )
    club.sit(made.tokens[1], sitter(1))
    text = browser(club, here=False).get("/").text
    assert "with Ann, 2 empty seats" in text
    assert "Breaking Away" in text
    assert "House rules: Crowd: 3" in text
    assert re.findall(rf"/take/{made.id}/(\d)", text) == ["0", "2"]
    assert f"/take/{made.id}" not in me_at(club, 1).get("/").text, "it is under my matches"


def me_at(club: Club, seat: int) -> TestClient:
    made = browser(club, here=False)
    made.cookies.set("seats", device_of(f"a-link-of-the-lobby-{seat}"))
    return made


def test_only_options_that_differ_from_the_usual_are_named() -> None:
    assert unusual("football", football_match().options) == []
    changed = {**football_match().options, "overtime": False, "flags": 3, "hidden_discards": True}
    assert unusual("football", changed) == ["Challenge flags: 3", "without: Overtime", "Hidden discards"]
    assert unusual("football", changed, most=1) == ["Challenge flags: 3", "2 more"]
    assert unusual("cycling", race(profile="blind").options) == ["Set of rules: blind"], (
        "what the set brings is not said"
    )
    assert unusual("football", {"flags": "nonsense", "no such option": 1}) == ["Challenge flags: nonsense"]


# --- a table that waits


def test_a_new_table_shows_its_link_with_copy_and_code_and_who_is_missing(club: Club) -> None:
    client = browser(club)
    text = opened(client, "football", **{"seat.1": "link"})
    (link,) = links(text)
    assert link.startswith("http://localhost/seat/")
    assert "Your table is open. Send this link to a player." in text
    assert "Waiting for a player to take Fire." in text
    assert "This link works on this computer only." in text
    assert 'class="qr"' not in text, "no phone could open it"
    assert 'data-copy="hand1"' in text
    assert f'data-share="{link}"' in text
    friend = browser(club, "another-browser-of-the-tests", here=False)
    assert "Sit down" in friend.get(link).text
    post(friend, link, name="Bo")
    text = client.get(f"/match/{club.matches()[0].id}/1").text
    assert not links(text)
    assert "Waiting for a player" not in text


def test_every_empty_seat_has_a_link_of_its_own_and_those_without_links_see_who_is_missing(club: Club) -> None:
    client = browser(club)
    client.app.state.identity = Identity("http://192.0.2.7:8000/")  # type: ignore[attr-defined]
    text = opened(client, "cycling", teams="3", **{"seat.1": "link", "seat.2": "link"})
    assert len(links(text)) == 2
    assert "Waiting for players to take Blue, Green." in text
    codes = re.findall(r'<svg class="qr".*?</svg>', text)
    assert [decoded(each) for each in codes] == links(text)
    friend = browser(club, "another-browser-of-the-tests", here=False)
    post(friend, links(text)[0], name="Bo")
    text = friend.get(f"/match/{club.matches()[0].id}/2").text
    assert not links(text)
    assert "The table is still waiting for players." in text
    assert "Waiting for a player to take Green." in text
    watching = browser(club, "a-stranger-of-the-tests", here=False).get(f"/match/{club.matches()[0].id}/watch").text
    assert 'class="panel waiting"' not in watching


def test_links_for_others_name_an_address_that_works_elsewhere(club: Club) -> None:
    client = browser(club)
    client.app.state.identity = Identity("http://192.0.2.7:8000/")  # type: ignore[attr-defined]
    text = opened(client, "football", **{"seat.1": "link"})
    assert links(text)[0].startswith("http://192.0.2.7:8000/seat/")
    assert "This link works on this computer only." not in text


def test_a_code_of_any_address_can_be_read() -> None:
    for length in (20, 60, 150, 400):
        address = "http://table.example/seat/" + "x" * length
        assert decoded(qr(address, "a code")) == address


def test_a_code_has_a_white_border_on_all_sides() -> None:
    drawn = str(qr("http://table.example/seat/x", "a code"))
    (size,) = re.findall(r'viewBox="0 0 (\d+) \d+"', drawn)
    (light,) = re.findall(r'<rect class="light" ([^>]*?)/?>', drawn)
    assert dict(re.findall(r'(\w+)="(\d+)"', light)) == {"x": "0", "y": "0", "width": size, "height": size}


# --- an invitation


def test_an_invitation_shows_colours_rules_and_time_and_one_main_button(club: Club) -> None:
    start = race(("human", "human", "random"), profile="postal", house={"crowd": 3})
    made = club.create("cycling", start, "A crowd", terms=Terms(3600))
    club.sit(made.tokens[0], sitter(2))
    text = browser(club, here=False).get(f"/seat/{made.tokens[1]}").text
    assert "You play Blue against Ben (Röd), Random (Green)." in text
    assert re.search(r'<li class="rides-red"><b>Röd</b><small>Ben</small>', text)
    assert re.search(r'<li class="rides-blue"><b>Blue</b><small>you</small>', text)
    assert "Crowd: 3" in text
    assert "Time for each choice: 1 hour." in text
    assert text.count("button main") == 1


def test_platoons_wear_their_sides_colours(club: Club) -> None:
    made = club.create("fate", fate_match(("human",) * 4))
    text = browser(club, here=False).get(f"/seat/{made.tokens[3]}").text
    colours = re.findall(r'<li class="(team-[\w-]+)', text)
    assert len(colours) == 4
    assert colours[0] == colours[1] != colours[2] == colours[3]


# --- addresses


def test_a_server_for_others_says_where_it_is_and_what_plain_http_lacks() -> None:
    here, there = "http://localhost:8000/", request_checks.urls(["192.0.2.7", "2001:db8::5"], 8000)
    assert there == ["http://192.0.2.7:8000/", "http://[2001:db8::5]:8000/"]
    lines = greeting(here, there, plain=True)
    assert lines[1] == "On other machines in your network, open http://192.0.2.7:8000/ or http://[2001:db8::5]:8000/"
    assert "no notifications and no Share button" in lines[2]
    assert len(greeting(here, [], plain=False)) == 1


def test_links_of_a_server_for_others_get_its_first_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[Any] = []

    def server_of(app: Any, proxy: str | None) -> Any:
        return SimpleNamespace(run=lambda _sockets: ran.append(app.state.identity.address))

    monkeypatch.setattr(serving, "server_of", server_of)
    listening = serving._listening
    monkeypatch.setattr(serving, "_listening", lambda *_: listening("127.0.0.1", 0))
    monkeypatch.setattr(request_checks, "own_addresses", lambda six: ["192.0.2.7"])
    for host, proxy in (("0.0.0.0", None), ("127.0.0.1", None), ("0.0.0.0", "127.0.0.1")):
        serving.serve(serving.Serving(host, database=str(tmp_path / "club.sqlite"), proxy=proxy))
    assert ran[0].startswith("http://192.0.2.7:")
    assert [each.startswith("http://localhost:") for each in ran[1:]] == [True, True], (
        "a server for this machine, and one whose proxy has the address"
    )
    told = capsys.readouterr().out
    assert told.count(ran[0]) == 1
    assert (
        f"Give the proxy's address with --address. Until then, links and emails begin with {ran[2]}, and only" in told
    )
    assert told.count("Over plain http") == 1


def test_only_addresses_that_others_can_use_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    found = iter(["192.168.1.5", "", "127.0.0.1", "192.168.1.5", "fe80::1"])
    monkeypatch.setattr(request_checks, "_towards", lambda *_: next(found))
    monkeypatch.setattr(socket, "gethostbyname_ex", lambda _: ("me", [], ["127.0.1.1", "10.0.0.3"]))
    assert request_checks.own_addresses(six=True) == ["192.168.1.5", "10.0.0.3"]
