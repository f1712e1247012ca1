"""Learns FATE football in Gymnasium, one match after another, then plays against the random coach."""

import gymnasium
import numpy as np
from research_table import LOOKS_AT, Table, beats, exploring

import breakaway.research.gym  # noqa: F401 (it registers the games)


def play(env, table, seed, explore, rng):
    """Plays a match. Returns its choices for `Table.learn`, and the reward."""
    seen, _ = env.reset(seed=seed)
    found, ended = [], False
    while not ended:
        row, mask = seen["observation"][None], seen["action_mask"][None] == 1
        code = table.choose(row, mask, rng, explore)[0]
        lead = table.leads(row)[0]
        seen, reward, ended, _, _ = env.step(code)
        found.append([table.situations(row)[0], code, table.leads(seen["observation"][None])[0] - lead, ended])
    return zip(*found, strict=True), reward


def main(name="fate", lessons=30, matches=20):
    """Learns, and returns by how many standard errors it then beats random."""
    env, rng = gymnasium.make(f"breakaway/{name.capitalize()}-v0"), np.random.default_rng(1)
    table = Table(env.unwrapped.space, LOOKS_AT[name])
    for seed in range(lessons):
        table.learn(*play(env, table, seed, exploring(seed, lessons), rng)[0])
    return beats([play(env, table, 1000 + seed, 0.0, rng)[1] for seed in range(matches)])


if __name__ == "__main__":
    main()
