"""Football's table of win chances against matches that it has not seen, played by compiled rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tools import winning_football
from tools.winning_measure import Sample, deciles, log_loss, plain, sample

from breakaway.games import registry as games
from breakaway.games.football.rules.winning import chance_to_win
from breakaway.lab.compiled import driver, make_rules_compilable
from breakaway.lab.records import put, records, to_record

from .foretold import states_of

MATCHES, SEED = 3000, 11
POINTS = 0.015  # what the table may be off in any tenth of the chances
SURE = 3.3  # standard errors of so small a sample


@pytest.fixture(scope="module")
def unseen() -> Sample:
    """Situations of matches with a seed that nothing was learnt from."""
    return sample("football", winning_football, MATCHES, SEED)


@pytest.mark.slow
def test_in_each_tenth_of_the_chances_as_many_win_as_the_table_says(unseen: Sample) -> None:
    found = deciles(unseen)
    assert len(found) == 10
    for chance, won, _rows, error in found:
        assert abs(won - chance) <= POINTS + SURE * error, (chance, won, error)


@pytest.mark.slow
def test_the_table_foretells_better_than_a_logistic_regression_on_score_and_clock(unseen: Sample) -> None:
    other = plain(winning_football, unseen, unseen)  # fitted to these very matches, which only helps it
    assert log_loss(unseen.chance, unseen.won) < log_loss(other, unseen.won) - 0.005


@pytest.mark.slow
def test_compiled_code_reads_the_same_chances() -> None:
    game = games.find("football")
    make_rules_compilable(game)

    def look_up(states: Any, configs: Any, out: Any) -> None:
        for i in range(len(states)):
            out[i] = chance_to_win(states[i], configs[0], 0)

    compiled = driver(game, look_up)
    for seed in range(60, 63):
        config, states = states_of(seed, overtime=1, **({"sheet": [1, 1]} if seed % 2 else {}))
        stored, out = records(game.state, len(states)), np.zeros(len(states), np.int64)
        for i, state in enumerate(states):
            put(state, stored, i)
        compiled(stored, to_record(config), out)
        assert out.tolist() == [chance_to_win(state, config, 0) for state in states]
