"""Interpreted and compiled play are the same, state by state, for ever: the games, and a toy of each kind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from breakaway.core.game import SEATS
from breakaway.games import manifest as games

from ..core.random_matches import random_config
from ..core.toys import chains, drives, tugs
from ..depth import DEPTH
from .both_modes import quick_matches, same_in_both_modes

TOYS = (tugs.GAME, chains.GAME, drives.GAME)
MANY = {"cycling": 2, "football": 1, "fate": 1}  # parts of a hundred matches each
ROOT = Path(__file__).parents[2]


@pytest.mark.sample("tugs")
@pytest.mark.parametrize("game", [*TOYS, *map(games.find, games.GAMES)], ids=lambda game: game.name)
def test_a_toy_or_a_game_plays_the_same_interpreted_and_compiled(game):
    for config, seed in quick_matches(game):
        same_in_both_modes(game, config, seed)


@pytest.mark.slow
@pytest.mark.parametrize("teams", range(2, SEATS + 1))
def test_the_race_plays_the_same_with_every_number_of_teams(teams):
    from breakaway.games.cycling.files import resolve

    for profile in ("postal", "boxed", "spy"):
        same_in_both_modes(games.find("cycling"), resolve(profile, teams)[0], 1000 + teams)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "part"), [(name, part) for name, parts in MANY.items() for part in range(parts * DEPTH)]
)
def test_hundreds_of_matches_with_random_options_play_the_same(name, part):
    game = games.find(name)
    for seed in range(1000 + 100 * part, 1100 + 100 * part):
        same_in_both_modes(game, random_config(game, seed), seed)


def run_with_bounds_checks(tests):
    """Compiled code checks no bounds by itself; with the flag it does, in a cache folder of its own.

    A rule that reaches past the end of a list fails interpreted, too. Only this finds what the drivers themselves do
    wrong; all games share them, so the toys and one game are enough without DEPTH.
    """
    env = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.skipif("NUMBA_BOUNDSCHECK" in os.environ, reason="this is the run with bounds checks")
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("name", ["toys", "cycling"] if DEPTH == 1 else ["toys", *games.GAMES])
def test_no_compiled_rule_reaches_past_the_end_of_a_table(name):
    names = " or ".join(game.name for game in TOYS) if name == "toys" else name
    left_out = " and not ".join(
        ("", "in_the_corpus", "hundreds_of_matches", "past_the_end")
    )  # only counted, or too long
    compiled = ["-k", f"({names}){left_out}"]
    done = run_with_bounds_checks(["tests/lab/test_lockstep.py", "tests/lab/test_compiled_cases.py", *compiled])
    assert done.returncode == 0, done.stdout[-3000:]
    assert "passed" in done.stdout
