"""The question to a seat: its sentence, its answers and its buttons."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from breakaway.core.chance import NeedsOutcome, scripted
from breakaway.core.game import Order, blank_orders
from breakaway.core.language import Names, _, is_plural, many, marked, say
from breakaway.core.rules import Event, sentence
from breakaway.core.state import copy
from breakaway.display.match_page import Ask, Button, Pick
from breakaway.games.football.display.field import has_ball, notice
from breakaway.games.football.rules import events as happened
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.cards_and_clock import kick_value
from breakaway.games.football.rules.interface import INSTRUCTIONS
from breakaway.games.football.rules.order_of_play import FIRST_OVERTIME
from breakaway.games.football.rules.scoring import kick_distance
from breakaway.games.football.rules.state import Football, FootballConfig, FootballObservation
from breakaway.games.football.rules.terms import BLOCKED, KICKING, SEATS
from breakaway.games.football.text import names as called
from breakaway.games.football.text.orders import ANSWERS, EXTRA_POINT, best_back

# --- Kick values as printed, and as changed by a team's kicking ability (BF-010).


BLOCKED_SAID = marked("blocked")
NOTE = "in parentheses with the kicking ability"  # as the terminal writes it


def ability_of(config: FootballConfig, seat: int) -> int:
    """The number that a team adds to its values for kicks that are not blocked: 0 without the kicking ability."""
    return config.ability_amount[seat] if seat in range(SEATS) and config.ability[seat] == KICKING else 0


def is_any_stronger(config: FootballConfig) -> bool:
    """Whether any team in this match has the kicking ability."""
    return any(ability_of(config, seat) for seat in range(SEATS))


def beside(config: FootballConfig, value: int) -> str:
    """A field goal or punt value as printed, then in parentheses its value with the ability: `8 (9)`."""
    if value == BLOCKED:
        return BLOCKED_SAID
    more = sorted({value + ability_of(config, seat) for seat in range(SEATS)} - {value})
    return f"{value} ({', '.join(map(str, more))})" if more else str(value)


# --- Lists the answers that a seat can give now, each with its key, and replaces typed shortcuts with full words.
#
# The rules decide what is legal.


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


def answers_with_keys(observation: FootballObservation) -> list[tuple[str, str, str]]:
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
        ability_of(config, observation.seat) if phase == terms.KICK and code == 1 and config.onside_with_ability else 0
    )
    if more:
        return say(
            "{says}; with your kicking ability, a printed value of {value} is enough",
            says=says,
            value=terms.ONSIDE_KEPT - more,
        )
    return says


def is_overtime_flip(view: Football) -> bool:
    """Whether the winner of a flip before overtime has to choose."""
    return bool(view.phase == terms.TOSS and view.quarter >= FIRST_OVERTIME)


def foreseen(observation: FootballObservation, order: Order) -> str:
    """The outcome of an answer, found by playing on until the next draw. Empty unless the cards are face up."""
    if observation.view.phase not in OPEN:
        return ""
    texts = [
        sentence(each, observation.names, short=True)
        for each in played_on(observation, order)
        if each.rule in happened.FORETOLD
    ]
    return "; ".join(texts)


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
    more = ability_of(observation.config, observation.seat)
    if code == terms.FIELD_GOAL_CALL and more:
        return say(
            "field goal, value {distance} needed; with your kicking ability, a printed value of {printed} is enough",
            distance=distance,
            printed=max(1, distance - more),
        )
    return _(ACTION_SAYS[code]).format(distance=distance)


def best_returns(observation: FootballObservation) -> Sequence[int]:
    """The cards that come back for time outs if the player names none: the strongest ones."""
    view = observation.view
    if view.phase != terms.CALL or not view.returns:
        return []
    return best_back(observation.config, view, observation.seat, view.returns, [])


def returns_note(observation: FootballObservation) -> str:
    """Says which cards time outs bring back. Empty if none come back."""
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


def weakest_cards(observation: FootballObservation) -> Order | None:
    """The weakest cards that the seat can give up."""
    return INSTRUCTIONS["discard the weakest"](observation.view, observation.config, observation.seat)


def tidy(observation: FootballObservation, text: str) -> str:
    """Replaces typed keys with the full words."""
    words, phase = " ".join(text.split()).casefold(), observation.view.phase
    if phase == terms.CALL:
        return _tidy_call(words, bool(observation.view.try_down))
    if phase == terms.DEFENSE:
        return re.sub(r"^(\d{1,2} ?[ab]?) s$", r"\1, special", words)
    if phase == terms.DISCARD and words in ("w", "weak", "weakest"):
        order = weakest_cards(observation)
        return observation.write(order) if order else text
    for key, word, *_says in answers_with_keys(observation) if len(words) == 1 and phase in ANSWERS else ():
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


# --- The text of the turn bar: the question and the situation, or whom everybody is waiting for.
#
# A waiting seat sees only what everybody may know: the question, but never the other side's cards.


# What a side does while the others wait, with a singular and a plural verb.
WAITS = {
    terms.TOSS: (marked("{team:is} choosing: receive or kick?"),) * 2,
    terms.KICK: (marked("{team:is} choosing its kick."), marked("{team:is} choosing their kick.")),
    terms.DISCARD: (marked("{team:is} discarding to even up the hands."),) * 2,
    terms.TIME: (marked("{team:is} thinking about a time out."),) * 2,
    terms.OFFENSE_TIME: (marked("{team:is} thinking about a time out."),) * 2,
    terms.CALL: (marked("{team:is} choosing its play."), marked("{team:is} choosing their play.")),
    terms.DEFENSE: (marked("{team:is} choosing its defense."), marked("{team:is} choosing their defense.")),
    terms.AUDIBLE: (marked("{team:is} thinking about an audible."),) * 2,
    terms.AUDIBLE_DEFENSE: (marked("{team:is} thinking about an audible."),) * 2,
    terms.CHALLENGE: (marked("{team:is} thinking about a challenge."),) * 2,
    terms.CHALLENGE_DEFENSE: (marked("{team:is} thinking about a challenge."),) * 2,
    terms.PENALTY: (marked("{team:is} thinking about the penalty."),) * 2,
    terms.OFFENSE_PICK: (marked("{team:is} choosing: event or corner?"),) * 2,
    terms.DEFENSE_PICK: (marked("{team:is} choosing: event or corner?"),) * 2,
    terms.ICE: (marked("{team:is} thinking about icing the kicker."),) * 2,
    terms.KICK_EFFECT: (marked("{team:is} thinking about the kicking ability."),) * 2,
}
PRESS = {
    terms.CALL: marked("Call it"),
    terms.DEFENSE: marked("Lock it in"),
    terms.KICK: marked("Kick off"),
    terms.AUDIBLE: marked("Lock it in"),
    terms.AUDIBLE_DEFENSE: marked("Lock it in"),
}  # the label of the button that sends what was touched; otherwise `Choose`
MADE = {
    terms.FIELD_GOAL_CALL: marked("You called a field goal."),
    terms.PUNT_CALL: marked("You called a punt."),
    terms.COFFIN_CALL: marked("You called a punt into the coffin corner."),
    terms.HAIL_MARY_CALL: marked("You called a Hail Mary."),
    terms.KNEEL_CALL: marked("You chose to take a knee."),
    terms.TIME_OUT_CALL: marked("You called a time out."),
}


# --- the situation


def down(view: Football) -> str:
    """The down and the distance in lines: `2nd and 3`, `1st and goal`."""
    if view.marker >= terms.GOAL:
        return say("{ordinal} and goal", ordinal=called.ordinal(view.down))
    return say("{ordinal} and {lines}", ordinal=called.ordinal(view.down), lines=view.marker - view.line)


def situation(view: Football, names: Names, reader: int) -> str:
    """The situation in a sentence, as `reader` sees it: `Fire has 2nd and 3 at their 35.`"""
    team = called.team(names, view.offense)
    if not has_ball(view):
        return notice(view, names) + "."
    where = called.at_spot_of(names, view.offense, view.line)
    if view.try_down:
        if reader == view.offense:
            return say("You have the ball at {spot} for the try.", spot=where)
        return say("{team:has} the ball at {spot} for the try.", team=team, spot=where)
    if reader == view.offense:
        return say("You have {down} at {spot}.", down=down(view), spot=where)
    return say("{team:has} {down} at {spot}.", team=team, down=down(view), spot=where)


def next_line(view: Football, names: Names) -> str:
    """The line to reach for a first down, in a sentence: `First-down flag at their 20.`"""
    if view.marker >= terms.GOAL:
        return _("The line to gain is the goal line.")
    return say("First-down flag at {spot}.", spot=called.at_spot_of(names, view.offense, view.marker))


def shows(view: Football, names: Names) -> str:
    """The formation that the offense shows, in a sentence: `Fire shows Shotgun (pass heavy).`"""
    seat = view.offense
    formation = called.formation(names, seat, view.formation[seat])
    return say("{team:shows} {formation}.", team=called.team(names, seat), formation=formation)


# --- what a seat is asked


def question_and_note(observation: FootballObservation) -> tuple[str, str]:
    """The question to the seat in a sentence, and the sentence below it."""
    view, names, seat = observation.view, observation.names, observation.seat
    phase = view.phase
    if phase == terms.CALL:
        return _call(observation)
    if phase == terms.DEFENSE:
        return say("Your defense. {situation}", situation=situation(view, names, seat)), shows(view, names)
    if phase == terms.DISCARD:
        return _cards_to_give_up(view.owed[seat])
    if phase == terms.TOSS:
        note = _("The side that kicks off now receives the second-half kickoff.")
        if is_overtime_flip(view):
            note = score_of(view, names) + "."
        return _("You won the flip. Receive or kick?"), note
    if phase == terms.KICK:
        return _("You scored, so you kick off. Deep or onside?"), score_of(view, names) + "."
    if phase == terms.TIME:
        asked = _("Your defense. A time out before the last card of the half?")
        return asked, situation(view, names, seat)
    if phase == terms.OFFENSE_TIME:
        asked = _("Your offense. A time out before the last card of the half?")
        return asked, situation(view, names, seat)
    if phase in (terms.AUDIBLE, terms.AUDIBLE_DEFENSE):
        asked = say("Your audible. {situation}", situation=situation(view, names, seat))
        return asked, open_question(observation)
    if phase == terms.ICE:
        asked = say(
            "{team:tries} a field goal from distance {distance}. Do you ice the kicker?",
            team=called.team(names, view.offense),
            distance=kick_distance(view.line),
        )
        return asked, situation(view, names, seat)
    return question(observation), situation(view, names, seat)


def _call(observation: FootballObservation) -> tuple[str, str]:
    """The question to the offense, and the sentence below it.

    The sentence says which cards time outs bring back or, if none come back, where the first-down line
    is.
    """
    view, names = observation.view, observation.names
    if view.try_down:
        where = called.at_spot_of(names, view.offense, view.line)
        return _("Your try. Kick, or go for two?"), say("The ball is at {spot}.", spot=where)
    where = called.at_spot_of(names, view.offense, view.line)
    asked = say("Your call. {down} at {spot}.", down=down(view), spot=where)
    return asked, returns_note(observation) or next_line(view, names)


def _cards_to_give_up(owed: int) -> tuple[str, str]:
    if owed > 0:
        asked = many("Give up {n} card to even up the hands.", "Give up {n} cards to even up the hands.", owed)
        return asked, _("Give up as many cards as the other side's drive used. Select the cards.")
    asked = many("Take back {n} card to even up the hands.", "Take back {n} cards to even up the hands.", -owed)
    note = _(
        "Because of time outs, the other side got back more cards than its drive used. Select the cards to take back."
    )
    return asked, note


def press(observation: FootballObservation) -> str:
    """The label of the button that sends what the player has selected. Empty for the default label."""
    if observation.view.phase == terms.DISCARD:
        return _("Give up") if observation.view.owed[observation.seat] > 0 else _("Take back")
    return _(PRESS.get(observation.view.phase, ""))


def made(observation: FootballObservation, order: list[int]) -> str:
    """A sentence about the `order` that the seat has sealed.

    Empty if there is no order, or if the order needs no sentence.
    """
    view = observation.view
    if view.phase == terms.CALL and len(order) > view.returns:
        code = order[view.returns]
        return called_play(observation, code) if code < terms.PLAYS else _(MADE.get(code, ""))
    if view.phase == terms.DEFENSE and order:
        return called_defense(observation, order[0])
    return ""


def called_play(observation: FootballObservation, code: int) -> str:
    """Says which play this seat has called, by its `code`: `You called Medium 6.`"""
    config, names, seat = observation.config, observation.names, observation.seat
    kind = called.play_type(names, config.play_type[seat][code])
    return say("You called {call}.", call=f"{kind} {config.play_strength[seat][code]}")


def called_defense(observation: FootballObservation, code: int) -> str:
    """Says which defense this seat has called, by its `code`: `You called Zone 1-4.`"""
    config, names, seat = observation.config, observation.names, observation.seat
    kind = called.defense_type(names, config.call_type[seat][code])
    return say("You called {call}.", call=f"{kind} {config.call_run[seat][code]}-{config.call_pass[seat][code]}")


# --- whom everybody waits for


def waits(observation: FootballObservation) -> tuple[str, str]:
    """Two sentences for a waiting seat: whom it is waiting for, and the situation.

    If the seat has a face-down call, the first sentence names that call instead, and the second says whom the seat is
    waiting for. Both sentences are empty if nobody has to choose.
    """
    view, names = observation.view, observation.names
    waiting = observation.choosers()
    if not waiting or view.phase not in WAITS:
        return "", ""
    said = chooses(names, waiting[0], view.phase)
    own = own_call(observation)
    return (own, said) if own else (said, situation(view, names, observation.seat))


def chooses(names: Names, seat: int, phase: int) -> str:
    """A sentence about what a side is doing while the others wait: `Fire is choosing its defense.`"""
    team = called.team(names, seat)
    return say(WAITS[phase][is_plural(team)], team=team)


def own_call(observation: FootballObservation) -> str:
    """A sentence that names this seat's own face-down call. Empty if the seat has no such call."""
    view, seat = observation.view, observation.seat
    if seat < 0 or view.phase not in (terms.DEFENSE, terms.AUDIBLE, terms.AUDIBLE_DEFENSE):
        return ""
    code = view.call[seat]
    if code in (terms.NONE, terms.UNSEEN_CALL):
        return ""
    return called_play(observation, code) if seat == view.offense else called_defense(observation, code)


def score_of(view: Football, names: Names) -> str:
    """The score: `Lightning 7, Fire 3`."""
    return ", ".join(f"{called.team(names, seat)} {points}" for seat, points in enumerate(view.score))


# --- The question that football asks a seat on a page, and every answer as a button with its key.


KEYS = {"fg": "f", "punt": "p", "coffin": "c", "hail": "h", "kneel": "k", "t": "t", "kick": "k"}

ANSWERS_SAID = {
    "receive": marked("Receive"),
    "kick": marked("Kick"),
    "kickoff": marked("Kickoff"),
    "onside": marked("Onside"),
    "no": marked("No"),
    "time out": marked("Time out"),
    "stay": marked("Stay"),
    "audible": marked("Audible"),
    "challenge": marked("Challenge"),
    "decline": marked("Decline"),
    "accept": marked("Accept"),
    "event": marked("Event"),
    "corner": marked("Corner"),
    "force turnover": marked("Force turnover"),
    "ice": marked("Ice"),
    "use": marked("Use it"),
}  # what people type, and what the button says

ACTIONS = {
    terms.FIELD_GOAL_CALL: (marked("Field goal"), ""),
    terms.PUNT_CALL: (marked("Punt"), marked("You give up the ball for better field position.")),
    terms.COFFIN_CALL: (marked("Coffin corner"), marked("Two lines shorter than an ordinary punt.")),
    terms.HAIL_MARY_CALL: (marked("Hail Mary"), marked("The longest pass. It costs your weakest card.")),
    terms.KNEEL_CALL: (marked("Take a knee"), marked("A kneel costs one line and your weakest card, nothing else.")),
    terms.TIME_OUT_CALL: (marked("Time out"), marked("Your strongest discarded card comes back to your hand.")),
}  # what else the offense may call: the label and the sentence for each


def ask(observation: FootballObservation, order: Sequence[int] = ()) -> Ask:
    """The question of the current phase, with its answers. `order` is the order that the seat has already sealed, if
    any.
    """
    question, note = question_and_note(observation)
    return Ask(
        question,
        buttons(observation),
        extras=extras(observation),
        free=example(observation),
        note=note,
        press=press(observation),
        act={terms.CALL: _("Call a play"), terms.DEFENSE: _("Call a defense")}.get(observation.view.phase, ""),
        made=made(observation, list(order)),
    )


def buttons(observation: FootballObservation) -> tuple[Button, ...]:
    """A button for every answer other than a play or call on a card."""
    phase = observation.view.phase
    if phase == terms.CALL:
        return _actions(observation)
    if phase == terms.DEFENSE:
        return ()
    if phase == terms.DISCARD:
        return _discard(observation)
    answers = answers_with_keys(observation)
    return tuple(Button(word, _(ANSWERS_SAID[word]), key, called.capital(says)) for key, word, says in answers)


def _actions(observation: FootballObservation) -> tuple[Button, ...]:
    """What the offense may call instead of a play on a card: kicks, a Hail Mary, a kneel and a time out."""
    found = []
    for code in observation.menu(list(best_returns(observation))):
        if code < terms.PLAYS:
            continue
        word = EXTRA_POINT[0] if observation.view.try_down else ACTION_KEYS[code]
        label, says = action(observation, code)
        found.append(Button(tidy(observation, word), label, KEYS.get(word, ""), says))
    return tuple(found)


def action(observation: FootballObservation, code: int) -> tuple[str, str]:
    """The label of an action, and the sentence that explains it."""
    if observation.view.try_down:
        return _("Extra point"), _("One point if the field goal value is 3 or more.")
    label, says = (_(each) for each in ACTIONS[code])
    if code != terms.FIELD_GOAL_CALL:
        return label, says
    distance = kick_distance(observation.view.line)
    printed = max(1, distance - ability_of(observation.config, observation.seat))
    says = say("Good with a field goal value of {distance} or more.", distance=distance)
    if printed < distance:
        says += " " + say("With your kicking ability, a printed value of {printed} is enough.", printed=printed)
    return say("{action} ({value})", action=label, value=printed), says


def extras(observation: FootballObservation) -> tuple[Pick, ...]:
    """What can be added to a call: Quick Release, or a special defense."""
    if observation.view.phase == terms.CALL:
        prefix = list(best_returns(observation))
        plays = [code for code in observation.menu(prefix) if code < terms.PLAYS]
        quick = any(len(observation.menu([*prefix, code])) > 1 for code in plays)
        return (Pick("quick", _("Quick Release, for a pass")),) if quick else ()
    if observation.view.phase != terms.DEFENSE:
        return ()
    calls = observation.menu([])  # empty if people have not entered any of their own cards yet
    special = calls and 1 in observation.menu([calls[0], 0])
    return (Pick("special", _("With your special defense")),) if special else ()


def example(observation: FootballObservation) -> str:
    """An example of an order that the player could type. Empty if the buttons are enough."""
    if observation.view.phase == terms.DEFENSE:
        return "".join(called.side(code) for code in observation.menu([])[:1])
    if observation.view.phase != terms.CALL:
        return ""
    plays = [code for code in observation.menu(list(best_returns(observation))) if code < terms.PLAYS]
    return called.side(plays[0]) if plays else "kneel"


def _discard(observation: FootballObservation) -> tuple[Button, ...]:
    """The buttons to give up or take back cards: one sends the selected cards, another picks cards for the player."""
    owed = observation.view.owed[observation.seat]
    if owed > 0:
        weakest = weakest_cards(observation)
        ready = (Button(observation.write(weakest), _("Give up the weakest cards"), "w"),) if weakest else ()
        return (Button("discard", _("Give up the selected cards"), kind="main"), *ready)
    order: list[int] = []
    while len(order) < -owed:
        order.append(observation.menu(order)[-1])
    numbers = " ".join(str(card + 1) for card in order)
    ready = (Button(observation.write(order), say("Take back {cards}", cards=numbers), "w"),)
    return (Button("take back", _("Take back the selected cards"), kind="main"), *ready)
