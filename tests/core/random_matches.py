"""Random books and random matches under the laws, of any game."""

from __future__ import annotations

import dataclasses

from breakaway.core.chance import sampled
from breakaway.testing.laws import Tally, play_under_laws


def random_config(game, seed, **parts):
    """A random legal book, with these parts of it as given."""
    return dataclasses.replace(game.sample(sampled(seed * 7919)), **parts)


def play_many(game, seeds, config_of=None, **options):
    """Plays a match for each seed, with `book_of(seed)` or any random book; what was checked in all of them."""
    tally = Tally()
    for seed in seeds:
        config = config_of(seed) if config_of else random_config(game, seed)
        tally.add(play_under_laws(game, config, seed, **options))
    return tally
