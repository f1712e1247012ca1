"""Exact odds of football against sampled plays: fifty situations, calls, teams, house rules and decks at random."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from breakaway.core.chance import sampled, start_step
from breakaway.core.game import blank_orders
from breakaway.core.state import copy
from breakaway.games.football.game import GAME
from breakaway.games.football.lab.odds import (
    EXTRA_POINT,
    FREE_KICK_CALL,
    KICKOFF,
    ONSIDE,
    Situation,
    announced,
    called,
    is_play_over,
    odds_in,
    refuse,
    sheet_orders,
)
from breakaway.games.football.rules.best_answers import best_answer
from breakaway.games.football.rules.terms import FIELD_GOAL_CALL, HAIL_MARY_CALL, NONE, PLAYS, PUNT_CALL

from ..core.random_matches import random_config

ACTIONS = (FIELD_GOAL_CALL, PUNT_CALL, HAIL_MARY_CALL, EXTRA_POINT, KICKOFF, ONSIDE, FREE_KICK_CALL)
SITUATIONS = 52
ERRORS = 4  # standard errors
CELL = ("phase", "then", "offense", "line", "down", "marker", "try_down")


def random_situation(seed):
    """A book, a position up to the first chance, and the first orders."""
    rng = random.Random(f"situation {seed}")
    config = random_config(GAME, seed, sheet=[0, 0])
    while True:
        line = rng.randint(1, 19)
        marker = rng.choice([each for each in (4, 10, 16, 20) if each > line])
        deck = [card for card in range(54) for _ in range(config.copies[card])]
        at = Situation(
            line=line,
            down=rng.randint(1, 4),
            marker=marker,
            quarter=rng.randint(1, 5),
            score=(rng.randint(0, 20), rng.randint(0, 20)),
            flags=(rng.randint(0, 2), rng.randint(0, 2)),
            time_outs=(rng.randint(0, 3), rng.randint(0, 3)),
            cards=rng.randint(1, 15),
            drawn=tuple(rng.sample(deck, rng.choice((0, 10, 30, 45, 51)))),
            two_point=rng.random() < 0.1,
            abilities=rng.random() < 0.5,
        )
        action = rng.choice(ACTIONS) if seed % 5 == 0 else rng.randrange(PLAYS)
        calls = [call for call in range(2 * config.defenses[1]) if config.call_type[1][call] != NONE]
        if refuse(config, at, action):
            continue
        if action >= PLAYS:
            _, s, orders, _ = announced(config, at, action)
        else:
            s, orders = called(config, at, action, rng.choice(calls)), blank_orders(GAME)
        if not is_play_over(s):
            return config, s, orders


def cell(s):
    return (*(int(getattr(s, name)) for name in CELL), int(s.score[0]), int(s.score[1]))


def exact_cells(config, s, orders):
    """The exact chance of each cell."""
    spread, found = odds_in(config).spread(copy(s), orders), {}
    assert spread.left == 0
    for end in spread.ends:
        found[cell(end.state)] = found.get(cell(end.state), 0) + end.p
    assert sum(found.values()) == 1
    return found


def agree(exact, counts, where):
    """Every sampled outcome can be, and those that are not rare came as often as they should."""
    total, compared = sum(counts.values()), 0
    assert not set(counts) - set(exact), f"{where}: {set(counts) - set(exact)} cannot be"
    for each, p in exact.items():
        expected = total * float(p)
        if expected >= 25:
            error = (expected * (1 - float(p))) ** 0.5
            assert abs(counts[each] - expected) <= ERRORS * error, f"{where}: {each}: {counts[each]}, not {expected}"
            compared += 1
    return compared


def play_once(config, start, orders, chance):
    s = copy(start)
    while True:
        start_step(chance)
        GAME.step(s, config, orders, chance, None)
        if is_play_over(s):
            return s
        orders = sheet_orders(config, s)


@pytest.mark.slow
def test_exact_odds_agree_with_sampled_plays():
    compared = 0
    for seed in range(0, SITUATIONS, 2):
        config, s, orders = random_situation(seed)
        chance = sampled(seed)
        counts = Counter(cell(play_once(config, s, orders, chance)) for _ in range(300))
        compared += agree(exact_cells(config, s, orders), counts, f"situation {seed}")
    assert compared > 50


def counted(ends):
    """How often each cell stands among the end states."""
    columns = [*(ends[name] for name in CELL), ends["score"][:, 0], ends["score"][:, 1]]
    packed = np.zeros(len(ends), np.int64)
    for column in columns:
        assert -50 < column.min() <= column.max() < 70
        packed = packed * 120 + (column + 50)
    _, first, counts = np.unique(packed, return_index=True, return_counts=True)
    return {tuple(int(column[i]) for column in columns): int(n) for i, n in zip(first, counts, strict=True)}


@pytest.mark.slow
@pytest.mark.parametrize("part", [0, 1])
def test_exact_odds_agree_with_ten_million_sampled_plays_in_two_parts(part):
    from breakaway.lab.vectors import PositionSampler

    compared, played = 0, 0
    for seed in range(part, SITUATIONS, 2):
        config, s, orders = random_situation(seed)
        sampler, counts = PositionSampler(GAME, config, best_answer, is_play_over), Counter()
        for pack in range(10):
            counts.update(counted(sampler.ends(s, orders, 1000 * seed + pack, 20_000)))
        played += sum(counts.values())
        compared += agree(exact_cells(config, s, orders), counts, f"situation {seed}")
    assert played == 5_200_000
    assert compared > 150  # about seven cells of each situation come up often enough
