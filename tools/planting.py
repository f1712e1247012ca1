"""Runs tests while a fault is planted, or while it is noted which statements each test reaches: for `make mutants`.

As a pytest plugin (`-p tools.planting`), with a folder in the variable BREAKAWAY_REACHED, it writes down which lines of
`PACKAGES` each test reached. As a program, it is a nursery: it imports what never gets a fault. For each line of its
input it forks, plants the fault that the line describes, and runs the tests named there until one fails.
"""

from __future__ import annotations

import builtins
import importlib
import json
import os
import pkgutil
import signal
import sys
import time
from collections.abc import Callable, Generator
from contextlib import suppress
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from tools.faults import with_probes

PACKAGES = ("club", "mail", "server", "web")  # of breakaway: where faults are planted
OTHERS = (  # imported before each fault: their import takes most of the time of a short run
    "alembic.command",
    "cryptography.fernet",
    "fastapi.testclient",
    "hypothesis",
    "playwright.sync_api",
    "segno",
    "sqlalchemy.dialects.sqlite",
    "uvicorn",
    "xdist.scheduler",
    "breakaway.api",
    "breakaway.core",
    "breakaway.display",
    "breakaway.players",
    "breakaway.records",
    "breakaway.testing",
)
ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "breakaway"
NOTICED = (1, 2, 3)  # what pytest returns when a test fails, or a module cannot be imported, or pytest itself fails
NOT_FOUND = 4  # a test was not found; also a conftest that cannot be imported


class Changed(MetaPathFinder):
    """Compiles some modules from other code than their file holds."""

    def __init__(self, codes: dict[str, Callable[[bytes, str], CodeType]]) -> None:
        self.codes = codes

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        """See `importlib`. Other modules are found as usual."""
        if not fullname.startswith("breakaway."):
            return None
        spec = PathFinder.find_spec(fullname, path)
        if spec is None or spec.origin not in self.codes:
            return None
        spec.loader = _Loader(fullname, spec.origin, self.codes[spec.origin])
        return spec


class _Loader(SourceFileLoader):
    def __init__(self, name: str, path: str, code: Callable[[bytes, str], CodeType]) -> None:
        super().__init__(name, path)
        self.code = code

    def get_code(self, fullname: str) -> CodeType:
        return self.code(self.get_data(self.path), self.path)


# --- Which lines each test reaches.

_reached: set[tuple[int, int]] = set()
_notes: dict[str, dict[str, Any]] = {}


def files() -> list[Path]:
    """The files that get faults, in order. Migrations stay as they are."""
    return [path for package in PACKAGES for path in sorted((SOURCE / package).glob("*.py"))]


def _with_probes(number: int) -> Callable[[bytes, str], CodeType]:
    return lambda source, path: compile(with_probes(source, path, number), path, "exec", dont_inherit=True)


if "BREAKAWAY_REACHED" in os.environ:  # before any of these modules is imported
    builtins.__reached__ = lambda number, line: _reached.add((number, line))  # type: ignore[attr-defined]
    sys.meta_path.insert(0, Changed({str(path): _with_probes(n) for n, path in enumerate(files())}))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Notes what a test reaches, with its fixtures, and how long it takes."""
    _reached.clear()
    began = time.perf_counter()
    result = yield
    if "BREAKAWAY_REACHED" in os.environ:
        note = _notes.setdefault(item.nodeid, {})
        note["seconds"] = round(time.perf_counter() - began, 3)
        lines: dict[int, list[int]] = {}
        for number, line in list(_reached):
            lines.setdefault(number, []).append(line)
        note["lines"] = {number: sorted(each) for number, each in sorted(lines.items())}
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Notes whether a test passed. In the main process of xdist, it notes nothing else."""
    if report.when == "call":
        _notes.setdefault(report.nodeid, {})["passed"] = report.passed


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Writes the notes of this process, if it ran tests."""
    folder = os.environ.get("BREAKAWAY_REACHED")
    if folder and any("lines" in note for note in _notes.values()):
        passed = {test: note for test, note in _notes.items() if note.get("passed") and "lines" in note}
        Path(folder, f"{os.getpid()}.json").write_text(json.dumps(passed))


# --- A nursery forks for each fault.


class _FirstFailure:
    """A plugin that remembers which test failed first."""

    def __init__(self) -> None:
        self.test = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.test:
            self.test = report.nodeid


def import_others() -> None:
    """Imports what tests need, except what may get a fault."""
    for name in OTHERS:
        module = importlib.import_module(name)
        if name.startswith("breakaway."):
            for each in pkgutil.iter_modules(module.__path__):
                if each.name != "__main__":
                    importlib.import_module(f"{name}.{each.name}")
    early = [name for name in sys.modules if name.startswith(tuple(f"breakaway.{package}" for package in PACKAGES))]
    if early:
        raise SystemExit(f"imported before a fault could be planted: {', '.join(early)}")


def run_with(job: dict[str, Any], temporary: Path) -> tuple[int, str]:
    """Plants a fault and runs the tests until one fails. Returns pytest's answer, and which test failed."""
    planted = compile(job["source"], job["file"], "exec", dont_inherit=True)
    sys.meta_path.insert(0, Changed({job["file"]: lambda source, path: planted}))
    first = _FirstFailure()
    quiet = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore", f"--basetemp={temporary}"]
    returned = pytest.main([*quiet, "--hypothesis-seed=0", *job["tests"]], plugins=[first])
    return int(returned), first.test


def _in_a_child(job: dict[str, Any], temporary: Path) -> dict[str, Any]:
    """Forks, and waits until the child is done or its time is up."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.setsid()
        os.close(read)
        log = os.open(f"{temporary}.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(log, 1)
        os.dup2(log, 2)
        answer = (NOTICED[0], "")
        try:
            answer = run_with(job, temporary)
        finally:  # no cleaning up: what belongs to the parent stays
            os.write(write, json.dumps(answer).encode())
            os._exit(0)
    os.close(write)
    ends = time.monotonic() + job["limit"]
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() > ends:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(read)
            return {"noticed": True, "by": "the time limit"}
        time.sleep(0.01)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # what the tests left behind
    code, test = json.loads(text) if text else (NOTICED[0], "the end of the process")
    said = Path(f"{temporary}.log").read_text(errors="replace")
    if code not in (0, *NOTICED, NOT_FOUND) or (code == NOT_FOUND and "not found:" in said):
        return {"error": said[-2000:]}
    return {"noticed": code != 0, "by": test or ("an import" if code else "")}


def main() -> None:
    """Reads a line of JSON for each fault (file, source, tests, limit in seconds), and answers with one."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    temporary = Path(sys.argv[1])
    sys.path.insert(0, str(ROOT))
    import_others()
    for line in sys.stdin:
        print(json.dumps(_in_a_child(json.loads(line), temporary)), file=answers, flush=True)


if __name__ == "__main__":
    main()
