"""What a game gives the terminal, and what a game without a desk of its own gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol

from breakaway.core.game import Game, Order
from breakaway.core.language import UserError
from breakaway.core.observation import Observation
from breakaway.core.rules import Event
from breakaway.display.document import Line, Part, Why
from breakaway.display.endings import verdict
from breakaway.display.match_page import orders, seat_names, view_rows
from breakaway.games.manifest import kit_of, load
from breakaway.players.settings import PlainSetting, Request, Setting

# --- Everything that the terminal needs for one game: how to set up a match, and what to show a seat.
#
# Everything else (prompts, saving, coaches, records) is the same for all games. A desk sees observations, never states.


SHOWN = 6  # how many choices to list as examples


@dataclass(frozen=True)
class Lookup:
    """What a lookup command gets: an observation, all events so far, and the text after the command's name.

    `played` returns the rows of plays that were not taken back (`records.play_by_play`), or none if the match is not
    available.
    """

    observation: Observation[Any, Any]
    log: Sequence[tuple[int, Sequence[Event]]]
    rest: str
    color: bool
    width: int
    played: Callable[[], Sequence[Any]] = tuple


@dataclass(frozen=True)
class Command:
    """A command of one game at the prompt.

    `says`: what the command shows, in a few words. `bare`: whether the name counts as a command only if nothing follows
    it. `show` returns the parts to draw.
    """

    says: str
    show: Callable[[Lookup], Sequence[Part]]
    bare: bool = True


@dataclass(frozen=True)
class TerminalOptions:
    """What the terminal says and does differently in each game.

    `open_news`: whether everybody at the screen sees the news at once. `silent`: the standing instructions that answer
    without a message.
    """

    verb: str
    end: str
    turns_have_heads: bool
    open_news: bool
    secret: str
    silent: tuple[str, ...] = ()


class Desk(Setting, Protocol):
    """One game at the terminal: how to set up a match, and everything that the terminal shows.

    The methods of this class are defaults. A game overrides the methods that must work differently.
    """

    manner: TerminalOptions
    commands: Mapping[str, Command]

    def welcome(self, observation: Observation[Any, Any], options: dict[str, Any]) -> list[Part]:
        """The game and the match's `options`, in a few lines for a new player."""
        return [Line(observation.game.title)]

    def situation(
        self,
        observation: Observation[Any, Any],
        draft: Order,
        color: bool,
        width: int,
        again: bool = False,
        short: int = 0,
    ) -> list[Part]:
        """Everything that a player needs to see before choosing.

        `draft` lists the codes chosen so far. `color`: whether terminal codes are allowed. `width` is in columns.
        `again`: whether the player has asked to see everything again. `short` says how much to leave out (1 or 2) on a
        small screen that also shows the last play. `help` and other commands show the rest.
        """
        return self.field(observation, color, width)

    def digest(
        self, observation: Observation[Any, Any], events: Sequence[Event], mine: list[int], width: int, height: int
    ) -> list[Part]:
        """The report of `events`, short enough to leave room on the screen for what comes next.

        The screen has `width` columns and `height` rows. News about the seats in `mine` comes first.
        """
        return self.report(observation, events, mine)

    def field(self, observation: Observation[Any, Any], color: bool, width: int) -> list[Part]:
        """The board alone, at most `width` columns wide. `color`: whether terminal codes are allowed."""
        return [Line(f"{name}: {value}") for name, value in view_rows(observation)]

    def invitation(self, observation: Observation[Any, Any], draft: Order) -> str:
        """A sentence that says what to type now, after the codes in `draft`, with a legal example."""
        some = [observation.write(order).replace("\n", "; ") for order in islice(orders(observation, []), SHOWN)]
        return f"For example:  {', '.join(some)}"

    def where(self, observation: Observation[Any, Any]) -> str:
        """The stage of the match, in a word or two for the prompt: `turn 4`."""
        return observation.game.name

    def is_secret(self, observation: Observation[Any, Any]) -> bool:
        """Whether what this seat sees and types now must be hidden from other players."""
        return True

    def public(self, observation: Observation[Any, Any]) -> list[Part]:
        """The lines that everybody sees before a player is alone with a secret question.

        These lines tell a player enough to give an answer that reveals nothing.
        """
        return []

    def openly(self, observation: Observation[Any, Any]) -> list[Order]:
        """Answers that reveal nothing although the question is secret, so players can give them on a shared screen
        without a hand-over.
        """
        return []

    def help(self, observation: Observation[Any, Any]) -> list[tuple[str, str]]:
        """How to write choices: example labels, each with its meaning. A label may be empty."""
        return [("", self.invitation(observation, []))]

    def default(self, observation: Observation[Any, Any]) -> Order | None:
        """The announced default choice, which a player accepts by pressing Enter. None if the game has no default."""
        return None

    def tidy(self, observation: Observation[Any, Any], text: str) -> str:
        """A typed line with its shortcuts spelled out, ready for the game's own reader."""
        return text

    def follows(self, observation: Observation[Any, Any], order: Order) -> Observation[Any, Any] | None:
        """This seat's next question after `order`, if it is known before anything is played."""
        return None

    def merged(self, observation: Observation[Any, Any], draft: Order, order: Order) -> Order:
        """A `draft` combined with the `order` that was typed after it."""
        return order

    def open_slots(self, observation: Observation[Any, Any], order: Order) -> list[str]:
        """The names of the parts that are still missing in an order."""
        return []

    def report(self, observation: Observation[Any, Any], events: Sequence[Event], mine: list[int]) -> list[Part]:
        """What happened in these `events`, with reasons and rule ids. News about the seats in `mine` comes first."""
        return [Line(upper_first(text), "  ") for text in observation.sentences(observation.told(events))]

    def brief(self, look: Lookup, events: Sequence[Event]) -> list[Part]:
        """What happened in these `events`, in a few lines for a spectator.

        These events are the last ones in the log of `look`.
        """
        return self.report(look.observation, events, [])

    def full(self, observation: Observation[Any, Any], events: Sequence[Event]) -> list[Part]:
        """One sentence for each of the `events`, with its rule id."""
        seen = observation.told(events)
        said = zip(observation.sentences(seen), seen, strict=True)
        return [Line(upper_first(text), "  ", whys=(Why(event.rule),)) for text, event in said]

    def pieces(self, look: Lookup, events: Sequence[Event]) -> list[tuple[str, Sequence[Event]]]:
        """The `events` of a turn in pieces, for a step-by-step replay. Every piece except the first has a title.

        These events are the last ones in the log of `look`.
        """
        return [("", events)]

    def points(self, observation: Observation[Any, Any]) -> list[tuple[str, str, int]]:
        """The name of each side, with its points as text and as a number to compare."""
        found = observation.standing
        names, write = seat_names(observation), observation.game.points
        return [(name, write(n), n) for name, n in zip(names, found.score, strict=False)]

    def standings(self, observation: Observation[Any, Any]) -> list[Part]:
        """The points so far."""
        return [Line(f"{name} {points}", "  ") for name, points, _ in self.points(observation)]

    def final(self, look: Lookup) -> list[Part]:
        """The final standings, and what broke any ties."""
        return self.standings(look.observation)

    def summary(
        self, look: Lookup, options: Mapping[str, Any], befores: Sequence[Observation[Any, Any]]
    ) -> dict[str, Any]:
        """The game's own part of a match summary for other programs. The caller adds the game, the seed, the winner and
        more.

        `options` are those of the match. `befores` lists the public observation before each turn.
        """
        found = look.observation.standing
        names = seat_names(look.observation)
        return {
            "score": dict(zip(names, found.score, strict=False)),
            "ranks": dict(zip(names, found.rank, strict=False)),
        }

    def coaches(self, options: Mapping[str, Any], seat: int) -> list[str]:
        """The names of the people who share a seat, by the match's `options`. Empty if nobody shares it."""
        return []

    def decider(self, look: Lookup, options: Mapping[str, Any], seat: int) -> str:
        """The one who decides now, by the match's `options` and the events of `look`. May be empty."""
        return ""

    def at_home(self, request: Request) -> Request:
        """A request as this terminal completes it: whoever plays with the boxed game has cards of their own."""
        return request

    def owner(self, session: Any) -> Any:
        """What remembers the people's own cards in this session (`prompt.Owner`), or None."""
        return None

    def outcome_hint(self, observation: Observation[Any, Any], label: str, sides: int) -> str:
        """How to type the result of a die or card. `label` names it, and `sides` is its number of outcomes."""
        return f"1 to {sides}"

    def read_outcome(self, observation: Observation[Any, Any], label: str, sides: int, text: str) -> int:
        """The outcome typed for this `label`, from 0 to `sides` - 1. Raises UserError and says what would be right."""
        return numbered(label, sides, text)


def numbered(label: str, sides: int, text: str) -> int:
    """The number in `text`, from 1 to `sides`, as an outcome counted from 0.

    `label` names the outcome in errors. Raises UserError.
    """
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= sides):
        raise UserError(f"{label}: expected a number from 1 to {sides}, not {text[:40]!r}")
    return int(text[:6]) - 1


def upper_first(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def resignation(observation: Observation[Any, Any]) -> str:
    """A sentence about the last resignation."""
    said = verdict(observation)
    if said is not None:
        return f"{said.says}."
    name = seat_names(observation)[observation.gone[-1]]
    return f"{name} has resigned. From now on the rules for absent players choose for {name}."


def ended(desk: Desk, look: Lookup) -> list[Part]:
    """How the match ended: who won, and the final standings."""
    if look.observation.standing.resigned is not None:
        return [Line(resignation(look.observation), style="bold"), *desk.standings(look.observation)]
    return desk.final(look)


class PlainDesk(PlainSetting, Desk):
    """The desk of a game without a desk of its own: shows the view, the choices and the events as plain text."""

    manner = TerminalOptions(
        verb="play", end="The final standing", turns_have_heads=True, open_news=False, secret="Choices are secret here."
    )
    commands: Mapping[str, Command] = {}


# --- Finds a game's desk.


def find_desk(game: Game[Any, Any]) -> Desk:
    """The desk of a game: its own, or else a plain one."""
    place = kit_of(game).desk
    desk: Desk = load(place) if place else PlainDesk(game)
    return desk
