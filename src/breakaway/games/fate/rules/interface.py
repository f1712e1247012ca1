"""What the game contract asks of the rules: who must choose, what is legal, each step, what stays hidden."""

from __future__ import annotations

from collections.abc import Callable

from breakaway.core.chance import Chance, below
from breakaway.core.game import Result
from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import (
    calls,
    clock_and_downs,
    contests_and_injuries,
    kicks,
    penalties,
    plays,
    terms,
    umpire_rulings,
)
from breakaway.games.fate.rules.events import CHOOSE, NO_TWO_POINT, NOT_IN_GROUP, OVERTIME_ENDS, SIDE_CHOSEN, TOSS_WON
from breakaway.games.fate.rules.state import Fate, FateConfig, other
from breakaway.games.fate.rules.terms import CHOICE, NONE, OT_COLLEGE, OVERTIME, QUARTER, RECEIVE, SIDES, TOSS

# --- The start of the game: the toss and its winner's choice (rules 1 to 4).


@rule("FF-013", "FF-023")
def start(config: FateConfig) -> Fate:
    """The state before the toss: the first quarter, and three time outs for each side."""
    s = Fate(phase=TOSS, quarter=1, clock=QUARTER, base=NONE, defense=NONE, named=NONE)
    for side in range(SIDES):
        s.time_outs[side] = 3
    return s


@rule("FF-001")
def toss(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Tosses the coin. The winner of the toss chooses next."""
    s.toss_winner = below(chance, "toss", 2)
    tell(log, TOSS_WON, s.toss_winner)
    s.phase = CHOICE


@rule("FF-002", "FF-G31")
def choose_side(s: Fate, config: FateConfig, answer: int, log: Log) -> None:
    """Applies the winner's choice to kick off or receive; in college overtime, to have the ball first or second."""
    receiver = s.toss_winner if answer == RECEIVE else other(s.toss_winner)
    tell(log, SIDE_CHOSEN, s.toss_winner, receiver)
    if s.quarter == OVERTIME and config.overtime == OT_COLLEGE:
        clock_and_downs.start_series(s, config, receiver, log)
        return
    if s.quarter < OVERTIME:
        s.opening_kicker = other(receiver)
    kicks.prepare_kickoff(s, config, other(receiver))


@rule("FF-004")
def coach_of(config: FateConfig, side: int, on_offense: bool) -> int:
    """The seat that answers for a side. With platoons, each side has a seat for its offense and one for its defense."""
    if config.platoons == 1:
        return side * 2 + (0 if on_offense else 1)
    return side


# --- The stop between plays (G45): the umpire may still rule, and nobody rolls until everybody says to play on.


@rule("FF-G45")
def is_declared(s: Fate) -> bool:
    """Whether the game stops between a declaration and what it leads to, and not at the end of a play."""
    return bool(s.then == terms.CALL or s.then == terms.SETTLE)


@rule("FF-004", "FF-G45")
def listeners(s: Fate, config: FateConfig) -> int:
    """The seats that say whether to play on, as bits.

    These are all seats, except the one that has just declared a kick, and except those whose calls come next.
    """
    seats = (1 << 2 * (1 + config.platoons)) - 1
    if not is_declared(s):
        return seats
    seats -= 1 << coach_of(config, s.offense, True)
    if s.then == terms.CALL:
        seats -= 1 << coach_of(config, other(s.offense), False)
    return seats


@rule("FF-G45")
def play_on(s: Fate, config: FateConfig, log: Log) -> None:
    """Goes on after the stop. Unless calls come next, the umpire can no longer rule on the last play."""
    if is_declared(s):
        calls.begin_declared(s, config, log)
        return
    s.rulable = 0
    if s.then == terms.OVER:
        clock_and_downs.end_match(s, OVERTIME_ENDS, log)
    else:
        clock_and_downs.go_past(s, config, log)


# --- Fulfills the contract of all games (`core.game`) for FATE Accelerated Football: says who must answer, and plays
# each step.


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
        attack = coach_of(config, s.offense, True)
        return 1 << attack | 1 << coach_of(config, other(s.offense), False)
    if s.phase == terms.WHISTLE:
        return listeners(s, config)
    side = asked_side(s)
    if side == terms.SIDES or (s.phase == terms.TRY and config.two_point == 0):
        return 0
    return 1 << coach_of(config, side, side == s.offense)


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
        return 0 if given[slot] < contests_and_injuries.group_size(s, config) else NOT_IN_GROUP
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
        attack = coach_of(config, s.offense, True)
        calls.reveal(s, config, given[attack], given[coach_of(config, other(s.offense), False)], log)
    elif phase == terms.SETTLE:
        if config.advanced == 1:
            contests_and_injuries.come_back(s)
        umpire_rulings.note_stand(s)
        clock_and_downs.settle(s, config, log)
        if s.result != terms.GOOD:  # after a field goal, the ball changes hands only with the kickoff
            s.fresh = 0
        if s.phase == terms.SETTLE:
            clock_and_downs.offer_time_outs(s, config)
    elif phase == terms.BETWEEN:
        clock_and_downs.between(s, config, log)
    elif phase == terms.WHISTLE:
        play_on(s, config, log)
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
        contests_and_injuries.roll_contest(s, config, chance, log)
    elif s.phase == terms.RUN:
        plays.roll_run(s, config, chance, log)
    elif s.phase == terms.PASS:
        plays.roll_completion(s, config, chance, log)
    elif s.phase == terms.RUSH:
        plays.roll_rush(s, config, chance, log)
    elif s.phase == terms.YARDS:
        plays.roll_yards(s, config, chance, log)
    else:
        plays.roll_screen(s, config, chance, log)


@rule()
def step_kick(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls once for the toss, a kick, its return or fumble, or the contest that decides an overtime."""
    phase = s.phase
    if phase == terms.TOSS:
        toss(s, config, chance, log)
    elif phase == terms.KICK_SPOT:
        kicks.field_kick(s, config, chance, log)
    elif phase == terms.KICK_RETURN:
        kicks.return_kick(s, config, chance, log)
    elif phase == terms.KICK_FUMBLE:
        kicks.recover_kick(s, config, chance, log)
    elif phase == terms.ONSIDE:
        kicks.onside_kick(s, config, chance, log)
    elif phase == terms.PUNT:
        kicks.punt(s, config, chance, log)
    elif phase == terms.PUNT_RETURN:
        kicks.return_punt(s, config, chance, log)
    elif phase == terms.PUNT_FUMBLE:
        kicks.recover_punt(s, config, chance, log)
    elif phase == terms.FIELD_GOAL:
        kicks.kick_field_goal(s, config, chance, log)
    elif phase == terms.EXTRA_POINT:
        kicks.extra_point(s, config, chance, log)
        clock_and_downs.end_try(s)
        s.phase = terms.BETWEEN
    elif phase == terms.OVERTIME_CONTEST:
        clock_and_downs.contest(s, config, chance, log)


@rule()
def step_advanced(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls once for an interception, event, penalty or injury of the advanced game."""
    phase = s.phase
    if phase == terms.PICKED:
        plays.roll_interception(s, config, chance, log)
    elif phase == terms.PICKED_AGAIN:
        plays.roll_again(s, config, chance, log)
    elif phase == terms.PICK_POINT:
        plays.roll_point(s, config, chance, log)
    elif phase == terms.PICK_RETURN:
        plays.roll_return(s, config, chance, log)
    elif phase == terms.EVENT:
        plays.roll_event(s, config, chance, log)
    elif phase == terms.EVENT_KIND:
        plays.roll_kind(s, config, chance, log)
    elif phase == terms.LOOSE_BALL:
        plays.roll_recovery(s, config, chance, log)
    elif phase == terms.FOUL:
        penalties.roll_foul(s, config, chance, log)
    elif phase == terms.FOUL_ONE_OR_TWO:
        penalties.roll_one_or_two(s, config, chance, log)
    elif phase == terms.FOUL_SPOT:
        penalties.roll_foul_spot(s, config, chance, log)
    elif phase == terms.HURT:
        contests_and_injuries.roll_group(s, config, chance, log)
    elif phase == terms.HURT_TIME:
        contests_and_injuries.roll_duration(s, config, chance, log)


@rule()
def step_answer(s: Fate, config: FateConfig, given: list[list[int]], log: Log) -> None:
    """Applies the answer of the one coach who was asked."""
    side = asked_side(s)
    answer = given[coach_of(config, side, side == s.offense)][0]
    if s.phase == terms.CHOICE:
        choose_side(s, config, answer, log)
    elif s.phase == terms.KICK:
        kicks.choose_kick(s, answer, log)
    elif s.phase == terms.DECLARE:
        calls.declare(s, config, answer, log)
    elif s.phase == terms.TRY:
        if answer == terms.GO_FOR_TWO:
            clock_and_downs.try_play(s)
            s.phase = terms.CALL
        else:
            s.phase = terms.EXTRA_POINT
    elif s.phase == terms.OPTION:
        penalties.answer_penalty(s, config, answer, log)
    elif s.phase == terms.HURT_WHO:
        contests_and_injuries.pick_injured(s, config, answer, log)
    else:
        clock_and_downs.answer_time_out(s, side, answer, log)


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


# --- What a seat may see: everything. Secret calls are sealed orders and never enter the state.


@rule("FF-029")
def redact(s: Fate, config: FateConfig, seat: int) -> None:
    """Hides nothing: both calls are made at the same time and revealed as they are played."""


@rule("FF-029")
def determinize(s: Fate, config: FateConfig, seat: int, chance: Chance) -> None:
    """Fills in nothing, because nothing is hidden."""


# --- Standing instructions, with which a seat answers in advance.
#
# When the seat has to choose, the first instruction that gives a legal order answers for it.


Instruction = Callable[[Fate, FateConfig, int], "list[int] | None"]
NO_TIME_OUT, TIME_OUT = 0, 1


def always(phases: tuple[int, ...], code: int) -> Instruction:
    """An instruction that answers `code` in each of these phases."""
    return lambda view, config, seat: [code] if view.phase in phases else None


def no_early_time_outs(view: Fate, config: FateConfig, seat: int) -> list[int] | None:
    """Calls no time out before the last two minutes of a half. In overtime this instruction has no effect."""
    late = view.quarter == terms.OVERTIME or (view.quarter in (2, terms.QUARTERS) and view.clock <= terms.TWO_MINUTES)
    return [NO_TIME_OUT] if view.phase in (terms.TIME, terms.TIME_DEFENSE) and not late else None


INSTRUCTIONS: dict[str, Instruction] = {
    "no early time outs": no_early_time_outs,
    "no time outs": always((terms.TIME, terms.TIME_DEFENSE), NO_TIME_OUT),
    "every time out": always((terms.TIME, terms.TIME_DEFENSE), TIME_OUT),
    "always receive": always((terms.CHOICE,), terms.RECEIVE),
    "never onside": always((terms.KICK,), terms.DEEP),
    "always kick the point": always((terms.TRY,), terms.KICK_POINT),
    "always play on": always((terms.WHISTLE,), terms.PLAY_ON),
}
