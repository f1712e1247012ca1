"""How often a person is asked: few questions a play, and none that cannot matter."""

from __future__ import annotations

import statistics
from collections import Counter

import pytest

from breakaway.core.chance import below, sampled, start_step
from breakaway.core.game import blank_orders, legal, play_on, settle
from breakaway.games.football.files.config import resolve
from breakaway.games.football.game import GAME
from breakaway.games.football.rules import solo, terms, win_chances
from breakaway.games.football.rules.best_answers import best_answer
from breakaway.games.football.rules.interface import INSTRUCTIONS
from breakaway.games.football.rules.state import Football, FootballConfig


def by_chance(s, config, dice):
    """Any legal order."""
    order = []
    for _ in range(GAME.slots(s, config, 0)):
        menu = legal(GAME, s, config, 0, order)
        start_step(dice)
        order.append(menu[below(dice, "choice", len(menu))])
    return order


def carefully(s, config, dice):
    """Plays by chance, kicks on fourth down, calls no time and keeps both flags to the end: asked most often."""
    if s.phase == terms.CALL and s.try_down:
        return [terms.FIELD_GOAL_CALL, 0]
    if s.phase == terms.CALL:
        menu = legal(GAME, s, config, 0, [])
        kick = solo.kick(s, config) + terms.FIELD_GOAL_CALL - win_chances.FIELD_GOAL
        if s.down == 4 and kick in menu:
            return [kick, legal(GAME, s, config, 0, [kick])[0]]
        plays = [code for code in menu if code < terms.PLAYS]
        start_step(dice)
        return [plays[below(dice, "choice", len(plays))], 0]
    if s.phase == terms.DEFENSE:
        return [by_chance(s, config, dice)[0], 0, 0]
    if s.phase in (terms.CHALLENGE, terms.CHALLENGE_DEFENSE, terms.KICK, terms.TIME, terms.ICE):
        return [0]
    if s.phase in (terms.OFFENSE_PICK, terms.DEFENSE_PICK, terms.PENALTY):
        return [best_answer(s, config, 0)]
    return by_chance(s, config, dice)


def questions_a_play(person, seed, asked=None):
    """Questions to the person in a match against the sheet, for each play from scrimmage; `asked` gathers by phase."""
    before = sum(asked.values()) if asked else 0
    config = resolve("lightning", "fire", (1,))[0]
    s, chance, dice = GAME.start(config), sampled(seed), sampled(seed + 999)
    asked = Counter() if asked is None else asked

    def chances(i):
        start_step(chance)
        return chance

    settle(GAME, s, config, chances, None)
    while s.phase != terms.OVER:
        asked[s.phase] += 1
        orders = blank_orders(GAME)
        order = person(s, config, dice)
        orders[0][: len(order)] = order
        play_on(GAME, s, config, orders, chances, None)
    return (sum(asked.values()) - before) / s.plays


@pytest.mark.slow
def test_the_kicker_is_asked_about_its_ability_at_most_once_in_100_plays():
    """BF-R48: only where using it or not makes a difference, and never with the standing instruction."""
    asked = Counter()
    for seed in range(30):
        questions_a_play(carefully, seed, asked)
    assert asked[terms.CALL] > 800
    assert 0 < asked[terms.KICK_EFFECT] <= asked[terms.CALL] / 100
    view, config = Football(phase=terms.KICK_EFFECT), FootballConfig()
    assert INSTRUCTIONS["no kick into a touchback"](view, config, 0) == [0]
    view.phase = terms.ICE
    assert INSTRUCTIONS["no kick into a touchback"](view, config, 0) is None


@pytest.mark.slow
@pytest.mark.parametrize("person", [by_chance, carefully])
def test_against_the_sheet_a_person_is_asked_at_most_1_6_times_a_play_over_200_matches(person):
    assert statistics.mean(questions_a_play(person, seed) for seed in range(200)) <= 1.6


@pytest.mark.parametrize("person", [by_chance, carefully])
def test_a_few_matches_against_the_sheet_are_not_drowned_in_questions(person):
    assert statistics.mean(questions_a_play(person, seed) for seed in range(12)) <= 1.6


@pytest.mark.parametrize(
    ("name", "first_down_at_the_50", "third_down_at_the_50", "third_down_at_the_other_45"),
    [
        ("no last time out", 0, 0, 0),
        ("every last time out", 1, 1, 1),
        ("last time out unless first down", 0, 1, 1),
        ("last time out only outside field-goal range", 1, 1, 0),
    ],
)
def test_standing_instructions_settle_the_defenses_last_time_out_beforehand(
    name, first_down_at_the_50, third_down_at_the_50, third_down_at_the_other_45
):
    """BF-R52. A field goal can be tried from the opponent's 45 (BF-133), line 11, and not from the 50."""
    config = FootballConfig()
    for line, down, answer in (
        (10, 1, first_down_at_the_50),
        (10, 3, third_down_at_the_50),
        (11, 3, third_down_at_the_other_45),
    ):
        assert INSTRUCTIONS[name](Football(phase=terms.TIME, line=line, down=down), config, 1) == [answer]
    assert INSTRUCTIONS[name](Football(phase=terms.CALL), config, 1) is None
