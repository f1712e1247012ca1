"""A race in a file: before its line-ups, and after them; and the lines of whole matches."""

from __future__ import annotations

import copy

import pytest

from breakaway.games.cycling.game import GAME
from breakaway.records.record_file import Files

from .dice import DICE, PASS, ROLL, new_dice, turn
from .opened import LINE_UP_ONE
from .races import new_race, play_out


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.match"


@pytest.fixture
def race(path):
    return new_race(Files(path))


@pytest.fixture
def riding(race):
    """A race after its line-ups, two teams with the printed example."""
    for seat in (0, 1):
        race.choose(seat, LINE_UP_ONE)
    race.resolve()
    return race


@pytest.fixture(scope="module")
def race_lines():
    """A whole race on a short road, with names, an NMR, an undo, a ruling and instructions."""
    race = new_race(teams=3)
    race.instruct(2, ["lowest"])
    race.close()
    race.choose(0, [10, 8, 8, 5])
    race.close()
    race.undo()
    race.ruling(3)
    play_out(race, seed=4, absent=(1,))
    return race.record.lines


@pytest.fixture(scope="module")
def dice_lines():
    """A whole game of dice: rolls of one step and of three, passes, an undo."""
    for seed in range(100):
        match = new_dice(turns=8, secret=b"%d" % seed)
        for code in (ROLL, PASS, ROLL, ROLL):
            turn(match, code)
        match.undo()
        while not match.is_over():
            turn(match, ROLL)
        if any(len(line.get("chance", [])) == 3 for line in match.record.lines):
            return match.record.lines
    raise AssertionError("no six in 100 games")


@pytest.fixture(params=["race", "dice"])
def played(request, race_lines, dice_lines):
    """Game and lines of a finished match; a copy that may be altered."""
    lines = {"race": race_lines, "dice": dice_lines}[request.param]
    return {"race": GAME, "dice": DICE}[request.param], copy.deepcopy(lines)
