"""Sentences: questions, refusals, what happened, and standing instructions."""

from __future__ import annotations

from collections.abc import Callable

from breakaway.core.game import Order
from breakaway.core.language import Names, _, many, marked, reader, say
from breakaway.core.rules import Event, sentence
from breakaway.games.football.rules.state import Football, FootballConfig
from breakaway.games.football.rules.terms import CALL, DISCARD, DISCARDED, GIVEN, GOAL
from breakaway.games.football.text import names as called
from breakaway.games.football.text import orders as order_text

# --- For each standing instruction, a sentence that says what it does, shown at the terminal and on pages.


SAYS = {
    "never audible": marked("You never call an audible, on offense or on defense."),
    "never challenge": marked("You never spend a flag on a challenge."),
    "challenge a turnover": marked("You challenge only turnovers against you."),
    "take the better corner": marked("You take the event or the corner, whichever wins more often."),
    "take the better penalty": marked("You accept or decline a Holding penalty, whichever wins more often."),
    "never onside": marked("You never try an onside kick."),
    "never ice": marked("You never ice the kicker."),
    "no last time out": marked("Before the offense's last card of a half, you never call a time out."),
    "every last time out": marked("Before the offense's last card of a half, you always call a time out."),
    "last time out unless first down": marked(
        "On defense, you call a time out before the offense's last card of a half, unless it has just made a first "
        "down. This also answers for you if you are late."
    ),
    "last time out only outside field-goal range": marked(
        "On defense, you call a time out before the offense's last card of a half, unless it can try a field goal."
    ),
    "always receive": marked("If you win the flip, you receive."),
    "discard the weakest": marked("When you must give up cards, you give up the weakest."),
    "no kick into a touchback": marked("You do not use your kicking ability if it would turn a kick into a touchback."),
}

# --- Choices, events, refusals and outcomes of Breakaway Football as text.


# The labels of dice, draws and flips. A page that asks a player for one of them translates its label.
DICE = {
    *(marked("strategy die"), marked("call die"), marked("fourth-down die"), marked("formation die")),
    marked("play die"),
}
CARD_NUMBERS = {marked("burnt card"), marked("drawn card"), marked("defense card")}
GAME_DAY, FLIP, SIDE = marked("Game Day card"), marked("flip"), marked("side")


class FootballWords:
    """Football's implementation of the Words protocol."""

    def read(self, text: str, names: Names, config: FootballConfig, view: Football, seat: int) -> tuple[Order, bool]:
        """Reads an order. Raises BadOrder."""
        return order_text.read(text, config, view, seat), False

    def write(self, order: Order, names: Names, config: FootballConfig, view: Football, seat: int) -> str:
        """Writes an order as text."""
        return order_text.write(order, config, view, seat)

    def event(self, event: Event, names: Names, config: FootballConfig) -> str:
        """The sentence for an event, without the rule id."""
        return sentence(event, names)

    def refusal(
        self, rule: str, order: Order, slot: int, names: Names, config: FootballConfig, view: Football, seat: int
    ) -> str:
        """Why this choice was refused, and what would be right."""
        if rule == "BF-030":
            held = order_text.hand_text(view, seat)
            number = card_of(order, slot, view) + 1
            return say("card {number} is not in your hand; you hold {held}", number=number, held=held)
        if rule == "BF-111":
            back = sorted(
                {card + 1 for card in range(len(view.card[seat])) if view.card[seat][card] in (DISCARDED, GIVEN)}
            )
            if not back:
                return _("only discarded cards can come back, and you have none")
            return say("only these discarded cards can come back, each once: {cards}", cards=" ".join(map(str, back)))
        return REFUSALS[rule](view, seat) if rule in REFUSALS else _("this choice is not allowed now")

    def outcome(self, label: str, k: int) -> str:
        """The outcome of a die, draw or flip in words. `label` names the die, draw or flip, and `k` is its result, from
        0.
        """
        if label in DICE or label in CARD_NUMBERS or label == GAME_DAY:
            return f"{_(label)} {k + 1}"
        if label == FLIP:
            return (_("Home wins the flip"), _("Away wins the flip"))[k]
        if label == SIDE:
            return (_("first side"), _("second side"))[k]
        return f"{label} {k}"


def card_of(order: Order, slot: int, view: Football) -> int:
    """The card in the refused slot of an order."""
    if view.phase == CALL and slot == view.returns:
        return order[slot] // 2
    return order[slot]


def _to_reader(theirs: str, opponents: str) -> str:
    """A refusal that names the other side's lines: in the words of a player, or as the book has it."""
    return _(opponents if reader() is None else theirs)


def _too_far(view: Football) -> str:
    """Why there is no field goal from here."""
    text = _to_reader(
        marked("you can try a field goal only from their 45 or closer; the ball is at {spot}"),
        marked("you can try a field goal only from the opponent's 45 or closer; the ball is at {spot}"),
    )
    return text.format(spot=called.at_spot_of({}, view.offense, min(GOAL, view.line), called.YOUR_OWN))


REFUSALS: dict[str, Callable[[Football, int], str]] = {
    "BF-005": lambda view, seat: _("this team does not have that defense card"),
    "BF-009": lambda view, seat: _("your special defense is locked or used up for this drive"),
    "BF-011": lambda view, seat: _("your team has no Force Turnover left"),
    "BF-012": lambda view, seat: _("Quick Release works only for passes, and only while it has uses left"),
    "BF-022": lambda view, seat: _("choose a play, a kick, a kneel or a time out"),
    "BF-080": lambda view, seat: _to_reader(
        marked("a Long pass is not allowed on their 15, 10 or 5"),
        marked("a Long pass is not allowed on the opponent's 15, 10 or 5"),
    ),
    "BF-081": lambda view, seat: _to_reader(
        marked("a Medium pass is not allowed on their 5"), marked("a Medium pass is not allowed on the opponent's 5")
    ),
    "BF-107": lambda view, seat: (
        many("name exactly {n} card", "name exactly {n} cards, each only once", abs(view.owed[seat]))
        if view.phase == DISCARD
        else _("name the cards to give up or take back")
    ),
    "BF-113": lambda view, seat: _("you have no time outs left in this half"),
    "BF-123": lambda view, seat: _("after a touchdown, kick the extra point or call a play for two points"),
    "BF-127": lambda view, seat: _("you cannot call a time out on a try, because the clock does not run"),
    "BF-133": lambda view, seat: _too_far(view),
    "BF-153": lambda view, seat: say(
        "you can punt only on fourth down; this is {ordinal} down", ordinal=called.ordinal(view.down)
    ),
    "BF-R47": lambda view, seat: _to_reader(
        marked("this match does not allow a Hail Mary from their 15, 10 or 5"),
        marked("this match does not allow a Hail Mary from the opponent's 15, 10 or 5"),
    ),
    "BF-193": lambda view, seat: _("this match does not allow coffin-corner punts"),
    "BF-R27": lambda view, seat: _("you cannot call a time out: the offense has no discarded card to bring back"),
    "BF-R52": lambda view, seat: _(order_text.TIME_BETWEEN_DOWNS),
    "BF-R44": lambda view, seat: _("this defense card has only one call, so you cannot turn it around"),
}
