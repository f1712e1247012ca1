"""FATE's table with plain forms: a whole match, the advanced game, rosters, platoons, two at one machine."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from breakaway.club.club import Club
from breakaway.games.fate.rules.terms import CALL
from tests.club.starts import fate_match, play_out
from tests.web.session import browser, csrf, orders, post, turn
from tests.web.test_every_tab import started
from tests.web.test_without_scripts import place_of


def press(client: Any, answer: Any, rng: random.Random) -> Any:
    """Presses some button of the page, a play rather than a kick."""
    found = orders(answer.text)
    assert found, answer.text[:3000]
    order = "play" if "play" in found and rng.random() < 0.8 else rng.choice(found)
    fields = {"csrf": csrf(answer.text), "turn": turn(answer.text), "order": order}
    return client.post(f"{place_of(answer)}/choose", data=fields)


@pytest.mark.slow
def test_a_whole_basic_match_against_the_coach_of_the_front_page(club: Club) -> None:
    client, rng = browser(club), random.Random(1)
    assert "Play a strong coach" in client.get("/").text
    answer, count = post(client, "/quick/fate"), 0
    where = place_of(answer)
    look = club.look(where.split("/")[2])
    assert [seat.by for seat in look.seats] == ["human", "book"]
    assert "Barnaby Puddlewick" in answer.text, "the match has the rosters that ship"
    while "The match is over." not in answer.text and count < 900:
        answer = press(client, answer, rng)
        assert answer.status_code == 200, re.findall(r'class="refused".*?</p>', answer.text)
        count += 1
    look = club.look(where.split("/")[2])
    assert look.is_over
    assert count > 60
    for points in look.observation.view.score:
        assert f"Points </span>{points}</span>" in answer.text
    assert "nothing was altered" in client.get(f"/match/{where.split('/')[2]}/check").text


@pytest.mark.slow
def test_calls_are_made_in_dice_in_words_and_by_button_and_nothing_else_is_taken(club: Club) -> None:
    made = club.create("fate", fate_match(("human", "random"), advanced=True), here=[0])
    client, rng = browser(club), random.Random(2)
    club.resolve(made.id)
    answer, used = client.get(f"/match/{made.id}/1"), set()
    for _ in range(200):
        observation = club.look(made.id, 0).observation
        if observation.view.phase != CALL:
            answer = press(client, answer, rng)
            continue
        attacks = observation.view.offense == 0
        way = len(used) % 3
        text = (("screen", "0.."), ("neutral", "0."))[not attacks][way % 2]
        name = "order" if way == 2 else "free"
        fields = {"csrf": csrf(answer.text), "turn": turn(answer.text)}
        before = club.look(made.id).turn
        for wrong in ("...", "draw short", "+++", "<b>"):
            refused = client.post(f"/match/{made.id}/1/choose", data={**fields, "free": wrong})
            assert refused.status_code == 422
            assert 'class="refused"' in refused.text
        assert club.look(made.id).turn == before
        answer = client.post(f"/match/{made.id}/1/choose", data={**fields, name: text})
        assert answer.status_code == 200
        assert club.look(made.id).turn > before
        used.add((attacks, way))
        if len(used) == 6:
            break
    assert {each[0] for each in used} == {True, False}, "both sides have called"
    assert {each[1] for each in used} == {0, 1, 2}, "in words, in dice, by button"


def test_rosters_are_chosen_from_those_that_ship_and_never_a_path(club: Club, tmp_path: Path) -> None:
    client = browser(club)
    own = tmp_path / "own.toml"
    own.write_text("name = 'Intruders'", encoding="utf-8")
    for wrong in (str(own), "../rosters/mudlarks", "mudlarks.toml", f"mudlarks,{own}", "mudlarks,", "/etc/passwd"):
        answer = post(client, "/open/fate", teams=wrong, title="A fine one", **{"house.touchback": "20"}, **CHOSEN)
        assert answer.status_code == 422, wrong
        assert "choose a value from the list" in answer.text
        assert 'value="A fine one"' in answer.text
    assert not club.matches()
    form = client.get("/open/fate").text
    offered = re.findall(r'<option value="([^"]*)"', form.partition('name="teams"')[2].partition("</select>")[0])
    assert "gadgeteers,mudlarks" in offered
    assert "" in offered
    answer = post(client, "/open/fate", teams="gadgeteers,mudlarks", versus="Bees", **CHOSEN, **usual_house(form))
    assert answer.status_code == 200
    (match,) = club.matches()
    names = club.look(match.id).observation.names
    assert names["teams"] == ["Gadgeteers", "Bees"]
    assert "Philomena Sprocket" in answer.text


CHOSEN = {"seat.1": "book", "seat.2": "book", "seat.3": "book"}


def usual_house(form: str) -> dict[str, str]:
    """The house rules as the form has them."""
    fields = dict(re.findall(r'<input type="number" id="[^"]+" name="(house\.[^"]+)" value="([^"]*)"', form))
    for name, body in re.findall(r'<select id="[^"]+" name="(house\.[^"]+)">(.*?)</select>', form, re.S):
        chosen = re.search(r'value="([^"]*)" selected', body)
        assert chosen
        fields[name] = chosen[1]
    return fields


def test_a_house_rule_of_the_advanced_game_is_refused_in_the_basic_one_and_the_form_is_kept(club: Club) -> None:
    client = browser(club)
    house = {**usual_house(client.get("/open/fate").text), "house.same_roll": "1"}
    answer = post(client, "/open/fate", teams="", title="A fine one", **CHOSEN, **house)
    assert answer.status_code == 422
    assert "same_roll works only in the advanced game" in answer.text
    assert 'value="A fine one"' in answer.text
    assert not club.matches()
    answer = post(client, "/open/fate", teams="", **CHOSEN, **house, **{"house.advanced": "1"})
    assert answer.status_code == 200


@pytest.mark.slow
def test_four_coaches_by_platoons_share_a_machine(club: Club) -> None:
    client, rng = browser(club), random.Random(4)
    form = client.get("/open/fate").text
    here = {"seat.1": "here", "seat.2": "here", "seat.3": "here"}
    house = {**usual_house(form), "house.platoons": "1"}
    answer = post(client, "/open/fate", teams="mudlarks,gadgeteers", **here, **house)
    assert answer.status_code == 200
    seats, handed = set(), 0
    for _ in range(60):
        if "come to the screen" in answer.text:
            handed += 1
            assert not orders(answer.text), "this page is for everybody"
            link = re.search(r'href="(/match/\w+/\d)"', answer.text)
            assert link
            answer = client.get(link[1])
        seats.add(place_of(answer)[-1])
        answer = press(client, answer, rng)
        assert answer.status_code == 200
    assert seats == {"1", "2", "3", "4"}
    assert handed > 5


@pytest.mark.slow
@pytest.mark.parametrize("place", ["1", "watch"])
def test_a_page_says_what_happened_why_and_where_it_stands(club: Club, place: str) -> None:
    made = club.create("fate", fate_match(("human", "book"), advanced=True), here=[0])
    play_out(club, made.id, turns=60)
    text = browser(club).get(f"/match/{made.id}/{place}").text
    titles = ("The rolls of this play", "Score by quarter", "Mudlarks: players on the field", "The matrix as a table")
    for title in titles:
        assert title in text
    assert 'aria-label="Dice: ' in text
    assert "ticks of 15 seconds" in text
    assert "/rules/fate/FF-029" in text
    assert "style=" not in text


def test_each_link_to_a_play_says_in_words_which_one_and_only_the_newest_plays_come_with_their_rules(
    club: Club,
) -> None:
    made = club.create("fate", started("fate"), here=[0, 1])
    play_out(club, made.id, turns=130)
    page = browser(club).get(f"/match/{made.id}/watch").text
    text = re.findall(r'<ol class="plays".*?</ol>', page, re.DOTALL)[0]
    names = re.findall(r'<a class="moment"[^>]*>(?:<span class="visually-hidden">(.*?)</span>)?', text)
    assert len(names) == 60
    assert all(re.match(r"\w.*: $", each) for each in names), "a punt has no calls, but it has a name"
    plays = text.split('<li class="play ')[1:]
    assert ['class="why"' in each for each in plays] == [False] * 40 + [True] * 20
