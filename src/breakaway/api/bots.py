"""The user's own bots and the program's coaches, and whole matches between them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Protocol

from breakaway import coaches
from breakaway.api.game import Game
from breakaway.api.observation import Legal, Observation
from breakaway.api.setup import Answer
from breakaway.api.state import State
from breakaway.core.game import BadOrder, Order
from breakaway.core.refused import NotNow, Refused
from breakaway.core.trouble import Trouble


class Bot(Protocol):
    """Anything that can choose."""

    def choose(self, observation: Observation, legal: Legal, rng: random.Random) -> Answer:
        """Returns one of the `legal` orders: a code, a list of codes, or text. Draw random numbers only from `rng`."""


class BotError(Trouble):
    """A bot raised an error or did not answer with a legal order. The message names the bot."""


class Coach:
    """One of the program's own coaches as a bot. See `breakaway.coach`."""

    def __init__(self, game: Game, name: str) -> None:
        self._coach = coaches.find(game._setup.game, name)
        self.name = name

    def __repr__(self) -> str:
        return f"<Coach {self.name}>"

    def choose(self, observation: Observation, legal: Legal, rng: random.Random) -> Answer:
        """The order that the coach gives. The coach's random choices come from `rng`, never from the match's dice."""
        return self.answer(observation, rng.getrandbits(64))

    def answer(self, observation: Observation, seed: int) -> list[int]:
        """The order that the coach gives if this seed drives its random choices."""
        seen = observation._seen
        return coaches.ask(seen.game, self._coach, seen.view, seen.config, seen.seat, seed)


def coach(game: Game, name: str) -> Coach:
    """The coach with this name, as listed by `breakaway coaches GAME`. Raises Trouble if the game has no such coach."""
    try:
        return Coach(game, name)
    except coaches.NoSuchCoach as error:
        raise Trouble(str(error)) from None


def play(game: Game, bots: Sequence[Bot | str] | Bot | str, seed: int | None = None) -> State:
    """Plays a whole match between `bots` and returns its last state.

    `bots` has a bot, or the name of a coach, for each seat; the last one also takes the remaining seats. The same bots
    and seed play the same match; with coaches alone, `breakaway watch --seed` shows that match too. Raises BotError if
    a bot raises an error or gives no legal order, and Trouble if there are too many bots.
    """
    listed = [bots] if isinstance(bots, str) or not isinstance(bots, Sequence) else list(bots)
    if not 1 <= len(listed) <= len(game.seats):
        raise Trouble(f"{len(listed)} bots are named, but this match of {game.title} has {len(game.seats)} seats")
    playing = [coach(game, each) if isinstance(each, str) else each for each in listed]
    playing += [playing[-1]] * (len(game.seats) - len(playing))
    state = game.new(seed)
    assert state._seeded is not None  # new() without explicit chance
    secret = state._seeded.secret
    while not state.is_over:
        orders = {}
        for seat in state.to_move:
            thinking = coaches.thinking_seed(secret, seat, state.turn + 1)
            orders[seat] = _answer(playing[seat], state, seat, thinking)
        state = state.apply(orders)
    return state


def _answer(bot: Bot, state: State, seat: int, seed: int) -> Answer:
    """A bot's order for its seat. `seed` drives its random numbers."""
    if isinstance(bot, Coach):
        return bot.answer(state.observe(seat), seed)
    return ask(bot, type(bot).__name__, state, seat, seed)


def ask(bot: Bot, name: str, state: State, seat: int, seed: int) -> Order:
    """The order that a bot with this `name` gives for its seat in a `state`. `seed` drives its random numbers.

    Raises BotError unless the order is legal.
    """
    observation = state.observe(seat)
    where = f"the bot {name} (seat {seat}, {observation.seats[seat]}, turn {state.turn + 1})"
    try:
        chosen: Any = bot.choose(observation, observation.legal, random.Random(seed))
    except Exception as error:
        raise BotError(f"{where} raised {type(error).__name__}: {error}") from error
    try:
        return observation.checked(chosen)
    except (BadOrder, Refused, NotNow) as error:
        raise BotError(f"{where} answered {chosen!r}, which is not a legal order: {error}") from None
