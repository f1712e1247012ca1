"""Which tests are quick, and how they are shared out: those that compile one game's rules go to one worker.

(The `xdist_group` mark would say the same, but xdist 3.8 does not see it under pytest 9.2.)
"""

from __future__ import annotations

import atexit
import functools
import gc
import os
import re
import shutil
import tempfile
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer.testing
from sqlalchemy import URL, Engine, event
from typer.main import get_command
from xdist.scheduler import LoadScopeScheduling

from breakaway.club import database
from breakaway.games import manifest as games

# While seven thousand tests are collected, hardly anything becomes garbage: looking for it takes a third of the time.
gc.disable()

# A CliRunner builds all the program's commands from their functions each time it runs one: a sixth of such a test.
typer.testing._get_command = functools.cache(get_command)

if "BREAKAWAY_KEYS" not in os.environ:  # not the user's own keys; workers get this folder with their environment
    os.environ["BREAKAWAY_KEYS"] = tempfile.mkdtemp(prefix="breakaway-keys-")
    atexit.register(shutil.rmtree, os.environ["BREAKAWAY_KEYS"], ignore_errors=True)

# Nothing waits for the disk: that matters only where the power may fail, and takes a third of the time of the tests of
# the club and of the pages. Processes of their own wait, and so do the tests with `synced`.
_WITH_SYNC, _FSYNC = database._sqlite, os.fsync


def _without_sync(place: URL) -> Engine:
    """An engine that does not wait for the disk."""
    engine = _WITH_SYNC(place)
    event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous = OFF"))
    return engine


database._sqlite = _without_sync
os.fsync = lambda descriptor: None


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files and databases of this test wait for the disk, as they do everywhere else."""
    monkeypatch.setattr(database, "_sqlite", _WITH_SYNC)
    monkeypatch.setattr(os, "fsync", _FSYNC)


HERE = Path(__file__).parent
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
    "tests/lab/test_winning_calibration.py": "football",
    "tests/records/test_golden.py": "football",
    "tests/research/test_examples.py": "",
    "tests/research/test_pickling.py": "cycling",
    "tests/research/test_vector.py": "cycling",
}
TOGETHER = ("tests/records/test_fate_ways.py", "tests/records/test_football_ways.py")  # one fixture takes seconds
OF_THE_FOLDER = tuple(  # it is built once for all
    f"tests/site/test_{each}.py" for each in ("folder", "beside_the_table", "mishaps", "whole_matches")
)
PAGES = {"lab": "football"}  # pages whose commands compile a game that is not in their name
# Tests of those files that compile nothing themselves.
INTERPRETED = (
    "in_the_corpus",
    "past_the_end_of_a_table",
    "record_verifies",
    "golden_record_of_every",
    "says_that_no_chance",
)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Of two workers that collect everything, one begins at the end: each then compiles half of the files for both."""
    name = getattr(session.config, "workerinput", {}).get("workerid", "")
    if name == "gw1" and session.config.args == ["tests"]:
        for path in sorted(HERE.rglob("test_*.py"), reverse=True):
            import_module(".".join(["tests", *path.relative_to(HERE).with_suffix("").parts]))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks as slow what `sample` leaves out, and what needs a PostgreSQL server unless it is in a sample."""
    seen: Counter[str] = Counter()
    for item in items:
        sample = item.get_closest_marker("sample")
        function, _, name = item.nodeid.partition("[")
        if sample is None:
            is_left_out = "postgresql" in name
        elif sample.kwargs:
            is_left_out = any(each in name for each in sample.kwargs["but"])
        elif isinstance(sample.args[0], int):
            seen[function] += 1
            is_left_out = seen[function] > sample.args[0]
        else:
            is_left_out = not any(each in name for each in sample.args)
        if is_left_out:
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Six thousand tests stay in memory: looking through them for garbage again and again takes a tenth of the time."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)
    gc.enable()


@functools.cache
def _has_a_browser(file: str) -> bool:
    """Whether tests of this file share a Chromium. Starting one takes a second of the processor's time."""
    return "chromium: Browser" in (HERE.parent / file).read_text()


class ByGame(LoadScopeScheduling):  # type: ignore[misc]
    """Hands out a game's compiling tests together, others by file or, if slow, one by one; the largest groups first.

    Slow tests in a browser are also handed out by file.

    What the tests of a file share is then made only once.
    """

    def _split_scope(self, nodeid: str) -> str:
        file, _, name = nodeid.partition("::")
        if file in OF_THE_FOLDER:
            return OF_THE_FOLDER[0]
        if file not in COMPILING or any(each in name for each in INTERPRETED):
            is_one_group = self.config.option.markexpr == "not slow" or file in TOGETHER or _has_a_browser(file)
            return file if is_one_group else nodeid
        words = [PAGES.get(word, word) for word in re.findall(r"\w+", name)]
        return next((word for word in words if word in games.GAMES), COMPILING[file]) or nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: Any) -> int | None:
    """For `-n auto`: two workers more than there are cores for the slow tests, which often wait for other processes."""
    if config.option.markexpr != "slow" or "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None  # as xdist does it
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: Any, log: Any) -> ByGame:
    """Called by xdist where the tests are shared out."""
    return ByGame(config, log)
