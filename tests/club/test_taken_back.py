"""A choice that is taken back is taken back: the seat is asked again, and nothing that it had chosen is played."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest

from breakaway.club.absences import keep_time
from breakaway.club.actions import withdraw
from breakaway.club.club import Club
from breakaway.club.match_snapshot import Requester, snapshot
from breakaway.club.match_views import to_answer
from breakaway.club.schema import COACH, WAIT
from breakaway.club.take_backs import take_back
from breakaway.club.time_control import DAY, Terms
from breakaway.core.observation import NotNow
from breakaway.records.match import Start, harms_nobody
from tests.club.clocks import NOON, Wall
from tests.club.starts import any_order, fate_match, football_match, race

GAMES = [("football", football_match), ("fate", fate_match)]


def harmless(club: Club, game: str, start: Callable[[], Start], terms: Terms) -> tuple[str, int]:
    """A match in which a seat has just made a choice alone, with nothing drawn; the match and the seat."""
    match_id = club.create(game, start(), here=[0, 1], terms=terms).id
    club.resolve(match_id)
    for number in range(200):
        waiting = club.look(match_id).waiting
        for seat in waiting:
            club.choose(match_id, seat, any_order(club, match_id, seat, number))
        club.resolve(match_id)
        with club.held(match_id) as table:
            if harms_nobody(table.match, waiting[0]):
                return match_id, waiting[0]
    raise AssertionError("every choice drew something")


def may_undo(club: Club, match_id: str, seat: int) -> bool:
    return snapshot(club, match_id, Requester((), lambda _found: seat)).may_undo


def back(club: Club, match_id: str, seat: int, turn: int | None = None) -> None:
    club.do(match_id, partial(take_back, seat=seat, turn=turn))


@pytest.mark.parametrize(("game", "start"), GAMES)
@pytest.mark.parametrize("seconds", [60, 2 * DAY], ids=["live", "slow"])
def test_who_takes_a_choice_back_is_asked_again_with_the_clock_running_and_everybody_sees_it(
    club: Club, game: str, start: Callable[[], Start], seconds: int
) -> None:
    wall = Wall(club)
    match_id, seat = harmless(club, game, start, Terms(seconds, WAIT))
    wall.on(20)
    turn = club.look(match_id).turn
    back(club, match_id, seat, turn)
    for each in (club, Club(club.database)):  # the second has just started
        each.resolve(match_id)
        for reader in (seat, 1 - seat, -1):
            look = each.look(match_id, reader)
            assert (look.turn, look.waiting) == (turn - 1, [seat]), reader
            assert look.due == NOON + timedelta(seconds=seconds), "the clock goes on to the old deadline"
        assert each.look(match_id, seat).sealed is None
        assert each.listed(match_id).waiting == [seat]
    wall.on(1000 * DAY)
    assert not keep_time(club, match_id), "the table waits for the player"
    club.resolve(match_id)
    assert club.look(match_id).turn == turn - 1
    club.choose(match_id, seat, any_order(club, match_id, seat, 5), turn=turn - 1)
    club.resolve(match_id)
    assert club.look(match_id).turn == turn


def test_at_the_deadline_the_coach_chooses_for_who_has_taken_back_and_not_chosen_again(club: Club) -> None:
    wall = Wall(club)
    match_id, seat = harmless(club, "football", football_match, Terms(60, COACH))
    turn = club.look(match_id).turn
    back(club, match_id, seat)
    wall.on(60)
    assert keep_time(club, match_id)
    look = club.look(match_id)
    assert look.turn == turn
    assert look.answered.keys() == {seat}, "the record says who chose"


def test_two_presses_take_back_one_choice(club: Club) -> None:
    match_id, seat = harmless(club, "football", football_match, Terms())
    turn = club.look(match_id).turn
    back(club, match_id, seat, turn)
    with pytest.raises(NotNow):
        back(club, match_id, seat, turn)
    assert club.look(match_id).turn == turn - 1


def test_a_choice_whose_time_is_up_is_not_taken_back_because_its_turn_would_close_at_once(club: Club) -> None:
    wall = Wall(club)
    match_id, seat = harmless(club, "football", football_match, Terms(60, COACH))
    assert may_undo(club, match_id, seat)
    wall.on(60)
    turn = club.look(match_id).turn
    assert not may_undo(club, match_id, seat)
    with pytest.raises(NotNow, match="time for this choice is up"):
        back(club, match_id, seat)
    assert club.look(match_id).turn == turn


def test_a_standing_instruction_does_not_answer_again_for_who_has_taken_its_answer_back(club: Club) -> None:
    wall = Wall(club)
    match_id = club.create("cycling", race(("human", "human")), here=[0, 1], terms=Terms(60)).id
    club.resolve(match_id)
    club.instruct(match_id, 0, ["highest"])
    wall.on(30)
    for number in range(20):
        club.resolve(match_id)
        if club.look(match_id, 0).sealed:
            break
        club.choose(match_id, 0, any_order(club, match_id, 0, number))
        club.choose(match_id, 1, any_order(club, match_id, 1, number))
        club.resolve(match_id)
        wall.on(30)
    assert club.look(match_id, 0).sealed, "the instruction has answered"
    club.do(match_id, partial(withdraw, seat=0))
    turn = club.look(match_id).turn
    assert to_answer(club.database) == []
    for each in (club, Club(club.database)):
        wall.on(5)
        each.resolve(match_id)
        assert each.look(match_id, 0).sealed is None
        assert 0 in each.look(match_id).waiting
    club.choose(match_id, 1, any_order(club, match_id, 1, 1))
    wall.on(60)
    assert keep_time(club, match_id)
    assert club.look(match_id).turn == turn + 1
    with club.held(match_id) as table:
        last = table.match.fold.last
        assert set(last.orders["0"]) == {None}, "the rules for absent players, not the withdrawn answer"
    club.resolve(match_id)
    wall.on(30)
    club.resolve(match_id)
    assert club.look(match_id, 0).sealed, "in the next turn, the instruction answers as before"
