"""All adjudication cases of the race, one test each."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from breakaway.core.cases import case_files, load, run
from breakaway.cycling.game import GAME

FOLDER = Path(__file__).parents[1] / "cases" / "cycling"
CASES = [case for path in case_files([FOLDER]) for case in load(path)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_case_is_played_as_it_is_written(case):
    outcome = run(GAME, case)
    assert outcome.failures == [], f"{case.file}: {case.why}"


def test_there_are_more_than_sixty_cases_besides_the_public_vectors():
    vectors = [case for case in CASES if Path(case.file).name == "vectors.toml"]
    assert len(CASES) - len(vectors) >= 60
    for number in range(1, 9):
        assert any(case.id.startswith(f"vector-{number}") for case in vectors), f"vector {number}"


def test_no_two_cases_share_an_id():
    assert [each for each, n in Counter(case.id for case in CASES).items() if n > 1] == []


def test_every_case_says_why_and_expects_something():
    for case in CASES:
        assert len(case.why) > 20, case.id
        assert case.expect, case.id
        assert set(case.rules) <= set(GAME.rules.entries), case.id
