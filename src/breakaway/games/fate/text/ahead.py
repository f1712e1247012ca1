"""One order for a whole play: a declaration with the call that follows it, and a time out after the play."""

from __future__ import annotations

from breakaway.core.game import Order, Refusal
from breakaway.core.language import say
from breakaway.core.observation import Observation
from breakaway.core.state import copy
from breakaway.games.fate.rules import interface, terms
from breakaway.games.fate.rules.state import Fate, FateConfig, FateObservation
from breakaway.games.fate.text.orders import OFFENSE

# A down asks its offense up to three questions: what it declares, what it calls, and whether it wants a time out
# afterwards. A player answers them in one order. Its first codes answer the question that is asked. Its tail is a call,
# TIME_OUT, or a call and then TIME_OUT. The rules ask each question at its own time, and the match answers it.


CALLS = (*OFFENSE, "draw inside", "draw outside", "play action short", "play action long")
TIME_OUT_FIRST = (terms.PUNT_IT, terms.KICK_IT, terms.SPIKE)  # these take 15 seconds anyway


def is_attacking(view: Fate, config: FateConfig, seat: int) -> bool:
    """Whether this seat's side has the ball."""
    return interface.side_of(config, seat) == view.offense


def call_slots(config: FateConfig, attacks: bool) -> int:
    """How many codes a call of the offense or of the defense has."""
    return 2 if not attacks else 4 if config.sideline == 1 else 3


def calling(observation: FateObservation) -> FateObservation:
    """The observation that the offense would have once it has declared a play."""
    after = copy(observation.view)
    after.phase, after.declared = terms.CALL, terms.PLAY
    return Observation(observation.game, after, observation.config, observation.seat, observation.names)


def parts(view: Fate, config: FateConfig, seat: int, order: Order) -> tuple[Order, Order, bool]:
    """The answer to a question about a play, the call after it (empty if there is none), and whether a time out
    follows the play.
    """
    own = 1 if view.phase == terms.DECLARE else call_slots(config, is_attacking(view, config, seat))
    rest, slots = order[own:], call_slots(config, attacks=True)
    call = rest[:slots] if view.phase == terms.DECLARE and len(rest) >= slots else []
    return order[:own], call, len(rest) > len(call)


def no_time_out(view: Fate, config: FateConfig, seat: int, declared: int) -> tuple[str, str]:
    """The rule that allows no time out after this play, and why; two empty texts if one is allowed."""
    if view.try_down:
        return "FF-023", say("you cannot call a time out on a try, because the clock does not run")
    if view.time_outs[interface.side_of(config, seat)] == 0:
        return "FF-023", say("you have no time outs left in this half; make your call without one")
    if view.phase == terms.DECLARE and declared in TIME_OUT_FIRST:
        return "FF-025", say("this play takes 15 seconds anyway, so a time out would not shorten it; leave it out")
    return "", ""


class FateAhead:
    """FATE's implementation of the Ahead protocol."""

    def has_form(self, observation: FateObservation, order: Order) -> bool:
        """Whether the codes after the first answer are a call, a time out, or both."""
        view, config, seat = observation.view, observation.config, observation.seat
        if view.phase not in (terms.DECLARE, terms.CALL):
            return False
        own, call, wants_time = parts(view, config, seat, order)
        known = len(order) == len(own) + len(call) + wants_time and all(0 <= code <= terms.PLUS for code in call)
        return known and (not call or own == [terms.PLAY]) and (not wants_time or order[-1] == interface.TIME_OUT)

    def why_not(self, observation: FateObservation, order: Order) -> Refusal | None:
        """Why the call or the time out is not allowed."""
        view, config, seat = observation.view, observation.config, observation.seat
        own, call, wants_time = parts(view, config, seat, order)
        refusal = calling(observation).why_not(call) if call else None
        if refusal or not wants_time:
            return refusal
        rule, text = no_time_out(view, config, seat, own[0])
        return Refusal(rule, len(order) - 1, text) if rule else None

    def legal(self, observation: FateObservation) -> list[str]:
        """Before a declaration: the calls, then the kicks, kneels and spikes that are allowed."""
        if observation.view.phase != terms.DECLARE:
            return []
        calls = [text for text in CALLS if not observation.why_not(observation.read(text)[0])]
        return [*calls, *(observation.write([code]) for code in observation.menu([]) if code != terms.PLAY)]

    def answer(self, s: Fate, config: FateConfig, seat: int, tail: Order) -> tuple[Order, Order]:
        """The call or the time out, when it is asked for. A new play ends what was said about the last one."""
        attacks = is_attacking(s, config, seat)
        if s.phase == terms.CALL and attacks and interface.choosers(s, config) >> seat & 1:
            return (tail, []) if len(tail) >= call_slots(config, attacks) else ([], tail)
        begins = (terms.CALL, terms.DECLARE, terms.KICK, terms.TRY, terms.CHOICE, terms.OVER)
        if s.phase in begins or (s.phase == terms.WHISTLE and not interface.is_declared(s)):
            return [], []
        if s.phase in (terms.TIME, terms.TIME_DEFENSE) and interface.choosers(s, config) >> seat & 1:
            return ([interface.TIME_OUT], []) if len(tail) == 1 else ([], tail)
        return [], tail
