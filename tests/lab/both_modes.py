"""The same play interpreted and compiled: whole matches of any game, and single turns."""

from __future__ import annotations

import os

import numpy as np

from breakaway.core.chance import LONGEST, SCRIPTED
from breakaway.core.game import SEATS, Result
from breakaway.core.rules import EventLog
from breakaway.games import manifest as games
from breakaway.games.fate.rules.terms import FAIR_CATCH
from breakaway.games.football.rules import terms
from breakaway.lab.compiling import (
    CompiledMatches,
    chance_records,
    compile_game,
    play_interpreted,
    records,
    take,
    to_record,
)

from ..core.random_matches import random_config

COACHES = {"cycling": ("random", "highest")}  # of other games: random against random


def quick_matches(game):
    """Books and seeds of the matches that are always played in lockstep; the slow tests play thousands more."""
    for seed in range(40):
        yield random_config(game, seed), seed
    if game is games.find("football"):
        yield from rare_football(game)
    if game is games.find("fate"):
        yield from rare_fate(game)


def rare_football(game):
    """Matches between sheets, and with decks that make rare things common: turnovers in tries, flags, level scores."""
    sheets = {"sheet": [1, 1], "overtime": 1}
    for seed in range(60, 120):
        yield random_config(game, seed, **sheets), seed
    turnovers = {"event": [terms.TURNOVER, terms.MODIFIER, terms.MODIFIER] * 18, "event_side": [1, 0, 0] * 18}
    kinds = {"event_kind": [terms.RUN, terms.PASS] * 27, "event_value": [4] * 54}
    flags = {
        "event": [terms.FALSE_START, terms.HOLDING, terms.MODIFIER] * 18,
        "event_side": [0, 1, 1] * 18,
        "event_value": [-4] * 54,
    }
    dull = {
        "play_strength": [[0] * terms.PLAYS] * 2,
        "event": [terms.NO_EVENT] * 54,
        "field_goal": [terms.BLOCKED] * 54,
    }
    dull |= {"offense_corner": [0] * 54, "defense_corner": [0] * 54, "back_run": [[0] * 54] * 2}
    dull |= {"back_pass": [[0] * 54] * 2}
    for seed in range(500, 540):
        yield random_config(game, seed, overtime=0, **turnovers, **kinds), seed
    for seed in range(560, 590):
        yield random_config(game, seed, **flags, **sheets), seed
        yield random_config(game, seed, **dull, **sheets), seed


def rare_fate(game):
    """FATE football with tables that make rare things common: ties, safeties, fumbled kicks, fouls, touchbacks."""
    nothing, loss = [[0] * 9 for _ in range(6)], [[-7] * 9 for _ in range(6)]
    no_returns = {"kick_return": [8] * 9, "punt_return": [FAIR_CATCH] * 9, "band_difficulty": [9] * 8}
    fouls = {"event_first": [1] * 9, "foul_side": [[0] * 9, [1] * 9, [0, 1] * 4 + [0], [0] * 9]}
    kinds = {"foul_kind": [[5] * 9, [8] * 9, [5] * 9, [15] * 9], "event_second": [2] * 9}
    for seed in range(400, 460):
        dull = {"run_yards": nothing, "pass_yards": nothing, **no_returns, "overtime": seed % 3, "advanced": 0}
        yield random_config(game, seed, **dull), seed
    for seed in range(460, 470):
        yield random_config(game, seed, run_yards=loss, kick_fumble=[1] * 9), seed
        yield random_config(game, seed, advanced=1, **fouls, **kinds), seed
        yield random_config(game, seed, advanced=1, point=[[99] * 9 for _ in range(3)], intercepted_by=[3] * 9), seed


def line_up(game, config, seed):
    """Who plays: two coaches, and which of them has each seat."""
    first, second = COACHES.get(game.name, ("random", "random"))
    return first, second, [seed >> seat & 1 for seat in range(game.seat_count(config))]


def interpreted(game, config, seed):
    """The state after each step of a match."""
    return play_interpreted(game, config, *line_up(game, config, seed), seed)


def same_in_both_modes(game, config, seed):
    """Plays a match in both modes and compares whole states, step by step; where bounds are checked, compiled only."""
    compiled = CompiledMatches(game, config, *line_up(game, config, seed)).trace(seed)
    if "NUMBA_BOUNDSCHECK" in os.environ:
        return
    plain = interpreted(game, config, seed)
    assert len(compiled) == len(plain)
    for i, state in enumerate(plain):
        assert take(game.state, compiled, i) == state, f"{game.name}, seed {seed}, step {i}"


def play_compiled(game, s, config, orders, chance):
    """A `PlayTurn` for cases: the same steps, compiled, with the same script; nothing is told."""
    states, configs, results = to_record(s), to_record(config), records(Result, 1)
    codes = np.zeros((SEATS, game.max_slots), np.int64)
    for seat, order in enumerate(orders):
        codes[seat][: len(order)] = order
    compiled, chances, told, used = compile_game(game, "random", "random"), chance_records(0), records(EventLog, 1), 0
    chances["mode"] = SCRIPTED
    while True:
        left = chance[used : used + LONGEST]
        compiled.step(states, configs, codes, chances, np.array(left, np.int64), told)
        used += int(chances["asked"][0])
        codes[:] = 0
        if compiled.waits(states, configs, results):
            return take(game.state, states, 0), [], used
