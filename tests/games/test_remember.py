"""Statistics say what they read of a state before a step, so that the lab copies nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from breakaway.core.chance import sampled, start_step
from breakaway.core.game import blank_orders, is_over
from breakaway.core.rules import EventLog, note_all
from breakaway.core.state import columns, copy, from_json
from breakaway.games import manifest as games
from breakaway.games.cycling import files as race_files
from breakaway.games.fate import files as fate_files
from breakaway.games.football.files import config as football_files
from breakaway.players import coaches

CONFIGS = {
    "football": lambda: football_files.resolve()[0],
    "football, one sheet": lambda: football_files.resolve(sheets=(1,))[0],
    "football, sheets": lambda: football_files.resolve(sheets=(0, 1))[0],
    "fate": lambda: fate_files.resolve()[0],
    "cycling": lambda: race_files.resolve("postal", 4)[0],
    "fate, advanced": lambda: fate_files.resolve({"advanced": True})[0],
}


def wrong(game):
    """A state in which every number is wrong."""
    found = {each.name: np.full(each.shape, -77).tolist() for each in columns(game.state)}
    return from_json(game.state, found)


class Counts:
    """The totals and rows of one match."""

    def __init__(self, game):
        self.game, self.count = game, game.statistics
        self.log, self.total, self.rows, self.at = EventLog(), self.count.match(), [self.count.row()], 0

    def add(self, before, after, config, events):
        note_all(self.log, events, self.game.rules)
        self.rows += [self.count.row() for _ in range(self.at + self.count.most + 1 - len(self.rows))]
        self.at = self.count.observe(before, after, config, self.log, self.total, self.rows, self.at)


@pytest.mark.sample("cycling")
@pytest.mark.parametrize("name", CONFIGS)
def test_counts_are_the_same_if_everything_else_in_the_state_before_a_step_is_wrong(name):
    game, config = games.find(name.partition(",")[0]), CONFIGS[name]()
    coach = coaches.find(game, "random")
    for seed in range(3):
        s, chance, thinking = game.start(config), sampled(seed), sampled(seed + 100)
        whole, part = Counts(game), Counts(game)
        while not is_over(game, s, config):
            orders, bits = blank_orders(game), game.choosers(s, config)
            for seat in range(game.seat_count(config)):
                if bits >> seat & 1:
                    coach(s, config, seat, thinking, None, orders[seat])
            before, kept, events = copy(s), wrong(game), []
            game.statistics.remember(kept, s)
            start_step(chance)
            game.step(s, config, orders, chance, events)
            whole.add(before, s, config, events)
            part.add(kept, s, config, events)
        assert (part.total, part.rows, part.at) == (whole.total, whole.rows, whole.at)
        assert whole.at > 50
