"""Fulfills the contract of all games (`core.game`) for FATE Accelerated Football: says who must answer, and plays each
step.
"""

from __future__ import annotations

from breakaway.core.chance import Chance
from breakaway.core.game import Result
from breakaway.core.rules import Log, rule
from breakaway.games.fate.rules import (
    approaches,
    calls,
    clock,
    downs,
    events,
    goal_kicks,
    injuries,
    interceptions,
    kickoff,
    overtime,
    pass_rush,
    passes,
    penalties,
    punts,
    runs,
    screens,
    setup,
    terms,
    umpire,
    whistle,
)
from breakaway.games.fate.rules.rulebook import CHOOSE, NO_TWO_POINT, NOT_IN_GROUP
from breakaway.games.fate.rules.state import Fate, FateConfig, other

MAX_SLOTS = 4
LONGEST_MATCH = 9000  # steps; a typical match has about 900


@rule("FF-001", "FF-044", "FF-045")
def asked_side(s: Fate) -> int:
    """The one side that must answer in this phase; 2 if there is no single side."""
    phase = s.phase
    if phase == terms.CHOICE:
        return int(s.toss_winner)
    if phase in (terms.KICK, terms.DECLARE, terms.TRY, terms.TIME):
        return int(s.offense)
    if phase == terms.OPTION:
        return other(s.fouler)
    if phase == terms.HURT_WHO:
        return int(s.picker)
    return other(s.offense) if phase == terms.TIME_DEFENSE else terms.SIDES


@rule("FF-004", "FF-029", "FF-G45")
def choosers(s: Fate, config: FateConfig) -> int:
    """The seats that choose now, as bits.

    Both sides make their calls at the same time, in secret. Everybody is asked whether to play on. Any other question
    goes to one coach.
    """
    if s.phase == terms.CALL:
        attack = setup.coach_of(config, s.offense, True)
        return 1 << attack | 1 << setup.coach_of(config, other(s.offense), False)
    if s.phase == terms.WHISTLE:
        return whistle.listeners(s, config)
    side = asked_side(s)
    if side == terms.SIDES or (s.phase == terms.TRY and config.two_point == 0):
        return 0
    return 1 << setup.coach_of(config, side, side == s.offense)


@rule("FF-004")
def side_of(config: FateConfig, seat: int) -> int:
    """The side that a seat plays for."""
    return seat // 2 if config.platoons == 1 else seat


@rule("FF-030", "FF-035", "FF-G28")
def slots(s: Fate, config: FateConfig, seat: int) -> int:
    """The number of slots in this seat's order.

    The offense's call has three dice, and a fourth slot if the sideline rule is on. The defense's call has two dice.
    Any other order is a single answer.
    """
    if s.phase != terms.CALL:
        return 1
    if side_of(config, seat) != s.offense:
        return 2
    return 4 if config.sideline == 1 else 3


@rule()
def codes(s: Fate, config: FateConfig) -> int:
    """The number of codes in this phase. Every code is below this number."""
    if s.phase == terms.CALL:
        return terms.PLUS + 1
    if s.phase == terms.DECLARE:
        return terms.SPIKE + 1
    if s.phase == terms.WHISTLE:
        return terms.PLAY_ON + 1
    return 3 if s.phase == terms.HURT_WHO or penalties.has_three_answers(s, config) else 2


@rule()
def slot_codes(s: Fate, config: FateConfig, seat: int, given: list[int], slot: int) -> int:
    """One more than the highest code that can be legal in this slot."""
    if s.phase == terms.CALL:
        if slot == 3:
            return 2
        return terms.NO_DIE + 1 if slot == 1 and given[0] != terms.NO_DIE else terms.PLUS + 1
    if s.phase == terms.DECLARE and config.kneel == 0 and config.spike == 0:
        return terms.KICK_IT + 1
    return codes(s, config)


@rule()
def refuse(s: Fate, config: FateConfig, seat: int, given: list[int], slot: int) -> int:
    """The rule that forbids this code, or 0."""
    if s.phase == terms.CALL:
        if side_of(config, seat) == s.offense:
            return calls.refuse_offense(s, config, given, slot)
        return calls.refuse_defense(s, config, given, slot)
    if s.phase == terms.DECLARE:
        return calls.refuse_declaration(s, config, given[slot])
    if s.phase == terms.TRY and config.two_point == 0 and given[slot] == terms.GO_FOR_TWO:
        return NO_TWO_POINT
    if s.phase == terms.HURT_WHO:
        return 0 if given[slot] < injuries.group_size(s, config) else NOT_IN_GROUP
    if s.phase == terms.WHISTLE:
        return 0 if given[slot] == terms.PLAY_ON else CHOOSE
    if penalties.has_three_answers(s, config):
        return 0 if given[slot] <= terms.TAKE_BALL else CHOOSE
    return 0 if given[slot] <= 1 else CHOOSE


@rule()
def step(s: Fate, config: FateConfig, given: list[list[int]], chance: Chance, log: Log) -> None:
    """Plays one step: an answer, the reveal of both calls, one roll, or the bookkeeping after a play."""
    phase = s.phase
    if phase == terms.CALL:
        attack = setup.coach_of(config, s.offense, True)
        calls.reveal(s, config, given[attack], given[setup.coach_of(config, other(s.offense), False)], log)
    elif phase == terms.SETTLE:
        if config.advanced == 1:
            injuries.come_back(s)
        umpire.note_stand(s)
        downs.settle(s, config, log)
        if s.result != terms.GOOD:  # after a field goal, the ball changes hands only with the kickoff
            s.fresh = 0
        if s.phase == terms.SETTLE:
            clock.offer_time_outs(s, config)
    elif phase == terms.BETWEEN:
        clock.between(s, config, log)
    elif phase == terms.WHISTLE:
        whistle.play_on(s, config, log)
    elif phase in (terms.CONTEST, terms.RUN, terms.PASS, terms.RUSH, terms.YARDS, terms.SCREEN):
        step_play(s, config, chance, log)
    elif phase in (
        terms.CHOICE,
        terms.KICK,
        terms.DECLARE,
        terms.TRY,
        terms.TIME,
        terms.TIME_DEFENSE,
        terms.OPTION,
        terms.HURT_WHO,
    ):
        step_answer(s, config, given, log)
    elif phase > terms.OVER:
        step_advanced(s, config, chance, log)
    else:
        step_kick(s, config, chance, log)


@rule()
def step_play(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls once for a play from scrimmage."""
    if s.phase == terms.CONTEST:
        approaches.roll_contest(s, config, chance, log)
    elif s.phase == terms.RUN:
        runs.roll_run(s, config, chance, log)
    elif s.phase == terms.PASS:
        passes.roll_completion(s, config, chance, log)
    elif s.phase == terms.RUSH:
        pass_rush.roll_rush(s, config, chance, log)
    elif s.phase == terms.YARDS:
        passes.roll_yards(s, config, chance, log)
    else:
        screens.roll_screen(s, config, chance, log)


@rule()
def step_kick(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls once for the toss, a kick, its return or fumble, or the contest that decides an overtime."""
    phase = s.phase
    if phase == terms.TOSS:
        setup.toss(s, config, chance, log)
    elif phase == terms.KICK_SPOT:
        kickoff.field_kick(s, config, chance, log)
    elif phase == terms.KICK_RETURN:
        kickoff.return_kick(s, config, chance, log)
    elif phase == terms.KICK_FUMBLE:
        kickoff.recover_kick(s, config, chance, log)
    elif phase == terms.ONSIDE:
        kickoff.onside_kick(s, config, chance, log)
    elif phase == terms.PUNT:
        punts.punt(s, config, chance, log)
    elif phase == terms.PUNT_RETURN:
        punts.return_punt(s, config, chance, log)
    elif phase == terms.PUNT_FUMBLE:
        punts.recover_punt(s, config, chance, log)
    elif phase == terms.FIELD_GOAL:
        goal_kicks.kick_field_goal(s, config, chance, log)
    elif phase == terms.EXTRA_POINT:
        goal_kicks.extra_point(s, config, chance, log)
        downs.end_try(s)
        s.phase = terms.BETWEEN
    elif phase == terms.OVERTIME_CONTEST:
        overtime.contest(s, config, chance, log)


@rule()
def step_advanced(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls once for an interception, event, penalty or injury of the advanced game."""
    phase = s.phase
    if phase == terms.PICKED:
        interceptions.roll_interception(s, config, chance, log)
    elif phase == terms.PICKED_AGAIN:
        interceptions.roll_again(s, config, chance, log)
    elif phase == terms.PICK_POINT:
        interceptions.roll_point(s, config, chance, log)
    elif phase == terms.PICK_RETURN:
        interceptions.roll_return(s, config, chance, log)
    elif phase == terms.EVENT:
        events.roll_event(s, config, chance, log)
    elif phase == terms.EVENT_KIND:
        events.roll_kind(s, config, chance, log)
    elif phase == terms.LOOSE_BALL:
        events.roll_recovery(s, config, chance, log)
    elif phase == terms.FOUL:
        penalties.roll_foul(s, config, chance, log)
    elif phase == terms.FOUL_ONE_OR_TWO:
        penalties.roll_one_or_two(s, config, chance, log)
    elif phase == terms.FOUL_SPOT:
        penalties.roll_foul_spot(s, config, chance, log)
    elif phase == terms.HURT:
        injuries.roll_group(s, config, chance, log)
    elif phase == terms.HURT_TIME:
        injuries.roll_duration(s, config, chance, log)


@rule()
def step_answer(s: Fate, config: FateConfig, given: list[list[int]], log: Log) -> None:
    """Applies the answer of the one coach who was asked."""
    side = asked_side(s)
    answer = given[setup.coach_of(config, side, side == s.offense)][0]
    if s.phase == terms.CHOICE:
        setup.choose_side(s, config, answer, log)
    elif s.phase == terms.KICK:
        kickoff.choose_kick(s, answer, log)
    elif s.phase == terms.DECLARE:
        calls.declare(s, config, answer, log)
    elif s.phase == terms.TRY:
        if answer == terms.GO_FOR_TWO:
            downs.try_play(s)
            s.phase = terms.CALL
        else:
            s.phase = terms.EXTRA_POINT
    elif s.phase == terms.OPTION:
        penalties.answer_penalty(s, config, answer, log)
    elif s.phase == terms.HURT_WHO:
        injuries.pick_injured(s, config, answer, log)
    else:
        clock.answer_time_out(s, side, answer, log)


@rule()
def ended(s: Fate) -> int:
    """The number of the rule that ended the match, or 0."""
    return int(s.ended)


@rule("FF-013", "FF-G31")
def result(s: Fate, config: FateConfig, r: Result) -> None:
    """Ranks the seats by score. A tie goes to the winner of the overtime contest, if there was one."""
    r.why = ended(s)
    seats = seat_count(config)
    for seat in range(seats):
        side = side_of(config, seat)
        r.score[seat] = s.score[side]
        behind = s.score[other(side)] > s.score[side] or s.won == other(side) + 1
        r.rank[seat] = 1 + (seats // 2 if behind else 0)


@rule("FF-004")
def seat_count(config: FateConfig) -> int:
    """The number of coaches: two, or four if each side has one for its offense and one for its defense."""
    return 4 if config.platoons == 1 else 2


def bound(config: FateConfig) -> int:
    """The largest number of steps in a match."""
    return LONGEST_MATCH
