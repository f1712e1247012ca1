"""Quick races: a race ridden to its end many times with loose cards. Compiled if Numba is installed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any

from breakaway.core.chance import Chance, exhaustive, sampled, start_step, thought
from breakaway.core.game import Order, Result, blank_orders
from breakaway.core.odds import ONE
from breakaway.core.rules import rule
from breakaway.core.state import copy, overwrite
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.rules.finish import ended
from breakaway.games.cycling.rules.interface import choosers, step
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import GRADES, ON_TRACK, RACING
from breakaway.records.record_file import checkpoint

# Nothing happens by chance in a race; only the rivals' cards are unknown. In a rollout each rider plays his highest
# card with probability `HIGHEST` percent; otherwise he plays a random card from his hand. The same number gives the
# same draws, so orders can be compared. The draws go round: from one rollout to the next, each team gets those of its
# neighbor. So teams in equal positions have equal chances.


HIGHEST = 60
FREE = 1 << 20  # a random card of a hand is drawn from so many numbers, whatever the hand holds
AT_ONCE = 240  # rollouts between two moments at which the work can be stopped


@dataclass(frozen=True)
class Rollouts:
    """By rollout and team: the team's share of the win in millionths, and its points in 360360ths."""

    wins: list[list[int]]
    points: list[list[int]]


@rule()
def ride_on(s: Race, config: RaceConfig, chance: Chance, nothing: Chance, number: int, orders: list[Order]) -> None:
    """Rides a race to its end. `orders` are those of the first turn; a team whose order is blank rides loosely.

    A blank card means the highest (9.1). `number` says which team gets which draws. At the end, `orders` are blank.
    """
    while choosers(s, config) != 0:
        start_step(chance)
        for drawn in range(config.teams):
            seat = (drawn + config.teams - number % config.teams) % config.teams
            given = False
            for slot in range(len(orders[seat])):
                given = given or orders[seat][slot] != 0
            for grade in range(GRADES):
                whether, which = thought(chance, 100), thought(chance, FREE)
                rider = seat * GRADES + grade
                if not given and s.phase == RACING and s.status[rider] == ON_TRACK and whether >= HIGHEST:
                    held = 0
                    while held < len(s.hand[rider]) and s.hand[rider][held] != 0:
                        held += 1
                    if held > 0:
                        orders[seat][grade] = s.hand[rider][which * held // FREE]
        start_step(nothing)
        step(s, config, orders, nothing, None)
        for seat in range(config.teams):
            for slot in range(len(orders[seat])):
                orders[seat][slot] = 0


@rule()
def share_win(config: RaceConfig, r: Result, seat: int) -> int:
    """A team's share of the win, in millionths."""
    first = 0
    for team in range(config.teams):
        first += 1 if r.rank[team] == 1 else 0
    return ONE // first if r.rank[seat] == 1 else 0


def ride_many(s: Race, config: RaceConfig, first: int, runs: int, orders: dict[int, Order], fast: bool) -> Rollouts:
    """The rollouts with the numbers `first` to `first + runs - 1`. `orders`: of some seats, for the first turn."""
    if ended(s):
        runs = 1
    found = Rollouts([], [])
    ride = compiled if fast else interpreted
    for start in range(first, first + runs, AT_ONCE):
        checkpoint()
        some = ride(s, config, start, min(AT_ONCE, first + runs - start), orders)
        found.wins.extend(some.wins)
        found.points.extend(some.points)
    return found


def is_fast() -> bool:
    """Whether rollouts run in compiled code, about 200 times as fast as in plain Python."""
    return find_spec("numba") is not None


def seed_of(number: int, teams: int) -> int:
    """The seed of a rollout's draws. Each team in turn gets the same draws."""
    return number // teams


def interpreted(s: Race, config: RaceConfig, first: int, runs: int, orders: dict[int, Order]) -> Rollouts:
    """The rollouts in plain Python."""
    found = Rollouts([], [])
    for number in range(first, first + runs):
        ridden, given, r = copy(s), blank_orders(GAME), Result()
        for seat, order in orders.items():
            given[seat][: len(order)] = order
        ride_on(ridden, config, sampled(seed_of(number, config.teams)), exhaustive(), number, given)
        GAME.result(ridden, config, r)
        found.wins.append([share_win(config, r, seat) for seat in range(config.teams)])
        found.points.append([int(r.score[seat]) for seat in range(config.teams)])
    return found


def compiled(s: Race, config: RaceConfig, first: int, runs: int, orders: dict[int, Order]) -> Rollouts:
    """The same rollouts in compiled code. The first call on a machine compiles the rules, in a few seconds."""
    import numpy as np

    from breakaway.lab.compiling import chance_records, records, seating_for, to_record

    given = seating_for(GAME, [0] * config.teams)
    firsts = np.zeros_like(given["orders"][0])
    for seat, order in orders.items():
        firsts[seat, : len(order)] = order
    wins, points = np.zeros((runs, config.teams), np.int64), np.zeros((runs, config.teams), np.int64)
    chances = chance_records([seed_of(number, config.teams) for number in range(first, first + runs)])
    driver()(
        to_record(s),
        to_record(config),
        records(Race, 1),
        chances,
        chance_records(0),
        given,
        firsts,
        records(Result, 1),
        first,
        wins,
        points,
    )
    return Rollouts(wins.tolist(), points.tolist())


@cache
def driver() -> Any:
    """A compiled function that rides rollouts from one state."""
    from breakaway.lab import compiling

    compiling.make_rules_compilable(GAME)
    ride = compiling.make_compilable(ride_on, GAME)
    share = compiling.make_compilable(share_win, GAME)
    result = GAME.result

    def ride_all(
        starts: Any,
        configs: Any,
        states: Any,
        chances: Any,
        nothing: Any,
        seatings: Any,
        firsts: Any,
        results: Any,
        first: int,
        wins: Any,
        points: Any,
    ) -> None:
        s, config, given, r = states[0], configs[0], seatings[0], results[0]
        for i in range(len(wins)):
            overwrite(s, starts[0])
            for seat in range(config.teams):
                for slot in range(firsts.shape[1]):
                    given.orders[seat][slot] = firsts[seat, slot]
            ride(s, config, chances[i], nothing[0], first + i, given.orders)
            result(s, config, r)
            for seat in range(config.teams):
                wins[i, seat] = share(config, r, seat)
                points[i, seat] = r.score[seat]

    return compiling.driver(GAME, ride_all)
