"""The match and its book as flat data. The ball is counted in yards from the offense's own goal line, 0 to 100."""

from __future__ import annotations

from dataclasses import dataclass

from breakaway.core.rule import rule
from breakaway.core.state import number, table

SIDES, FACES, ROLLS = 2, 3, 9  # teams, faces of a Fate die, totals of four of them (-4 to +4)
QUARTER, QUARTERS, TWO_MINUTES, OVERTIME = 60, 4, 8, 5  # units of 15 seconds; the number of the overtime period
GOAL = 100
NONE = 99  # in place of a call; never -1

# Phases: what comes next. Those of QUESTIONS are asked, the others are rolls or book-keeping.
TOSS, CHOICE, KICK, KICK_SPOT, KICK_RETURN, KICK_FUMBLE, ONSIDE = range(1, 8)
DECLARE, CALL, CONTEST, RUN, PASS, RUSH, YARDS, SCREEN = range(8, 16)
PUNT, PUNT_RETURN, PUNT_FUMBLE, FIELD_GOAL, TRY, EXTRA_POINT = range(16, 22)
AFTER, SETTLE, TIME, TIME_DEFENSE, BETWEEN, OVERTIME_CONTEST, OVER = range(22, 29)
# of the advanced game
PICKED, PICKED_AGAIN, PICK_POINT, PICK_RETURN = range(29, 33)
EVENT, EVENT_KIND, LOOSE_BALL, FOUL, FOUL_ONE_OR_TWO, FOUL_SPOT, OPTION, REKICK = range(33, 41)
HURT, HURT_WHO, HURT_TIME = range(41, 44)
LAST_PHASE = HURT_TIME

# Base plays are the rows of the matrix; Draw and Play Action are rows laid over them.
RUN_INSIDE, RUN_OUTSIDE, SCREEN_PASS, QUICK, SHORT, LONG, DRAW, PLAY_ACTION = range(8)
BASES, ROWS = 6, 8
NEITHER = 0  # a play without Draw and Play Action
RUN_D, NEUTRAL, PASS_D, PREVENT, BLITZ = range(5)
DEFENSES = 5

# A die of a call: 0 is a die that is not thrown in, then its faces
NO_DIE, MINUS, BLANK, PLUS = range(4)
# Answers
RECEIVE, KICK_OFF = 0, 1
DEEP, ONSIDE_KICK = 0, 1
PLAY, PUNT_IT, KICK_IT, KNEEL, SPIKE = range(5)  # declarations
KICKOFF, FREE_KICK = 5, 6  # in place of one
DECLARATIONS = 7  # with these two
KICK_POINT, GO_FOR_TWO = 0, 1

# Codes in tables
PASS_RUSH = 50  # a cell of the matrix
CHAIN = 101  # Short Gain or Long Gain: another roll
TOUCHBACK_CELL = 102
FAIR_CATCH, FAIR_CATCH_FUMBLE = 103, 104
TOUCHDOWN_CELL = 105
SCREEN_INTERCEPTED, SCREEN_INCOMPLETE = 0, 5  # else the multiplier, 1 to 4
SACK_CELL, QB_RUN_CELL, INCOMPLETE_CELL, COMPLETE_CELL = range(4)

# What a play came to
(
    NOTHING,
    RAN,
    COMPLETE,
    INCOMPLETE,
    SACKED,
    INTERCEPTED,
    KICKED,
    GOOD,
    MISSED,
    TOUCHBACK,
    KNELT,
    FUMBLED,
) = range(12)

# Positions and approaches of the advanced game
QB, WR, TE, FB, RB, OT, OG, OC, K, CB, SF, OL, IL, DE, DT, P = range(16)
POSITIONS, APPROACHES = 16, 6
CAREFUL, CLEVER, FLASHY, FORCEFUL, QUICK_APPROACH, SNEAKY = range(6)
LOWEST = -2  # of a rating
CARRIER = 98  # an injury roll that names the ball carrier
SEASON, GAME_LONG, HALF, THIS_QUARTER, SERIES = range(5)  # durations; above them the number of plays and 5
ROOM = 32  # injuries at once whose end is counted
MEN = 14  # of a position who are told apart; a bit each
STOOD = 25  # numbers that the umpire's ruling puts back
OFFSIDE, MOVEMENT, PERSONAL, FACEMASK, HOLDING, INTERFERENCE, GROUNDING, PROCEDURE, OUT_OF_BOUNDS = (
    1,
    2,
    5,
    6,
    7,
    8,
    10,
    14,
    15,
)
ONE_OR_TWO = 12  # a cell that says 1/2
DECLINE, ACCEPT = 0, 1

# Options with more than two answers
SACK_SEVEN, SACK_TOTAL, SACK_LONG = range(3)
OT_PERIOD, OT_COLLEGE, OT_CONTEST, OT_TIE = range(4)


@dataclass(slots=True)
class Fate:
    """All that the rules need to go on."""

    phase: int = number()
    ended: int = number()  # number of the rule that ended the match, 0 while it goes on
    quarter: int = number()  # 1 to 4; 5 is overtime
    clock: int = number()  # units of 15 seconds left
    offense: int = number()  # the side with the ball; before and during a kickoff the kickers
    ball: int = number()  # in yards from the offense's own goal line
    down: int = number()
    marker: int = number()  # the line to gain
    score: list[int] = table(SIDES)
    time_outs: list[int] = table(SIDES)
    toss_winner: int = number()
    opening_kicker: int = number()
    had_ball: list[int] = table(SIDES)  # 1: the side's possession in overtime is over
    series: int = number()  # the side whose series of a college overtime it is
    rounds: int = number()  # of a college overtime that are over
    won: int = number()  # 0, or 1 and the side that won the contest after a tie
    then: int = number()  # the phase that follows when the clock is in order
    try_down: int = number()  # 1: a try after a touchdown
    # the play
    declared: int = number()
    base: int = number()  # base play, NONE before
    overlay: int = number()  # DRAW, PLAY_ACTION or NEITHER
    defense: int = number()  # NONE before
    sideline: int = number()  # 1: the carrier heads for the sideline
    modifier: int = number()  # of the matrix on the next roll, PASS_RUSH where that is rolled at once
    stage: int = number()  # of a gain: 0 the first roll, 1 Short Gain, 2 Long Gain
    lane: int = number()  # RUN_INSIDE or RUN_OUTSIDE: the columns of a run
    times: int = number()  # multiplier of a screen
    bonus: int = number()  # added to a Pass Rush
    gain: int = number()  # in yards
    result: int = number()  # what the play came to
    holder: int = number()  # the side that has the ball when it ends
    spot: int = number()  # where it ends, as the offense counts; may lie beyond a goal line
    units: int = number()  # of the clock
    # the advanced game
    contest: int = number()  # what it adds to the yards of a run, to the completion roll of a pass
    named: int = number()  # the receiver of the contest, NONE where it names none
    carried: int = number()  # 1: somebody has the ball in the open when the play ends
    grounded: int = number()  # 1: the umpire saw the ball thrown away
    foul: int = number()  # 0 for none
    fouler: int = number()  # the side that committed it
    untimed: int = number()  # 1: the half cannot end on this penalty
    picker: int = number()  # the coach who says next who is hurt
    group: int = number()  # of positions that the injury roll named
    position: int = number()  # that is hurt
    out: list[list[int]] = table(SIDES, POSITIONS)  # how many men are out
    men_out: list[list[int]] = table(SIDES, POSITIONS)  # which: a bit each, the lowest the first man of the roster
    hurt_side: list[int] = table(ROOM)  # injuries whose end is counted; a left of 0 is no injury
    hurt_position: list[int] = table(ROOM)
    hurt_kind: list[int] = table(ROOM)
    hurt_left: list[int] = table(ROOM)  # plays to miss and 1: at 1 he comes back when the play is settled; else 1
    hurt_man: list[int] = table(ROOM)
    fresh: int = (
        number()
    )  # injuries for the series that this change of possession does not end: two numbers from 1, by PAIR
    # for the umpire, who may rule on a play after it was settled
    rulable: int = number()  # 1: the last play was settled and no other has begun to be played
    stood: list[int] = table(STOOD)  # where the match stood before
    healed: list[int] = table(ROOM)  # 1: this injury has ended since
    fresh_before: int = number()  # `fresh` where the match stood before


@dataclass(slots=True)
class FateBook:
    """The tables and house rules of a match, in numbers. Nine cells stand for totals of -4 to +4."""

    # house rules
    chain_at: int = number(default=3)  # G1
    quick_tie: int = number()  # G3
    overlay_replaces: int = number()  # G4
    draw_inside_only: int = number()  # G6
    modifier_in_yards: int = number()  # G7
    sack: int = number()  # G9
    gains_only: int = number()  # G10
    beat: int = number()  # G12
    touchback: int = number(default=20)  # G14
    two_point: int = number(default=1)  # G19
    sideline: int = number()  # G28
    overtime: int = number()  # G31
    onside: int = number()  # G49
    kneel: int = number()
    spike: int = number()
    platoons: int = number()  # 4
    advanced: int = number()  # 97 to 148
    same_roll: int = number()  # G32
    light_injuries: int = number()  # G39
    grounding: int = number()  # G45
    foul_down_counts: int = number()  # 142
    kicker_approach: int = number()  # G50
    # tables
    offense_die: list[list[int]] = table(3, FACES)  # by die and face: a base play or overlay, NONE where it is blank
    defense_die: list[list[int]] = table(2, FACES)
    fielded_at: list[int] = table(ROLLS)
    kick_return: list[int] = table(ROLLS)
    kick_fumble: list[int] = table(ROLLS)
    matrix: list[list[int]] = table(ROWS, DEFENSES)
    run_yards: list[list[int]] = table(6, ROLLS)  # lane * 3 + stage
    difficulty: list[int] = table(3)
    pass_yards: list[list[int]] = table(6, ROLLS)  # pass, then 3 more for its Long Gain
    screen: list[int] = table(ROLLS)
    rush: list[int] = table(ROLLS)
    punt_gross: list[int] = table(ROLLS)
    punt_return: list[int] = table(ROLLS)
    band_from: list[int] = table(8)
    band_to: list[int] = table(8)
    band_difficulty: list[int] = table(8)
    # tables of the advanced game
    rating: list[list[int]] = table(SIDES, POSITIONS * APPROACHES)
    play_approach: list[list[int]] = table(ROWS, 3)
    # contests of Run Inside, Run Outside, Quick, Short, Long: up to two positions a side, NONE for no more
    contest_offense: list[list[int]] = table(5, 2 * ROLLS)
    contest_defense: list[list[int]] = table(5, 2 * ROLLS)
    contest_slot: list[list[int]] = table(5, ROLLS)
    contest_receiver: list[list[int]] = table(5, ROLLS)
    event_first: list[int] = table(ROLLS)
    event_second: list[int] = table(ROLLS)
    intercepted_by: list[int] = table(ROLLS)  # the first pass that is: QUICK, SHORT, LONG; NONE
    intercepted_again: list[int] = table(ROLLS)  # 1: only if another roll is negative
    point: list[list[int]] = table(3, ROLLS)
    pick_return: list[int] = table(ROLLS)
    injured: list[list[int]] = table(ROLLS, 3)  # the positions of a group; CARRIER
    benched: list[list[int]] = table(DECLARATIONS, POSITIONS)  # 1: not on the field then (G40)
    duration: list[int] = table(ROLLS)
    foul_side: list[list[int]] = table(4, ROLLS)  # 0: offense or kickers, 1: defense or receivers
    foul_kind: list[list[int]] = table(4, ROLLS)


@rule()
def other(side: int) -> int:
    """The other side."""
    return 1 - side


@rule("FF-049", "FF-077", "FF-G8")
def cell(total: int) -> int:
    """The cell of a total in a table of nine: what is beyond -4 or +4 reads as that."""
    return max(-4, min(4, total)) + 4
