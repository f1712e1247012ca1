"""What holds for all tests: those that compile one game's rules share a worker, so that they are compiled once."""

from __future__ import annotations

import re

import pytest

from breakaway import games


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Groups tests that are marked `compiles` by the game named among their parameters, or else by the mark's own."""
    for item in items:
        mark = item.get_closest_marker("compiles")
        if mark is not None:
            words = re.findall(r"\w+", item.name.partition("[")[2])
            group = next((word for word in words if word in games.GAMES), *mark.args[:1] or ["toys"])
            item.add_marker(pytest.mark.xdist_group(group))
