"""What a coach would do: the best choices of a seat that is asked, from what it sees and from nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from breakaway.club.actions import asked_coach, note_asked
from breakaway.club.club import Club
from breakaway.club.rematches import branch, rematch
from breakaway.club.schema import PUBLIC
from breakaway.players.seated_match import with_advice
from breakaway.records.match import Start
from tests.club.starts import any_order, fate_match, football_match, play_out, race
from tests.web.session import browser, post
from tests.web.test_killed import usual
from tests.web.twins import NAME, Two, differing, everything, token


def asked(club: Club, match_id: str, until: Callable[[Any], bool] = lambda _look: True) -> int:
    """Plays by chance until a seat is asked the question, and returns that seat."""
    for n in range(60):
        for seat in club.look(match_id, 0).waiting:
            if until(club.look(match_id, seat)):
                return seat
            club.choose(match_id, seat, any_order(club, match_id, seat, n))
        club.resolve(match_id)
    raise AssertionError("the question was never asked")


STARTS: dict[str, Callable[[], Start]] = {
    "fate": fate_match,
    "football": football_match,
    "cycling": lambda: race(("human", "human")),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", STARTS)
def test_a_player_gets_three_choices_that_the_game_accepts(club: Club, game: str) -> None:
    made = club.create(game, STARTS[game](), "A match")
    clients = [browser(club, tokens=(made.tokens[seat],)) for seat in (0, 1)]
    seat = asked(club, made.id, lambda look: look.observation.slots() > 1)
    page = clients[seat].get(f"/match/{made.id}/{seat + 1}")
    assert f"/match/{made.id}/{seat + 1}/help" in page.text
    assert "Each player may ask what a coach would do." in clients[1 - seat].get(f"/match/{made.id}/{2 - seat}").text
    said = post(clients[seat], f"/match/{made.id}/{seat + 1}/help")
    assert said.status_code == 200
    assert len(re.findall(r'<span class="chance">\d+\.\d%</span>', said.text)) == 3


def test_a_player_who_is_asked_may_ask_a_coach_and_the_learner_of_a_lesson_asks_the_lesson(club: Club) -> None:
    made, client = club.create("football", football_match(), here=[0, 1]), browser(club)
    seat = asked(club, made.id)
    assert "What would a coach do?" in client.get(f"/match/{made.id}/{seat + 1}").text
    lesson = post(client, "/lesson/football").text
    assert 'name="order"' in lesson, "it asks for a choice"
    assert "What would a coach do?" not in lesson


def test_a_spectator_cannot_ask_and_who_is_not_asked_gets_nothing(club: Club) -> None:
    made = club.create("fate", fate_match(), "A match")
    clients = [browser(club, tokens=(made.tokens[seat],)) for seat in (0, 1)]
    assert post(browser(club), f"/match/{made.id}/watch/help").status_code == 403
    seat = asked(club, made.id)
    said = post(clients[1 - seat], f"/match/{made.id}/{2 - seat}/help")
    assert "The coach has nothing to say about this question." in said.text
    assert club.seats(made.id)[1 - seat].asked_by(99) == 0, "nobody is told of a question that nobody asked"
    assert clients[seat].get(f"/match/{made.id}/{seat + 1}/help").url.path == f"/match/{made.id}/{seat + 1}"
    assert asked_coach(club.look(made.id, seat)) == [], "and nobody is said to have asked about 0 choices"


ASKS = "has asked the coach about"


def test_others_learn_after_the_turn_how_often_a_player_asked_and_nothing_before(twins: Two) -> None:
    with_help, without = twins("cycling", lambda: race(("human", "human", "human"), profile="blind"))
    for club in (with_help, without):
        play_out(club, NAME, turns=1)
        club.choose(NAME, 0, any_order(club, NAME, 0, 1))
    for _press in range(2):  # twice about the same choice, which counts once
        note_asked(with_help.database, NAME, 1, 1)
    for seat in (-1, 0, 2):
        assert not differing(everything(with_help, seat, looks=True), everything(without, seat, looks=True)), seat
    play_out(with_help, NAME, turns=1)
    note_asked(with_help.database, NAME, 1, 2)
    page = browser(with_help, here=False, tokens=(token(0),)).get(f"/match/{NAME}/1").text
    assert f"Blue {ASKS} 1 choice." in unescape(page)
    assert ASKS not in browser(with_help, here=False).get(f"/match/{NAME}/watch").text
    play_out(with_help, NAME)
    for place in ("1", "2", "3", "watch"):
        page = browser(with_help, here=False, tokens=(token(0), token(1), token(2))).get(f"/match/{NAME}/{place}").text
        assert f"Blue {ASKS} 2 choices." in unescape(page), place


@pytest.mark.slow
def test_asking_before_or_after_sealing_an_order_leaves_the_same_bytes(twins: Two) -> None:
    before, after = twins("cycling", lambda: race(("human", "human", "human"), profile="blind"))
    own = [browser(club, here=False, tokens=(token(1),)) for club in (before, after)]
    assert post(own[0], f"/match/{NAME}/2/help").status_code == 200
    for club in (before, after):
        club.choose(NAME, 1, any_order(club, NAME, 1, 1))
    assert post(own[1], f"/match/{NAME}/2/help").status_code == 200
    for _turn in range(2):
        for seat in (-1, 0, 2):
            assert not differing(everything(before, seat, looks=True), everything(after, seat, looks=True)), seat
        for club in (before, after):
            play_out(club, NAME, turns=1)
    assert [club.seats(NAME)[1].asked_by(1) for club in (before, after)] == [1, 1]


def test_a_table_of_people_without_help_says_so_and_refuses(club: Club) -> None:
    start = with_advice(fate_match(), None)
    assert start.options["advice"] == "off"
    made = club.create("fate", start, "A match", visibility=PUBLIC)
    says = "Nobody may ask a coach for help in this match."
    assert says in browser(club, here=False).get("/").text
    assert says in browser(club, here=False).get(f"/take/{made.id}/0").text
    client = browser(club, tokens=(made.tokens[0], made.tokens[1]))
    seat = asked(club, made.id)
    page = client.get(f"/match/{made.id}/{seat + 1}").text
    assert says in page
    assert "Ask the coach" not in page
    said = post(client, f"/match/{made.id}/{seat + 1}/help")
    assert said.status_code == 403
    assert "This match does not allow help from coaches." in said.text
    club.resign(made.id, 0)
    assert rematch(club, made.id, [0, 1]).id
    assert {each.options["advice"] for each in club.matches()} == {"off"}


def test_the_form_allows_help_among_people_or_takes_it_from_one_alone(club: Club) -> None:
    client = browser(club)
    page = client.get("/open/fate").text
    assert "the others are told for how many choices each player asks." in page
    form = usual(page)
    for by, asked_for, agreed in (
        ("link", "", "off"),
        ("link", "on", "on"),
        ("book", "", None),
        ("book", "off", "off"),
    ):
        post(client, "/open/fate", **{**form, "seat.1": by, "advice": asked_for})
        assert club.matches()[0].options.get("advice") == agreed, (by, asked_for)
    refused = post(client, "/open/fate", **{**form, "seat.1": "link", "advice": "maybe"})
    assert refused.status_code == 422
    assert "write “on” or “off”, not" in refused.text


@pytest.mark.slow
def test_what_was_agreed_among_people_does_not_bind_one_who_plays_on_alone(club: Club) -> None:
    made = club.create("fate", with_advice(fate_match(), None), "A match", here=[0, 1])
    play_out(club, made.id)
    alone = branch(club, made.id, 3, 0, "book")
    client = browser(club)
    seat = asked(club, alone.id)
    assert seat == 0
    page = client.get(f"/match/{alone.id}/1").text
    assert "Nobody may ask a coach" not in page
    assert "Ask the coach" in page
    assert post(client, f"/match/{alone.id}/1/help").status_code == 200


def test_one_alone_who_wanted_no_help_gets_none_in_the_rematch(club: Club) -> None:
    made = club.create("cycling", with_advice(race(("human", "highest")), "off"), "A match", here=[0])
    club.resign(made.id, 0)
    again = rematch(club, made.id, [0])
    assert club.listed(again.id).options["advice"] == "off"
