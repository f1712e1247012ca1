"""What a team sees before it orders, and what a referee may rule: previews and marks, worked by hand."""

from __future__ import annotations

import pytest

from breakaway.core.chance import sampled
from breakaway.core.game import blank_orders
from breakaway.core.observation import Observation
from breakaway.core.state import copy
from breakaway.games.cycling.game import GAME, RaceCases

RIDERS = [
    {"team": "Red", "grade": "A", "square": 24, "hand": [3, 6, 9]},
    {"team": "Red", "grade": "B", "square": 20, "hand": [8, 2, 2]},
    {"team": "Blue", "grade": "A", "square": 28, "hand": [5, 5, 5]},
    {"team": "Blue", "grade": "B", "square": 29, "hand": [5, 5, 5]},
]


def position(**given):
    return RaceCases().set_up({"turn": 5, "riders": RIDERS, **given})


@pytest.mark.parametrize(
    ("slot", "card", "square", "new"),
    [
        (0, 3, 27, 5),  # 28 and 29 are occupied: two riders ahead, 3 + 2 (6.5)
        (0, 6, 30, 1),  # alone in front of 29: the lead is 1 (6.9)
        (0, 9, 33, 4),  # alone in front of 29: the lead is 4
        (1, 8, 28, 4),  # beside Blue A; ahead is Blue B alone
        (1, 2, 22, 3),  # 23 is empty
        (0, 0, 24, 0),  # no card, no move, no new card
    ],
)
def test_a_preview_says_where_a_rider_would_stand_and_what_he_would_draw(slot, card, square, new):
    at = position()
    observation = Observation(GAME, at.state, at.config, 0, at.names)
    before = copy(observation.view)
    assert observation.preview(slot, card) == [square, new]
    assert observation.view == before


def test_a_preview_of_a_blind_race_tells_no_new_card():
    """BA-V3: the new card depends on rivals whose squares are private."""
    at = position(profile="blind")
    assert Observation(GAME, at.state, at.config, 0, at.names).preview(0, 3) == [27, 0]


def test_nobody_has_a_preview_before_the_start():
    at = position(phase="line-up")
    assert Observation(GAME, at.state, at.config, 0, at.names).preview(0, 3) == [0, 0]


def test_a_referee_marks_a_rider_as_dropped_and_takes_the_mark_off():
    """BA-10.1: rulings are a rider's number, and his number and 48 to take the mark off."""
    at = position()
    s = at.state
    assert GAME.ruling(s, at.config, 1, None) == 0
    assert s.dropped[:4] == [0, 2, 0, 0]
    assert GAME.refuse(s, at.config, 0, [3, 0, 0, 0], 1) == 0
    assert GAME.ruling(s, at.config, 49, None) == 0
    assert s.dropped[:4] == [0, 0, 0, 0]
    assert GAME.rules.id_of(GAME.refuse(s, at.config, 0, [3, 0, 0, 0], 1)) == "BA-8.1"


@pytest.mark.parametrize("code", [2, 3, 50, 47, 95, 108, 1000])
def test_a_ruling_on_somebody_who_is_not_on_the_track_is_refused(code):
    at = position()
    assert GAME.rules.id_of(GAME.ruling(at.state, at.config, code, None)) == "BA-10.1"


def test_an_order_has_a_card_for_each_rider_and_in_spy_four_namings():
    at, spy = position(), position(profile="spy")
    assert GAME.slots(at.state, at.config, 0) == 4
    assert GAME.slots(spy.state, spy.config, 0) == 8
    lined_up = position(phase="line-up")
    assert GAME.slots(lined_up.state, lined_up.config, 0) == 13


def test_the_codes_of_a_race_are_its_cards_and_in_spy_its_riders():
    """Cards are 0 (none) to 15 (6.7); a naming is a rider's number and 1, up to 48."""
    at, spy = position(), position(profile="spy")
    assert GAME.codes(at.state, at.config) == 16
    assert GAME.codes(spy.state, spy.config) == 49


def test_a_card_that_is_not_in_hand_is_refused_by_6_2():
    at = position()
    assert GAME.rules.id_of(GAME.refuse(at.state, at.config, 0, [4, 0, 0, 0], 0)) == "BA-6.2"


def test_what_a_spy_saw_is_not_seen_in_the_next_stage():
    """BA-V4 and BA-V5: Red named Blue A, both finish the stage of 60, and the next one begins with nothing seen."""
    riders = [
        {"team": "Red", "grade": "A", "square": 58, "hand": [3, 9, 9]},
        {"team": "Blue", "grade": "A", "square": 57, "hand": [4, 9, 9]},
    ]
    at = RaceCases().set_up({"profile": "spy", "track": "tour", "turn": 9, "riders": riders})
    orders = blank_orders(GAME)
    orders[0][:5], orders[1][:1] = [3, 0, 0, 0, 5], [4]
    GAME.step(at.state, at.config, orders, sampled(1), None)
    assert at.state.stage == 1
    assert Observation(GAME, at.state, at.config, 0).view.hand[4] == [0, 0, 0, 0]


def test_a_blind_leader_is_not_told_whether_a_rival_has_come_level():
    """BA-V3 and the option of BA-R6: alone or level, he draws 3, and hears no more than that (BA-6.5)."""
    alone = [{"team": "Red", "grade": "A", "square": 30, "hand": [3, 9, 9]}]
    level = [*alone, {"team": "Blue", "grade": "A", "square": 28, "hand": [5, 9, 9]}]
    behind = [*alone, {"team": "Blue", "grade": "A", "square": 23, "hand": [5, 9, 9]}]
    told = []
    for riders in (level, behind):
        given = {"profile": "blind", "options": {"level_keeps_lead": True}, "turn": 5, "led_alone": "Red A"}
        at = RaceCases().set_up({**given, "riders": riders})
        orders, log = blank_orders(GAME), []
        orders[0][0], orders[1][0] = 3, 5
        GAME.step(at.state, at.config, orders, sampled(1), log)
        told.append([event for event in Observation(GAME, at.state, at.config, 0).told(log) if event.args[0] == 0])
    assert told[0] == told[1]
    assert "BA-6.5" in {event.rule for event in told[0]}
