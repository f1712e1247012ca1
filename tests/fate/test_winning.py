"""FATE's chances of winning make sense, and its reviews add up."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from breakaway.core.observation import Observation
from breakaway.core.odds import ONE
from breakaway.games.fate.files import resolve
from breakaway.games.fate.game import GAME
from breakaway.games.fate.lab.advice import advise
from breakaway.games.fate.lab.outlook import FateOutlook, answers, can_judge
from breakaway.games.fate.lab.review import review
from breakaway.games.fate.lab.words import call_name, call_of, defense_name, defense_of
from breakaway.games.fate.rules import interface, terms
from breakaway.games.fate.rules.state import Fate
from breakaway.games.fate.rules.win_chances import chance_to_win
from breakaway.players import coaches
from breakaway.records.match import Match
from tests.club.starts import fate_match

CONFIG = resolve()[0]


def at(lead: int, quarter: int = 4, clock: int = 20, ball: int = 25, **more: int) -> Fate:
    """First and ten for Home, with this lead."""
    s = interface.start(CONFIG)
    s.phase, s.quarter, s.clock, s.ball, s.down, s.marker = terms.DECLARE, quarter, clock, ball, 1, min(100, ball + 10)
    s.score = [max(0, lead), max(0, -lead)]
    for name, value in more.items():
        setattr(s, name, value)
    return s


def chance(*given: Any, **more: Any) -> int:
    return chance_to_win(at(*given, **more), CONFIG, 0)


@pytest.mark.parametrize("clock", [60, 20, 8, 2, 1])
@pytest.mark.parametrize("quarter", [1, 2, 3, 4, 5])
def test_a_larger_lead_is_never_worth_less(quarter: int, clock: int) -> None:
    found = [chance(lead, quarter, clock) for lead in range(-26, 27)]
    assert found == sorted(found)


def test_both_sides_chances_add_up_to_one() -> None:
    for lead in (-9, -3, 0, 7):
        s = at(lead)
        assert chance_to_win(s, CONFIG, 0) + chance_to_win(s, CONFIG, 1) == ONE


def test_a_touchdown_ahead_with_the_ball_and_one_play_left_is_won() -> None:
    assert chance(7, clock=1) > 0.98 * ONE
    assert chance(-7, clock=1) < 0.03 * ONE


def test_behind_by_a_field_goal_the_last_play_is_worth_more_within_reach_of_the_posts() -> None:
    assert chance(-2, clock=1, ball=75) > chance(-2, clock=1, ball=25) + 0.3 * ONE


def test_a_match_that_is_over_is_certain() -> None:
    assert chance(3, phase=terms.OVER) == ONE
    assert chance(-3, phase=terms.OVER) == 0
    assert chance(0, phase=terms.OVER) == ONE // 2
    assert chance(0, phase=terms.OVER, won=2) == 0


def test_calls_have_the_numbers_of_the_balanced_coach() -> None:
    s = at(0, base=terms.LONG, overlay=terms.PLAY_ACTION)
    assert call_name(call_of(s)) == "play action long"
    s = at(0, base=terms.RUN_OUTSIDE, overlay=terms.DRAW)
    assert call_name(call_of(s)) == "draw outside"
    assert defense_name(defense_of(terms.BLITZ)) == "blitz"
    assert defense_name(defense_of(terms.PREVENT)) == "prevent"


def played(turns: int, coach: str = "book") -> Match[Any, Any]:
    """A match that coaches have played for so many turns."""
    match: Match[Any, Any] = Match.new(GAME, fate_match(), None)
    found, rng = coaches.find(GAME, coach), random.Random(3)
    while turns and not match.is_over():
        for seat in match.choosers():
            view = match.observation(seat).view
            match.choose(seat, coaches.ask(GAME, found, view, match.config, seat, rng.randrange(2**32)))
        match.resolve()
        turns -= 1
    return match


def adds_up(match: Match[Any, Any]) -> None:
    """Checks that calls and dice are the whole way from the first chance to the last, in each play and in all."""
    found = review(match)
    for each in found.moments:
        for side in (0, 1):
            assert each.skill[side] + each.luck[side] == each.after[side] - each.before[side]
        assert each.after[0] + each.after[1] == ONE
    for one, two in pairwise(found.moments):
        assert one.after == two.before
    whole = found.moments[-1].after[0] - found.moments[0].before[0]
    assert sum(each.skill[0] + each.luck[0] for each in found.moments) == whole
    assert all(each.cost >= 0 for each in found.choices)
    assert {each.side for each in found.choices} == {0, 1}


def test_calls_and_dice_add_up_to_the_swing_of_the_first_plays() -> None:
    adds_up(played(12))


@pytest.mark.slow
def test_calls_and_dice_add_up_to_the_swing_of_a_whole_match() -> None:
    match = played(10_000)
    adds_up(match)
    found = review(match)
    one, two = match.state.score
    assert found.moments[0].before == (ONE // 2, ONE // 2)
    assert found.moments[-1].after[0] == (ONE if one > two else 0 if one < two else ONE // 2)


def test_the_toss_is_judged_and_receiving_is_worth_what_kicking_off_is_not() -> None:
    s = interface.start(CONFIG)
    s.phase, s.toss_winner = terms.CHOICE, 0
    found = answers(FateOutlook(CONFIG), s, 0)
    assert can_judge(s, CONFIG)
    assert found[terms.RECEIVE] + found[terms.KICK_OFF] == ONE
    assert found[terms.RECEIVE] != found[terms.KICK_OFF]


def test_a_time_out_is_judged_if_the_half_would_end_without_it_and_not_before() -> None:
    s = at(-2, clock=2, ball=70, phase=terms.TIME, units=2, then=terms.DECLARE)
    s.time_outs = [1, 0]
    found = answers(FateOutlook(CONFIG), s, 0)
    assert can_judge(s, CONFIG)
    assert found[0] == 0  # FF-013: the match is over, two points behind
    assert found[1] == chance(-2, clock=1, ball=70)  # FF-020: one unit is left for a field goal from the 30
    assert found[1] > 0.3 * ONE
    assert not can_judge(at(-2, clock=3, phase=terms.TIME, units=2), CONFIG)
    assert not can_judge(at(-2, quarter=3, clock=2, phase=terms.TIME, units=2), CONFIG)


def test_the_flip_before_a_college_overtime_is_not_judged() -> None:
    """FF-G31: each side then has a possession of its own, which the table of ordinary overtimes does not know."""
    s = at(0, quarter=terms.OVERTIME, phase=terms.CHOICE)
    assert can_judge(s, CONFIG)
    college = resolve(house={"overtime": "college"})[0]
    assert not can_judge(s, college)
    assert advise(Observation(GAME, s, college, int(s.toss_winner), ("Home", "Away"))) == []
