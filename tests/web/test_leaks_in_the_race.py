"""The race's pages say the same bytes whatever other teams have sealed, hold and spy on."""

from __future__ import annotations

import re
from html import unescape

import pytest

from breakaway.club.club import Club
from breakaway.records.match import Start
from tests.club.starts import play_out, race
from tests.web.session import browser, post
from tests.web.twins import NAME, Two, differing, everything, token

EXACT = (
    ("A 10 15 5 B 8 8 9 C 3 8 9 D 5 5 6", "A 10 10 10 B 8 12 5 C 3 8 9 D 5 1 10"),  # the first cards are the same
    ("A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6",) * 2,
    ("A 1 2 12 15 B 2 10 13 C 3 6 11 D 1 1 14",) * 2,
)
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


def boxed() -> Start:
    return race(THREE, profile="boxed")


def boxed_twins(twins: Two) -> tuple[Club, Club]:
    """Two boxed races in which the first team holds other cards and has played the same ones."""
    clubs = twins("cycling", boxed)
    for which, club in enumerate(clubs):
        for seat in range(3):
            order(club, seat, EXACT[seat][which])
        club.resolve(NAME)
        for seat, text in enumerate(("A10 B8 C3 D5", "A10 B8 C3 D5", "A12 B10 C6 D14")):
            order(club, seat, text)
        club.resolve(NAME)
    return clubs


@pytest.mark.slow
def test_cards_in_hand_of_a_boxed_race_change_no_byte_for_anybody_else_until_their_team_shows_them_ba_v6(
    twins: Two,
) -> None:
    clubs = boxed_twins(twins)
    assert page(clubs[0], 0) != page(clubs[1], 0), "its own cards were to differ"
    for seat in (-1, 1):
        assert not differing(everything(clubs[0], seat, looks=True), everything(clubs[1], seat, looks=True)), (
            f"seat {seat}"
        )
    for club in clubs:
        assert "Show my cards" in page(club, 0)
        client = browser(club, here=False, tokens=(token(0),))
        assert post(client, f"/match/{NAME}/1/show").status_code == 200
        assert "Show my cards" not in page(club, 0)
        assert "Röd shows its cards to everybody" in unescape(page(club, 1))
    assert page(clubs[0], 1) != page(clubs[1], 1), "shown cards were to be seen"
    seen = clubs[1].look(NAME, 1).observation.view
    assert [sorted(card for card in seen.hand[rider] if card) for rider in (0, 8 + 1)] == [[3, 10, 10], []]


@pytest.mark.slow
def test_nobody_but_its_player_shows_a_teams_cards_ba_v6(twins: Two) -> None:
    club = boxed_twins(twins)[0]
    for tokens, place in (((), "watch"), ((token(1),), "1"), ((), "1")):
        client = browser(club, here=False, tokens=tokens)
        post(client, f"/match/{NAME}/{place}/show")
        assert not any(club.look(NAME, 1).observation.view.hand[0]), place
