"""The adjudication cases of a game, and what is asked of all of them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from breakaway.games import manifest as games
from breakaway.testing.cases import case_files, load, run

FOLDER = Path(__file__).parents[1] / "cases"
WHY = 20  # characters; what is shorter says nothing


def cases_of(name):
    """All cases of a game, as they stand in its files."""
    return [case for path in case_files([FOLDER / name]) for case in load(path)]


def each_of(cases):
    """Runs a test once for each case, under its id."""
    return pytest.mark.parametrize("case", cases, ids=[f"{case.game}-{case.id}" for case in cases])


def failures_of(case, **how):
    """What fails in a case, and where it stands and why it says so; empty when it passes."""
    failures = run(games.find(case.game), case, **how).failures
    return [*failures, f"{case.file}: {case.why}"] if failures else []


def vectors_and_others(cases):
    """The public vectors by id, and all other cases."""
    vectors = [case.id for case in cases if Path(case.file).name == "vectors.toml"]
    return vectors, [case for case in cases if case.id not in vectors]


def carelessness(cases):
    """The ids that stand twice, and the cases that say no reason, expect nothing or are about no rule of their game."""
    known = {name: set(games.find(name).rules.entries) for name in {case.game for case in cases}}
    twice = [each for each, n in Counter(case.id for case in cases).items() if n > 1]
    return twice + [
        case.id
        for case in cases
        if len(case.why) <= WHY or not case.expect or not case.rules or not set(case.rules) <= known[case.game]
    ]
