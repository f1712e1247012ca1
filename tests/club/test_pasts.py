"""Matches as they were, taken back, played again, and gone on with from a position of the past."""

from __future__ import annotations

from functools import partial

import pytest

from breakaway.club.club import Club
from breakaway.club.match_snapshot import Requester, snapshot
from breakaway.club.rematches import OpenObservation, branch, past, rematch
from breakaway.club.take_backs import take_back
from breakaway.core.language import UserError
from breakaway.core.observation import NotNow
from breakaway.core.state import digest
from breakaway.games.manifest import find
from breakaway.records.record_file import parse
from breakaway.records.replay import verify
from tests.club.starts import any_order, fate_match, football_match, play_out, race


def finished(club: Club) -> str:
    match_id = club.create("cycling", race(("human", "human")), here=[0, 1]).id
    play_out(club, match_id)
    return match_id


def test_a_running_match_is_told_with_hands_closed_and_a_finished_one_with_hands_open(club: Club) -> None:
    match_id = club.create("football", football_match(), here=[0, 1]).id
    play_out(club, match_id, turns=4)
    assert not past(club, match_id, 2).is_open
    over = finished(club)
    found = past(club, over, 1)
    assert found.is_open
    assert isinstance(found.observation, OpenObservation)
    assert not found.observation.is_asked()
    match = club.load(over).match
    assert digest(found.observation.view) == digest(match.history[1][0])
    assert past(club, over, 99).turn == past(club, over, 0).last == len(match.log)


def can_take_back(club: Club, match_id: str, seat: int) -> bool:
    return snapshot(club, match_id, Requester((), lambda _found: seat)).may_undo


@pytest.mark.slow
def test_a_choice_is_taken_back_until_somebody_else_chose_or_chance_came_in(club: Club) -> None:
    match_id = club.create("football", football_match(), here=[0, 1]).id
    club.resolve(match_id)
    undone = refused = 0
    for turn in range(30):
        (seat,) = club.look(match_id).waiting
        turns = club.look(match_id).turn
        club.choose(match_id, seat, any_order(club, match_id, seat, turn))
        club.resolve(match_id)
        drawn = club.load(match_id).match.record.lines[-1]["chance"]
        assert not can_take_back(club, match_id, 1 - seat)
        assert can_take_back(club, match_id, seat) == (not drawn)
        if drawn:
            with pytest.raises(NotNow):
                club.do(match_id, partial(take_back, seat=seat))
            refused += 1
        else:
            club.do(match_id, partial(take_back, seat=seat))
            assert club.look(match_id).turn == turns
            assert club.look(match_id, seat).sealed is None
            club.resolve(match_id)
            assert club.look(match_id).turn == turns, "nothing is played that was not sent again"
            club.choose(match_id, seat, any_order(club, match_id, seat, turn))
            club.resolve(match_id)
            undone += 1
    assert undone
    assert refused


def test_what_somebody_else_has_sealed_since_is_not_lost_by_taking_back(club: Club) -> None:
    match_id = club.create("fate", fate_match(), here=[0, 1]).id
    club.resolve(match_id)
    for turn in range(200):  # to a declaration that has no chance in it, after which both sides call
        look = club.look(match_id)
        mine = [seat for seat in (0, 1) if can_take_back(club, match_id, seat)]
        if mine and len(look.waiting) == 2:
            break
        for seat in look.waiting:
            club.choose(match_id, seat, any_order(club, match_id, seat, turn))
        club.resolve(match_id)
    (seat,) = mine
    club.choose(match_id, 1 - seat, any_order(club, match_id, 1 - seat, 1))
    assert not can_take_back(club, match_id, seat)
    with pytest.raises(NotNow):
        club.do(match_id, partial(take_back, seat=seat))
    assert club.look(match_id, 1 - seat).sealed is not None


def test_a_rematch_is_the_same_match_with_another_secret(club: Club) -> None:
    match_id = finished(club)
    made = rematch(club, match_id, here=[0, 1])
    one, two = (parse(club.download(each, running=True)).header for each in (match_id, made.id))
    assert one["commitment"] != two["commitment"]
    assert one["book"] == two["book"]
    assert [seat.by for seat in club.seats(made.id)] == ["human", "human"]
    assert rematch(club, match_id, here=[0]).tokens.keys() == {1}


def test_a_branch_goes_on_from_the_position_and_its_record_holds(club: Club) -> None:
    match_id = finished(club)
    before = past(club, match_id, 2)
    made = branch(club, match_id, 2, 0, "random")
    look = club.look(made.id, 0)
    assert look.turn == 2
    assert digest(past(club, made.id, 2).observation.view) == digest(before.observation.view)
    assert [seat.by for seat in look.seats] == ["human", "random"]
    assert look.sealed is None, "what was ordered then does not bind"
    assert (club.listed(made.id).turn, club.listed(made.id).waiting) == (2, [0]), "as the list of matches says"
    play_out(club, made.id)
    record = parse(club.download(made.id))
    assert verify(find("cycling"), record) is None
    assert club.look(match_id).turn == past(club, match_id, 99).last, "the match itself is as it was"


def test_only_matches_that_are_over_branch_and_only_at_seats_of_people(club: Club) -> None:
    running = club.create("football", football_match(), here=[0, 1]).id
    with pytest.raises(NotNow):
        branch(club, running, 0, 0, "random")
    with pytest.raises(UserError):
        branch(club, finished(club), 1, 7, "random")


def test_in_a_branch_the_sheets_play_their_own_team_and_nobody_else_can(club: Club) -> None:
    match_id = club.create("football", football_match(("human", "sheet")), here=[0]).id
    club.resolve(match_id)
    club.resign(match_id, 0)
    with pytest.raises(UserError, match="a person cannot play this seat"):
        branch(club, match_id, 0, 1, "random")
    made = branch(club, match_id, 0, 0, "random")
    assert [seat.by for seat in club.seats(made.id)] == ["human", "sheet"]
