"""The zine of a match, reports on paper and deadlines for calendars, as browsers get them."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from pypdf import PdfReader

from breakaway.club.club import Club
from breakaway.club.schema import CLOSE
from breakaway.club.time_control import DAY, Terms
from breakaway.records.match import Start
from tests.club.starts import fate_match, football_match, play_out, race
from tests.mailing.test_calendar import parsed
from tests.web.session import browser, post

GAMES: list[tuple[str, Callable[[], Start], str]] = [
    ("cycling", lambda: race(("human", "human", "human")), "Turn 1"),
    ("football", football_match, "1. "),
    ("fate", fate_match, "1. "),
]


@pytest.mark.sample("cycling")
@pytest.mark.parametrize(("game", "start", "title"), GAMES, ids=[each[0] for each in GAMES])
def test_the_zine_has_every_turn_in_order_with_a_drawing_the_table_and_nothing_to_load(
    club: Club, game: str, start: Callable[[], Start], title: str
) -> None:
    match_id = club.create(game, start(), "The <Cup>", here=[0, 1, 2][: len(start().seats)]).id
    play_out(club, match_id, turns=70)
    answer = browser(club, here=False).get(f"/match/{match_id}/zine")
    html = answer.text
    heads = [re.sub("<[^>]*>", "", each) for each in re.findall(r"<h2[^>]*>(.*?)</h2>", html)]
    assert answer.status_code == 200
    assert heads[0] == ("Final standings" if club.look(match_id).is_over else "Standings")
    told = [each for each in heads if re.match(r"Turn \d|\d+\. ", each)]
    numbers = [int(re.findall(r"\d+", each)[0]) for each in told]
    assert told[0].startswith(title)
    assert numbers == sorted(set(numbers)), "in order, each once"
    assert html.count("<svg") >= 2
    assert "The &lt;Cup&gt;" in html
    assert not re.findall(r"<script|<img|<link|url\(|@import|<Cup>", html)
    style = re.findall(r"'sha256-[^']+'", html)
    assert style
    assert style[0] in answer.headers["content-security-policy"], "the page's own style, and no other"
    assert "unsafe" not in answer.headers["content-security-policy"]


def test_the_same_zine_on_paper_has_the_same_turns(club: Club) -> None:
    match_id = club.create("cycling", race(("human", "human")), "The Cup", here=[0, 1]).id
    play_out(club, match_id, turns=3)
    answer = browser(club).get(f"/match/{match_id}/zine.pdf")
    assert answer.headers["content-type"] == "application/pdf"
    said = "".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
    assert [said.count(f"\n{each}\n") for each in ("THE LINE-UPS", "TURN 1", "TURN 2", "TURN 3")] == [1, 1, 1, 0]


def test_a_report_of_a_seat_has_its_cards_and_only_its_player_gets_it(club: Club) -> None:
    made = club.create("cycling", race(("human", "human"), profile="blind"), "The Cup")
    players = [browser(club, f"player-{seat}-of-the-reports", False, (made.tokens[seat],)) for seat in (0, 1)]
    play_out(club, made.id, turns=2)
    answer = players[0].get(f"/match/{made.id}/1/report.pdf")
    said = "".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
    hand = club.look(made.id, 0).observation.view.hand[0]
    assert " ".join(str(card) for card in hand if card) in said
    assert players[1].get(f"/match/{made.id}/1/report.pdf").status_code == 403
    assert players[1].get(f"/match/{made.id}/watch/report.pdf").status_code == 403


def test_a_blind_race_tells_spectators_no_square_and_no_card_in_its_zine(club: Club) -> None:
    match_id = club.create("cycling", race(("human",) * 3, profile="blind"), "The Cup", here=[0, 1, 2]).id
    play_out(club, match_id, turns=3)
    html = browser(club, here=False).get(f"/match/{match_id}/zine").text
    rows = re.findall(r"<tr.*?</tr>", html, re.DOTALL)
    assert any("Röd A" in row for row in rows)
    view, watcher = club.look(match_id, 0).observation.view, club.look(match_id).observation.view
    assert any(view.hand[0]), "his cards are there to be told"
    assert not any(watcher.hand[0]), "and spectators may not know them"
    for row in rows:
        if re.search(r"Röd [A-D]", row) and "<td" in row:
            cells = [re.sub("<[^>]*>", "", each).strip() for each in re.findall(r"<t[dh].*?</t[dh]>", row, re.DOTALL)]
            assert not re.search(r"\b\d+\+\d+\b", " ".join(cells)), "no move"
            assert not re.search(r"\b\d+ \d+ \d+\b", " ".join(cells)), "no hand"


def test_deadlines_come_for_one_match_and_for_all_of_a_player(club: Club) -> None:
    terms = Terms(2 * DAY, CLOSE)
    made = [club.create("cycling", race(("human", "human")), f"Cup {n}", terms=terms) for n in (1, 2)]
    player = browser(club, "a-player-of-two-races-here", False, (made[0].tokens[0], made[1].tokens[1]))
    for each, seat in zip(made, (1, 0), strict=True):
        browser(club, f"the-other-of-{each.id}", False, (each.tokens[seat],))
        club.resolve(each.id)
    one = player.get(f"/match/{made[0].id}/1/deadline.ics")
    assert one.headers["content-type"] == "text/calendar; charset=utf-8"
    assert [each["SUMMARY"] for each in parsed(one.text)] == ["Cup 1: orders for the line-ups are due"]
    found = parsed(player.get("/deadlines.ics").text)
    assert {each["URL"].partition("/match/")[2] for each in found} == {f"{made[0].id}/1", f"{made[1].id}/2"}
    stranger = browser(club, "somebody-without-any-seat", False)
    assert parsed(stranger.get("/deadlines.ics").text) == []
    assert stranger.get(f"/match/{made[0].id}/1/deadline.ics").status_code == 403
    assert "/deadlines.ics" in player.get("/").text
    assert "/deadlines.ics" not in stranger.get("/").text


def test_a_match_without_a_turn_has_a_zine_that_says_so(club: Club) -> None:
    match_id = club.create("football", football_match(), "The Cup", here=[0, 1]).id
    assert "No turn has been played yet." in browser(club).get(f"/match/{match_id}/zine").text


def test_a_wrong_time_zone_on_the_page_is_refused_with_a_right_one(club: Club) -> None:
    from tests.web.test_mails import Table

    table = Table(club)
    table.ask()
    post(table.browser("anybody-with-the-link-here"), table.link())
    where = f"/match/{table.id}/1/seat/mail/wishes"
    assert post(table.players[0], where, digest="1", zone="Europe/Berlin").status_code == 200
    page = table.page(0)
    assert 'value="Europe/Berlin"' in page
    assert re.search(r'name="digest" value="1" checked', page)
    answer = post(table.players[0], where, zone="Nowhere")
    assert answer.status_code == 422
    assert "use a name such as Europe/Berlin" in answer.text
    assert post(table.players[1], where, digest="1").status_code == 403


def test_spectators_of_a_delayed_match_read_only_what_they_have_seen(club: Club) -> None:
    made = club.create("cycling", race(("human", "human")), "The Cup", terms=Terms(delay=2))
    player = browser(club, "a-player-of-a-delayed-race", False, (made.tokens[0],))
    browser(club, "the-other-of-a-delayed-race", False, (made.tokens[1],))
    play_out(club, made.id, turns=2)
    watcher = browser(club, "a-spectator-of-a-late-race", False)
    start = watcher.get(f"/match/{made.id}/zine").text
    assert "No turn has been played yet." in start
    assert "You see this match 2 turns late." in start
    play_out(club, made.id, seed=2, turns=1)
    late, now = (each.get(f"/match/{made.id}/zine").text for each in (watcher, player))
    told = [">The line-ups<", ">Turn 1<", ">Turn 2<"]
    assert [each in late for each in told] == [True, False, False]
    assert [each in now for each in told] == [True, True, True]
    assert watcher.get(f"/match/{made.id}/zine.pdf").content != player.get(f"/match/{made.id}/zine.pdf").content
