"""A game that this program does not know is added by one folder and one entry point, as docs/adding-a-game.md says."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
Command = Callable[..., str]
PAGE = ROOT / "docs" / "adding-a-game.md"
FILE = re.compile(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```", re.MULTILINE | re.DOTALL)
ENTRY_POINT = re.compile(r'\[project\.entry-points\."breakaway\.games"\]\n(.*?)```', re.DOTALL)
IN_THE_BROWSER = """
from pathlib import Path
from breakaway.club.club import open_club
from tests.web.session import browser, orders, post, turn

club = open_club(Path("home.sqlite"))
client = browser(club)
assert "Twenty-one" in client.get("/").text
asked = client.get("/open/twentyone").text
assert "The most stones that a side may take at once." in asked
assert 'name="house.most" value="3" min="1" max="9"' in asked
opened = post(client, "/open/twentyone", **{"house.most": "5", "seat.1": "random", "team": "Me"})
assert opened.status_code == 200, opened.text
assert club.matches()[0].options == {"most": 5}
refused = post(client, "/open/twentyone", **{"house.most": "10", "seat.1": "random"})
assert (refused.status_code, "ouse rule most: expected 9 or less, not 10" in refused.text) == (422, True)
answer = post(client, "/quick/twentyone")
where = str(answer.url.path)
for _ in range(21):
    if "The match is over." in answer.text:
        break
    answer = post(client, f"{where}/choose", order=orders(answer.text)[0], turn=turn(answer.text))
    assert answer.status_code == 200, answer.text
assert "Whoever takes the last stone wins" in answer.text
assert "The match is over." in answer.text
club.close()
print("played to its end")
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the page's files, and what installing them would write: an entry point."""
    folder = tmp_path_factory.mktemp("site")
    page = PAGE.read_text(encoding="utf-8")
    for name, text in FILE.findall(page):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "twentyone" / "__init__.py").touch()
    about = folder / "twentyone-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: twentyone\nVersion: 1\n", encoding="utf-8")
    points = ENTRY_POINT.findall(page)[0].replace('"', "")
    (about / "entry_points.txt").write_text(f"[breakaway.games]\n{points}", encoding="utf-8")
    return folder


# Runs each line of its input as a command line in a process of its own, in which the program is already imported.
HOST = """
import importlib, json, os, sys
from breakaway.cli.main import main
for each in "testing.cases terminal.play terminal.replay terminal.rules".split():
    importlib.import_module(f"breakaway.{each}")
for line in sys.stdin:
    words, typed, out = json.loads(line)
    if not os.fork():
        sys.argv = ["breakaway", *words]
        sys.stdin, sys.stdout = open(typed), open(out, "w")
        sys.stderr = sys.stdout
        main()
    print(os.waitstatus_to_exitcode(os.wait()[1]), flush=True)
"""
RULES = ("-c", "from breakaway.cli.main import main; main()", "rules")


def environment(site: Path) -> dict[str, str]:
    """Ours, with the fourth game installed."""
    path = os.pathsep.join([str(site), str(ROOT / "src"), str(ROOT)])
    own = {"PYTHONPATH": path, "BREAKAWAY_HOME": str(site / "home"), "NO_COLOR": "1"}
    return {**os.environ, **own, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


def program(site: Path, *words: str) -> str:
    """What Python prints, with the fourth game installed; it must not fail."""
    command = [sys.executable, *words]
    done = subprocess.run(
        command, cwd=site, env=environment(site), capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def breakaway(site: Path) -> Iterator[Command]:
    """Runs commands of the program, with the fourth game installed; they must not fail. Returns what they print."""
    typed, out = site / "typed.txt", site / "out.txt"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", HOST], cwd=site, env=environment(site), **pipes) as host:

        def run(*words: str, keys: str = "") -> str:
            typed.write_text(keys, encoding="utf-8")
            print(json.dumps([words, str(typed), str(out)]), file=host.stdin, flush=True)
            status, said = host.stdout.readline(), out.read_text(encoding="utf-8")
            assert status == "0\n", said
            return said

        yield run
        host.stdin.close()


@pytest.mark.slow
def test_its_rules_and_cases_are_found(breakaway: Command) -> None:
    assert "Whoever takes the last stone wins." in breakaway("rules", "twentyone", "TO-3")
    assert "2 of 2 cases pass." in breakaway("cases", "cases/twentyone")


@pytest.mark.slow
def test_its_laws_hold(site: Path) -> None:
    assert "1 passed" in program(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_twentyone.py")


def test_coaches_play_it_and_the_record_is_replayed_and_verified(breakaway: Command) -> None:
    said = breakaway("watch", "twentyone", "--seed", "3", "--record", "game.match")
    assert "Whoever takes the last stone wins" in said
    assert "The final standing" in said
    assert breakaway("replay", "game.match").count("Whoever takes the last stone wins") == 1
    assert "nothing was altered" in breakaway("verify", "game.match")


def test_it_is_played_at_the_terminal(breakaway: Command) -> None:
    said = breakaway("play", "twentyone", "--team", "Me", "--seed", "1", keys="1\n" * 21)
    assert "The sides take stones in turn (0, 1, 20)" in said
    assert "Whoever takes the last stone wins" in said
    assert "The final standing" in said


def test_its_house_rule_reaches_the_command_line_the_rules_and_the_book(breakaway: Command) -> None:
    assert "The most stones that a side may take at once." in breakaway("rules", "twentyone", "--house")
    assert "most" in breakaway("rules", "twentyone", "TO-2")
    said = breakaway("play", "twentyone", "--house", "most=8", "--seed", "1", keys="8\n" * 21)
    assert "The sides take stones in turn (0, 8, 13)" in said
    with pytest.raises(AssertionError, match="ouse rule most: expected 9 or less, not 10"):
        breakaway("watch", "twentyone", "--house", "most=10")


@pytest.mark.slow
def test_what_only_other_games_are_asked_is_refused(breakaway: Command) -> None:
    with pytest.raises(
        AssertionError, match="--profile: Twenty-one does not have this option; it has: --teams, --team, --house"
    ):
        breakaway("play", "twentyone", "--profile", "postal")
    assert "twentyone: your name" in breakaway("play", "--help").replace("\n", " ").replace("  ", "")


@pytest.mark.slow
def test_it_is_played_in_the_browser(site: Path) -> None:
    script = site / "browser.py"
    script.write_text(IN_THE_BROWSER, encoding="utf-8")
    assert "played to its end" in program(site, str(script))


@pytest.mark.slow
def test_a_game_that_cannot_be_loaded_is_told_and_stops_no_other(site: Path) -> None:
    about = site / "broken-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[breakaway.games]\nbroken = nowhere.kit:KIT\n", encoding="utf-8")
    try:
        assert "Whoever takes the last stone wins." in program(site, *RULES, "twentyone", "TO-3")
        with pytest.raises(AssertionError, match=r"the game 'broken' .* cannot be loaded: No module named 'nowhere'"):
            program(site, *RULES, "broken")
    finally:
        shutil.rmtree(about)


@pytest.mark.slow
def test_it_is_simulated_by_the_thousand(breakaway: Command) -> None:
    said = breakaway("simulate", "twentyone", "--matches", "2000", "--seed", "5", "--out", "many.parquet")
    assert "2,000" in said or "2000" in said
    again = breakaway("simulate", "--replay", "many.parquet", "7")
    assert again.count("Whoever takes the last stone wins") == 1
    assert "Twenty-one" in breakaway("report", "many.parquet")
