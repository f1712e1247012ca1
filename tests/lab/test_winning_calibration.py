"""Tables of win chances against matches that they have not seen, played by compiled rules."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tools import winning_fate, winning_football
from tools.winning_measure import deciles, log_loss, plain, sample
from tools.winning_played import Foretold

from breakaway.games import manifest as games
from breakaway.games.fate.files import resolve
from breakaway.games.fate.rules.terms import OVER
from breakaway.games.fate.rules.win_chances import chance_to_win as fate_chance
from breakaway.games.fate.rules.win_chances import is_between
from breakaway.games.football.lab.odds import Situation, position
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.win_chances import chance_to_win
from breakaway.lab.compiling import driver, make_rules_compilable, play_interpreted, put, records, to_record
from breakaway.lab.simulate import Threads

from ..depth import DEPTH
from .foretold import states_of

MATCHES, SEED = 1500 * DEPTH, 11
POINTS = 0.015  # what the table may be off in any tenth of the chances
SURE = 3.3  # standard errors of so small a sample


TABLES = {"football": winning_football, "fate": winning_fate}


@pytest.fixture(scope="module", params=TABLES)
def unseen(request: pytest.FixtureRequest) -> tuple[Any, Foretold]:
    """A game, and situations of its matches with a seed that nothing was learned from."""
    game: Any = TABLES[request.param]
    return game, sample(game, MATCHES, SEED, Threads(2))


@pytest.mark.slow
def test_in_each_tenth_of_the_chances_as_many_win_as_the_table_says(unseen: tuple[Any, Foretold]) -> None:
    found = deciles(unseen[1])
    assert len(found) == 10
    for chance, won, _rows, error in found:
        assert abs(won - chance) <= POINTS + SURE * error, (chance, won, error)


@pytest.mark.slow
def test_the_table_foretells_better_than_a_logistic_regression_on_score_and_clock(unseen: tuple[Any, Foretold]) -> None:
    game, seen = unseen
    other = plain(game, seen, seen)  # fitted to these very matches, which only helps it
    assert log_loss(seen.chance, seen.won) < log_loss(other, seen.won) - 0.005


@pytest.mark.slow
@pytest.mark.parametrize(("name", "chance"), [("football", chance_to_win), ("fate", fate_chance)])
def test_compiled_code_reads_the_same_chances(name: str, chance: Any) -> None:
    game = games.find(name)
    make_rules_compilable(game)

    def look_up(states: Any, configs: Any, out: Any) -> None:
        for i in range(len(states)):
            out[i] = chance(states[i], configs[0], 0)

    compiled = driver(game, look_up)
    for seed in range(60, 64):
        config, states = matches_of(name, seed)
        stored, out = records(game.state, len(states)), np.zeros(len(states), np.int64)
        for i, state in enumerate(states):
            put(state, stored, i)
        compiled(stored, to_record(config), out)
        assert out.tolist() == [chance(state, config, 0) for state in states]


def ends_of_halves(config: Any) -> Iterator[Any]:
    """Positions of football with few cards left in a half or in overtime, of all downs and some of everything else."""
    for quarter, cards, down in itertools.product((2, 4, 5), range(10), range(1, 5)):
        line, lead, time_outs = 1 + (7 * cards + down) % 19, (5 * cards + down) % 9 - 4, (cards % 3, down % 3)
        at = Situation(line, down, 0, quarter, (20 + lead, 20), cards=cards, time_outs=time_outs, two_point=cards == 0)
        s = position(config, at)
        s.had_ball = [down % 2, down // 2 % 2]
        s.gone = terms.CARDS - cards  # where sheets play both sides
        yield s


def matches_of(name: str, seed: int) -> tuple[Any, list[Any]]:
    """The config and all states of a match; of FATE, those between plays."""
    if name == "football":  # half of the matches between sheets; by the tables of editions 3 and 2
        sheets = {"sheet": [1, 1]} if seed % 2 else {}
        config, states = states_of(seed, overtime=1, endings=seed // 2 % 2, **sheets)
        return config, [*states, *ends_of_halves(config)]
    config = resolve()[0]
    states = play_interpreted(games.find(name), config, "random", "book", [0, 1], seed)
    return config, [each for each in states if is_between(each) or each.phase == OVER]
