"""What the terminal has to know of one game: how a match is set up, and what a seat is shown.

Everything else (prompts, saving, coaches, records) is the same for all games. A desk sees observations, not states.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol

from breakaway.core.events import Event
from breakaway.core.game import Order, result_of
from breakaway.core.observation import Observation
from breakaway.display.document import Line, Part, Why
from breakaway.display.plain import orders, seat_names, view_rows
from breakaway.setting.plain import PlainSetting
from breakaway.setting.settings import Setting
from breakaway.terminal.trouble import Trouble

SHOWN = 6  # choices that are listed as examples


@dataclass(frozen=True)
class Look:
    """Somebody looks something up: what he may see, all that happened, and what stood after the command's name.

    `played`: the plays that count (`core.counted`), where the match is at hand.
    """

    observation: Observation[Any, Any]
    log: Sequence[tuple[int, Sequence[Event]]]
    rest: str
    color: bool
    width: int
    played: Callable[[], Sequence[Any]] = tuple


@dataclass(frozen=True)
class Typed:
    """A typed line in its parts: what answers this question, what this seat's next one, and the standing instruction
    that holds for this play alone, with what is said when it stands by itself. Each may be empty.
    """

    now: str
    later: str = ""
    once: str = ""
    says: str = ""


@dataclass(frozen=True)
class Command:
    """A command of one game at the prompt: what it shows, in a few words, and how. `bare`: nothing may follow it."""

    says: str
    show: Callable[[Look], Sequence[Part]]
    bare: bool = True


@dataclass(frozen=True)
class Manner:
    """How the terminal speaks of a game. `open_news`: what happens is told to everybody at once.

    `given`: the standing instructions with which a person begins. `silent`: those that are not told when they answer.
    """

    verb: str
    end: str
    turns_have_heads: bool
    open_news: bool
    secret: str
    given: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()


class Desk(Setting, Protocol):
    """One game at the terminal: how a match of it is set up, and all that is shown.

    What stands here is done unless the game does otherwise.
    """

    manner: Manner
    commands: Mapping[str, Command]

    def welcome(self, observation: Observation[Any, Any], options: dict[str, Any]) -> list[Part]:
        """What is played, and with which options, in a few lines for somebody new to it."""
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
        """All that a seat looks at before it chooses; `again`: it has asked for everything.

        `draft` are the codes chosen so far; `color` allows terminal codes; `width` is in columns.
        `short`: 1 and 2 are for a small screen, on which the last play stands as well; help and commands tell the rest.
        """
        return self.field(observation, color, width)

    def digest(
        self, observation: Observation[Any, Any], events: Sequence[Event], mine: list[int], width: int, height: int
    ) -> list[Part]:
        """The report of events for a screen of this width and height (columns, rows), with room for what comes next.

        What concerns the seats of `mine` comes first.
        """
        return self.report(observation, events, mine)

    def field(self, observation: Observation[Any, Any], color: bool, width: int) -> list[Part]:
        """The board alone, at most `width` columns wide; `color` allows terminal codes."""
        return [Line(f"{name}: {value}") for name, value in view_rows(observation)]

    def invitation(self, observation: Observation[Any, Any], draft: Order) -> str:
        """What to type now, after the codes in `draft`, in a sentence with a legal example."""
        some = [observation.write(order).replace("\n", "; ") for order in islice(orders(observation, []), SHOWN)]
        return f"Type like  {', '.join(some)}"

    def where(self, observation: Observation[Any, Any]) -> str:
        """Where the match stands, in a word or two, for the prompt: `turn 4`."""
        return observation.game.name

    def is_secret(self, observation: Observation[Any, Any]) -> bool:
        """Whether nobody else may see what this seat is shown and types now."""
        return True

    def public(self, observation: Observation[Any, Any]) -> list[Part]:
        """What everybody sees before a seat is alone with a secret question, and needs for an open answer."""
        return []

    def openly(self, observation: Observation[Any, Any]) -> list[Order]:
        """Answers to a secret question that give nothing away: at a shared screen they need no hand-over."""
        return []

    def help(self, observation: Observation[Any, Any]) -> list[tuple[str, str]]:
        """How choices are written: examples, each with what it means; a label may be empty."""
        return [("", self.invitation(observation, []))]

    def default(self, observation: Observation[Any, Any]) -> Order | None:
        """The published choice that a bare Enter takes, where the game has one."""
        return None

    def tidy(self, observation: Observation[Any, Any], text: str) -> str:
        """The line as the game's own reader wants it: shortcuts written out."""
        return text

    def split(self, observation: Observation[Any, Any], text: str) -> Typed:
        """A tidy line in its parts; raises BadOrder and Refused."""
        return Typed(text)

    def follows(self, observation: Observation[Any, Any], order: Order) -> Observation[Any, Any] | None:
        """This seat's next question, where it is known before anything is played."""
        return None

    def begins_play(self, observation: Observation[Any, Any]) -> bool:
        """Whether what held for the last play alone holds no more when this is asked."""
        return True

    def merged(self, observation: Observation[Any, Any], draft: Order, order: Order) -> Order:
        """A draft with what was typed after it."""
        return order

    def open_slots(self, observation: Observation[Any, Any], order: Order) -> list[str]:
        """What an order still lacks, as people call it."""
        return []

    def report(self, observation: Observation[Any, Any], events: Sequence[Event], mine: list[int]) -> list[Part]:
        """What happened, from events, with reasons and rule ids; what concerns the seats of `mine` comes first."""
        return [Line(upper_first(text), "  ") for text in observation.sentences(observation.told(events))]

    def brief(self, look: Look, events: Sequence[Event]) -> list[Part]:
        """The same in a few lines, for somebody who watches; the log of the look ends with these events."""
        return self.report(look.observation, events, [])

    def full(self, observation: Observation[Any, Any], events: Sequence[Event]) -> list[Part]:
        """A sentence for each of the events, with its rule id."""
        told = observation.told(events)
        said = zip(observation.sentences(told), told, strict=True)
        return [Line(upper_first(text), "  ", whys=(Why(event.rule),)) for text, event in said]

    def pieces(self, look: Look, events: Sequence[Event]) -> list[tuple[str, Sequence[Event]]]:
        """A turn in the pieces in which it is told step by step, each but the first with a title; the log of the look
        ends with these events.
        """
        return [("", events)]

    def points(self, observation: Observation[Any, Any]) -> list[tuple[str, str, int]]:
        """Each side, its points as people write them, and as a number to compare."""
        found = result_of(observation.game, observation.view, observation.config)
        return [(name, str(n), n) for name, n in zip(seat_names(observation), found.score, strict=False)]

    def standings(self, observation: Observation[Any, Any]) -> list[Part]:
        """The points so far."""
        return [Line(f"{name} {points}", "  ") for name, points, _ in self.points(observation)]

    def final(self, look: Look) -> list[Part]:
        """The final table, and what broke its ties."""
        return self.standings(look.observation)

    def summary(
        self, look: Look, options: Mapping[str, Any], befores: Sequence[Observation[Any, Any]]
    ) -> dict[str, Any]:
        """The match as a table for other programs, besides game, teams, seed, winner and why it ended.

        `options` are those of the match, `befores` what could be seen before each turn.
        """
        found = result_of(look.observation.game, look.observation.view, look.observation.config)
        names = seat_names(look.observation)
        return {
            "score": dict(zip(names, found.score, strict=False)),
            "ranks": dict(zip(names, found.rank, strict=False)),
        }

    def outcome_hint(self, observation: Observation[Any, Any], label: str, sides: int) -> str:
        """How to type a die or card of one's own; `label` says which, `sides` how many outcomes it has."""
        return f"1 to {sides}"

    def read_outcome(self, observation: Observation[Any, Any], label: str, sides: int, text: str) -> int:
        """The outcome that was typed for this label, 0 to `sides` - 1. Raises Trouble saying what would be right."""
        return numbered(label, sides, text)


def numbered(label: str, sides: int, text: str) -> int:
    """An outcome typed as a number from 1 to its number of sides; the label names it in errors. Raises Trouble."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= sides):
        raise Trouble(f"{label}: expected a number from 1 to {sides}, not {text[:40]!r}")
    return int(text[:6]) - 1


def upper_first(text: str) -> str:
    """The text with a capital at its beginning, all else as it is."""
    return text[:1].upper() + text[1:]


def resignation(names: Sequence[str], gone: Sequence[int], left: Sequence[int]) -> str:
    """What came of the last resignation; `gone` have given up, in that order, and `left` are whose side has not.

    Nobody is left by name while the match goes on: `left` is empty.
    """
    if len(left) == 1:
        return f"{names[gone[-1]]} has resigned: {names[left[0]]} wins."
    if left:
        return f"{names[gone[-1]]} has resigned for both: {', '.join(names[seat] for seat in left)} win."
    return f"{names[gone[-1]]} has resigned. From now on the rules for absent players choose there."


class PlainDesk(PlainSetting, Desk):
    """The desk of any game that has none of its own: its view, its choices and what happened, as text."""

    manner = Manner(
        verb="play", end="The final standing", turns_have_heads=True, open_news=False, secret="Choices are secret here."
    )
    commands: Mapping[str, Command] = {}
