"""What all doors share: one layout of tensors, rewards that sum to nothing, and the page that lists every field."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tools.tensors import comments, tensors_page

import breakaway
from breakaway.core.state import columns
from breakaway.games import manifest as games
from breakaway.research.nodes import Space

from .ways import SMALL

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", games.GAMES)
def test_the_layout_follows_the_declared_fields_without_gaps_and_ends_with_the_order(name):
    space, state = Space(breakaway.load(name, **SMALL[name])), games.find(name).state
    assert list(space.layout) == ["seat", *(each.name for each in columns(state)), "order"]
    places = list(space.layout.values())
    assert [each.stop for each in places[:-1]] == [each.start for each in places[1:]]
    assert places[-1].stop == space.width == len(space.low) == len(space.high)
    for each in columns(state):
        place = space.layout[each.name]
        assert place.stop - place.start == np.prod(each.shape, dtype=int)


@pytest.mark.parametrize("name", games.GAMES)
def test_the_page_of_tensors_gives_the_positions_of_the_layout(name):
    layout, page = breakaway.load(name, **SMALL[name]).layout, (ROOT / "docs" / "tensors.md").read_text("utf-8")
    table = page.partition(f"## {games.find(name).title}\n")[2].partition("\n## ")[0]
    for field, place in layout.items():
        positions = f"{place.start} to {place.stop - 1}" if place.stop - place.start > 1 else f"{place.start}"
        assert [row for row in table.splitlines() if row.startswith(f"| `{field}` |") and f" {positions} |" in row]


def test_the_page_takes_units_from_the_comments_beside_the_fields():
    assert comments(games.find("fate").state)["ball"] == "in yards from the offense's own goal line"
    assert "| in yards from the offense's own goal line |" in tensors_page([games.find("fate")])


def test_a_win_alone_is_worth_1_and_every_row_of_rewards_sums_to_0():
    space = Space(breakaway.load("cycling", teams=3))
    scores = np.array([[720720, 360360, 0], [360360, 360360, 360360]])
    winners = np.array([[True, False, False], [True, True, True]])
    assert space.rewards(scores, winners, "win").tolist() == [[1.0, -0.5, -0.5], [0.0, 0.0, 0.0]]
    assert space.rewards(scores, winners, "points").tolist() == [[1.5, 0.0, -1.5], [0.0, 0.0, 0.0]]


@pytest.mark.parametrize("kind", ["win", "points"])
@pytest.mark.parametrize("teams", range(2, 13))
def test_rewards_are_python_floats_that_sum_to_0_however_many_teams_share_a_win(teams, kind):
    space, rng = Space(breakaway.load("cycling", teams=teams)), np.random.default_rng(teams)
    for winners in range(1, teams + 1):
        rank = [1] * winners + [winners + 1] * (teams - winners)
        score = tuple(int(each) for each in rng.integers(0, 100 * 360360, teams))  # in 360360ths of a point
        paid = space.rewards_of(breakaway.Result("BA-8.1", "", score, tuple(rank)), kind)
        assert {type(each) for each in paid} == {float}
        assert abs(sum(paid)) < 1e-12
        row = space.rewards(np.array([score]), np.array([[each == 1 for each in rank]]), kind)
        assert row[0].tolist() == paid
