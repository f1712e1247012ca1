"""A choice that a browser sends twice, because the answer to the first was lost, counts once."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from breakaway.club.club import Club
from breakaway.records.match import Start
from tests.club.starts import any_order, fate_match, football_match, race
from tests.web.session import browser, post


def table(club: Club, game: str, start: Start) -> str:
    match_id = club.create(game, start, here=[0, 1]).id
    club.resolve(match_id)
    return match_id


def scripted(club: Club) -> TestClient:
    """A browser with scripts: its forms are sent by htmx."""
    client = browser(club, here=True)
    client.headers["hx-request"] = "true"
    return client


def send(club: Club, client: TestClient, match_id: str, seat: int, **fields: Any) -> Any:
    look = club.look(match_id, seat)
    text = look.observation.write(any_order(club, match_id, seat, 1))
    return post(client, f"/match/{match_id}/{seat + 1}/choose", **{"order": text, "turn": look.turn, **fields})


@pytest.mark.parametrize(
    ("game", "start"),
    [("football", football_match()), ("fate", fate_match()), ("cycling", race(("human", "human")))],
    ids=["football", "fate", "cycling"],
)
def test_a_choice_that_is_sent_twice_counts_once_after_a_restart_too(club: Club, game: str, start: Start) -> None:
    match_id = table(club, game, start)
    seat, entries, sent = club.look(match_id).waiting[0], 0, dict[str, Any]()
    for client in (scripted(club), scripted(club), scripted(Club(club.database))):
        look = club.look(match_id, seat)
        sent = sent or {"order": look.observation.write(any_order(club, match_id, seat, 1)), "turn": look.turn}
        answer = post(client, f"/match/{match_id}/{seat + 1}/choose", **sent, press="4f2a99")
        assert (answer.status_code, answer.headers["x-press"]) == (200, "taken")
        now = club.look(match_id).entries
        assert now == (entries or now), "the second one plays nothing"
        entries = now


def test_a_choice_that_was_taken_back_since_is_not_sealed_by_the_same_press(club: Club) -> None:
    match_id = table(club, "cycling", race(("human", "human")))
    client = scripted(club)
    assert send(club, client, match_id, 0, press="a1").headers["x-press"] == "taken"
    assert post(client, f"/match/{match_id}/1/withdraw", turn=0).status_code == 200
    assert send(club, client, match_id, 0, press="a1").headers["x-press"] == "taken"
    assert club.look(match_id, 0).sealed is None
    assert send(club, client, match_id, 0, press="a2").headers["x-press"] == "taken"
    assert club.look(match_id, 0).sealed is not None


def test_a_choice_for_a_turn_that_is_over_is_late_and_one_against_the_rules_refused(club: Club) -> None:
    match_id = table(club, "football", football_match())
    client = scripted(club)
    (seat,), turn = club.look(match_id).waiting, club.look(match_id).turn
    late = send(club, client, match_id, seat, turn=7, press="b1")
    assert (late.status_code, late.headers["x-press"]) == (409, "late")
    assert 'role="alert"' not in late.text, "the browser says it, on the page that has gone on"
    assert 'role="alert"' in send(club, client, match_id, seat, turn=7).text
    refused = send(club, client, match_id, seat, order="fly", press="b2")
    assert (refused.status_code, refused.headers["x-press"]) == (422, "refused")
    assert club.look(match_id).turn == turn
    odd = send(club, client, match_id, seat, press="x y; " + "9" * 900)
    assert odd.headers["x-press"] == "taken", "an id that is no id costs nobody a choice"


def test_all_answers_say_that_they_are_this_server_s(club: Club) -> None:
    client = browser(club, here=True)
    for where in ("/", "/no-such-page", "/static/icon.svg"):
        assert client.get(where).headers["x-breakaway"] == "1", where
