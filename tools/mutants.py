"""Plants faults in the program, one at a time, and checks whether a quick test notices: `make mutants`.

    python -m tools.mutants                        a sample of faults in club, mail, server and web: 20 minutes
    python -m tools.mutants --minutes 5 club/seats.py mail        only in these files and packages
    python -m tools.mutants --again                the faults that nothing noticed last time, with all tests
    python -m tools.mutants --also tests/web/test_rematch.py      the same, with all tests of this file, slow ones too
    python -m tools.mutants rules                  turns every rule function into a no-op
    python -m tools.mutants rules movement         only those whose names contain `movement`

Prints what no test noticed, and exits with 1 if there is any. Leaves out the faults in `tools/known_faults.toml`: each
has a reason there, or a slow test that notices it. Everything runs in a copy in a temporary folder, so you can go on
working. After Ctrl-C, the same command goes on where it stopped, as long as sources and tests are the same. What only
a slow test notices is printed as `tools/known_faults.toml` has it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn, track

from breakaway.core.rules import RULES
from breakaway.games import manifest as games
from tools.faults import Fault, faults_in
from tools.planting import files

ROOT = Path(__file__).parents[1]
WORKERS = 2

# --- Rules: each function in turn does nothing.

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


def disable_rules(words: list[str]) -> int:
    """Prints the rule functions that no test notices. Returns 1 if there are any."""
    wanted = [name for name in functions() if all(part in name for part in words)]
    with ThreadPoolExecutor(WORKERS) as pool:
        tried = list(track(pool.map(survives, wanted), "rule functions", total=len(wanted)))
    survivors = [name for name, alive in zip(wanted, tried, strict=True) if alive]
    for name in survivors:
        print(f"no test notices when {name} does nothing")
    print(f"{len(wanted) - len(survivors)} of {len(wanted)} rule functions: tests notice if they do nothing")
    return 1 if survivors else 0


# --- Faults: a sample of small changes. Which tests come near a fault is measured once for each file of tests.

TESTS = ("club", "mailing", "post", "web", "terminal/test_club.py", "terminal/test_matches.py")  # in tests/
FIRST = 20.0  # seconds that the tests of a fault may take at first, as measured
SLOWEST = 60.0  # seconds that tests may take of which nothing is measured
LAST = 0.3  # the share of the time that is kept for the survivors: the rest of the tests that reach them
KNOWN = "tools/known_faults.toml"
WEEK = 7 * 24 * 3600  # seconds after which the outcomes of other sources are forgotten
KEPT = user_cache_path("breakaway") / "mutants"


@contextmanager
def copied() -> Iterator[Path]:
    """A copy of the working tree, as Git sees it, in a temporary folder."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    with tempfile.TemporaryDirectory(prefix="breakaway-mutants-") as folder:
        copy = Path(folder).resolve() / "copy"
        for name in filter(None, listed.stdout.decode().split("\0")):
            if (ROOT / name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, copy / name)
        yield copy


def environment(copy: Path, **more: str) -> dict[str, str]:
    """For processes that work in the copy."""
    keys = copy.parent / "keys"
    keys.mkdir(exist_ok=True)
    path = os.pathsep.join([str(copy / "src"), str(copy)])
    given = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}  # it is a copy
    return {**given, "PYTHONPATH": path, "BREAKAWAY_KEYS": str(keys), "PYTHONWARNINGS": "ignore", **more}


def hash_of(paths: Iterable[Path]) -> str:
    """A hash of files: their places and what is in them."""
    found = hashlib.sha256()
    for path in sorted(paths):
        found.update(str(path).encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:20]


class Tests:
    """Which lines each quick test reaches, and how long it takes.

    This is measured again for a file of tests if the file has changed, and for all of them if the program or what tests
    share has changed.
    """

    def __init__(self, copy: Path) -> None:
        os.chdir(copy)
        found = [path for place in TESTS for path in _test_files(Path("tests") / place)]
        shared = [path for path in Path("tests").rglob("*.py") if not path.name.startswith("test_")]
        self.base = hash_of([*Path("src").rglob("*.py"), *Path("src").rglob("*.html"), *shared])
        self.keys = {str(path): hash_of([path]) for path in found}
        self.hash = hashlib.sha256(json.dumps([self.base, self.keys]).encode()).hexdigest()[:20]
        kept = _read(KEPT / "reached.json", {})
        known = kept.get("files", {}) if kept.get("base") == self.base else {}
        self.files = {path: known[path] for path, key in self.keys.items() if known.get(path, {}).get("key") == key}
        missing = [path for path in self.keys if path not in self.files]
        if missing:
            self._measure(copy, missing)
        self.seconds: dict[str, float] = {}
        self.reached: dict[tuple[int, int], list[str]] = {}
        width: Counter[str] = Counter()
        for each in self.files.values():
            for test, note in each["tests"].items():
                self.seconds[test] = note["seconds"]
                for number, lines in note["lines"].items():
                    width[test] += len(lines)
                    for line in lines:
                        self.reached.setdefault((int(number), line), []).append(test)
        for tests in self.reached.values():  # a test that reaches little says most about what it reaches
            tests.sort(key=lambda test: (width[test], test))

    def _measure(self, copy: Path, missing: list[str]) -> None:
        print(f"Measuring which lines the quick tests of {len(missing)} files reach ...", flush=True)
        folder = copy.parent / "reached"
        folder.mkdir()
        command = [sys.executable, "-m", "pytest", "-q", "-n", str(WORKERS), "-m", "not slow", "-p", "tools.planting"]
        done = subprocess.run(
            [*command, "-p", "no:cacheprovider", *missing],
            cwd=copy,
            env=environment(copy, BREAKAWAY_REACHED=str(folder)),
            capture_output=True,
            check=False,
        )
        last = done.stdout.decode().strip().splitlines()[-1:]
        if done.returncode not in (0, 1, 5):  # 5: none of these tests is quick
            raise SystemExit(f"could not run the tests: {done.stdout.decode()[-2000:]} {done.stderr.decode()[-2000:]}")
        print(*last, "" if done.returncode != 1 else "(tests that fail without a fault are left out)")
        for path in missing:
            self.files[path] = {"key": self.keys[path], "tests": {}}
        for path in folder.glob("*.json"):
            for test, note in json.loads(path.read_text()).items():
                self.files[test.partition("::")[0]]["tests"][test] = note
        _write(KEPT / "reached.json", {"base": self.base, "files": self.files})


def _test_files(place: Path) -> list[Path]:
    return sorted(place.rglob("test_*.py")) if place.is_dir() else [place]


def _read(path: Path, default: Any) -> Any:
    return json.loads(path.read_text()) if path.exists() else default


def _write(path: Path, data: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_suffix(".new").write_text(json.dumps(data))
    path.with_suffix(".new").replace(path)


def _toml(text: str) -> str:
    return f"'{text}'" if "'" not in text else json.dumps(text, ensure_ascii=False)


class Outcomes:
    """What became of each fault. It is written down at once, so that nothing is lost."""

    def __init__(self, key: str) -> None:
        self.path, self.lock = KEPT / f"outcomes-{key}.jsonl", threading.Lock()
        for other in KEPT.glob("outcomes-*.jsonl"):
            if other != self.path and time.time() - other.stat().st_mtime > WEEK:
                other.unlink()  # of sources or tests that are no more
        self.found: dict[tuple[Any, ...], dict[str, Any]] = {}
        for line in self.path.read_text().splitlines() if self.path.exists() else ():
            outcome = json.loads(line)
            self.found[tuple(outcome["fault"])] = outcome

    def add(self, fault: Fault, outcome: dict[str, Any]) -> None:
        """Notes what became of a fault: `noticed`, `by` which test, and how many `tried` tests passed."""
        outcome = {"fault": [*fault.name, fault.start], **outcome}
        with self.lock:
            self.found[tuple(outcome["fault"])] = outcome
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a") as file:
                file.write(json.dumps(outcome) + "\n")

    def of(self, fault: Fault) -> dict[str, Any] | None:
        """What became of a fault, if it has been tried."""
        return self.found.get((*fault.name, fault.start))


class Nursery:
    """A process that plants faults (`tools/planting.py`)."""

    def __init__(self, copy: Path, number: int) -> None:
        self.copy = copy
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tools.planting", str(copy.parent / f"tests{number}")],
            cwd=copy,
            env=environment(copy),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C is ours
        )

    def noticed(self, fault: Fault, tests: list[str], seconds: float) -> dict[str, Any]:
        """Runs tests with the fault until one fails. They may take some times as long as they did without a fault."""
        source = fault.planted((self.copy / fault.path).read_bytes()).decode()
        job = {"file": str(self.copy / fault.path), "source": source, "tests": tests, "limit": 30 + 6 * seconds}
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(job), file=self.process.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self.process.stdout.readline() or '{"error": "the nursery has ended"}')
        if "error" in answer:
            raise SystemExit(f"could not run {', '.join(tests[:5])} ...: {answer['error']}")
        return answer

    def close(self) -> None:
        """Ends the process, and what it runs."""
        self.process.kill()
        self.process.wait()


class Hunt:
    """Plants faults in several processes until the time is up."""

    def __init__(self, copy: Path, tests: Tests, outcomes: Outcomes, began: float, minutes: float) -> None:
        self.copy, self.tests, self.outcomes = copy, tests, outcomes
        self.numbers = {str(path.relative_to(ROOT)): number for number, path in enumerate(files())}
        self.began, self.seconds, self.tried = began, minutes * 60, 0
        self.planting_began = time.monotonic()
        self.also: list[str] = []  # tests that are run whatever they reach
        self.is_stopped = False
        self.survivors: list[Fault] = []

    def reaching(self, fault: Fault) -> list[str]:
        """The tests that reach a fault, those that say most about it first."""
        return self.tests.reached.get((self.numbers[fault.path], fault.statement), [])

    def go(self, faults: list[Fault], first: float, until: float) -> None:
        """Tries faults until `until`, a share of the time, is over. Leaves out tests after `first` seconds."""
        waiting = iter(faults)
        lock, nurseries = threading.Lock(), [Nursery(self.copy, number) for number in range(WORKERS)]

        def work(nursery: Nursery) -> None:
            while not self.is_stopped and time.monotonic() - self.began < until * self.seconds:
                with lock:
                    fault = next(waiting, None)
                if fault is None:
                    return
                self._try(nursery, fault, first)

        columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn(elapsed_when_finished=True))
        with ThreadPoolExecutor(WORKERS) as pool, Progress(*columns) as progress:
            task = progress.add_task("planting", total=self.seconds * until)
            doing = [pool.submit(work, nursery) for nursery in nurseries]
            try:
                while not all(each.done() for each in doing):
                    time.sleep(0.5)
                    passed = time.monotonic() - self.began
                    rate = 60 * self.tried / (time.monotonic() - self.planting_began)
                    said = f"{self.tried} faults, {rate:.0f} a minute, {len(self.survivors)} not noticed"
                    progress.update(task, completed=passed, description=said)
            except BaseException:
                self.is_stopped = True
                raise
            finally:
                if self.is_stopped:
                    for nursery in nurseries:
                        nursery.close()
        for each in doing:
            each.result()
        for nursery in nurseries:
            nursery.close()

    def _try(self, nursery: Nursery, fault: Fault, first: float) -> None:
        if self.also:
            answer = nursery.noticed(fault, self.also, SLOWEST)
            if answer["noticed"]:
                self.survivors.remove(fault)
                names = ("file", "function", "before", "after", "noticed_by")
                told = "".join(
                    f"{name} = {_toml(text)}\n" for name, text in zip(names, (*fault.name, answer["by"]), strict=True)
                )
                print(f"\n[[fault]]\n{told}", flush=True)
            return
        before = self.outcomes.of(fault) or {"tried": 0}
        tests = self.reaching(fault)[before["tried"] :]
        left = self.began + self.seconds - time.monotonic()
        some, seconds = list[str](), 0.0
        for test in tests:
            seconds += self.tests.seconds[test]
            if some and seconds > min(first, left / 2):  # so that the run ends in time
                break
            some.append(test)
        answer = nursery.noticed(fault, some, seconds) if some else {"noticed": False, "by": ""}
        tried = before["tried"] + len(some)
        self.outcomes.add(fault, {**answer, "tried": tried})
        self.tried += 1
        if not answer["noticed"] and fault not in self.survivors:
            self.survivors.append(fault)
        elif answer["noticed"] and fault in self.survivors:
            self.survivors.remove(fault)


def known() -> dict[tuple[str, ...], dict[str, str]]:
    """Faults that no quick test has to notice: `why`, or `noticed_by` which slow test."""
    told = tomllib.loads((ROOT / KNOWN).read_text()).get("fault", [])
    return {(each["file"], each["function"], each["before"], each["after"]): each for each in told}


def all_faults(places: list[str]) -> list[Fault]:
    """The faults of the wanted files, those with a known reason left out."""
    reasons, found = known(), []
    for path in files():
        name = str(path.relative_to(ROOT))
        if not places or any(f"/{place.strip('/')}" in name for place in places):
            found += faults_in(name, path.read_bytes())
    return [fault for fault in found if fault.name not in reasons]


def compiles(fault: Fault) -> bool:
    """Whether a changed file is still Python."""
    try:
        compile(fault.planted((ROOT / fault.path).read_bytes()), fault.path, "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


def report(hunt: Hunt, sample: list[Fault], unreached: list[Fault], total: int) -> int:
    """Prints the survivors and the sums."""
    tried = [fault for fault in sample if hunt.outcomes.of(fault)]
    for fault in sorted(hunt.survivors, key=lambda fault: (fault.path, fault.line)):
        outcome = hunt.outcomes.of(fault) or {"tried": 0}
        all_tests = len(hunt.reaching(fault))
        print(f"\n{fault.path}:{fault.line} {fault.function}  ({outcome['tried']} of {all_tests} tests pass)")
        print(f"- {fault.before}\n+ {fault.after}")
    slow = sum("time limit" in str((hunt.outcomes.of(fault) or {}).get("by")) for fault in tried)
    print(
        f"\n{len(tried)} of {total} faults planted: {len(tried) - len(hunt.survivors)} noticed"
        f" ({slow} by the time limit), {len(hunt.survivors)} not"
    )
    if unreached:
        print(f"{len(unreached)} more faults are where no quick test comes:")
        for path, count in Counter(fault.path for fault in unreached).most_common():
            print(f"  {path}: {count}")
    return 1 if hunt.survivors else 0


def plant_faults(places: list[str], minutes: float, seed: int, is_again: bool, also: list[str]) -> int:
    """Plants a sample of faults and prints what no test notices. Returns 1 if there is any."""
    began = time.monotonic()
    with copied() as copy:
        tests = Tests(copy)
        hunt = Hunt(copy, tests, Outcomes(tests.hash), began, minutes)
        found = all_faults(places)
        unreached = [fault for fault in found if not hunt.reaching(fault)]
        sample = [fault for fault in found if hunt.reaching(fault)]
        random.Random(seed).shuffle(sample)
        if is_again or also:
            names = {tuple(name) for name in _read(KEPT / "survivors.json", [])}
            sample, unreached = [fault for fault in found if fault.name in names], []
        sample = sample[: int(minutes * 120)]  # more than there is time for
        sample = [fault for fault in sample if compiles(fault)]
        hunt.survivors = [fault for fault in sample if (hunt.outcomes.of(fault) or {}).get("noticed") is False]
        try:
            hunt.go([fault for fault in sample if not hunt.outcomes.of(fault)], FIRST, 1 - LAST)
            hunt.go(list(hunt.survivors), float("inf"), 1)
            if also:
                hunt.also = also
                hunt.go(list(hunt.survivors), float("inf"), 1)
        except KeyboardInterrupt:
            print("\nStopped. The same command goes on here.")
        _write(KEPT / "survivors.json", [fault.name for fault in hunt.survivors])
        return report(hunt, sample, unreached, len(found))


def main() -> int:
    """Reads the command line."""
    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("places", nargs="*", help="`rules` and words in the names of rules; or files or packages")
    told.add_argument("--minutes", type=float, default=20, help="how long it may take, with the measuring")
    told.add_argument("--seed", type=int, default=1, help="which sample of faults")
    told.add_argument("--again", action="store_true", help="only what was not noticed last time, with all tests")
    told.add_argument("--also", nargs="+", default=[], help="the same, and with these tests or files, slow ones too")
    asked = told.parse_args()
    if asked.places[:1] == ["rules"]:
        return disable_rules(asked.places[1:])
    return plant_faults(asked.places, asked.minutes, asked.seed, asked.again, asked.also)


if __name__ == "__main__":
    sys.exit(main())
