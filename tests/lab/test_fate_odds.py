"""The exact odds of FATE football's calls are those of the specification (section 5), to four decimals."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from breakaway.core.chance import FATE_WEIGHTS
from breakaway.core.data_files import BadData
from breakaway.core.odds import after_step
from breakaway.display.document import Line
from breakaway.display.renderers import drawn
from breakaway.games.fate.files import resolve
from breakaway.games.fate.game import GAME
from breakaway.games.fate.lab.odds import CALLS, answer, as_parts, as_table, odds_of
from breakaway.games.fate.rules import kicks
from breakaway.games.fate.rules.kicks import is_good
from breakaway.games.fate.rules.state import Fate
from breakaway.games.fate.rules.terms import GOAL, KICK_SPOT, RAN

PLAIN = odds_of(resolve()[0])
DEFENSES = ("run", "neutral", "pass", "prevent", "blitz")


@cache
def advanced_odds():
    return odds_of(resolve({"advanced": True})[0])


YARDS = {
    "run_inside": "2.3526 4.0220 4.0220 4.0220 4.0220",
    "run_outside": "1.3543 4.0804 4.0804 4.0804 4.0804",
    "screen": "3.6270 4.8864 6.5991 8.9164 8.9164",
    "quick": "4.2040 4.2040 2.6065 4.2040 6.3901",
    "short": "11.1437 7.6062 7.6062 4.2030 2.4843",
    "long": "23.5785 8.8832 8.8832 1.0662 5.8077",
    "play_action_short": "13.8559 7.6062 4.2030 0.5054 2.4843",
    "play_action_long": "29.3269 8.8832 3.7151 0.0000 5.8077",
}


@pytest.mark.parametrize("call", YARDS)
def test_expected_yards_come_out_to_four_decimals(call):
    assert " ".join(f"{float(PLAIN[call][each].yards):.4f}" for each in DEFENSES) == YARDS[call]


def test_a_draw_is_the_run_with_the_sum_of_both_cells():
    """Run Inside -1 0 0 0 0 and Draw +1 0 -1 -1 +2: 0, 0, -1, -1, +2 (FF-G4)."""
    inside = PLAIN["draw_inside"]
    assert inside["run"].yards == inside["neutral"].yards == PLAIN["run_inside"]["neutral"].yards
    assert inside["pass"].yards == inside["prevent"].yards == PLAIN["run_inside"]["run"].yards


def test_short_against_run_is_complete_in_4546_of_6561():
    """Beaten by 0 and more, 50/81; tied by -1, 16/81, and then by +1 and more in the rush: 31/81."""
    odd = PLAIN["short"]["run"]
    assert odd.complete == Fraction(50, 81) + Fraction(16, 81) * Fraction(31, 81) == Fraction(4546, 6561)
    assert odd.sacked == Fraction(16, 81) * Fraction(1 + 4, 81)
    assert odd.intercepted == 0


def test_a_screen_is_intercepted_by_the_lowest_roll_alone_and_by_two_of_them_against_run():
    assert PLAIN["screen"]["neutral"].intercepted == Fraction(1, 81)
    assert PLAIN["screen"]["run"].intercepted == Fraction(5, 81)


def test_the_mixes_in_balance_are_those_of_the_specification():
    found = as_table({name: row for name, row in PLAIN.items() if not name.startswith("draw")})["equilibrium"]
    assert f"{found['value']:.4f}" == "6.3189"
    assert {name: f"{p:.4f}" for name, p in found["offence"].items()} == {
        "screen": "0.5318",
        "short": "0.3436",
        "long": "0.1246",
    }
    assert {name: f"{p:.4f}" for name, p in found["defence"].items()} == {
        "neutral": "0.6445",
        "prevent": "0.3103",
        "blitz": "0.0452",
    }


def test_the_mixes_in_balance_are_printed_for_the_offense_and_the_defense():
    """The keys of the JSON keep their older spelling."""
    said = [part.label.strip() for part in as_parts(PLAIN) if isinstance(part, Line) and part.label]
    assert said[-2:] == ["offense:", "defense:"]


def test_the_json_has_all_ten_calls_with_decimals_and_exact_fractions():
    told = answer(lambda: (resolve()[0], {}), {}, False, True)
    assert set(told["calls"]) == set(CALLS)
    cell = told["calls"]["short"]["run"]
    assert (cell["yards"], cell["complete"]) == (11.143673, 0.692882)
    assert cell["exact"]["complete"] == "4546/6561"
    assert set(told["equilibrium"]) == {"value", "offence", "defence"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("house", "call", "defense", "yards"),
    [
        # +3 inside ends at 9: 2.3526 of the roll without the chain; worked out cell by cell below
        ({"sack": "total"}, "short", "blitz", PLAIN["short"]["blitz"].yards + Fraction(-1 * 1 + 0 * 4 + 1 * 10, 81)),
        ({"overlay": "replace"}, "draw_inside", "pass", PLAIN["run_inside"]["run"].yards),
        ({"screen_gains_only": True}, "run_inside", "run", PLAIN["run_inside"]["run"].yards),
    ],
)
def test_house_rules_change_the_odds_as_they_change_play(house, call, defense, yards):
    """A sack of 4 and the total loses 8, 7 and 6 instead of 7: one yard more of 1/81, one less of 10/81 (FF-G9)."""
    assert odds_of(resolve(house)[0])[call][defense].yards == yards


def test_where_draw_goes_inside_only_there_are_no_odds_of_draw_outside():
    assert "draw_outside" not in odds_of(resolve({"draw_inside_only": True})[0])


def test_the_table_ends_a_run_of_plus_three_at_its_printed_cell():
    """FF-G1: weights 1 4 10 16 19 16 10 4 1 times -1 0 1 2 3 5 7 9, and the chain at +4 alone."""
    found = odds_of(resolve({"chain": "table"})[0])["run_inside"]["neutral"].yards
    first = (-1, 0, 1, 2, 3, 5, 7, 9)
    short = (10, 11, 12, 13, 14, 16, 18, 20)
    long = (20, 22, 25, 30, 35, 40, 45, 50, 60)
    chain = sum(w * y for w, y in zip(FATE_WEIGHTS, long, strict=True)) * Fraction(1, 81)
    middle = (sum(w * y for w, y in zip(FATE_WEIGHTS, short, strict=False)) + chain) / 81
    assert found == (sum(w * y for w, y in zip(FATE_WEIGHTS, first, strict=False)) + middle) / 81


def test_field_goals_are_good_as_often_as_the_specification_says():
    config = resolve()[0]
    rates = [
        100
        * Fraction(sum(w for total, w in zip(range(-4, 5), FATE_WEIGHTS, strict=True) if is_good(config, total, b)), 81)
        for b in range(8)
    ]
    said = "98.7654 93.8272 81.4815 61.7284 38.2716 18.5185 6.1728 1.2346"
    assert " ".join(f"{float(rate):.4f}" for rate in rates) == said


def test_kickoffs_give_touchbacks_and_touchdowns_as_the_specification_says():
    """31/81 touchbacks, 50/6561 touchdowns, a mean start of 23.3436 where no touchdown is scored."""
    config = resolve()[0]
    s = GAME.start(config)
    kicks.prepare_kickoff(s, config, 0)
    assert s.phase == KICK_SPOT
    touchbacks, touchdowns, yards = Fraction(0), Fraction(0), Fraction(0)
    for after, p in after_step(GAME, s, config, []).values():
        if after.phase != s.phase + 1:
            touchbacks += p
            yards += 20 * p
            continue
        for end, q in after_step(GAME, after, config, []).values():
            touchdowns += p * q if end.spot == 0 else 0
            yards += p * q * (GOAL - end.spot) if end.spot else 0
    assert (touchbacks, touchdowns) == (Fraction(31, 81), Fraction(50, 6561))
    assert f"{float(yards / (1 - touchdowns)):.4f}" == "23.3436"


@pytest.mark.slow
def test_in_the_advanced_game_incompletions_are_intercepted_too():
    """FF-119: a Quick pass 1/81 of its incompletions, and no screen more than before."""
    odds = advanced_odds()
    incomplete = 1 - odds["quick"]["neutral"].complete - odds["quick"]["neutral"].intercepted
    assert odds["quick"]["neutral"].intercepted == incomplete / 80
    assert odds["screen"]["neutral"].intercepted == Fraction(1, 81)


def test_runs_have_no_completions():
    assert all(odd.complete == 0 for name in ("run_inside", "run_outside") for odd in PLAIN[name].values())
    assert Fate().result != RAN


@pytest.mark.slow
def test_short_against_blitz_is_a_pass_rush_and_no_contest_changes_it():
    """FF-066, FF-072, FF-G32: the Pass Rush has no contest, nor has the quarterback's run."""
    same_roll = odds_of(resolve({"advanced": True, "same_roll": True})[0])
    for odds in (PLAIN, advanced_odds(), same_roll):
        assert f"{float(odds['short']['blitz'].yards):.4f}" == "2.4843"


def asked(**typed):
    return answer(lambda: (resolve()[0], {}), typed, False, True)


def test_on_fourth_down_the_line_to_gain_counts_and_yards_end_at_the_goal_line():
    """Run Inside against Neutral from the 2: -1 and more makes it, 66 of 81; -3 and -2 gain 0 and 1, -4 loses 1."""
    told = asked(ball="opp 2", down=4)
    assert told["situation"] == {"ball": "opp 2", "down": 4, "to_go": 2, "two_point": False, "field_ends": True}
    cell = told["calls"]["run_inside"]["neutral"]["exact"]
    assert cell["made"] == str(Fraction(66, 81))
    assert cell["yards"] == str(Fraction(66 * 2 + 10 * 1 + 4 * 0 - 1, 81))
    assert "long" not in told["calls"]
    assert 0 < told["equilibrium"]["value"] < 1


def test_a_two_point_try_is_a_play_from_the_2():
    told = asked(two_point=True)
    assert told["calls"]["run_inside"]["neutral"]["exact"]["made"] == str(Fraction(66, 81))
    text = "\n".join(drawn(answer(lambda: (resolve()[0], {}), {"two_point": True}, False, False), 80, False))
    assert "A two-point try from the 2" in text
    assert "If only the two points matter" in text


@pytest.mark.slow
def test_the_distance_decides_what_is_made():
    """Quick against Neutral completes above -1; of the cells 1 2 3 4 5 6 8 LG LG, 3 is made from -2 on, 5 from 0 on."""
    complete = Fraction(50, 81)
    assert asked(to_go=3)["calls"]["quick"]["neutral"]["exact"]["made"] == str(complete * Fraction(76, 81))
    assert asked(to_go=5, down=3)["calls"]["quick"]["neutral"]["exact"]["made"] == str(complete * Fraction(50, 81))


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"abilities": True}, "--abilities: FATE has ratings instead: --option advanced=true"),
        ({"team": ("Ants",)}, "--team: names do not change odds; ratings come from rosters: --teams FILE,FILE"),
        ({"versus": "Ants"}, "--versus: names do not change odds"),
        ({"quarter": 6}, "--quarter: expected 1 to 4, or 5 for overtime, not 6"),
        ({"score": "7"}, "--score: expected the offense's points first, as in 7-10, not '7'"),
        ({"time_outs": "1,1"}, "--time-outs: this does not change"),
        ({"deck": "run +2"}, "--deck: FATE has no cards"),
        ({"flags": "1,0"}, "--flags: FATE has no challenge flags"),
        ({"ball": "opp 60"}, "--ball: expected 'own 1'"),
        ({"down": 5}, "--down: expected a whole number from 1 to 4, not 5"),
        ({"to_go": 11, "ball": "opp 10"}, "--to-go: expected a number of yards from 1 to 10"),
        ({"two_point": True, "down": 2}, "--two-point: a try is played from the 2; leave out --ball"),
    ],
)
def test_an_option_that_fate_has_no_use_for_is_refused_by_name(typed, says):
    with pytest.raises(BadData, match=says):
        asked(**typed)


def test_without_two_point_tries_there_are_no_odds_of_one():
    with pytest.raises(BadData, match="does not allow two-point tries"):
        answer(lambda: (resolve({"two_point": False})[0], {}), {"two_point": True}, False, True)


def test_the_answer_has_the_chance_of_winning_of_every_call_against_every_defense():
    config = resolve()[0]
    typed = {"ball": "opp 3", "down": 1, "to_go": 3, "quarter": 4}
    found = {
        score: answer(lambda: (config, {}), {**typed, "score": score}, False, True)["wins"] for score in ("0-3", "7-3")
    }
    assert set(found["0-3"]) <= set(CALLS)
    assert "long" not in found["0-3"]  # the goal line is too near
    for call, row in found["0-3"].items():
        for defense, chance in row.items():
            assert 0 < chance < found["7-3"][call][defense] < 1
