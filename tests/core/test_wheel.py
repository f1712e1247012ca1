"""The built wheel in a clean environment: what needs no extra works, and everything else names the extra to install."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from importlib import metadata
from pathlib import Path

import pytest

from breakaway.core.language import EXTRAS, what_to_install

ROOT = Path(__file__).parents[2]
IMPORTED_AS = {
    "open-spiel": "pyspiel",
    "python-multipart": "python_multipart",
    "prometheus-client": "prometheus_client",
}


def test_each_package_of_an_extra_is_known_under_the_name_that_python_imports():
    declared: dict[str, set[str]] = {}
    for line in metadata.requires("breakaway") or []:
        extra = re.search(r"extra == ['\"](\w+)['\"]", line)
        name = re.match(r"[\w.-]+", line)[0]
        if extra and name != "breakaway":
            declared.setdefault(extra[1], set()).add(IMPORTED_AS.get(name, name))
    assert declared.keys() == EXTRAS.keys()
    for extra, packages in declared.items():  # an extra includes what the extras that it builds on need
        for package in packages:
            named = next(name for name, known in EXTRAS.items() if package in known)
            assert package in declared[named], (extra, package)


def test_a_package_of_no_extra_is_a_bug_and_not_something_to_install():
    assert what_to_install(ModuleNotFoundError(name="pydantic"), "this") == ""
    assert what_to_install(ModuleNotFoundError(name=None), "this") == ""
    assert what_to_install(ModuleNotFoundError(name="scipy.optimize"), "this command") == (
        "this command needs the package scipy, which is not installed: pip install 'breakaway[lab]'"
    )


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """A folder with a new environment that has only the wheel and what it needs."""
    place = tmp_path_factory.mktemp("clean")
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place)], cwd=ROOT, capture_output=True
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = place.glob("*.whl")
    venv.create(place / "env", with_pip=True)
    pip = subprocess.run([python_of(place), "-m", "pip", "install", "-q", str(wheel)], capture_output=True, text=True)
    if pip.returncode and not os.environ.get("CI"):
        pytest.skip(f"the wheel's requirements could not be installed: {pip.stderr.strip().splitlines()[-1]}")
    assert pip.returncode == 0, pip.stderr
    return place


def python_of(place: Path) -> str:
    return str(place / "env" / ("Scripts" if os.name == "nt" else "bin") / "python")


def environment(place: Path) -> dict[str, str]:
    """The environment variables of a program that finds the wheel, and not this checkout."""
    return {**os.environ, "BREAKAWAY_HOME": str(place / "home"), "PYTHONPATH": "", "COLUMNS": "100"}


def run(place: Path, *words: str, typed: str = "") -> tuple[int, str]:
    """The exit status of a command, and all that it prints."""
    command = [python_of(place), "-c", "from breakaway.cli.main import main; main()", *words]
    around = environment(place)
    done = subprocess.run(command, cwd=place, env=around, input=typed, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_without_extras_one_plays_watches_checks_reviews_and_reads(installed):
    works = {
        ("--version",): metadata.version("breakaway"),
        ("coaches", "fate"): "solitaire",
        ("rules", "cycling", "BA-6.9"): "his new card is his lead in squares",
        ("odds", "football", "--call", "7b", "--against", "3a"): "touchdown",
        (
            "watch",
            "cycling",
            "--teams",
            "3",
            "--coaches",
            "random",
            "--seed",
            "3",
            "--record",
            "r.match",
        ): "final table",
        ("verify", "r.match"): "nothing was altered",
        ("replay", "r.match"): "Turn 1",
        ("review", "r.match"): "chance",
        ("zine", "r.match", "--out", "zine.html"): "Written",
        ("print", "fate-solitaire"): "solitaire",
        ("matches",): "no matches",
        ("referee", "--help"): "undo",
    }
    for words, said in works.items():
        status, printed = run(installed, *words)
        assert (status, said in printed) == (0, True), (words, printed)
    for game in ("football", "fate", "cycling"):
        status, printed = run(installed, "play", game, "--seed", "1", typed="?\n")
        assert (status, "The match is saved" in printed) == (0, True), printed
    cases = Path(run_python(installed, "import breakaway; print(breakaway.__path__[0])")) / "cases"
    status, printed = run(installed, "cases", str(cases / "cycling" / "breakaway.toml"))
    assert status == 0, printed
    played = run_python(installed, "import breakaway as b; print(b.play(b.load('cycling'), 'random', seed=1).is_over)")
    assert played == "True"


@pytest.mark.slow
def test_without_extras_every_other_command_names_the_extra_that_it_needs(installed):
    run(installed, "watch", "cycling", "--teams", "3", "--coaches", "random", "--seed", "3", "--record", "p.match")
    needs = {
        ("serve",): "breakaway[web]",
        ("serve", "--mail-out", "smtp://localhost", "--mail-from", "ada@example.org"): "breakaway[web]",
        ("simulate", "football", "--matches", "2"): "breakaway[lab]",
        ("simulate", "football", "--matches", "2", "--engine", "dask"): "breakaway[lab]",
        ("report", "a.parquet"): "breakaway[lab]",
        ("compare", "a.parquet", "b.parquet"): "breakaway[lab]",
        ("simulate", "--replay", "a.parquet", "1"): "breakaway[lab]",
        ("odds", "fate"): "breakaway[lab]",
        ("odds", "football", "--equilibrium"): "breakaway[lab]",
        ("print", "fate-solitaire", "--out", "page.pdf"): "breakaway[pdf]",
        ("zine", "p.match", "--out", "zine.pdf"): "breakaway[pdf]",
    }
    for words, extra in needs.items():
        status, printed = run(installed, *words)
        assert (status, extra in printed, "Traceback" in printed) == (1, True, False), (words, printed)
    for module in ("spiel", "zoo", "gym", "vector"):
        says = run_python(
            installed,
            f"try: import breakaway.research.{module}\nexcept ModuleNotFoundError as error: print(error)",
        )
        assert says == "breakaway.research needs numpy and numba: pip install 'breakaway[research]'"


def run_python(place: Path, code: str) -> str:
    command = [python_of(place), "-c", code]
    done = subprocess.run(command, cwd=place, env=environment(place), capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
