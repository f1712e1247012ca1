"""One directeur among six teams wins far more than his share."""

from __future__ import annotations

import pytest
from tools.strength import measure, wilson


def test_the_interval_of_a_share_is_wilsons() -> None:
    low, high = wilson(0.5, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert wilson(1.0, 10)[1] == 1.0


@pytest.mark.slow
@pytest.mark.parametrize(("opponent", "least"), [("highest", 0.6), ("random", 0.6)])
def test_a_directeur_among_five_others_is_clearly_better_than_chance(opponent: str, least: float) -> None:
    found = measure(opponent, races=600)
    assert found.low > least
    assert found.different > 300
