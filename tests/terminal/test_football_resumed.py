"""A football match at the terminal is left or killed, and goes on without loss."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from breakaway.terminal import saved_matches
from tests.terminal.matches import Player, new_match, sit_down
from tests.terminal.session import call, in_terminal, read_until, run, start, type_line, without_times

Capture = pytest.CaptureFixture[str]


@pytest.mark.slow
def test_a_kill_at_any_time_loses_no_choice(home: Path) -> None:
    with start(home, "play", "football", "--seed", "5") as process:
        for _ in range(6):
            read_until(process, "> ")
            type_line(process, "3a")
        read_until(process, "> ")
        process.kill()
    (path,) = (home / "matches").glob("*.match")
    match = saved_matches.reopen(path)[1]
    done = run(home, "play", "--resume", typed="quit\n")
    assert done.returncode == 0
    assert "the match goes on" in done.stdout
    assert len(saved_matches.reopen(path)[1].log) == len(match.log)
    assert run(home, "verify", str(path)).returncode == 0


@pytest.mark.slow
def test_a_match_goes_on_where_it_was_left_and_ends_like_one_in_one_sitting(tmp_path: Path) -> None:
    whole = Player(7)
    sit_down(tmp_path / "whole", whole, seed=7)
    assert whole.play
    lines = []
    match = whole.play.match
    for before, orders in match.history:
        if orders:
            ((seat, sealed),) = orders.items()
            observation = match.observation(seat)
            observation.view = before
            lines.append(observation.write(sealed.order))
    first = Player(0, dict(enumerate(lines[:20], 1)), limit=20)
    sit_down(tmp_path / "parts", first, seed=7)
    second = Player(0, dict(enumerate(lines[20:], 1)))
    sit_down(tmp_path / "parts", second, again=True)
    assert second.play
    assert second.play.match.state == match.state


@pytest.mark.slow
@pytest.mark.parametrize(("keys", "expected"), [("\x03", 130), ("\x04", 0)], ids=["Ctrl-C", "Ctrl-D"])
def test_control_keys_keep_the_match(home: Path, keys: str, expected: int) -> None:
    script = [("defense> ", "3a\r"), ("Lightning, Q1", ""), ("> ", keys)]
    status, seen = in_terminal(home, ["play", "football", "--seed", "1"], script)
    assert status == expected
    assert "Traceback" not in seen
    assert "Go on with: breakaway play --resume" in seen


@pytest.mark.slow
def test_piped_output_and_no_color_have_no_terminal_codes(home: Path) -> None:
    done = run(home, "play", "football", "--seed", "1", typed="hands\nhelp\nquit\n")
    assert "\x1b" not in done.stdout + done.stderr
    script = [("defense> ", "hands\r"), ("> ", "quit\r")]
    status, seen = in_terminal(home, ["play", "football", "--seed", "1"], script, NO_COLOR="1")
    assert status == 0
    assert "\x1b" not in seen


@pytest.mark.slow
def test_a_terminal_has_letters_as_well_as_colours(home: Path) -> None:
    script = [("defense> ", "hands\r"), ("defense> ", "quit\r")]
    status, seen = in_terminal(home, ["play", "football", "--seed", "1"], script)
    assert status == 0
    assert "\x1b[38;5;208m" in seen
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", seen)
    assert re.search(r"1a R Inside Run \d\*", plain)


def test_names_of_records_carry_game_and_time(capsys: Capture, home: Path) -> None:
    call(capsys, "play", "football", typed="")
    (path,) = (home / "matches").glob("*.match")
    assert without_times(path.name) == "football-TIME.match"


def damaged(names: dict[str, Any], how: str) -> Any:
    """Names that are none."""
    broken = json.loads(json.dumps(names))
    if how == "no table":
        return [1]
    if how == "missing":
        del broken["cards"]
    elif how == "short":
        broken["cards"][0].pop()
    elif how == "number":
        broken["teams"][0] = 7
    elif how == "long":
        broken["deck"][0] = "x" * 5000
    return broken


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("no table", "names must be a table"),
        ("missing", "cards is missing from names"),
        ("short", r"names.cards\[0\] must be a list of length 15"),
        ("number", r"names.teams\[0\] must be a string"),
        ("long", "a name has more than 300 characters"),
    ],
)
def test_names_of_a_strangers_record_are_checked(how: str, says: str) -> None:
    from breakaway.core.language import UserError
    from breakaway.games.football.setup import names_of_record

    match = new_match(1)
    assert names_of_record(match.names, match.config) == match.names
    with pytest.raises(UserError, match=says):
        names_of_record(damaged(match.names, how), match.config)
