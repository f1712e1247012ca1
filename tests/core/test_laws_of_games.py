"""Every law of core holds for every game in the box, under random play with random options and sizes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from breakaway import games
from breakaway.core.chance import sampled
from breakaway.core.laws import Tally, play_under_laws


def play_many(name, seeds, secrecy):
    game, tally = games.find(name), Tally()
    for seed in seeds:
        tally.add(play_under_laws(game, game.sample(sampled(seed * 7919)), seed, secrecy))
    return tally


@pytest.mark.parametrize("name", games.GAMES)
@pytest.mark.parametrize("part", range(4))
def test_every_law_holds_for_the_games(name, part):
    tally = play_many(name, range(part * 20, part * 20 + 20), secrecy=2)
    assert sum(tally.whys.values()) == 20
    assert tally.pairs > 20
    assert tally.odds > 20
    assert tally.absent > 20


@given(seed=st.integers(0, 2**63 - 1))
@settings(max_examples=25, deadline=None, derandomize=True)
def test_every_law_holds_for_a_race_of_any_seed(seed):
    assert play_many("cycling", [seed], secrecy=3).turns > 0


def test_secrecy_is_put_to_the_test_in_blind_and_spy_races():
    from breakaway.cycling.cards import resolve

    game, tally = games.find("cycling"), Tally()
    for seed in range(24):
        book = resolve(("blind", "spy")[seed % 2], 2 + seed % 3)[0]
        tally.add(play_under_laws(game, book, seed))
    assert tally.pairs > 500
    assert tally.event_pairs > 20


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_two_thousand_random_races_keep_the_laws(part):
    tally = play_many("cycling", range(10_000 + 100 * part, 10_100 + 100 * part), secrecy=4)
    assert sum(tally.whys.values()) == 100
