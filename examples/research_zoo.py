"""Learns FATE football in PettingZoo from both sides of its matches, then plays against a random agent."""

import numpy as np
from research_table import LOOKS_AT, Table, beats, exploring

from breakaway.research.zoo import aec_env


def play(env, table, seed, explore, rng):
    """Plays a match; `explore` has each agent's share of random codes. Returns the choices and rewards by agent."""
    env.reset(seed=seed)
    choices, rewards = {agent: [] for agent in env.agents}, {}
    for agent in env.agent_iter():
        seen, reward, ended, _, _ = env.last()
        row, mask = seen["observation"][None], seen["action_mask"][None] == 1
        if ended:
            rewards[agent] = reward
        code = None if ended else table.choose(row, mask, rng, explore[agent])[0]
        choices[agent].append((table.situations(row)[0], code or 0, table.leads(row)[0]))
        env.step(code)
    return choices, rewards


def learn(table, choices):
    """Learns from the choices of one agent in one match. The last one is the end of the match."""
    at, codes, leads = map(np.array, zip(*choices, strict=True))
    table.learn(at[:-1], codes[:-1], np.diff(leads), np.arange(len(at) - 1) == len(at) - 2)


def main(name="fate", lessons=30, matches=20):
    """Learns, and returns by how many standard errors it then beats random."""
    env, rng = aec_env(name), np.random.default_rng(1)
    table = Table(env.space, LOOKS_AT[name])
    for seed in range(lessons):
        explore = {"seat_0": exploring(seed, lessons), "seat_1": 1.0}
        for choices in play(env, table, seed, explore, rng)[0].values():
            learn(table, choices)
    explore["seat_0"] = 0.0
    return beats([play(env, table, 1000 + seed, explore, rng)[1]["seat_0"] for seed in range(matches)])


if __name__ == "__main__":
    main()
