"""A bot that learns FATE's calls by itself, in under two minutes, and keeps what it has learned in a file.

For every kind of position it remembers how well each order did on average, and picks the best, or now and then another
(an epsilon-greedy bandit with one arm for each order). What counts is the change of its lead until its next choice.

Learn: python examples/learning_bot.py
Try it: breakaway watch fate --coaches examples/learning_bot.py:Learner,random
"""

import json
import pathlib
import random
import sys

import breakaway

FILE = pathlib.Path("learned.json")
CURIOUS = 0.2  # how often it tries something else while it learns


class Learner:
    games = "fate"

    def __init__(self, table=None):
        self.learns = table is not None
        self.table = table if self.learns else json.loads(FILE.read_text()) if FILE.exists() else {}

    def choose(self, observation, legal, rng):
        orders = [tuple(order) for order in legal]
        known = self.table.setdefault(kind_of(observation), {})
        if self.learns and rng.random() < CURIOUS:
            return list(rng.choice(orders))
        return list(max(orders, key=lambda order: (value_of(known, order), rng.random())))


def kind_of(observation):
    """The kind of a position: what is asked, whose ball it is, the down, and roughly how far there is to go."""
    data = observation.data
    mine = data["offense"] == observation.seat
    to_go = min(max(data["marker"] - data["ball"], 0), 15)
    return f"{data['phase']} {mine} {data['down']} {to_go // 4} {data['ball'] // 20}"


def value_of(known, order):
    """The average of an order so far. What was never tried looks a little better than nothing."""
    tried, total = known.get(str(order), (0, 0.0))
    return total / tried if tried else 0.05


def worth(state, seat):
    """How well a seat stands: its lead, and up to five points for the place of the ball."""
    score, data = state.result.score, state.data
    ahead = data["ball"] / 20
    return score[seat] - score[1 - seat] + (ahead if data["offense"] == seat else -ahead)


def learn(matches, seed=0):
    """The table after so many matches against itself and against chance."""
    game, table, rng = breakaway.load("fate"), {}, random.Random(seed)
    bot = Learner(table)
    for n in range(matches):
        state = game.new(seed + n)
        while not state.is_over:
            orders, kinds = {}, {}
            for seat in state.to_move:
                seen = state.observe(seat)
                orders[seat], kinds[seat] = bot.choose(seen, seen.legal, rng), kind_of(seen)
            after = state.apply(orders)
            for seat, order in orders.items():
                known = table[kinds[seat]]
                tried, total = known.get(str(tuple(order)), (0, 0.0))
                known[str(tuple(order))] = (tried + 1, total + worth(after, seat) - worth(state, seat))
            state = after
    return table


if __name__ == "__main__":
    FILE.write_text(json.dumps(learn(int(sys.argv[1]) if len(sys.argv) > 1 else 80)))
    print(f"Learned. The table is in {FILE}.")
