"""Learns FATE football in OpenSpiel from both sides of its matches, then plays against a random player."""

import numpy as np
from research_table import LOOKS_AT, Table, beats, exploring

from breakaway.research.spiel import load_game


def answer(table, state, player, rng, explore):
    """The player's row, as Table wants it, and its code."""
    row = np.array(state.observation_tensor(player), dtype=int)[None]
    mask = np.array(state.legal_actions_mask(player), dtype=bool)[None]
    return row, table.choose(row, mask, rng, explore)[0]


def play(game, table, explore, rng):
    """Plays a match. `explore` has the share of random codes of each player. Returns the choices, and the returns."""
    state, choices = game.new_initial_state(), [[], []]
    while not state.is_terminal():
        if state.is_chance_node():
            codes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(codes, p=chances))
            continue
        given = [0, 0]
        for player in (0, 1):
            if state.legal_actions(player):
                row, given[player] = answer(table, state, player, rng, explore[player])
                choices[player].append((table.situations(row)[0], given[player], table.leads(row)[0]))
        if state.is_simultaneous_node():
            state.apply_actions(given)
        else:
            state.apply_action(given[state.current_player()])
    for player in (0, 1):
        row = np.array(state.observation_tensor(player), dtype=int)[None]
        choices[player].append((0, 0, table.leads(row)[0]))
    return choices, state.returns()


def main(name="fate", lessons=20, matches=16):
    """Learns, and returns by how many standard errors it then beats random."""
    game, rng = load_game(name), np.random.default_rng(1)
    table = Table(game.space, LOOKS_AT[name])
    for lesson in range(lessons):
        for choices in play(game, table, [exploring(lesson, lessons), 1.0], rng)[0]:
            at, codes, leads = map(np.array, zip(*choices, strict=True))
            table.learn(at[:-1], codes[:-1], np.diff(leads), np.arange(len(at) - 1) == len(at) - 2)
    return beats([play(game, table, [0.0, 1.0], rng)[1][0] for _ in range(matches)])


if __name__ == "__main__":
    main()
