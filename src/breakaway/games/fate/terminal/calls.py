"""One prompt for each play: the offense types its call or a kick on one line. Either side can add `time` to a call."""

from __future__ import annotations

from breakaway.core.game import BadOrder, Order
from breakaway.core.observation import Observation, Refused
from breakaway.core.state import copy
from breakaway.games.fate.rules.state import FateObservation
from breakaway.games.fate.rules.terms import CALL, CHOICE, DECLARE, KICK, PLAY, TRY, WHISTLE
from breakaway.games.fate.text.orders import ANSWERS, DEFENSE, OFFENSE, ONCE, check_time_out, without_time
from breakaway.games.fate.text.words import on_offense
from breakaway.terminal.desk import Typed


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
        check_time_out(view, words, on_offense(observation.config, view, observation.seat))
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
