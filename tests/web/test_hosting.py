"""The host's pages: who may open them, what they tell, and every act with and without a reason."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser
from starlette.testclient import TestClient

from breakaway.club.club import Club
from breakaway.club.hosting import ASK, NO_SEAT, add_chair, take_chair, trail_of
from breakaway.club.mail_log import PostedMail, deliver
from breakaway.club.mail_log import post as post_mail
from breakaway.club.schema import EMPTY
from breakaway.club.time_control import DAY, Terms
from breakaway.games.manifest import find
from breakaway.players.settings import find_setting
from breakaway.web.open_table import usual_values
from tests.club.starts import any_order, football_match, play_out, race, sit
from tests.web.conftest import Serve
from tests.web.session import browser, csrf, post
from tests.web.twins import differing

HOST = "a-browser-of-the-host-1"
CHAIR = "a-link-to-the-chair"


def hosted(club: Club, game: str = "cycling", people: int = 3) -> tuple[str, list[str]]:
    """A match whose host sits in the chair, and the invitations with which its players sat down."""
    start = football_match() if game == "football" else race(("human",) * people)
    made = club.create(game, start, "Tour", terms=Terms(DAY), host=NO_SEAT, within=add_chair(CHAIR))
    tokens = list(made.tokens.values())
    for token in tokens:
        sit(club, token)
    take_chair(club.database, CHAIR, [f"the-device-of-{HOST}"])
    club.resolve(made.id)
    play_out(club, made.id, turns=2)
    return made.id, tokens


def host(club: Club) -> TestClient:
    return browser(club, HOST, here=False)


def test_only_the_host_opens_the_hosts_page(club: Club) -> None:
    match_id, tokens = hosted(club)
    assert host(club).get(f"/host/{match_id}").status_code == 200
    assert browser(club, "a-browser-of-nobody-77", here=False).get(f"/host/{match_id}").status_code == 403
    player = browser(club, "a-browser-of-a-player-1", here=False, tokens=(tokens[0],))
    assert player.get(f"/host/{match_id}").status_code == 403
    assert post(player, f"/host/{match_id}/extend", hours=24, reason="x").status_code == 403
    assert browser(club).get(f"/host/{match_id}").status_code == 403, "nor does whoever runs the server"


def test_a_link_to_the_chair_does_nothing_until_its_button_is_pressed(club: Club) -> None:
    match_id, _tokens = hosted(club)
    other = browser(club, "another-browser-of-the-host", here=False)
    assert other.get(f"/chair/{CHAIR}").status_code == 200
    assert host(club).get(f"/host/{match_id}").status_code == 200
    assert post(other, f"/chair/{CHAIR}").url.path == f"/host/{match_id}"
    assert host(club).get(f"/host/{match_id}").status_code == 403
    assert other.get("/chair/nonsense-nonsense").status_code == 404


def test_who_opens_a_table_may_host_without_playing(club: Club) -> None:
    client = host(club)
    given = usual_values(find_setting(find("cycling")).form())
    fields = {**given, "host": "1", "time": str(DAY), "title": "Tour of the Vale", "seat.1": "link"}
    fields |= {"subtitle": "Stage 1", "day": "2026-12-27"}
    opened = post(client, "/open/cycling", True, **fields)
    assert opened.status_code == 200
    match_id = opened.url.path.removeprefix("/host/")
    listed = club.listed(match_id)
    assert (listed.host, listed.title) == (NO_SEAT, "Tour of the Vale")
    assert (listed.subtitle, listed.day) == ("Stage 1", "2026-12-27")
    assert trail_of(club.database, match_id) == [], "nobody was told another title before"
    assert listed.seats[0].by == listed.seats[1].by == EMPTY
    links = set(re.findall(r"/seat/[\w-]+", client.get(f"/match/{match_id}/watch").text))
    assert len(links) == sum(seat.by == EMPTY for seat in listed.seats), "the host passes on a link for each seat"
    assert not re.findall(r"/seat/", opened.text), "but the host's own page has none"
    assert f"/host/{match_id}" in client.get("/host").text


def test_a_day_that_is_none_is_refused_with_the_form_as_it_was(club: Club) -> None:
    given = usual_values(find_setting(find("cycling")).form())
    fields = {**given, "time": str(DAY), "seat.1": "link", "subtitle": "Stage <1>", "day": "Boxing Day"}
    answer = post(host(club), "/open/cycling", **fields)
    assert answer.status_code == 422
    assert "Write the day in the form 2026-12-27." in answer.text
    assert 'value="Stage &lt;1&gt;"' in answer.text
    assert club.matches() == []
    played = post(host(club), "/open/cycling", True, **{**fields, "day": "2026-12-27"})
    assert club.listed(played.url.path.split("/")[2]).subtitle == "Stage <1>", "also of a host who plays"


def test_every_act_asks_for_a_reason_and_keeps_what_was_typed(club: Club) -> None:
    match_id, _tokens = hosted(club)
    client, turn = host(club), club.look(match_id).turn
    before = club.version(match_id)
    acts: dict[str, dict[str, Any]] = {
        "extend": {"hours": 24},
        "set": {"due": "2099-12-27T21:00"},
        "pause": {"days": 3},
        "close": {"turn": turn},
        "order": {"turn": turn, "seat": 1, "order": "A9 B8"},
        "back": {"turn": turn, "goal": turn - 1},
        "seat": {"seat": 1, "player": "random"},
        "rule": {"turn": turn, "ruling": "0"},
        "stop": {},
        "archive": {},
        "delete": {},
    }
    for act, fields in acts.items():
        answer = post(client, f"/host/{match_id}/{act}", reason=" ", **fields)
        assert answer.status_code == 422, act
        assert 'role="alert"' in answer.text, act
    assert post(client, f"/host/{match_id}/announce", text="").status_code == 422
    assert club.version(match_id) == before
    assert trail_of(club.database, match_id) == []
    assert post(client, f"/host/{match_id}/nonsense").status_code == 403
    assert "A9 B8" in post(client, f"/host/{match_id}/order", reason="r", turn=turn, seat=1, order="A9 B8").text


def test_every_act_is_done_and_everybody_reads_it(club: Club) -> None:
    match_id, tokens = hosted(club)
    client, due = host(club), club.look(match_id).due
    assert due is not None
    order = club.look(match_id, 1).observation.write(any_order(club, match_id, 1, 3))
    done: list[tuple[str, dict[str, Any]]] = [
        ("extend", {"hours": 24, "reason": "A storm"}),
        ("pause", {"days": 3, "reason": "Christmas"}),
        ("resume", {"reason": "All are back"}),
        ("announce", {"text": "No turn on Christmas Eve."}),
        ("order", {"turn": 2, "seat": 1, "order": order, "reason": "Her email"}),
        ("close", {"turn": 2, "reason": "Nobody answers"}),
        ("back", {"turn": 3, "goal": 2, "reason": "My mistake"}),
        ("seat", {"seat": 2, "player": "random", "reason": "Green is ill"}),
        ("seat", {"seat": 0, "player": "empty", "reason": "Red moves away"}),
    ]
    assert club.look(match_id).turn == 2
    for act, fields in done:
        answer = post(client, f"/host/{match_id}/{act}", **fields)
        assert answer.status_code == 200, (act, re.findall(r'role="alert">([^<]*)', answer.text))
        if act == "extend":
            assert club.look(match_id).due == due + timedelta(days=1)
    player = browser(club, "a-browser-of-a-player-1", here=False, tokens=(tokens[1],))
    for page in (player.get(f"/match/{match_id}/2/trail"), player.get(f"/match/{match_id}/watch/trail")):
        for _act, fields in done:
            assert str(fields.get("reason", fields.get("text"))) in page.text
    assert "No turn on Christmas Eve." in player.get(f"/match/{match_id}/2").text


def test_a_player_reads_at_once_that_the_host_entered_the_order_and_others_do_not(club: Club) -> None:
    match_id, tokens = hosted(club)
    order = club.look(match_id, 1).observation.write(any_order(club, match_id, 1, 3))
    post(host(club), f"/host/{match_id}/order", turn=2, seat=1, order=order, reason="Her email of 18:02")
    said = "The host entered your order"
    for seat, reads in ((0, False), (1, True)):
        player = browser(club, f"a-browser-of-a-player-{seat}", here=False, tokens=(tokens[seat],))
        assert (said in player.get(f"/match/{match_id}/{seat + 1}").text) is reads
        assert ("18:02" in player.get(f"/match/{match_id}/{seat + 1}/trail").text) is reads
        assert "18:02" not in player.get(f"/match/{match_id}/watch/trail").text
    assert "18:02" not in host(club).get(f"/host/{match_id}").text


@pytest.mark.parametrize("game", ["cycling", "football"])
def test_the_hosts_page_is_equal_for_any_two_sealed_orders(club: Club, game: str) -> None:
    """Nor does it say which address, which link or which standing order a seat has."""
    match_id, tokens = hosted(club, game)
    client, seat = host(club), club.look(match_id).waiting[0]
    pages = []
    for seed in range(6):
        club.choose(match_id, seat, any_order(club, match_id, seat, seed))
        turn = club.look(match_id).turn
        pages.append(
            {
                where: client.get(where).content
                for where in (f"/host/{match_id}", "/host", f"/match/{match_id}/watch/trail")
            }
        )
        assert club.look(match_id).turn == turn
    for each in pages[1:]:
        assert differing(pages[0], each) == []
    text = client.get(f"/host/{match_id}").text
    assert not any(token in text for token in (*tokens, CHAIR))
    assert "/seat/" not in text


def test_a_host_who_plays_announces_extends_and_pauses_alone_and_asks_everybody_for_all_else(club: Club) -> None:
    made = club.create("cycling", race(("human", "human")), terms=Terms(DAY))
    for token in made.tokens.values():
        sit(club, token)
    club.resolve(made.id)
    tokens = list(made.tokens.values())
    player = browser(club, "a-browser-of-a-player-1", here=False, tokens=(tokens[0],))
    other = browser(club, "a-browser-of-a-player-2", here=False, tokens=(tokens[1],))
    page = player.get(f"/host/{made.id}")
    assert page.status_code == 200
    assert other.get(f"/host/{made.id}").status_code == 403
    assert "/host/{made.id}/link" not in page.text
    assert post(player, f"/host/{made.id}/link", reason="x").status_code == 403
    before = club.look(made.id)
    assert post(player, f"/host/{made.id}/close", reason="x", turn=before.turn).status_code == 200
    after = club.look(made.id)
    assert (after.turn, after.due) == (before.turn, before.due), "nothing happens until the other player agrees"
    assert [each.act for each in trail_of(club.database, made.id)] == [ASK]
    assert post(player, f"/host/{made.id}/withdraw").status_code == 200
    assert post(player, f"/host/{made.id}/extend", hours=5, reason="A storm").status_code == 200
    assert {each.by for each in trail_of(club.database, made.id)} == {0}
    assert f"/host/{made.id}" in player.get(f"/match/{made.id}/1/trail").text
    before = player.get(f"/host/{made.id}").content
    club.choose(made.id, 1, any_order(club, made.id, 1, 5))
    sealed = player.get(f"/host/{made.id}").content
    club.choose(made.id, 1, any_order(club, made.id, 1, 8))
    assert sealed == player.get(f"/host/{made.id}").content != before


def test_a_new_link_is_shown_once_and_leads_to_the_chair(club: Club) -> None:
    match_id, _tokens = hosted(club)
    client = host(club)
    shown = re.findall(r"/chair/([\w-]+)\"", post(client, f"/host/{match_id}/link").text)
    assert len(shown) == 1
    assert "/chair/" not in client.get(f"/host/{match_id}").text
    other = browser(club, "another-browser-of-the-host", here=False)
    assert other.get(f"/chair/{shown[0]}").status_code == 200
    assert other.get(f"/chair/{CHAIR}").status_code == 404
    assert csrf(client.get(f"/host/{match_id}").text)


def test_the_owner_sees_all_matches_with_late_players_and_emails_and_nobody_else_does(club: Club) -> None:
    match_id, _tokens = hosted(club)
    mail = PostedMail("one", match_id, 0, "turn", "ann@example.org", "text")
    post_mail(club.database, mail)
    deliver(club.database, lambda _mail: "250 ok")
    due = club.look(match_id).due
    assert due is not None
    club.database.now = lambda: due + timedelta(minutes=1)
    text = " ".join(re.sub(r"<[^>]+>", " ", browser(club).get("/matches").text).split())
    assert re.search(r"Tour Breaking Away 2 .*late: Röd, Blue, Green 1 0", text), text
    assert "ann@example.org" not in text
    assert host(club).get("/matches").status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1280, 800), (360, 740), (320, 700)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_hosts_page_is_accessible_and_shows_deadline_and_six_seats_at_once(
    chromium: Browser, club: Club, serve: Serve, size: tuple[int, int], scheme: str
) -> None:
    match_id, _tokens = hosted(club, people=6)
    address = serve(club)
    context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)  # type: ignore[arg-type]
    context.add_cookies(
        [
            {"name": "browser", "value": HOST, "url": address},
            {"name": "device", "value": f"the-device-of-{HOST}", "url": address},
        ]
    )
    owner = serve.owners[address].come(serve.owners[address].new_code())
    context.add_cookies([{"name": "owner", "value": owner, "url": address}])
    page, owners = context.new_page(), ["/matches"]
    for where in (f"/host/{match_id}", "/host", f"/match/{match_id}/watch/trail", f"/chair/{CHAIR}", *owners):
        assert page.goto(address + where).ok  # type: ignore[union-attr]
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], where
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        assert page.locator("h1").count() == 1
    page.goto(f"{address}/host/{match_id}")
    if size[0] == 1280:
        for each in (page.locator(".dead"), *page.locator(".host-seats li").all()):
            box = each.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= 800
    for summary in page.locator(".act > summary").all():
        box = summary.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        summary.click()
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    context.close()


def test_the_trail_calls_a_seat_by_its_team_and_not_by_who_plays_it_later(club: Club) -> None:
    match_id, tokens = hosted(club)
    post(host(club), f"/host/{match_id}/seat", seat=1, player="empty", reason="He is ill")
    club.rename_seat(match_id, 1, "Somebody Else")
    player = browser(club, "a-browser-of-a-player-1", here=False, tokens=(tokens[0],))
    for text in (host(club).get(f"/host/{match_id}").text, player.get(f"/match/{match_id}/1/trail").text):
        assert "The host opened the seat of Blue for another player." in text


def test_the_last_order_that_the_host_enters_plays_the_turn(club: Club) -> None:
    match_id, _tokens = hosted(club)
    turn = club.look(match_id).turn
    for seat in range(3):
        order = club.look(match_id, seat).observation.write(any_order(club, match_id, seat, 3))
        post(host(club), f"/host/{match_id}/order", turn=turn, seat=seat, order=order, reason="By telephone")
    assert club.look(match_id).turn == turn + 1


def test_a_form_that_is_sent_twice_moves_the_deadline_once(club: Club) -> None:
    match_id, _tokens = hosted(club)
    client, due = host(club), club.look(match_id).due
    assert due is not None
    page = client.get(f"/host/{match_id}").text
    (was,) = set(re.findall(r'name="was" value="([^"]*)"', page))
    sent = [post(client, f"/host/{match_id}/extend", hours=24, reason="A storm", was=was) for _ in range(2)]
    assert [each.status_code for each in sent] == [200, 422]
    assert "since this page was made" in sent[1].text
    assert club.look(match_id).due == due + timedelta(days=1)


@pytest.mark.parametrize("due", ["0001-01-01T00:00", "9999-12-31T23:59", "12026-01-01T00:00", "soon", "1" * 10_000])
def test_a_deadline_in_the_past_or_in_ten_thousand_years_is_refused_with_a_sentence(club: Club, due: str) -> None:
    match_id, _tokens = hosted(club)
    before = club.version(match_id)
    answer = post(host(club), f"/host/{match_id}/set", due=due, reason="Late")
    assert answer.status_code == 422
    assert "Nothing was changed." in answer.text
    assert club.version(match_id) == before


@pytest.mark.parametrize("text", ["x" * 10_000, "<b>\u202eevil\u0000\ud83d\ude00</b>" * 90, "a\r\nb" * 999])
def test_reasons_and_announcements_of_any_kind_are_cut_and_shown_as_text(club: Club, text: str) -> None:
    match_id, tokens = hosted(club)
    text = text.encode("utf-16", "surrogatepass").decode("utf-16")
    client = host(club)
    assert post(client, f"/host/{match_id}/extend", hours=1, reason=text).status_code == 200
    assert post(client, f"/host/{match_id}/announce", text=text).status_code == 200
    assert post(client, f"/host/{match_id}/order", turn=2, seat=1, order=text, reason=text).status_code == 422
    said = [each.said for each in trail_of(club.database, match_id)]
    assert [len(each) <= most for each, most in zip(said, (500, 200), strict=True)] == [True, True]
    assert all(each.isprintable() for each in said)
    player = browser(club, "a-browser-of-a-player-1", here=False, tokens=(tokens[0],))
    for where in (f"/match/{match_id}/1/trail", f"/match/{match_id}/1", f"/match/{match_id}/watch"):
        page = player.get(where)
        assert page.status_code == 200
        assert "<b>evil" not in page.text


def test_a_spectator_sees_no_button_that_reopens_an_empty_seat(club: Club) -> None:
    match_id, _tokens = hosted(club)
    post(host(club), f"/host/{match_id}/seat", seat=1, player="empty", reason="He is ill")
    nobody = browser(club, "a-browser-of-nobody-77", here=False)
    assert "/reopen" not in nobody.get(f"/match/{match_id}/watch").text
    assert post(nobody, f"/match/{match_id}/watch/reopen", seat=1).status_code == 403


def test_forms_of_a_host_need_the_token_of_the_hosts_own_browser(club: Club) -> None:
    match_id, _tokens = hosted(club)
    client, other = host(club), browser(club, "a-browser-of-nobody-77", here=False)
    token, before = csrf(other.get("/").text), club.version(match_id)
    for act in ("announce", "extend", "set", "pause", "resume", "close", "order", "back", "seat", "link"):
        for data in ({"reason": "x"}, {"reason": "x", "csrf": token}):
            assert client.post(f"/host/{match_id}/{act}", data=data).status_code == 403, act
    assert club.version(match_id) == before


@pytest.mark.parametrize("player", ["human", "sheet", "lesson", "nonsense", "x" * 10_000])
def test_a_coach_that_does_not_exist_is_refused_with_the_form_as_it_was(club: Club, player: str) -> None:
    match_id, _tokens = hosted(club)
    answer = post(host(club), f"/host/{match_id}/seat", seat=1, player=player, reason="Blue is ill")
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert 'value="Blue is ill"' in answer.text
    assert club.listed(match_id).seats[1].by == "human"


def test_a_deadline_is_in_the_zone_of_the_match_unless_it_names_another(club: Club) -> None:
    match_id, _tokens = hosted(club)
    noon = (club.database.now() + timedelta(days=3)).replace(hour=12, minute=0, second=0, microsecond=0)
    for zone, hours in (("", 0), ("+05:00", -5), ("Z", 0)):
        assert (
            post(host(club), f"/host/{match_id}/set", due=f"{noon:%Y-%m-%dT%H:%M}{zone}", reason="x").status_code == 200
        )
        assert club.look(match_id).due == noon + timedelta(hours=hours), zone
    for due in ("9999-12-31T23:59-14:00", "0001-01-01T00:00+14:00"):
        assert post(host(club), f"/host/{match_id}/set", due=due, reason="x").status_code == 422


def test_the_same_announcement_is_made_once(club: Club) -> None:
    match_id, _tokens = hosted(club)
    sent = [post(host(club), f"/host/{match_id}/announce", text="No turn on Christmas Eve.") for _ in range(2)]
    assert [each.status_code for each in sent] == [200, 422]
    assert len(trail_of(club.database, match_id)) == 1


def test_the_report_of_the_whole_match_ends_with_what_the_host_did_and_tells_no_order_that_waits(club: Club) -> None:
    match_id, tokens = hosted(club)
    nobody = browser(club, "a-browser-of-nobody-77", here=False)
    assert "What the host did" not in nobody.get(f"/match/{match_id}/zine").text
    post(host(club), f"/host/{match_id}/extend", hours=24, reason="A <b>storm</b>")
    order = club.look(match_id, 1).observation.write(any_order(club, match_id, 1, 3))
    post(host(club), f"/host/{match_id}/order", turn=2, seat=1, order=order, reason="Her email of 18:02")
    for client in (nobody, browser(club, "a-browser-of-a-player-1", here=False, tokens=(tokens[0],)), host(club)):
        text = client.get(f"/match/{match_id}/zine").text
        told = text.partition("What the host did")[2]
        assert "The host moved the deadline of the turn to:" in told
        assert "A &lt;b&gt;storm&lt;/b&gt;" in told
        assert "18:02" not in text
    play_out(club, match_id, turns=1)
    assert "The host entered the order of Blue." in nobody.get(f"/match/{match_id}/zine").text
