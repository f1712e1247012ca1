"""A file that is nested 200,000 deep is an error in a sentence, wherever JSON or TOML is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import breakaway
from breakaway.api import bot_process
from breakaway.club.store import _secrets
from breakaway.core.data_files import BadData, read_toml
from breakaway.core.state import json_of
from breakaway.records.entries import BadRecord
from breakaway.records.record_file import Files, parse, read_record
from breakaway.terminal.saved_matches import _is_finished, sealed_file, sealed_seats
from breakaway.testing.cases import BadCase, _entries
from tests.core.dice import new_dice
from tests.terminal.session import call

SRC = Path(breakaway.__file__).parent
DEEP = "[" * 200_000
SAYS = "lists and tables are nested too deeply"


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def _sealed(folder: Path) -> Any:
    path = folder / "a.match"
    match = new_dice(Files(path))
    sealed = written(sealed_file(path), DEEP)
    assert sealed_seats(path, match.fold) == []
    assert sealed.exists()
    return Files(path).read()


PLACES: dict[str, tuple[Callable[[Path], Any], type[Exception], str]] = {
    "a record": (lambda folder: parse(DEEP + "\n"), BadRecord, SAYS),
    "a record with a quoted sign": (lambda folder: parse('{"kind":"\\u0041","seal":' + DEEP + "\n"), BadRecord, SAYS),
    "a record's file": (lambda folder: read_record(written(folder / "a.match", DEEP + "\n")), BadRecord, SAYS),
    "sealed orders": (_sealed, BadRecord, "a.match.sealed is damaged"),
    "sealed orders in a database": (lambda folder: _secrets(DEEP), BadRecord, "the sealed orders are corrupted"),
    "a state": (lambda folder: breakaway.read_state(DEEP), breakaway.UserError, SAYS),
    "secrets of a match": (
        lambda folder: breakaway.read_match(breakaway.load("fate").match(seed=7).text(), DEEP),
        breakaway.UserError,
        SAYS,
    ),
    "a file of teams": (lambda folder: read_toml(written(folder / "a.toml", f"a = {DEEP}")), BadData, SAYS),
    "a file with deep tables": (
        lambda folder: read_toml(written(folder / "a.toml", "a = " + "{a=" * 99_999)),
        BadData,
        SAYS,
    ),
    "cases": (lambda folder: list(_entries(written(folder / "a.toml", f"a = {DEEP}"))), BadCase, SAYS),
}


@pytest.mark.parametrize("place", PLACES)
def test_what_is_nested_too_deeply_is_an_error_in_a_sentence(tmp_path: Path, place: str) -> None:
    read, kind, says = PLACES[place]
    with pytest.raises(kind, match=re.escape(says)) as caught:
        read(tmp_path)
    assert "recursion" not in str(caught.value)


def test_a_bot_that_writes_deep_lists_is_told_that_this_is_no_json(tmp_path: Path) -> None:
    pipe = bot_process.Pipe(["sh", "-c", f"cat {written(tmp_path / 'said', DEEP + chr(10))}"])
    with pytest.raises(bot_process.PipeError, match="wrote a line that is not JSON"):
        pipe.receive()
    pipe.kill()


def test_a_deep_file_among_the_saved_matches_stops_no_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BREAKAWAY_HOME", str(tmp_path))
    (tmp_path / "matches").mkdir()
    deep = written(tmp_path / "matches" / "deep.match", f"{DEEP}\n")
    assert _is_finished(deep) is False
    assert call(capsys, "matches").returncode == 0
    for words in (["verify", str(deep)], ["replay", str(deep)], ["play", "--resume", "deep"], ["review", str(deep)]):
        done = call(capsys, *words)
        assert done.returncode in (1, 2), words
        assert SAYS in done.stderr, words
        assert "Traceback" not in done.stderr


def test_json_and_toml_from_outside_are_read_in_one_place() -> None:
    assert json_of('{"a":[1]}') == {"a": [1]}
    readers = {
        str(path.relative_to(SRC))
        for path in SRC.rglob("*.py")
        if re.search(r"(?<!cloudpickle)(?<!\w)(json|tomllib)\.loads?\(", path.read_text(encoding="utf-8"))
    }
    ours = {  # files that come with the program
        "core/odds.py",
        "core/rulebook.py",
        "games/football/lab/odds_command.py",
        "games/fate/coaches/book.py",
        "games/fate/coaches/solitaire.py",
    }
    assert readers == {"core/state.py", "core/data_files.py", *ours}
