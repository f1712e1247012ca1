"""Equilibria and domination in games solved by hand."""

from __future__ import annotations

import pytest

from breakaway.lab.odds import dominated, solve


def near(*values):
    return pytest.approx(list(values), abs=1e-9)


def test_rock_paper_scissors_is_a_third_each_and_worth_nothing():
    found = solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert found.rows == near(1 / 3, 1 / 3, 1 / 3)
    assert found.columns == near(1 / 3, 1 / 3, 1 / 3)
    assert found.value == pytest.approx(0, abs=1e-9)
    assert found.gap < 1e-9


def test_two_by_two_without_a_saddle():
    # p makes both columns alike: 3p - 2(1-p) = -p + (1-p), so p = 3/7; likewise q = 2/7; worth 1/7
    found = solve([[3, -1], [-2, 1]])
    assert found.rows == near(3 / 7, 4 / 7)
    assert found.columns == near(2 / 7, 5 / 7)
    assert found.value == pytest.approx(1 / 7)


def test_a_saddle_is_played_pure():
    found = solve([[4, 2, 3], [5, 1, 0]])
    assert found.rows == near(1, 0)
    assert found.columns == near(0, 1, 0)
    assert found.value == pytest.approx(2)


def test_a_row_can_be_dominated_by_a_mix_alone():
    # half of each of the first two is worth 2 everywhere: 1 more than the third; the fourth is never worse by as much
    worse = dominated([[4, 0], [0, 4], [1, 1], [2, 2]])
    assert [(each.choice, round(each.by, 9)) for each in worse] == [(2, 1.0)]
    assert worse[0].mix in ({3: 1.0}, {0: pytest.approx(0.5), 1: pytest.approx(0.5)})
    by_mix = dominated([[4, 0], [0, 4], [1, 1]])
    assert [(each.choice, each.by) for each in by_mix] == [(2, pytest.approx(1))]
    assert by_mix[0].mix == {0: pytest.approx(0.5), 1: pytest.approx(0.5)}


def test_a_choice_that_is_not_played_need_not_be_dominated():
    payoff = [[2, 2], [5, 0]]  # the second is never played, but better against the first column
    found = solve(payoff)
    assert found.rows[1] == pytest.approx(0, abs=0.7)
    assert found.value == pytest.approx(2)
    assert dominated(payoff) == []


def test_a_single_row_is_neither_mixed_nor_dominated():
    assert solve([[1, 2, 0.5]]).value == pytest.approx(0.5)
    assert dominated([[1, 2, 0.5]]) == []
