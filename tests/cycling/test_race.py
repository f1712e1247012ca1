"""Whole races: tours, pursuits, what is hidden in Blind and Spy races, and how teams are placed."""

from __future__ import annotations

import pytest

from breakaway.core.game import Result
from breakaway.core.observation import Observation
from breakaway.games.cycling.files import Tour, resolve
from breakaway.games.cycling.game import GAME, invariants
from breakaway.games.cycling.rules.finish import result
from breakaway.games.cycling.rules.state import Race, checkpoint_passed
from breakaway.games.cycling.rules.terms import LINE_UP, OVER, RACING, UNIT
from breakaway.records.match import Match, Start
from breakaway.records.replay import verify

STRONG = [10, 10, 10, 0, 8, 8, 9, 3, 8, 9, 5, 5, 6]  # the first printed example
WEAK = [1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1]
ROAD = {
    "name": "Ten squares",
    "length": 10,
    "sprints": [],
    "sprint_points": [10, 8, 6, 5, 4, 3, 2, 1],
    "finish_points": [20, 16, 12, 10, 8, 6, 4, 2],
}


def tour(stages, hands="same"):
    return Tour.model_validate({"name": "Test", "hands": hands, "stages": stages})


def begin(tracks=None, profile="postal", teams=2, **house):
    config, options = resolve(profile, teams, house, tracks)
    names = {"teams": ["Red", "Blue", "Green"][:teams]}
    return Match.new(GAME, Start(config, options, names, [{"name": name} for name in names["teams"]]))


def ride(match, *line_ups):
    """Line-ups, then every turn the highest cards; returns the turns of the stage that ends."""
    for seat, hand in enumerate(line_ups):
        match.choose(seat, hand)
    if line_ups:
        match.resolve()
    turns, stage = 0, match.state.stage
    while match.state.phase == RACING and match.state.stage == stage:
        match.close()
        turns += 1
    return turns


def scores(match):
    """Points of the teams in whole points, and their ranks."""
    r = Result()
    result(match.state, match.config, r)
    teams = match.config.teams
    assert all(units % UNIT == 0 for units in r.score[:teams])
    return [units // UNIT for units in r.score[:teams]], r.rank[:teams]


# One stage of ten squares by hand, highest cards, STRONG against WEAK, the race ending with the fourth home:
# turn 1: Red A 10, B 9, C 9, D 6; all Blue 1. A leads alone on turn 1 and draws 10-9 = 1 (R7); B and C have him in
# their string: 3+1 = 4; D and Blue see a hole: 3.
# turn 2: A 10+10 = 20 is 1st; on 9 B goes before C, 9+8 = 17 both: 2nd and 3rd; D 6+5 = 11 is 4th. 20+16+12+10 = 58.


def test_a_race_worked_by_hand_ends_as_worked():
    match = begin(tour([ROAD]), last_place=4)
    for seat, hand in enumerate((STRONG, WEAK)):
        match.choose(seat, hand)
    match.resolve()
    match.close()
    assert match.state.square[:8] == [10, 9, 9, 6, 1, 1, 1, 1]
    assert match.state.hand[:5] == [[10, 10, 1, 0], [8, 8, 4, 0], [8, 4, 3, 0], [5, 5, 3, 0], [3, 1, 1, 0]]
    assert match.state.led_alone == 0
    match.close()
    assert match.is_over()
    assert match.state.place[:8] == [1, 2, 3, 4, 0, 0, 0, 0]
    assert scores(match) == ([58, 0], [1, 2])
    assert match.record.lines[-1]["why"] == "BA-R13"
    assert match.state.square[4:8] == [4, 4, 4, 4]  # 1 and their best card, the 3 they drew
    assert verify(GAME, match.record) is None


def test_two_teams_that_do_the_same_share_everything():
    # Both strong. Turn 1: As on 10, Bs and Cs on 9, Ds on 6. Turn 2: As together 1st and 2nd: (20+16)/2 = 18 each;
    # Bs (12+10)/2 = 11; Cs (8+6)/2 = 7; Ds 6+5 = 11, (4+2)/2 = 3. 18+11+7+3 = 39 each, and the places are shared too.
    match = begin(tour([ROAD]))
    assert ride(match, STRONG, STRONG) == 2
    assert match.is_over()
    assert match.state.place[:8] == [1, 3, 5, 7, 1, 3, 5, 7]
    assert scores(match) == ([39, 39], [1, 1])


def test_a_tour_with_the_same_hands_deals_the_first_line_ups_again():
    match = begin(tour([ROAD, ROAD, ROAD]), last_place=4)
    assert ride(match, STRONG, WEAK) == 2
    assert (match.state.phase, match.state.stage, match.state.turn) == (RACING, 1, 1)
    assert match.state.hand[:8] == [
        *([10, 10, 10, 0], [9, 8, 8, 0], [9, 8, 3, 0], [6, 5, 5, 0]),
        *[[1, 1, 1, 0]] * 4,
    ]
    assert match.state.square[:8] == [0] * 8
    assert match.state.led_alone == 48
    assert match.state.crossed[0] == 0
    assert scores(match) == ([58, 0], [1, 2])
    assert not match.is_over()
    assert ride(match) == 2
    assert scores(match) == ([116, 0], [1, 2])
    assert ride(match) == 2
    assert match.is_over()
    assert scores(match) == ([174, 0], [1, 2])
    assert match.state.places[0][:6] == [0, 3, 3, 3, 3, 0]
    assert invariants(match.state, match.config) == []
    assert verify(GAME, match.record) is None


def test_a_tour_with_fresh_hands_asks_for_line_ups_at_each_stage():
    match = begin(tour([ROAD, ROAD], "fresh"), last_place=4)
    ride(match, STRONG, WEAK)
    assert (match.state.phase, match.state.stage) == (LINE_UP, 1)
    assert match.choosers() == [0, 1]
    assert match.observation(0).slots() == 13
    ride(match, WEAK, STRONG)
    # 58 points each, and each team has one 1st, 2nd, 3rd and 4th place: the tour is shared
    assert match.is_over()
    assert scores(match) == ([58, 58], [1, 1])
    assert match.state.places[0] == match.state.places[1]
    assert verify(GAME, match.record) is None


def test_the_stages_of_a_tour_have_their_own_tracks_and_points():
    # Second stage of 20 squares with a sprint after 9. Turn 1: A 10 crosses it 1st (7 points), B and C stand on 9.
    # Turn 2: A 20, B 17 is 2nd over the sprint (5), C 17 3rd (1), D 11 4th (0). Nobody's string reaches: all draw 3.
    # Turn 3: A holds 10 3 1, plays 10: 30, 1st home (50); B holds 8 4 3: 25, 2nd (30); C 4 3 3: 21, 3rd (10); D 16.
    second = {**ROAD, "length": 20, "sprints": [9], "sprint_points": [7, 5, 1], "finish_points": [50, 30, 10]}
    match = begin(tour([ROAD, second]), last_place=3)
    assert ride(match, STRONG, WEAK) == 2
    # three or more are home after turn 2 of the first stage: 58 as before
    assert scores(match)[0] == [58, 0]
    assert ride(match) == 3
    assert match.is_over()
    assert scores(match) == ([58 + 7 + 5 + 1 + 50 + 30 + 10, 0], [1, 2])


def test_a_stage_that_is_over_is_told_and_the_tour_goes_on():
    match = begin(tour([ROAD, ROAD]), last_place=1)
    for seat, hand in enumerate((STRONG, WEAK)):
        match.choose(seat, hand)
    match.resolve()
    match.close()
    rules = [event.rule for event in match.close()]
    assert "BA-R13" in rules
    assert "BA-V5" in rules
    assert rules.index("BA-R13") < rules.index("BA-V5")


# --- pursuit


def test_a_pursuit_ends_when_the_leader_has_caught_the_last_rider():
    # A loop of ten with its line after 10. Turn 1: A 10, B 9, C 9, D 6; Blue 1: the leader is 9 ahead, not a loop.
    # Turn 2: A 10+10 = 20 is 1st over the line (10), B and C to 17 2nd and 3rd (8, 6), D 11 4th (5); Blue 1+3 = 4.
    # 20-4 = 16 is a loop and more: over. Standings A, B, C, D, then Blue A to D in order of movement on 4:
    # 20+16+12+10 = 58 and 8+6+4+2 = 20. Red 10+8+6+5+58 = 87.
    loop = {**ROAD, "loop": True, "sprints": [10]}
    match = begin(tour([loop]), "pursuit")
    assert ride(match, STRONG, WEAK) == 2
    assert match.is_over()
    assert match.record.lines[-1]["why"] == "BA-V2"
    assert match.state.place[:8] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert scores(match) == ([87, 20], [1, 2])
    assert verify(GAME, match.record) is None


def test_a_leader_exactly_a_loop_ahead_has_caught_the_last_rider_and_one_square_less_has_not():
    # As above on loops of 16 and 17 squares: after turn 2 the leader is 20-4 = 16 ahead.
    for length, turns in ((16, 2), (17, 3)):
        loop = {**ROAD, "length": length, "loop": True, "sprints": [length]}
        match = begin(tour([loop]), "pursuit")
        assert ride(match, STRONG, WEAK) == turns


def test_a_pursuit_ends_with_the_last_turn_allowed_at_the_latest():
    # On the loop of 40: turn 1: 10 9 9 6 | 1; turn 2: 20 17 17 11 | 4; turn 3: 30 25 21 16 | 7: never 40 apart.
    # Nobody has passed 40. Standings as above: 58 and 20.
    match = begin(None, "pursuit", turn_limit=3)
    assert ride(match, STRONG, WEAK) == 3
    assert match.state.square[:8] == [30, 25, 21, 16, 7, 7, 7, 7]
    assert match.is_over()
    assert match.record.lines[-1]["why"] == "BA-V2"
    assert scores(match) == ([58, 20], [1, 2])


def test_nobody_finishes_or_is_dropped_in_a_pursuit():
    match = begin(None, "pursuit")
    ride(match, STRONG, WEAK)
    assert match.state.field == 8
    assert not any(match.state.dropped)
    assert set(match.state.status[:8]) == {1}


# --- blind and spy


SQUARES = [(0, 0), (1, 0), (20, 0), (21, 20), (40, 20), (41, 40)]


@pytest.mark.parametrize(("square", "passed"), SQUARES)
def test_ba_v3_a_checkpoint_lies_after_its_square_as_a_line_does(square, passed):
    config, _ = resolve("blind")
    assert checkpoint_passed(config, square) == passed


def blind_position(profile="blind"):
    riders = [
        {"team": team, "grade": grade, "square": square, "hand": [5, 9, 7], "arrival": 1}
        for (team, grade), (square, _) in zip(
            [("Blue", "A"), ("Blue", "B"), ("Blue", "C"), ("Blue", "D"), ("Green", "A"), ("Green", "B")],
            SQUARES,
            strict=True,
        )
    ]
    mine = [{"team": "Red", "grade": "A", "square": 33, "hand": [4, 11, 2]}]
    return GAME.cases.set_up(
        {
            "profile": profile,
            "turn": 5,
            "teams": ["Red", "Blue", "Green"],
            "riders": riders + mine,
            "led_alone": "Green B",
        }
    )


@pytest.mark.parametrize("seat", [0, -1])
def test_ba_v3_rivals_show_only_the_last_checkpoint_passed_and_no_cards(seat):
    """BA-V3."""
    at = blind_position()
    view = Observation(GAME, at.state, at.config, seat).view
    shown = [checkpoint_passed(at.config, view.square[rider]) for rider in (4, 5, 6, 7, 8, 9)]
    assert shown == [passed for _, passed in SQUARES]
    # within a stretch all look alike, wherever they are
    assert view.square[4] == view.square[5] == view.square[6]
    assert view.square[7] == view.square[8]
    for rider in range(4, 12):
        assert view.hand[rider] == [0, 0, 0, 0]
        assert view.line_up[rider] == [0, 0, 0, 0]
        assert (view.played[rider], view.drawn[rider], view.arrival[rider]) == (0, 0, 0)
    # the order is published: riders on 41, 40, Red on 33, 21, 20, 1 and 0
    assert view.queue[:7] == [9, 8, 0, 7, 6, 5, 4]


def test_ba_v3_a_team_sees_its_own_riders_as_they_are():
    at = blind_position()
    view = Observation(GAME, at.state, at.config, 0).view
    assert view.square[0] == 33
    assert view.hand[0] == [11, 4, 2, 0]
    assert view.led_alone == 48  # a rival's lead is not told
    assert Observation(GAME, at.state, at.config, 2).view.led_alone == 9
    assert Observation(GAME, at.state, at.config, -1).view.square[0] != 33


def test_on_the_open_road_everybody_sees_everything():
    at = blind_position("postal")
    for seat in (0, 1, -1):
        assert Observation(GAME, at.state, at.config, seat).view == at.state


def spy_race():
    match = begin(None, "spy")
    for seat, hand in enumerate((STRONG, [12, 10, 8, 0, *STRONG[4:]])):
        match.choose(seat, hand)
    match.resolve()
    return match


def test_ba_v4_each_naming_shows_one_card_the_highest_first():
    match = spy_race()
    # Red names Blue A (rider 4, code 5) twice and Blue D (rider 7, code 8) once
    match.choose(0, [10, 9, 9, 6, 5, 8, 5, 0])
    match.choose(1, [8, 8, 8, 5, 0, 0, 0, 0])
    match.resolve()
    # Blue A kept 12 and 10; Blue D kept 6 and 5
    red = match.observation(0).view
    assert match.state.hand[4][:2] == [12, 10]
    assert match.state.hand[7][:2] == [6, 5]
    assert red.hand[4] == [12, 10, 0, 0]
    assert red.hand[7] == [6, 0, 0, 0]
    assert red.hand[5] == red.hand[6] == [0, 0, 0, 0]
    for seat in (1, -1):
        view = match.observation(seat).view
        assert view.hand[0] == [0, 0, 0, 0]
        assert not any(view.spied[0])
    assert match.observation(-1).view.hand[4] == [0, 0, 0, 0]


def test_ba_v4_what_was_seen_is_gone_after_the_next_turn():
    match = spy_race()
    match.choose(0, [10, 9, 9, 6, 5, 5, 5, 5])
    match.close()
    assert match.observation(0).view.hand[4] != [0, 0, 0, 0]
    match.close()
    assert match.observation(0).view.hand[4] == [0, 0, 0, 0]


@pytest.mark.parametrize("code", [1, 4, 9, 48])
def test_ba_v4_own_riders_and_riders_who_are_not_there_cannot_be_named(code):
    match = spy_race()
    refusal = match.observation(0).why_not([10, 9, 9, 6, code, 0, 0, 0])
    assert (refusal.rule, refusal.slot) == ("BA-V4", 4)


@pytest.mark.parametrize("profile", ["blind", "spy"])
def test_moves_and_cards_of_a_blind_race_are_told_to_their_own_team_only(profile):
    match = begin(None, profile)
    for _ in range(3):
        events = match.close()
        for event in events:
            if event.rule in ("BA-3.1", "BA-6.1", "BA-6.5", "BA-6.9"):
                own = event.args[0] // 4
                assert [seat for seat in (-1, 0, 1) if event.is_for(seat)] == [own]


# --- how teams are placed (5.3, R18)


def placed(points, places):
    """Ranks of three teams with these points and, by team, these finishing places of their riders."""
    config, _ = resolve("postal", 3)
    s = Race(phase=OVER, ended=GAME.rules["BA-R13"])
    for team in range(3):
        s.points[team * 4] = points[team] * UNIT
        for place in places[team]:
            s.places[team][place] += 1
    r = Result()
    result(s, config, r)
    assert r.why == GAME.rules["BA-R13"]
    return r.rank[:3]


@pytest.mark.parametrize(
    ("points", "places", "ranks"),
    [
        ((30, 20, 10), ([], [], []), [1, 2, 3]),
        ((10, 20, 30), ([1], [2], [3]), [3, 2, 1]),  # points before places
        ((20, 20, 10), ([3, 4], [2, 9], [1]), [2, 1, 3]),  # the higher placed rider: 2nd before 3rd
        ((20, 20, 20), ([2], [3], [1]), [2, 3, 1]),
        ((20, 20, 10), ([1, 5], [1, 4], []), [2, 1, 3]),  # R18: both have a 1st (shared), then 4th before 5th
        ((20, 20, 10), ([1, 4, 7], [1, 4, 6], []), [2, 1, 3]),  # and on to the third best
        ((20, 20, 10), ([1, 4], [1, 4, 40], []), [2, 1, 3]),  # one more rider home
        ((20, 20, 10), ([], [48], []), [2, 1, 3]),  # a last place beats none
        ((20, 20, 10), ([1, 4], [1, 4], []), [1, 1, 3]),  # all the same: the place is shared, and the next is 3rd
        ((0, 0, 0), ([], [], []), [1, 1, 1]),
        ((20, 20, 20), ([1, 3], [2], [2]), [1, 2, 2]),
        ((20, 20, 10), ([1, 1], [1, 2], []), [1, 2, 3]),  # two 1st places of a tour before a 1st and a 2nd
    ],
)
def test_teams_are_placed_by_points_then_by_their_best_finishing_places(points, places, ranks):
    assert placed(points, places) == ranks


def test_a_fraction_of_a_point_decides():
    config, _ = resolve("postal", 2)
    s = Race(phase=OVER, ended=GAME.rules["BA-R13"])
    s.points[0], s.points[5] = UNIT * 19 // 2, UNIT * 9 + UNIT // 2 + 1
    r = Result()
    result(s, config, r)
    assert r.rank[:2] == [2, 1]


def test_a_race_that_goes_on_has_no_reason_to_be_over():
    match = begin(tour([ROAD]))
    r = Result()
    result(match.state, match.config, r)
    assert r.why == 0


# --- options over a whole race


def test_a_race_to_the_last_rider_goes_on_until_all_are_home():
    match = begin(tour([ROAD]), last_place=0)
    ride(match, STRONG, WEAK)
    assert match.is_over()
    assert match.state.crossed[0] == 8
    assert sorted(match.state.place[:8]) == list(range(1, 9))
    # 20 16 12 10 to Red as before; Blue's places are 5th to 8th in some order: 8+6+4+2
    assert scores(match) == ([58, 20], [1, 2])


def test_a_team_with_nobody_left_is_not_asked_nor_waited_for():
    match = begin(tour([ROAD]), last_place=0)
    for seat, hand in enumerate((STRONG, WEAK)):
        match.choose(seat, hand)
    match.resolve()
    match.close()
    match.close()
    assert match.choosers() == [1]
    events = match.close()
    assert [event.args for event in events if event.rule == "BA-9.1"] == [(1,)]


@pytest.mark.parametrize("profile", ["postal", "boxed", "pursuit", "blind", "spy"])
def test_a_race_of_every_profile_rides_to_its_end_without_any_orders(profile):
    match = begin(None, profile, teams=3, **({"turn_limit": 20} if profile == "pursuit" else {}))
    turns = 0
    while not match.is_over():
        match.close()
        assert invariants(match.state, match.config) == []
        turns += 1
        assert turns < 130
    assert verify(GAME, match.record) is None
