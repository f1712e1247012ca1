"""`breakaway matches`: what is kept and how it stands, names that every command takes, and what is deleted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from breakaway.club.club import open_club
from tests.club.starts import football_match, play_out, race
from tests.terminal.session import call

Capture = pytest.CaptureFixture[str]
RACE = ("play", "cycling", "--teams", "2", "--seed", "3", "--against", "highest")
WHOLE = "\n" + "suggest\ny\n" * 60


def begun(capsys: Capture, home: Path, *words: str, typed: str = "") -> str:
    """Plays so far, and returns the match's name."""
    before = set((home / "matches").glob("*.match"))
    done = call(capsys, *words, typed=typed)
    assert done.returncode == 0, done.stderr
    (path,) = set((home / "matches").glob("*.match")) - before
    return path.stem


def listed(capsys: Capture, name: str) -> str:
    """What `matches` says of a match, as one line."""
    said = call(capsys, "matches").stdout
    found = re.search(rf"^{name}   (.*\n(?:    .*\n)+)", said, flags=re.MULTILINE)
    assert found, said
    return " ".join(found[1].split())


@pytest.mark.slow
def test_every_command_takes_the_names_that_matches_prints(capsys: Capture, home: Path) -> None:
    name = begun(capsys, home, *RACE, typed="\n")
    club = open_club()
    made = club.create("cycling", race(), here=[0])
    play_out(club, made.id)
    for each in (name, made.id):
        assert listed(capsys, each)
        assert call(capsys, "verify", each).returncode == 0
        assert "Turn 1" in call(capsys, "replay", each).stdout + "Turn 1" * (each == name)
        assert call(capsys, "play", "--resume", each, typed="quit\n").returncode == 0
    done = call(capsys, "replay", "nothing")
    assert done.returncode == 1
    assert "there is no match 'nothing'" in done.stderr
    assert "to list your matches: breakaway matches" in done.stderr


def test_a_running_match_says_game_teams_opponent_score_and_whose_turn_it_is(capsys: Capture, home: Path) -> None:
    name = begun(capsys, home, "play", "football", "--seed", "1")
    said = listed(capsys, name)
    assert re.match(r"football, \d{4}-\d\d-\d\d \d\d:\d\d ", said)
    assert "Lightning against Fire (Solo sheets), 0-0; it waits for Lightning." in said


def test_a_match_that_is_over_says_who_has_won(capsys: Capture, home: Path) -> None:
    said = listed(capsys, begun(capsys, home, *RACE, typed=WHOLE))
    assert re.search(r"Red against Blue \(Highest cards\), [\d½/]+-[\d½/]+; over: (Red|Blue) wins\.", said), said
    said = listed(capsys, begun(capsys, home, "play", "fate", "--seed", "1", typed="resign\nyes\n"))
    assert "Home against Away (Balanced calls), 0-0; over: Home has resigned: Away wins." in said


def test_of_six_teams_ones_own_points_and_the_best_are_said(capsys: Capture, home: Path) -> None:
    words = ("play", "cycling", "--seed", "3", "--against", "highest")
    said = listed(capsys, begun(capsys, home, *words, typed="\n" + "suggest\ny\n" * 8))
    assert re.search(
        r"Red against Blue, .* and Teal \(Highest cards\), Red [\d⅓⅔⅕⅖⅗⅘½/]+(, \w+ [\d⅓⅔⅕⅖⅗⅘½/]+)?; it waits for Red\.",
        said,
    ), said


def test_a_hot_seat_match_waits_for_those_who_have_not_sealed(capsys: Capture, home: Path) -> None:
    words = ("play", "cycling", "--teams", "2", "--against", "human", "--seed", "1")
    said = listed(capsys, begun(capsys, home, *words, typed="\n1\n\nquit\n"))
    assert "it waits for Blue." in said


def test_a_match_of_the_browser_says_so(capsys: Capture, home: Path) -> None:
    club = open_club()
    made = club.create("football", football_match(), here=[0])
    play_out(club, made.id, turns=2)
    said = listed(capsys, made.id)
    assert "from the browser" in said
    assert "it waits for " in said


def test_a_match_is_deleted_after_yes_and_nothing_else(capsys: Capture, home: Path) -> None:
    name, other = begun(capsys, home, *RACE, typed="\n"), begun(capsys, home, *RACE, typed="\n")
    for typed in ("no\n", "\n", ""):
        done = call(capsys, "matches", "--delete", name, typed=typed)
        assert (home / "matches" / f"{name}.match").exists()
        assert f"{name} was kept." in done.stdout or "Nothing was deleted" in done.stdout
    done = call(capsys, "matches", "--delete", name, typed="yes\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"Deleted: {name}" in done.stdout
    assert {path.name for path in (home / "matches").iterdir()} == {f"{other}.match", f"{other}.match.sealed"}
    assert call(capsys, "matches", "--delete", other, "--yes").returncode == 0
    assert not list((home / "matches").iterdir())


def test_who_stops_after_the_first_of_two_matches_is_told_that_only_the_second_was_kept(
    capsys: Capture, home: Path
) -> None:
    one, two = begun(capsys, home, *RACE, typed="\n"), begun(capsys, home, *RACE, typed="\n")
    done = call(capsys, "matches", "--delete", one, "--delete", two, typed="yes\n")  # then the input ends
    assert f"Deleted: {one}" in done.stdout
    assert "No other match was deleted." in done.stdout
    assert "Nothing was deleted" not in done.stdout
    assert {path.name for path in (home / "matches").iterdir()} == {f"{two}.match", f"{two}.match.sealed"}


def test_what_cannot_be_deleted_is_said_and_nothing_is_deleted(capsys: Capture, home: Path, tmp_path: Path) -> None:
    name = begun(capsys, home, *RACE, typed="\n")
    made = open_club().create("cycling", race(), here=[0])
    diary = tmp_path / "diary.txt"
    diary.write_text("dear diary")
    for wrong, said in (
        ("nothing", "there is no match 'nothing'"),
        (made.id, "cannot be deleted"),
        (str(diary), "not a match record"),
    ):
        done = call(capsys, "matches", "--delete", name, "--delete", wrong, "--yes")
        assert done.returncode == 1
        assert said in done.stderr
        assert (home / "matches" / f"{name}.match").exists()
    assert diary.exists()


def test_prune_deletes_the_matches_without_a_choice_and_says_which(capsys: Capture, home: Path) -> None:
    kept = [begun(capsys, home, *RACE, typed="\n"), begun(capsys, home, *RACE, typed="A10 10 10\n")]
    empty = begun(capsys, home, *RACE)
    (home / "matches" / "torn.match").write_text("{")
    football = begun(capsys, home, "play", "football", "--seed", "4")
    done = call(capsys, "matches", "--prune")
    assert done.returncode == 0
    assert f"Deleted: {empty}, cycling: Red against Blue" in done.stdout
    assert f"Deleted: {football}, football" in done.stdout
    assert sorted(p.stem for p in (home / "matches").glob("*.match")) == sorted([*kept, "torn"])
    assert "Nothing was deleted" in call(capsys, "matches", "--prune").stdout
    assert len(list((home / "matches").glob("*.sealed"))) == 2


def test_a_damaged_file_is_listed_as_such(capsys: Capture, home: Path) -> None:
    (home / "matches").mkdir(parents=True)
    (home / "matches" / "torn.match").write_text("{")
    assert listed(capsys, "torn").startswith("damaged, ")
    assert "You have no matches yet" not in call(capsys, "matches").stdout
