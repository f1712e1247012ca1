"""The end of a match on the page: the card, the offer of a rematch, and what of it reaches whom."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from starlette.testclient import TestClient

from breakaway.club.club import Club
from breakaway.club.rematches import past, say_yes
from breakaway.club.schema import PUBLIC
from breakaway.club.time_control import Terms
from breakaway.core.game import result_of
from breakaway.core.rules import SPECTATOR
from breakaway.display.endings import deciding, ending, moments
from breakaway.display.match_page import PAGE, find_page
from breakaway.games.cycling.text.words import points_text
from breakaway.records.match import Match, Start
from breakaway.records.play_by_play import dated_in, played_in
from breakaway.web.match_actions import again_of
from tests.club.starts import fate_match, football_match, play_out, race
from tests.core.toys.tugs import GAME as TUGS
from tests.core.toys.tugs import TugsConfig
from tests.web.session import browser, post


def seated(club: Club, start: Start | None = None, **more: object) -> tuple[str, list[TestClient]]:
    """A race that is over, with two players' browsers and a stranger's."""
    made = club.create("cycling", start or race(("human", "human")), "A race", **more)  # type: ignore[arg-type]
    clients = [browser(club, f"a-browser-of-player-{seat}", here=False, tokens=(made.tokens[seat],)) for seat in (0, 1)]
    play_out(club, made.id)
    return made.id, [*clients, browser(club, "a-browser-of-a-stranger", here=False)]


def card(client: TestClient, match_id: str, place: str) -> str:
    found = re.search(r'<section class="panel end".*?</section>', client.get(f"/match/{match_id}/{place}").text, re.S)
    assert found
    return found[0]


def buttons(text: str) -> list[str]:
    return re.findall(r"<button[^>]*>([^<]+)</button>", text)


@pytest.mark.slow
def test_an_offer_shows_on_every_page_what_can_be_done_about_it(club: Club) -> None:
    match_id, (one, other, stranger) = seated(club)
    assert buttons(card(one, match_id, "1")) == ["Rematch"]
    assert post(one, f"/match/{match_id}/1/again").status_code == 200
    assert "You have offered a rematch." in card(one, match_id, "1")
    assert "No answer yet from: Blue" in card(one, match_id, "1")
    assert buttons(card(one, match_id, "1")) == ["Take it back"]
    assert buttons(card(other, match_id, "2")) == ["Not now", "Play again"]
    answer = post(other, f"/match/{match_id}/2/again", follow=False)
    where = answer.headers["location"]
    assert where != f"/match/{match_id}"
    for client, place in ((one, "1"), (other, "2")):
        assert f'href="{where}/{place}"' in card(client, match_id, place)
        assert client.get(f"{where}/{place}").status_code == 200, "the same browser plays the same seat"
        assert client.get(f"/match/{match_id}/{place}/again").url.path == f"{where}/{place}"
    assert post(one, f"/match/{match_id}/1/again", follow=False).headers["location"] == where, "not a third match"
    assert len(club.matches()) == 2
    assert stranger.get(f"{where}/1").status_code == 403


def test_each_player_is_told_what_he_has_said_and_who_has_not_answered(club: Club) -> None:
    match_id = club.create("cycling", race(("human", "human", "human")), here=[0, 1, 2]).id
    play_out(club, match_id)
    say_yes(club, match_id, [1])
    say_yes(club, match_id, [0])
    said = [again_of(club.look(match_id, seat)) for seat in (0, 1, 2)]
    assert [each.text for each in said if each] == [
        "You have said yes to a rematch.",
        "You have offered a rematch.",
        "Blue offers a rematch.",
    ]
    assert said[0] is not None
    assert said[0].note.endswith("No answer yet from: Green")


def test_a_browser_answers_for_all_players_who_share_it(club: Club) -> None:
    match_id = club.create("cycling", race(("human", "human")), here=[0, 1]).id
    play_out(club, match_id)
    where = post(browser(club), f"/match/{match_id}/2/again", follow=False).headers["location"]
    assert where != f"/match/{match_id}/2", "nobody else has to say yes"
    assert len(club.matches()) == 2


@pytest.mark.slow
def test_a_spectator_learns_nothing_of_an_offer_and_of_a_rematch_only_if_it_is_public(club: Club) -> None:
    for visibility in ("link", PUBLIC):
        match_id, (one, other, stranger) = seated(club, visibility=visibility)
        before = stranger.get(f"/match/{match_id}/watch").text
        post(one, f"/match/{match_id}/1/again")
        assert stranger.get(f"/match/{match_id}/watch").text == before
        where = post(other, f"/match/{match_id}/2/again", follow=False).headers["location"]
        after = stranger.get(f"/match/{match_id}/watch").text
        assert (where in after) == (visibility == PUBLIC)
        assert (after == before) == (visibility != PUBLIC)
        assert stranger.get(f"/match/{match_id}/watch/again").status_code == (200 if visibility == PUBLIC else 404)


@pytest.mark.slow
def test_wrong_answers_change_nothing_and_say_what_would_be_right(club: Club) -> None:
    match_id, (one, other, stranger) = seated(club)
    for client, place, what, status, text in (
        (stranger, "watch", "again", 403, "Only the players in this match"),
        (stranger, "1", "again", 403, "This seat belongs to another player."),
        (stranger, "1", "again/no", 403, "This seat belongs to another player."),
        (one, "2", "again", 403, "This seat belongs to another player."),
        (one, "9", "again/no", 404, "a seat that the match does not have"),
        (one, "1", "again/no", 409, "This offer of a rematch is no longer open."),
    ):
        answer = post(client, f"/match/{match_id}/{place}/{what}")
        assert answer.status_code == status
        assert text in answer.text
    assert one.get(f"/match/{match_id}/1/again").status_code == 404
    assert club.listed(match_id).offer is None
    post(one, f"/match/{match_id}/1/again")
    post(other, f"/match/{match_id}/2/again/no")
    assert "Blue has declined a rematch." in card(one, match_id, "1")
    assert buttons(card(one, match_id, "1")) == []
    assert post(one, f"/match/{match_id}/1/again").status_code == 409
    assert buttons(card(other, match_id, "2")) == ["Offer a rematch after all"]


def test_a_streamed_page_goes_to_the_rematch_by_itself_and_a_page_that_was_opened_does_not(club: Club) -> None:
    match_id, (one, other, _stranger) = seated(club)
    for client, place in ((one, "1"), (other, "2")):
        post(client, f"/match/{match_id}/{place}/again")
    goes = f'hx-get="/match/{match_id}/1/again"'
    assert goes not in one.get(f"/match/{match_id}/1").text
    answer = one.get(f"/match/{match_id}/1/again", headers={"HX-Request": "true"})
    assert re.fullmatch(rf"/match/(?!{match_id})\w+/1", answer.headers["hx-redirect"])


# --- the card


GAMES: dict[str, Callable[[], Start]] = {
    "football": football_match,
    "fate": fate_match,
    "cycling": lambda: race(("human", "human", "random")),
}


WHOLE = [
    each if each == "cycling" else pytest.param(each, marks=pytest.mark.slow) for each in GAMES
]  # football is long


@pytest.mark.parametrize("game", WHOLE)
def test_the_card_says_who_won_with_the_final_points_and_its_graph_ends_there(club: Club, game: str) -> None:
    made = club.create(game, GAMES[game](), here=[0, 1])
    play_out(club, made.id, seed=3)
    match, look = club.load(made.id).match, club.look(made.id)
    observation = look.observation
    rows = dated_in(match)
    assert [row for _turn, row in rows] == played_in(match)
    page, final = find_page(match.game), result_of(match.game, match.state, match.config)
    found = ending(page, observation, rows)
    assert found.course
    assert found.key
    ends = {track.name: track.values[-1] for track in found.course.tracks}
    names = [each.name for each in found.sides]
    assert sorted(ends.values(), reverse=True) == sorted(final.score[: len(names)], reverse=True)
    said = points_text if game == "cycling" else str
    assert {each.name: each.points for each in found.sides} == {name: said(int(ends[name])) for name in names}
    assert names[0] in found.headline
    assert found.class_ == found.sides[0].class_
    assert found.key.turn in [turn for turn, _row in rows]
    marked = moments(page, observation, look.log, rows)
    assert found.key.turn in [each.turn for each in marked]
    assert [each.turn for each in marked] == sorted(each.turn for each in marked)
    text = browser(club).get(f"/match/{made.id}/1").text
    for each in (found.headline, found.key.title, found.course.title):
        assert each in unescape(text)


def test_whoever_is_left_wins_whatever_the_score(club: Club) -> None:
    made = club.create("football", football_match(), here=[0, 1])
    play_out(club, made.id, turns=9)
    club.resign(made.id, 0)
    text = card(browser(club), made.id, "2")
    assert "Fire wins" in text
    assert "Lightning has resigned." in text
    assert buttons(text) == ["Rematch"]


def test_a_game_without_a_page_of_its_own_has_a_plain_card() -> None:
    match = Match.new(TUGS, Start(TugsConfig(seats=2), {}, {}, [{"name": "a"}, {"name": "b"}], secret=b"x" * 32))
    match.resign(0)
    found = ending(PAGE, match.observation(SPECTATOR), [])
    assert (found.headline, found.how) == ("Seat 2 wins", "Seat 1 has resigned.")
    assert found.course is found.key is None
    assert moments(PAGE, match.observation(SPECTATOR), [], []) == []


@pytest.mark.parametrize("game", GAMES)
def test_each_line_of_the_play_by_play_names_the_turn_after_which_it_can_be_seen(club: Club, game: str) -> None:
    made = club.create(game, GAMES[game](), here=[0, 1])
    play_out(club, made.id, turns=12)
    look = club.look(made.id)
    scene = find_page(look.observation.game).scene(look.observation, look.log)
    turns = [each.turn for each in scene.plays if not each.title or game != "cycling" or "→" not in each.title]
    assert None not in turns
    assert turns == sorted(turns, key=lambda turn: turn or 0), "latest last"
    assert turns[-1] is not None
    assert 0 < turns[-1] <= look.turn


@pytest.mark.parametrize("game", WHOLE)
def test_a_replay_names_no_turn_that_a_spectator_may_not_see_yet(club: Club, game: str) -> None:
    made = club.create(game, GAMES[game](), here=[0, 1], terms=Terms(delay=5))
    for turns in (10, 30, 60):
        play_out(club, made.id, seed=turns, turns=turns)
        if club.look(made.id).is_over:
            break
        found = past(club, made.id, 0, lambda _found: True)
        assert found.last == club.look(made.id).turn - 5
        assert all(each.turn <= found.last for each in found.moments)
        assert max((number for number, _events in found.log), default=0) <= found.last


def test_the_slider_covers_the_turns_that_can_be_shown_and_links_do_the_same_without_scripts(club: Club) -> None:
    made = club.create("cycling", race(("human", "human")), here=[0, 1])
    play_out(club, made.id)
    last = club.look(made.id).turn
    text = browser(club).get(f"/match/{made.id}/at/1").text
    assert f'<input type="range" id="turn" min="0" max="{last}" value="1"' in text
    assert re.findall(r'id="(?:running|slide)" hidden', text), "only scripts show what only scripts can do"
    for turn in (0, 2, last):
        assert f'href="/match/{made.id}/at/{turn}"' in text
    assert "Finish: 1st" in text


def test_the_key_play_is_the_largest_change_of_the_lead_and_among_equal_ones_the_one_that_decided() -> None:
    assert deciding([(0, 0), (3, 0), (3, 7), (10, 7), (10, 10), (17, 10)], 0) == 5, "ahead for good"
    assert deciding([(0, 0), (7, 0), (7, 3), (14, 3)], 0) == 1
    assert deciding([(0, 0), (0, 3), (6, 3), (7, 3)], 0) == 2
    assert deciding([(0, 0), (0, 7)], 0) == 1, "the winner by resignation has not scored"
    assert deciding([(0, 0), (3, 0), (3, 3)], None) == 2
    assert deciding([(0, 0), (0, 0)], None) == 0
