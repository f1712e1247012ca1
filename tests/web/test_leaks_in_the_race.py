"""The race's pages say the same bytes whatever other teams have sealed, hold and spy on."""

from __future__ import annotations

import re

import pytest

from breakaway.club.club import Club
from breakaway.records.match import Start
from tests.club.starts import play_out, race
from tests.web.session import browser
from tests.web.twins import NAME, Two, differing, everything, token

THREE = ("human", "human", "human")
LINE_UPS = (
    "A 5 5 5 B 4 4 4 C 3 3 3 D 2 2 2",
    "A 10 9 1 B 7 7 7 C 6 6 6 D 1 1 1",
    "A 4 4 4 B 3 3 3 C 2 2 2 D 1 1 1",
)


def open_race() -> Start:
    return race(THREE)


def spy() -> Start:
    return race(THREE, profile="spy")


def order(club: Club, seat: int, text: str) -> None:
    club.choose(NAME, seat, club.look(NAME, seat).observation.read(text)[0])


def page(club: Club, seat: int) -> str:
    text: str = browser(club, here=False, tokens=(token(seat),)).get(f"/match/{NAME}/{seat + 1}").text
    return text


@pytest.mark.slow
def test_sealed_cards_of_an_open_race_move_no_ghost_of_anybody_else(twins: Two) -> None:
    clubs = twins("cycling", open_race)
    for which, club in enumerate(clubs):
        play_out(club, NAME, turns=2)
        hands = [max(cards) if which else min(card for card in cards if card) for cards in _hands(club, 1)]
        order(club, 1, " ".join(f"{letter}{card}" for letter, card in zip("ABCD", hands, strict=True)))
    assert 'class="ghost ghost-1-1' in page(clubs[0], 0)
    assert 'data-from="' in page(clubs[0], 0)
    for seat in (-1, 0):
        assert not differing(everything(clubs[0], seat, looks=True), everything(clubs[1], seat, looks=True)), (
            f"seat {seat}"
        )
    sealed = [re.findall(r"Your orders are sealed: ([^<]*)\.", page(club, 1)) for club in clubs]
    assert sealed[0] != sealed[1], "the orders were to differ"


def _hands(club: Club, seat: int) -> list[list[int]]:
    hand = club.look(NAME, seat).observation.view.hand
    return [list(hand[rider]) for rider in range(4 * seat, 4 * seat + 4)]


@pytest.mark.slow
def test_what_a_spy_does_not_see_and_what_rivals_spy_on_changes_no_byte_ba_v3_ba_v4(twins: Two) -> None:
    # Blue's A rides 9 squares or 10, which keeps the order;
    # Green spies on another of Blue's riders each time
    clubs = twins("cycling", spy)
    for card, named, club in zip((9, 10), ("B", "C"), clubs, strict=True):
        for seat, text in enumerate(LINE_UPS):
            order(club, seat, text)
        club.resolve(NAME)
        for seat, text in enumerate(("A5 B4 C3 D2", f"A{card} B7 C6 D1", f"A4 B3 C2 D1\nspy Blue {named}")):
            order(club, seat, text)
        club.resolve(NAME)
    for seat in (-1, 0):
        assert not differing(everything(clubs[0], seat, looks=True), everything(clubs[1], seat, looks=True)), (
            f"seat {seat}"
        )
    for seat in (1, 2):
        assert page(clubs[0], seat) != page(clubs[1], seat), "its own cards and what it has seen were to differ"
