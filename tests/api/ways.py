"""Games with options, and random play through the public API, for the property tests."""

from __future__ import annotations

import random

from hypothesis import strategies as st

import breakaway

WAYS = {
    "football": ("football", {}),
    "football, discards hidden": ("football", {"house": {"hidden_discards": True}, "team": "fire", "versus": "sharks"}),
    "football against its sheets": ("football", {"against": "sheet"}),
    "fate": ("fate", {}),
    "fate, platoons": ("fate", {"house": "platoons=true"}),
    "race": ("cycling", {"teams": 3}),
    "blind race": ("cycling", {"teams": 3, "profile": "blind"}),
    "spy race": ("cycling", {"teams": 2, "profile": "spy"}),
}
ways = st.sampled_from(sorted(WAYS))
seeds = st.integers(0, 2**32)


def loaded(way: str) -> breakaway.Game:
    name, options = WAYS[way]
    return breakaway.load(name, **options)


def random_orders(state: breakaway.State, rng: random.Random) -> dict[int, list[int]]:
    return {seat: state.legal(seat).random(rng) for seat in state.to_move}


def walk(way: str, seed: int, turns: int) -> breakaway.State:
    """The state after some random turns, or the last one at which a seat chooses."""
    rng, state = random.Random(seed), loaded(way).new(seed)
    for _ in range(turns):
        after = state.apply(random_orders(state, rng))
        if after.is_over:
            break
        state = after
    return state
