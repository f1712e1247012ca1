"""Sentences: questions, refusals, what happened, and standing instructions."""

from __future__ import annotations

from breakaway.core.game import Order
from breakaway.core.language import Called, Names, _, marked, say
from breakaway.core.rules import Event, sentence, speak, speak_from_event
from breakaway.games.fate.rules import events
from breakaway.games.fate.rules.events import (
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
from breakaway.games.fate.text.names import (
    LASTS,
    at_spot_of,
    at_team_spot,
    defense,
    foul,
    from_team_spot,
    man,
    man_name,
    modifier,
    play,
    position_name,
    quarter,
    signed,
    spot_of,
    time,
    to_spot_of,
    to_team_spot,
    yards,
)
from breakaway.games.words import ordinal, team

# --- What each standing instruction does, in a sentence, for the terminal and the page.


SAYS = {
    "no early time outs": marked("You do not call a time out with more than two minutes left in a half."),
    "no time outs": marked("You never call a time out."),
    "every time out": marked("You call a time out after every play it would shorten, as long as you have one left."),
    "always receive": marked("If you win the toss, you receive."),
    "never onside": marked("You never try an onside kick."),
    "always kick the point": marked("After a touchdown you kick for one point."),
    "always play on": marked("You are not asked whether to play on while the umpire can still rule on the last play."),
}


# --- How sentences put the numbers of events into words. The sentences are at the declarations of the events.


def _team(seat: int, _owner: int, names: Names) -> Called:
    return team(names, seat)


def _roll(total: int, _owner: int, _names: Names) -> str:
    return signed(total)


def _gained(gained: int, _owner: int, _names: Names) -> str:
    return yards(gained)


def _position(position: int, _owner: int, _names: Names) -> str:
    return position_name(position)


speak(events.SEAT, _team)
speak(events.WINNER, lambda won, _owner, names: team(names, won - 1))
speak(events.HOME_POINTS, lambda points, _owner, names: f"{team(names, 0)} {points}")
speak(events.AWAY_POINTS, lambda points, _owner, names: f"{team(names, 1)} {points}")
speak(events.DOWN, lambda down, _owner, _names: ordinal(down))
speak(events.QUARTER, lambda each, _owner, _names: quarter(each))
speak(events.UNITS, lambda left, _owner, _names: time(left))
speak(events.YARDS, _gained)
speak(events.RATING_IN_YARDS, _gained)
speak(events.SPOT, lambda ball, side, names: spot_of(names, side, ball))
speak(events.AT, lambda ball, side, names: at_team_spot(names, side, ball))
speak(events.TO, lambda ball, side, names: to_team_spot(names, side, ball))
speak(events.FROM, lambda ball, side, names: from_team_spot(names, side, ball))
speak(events.HEAD_AT, lambda ball, side, names: at_spot_of(names, side, ball))
speak(events.HEAD_TO, lambda ball, side, names: to_spot_of(names, side, ball))
for each in (events.TOTAL, events.DIFFICULTY, events.MODIFIER, events.RATING):
    speak(each, _roll)
speak(events.CELL, lambda cell, _owner, _names: modifier(cell))
speak(events.PLAY, lambda base, overlay, _names: play(base, overlay))
speak(events.DEFENSE, lambda call, _owner, _names: defense(call))
speak(events.FOUL, lambda kind, _owner, _names: foul(kind))
speak(events.DURATION, lambda lasts, _owner, _names: _(LASTS[lasts]))
speak(events.POSITION, _position)
speak(events.NOBODY, _position)
speak_from_event(events.MAN, lambda e, names: man(names, e.seat, e.position, e.man))
speak_from_event(events.NEXT_MAN, lambda e, names: man_name(names, e.seat, e.position, e.after))


# --- Choices, events, refusals and outcomes of FATE Accelerated Football as text.


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
        return sentence(event, names)

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
