"""A team that has shown its cards (BA-V6) has made no ruling that players could take back."""

from __future__ import annotations

import pytest

from breakaway.club import actions, hosting
from breakaway.club.club import Club
from breakaway.core.observation import NotNow
from breakaway.games.football.files import config as football
from breakaway.records.match import Start
from tests.club.starts import SECRET, any_order, football_match, race


def test_a_team_that_shows_its_cards_cannot_take_the_turn_before_back(club: Club) -> None:
    made = club.create("cycling", race(("human", "human"), profile="boxed"), here=[0, 1])
    for turn in range(2):  # the line-ups, and a turn
        for seat in (0, 1):
            order = any_order(club, made.id, seat, turn)
            club.do(made.id, lambda table, seat=seat, order=order: actions.choose(table, seat, order))
        club.resolve(made.id)
    turn = club.look(made.id).turn
    club.do(made.id, lambda table: actions.show(table, 1))
    with pytest.raises(NotNow, match="there is no ruling to take back"):
        club.do(made.id, actions.take_ruling_back)
    assert club.look(made.id).turn >= turn


def test_nobody_else_can_get_the_seat_of_sheets_for_which_a_player_decides(club: Club) -> None:
    plain = football_match()
    config, options = football.resolve("lightning", "fire", (1,), {"solo_decisions": "yours"})
    start = Start(config, options, plain.names, plain.seats, secret=SECRET, salts=plain.salts)
    made = club.create("football", start, here=[0, 1], decided=[1])
    with pytest.raises(NotNow, match="The rules of the game play this seat"):
        hosting.reopen_seat(club, made.id, 1, "a friend")
