"""Choices, events, refusals and outcomes of FATE Accelerated Football as text."""

from __future__ import annotations

from breakaway.core.game import Names, Order
from breakaway.core.language import _, marked, say
from breakaway.core.rules import Event
from breakaway.games.fate.rules.rulebook import (
    BOOK,
    CHOOSE,
    DRAW_INSIDE_ONLY,
    NO_DEFENSE_MINUS,
    NO_DRAW,
    NO_LONG,
    NO_MINUS,
    NO_PLAY_ACTION,
    NO_SIDELINE,
    NO_TWO_POINT,
    NOT_IN_GROUP,
    NOT_PLAYED,
    ONE_DEFENSE_DIE,
    ONE_OFFENSE_DIE,
    TOO_FAR,
)
from breakaway.games.fate.rules.state import Fate, FateConfig
from breakaway.games.fate.rules.terms import GOAL
from breakaway.games.fate.text import names as called
from breakaway.games.fate.text import orders as order_text
from breakaway.games.fate.text.sentences import SENTENCES

BEHIND = 17
NOT_NOW = marked("this choice is not allowed now")
TEXTS = {
    CHOOSE: marked("this is not an answer to the question"),
    ONE_OFFENSE_DIE: marked("use exactly one of the first two dice: it names the play"),
    NO_MINUS: marked("the third die cannot show minus: 0 is Draw, + is Play Action"),
    NO_DEFENSE_MINUS: marked("the second die cannot show minus: 0 is Blitz, + is Prevent"),
    ONE_DEFENSE_DIE: marked("use exactly one of your two dice"),
    NO_PLAY_ACTION: marked("Play Action goes with Short and Long passes only"),
    NO_DRAW: marked("Draw goes with runs only"),
    NOT_IN_GROUP: marked("this position is not in the list; choose one by its number"),
    DRAW_INSIDE_ONLY: marked("in this match Draw goes with Run Inside only"),
    NO_TWO_POINT: marked("this match does not allow two-point tries; kick the extra point"),
    NO_SIDELINE: marked("choose 1 to head for the sideline, or 0 to stay in bounds"),
    NOT_PLAYED: marked("this match does not allow this play; kneels and spikes each need a house rule"),
}
REFUSALS = {BOOK.id_of(number): text for number, text in TEXTS.items()}
# The rules' names for their rolls, translated where people are asked for an outcome.
LABELS = (
    marked("toss"),
    marked("kickoff"),
    marked("return"),
    marked("onside kick"),
    marked("punt"),
    marked("punt return"),
    marked("fumble"),
    marked("contest"),
    marked("run"),
    marked("pass"),
    marked("pass rush"),
    marked("yards"),
    marked("screen"),
    marked("field goal"),
    marked("extra point"),
    marked("interception"),
    marked("point"),
    marked("event"),
    marked("what happened"),
    marked("penalty"),
    marked("one die"),
    marked("spot of the foul"),
    marked("who is hurt"),
    marked("how long"),
)


class FateWords:
    """FATE's implementation of the Words protocol."""

    def read(self, text: str, names: Names, config: FateConfig, view: Fate, seat: int) -> tuple[Order, bool]:
        """The order in a line of text, and False, because an order is never partial. Raises BadOrder."""
        return order_text.read(text, config, view, on_offense(config, view, seat)), False

    def write(self, order: Order, names: Names, config: FateConfig, view: Fate, seat: int) -> str:
        """The written form of an order."""
        return order_text.write(order, config, view, on_offense(config, view, seat))

    def event(self, event: Event, names: Names, config: FateConfig) -> str:
        """The event in one sentence, without the rule id."""
        return SENTENCES[event.rule](event, names)

    def refusal(
        self, rule: str, order: Order, slot: int, names: Names, config: FateConfig, view: Fate, seat: int
    ) -> str:
        """Why this choice is refused, and what would be right."""
        to_goal = GOAL - view.ball
        if rule == BOOK.id_of(NO_LONG):
            return say("a Long pass needs more than 20 yards to the goal line; there are {yards}", yards=to_goal)
        if rule == BOOK.id_of(TOO_FAR):
            return say(
                "a field goal can be tried from at most 63 yards; this one is from {yards}", yards=to_goal + BEHIND
            )
        return _(REFUSALS.get(rule, NOT_NOW))

    def outcome(self, label: str, k: int) -> str:
        """An outcome in words."""
        if label == "toss":
            return (_("Home wins the toss"), _("Away wins the toss"))[k]
        if label == "one die":
            return f"{_(label)} {'-0+'[k]}"
        return f"{_(label)} {called.signed(k - 4)}"


def on_offense(config: FateConfig, view: Fate, seat: int) -> bool:
    """Whether this seat's side has the ball."""
    return (seat // 2 if config.platoons else seat) == view.offense
