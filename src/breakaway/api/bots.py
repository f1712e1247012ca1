"""The user's own bots and the program's coaches, and whole matches between them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from traceback import extract_tb
from typing import Any, Protocol, TypeAlias

from breakaway import coaches
from breakaway.api.game import Game
from breakaway.api.observation import Legal, Observation
from breakaway.api.setup import Answer
from breakaway.api.state import State
from breakaway.coaches import BotError as BotError
from breakaway.core.game import Order
from breakaway.core.language import say
from breakaway.core.trouble import Trouble

LONGEST = 200  # the most characters of a wrong answer that an error shows


class Bot(Protocol):
    """Anything that can choose orders.

    >>> import breakaway
    >>> class First:
    ...     def choose(self, observation, legal, rng):
    ...         return next(iter(legal))
    >>> breakaway.play(breakaway.load("fate"), [First(), "random"], seed=1).is_over
    True
    """

    def choose(self, observation: Observation, legal: Legal, rng: random.Random) -> Answer:
        """Returns one of the `legal` orders: a code, a list of codes, or text. Draw random numbers only from `rng`."""


class Coach:
    """One of the program's own coaches as a bot.

    >>> import breakaway
    >>> breakaway.coach(breakaway.load("cycling"), "directeur")
    <Coach directeur>
    """

    def __init__(self, game: Game, name: str) -> None:
        self._coach = coaches.find(game._setup.game, name)
        self._game, self.name = game, name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Coach) and (self._game, self.name) == (other._game, other.name)

    def __hash__(self) -> int:
        return hash((self._game, self.name))

    def __reduce__(self) -> tuple[Any, ...]:
        return Coach, (self._game, self.name)

    def __repr__(self) -> str:
        return f"<Coach {self.name}>"

    def choose(self, observation: Observation, legal: Legal, rng: random.Random) -> Answer:
        """The order that the coach gives. Its random choices come from `rng`, never from the match's dice."""
        return self.answer(observation, rng.getrandbits(64))

    def answer(self, observation: Observation, seed: int) -> list[int]:
        """The order that the coach gives if its random choices come from `seed`."""
        seen = observation._seen
        return coaches.ask(seen.game, self._coach, seen.view, seen.config, seen.seat, seed)


def coach(game: Game, name: str) -> Coach:
    """The coach with this name, as listed by `breakaway coaches GAME`. Raises Trouble if the game has no such coach."""
    try:
        return Coach(game, name)
    except coaches.NoSuchCoach as error:
        raise Trouble(str(error)) from None


Named: TypeAlias = Bot | type[Bot] | str  # a bot, its class, or the name of a coach


def play(game: Game, bots: Sequence[Named] | Named, seed: int | None = None) -> State:
    """Plays a whole match between `bots` and returns its last state.

    `bots` lists a bot, a bot's class or a coach's name for each seat. The last entry also plays all remaining seats. If
    an entry is a class, each of its seats gets a new bot. The same bots with the same seed always play the same match.
    If all bots are coaches, `breakaway watch --seed` shows the same match. Raises BotError if a bot raises an error or
    gives no legal order. Raises Trouble if there are too many bots, or if one of them does not play this game.

    >>> import breakaway
    >>> race = breakaway.load("cycling", teams=2)
    >>> last = breakaway.play(race, ["highest", "random"], seed=1)
    >>> [race.seats[seat] for seat in last.result.winners]
    ['Red']
    """
    listed = [bots] if isinstance(bots, str) or not isinstance(bots, Sequence) else list(bots)
    if not 1 <= len(listed) <= len(game.seats):
        raise Trouble(f"{len(listed)} bots are named, but this match of {game.title} has {len(game.seats)} seats")
    listed += [listed[-1]] * (len(game.seats) - len(listed))
    playing = [_seated(game, each) for each in listed]
    state = game.new(seed)
    assert state._seeded is not None  # a state from `new` without explicit chance
    secret = state._seeded.secret
    while not state.is_over:
        orders = {}
        for seat in state.to_move:
            thinking = coaches.thinking_seed(secret, seat, state.turn + 1)
            orders[seat] = _answer(playing[seat], state, seat, thinking)
        state = state.apply(orders)
    return state


def _seated(game: Game, named: Named) -> Bot:
    """The bot for one seat. Raises Trouble."""
    if isinstance(named, str):
        return coach(game, named)
    if game._setup.game.name not in (plays := games_of(named) or (game._setup.game.name,)):
        name = (named if isinstance(named, type) else type(named)).__name__
        raise Trouble(f"the bot {name} cannot play {game._setup.game.name}; its `games` lists only: {', '.join(plays)}")
    return made(named, getattr(named, "__name__", ""))  # type: ignore[no-any-return]


def made(bot: Any, name: str) -> Any:
    """A new bot if `bot` is a class, otherwise `bot` itself. Errors refer to the bot as `name`. Raises Trouble."""
    try:
        return bot() if isinstance(bot, type) else bot
    except Exception as error:
        said = f"{name} cannot be made: {type(error).__name__}: {error}; its class must not require any arguments"
        raise Trouble(said) from error


def games_of(bot: object) -> tuple[str, ...]:
    """The names of the games that a bot plays, from its attribute `games`. Empty if the bot plays all games."""
    games = getattr(bot, "games", ())
    return (games,) if isinstance(games, str) else tuple(games)


def _answer(bot: Bot, state: State, seat: int, seed: int) -> Answer:
    """A bot's order for its seat. The bot's random numbers come from `seed`."""
    if isinstance(bot, Coach):
        return bot.answer(state.observe(seat), seed)
    return ask(bot, type(bot).__name__, state, seat, seed)


def ask(bot: Bot, name: str, state: State, seat: int, seed: int) -> Order:
    """The order of the bot called `name` for its seat in a `state`. The bot's random numbers come from `seed`.

    Raises BotError unless the order is legal.
    """
    observation = state.observe(seat)
    try:
        chosen: Any = bot.choose(observation, observation.legal, random.Random(seed))
    except (Exception, SystemExit) as error:
        raised = f"raised {type(error).__name__}: {error}{_line(error, bot)}"
        raise failed(name, state, seat, raised) from error
    return judged(name, state, observation, chosen)


def judged(name: str, state: State, observation: Observation, chosen: Any) -> Order:
    """The codes of the order that a bot has `chosen`. If the order is not legal, raises BotError, which says why."""
    try:
        return observation.checked(chosen)
    except Exception as error:  # an odd object can raise anything when it is read
        shown = repr(chosen)
        shown = shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}..."
        wrong = f"answered {shown}, which is not a legal order: {error}"
        raise failed(name, state, observation.seat, wrong) from None


def where(name: str, state: State, seat: int) -> str:
    """The name of a bot, with its seat and the turn that it was asked about."""
    return f"the bot {name} (seat {seat}, {state._setup.seats[seat]}, turn {state.turn + 1})"


def failed(name: str, state: State, seat: int, what: str) -> BotError:
    """The error for a bot that failed. `what` says what the bot did; the error's public text leaves that out."""
    asked = where(name, state, seat)
    return BotError(f"{asked} {what}", say("The bot {name} has failed. Its owner can see why.", name=name))


def _line(error: BaseException, bot: Bot) -> str:
    """The last line of the bot's own file in an error's traceback, as ` (bot.py, line 7)`. Empty if there is no such
    line.
    """
    method = getattr(getattr(bot, "choose", None), "__code__", None)
    file, here = getattr(method, "co_filename", ""), Path(coaches.__file__).parents[1]
    if Path(file).is_relative_to(here):  # a compilable bot, whose own function is called from this package
        file = ""
    places = extract_tb(error.__traceback__)
    if file:
        frames = [each for each in places if each.filename == file]
    else:
        frames = [each for each in places if not Path(each.filename).is_relative_to(here)]
    return f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
