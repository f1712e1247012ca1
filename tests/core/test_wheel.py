"""The built wheel in a clean environment: what needs no extra works, and everything else names the extra to install.

The same is true of the parts that an installation can leave out, the table and the lab.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

from breakaway.core.language import EXTRAS, PARTS, what_to_install

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


@pytest.mark.parametrize(
    ("module", "part"),
    [("breakaway.club", "table"), ("breakaway.games.cycling.mail", "table"), ("breakaway.games.fate.lab", "lab")],
)
def test_a_part_that_is_left_out_is_named(module, part):
    assert what_to_install(ModuleNotFoundError(name=module), "this") == (
        f"this needs the {part}, and this installation was made without it (there is no {module})"
    )


@pytest.mark.parametrize("module", ["breakaway.core", "breakaway.lab.odd", "breakaway.games.fate", "lab", "web.lab"])
def test_any_other_module_that_is_missing_is_a_bug(module):
    assert what_to_install(ModuleNotFoundError(name=module), "this") == ""


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


MAIN = "from breakaway.cli.main import main; main()"


def run(place: Path, *words: str, typed: str = "") -> tuple[int, str]:
    """The exit status of a command, and all that it prints."""
    command = [python_of(place), "-c", MAIN, *words]
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
        ("print", "--list"): "game-day-cards",
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
    german = "from breakaway.core.language import catalog; print(len(catalog('de').texts) > 3000)"
    assert run_python(installed, german) == "True"


@pytest.mark.slow
def test_without_extras_every_other_command_names_the_extra_that_it_needs(installed):
    run(installed, "watch", "cycling", "--teams", "3", "--coaches", "random", "--seed", "3", "--record", "p.match")
    needs = {
        ("serve",): "breakaway[web]",
        ("serve", "--mail-out", "smtp://localhost", "--mail-from", "ada@example.org"): "breakaway[web]",
        ("backup", "club.backup"): "breakaway[club]",
        ("simulate", "football", "--matches", "2"): "breakaway[lab]",
        ("simulate", "football", "--matches", "2", "--engine", "dask"): "breakaway[lab]",
        ("report", "a.parquet"): "breakaway[lab]",
        ("compare", "a.parquet", "b.parquet"): "breakaway[lab]",
        ("simulate", "--replay", "a.parquet", "1"): "breakaway[lab]",
        ("odds", "fate"): "breakaway[lab]",
        ("odds", "football", "--equilibrium"): "breakaway[lab]",
        ("print", "fate-solitaire", "--out", "page.pdf"): "breakaway[pdf]",
        ("print", "football", "cards", "--out", "cards.pdf"): "breakaway[pdf]",
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


# --- without a part


@pytest.fixture
def without(installed, request) -> Iterator[Path]:
    """The same installation without some parts. They are put back afterwards."""
    package = Path(run_python(installed, "import breakaway; print(breakaway.__path__[0])"))
    names = [name for part in request.param for name in PARTS[part]]
    paths = [path for name in names for path in (package / name, *package.glob(f"games/*/{name}")) if path.is_dir()]
    assert len(paths) == len(names) + (3 if "lab" in request.param else 0)  # a lab of each game
    for each in (*installed.glob("*.match"), *installed.glob("*.html")):
        each.unlink()
    for n, path in enumerate(paths):
        shutil.move(path, installed / f"left out {n}")
    yield installed
    for n, path in enumerate(paths):
        shutil.move(installed / f"left out {n}", path)


def every_way(*parts: tuple[str, ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("without", parts, ids=" and ".join, indirect=True)


LEFT_OUT = [("table",), ("lab",), ("table", "lab")]
LET_THE_COACH_DECIDE = "\n\ny\n" * 600
IN_EACH_GAME = """
import breakaway
for name in ("football", "fate", "cycling"):
    game = breakaway.load(name)
    assert breakaway.play(game, "random", seed=1).is_over, name
"""


@pytest.mark.slow
@every_way(*LEFT_OUT)
def test_rules_records_terminal_and_api_work_without_the_other_parts(without):
    for game in ("fate", "cycling"):
        asked = ("play", game, "--against", "random", "--seed", "1", "--record", f"{game}.match")
        status, printed = run(without, *asked, typed=LET_THE_COACH_DECIDE)
        assert (status, "Replay it:" in printed, "Traceback" in printed) == (0, True, False), printed[-2000:]
    works = {
        ("watch", "football", "--seed", "3", "--record", "football.match"): "end of the game",
        ("play", "football", "--seed", "1"): "The match is saved",
        ("matches",): "To continue one",
        ("verify", "cycling.match"): "nothing was altered",
        ("replay", "fate.match"): "quarter",
        ("replay", "football.match"): "quarter",
        ("zine", "cycling.match", "--out", "zine.html"): "Written",
        ("print", "fate-solitaire"): "solitaire",
        ("rules", "cycling", "BA-6.9"): "his new card is his lead in squares",
        ("coaches", "fate"): "solitaire",
        ("bot", "list"): "bot",
        ("simulate", "--help"): "--matches",
        ("serve", "--help"): "--port",
    }
    for words, said in works.items():
        status, printed = run(without, *words)
        assert (status, said in printed, "Traceback" in printed) == (0, True, False), (words, printed)
    cases = Path(run_python(without, "import breakaway; print(breakaway.__path__[0])")) / "cases"
    status, printed = run(without, "cases", str(cases))
    assert (status, bool(re.search(r"(\d{4}) of \1 cases pass", printed))) == (0, True), printed[-2000:]
    run_python(without, IN_EACH_GAME)
    (without / "receipt.txt").write_text("no receipt")
    status, printed = run(without, "verify", "cycling.match", "--receipt", "receipt.txt")
    assert (status, "Traceback" in printed) == (1, False), printed


NEEDS = {
    "table": (
        ("serve",),
        ("serve", "--mail-out", "smtp://localhost", "--mail-from", "ada@example.org"),
        ("backup", "club.backup"),
        ("host", "late", "m", "--database", "club.sqlite"),
        ("referee", "orders", "r.match", "Red", "--text", "A 10 10 10"),
    ),
    "lab": (
        ("simulate", "fate", "--matches", "2"),
        ("report", "a.parquet"),
        ("compare", "a.parquet", "b.parquet"),
        ("odds", "fate"),
        ("odds", "football", "--call", "7b", "--against", "3a"),
        ("review", "p.match"),
    ),
}


@pytest.mark.slow
@every_way(*LEFT_OUT)
def test_a_command_of_a_part_that_is_left_out_names_the_part(without, request):
    run(without, "watch", "cycling", "--teams", "3", "--coaches", "random", "--seed", "3", "--record", "p.match")
    for part in request.node.callspec.params["without"]:
        for words in NEEDS[part]:
            status, printed = run(without, *words)
            said = f"needs the {part}, and this installation was made without it"
            assert (status, said in printed, "Traceback" in printed) == (1, True, False), (words, printed)
    if request.node.callspec.params["without"] != ("lab",):  # matches that a table has left behind
        place = run_python(without, "from breakaway.records.record_file import club_file; print(club_file())")
        Path(place).parent.mkdir(exist_ok=True)
        Path(place).touch()
        status, printed = run(without, "matches")
        Path(place).unlink()
        assert (status, "the club in" in printed, "needs the table" in printed) == (1, True, True), printed


def run_with_all_libraries(place: Path, *words: str) -> str:
    """What Python prints with the installed wheel, and with the libraries that the tests use."""
    wheel = Path(run_python(place, "import breakaway; print(breakaway.__path__[0])")).parent
    around = {**environment(place), "PYTHONPATH": f"{wheel}{os.pathsep}{ROOT}"}
    done = subprocess.run([sys.executable, *words], cwd=place, env=around, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


PAGES = """
import pathlib, tempfile
import breakaway.web.app
from breakaway.club.club import open_club
from tests.club.starts import play_out, race
from tests.web.session import browser
with tempfile.TemporaryDirectory() as folder:
    club = open_club(pathlib.Path(folder, "club.sqlite"))
    made = club.create("cycling", race(("human", "random")), here=[0])
    client = browser(club)
    assert "<form" in client.get(f"/match/{made.id}/1").text
    play_out(club, made.id)
    opened = ("/open/football", "/open/fate", "/open/cycling")
    for place in ("", *opened, f"/match/{made.id}/1", f"/match/{made.id}/check"):
        assert client.get(place).status_code == 200, place
    assert "/review" not in client.get(f"/match/{made.id}/1").text
    answer = client.get(f"/match/{made.id}/review")
    assert (answer.status_code, "review needs the lab" in answer.text) == (422, True), (answer, answer.text)
    print(breakaway.web.app.__file__)
    club.close()
"""


@pytest.mark.slow
@every_way(("lab",))
def test_the_table_works_without_the_lab_and_offers_no_reviews(without):
    assert str(without) in run_with_all_libraries(without, "-c", PAGES)


@pytest.mark.slow
@every_way(("table",))
def test_the_lab_works_without_the_table(without):
    asked = ("simulate", "cycling", "--teams", "2", "--matches", "20", "--seed", "1", "--out", "races")
    assert "20" in run_with_all_libraries(without, "-c", MAIN, *asked)
    assert "Written" in run_with_all_libraries(without, "-c", MAIN, "report", "races", "--html", "races.html")
    run_with_all_libraries(without, "-c", MAIN, "watch", "cycling", "--coaches", "random", "--record", "l.match")
    assert "chance" in run_with_all_libraries(without, "-c", MAIN, "review", "l.match")
