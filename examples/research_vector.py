"""Learns from thousands of matches at once, then plays against the random coach.

python examples/research_vector.py cycling
"""

import sys

import numpy as np
from research_table import LOOKS_AT, Table, beats

from breakaway.research.vector import ManyMatches


def play(many, table, steps, explore, rng):
    """Plays so many steps. Returns the situations, codes, gains and ends of all matches, a row for each step."""
    found = []
    for _ in range(steps):
        before, at = table.leads(many.observations), table.situations(many.observations)
        codes = table.choose(many.observations, many.masks, rng, explore)
        many.step(codes)
        after = np.where(many.ended, many.rewards[:, 0], table.leads(many.observations))
        found.append((at, codes, after - before, many.ended.copy()))
    return zip(*found, strict=True)


def main(name, n=256, steps=600, matches=1000):
    """Learns, and returns by how many standard errors it then beats random."""
    options, rng = {"teams": 2} if name == "cycling" else {}, np.random.default_rng(1)
    many = ManyMatches(name, n, learners=[0], reward="points", **options)
    table = Table(many.space, LOOKS_AT[name], discount={"football": 0.97, "cycling": 1.0}.get(name, 0.9))
    many.reset(seed=1)
    for explore in (1.0, 0.3):
        table.learn(*play(many, table, steps, explore, rng))
    many = ManyMatches(name, n, learners=[0], **options)
    many.reset(seed=2)
    won = []
    while len(won) < matches:
        many.step(table.choose(many.observations, many.masks, rng))
        won += many.rewards[many.ended, 0].tolist()
    return beats(won)


if __name__ == "__main__":
    main(*sys.argv[1:] or ["football"])
