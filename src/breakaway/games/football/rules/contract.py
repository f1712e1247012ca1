"""Fulfills the contract of all games (`core.game`) for Breakaway Football: says which seat must choose, and plays each
step.
"""

from __future__ import annotations

from breakaway.core.chance import Chance
from breakaway.core.game import Result
from breakaway.core.rules import Log, rule
from breakaway.games.football.rules import (
    best_of,
    breakaways,
    calls,
    clock,
    kicks,
    order,
    play,
    scoring,
    setup,
    solo_defense,
    solo_offense,
    special,
    terms,
)
from breakaway.games.football.rules.rulebook import (
    DOWN_CHOICE,
    FORCE_TURNOVER_SPENT,
    GIVE_UP_AS_MANY,
    NOT_IN_DISCARDS,
    NOT_IN_HAND,
)
from breakaway.games.football.rules.state import Football, FootballConfig, other

LONGEST_MATCH = 12_000  # steps; a typical match has about 500


@rule("BF-001", "BF-199")
def asked(s: Football) -> int:
    """The seat that decides in this phase, or 2 if neither seat does."""
    phase = s.phase
    if phase == terms.TOSS:
        return int(s.toss_winner)
    if phase == terms.DISCARD:
        return order.owing(s)
    if phase in (
        terms.OFFENSE_TIME,
        terms.CALL,
        terms.AUDIBLE,
        terms.CHALLENGE,
        terms.PENALTY,
        terms.OFFENSE_PICK,
        terms.KICK_EFFECT,
    ):
        return int(s.offense)
    if phase in (
        terms.TIME,
        terms.DEFENSE,
        terms.AUDIBLE_DEFENSE,
        terms.CHALLENGE_DEFENSE,
        terms.DEFENSE_PICK,
        terms.ICE,
    ):
        return other(s.offense)
    if order.may_kick_onside(s):
        return int(s.offense)
    return terms.SEATS


@rule("BF-001", "BF-199", "BF-R43")
def choosers(s: Football, config: FootballConfig) -> int:
    """The seat that must choose, as a bit, or 0 if no seat must.

    A seat never has to choose if its sheets play it, or if it has nothing to choose.
    """
    seat = asked(s)
    if seat == terms.SEATS or config.sheet[seat] == 1:
        return 0
    if s.phase == terms.DISCARD and not clock.has_discards_to_choose(s, seat):
        return 0
    if s.phase == terms.AUDIBLE and not calls.audible_can_matter(s, config, seat):
        return 0
    return 1 << seat


@rule()
def slots(s: Football, config: FootballConfig, seat: int) -> int:
    """The number of codes in an order in this phase.

    The offense's order has the cards that the defense's time outs bring back, the action and its detail. The defense's
    order has its call, a time out and an ability.
    """
    if s.phase == terms.DISCARD:
        return int(abs(s.owed[seat]))
    if s.phase == terms.CALL:
        return int(s.returns + 2)
    return 3 if s.phase == terms.DEFENSE else 1


@rule()
def codes(s: Football, config: FootballConfig) -> int:
    """One more than the highest code that is possible in this phase."""
    if s.phase == terms.CALL:
        return terms.OFFENSE_CODES
    if s.phase == terms.DEFENSE:
        return terms.CALLS
    return terms.CARDS if s.phase == terms.DISCARD else 3


@rule()
def slot_codes(s: Football, config: FootballConfig, seat: int, given: list[int], slot: int) -> int:
    """One more than the highest code that can be legal in this slot.

    Cards are named in ascending order, so the limit for each card leaves room for those still to be named.
    """
    if s.phase == terms.CALL:
        if slot < s.returns:
            return int(terms.CARDS - (s.returns - slot - 1))
        return call_codes(s, config, seat, given, slot)
    if s.phase == terms.DEFENSE:
        if slot == 0:
            return int(2 * config.defenses[seat])
        if slot == 1:
            return calls.IN_ANY_CASE + 1 if calls.refuse_time_after(s, config, seat, calls.IN_ANY_CASE) == 0 else 1
        return 2 if play.can_use_special_defense(s, config, seat) else 1
    if s.phase == terms.DISCARD:
        return int(terms.CARDS - (abs(s.owed[seat]) - slot - 1))
    return 3 if s.phase == terms.DEFENSE_PICK and breakaways.can_force(s, config) else 2


@rule()
def call_codes(s: Football, config: FootballConfig, seat: int, given: list[int], slot: int) -> int:
    """One more than the highest code that can be legal for the offense's action, or for the detail of the action."""
    if slot == s.returns:
        return terms.OFFENSE_CODES
    if given[slot - 1] < terms.PLAYS:
        return 2 if play.can_be_quick(s, config, seat, given[slot - 1]) else 1
    return 1 if s.try_down == 1 else terms.CARDS


@rule()
def refuse(s: Football, config: FootballConfig, seat: int, given: list[int], slot: int) -> int:
    """The number of the rule that forbids the code in this slot, or 0."""
    code = given[slot]
    if s.phase == terms.CALL:
        return calls.refuse_call(s, config, seat, given, slot)
    if s.phase == terms.DEFENSE:
        return calls.refuse_defense(s, config, seat, given, slot)
    if s.phase == terms.DISCARD:
        return refuse_discard(s, seat, given, slot)
    if s.phase == terms.AUDIBLE or s.phase == terms.AUDIBLE_DEFENSE:
        return calls.refuse_audible(s, config, seat, code)
    if s.phase == terms.DEFENSE_PICK and code == breakaways.FORCED:
        return 0 if breakaways.can_force(s, config) else FORCE_TURNOVER_SPENT
    return 0 if code <= 1 else DOWN_CHOICE


@rule("BF-107", "BF-227", "BF-R27")
def refuse_discard(s: Football, seat: int, given: list[int], slot: int) -> int:
    """The number of the rule that forbids this card, or 0.

    The seat must name as many cards as it owes, in ascending order. A card to give up must be in hand, and a card to
    take back must be discarded.
    """
    card = given[slot]
    if card >= terms.CARDS or (slot > 0 and card <= given[slot - 1]):
        return GIVE_UP_AS_MANY
    if not clock.can_go(s, seat, card):
        return NOT_IN_HAND if s.owed[seat] > 0 else NOT_IN_DISCARDS
    higher = 0
    for each in range(card + 1, terms.CARDS):
        if clock.can_go(s, seat, each):
            higher += 1
    return GIVE_UP_AS_MANY if higher < abs(s.owed[seat]) - slot - 1 else 0


@rule()
def step(s: Football, config: FootballConfig, given: list[list[int]], chance: Chance, log: Log) -> None:
    """Plays one step: a seat's answer, one card of a kick or a chain, or one roll of a sheet's die."""
    phase = s.phase
    if phase == terms.START:
        setup.flip(s, config, chance, log)
    elif phase == terms.BETWEEN:
        order.between(s, config, log)
    elif phase == terms.REVEAL:
        order.reveal(s, config, chance, log)
    elif phase == terms.CHAIN:
        breakaways.draw_chain(s, config, chance, log)
    elif phase == terms.SOLO_CALL:
        solo_offense.call_play(s, config, chance, log)
    elif phase == terms.SOLO_DEFENSE:
        solo_defense.call_defense(s, config, chance, log)
    elif phase in (terms.FIELD_GOAL, terms.PUNT, terms.PUNT_RETURN, terms.FREE_KICK, terms.KICK_CHAIN, terms.HAIL_MARY):
        step_kick(s, config, chance, log)
    elif phase == terms.KICK:
        step_kickoff(s, config, given, chance, log)
    elif phase == terms.CALL and config.sheet[s.offense] == 1:
        solo_offense.declare_play(s, config, chance, log)
    else:
        step_answer(s, config, given[asked(s)], log)


@rule("BF-127", "BF-131", "BF-154")
def step_kick(s: Football, config: FootballConfig, chance: Chance, log: Log) -> None:
    """Draws one card of a kick, a return or a Hail Mary."""
    if s.phase == terms.FIELD_GOAL and s.try_down == 1:
        scoring.extra_point(s, config, chance, log)
    elif s.weighed == 1:
        solo_offense.weigh_kick(s, config, chance, log)
    elif s.phase == terms.FIELD_GOAL:
        scoring.kick_field_goal(s, config, chance, log)
    elif s.phase == terms.PUNT:
        kicks.punt(s, config, chance, log)
    elif s.phase == terms.PUNT_RETURN:
        kicks.return_punt(s, config, chance, log)
    elif s.phase == terms.FREE_KICK:
        kicks.free_kick(s, config, chance, log)
    elif s.phase == terms.KICK_CHAIN:
        kicks.chain_return(s, config, chance, log)
    else:
        special.hail_mary(s, config, chance, log)


@rule("BF-140", "BF-150", "BF-R34")
def step_kickoff(s: Football, config: FootballConfig, given: list[list[int]], chance: Chance, log: Log) -> None:
    """Plays a kickoff or, after the kickers' own score, the onside kick that they announced."""
    onside = False
    if order.may_kick_onside(s):
        seat = s.offense
        answer = best_of.best_answer(s, config, seat) if config.sheet[seat] == 1 else given[seat][0]
        onside = answer == 1
    if onside:
        kicks.onside_kick(s, config, chance, log)
    else:
        kicks.kickoff(s, config, chance, log)


@rule("BF-R43", "BF-203")
def step_answer(s: Football, config: FootballConfig, given: list[int], log: Log) -> None:
    """Plays a seat's answer: a player's, or the best one if sheets play the seat."""
    seat = asked(s)
    phase = s.phase
    if phase == terms.DISCARD:
        clock.give_up(s, config, seat, given, log)
        s.phase = terms.BETWEEN
    elif phase == terms.CALL:
        calls.take_call(s, config, given, log)
    elif phase == terms.DEFENSE:
        calls.take_defense(s, config, given, log)
    elif phase in (terms.AUDIBLE, terms.AUDIBLE_DEFENSE):
        if phase == terms.AUDIBLE_DEFENSE or calls.audible_can_matter(s, config, seat):
            calls.take_audible(s, config, seat, given[0], log)
        order.after_audible(s, config, seat)
    else:
        answer = given[0]
        if config.sheet[seat] == 1:
            answer = best_of.best_answer(s, config, seat)
        step_decision(s, config, seat, answer, log)


@rule()
def step_decision(s: Football, config: FootballConfig, seat: int, answer: int, log: Log) -> None:
    """Carries out an answer about a flip, a time out, icing, a flag, a penalty, a breakaway or the kicking ability."""
    phase = s.phase
    if phase == terms.OFFENSE_TIME:
        order.time_for_offense(s, config, answer, log)
    elif phase == terms.TIME:
        if answer == 1:
            order.time_for_defense(s, config, log)
        s.phase = terms.CALL
    elif phase in (terms.CHALLENGE, terms.CHALLENGE_DEFENSE):
        order.take_challenge(s, config, seat, answer, log)
    elif phase == terms.ICE:
        if answer == 1:
            calls.ice(s, log)
        s.phase = terms.FIELD_GOAL
    else:
        best_of.answer(s, config, answer, log)


@rule()
def ended(s: Football) -> int:
    """The number of the rule that ended the match, or 0."""
    return int(s.ended) if s.phase == terms.OVER else 0


@rule("BF-101", "BF-184", "BF-190")
def result(s: Football, config: FootballConfig, r: Result) -> None:
    """Fills in the scores, the ranks and the rule that ended the match. If the score is tied, the match is a tie."""
    r.why = ended(s)
    for seat in range(terms.SEATS):
        r.score[seat] = s.score[seat]
        r.rank[seat] = 1 if s.score[seat] >= s.score[other(seat)] else 2
