"""Watching football, and a person's own team files at the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from breakaway.core.observation import Observation
from breakaway.core.rules import Event
from breakaway.display.document import Line
from breakaway.games.football import terminal
from breakaway.games.football.display.news import Story
from breakaway.games.football.files.config import names, resolve
from breakaway.games.football.game import GAME
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.events import DRAW
from breakaway.games.football.terminal import ending
from breakaway.terminal.replay import replay
from tests.football.matches import new_match
from tests.terminal.session import Person, call

Capture = pytest.CaptureFixture[str]


def watched(capsys: Capture, *words: str) -> dict[str, Any]:
    done = call(capsys, "watch", "football", "--json", *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1, "one object and nothing else"
    told = json.loads(done.stdout)
    assert isinstance(told, dict)
    return told


def test_json_has_game_teams_score_winner_reason_plays_drives_and_box(capsys: Capture, home: Path) -> None:
    told = watched(capsys, "--home", "maulers", "--away", "pharaohs", "--seed", "3")
    assert told["game"] == "football"
    assert told["teams"] == ["Maulers", "Pharaohs"]
    assert told["coaches"] == {"Maulers": "sheet", "Pharaohs": "sheet"}
    best = max(told["score"].values())
    first = [team for team, points in told["score"].items() if points == best]
    assert told["winner"] == (first[0] if len(first) == 1 else None)
    assert told["ended"]["rule"] in ("BF-101", "BF-R31", "BF-189", "BF-190")
    assert told["ended"]["says"]
    assert told["plays"] == sum(drive["plays"] for drive in told["drives"])
    assert set(told["drives"][0]) == {"team", "quarter", "from", "plays", "lines", "result", "points"}
    for team in told["teams"]:
        assert sum(told["box"][team]["quarters"]) == told["score"][team]


def watched_lines(*told: tuple[Any, ...]) -> list[str]:
    """What `watch` prints of these events, of a drive that has 2nd and 5 at the own 25."""
    observation = new_match().observation(0)
    story = Story(observation.config)
    for each in (Event("BF-013", -1, (0, 5)), Event("BF-029", -1, (0, 2, 5))):
        story.take(each)
    events = [Event(rule, -1, numbers) for rule, *numbers in told]  # type: ignore[arg-type]
    return [str(getattr(line, "text", "")) for line in terminal.watched(observation, events, story)]


@pytest.mark.parametrize(
    ("before", "kick", "text"),
    [
        ([("BF-232", 0, 1, 2, 2, 6, 6), ("BF-234", 0, 3, 1, 8, 8, 0)], ("BF-129", 0, 7), "the kick is good"),
        ([("BF-232", 0, 1, 2, 2, 6, 6), ("BF-234", 0, 3, 0, 7, 8, 1)], ("BF-104", 0), "the kick would be no good"),
        (
            [("BF-232", 0, 1, 2, 2, 6, 6), ("BF-196", 1, 2), ("BF-234", 0, 3, 0, 7, 8, 1), ("BF-R50", 1, 3)],
            ("BF-104", 0),
            "ice the kicker",
        ),
        (
            [("BF-232", 0, 1, 2, 2, 6, 6), ("BF-196", 1, 2), ("BF-234", 0, 3, 0, 7, 8, 1), ("BF-R50", 1, 3)],
            ("BF-104", 0),
            "get their time out back",
        ),
        ([("BF-193", 0)], ("BF-104", 0), "Maulers aim for the coffin corner"),
        ([], ("BF-150", 0), "Maulers kick onside"),
    ],
)
def test_what_is_drawn_or_announced_before_a_kick_stands_under_the_header_of_its_own_down(
    before: list[Any], kick: Any, text: str
) -> None:
    """BF-234, BF-193, BF-150."""
    lines = watched_lines(("BF-022", 0, 0, 0, 2), ("BF-028", 0, 1, 6), ("BF-029", 0, 4, 4), *before, kick)
    heads = [i for i, line in enumerate(lines) if line.startswith("Q1")]
    assert len(heads) == 2, lines
    assert "2nd and 5" in lines[heads[0]]
    assert "4th and 4" in lines[heads[1]] or "kickoff" in lines[heads[1]]
    assert [i > heads[1] for i, line in enumerate(lines) if text in line] == [True], lines


def test_the_same_seed_gives_the_same_object_and_another_seed_another(capsys: Capture, home: Path) -> None:
    first = watched(capsys, "--seed", "4")
    assert first == watched(capsys, "--seed", "4")
    assert first != watched(capsys, "--seed", "5")


@pytest.mark.slow
@pytest.mark.parametrize("coaches", ["sheet", "random", "random,sheet", "sheet,random"])
def test_sheets_and_coaches_play_each_other(capsys: Capture, home: Path, tmp_path: Path, coaches: str) -> None:
    place = tmp_path / "watched.match"
    told = watched(capsys, "--seed", "3", "--coaches", coaches, "--record", str(place), "--house", "flags=1,coffin=0")
    by = (coaches.split(",") * 2)[:2]
    assert list(told["coaches"].values()) == by
    header = json.loads(place.read_text().splitlines()[0])
    assert header["book"]["sheet"] == [int(each == "sheet") for each in by]
    assert (header["options"]["flags"], header["options"]["coffin"]) == (1, False)
    assert call(capsys, "verify", str(place)).returncode == 0
    assert call(capsys, "replay", str(place)).returncode == 0


@pytest.mark.sample(but=["random"])
@pytest.mark.parametrize("coaches", ["sheet", "sheet,random"])
def test_it_is_told_play_by_play_with_where_it_begins_and_the_final_score(
    capsys: Capture, home: Path, coaches: str
) -> None:
    done = call(capsys, "watch", "football", "--seed", "3", "--coaches", coaches)
    assert done.returncode == 0
    for part in (
        "Q1  Lightning 0, Fire 0   kickoff",
        " 1st and ",
        " plays ",
        "base gain",
        "The final score",
        "ends with",
    ):
        assert part in done.stdout
    assert "\x1b" not in done.stdout
    assert all(len(line) <= 100 for line in done.stdout.splitlines())


@pytest.mark.slow
@pytest.mark.parametrize("coaches", ["sheet", "random"])
def test_a_replay_in_steps_waits_before_each_play_and_tells_what_one_without_tells(
    capsys: Capture, home: Path, tmp_path: Path, coaches: str
) -> None:
    place = tmp_path / "watched.match"
    told = watched(capsys, "--seed", "3", "--coaches", coaches, "--record", str(place))
    person = Person(lambda prompt: "")
    replay(str(place), True, person)
    whole = Person(lambda prompt: "")
    replay(str(place), False, whole)
    assert re.findall(r"\(BF-\w+\)", person.text) == re.findall(r"\(BF-\w+\)", whole.text)
    steps = person.text.split("Enter: continue")
    assert len(steps) >= told["plays"]
    assert all(step.count("(BF-022)") <= 1 for step in steps)
    if coaches == "sheet":
        assert "kickoff ─" in steps[0] or "(BF-142)" in steps[0]
        assert re.search(r"\nQ1  Lightning 0, Fire 0   \w+, 1st and \d lines at .* ─", steps[1])


@pytest.mark.parametrize("option", ["--home", "--away"])
def test_an_empty_team_is_refused_by_the_name_of_its_option(capsys: Capture, home: Path, option: str) -> None:
    done = call(capsys, "watch", "football", option, "")
    assert done.returncode == 1
    assert done.stderr.startswith(f"breakaway: {option}: expected the name of a team such as ")


# --- teams


def test_teams_are_listed_with_their_abilities(capsys: Capture, home: Path) -> None:
    done = call(capsys, "teams", "list")
    assert done.returncode == 0
    for name in ("eclipse", "fire", "lightning", "maulers", "pharaohs", "rhinos", "sharks", "stackers", "vultures"):
        assert f"\n{name} " in done.stdout


def test_a_new_team_is_written_checked_and_played(
    capsys: Capture, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = call(capsys, "teams", "new", "river_cats")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads((tmp_path / "team.schema.json").read_text())["title"]
    assert call(capsys, "teams", "check", "river_cats.toml").returncode == 0
    assert "river_cats" in call(capsys, "teams", "list", "--teams", ".").stdout
    told = watched(capsys, "--teams", ".", "--home", "river_cats", "--seed", "1")
    assert told["teams"] == ["River Cats", "Fire"]
    again = call(capsys, "teams", "new", "river_cats")
    assert again.returncode == 1
    assert "already exists" in again.stderr


def test_the_template_is_printed_without_a_name(capsys: Capture, home: Path) -> None:
    done = call(capsys, "teams", "new")
    assert done.returncode == 0
    assert "offense = [" in done.stdout


def in_one_line(text: str) -> str:
    """The text without the breaks that a long path makes in it."""
    return " ".join(text.split()) + "\n"


def test_one_warning_is_not_counted_as_warnings(capsys: Capture, home: Path, tmp_path: Path) -> None:
    place = tmp_path / "mine.toml"
    place.write_text(call(capsys, "teams", "new").stdout.partition("# From here on")[0])  # without solo sheets
    assert "no mistakes, 1 warning\n" in in_one_line(call(capsys, "teams", "check", str(place)).stdout)
    own = place.read_text().replace('"Inside Run 3 min"', '"Inside Run 3"', 1)  # a minimum gain that is not marked
    assert own != place.read_text()
    place.write_text(own)
    assert "no mistakes, 2 warnings\n" in in_one_line(call(capsys, "teams", "check", str(place)).stdout)


def test_every_mistake_of_a_file_is_named_with_card_and_field(capsys: Capture, home: Path, tmp_path: Path) -> None:
    place = tmp_path / "mine.toml"
    text = call(capsys, "teams", "new").stdout
    place.write_text(text.replace('"Screen 5"', '"Skreen 5"').replace('"Zone 0-5"', '"Zone 0"', 1))
    done = call(capsys, "teams", "check", str(place))
    assert done.returncode == 1
    assert "offense card 5" in done.stdout
    assert "Skreen" in done.stdout
    assert "defense card 1" in done.stdout
    played = call(capsys, "play", "football", "--teams", str(tmp_path), "--team", "mine")
    assert played.returncode == 1
    assert "offense card 5" in played.stderr


@pytest.mark.parametrize("text", ["", "[", "name = 3", "\x00", "offense = []\n"])
def test_broken_files_are_told_without_a_traceback(capsys: Capture, home: Path, tmp_path: Path, text: str) -> None:
    place = tmp_path / "mine.toml"
    place.write_text(text)
    done = call(capsys, "teams", "check", str(place))
    assert done.returncode == 1
    assert "Traceback" not in done.stdout + done.stderr
    assert "mine.toml" in done.stdout + done.stderr


def test_a_match_without_a_winner_ends_in_a_tie() -> None:
    """BF-190: still tied after the fifth quarter."""
    config = resolve("lightning", "fire")[0]
    view = GAME.start(config)
    view.phase, view.quarter, view.score, view.ended = terms.OVER, 5, [17, 17], DRAW
    (line,) = ending(Observation(GAME, view, config, 0, names("lightning", "fire")))
    assert line == Line("A tie, 17 to 17.", style="bold")
