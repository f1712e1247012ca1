"""A race at the terminal is left, cut off or killed, and goes on without loss."""

from __future__ import annotations

import contextlib
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from breakaway.core.state import digest
from breakaway.players.seated_match import Table
from breakaway.records.record_file import Files
from breakaway.records.replay import verify
from breakaway.terminal import saved_matches
from tests.terminal.session import (
    PROGRAM,
    call,
    environment,
    go_on,
    in_terminal,
    read_until,
    run,
    sit,
    start,
    type_line,
)
from tests.terminal.short_race import SHORT, WHOLE, reopened

Capture = pytest.CaptureFixture[str]


def test_the_end_of_the_input_keeps_the_match_and_says_how_to_go_on(capsys: Capture, home: Path) -> None:
    done = call(capsys, "play", "cycling", "--seed", "1", typed="\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.rstrip().endswith("Go on with: breakaway play --resume")
    done = call(capsys, "play", "--resume", typed="")
    assert "Turn 1: you ride Red" in done.stdout


def test_no_input_at_all_is_no_traceback(home: Path) -> None:
    command = " ".join(f"'{word}'" for word in [*PROGRAM, "play", "cycling"])
    done = subprocess.run(
        ["sh", "-c", f"{command} <&-"], capture_output=True, text=True, env=environment(home), check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "breakaway play --resume" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(("keys", "expected"), [("\x03", 130), ("\x04", 0)], ids=["Ctrl-C", "Ctrl-D"])
def test_control_keys_keep_the_match(home: Path, keys: str, expected: int) -> None:
    # at the second prompt: what is typed before a prompt stands may be lost when the terminal's mode changes
    script = [("line-up> ", "\r"), ("turn 1> ", "A10\r"), ("turn 1> ", keys)]
    status, seen = in_terminal(home, ["play", "cycling", "--seed", "1"], script)
    assert status == expected
    assert "Traceback" not in seen
    assert "Go on with: breakaway play --resume" in seen
    done = run(home, "play", "--resume", typed="B9 C9 D6\n\nquit\n")
    assert "Noted before: A10" in done.stdout
    assert "Red A plays 10: from 0 to 10" in done.stdout


@pytest.mark.slow
def test_a_kill_between_two_lines_of_an_order_loses_nothing(home: Path) -> None:
    with start(home, "play", "cycling", "--seed", "5", "--against", "random") as process:
        for prompt, line in (("line-up> ", ""), ("turn 1> ", "A10 C9"), ("turn 1> ", "B8"), ("turn 1> ", None)):
            read_until(process, prompt)
            if line is not None:
                type_line(process, line)
        process.kill()
    (path,) = (home / "matches").glob("*.match")
    match = reopened(path)
    assert match.sealed[0].order == [10, 8, 9, 0]
    done = run(home, "play", "--resume", typed="D5\n\n")
    assert "Noted before: A10 B8 C9" in done.stdout
    assert reopened(path).state.played[:4] == [10, 8, 9, 5]


@pytest.mark.slow
def test_a_kill_while_the_second_person_thinks_keeps_the_first_ones_order(home: Path) -> None:
    with start(home, "play", "cycling", "--seed", "5", "--against", "human,random", "--teams", "4") as process:
        for prompt, line in (
            ("screen: ", ""), ("Red, line-up> ", "2"), ("screen: ", ""), ("Blue, line-up> ", "1"),
            ("screen: ", ""), ("Red, turn 1> ", "A15 B13 C11 D1"), ("screen: ", ""), ("Blue, turn 1> ", None),
        ):  # fmt: skip
            read_until(process, prompt)
            if line is not None:
                type_line(process, line)
        process.kill()
    (path,) = (home / "matches").glob("*.match")
    assert reopened(path).sealed[0].order == [15, 13, 11, 1]
    done = run(home, "play", "--resume", typed="\nA10 B9 C9 D6\n")
    assert "Red's order is sealed." in done.stdout
    assert "A15" not in done.stdout.partition("Blue, turn 1> ")[0]
    assert reopened(path).state.played[:8] == [15, 13, 11, 1, 10, 9, 9, 6]


@pytest.mark.slow
def test_kills_at_any_time_leave_a_record_that_holds_and_goes_on(home: Path) -> None:
    rng = random.Random(11)
    words = ["play", "cycling", "--seed", "2", "--teams", "2", "--against", "random", "--house", "last_place=1"]
    for _ in range(2):
        with start(home, *words) as process:
            for _ in range(rng.randrange(3, 25)):
                type_line(process, "suggest" if rng.random() < 0.5 else "y")
            read_until(process, "> ")
            for _ in range(rng.randrange(1, 1000)):
                process.stdout.read(1)  # type: ignore[union-attr]
            process.kill()
        words = ["play", "--resume"]
        paths = list((home / "matches").glob("*.match"))
        assert len(paths) == 1
        assert run(home, "verify", str(paths[0])).returncode == 0
    done = run(home, "play", "--resume", typed="1\n" + "suggest\ny\n" * 80)
    assert "The final table" in done.stdout
    assert run(home, "verify", str(paths[0])).returncode == 0


class PowerCut(BaseException):
    """The computer goes off."""


def cut_after(writes: int, method: Callable[..., Any], count: list[int]) -> Callable[..., Any]:
    def method_or_cut(self: Files, *args: Any) -> Any:
        count[0] += 1
        if count[0] > writes:
            raise PowerCut
        return method(self, *args)

    return method_or_cut


@pytest.mark.slow
def test_a_power_cut_before_any_write_loses_no_accepted_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["", *["suggest", "y"] * 3]
    sit(tmp_path / "whole", [*lines, "quit"], SHORT)
    whole = reopened(tmp_path / "whole")
    for writes in range(2, 14):
        path = tmp_path / f"cut{writes}"
        with monkeypatch.context() as patch:
            count = [0]
            patch.setattr(Files, "append", cut_after(writes, Files.append, count))
            patch.setattr(Files, "keep_secret", cut_after(writes, Files.keep_secret, count))
            with contextlib.suppress(PowerCut):
                sit(path, lines, SHORT)
        match = reopened(path)
        taken = [each for each, _ in match.history]
        assert [digest(s) for s in taken] == [digest(s) for s, _ in whole.history][: len(taken)]
        if 0 in match.sealed and len(taken) < len(whole.history):
            assert match.sealed[0] == (whole.history[len(taken)][1] or {})[0]
        assert verify(match.game, match.record) is None


def test_the_newest_unfinished_match_is_resumed_and_any_other_by_name(capsys: Capture, home: Path) -> None:
    call(capsys, "play", "cycling", "--seed", "1", "--team", "Old", typed="")
    old = next((home / "matches").glob("*.match"))
    call(capsys, "play", "cycling", "--seed", "1", "--team", "New", typed="")
    assert "New, line-up>" in call(capsys, "play", "--resume", typed="").stdout
    for name in (old.name, old.stem, str(old)):
        assert "Old, line-up>" in call(capsys, "play", "--resume", name, typed="").stdout


def test_a_finished_match_is_not_resumed_but_its_table_can_be_seen_again(capsys: Capture, home: Path) -> None:
    call(
        capsys, "play", "cycling", "--teams", "2", "--seed", "3", "--against", "highest", typed="\n".join(WHOLE) + "\n"
    )
    path = next((home / "matches").glob("*.match"))
    done = call(capsys, "play", "--resume")
    assert done.returncode == 1
    assert "no unfinished match" in done.stderr
    assert "The final table" in call(capsys, "play", "--resume", path.name).stdout


def test_an_altered_match_is_not_gone_on_with(tmp_path: Path) -> None:
    sit(tmp_path / "a", ["", "A10 B9 C9 D6"], SHORT)
    text = (tmp_path / "a").read_text()
    (tmp_path / "a").write_text(text.replace('"orders":{"0":[10,9,9,6]', '"orders":{"0":[10,9,8,6]'))
    with pytest.raises(Exception, match="cannot be continued: line 3") as caught:
        go_on(tmp_path / "a", [])
    assert type(caught.value).__name__ == "UserError"


def test_two_programs_cannot_write_to_one_match(tmp_path: Path) -> None:
    sit(tmp_path / "a", [""], SHORT)
    game, first = saved_matches.reopen(tmp_path / "a")
    _, second = saved_matches.reopen(tmp_path / "a")
    Table(game, first).match.choose(0, [10, 9, 9, 6])
    Table(game, first).play_turn()
    with pytest.raises(Exception, match="was changed by another program"):
        second.choose(0, [10, 8, 9, 6])
