"""The question that football asks a seat on a page, and every answer as a button with its key."""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.language import _, marked, say
from breakaway.display.match_page import Ask, Button, Pick
from breakaway.games.football.display import bar, choices, kicks
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.scoring import kick_distance
from breakaway.games.football.rules.state import FootballObservation
from breakaway.games.football.text import names as called
from breakaway.games.football.text.orders import EXTRA_POINT, TIMES

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
    question, note = bar.question(observation)
    return Ask(
        question,
        buttons(observation),
        extras=extras(observation),
        free=example(observation),
        note=note,
        press=bar.press(observation),
        made=bar.made(observation, list(order)),
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
    answers = choices.answers(observation)
    return tuple(Button(word, _(ANSWERS_SAID[word]), key, called.capital(says)) for key, word, says in answers)


def _actions(observation: FootballObservation) -> tuple[Button, ...]:
    """What the offense may call instead of a play on a card: kicks, a Hail Mary, a kneel and a time out."""
    found = []
    for code in observation.menu(list(choices.best_returns(observation))):
        if code < terms.PLAYS:
            continue
        word = EXTRA_POINT[0] if observation.view.try_down else choices.ACTION_KEYS[code]
        label, says = action(observation, code)
        found.append(Button(choices.tidy(observation, word), label, KEYS.get(word, ""), says))
    return tuple(found)


def action(observation: FootballObservation, code: int) -> tuple[str, str]:
    """The label of an action, and the sentence that explains it."""
    if observation.view.try_down:
        return _("Extra point"), _("One point if the field goal value is 3 or more.")
    label, says = (_(each) for each in ACTIONS[code])
    if code != terms.FIELD_GOAL_CALL:
        return label, says
    distance = kick_distance(observation.view.line)
    printed = max(1, distance - kicks.ability_of(observation.config, observation.seat))
    says = say("Good with a field goal value of {distance} or more.", distance=distance)
    if printed < distance:
        says += " " + say("With your kicking ability, a printed value of {printed} is enough.", printed=printed)
    return say("{action} ({value})", action=label, value=printed), says


def extras(observation: FootballObservation) -> tuple[Pick, ...]:
    """What can be added to a call: Quick Release, a special defense, a time out after the play."""
    if observation.view.phase == terms.CALL:
        prefix = list(choices.best_returns(observation))
        plays = [code for code in observation.menu(prefix) if code < terms.PLAYS]
        quick = any(len(observation.menu([*prefix, code])) > 1 for code in plays)
        return (Pick("quick", _("Quick Release, for a pass")),) if quick else ()
    if observation.view.phase != terms.DEFENSE:
        return ()
    first, found = observation.menu([])[0], []
    if 1 in observation.menu([first, 0]):
        found.append(Pick("special", _("With your special defense")))
    if len(observation.menu([first])) > 1:
        found.append(Pick(TIMES[2], _("Time out after the play")))
        found.append(Pick(TIMES[1], _("Time out after the play, unless it makes a first down")))
    return tuple(found)


def example(observation: FootballObservation) -> str:
    """An example of an order that the player could type. Empty if the buttons are enough."""
    if observation.view.phase == terms.DEFENSE:
        return called.side(observation.menu([])[0])
    if observation.view.phase != terms.CALL:
        return ""
    plays = [code for code in observation.menu(list(choices.best_returns(observation))) if code < terms.PLAYS]
    return called.side(plays[0]) if plays else "kneel"


def _discard(observation: FootballObservation) -> tuple[Button, ...]:
    """The buttons to give up or take back cards: one sends the selected cards, another picks cards for the player."""
    owed = observation.view.owed[observation.seat]
    if owed > 0:
        weakest = choices.weakest(observation)
        ready = (Button(observation.write(weakest), _("Give up the weakest cards"), "w"),) if weakest else ()
        return (Button("discard", _("Give up the selected cards"), kind="main"), *ready)
    order: list[int] = []
    while len(order) < -owed:
        order.append(observation.menu(order)[-1])
    numbers = " ".join(str(card + 1) for card in order)
    ready = (Button(observation.write(order), say("Take back {cards}", cards=numbers), "w"),)
    return (Button("take back", _("Take back the selected cards"), kind="main"), *ready)
