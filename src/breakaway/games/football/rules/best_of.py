"""The best answer to a question during a play: `best_of` takes the option with the highest chance of winning.

What is left of the play counts with its exact odds (ahead.py), the position after it by the table of win chances. Odds,
reviews and standing instructions use it. The sheets in matches still follow sense.py.
"""

from __future__ import annotations

from breakaway.core.rule import rule
from breakaway.core.state import copy
from breakaway.core.winning import ONE
from breakaway.games.football.rules import ahead, breakaways, calls, kicks, order, setup, terms
from breakaway.games.football.rules.sense import FORCE_FROM_QUARTER
from breakaway.games.football.rules.state import Football, FootballConfig, other
from breakaway.games.football.rules.winning import chance_to_win

CLEAR = 10_000  # what a challenge must gain, in millionths: a marginal benefit is not worth a flag (66)
FIRST, EITHER = 0b1, 0b11  # only the first answer, or both answers to a yes-or-no question


@rule("BF-066", "BF-R43")
def best_of(s: Football, config: FootballConfig, seat: int, options: int) -> int:
    """The option with the seat's highest chance of winning. `options` has a bit for each; the lowest one wins ties."""
    found, most, code = 0, -ONE, 0
    is_only = options & (options - 1) == 0
    while options >> code > 0:
        if options >> code & 1:
            worth = 0 if is_only else worth_of(s, config, seat, code)
            if worth > most:
                found, most = code, worth
        code += 1
    return found


@rule("BF-066", "BF-R43")
def best_answer(s: Football, config: FootballConfig, seat: int) -> int:
    """The seat's best answer to the question that it is asked now."""
    return best_of(s, config, seat, answers(s, config, seat))


@rule("BF-066", "BF-R43")
def worth_of(s: Football, config: FootballConfig, seat: int, option: int) -> int:
    """The seat's chance of winning with this answer, in millionths."""
    after = copy(s)
    phase = s.phase
    if phase == terms.ICE:
        if option == 1:
            calls.ice(after, None)
        return ahead.field_goal_chance(after, config, seat)
    if phase == terms.TOSS:
        setup.settle_toss(after, option, None)
    elif phase in (terms.CHALLENGE, terms.CHALLENGE_DEFENSE):
        if option == 1:
            return thrown(after, config, seat)
        order.take_challenge(after, config, seat, 0, None)
    elif phase == terms.PENALTY:
        order.take_penalty(after, config, option, None)
    elif phase == terms.OFFENSE_PICK:
        breakaways.offense_picks(after, config, option, None)
    elif phase == terms.DEFENSE_PICK:
        breakaways.defense_picks(after, config, option, None)
    elif phase == terms.KICK_EFFECT:
        kicks.take_effect(after, config, option, None)
    return answered(after, config, seat)


@rule("BF-049", "BF-056", "BF-073")
def answered(s: Football, config: FootballConfig, seat: int) -> int:
    """The chance after an answer. The side that is asked next then does its best."""
    if s.phase != terms.CHALLENGE_DEFENSE:
        return after_penalty(s, config, seat)
    flag, none = copy(s), copy(s)
    defense = other(s.offense)
    order.take_challenge(flag, config, defense, 1, None)
    order.take_challenge(none, config, defense, 0, None)
    with_flag, without = after_penalty(flag, config, defense), after_penalty(none, config, defense)
    best = max(with_flag, without)
    return best if seat == defense else ONE - best


@rule("BF-055", "BF-066")
def thrown(s: Football, config: FootballConfig, seat: int) -> int:
    """The seat's chance if it throws its flag. Changes `s`. The flag costs CLEAR, whatever the table says of flags."""
    order.take_challenge(s, config, seat, 1, None)
    s.flags[seat] += 1
    return after_penalty(s, config, seat) - CLEAR


@rule("BF-073", "BF-074", "BF-075")
def after_penalty(s: Football, config: FootballConfig, seat: int) -> int:
    """The chance once the offense has accepted or declined a Holding, if there is one."""
    if s.phase != terms.PENALTY:
        return settled(s, config, seat)
    accepted, declined = copy(s), copy(s)
    order.take_penalty(accepted, config, 1, None)
    order.take_penalty(declined, config, 0, None)
    best = max(settled(accepted, config, s.offense), settled(declined, config, s.offense))
    return best if seat == s.offense else ONE - best


@rule()
def settled(s: Football, config: FootballConfig, seat: int) -> int:
    """The chance when nothing but cards is left of the play."""
    if s.phase in (terms.CHAIN, terms.KICK_CHAIN):
        return ahead.chain_chance(s, config, seat)
    if s.phase == terms.PUNT_RETURN:
        return ahead.return_chance(s, config, seat)
    return chance_to_win(s, config, seat)


@rule("BF-011", "BF-049", "BF-195")
def answers(s: Football, config: FootballConfig, seat: int) -> int:
    """The answers to choose from, as bits; only the first one if no table can judge them.

    Force Turnover counts from the quarter on from which sheets use it. Kicks are iced from the fourth quarter on, where
    the table of win chances counts time outs.
    """
    if s.phase in (terms.TOSS, terms.CHALLENGE, terms.CHALLENGE_DEFENSE, terms.PENALTY, terms.OFFENSE_PICK):
        return EITHER
    if s.phase == terms.KICK_EFFECT:
        return EITHER
    if s.phase == terms.ICE:
        return EITHER if s.quarter >= 4 else FIRST
    if s.phase == terms.DEFENSE_PICK:
        force = breakaways.can_force(s, config) and s.quarter >= config.policy[seat][FORCE_FROM_QUARTER]
        return EITHER | 1 << breakaways.FORCED if force else EITHER
    return FIRST
