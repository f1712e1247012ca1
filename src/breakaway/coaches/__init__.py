"""Coaches: automatic opponents. A coach receives a view, never the state.

A coach is a function `order(view, config, seat, chance, spare, out)` that fills `out` with a legal order for its seat.
The function may change the view, which is a copy, and `spare`, a second state for scratch work that holds arbitrary
values at first. Coaches are written like rules, so that the lab can compile these same functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeAlias

from breakaway.core.chance import sampled
from breakaway.core.fair import step_seed
from breakaway.core.game import Game, Order
from breakaway.core.language import _, say
from breakaway.core.state import copy
from breakaway.games.kit import CoachReference
from breakaway.games.registry import kit_of, load

Coach: TypeAlias = Callable[[Any, Any, int, Any, Any, Order], None]


class OwnBot(Protocol):
    """A user's own bot at a seat."""

    def order(self, match: Any, seat: int, seed: int) -> Order:
        """The bot's legal order. The seed (64 bits) drives only its random choices. Raises Trouble if the bot fails."""


# The bots that the user has named on the command line (`api.own.allow`), each with what makes it. Nothing else may add
# one: a name in a record or a form can come from a stranger.
OWN: dict[str, Callable[[], OwnBot]] = {}


class NoSuchCoach(ValueError):
    """The game has no coach of this name. The message lists its coaches."""


def names(game: Game[Any, Any]) -> list[str]:
    """The names of a game's coaches. Every game has `random`."""
    return list(kit_of(game).coaches)


def place(game: Game[Any, Any], name: str) -> str:
    """The module and factory of the coach called `name`, for example `breakaway.coaches.uniform:uniform`."""
    return kit_of(game).coaches[name].at


def described(game: Game[Any, Any]) -> dict[str, CoachReference]:
    """All players of a game that are not people: those that its rules provide, then its coaches."""
    return {**kit_of(game).rules_play, **kit_of(game).coaches}


def label(game: Game[Any, Any], name: str) -> str:
    """The shown name of a coach in a word or two: `Random`. The name itself if the game has no such coach."""
    found = described(game).get(name)
    return _(found.label) if found else name


def called(game: Game[Any, Any], name: str) -> str:
    """The shown name of a coach with what it is: `Random (any legal choice)`. An unknown name is returned unchanged."""
    found = described(game).get(name)
    return f"{_(found.label)} ({_(found.hint)})" if found else name


def unknown(game: Game[Any, Any], name: str, more: Iterable[str] = ()) -> str:
    """Says that a game has no coach of this name, and lists those that it has. `more` are further names to list."""
    known = [f"{each} ({_(found.hint)})" for each, found in described(game).items()]
    listed = ", ".join([*known, *more])
    return say("unknown coach {name}; {game} has: {known}", game=game.title, name=repr(name), known=listed)


def find(game: Game[Any, Any], name: str) -> Coach:
    """The coach of this name. Raises NoSuchCoach."""
    if name not in names(game):
        raise NoSuchCoach(unknown(game, name))
    coach: Coach = load(place(game, name))(game)
    return coach


def ask(game: Game[Any, Any], coach: Coach, view: Any, config: Any, seat: int, seed: int) -> Order:
    """The order that a coach gives for a view.

    The seed (64 bits) drives only the coach's random choices, not the match's chance.
    """
    order = [0] * game.max_slots
    coach(copy(view), config, seat, sampled(seed), copy(view), order)
    return order[: game.slots(view, config, seat)]


def thinking_seed(secret: bytes, seat: int, turn: int) -> int:
    """The seed for a coach's random choices in a turn, from the match's secret. The same secret gives the same
    match.
    """
    return step_seed(secret, ("coach", str(seat)), turn)
