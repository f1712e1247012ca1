"""Choices, events, refusals and outcomes of FATE Accelerated Football as text."""

from __future__ import annotations

from breakaway.core.events import Event
from breakaway.core.game import Names, Order
from breakaway.fate import names as called
from breakaway.fate import order_text
from breakaway.fate.sentences import SENTENCES
from breakaway.fate.state import GOAL, Fate, FateBook

BEHIND = 17
REFUSALS = {
    "FF-002": "this is no answer to the question",
    "FF-032": "throw in one of the first two dice, and not both: that is the play",
    "FF-034": "the minus face of the third die says nothing: 0 is Draw, + is Play Action",
    "FF-037": "the minus face of the second die says nothing: 0 is Blitz, + is Prevent",
    "FF-038": "throw in one of the two dice, and not both",
    "FF-040": "Play Action goes with Short and Long passes only",
    "FF-041": "Draw goes with runs only",
    "FF-131": "the group has no such position; choose by number, as it was told",
    "FF-G6": "in this match Draw goes with Run Inside only",
    "FF-G19": "there are no two-point tries in this match",
    "FF-G28": "run for the sideline (1) or not (0)",
    "FF-G49": "kneels and spikes are not played in this match",
}


class FateWords:
    """The game's half of the Words protocol."""

    def read(self, text: str, names: Names, book: FateBook, view: Fate, seat: int) -> tuple[Order, bool]:
        """Reads an order; raises BadOrder."""
        return order_text.read(text, book, view, on_offense(book, view, seat)), False

    def write(self, order: Order, names: Names, book: FateBook, view: Fate, seat: int) -> str:
        """The written form of an order."""
        return order_text.write(order, view, on_offense(book, view, seat))

    def event(self, event: Event, names: Names, book: FateBook) -> str:
        """One sentence, without the rule id."""
        return SENTENCES[event.rule](event.args, names)

    def refusal(self, rule: str, order: Order, slot: int, names: Names, book: FateBook, view: Fate, seat: int) -> str:
        """Why this choice is refused, and what would be right."""
        to_goal = GOAL - view.ball
        if rule == "FF-042":
            return f"a Long pass needs more than 20 yards to the goal line; there are {to_goal}"
        if rule == "FF-096":
            return f"a field goal reaches 63 yards; this one would be of {to_goal + BEHIND}"
        return REFUSALS.get(rule, "this is not allowed now")

    def outcome(self, label: str, k: int) -> str:
        """An outcome of chance as people say it."""
        if label == "toss":
            return ("the toss is Home's", "the toss is Away's")[k]
        if label == "one die":
            return f"{label} {'-0+'[k]}"
        return f"{label} {called.signed(k - 4)}"


def on_offense(book: FateBook, view: Fate, seat: int) -> bool:
    """Whether this seat's side has the ball."""
    return (seat // 2 if book.platoons else seat) == view.offense
