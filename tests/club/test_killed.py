"""kill -9 at every commit boundary loses nothing that anybody was told was safe."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from breakaway import club as package
from breakaway.club.club import Club, open_club
from breakaway.club.database import POINTS, arm, reach
from breakaway.records.record_file import parse
from breakaway.records.verify import Grade
from tests.club.starts import play_out

LEAST = {
    "before upgrade": 1,
    "after upgrade": 1,
    "after create": 1,
    "before change": 2,
    "after change": 2,
    "after append": 3,
    "after send": 0,  # test_outbox.py is about mails
}
USUAL = 8  # the match's beginning, five choices and two turns


def test_every_failpoint_is_listed_and_every_listed_one_stands_in_the_code() -> None:
    source = "".join(path.read_text() for path in Path(package.__file__).parent.rglob("*.py"))
    assert set(re.findall(r'reach\("([a-z ]+)"\)', source)) == set(POINTS)
    assert source.count("reach(") - 1 == len(re.findall(r'reach\("[a-z ]+"\)', source))


def test_every_transaction_has_its_failpoints() -> None:
    for path in Path(package.__file__).parent.rglob("*.py"):
        for block in path.read_text().split("database.writing()")[1:]:
            assert "reach(" in block.split("\n    def ")[0].split("\ndef ")[0], path


def test_a_failpoint_that_is_not_listed_is_an_error() -> None:
    for use in (arm, reach):
        with pytest.raises(LookupError, match="unknown failpoint"):
            use("anywhere")
    arm("")
    for point in POINTS:
        reach(point)  # nothing happens


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no fork and no kill -9 there")
@pytest.mark.parametrize("point", POINTS)
def test_kill_9_loses_no_accepted_choice(url: str, point: str, tmp_path: Path) -> None:
    told = tmp_path / "told"
    told.mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "tests.club.killed", url, point, str(told)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    runs = len(list(told.iterdir()))
    assert runs == LEAST.get(point, USUAL) + 1  # each kill, and the run that came through
    club = open_club(url)
    for number in range(1, runs + 1):
        said = [json.loads(line) for line in (told / str(number)).read_text().splitlines()]
        check_told(club, said, unharmed=number == runs)
    for listed in club.matches():  # those of which nobody was told as well
        assert club.check(listed.id).grade == Grade.UNSIGNED
        play_out(club, listed.id)
        assert club.listed(listed.id).status == "over"
        assert club.check(listed.id).details[0].endswith("finished:")
    club.close()


def check_told(club: Club, said: list[list[Any]], unharmed: bool) -> None:
    """All of it is there."""
    assert unharmed == (said[-1:] != [] and said[-1][0] == "resolved" and said[-1][2] == 2)
    last: dict[tuple[int, int], list[int]] = {}
    for what, *values in said:
        if what == "renamed":
            assert club.listed(values[0]).title == values[1]
        elif what == "claimed":
            assert club.seats(values[0])[values[1]].name == values[2]
        elif what == "chosen":
            last[values[1], values[2]] = values[3]
        elif what == "resolved":
            assert club.look(values[0]).turn >= values[1]
    if not last:
        return
    match_id = next(values[0] for what, *values in said if what == "created")
    record = parse(club.download(match_id, running=True))
    played = {
        (line["n"], int(seat)): o
        for line in record.lines
        if line["kind"] == "turn"
        for seat, o in line["orders"].items()
    }
    sealed = club.load(match_id).match.sealed
    newest = max(last)
    for (turn, seat), order in last.items():
        kept = played.get((turn, seat)) or sealed[seat].order
        assert kept == order or (turn, seat) == newest  # a changed order may be there that nobody was told of
    assert len(played) // 3 in (max(0, newest[0] - 1), newest[0])
