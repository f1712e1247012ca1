"""Bots that the lab can compile.

A compilable bot uses only whole numbers and loops, like the code of the rules, so it runs at full speed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, overload

from breakaway import coaches
from breakaway.api.observation import Legal, Observation
from breakaway.api.setup import Answer
from breakaway.core import chance as door
from breakaway.core.game import Game as CoreGame

Choose: TypeAlias = Callable[[Any, Any, int, Any, Any], None]


@dataclass(frozen=True)
class Rules:
    """The functions that a compilable bot may call. Assign them to local names before you define the function that
    chooses.

    - `slots(view, config, seat)`: how many codes the seat's order has.
    - `codes(view, config)`: the number of codes. A code is a whole number from 0 up to, but not including, this number.
    - `refuse(view, config, seat, out, slot)`: 0 if the code in `out[slot]` may follow the codes before it;
      otherwise the number of the rule that forbids it.
    - `below(rng, sides)`: a random number from 0 to `sides` - 1.
    """

    slots: Callable[[Any, Any, int], int]
    codes: Callable[[Any, Any], int]
    refuse: Callable[[Any, Any, int, Any, int], int]
    below: Callable[[Any, int], int]


def below(rng: Any, sides: int) -> int:
    """A random number from 0 to `sides` - 1, drawn from `rng`."""
    door.start_step(rng)
    return door.below(rng, "own bot", sides)


class Compilable:
    """A bot marked with `@breakaway.compilable`. It can play anywhere; in `simulate` it runs compiled."""

    def __init__(self, make: Callable[[Rules], Choose], games: tuple[str, ...]) -> None:
        self.make, self.games = make, games
        self._coaches: dict[str, coaches.Coach] = {}
        self.__doc__, self.__module__, self.__qualname__ = make.__doc__, make.__module__, make.__qualname__

    def __reduce__(self) -> str:
        return self.__qualname__  # pickled by name, like a function

    def choose(self, observation: Observation, legal: Legal, rng: random.Random) -> Answer:
        """The bot's order, worked out in ordinary Python."""
        seen = observation._seen
        coach = self.coach(seen.game)
        return coaches.ask(seen.game, coach, seen.view, seen.config, seen.seat, rng.getrandbits(64))

    def coach(self, game: CoreGame[Any, Any]) -> coaches.Coach:
        """The bot as a coach of this game, for the lab. Always returns the same function for the same game."""
        if game.name not in self._coaches:
            choose = self.make(Rules(game.slots, game.codes, game.refuse, below))

            def order(view: Any, config: Any, seat: int, chance: Any, spare: Any, out: Any) -> None:
                choose(view, config, seat, chance, out)

            self._coaches[game.name] = order
        return self._coaches[game.name]


@overload
def compilable(make: Callable[[Rules], Choose]) -> Compilable: ...
@overload
def compilable(*, games: str | tuple[str, ...] = ()) -> Callable[[Callable[[Rules], Choose]], Compilable]: ...
def compilable(make: Callable[[Rules], Choose] | None = None, *, games: str | tuple[str, ...] = ()) -> Any:
    """Marks a function as a bot that `breakaway simulate` compiles: `@compilable` or `@compilable(games="fate")`.

    `make(rules)` returns the function that chooses: `choose(view, config, seat, rng, out)` writes a legal order into
    `out`. `view` contains what the seat sees (the fields of `Observation.data`), and `config` contains the numbers of
    the match (those of `Observation.config`). `help(breakaway.Rules)` explains `rules`.
    """
    listed = (games,) if isinstance(games, str) else tuple(games)
    if make is None:
        return lambda made: Compilable(made, listed)
    return Compilable(make, listed)
