"""One prompt a play: the offense types its call where it would declare one, or a kick; `time` goes with any call."""

from __future__ import annotations

import re

from breakaway.core.game import BadOrder, Order
from breakaway.core.match import Refused
from breakaway.core.state import copy
from breakaway.core.window import Window
from breakaway.games.fate.rules.state import Fate, FateBook
from breakaway.games.fate.rules.terms import CALL, CHOICE, DECLARE, KICK, PLAY, TRY
from breakaway.games.fate.text.orders import ANSWERS, DEFENSE, OFFENSE
from breakaway.games.fate.text.words import on_offense
from breakaway.terminal.desk import Typed

FateWindow = Window[Fate, FateBook]
TIME_WORDS = {"time", "time out", "timeout"}
ONCE = "every time out"  # the standing instruction that holds for the one play that `time` was typed with


def call_window(window: FateWindow) -> FateWindow:
    """What this offense would see once it has declared a play."""
    after = copy(window.view)
    after.phase, after.declared = CALL, PLAY
    return Window(window.game, after, window.book, window.seat, window.names)


def split(window: FateWindow, text: str) -> Typed:
    """A line in its parts: a declaration, the call behind it, a time out after the play. Raises BadOrder and Refused.

    What is wrong with a call is said before the play is declared.
    """
    view = window.view
    if view.phase not in (DECLARE, CALL):
        return Typed(text)
    words, wants_time = without_time(" ".join(text.casefold().split()).strip(" ;"))
    if wants_time:
        check_time_out(window)
    once = ONCE if wants_time else ""
    if view.phase == CALL or not words or words in declarations():
        return Typed(words, once=once, says="You take a time out after this play if it shortens it. Now your call.")
    calling = call_window(window)
    try:
        order, _ = calling.read(words)
    except BadOrder as error:
        ((line, rule, said),) = error.mistakes
        kicks = ", ".join(kicks_now(window))
        raise BadOrder([(line, rule, f"{said}; to kick: {kicks}" if rule == "FF-027" else said)]) from None
    refusal = calling.why_not(order)
    if refusal:
        raise Refused(refusal)
    return Typed("play", words, once)


def declarations() -> set[str]:
    """All words that declare something."""
    return {form for forms in ANSWERS[DECLARE] for form in forms}


def kicks_now(window: FateWindow) -> list[str]:
    """What can be declared here besides a play: punts and kicks, and kneels and spikes where they are played."""
    return [window.write([code]) for code in window.menu([]) if code != PLAY]


def openly(window: FateWindow) -> list[Order]:
    """What the offense may declare in front of everybody, since everybody hears it anyway."""
    if window.view.phase != DECLARE:
        return []
    return [[code] for code in window.menu([]) if code != PLAY]


def without_time(words: str) -> tuple[str, bool]:
    """The words without those for a time out, and whether there were any."""
    parts = [part.strip() for part in words.split(",")]
    kept = [part for part in parts if part not in TIME_WORDS]
    if len(kept) < len(parts):
        return ", ".join(kept), True
    found = re.fullmatch(r"(.*\S) (?:time ?out|time)", words) or re.fullmatch(r"(?:time ?out|time) (.*\S)", words)
    return (found[1].strip(), True) if found else (words, False)


def check_time_out(window: FateWindow) -> None:
    """Raises BadOrder where this side cannot call time after the play."""
    view = window.view
    side = view.offense if on_offense(window.book, view, window.seat) else 1 - view.offense
    if view.try_down:
        raise BadOrder([(1, "FF-023", "a try has no clock, so there is no time out")])
    if view.time_outs[side] == 0:
        raise BadOrder([(1, "FF-023", "no time outs are left in this half; type the call without 'time'")])


def begins_play(window: FateWindow) -> bool:
    """Whether the play before is over for this seat, and with it what held for that play alone."""
    view = window.view
    if view.phase == CALL:
        return not on_offense(window.book, view, window.seat)
    return view.phase in (DECLARE, KICK, TRY, CHOICE)


def invitation(window: FateWindow) -> str:
    """What can be typed for a call, all of it legal now."""
    view = window.view
    attacks = on_offense(window.book, view, window.seat)
    calling = call_window(window) if view.phase == DECLARE else window
    words = OFFENSE if attacks else DEFENSE
    said = "Type  " + ", ".join(each for each in words if calling.why_not(calling.read(each)[0]) is None)
    if view.phase == DECLARE:
        said += f"; or {', '.join(kicks_now(window))}"
    return said
