"""The owner's page about the disk, the offer of records that will be deleted, quotas on pages, and the task."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace
from typing import Any

import pytest

from breakaway.club import storage
from breakaway.club.club import Club
from breakaway.club.storage import NOTICE, Keeper, Storage, clean, set_storage
from breakaway.club.time_control import DAY
from breakaway.club.upkeep import FaultCounts
from breakaway.server.background import Supervisor
from breakaway.server.live_pages import Hub
from breakaway.web.storage import BETWEEN, GLANCE, cleaning
from tests.club.clocks import Wall
from tests.club.starts import device_of, football_match, play_out, race, sit
from tests.web.session import browser, portal, post
from tests.web.test_killed import usual
from tests.web.test_limits import Street
from tests.web.test_supervised import Hands, until
from tests.web.test_workshop import brings

OFFER = "This match will be deleted on"


@pytest.fixture
def wall(club: Club) -> Wall:
    """A clock, in a club whose server has just started."""
    made = Wall(club)
    clean(club.database)
    return made


@pytest.fixture
def street(club: Club) -> Street:
    return Street(club)


def over(club: Club) -> tuple[str, str]:
    """A match that is over, and the invitation of its first player."""
    made = club.create("cycling", race(("human", "human")), "A short race")
    for token in made.tokens.values():
        sit(club, token)
    play_out(club, made.id)
    return made.id, made.tokens[0]


def numbers(text: str) -> dict[str, str]:
    """The numbers in the form of the page."""
    return dict(re.findall(r'<input type="number" id="(\w+)" name="\1" value="([^"]*)"', text))


def test_only_the_owner_sees_and_sets_what_is_kept(club: Club, wall: Wall) -> None:
    owner, stranger = browser(club), browser(club, here=False)
    assert stranger.get("/storage").status_code == 404
    assert post(stranger, "/storage", finished="14").status_code == 404
    assert "/storage" not in stranger.get("/").text
    assert 'href="/storage"' in owner.get("/").text
    found = numbers(owner.get("/storage").text)
    assert found == {"unplayed": "30", "finished": "0", "visitor": "128", "total": "10240", "free": "256"}
    answer = post(owner, "/storage", **{**found, "finished": "90", "visitor": "7"})
    assert answer.status_code == 200
    assert numbers(answer.text) == {**found, "finished": "90", "visitor": "7"}
    with club.database.reading() as connection:
        assert storage.storage_in(connection) == Storage(finished=90, visitor=7)


@pytest.mark.parametrize(("name", "odd"), [("finished", "13"), ("unplayed", "-1"), ("free", ""), ("total", "9999999")])
def test_a_mistake_in_the_form_loses_nothing_and_changes_nothing(club: Club, wall: Wall, name: str, odd: str) -> None:
    owner = browser(club)
    sent = {"unplayed": "40", "finished": "60", "visitor": "5", "total": "6", "free": "7", name: odd}
    answer = post(owner, "/storage", **sent)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert numbers(answer.text) == sent
    with club.database.reading() as connection:
        assert storage.storage_in(connection) == Storage()


def test_the_owner_sees_what_will_be_deleted_and_when(club: Club, wall: Wall) -> None:
    match_id, _token = over(club)
    fresh = club.create("football", football_match(), "<b>Never played</b>")
    owner = browser(club)
    text = owner.get("/storage").text
    assert "Nothing." in text
    assert "1 wait for players, 0 are in progress, 1 are over" in text
    post(owner, "/storage", unplayed="30", finished="20", visitor="0", total="0", free="0")
    wall.on(17 * DAY)
    text = owner.get("/storage").text
    assert f'2026-07-21 · <a href="/match/{match_id}">A short race</a> · over' in text
    assert f'2026-07-31 · <a href="/match/{fresh.id}">&lt;b&gt;Never played' in text
    wall.on(2 * DAY)
    clean(club.database)  # the server was away for 19 days: the notice begins anew
    assert f'2026-08-03 · <a href="/match/{match_id}">' in owner.get("/storage").text
    for _ in range(7):
        wall.on(2 * DAY)
        clean(club.database)
    text = owner.get("/storage").text
    assert "Nothing." in text
    assert "2 matches have been deleted so far" in text


def test_players_are_offered_the_record_for_two_weeks_on_the_front_page_and_at_the_table(
    club: Club, wall: Wall, street: Street
) -> None:
    match_id, token = over(club)
    player, stranger = street.visitor("192.0.2.7"), street.visitor("192.0.2.8")
    player.cookies.set("seats", device_of(token))
    player.portal = stranger.portal = portal()
    keeper: Keeper = street.app.state.keeper
    set_storage(club.database, Storage(finished=30))
    keeper.read()
    wall.on(15 * DAY)
    for where in ("/", f"/match/{match_id}/1"):
        assert OFFER not in player.get(where).text, where
    wall.on(2 * DAY)
    for where in ("/", f"/match/{match_id}/1"):
        text = player.get(where).text
        assert f"{OFFER} 2026-07-31." in text, where
        assert f'href="/match/{match_id}/record">Save its record' in text
        assert OFFER not in stranger.get(where.replace("/1", "/watch")).text
    assert player.get(f"/match/{match_id}/record").text == club.publish(match_id, "http://localhost/")


def test_a_deleted_match_says_so_and_is_no_wrong_guess(club: Club, wall: Wall, street: Street) -> None:
    made = club.create("football", football_match())
    for _ in range(15):
        wall.on(2 * DAY)
        clean(club.database)
    client = street.visitor("192.0.2.7")
    client.portal = portal()
    for _ in range(12):
        for place in ("", "/watch", "/record"):
            answer = client.get(f"/match/{made.id}{place}")
            assert answer.status_code == 410, place
            assert "was deleted on 2026-07-31, because no player had chosen" in answer.text
    assert client.get(f"/seat/{made.tokens[0]}").status_code == 404
    assert client.get("/match/abcdefgh/watch").status_code == 404


# --- quotas


def test_an_address_that_has_stored_too_much_can_open_and_upload_no_more_and_others_can(
    club: Club, street: Street
) -> None:
    set_storage(club.database, Storage(visitor=1))
    full, other = street.visitor("192.0.2.7"), street.visitor("192.0.2.8")
    full.portal = other.portal = portal()
    record = club.download(over(club)[0]).encode()
    for _ in range(4):
        assert post(full, "/quick/cycling", follow=False).status_code == 303
    stored = len(club.matches())
    refused = [
        post(full, "/quick/cycling", follow=False),
        post(full, "/open/football", follow=False, **usual(full.get("/open/football").text)),
        post(full, "/lesson/football", follow=False),
        brings(full, record),
    ]
    assert len(club.matches()) == stored
    assert [each.status_code for each in refused] == [429] * 4
    for each in refused:
        assert "Your address has stored too many matches in the last 30 days" in each.text
    assert post(other, "/quick/cycling", follow=False).status_code == 303
    assert 'budget="storage"} 4.0' in street.app.state.numbers.text().decode()
    with club.database.reading() as connection:
        kept = connection.exec_driver_sql("SELECT visitor FROM origins").scalars().all()
    assert len(set(kept)) == 2
    assert not any("192." in each for each in kept), "only hashes"


def test_a_full_server_takes_nothing_new_from_visitors_and_the_owner_still_opens_matches(
    club: Club, street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club.database, "free", lambda: 0)
    client = street.visitor("192.0.2.7")
    client.portal = portal()
    answer = post(client, "/quick/cycling", follow=False)
    assert answer.status_code == 507
    assert "This server has no room for more matches. Matches in progress go on." in answer.text
    assert club.matches() == []
    assert post(browser(club), "/quick/cycling", follow=False).status_code == 303


# --- the task


@pytest.mark.parametrize("deletes", [True, False])
def test_one_of_several_processes_deletes_each_hour_and_all_learn_what_is_set(
    club: Club, monkeypatch: pytest.MonkeyPatch, deletes: bool
) -> None:
    hands, cleaned, rung = Hands(), list[float](), list[str]()
    keeper, hub, kept = Keeper(club.database), Hub(club), Supervisor(hands, hands.sleep)

    def clean_up(_database: Any) -> list[str]:
        cleaned.append(hands.now)
        return ["a-match"]

    sender, offered = object(), list[object]()
    postman: Any = SimpleNamespace(sender=sender)
    monkeypatch.setattr("breakaway.web.storage.clean", clean_up)
    monkeypatch.setattr("breakaway.web.storage.offer_records", lambda _database, sender: offered.append(sender))
    monkeypatch.setattr(hub, "changed", rung.append)

    async def play() -> None:
        async with cleaning(club, keeper, hub, kept, deletes, postman, FaultCounts(club.database)):
            await until(lambda: hands.now > 2.5 * BETWEEN)
            assert kept.state_of(kept.tasks["storage"]) == "ok"
            set_storage(club.database, Storage(finished=77))
            before = hands.now
            await until(lambda: hands.now > before + 2 * GLANCE)
            assert keeper.storage.finished == 77

    asyncio.run(play())
    rounds = [GLANCE + n * BETWEEN for n in range(len(cleaned))]  # on a busy machine, more hours pass before the end
    assert cleaned == rounds
    assert len(cleaned) >= 3 if deletes else not cleaned
    assert rung == ["a-match"] * len(cleaned)
    assert offered == [sender] * len(cleaned)
    assert NOTICE.total_seconds() > BETWEEN
