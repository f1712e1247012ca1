"""FATE's levels for people: weaker players made from `book` by what people get wrong.

A level sees the table as everybody in its seat does. It has favourite calls, now and then makes the first call that
comes to mind, kicks the ball away too soon, or forgets that it has a time out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from breakaway.core.chance import Chance, thought
from breakaway.core.game import Game, Order
from breakaway.core.rules import rule
from breakaway.games.fate.coaches.book import DEFENSES, DOWNS, PLAYS, book_order, is_open, put_defense, put_offense
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.interface import refuse, side_of
from breakaway.games.fate.rules.state import Fate, FateConfig
from breakaway.players.coaches import Coach

PASS_DEFENSE = 2  # as `book` counts the defenses

# The positions of the weights.
FAVOURS, SLIPS, KICKS, FORGETS = 0, 1, 2, 3
# For each level: of 100 calls, how many are its favourites, a run outside or a defense against the pass; of 100 others,
# how many are the first that comes to mind; of 100 fourth downs, on how many it kicks the ball away, whatever the
# distance (of third downs half as many); of 100 time outs and penalties, how many it forgets about. Measured with
# `breakaway ladder fate`; see docs/coaches.md.
NEWCOMER = (100, 0, 100, 100)
BEGINNER = (90, 50, 68, 100)
IMPROVER = (74, 60, 42, 60)
CLUB = (54, 60, 24, 20)
LEAGUE = (30, 55, 10, 0)
STRONG = (0, 45, 0, 0)


def newcomer(game: Game[Any, Any]) -> Coach:
    """The `newcomer` level."""
    return newcomer_order


@rule()
def newcomer_order(view: Fate, config: FateConfig, seat: int, chance: Chance, spare: Fate, out: Order) -> None:
    """Writes to `out` the choice of somebody who plays for the first time."""
    choose(view, config, seat, chance, spare, NEWCOMER, out)


def beginner(game: Game[Any, Any]) -> Coach:
    """The `beginner` level."""
    return beginner_order


@rule()
def beginner_order(view: Fate, config: FateConfig, seat: int, chance: Chance, spare: Fate, out: Order) -> None:
    """Writes to `out` the choice of somebody who knows the rules and little more."""
    choose(view, config, seat, chance, spare, BEGINNER, out)


def improver(game: Game[Any, Any]) -> Coach:
    """The `improver` level."""
    return improver_order


@rule()
def improver_order(view: Fate, config: FateConfig, seat: int, chance: Chance, spare: Fate, out: Order) -> None:
    """Writes to `out` the choice of somebody who has played a few matches."""
    choose(view, config, seat, chance, spare, IMPROVER, out)


def club(game: Game[Any, Any]) -> Coach:
    """The `club` level."""
    return club_order


@rule()
def club_order(view: Fate, config: FateConfig, seat: int, chance: Chance, spare: Fate, out: Order) -> None:
    """Writes to `out` the choice of somebody who plays now and then."""
    choose(view, config, seat, chance, spare, CLUB, out)


def league(game: Game[Any, Any]) -> Coach:
    """The `league` level."""
    return league_order


@rule()
def league_order(view: Fate, config: FateConfig, seat: int, chance: Chance, spare: Fate, out: Order) -> None:
    """Writes to `out` the choice of somebody who plays every week."""
    choose(view, config, seat, chance, spare, LEAGUE, out)


def strong(game: Game[Any, Any]) -> Coach:
    """The `strong` level."""
    return strong_order


@rule()
def strong_order(view: Fate, config: FateConfig, seat: int, chance: Chance, spare: Fate, out: Order) -> None:
    """Writes to `out` the choice of somebody who knows the tables of the situations."""
    choose(view, config, seat, chance, spare, STRONG, out)


@rule()
def choose(
    view: Fate,
    config: FateConfig,
    seat: int,
    chance: Chance,
    spare: Fate,
    weights: Sequence[int],
    out: Order,
) -> None:
    """Writes the choice of a level with these weights, so that tools can tune them."""
    for slot in range(len(out)):
        out[slot] = 0
    side, phase = side_of(config, seat), view.phase
    if phase == terms.CALL and thought(chance, 100) < weights[FAVOURS]:
        if side == view.offense:
            put_offense(terms.RUN_OUTSIDE, out)
        else:
            put_defense(PASS_DEFENSE, out)
    elif phase == terms.CALL and thought(chance, 100) < weights[SLIPS]:
        call_at_random(view, config, seat, side, chance, out)
    elif phase == terms.DECLARE and view.down >= DOWNS - 1 and thought(chance, 100) < kicks_early(view, weights):
        kick_away(view, config, seat, chance, out)
    elif is_easily_forgotten(view) and thought(chance, 100) < weights[FORGETS]:
        out[0] = 0
    else:
        book_order(view, config, seat, chance, spare, out)


@rule()
def kicks_early(view: Fate, weights: Sequence[int]) -> int:
    """On how many of 100 such downs the level kicks the ball away: on third down half as often as on fourth."""
    return weights[KICKS] if view.down == DOWNS else weights[KICKS] // 2


@rule()
def is_easily_forgotten(view: Fate) -> bool:
    """Whether the question is about a time out or a penalty, which the answer 0 leaves to the other side."""
    phase = view.phase
    return bool(phase == terms.TIME or phase == terms.TIME_DEFENSE or phase == terms.OPTION)


@rule()
def call_at_random(view: Fate, config: FateConfig, seat: int, side: int, chance: Chance, out: Order) -> None:
    """Writes any call, all equally likely; Short if this match forbids that play."""
    if side != view.offense:
        put_defense(thought(chance, DEFENSES), out)
        return
    put_offense(thought(chance, PLAYS), out)
    for slot in range(3):
        if refuse(view, config, seat, out, slot) != 0:
            put_offense(terms.SHORT, out)


@rule()
def kick_away(view: Fate, config: FateConfig, seat: int, chance: Chance, out: Order) -> None:
    """Writes a punt or a field goal from anywhere, equally likely; a play if the rules forbid that."""
    wish = terms.PUNT_IT if thought(chance, 2) == 0 else terms.KICK_IT
    out[0] = wish if is_open(view, config, seat, wish) else terms.PLAY
