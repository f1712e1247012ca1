"""A race in a file: before its line-ups, and after them."""

from __future__ import annotations

import pytest

from breakaway.core.record import Files

from .opened import LINE_UP_ONE
from .races import new_race


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.match"


@pytest.fixture
def race(path):
    return new_race(Files(path))


@pytest.fixture
def riding(race):
    """A race after its line-ups, two teams with the printed example."""
    for seat in (0, 1):
        race.choose(seat, LINE_UP_ONE)
    race.resolve()
    return race
