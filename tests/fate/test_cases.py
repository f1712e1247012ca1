"""All adjudication cases of FATE football, one test each."""

from __future__ import annotations

from pathlib import Path

import pytest

from breakaway.games.fate.game import GAME
from breakaway.testing.cases import case_files, gaps, load, run

FOLDER = Path(__file__).parents[1] / "cases"
CASES = [case for path in case_files([FOLDER / "fate"]) for case in load(path)]


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_the_case_is_played_as_it_is_written(case):
    assert run(GAME, case).failures == []


def test_the_forty_five_contest_effects_are_there_and_more_than_two_hundred_other_cases():
    vectors = [case.id for case in CASES if case.id.startswith("V-")]
    assert len(vectors) == 45
    assert len(CASES) - len(vectors) >= 200


def test_no_two_cases_share_an_id_and_every_case_says_why():
    assert len({case.id for case in CASES}) == len(CASES)
    assert [case.id for case in CASES if len(case.why) <= 20 and not case.expect] == []


@pytest.mark.slow
def test_every_rule_is_played_and_shown():
    assert gaps(GAME, FOLDER) == []
