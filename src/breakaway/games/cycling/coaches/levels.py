"""The race's levels for people: weaker teams made from `directeur` and `champion` by what people get wrong.

A level sees the race as everybody in its seat does. Its riders now and then play another card than would be best, and
its low levels start with the published line-up. The `master` makes a share of its plans as the champion does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from breakaway.core.chance import Chance, thought
from breakaway.core.game import Game, Order
from breakaway.core.rules import rule
from breakaway.games.cycling.coaches.champion import champion_order
from breakaway.games.cycling.coaches.directeur import cards_held, directeur_order
from breakaway.games.cycling.coaches.plain import play_highest
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import GRADES, LINE_UP, ON_TRACK
from breakaway.players.coaches import Coach

# The positions of the weights.
CLOSE, PLANS, SLIPS = 0, 1, 2
# For each level: of 100 turns, in how many it plans as the champion, with his line-up if in any; in how many others as
# the team director (in the rest, each rider plays his highest card); of 100 cards, how many are drawn from the hand
# without a thought. Measured with `breakaway ladder cycling`; see docs/coaches.md.
NEWCOMER = (0, 66, 15)
BEGINNER = (0, 75, 12)
IMPROVER = (0, 84, 9)
CLUB = (0, 92, 6)
LEAGUE = (0, 100, 3)
STRONG = (14, 100, 2)
MASTER = (42, 100, 0)


def newcomer(game: Game[Any, Any]) -> Coach:
    """The `newcomer` level."""
    return newcomer_order


@rule()
def newcomer_order(view: Race, config: RaceConfig, seat: int, chance: Chance, spare: Race, out: Order) -> None:
    """Writes to `out` the choice of somebody who rides for the first time."""
    choose(view, config, seat, chance, spare, NEWCOMER, out)


def beginner(game: Game[Any, Any]) -> Coach:
    """The `beginner` level."""
    return beginner_order


@rule()
def beginner_order(view: Race, config: RaceConfig, seat: int, chance: Chance, spare: Race, out: Order) -> None:
    """Writes to `out` the choice of somebody who knows the rules and little more."""
    choose(view, config, seat, chance, spare, BEGINNER, out)


def improver(game: Game[Any, Any]) -> Coach:
    """The `improver` level."""
    return improver_order


@rule()
def improver_order(view: Race, config: RaceConfig, seat: int, chance: Chance, spare: Race, out: Order) -> None:
    """Writes to `out` the choice of somebody who has ridden a few races."""
    choose(view, config, seat, chance, spare, IMPROVER, out)


def club(game: Game[Any, Any]) -> Coach:
    """The `club` level."""
    return club_order


@rule()
def club_order(view: Race, config: RaceConfig, seat: int, chance: Chance, spare: Race, out: Order) -> None:
    """Writes to `out` the choice of somebody who rides now and then."""
    choose(view, config, seat, chance, spare, CLUB, out)


def league(game: Game[Any, Any]) -> Coach:
    """The `league` level."""
    return league_order


@rule()
def league_order(view: Race, config: RaceConfig, seat: int, chance: Chance, spare: Race, out: Order) -> None:
    """Writes to `out` the choice of somebody who rides every week."""
    choose(view, config, seat, chance, spare, LEAGUE, out)


def strong(game: Game[Any, Any]) -> Coach:
    """The `strong` level."""
    return strong_order


@rule()
def strong_order(view: Race, config: RaceConfig, seat: int, chance: Chance, spare: Race, out: Order) -> None:
    """Writes to `out` the choice of somebody who knows how to plan a turn."""
    choose(view, config, seat, chance, spare, STRONG, out)


def master(game: Game[Any, Any]) -> Coach:
    """The `master` level."""
    return master_order


@rule()
def master_order(view: Race, config: RaceConfig, seat: int, chance: Chance, spare: Race, out: Order) -> None:
    """Writes to `out` the choice of somebody who hardly errs."""
    choose(view, config, seat, chance, spare, MASTER, out)


@rule("BA-3.1", "BA-9.1")
def choose(
    view: Race,
    config: RaceConfig,
    seat: int,
    chance: Chance,
    spare: Race,
    weights: Sequence[int],
    out: Order,
) -> None:
    """Writes the order of a level with these weights, so that tools can tune them."""
    hands = [0] * GRADES
    for grade in range(GRADES):
        hands[grade] = cards_held(view, seat * GRADES + grade)
    slips = [0] * GRADES
    for grade in range(GRADES):
        rider = seat * GRADES + grade
        if view.phase != LINE_UP and view.status[rider] == ON_TRACK and thought(chance, 100) < weights[SLIPS]:
            slips[grade] = int(view.hand[rider][thought(chance, hands[grade])])
    if thought(chance, 100) < weights[CLOSE] or (view.phase == LINE_UP and weights[CLOSE] > 0):
        champion_order(view, config, seat, chance, spare, out)
    elif thought(chance, 100) < weights[PLANS]:
        directeur_order(view, config, seat, chance, spare, out)
    else:
        play_highest(view, config, seat, chance, spare, out)
    for grade in range(GRADES):
        if slips[grade] > 0:
            out[grade] = slips[grade]
