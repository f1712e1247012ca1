"""What can happen in a match, and the rules that refuse or end something."""

from __future__ import annotations

from pathlib import Path

from breakaway.core.rulebook import load_rulebook
from breakaway.core.rules import event
from breakaway.games.fate.rules.state import HouseRules

# --- All events of FATE, in the order of the rule book. Fields are in the order in which the rules report them.
#
# Compiled rules import the names of the events that they report. Code that reads events uses names such as
# `happened.DOWN_BEGAN` and `event.to_go`.


# Units
SEAT = "0 home, 1 away"
YARDS = "yards; below 0 if the ball moves back"
SPOT = "a spot, in yards from the goal line of the side that the event names or that had the ball"
OWN_LINE = "a yard line, in yards from the goal line of the side that the event names"
DOWN = "1 to 4"
QUARTER = "1 to 4, overtime 5"
UNITS = "15 seconds each"
POINTS = "points"
TIME_OUTS = "time outs that are left"
TOTAL = "the total of four dice plus what is added to it"
DIFFICULTY = "a total that the roll is compared with"
MODIFIER = "what is added to the roll; for a call, PASS_RUSH if that is rolled first"
PLAY = "a base play: a row of the matrix, from 0"
OVERLAY = "DRAW, PLAY_ACTION or NEITHER"
DEFENSE = "a defense: a column of the matrix, from 0"
DECLARED = "KNEEL, SPIKE or, for an onside kick, KICKOFF"
TIMES = "1 to 4"
RATING = "a rating, or the sum of two"
POSITION = "a position, from 0"
NOBODY = "a position, from 0; CARRIER if the returner has no position, NONE if nobody carried the ball"
DURATION = "SEASON to SERIES; for plays, SERIES plus their number"
LESS = "points of rating; 0 if the starter comes back in"
MAN = "a man of the position's roster, from 0; MEN for men who are not told apart"
FOUL = "a foul, from 1"
WINNER = "0 for nobody, else 1 plus the seat that won the contest"
YES = "1 yes, 0 no"
ANSWER = "DECLINE, ACCEPT or, after a kickoff out of bounds, TAKE_BALL"

# Setup
TOSS_WON = event("FF-001", seat=SEAT)
SIDE_CHOSEN = event("FF-002", seat=SEAT, receiver=SEAT)
DOWN_BEGAN = event("FF-003", seat=SEAT, down=DOWN, to_go=YARDS, spot=SPOT)

# Kickoff
KICKED_OFF = event("FF-005", seat=SEAT, total=TOTAL)
KICK_FIELDED = event("FF-006", seat=SEAT, line=OWN_LINE)
KICK_FIELDED_ON_GOAL_LINE = event("FF-007", seat=SEAT)
KICK_TOUCHED_BACK = event("FF-008", seat=SEAT, line=OWN_LINE)
KICK_RETURNED = event("FF-009", seat=SEAT, yards=YARDS, spot=SPOT)
RETURN_FUMBLED = event("FF-010", seat=SEAT, spot=SPOT)
KICK_RECOVERED = event("FF-011", seat=SEAT, total=TOTAL)
KICK_RETURNED_ALL_THE_WAY = event("FF-012", seat=SEAT)
FREE_KICK_GIVEN = event("FF-G15", seat=SEAT)
SECOND_HALF_KICKED = event("FF-G16", seat=SEAT)

# Clock
QUARTER_OVER = event("FF-013", quarter=QUARTER, home=POINTS, away=POINTS)
CLOCK_RAN = event("FF-014", quarter=QUARTER, left=UNITS)
KICK_TIMED = event("FF-015", quarter=QUARTER, left=UNITS)
INCOMPLETION_TIMED = event("FF-016", quarter=QUARTER, left=UNITS)
SIDELINE_TIMED = event("FF-017", quarter=QUARTER, left=UNITS)
PENALTY_MARKED = event("FF-018", seat=SEAT, foul=FOUL, spot=SPOT)
PLAY_SHORTENED = event("FF-019", quarter=QUARTER)
TIME_OUT_TIMED = event("FF-020", quarter=QUARTER, left=UNITS)
LONG_PLAY_TIMED = event("FF-021", quarter=QUARTER, left=UNITS)
TWO_MINUTES_LEFT = event("FF-022", quarter=QUARTER)
TIME_OUT_CALLED = event("FF-024", seat=SEAT, left=TIME_OUTS)
HALF_TIME = event("FF-026", seat=SEAT)

# Calls
CALLS_SHOWN = event("FF-029", seat=SEAT, base=PLAY, overlay=OVERLAY, defense=DEFENSE, modifier=MODIFIER)
PUNT_DECLARED = event("FF-043", seat=SEAT)
FIELD_GOAL_DECLARED = event("FF-045", seat=SEAT, yards=YARDS)
SPECIAL_PLAYED = event("FF-G49", seat=SEAT, declared=DECLARED, spot=SPOT, rolled=TOTAL)

# Runs
RAN_INSIDE = event("FF-046", seat=SEAT, yards=YARDS, total=TOTAL)
RAN_OUTSIDE = event("FF-047", seat=SEAT, yards=YARDS, total=TOTAL)
SHORT_GAIN_REACHED = event("FF-050", seat=SEAT, total=TOTAL)
LONG_GAIN_REACHED = event("FF-051", seat=SEAT, total=TOTAL)
RUN_GAINED_LONG = event("FF-053", seat=SEAT, yards=YARDS)

# Passes
PASS_COMPLETED = event("FF-060", seat=SEAT, total=TOTAL, difficulty=DIFFICULTY)
PASS_INCOMPLETE = event("FF-061", seat=SEAT, total=TOTAL, difficulty=DIFFICULTY)
SHORT_PASS_TIED = event("FF-062", seat=SEAT, total=TOTAL)
LONG_PASS_TIED = event("FF-063", seat=SEAT, total=TOTAL)
QUICK_PASS_TIED = event("FF-064", seat=SEAT, total=TOTAL)
PASS_CAUGHT = event("FF-067", seat=SEAT, yards=YARDS, total=TOTAL)
LONG_COLUMN_REACHED = event("FF-068", seat=SEAT, total=TOTAL)
PASS_GAINED_LONG = event("FF-069", seat=SEAT, yards=YARDS)
QUICK_PASS_RUSHED = event("FF-G3", seat=SEAT, total=TOTAL)

# Pass Rush
SACKED_BY_RUSH = event("FF-070", seat=SEAT, yards=YARDS, total=TOTAL)
QUARTERBACK_RAN = event("FF-071", seat=SEAT, total=TOTAL)
RUSH_INCOMPLETE = event("FF-073", seat=SEAT, total=TOTAL)
RUSH_COMPLETED = event("FF-074", seat=SEAT, total=TOTAL)

# Screens
SCREEN_PICKED = event("FF-080", seat=SEAT, spot=SPOT)
SCREEN_FAILED = event("FF-081", seat=SEAT)
SCREEN_CAUGHT = event("FF-082", seat=SEAT, total=TOTAL)
SCREEN_WITH_ROOM = event("FF-083", seat=SEAT)
SCREEN_WIDE_OPEN = event("FF-084", seat=SEAT)
SCREEN_PERFECT = event("FF-085", seat=SEAT)
YARDS_MULTIPLIED = event("FF-G10", seat=SEAT, times=TIMES, yards=YARDS)

# Punts
PUNTED = event("FF-087", seat=SEAT, yards=YARDS, total=TOTAL)
PUNT_RETURNED = event("FF-088", seat=SEAT, yards=YARDS, spot=SPOT)
FAIR_CAUGHT = event("FF-089", seat=SEAT, spot=SPOT)
FAIR_CATCH_DROPPED = event("FF-090", seat=SEAT, spot=SPOT)
PUNT_RECOVERED = event("FF-091", seat=SEAT, total=TOTAL)
PUNT_RETURNED_ALL_THE_WAY = event("FF-092", seat=SEAT)
PUNT_TOUCHED_BACK = event("FF-G21", seat=SEAT, line=OWN_LINE)

# Field goals and extra points
FIELD_GOAL_ROLLED = event("FF-094", seat=SEAT, yards=YARDS, total=TOTAL, difficulty=DIFFICULTY)
EXTRA_POINT_ROLLED = event("FF-095", seat=SEAT, good=YES, total=TOTAL)
FIELD_GOAL_GOOD = event("FF-G12", seat=SEAT)
FIELD_GOAL_MISSED = event("FF-G13", seat=SEAT, spot=SPOT)

# Scores and possession
SAFETY_SCORED = event("FF-G17", seat=SEAT, points=POINTS)
TOUCHDOWN_SCORED = event("FF-G18", seat=SEAT, points=POINTS)
TRY_PLAYED = event("FF-G19", seat=SEAT, points=POINTS)
LOST_ON_DOWNS = event("FF-G20", seat=SEAT, spot=SPOT)
OVERTIME_TOLD = event("FF-G31", home=POINTS, away=POINTS, won=WINNER)

# Approaches
DEFENDER_ALONE = event("FF-102", seat=SEAT, total=TOTAL, yards=RATING)
ATTACKER_ALONE = event("FF-103", seat=SEAT, total=TOTAL, yards=RATING)
HIGHER_COUNTED = event("FF-104", seat=SEAT, total=TOTAL, ours=RATING, theirs=RATING)
CONTEST_EVEN = event("FF-105", seat=SEAT, total=TOTAL, ours=RATING)
PASS_CONTESTED = event("FF-110", seat=SEAT, total=TOTAL, ours=RATING, theirs=RATING, more=MODIFIER)

# Fate events
NOTHING_HAPPENED = event("FF-113", total=TOTAL)
SOMETHING_HAPPENED = event("FF-114", total=TOTAL)
FUMBLED_BY_FATE = event("FF-115", total=TOTAL, live=YES)
FLAG_THROWN = event("FF-116", total=TOTAL)
SOMEBODY_HURT = event("FF-117", total=TOTAL)
FUMBLE_RECOVERED = event("FF-118", seat=SEAT, total=TOTAL)

# Interceptions
PASS_TIPPED = event("FF-119", seat=SEAT, total=TOTAL)
ANY_PASS_PICKED = event("FF-120", seat=SEAT, total=TOTAL)
DEEP_PASS_PICKED = event("FF-121", seat=SEAT, total=TOTAL)
TIPPED_PASS_PICKED = event("FF-122", seat=SEAT, total=TOTAL)
PASS_DROPPED = event("FF-123", seat=SEAT, total=TOTAL)
PICK_PLACED = event("FF-124", seat=SEAT, yards=YARDS, spot=SPOT)
PICK_RETURNED = event("FF-125", seat=SEAT, yards=YARDS, spot=SPOT)
PICK_LOST_A_YARD = event("FF-127", seat=SEAT, spot=SPOT)
PICK_TOUCHED_BACK = event("FF-G26", seat=SEAT, line=OWN_LINE)

# Injuries
CARRIER_HURT = event("FF-130", seat=SEAT, position=POSITION)
HURT_MAN_CHOSEN = event("FF-131", seat=SEAT, position=POSITION)
PLAYER_OUT = event("FF-134", seat=SEAT, position=POSITION, lasts=DURATION, less=LESS, man=MAN, after=MAN)
SHAKEN_UP = event("FF-G39", total=TOTAL)
NOBODY_THERE = event("FF-G40", total=TOTAL, position=NOBODY)

# Penalties
FIRST_COLUMN_FOUL = event("FF-135", seat=SEAT, foul=FOUL, total=TOTAL)
SECOND_COLUMN_FOUL = event("FF-136", seat=SEAT, foul=FOUL, total=TOTAL)
THIRD_COLUMN_FOUL = event("FF-137", seat=SEAT, foul=FOUL, total=TOTAL)
FOURTH_COLUMN_FOUL = event("FF-138", seat=SEAT, foul=FOUL, total=TOTAL)
NO_OPTION_GIVEN = event("FF-140", seat=SEAT, foul=FOUL)
PENALTY_ANSWERED = event("FF-141", seat=SEAT, accepted=ANSWER, foul=FOUL)
MARKED_FROM_END = event("FF-142", seat=SEAT, foul=FOUL)
MARKED_FROM_SCRIMMAGE = event("FF-143", seat=SEAT, foul=FOUL)
FIRST_DOWN_BY_FOUL = event("FF-144", seat=SEAT)
DOWN_COUNTED = event("FF-145", seat=SEAT, foul=FOUL)
FOUL_SPOTTED = event("FF-146", seat=SEAT, spot=SPOT)
BALL_THROWN_AWAY = event("FF-147", seat=SEAT)
BALL_TAKEN = event("FF-148", seat=SEAT, line=OWN_LINE)
ONE_OR_TWO_ROLLED = event("FF-G41", seat=SEAT, foul=FOUL)
UMPIRE_RULED = event("FF-G45", seat=SEAT, foul=FOUL)
FOULED_IN_END_ZONE = event("FF-G46", seat=SEAT)
MARKED_FROM_RETURN = event("FF-G48", seat=SEAT, foul=FOUL)


# --- The rule ids of FATE Accelerated Football, with their numbers.


BOOK = load_rulebook(Path(__file__).parents[1] / "rules.toml", HouseRules)

FULL_TIME = BOOK["FF-013"]
OVERTIME_ENDS = BOOK["FF-G31"]
ONE_OFFENSE_DIE = BOOK["FF-032"]
NO_MINUS = BOOK["FF-034"]
NO_DEFENSE_MINUS = BOOK["FF-037"]
ONE_DEFENSE_DIE = BOOK["FF-038"]
NO_PLAY_ACTION = BOOK["FF-040"]
NO_DRAW = BOOK["FF-041"]
NO_LONG = BOOK["FF-042"]
TOO_FAR = BOOK["FF-096"]
DRAW_INSIDE_ONLY = BOOK["FF-G6"]
NO_TWO_POINT = BOOK["FF-G19"]
NO_SIDELINE = BOOK["FF-G28"]
NOT_PLAYED = BOOK["FF-G49"]
CHOOSE = BOOK["FF-002"]
NOT_IN_GROUP = BOOK["FF-131"]
GROUNDING_NEEDS = BOOK["FF-147"]
UMPIRE_NOT_NOW = BOOK["FF-G45"]
