"""Showing cards (BA-V6) is a free action: it moves no clock, takes no hold, makes no form stale and stays shown."""

from __future__ import annotations

from functools import partial

import pytest

from breakaway.club import actions
from breakaway.club.absences import hold
from breakaway.club.club import Club
from breakaway.club.hosting import (
    NO_SEAT,
    ROLL_BACK,
    add_chair,
    close_now,
    roll_back,
    take_chair,
    trail_of,
    ways_back,
)
from breakaway.club.match_snapshot import Requester, snapshot
from breakaway.club.take_backs import agree_back, ask_back
from breakaway.club.time_control import DAY, HOUR, Pace, Terms
from breakaway.core.observation import NotNow
from breakaway.core.rules import SPECTATOR
from breakaway.mail import host_acts
from breakaway.records.verify import Grade
from tests.club.clocks import Wall
from tests.club.starts import answer_host, any_order, play_out, race, sit

LINK = "a-link-to-the-chair"


def boxed_race(club: Club, terms: Terms, turns: int = 3, profile: str = "boxed") -> str:
    """A race of three whose host does not ride, after so many turns (the first: the line-ups). Boxed: secret hands."""
    start = race(("human",) * 3, profile=profile)
    made = club.create("cycling", start, terms=terms, host=NO_SEAT, within=add_chair(LINK))
    take_chair(club.database, LINK, ("the-browser-of-the-host",))
    for token in made.tokens.values():
        sit(club, token)
    play_out(club, made.id, turns=turns)
    return made.id


def shows(club: Club, match_id: str, seat: int) -> None:
    club.do(match_id, lambda table: actions.show(table, seat))
    club.resolve(match_id)


def sees(club: Club, match_id: str, team: int) -> bool:
    """Whether everybody sees the cards of a team."""
    hand = club.look(match_id).observation.view.hand
    return any(card for row in hand[team * 4 : team * 4 + 4] for card in row)


def test_showing_cards_moves_no_deadline_and_asks_nobody_again(club: Club) -> None:
    wall = Wall(club)
    match_id = boxed_race(club, Terms(DAY))
    before, listed = club.look(match_id), club.listed(match_id)
    wall.on(5 * HOUR)
    shows(club, match_id, 1)
    after = club.look(match_id)
    assert sees(club, match_id, 1)
    assert (after.due, after.turn) == (before.due, before.turn)
    assert club.listed(match_id).began == listed.began, "so nobody gets the email about this turn again"
    assert after.entries == before.entries + 1


def test_showing_cards_makes_no_page_of_others_stale(club: Club) -> None:
    match_id = boxed_race(club, Terms(None))
    page = club.look(match_id, 0)
    order = any_order(club, match_id, 0, 5)
    shows(club, match_id, 1)
    club.choose(match_id, 0, order, turn=page.turn)
    club.do(match_id, lambda table: actions.withdraw(table, 0, page.turn))
    club.do(match_id, partial(close_now, turn=page.turn, reason="All are on the telephone"))
    assert club.look(match_id).turn == page.turn + 1
    with pytest.raises(NotNow, match="too late"):
        club.choose(match_id, 0, order, turn=page.turn)


def test_an_order_that_waits_for_the_deadline_waits_after_somebody_shows_cards(club: Club) -> None:
    Wall(club)
    match_id = boxed_race(club, Terms(DAY, pace=Pace(zone="UTC", grace=0)))
    turn = club.look(match_id).turn
    hold(club.database, match_id, 0, turn, is_ready=False)
    for seat in range(3):
        club.choose(match_id, seat, any_order(club, match_id, seat, 7), turn=turn)
    assert club.look(match_id).holding == [0]
    shows(club, match_id, 1)
    look = club.look(match_id)
    assert (look.holding, look.turn, look.waiting) == ([0], turn, [])


def test_an_order_that_waits_for_the_deadline_waits_after_the_host_rules(club: Club) -> None:
    Wall(club)
    match_id = boxed_race(club, Terms(DAY, pace=Pace(zone="UTC", grace=0)), profile="postal")
    turn = club.look(match_id).turn
    hold(club.database, match_id, 0, turn, is_ready=False)
    for seat in range(3):
        club.choose(match_id, seat, any_order(club, match_id, seat, 7), turn=turn)
    dropped = {"ruling": "4", "turn": str(turn), "reason": "A fall"}  # the first rider of the second team (BA-10.1)
    host_acts.carry_out(club, match_id, "rule", dropped, NO_SEAT)
    again = club.look(match_id)
    assert (again.holding, again.waiting) == ([0], [1])
    club.choose(match_id, 1, any_order(club, match_id, 1, 7), turn=again.turn)
    assert club.resolve(match_id) == 0, "the first player may still change the order"


def test_a_players_request_and_the_hosts_request_outlast_shown_cards(club: Club) -> None:
    match_id = boxed_race(club, Terms(None))
    turn = club.look(match_id).turn
    shows(club, match_id, 2)
    club.do(match_id, lambda table: ask_back(table, 0, turn=turn))
    shows(club, match_id, 1)
    for seat in (1, 2):
        club.do(match_id, lambda table, seat=seat: agree_back(table, seat, turn=turn))
    assert club.look(match_id).turn == turn - 1
    assert [sees(club, match_id, team) for team in range(3)] == [False, True, True], "nobody can unsee cards"

    play_out(club, match_id, turns=1)
    closed = {"turn": str(club.look(match_id).turn), "reason": "A friend waits"}
    host_acts.carry_out(club, match_id, "close", closed, by=0, mine=[0])
    shows(club, match_id, 0)
    for seat in (1, 2):
        answer_host(club, match_id, seat, agrees=True)
    assert club.look(match_id).turn == turn + 1


def test_a_host_rolls_the_turn_back_and_not_the_shown_cards(club: Club) -> None:
    match_id = boxed_race(club, Terms(DAY))
    shows(club, match_id, 1)
    turn = club.look(match_id).turn
    with club.held(match_id) as table:
        places = ways_back(table.match)
        assert [text for _place, text in places] == ["turn 2", "turn 1", "the line-ups"]
        goal = places[0][0]
    club.do(match_id, partial(roll_back, goal=goal, turn=turn, reason="A mistake"))
    look = club.look(match_id)
    assert (look.turn, look.is_held, look.waiting) == (turn - 1, True, [])
    assert sees(club, match_id, 1)
    assert trail_of(club.database, match_id)[0].value == f"{turn - 1} {turn} 1 2", "turn 2 of stage 1"

    shows(club, match_id, 2)
    assert club.look(match_id).is_held
    club.do(match_id, partial(close_now, turn=turn - 1, reason="Corrected"))
    with club.held(match_id) as table:
        goal = ways_back(table.match)[0][0]
    with pytest.raises(
        NotNow, match="everybody has to agree"
    ):  # the same turn, though another team has shown its cards
        club.do(match_id, partial(roll_back, goal=goal, turn=turn, reason="Again"))
    assert [each.act for each in trail_of(club.database, match_id)].count(ROLL_BACK) == 1
    play_out(club, match_id)
    assert club.check(match_id).grade is not Grade.INCONSISTENT


def test_shown_cards_alone_cannot_be_rolled_back(club: Club) -> None:
    match_id = boxed_race(club, Terms(None))
    shows(club, match_id, 1)
    entries, turn = club.look(match_id).entries, club.look(match_id).turn
    with club.held(match_id) as table:
        last = len(table.match.fold.standing) - 1
    with pytest.raises(NotNow, match="cannot go back"):
        club.do(match_id, partial(roll_back, goal=last, turn=turn, reason="They must not see that"))
    assert club.look(match_id).entries == entries


def test_spectators_who_are_a_turn_late_see_no_turn_sooner_when_cards_are_shown(club: Club) -> None:
    match_id = boxed_race(club, Terms(None, delay=1))

    def watched() -> int:
        look = snapshot(club, match_id, Requester((), lambda _found: SPECTATOR)).look
        return int(look.observation.view.turn)

    before = watched()
    shows(club, match_id, 1)
    shows(club, match_id, 2)
    assert watched() == before
    play_out(club, match_id, turns=1)
    assert watched() == before + 1
