"""Coaches: automatic opponents. They receive a view, never the state.

A coach is a function `order(view, config, seat, chance, spare, out)` that fills `out` with a legal order of its seat.
It
may change the view, which is a copy, and `spare`, a second state to think with, of which nothing is known at first.
Written as rules are, so that the lab plays the very same coaches compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from breakaway.core.chance import sampled
from breakaway.core.fair import step_seed
from breakaway.core.game import Game, Order
from breakaway.core.language import say
from breakaway.core.state import copy
from breakaway.games.registry import kit_of, load

Coach: TypeAlias = Callable[[Any, Any, int, Any, Any, Order], None]


class NoSuchCoach(ValueError):
    """No coach of this game has that name; the message lists those there are."""


def names(game: Game[Any, Any]) -> list[str]:
    """The coaches of a game; every game has `random`."""
    return list(kit_of(game).coaches)


def place(game: Game[Any, Any], name: str) -> str:
    """The module of a coach of this game, and the factory in it: `breakaway.coaches.uniform:uniform`."""
    return kit_of(game).coaches[name]


def find(game: Game[Any, Any], name: str) -> Coach:
    """The coach of that name; raises NoSuchCoach."""
    if name not in names(game):
        known = ", ".join(names(game))
        raise NoSuchCoach(
            say("unknown coach {name}; {game} has: {known}", game=game.title, name=repr(name), known=known)
        )
    coach: Coach = load(place(game, name))(game)
    return coach


def ask(game: Game[Any, Any], coach: Coach, view: Any, config: Any, seat: int, seed: int) -> Order:
    """A coach's order from a view; the seed (64 bits) is for its own thinking and never touches the match's chance."""
    order = [0] * game.max_slots
    coach(copy(view), config, seat, sampled(seed), copy(view), order)
    return order[: game.slots(view, config, seat)]


def thinking_seed(secret: bytes, seat: int, turn: int) -> int:
    """The seed of a coach's thinking at a turn, so that a match asked for by seed comes out the same again."""
    return step_seed(secret, ("coach", str(seat)), turn)
