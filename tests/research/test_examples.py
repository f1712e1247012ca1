"""Each door's example learns, and then beats random by three standard errors."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("example", "name"),
    [
        ("research_spiel", "fate"),
        ("research_zoo", "fate"),
        ("research_gym", "fate"),
        ("research_vector", "football"),
        ("research_vector", "fate"),
        ("research_vector", "cycling"),
    ],
)
def test_the_example_of_a_door_learns_and_beats_random_by_three_standard_errors(example, name, monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))
    assert importlib.import_module(example).main(name) > 3
