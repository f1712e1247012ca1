"""Interpreted and compiled play are the same, state by state, for ever: the games, and a toy of each kind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from breakaway import games
from breakaway.core.game import SEATS

from ..core.random_matches import random_book
from ..core.toys import chains, drives, tugs
from .both_modes import same_in_both_modes

TOYS = {"tugs": tugs.GAME, "chains": chains.GAME, "drives": drives.GAME}
MANY = {"cycling": 5, "football": 10}  # parts of two hundred matches each
ROOT = Path(__file__).parents[2]


def play_in_lockstep(game, seeds):
    for seed in seeds:
        same_in_both_modes(game, random_book(game, seed), seed)


@pytest.mark.parametrize("name", TOYS)
def test_a_toy_plays_the_same_interpreted_and_compiled(name):
    play_in_lockstep(TOYS[name], range(60))


@pytest.mark.parametrize("name", games.GAMES)
def test_a_game_plays_the_same_interpreted_and_compiled(name):
    play_in_lockstep(games.find(name), range(60))


@pytest.mark.parametrize("teams", range(2, SEATS + 1))
def test_the_race_plays_the_same_with_every_number_of_teams(teams):
    from breakaway.cycling.cards import resolve

    for profile in ("postal", "boxed", "spy"):
        same_in_both_modes(games.find("cycling"), resolve(profile, teams)[0], 1000 + teams)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "part"), [(name, part) for name, parts in MANY.items() for part in range(parts)])
def test_a_thousand_matches_and_more_with_random_options_play_the_same(name, part):
    play_in_lockstep(games.find(name), range(1000 + 200 * part, 1200 + 200 * part))


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
