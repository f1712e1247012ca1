"""What a coach is, and the coach `random`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from breakaway.core.chance import Chance, impossible, sampled, step_seed, thought
from breakaway.core.game import Game, Order, candidates
from breakaway.core.language import UserError, _, say
from breakaway.core.rules import Event
from breakaway.core.state import copy
from breakaway.games.manifest import RANDOM, CoachReference, kit_of, load

# --- Coaches: automatic opponents. A coach receives a view, never the state.
#
# A coach is a function `order(view, config, seat, chance, spare, out)` that fills `out` with a legal order for its
# seat. The function may change the view, which is a copy, and `spare`, a second state for scratch work. At first,
# `spare` contains arbitrary values. Coaches are written like rules, so the lab can compile the same functions.


Coach: TypeAlias = Callable[[Any, Any, int, Any, Any, Order], None]


class SeatHistory:
    """The turns of a match so far, as one seat saw them: its view before each turn, and the events that it was told."""

    def __init__(self, game: Game[Any, Any], config: Any, seat: int, turns: Sequence[PlayedTurn] = ()) -> None:
        self.game, self.config, self.seat = game, config, seat
        self._turns = turns

    def __len__(self) -> int:
        return len(self._turns)

    def view(self, turn: int) -> Any:
        """What the seat saw before a turn, counted from 0."""
        found = copy(self._turns[turn][0])
        self.game.redact(found, self.config, self.seat)
        return found

    def events(self, turn: int) -> list[Event]:
        """The events of a turn that the seat was told."""
        return [each for each in self._turns[turn][1] if each.is_for(self.seat)]

    def shared_with(self, earlier: SeatHistory) -> int:
        """How many turns at the start are the same as in an `earlier` history. Turns that were taken back are not."""
        pairs = zip(self._turns, earlier._turns, strict=False)
        least = min(len(self), len(earlier))
        return next((i for i, (a, b) in enumerate(pairs) if a[0] is not b[0] or a[1] is not b[1]), least)


PlayedTurn: TypeAlias = tuple[Any, Sequence[Event]]  # the state before a turn, and its events


def is_learning(coach: Coach) -> bool:
    """Whether a coach learns from past turns: it has a method `recall(seat, past)`, which is called before every
    order. `past` is a SeatHistory, or None if nobody knows the turns so far.

    Its order depends only on the past, the view and the seed. Whatever the coach keeps between orders only saves time.
    """
    return hasattr(coach, "recall")


class BotError(UserError):
    """A bot raised an error, took too long, or did not answer with a legal order.

    The message names the bot, and may repeat what only the bot's seat can see. `public` is the text that everybody at
    the table may read.
    """

    def __init__(self, text: str, public: str = "") -> None:
        super().__init__(text)
        self.public = public or text

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.public), vars(self)


class OwnBot(Protocol):
    """A user's own bot in a seat of a match."""

    def order(self, match: Any, seat: int, seed: int) -> tuple[Order, str]:
        """The bot's legal order, and the next link of its hash chain ('' if it has no chain).

        The 64-bit seed affects only the bot's random choices. May start a hash chain for the bot's seat. Raises
        BotError.
        """

    def end(self, match: Any) -> None:
        """Called whenever a turn ends the match. Never raises."""


@dataclass(frozen=True)
class Own:
    """A bot that the user has named on the command line.

    `sit` makes a bot for a seat. `games` lists the games that the bot plays; an empty list means all games. `coach`
    makes the lab's coach from a bot that is marked as compilable. `label` is the name that people see.
    """

    sit: Callable[[], OwnBot]
    games: tuple[str, ...] = ()
    coach: Callable[[Game[Any, Any]], Coach] | None = None
    label: str = ""


# The bots that the user has named on the command line (`api.own_bots`). Nothing else may add one: a name in a record, a
# form or an email can come from a stranger.
OWN: dict[str, Own] = {}


class Missing:
    """A placeholder for a user's own bot that this program has not loaded.

    People can look at a match with such a bot, but the match waits until the bot is loaded.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def order(self, match: Any, seat: int, seed: int) -> tuple[Order, str]:
        """Raises BotError."""
        raise BotError(
            say(
                "the bot {name} is not running; to continue the match, start the server with --bot {name}=...",
                name=self.name,
            ),
            say("The bot {name} is not running. The match is waiting for the bot.", name=self.name),
        )

    def end(self, match: Any) -> None:
        """Does nothing."""


def own_names(game: Game[Any, Any]) -> list[str]:
    """The names of the user's own bots that play this game."""
    return [name for name, own in OWN.items() if not own.games or game.name in own.games]


class NoSuchCoach(ValueError):
    """The game has no coach with this name. The message lists the game's coaches."""


def names(game: Game[Any, Any]) -> list[str]:
    """The names of a game's coaches. Every game has the coach `random`."""
    return list(kit_of(game).coaches)


def check(game: Game[Any, Any], name: str) -> None:
    """Raises NoSuchCoach unless a coach or one of the user's own bots has this name."""
    if name not in own_names(game):
        find(game, name)


def place(game: Game[Any, Any], name: str) -> str:
    """The module and factory of the coach called `name`, for example `breakaway.players.coaches:uniform`."""
    return kit_of(game).coaches[name].at


def described(game: Game[Any, Any]) -> dict[str, CoachReference]:
    """All players of a game that are not people: first the players that its rules provide, then its coaches."""
    return {**kit_of(game).rules_play, **kit_of(game).coaches}


def label(game: Game[Any, Any], name: str) -> str:
    """A coach's display name, in a word or two, such as `Random`. Returns an unknown name unchanged."""
    found = described(game).get(name)
    own = OWN.get(name)
    return _(found.label) if found else (own and own.label) or name


def levels(game: Game[Any, Any]) -> tuple[str, ...]:
    """The names of a game's levels, weakest first. The last one is the game's strongest coach."""
    return kit_of(game).levels


def next_levels(game: Game[Any, Any], names: Iterable[str]) -> tuple[str, ...]:
    """The level below and the level above, if all these players have one level. Either may be missing at an end."""
    found, all_levels = {*names}, levels(game)
    if len(found) != 1 or not found <= {*all_levels}:
        return ()
    at = all_levels.index(found.pop())
    return tuple(all_levels[i] for i in (at - 1, at + 1) if 0 <= i < len(all_levels))


def called(game: Game[Any, Any], name: str) -> str:
    """A coach's display name with a description: `Random (any legal choice)`. Returns an unknown name unchanged."""
    found, own = described(game).get(name), OWN.get(name)
    if own is not None and own.label:
        return say("{name} (the server owner's bot)", name=own.label)
    return f"{_(found.label)} ({_(found.hint)})" if found else name


def unknown(game: Game[Any, Any], name: str, more: Iterable[str] = ()) -> str:
    """Says that a game has no coach with this name, and lists the game's coaches. `more` lists further names."""
    known = [f"{each} ({_(found.hint)})" for each, found in described(game).items()]
    listed = ", ".join([*known, *more])
    return say("unknown coach {name}; {game} has: {known}", game=game.title, name=repr(name), known=listed)


def find(game: Game[Any, Any], name: str) -> Coach:
    """The coach with this name. Raises NoSuchCoach."""
    if name not in names(game):
        raise NoSuchCoach(unknown(game, name))
    coach: Coach = load(place(game, name))(game)
    return coach


def is_plain(game: Game[Any, Any], name: str) -> bool:
    """Whether a coach of the game has this name and needs plain Python, so that the lab cannot compile it."""
    found = kit_of(game).coaches.get(name)
    return found is not None and found.plain


def find_for_lab(game: Game[Any, Any], name: str) -> Coach:
    """The coach with this name, or the user's own bot with this name if the lab can compile it.

    Raises NoSuchCoach, also for a coach that needs plain Python.
    """
    if is_plain(game, name):
        raise NoSuchCoach(say("the coach {name} plays in ordinary Python; the lab cannot compile it", name=name))
    own = OWN.get(name) if name in own_names(game) else None
    return own.coach(game) if own is not None and own.coach is not None else find(game, name)


def needs_view(game: Game[Any, Any], name: str) -> bool:
    """Whether the coach with this name looks at more than the legal codes.

    The random coach looks only at the legal codes. A seat can tell from its view which codes are legal, so this coach
    gives the same order from a view as from the state, and the lab need not make a view for it.
    """
    return name in own_names(game) or place(game, name) != RANDOM.at


def ask(
    game: Game[Any, Any],
    coach: Coach,
    view: Any,
    config: Any,
    seat: int,
    seed: int,
    turns: Sequence[PlayedTurn] | None = None,
) -> Order:
    """The order that a coach gives when it sees this view. A coach that learns also sees its seat's part of `turns`.

    `turns` are all turns of the match so far; None if the caller does not know them.

    The 64-bit seed affects only the coach's random choices, not the dice and cards of the match.
    """
    order = [0] * game.max_slots
    remember(game, coach, config, seat, turns)
    coach(copy(view), config, seat, sampled(seed), copy(view), order)
    return order[: game.slots(view, config, seat)]


def remember(game: Game[Any, Any], coach: Coach, config: Any, seat: int, turns: Sequence[PlayedTurn] | None) -> None:
    """Tells a coach that learns what its seat has seen so far: its part of the `turns`. None: nobody knows them."""
    recall = getattr(coach, "recall", None)
    if recall is not None:
        recall(seat, None if turns is None else SeatHistory(game, config, seat, turns))


def thinking_seed(secret: bytes, seat: int, turn: int) -> int:
    """The seed for a coach's random choices in a turn, derived from the match's secret.

    The same secret always leads to the same match.
    """
    return step_seed(secret, ("coach", str(seat)), turn)


def with_weights(choose: Callable[..., None], weights: Sequence[int]) -> Callable[[Game[Any, Any]], Coach]:
    """A coach from a function `choose` that takes `weights` before the order, and else what a coach takes. Levels are
    made so.
    """

    def coach(game: Game[Any, Any]) -> Coach:
        def order(view: Any, config: Any, seat: int, chance: Any, spare: Any, out: Order) -> None:
            choose(view, config, seat, chance, spare, weights, out)

        return order

    return coach


# --- The coach `random`, which plays any game. It picks each choice at random, with all legal choices equally likely.


SURELY = 100_000  # draws: that all of them miss the only legal code of a thousand has a chance below 1 in 10**43


def uniform(game: Game[Any, Any]) -> Coach:
    """The random coach for a game.

    For a slot without a legal code, the coach raises BadOutcome or, if compiled, ValueError.
    """
    slots, refuse = game.slots, game.refuse
    many, candidate = candidates(game)

    def order(view: Any, config: Any, seat: int, chance: Chance, spare: Any, out: Order) -> None:
        for slot in range(slots(view, config, seat)):
            most = many(view, config, seat, out, slot)
            # keeps the first legal one of many random codes: each legal code is as likely as any other to be the first
            refused = 1
            for _try in range(SURELY):
                out[slot] = candidate(view, config, seat, out, slot, thought(chance, most))
                refused = refuse(view, config, seat, out, slot)
                if refused == 0:
                    break
            if refused != 0:
                impossible(chance, "random coach", 0, 0)

    return order
