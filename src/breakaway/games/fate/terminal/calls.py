"""One prompt for each play: the offense types its call or a kick on one line. Either side can add `time` to a call."""

from __future__ import annotations

import re

from breakaway.core.game import BadOrder, Order
from breakaway.core.match import Refused
from breakaway.core.observation import Observation
from breakaway.core.state import copy
from breakaway.games.fate.rules.state import FateObservation
from breakaway.games.fate.rules.terms import CALL, CHOICE, DECLARE, KICK, KICK_IT, PLAY, PUNT_IT, SPIKE, TRY, WHISTLE
from breakaway.games.fate.text.orders import ANSWERS, DEFENSE, OFFENSE
from breakaway.games.fate.text.words import on_offense
from breakaway.terminal.desk import Typed

TIME_WORDS = {"time", "time out", "timeout"}
ONCE = "every time out"  # the standing instruction that `time` sets for one play


def call_observation(observation: FateObservation) -> FateObservation:
    """The observation that the offense would have once it has declared a play."""
    after = copy(observation.view)
    after.phase, after.declared = CALL, PLAY
    return Observation(observation.game, after, observation.config, observation.seat, observation.names)


def split(observation: FateObservation, text: str) -> Typed:
    """Splits a line into a declaration, the call after it, and a time out. Raises BadOrder or Refused.

    A mistake in the call is reported before the play is declared.
    """
    view = observation.view
    if view.phase not in (DECLARE, CALL):
        return Typed(text)
    words, wants_time = without_time(" ".join(text.casefold().split()).strip(" ;"))
    if wants_time:
        check_time_out(observation, words)
    once = ONCE if wants_time else ""
    if view.phase == CALL or not words or words in declarations():
        return Typed(words, once=once, says="A time out follows this play if that shortens it. Now type your call.")
    calling = call_observation(observation)
    try:
        order, _ = calling.read(words)
    except BadOrder as error:
        ((line, rule, said),) = error.mistakes
        kicks = ", ".join(kicks_now(observation))
        raise BadOrder([(line, rule, f"{said}; you can also declare: {kicks}" if rule == "FF-027" else said)]) from None
    refusal = calling.why_not(order)
    if refusal:
        raise Refused(refusal)
    return Typed("play", words, once)


def declarations() -> set[str]:
    """All words that players can type for a declaration, such as a punt or a kneel."""
    return {form for forms in ANSWERS[DECLARE] for form in forms}


def kicks_now(observation: FateObservation) -> list[str]:
    """The declarations that are possible now besides a play: kicks, and kneels and spikes if this match has them."""
    return [observation.write([code]) for code in observation.menu([]) if code != PLAY]


def openly(observation: FateObservation) -> list[Order]:
    """The declarations that the offense may make openly, because everybody learns them anyway."""
    if observation.view.phase != DECLARE:
        return []
    return [[code] for code in observation.menu([]) if code != PLAY]


def without_time(words: str) -> tuple[str, bool]:
    """The words with any time out removed, and whether there was one."""
    parts = [part.strip() for part in words.split(",")]
    kept = [part for part in parts if part not in TIME_WORDS]
    if len(kept) < len(parts):
        return ", ".join(kept), True
    found = re.fullmatch(r"(.*\S) (?:time ?out|time)", words) or re.fullmatch(r"(?:time ?out|time) (.*\S)", words)
    return (found[1].strip(), True) if found else (words, False)


def check_time_out(observation: FateObservation, words: str) -> None:
    """Raises BadOrder if this side cannot call a time out after the play, or if it would not shorten what is declared
    in these words.
    """
    view = observation.view
    side = view.offense if on_offense(observation.config, view, observation.seat) else 1 - view.offense
    if view.try_down:
        raise BadOrder([(1, "FF-023", "you cannot call a time out on a try, because the clock does not run")])
    if view.time_outs[side] == 0:
        raise BadOrder([(1, "FF-023", "you have no time outs left in this half; type the call without 'time'")])
    short = [ANSWERS[DECLARE][code] for code in (PUNT_IT, KICK_IT, SPIKE)]
    if view.phase == DECLARE and any(words in forms for forms in short):
        said = f"a {words} takes 15 seconds, and a time out would not shorten it; leave out 'time'"
        raise BadOrder([(1, "FF-025", said)])


def begins_play(observation: FateObservation) -> bool:
    """Whether the last play is over for this seat, so that an instruction for just that play has expired."""
    view = observation.view
    if view.phase == CALL:
        return not on_offense(observation.config, view, observation.seat)
    return view.phase in (DECLARE, KICK, TRY, CHOICE, WHISTLE)


def invitation(observation: FateObservation) -> str:
    """What the player can type for a call; all examples are legal."""
    view = observation.view
    attacks = on_offense(observation.config, view, observation.seat)
    calling = call_observation(observation) if view.phase == DECLARE else observation
    words = OFFENSE if attacks else DEFENSE
    said = "Type  " + ", ".join(each for each in words if calling.why_not(calling.read(each)[0]) is None)
    if view.phase == DECLARE:
        said += f"; or {', '.join(kicks_now(observation))}"
    return said
