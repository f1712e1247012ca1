"""How tests are shared out between workers: those that compile one game's rules go to one, so that it is done once.

(The `xdist_group` mark would say the same, but xdist 3.8 does not see it under pytest 9.2.)
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

from breakaway.games import registry as games

# Files whose tests compile: the game, or "" where each test names its own among its parameters.
COMPILING = {
    "tests/coaches/test_fate_coaches.py": "fate",
    "tests/coaches/test_lockstep_directeur.py": "cycling",
    "tests/docs/test_snippets.py": "",
    "tests/lab/test_balance.py": "football",
    "tests/lab/test_compiled_cases.py": "",
    "tests/lab/test_lockstep.py": "",
    "tests/lab/test_odds_sampled.py": "football",
    "tests/lab/test_report.py": "football",
    "tests/lab/test_report_page.py": "football",
    "tests/lab/test_simulate.py": "football",
}
PAGES = {"lab": "football"}  # pages whose commands compile a game that is not in their name
INTERPRETED = ("in_the_corpus", "past_the_end_of_a_table")  # tests of those files that compile nothing themselves


class ByGame(LoadScopeScheduling):  # type: ignore[misc]
    """Hands out single tests, and a game's compiling tests together; the largest groups first."""

    def _split_scope(self, nodeid: str) -> str:
        file, _, name = nodeid.partition("::")
        if file not in COMPILING or any(each in name for each in INTERPRETED):
            return nodeid
        words = [PAGES.get(word, word) for word in re.findall(r"\w+", name)]
        return next((word for word in words if word in games.GAMES), COMPILING[file]) or nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: Any, log: Any) -> ByGame:
    """Called by xdist where the tests are shared out."""
    return ByGame(config, log)
