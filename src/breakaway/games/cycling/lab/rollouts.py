"""What a race is worth to each team, estimated by playing the race to its end several times with fixed seeds.

Nothing happens by chance in a race; only the rivals' cards are unknown. In a rollout each rider plays his highest card
with probability `HIGHEST`; otherwise he plays a random card from his hand. The same seeds give the same cards, so
orders can be compared.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from breakaway.core.chance import exhaustive
from breakaway.core.game import Order, blank_orders, result_of, seats_in
from breakaway.core.odds import ONE
from breakaway.core.state import copy
from breakaway.games.cycling.coaches.highest import highest_cards
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import GRADES, ON_TRACK, RACING
from breakaway.records.record_file import checkpoint

HIGHEST = 0.6
WORK = 2_400  # the rollouts of all questions together may ride about four times this many turns
FEWEST, MOST_RUNS = 4, 24


@dataclass(frozen=True)
class Ahead:
    """What each team can expect: its chance of winning, in millionths, and its points, in 360360ths."""

    chances: tuple[int, ...]
    points: tuple[int, ...]


def runs_for(config: RaceConfig, questions: int = 1) -> int:
    """How many rollouts to play for each of several questions, so that all of them together do not take too long."""
    turns = sum(1 + length // 5 for length in config.length[: config.stages])
    return max(FEWEST, min(MOST_RUNS, WORK * 4 // (turns * questions)))


def ahead(s: Race, config: RaceConfig, runs: int, orders: Mapping[int, Order] | None = None) -> Ahead:
    """What each team can expect from a complete state.

    `orders` contains the orders of some seats for the first turn.
    """
    teams = config.teams
    chances, points = [0] * teams, [0] * teams
    times = 1 if result_of(GAME, s, config).why else runs
    for n in range(times):
        checkpoint()
        result = result_of(GAME, ridden(copy(s), config, n, orders or {}), config)
        first = [seat for seat in range(teams) if result.rank[seat] == 1]
        for seat in range(teams):
            chances[seat] += ONE // len(first) if seat in first else 0
            points[seat] += result.score[seat]
    return Ahead(whole([each / times for each in chances]), tuple(each // times for each in points))


def whole(chances: list[float]) -> tuple[int, ...]:
    """The chances in millionths, rounded so that they add up to a million."""
    found = [int(each) for each in chances]
    found[0] += ONE - sum(found)
    return tuple(found)


def ridden(s: Race, config: RaceConfig, n: int, orders: Mapping[int, Order]) -> Race:
    """Plays a race to its end. `n` is the seed for the cards."""
    rng = random.Random(n)
    while not result_of(GAME, s, config).why:
        given = blank_orders(GAME)
        for seat in range(config.teams):
            draws = [(rng.random(), rng.random()) for _ in range(GRADES)]  # the same for a seat whose order is fixed
            if seat in orders:
                given[seat][: len(orders[seat])] = orders[seat]
            elif seat in seats_in(GAME.choosers(s, config)):
                highest_cards(s, config, seat, exhaustive(), s, given[seat])
                if s.phase == RACING:
                    shuffle(s, seat, draws, given[seat])
        GAME.step(s, config, given, exhaustive(), None)
        orders = {}
    return s


def shuffle(s: Race, seat: int, draws: list[tuple[float, float]], order: Order) -> None:
    """Replaces some of the highest cards in an order with random ones."""
    for grade, (one, two) in enumerate(draws):
        rider = seat * GRADES + grade
        cards = [int(card) for card in s.hand[rider] if card]
        if s.status[rider] == ON_TRACK and cards and one >= HIGHEST:
            order[grade] = cards[int(two * len(cards))]
