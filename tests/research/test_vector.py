"""Thousands of matches at once: each is the interpreted match, question by question."""

from __future__ import annotations

import numpy as np
import pytest

import breakaway
from breakaway import coaches
from breakaway.api.arrays import tensor_of
from breakaway.core.chance import sampled, start_step
from breakaway.core.game import blank_orders, legal, result_of, seats_in
from breakaway.core.state import copy
from breakaway.games import registry as games
from breakaway.lab.chunks import seeds_of
from breakaway.lab.compiled import THINKING
from breakaway.research.vector import FlatMatches, ManyMatches, VectorEnv

from .ways import WAYS

pytestmark = pytest.mark.slow
MATCHES = 8  # at once; two line-ups of learners and three ways to play make 48 matches and more of each game


def view_of(game, s, config, seat):
    view = copy(s)
    game.redact(view, config, seat)
    return view


def row_of(game, s, config, seat, begun, width):
    """What the vector environment has to show: the tensor of the public API, and the codes given so far, plus 1."""
    seen = [*tensor_of(seat, view_of(game, s, config, seat)), *(code + 1 for code in begun)]
    return np.pad(seen, (0, width - len(tensor_of(seat, s)) - len(begun)))


def questions(game, config, seed, learners, coach, width):
    """Plays match after match in plain Python. Yields each question: its row, the legal codes, and the last end."""
    chance, thinking, ended = sampled(seed), sampled(seed ^ THINKING), None
    s = game.start(config)
    while True:
        bits, orders = game.choosers(s, config), blank_orders(game)
        if not bits and result_of(game, s, config).why:
            ended = result_of(game, s, config), row_of(game, s, config, learners[0], (), width)
            s = game.start(config)
            continue
        for seat in seats_in(bits):
            if seat not in learners:
                view = view_of(game, s, config, seat)
                coach(view, config, seat, thinking, copy(view), orders[seat])
        for seat in seats_in(bits):
            for slot in range(game.slots(s, config, seat) if seat in learners else 0):
                begun = orders[seat][:slot]
                row = row_of(game, s, config, seat, begun, width)
                orders[seat][slot] = yield row, legal(game, s, config, seat, begun), ended
                ended = None
        start_step(chance)
        game.step(s, config, orders, chance, None)


def same_as_interpreted(name, options, learners, opponent):
    """Plays until each of the matches has ended once, and compares every question and every end. Returns the ends."""
    many = ManyMatches(name, MATCHES, learners, opponent, "points", **options)
    many.reset(7)
    game, config, width = games.find(name), many.space.game._setup.config, many.space.width
    coach = coaches.find(game, opponent)
    plain = [questions(game, config, int(seed), many.learners, coach, width) for seed in seeds_of(7, 0, MATCHES)]
    asked, rng, ends = [next(each) for each in plain], np.random.default_rng(7), np.zeros(MATCHES, int)
    while True:
        for i, (row, codes, ended) in enumerate(asked):
            assert np.array_equal(many.observations[i], row)
            assert np.flatnonzero(many.masks[i]).tolist() == codes
            assert many.ended[i] == (ended is not None)
            assert many.rewards[i].any() <= many.ended[i]
            if ended:
                result, last = ended
                seats, unit = many.space.seats, game.unit
                mean = sum(result.score[:seats]) / seats
                wanted = [(each - mean) / unit * seats / (seats - 1) for each in result.score[:seats]]
                assert np.allclose(many.rewards[i], wanted, atol=1e-4)
                assert np.array_equal(many.last[i], last)
        ends += many.ended
        if ends.all():
            return ends.sum()
        actions = many.sample(rng)
        many.step(actions)
        asked = [each.send(int(action)) for each, action in zip(plain, actions, strict=True)]


@pytest.mark.parametrize("name", games.GAMES)
def test_each_match_of_the_vector_is_the_interpreted_one_question_by_question(name):
    ends = 0
    for options in WAYS:
        ends += same_as_interpreted(name, options[name], None, "random")
        ends += same_as_interpreted(name, options[name], [1], "random")
        ends += same_as_interpreted(name, options[name], [0], "random")
    assert ends >= 67
