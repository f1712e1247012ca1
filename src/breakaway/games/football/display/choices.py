"""Lists the answers that a seat can give now, each with its key, and replaces typed shortcuts with full words.

The rules decide what is legal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from breakaway.core.chance import NeedsOutcome, scripted
from breakaway.core.game import Order, blank_orders
from breakaway.core.language import _, many, marked, say
from breakaway.core.rules import Event
from breakaway.core.state import copy
from breakaway.games.football.display import kicks
from breakaway.games.football.display.brief import sentence
from breakaway.games.football.rules import happened, terms
from breakaway.games.football.rules.game_day import kick_value
from breakaway.games.football.rules.instructions import INSTRUCTIONS
from breakaway.games.football.rules.kicks import ONSIDE_KEPT
from breakaway.games.football.rules.scoring import kick_distance
from breakaway.games.football.rules.setup import FIRST_OVERTIME
from breakaway.games.football.rules.state import Football, FootballObservation
from breakaway.games.football.text import names as called
from breakaway.games.football.text.orders import ANSWERS, EXTRA_POINT, best_back

OPEN = (
    terms.CHALLENGE,
    terms.CHALLENGE_DEFENSE,
    terms.PENALTY,
    terms.OFFENSE_PICK,
    terms.DEFENSE_PICK,
    terms.KICK_EFFECT,
)  # the cards are already open when these questions are asked
ACTION_KEYS = {
    terms.FIELD_GOAL_CALL: "fg",
    terms.PUNT_CALL: "punt",
    terms.COFFIN_CALL: "coffin",
    terms.HAIL_MARY_CALL: "hail",
    terms.KNEEL_CALL: "kneel",
    terms.TIME_OUT_CALL: "t",
}
ACTION_SAYS = {
    terms.FIELD_GOAL_CALL: marked("field goal, value {distance} needed"),
    terms.PUNT_CALL: marked("punt"),
    terms.COFFIN_CALL: marked("punt into the coffin corner"),
    terms.HAIL_MARY_CALL: marked("Hail Mary"),
    terms.KNEEL_CALL: marked("take a knee"),
    terms.TIME_OUT_CALL: marked("time out"),
}
SAYS: dict[int, tuple[str, ...]] = {
    terms.TOSS: (
        marked("you get the ball first"),
        marked("you kick off now and receive the second-half kickoff"),
    ),
    terms.KICK: (
        marked("deep: the other side gets the ball"),
        marked("with a field goal value of 8 or 9 you keep the ball at the 50; otherwise the other side gets it there"),
    ),
    terms.TIME: (marked("play on"), marked("the offense gets one more play, so the half lasts longer")),
    terms.OFFENSE_TIME: (
        marked("play on; then the other side decides about a time out of its own"),
        marked("you take back a discarded card, so you can play one more before your last"),
    ),
    terms.AUDIBLE: (marked("leave your card as it is"), marked("turn your card around and call its other play")),
    terms.AUDIBLE_DEFENSE: (marked("leave your card as it is"), marked("turn your card around and use its other call")),
    terms.ICE: (marked("let them kick"), marked("use a time out: their field goal value is 1 less")),
}  # what an answer means before its result is known
OVERTIME_FLIP = SAYS[terms.TOSS][0], marked("you kick off, so the other side gets the ball first")


def answers(observation: FootballObservation) -> list[tuple[str, str, str]]:
    """The answers to a question that has only a few of them: the key, word and meaning of each."""
    forms = ANSWERS.get(observation.view.phase, ())
    return [(forms[code][0][0], forms[code][0], meaning(observation, code)) for code in observation.menu([])]


def meaning(observation: FootballObservation, code: int) -> str:
    """The meaning of an answer to a question that has only a few answers."""
    phase, config = observation.view.phase, observation.config
    said = OVERTIME_FLIP if is_overtime_flip(observation.view) else SAYS.get(phase, ())
    if code >= len(said):
        stands = _("the event stands") if phase in (terms.CHALLENGE, terms.CHALLENGE_DEFENSE) else ""
        return foreseen(observation, [code]) or stands
    says = _(said[code])
    more = (
        kicks.ability_of(config, observation.seat)
        if phase == terms.KICK and code == 1 and config.onside_with_ability
        else 0
    )
    if more:
        return say(
            "{says}; with your kicking ability, a printed value of {value} is enough",
            says=says,
            value=ONSIDE_KEPT - more,
        )
    return says


def is_overtime_flip(view: Football) -> bool:
    """Whether the winner of a flip before overtime has to choose."""
    return bool(view.phase == terms.TOSS and view.quarter >= FIRST_OVERTIME)


def foreseen(observation: FootballObservation, order: Order) -> str:
    """The outcome of an answer, found by playing on until the next draw. Empty unless the cards are face up."""
    if observation.view.phase not in OPEN:
        return ""
    texts = [sentence(each, observation.names) for each in played_on(observation, order) if each.rule in FORESEEN]
    return "; ".join(texts)


FORESEEN = {
    happened.BALL_MOVED,
    happened.NEXT_DOWN,
    happened.MARKER_REACHED,
    happened.PASS_INCOMPLETE,
    happened.FALSE_STARTED,
    happened.HOLDING_ACCEPTED,
    happened.AUTOMATIC_FIRST_DOWN,
    happened.TURNED_OVER_TO,
    happened.TOUCHDOWN_SCORED,
    happened.TWO_POINTS_TRIED,
    happened.LOST_ON_DOWNS,
    happened.CORNER_ADDED,
    happened.TACKLED,
    happened.BREAKAWAY_FUMBLED,
    happened.ALL_THE_WAY,
    happened.EVENT_SCORES,
    happened.TACKLE_AVOIDED,
    happened.BALL_FUMBLED,
    happened.PASS_INTERCEPTED,
    happened.LOST_BY_CORNER,
    happened.SAFETY_SCORED,
    happened.TURNOVER_TOUCHBACK,
    happened.PENALTY_STOPPED,
    happened.TRY_LOST,
    happened.LOST_AT_OWN_GOAL,
    happened.PUNT_LANDED,
    happened.FREELY_KICKED,
    happened.PUNT_DOWNED,
}


def played_on(observation: FootballObservation, order: Order) -> list[Event]:
    """The events of one step with this answer, played on a copy of the seat's view."""
    trial, events, orders = copy(observation.view), list[Event](), blank_orders(observation.game)
    orders[observation.seat][: len(order)] = order
    with suppress(NeedsOutcome):
        observation.game.step(trial, observation.config, orders, scripted([]), events)
    return events


def actions(observation: FootballObservation) -> list[tuple[str, str]]:
    """The actions that the offense may choose instead of a play from a card: the key and meaning of each action."""
    view, found = observation.view, list[tuple[str, str]]()
    prefix = list(best_returns(observation))
    for code in observation.menu(prefix):
        if code < terms.PLAYS:
            continue
        if view.try_down:
            found.append((EXTRA_POINT[0], _("the extra point")))
        else:
            found.append((ACTION_KEYS[code], action_text(observation, code)))
    return found


def action_text(observation: FootballObservation, code: int) -> str:
    """An action in words. For a field goal, the text includes the value needed. If an ability helps, the text also
    includes the printed value that is then enough.
    """
    distance = kick_distance(observation.view.line)
    more = kicks.ability_of(observation.config, observation.seat)
    if code == terms.FIELD_GOAL_CALL and more:
        return say(
            "field goal, value {distance} needed; with your kicking ability, a printed value of {printed} is enough",
            distance=distance,
            printed=max(1, distance - more),
        )
    return _(ACTION_SAYS[code]).format(distance=distance)


def best_returns(observation: FootballObservation) -> Sequence[int]:
    """The cards that come back for the defense's time outs if the player names none: the strongest ones."""
    view = observation.view
    if view.phase != terms.CALL or not view.returns:
        return []
    return best_back(observation.config, view, observation.seat, view.returns, [])


def returns_note(observation: FootballObservation) -> str:
    """Says which cards the defense's time outs bring back. Empty if none come back."""
    view = observation.view
    if not view.returns:
        return ""
    lies = enumerate(view.card[observation.seat])
    back = [card + 1 for card, where in lies if where in (terms.DISCARDED, terms.GIVEN)]
    return say(
        "After the time out you take back {cards}, the strongest. To take back a different card, type its number "
        "before your call, for example: {example}, 1a.",
        cards=many("{n} card", "{n} cards", view.returns),
        example=back[0],
    )


def lined_up(observation: FootballObservation) -> str:
    """The question for the defense, with the formation that it sees."""
    view, names = observation.view, observation.names
    shows = called.formation(names, view.offense, view.formation[view.offense])
    return say("{team:lines} up in {formation}. Your call?", team=called.team(names, view.offense), formation=shows)


def weakest(observation: FootballObservation) -> Order | None:
    """The weakest cards that the seat can give up."""
    return INSTRUCTIONS["discard the weakest"](observation.view, observation.config, observation.seat)


def tidy(observation: FootballObservation, text: str) -> str:
    """Replaces typed keys with the full words."""
    words, phase = " ".join(text.split()).casefold(), observation.view.phase
    if phase == terms.CALL:
        return _tidy_call(words, bool(observation.view.try_down))
    if phase == terms.DEFENSE:
        words = re.sub(r"^(\d{1,2} ?[ab]?),? ?(t|u)\b(?! ?o)", r"\1, \2", words)
        words = re.sub(r", t$", ", time out after", words)
        words = re.sub(r", u$", ", time out unless first down", words)
        return re.sub(r"^(\d{1,2} ?[ab]?) s$", r"\1, special", words)
    if phase == terms.DISCARD and words in ("w", "weak", "weakest"):
        order = weakest(observation)
        return observation.write(order) if order else text
    for key, word, *_says in answers(observation) if len(words) == 1 and phase in ANSWERS else ():
        if words == key:
            return word
    return text


def _tidy_call(words: str, is_try: bool) -> str:
    """Replaces the shortcuts in a typed call with the full words: `t 3`, `hail`, `3a q`."""
    words = re.sub(r"^t(?= |$)", "time out", words)
    words = re.sub(r"^hail(?! mary)", "hail mary", words)
    words = re.sub(r"^((?:\d{1,2}[, ]+)*\d{1,2} ?[ab]),? q$", r"\1, quick", words)
    return EXTRA_POINT[0] if is_try and words == "k" else words


def question(observation: FootballObservation) -> str:
    """The current question, in a sentence."""
    view, names = observation.view, observation.names
    if view.phase in OPEN or view.phase in (terms.AUDIBLE, terms.AUDIBLE_DEFENSE):
        return open_question(observation)
    if view.phase == terms.TOSS:
        return _("You won the flip.")
    if view.phase == terms.KICK:
        return _("You scored, so you kick off.")
    if view.phase == terms.TIME:
        return _("The offense has one card left in this half. Do you call a time out before it plays that card?")
    if view.phase == terms.OFFENSE_TIME:
        return _("You have one card left in this half. Do you call a time out before you play it?")
    if view.phase == terms.ICE:
        return say(
            "{team:tries} a field goal from distance {distance}. Do you ice the kicker?",
            team=called.team(names, view.offense),
            distance=kick_distance(view.line),
        )
    return ""


def open_question(observation: FootballObservation) -> str:
    """A question about the cards that have been called or turned over."""
    view, names, mine = observation.view, observation.names, observation.seat == observation.view.offense
    if view.phase in (terms.AUDIBLE, terms.AUDIBLE_DEFENSE):
        return _audible_question(observation, mine)
    card = called.game_day(names, view.game_day)
    if view.phase == terms.KICK_EFFECT:
        printed = observation.config.punt[view.game_day]
        counts = kick_value(view, observation.config, observation.seat, printed)
        return say(
            "Punt value {printed}. Your kicking ability makes it {value}, a touchback. Do you use the ability?",
            printed=printed,
            value=counts,
        )
    if view.phase == terms.PENALTY:
        return say("{card}: do you accept the penalty?", card=card)
    if view.phase in (terms.CHALLENGE, terms.CHALLENGE_DEFENSE):
        return many(
            "{card}: do you challenge its event? You have {n} flag ready.",
            "{card}: do you challenge its event? You have {n} flags ready.",
            view.flags[observation.seat],
            card=card,
        )
    corner = called.corner(
        (observation.config.offense_corner if mine else observation.config.defense_corner)[view.game_day]
    )
    if mine:
        return say(
            "Offense Breakaway. {card}: take its event, or its corner {corner}? Unless your choice ends the "
            "play, you then draw cards until one stops you.",
            card=card,
            corner=corner,
        )
    return say("Defense Breakaway. {card}: take its event, or its corner {corner}?", card=card, corner=corner)


def shown_across(observation: FootballObservation) -> str:
    """What is known of the other side's card before an audible: its formation, and whether it was turned around."""
    view, names, there = observation.view, observation.names, 1 - observation.seat
    team = called.team(names, there)
    if there != view.offense:
        shown = called.defense_formation(names, view.formation[there])
        return say("{team:shows} {formation}.", team=team, formation=shown)
    shown = called.formation(names, there, view.formation[there])
    if view.turned[there]:
        return say("{team:shows} {formation}; the card was turned around.", team=team, formation=shown)
    return say("{team:shows} {formation}; the card was not turned around.", team=team, formation=shown)


def _audible_question(observation: FootballObservation, mine: bool) -> str:
    view, names, seat = observation.view, observation.names, observation.seat
    shows = shown_across(observation)
    if mine:
        card = called.play(names, seat, view.call[seat])
        turned = called.play(names, seat, view.call[seat] ^ 1)
    else:
        card, turned = call_text(observation, seat, view.call[seat]), call_text(observation, seat, view.call[seat] ^ 1)
    yours = say("Your card: {card}.", card=card)
    other = _("This card has no second call.")
    if turned:
        other = say("If you turn it around, it becomes {card}.", card=turned)
    return f"{shows} {yours} {other}"


def call_text(observation: FootballObservation, seat: int, code: int) -> str:
    """The text of a call on a defense card: `3a, Zone 0-5`. Empty if the card has no such call."""
    calls = observation.names["defenses"][seat][code // 2]["calls"]
    return f"{called.side(code)}, {calls[code % 2]}" if code % 2 < len(calls) else ""
