"""A player asks the others to let a choice be taken back: nothing changes until all of them have agreed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest

from breakaway.club.club import Club
from breakaway.club.match_snapshot import Requester, snapshot
from breakaway.club.take_backs import agree_back, ask_back, refuse_back, take_back
from breakaway.club.time_control import DAY, Terms
from breakaway.core.observation import NotNow
from breakaway.records.entries import TurnEntry
from breakaway.records.match import Start
from breakaway.records.verify import Grade
from tests.club.clocks import NOON, Wall
from tests.club.starts import any_order, fate_match, football_match, race
from tests.web.session import browser, post
from tests.web.session import turn as turn_of

GAMES = [("football", football_match), ("fate", fate_match), ("cycling", lambda: race(("human", "human")))]


def played(club: Club, game: str, start: Callable[[], Start], terms: Terms | None = None, turns: int = 6) -> str:
    """A match in which people have chosen, and dice or cards were drawn."""
    match_id = club.create(game, start(), here=[0, 1], terms=terms or Terms()).id
    club.resolve(match_id)
    for number in range(turns):
        play_turn(club, match_id, number)
    return match_id


def play_turn(club: Club, match_id: str, number: int) -> None:
    for seat in club.look(match_id).waiting:
        club.choose(match_id, seat, any_order(club, match_id, seat, number))
    club.resolve(match_id)


def chosen_by(club: Club, match_id: str, seat: int) -> int:
    """The number of turns before the last one in which a seat chose."""
    with club.held(match_id) as table:
        turns = [each.entry for each in table.match.fold.standing]
    return max(n for n, entry in enumerate(turns) if isinstance(entry, TurnEntry) and str(seat) in entry.orders)


def asked(club: Club, match_id: str, seat: int) -> bool:
    """Whether a seat reads a request that is open."""
    request = club.look(match_id, seat).back_request
    return request is not None and request.is_open


@pytest.mark.parametrize(("game", "start"), GAMES)
def test_play_goes_back_to_the_choice_once_the_other_player_has_agreed(
    club: Club, game: str, start: Callable[[], Start]
) -> None:
    match_id = played(club, game, start)
    goal, turn = chosen_by(club, match_id, 0), club.look(match_id).turn
    with club.held(match_id) as table:
        before = table.match.history[goal][0]
    club.do(match_id, partial(ask_back, seat=0, turn=turn))
    assert club.look(match_id).turn == turn, "nothing has changed yet"
    assert asked(club, match_id, 0)
    assert asked(club, match_id, 1)
    assert club.look(match_id).back_request is None, "a spectator is not told"
    club.do(match_id, partial(agree_back, seat=1))
    club.resolve(match_id)
    look = club.look(match_id, 0)
    assert look.turn == goal
    assert 0 in look.waiting
    assert look.sealed is None
    assert look.back_request is None
    with Club(club.database).held(match_id) as table:
        assert table.match.state == before
        assert not table.match.sealed, "everybody chooses again: all have seen each other's choices"
    for number in range(3):
        play_turn(club, match_id, number)
    assert club.look(match_id).turn > goal
    assert club.check(match_id).grade is not Grade.INCONSISTENT


def test_a_request_that_is_refused_or_withdrawn_changes_nothing_and_is_not_repeated_until_the_match_goes_on(
    club: Club,
) -> None:
    match_id = played(club, "football", football_match)
    turn = club.look(match_id).turn
    club.do(match_id, partial(ask_back, seat=0))
    with pytest.raises(NotNow, match="already asked"):
        club.do(match_id, partial(ask_back, seat=1))
    club.do(match_id, partial(refuse_back, seat=1))
    assert club.look(match_id).turn == turn
    with pytest.raises(NotNow, match="want to play on"):
        club.do(match_id, partial(ask_back, seat=0))
    with pytest.raises(NotNow, match="nobody asks"):
        club.do(match_id, partial(agree_back, seat=1))
    play_turn(club, match_id, 7)
    club.do(match_id, partial(ask_back, seat=0))
    club.do(match_id, partial(refuse_back, seat=0))
    assert club.look(match_id, 1).back_request is None, "withdrawn"


def test_a_request_lapses_when_the_match_goes_on(club: Club) -> None:
    match_id = played(club, "football", football_match)
    club.do(match_id, partial(ask_back, seat=0))
    play_turn(club, match_id, 7)
    turn = club.look(match_id).turn
    assert club.look(match_id, 1).back_request is None
    with pytest.raises(NotNow, match="nobody asks"):
        club.do(match_id, partial(agree_back, seat=1))
    assert club.look(match_id).turn == turn


def test_an_answer_to_an_older_request_does_not_count(club: Club) -> None:
    match_id = played(club, "football", football_match)
    turn = club.look(match_id).turn
    club.do(match_id, partial(ask_back, seat=0, turn=turn))
    with pytest.raises(NotNow, match="gone on"):
        club.do(match_id, partial(agree_back, seat=1, turn=turn - 1))
    with pytest.raises(NotNow, match="gone on"):
        club.do(match_id, partial(ask_back, seat=0, turn=turn - 1))


def test_in_a_race_of_four_all_others_have_to_agree_and_one_refusal_is_enough(club: Club) -> None:
    start = race(("human", "human", "human", "directeur"))
    match_id = club.create("cycling", start, here=[0, 1, 2]).id
    club.resolve(match_id)
    for number in range(3):
        play_turn(club, match_id, number)
    turn = club.look(match_id).turn
    club.do(match_id, partial(ask_back, seat=0))
    club.do(match_id, partial(agree_back, seat=2))
    assert club.look(match_id).turn == turn, "seat 1 has not answered"
    club.do(match_id, partial(refuse_back, seat=1))
    assert club.look(match_id).turn == turn
    play_turn(club, match_id, 9)
    turn = club.look(match_id).turn
    club.do(match_id, partial(ask_back, seat=0))
    club.do(match_id, partial(agree_back, seat=2))
    club.do(match_id, partial(agree_back, seat=1))
    assert club.look(match_id).turn == turn - 1
    assert sorted(club.look(match_id).waiting) == [0, 1, 2]


def test_the_turn_that_begins_anew_has_its_whole_time(club: Club) -> None:
    wall = Wall(club)
    match_id = played(club, "football", football_match, Terms(2 * DAY))
    wall.on(DAY)
    club.do(match_id, partial(ask_back, seat=0))
    wall.on(DAY // 2)
    club.do(match_id, partial(agree_back, seat=1))
    assert club.look(match_id).due == NOON + timedelta(seconds=DAY + DAY // 2 + 2 * DAY)


def test_who_plays_alone_takes_back_an_answered_choice_without_asking(club: Club) -> None:
    match_id = club.create("football", football_match(("human", "random")), here=[0]).id
    club.resolve(match_id)
    for number in range(5):
        play_turn(club, match_id, number)
    goal = chosen_by(club, match_id, 0)
    found = snapshot(club, match_id, Requester((), lambda _found: 0))
    assert found.may_undo
    assert not found.may_ask_back
    club.do(match_id, partial(take_back, seat=0))
    club.resolve(match_id)
    assert club.look(match_id).turn == goal
    assert club.look(match_id).waiting == [0]


def test_nobody_can_ask_before_choosing_or_after_the_end_or_for_a_seat_without_a_person(club: Club) -> None:
    match_id = club.create("football", football_match(), here=[0, 1]).id
    club.resolve(match_id)
    with pytest.raises(NotNow, match="not made a choice"):
        club.do(match_id, partial(ask_back, seat=1 - club.look(match_id).waiting[0]))
    alone = club.create("football", football_match(("human", "random")), here=[0]).id
    club.resolve(alone)
    with pytest.raises(NotNow, match="no player"):
        club.do(alone, partial(ask_back, seat=1))
    play_turn(club, match_id, 1)
    club.resign(match_id, 0)
    club.resolve(match_id)
    with pytest.raises(NotNow):
        club.do(match_id, partial(ask_back, seat=1))
    assert not snapshot(club, match_id, Requester((), lambda _found: 1)).may_ask_back


def test_who_has_resigned_takes_nothing_back_and_is_not_asked(club: Club) -> None:
    match_id = club.create("cycling", race(("human", "human", "human")), here=[0, 1, 2]).id
    club.resolve(match_id)
    for number in range(2):
        play_turn(club, match_id, number)
    club.resign(match_id, 0)
    club.resolve(match_id)
    found = snapshot(club, match_id, Requester((), lambda _found: 0))
    assert not found.may_undo
    assert not found.may_ask_back
    with pytest.raises(NotNow, match="not made a choice"):
        club.do(match_id, partial(ask_back, seat=0))
    turn = club.look(match_id).turn
    club.do(match_id, partial(ask_back, seat=1))
    assert asked(club, match_id, 2)
    club.do(match_id, partial(agree_back, seat=2))
    assert club.look(match_id).turn < turn, "the two who ride on have agreed"


def test_two_players_at_one_screen_need_not_ask_each_other(club: Club) -> None:
    match_id = played(club, "football", football_match)
    client, goal = browser(club), chosen_by(club, match_id, 0)
    page = client.get(f"/match/{match_id}/1").text
    assert post(client, f"/match/{match_id}/1/undo/ask", turn=turn_of(page)).status_code == 200
    assert club.look(match_id).turn == goal
