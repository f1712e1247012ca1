"""Choices, events, refusals and outcomes of Breakaway Football as text."""

from __future__ import annotations

from collections.abc import Callable

from breakaway.core.events import Event
from breakaway.core.game import Names, Order
from breakaway.football import names as called
from breakaway.football import order_text
from breakaway.football.sentences import SENTENCES
from breakaway.football.state import CALL, DISCARD, DISCARDED, GIVEN, GOAL, Football, FootballBook

DICE = {"strategy die", "call die", "fourth-down die", "formation die", "play die"}
CARD_NUMBERS = {"burnt card", "drawn card", "defense card"}


class FootballWords:
    """The game's half of the Words protocol."""

    def read(self, text: str, names: Names, book: FootballBook, view: Football, seat: int) -> tuple[Order, bool]:
        """Reads an order; raises BadOrder."""
        return order_text.read(text, book, view, seat), False

    def write(self, order: Order, names: Names, book: FootballBook, view: Football, seat: int) -> str:
        """The written form of an order."""
        return order_text.write(order, book, view, seat)

    def event(self, event: Event, names: Names, book: FootballBook) -> str:
        """One sentence, without the rule id."""
        return SENTENCES[event.rule](event.args, names)

    def refusal(
        self, rule: str, order: Order, slot: int, names: Names, book: FootballBook, view: Football, seat: int
    ) -> str:
        """Why this choice is refused, and what would be right."""
        if rule == "BF-030":
            held = order_text.hand_text(view, seat)
            return f"card {card_of(order, slot, view) + 1} is not in your hand; you hold {held}"
        if rule == "BF-111":
            back = sorted(
                {card + 1 for card in range(len(view.card[seat])) if view.card[seat][card] in (DISCARDED, GIVEN)}
            )
            return f"only a discarded card comes back, each once: {' '.join(map(str, back)) or 'there is none'}"
        return REFUSALS[rule](view, seat) if rule in REFUSALS else "this is not allowed now"

    def outcome(self, label: str, k: int) -> str:
        """An outcome of chance as people say it."""
        if label in DICE:
            return f"{label} {k + 1}"
        if label in CARD_NUMBERS or label == "Game Day card":
            return f"{label} {k + 1}"
        if label == "flip":
            return ("the flip is Home's", "the flip is Away's")[k]
        if label == "side":
            return ("first side", "second side")[k]
        return f"{label} {k}"


def card_of(order: Order, slot: int, view: Football) -> int:
    """The card that a refused slot is about."""
    if view.phase == CALL and slot == view.returns:
        return order[slot] // 2
    return order[slot]


REFUSALS: dict[str, Callable[[Football, int], str]] = {
    "BF-005": lambda view, seat: "this team has no such defense card",
    "BF-009": lambda view, seat: "the special defense is not unlocked, or its uses of this drive are spent",
    "BF-011": lambda view, seat: "Force Turnover is spent, or this team has it not",
    "BF-012": lambda view, seat: "Quick Release is for passes, and only while uses are left",
    "BF-022": lambda view, seat: "choose a play, a kick, a kneel or a time out",
    "BF-080": lambda view, seat: "a Long pass is not allowed on the opponent's 15, 10 or 5",
    "BF-081": lambda view, seat: "a Medium pass is not allowed on the opponent's 5",
    "BF-107": lambda view, seat: (
        f"{abs(view.owed[seat])} cards are owed, each named once" if view.phase == DISCARD else "cards are owed"
    ),
    "BF-113": lambda view, seat: "no time outs are left in this half",
    "BF-123": lambda view, seat: "after a touchdown: kick the extra point, or a play for two points",
    "BF-127": lambda view, seat: "there is no clock in a try, and no time out",
    "BF-133": lambda view, seat: (
        f"a field goal reaches from the opponent's 45; the ball is at {called.spot(min(GOAL, view.line))}"
    ),
    "BF-153": lambda view, seat: f"a punt is for fourth down; this is {called.ordinal(view.down)} down",
    "BF-175": lambda view, seat: "no Hail Mary from the opponent's 15, 10 or 5",
    "BF-193": lambda view, seat: "coffin-corner punts are not played in this match",
    "BF-R27": lambda view, seat: "there is no discarded card that a time out could bring back",
    "BF-R44": lambda view, seat: "this defense card has only one call",
}
