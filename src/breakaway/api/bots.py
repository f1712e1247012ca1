"""Bots and coaches in seats, also bots that the lab can compile."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar, overload

from breakaway.api.games import Game
from breakaway.api.named_bots import COMMAND, is_bot, load_bot
from breakaway.api.observation import Legal, Observation
from breakaway.api.plain_data import Answer, Setup
from breakaway.api.state import State
from breakaway.core import chance as door
from breakaway.core.game import Game as CoreGame
from breakaway.core.game import Order
from breakaway.core.language import UserError, say
from breakaway.games.manifest import kit_of
from breakaway.players import coaches
from breakaway.players.coaches import BotError as BotError
from breakaway.records.match import Match, Start

# --- The user's own bots and the program's coaches, and whole matches between them.


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
    """A coach as a bot: `breakaway.coach` makes it from a name.

    >>> import breakaway
    >>> breakaway.coach(breakaway.load("cycling"), "directeur")
    <Coach directeur>
    """

    def __init__(self, game: Game, name: str) -> None:
        """Raises NoSuchCoach, or UserError if `name` names a bot that cannot be loaded or does not play the game."""
        core = game._setup.game
        self._game, self.name = game, name
        self._coach: coaches.Coach | None = None
        self._bot: Bot | None = None  # one's own, found by its name
        if name in coaches.names(core):
            self._coach = coaches.find(core, name)
        elif name not in kit_of(core).rules_play:
            if not isinstance(name, str) or not is_bot(name):
                raise coaches.NoSuchCoach(coaches.unknown(core, name))
            self._bot = _playing(core, loaded(name), name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Coach) and (self._game, self.name) == (other._game, other.name)

    def __hash__(self) -> int:
        return hash((self._game, self.name))

    def __reduce__(self) -> tuple[Any, ...]:
        return Coach, (self._game, self.name), {"_bot": self._bot}  # with what a bot of one's own remembers

    def __repr__(self) -> str:
        return f"<Coach {self.name}>"

    def choose(self, observation: Observation, legal: Legal, rng: random.Random) -> Answer:
        """One of the `legal` orders. The coach's random choices come from `rng`, never from the match's dice.

        Raises UserError if the coach is part of the rules, because then it plays only the seats that are set up for it.
        """
        if self._bot is not None:
            return self._bot.choose(observation, legal, rng)
        return self.answer(observation, rng.getrandbits(64))

    def answer(
        self, observation: Observation, seed: int, turns: Sequence[coaches.PlayedTurn] | None = None
    ) -> list[int]:
        """The order that the coach gives if its random choices come from `seed`. Raises UserError as `choose` does.

        A coach that learns also sees its seat's part of the `turns` so far. Without them, it has nothing to learn from.
        """
        seen = observation._seen
        if self._bot is not None:
            return observation.checked(self._bot.choose(observation, observation.legal, random.Random(seed)))
        if self._coach is None:
            raise UserError(
                f"{self.name} is part of the rules of {seen.game.title}, and this match is not set up so that the "
                f"rules play seat {seen.seat}; name {self.name!r} for this seat in play() or in "
                f"load(..., against={{{seen.seat}: {self.name!r}}})"
            )
        return coaches.ask(seen.game, self._coach, seen.view, seen.config, seen.seat, seed, turns)

    @property
    def _learns(self) -> bool:
        """Whether this is a coach that learns from past turns."""
        return self._coach is not None and coaches.is_learning(self._coach)


def coach(game: Game, name: str) -> Coach:
    """The coach with this name, as listed by `breakaway coaches GAME`, or your own bot: `path/to/bot.py:Class`.

    Some players are part of the rules, such as football's `sheet`. They play only in matches that are set up for them,
    as `play` and the research libraries do when they are given the coach or its name. Raises UserError if the game has
    no such coach, or if your bot cannot be loaded. Loading a bot runs its code.
    """
    try:
        return Coach(game, name)
    except coaches.NoSuchCoach as error:
        raise UserError(str(error)) from None


Named: TypeAlias = Bot | type[Bot] | str  # a bot, its class, or the name of a coach


def play(game: Game, bots: Sequence[Named] | Named, seed: int | None = None) -> State:
    """Plays a whole match between `bots` and returns its last state.

    `bots` lists a bot, a bot's class or a coach's name for each seat. A coach's name can also be the name of your own
    bot (`path/to/bot.py:Class`) or of a player that the rules provide (`sheet`). The last entry also plays all
    remaining seats. If an entry is a class or the name of your bot, each of its seats gets a new bot. The same bots
    with the same seed always play the same match. If all bots are coaches, `breakaway watch --seed` shows the same
    match. Raises BotError if a bot raises an error or gives no legal order. Raises UserError if there are too many
    bots, or if one of them does not play this game.

    >>> import breakaway
    >>> race = breakaway.load("cycling", teams=2)
    >>> last = breakaway.play(race, ["highest", "random"], seed=1)
    >>> [race.seats[seat] for seat in last.result.winners]
    ['Red']
    """
    seats = range(len(game.seats))
    named = by_seat(bots, seats, f"this match of {game.title} has {{n}} seats")
    game = with_rules_playing(game, named)
    playing = [seated(game, named[seat]) for seat in seats]
    state = game.new(seed)
    assert state._seeded is not None  # a state from `new` without explicit chance
    secret = state._seeded.secret
    learns = any(isinstance(bot, Coach) and bot._learns for bot in playing)
    turns: list[coaches.PlayedTurn] = []
    while not state.is_over:
        orders = {}
        for seat in state.to_move:
            thinking = coaches.thinking_seed(secret, seat, state.turn + 1)
            orders[seat] = _answer(playing[seat], state, seat, thinking, tuple(turns))
        before, state = state, state.apply(orders)
        if learns:
            turns.append((before._s, state._told))
    return state


def by_seat(bots: Sequence[Named] | Named, seats: Sequence[int], there: str) -> dict[int, Named]:
    """Who plays each of the `seats`: the last of the `bots` also plays all remaining ones.

    Raises UserError for too many bots or none; `there` says how many seats ({n}) there are.
    """
    listed = [bots] if isinstance(bots, str) or not isinstance(bots, Sequence) else list(bots)
    if not 1 <= len(listed) <= max(len(seats), 1):
        raise UserError(f"{len(listed)} bots are named, but {there.format(n=len(seats))}")
    return {seat: listed[min(i, len(listed) - 1)] for i, seat in enumerate(seats)}


def with_rules_playing(game: Game, bots: Mapping[int, Named]) -> Game:
    """The game, set up so that its rules play those seats for which `bots` names a player that they provide.

    Raises UserError if the rules cannot play one of these teams.
    """
    named = {seat: each.name if isinstance(each, Coach) else each for seat, each in bots.items()}
    ruled = kit_of(game._setup.game).rules_play
    return game._with({seat: each for seat, each in named.items() if isinstance(each, str) and each in ruled})


def seated(game: Game, named: Named) -> Bot:
    """The bot for one seat of a match. `named` is a bot, its class or a name. Each class and each name of one's own bot
    gives a new bot. Raises UserError.
    """
    core = game._setup.game
    if isinstance(named, str):
        return coach(game, named)
    if isinstance(named, Coach) and named._game.name != core.name:
        raise UserError(f"the coach {named.name} is a coach of {named._game.name}; it cannot play {core.name}")
    bot: Bot = _playing(core, named, getattr(named, "__name__", "") or name_of(named))
    return bot


def _playing(game: CoreGame[Any, Any], bot: Any, name: str) -> Any:
    """The bot, made if `bot` is a class. Raises UserError, which calls it `name`, if it does not play this game."""
    if game.name not in (plays := games_of(bot) or (game.name,)):
        raise UserError(f"the bot {name} cannot play {game.name}; its `games` lists only: {', '.join(plays)}")
    return bot_made(bot, name)


def loaded(name: str) -> Any:
    """The user's own bot with this name: its class, or the object itself. Raises UserError."""
    if name.startswith(COMMAND):
        raise UserError(f"{name}: a bot that is a program of its own plays on the command line, as in breakaway watch")
    return load_bot(name)


def name_of(bot: Any) -> str:
    """What errors call a bot: a coach's name, or the name of the bot's class or function."""
    return bot.name if isinstance(bot, Coach) else str(getattr(bot, "__qualname__", type(bot).__name__))


def bot_made(bot: Any, name: str) -> Any:
    """A new bot if `bot` is a class, otherwise `bot` itself. Errors refer to the bot as `name`. Raises UserError."""
    try:
        return bot() if isinstance(bot, type) else bot
    except Exception as error:
        said = f"{name} cannot be made: {type(error).__name__}: {error}; its class must not require any arguments"
        raise UserError(said) from error


def games_of(bot: object) -> tuple[str, ...]:
    """The names of the games that a bot plays, from its attribute `games`. Empty if the bot plays all games."""
    games = getattr(bot, "games", ())
    return (games,) if isinstance(games, str) else tuple(games)


def _answer(bot: Bot, state: State, seat: int, seed: int, turns: Sequence[coaches.PlayedTurn]) -> Answer:
    """A bot's order for its seat. The bot's random numbers come from `seed`."""
    if isinstance(bot, Coach) and bot._bot is None:
        return bot.answer(state.observe(seat), seed, turns)
    return ask(bot, name_of(bot), state, seat, seed)


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


# --- Bots that the lab can compile.
#
# A compilable bot uses only whole numbers and loops, like the code of the rules, so it runs at full speed.


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
    """A bot marked with `@breakaway.compilable`. It can play anywhere; `simulate` and vectors run it compiled."""

    def __init__(self, make: Callable[[Rules], Choose], games: tuple[str, ...]) -> None:
        self.make, self.games = make, games
        self._coaches: dict[str, coaches.Coach] = {}
        self.__doc__, self.__module__, self.__qualname__ = make.__doc__, make.__module__, make.__qualname__

    def __reduce__(self) -> str:
        return self.__qualname__  # pickled by name, like a function

    def choose(self, observation: Observation, legal: Legal, rng: random.Random) -> Answer:
        """One of the `legal` orders, worked out in ordinary Python. The bot's random choices come from `rng`."""
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


# --- A user's own bot in one seat of one match.
#
# The bot's answers have a time limit, and errors name the bot that caused them.


T = TypeVar("T")
MOST_HANGING = 3  # the most abandoned threads of one bot


class Limit:
    """The time that each answer of the user's own bots may take, in seconds (0: no limit)."""

    seconds: float = 30.0


class TooSlow(Exception):
    """A bot has not answered in time, or is still busy with an earlier question.

    The error's message says which of the two happened.
    """


class Timed:
    """Calls one bot, in a new thread each time, so that a hanging bot holds up nobody else.

    Python cannot stop a thread, so the bot is not asked again while an old call is still running. If too many calls to
    bots with this `name` are still running, none of these bots is asked.
    """

    _hanging: ClassVar[dict[str, list[threading.Thread]]] = {}  # by name, over all matches

    def __init__(self, name: str) -> None:
        self.name = name
        self._busy: threading.Thread | None = None

    def call(self, work: Callable[[], T], seconds: float) -> T:
        """Calls `work` and returns its result. Waits at most this many `seconds` (0: no limit).

        Raises whatever `work` raises, or TooSlow.
        """
        hanging = [each for each in self._hanging.pop(self.name, ()) if each.is_alive()]
        if hanging:
            self._hanging[self.name] = hanging
        if len(hanging) >= MOST_HANGING or (self._busy is not None and self._busy.is_alive()):
            raise TooSlow("is still busy with an earlier question")
        done: list[T] = []
        failed: list[BaseException] = []

        def run() -> None:
            try:
                done.append(work())
            except BaseException as error:  # SystemExit too: a bot must not end the program
                failed.append(error)

        thread = threading.Thread(target=run, name="bot", daemon=True)
        thread.start()
        thread.join(seconds or None)
        if thread.is_alive():
            self._busy = thread
            self._hanging.setdefault(self.name, []).append(thread)
            raise TooSlow(f"did not answer within {seconds:g} s (--bot-time)")
        if failed:
            raise failed[0]
        return done[0]


class Seated:
    """A Python bot, made for one seat of one match. `name` is the name that the user typed."""

    def __init__(self, name: str, made: Any) -> None:
        self.name, self._timed = name, Timed(name)
        self.bot: Bot = bot_made(made, name)

    def order(self, match: Match[Any, Any], seat: int, seed: int) -> tuple[Order, str]:
        """The bot's checked order for its seat. `seed` drives the bot's random numbers. Raises BotError."""
        state = state_in(match)
        try:
            return self._timed.call(lambda: ask(self.bot, self.name, state, seat, seed), Limit.seconds), ""
        except TooSlow as error:
            raise failed(self.name, state, seat, str(error)) from None

    def end(self, match: Match[Any, Any]) -> None:
        """Does nothing: a Python bot has nothing to close."""


def state_in(match: Match[Any, Any], turn: int | None = None) -> State:
    """The state of a match after `turn` turns (None: the current state), without its source of chance.

    Raises IndexError for a turn that was played under an older edition of the rules.
    """
    header, now = match.record.header, len(match.log)
    turn = now if turn is None else turn
    start = Start(config=match.config, options=header["options"], names=match.names, seats=header["seats"])
    told = tuple(match.log[turn - 1][1]) if turn else ()
    s = match.state if turn == now else match.history[turn - (now - len(match.history))][0]
    gone = tuple(match.gone) if turn == now else ()
    return State(Setup(match.game, start), s, None, told=told, turn=turn, gone=gone)
