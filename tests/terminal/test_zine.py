"""`breakaway zine`: all reports of a match at the terminal, as a page, as text and on paper."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from breakaway.players.settings import requested
from tests.terminal.session import call, sit

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def race(capsys: Capture, home: Path, tmp_path: Path) -> Path:
    """A race by chance between two teams, to its end."""
    path = tmp_path / "race.match"
    done = call(capsys, "watch", "cycling", "--teams", "2", "--coaches", "random", "--seed", "3", "--record", str(path))
    assert done.returncode == 0
    return path


@pytest.mark.slow
def test_a_recorded_match_is_written_as_a_page_as_text_and_on_paper(
    capsys: Capture, home: Path, race: Path, tmp_path: Path
) -> None:
    for name, begins in (("zine.html", b"<!doctype html>"), ("zine.pdf", b"%PDF-"), ("zine.txt", b"Breaking Away")):
        done = call(capsys, "zine", str(race), "--out", str(tmp_path / name))
        assert (done.returncode, done.stderr) == (0, "")
        assert (tmp_path / name).read_bytes().startswith(begins)
    text = (tmp_path / "zine.txt").read_text("utf-8")
    assert text.index("FINAL STANDINGS") < text.index("THE LINE-UPS") < text.index("TURN 1\n") < text.index("TURN 2\n")
    shown = call(capsys, "zine", str(race))
    assert "The line-ups" in shown.stdout


def test_a_blind_race_that_runs_shows_no_card_and_no_square(capsys: Capture, home: Path, tmp_path: Path) -> None:
    blind = requested(teams="2", seed=7, profile="blind", house=["last_place=1"])
    sit(tmp_path / "running", ["2", "A15 B13 C11 D1", "A12 B10 C6"], blind, "random")
    done = call(capsys, "zine", str(tmp_path / "running"))
    assert done.returncode == 0
    riders = [line for line in done.stdout.splitlines() if re.match(r"\s*\d+\.\s+(Red|Blue) [A-D]", line)]
    assert len(riders) == 8, "all of them, in race order"
    assert not any(re.search(r"\d+\+\d+|\d+ \d+", line.partition(".")[2]) for line in riders)


def test_a_file_that_is_there_or_has_an_unknown_ending_is_refused(
    capsys: Capture, home: Path, race: Path, tmp_path: Path
) -> None:
    before = race.read_bytes()
    for name, said in (
        (race.name, "already exists"),
        ("zine.doc", "ends in .pdf, .html or .txt"),
        ("no/x.pdf", "no folder"),
    ):
        done = call(capsys, "zine", str(race), "--out", str(tmp_path / name))
        assert done.returncode == 1
        assert said in done.stderr
    assert race.read_bytes() == before
    assert "there is no match" in call(capsys, "zine", "nothing-of-that-name").stderr
