"""Questions during plays of football that have several answers, from matches between sheets."""

from __future__ import annotations

from breakaway.core.chance import sampled, start_step
from breakaway.core.game import blank_orders
from breakaway.core.state import copy
from breakaway.games.football.game import GAME
from breakaway.games.football.rules.best_answers import FIRST, answers
from breakaway.games.football.rules.interface import asked
from breakaway.games.football.rules.terms import KICKING, OVER, SEATS

from ..core.random_matches import random_config

KICKERS = {"ability": [KICKING] * SEATS, "ability_amount": [3] * SEATS}  # their punts often go too far


def questions(config, seed):
    """The states of a match between sheets in which a question has several answers, each with the answers as bits."""
    s, chance = GAME.start(config), sampled(seed)
    while s.phase != OVER:
        seat = asked(s)
        if seat < SEATS and answers(s, config, seat) != FIRST:
            yield copy(s), seat, answers(s, config, seat)
        start_step(chance)
        GAME.step(s, config, blank_orders(GAME), chance, None)


def questions_of_matches(seeds):
    """The questions of a match for each seed, with its config: kickers with their ability play every third match, and
    every fifth one is of edition 2.
    """
    for seed in seeds:
        endings = {"endings": int(seed % 5 != 4)}
        config = random_config(GAME, seed, sheet=[1, 1], **endings, **(KICKERS if seed % 3 == 0 else {}))
        for question in questions(config, seed):
            yield config, *question
