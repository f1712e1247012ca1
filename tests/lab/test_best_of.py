"""The best answer comes out the same compiled as interpreted, and leaves the state as it was."""

from __future__ import annotations

import numpy as np
import pytest

from breakaway.core.state import digest
from breakaway.games.football.game import GAME
from breakaway.games.football.rules.best_answers import best_of, worth_of
from breakaway.games.football.rules.terms import DEFENSE_PICK, KICK_EFFECT, OFFENSE_PICK, PENALTY, TOSS

from .best_questions import questions_of_matches

MATCHES = 60
FREE = (TOSS, PENALTY, OFFENSE_PICK, DEFENSE_PICK, KICK_EFFECT)  # questions whose answers cost nothing


@pytest.mark.slow
def test_the_best_answer_is_the_same_interpreted_and_compiled():
    from breakaway.lab.compiling import driver, make_rules_compilable, to_record

    make_rules_compilable(GAME)

    def judged(states, configs, seat, options, worth):
        for code in range(6):
            if options >> code & 1:
                worth[code] = worth_of(states[0], configs[0], seat, code)
        return best_of(states[0], configs[0], seat, options)

    compiled, found = driver(GAME, judged), 0
    for config, s, seat, options in questions_of_matches(range(MATCHES)):
        before, worth, states = digest(s), np.zeros(6, np.int64), to_record(s)
        unchanged = states.copy()
        assert compiled(states, to_record(config), seat, options, worth) == best_of(s, config, seat, options)
        assert worth.tolist() == [worth_of(s, config, seat, code) if options >> code & 1 else 0 for code in range(6)]
        assert digest(s) == before
        assert states == unchanged
        found += 1
    assert found > 20 * MATCHES


def test_both_sides_chances_of_an_answer_add_up_to_one():
    for config, s, seat, options in questions_of_matches([1]):
        for code in range(2):
            if options >> code & 1 and s.phase in FREE:  # a flag and a time out have a price of their own
                assert abs(worth_of(s, config, seat, code) + worth_of(s, config, 1 - seat, code) - 1_000_000) <= 2
