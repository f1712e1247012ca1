"""A choice is judged against the best mix of the other side that punishes it least: games solved by hand, and others
compared with linear programming.
"""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from breakaway.display.judged import GOOD, MISTAKE, ChoiceOption, JudgedChoice
from breakaway.lab.kindest import ShownGame, least_of_call, most_of_card, simplex


def plain(matrix: list[list[float]]) -> ShownGame:
    """A matrix game: nothing is shown, and no card can be turned."""
    return ShownGame([[row] for row in matrix], [0] * len(matrix[0]))


def test_two_by_two_without_a_saddle() -> None:
    """3p - 2(1-p) = -p + (1-p), so p = 3/7; likewise q = 2/7; worth 1/7."""
    found = simplex([[3, -1], [-2, 1]])
    assert found
    rows, columns, value = found
    assert rows == pytest.approx([3 / 7, 4 / 7])
    assert columns == pytest.approx([2 / 7, 5 / 7])
    assert value == pytest.approx(1 / 7)


def test_a_call_that_only_some_best_mixes_punish_loses_nothing() -> None:
    """Both cards win 0.5 against the first call, so any mix of them is best. Against the second call the first card
    wins 0.7 and the other 0.5: what that call loses is from 0 to 0.2, and 0 is what it loses against all.
    """
    game = plain([[0.5, 0.7], [0.5, 0.5]])
    assert least_of_call(game, 1, [1.0, 0.0], 0.7, 0.0) == pytest.approx(0.5)
    assert least_of_call(game, 0, [1.0, 0.0], 0.5, 0.0) == pytest.approx(0.5)


def test_a_card_that_every_best_mix_punishes_keeps_its_loss() -> None:
    """The calls mix 2/7 and 5/7, in one way only; the third card wins 2/7 * -1 + 5/7 * 0 = -2/7, and loses 3/7."""
    game = plain([[3, -1], [-2, 1], [-1, 0]])
    assert most_of_card(game, 2, [2 / 7, 5 / 7], 0.0) == pytest.approx(-2 / 7, abs=1e-6)


def test_the_other_side_may_give_up_a_little() -> None:
    """With q = 2/7 + x, the first card wins 3q - (1-q) = 1/7 + 4x and the third -q = -2/7 - x, so x is negative; the
    second wins -2q + (1-q) = 1/7 - 3x, which is 0.03 more at x = -0.01. The third then wins -2/7 + 0.01.
    """
    game = plain([[3, -1], [-2, 1], [-1, 0]])
    assert most_of_card(game, 2, [2 / 7, 5 / 7], 0.03) == pytest.approx(-2 / 7 + 0.01)


def test_a_card_that_may_turn_is_judged_by_its_better_side() -> None:
    """The calls show what they are, so the card always wins 1, whichever of its sides it was called with."""
    game = ShownGame([[[1.0, 0.0], [0.0, 1.0]], [[0.6, 0.6], [0.6, 0.6]]], [0, 1])
    assert game.answer(0, [0.5, 0.5]) == (0, 1)
    assert most_of_card(game, 0, [0.5, 0.5], 0.0) == pytest.approx(1.0)
    assert most_of_card(game, 1, [0.5, 0.5], 0.0) == pytest.approx(0.6)


@pytest.mark.parametrize("room", [0.0, 0.02])
@pytest.mark.parametrize("seed", range(20))
def test_small_games_of_few_numbers_agree_with_linear_programming(seed: int, room: float) -> None:
    """With few different numbers, most games have many best mixes."""
    rng = random.Random(seed)
    calls = rng.randrange(2, 7)
    cards = [[[rng.randrange(5) / 10 for _call in range(calls)] for _side in range(2)] for _card in range(3)]
    shown = [rng.randrange(2) for _call in range(calls)]
    forms = sorted(set(shown))
    game = ShownGame(cards, [forms.index(each) for each in shown])
    value, mix = calls_of(game)
    for card in range(3):
        assert most_of_card(game, card, mix, room) == pytest.approx(most_by_lp(game, value + room, card), abs=1e-5)
    for call in range(calls):
        least = least_by_lp(game, value - room, call)
        assert least_of_call(game, call, mix, 9.0, room) == pytest.approx(least, abs=1e-5)


def rows_of(game: ShownGame) -> Any:
    """What every card with every plan for turning it wins against each call."""
    plans = list(product((0, 1), repeat=max(game.shown) + 1))
    return np.array([game.row(card, plan) for card in range(len(game.cards)) for plan in plans])


def calls_of(game: ShownGame) -> tuple[float, list[float]]:
    """The value of the game, and a best mix of calls."""
    rows = rows_of(game)
    many, wide = rows.shape
    above = np.hstack([rows, -np.ones((many, 1))])
    found = linprog([0.0] * wide + [1.0], above, [0.0] * many, [[1.0] * wide + [0.0]], [1.0], [(0, None)] * (wide + 1))
    return found.fun, list(found.x[:wide])


def most_by_lp(game: ShownGame, value: float, card: int) -> float:
    """The most that a card wins against any of the best mixes of calls."""
    rows = rows_of(game)
    wide = rows.shape[1]
    best = -9.0
    for plan in product((0, 1), repeat=max(game.shown) + 1):
        wins = -np.array(game.row(card, plan))
        found = linprog(wins, rows, [value + 1e-7] * len(rows), [[1.0] * wide], [1.0], [(0, None)] * wide)
        best = max(best, -found.fun)
    return best


def least_by_lp(game: ShownGame, value: float, call: int) -> float:
    """The least that any of the best mixes of cards wins against a call."""
    rows = rows_of(game)
    many, wide = rows.shape
    found = linprog(rows[:, call], -rows.T, [-value + 1e-7] * wide, [[1.0] * many], [1.0], [(0, None)] * many)
    return float(found.fun)


def test_the_word_comes_from_the_smaller_loss_and_the_rating_from_the_one_that_was_measured() -> None:
    best, chosen = ChoiceOption("a mix", 500_000, 600_000), ChoiceOption("a run", 430_000)
    made = JudgedChoice(7, 0, "", chosen, [best, chosen])
    assert made.grade == MISTAKE
    spared = made.at_least(lambda: 499_000)
    assert (spared.cost, spared.grade, spared.rated_loss) == (1_000, GOOD, 70_000)
    assert spared.options == [best, spared.chosen]
    assert made.at_least(lambda: 420_000).cost == 70_000  # never more than against the mix that was judged first
    assert made.at_least(lambda: 510_000).cost == 0


def test_a_choice_that_loses_less_than_a_point_is_not_worked_out_again() -> None:
    best, chosen = ChoiceOption("a mix", 500_000, 600_000), ChoiceOption("a run", 490_001)
    made = JudgedChoice(7, 0, "", chosen, [best, chosen])
    assert made.at_least(lambda: pytest.fail("worked out")) is made
