"""Interpreted and compiled play are the same, state by state, for ever: the race and a toy of each kind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from breakaway import games
from breakaway.core.chance import sampled
from breakaway.core.game import SEATS
from breakaway.lab.compiled import Table, play_interpreted
from breakaway.lab.records import take

from ..core.toys import chains, drives, tugs

TOYS = {"tugs": tugs.GAME, "chains": chains.GAME, "drives": drives.GAME}
COACHES = {"cycling": ("random", "highest")}
ROOT = Path(__file__).parents[2]


def same_in_both_modes(game, book, seed):
    first, second = COACHES.get(game.name, ("random", "random"))
    seats = [(seed >> seat) & 1 for seat in range(game.seat_count(book))]
    table = Table(game, book, first, second, seats)
    compiled = table.trace(seed)
    plain = play_interpreted(game, book, first, second, seats, seed)
    assert len(compiled) == len(plain)
    for i, state in enumerate(plain):
        assert take(game.state, compiled, i) == state, f"seed {seed}, step {i}"


def play_in_lockstep(game, seeds):
    for seed in seeds:
        same_in_both_modes(game, game.sample(sampled(seed * 7919)), seed)


@pytest.mark.parametrize("name", TOYS)
def test_a_toy_plays_the_same_interpreted_and_compiled(name):
    play_in_lockstep(TOYS[name], range(60))


def test_the_race_plays_the_same_interpreted_and_compiled():
    play_in_lockstep(games.find("cycling"), range(60))


@pytest.mark.parametrize("teams", range(2, SEATS + 1))
def test_the_race_plays_the_same_with_every_number_of_teams(teams):
    from breakaway.cycling.cards import resolve

    for profile in ("postal", "boxed", "spy"):
        same_in_both_modes(games.find("cycling"), resolve(profile, teams)[0], 1000 + teams)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
def test_a_thousand_races_with_random_options_play_the_same(part):
    play_in_lockstep(games.find("cycling"), range(1000 + 200 * part, 1200 + 200 * part))


def run_with_bounds_checks(tests):
    """Compiled code checks no bounds by itself; with the flag it does, in a cache folder of its own."""
    env = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


@pytest.mark.skipif("NUMBA_BOUNDSCHECK" in os.environ, reason="this is the run with bounds checks")
def test_no_compiled_rule_reaches_past_the_end_of_a_table():
    here = "tests/lab/test_lockstep.py"
    done = run_with_bounds_checks([here, "tests/lab/test_compiled_cases.py", "-m", "not slow"])
    assert done.returncode == 0, done.stdout[-3000:]
    assert "passed" in done.stdout
