"""The solved table of the last plays of a half: positions worked by hand, laws, and what edition 3 decides by it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as any_of

from breakaway.core.odds import ONE, load
from breakaway.core.state import copy, to_json
from breakaway.games.football.files.cards import DATA
from breakaway.games.football.files.config import resolve
from breakaway.games.football.game import GAME
from breakaway.games.football.lab.odds import Situation, position
from breakaway.games.football.rules import best_answers, terms, win_chances
from breakaway.games.football.rules.state import (
    FirstFootballConfig,
    Football,
    FootballConfig,
    SecondFootballConfig,
    ThirdFootballConfig,
)
from breakaway.games.football.rules.win_chances import FIELD_GOAL, GO, HAIL_MARY, KNEEL, PUNT, chance_to_win

CONFIG: FootballConfig = resolve("fire", "lightning")[0]
SHEET: FootballConfig = resolve("fire", "lightning", sheets=(0,))[0]
ROUNDED = ONE // 1000  # half a step of the table
DOWNS = any_of.builds(
    dict,
    line=any_of.integers(1, 19),
    down=any_of.integers(1, 4),
    cards=any_of.integers(1, win_chances.ENDING),
    quarter=any_of.sampled_from((2, 4, 5)),
)
TIME_OUTS = any_of.tuples(any_of.integers(0, 3), any_of.integers(0, 3))
PHASES = any_of.sampled_from(("down", "try", "kickoff", "free kick"))


def standing(lead: int = 0, phase: str = "down", config: FootballConfig = CONFIG, **at: Any) -> Football:
    """A state in the fourth quarter with the ball at home, or another situation; nobody has time outs."""
    at = {"quarter": 4, "time_outs": (0, 0), **at}
    s = position(config, Situation(score=(40 + lead, 40), two_point=phase == "try", **at))
    if phase in ("kickoff", "free kick"):
        s.phase = s.then = terms.KICK if phase == "kickoff" else terms.FREE_KICK
    return s


def chance(lead: int = 0, phase: str = "down", **at: Any) -> int:
    """Home's chance in a situation."""
    return chance_to_win(standing(lead, phase, **at), CONFIG, 0)


def worth(action: int, lead: int, **at: Any) -> int:
    """What an action is worth to a sheet, in millionths."""
    return best_answers.worth_of(standing(lead, config=SHEET, **at), SHEET, 0, action)


# --- Positions worked by hand. The deck has 54 field goal values: 3 are blocked, and 2, 3, 6, 8, 21, 8 and 3 of them
# are 3 to 9.


def test_two_behind_with_the_last_card_on_the_15_a_field_goal_wins_51_times_in_54() -> None:
    """BF-132: distance 3, and all but the blocked kicks reach it: 94.4%. No play from there scores as often."""
    assert abs(chance(-2, line=17, cards=1, down=2) - ONE * 51 // 54) <= ROUNDED


def test_three_behind_on_fourth_down_on_the_15_a_field_goal_ties_51_times_in_54() -> None:
    """A tie is worth one half: 47.2%."""
    assert abs(chance(-3, line=17, cards=1, down=4) - ONE * 51 // 108) <= ROUNDED


def test_two_behind_on_the_45_three_kicks_in_54_win_and_a_hail_mary_as_many() -> None:
    """BF-133, BF-176: distance 9, three cards have it: 5.6%. A play for more may be better, but never by much."""
    found = chance(-2, line=11, cards=1, down=4)
    assert ONE * 3 // 54 - ROUNDED <= found <= ONE // 5


@pytest.mark.parametrize(
    ("cards", "theirs", "down"),
    [(4, 0, 1), (3, 1, 1), (2, 2, 1), (1, 3, 1), (3, 0, 2), (2, 1, 2), (1, 1, 3), (1, 0, 4)],
)
def test_a_leader_with_a_down_for_each_card_and_time_out_of_the_others_kneels_and_has_won(
    cards: int, theirs: int, down: int
) -> None:
    """BF-113, BF-181: each time out is one more play. Kneels on as many downs end the match, from line 6 to line 2."""
    assert cards + theirs == 5 - down
    at = {"line": 6, "marker": 10, "cards": cards, "down": down, "time_outs": (0, theirs)}
    assert chance(1, **at) == ONE
    assert worth(KNEEL, 1, **at) > worth(GO, 1, **at)


@pytest.mark.parametrize(("cards", "theirs", "down"), [(4, 1, 1), (3, 2, 1), (2, 3, 1), (4, 0, 2), (2, 0, 4)])
def test_one_play_more_than_downs_and_a_lead_of_one_is_not_won(cards: int, theirs: int, down: int) -> None:
    """The other side gets the ball for a play after the last kneel or punt."""
    assert chance(1, line=6, marker=10, cards=cards, down=down, time_outs=(0, theirs)) < 0.97 * ONE


def test_nine_behind_with_the_last_card_is_lost() -> None:
    """A touchdown and a two-point try are eight points."""
    assert chance(-9, line=19, cards=1) == 0
    assert chance(-8, line=19, cards=1) > 0


def test_behind_when_the_other_side_has_the_last_card_and_nobody_a_time_out_is_lost() -> None:
    """Three kneels are enough for three cards. Edition 2's table gave up to 1.5%."""
    for lead in range(1, 20):
        assert chance(lead, line=5, marker=10, cards=1) == ONE


def test_after_the_last_card_a_try_decides() -> None:
    """BF-124, BF-125: 51 kicks in 54 are good, and 246 two-point tries in 1,000. One behind, a kick ties: 47.2%. Two
    behind, only two points tie: 12.3%. Three behind is lost, and one ahead is won unless a blocked kick comes back.
    """
    at: dict[str, Any] = {"phase": "try", "cards": 0}
    assert abs(chance(-1, **at) - ONE * 51 // 108) <= ROUNDED
    assert abs(chance(-2, **at) - ONE * 246 // 2000) <= ROUNDED
    assert chance(-3, **at) == 0
    assert chance(3, **at) == ONE
    assert ONE * 51 // 54 <= chance(0, **at) <= ONE * (51 + 1.5) // 54  # after a missed kick it is tied


def test_a_tie_after_the_last_card_is_worth_a_half() -> None:
    s = standing(0, cards=0)
    s.phase, s.then = terms.BETWEEN, terms.CALL
    assert chance_to_win(s, CONFIG, 0) == ONE // 2


def test_one_point_ahead_of_the_clock_s_last_card_a_field_goal_is_better_than_a_punt() -> None:
    """Seed 105, the Sharks against the Eclipse, 16:17: fourth and 1 on the 25, two cards and all time outs left. After
    a punt, a field goal beats the Eclipse. After a field goal of its own (46 of 54 have 5 or more), it takes a
    touchdown. Edition 2's table wanted the punt.
    """
    at = {"line": 15, "marker": 16, "down": 4, "cards": 2, "time_outs": (3, 3)}
    assert worth(FIELD_GOAL, 1, **at) > worth(PUNT, 1, **at)
    assert worth(GO, 1, **at) > worth(FIELD_GOAL, 1, **at)


def test_six_behind_with_two_cards_a_field_goal_is_next_to_nothing() -> None:
    """Three behind, the other side kneels its only card away. Only an onside kick (11 in 54) and then a field goal from
    the 50, which nobody may try, or a Hail Mary (3 in 54) are left: 1%.
    """
    at = {"line": 15, "marker": 16, "down": 4, "cards": 2}
    assert worth(FIELD_GOAL, -6, **at) < 0.015 * ONE
    assert worth(GO, -6, **at) > 0.1 * ONE
    s = standing(-6, config=SHEET, **at)
    assert best_answers.unless_thrown_away(s, SHEET, 0, FIELD_GOAL) == GO


def test_a_punt_with_one_s_own_last_time_out_gains_nothing_if_the_others_can_kneel() -> None:
    """One behind on fourth and 1 with two cards and a time out: after the punt, the other side has one card, and a time
    out makes it two kneels. Edition 2's table gave the punt 9%.
    """
    at = {"line": 15, "marker": 16, "down": 4, "cards": 2, "time_outs": (1, 0)}
    assert worth(PUNT, -1, **at) < 0.01 * ONE
    assert worth(FIELD_GOAL, -1, **at) > 0.75 * ONE


def test_in_overtime_three_ahead_with_the_ball_and_a_down_for_each_card_a_side_has_won() -> None:
    """BF-R31: out of cards, the leader wins. A side that recovers its onside kick after a field goal kneels."""
    assert chance(3, line=10, cards=4, quarter=5) == ONE
    assert chance(3, line=10, cards=4, quarter=5, time_outs=(0, 1)) < ONE


def test_in_overtime_a_field_goal_of_the_second_side_wins_a_level_match() -> None:
    """BF-188, BF-189: both sides have had the ball then. From the 15, 51 kicks in 54 are good; 3 are blocked."""
    s = standing(0, line=17, cards=1, down=4, quarter=5)
    s.had_ball = [0, 1]
    found = chance_to_win(s, CONFIG, 0)
    assert ONE * 51 // 54 <= found <= ONE * (51 + 1.5) // 54 + ROUNDED
    s = standing(-3, line=17, cards=1, down=4, quarter=5)  # a field goal ties, and the cards are gone: a draw
    s.had_ball = [0, 1]
    assert abs(chance_to_win(s, CONFIG, 0) - ONE * 51 // 108) <= ROUNDED


def test_in_overtime_a_lead_after_both_sides_had_the_ball_has_won_at_the_end_too() -> None:
    for lead, wanted in ((-3, 0), (3, ONE)):
        s = standing(lead, line=10, cards=3, quarter=5)
        s.had_ball = [1, 1]
        assert chance_to_win(s, CONFIG, 0) == wanted


def test_a_free_kick_against_the_last_card_needs_a_lead_of_seventeen_to_be_safe() -> None:
    """BF-139: the return is a breakaway, so it may score eight points without a card of the clock. An onside kick, the
    last card and two points would be eight more. A deep kickoff is returned once, never in a chain: nine are safe.
    """
    assert chance(17, "free kick", cards=1) == ONE
    assert 0.99 * ONE < chance(9, "free kick", cards=1) < ONE
    assert chance(9, "kickoff", cards=1) == ONE
    assert chance(3, "free kick", cards=1) < chance(3, "kickoff", cards=1)


@pytest.mark.parametrize(
    ("lead", "at", "buys"),
    [
        (0, {"line": 16, "marker": 20}, False),  # a field goal from the 20 ends the match
        (-1, {"line": 16, "marker": 20}, False),
        (-3, {"line": 16, "marker": 20, "down": 4}, False),  # it ties, and no time is left to answer
        (-3, {"line": 16, "marker": 20}, True),  # one more play may win, and the field goal can wait
        (-4, {"line": 16, "marker": 20}, True),  # it needs a touchdown, and one more play to make it
        (-1, {"line": 8, "marker": 10}, True),  # out of range
        (0, {"line": 6, "marker": 16, "down": 4}, False),  # after a punt the other side has the last card
        (0, {"line": 10, "marker": 16}, True),
        (1, {"line": 10, "marker": 16}, False),  # BF-231: ahead, it spends none
    ],
)
def test_a_sheet_spends_its_time_outs_before_the_last_card_unless_ending_the_match_is_better(
    lead: int, at: dict[str, int], buys: bool
) -> None:
    """BF-230, BF-231. In edition 3, it always spent them unless it was ahead."""
    s = standing(lead, config=SHEET, cards=1, time_outs=(1, 0), **at)
    assert best_answers.buys_time(s, SHEET) is buys
    assert best_answers.buys_time(s, third()) is (lead <= 0)


def third() -> FootballConfig:
    """The same teams under edition 3."""
    config = copy(SHEET)
    config.late_sense = ThirdFootballConfig().late_sense
    return config


# --- The fourth-down die.


@pytest.mark.parametrize(
    ("lead", "says", "does", "at"),
    [
        (-5, FIELD_GOAL, GO, {"line": 18, "marker": 20, "cards": 4}),  # two behind is not enough
        (-6, FIELD_GOAL, GO, {"line": 15, "marker": 16, "cards": 2, "time_outs": (3, 3)}),
        (-1, PUNT, GO, {"line": 8, "marker": 10, "cards": 2, "time_outs": (3, 0)}),
    ],
)
def test_a_losing_sheet_does_not_give_away_40_percent_of_its_chance(
    lead: int, says: int, does: int, at: dict[str, Any]
) -> None:
    """BF-R51: each of these answers of the die costs less than 20 points, but at least five and 40% of the chance.
    Edition 3 obeyed them. Ahead or level, the die is obeyed as before.
    """
    at = {"down": 4, **at}
    costs = worth(does, lead, **at) - worth(says, lead, **at)
    assert best_answers.NOTICED <= costs < best_answers.COSTLY
    s = standing(lead, config=SHEET, **at)
    assert best_answers.unless_thrown_away(s, SHEET, 0, says) == does
    assert best_answers.unless_thrown_away(s, third(), 0, says) == says


@pytest.mark.parametrize(
    ("lead", "says", "at"),
    [
        (-3, GO, {"line": 18, "marker": 20, "cards": 3}),  # a field goal would tie: 42% to win against 27%
        (-3, PUNT, {"line": 8, "marker": 10, "cards": 3, "time_outs": (3, 3)}),  # going for it: 14% against 9%
    ],
)
def test_a_losing_sheet_obeys_a_die_that_costs_less_than_20_points_and_less_than_40_percent(
    lead: int, says: int, at: dict[str, Any]
) -> None:
    """BF-R51: the document's die decides unless it throws the match away."""
    s = standing(lead, config=SHEET, **{"down": 4, **at})
    assert best_answers.unless_thrown_away(s, SHEET, 0, says) == says


def test_a_sheet_throws_no_hail_mary_where_a_field_goal_is_enough() -> None:
    """BF-175: one behind on the 20 with two cards. Four behind, or out of range, it may have to."""
    at = {"line": 16, "marker": 20, "down": 3, "cards": 2, "time_outs": (0, 1)}
    s = standing(-1, config=SHEET, **at)
    assert best_answers.best_answer(s, SHEET, 0) == GO
    assert best_answers.best_answer(s, third(), 0) == HAIL_MARY
    assert best_answers.is_kick_enough(s, SHEET)
    assert not best_answers.is_kick_enough(standing(-4, config=SHEET, **at), SHEET)
    assert not best_answers.is_kick_enough(standing(-1, config=SHEET, **{**at, "line": 12}), SHEET)


def test_a_die_is_overruled_from_a_cost_of_20_points_on() -> None:
    """BF-R51: tied, fourth and 6 on the own 20. With two cards left, going for it costs more than 20 points, and the
    die is overruled. With six cards it costs less, and the die is obeyed.
    """
    for cards, wanted in ((2, PUNT), (6, GO)):
        at = {"line": 4, "marker": 10, "down": 4, "cards": cards}
        costs = worth(PUNT, 0, **at) - worth(GO, 0, **at)
        assert (costs >= best_answers.COSTLY) is (wanted == PUNT), costs
        assert best_answers.unless_thrown_away(standing(0, config=SHEET, **at), SHEET, 0, GO) == wanted


def test_a_die_is_obeyed_before_the_last_plays_of_a_half() -> None:
    at = {"line": 2, "marker": 4, "down": 4, "cards": 9}
    for quarter in (2, 4):
        s = standing(1, config=SHEET, quarter=quarter, **at)
        assert best_answers.unless_thrown_away(s, SHEET, 0, GO) == GO


def test_a_losing_team_may_throw_a_hail_mary_before_the_last_card() -> None:
    """BF-175: seven behind with two cards on its own 20, with a Hail Mary every card of the deck would be caught."""
    s = standing(-7, config=SHEET, line=4, marker=10, cards=2)
    s.deck = [count if SHEET.field_goal[card] == 9 else 0 for card, count in enumerate(s.deck)]
    assert best_answers.best_answer(s, SHEET, 0) == HAIL_MARY
    s.score = [47, 40]
    assert best_answers.best_answer(s, SHEET, 0) != HAIL_MARY


def test_a_kicker_is_iced_for_a_small_gain_if_the_time_out_is_worth_nothing_more() -> None:
    """BF-195, BF-198: the last card's field goal from the 15 decides. Ice takes the two kicks with value 3, 3.7%."""
    config = resolve("fire", "lightning", sheets=(1,))[0]
    s = standing(-2, config=config, line=17, cards=1, time_outs=(0, 1))
    s.deck = [count if config.field_goal[card] != 3 else 0 for card, count in enumerate(s.deck)]
    s.phase = terms.ICE
    s.card[0] = [terms.DISCARDED] * terms.CARDS
    assert best_answers.best_answer(s, config, 1) == 0, "no card has a 3, so ice changes nothing"
    s.deck = list(config.copies)
    assert best_answers.best_answer(s, config, 1) == 1


# --- Laws of the table.


@given(at=DOWNS, time_outs=TIME_OUTS, phase=PHASES, lead=any_of.integers(-30, 29))
def test_a_larger_lead_is_never_worse_at_the_end_of_a_half(
    at: dict[str, int], time_outs: tuple[int, int], phase: str, lead: int
) -> None:
    at = {**at, "time_outs": time_outs}
    phase = "down" if phase == "try" and at["quarter"] == 5 else phase
    assert chance(lead, phase, **at) <= chance(lead + 1, phase, **at)


@given(at=DOWNS, mine=any_of.integers(0, 2), theirs=any_of.integers(0, 3), phase=PHASES, lead=any_of.integers(-30, 30))
def test_one_more_time_out_of_one_s_own_is_never_worse_at_the_end_of_a_half(
    at: dict[str, int], mine: int, theirs: int, phase: str, lead: int
) -> None:
    phase = "down" if phase == "try" and at["quarter"] == 5 else phase
    assert chance(lead, phase, time_outs=(mine, theirs), **at) <= chance(
        lead, phase, time_outs=(mine + 1, theirs), **at
    )
    assert chance(lead, phase, time_outs=(theirs, mine), **at) >= chance(
        lead, phase, time_outs=(theirs, mine + 1), **at
    )


@given(at=DOWNS, time_outs=TIME_OUTS, phase=PHASES, lead=any_of.integers(-30, 30))
def test_the_chances_of_both_sides_add_up_to_one_at_the_end_of_a_half(
    at: dict[str, int], time_outs: tuple[int, int], phase: str, lead: int
) -> None:
    s = standing(lead, phase, time_outs=time_outs, **at)
    assert chance_to_win(s, CONFIG, 0) + chance_to_win(s, CONFIG, 1) == ONE


def test_both_tables_together_have_at_most_a_megabyte_and_a_half() -> None:
    assert sum((DATA / name).stat().st_size for name in ("winning.toml", "endings.toml")) <= 1_500_000
    assert load(DATA / "endings.toml").hash[:8] in GAME.edition


# --- Editions.


def test_matches_of_earlier_editions_are_judged_by_their_own_table() -> None:
    """One table judges the whole match in editions 1 and 2; the solved one also knows who has the last card."""
    s = standing(1, line=6, marker=10, cards=4)
    for kind in (SecondFootballConfig, FirstFootballConfig):
        before = copy(CONFIG)
        before.endings = kind().endings
        assert before.endings == 0
        assert not win_chances.is_ending(s, before)
        assert chance_to_win(s, before, 0) != chance_to_win(s, CONFIG, 0) == ONE


def test_a_match_of_an_earlier_edition_goes_on_by_the_newest() -> None:
    """Its stored config lacks the fields of later editions, so each edition takes its own defaults."""
    from breakaway.records.replay import load_config

    stored = to_json(SecondFootballConfig(**{name: getattr(CONFIG, name) for name in to_json(CONFIG)}))
    del stored["endings"], stored["late_sense"], stored["blocks_taken"], stored["abilities_mended"]
    assert load_config(GAME, stored).endings == 1
    assert [load_config(each, stored).endings for each in GAME.earlier] == [1, 1, 0, 0]
    assert [load_config(each, stored).late_sense for each in (GAME, *GAME.earlier)] == [1, 1, 0, 0, 0]
    for name in ("blocks_taken", "abilities_mended"):
        assert [getattr(load_config(each, stored), name) for each in (GAME, *GAME.earlier)] == [1, 0, 0, 0, 0]
    assert [each.edition[0] for each in (GAME, *GAME.earlier)] == ["5", "4", "3", "2", "1"]
