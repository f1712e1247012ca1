"""Random races, fast: random cards, orders that are missing, now and then a referee's ruling."""

from __future__ import annotations

import random
from typing import NamedTuple

from breakaway.core.chance import sampled
from breakaway.core.game import blank_orders, result_of
from breakaway.core.rules import Event
from breakaway.core.state import copy
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import GRADES, ON_TRACK, RACING, RIDERS


class Ridden(NamedTuple):
    """A turn: the states before and after it, and what was told in it."""

    before: Race
    after: Race
    events: list[Event]


def ridden(seed: int, rulings: bool = False, config: RaceConfig | None = None) -> tuple[RaceConfig, list[Ridden]]:
    """A random race to its end; with `rulings` riders are marked as dropped and marks are taken off.

    The `config` is random if there is none.
    """
    dice, chance = random.Random(seed), sampled(seed)
    config = config or GAME.sample(chance)
    s, turns = GAME.start(config), list[Ridden]()
    while not result_of(GAME, s, config).why:
        before, log, orders = copy(s), list[Event](), blank_orders(GAME)
        present = [dice.random() < 0.9 for _team in range(config.teams)]
        for rider in range(config.teams * GRADES):
            rides = s.phase == RACING and s.status[rider] == ON_TRACK and present[rider // GRADES]
            if rides and dice.random() < 0.95:
                orders[rider // GRADES][rider % GRADES] = dice.choice([card for card in s.hand[rider] if card])
        if rulings and GAME.ruling is not None:
            GAME.ruling(s, config, dice.randrange(2 * RIDERS), log)
        GAME.step(s, config, orders, chance, log)
        turns.append(Ridden(before, copy(s), log))
    return config, turns
