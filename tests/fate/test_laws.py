"""The laws of core hold for FATE football, and those of its own: 240 units a match, scores, downs, possession."""

from __future__ import annotations

import pytest

from breakaway.core.chance import below, sampled, start_step
from breakaway.core.game import SEATS, legal, result_of, seats_in
from breakaway.games.fate.files import resolve
from breakaway.games.fate.game import GAME
from breakaway.games.fate.rules.terms import CALL, DECLARE, GOAL, OT_PERIOD, OVER, QUARTER, QUARTERS, SIDES

from ..core.random_matches import play_many, random_config

POINTS = {0, 1, 2, 3, 6}  # that a side can make in one step


@pytest.mark.slow
def test_every_law_holds_for_random_matches_with_random_house_rules():
    tally = play_many(GAME, range(25), secrecy=4)
    assert sum(tally.whys.values()) == 25
    assert tally.odds > 500


def states_of(config, seed):
    """Every state of a match between random coaches, each a copy of its numbers before the next step."""
    s, chance, wish = GAME.start(config), sampled(seed), sampled(seed + 1)
    while s.phase != OVER:
        yield s
        orders = [[0] * GAME.max_slots for _ in range(SEATS)]
        for seat in seats_in(GAME.choosers(s, config)):
            order = []
            for _ in range(GAME.slots(s, config, seat)):
                menu = legal(GAME, s, config, seat, order)
                start_step(wish)
                order.append(menu[below(wish, "wish", len(menu))])
            orders[seat][: len(order)] = order
        start_step(chance)
        GAME.step(s, config, orders, chance, None)
    yield s


@pytest.mark.sample(20)
@pytest.mark.parametrize("seed", range(40))
def test_a_match_has_240_units_and_whole_downs_and_scores(seed):
    """FF-014: the clock never runs backwards, nor by more than two units; 60 a quarter, 240 a game."""
    config = random_config(GAME, 300 + seed)
    gone = before = score = quarter = None
    for s in states_of(config, seed):
        if before is not None:
            if s.quarter == quarter:
                assert 0 <= before - s.clock <= 2
                gone += before - s.clock
            else:
                assert s.quarter == quarter + 1
                gone += before  # what was left when the quarter ended: nothing is carried over
                assert before <= 2
            assert {a - b for a, b in zip(s.score, score, strict=True)} <= POINTS
        else:
            gone = 0
        if s.quarter <= QUARTERS:
            assert gone == QUARTER * s.quarter - s.clock
        if s.phase in (DECLARE, CALL):
            assert 1 <= s.down <= 4
            assert 0 < s.ball < s.marker <= GOAL
            assert s.offense in range(SIDES)
        before, quarter, score = s.clock, s.quarter, list(s.score)
    assert s.quarter >= QUARTERS


@pytest.mark.sample(20)
@pytest.mark.parametrize("seed", range(60))
def test_the_higher_score_wins_and_all_seats_of_a_side_share_it(seed):
    config = random_config(GAME, 700 + seed)
    s = list(states_of(config, seed))[-1]
    r = result_of(GAME, s, config)
    seats = GAME.seat_count(config)
    for seat in range(seats):
        side = seat // 2 if config.platoons else seat
        assert r.score[seat] == s.score[side]
        ahead = s.score[side] > s.score[1 - side] or s.won == side + 1
        level = s.score[0] == s.score[1] and s.won == 0
        assert r.rank[seat] == (1 if ahead or level else 1 + seats // 2)


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", range(60))
def test_men_who_are_out_are_never_less_than_none_and_all_injuries_that_end_are_written_down(seed):
    """FF-134."""
    config = random_config(GAME, 900 + seed, advanced=1)
    for s in states_of(config, seed):
        assert min(min(row) for row in s.out) >= 0
        for side in range(SIDES):
            for position in range(16):
                noted = [
                    i
                    for i, left in enumerate(s.hurt_left)
                    if left and (s.hurt_side[i], s.hurt_position[i]) == (side, position)
                ]
                assert len(noted) <= s.out[side][position]


def test_in_overtime_there_are_new_time_outs_and_a_period_of_sixty_units():
    """FF-G31."""
    config = resolve()[0]
    assert config.overtime == OT_PERIOD
    from breakaway.games.fate.rules.clock_and_downs import start_overtime

    s = GAME.start(config)
    s.quarter, s.time_outs = 4, [0, 3]
    start_overtime(s, config, None)
    assert (s.quarter, s.clock, s.time_outs) == (5, 60, [2, 2])


def test_a_view_shows_everything_for_calls_are_sealed_orders_and_never_stand_in_the_state():
    """FF-029: after both have called, the state that a seat sees is the one before."""
    config = resolve()[0]
    for s in states_of(config, 5):
        before = str(s)
        GAME.redact(s, config, 0)
        GAME.determinize(s, config, 0, sampled(1))
        assert str(s) == before
        if s.phase == CALL:
            assert GAME.choosers(s, config) == 0b11
            assert s.base == s.defense == 99
