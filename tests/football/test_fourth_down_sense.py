"""A fourth-down die decides unless its answer throws the match away. Where it is overruled, and where it is not."""

from __future__ import annotations

from typing import Any

from breakaway.core.chance import scripted
from breakaway.games.football.files.config import resolve
from breakaway.games.football.lab.odds import Situation, position
from breakaway.games.football.rules import best_answers, events, solo, win_chances

KICK = 0  # the lowest roll of the die: every team kicks
FROM_45, FROM_40, FROM_15 = 11, 12, 17


def fourth_down(line: int, **at: Any) -> tuple[Any, list[Any]]:
    """The state after the Fire's sheet has declared its action, and what was told."""
    config = resolve("fire", "lightning", sheets=(0,))[0]
    s = position(config, Situation(down=4, line=line, **at))
    log: list[Any] = []
    solo.declare_play(s, config, scripted([KICK]), log)
    return s, log


def rolled(log: list[Any]) -> bool:
    return any(event.rule == events.FOURTH_DOWN_ROLLED for event in log)


def test_a_kick_from_the_45_is_worth_what_the_card_makes_of_it_not_a_field_goal_alone() -> None:
    """BF-234: the card is drawn first, and then the better of field goal and punt is taken. With six cards left and
    eight points behind, that is far from hopeless, so the die's answer stands.
    """
    s, log = fourth_down(FROM_45, quarter=4, score=(0, 8), cards=6, time_outs=(0, 0))
    assert rolled(log)
    assert s.weighed == 1


def test_a_fourth_down_that_a_time_out_makes_untimed_is_rolled_for() -> None:
    """BF-230, BF-231: only "when the time outs remaining reaches 0" is the final card a run, a pass or a field goal."""
    s, log = fourth_down(FROM_40, quarter=2, cards=1, time_outs=(1, 3))
    assert rolled(log)
    assert s.weighed == 1
    _, log = fourth_down(FROM_40, quarter=2, cards=1, time_outs=(0, 3))
    assert not rolled(log)


def test_a_hail_mary_that_a_house_rule_forbids_saves_no_match() -> None:
    """BF-R47: near the goal, eight points behind with the last card. All cards left would be catches."""
    for house, is_allowed in (({}, True), ({"hail_mary_not_near": True}, False)):
        config = resolve("fire", "lightning", sheets=(0,), house=house)[0]
        s = position(config, Situation(down=4, line=FROM_15, quarter=4, score=(0, 8), cards=1, time_outs=(0, 0)))
        s.deck = [count if config.field_goal[card] == 9 else 0 for card, count in enumerate(s.deck)]
        found = best_answers.unless_thrown_away(s, config, 0, win_chances.FIELD_GOAL)
        assert (found == win_chances.HAIL_MARY) is is_allowed


def test_with_the_game_on_the_line_a_field_goal_never_becomes_a_punt() -> None:
    """BF-235: no card that is left reaches from the 45, but the sheet "kicks the field goal instead of punting"."""
    config = resolve("fire", "lightning", sheets=(0,))[0]
    for cards in (1, 2):
        s = position(config, Situation(down=4, line=FROM_45, quarter=4, score=(0, 3), cards=cards, time_outs=(3, 3)))
        s.deck = [0 if config.field_goal[card] >= 9 else count for card, count in enumerate(s.deck)]
        found = best_answers.unless_thrown_away(s, config, 0, win_chances.FIELD_GOAL)
        assert found not in (win_chances.PUNT, win_chances.COFFIN)


def test_a_punt_longer_than_the_field_is_a_touchback_in_the_odds_too() -> None:
    """BF-156: cards of one's own may have punts of 19 lines, and an ability adds to them."""
    config = resolve("fire", "lightning", sheets=(0,))[0]
    config.punt = [19] * len(config.punt)
    s = position(config, Situation(down=4, line=3, quarter=4, score=(0, 3), cards=8))
    long = win_chances.action_chance(s, config, 0, win_chances.PUNT)
    config.punt = [17] * len(config.punt)
    s = position(config, Situation(down=4, line=3, quarter=4, score=(0, 3), cards=8))
    assert win_chances.action_chance(s, config, 0, win_chances.PUNT) == long, "each lands in the end zone"
