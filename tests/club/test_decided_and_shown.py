"""Seats of sheets that a player decides for, and cards that were shown (BA-V6): what nobody else may do with them."""

from __future__ import annotations

import pytest

from breakaway.club import actions, hosting
from breakaway.club.club import Club
from breakaway.club.rematches import rematch
from breakaway.core.observation import NotNow
from breakaway.games.football.files import config as football
from breakaway.records.match import Start
from breakaway.records.record_file import parse
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


def test_a_rematch_says_again_that_the_rules_play_the_sheets_seat(club: Club) -> None:
    plain = football_match(("human", "sheet"))
    config, options = football.resolve("lightning", "fire", (1,), {"solo_decisions": "yours"})
    start = Start(config, options, plain.names, plain.seats, secret=SECRET, salts=plain.salts)
    made = club.create("football", start, here=[0, 1], decided=[1])
    again = rematch(club, made.id, here=[0, 1])
    headers = [parse(club.download(each, running=True)).header for each in (made.id, again.id)]
    assert [seat["by"] for seat in headers[0]["seats"]] == ["human", "sheet"]
    assert [seat["by"] for seat in headers[1]["seats"]] == ["human", "sheet"]
    assert [seat.is_for_people for seat in club.listed(again.id).seats] == [True, True]
