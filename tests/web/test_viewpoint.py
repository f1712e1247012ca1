"""Pages in browsers name each spot as their reader sees it, and never as another reader of the same match does."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from breakaway.club.club import Club
from tests.boards.test_viewpoint import PLAIN, QUOTED, YOURS
from tests.club.starts import fate_match, football_match, play_out
from tests.web.session import browser

MATCHES = [("football", football_match), ("fate", lambda **more: fate_match(advanced=True, **more))]


def words(text: str) -> str:
    """What a page says, without the rules that it quotes."""
    body = re.sub(r"<(script|style)\b.*?</\1>", "", text, flags=re.DOTALL)
    said = re.sub(
        r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", body + " ".join(re.findall(r'(?:title|label)="([^"]*)"', body))))
    )
    for rule in QUOTED:
        said = said.replace(rule, "")
    return said


def page(client: Any, address: str) -> str:
    """The words of a page."""
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.text[:500])
    return words(answer.text)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "start"), MATCHES)
def test_each_browser_reads_its_own_words_and_two_at_one_screen_the_names_of_teams(
    club: Club, game: str, start: Any
) -> None:
    made = club.create(game, start(), "The Cup")
    both, homes, aways, stranger = (
        browser(club),
        browser(club, "home", here=False, tokens=(made.tokens[0],)),
        browser(club, "away", here=False, tokens=(made.tokens[1],)),
        browser(club, "stranger", here=False),
    )
    one = club.create(game, start(), "One screen", here=[0, 1])
    here = f"/match/{made.id}"
    for turns in (9, 8, 14, 25, 40):
        play_out(club, made.id, turns, turns)
        play_out(club, one.id, turns, turns)
        last = club.look(made.id).turn
        # in turn, and again: what one reader has got is never given to another
        for _again in range(2):
            for client, place in ((homes, 1), (aways, 2)):
                shown = [page(client, f"{here}/{place}"), page(client, f"{here}/at/{last}"), page(client, "/")]
                assert YOURS.search(shown[0]), shown[0]
                assert YOURS.search(shown[1])
                assert not [found for each in shown for found in re.findall(rf".{{60}}(?:{PLAIN.pattern})", each)]
            for each in (
                page(stranger, f"{here}/watch"),
                page(stranger, f"{here}/at/{last}"),
                page(stranger, f"{here}/zine"),
            ):
                assert not YOURS.search(each)
                assert not PLAIN.search(each), PLAIN.search(each)
            for place in (1, 2):
                each = page(both, f"/match/{one.id}/{place}")
                assert not YOURS.search(each)
                assert not PLAIN.search(each)
    for seat in (0, 1):
        spots = set(re.findall(r"(?:your|their) \d+", page((homes, aways)[seat], f"{here}/{seat + 1}")))
        assert spots
    mirrored = {"your": "their", "their": "your"}
    mine, theirs = (
        set(re.findall(r"first down at (your|their) (\d+)", page(each, f"{here}/{place}")))
        for each, place in ((homes, 1), (aways, 2))
    )
    assert {(mirrored[whose], yards) for whose, yards in mine} == theirs


@pytest.mark.slow
def test_the_review_is_made_once_and_read_in_the_words_of_each(club: Club) -> None:
    made = club.create("football", football_match(), "A short match")
    play_out(club, made.id, 4, 14)
    club.resign(made.id, 0)
    homes, aways = (
        browser(club, name, here=False, tokens=(made.tokens[seat],)) for seat, name in ((0, "home"), (1, "away"))
    )
    read = [
        page(client, f"/match/{made.id}/review?wait=1&all=1&choice=0")
        for client in (homes, aways, browser(club, "stranger", here=False))
    ]
    assert not [each for each in read if PLAIN.search(each)]
    mine, theirs, public = (re.findall(r"lines? at (your|their|the (?:Lightning|Fire)) (\d+)", each) for each in read)
    assert mine
    assert (
        [yards for _whose, yards in mine] == [yards for _whose, yards in theirs] == [yards for _team, yards in public]
    )
    turned = {"your": "their", "their": "your"}
    assert [turned[whose] for whose, _yards in mine] == [whose for whose, _yards in theirs]
    teams = {"your": "the Lightning", "their": "the Fire"}
    assert [teams[whose] for whose, _yards in mine] == [team for team, _yards in public]


def test_the_score_says_which_team_is_yours_and_who_the_other_is(club: Club) -> None:
    def notes(client: Any, address: str) -> list[str]:
        found = re.findall(r'<span class="name">(.*?)</span><span class="marks">', client.get(address).text)
        return [re.sub(r"\s*·\s*", " · ", words(each)).strip() for each in found]

    made = club.create("fate", fate_match(("human", "book")), "Against a coach", here=[0])
    home, away = notes(browser(club), f"/match/{made.id}/1")
    assert home.startswith("Mudlarks you")
    assert away.startswith("Gadgeteers Balanced calls")
    made = club.create("fate", fate_match(), "Two people")
    people = [browser(club, name, here=False, tokens=(made.tokens[seat],)) for seat, name in ((0, "home"), (1, "away"))]
    club.rename_seat(made.id, 1, "Ada")
    assert notes(people[0], f"/match/{made.id}/1")[1].startswith("Gadgeteers at the table Ada")
    assert notes(people[1], f"/match/{made.id}/2")[1].startswith("Gadgeteers you")
    assert not [
        each for each in notes(browser(club, "stranger", here=False), f"/match/{made.id}/watch") if "you" in each
    ]
    four = club.create("fate", fate_match(("human", "human", "book", "book")), "Platoons", here=[0])
    home, away = notes(browser(club), f"/match/{four.id}/1")
    assert "you" in home
    assert "Balanced calls" in away
    assert "Balanced calls" not in home
