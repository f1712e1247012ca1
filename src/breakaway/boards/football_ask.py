"""What football asks a seat on a page: the question, and every answer as something to press, with its key."""

from __future__ import annotations

from breakaway.boards import football_choices as choices
from breakaway.boards.football_choices import FootballWindow
from breakaway.boards.page import Ask, Button, Pick
from breakaway.football import names as called
from breakaway.football.order_text import TIMES
from breakaway.football.state import CALL, DEFENSE, DISCARD, DISCARDED, GIVEN, PLAYS, other

KEYS = {"fg": "f", "punt": "p", "coffin": "c", "hail": "h", "kneel": "k", "t": "t", "kick": "k"}


def ask(window: FootballWindow) -> Ask:
    """The question of this phase."""
    phase = window.view.phase
    if phase == CALL:
        return _call(window)
    if phase == DEFENSE:
        return _defense(window)
    if phase == DISCARD:
        return _discard(window)
    answers = choices.answers(window)
    buttons = tuple(Button(word, word[:1].upper() + word[1:], key, says) for key, word, says in answers)
    return Ask(choices.question(window), buttons)


def _call(window: FootballWindow) -> Ask:
    view, seat = window.view, window.seat
    buttons = tuple(
        Button(choices.tidy(window, key), says[:1].upper() + says[1:], KEYS.get(key, ""))
        for key, says in choices.actions(window)
    )
    prefix = list(choices.best_returns(window))
    quick = any(len(window.menu([*prefix, code])) > 1 for code in window.menu(prefix) if code < PLAYS)
    extras = (Pick("quick", "Quick Release, for a pass"),) if quick else ()
    note = ""
    if view.returns:
        back = [card + 1 for card, lies in enumerate(view.card[seat]) if lies in (DISCARDED, GIVEN)]
        cards = called.plural(view.returns, "card")
        who = called.does(window.names, other(seat), "has")
        note = (
            f"{who} called time out: you take back {cards}, the strongest. "
            f"To take another one, type its number first, as {back[0]}, 1a."
        )
    question = "The try: kick, or go for two?" if view.try_down else "Your call"
    return Ask(question, buttons, extras=extras, free=_example(window, prefix), note=note)


def _example(window: FootballWindow, prefix: list[int]) -> str:
    plays = [code for code in window.menu(prefix) if code < PLAYS]
    return called.side(plays[0]) if plays else "kneel"


def _defense(window: FootballWindow) -> Ask:
    view, names = window.view, window.names
    shows = called.formation(names, view.offense, view.formation[view.offense])
    first = window.menu([])[0]
    extras = []
    if 1 in window.menu([first, 0]):
        extras.append(Pick("special", "With your special defense"))
    if len(window.menu([first])) > 1:
        extras += [
            Pick(TIMES[2], "Time out after the play"),
            Pick(TIMES[1], "Time out after it, unless it is a first down"),
        ]
    question = f"{called.does(names, view.offense, 'lines')} up {shows}. Your call?"
    return Ask(question, extras=tuple(extras), free=called.side(first))


def _discard(window: FootballWindow) -> Ask:
    owed = window.view.owed[window.seat]
    if owed > 0:
        cards = called.plural(owed, "card")
        question = f"The other side's drive used more cards than yours: tick {cards} to give up, to be level."
        weakest = choices.weakest(window)
        ready = (Button(window.write(weakest), "Give up the weakest", "w"),) if weakest else ()
        return Ask(question, (Button("discard", "Give up the ticked ones", kind="main"), *ready))
    cards = called.plural(-owed, "card")
    question = f"Time outs brought back more cards than were used: tick {cards} to take back from the discarded ones."
    order: list[int] = []
    for _ in range(-owed):
        order.append(window.menu(order)[-1])
    ready = (Button(window.write(order), f"Take back {window.write(order).removeprefix('take back ')}", "w"),)
    return Ask(question, (Button("take back", "Take back the ticked ones", kind="main"), *ready))
