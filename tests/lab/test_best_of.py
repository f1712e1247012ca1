"""The best answer comes out the same compiled as interpreted, and leaves the state as it was."""

from __future__ import annotations

import numpy as np
import pytest

from breakaway.core.chance import sampled, start_step
from breakaway.core.game import blank_orders
from breakaway.core.state import copy, digest
from breakaway.games.football.game import GAME
from breakaway.games.football.rules.best_of import FIRST, answers, best_of, worth_of
from breakaway.games.football.rules.contract import asked
from breakaway.games.football.rules.terms import OVER, SEATS

from ..core.random_matches import random_config

MATCHES = 60


def questions(config, seed):
    """The states of a match between sheets in which a question has several answers, each with the answers as bits."""
    s, chance = GAME.start(config), sampled(seed)
    while s.phase != OVER:
        seat = asked(s)
        if seat < SEATS and answers(s, config, seat) != FIRST:
            yield copy(s), seat, answers(s, config, seat)
        start_step(chance)
        GAME.step(s, config, blank_orders(GAME), chance, None)


@pytest.mark.slow
def test_the_best_answer_is_the_same_interpreted_and_compiled():
    from breakaway.lab.compiled import driver, make_rules_compilable
    from breakaway.lab.records import to_record

    make_rules_compilable(GAME)

    def judged(states, configs, seat, options, worth):
        for code in range(3):
            if options >> code & 1:
                worth[code] = worth_of(states[0], configs[0], seat, code)
        return best_of(states[0], configs[0], seat, options)

    compiled, found = driver(GAME, judged), 0
    for seed in range(MATCHES):
        config = random_config(GAME, seed, sheet=[1, 1])
        record = to_record(config)
        for s, seat, options in questions(config, seed):
            before, worth, states = digest(s), np.zeros(3, np.int64), to_record(s)
            unchanged = states.copy()
            assert compiled(states, record, seat, options, worth) == best_of(s, config, seat, options)
            plain = [worth_of(s, config, seat, code) if options >> code & 1 else 0 for code in range(3)]
            assert worth.tolist() == plain
            assert digest(s) == before
            assert states == unchanged
            found += 1
    assert found > 20 * MATCHES


def test_both_sides_chances_of_an_answer_add_up_to_one():
    config = random_config(GAME, 1, sheet=[1, 1])
    for s, seat, options in questions(config, 1):
        for code in range(2):
            if options >> code & 1 and s.phase not in (11, 12):  # a flag has a price of its own
                assert abs(worth_of(s, config, seat, code) + worth_of(s, config, 1 - seat, code) - 1_000_000) <= 2
