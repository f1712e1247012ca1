"""What can be answered now, each with the key to type; and shortcuts written out. What is legal the rules say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from breakaway.core.chance import NeedsOutcome, scripted
from breakaway.core.events import Event
from breakaway.core.game import Order, blank_orders
from breakaway.core.language import _, many, marked, say
from breakaway.core.state import copy
from breakaway.core.window import Window
from breakaway.games.football.display.brief import sentence
from breakaway.games.football.rules.instructions import INSTRUCTIONS
from breakaway.games.football.rules.scoring import kick_distance
from breakaway.games.football.rules.state import (
    AUDIBLE,
    AUDIBLE_DEFENSE,
    CALL,
    CHALLENGE,
    CHALLENGE_DEFENSE,
    COFFIN_CALL,
    DEFENSE,
    DEFENSE_PICK,
    DISCARD,
    FIELD_GOAL_CALL,
    HAIL_MARY_CALL,
    ICE,
    KICK,
    KNEEL_CALL,
    OFFENSE_PICK,
    PENALTY,
    PLAYS,
    PUNT_CALL,
    TIME,
    TIME_OUT_CALL,
    TOSS,
    Football,
    FootballBook,
)
from breakaway.games.football.text import names as called
from breakaway.games.football.text.orders import ANSWERS, EXTRA_POINT

FootballWindow = Window[Football, FootballBook]
OPEN = (CHALLENGE, CHALLENGE_DEFENSE, PENALTY, OFFENSE_PICK, DEFENSE_PICK)  # asked when all cards lie open
ACTION_KEYS = {
    FIELD_GOAL_CALL: "fg",
    PUNT_CALL: "punt",
    COFFIN_CALL: "coffin",
    HAIL_MARY_CALL: "hail",
    KNEEL_CALL: "kneel",
    TIME_OUT_CALL: "t",
}
ACTION_SAYS = {
    FIELD_GOAL_CALL: marked("field goal, value {distance} needed"),
    PUNT_CALL: marked("punt"),
    COFFIN_CALL: marked("punt into the corner"),
    HAIL_MARY_CALL: marked("Hail Mary"),
    KNEEL_CALL: marked("take a knee"),
    TIME_OUT_CALL: marked("time out"),
}
SAYS: dict[int, tuple[str, ...]] = {
    TOSS: (marked("you get the ball first"), marked("you kick off, and receive the second half's kickoff")),
    KICK: (
        marked("deep: the other side has the ball"),
        marked("keep the ball at the 50 with a field goal value of 8 or 9, else lose it there"),
    ),
    TIME: (marked("play on"), marked("one of the offense's cards comes back: the half goes on longer")),
    AUDIBLE: (marked("leave your card as it lies"), marked("turn your card: its other play is called")),
    AUDIBLE_DEFENSE: (marked("leave your card as it lies"), marked("turn your card: its other call")),
    ICE: (marked("let him kick"), marked("a time out: his field goal value is 1 less")),
}  # what an answer means that the dice have still to decide


def answers(window: FootballWindow) -> list[tuple[str, str, str]]:
    """The answers to a question with a few: key, word, what it means."""
    phase, found = window.view.phase, list[tuple[str, str, str]]()
    forms = ANSWERS.get(phase, ())
    for code in window.menu([]):
        word = forms[code][0]
        says = _(SAYS[phase][code]) if phase in SAYS and code < len(SAYS[phase]) else foreseen(window, [code])
        if not says and phase in (CHALLENGE, CHALLENGE_DEFENSE):
            says = _("the event stands")
        found.append((word[0], word, says))
    return found


def foreseen(window: FootballWindow, order: Order) -> str:
    """What this answer leads to before anything else is drawn, from the rules themselves: all cards lie open now."""
    if window.view.phase not in OPEN:
        return ""
    texts = [sentence(each, window.names) for each in played_on(window, order) if each.rule in FORESEEN]
    return "; ".join(texts)


FORESEEN = {
    *("BF-028", "BF-029", "BF-117", "BF-169", "BF-070", "BF-075", "BF-077", "BF-091", "BF-122", "BF-123", "BF-R13"),
    *("BF-041", "BF-042", "BF-043", "BF-R6", "BF-R21", "BF-044", "BF-092", "BF-094", "BF-096", "BF-136"),
    *("BF-098", "BF-079", "BF-R36"),
}


def played_on(window: FootballWindow, order: Order) -> list[Event]:
    """The events of one step with this answer, on a copy of what the seat sees."""
    trial, events, orders = copy(window.view), list[Event](), blank_orders(window.game)
    orders[window.seat][: len(order)] = order
    with suppress(NeedsOutcome):
        window.game.step(trial, window.book, orders, scripted([]), events)
    return events


def actions(window: FootballWindow) -> list[tuple[str, str]]:
    """What the offense may do besides running a play: key and meaning."""
    view, found = window.view, list[tuple[str, str]]()
    prefix = list(best_returns(window))
    for code in window.menu(prefix):
        if code < PLAYS:
            continue
        if view.try_down:
            found.append((EXTRA_POINT[0], _("the extra point")))
        else:
            found.append((ACTION_KEYS[code], _(ACTION_SAYS[code]).format(distance=kick_distance(view.line))))
    return found


def best_returns(window: FootballWindow) -> Sequence[int]:
    """Legal cards to bring back, where the defense's time outs do: the first of each menu."""
    order: Order = []
    while window.view.phase == CALL and len(order) < window.view.returns:
        order.append(window.menu(order)[0])
    return order


def weakest(window: FootballWindow) -> Order | None:
    """The weakest cards that can be given up."""
    return INSTRUCTIONS["discard the weakest"](window.view, window.book, window.seat)


def tidy(window: FootballWindow, text: str) -> str:
    """Keys written out."""
    words, phase = " ".join(text.split()).casefold(), window.view.phase
    if phase == CALL:
        return _tidy_call(words, bool(window.view.try_down))
    if phase == DEFENSE:
        words = re.sub(r"^(\d{1,2} ?[ab]?),? ?(t|u)\b(?! ?o)", r"\1, \2", words)
        words = re.sub(r", t$", ", time out after", words)
        words = re.sub(r", u$", ", time out unless first down", words)
        return re.sub(r"^(\d{1,2} ?[ab]?) s$", r"\1, special", words)
    if phase == DISCARD and words in ("w", "weak", "weakest"):
        order = weakest(window)
        return window.write(order) if order else text
    for key, word, *_says in answers(window) if len(words) == 1 and phase in ANSWERS else ():
        if words == key:
            return word
    return text


def _tidy_call(words: str, is_try: bool) -> str:
    """`t 3`, `hail`, `3a q`."""
    words = re.sub(r"^t(?= |$)", "time out", words)
    words = re.sub(r"^hail(?! mary)", "hail mary", words)
    words = re.sub(r"^((?:\d{1,2}[, ]+)*\d{1,2} ?[ab]),? q$", r"\1, quick", words)
    return EXTRA_POINT[0] if is_try and words == "k" else words


def question(window: FootballWindow) -> str:
    """What is asked, in a sentence."""
    view, names = window.view, window.names
    if view.phase in OPEN or view.phase in (AUDIBLE, AUDIBLE_DEFENSE):
        return open_question(window)
    if view.phase == TOSS:
        return _("You have won the flip.")
    if view.phase == KICK:
        return _("You have scored and kick off.")
    if view.phase == TIME:
        return _("The offense has one card left in this half. Do you call time out before it is played?")
    if view.phase == ICE:
        return say(
            "{team:kicks} a field goal from distance {distance}. Do you ice the kicker?",
            team=called.team(names, view.offense),
            distance=kick_distance(view.line),
        )
    return ""


def open_question(window: FootballWindow) -> str:
    """A question about cards that lie there."""
    view, names, mine = window.view, window.names, window.seat == window.view.offense
    if view.phase in (AUDIBLE, AUDIBLE_DEFENSE):
        return _audible_question(window, mine)
    card = called.game_day(names, view.game_day)
    if view.phase == PENALTY:
        return say("{card}: do you accept the penalty?", card=card)
    if view.phase in (CHALLENGE, CHALLENGE_DEFENSE):
        return many(
            "{card}: do you challenge its event? You have {n} flag ready.",
            "{card}: do you challenge its event? You have {n} flags ready.",
            view.flags[window.seat],
            card=card,
        )
    corner = called.corner((window.book.offense_corner if mine else window.book.defense_corner)[view.game_day])
    if mine:
        return say(
            "Offense Breakaway. {card}: its event, or its corner {corner}? "
            "After it cards are drawn until one stops you.",
            card=card,
            corner=corner,
        )
    return say("Defense Breakaway. {card}: its event, or its corner {corner}?", card=card, corner=corner)


def _audible_question(window: FootballWindow, mine: bool) -> str:
    view, names, seat = window.view, window.names, window.seat
    there = 1 - seat
    team = called.team(names, there)
    if mine:
        card = called.play(names, seat, view.call[seat])
        turned = called.play(names, seat, view.call[seat] ^ 1)
        shown = called.defense_formation(names, view.formation[there])
        shows = say("{team:shows} {formation}.", team=team, formation=shown)
    else:
        card, turned = call_text(window, seat, view.call[seat]), call_text(window, seat, view.call[seat] ^ 1)
        shown = called.formation(names, there, view.formation[there])
        if view.turned[there]:
            shows = say("{team:shows} {formation}; the card was turned.", team=team, formation=shown)
        else:
            shows = say("{team:shows} {formation}; the card was left as it lies.", team=team, formation=shown)
    yours = say("Your card: {card}.", card=card)
    other = say("Turned it is {card}.", card=turned) if turned else _("It has no other side.")
    return f"{shows} {yours} {other}"


def call_text(window: FootballWindow, seat: int, code: int) -> str:
    """A call of a defense card: `3a, Zone 0-5`; empty for the side that is not there."""
    calls = window.names["defenses"][seat][code // 2]["calls"]
    return f"{called.side(code)}, {calls[code % 2]}" if code % 2 < len(calls) else ""
