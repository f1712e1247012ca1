"""Matches of football and FATE with the chance of winning looked up in every state, for tests of both modes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from breakaway.core.rules import EventLog
from breakaway.core.state import copy
from breakaway.games import manifest as games
from breakaway.games.fate import statistics as downs
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules import win_chances as fate
from breakaway.games.football.lab.odds import Situation, position
from breakaway.games.football.rules.terms import BETWEEN, CALL, OVER
from breakaway.games.football.rules.win_chances import chance_to_win
from breakaway.games.football.statistics import Foretold, observe_foretold
from breakaway.lab.compiling import play_interpreted

from ..core.random_matches import random_config


def states_of(seed: int, **house: Any) -> tuple[Any, list[Any]]:
    """The config and all states of a match, played as ordinary Python."""
    game = games.find("football")
    config = random_config(game, seed, **house)
    return config, play_interpreted(game, config, "random", "random", [0, 1], seed)


def foretold(seeds: range) -> Iterator[list[Foretold]]:
    """The rows of situations of some matches, half of them between sheets, with the chance in each."""
    for seed in seeds:
        config, states = states_of(seed, overtime=1, **({"sheet": [1, 1]} if seed % 2 else {}))
        rows, at = [Foretold() for _ in states], 0
        for before, after in pairwise(states):
            at = observe_foretold(before, after, config, EventLog(), None, rows, at)
            chance_to_win(after, config, 0)
        yield rows[:at]
        for line in range(1, 20):  # overtimes are rare
            last = position(config, Situation(line=line, quarter=5, score=(line % 2 * 3, 0), time_outs=(2, 2)))
            chance_to_win(last, config, line % 2)
            last.phase = OVER
            chance_to_win(last, config, line % 2)
            half = position(config, Situation(line=line, quarter=2, cards=0))
            half.phase, half.then = BETWEEN, CALL
            chance_to_win(half, config, line % 2)


def foretold_downs(seeds: range) -> Iterator[list[downs.ForetoldDown]]:
    """The rows of situations of some matches of FATE, and each of them once more in overtime and after the end."""
    game = games.find("fate")
    for seed in seeds:
        config = random_config(game, seed)
        states = play_interpreted(game, config, "random", "random", [0, 1], seed)
        rows, at = [downs.ForetoldDown() for _ in states], 0
        for before, after in pairwise(states):
            was, at = at, downs.observe_foretold(before, after, config, EventLog(), None, rows, at)
            if at > was:
                later = copy(after)
                for later.quarter, later.phase in ((terms.OVERTIME, after.phase), (terms.OVERTIME, terms.OVER)):
                    fate.chance_to_win(later, config, 0)
        yield rows[:at]
