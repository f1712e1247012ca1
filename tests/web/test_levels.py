"""Levels in the browser: four on the front page, all in the form, and the next one up or down after a match."""

from __future__ import annotations

import re

import pytest

from breakaway.club.club import Club
from breakaway.games.manifest import find
from breakaway.players import coaches
from tests.web.session import browser, post


def opened(answer_url: str) -> str:
    """The id of the match that an address belongs to."""
    return answer_url.split("/match/")[1].split("/")[0]


@pytest.mark.parametrize("game", ["football", "fate", "cycling"])
def test_the_front_page_starts_a_match_against_a_level_in_every_other_seat(club: Club, game: str) -> None:
    client = browser(club)
    page = client.get("/").text
    for level in ("newcomer", "club", "strong", coaches.levels(find(game))[-1]):
        assert f'name="level" value="{level}">{coaches.label(find(game), level)}<' in page, "as the list calls it"
    made = opened(str(post(client, f"/quick/{game}", level="club").url))
    assert {seat.by for seat in club.listed(made).seats[1:]} == {"club"}


def test_a_level_that_the_game_does_not_have_opens_the_usual_match(club: Club) -> None:
    made = opened(str(post(browser(club), "/quick/football", level="<b>").url))
    assert club.listed(made).seats[1].by == "sheet"


def test_the_form_lists_the_levels_from_weak_to_strong_and_the_other_coaches_apart(club: Club) -> None:
    page = browser(club).get("/open/football").text
    group = page.split("The computer, from weak to strong")[1].split("</optgroup>")[0]
    assert re.findall(r'value="(\w+)"', group) == [*coaches.levels(find("football"))]
    assert ">Champion (" in group
    rest = page.split("Other computer players")[1].split("</optgroup>")[0]
    assert {"naive", "random"} <= {*re.findall(r'value="(\w+)"', rest)}
    assert 'value="club"' not in rest


def test_after_a_match_against_a_level_the_next_one_up_and_down_can_play(club: Club) -> None:
    client = browser(club)
    match = opened(str(post(client, "/quick/football", level="club").url))
    club.resign(match, 0)
    page = client.get(f"/match/{match}/1").text
    assert "One level down: Improver" in page
    assert "One level up: League player" in page
    refused = post(client, f"/match/{match}/1/again", level="champion")
    assert "Only the next level up or down" in refused.text
    assert club.listed(match).offer is None, "nothing was opened"
    made = opened(str(post(client, f"/match/{match}/1/again", level="league").url))
    assert made != match
    assert [seat.by for seat in club.listed(made).seats] == ["human", "league"]


def test_levels_are_not_offered_among_people_nor_against_another_computer_player(club: Club) -> None:
    client = browser(club)
    match = opened(str(post(client, "/quick/football").url))
    club.resign(match, 0)
    assert "One level" not in client.get(f"/match/{match}/1").text
    assert "Only the next level up or down" in post(client, f"/match/{match}/1/again", level="club").text
