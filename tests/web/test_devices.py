"""One browser a seat, others by a code or a phrase; a lost seat is reopened in the open; and seats of before stay."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser
from sqlalchemy import select, text
from starlette.testclient import TestClient

from breakaway.club.absences import keep_time
from breakaway.club.club import Club, open_club
from breakaway.club.match_snapshot import Requester, snapshot
from breakaway.club.schema import COACH, devices, seats
from breakaway.club.seats import CODE_TRIES, Sitter, hash_of
from breakaway.club.time_control import Terms
from breakaway.web.match_panels import reopening_of
from tests.club.clocks import Wall
from tests.club.starts import any_order, football_match, play_out, race, sit
from tests.club.test_deadlines import go_back
from tests.web.conftest import Serve
from tests.web.foreign import bracketed
from tests.web.screens import LOOKS, PHONE, faults
from tests.web.session import browser, post
from tests.web.test_seats import opened, pressed, two_people
from tests.web.twins import NAME, Two, differing, everything

__all__ = ["bracketed"]
DAY = 24 * 3600


def shown(page: Any) -> str:
    """The code or phrase that a page shows."""
    found = re.search(r'class="phrase"[^>]*><code>([^<]+)</code>', page.text)
    assert found, page.text[:3000]
    return found[1]


def other(club: Club, name: str = "the-phone-of-the-friend") -> TestClient:
    return browser(club, name, here=False)


# --- codes and phrases


def test_a_code_adds_one_device_once(club: Club) -> None:
    _opener, friend, match_id, _link = two_people(club)
    own = f"/match/{match_id}/2"
    code = shown(post(friend, f"{own}/seat/code"))
    phone, second = other(club), other(club, "the-phone-of-somebody")
    assert post(phone, f"/device/{match_id}/2", code=f" {code.upper()} ").url.path == own
    assert phone.get(own).status_code == friend.get(own).status_code == 200
    assert post(second, f"/device/{match_id}/2", code=code).status_code == 403
    assert second.get(own).status_code == 403
    page = friend.get(f"{own}/seat").text
    assert page.count('name="device"') == 2
    assert page.count("this one") == 1


def test_the_player_ends_a_device_and_it_learns_nothing_more(club: Club) -> None:
    _opener, friend, match_id, _link = two_people(club)
    own, phone = f"/match/{match_id}/2", other(club)
    post(phone, f"/device/{match_id}/2", code=shown(post(friend, f"{own}/seat/code")))
    ended = post(friend, f"{own}/seat/end", device=2, follow=False)
    assert ended.headers["location"] == f"{own}/seat", "the list of the devices that are left"
    assert phone.get(own).status_code == 403
    assert phone.get(f"{own}/seat").status_code == 403
    assert post(friend, f"{own}/seat/end", device=2).status_code == 404
    assert friend.get(own).status_code == 200
    post(phone, f"/device/{match_id}/2", code=shown(post(friend, f"{own}/seat/code")))
    (mine, _added) = re.findall(r'name="device" value="(\d+)"', friend.get(f"{own}/seat").text)
    assert post(friend, f"{own}/seat/end", device=mine, follow=False).headers["location"] == "/", "it was this one"
    assert friend.get(own).status_code == 403


def test_a_code_lives_ten_minutes_and_a_few_wrong_guesses(club: Club) -> None:
    wall = Wall(club)
    _opener, friend, match_id, _link = two_people(club)
    own, phone = f"/match/{match_id}/2", other(club)
    old = shown(post(friend, f"{own}/seat/code"))
    wall.on(600)
    assert post(phone, f"/device/{match_id}/2", code=old).status_code == 403
    code = shown(post(friend, f"{own}/seat/code"))
    for n in range(CODE_TRIES - 1):
        assert post(phone, f"/device/{match_id}/2", code=f"2222222{n + 2}").status_code == 403
    assert post(phone, f"/device/{match_id}/2", code=code).status_code == 200, "one guess was left"
    code = shown(post(friend, f"{own}/seat/code"))
    for n in range(CODE_TRIES):
        post(phone, f"/device/{match_id}/2", code=f"2222222{n + 2}")
    assert post(other(club, "another-browser-here"), f"/device/{match_id}/2", code=code).status_code == 403


def test_a_code_is_for_its_seat_alone(club: Club) -> None:
    opener, friend, match_id, _link = two_people(club)
    code = shown(post(friend, f"/match/{match_id}/2/seat/code"))
    for seat in ("1", "3", "0"):
        assert post(other(club), f"/device/{match_id}/{seat}", code=code).status_code in (403, 404)
    assert post(opener, f"/match/{match_id}/2/seat/code").status_code == 403
    assert post(opener, f"/match/{match_id}/2/seat/phrase").status_code == 403
    assert opener.get(f"/match/{match_id}/2/seat").status_code == 403


def test_the_phrase_gives_the_seat_back_ends_what_was_lost_and_changes(club: Club) -> None:
    opener = browser(club, "the-browser-of-the-opener", here=False)
    friend, phone = browser(club, "the-browser-of-the-friend", here=False), other(club)
    match_id, link = opened(opener)
    phrase = shown(pressed(friend, friend.get(link), "Sit down", name="Bo"))
    assert re.fullmatch(r"([a-z]{5} ){5}[a-z]{5}", phrase)
    page = post(phone, f"/device/{match_id}/2", code=phrase.title().replace(" ", " - "))
    fresh = shown(page)
    assert fresh != phrase
    assert phone.get(f"/match/{match_id}/2").status_code == 200
    assert friend.get(f"/match/{match_id}/2").status_code == 403, "the lost browser is out"
    assert post(friend, f"/device/{match_id}/2", code=phrase).status_code == 403
    newer = shown(post(phone, f"/match/{match_id}/2/seat/phrase"))
    assert post(friend, f"/device/{match_id}/2", code=fresh).status_code == 403
    assert post(friend, f"/device/{match_id}/2", code=newer).status_code == 200


def test_the_database_keeps_hashes_only(club: Club) -> None:
    _opener, friend, match_id, link = two_people(club)
    own = f"/match/{match_id}/2"
    said = [shown(post(friend, f"{own}/seat/{each}")) for each in ("code", "phrase")]
    said += [link.rpartition("/")[2], friend.cookies["device"]]
    with club.database.reading() as connection:
        rows = repr([*connection.execute(select(seats)), *connection.execute(select(devices))])
    assert not [each for each in said if each in rows]
    assert hash_of(friend.cookies["device"]) in rows


def test_two_presses_of_sit_down_are_one_seat(club: Club) -> None:
    opener, friend = (browser(club, f"the-browser-of-{who}", here=False) for who in ("the-opener", "the-friend"))
    match_id, link = opened(opener)
    page = friend.get(link)
    pressed(friend, page, "Sit down", name="Bo")
    again = pressed(friend, page, "Sit down", name="Bo")
    assert again.url.path == f"/match/{match_id}/2"
    with club.database.reading() as connection:
        assert len(connection.execute(select(devices).where(devices.c.seat == 1)).all()) == 1


# --- reopening


def late(club: Club, seconds: int | None = None, agreed: str = "wait") -> tuple[Wall, TestClient, TestClient, str, int]:
    """A match whose other player is asked and does not come: the clock, the two, the match, and his seat."""
    wall = Wall(club)
    made = club.create("football", football_match(), terms=Terms(seconds, agreed))
    clients = [browser(club, f"the-browser-of-player-{seat}", here=False) for seat in range(2)]
    for seat, client in enumerate(clients):
        pressed(client, client.get(f"/seat/{made.tokens[seat]}"), "Sit down", name=f"Player {seat}")
        client.get(f"/match/{made.id}/{seat + 1}")
    club.resolve(made.id)
    for number in range(20):
        (asked,) = club.look(made.id).waiting
        if asked == 1:
            return wall, clients[0], clients[1], made.id, 1
        club.choose(made.id, asked, any_order(club, made.id, asked, number))
        club.resolve(made.id)
    raise AssertionError("the second player is never asked")


def test_a_seat_is_reopened_only_a_day_after_it_was_due_and_its_player_can_object(club: Club) -> None:
    wall, opener, friend, match_id, seat = late(club)
    own = f"/match/{match_id}/1"
    wall.on(DAY - 1)
    assert "Ask to reopen" not in opener.get(own).text
    assert post(opener, f"{own}/lost", seat=seat).status_code == 409
    wall.on(1)
    assert "Ask to reopen" in opener.get(own).text
    stamps = [club.look(match_id, each).stamp for each in (-1, 0, 1)]
    assert post(opener, f"{own}/lost", seat=seat).status_code == 200
    assert all(stamp != club.look(match_id, each).stamp for each, stamp in zip((-1, 0, 1), stamps, strict=True))
    for client, place in ((opener, 1), (friend, 2), (other(club), "watch")):
        assert "has asked to give" in client.get(f"/match/{match_id}/{place}").text, "everybody is told"
    wall.on(DAY - 1)
    assert post(opener, f"{own}/reopen", seat=seat).status_code == 409
    pressed(friend, friend.get(f"/match/{match_id}/2"), "I am here")
    wall.on(2)
    assert post(opener, f"{own}/reopen", seat=seat).status_code == 409, "he has objected"
    assert post(opener, f"{own}/lost", seat=seat).status_code == 409, "and has a day again"
    assert friend.get(f"/match/{match_id}/2").status_code == 200


def test_an_empty_seat_gets_a_new_link_and_is_not_called_one_that_can_be_reopened(club: Club) -> None:
    made = club.create("football", football_match(), here=[0])
    panel = reopening_of(snapshot(club, made.id, Requester((), lambda _found: 0)))
    assert panel is not None
    assert ([seat for seat, _name in panel.empty], panel.now, panel.asked) == ([1], [], [])


def test_whoever_chooses_has_objected(club: Club) -> None:
    wall, opener, friend, match_id, seat = late(club)
    wall.on(DAY)
    post(opener, f"/match/{match_id}/1/lost", seat=seat)
    look = club.look(match_id, seat)
    order = look.observation.write(any_order(club, match_id, seat, 1))
    assert post(friend, f"/match/{match_id}/2/choose", order=order, turn=look.turn).status_code == 200
    assert club.seats(match_id)[seat].reopens is None
    wall.on(DAY)
    assert post(opener, f"/match/{match_id}/1/reopen", seat=seat).status_code == 409


def test_who_sits_down_in_a_reopened_seat_is_not_in_a_browser_of_this_match(club: Club) -> None:
    wall, opener, friend, match_id, seat = late(club)
    own = f"/match/{match_id}/1"
    wall.on(DAY)
    post(opener, f"{own}/lost", seat=seat)
    wall.on(DAY)
    page = pressed(opener, opener.get(own), "Reopen ")
    link = re.search(r'value="http://table\.example(/seat/[\w-]+)"', page.text)
    assert link
    assert friend.get(f"/match/{match_id}/2").status_code == 403, "its devices have ended"
    refused = pressed(opener, opener.get(link[1]), "Sit down")
    assert refused.status_code == 422
    assert "cannot take it" in refused.text
    assert opener.get(f"/match/{match_id}/2").status_code == 403
    assert "You play Fire against Player 0 (Lightning)." in other(club).get(link[1]).text, "no name of before"
    somebody = other(club)
    pressed(somebody, somebody.get(link[1]), "Sit down", name="Cy")
    assert somebody.get(f"/match/{match_id}/2").status_code == 200
    assert club.seats(match_id)[seat].name == "Cy"
    assert club.listed(match_id).status == "running"


def test_what_was_sealed_stays_sealed(club: Club) -> None:
    wall = Wall(club)
    made = club.create("cycling", race(("human", "human", "human"), profile="blind"))
    clients = [browser(club, f"the-browser-of-player-{seat}", here=False) for seat in range(3)]
    for seat, client in enumerate(clients):
        pressed(client, client.get(f"/seat/{made.tokens[seat]}"), "Sit down")
    club.resolve(made.id)
    for seat in (0, 1):
        club.choose(made.id, seat, any_order(club, made.id, seat, seat))
    before = [club.look(made.id, seat).sealed for seat in range(3)]
    wall.on(DAY)
    assert post(clients[0], f"/match/{made.id}/1/lost", seat=1).status_code == 409, "who has sealed is not late"
    post(clients[0], f"/match/{made.id}/1/lost", seat=2)
    wall.on(DAY)
    assert post(clients[0], f"/match/{made.id}/1/reopen", seat=2).status_code == 200
    assert [club.look(made.id, seat).sealed for seat in range(3)] == before


def test_only_who_opened_the_table_asks_and_for_his_own_seat_anybody(club: Club) -> None:
    wall, opener, friend, match_id, seat = late(club)
    wall.on(DAY)
    assert post(friend, f"/match/{match_id}/2/lost", seat=seat).status_code == 409
    assert post(other(club), f"/match/{match_id}/watch/lost", seat=seat).status_code == 403
    play_out(club, match_id, turns=1)
    while 0 not in club.look(match_id).waiting:
        play_out(club, match_id, turns=1)
    wall.on(DAY)
    assert post(friend, f"/match/{match_id}/2/lost", seat=0).status_code == 200
    assert post(opener, f"/match/{match_id}/1/here").status_code == 200
    assert club.seats(match_id)[0].reopens is None


def test_a_seat_for_which_a_coach_had_to_choose_can_be_reopened_and_has_ten_minutes(club: Club) -> None:
    wall, opener, _friend, match_id, seat = late(club, 60, COACH)
    assert post(opener, f"/match/{match_id}/1/lost", seat=seat).status_code == 409
    wall.on(61)
    assert keep_time(club, match_id)
    assert post(opener, f"/match/{match_id}/1/lost", seat=seat).status_code == 200
    reopens = club.seats(match_id)[seat].reopens
    assert reopens
    assert (reopens - wall.moment).total_seconds() == 600


# --- what others learn, and what was there before


@pytest.mark.slow
@pytest.mark.parametrize("hidden", ["code", "phrase", "device"])
def test_what_a_player_does_with_his_devices_changes_no_byte_for_anybody_else(twins: Two, hidden: str) -> None:
    one, two = twins("football", football_match)
    mine = browser(two, here=False, tokens=("a-link-of-the-tests-1",))
    own = f"/match/{NAME}/2"
    if hidden == "device":
        code = shown(post(mine, f"{own}/seat/code"))
        assert post(other(two), f"/device/{NAME}/2", code=code).status_code == 200
    else:
        post(mine, f"{own}/seat/{hidden}")
    for seat in (-1, 0):
        assert not differing(everything(one, seat), everything(two, seat)), f"seat {seat}"


def test_seats_taken_by_a_link_of_before_keep_their_browser_and_lose_the_link(
    club: Club, clubs: Callable[[], Club]
) -> None:
    made = club.create("football", football_match())
    for token in made.tokens.values():
        club.sit(token, Sitter((token,)))  # the link itself was the secret
    empty = club.create("football", football_match())
    with club.database.writing() as connection:
        go_back(connection)
        connection.execute(text("UPDATE alembic_version SET version_num = '0003'"))
    later = open_club(club.database.engine.url.render_as_string(hide_password=False))
    player, thief = (browser(later, f"the-browser-of-{who}", here=False) for who in ("a-player", "a-thief"))
    own, token = f"/match/{made.id}/2", made.tokens[1]
    player.cookies.set("seats", token)
    player.cookies.delete("device")
    assert player.get(own).status_code == 200
    assert player.get(own).status_code == 200
    player.cookies.delete("seats")
    assert player.get(own).status_code == 200, "his browser has a secret of its own by now"
    thief.cookies.set("seats", token)
    assert thief.get(own).status_code == 403
    assert "This seat is taken" in thief.get(f"/seat/{token}").text
    assert "Sit down" in thief.get(f"/seat/{empty.tokens[1]}").text, "what was not used yet still invites"
    later.close()


# --- pages


@pytest.mark.usefixtures("bracketed")
def test_what_is_said_of_lost_seats_is_translated(club: Club) -> None:
    wall, opener, friend, match_id, seat = late(club)
    own = f"/match/{match_id}/1"
    wall.on(DAY)
    assert "⟦Ask to reopen this seat⟧" in opener.get(own).text
    post(opener, f"{own}/lost", seat=seat)
    assert "has asked to give the seat to somebody else. Player 1 can object.⟧" in opener.get(own).text
    assert "⟦I am here: keep my seat⟧" in friend.get(f"/match/{match_id}/2").text
    wall.on(DAY)
    assert "⟦Reopen the seat of Player 1 and get a new link⟧" in opener.get(own).text


@pytest.mark.slow
def test_two_people_sit_down_in_real_browsers_and_axe_finds_nothing_on_their_way(
    chromium: Browser, club: Club, serve: Serve, tmp_path: Path
) -> None:
    made = club.create("football", football_match())
    sit(club, made.tokens[0], "Tom")
    free = club.create("football", football_match(), visibility="public")
    address = serve(club)
    for theme, size in LOOKS:
        page = chromium.new_context(viewport=size, color_scheme=theme).new_page()  # type: ignore[arg-type]
        for where in (f"/seat/{made.tokens[0]}", f"/device/{made.id}/1", f"/take/{free.id}/1", "/owner/no-such-code"):
            page.goto(address + where)
            assert faults(page) == [], where
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], where
            page.screenshot(path=tmp_path / f"{theme}{size['width']}{where.replace('/', '-')[:8]}.png")
    page.goto(f"{address}/seat/{made.tokens[1]}")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("link", name="Go to the table").wait_for()
    assert faults(page) == []
    page.get_by_role("link", name="Go to the table").click()
    page.wait_for_selector("#table")
    page.goto(f"{address}/match/{made.id}/2/seat")
    assert faults(page) == []
    page.get_by_role("button", name="Show a one-time code").click()
    code = page.locator(".phrase code").inner_text()
    assert faults(page) == []
    phone = chromium.new_context(viewport=PHONE).new_page()  # type: ignore[arg-type]
    phone.goto(page.get_by_label("Address").input_value())
    phone.get_by_label("Code or phrase").fill(code)
    phone.get_by_role("button", name="Play here").click()
    phone.wait_for_url(f"**/match/{made.id}/2")
    page.goto(f"{address}/match/{made.id}/2/seat")
    page.get_by_role("button", name="Remove this device").last.click()
    page.wait_for_url("**/seat")
    answer = phone.goto(f"{address}/match/{made.id}/2")
    assert answer
    assert answer.status == 403
    assert faults(phone) == []
    page.screenshot(path=tmp_path / "seat.png", full_page=True)
