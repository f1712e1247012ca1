"""Coaches: automatic opponents. They receive a view, never the state.

A coach is a function `order(view, config, seat, chance, spare, out)` that fills `out` with a legal order for its seat.
It may change the view, which is a copy, and `spare`, a second state for scratch work with arbitrary contents at first.
Coaches are written like rules, so that the lab can compile and play the very same ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from breakaway.core.chance import sampled
from breakaway.core.fair import step_seed
from breakaway.core.game import Game, Order
from breakaway.core.language import say
from breakaway.core.state import copy
from breakaway.games.registry import kit_of, load

Coach: TypeAlias = Callable[[Any, Any, int, Any, Any, Order], None]


class OwnBot(Protocol):
    """A user's own bot at a seat."""

    def order(self, match: Any, seat: int, seed: int) -> Order:
        """Its legal order. The seed (64 bits) drives only its thinking. Raises Trouble if the bot fails."""


# The bots that the user has named on the command line (`api.own.allow`), each with what makes it. Nothing else may add
# one: a name in a record or a form can come from a stranger.
OWN: dict[str, Callable[[], OwnBot]] = {}


class NoSuchCoach(ValueError):
    """This game has no coach of that name. The message lists its coaches."""


def names(game: Game[Any, Any]) -> list[str]:
    """The names of a game's coaches. Every game has `random`."""
    return list(kit_of(game).coaches)


def place(game: Game[Any, Any], name: str) -> str:
    """The module and factory of the coach called `name`, for example `breakaway.coaches.uniform:uniform`."""
    return kit_of(game).coaches[name]


def find(game: Game[Any, Any], name: str) -> Coach:
    """The coach of this name. Raises NoSuchCoach."""
    if name not in names(game):
        known = ", ".join(names(game))
        raise NoSuchCoach(
            say("unknown coach {name}; {game} has: {known}", game=game.title, name=repr(name), known=known)
        )
    coach: Coach = load(place(game, name))(game)
    return coach


def ask(game: Game[Any, Any], coach: Coach, view: Any, config: Any, seat: int, seed: int) -> Order:
    """The order that a coach gives for a view. The seed (64 bits) drives only its thinking, not the match's chance."""
    order = [0] * game.max_slots
    coach(copy(view), config, seat, sampled(seed), copy(view), order)
    return order[: game.slots(view, config, seat)]


def thinking_seed(secret: bytes, seat: int, turn: int) -> int:
    """The seed for a coach's thinking at a turn, from the match's secret. The same secret repeats the same match."""
    return step_seed(secret, ("coach", str(seat)), turn)
