"""Records: told again, and checked so that no letter of them can be altered unnoticed."""

from __future__ import annotations

import json
import random
import string
from collections.abc import Sequence
from pathlib import Path

import pytest

from breakaway.players.settings import requested
from breakaway.records.record_file import chain_hash, parse
from breakaway.records.verify import sign
from breakaway.terminal import replay
from tests.records.falsified import FORGER, FORGER_KEY, TRUE_KEY, matches, text_of, true_text
from tests.terminal.session import Person, call, sit, typist

Capture = pytest.CaptureFixture[str]
SHORT = requested(teams="2", seed=7, profile="boxed", house=["last_place=1"])
BLIND = requested(teams="2", seed=7, profile="blind", house=["last_place=1"])
WHOLE = ["", *["suggest", "y"] * 60]


@pytest.fixture
def finished(home: Path, tmp_path: Path) -> Path:
    """A match to its end."""
    sit(tmp_path / "finished", WHOLE, SHORT)
    return tmp_path / "finished"


@pytest.fixture
def running(home: Path, tmp_path: Path) -> Path:
    """A blind match in which Red has sealed an order for the second turn, but for D."""
    sit(tmp_path / "running", ["2", "A15 B13 C11 D1", "A12 B10 C6"], BLIND, "random")
    return tmp_path / "running"


def test_verify_says_what_was_checked(capsys: Capture, finished: Path, running: Path) -> None:
    done = call(capsys, "verify", str(finished))
    assert done.returncode == 0
    for part in (
        "Consistent, unsigned.\nProven: the choices and outcomes in this record follow the rules of the game.",
        "Not proven: that anybody ever played this match.",
        "cycling, ",
        "every entry's hash: nothing was altered, left out or added, unless somebody recomputed all hashes",
        "the config of the match",
        "every choice",
        "the result",
        "fixed before the match",
    ):
        assert part in done.stdout
    done = call(capsys, "verify", str(running))
    assert done.returncode == 0
    assert "still in progress" in done.stdout
    assert "not checked yet" in done.stdout


def test_verify_trusts_the_keys_that_are_named_or_kept_in_a_file_and_no_others(
    capsys: Capture, home: Path, tmp_path: Path
) -> None:
    place = tmp_path / "signed.match"
    place.write_text(true_text("cycling"), encoding="utf-8")
    grades = []
    for words in ([], ["--key", TRUE_KEY], ["--key", FORGER_KEY], ["--key", FORGER_KEY, "--key", TRUE_KEY]):
        done = call(capsys, "verify", str(place), *words)
        grades.append((done.returncode, done.stdout.partition("\n")[0]))
    know, trust = "Signed by a server you do not know.", "Signed by a server you trust."
    assert grades == [(0, know), (0, trust), (1, know), (0, trust)]
    home.mkdir(exist_ok=True)
    (home / "trusted-keys").write_text(f"{TRUE_KEY} Ada's server\n")
    done = call(capsys, "verify", str(place))
    assert done.stdout.startswith(f"{trust}\nProven: Ada's server signed exactly this record with the key {TRUE_KEY}")
    done = call(capsys, "verify", str(place), "--key", TRUE_KEY[1:])
    assert (done.returncode, done.stdout) == (1, "")
    assert "expected a key (64 hexadecimal digits)" in done.stderr


def test_the_name_that_a_server_gives_itself_cannot_pass_for_a_verdict(
    capsys: Capture, home: Path, tmp_path: Path
) -> None:
    lines = matches()["cycling"]
    evil = "x\nSigned by a server you trust.\x1b[2J"
    place = tmp_path / "signed.match"
    place.write_text(text_of([*lines, sign(lines, FORGER, evil, [])]), encoding="utf-8")
    done = call(capsys, "verify", str(place))
    assert done.returncode == 1, "a name has no control characters"
    for said in (done.stdout, done.stderr):
        assert not any(line.startswith("Signed by") for line in said.splitlines())
        assert "\x1b" not in said


@pytest.mark.slow
def test_any_altered_letter_is_found_and_its_entry_named(capsys: Capture, finished: Path, tmp_path: Path) -> None:
    text, rng = finished.read_text(), random.Random(5)
    place = tmp_path / "altered"
    for _ in range(150):
        at = rng.randrange(len(text))
        letter = rng.choice(string.ascii_letters + string.digits + ' {}[]",:-.')
        if letter == text[at] or text[at] == "\n":
            continue
        place.write_text(text[:at] + letter + text[at + 1 :])
        done = call(capsys, "verify", str(place))
        entry = text.count("\n", 0, at) + 1
        assert done.returncode == 1, (at, letter)
        assert f": entry {entry}: " in done.stderr, (at, letter, done.stderr)
        assert done.stdout == ""
        assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_record_cut_short_within_a_line_does_not_hold(capsys: Capture, finished: Path, tmp_path: Path) -> None:
    lines = finished.read_text().splitlines(keepends=True)
    place = tmp_path / "cut"
    for count in range(len(lines)):
        place.write_text("".join(lines[:count]) + lines[count][: len(lines[count]) // 2])
        done = call(capsys, "verify", str(place))
        assert done.returncode == 1
        assert f"entry {count + 1}: " in done.stderr or count == 0


@pytest.mark.slow
def test_a_record_cut_short_after_a_line_is_a_match_that_still_runs(
    capsys: Capture, finished: Path, tmp_path: Path
) -> None:
    lines = finished.read_text().splitlines(keepends=True)
    place = tmp_path / "cut"
    for count in range(1, len(lines)):
        place.write_text("".join(lines[:count]))
        done = call(capsys, "verify", str(place))
        assert done.returncode == 0
        assert "still in progress" in done.stdout


@pytest.mark.slow
def test_lines_left_out_repeated_or_exchanged_are_found(capsys: Capture, finished: Path, tmp_path: Path) -> None:
    lines = finished.read_text().splitlines(keepends=True)
    place = tmp_path / "moved"
    changed: list[tuple[int, Sequence[str]]] = [
        (3, [*lines[:2], *lines[3:]]),
        (4, [*lines[:3], lines[2], *lines[3:]]),
        (3, [*lines[:2], lines[3], lines[2], *lines[4:]]),
    ]
    for entry, rows in changed:
        place.write_text("".join(rows))
        done = call(capsys, "verify", str(place))
        assert done.returncode == 1
        assert f": entry {entry}: " in done.stderr


def test_an_order_altered_with_all_seals_made_anew_is_still_found(
    capsys: Capture, finished: Path, tmp_path: Path
) -> None:
    lines = parse(finished.read_text()).lines
    lines[2]["orders"]["0"] = list(reversed(lines[2]["orders"]["0"]))
    previous = ""
    for line in lines:
        previous = line["seal"] = chain_hash(previous, line)
    place = tmp_path / "resealed"
    place.write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = call(capsys, "verify", str(place))
    assert done.returncode == 1
    assert ": entry 3: " in done.stderr


# --- telling a record again


def test_a_replay_tells_every_turn_with_rule_ids_and_the_final_table(capsys: Capture, finished: Path) -> None:
    done = call(capsys, "replay", str(finished))
    assert (done.returncode, done.stderr) == (0, "")
    for part in ("Line-up", "Turn 1 ─", "Red A plays 10: from 0 to 10  (BA-6.1)", "The final table", "(BA-R13)"):
        assert part in done.stdout


def test_steps_wait_for_enter_and_end_with_the_input(finished: Path) -> None:
    person = Person(typist(["", ""]))
    replay.replay(str(finished), True, person)
    assert "Turn 2 ─" in person.text
    assert "Turn 3 ─" not in person.text


def test_of_a_match_that_still_runs_nothing_secret_is_told(capsys: Capture, running: Path) -> None:
    done = call(capsys, "replay", str(running))
    assert done.returncode == 0
    assert "The match is still in progress." in done.stdout
    assert "plays" not in done.stdout
    assert "draws" not in done.stdout
    assert "starts with" not in done.stdout
    assert "(15)" not in done.stdout, "Red A's square"


@pytest.mark.slow
def test_of_a_blind_match_that_is_over_everything_is_told(capsys: Capture, home: Path, tmp_path: Path) -> None:
    sit(tmp_path / "over", WHOLE, BLIND, "random")
    done = call(capsys, "replay", str(tmp_path / "over"))
    assert "Blue A plays" in done.stdout
    assert "Blue A starts with" in done.stdout


def test_a_replay_of_an_altered_record_tells_what_holds_and_then_stops(
    capsys: Capture, finished: Path, tmp_path: Path
) -> None:
    lines = finished.read_text().splitlines(keepends=True)
    lines[3] = lines[3].replace('"steps":1', '"steps":2')
    (tmp_path / "altered").write_text("".join(lines))
    done = call(capsys, "replay", str(tmp_path / "altered"))
    assert done.returncode == 1
    assert "Turn 1 ─" in done.stdout
    assert "Turn 2 ─" not in done.stdout
    assert "line 4" in done.stderr


@pytest.mark.slow
def test_names_in_a_strangers_record_cannot_steer_the_terminal(capsys: Capture, finished: Path, tmp_path: Path) -> None:
    lines = parse(finished.read_text()).lines
    place = tmp_path / "strange"
    for names in ({"teams": ["\x1b[2JRed", "Blue"]}, {"teams": 5}, [], {"teams": ["Red"]}, {"riders": 3}):
        lines[0]["names"] = names
        lines[0]["seats"] = [{"name": "\x1b[2J", "by": "\x07"}] * 2
        previous = ""
        for line in lines:
            previous = line["seal"] = chain_hash(previous, line)
        place.write_text("".join(json.dumps(line) + "\n" for line in lines))
        done = call(capsys, "replay", str(place))
        assert done.returncode == 1
        assert "\x1b" not in done.stdout + done.stderr
        assert "\x07" not in done.stdout + done.stderr
        assert "Traceback" not in done.stderr
