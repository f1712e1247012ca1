"""Turns every rule function into a no-op, one at a time, and checks whether a test notices: `make mutants`.

A no-op returns 0, False or nothing, as the function's type says. Lists the functions that can be no-ops without a
test noticing, and exits with 1 if there are any. `python tools/mutants.py movement` tries only the functions whose
names contain `movement`.
"""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rich.progress import track

from breakaway.core.rules import RULES
from breakaway.games import manifest as games

ROOT = Path(__file__).parents[1]
# quick tests in the order in which they usually notice; slow or browser tests are not needed
WHERE = {
    "breakaway.core": ["tests/core"],
    "breakaway.games.cycling": ["tests/cycling", "tests/core/test_trace.py", "tests/core/test_laws_of_games.py"],
    "breakaway.games.fate": ["tests/fate", "tests/coaches/test_fate_coaches.py", "tests/core/test_trace.py"],
    "breakaway.games.football": ["tests/football", "tests/core/test_trace.py", "tests/core/test_laws_of_games.py"],
}
SECONDS = {"cases": 30, "tests": 900}


def functions() -> list[str]:
    """The rule functions of core and the games, by name. Leaves out coaches: what counts for them is their strength."""
    for name in games.GAMES:
        games.find(name)
    return [each.name for each in RULES]


def survives(name: str) -> bool:
    """Whether all adjudication cases and all tests still pass when this function does nothing."""
    return is_quiet(["-m", "tools.no_op", "--no-op", name], "cases") and all_tests_pass(name)


def is_quiet(arguments: list[str], kind: str) -> bool:
    """Whether a Python program ends in time and without an error. A program that never ends counts as noticed."""
    try:
        command = [sys.executable, *arguments]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=SECONDS[kind], check=False)
    except subprocess.TimeoutExpired:
        return False
    if done.returncode not in (0, 1, 2, 3):
        print(done.stdout.decode()[-2000:], done.stderr.decode()[-2000:], file=sys.stderr)
        raise SystemExit(f"could not run: {' '.join(arguments)}")
    return done.returncode == 0


def all_tests_pass(name: str) -> bool:
    """Runs the tests of the function's package until one fails."""
    tests = next((tests for package, tests in WHERE.items() if name.startswith(package + ".")), [])
    there = [path for path in tests if (ROOT / path).exists()]
    pytest = ["-m", "pytest", "-x", "-q", "-m", "not slow", "-p", "no:cacheprovider", "-p", "tools.no_op"]
    return is_quiet([*pytest, "--no-op", name, *there], "tests")


def main() -> int:
    """Prints the functions that no test notices. Returns 1 if there are any."""
    wanted = [name for name in functions() if all(part in name for part in sys.argv[1:])]
    with ThreadPoolExecutor(2) as pool:
        tried = list(track(pool.map(survives, wanted), "rule functions", total=len(wanted)))
    survivors = [name for name, alive in zip(wanted, tried, strict=True) if alive]
    for name in survivors:
        print(f"no test notices when {name} does nothing")
    print(f"{len(wanted) - len(survivors)} of {len(wanted)} rule functions: tests notice if they do nothing")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
