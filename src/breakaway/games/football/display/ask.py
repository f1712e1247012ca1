"""The question that football asks a seat on a page, and every answer as a button with its key."""

from __future__ import annotations

from breakaway.core.language import _, many, marked, say
from breakaway.display.page import Ask, Button, Pick
from breakaway.games.football.display import choices
from breakaway.games.football.rules.state import FootballObservation, other
from breakaway.games.football.rules.terms import CALL, DEFENSE, DISCARD, DISCARDED, GIVEN, PLAYS
from breakaway.games.football.text import names as called
from breakaway.games.football.text.orders import TIMES

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


def ask(observation: FootballObservation) -> Ask:
    """The question of the current phase, with its answers."""
    phase = observation.view.phase
    if phase == CALL:
        return _call(observation)
    if phase == DEFENSE:
        return _defense(observation)
    if phase == DISCARD:
        return _discard(observation)
    answers = choices.answers(observation)
    buttons = tuple(Button(word, _(ANSWERS_SAID[word]), key, says) for key, word, says in answers)
    return Ask(choices.question(observation), buttons)


def _call(observation: FootballObservation) -> Ask:
    view, seat = observation.view, observation.seat
    buttons = tuple(
        Button(choices.tidy(observation, key), called.capital(says), KEYS.get(key, ""))
        for key, says in choices.actions(observation)
    )
    prefix = list(choices.best_returns(observation))
    quick = any(len(observation.menu([*prefix, code])) > 1 for code in observation.menu(prefix) if code < PLAYS)
    extras = (Pick("quick", _("Quick Release, for a pass")),) if quick else ()
    note = ""
    if view.returns:
        back = [card + 1 for card, lies in enumerate(view.card[seat]) if lies in (DISCARDED, GIVEN)]
        note = say(
            "{team:has} called a time out: you take back {cards}, the strongest. To take back another card, type its "
            "number before your call, for example {example}, 1a.",
            team=called.team(observation.names, other(seat)),
            cards=many("{n} card", "{n} cards", view.returns),
            example=back[0],
        )
    question = _("The try: kick, or go for two?") if view.try_down else _("Your call")
    return Ask(question, buttons, extras=extras, free=_example(observation, prefix), note=note)


def _example(observation: FootballObservation, prefix: list[int]) -> str:
    plays = [code for code in observation.menu(prefix) if code < PLAYS]
    return called.side(plays[0]) if plays else "kneel"


def _defense(observation: FootballObservation) -> Ask:
    view, names = observation.view, observation.names
    shows = called.formation(names, view.offense, view.formation[view.offense])
    first = observation.menu([])[0]
    extras = []
    if 1 in observation.menu([first, 0]):
        extras.append(Pick("special", _("With your special defense")))
    if len(observation.menu([first])) > 1:
        extras += [
            Pick(TIMES[2], _("Time out after the play")),
            Pick(TIMES[1], _("Time out after the play, unless it is a first down")),
        ]
    question = say("{team:lines} up {formation}. Your call?", team=called.team(names, view.offense), formation=shows)
    return Ask(question, extras=tuple(extras), free=called.side(first))


def _discard(observation: FootballObservation) -> Ask:
    owed = observation.view.owed[observation.seat]
    if owed > 0:
        question = many(
            "The other side's drive used up cards. To even the hands, select {n} card to give up.",
            "The other side's drive used up cards. To even the hands, select {n} cards to give up.",
            owed,
        )
        weakest = choices.weakest(observation)
        ready = (Button(observation.write(weakest), _("Give up the weakest cards"), "w"),) if weakest else ()
        return Ask(question, (Button("discard", _("Give up the selected cards"), kind="main"), *ready))
    question = many(
        "Time outs brought back more cards than the drive used. To even the hands, select {n} discarded card to take "
        "back.",
        "Time outs brought back more cards than the drive used. To even the hands, select {n} discarded cards to take "
        "back.",
        -owed,
    )
    order: list[int] = []
    while len(order) < -owed:
        order.append(observation.menu(order)[-1])
    numbers = " ".join(str(card + 1) for card in order)
    ready = (Button(observation.write(order), say("Take back {cards}", cards=numbers), "w"),)
    return Ask(question, (Button("take back", _("Take back the selected cards"), kind="main"), *ready))
