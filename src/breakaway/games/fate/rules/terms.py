"""The numbers that stand for words in the state, the tables and the choices: phases, plays, results and so on.

Records hold them, so none of them ever changes; tests/records/numbers.toml lists them all.
"""

SIDES, FACES, ROLLS = 2, 3, 9  # teams, faces of a Fate die, totals of four of them (-4 to +4)
QUARTER, QUARTERS, TWO_MINUTES, OVERTIME = 60, 4, 8, 5  # units of 15 seconds; the number of the overtime period
GOAL = 100
NONE = 99  # stands for no call, position or row; never -1

# Phases: what comes next. Some ask a side a question, the others are rolls or bookkeeping.
TOSS, CHOICE, KICK, KICK_SPOT, KICK_RETURN, KICK_FUMBLE, ONSIDE = 1, 2, 3, 4, 5, 6, 7
DECLARE, CALL, CONTEST, RUN, PASS, RUSH, YARDS, SCREEN = 8, 9, 10, 11, 12, 13, 14, 15
PUNT, PUNT_RETURN, PUNT_FUMBLE, FIELD_GOAL, TRY, EXTRA_POINT = 16, 17, 18, 19, 20, 21
AFTER, SETTLE, TIME, TIME_DEFENSE, BETWEEN, OVERTIME_CONTEST, OVER = 22, 23, 24, 25, 26, 27, 28
# phases of the advanced game
PICKED, PICKED_AGAIN, PICK_POINT, PICK_RETURN = 29, 30, 31, 32
EVENT, EVENT_KIND, LOOSE_BALL, FOUL, FOUL_ONE_OR_TWO, FOUL_SPOT, OPTION, REKICK = 33, 34, 35, 36, 37, 38, 39, 40
HURT, HURT_WHO, HURT_TIME = 41, 42, 43
WHISTLE = 44  # the umpire can rule, and no other question stops the game: everybody says whether to play on
LAST_PHASE = WHISTLE

# Base plays are rows of the matrix; Draw and Play Action are rows that modify them.
RUN_INSIDE, RUN_OUTSIDE, SCREEN_PASS, QUICK, SHORT, LONG, DRAW, PLAY_ACTION = 0, 1, 2, 3, 4, 5, 6, 7
BASES, ROWS = 6, 8
NEITHER = 0  # a play without Draw or Play Action
RUN_D, NEUTRAL, PASS_D, PREVENT, BLITZ = 0, 1, 2, 3, 4
DEFENSES = 5

# A die of a call: 0 if it is not used, then its faces
NO_DIE, MINUS, BLANK, PLUS = 0, 1, 2, 3
# Answers
RECEIVE, KICK_OFF = 0, 1
DEEP, ONSIDE_KICK = 0, 1
PLAY, PUNT_IT, KICK_IT, KNEEL, SPIKE = 0, 1, 2, 3, 4  # declarations
KICKOFF, FREE_KICK = 5, 6  # stored in the same field, but never declared
DECLARATIONS = FREE_KICK + 1  # the number of declarations, including these two
KICK_POINT, GO_FOR_TWO = 0, 1
PLAY_ON = 0  # the one answer to the whistle

# Codes in tables
PASS_RUSH = 50  # a cell of the matrix
CHAIN = 101  # Short Gain or Long Gain: another roll
TOUCHBACK_CELL = 102
FAIR_CATCH, FAIR_CATCH_FUMBLE = 103, 104
TOUCHDOWN_CELL = 105
SCREEN_INTERCEPTED, SCREEN_INCOMPLETE = 0, 5  # any other number is the multiplier, 1 to 4
SACK_CELL, QB_RUN_CELL, INCOMPLETE_CELL, COMPLETE_CELL = 0, 1, 2, 3

# Results of a play
NOTHING = 0
RAN = 1
COMPLETE = 2
INCOMPLETE = 3
SACKED = 4
INTERCEPTED = 5
KICKED = 6
GOOD = 7
MISSED = 8
TOUCHBACK = 9
KNELT = 10
FUMBLED = 11

# Positions and approaches of the advanced game
QB, WR, TE, FB, RB, OT, OG, OC, K, CB, SF, OL, IL, DE, DT, P = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
POSITIONS, APPROACHES = 16, 6
CAREFUL, CLEVER, FLASHY, FORCEFUL, QUICK_APPROACH, SNEAKY = 0, 1, 2, 3, 4, 5
LOWEST = -2  # lowest rating
CARRIER = 98  # in the injury table: the ball carrier
SEASON, GAME_LONG, HALF, THIS_QUARTER, SERIES = 0, 1, 2, 3, 4  # durations; n plays are SERIES + n
ROOM = 32  # injuries that can be noted at once
MEN = 14  # players at a position who are tracked separately, a bit each
STOOD = 25  # how many numbers are stored for an umpire's ruling
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
DECLINE, ACCEPT, TAKE_BALL = 0, 1, 2  # the ball at the 35 is taken after a kickoff out of bounds alone

# Options with more than two answers
SACK_SEVEN, SACK_TOTAL, SACK_LONG = 0, 1, 2
OT_PERIOD, OT_COLLEGE, OT_CONTEST, OT_TIE = 0, 1, 2, 3
