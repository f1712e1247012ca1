"""Matches of the browser and of the terminal are the same matches."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from breakaway.club.club import Club, open_club
from breakaway.core.language import UserError
from breakaway.records.record_file import club_file, parse
from breakaway.records.verify import Grade
from breakaway.terminal import play
from tests.club.starts import any_order, football_match, play_out, race
from tests.terminal.session import PROGRAM, Person, call, environment, read_until, run, start, type_line, typist

Capture = pytest.CaptureFixture[str]
HEAVY = "{'sqlalchemy', 'alembic', 'sqlite3', 'psycopg'}"


@pytest.fixture
def club(home: Path) -> Club:
    """The club of this machine."""
    return open_club()


def resume(name: str = "cycling", *lines: str) -> tuple[int, str]:
    """The screen of somebody who types these lines."""
    person = Person(typist(lines))
    status = play.resume(name, person)
    return status, person.text


def test_the_club_of_this_machine_is_under_breakaway_home(home: Path, club: Club) -> None:
    assert club_file() == home / "club.sqlite"
    assert club_file().exists()


def test_a_match_of_the_browser_goes_on_in_the_terminal_and_back(club: Club) -> None:
    made = club.create("cycling", race(("human", "random")), here=[0])
    club.choose(made.id, 0, any_order(club, made.id, 0, 1))
    club.resolve(made.id)
    status, said = resume("cycling", "suggest", "y", "quit")
    assert status == 0
    assert f"Every choice is saved at once, in the club, as {made.id}" in said
    assert f"Go on with: breakaway play --resume {made.id}" in said
    assert club.look(made.id).turn == 2
    play_out(club, made.id)
    assert club.check(made.id).grade == Grade.UNSIGNED


def test_a_match_is_played_in_the_terminal_to_its_end(club: Club) -> None:
    made = club.create("cycling", race(("human", "highest")), here=[0])
    club.resolve(made.id)
    status, said = resume(made.id, *["suggest", "y"] * 40)
    assert status == 0
    assert "The final table" in said
    assert f"breakaway replay {made.id}" in said
    assert club.listed(made.id).status == "over"
    assert club.check(made.id).details[0].endswith("finished:")


def test_a_football_match_of_two_at_one_screen_goes_on(club: Club) -> None:
    made = club.create("football", football_match(), here=[0, 1])
    play_out(club, made.id, turns=7)
    before = club.look(made.id).turn
    status, _ = resume(made.id, "", "suggest", "quit")
    assert status == 0
    assert club.look(made.id).turn == before
    play_out(club, made.id, turns=2)


@pytest.mark.slow
def test_every_choice_at_the_terminal_is_in_the_club_when_the_program_is_killed(home: Path, club: Club) -> None:
    made = club.create("cycling", race(("human", "human", "random")), here=[0, 1])
    process = start(home, "play", made.id, "--resume")
    read_until(process, "alone at the screen: ")
    type_line(process, "")
    read_until(process, "line-up> ")
    type_line(process, "")
    read_until(process, "alone at the screen: ")
    process.kill()
    process.communicate()
    assert club.look(made.id).waiting == [1]
    assert club.look(made.id, 0).sealed


def test_the_newest_of_files_and_club_is_resumed(capsys: Capture, home: Path, club: Club) -> None:
    old = club.create("cycling", race(), "Old", here=[0])
    time.sleep(0.01)
    assert call(capsys, "play", "cycling", "--teams", "2", "--seed", "1", typed="\nquit\n").returncode == 0
    assert "saved at once, in the club" not in resume()[1]
    time.sleep(0.01)
    club.choose(old.id, 0, any_order(club, old.id, 0, 1))
    assert f"in the club, as {old.id}" in resume()[1]
    play_out(club, old.id)
    assert "in the club" not in resume()[1]
    done = call(capsys, "matches")
    assert done.returncode == 0
    first, said, second, also, last, _ = done.stdout.splitlines()
    assert first.startswith(f"{old.id}   cycling, ")
    assert said.startswith("    'Old': ")
    assert "; over: " in said
    assert second.startswith("cycling-")
    assert "it waits for Red." in also
    assert "--resume NAME" in last


def test_matches_are_listed_when_there_are_none_or_damaged_ones(capsys: Capture, home: Path) -> None:
    assert "You have no matches yet" in call(capsys, "matches").stdout
    (home / "matches").mkdir(parents=True)
    (home / "matches" / "torn.match").write_text("{")
    assert "damaged" in call(capsys, "matches").stdout


def test_a_match_with_somebody_far_away_is_left_to_the_browser(club: Club) -> None:
    made = club.create("football", football_match(), here=[0])
    with pytest.raises(UserError, match=f"Fire plays match {made.id} through a link"):
        resume(made.id)
    with pytest.raises(UserError, match="no unfinished match"):
        resume()
    with pytest.raises(UserError, match=r"'nothing'.* or in the club"):
        resume("nothing")


def test_somebody_else_at_the_same_match_is_told_in_a_line(capsys: Capture, club: Club) -> None:
    made = club.create("cycling", race(("human", "human")), here=[0, 1])

    def meanwhile(prompt: str) -> str | None:
        if "line-up" in prompt:
            club.choose(made.id, 1, any_order(club, made.id, 1, 1))
        return ""

    person = Person(meanwhile)
    with pytest.raises(Exception, match="changed by another program or person") as caught:
        play.resume(made.id, person)
    from breakaway.terminal.screen import explain

    assert explain(caught.value)
    assert club.look(made.id).waiting == [0]


@pytest.mark.slow
def test_a_match_of_the_club_is_told_again_and_verified_by_its_name(capsys: Capture, club: Club) -> None:
    made = club.create("cycling", race(), here=[0])
    play_out(club, made.id)
    done = call(capsys, "verify", made.id)
    assert done.returncode == 0
    assert "nothing was altered" in done.stdout
    assert "The final table" in call(capsys, "replay", made.id).stdout
    assert call(capsys, "verify", "nothing").returncode == 1
    assert parse(club.download(made.id)).lines[-1]["kind"] == "end"


@pytest.mark.slow
def test_without_a_club_nothing_of_its_library_is_imported(home: Path) -> None:
    for words in (["--help"], ["play", "cycling", "--seed", "1"], ["play", "--resume"], ["matches"]):
        code = (
            "import sys\nfrom breakaway.cli.main import app\n"
            f"try: app({words!r})\nexcept SystemExit: pass\n"
            f"sys.exit(', '.join(sorted({HEAVY} & set(sys.modules))) or 0)"
        )
        done = subprocess.run(
            [PROGRAM[0], "-c", code],
            input="\nquit\n",
            capture_output=True,
            text=True,
            env=environment(home),
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), words
    assert not club_file().exists()


@pytest.mark.slow
def test_a_new_match_imports_nothing_of_it_even_where_there_is_a_club(home: Path, club: Club) -> None:
    code = (
        "import sys\nfrom breakaway.cli.main import app\n"
        "try: app(['play', 'cycling', '--seed', '1'])\nexcept SystemExit: pass\n"
        f"sys.exit(', '.join(sorted({HEAVY} & set(sys.modules))) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input="\nquit\n",
        capture_output=True,
        text=True,
        env=environment(home),
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_a_club_without_its_library_is_told_in_a_line(home: Path, club: Club) -> None:
    hidden = (
        "import sys\nsys.modules['sqlalchemy'] = None\nfrom breakaway.cli.main import main\n"
        "sys.argv[1:] = ['matches']\nmain()"
    )
    done = subprocess.run(
        [sys.executable, "-c", hidden], capture_output=True, text=True, env=environment(home), check=False
    )
    assert done.returncode == 1
    assert "pip install 'breakaway[club]'" in done.stderr
    assert "Traceback" not in done.stderr
    assert run(home, "matches").returncode == 0
