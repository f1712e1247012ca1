"""The race's page without scripts: line-ups and cards as forms, refusals that lose nothing, orders that are changed."""

from __future__ import annotations

import random
import re
from html import unescape
from typing import Any

import pytest

from breakaway.club.club import Club
from breakaway.display import match_page
from breakaway.display.endings import plain as plain_ending
from breakaway.games.cycling.rules.terms import UNIT
from breakaway.games.manifest import GAMES
from tests.club.starts import play_out, race
from tests.web.session import browser, post, turn

RADIO = r'<input type="radio"[^>]* name="([^"]+)" value="([^"]*)"[^>]*?( checked)?><label'
NUMBER = r'<input type="number" form="choose" name="([^"]+)"[^>]* value="([^"]*)"'


def cards(text: str) -> dict[str, list[str]]:
    """The orders that each row of cards offers."""
    found: dict[str, list[str]] = {}
    for name, value, _ in re.findall(RADIO, text):
        found.setdefault(name, []).append(unescape(value))
    return found


def chosen(text: str) -> list[str]:
    return [value for _, value, checked in re.findall(RADIO, text) if checked]


def begun(club: Club, by: tuple[str, ...] = ("human", "human"), turns: int = 1, **more: Any) -> str:
    match_id = club.create("cycling", race(by, **more), here=[0]).id
    play_out(club, match_id, turns=turns)
    return match_id


def test_a_whole_race_is_ridden_card_by_card(club: Club) -> None:
    client, rng = browser(club), random.Random(8)
    match_id = club.create("cycling", race(("human", "random")), here=[0]).id
    club.resolve(match_id)
    where, sent = f"/match/{match_id}/1", 0
    text = client.get(where).text
    assert "Which cards do your riders start with?" in text
    numbers = dict(re.findall(NUMBER, text))
    assert len(numbers) == 13
    leads = dict(re.findall(r'type="hidden" form="choose" name="(part[^"]+)" value="(\w)"', text))
    fields = dict(sorted({**leads, **numbers}.items()))
    text = post(client, f"{where}/choose", order="", turn=turn(text), **fields).text
    while "The match is over." not in text:
        parts = {name: rng.choice(values) for name, values in cards(text).items()}
        assert parts, text[:3000]
        text = post(client, f"{where}/choose", order="", turn=turn(text), **parts).text
        sent += 1
        assert sent < 60
    assert sent > 2
    assert club.look(match_id).is_over
    assert "The final table" in text


def test_under_each_card_stands_what_the_games_own_preview_says(club: Club) -> None:
    match_id = begun(club, turns=2)
    text, observation = browser(club).get(f"/match/{match_id}/1").text, club.look(match_id, 0).observation
    for values in cards(text).values():
        for value in values:
            square, drawn = observation.preview("ABCD".index(value[0]), int(value[1:]))
            says = re.search(rf'value="{value}".*?<p class="says"[^>]*>([^<]*)</p>', text, re.S)
            assert says
            assert f"to {square}" in says[1]
            assert (f"draws {drawn}" in says[1]) == (drawn > 0)


def test_a_rider_without_a_card_is_named_and_the_chosen_cards_stay_chosen(club: Club) -> None:
    match_id = begun(club)
    client, where = browser(club), f"/match/{match_id}/1"
    text = client.get(where).text
    rows = cards(text)
    some = {name: values[-1] for name, values in list(rows.items())[:2]}
    answer = post(client, f"{where}/choose", order="", turn=turn(text), **some)
    assert answer.status_code == 422
    refusals = re.findall(r'class="refused">(.*?)<', answer.text)
    assert [each.split(";")[0] for each in refusals] == ["No card was given for C", "No card was given for D"]
    assert chosen(answer.text) == list(some.values())
    assert 'href="/rules/cycling/BA-8.1"' in answer.text


def test_a_line_up_that_cannot_be_is_refused_with_its_rule_and_stays_typed(club: Club) -> None:
    match_id = begun(club, turns=0)
    client, where = browser(club), f"/match/{match_id}/1"
    fields = {"part.1.0": "A", "part.1.1": "15", "part.1.2": "15", "part.1.3": "9", "part.1.4": ""}
    text = client.get(where).text
    answer = post(client, f"{where}/choose", order="", turn=turn(text), **fields)
    assert answer.status_code == 422
    assert "A (15 15 9) needs 3 or 4 cards from 1 to 15 that add up to at most 30" in unescape(answer.text)
    assert re.search(r'name="part.1.3"[^>]* value="9"', answer.text)
    assert club.look(match_id, 0).sealed is None


def test_a_sealed_order_is_shown_changed_and_never_anybody_elses(club: Club) -> None:
    match_id = begun(club)
    client, where = browser(club), f"/match/{match_id}/1"
    text = client.get(where).text
    rows = cards(text)
    for pick in (0, -1):
        parts = {name: values[pick] for name, values in rows.items()}
        text = post(client, f"{where}/choose", order="", turn=turn(text), **parts).text
        assert f"Your orders are sealed: {' '.join(parts.values())}." in text
        assert chosen(text) == list(parts.values())
        assert "Sealed. Waiting for Blue." in text
    assert not chosen(browser(club, "somebody-who-only-watches", here=False).get(f"/match/{match_id}/watch").text)


def test_a_ready_order_goes_before_the_cards_that_are_ticked(club: Club) -> None:
    match_id = begun(club)
    client, where = browser(club), f"/match/{match_id}/1"
    text = client.get(where).text
    lowest = re.search(r'name="order" value="(A\d+[^"]*)"[^>]*data-key="l"', text)
    assert lowest
    parts = {name: values[0] for name, values in cards(text).items()}
    answer = post(client, f"{where}/choose", order=lowest[1], turn=turn(text), **parts)
    assert f"Your orders are sealed: {lowest[1]}." in answer.text


def test_spies_are_ticked(club: Club) -> None:
    match_id = begun(club, profile="spy")
    client, where = browser(club), f"/match/{match_id}/1"
    text = client.get(where).text
    ticks = [
        unescape(each) for each in re.findall(r'type="checkbox" form="choose" name="part.5" value="([^"]*)"', text)
    ]
    assert len(ticks) == 4
    parts: dict[str, Any] = {name: values[0] for name, values in cards(text).items()}
    text = post(client, f"{where}/choose", order="", turn=turn(text), **parts, **{"part.5": ticks[:2]}).text
    sealed = club.look(match_id, 0).sealed
    assert sealed is not None
    assert sealed.order[4:] == [5, 6, 0, 0]
    assert len(re.findall(r'name="part.5"[^>]* checked', text)) == 2


def test_only_a_game_with_dice_or_drawn_cards_can_be_rolled_and_drawn_at_ones_own_table(club: Club) -> None:
    client = browser(club)
    offered = {game: 'name="physical"' in client.get(f"/open/{game}").text for game in GAMES}
    assert offered == {game: game != "cycling" for game in GAMES}
    form = client.get("/open/cycling").text
    fields = dict(re.findall(r'<input [^>]*id="([\w.]+)"[^>]* value="([^"]*)"', form))
    lists = re.findall(r'<select id="([\w.]+)".*?<option value="([^"]*)"', form)
    answer = post(client, "/open/cycling", **{**fields, **dict(lists), "physical": "1"})
    (match,) = club.matches()
    assert answer.status_code == 200
    assert club.look(match.id).header["chance"] == "sampled", "a form of another game changes nothing"


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["postal", "boxed", "pursuit", "blind", "spy"])
def test_every_profile_is_shown_turn_after_turn_to_seats_and_spectators(club: Club, profile: str) -> None:
    match_id = begun(club, ("human", "human", "human"), turns=0, profile=profile)
    client = browser(club)
    for _ in range(5):
        for place in ("1", "watch"):
            answer = client.get(f"/match/{match_id}/{place}")
            assert answer.status_code == 200
            assert 'class="card ride"' in answer.text or place == "watch" or not cards(answer.text)
        play_out(club, match_id, turns=1)


def test_the_text_box_reads_an_order_as_people_write_it_and_refuses_a_condition_ba_8_1_ba_8_2(club: Club) -> None:
    match_id = begun(club)
    client, where = browser(club), f"/match/{match_id}/1"
    text = client.get(where).text
    order = [values[0] for values in cards(text).values()]
    polite = ", ".join(f"{card[0]} - {card[1:]}" for card in order)
    refused = post(client, f"{where}/choose", free=f"{' '.join(order)} wenn Blue angreift", turn=turn(text))
    assert refused.status_code == 422
    assert "An order cannot have a condition; leave out &#39;wenn&#39;" in refused.text
    assert club.look(match_id, 0).sealed is None
    text = post(client, f"{where}/choose", free=f"Hi Tom, please {polite} - thanks!", turn=turn(text)).text
    assert f"Your orders are sealed: {' '.join(order)}." in text


def test_a_team_called_brown_is_not_taken_for_ones_own(club: Club) -> None:
    start = race(("human",) * 6)
    start.names["teams"] = ["Red", "Brown", "Green", "Gold", "Black", "Violet"]
    match_id = club.create("cycling", start, here=[0]).id
    play_out(club, match_id, turns=1)
    text = browser(club).get(f"/match/{match_id}/1").text
    notes = dict(re.findall(r'<span class="who"><b>(\w+)</b><small>(.*?)</small>', text))
    assert "you" in notes["Red"]
    assert "you" not in notes["Brown"]


def test_a_race_on_a_page_for_any_game_has_points_as_people_write_them(club: Club) -> None:
    match_id = begun(club, turns=2)
    observation = club.look(match_id, 0).observation
    observation.view.points[:8] = [71 * UNIT // 2, *[0] * 7]
    scene = match_page.PAGE.scene(observation, [])
    assert scene.stands == "Röd 35½; Blue 0"
    assert [row[1] for row in scene.tabs[0].grids[0].rows] == ["35½", "0"]
    assert [(side.name, side.points) for side in plain_ending(observation).sides] == [("Röd", "35½"), ("Blue", "0")]


def test_the_rules_of_a_line_up_stand_where_it_is_typed_and_not_in_the_turn_bar_ba_3_1(club: Club) -> None:
    text = browser(club).get(f"/match/{begun(club, turns=0)}/1").text
    bar = text[text.index('id="words"') : text.index('id="confirm"')]
    fold = text[text.index('<details class="anew"') :]
    assert "repeats are allowed" not in bar
    assert "Cards go from 1 to 15, and repeats are allowed. A: 3 or 4 cards adding up to at most 30" in fold
