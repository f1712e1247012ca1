"""A game that this program does not know is added by one folder and one entry point, as docs/adding-a-game.md says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
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
assert "A side takes at most so many at once." in asked
assert 'name="house.most" value="3" min="1" max="9"' in asked
opened = post(client, "/open/twentyone", **{"house.most": "5", "seat.1": "random", "team": "Me"})
assert opened.status_code == 200, opened.text
assert club.matches()[0].options == {"most": 5}
refused = post(client, "/open/twentyone", **{"house.most": "10", "seat.1": "random"})
assert (refused.status_code, "house rule most: expected 9 or less, not 10" in refused.text) == (422, True)
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


def program(site: Path, *words: str, typed: str | None = None) -> str:
    """What a command prints, with the fourth game installed; it must not fail."""
    path = os.pathsep.join([str(site), str(ROOT / "src"), str(ROOT)])
    done = subprocess.run(
        [sys.executable, *words],
        input=typed,
        stdin=subprocess.DEVNULL if typed is None else None,
        cwd=site,
        env={**os.environ, "PYTHONPATH": path, "BREAKAWAY_HOME": str(site / "home"), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def breakaway(site: Path, *words: str, typed: str | None = None) -> str:
    return program(site, "-c", "from breakaway.cli import main; main()", *words, typed=typed)


def test_its_rules_and_cases_are_found(site: Path) -> None:
    assert "Whoever takes the last stone wins." in breakaway(site, "rules", "twentyone", "TO-3")
    assert "2 of 2 cases hold." in breakaway(site, "cases", "cases/twentyone")


def test_its_laws_hold(site: Path) -> None:
    assert "1 passed" in program(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_twentyone.py")


def test_coaches_play_it_and_the_record_is_replayed_and_verified(site: Path) -> None:
    said = breakaway(site, "watch", "twentyone", "--seed", "3", "--record", "game.match")
    assert "Whoever takes the last stone wins" in said
    assert "The final standing" in said
    assert breakaway(site, "replay", "game.match").count("Whoever takes the last stone wins") == 1
    assert "nothing was altered" in breakaway(site, "verify", "game.match")


def test_it_is_played_at_the_terminal(site: Path) -> None:
    said = breakaway(site, "play", "twentyone", "--team", "Me", "--seed", "1", typed="1\n" * 21)
    assert "The sides take stones in turn (0, 1, 20)" in said
    assert "Whoever takes the last stone wins" in said
    assert "The final standing" in said


def test_its_house_rule_reaches_the_command_line_the_rules_and_the_book(site: Path) -> None:
    assert "A side takes at most so many at once." in breakaway(site, "rules", "twentyone", "--house")
    assert "most" in breakaway(site, "rules", "twentyone", "TO-2")
    said = breakaway(site, "play", "twentyone", "--house", "most=8", "--seed", "1", typed="8\n" * 21)
    assert "The sides take stones in turn (0, 8, 13)" in said
    with pytest.raises(AssertionError, match="house rule most: expected 9 or less, not 10"):
        breakaway(site, "watch", "twentyone", "--house", "most=10")


def test_what_only_other_games_are_asked_is_refused(site: Path) -> None:
    with pytest.raises(
        AssertionError, match="--profile: Twenty-one lacks this option; it has: --teams, --team, --house"
    ):
        breakaway(site, "play", "twentyone", "--profile", "postal")
    assert "twentyone: your name" in breakaway(site, "play", "--help").replace("\n", " ").replace("  ", "")


def test_it_is_played_in_the_browser(site: Path) -> None:
    script = site / "browser.py"
    script.write_text(IN_THE_BROWSER, encoding="utf-8")
    assert "played to its end" in program(site, str(script))


def test_a_game_that_cannot_be_loaded_is_told_and_stops_no_other(site: Path) -> None:
    about = site / "broken-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[breakaway.games]\nbroken = nowhere.kit:KIT\n", encoding="utf-8")
    try:
        assert "Whoever takes the last stone wins." in breakaway(site, "rules", "twentyone", "TO-3")
        with pytest.raises(AssertionError, match=r"the game 'broken' .* cannot be loaded: No module named 'nowhere'"):
            breakaway(site, "rules", "broken")
    finally:
        shutil.rmtree(about)


@pytest.mark.slow
def test_it_is_simulated_by_the_thousand(site: Path) -> None:
    said = breakaway(site, "simulate", "twentyone", "--matches", "2000", "--seed", "5", "--out", "many.parquet")
    assert "2,000" in said or "2000" in said
    again = breakaway(site, "simulate", "--replay", "many.parquet", "7")
    assert again.count("Whoever takes the last stone wins") == 1
    assert "Twenty-one" in breakaway(site, "report", "many.parquet")
