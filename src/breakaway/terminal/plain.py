"""What a desk does unless its game does otherwise, and the desk of any game: its view, choices and news as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from breakaway.core.events import Event
from breakaway.core.game import Game, Order, result_of
from breakaway.core.window import Window
from breakaway.display.document import Line, Part, Why
from breakaway.display.plain import orders, seat_names, view_rows
from breakaway.setting.plain import PlainSetting
from breakaway.terminal.desk import Command, Look, Manner, Typed, numbered, upper_first

AnyWindow = Window[Any, Any]
SHOWN = 6  # choices that are listed as examples


class Usual:
    """What a desk does where its game has nothing else to say."""

    def field(self, window: AnyWindow, color: bool, width: int) -> list[Part]:
        """The view, field by field."""
        return [Line(f"{name}: {value}") for name, value in view_rows(window)]

    def situation(
        self, window: AnyWindow, draft: Order, color: bool, width: int, again: bool = False, short: int = 0
    ) -> list[Part]:
        """The view."""
        return self.field(window, color, width)

    def digest(
        self, window: AnyWindow, events: Sequence[Event], mine: list[int], width: int, height: int
    ) -> list[Part]:
        """The whole report."""
        return self.report(window, events, mine)

    def invitation(self, window: AnyWindow, draft: Order) -> str:
        """Some of what is legal."""
        some = [window.write(order).replace("\n", "; ") for order in islice(orders(window, []), SHOWN)]
        return f"Type like  {', '.join(some)}"

    def where(self, window: AnyWindow) -> str:
        """Nothing is known of it."""
        return window.game.name

    def is_secret(self, window: AnyWindow) -> bool:
        """Nothing is known of the game: everything may be."""
        return True

    def public(self, window: AnyWindow) -> list[Part]:
        """Nothing."""
        return []

    def openly(self, window: AnyWindow) -> list[Order]:
        """None."""
        return []

    def help(self, window: AnyWindow) -> list[tuple[str, str]]:
        """An example."""
        return [("", self.invitation(window, []))]

    def default(self, window: AnyWindow) -> Order | None:
        """Nothing is ever chosen by Enter alone."""
        return None

    def tidy(self, window: AnyWindow, text: str) -> str:
        """As it is."""
        return text

    def split(self, window: AnyWindow, text: str) -> Typed:
        """One line, one answer."""
        return Typed(text)

    def follows(self, window: AnyWindow, order: Order) -> AnyWindow | None:
        """Nothing is known before it is played."""
        return None

    def begins_play(self, window: AnyWindow) -> bool:
        """Nothing holds for one play alone."""
        return True

    def merged(self, window: AnyWindow, draft: Order, order: Order) -> Order:
        """Orders come whole."""
        return order

    def open_slots(self, window: AnyWindow, order: Order) -> list[str]:
        """Nothing is ever left open."""
        return []

    def report(self, window: AnyWindow, events: Sequence[Event], mine: list[int]) -> list[Part]:
        """A sentence an event."""
        return [Line(upper_first(text), "  ") for text in window.sentences(window.told(events))]

    def brief(self, look: Look, events: Sequence[Event]) -> list[Part]:
        """The same."""
        return self.report(look.window, events, [])

    def full(self, window: AnyWindow, events: Sequence[Event]) -> list[Part]:
        """Every sentence with its rule."""
        told = window.told(events)
        said = zip(window.sentences(told), told, strict=True)
        return [Line(upper_first(text), "  ", whys=(Why(event.rule),)) for text, event in said]

    def pieces(self, look: Look, events: Sequence[Event]) -> list[tuple[str, Sequence[Event]]]:
        """A turn is one."""
        return [("", events)]

    def points(self, window: AnyWindow) -> list[tuple[str, str, int]]:
        """Seat by seat."""
        found = result_of(window.game, window.view, window.book)
        return [(name, str(n), n) for name, n in zip(seat_names(window), found.score, strict=False)]

    def standings(self, window: AnyWindow) -> list[Part]:
        """The same as lines."""
        return [Line(f"{name} {points}", "  ") for name, points, _ in self.points(window)]

    def final(self, look: Look) -> list[Part]:
        """The same."""
        return self.standings(look.window)

    def summary(self, look: Look, options: Mapping[str, Any], befores: Sequence[AnyWindow]) -> dict[str, Any]:
        """Scores and ranks by seat."""
        found = result_of(look.window.game, look.window.view, look.window.book)
        names = seat_names(look.window)
        return {
            "score": dict(zip(names, found.score, strict=False)),
            "ranks": dict(zip(names, found.rank, strict=False)),
        }

    def outcome_hint(self, window: AnyWindow, label: str, sides: int) -> str:
        """A number from 1."""
        return f"1 to {sides}"

    def read_outcome(self, window: AnyWindow, label: str, sides: int, text: str) -> int:
        """The outcome that was typed."""
        return numbered(label, sides, text)


class PlainDesk(Usual, PlainSetting):
    """Any game at the terminal."""

    manner = Manner(
        verb="play", end="The final standing", turns_have_heads=True, open_news=False, secret="Choices are secret here."
    )

    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__(game)
        self.commands: Mapping[str, Command] = {}

    def welcome(self, window: AnyWindow, options: dict[str, Any]) -> list[Part]:
        """The game's name."""
        return [Line(window.game.title)]
