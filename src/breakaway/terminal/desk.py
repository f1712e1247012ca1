"""What the terminal has to know of one game: how a match is set up, and what a seat is shown.

Everything else (prompts, saving, coaches, records) is the same for all games. A desk sees windows, never the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from breakaway.core.events import Event
from breakaway.core.game import Game, Names, Order
from breakaway.core.window import Window
from breakaway.terminal.paper import Part
from breakaway.terminal.trouble import Trouble

if TYPE_CHECKING:
    from breakaway.terminal.wishes import Wishes

DESKS = {"cycling": "breakaway.terminal.race.desk:DESK"}


class Desk(Protocol):
    """One game at the terminal."""

    def usual_teams(self) -> int:
        """How many seats a match has when nobody says."""

    def set_up(
        self, wishes: Wishes, house: dict[str, Any], teams: int, team_names: list[str]
    ) -> tuple[Any, dict[str, Any], Names]:
        """Book, resolved options and names; the first seats are called as in `team_names`. Raises Trouble."""

    def seat_names(self, names: Names) -> list[str]:
        """The seats as people call them."""

    def checked_names(self, names: Any, book: Any) -> Names:
        """Names from a record, which may be a stranger's; raises Trouble when they are no names."""

    def welcome(self, window: Window[Any, Any], options: dict[str, Any]) -> list[Part]:
        """What is played, in a few lines, for somebody who plays it for the first time."""

    def situation(self, window: Window[Any, Any], draft: Order, color: bool, width: int) -> list[Part]:
        """All that a seat looks at before it chooses."""

    def field(self, window: Window[Any, Any], color: bool, width: int) -> list[Part]:
        """The board alone."""

    def invitation(self, window: Window[Any, Any], draft: Order) -> str:
        """What to type now, in a sentence with an example that is legal."""

    def where(self, window: Window[Any, Any]) -> str:
        """Where the match stands, in a word or two, for the prompt: `turn 4`."""

    def is_turn(self, window: Window[Any, Any]) -> bool:
        """Whether what is chosen next is a turn of the game, and not what comes before the first."""

    def help(self, window: Window[Any, Any]) -> list[tuple[str, str]]:
        """How choices are written: examples, each with what it means; a label may be empty."""

    def default(self, window: Window[Any, Any]) -> Order | None:
        """The published choice that a bare Enter takes, where the game has one."""

    def tidy(self, window: Window[Any, Any], text: str) -> str:
        """The line as the game's own reader wants it: shortcuts written out."""

    def merged(self, window: Window[Any, Any], draft: Order, order: Order) -> Order:
        """A draft with what was typed after it."""

    def open_slots(self, window: Window[Any, Any], order: Order) -> list[str]:
        """What an order still lacks, as people call it."""

    def report(self, window: Window[Any, Any], events: Sequence[Event], mine: list[int]) -> list[Part]:
        """What happened, what concerns the seats of `mine` first, with reasons and rule ids."""

    def brief(self, window: Window[Any, Any], events: Sequence[Event]) -> list[Part]:
        """The same in a few lines, for somebody who watches."""

    def full(self, window: Window[Any, Any], events: Sequence[Event]) -> list[Part]:
        """Every sentence with its rule id."""

    def standings(self, window: Window[Any, Any]) -> list[Part]:
        """The points so far."""

    def pieces(self, window: Window[Any, Any]) -> list[Part]:
        """Every rider, player or card that the seat may know of."""

    def final(self, window: Window[Any, Any]) -> list[Part]:
        """The final table, and what broke its ties."""

    def score_text(self, score: int) -> str:
        """A score exactly, as text."""


def find_desk(game: Game[Any, Any]) -> Desk:
    """The desk of a game; raises Trouble for a game that is not played at the terminal yet."""
    if game.name not in DESKS:
        raise Trouble(f"{game.title} is not played at the terminal yet")
    module, _, attribute = DESKS[game.name].partition(":")
    desk: Desk = getattr(import_module(module), attribute)
    return desk
