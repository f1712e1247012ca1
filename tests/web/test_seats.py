"""A seat is one browser's alone: attacks on it by whoever opened the table, by old links, and by programs that look."""

from __future__ import annotations

import re
from typing import Any

from starlette.testclient import TestClient

from breakaway.club.club import Club
from breakaway.club.schema import BY_LINK, PUBLIC
from tests.club.clocks import Wall
from tests.club.starts import any_order, football_match
from tests.web.session import browser, post
from tests.web.test_killed import usual


def pressed(client: TestClient, page: Any, label: str, **fields: str) -> Any:
    """What comes of pressing the button of a form, as people do."""
    forms = re.findall(r"<form[^>]*action=\"([^\"]+)\"[^>]*>(.*?)</form>", page.text, re.S)
    where, body = next((action, body) for action, body in forms if label in body)
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', body))
    return client.post(where, data={**hidden, **fields})


def opened(client: TestClient) -> tuple[str, str]:
    """A table for a player with a link: its match, and the link's path as the opener's page shows it."""
    given = {**usual(client.get("/open/football").text), "team": "maulers", "versus": "pharaohs", "seat.1": "link"}
    page = post(client, "/open/football", **given)
    link = re.search(r'value="http://table\.example(/seat/[\w-]+)"', page.text)
    assert link, page.text[:2000]
    return page.url.path.split("/")[2], link[1]


def two_people(club: Club) -> tuple[TestClient, TestClient, str, str]:
    """Who opened a table, who sits there by his link, the match, and that link."""
    opener, friend = (browser(club, f"the-browser-of-{who}", here=False) for who in ("the-opener", "the-friend"))
    match_id, link = opened(opener)
    pressed(friend, friend.get(link), "Sit down", name="Bo Example")
    assert friend.get(f"/match/{match_id}/2").status_code == 200
    return opener, friend, match_id, link


def test_the_opener_cannot_come_to_the_other_seat_by_the_link_that_he_handed_on(club: Club) -> None:
    opener, _friend, match_id, link = two_people(club)
    opener.get(link)
    assert opener.get(f"/match/{match_id}/2").status_code == 403
    order = any_order(club, match_id, 1, 1)
    text = club.look(match_id, 1).observation.write(order) if 1 in club.look(match_id).waiting else "receive"
    assert post(opener, f"/match/{match_id}/2/choose", order=text, turn=0).status_code == 403
    assert club.look(match_id, 1).sealed is None


def test_a_link_is_no_key_whatever_cookie_it_is_put_in(club: Club) -> None:
    _opener, _friend, match_id, link = two_people(club)
    token = link.rpartition("/")[2]
    for cookie in ("seats", "device", "invites", "owner", "browser"):
        thief = browser(club, "the-browser-of-a-thief", here=False)
        thief.cookies.set(cookie, token)
        assert thief.get(f"/match/{match_id}/2").status_code == 403, cookie


def test_the_open_pages_of_a_table_are_woken_when_somebody_sits_down(club: Club) -> None:
    made = club.create("football", football_match(), here=[0])
    guest = browser(club, "a-browser-of-the-guest", here=False)
    woken: list[str] = []
    guest.app.state.hub.changed = woken.append
    assert guest.get(f"/seat/{made.tokens[1]}").status_code == 200
    assert woken == []
    assert post(guest, f"/seat/{made.tokens[1]}").status_code == 200
    assert made.id in woken


def test_a_second_browser_finds_the_seat_taken(club: Club) -> None:
    _opener, _friend, match_id, link = two_people(club)
    second = browser(club, "the-browser-of-somebody", here=False)
    page = second.get(link)
    assert "This seat is taken" in page.text
    assert second.get(f"/match/{match_id}/2").status_code == 403


def test_a_seat_that_is_not_open_to_everybody_says_what_to_do_and_not_why(club: Club) -> None:
    hidden = club.create("football", football_match(), visibility=BY_LINK).id
    public = club.create("football", football_match(), visibility=PUBLIC).id
    visitor = browser(club, here=False)
    for match_id, seat in ((hidden, 1), (public, 2), (hidden, 2)):
        where = f"/take/{match_id}/{seat}"
        for page in (visitor.get(where), post(visitor, where)):
            assert page.status_code == 404, where
            assert (
                f'<p class="lead">Seat {seat + 1} of this match is not open to everybody. Open your invitation, or '
                "choose an empty seat on the front page.</p>"
            ) in page.text, where


def test_whoever_takes_a_seat_too_late_reads_that_it_is_taken(club: Club) -> None:
    match_id = club.create("football", football_match(), visibility=PUBLIC).id
    first, second = (browser(club, f"the-browser-of-the-{each}", here=False) for each in ("first", "second"))
    assert second.get(f"/take/{match_id}/1").status_code == 200
    assert post(first, f"/take/{match_id}/1", name="Bo").status_code == 200
    late = post(second, f"/take/{match_id}/1", name="Cy")
    assert late.status_code == 410
    assert "Bo already plays this seat." in late.text
    assert post(first, f"/take/{match_id}/1", name="Bo").url.path == f"/match/{match_id}/2"


def test_a_program_that_looks_at_the_link_takes_nothing(club: Club) -> None:
    opener, friend = (browser(club, f"the-browser-of-{who}", here=False) for who in ("the-opener", "the-friend"))
    match_id, link = opened(opener)
    before = club.version(match_id)
    for name in ("a-mail-program-previews", "a-chat-program-previews"):
        preview = browser(club, name, here=False)
        assert preview.get(link).status_code == 200
        assert preview.get(f"/match/{match_id}/2").status_code == 403, "looking is not sitting"
    assert club.version(match_id) == before
    assert "Sit down" in friend.get(link).text


def test_the_host_replaces_an_invitation_that_nobody_has_used(club: Club) -> None:
    opener, friend = (browser(club, f"the-browser-of-{who}", here=False) for who in ("the-opener", "the-friend"))
    match_id, link = opened(opener)
    page = pressed(opener, opener.get(f"/match/{match_id}/1"), "Make a new link")
    fresh = re.search(r'value="http://table\.example(/seat/[\w-]+)"', page.text)
    assert fresh
    assert fresh[1] != link
    assert friend.get(link).status_code == 404
    pressed(friend, friend.get(fresh[1]), "Sit down")
    assert friend.get(f"/match/{match_id}/2").status_code == 200
    assert "Make a new link" not in opener.get(f"/match/{match_id}/1").text
    assert post(opener, f"/match/{match_id}/1/reopen", seat=1).status_code == 409
    assert post(friend, f"/match/{match_id}/2/reopen", seat=0).status_code == 409


def test_nobody_plays_before_he_sits(club: Club) -> None:
    opener, friend = (browser(club, f"the-browser-of-{who}", here=False) for who in ("the-opener", "the-friend"))
    match_id, link = opened(opener)
    page = friend.get(link)
    assert 'name="order"' not in page.text
    assert post(friend, f"/match/{match_id}/2/choose", order="receive", turn=0).status_code == 403


# --- A clock does not start while a player who has just sat down reads how to come back.


def timed(club: Club) -> tuple[TestClient, TestClient, str, Any, Wall]:
    """A host at a live table with a clock of three minutes, and a friend who has just pressed "Sit down"."""
    wall = Wall(club)
    host, friend = (browser(club, f"the-browser-of-{who}", here=False) for who in ("a-host", "a-friend"))
    given = {**usual(host.get("/open/football").text), "team": "maulers", "versus": "pharaohs", "seat.1": "link"}
    page = post(host, "/open/football", **{**given, "time": "180"})
    link = re.search(r'value="http://table\.example(/seat/[\w-]+)"', page.text)
    assert link
    wall.on(1000)
    return host, friend, page.url.path.split("/")[2], pressed(friend, friend.get(link[1]), "Sit down", name="Bo"), wall


def test_the_clock_starts_when_the_new_player_has_read_how_to_come_back(club: Club) -> None:
    host, friend, match_id, seated, wall = timed(club)
    assert "Write down your recovery phrase" in seated.text
    wall.on(50)
    waits = host.get(f"/match/{match_id}/1").text
    # two minutes to read, of which 50 seconds are over
    assert re.search(r'<time [^>]*data-left="180"[^>]* data-waits="70"', waits)
    said = "Not at the table yet: Bo. The clock starts when they arrive, in two minutes at the latest."
    assert f'<p class="last">{said}' in waits, "in the lane, where one looks, not only in its fold"
    friend.get(f"/match/{match_id}/2")
    due = club.look(match_id).due
    assert due is not None
    assert (due - wall.moment).total_seconds() == 180
    for page in (host.get(f"/match/{match_id}/1").text, friend.get(f"/match/{match_id}/2").text):
        assert 'data-left="180"' in page
        assert "data-waits" not in page
        assert "Not at the table yet" not in page
    wall.on(30)
    friend.get(f"/match/{match_id}/2")
    assert club.look(match_id).due == due, "whoever comes again moves no clock"


def test_nobody_holds_a_clock_up_for_more_than_two_minutes(club: Club) -> None:
    host, friend, match_id, _seated, wall = timed(club)
    wall.on(140)
    assert 'data-left="160"' in host.get(f"/match/{match_id}/1").text
    friend.get(f"/match/{match_id}/2")
    assert 'data-left="160"' in host.get(f"/match/{match_id}/1").text
