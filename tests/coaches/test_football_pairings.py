"""All pairings of football's teams are counted from each team's side."""

from __future__ import annotations

import numpy as np
from tools.team_pairings import outside, rows, with_error


def test_a_share_is_shown_with_half_of_its_interval() -> None:
    """Worked by hand: 0, 1/2, 1/2 and 1 have the mean 1/2 and the deviation 0.408; 1.96 x 0.408 / 2 is 40.0%."""
    assert with_error(np.array([0.0, 0.5, 0.5, 1.0])) == "50.0% ± 40.0"


def test_a_pairing_counts_for_both_teams() -> None:
    found = {
        ("maulers", "pharaohs"): [np.array([1.0, 0.5])],
        ("maulers", "fire"): [np.array([0.25, 0.25])],
        ("pharaohs", "fire"): [np.array([0.5, 0.5])],
    }
    lines = {line.split(" | ")[0].strip("| "): line.split(" | ")[1] for line in rows(found)}
    assert lines["maulers v pharaohs"].startswith("75.0%")
    assert lines["maulers v all"].startswith("50.0%")
    assert lines["pharaohs v all"].startswith("37.5%")
    assert lines["fire v all"].startswith("62.5%")


def test_a_pairing_is_surely_uneven_if_its_whole_interval_is_outside() -> None:
    """45% to 55% is fair: 60% in all pairs is surely outside, 0 and 1 by turns with a mean of 60% is not."""
    assert outside([np.array([0.5, 0.5]), np.full(9, 0.6), np.array([1.0, 1.0, 1.0, 0.0, 0.0])]) == (2, 1)
