"""One play by itself: a situation and two calls. During the play, both sides make the decisions that win most often.

The rules are the same as in matches. This module only sets up a position, as adjudication cases do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from breakaway.core.game import Order, blank_orders
from breakaway.core.odds import Odds
from breakaway.core.rules import Event
from breakaway.core.state import copy
from breakaway.games.football.game import GAME
from breakaway.games.football.lab.alike import alike_in, is_play_over
from breakaway.games.football.rules import calls, happened, possession, setup, terms
from breakaway.games.football.rules.best_of import best_answer
from breakaway.games.football.rules.contract import asked
from breakaway.games.football.rules.state import Football, FootballConfig

OFFENSE, DEFENSE_SEAT = 0, 1  # the team with the ball, or the kicker, is always at home
TRY_LINE = 18  # the opponent's 10 (125)

# Codes beyond those of the offense's call
EXTRA_POINT, KICKOFF, ONSIDE, FREE_KICK_CALL = range(100, 104)
WITHOUT_DOWN = (EXTRA_POINT, KICKOFF, ONSIDE, FREE_KICK_CALL)

# What is noted about a play, as bits
TURNED_OVER, ON_DOWNS, PENALTY, FIRST_DOWN, INCOMPLETE, BLOCK, CHALLENGED = (1 << i for i in range(7))
NOTED = {
    rule: bit
    for bit, rules in {
        TURNED_OVER: (happened.TURNED_OVER_TO, happened.TRY_LOST, happened.PUNT_DROPPED, happened.RETURN_DROPPED),
        ON_DOWNS: (happened.LOST_ON_DOWNS,),
        PENALTY: (happened.FALSE_STARTED, happened.HOLDING_ACCEPTED, happened.ILLEGALLY_CALLED),
        FIRST_DOWN: (happened.AUTOMATIC_FIRST_DOWN, happened.MARKER_REACHED),
        INCOMPLETE: (happened.PASS_INCOMPLETE,),
        BLOCK: (happened.KICK_STOPPED, happened.EXTRA_POINT_STOPPED),
        CHALLENGED: (happened.FLAG_THROWN,),
    }.items()
    for rule in rules
}


@dataclass(frozen=True)
class Situation:
    """The situation before the calls. In each pair, the offense's number comes first."""

    line: int = 5
    down: int = 1
    marker: int = 0  # 0: the next first-down line ahead
    quarter: int = 1
    score: tuple[int, int] = (0, 0)
    flags: tuple[int, int] = (0, 0)
    time_outs: tuple[int, int] = (3, 3)
    cards: int = terms.CARDS  # left in the quarter, including the card of this play
    drawn: tuple[int, ...] = ()  # numbers of the Game Day cards no longer in the deck
    two_point: bool = False
    abilities: bool = False  # whether the play uses Quick Release and a special defense, if the teams have them


def position(config: FootballConfig, at: Situation) -> Football:
    """The state before the calls."""
    s = setup.start(config)
    s.phase = s.then = terms.CALL
    s.offense, s.opening_kicker = OFFENSE, DEFENSE_SEAT
    s.quarter, s.line, s.down = at.quarter, at.line, at.down
    s.marker = at.marker or possession.next_marker(at.line)
    s.score, s.flags, s.time_outs = list(at.score), list(at.flags), list(at.time_outs)
    if at.two_point:
        s.try_down, s.line, s.marker, s.down = 1, TRY_LINE, terms.GOAL, 1
    for seat in (OFFENSE, DEFENSE_SEAT):
        s.card[seat] = [terms.HAND] * at.cards + [terms.DISCARDED] * (terms.CARDS - at.cards)
    for card in at.drawn:
        s.deck[card] -= 1
    return s


def called(config: FootballConfig, at: Situation, play: int, call: int) -> Football:
    """The state with both calls face down. The offense has the card of its play in hand."""
    s = position(config, at)
    _hold(s, play // 2)
    calls.declare(s, config, play, 0, None)
    calls.take_defense(s, config, [call, 0, 0], None)
    if at.abilities:
        s.ability[OFFENSE] = int(config.ability[OFFENSE] == terms.QUICK_RELEASE)
        if config.ability[DEFENSE_SEAT] == terms.SPECIAL_DEFENSE:
            s.unlocked[DEFENSE_SEAT], s.uses[DEFENSE_SEAT] = 1, config.ability_uses[DEFENSE_SEAT]
            s.ability[DEFENSE_SEAT] = 1
    s.phase = terms.REVEAL
    return s


def _hold(s: Football, card: int) -> None:
    """Puts this card in the offense's hand, unless it is there already, by swapping it with another card."""
    hand = s.card[OFFENSE]
    if hand[card] != terms.HAND:
        hand[0], hand[card] = hand[card], hand[0]


def announced(config: FootballConfig, at: Situation, action: int) -> tuple[Football, Football, list[Order], int]:
    """Announces a kick, a kneel or a Hail Mary.

    Returns the state before the announcement, the state after it, the orders for the next step, and the bits for the
    events so far.
    """
    before, orders = position(config, at), blank_orders(GAME)
    log: list[Event] = []
    if action == EXTRA_POINT:
        before.try_down, before.line, before.marker, before.down = 1, TRY_LINE, terms.GOAL, 1
    elif action in (KICKOFF, ONSIDE):
        before.phase, before.after_own_score = terms.KICK, int(action == ONSIDE)
        orders[OFFENSE][0] = int(action == ONSIDE)
    elif action == FREE_KICK_CALL:
        before.phase = terms.FREE_KICK
    s = copy(before)
    if action == EXTRA_POINT:
        calls.declare(s, config, terms.FIELD_GOAL_CALL, 0, log)
    elif action not in WITHOUT_DOWN:
        calls.declare(s, config, action, 0, log)
        orders = sheet_orders(config, s)
    return before, s, orders, noted(log)


def refuse(config: FootballConfig, at: Situation, action: int) -> int:
    """The number of the rule that forbids this call in the situation, or 0."""
    if action in WITHOUT_DOWN:
        return 0
    s = position(config, at)
    if action < terms.PLAYS:
        _hold(s, action // 2)
    order = [action, 0]
    return calls.refuse_action(s, config, OFFENSE, order, 0)


def sheet_orders(config: FootballConfig, s: Football) -> list[Order]:
    """The orders that answer the current question in the way that wins most often, even if a person plays the seat."""
    orders, seat = blank_orders(GAME), asked(s)
    if seat < len(config.sheet):
        orders[seat][0] = best_answer(s, config, seat)
    return orders


def noted(events: list[Event]) -> int:
    """The bits that stand for the events of a step."""
    bits = 0
    for event in events:
        bits |= NOTED.get(event.rule, 0)
    return bits


def odds_in(config: FootballConfig, merge: bool = True) -> Odds[Football, FootballConfig]:
    """The odds of individual plays with this config. All plays share the odds of chains of cards, so that each chain is
    worked out only once.
    """
    alike: Callable[[Football], None] | None = alike_in(config) if merge else None
    return Odds(GAME, config, is_play_over, lambda s: sheet_orders(config, s), alike, noted)
