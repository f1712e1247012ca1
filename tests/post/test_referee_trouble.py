"""Whatever a referee is handed, there is one clear message and no traceback, and nothing is half done."""

from __future__ import annotations

import json
import random
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from breakaway.games.cycling.referee import desk
from breakaway.games.cycling.referee.commands import referee
from breakaway.games.cycling.referee.race_files import DeskError, at_work, read_past
from breakaway.games.cycling.referee.report import build
from breakaway.records.record_file import Files, chained_onto
from tests.depth import DEPTH
from tests.post.races import postal_race


def refused(*words: str, text: str | bytes | None = None, status: int = 1) -> str:
    """The message with which a command is refused."""
    result = CliRunner().invoke(referee, list(words), input=text)
    assert result.exit_code == status, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output
    return result.stderr


def test_a_missing_file_a_folder_and_no_record_are_named(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear referee,\n", encoding="utf-8")
    (tmp_path / "empty").touch()
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\n")
    for command in ("status", "run", "undo", "report"):
        error = refused(command, str(tmp_path / "none.match"))
        assert "there is no such file; start a race with: breakaway referee new" in error
        assert f"{tmp_path} is a folder" in refused(command, str(tmp_path))
        assert "line 1: not JSON" in refused(command, str(tmp_path / "letter.txt"))
        assert "not a match record" in refused(command, str(tmp_path / "empty"))
        assert "not UTF-8" in refused(command, str(tmp_path / "bytes"))


def test_a_new_race_in_no_folder_is_refused(tmp_path: Path) -> None:
    where = tmp_path / "nowhere" / "race.match"
    assert f"{where}: No such file or directory" in refused("new", str(where), "--teams", "Red,Blue")


def test_options_of_the_wrong_form_are_errors_of_usage(tmp_path: Path) -> None:
    file = str(tmp_path / "race.match")
    assert "names separated by commas" in refused("new", file, "--teams", "Red,,Blue", status=2)
    assert "--house: expected NAME=VALUE, not 'cap'" in refused(
        "new", file, "--teams", "Red,Blue", "--house", "cap", status=2
    )
    assert "expected text, html or pdf" in refused("report", file, "--format", "docx", status=2)
    refused("new", file, status=2)
    refused("nonsense", status=2)


def test_a_names_file_says_what_it_should_be(tmp_path: Path) -> None:
    names = tmp_path / "names.toml"
    for text, message in (("riders = 3", "expected a [riders] table"), ("[riders", "not TOML"), ("x = 1", "[riders]")):
        names.write_text(text, encoding="utf-8")
        file = tmp_path / "race.match"
        assert message in refused("new", str(file), "--teams", "Red,Blue", "--names", str(names))
        assert not file.exists()


def test_order_text_that_is_not_utf_8_is_refused_and_names_the_byte(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    assert "not UTF-8: byte 4 " in refused("orders", str(file), "Red", text=b"A10\xff")
    assert desk.status(file).ready == []


def test_an_order_text_without_end_is_refused(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    assert "longer than 400000 bytes" in refused("orders", str(file), "Red", text="A10 " * 100_001)
    with pytest.raises(DeskError, match="expected at most 100000 characters"):
        desk.take_orders(file, "Red", "A10 " * 50_000)


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    result = CliRunner().invoke(referee, ["orders", str(file), "Red"], input=b"\xef\xbb\xbfA10 B9\r\nC9 D6\r\n")
    assert result.stdout == "Red, turn 1: sealed.\nA10 B9 C9 D6\n"


def test_a_report_never_goes_over_the_race_itself(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    before = file.read_bytes()
    for place in (file, Files(file).secret_path, tmp_path / "." / "race.match"):
        assert "is the race's own file" in refused("report", str(file), "--out", str(place))
        assert "is the race's own file" in refused("run", str(file), "--out", str(place))
    assert f"{tmp_path} is a folder" in refused("report", str(file), "--out", str(tmp_path))
    assert "there is no folder" in refused("run", str(file), "--out", str(tmp_path / "no" / "report.txt"))
    assert file.read_bytes() == before


def test_a_turn_that_was_not_closed_cannot_be_reported(tmp_path: Path) -> None:
    file = postal_race(tmp_path, turns=2)
    for turn in ("3", "-1", "2.1", "x", "", "1e9", "²", "9" * 5000):
        assert "the last turn played is 2" in refused("report", str(file), "--turn", turn)
    fresh = tmp_path / "fresh.match"
    desk.new(fresh, ("Red", "Blue"))
    assert "no turn has been played yet" in refused("report", str(fresh))


def test_without_typst_a_pdf_is_refused_before_the_turn_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = postal_race(tmp_path)
    monkeypatch.setitem(sys.modules, "typst", None)
    assert "PDF needs the 'pdf' extra" in refused("run", str(file), "--report", "pdf", "--out", str(tmp_path / "a.pdf"))
    assert desk.status(file).turn == "turn 1"


def altered(line: bytes, change: int) -> bytes:
    """One byte of a line changed."""
    at = change % len(line)
    return line[:at] + bytes([line[at] ^ (1 + change % 127)]) + line[at + 1 :]


@pytest.mark.slow
def test_a_record_with_any_byte_altered_is_refused_with_its_line(tmp_path: Path) -> None:
    file = postal_race(tmp_path, turns=2)
    lines = file.read_bytes().splitlines(keepends=True)
    secret = Files(file).secret_path.read_bytes()
    chosen = random.Random(1)
    for _ in range(150):
        number = chosen.randrange(len(lines))
        body = altered(lines[number][:-1], chosen.randrange(10**9))
        file.write_bytes(b"".join([*lines[:number], body + b"\n", *lines[number + 1 :]]))
        Files(file).secret_path.write_bytes(secret)
        for work in (desk.status, read_past):
            with pytest.raises(DeskError):
                work(file)


@pytest.mark.slow
def test_a_forged_record_whose_seals_hold_is_refused_or_read_but_never_a_traceback(tmp_path: Path) -> None:
    file = postal_race(tmp_path, turns=1)
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    secret = Files(file).secret_path.read_bytes()
    strange = (None, -1, 10**30, "\u001b[2J", [[]], {"teams": 3}, 0.5)
    for number, line in enumerate(lines):
        for name in line:
            for value in strange:
                forged: list[dict[str, object]] = []
                for i, each in enumerate(lines):
                    content = {key: v for key, v in each.items() if key != "seal"}
                    forged.append(chained_onto(forged, {**content, name: value} if i == number else content))
                file.write_text("".join(json.dumps(each) + "\n" for each in forged), encoding="utf-8")
                Files(file).secret_path.write_bytes(secret)
                for work in (desk.status, lambda path: build(read_past(path))):
                    with suppress(DeskError):
                        work(file)


def test_a_file_cut_short_at_a_line_is_noticed_by_its_sealed_orders(tmp_path: Path) -> None:
    file = postal_race(tmp_path, turns=2)
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:-1]))
    with pytest.raises(DeskError, match="too short"):
        desk.run(file)


PIECES = [
    "A10",
    "B9",
    "C9",
    "D6",
    "A",
    "B",
    "10",
    "9",
    "3",
    "spy",
    "Red",
    "Blue",
    "partial",
    "none",
    "if",
    ":",
    "=",
    ",",
]
WORDS = st.lists(st.sampled_from(PIECES), max_size=8)
TEXTS = st.one_of(st.text(max_size=60), WORDS.map(" ".join), WORDS.map("\n".join))


def take_and_check(file: Path, text: str) -> None:
    """Orders are taken whole or not at all."""
    before = file.read_bytes(), Files(file).secret_path.read_bytes()
    said = refusal = ""
    try:
        said = desk.take_orders(file, "Red", text)
    except DeskError as error:
        refusal = str(error)
    if refusal:
        assert refusal.startswith("Red: the orders were refused.\n")
        assert (file.read_bytes(), Files(file).secret_path.read_bytes()) == before
        return
    assert said.startswith("Red, turn 1: sealed.\n")
    assert file.read_bytes() == before[0]
    with at_work(file) as match:
        assert match.sealed.keys() == {0}
        order = match.sealed[0]
        assert match.observation(0).why_not(order.order, order.partial) is None


@pytest.mark.slow
@settings(max_examples=1200 * DEPTH, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=TEXTS)
def test_any_text_is_an_order_or_a_clear_refusal(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    take_and_check(fuzzed_race(tmp_path_factory), text)


RACES: list[Path] = []


def fuzzed_race(factory: pytest.TempPathFactory) -> Path:
    """One race for all texts."""
    if not RACES:
        RACES.append(postal_race(factory.mktemp("fuzz")))
    return RACES[0]


def test_after_a_change_of_edition_there_is_no_turn_to_take_back_and_that_is_said(tmp_path: Path) -> None:
    file = postal_race(tmp_path, turns=1)
    lines = [json.loads(row) for row in file.read_text(encoding="utf-8").splitlines()]
    lines[0]["edition"] = "0"
    older: list[dict[str, object]] = []
    for line in lines:
        older.append(chained_onto(older, {name: value for name, value in line.items() if name != "seal"}))
    file.write_text("".join(json.dumps(line) + "\n" for line in older), encoding="utf-8")
    assert "no turn has been played yet" in refused("undo", str(file))
    assert "no turn has been played yet" in refused("undo", str(file), "--yes")
