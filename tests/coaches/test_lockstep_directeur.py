"""The directeur thinks alike as ordinary Python and compiled: the same seeds give the same states at every turn."""

from __future__ import annotations

import pytest

from breakaway.core.chance import sampled
from breakaway.games.cycling.files import PROFILES, resolve
from breakaway.games.cycling.game import GAME, sample
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.lab.compiling import CompiledMatches, play_interpreted, take
from tests.depth import DEPTH


def rides_alike(config: RaceConfig, seats_of: list[int], seed: int) -> None:
    seen = CompiledMatches(GAME, config, "directeur", "random", seats_of).trace(seed)
    twin = play_interpreted(GAME, config, "directeur", "random", seats_of, seed)
    assert len(seen) == len(twin)
    for step, state in enumerate(twin):
        assert take(Race, seen, step) == state, f"seed {seed}, step {step}"


@pytest.mark.slow
@pytest.mark.parametrize("teams", range(2, 13))
def test_races_of_every_profile_and_size_are_the_same(teams: int) -> None:
    for seed, profile in enumerate(PROFILES):
        alone, every_second = [0] + [1] * (teams - 1), [seat % 2 for seat in range(teams)]
        rides_alike(resolve(profile, teams)[0], (alone, every_second)[seed % 2], 100 * teams + seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 30 * DEPTH, 15))
def test_races_under_house_rules_and_tours_are_the_same(first: int) -> None:
    for seed in range(first, first + 15):
        config = sample(sampled(seed))
        rides_alike(config, [(seat + seed) % 3 % 2 for seat in range(config.teams)], seed)
