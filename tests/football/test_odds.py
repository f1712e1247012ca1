"""Exact odds of plays, against odds worked by hand from small decks and from the printed tables."""

from __future__ import annotations

from fractions import Fraction

import pytest

from breakaway.core.data_files import BadData
from breakaway.core.state import copy
from breakaway.games.football.files.config import names, resolve
from breakaway.games.football.lab.odds import (
    EXTRA_POINT,
    FREE_KICK_CALL,
    KICKOFF,
    ONSIDE,
    Situation,
    SituationOdds,
    announced,
    called,
    odds_in,
)
from breakaway.games.football.lab.odds_command import (
    SituationOptions,
    defense_choices,
    offense_choices,
    situation,
    with_deck,
)
from breakaway.games.football.rules import cards_and_clock
from breakaway.games.football.rules.terms import FIELD_GOAL_CALL, HAIL_MARY_CALL, KNEEL_CALL, PUNT_CALL

TEAMS = ("sharks", "fire")  # no ability of theirs touches these plays


def asked(offense="Short 4", defense="Zone 1-2", deck="full", teams=TEAMS, house=None, **more):
    """Odds of one typed play against one typed defense: play 0 and call 0."""
    typed = SituationOptions(offense=(offense,), defense=(defense,), deck=deck, **more)
    config = with_deck(resolve(*teams, house=house or {})[0], typed)
    config, _ = offense_choices(config, names(*teams), typed)
    config, _ = defense_choices(config, names(*teams), typed)
    return SituationOdds(config, situation(typed))


def of_lines(odds):
    """Chances by lines gained; None gathers what is not told in lines."""
    found = {}
    for each in odds.outcomes:
        found[each.lines] = found.get(each.lines, 0) + each.p
    return found


def of_texts(odds):
    return {each.text: each.p for each in odds.outcomes}


def sums_to_one(odds):
    return sum(end.p for end in odds.spread.ends) == 1 and odds.spread.left == 0


THIRD = Fraction(1, 3)


def test_three_cards_on_a_base_of_two_are_a_third_each():
    odds = asked(deck="pass +1; pass -1; pass incomplete").play(0, 0)
    assert (odds.winner, odds.base) == ("neither", 2)
    assert of_lines(odds) == {3: THIRD, 1: THIRD, 0: THIRD}
    assert odds.mean_lines == Fraction(4, 3)
    assert sums_to_one(odds)


def test_an_event_for_runs_does_nothing_to_a_pass():
    assert of_lines(asked(deck="run +1; run -1; run turnover").play(0, 0)) == {2: 1}


def test_a_low_percentage_pass_is_caught_with_a_green_modifier_only():
    odds = asked("Long 8 low", "Zone 0-5", deck="pass +1; pass -1; run +2; none").play(0, 0)
    assert of_lines(odds) == {4: Fraction(1, 4), 0: Fraction(3, 4)}


def test_a_defense_breakaway_is_the_lower_of_event_and_corner():
    # base 0; the defense takes -2 rather than +1, the event -1 rather than corner 0, the turnover rather than -1
    deck = "pass +1, d -2; pass -1, d 0; pass -1, d turnover; none, d 0"
    odds = asked("Short 4 min", "Press 0-5", deck=deck).play(0, 0)
    quarter = Fraction(1, 4)
    assert (odds.winner, odds.base) == ("defense", 0)
    assert of_lines(odds) == {-2: quarter, -1: quarter, None: quarter, 0: quarter}
    assert odds.turnover == odds.lost == quarter


def test_an_offense_breakaway_draws_four_corners_without_putting_back():
    # Base 0, at least 1. A first football is avoided (no event: +0), a first 1 or 3 taken. A first 0 stops: without it
    # the other three always end in the football. After the first card each order of the other three is as likely.
    deck = "none, o 0; none, o 1; none, o 3; none, o football"
    odds = asked("Outside Run 2", "Tight Run 2-2", deck=deck).play(0, 0)
    assert (odds.winner, odds.base) == ("offense", 1)
    twelfth, eighth, sixth = Fraction(1, 12), Fraction(1, 8), Fraction(1, 6)
    assert of_lines(odds) == {1: Fraction(1, 3), 2: eighth, 4: eighth, 5: sixth, None: Fraction(1, 4)}
    texts = of_texts(odds)  # at own 25, so a fumble after 2, 4 or 5 lines is at own 35, 45 or the 50
    assert "turnover: their ball at opp 30" not in texts
    assert texts["turnover: their ball at opp 35"] == twelfth
    assert texts["turnover: their ball at opp 45"] == twelfth
    assert texts["turnover: their ball at the 50"] == twelfth
    assert odds.first_down == sixth  # the 50 is the first-down line
    assert sums_to_one(odds)


def test_a_chain_that_uses_the_deck_up_goes_on_with_all_of_it():
    # Two cards. First a 1 (half): then the 0 ends it. First a 0, avoided: then the 1, then the deck anew.
    odds = asked("Outside Run 2", "Tight Run 2-2", deck="none, o 0; none, o 1").play(0, 0)
    # first 1: gain 2, then 0: 2. First 0: gain 1, then 1: gain 2, anew: 0 (half): 2; 1 (half): gain 3, then 0: 3.
    assert of_lines(odds) == {2: Fraction(3, 4), 3: Fraction(1, 4)}


def test_a_chain_without_end_is_told_with_what_is_left_open():
    odds = asked("Outside Run 2", "Tight Run 2-2", deck="none, o -1").play(0, 0)
    assert odds.spread.left == 1
    assert odds.spread.ends == []


@pytest.mark.sample("9-3")
@pytest.mark.parametrize(
    ("distance", "good"), [(1, 51), (2, 51), (3, 51), (4, 49), (5, 46), (6, 40), (7, 32), (8, 11), (9, 3)]
)
def test_field_goals_are_as_likely_as_the_printed_table_says(distance, good):
    odds = asked(ball=f"opp {5 * distance}").action(FIELD_GOAL_CALL)
    assert of_texts(odds)["field goal good"] == Fraction(good, 54)
    assert sums_to_one(odds)


@pytest.mark.slow
def test_the_extra_point_the_onside_kick_and_the_hail_mary_are_as_printed():
    assert of_texts(asked().action(EXTRA_POINT))["extra point good"] == Fraction(51, 54)
    assert asked().action(ONSIDE).lost == Fraction(54 - 11, 54)
    hail_mary = asked(ball="own 5").action(HAIL_MARY_CALL)
    assert of_lines(hail_mary)[0] == Fraction(48, 54)
    assert of_texts(hail_mary)["touchdown for the other side"] == Fraction(3, 54)
    assert sums_to_one(hail_mary)


@pytest.mark.slow
def test_the_kicking_ability_reads_kick_values_and_no_other_chart():
    """BF-010, BF-R34: field goal values are 32 of 7 or more, 11 of 8 or 9, 3 of 9; an extra point needs 3, and
    none is 2. The charts of a Hail Mary and an onside kick are no kick values.
    """
    lightning = ("lightning", "fire")
    assert asked(teams=lightning).action(ONSIDE).lost == Fraction(54 - 11, 54)
    with_ability = asked(teams=lightning, house={"onside_with_ability": True})
    assert with_ability.action(ONSIDE).lost == Fraction(54 - 32, 54)
    goal = of_texts(asked(teams=lightning, ball="opp 40").action(FIELD_GOAL_CALL))["field goal good"]
    assert goal == Fraction(32, 54)
    assert of_texts(asked(teams=lightning).action(EXTRA_POINT))["extra point good"] == Fraction(51, 54)
    hail_mary = asked(teams=lightning, ball="own 5").action(HAIL_MARY_CALL)
    assert of_lines(hail_mary)[0] == Fraction(48, 54)


def test_a_kickoff_follows_the_offense_corners_of_the_deck():
    odds = asked(deck="none, o 0 x2; none, o -1; none, o 1; none, o 2; none, o 3 x2; none, o TD").action(KICKOFF)
    eighth = Fraction(1, 8)
    spots = {"own 25": 3, "own 15": 1, "own 30": 1, "own 45": 2}
    expected = {f"their ball at {spot}": n * eighth for spot, n in spots.items()}
    assert of_texts(odds) == {**expected, "touchdown for the other side": eighth}


def test_a_kneel_has_one_outcome():
    assert of_lines(asked().action(KNEEL_CALL)) == {-1: 1}


def test_on_fourth_down_a_turnover_is_told_from_downs():
    odds = asked("Inside Run 2 min", "Zone 0-5", deck="run turnover; run -1; none x2", down=4).play(0, 0)
    assert odds.turnover == Fraction(1, 4)
    assert odds.lost == 1
    assert of_lines(odds) == {None: Fraction(1, 4), 1: Fraction(1, 4), 2: Fraction(1, 2)}


def test_a_flag_saves_the_ball_where_it_is_ready_and_is_not_used_where_none_is():
    deck = "run turnover; none"
    assert asked("Inside Run 2", "Zone 0-5", deck=deck).play(0, 0).turnover == Fraction(1, 2)
    saved = asked("Inside Run 2", "Zone 0-5", deck=deck, flags="1,0").play(0, 0)
    assert (saved.turnover, of_lines(saved)) == (0, {2: 1})


def test_holding_is_a_first_down_a_line_on():
    odds = asked("Short 4", "Zone 0-5", deck="pass holding", down=3).play(0, 0)
    assert (odds.penalty, odds.first_down, of_lines(odds)) == (1, 1, {1: 1})


def test_a_long_pass_near_the_goal_is_a_penalty():
    odds = asked("Long 8 low", "Zone 0-5", ball="opp 10").play(0, 0)
    assert odds.is_illegal
    assert (odds.penalty, of_lines(odds)) == (1, {-1: 1})


def test_a_two_point_try_scores_at_the_goal_line():
    odds = asked("Inside Run 2", "Zone 0-5", deck="none x3; run -1", two_point=True).play(0, 0)
    assert odds.touchdown == Fraction(3, 4)
    assert of_texts(odds) == {"two points": Fraction(3, 4), "no good": Fraction(1, 4)}


@pytest.mark.slow
def test_late_and_level_a_field_goal_is_iced_as_the_sheets_ice_it():
    calm, late = asked(ball="opp 25"), asked(ball="opp 25", quarter=4, cards=1)
    assert of_texts(calm.action(FIELD_GOAL_CALL))["field goal good"] == Fraction(46, 54)
    assert of_texts(late.action(FIELD_GOAL_CALL))["field goal good"] == Fraction(40, 54)  # a value of 6 is needed
    spent = asked(ball="opp 25", quarter=4, cards=1, time_outs="3,0")
    assert of_texts(spent.action(FIELD_GOAL_CALL))["field goal good"] == Fraction(46, 54)


def test_quick_release_is_used_only_when_abilities_are():
    plain = asked("Short 4", "Press 1-4", deck="none").play(0, 0)
    quick = asked("Short 4", "Press 1-4", deck="none", abilities=True).play(0, 0)
    assert (plain.winner, quick.winner) == ("defense", "neither")


def test_a_special_defense_is_two_stronger():
    against = {"deck": "none", "teams": ("fire", "rhinos")}
    assert asked("Short 6", "Zone 1-2", **against).play(0, 0).base == 4
    assert asked("Short 6", "Zone 1-2", abilities=True, **against).play(0, 0).base == 2


# --- what counts as alike


def facts(s, config):
    """What stands on the table after a play, for every rule of the match that comes after."""
    position = (s.phase, s.then, s.quarter, s.offense, s.line, s.down, s.marker, s.try_down, s.ended, s.after_own_score)
    hands = tuple(cards_and_clock.cards_in_hand(s, seat) for seat in range(2))
    lists = (s.score, s.time_outs, s.flags, s.owed, s.uses, s.unlocked, s.had_ball)
    return (*position, s.used, s.time_after, s.plays, *hands, cards_and_clock.cards_left(s, config), *map(tuple, lists))


def spread_of(config, s, orders, merge):
    found = {}
    spread = odds_in(config, merge).spread(copy(s), orders, 300)
    for end in spread.ends:
        k = (facts(end.state, config), end.noted)
        found[k] = found.get(k, 0) + end.p
    assert sum(found.values()) == 1
    return found


SMALL_DECKS = (
    "run +2, o 1; run -1, o 0; pass +1, o 3, d turnover; pass incomplete, o -1; none, o football, fg blocked",
    "pass turnover return, o 2; pass -1, o 0, d -1; none, o TD; none, o -1 x2; run turnover at -1, o 0, fg blocked",
    "pass touchdown, o 2; run false start, o 1, fg 9; pass holding, o 0, punt blocked; none, o 3; run +1, o football",
)


@pytest.mark.parametrize("deck", SMALL_DECKS)
@pytest.mark.parametrize("ball", ["own 5", "the 50", "opp 10"])
def test_merging_what_is_alike_changes_no_chance(deck, ball):
    plays = [("Outside Run 4", "Tight Run 2-2"), ("Short 3 min", "Press 1-4"), ("Short 4 min", "Zone 1-4")]
    for down, (offense, defense) in enumerate(plays, 2):
        game = asked(offense, defense, deck=deck, ball=ball, down=down, flags="1,1", teams=("sharks", "pharaohs"))
        s = called(game.config, game.at, 0, 0)
        assert spread_of(game.config, s, None, True) == spread_of(game.config, s, None, False)
    actions = [KICKOFF, ONSIDE, FREE_KICK_CALL, EXTRA_POINT, PUNT_CALL, HAIL_MARY_CALL, FIELD_GOAL_CALL]
    for action in actions[: 5 if ball == "own 5" else 6 if ball == "the 50" else 7]:
        game = asked(deck=deck, ball=ball, down=4, teams=("lightning", "fire"))
        _, s, orders, _ = announced(game.config, game.at, action)
        assert spread_of(game.config, s, orders, True) == spread_of(game.config, s, orders, False)


@pytest.mark.slow
def test_merging_what_is_alike_changes_no_chance_with_ten_cards_of_the_real_deck():
    drawn = ",".join(str(card + 1) for card in range(54) if card % 5 != 2)
    game = asked("Outside Run 4", "Tight Run 2-2", drawn=drawn, ball="own 40")
    s = called(game.config, game.at, 0, 0)
    assert spread_of(game.config, s, None, True) == spread_of(game.config, s, None, False)


@pytest.mark.slow
def test_a_breakaway_from_ones_own_five_stays_small():
    game = asked("Outside Run 4", "Tight Run 2-2", ball="own 5")
    odds = game.play(0, 0)
    assert sums_to_one(odds)
    assert game.odds.states < 20_000
    before = game.odds.states
    again = asked("Outside Run 3", "Tight Run 2-2", ball="own 5")
    again.odds = game.odds  # the chains of one play are there for the next
    again.config = game.config
    assert sums_to_one(again.play(0, 0))
    assert game.odds.states < before + 100


@pytest.mark.slow
def test_the_chances_of_every_call_against_every_defense_sum_to_one():
    config = resolve("lightning", "fire")[0]
    every = SituationOdds(config, Situation(line=16, down=3, marker=20))
    for code in range(30):
        for call in range(7):
            if config.call_type[1][call] != 99:
                assert sums_to_one(every.play(code, call))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"ball": "own 33"}, "--ball: expected 'own 5'"),
        ({"down": 5}, "--down: expected a whole number from 1 to 4, not 5"),
        ({"to_go": 3}, "--to-go: expected 5 or 11 or 15 (the distances to the first-down lines ahead), not 3"),
        ({"quarter": 0}, "--quarter"),
        ({"score": "7"}, "--score: expected two numbers"),
        ({"flags": "1-0"}, "--flags"),
        ({"time_outs": "4,0"}, "--time-outs"),
        ({"cards": 16}, "--cards"),
        ({"deck": "run +20"}, "--deck: expected an event"),
        ({"deck": ";"}, "--deck: expected 'full'"),
        ({"drawn": "0"}, "--drawn: expected card numbers"),
        ({"drawn": "3,3"}, "--drawn: card 3 is named too many times; copies in the deck: 1"),
        ({"offense": "Shrt 4"}, "--offense: unknown type of play 'Shrt'"),
        ({"defense": "Zone"}, "--defense: expected a type"),
    ],
)
def test_what_is_typed_wrong_is_named_with_what_would_be_right(wrong, says):
    with pytest.raises(BadData) as bad:
        asked(**wrong)
    assert says in str(bad.value)
    assert "\n" not in str(bad.value)
