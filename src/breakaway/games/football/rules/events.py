"""What can happen in a match, and the rules that refuse or end something."""

from __future__ import annotations

from pathlib import Path

from breakaway.core.rulebook import load_rulebook
from breakaway.core.rules import event
from breakaway.games.football.rules.state import HouseRules

# --- The events of football. Each event is declared once, in the order of the rule book.
#
# An event lists its numbers in the order in which the rules report them. The compilable rules import the names of the
# events they report. Code that reads events uses names such as `happened.BALL_MOVED` and `event.lines`.


# Units
SEAT = "0 home, 1 away"
LINES = "lines of five yards; below 0 if the ball moves back"
LINE = "line from the offense's own goal, 0 to 20"
SPOT = "line from the goal of the team that the event names first, 0 to 20"
CARD = "an offense card of the team, from 0"
CARD_OR_NONE = "an offense card of the team, from 0; NONE where nobody knows which"
GAME_DAY = "a Game Day card, from 0"
CORNER = "a corner: lines, TOUCHDOWN_CORNER or FOOTBALL"
PLAY = "a play of the team: twice its card, and 1 more for side b"
TYPE = "a type of play of the book, from 0"
DEFENSE = "a type of defense of the book, from 0"
FORMATION = "a formation of the offense, from 0"
SHAPE = "a formation of the defense, from 0"
KIND = "RUN or PASS"
STRENGTH = "strength"
VALUE = "value of a kick; 0 if the card shows a block"
DISTANCE = "distance of a kick, compared with its value"
POINTS = "points"
DOWN = "1 to 4"
QUARTER = "1 to 4, overtimes from 5"
CARDS = "a number of offense cards; below 0 if they are taken back"
TIME_OUTS = "time outs that are left"
FLAGS = "challenge flags that are ready"
USES = "uses that are left"
TOKENS = "spy tokens that are left"
DIE = "1 to 6"
TOTAL = "a die and its modifiers"
STRATEGY = "a strategy of the sheets, from 0"
PLAN = "a plan of the sheets, from 0"
STATE = "a Game State"
CODE = "a play code, from 0"
ROW = "a row of the chart, from 0"
COLUMN = "a column of the chart, from 0"
PILE = "SPENT or BURNT"
ABILITY = "an ability of a team"
ACTION = "an action of a sheet, from GO to WEIGH"
ANSWER = "0 the event, 1 the corner, 2 a forced turnover"
YES = "1 yes, 0 no"
SPY_REASON = "why the spy is on: NO_TOKENS, RED_ZONE or LATE_PASS"

# Components
ABILITY_USED = event("BF-009", seat=SEAT, ability=ABILITY, amount=STRENGTH)
KICK_HELPED = event("BF-010", seat=SEAT, printed=VALUE, value=VALUE)
TURNOVER_FORCED = event("BF-011", seat=SEAT)
QUICKLY_RELEASED = event("BF-012", seat=SEAT, left=USES)

# Setup
DRIVE_BEGAN = event("BF-013", seat=SEAT, line=LINE)
FLIP_WON = event("BF-019", seat=SEAT)
OPENING_RECEIVED = event("BF-R30", winner=SEAT, receiver=SEAT)

# Game play
OFFENSE_LINED_UP = event("BF-021", seat=SEAT, formation=FORMATION)
PLAY_SHOWN = event("BF-022", seat=SEAT, play=PLAY, type=TYPE, strength=STRENGTH)
DEFENSE_LINED_UP = event("BF-023", seat=SEAT, formation=SHAPE)
DEFENSE_SHOWN = event("BF-024", seat=SEAT, type=DEFENSE, strength=STRENGTH, spied=YES)
BASE_FOUND = event("BF-025", strength=STRENGTH, against=STRENGTH, base=LINES, extra=STRENGTH)
CARD_DRAWN = event("BF-026", card=GAME_DAY)
MODIFIER_COUNTED = event("BF-027", seat=SEAT, value=LINES)
BALL_MOVED = event("BF-028", seat=SEAT, lines=LINES, line=LINE)
NEXT_DOWN = event("BF-029", seat=SEAT, down=DOWN, to_go=LINES)
CARD_DISCARDED = event("BF-030", seat=SEAT, card=CARD)

# Game Day cards
EVENT_UNFIT = event("BF-035", card=GAME_DAY)
DECK_SHUFFLED = event("BF-R37")

# Offense Breakaways
OFFENSE_BROKE_AWAY = event("BF-037", seat=SEAT)
BREAKAWAY_RAISED = event("BF-039", seat=SEAT)
OFFENSE_PICKED = event("BF-040", seat=SEAT, answer=ANSWER, card=GAME_DAY)
CORNER_ADDED = event("BF-041", seat=SEAT, corner=CORNER, lines=LINES, reached=YES)
TACKLED = event("BF-042", seat=SEAT, lines=LINES)
BREAKAWAY_FUMBLED = event("BF-043", seat=SEAT, line=LINE)
TACKLE_AVOIDED = event("BF-044", seat=SEAT)
ALL_THE_WAY = event("BF-R6", seat=SEAT)

# Defense Breakaways
DEFENSE_BROKE_AWAY = event("BF-047", seat=SEAT)
BASE_IS_NOTHING = event("BF-048", seat=SEAT)
DEFENSE_PICKED = event("BF-049", seat=SEAT, answer=ANSWER, card=GAME_DAY)
CORNER_COUNTED = event("BF-050", seat=SEAT, corner=CORNER)
MINIMUM_OVERRIDDEN = event("BF-053", seat=SEAT)

# Challenge flags
FLAG_THROWN = event("BF-055", seat=SEAT, left=FLAGS)
EVENT_IGNORED = event("BF-057", card=GAME_DAY)
FLAG_REGAINED = event("BF-061", seat=SEAT, flags=FLAGS)
FLAGS_RESTORED = event("BF-067", seat=SEAT, flags=FLAGS)
ONE_FLAG_ENOUGH = event("BF-R20", seat=SEAT)
EVENT_SCORES = event("BF-R21", seat=SEAT)

# Penalties
FALSE_STARTED = event("BF-070", seat=SEAT)
HOLDING_ANSWERED = event("BF-073", seat=SEAT, accepted=YES)
HOLDING_DECLINED = event("BF-074", seat=SEAT, offender=SEAT)
HOLDING_ACCEPTED = event("BF-075", seat=SEAT)
AUTOMATIC_FIRST_DOWN = event("BF-077", seat=SEAT)
PENALTY_STOPPED = event("BF-079", seat=SEAT, line=LINE)
ILLEGALLY_CALLED = event("BF-082", seat=SEAT, type=TYPE)
CARD_TURNED = event("BF-083", seat=SEAT, play=PLAY)
TOKEN_RETURNED = event("BF-084", seat=SEAT, kind=KIND)

# Audibles
AUDIBLE_CALLED = event("BF-085", seat=SEAT)
CARD_LEFT = event("BF-R45", seat=SEAT)

# Turnovers
TURNED_OVER_TO = event("BF-091", seat=SEAT, line=SPOT)
BALL_FUMBLED = event("BF-092", seat=SEAT, lines=LINES)
PASS_INTERCEPTED = event("BF-094", seat=SEAT, lines=LINES)
LOST_BY_CORNER = event("BF-096", seat=SEAT, kind=KIND)
RETURN_GRANTED = event("BF-097", seat=SEAT)
TURNOVER_TOUCHBACK = event("BF-098", seat=SEAT)
PUNT_DROPPED = event("BF-100", seat=SEAT, line=SPOT)
LOST_ON_DOWNS = event("BF-R13", seat=SEAT, line=LINE)

# Clock management
FULL_TIME_CALLED = event("BF-101", home=POINTS, away=POINTS)
PUNT_CALLED = event("BF-104", seat=SEAT)
QUARTER_OVER = event("BF-105", quarter=QUARTER)
CARDS_EVENED = event("BF-107", seat=SEAT, cards=CARDS)
TIME_OUT_CALLED = event("BF-110", seat=SEAT, left=TIME_OUTS)
CARD_RETURNED = event("BF-111", seat=SEAT, card=CARD)
HALF_TIME_CALLED = event("BF-114", receiver=SEAT)
DISCARD_RETURNED = event("BF-R27", seat=SEAT, card=CARD)

# First downs
MARKER_REACHED = event("BF-117", seat=SEAT, marker=LINE)

# Scoring
TOUCHDOWN_SCORED = event("BF-122", seat=SEAT)
TWO_POINTS_TRIED = event("BF-123", seat=SEAT, points=POINTS)
EXTRA_POINT_KICKED = event("BF-124", seat=SEAT, points=POINTS, value=VALUE)
FIELD_GOAL_TRIED = event("BF-129", seat=SEAT, distance=DISTANCE)
FIELD_GOAL_KICKED = event("BF-131", seat=SEAT, value=VALUE, distance=DISTANCE)
FIELD_GOAL_SCORED = event("BF-132", seat=SEAT)
DRIVEN_BACK = event("BF-135", seat=SEAT)
SAFETY_SCORED = event("BF-136", seat=SEAT)
FREELY_KICKED = event("BF-138", seat=SEAT, lines=LINES)
BLOCK_REDRAWN = event("BF-R10", seat=SEAT)
FIELD_GOAL_MISSED = event("BF-R12", seat=SEAT, line="line from the goal of the other team, which starts there")
TRY_LOST = event("BF-R36", seat=SEAT)

# Kicking game
KICKOFF_RETURNED = event("BF-142", seat=SEAT, card=GAME_DAY, corner=CORNER)
KICKOFF_DOWNED = event("BF-143", seat=SEAT)
KICKOFF_TO_15 = event("BF-144", seat=SEAT)
KICKOFF_TO_30 = event("BF-145", seat=SEAT)
KICKOFF_TO_45 = event("BF-146", seat=SEAT)
KICKOFF_ALL_THE_WAY = event("BF-147", seat=SEAT)
KICKOFF_DROPPED = event("BF-148", kicker=SEAT)
KICKED_ONSIDE = event("BF-150", seat=SEAT)
ONSIDE_HELD = event("BF-152", seat=SEAT, value=VALUE)
PUNT_LANDED = event("BF-153", seat=SEAT, lines=LINES, line=LINE)
PUNT_RETURNED = event("BF-154", seat=SEAT, corner=CORNER, line=SPOT)
PUNT_DOWNED = event("BF-156", seat=SEAT)
KICK_STOPPED = event("BF-157", seat=SEAT, line=SPOT)
RETURN_WENT_ON = event("BF-159", seat=SEAT, corner=CORNER, line=SPOT)
RETURN_ENDED = event("BF-160", seat=SEAT, line=SPOT)
RETURN_SCORED = event("BF-161", seat=SEAT)
EXTRA_POINT_STOPPED = event("BF-162", seat=SEAT)
TRY_RETURNED = event("BF-163", seat=SEAT)
RETURN_DROPPED = event("BF-164", seat=SEAT, line=SPOT)
TOUCHBACK_TAKEN = event("BF-R4", seat=SEAT)
LINE_LOST = event("BF-R8", seat=SEAT)
SCORER_KICKS_OFF = event("BF-R11", seat=SEAT)
ONSIDE_LOST = event("BF-R34", receiver=SEAT, value=VALUE)

# Special rules
PREVENT_HALVED = event("BF-165", before=STRENGTH, after=STRENGTH, own=STRENGTH)
LOW_PASS_COMPLETE = event("BF-168", seat=SEAT)
PASS_INCOMPLETE = event("BF-169", seat=SEAT, low="1 only because the card has no green modifier, otherwise 0")
MINIMUM_GAINED = event("BF-170", seat=SEAT)
HAIL_MARY_THROWN = event("BF-175", seat=SEAT)
HAIL_MARY_DRAWN = event("BF-176", seat=SEAT, value=VALUE)
HAIL_MARY_CAUGHT = event("BF-178", seat=SEAT)
HAIL_MARY_ARRIVED = event("BF-179", seat=SEAT)
HAIL_MARY_PICKED_OFF = event("BF-180", winner=SEAT)
KNELT = event("BF-181", seat=SEAT)
OVERTIME_BEGAN = event("BF-184", quarter=QUARTER)
OVERTIME_FLIP_CHOSEN = event("BF-187", winner=SEAT, receiver=SEAT)
TOUCHDOWN_ENDED_IT = event("BF-189", winner=SEAT)
DRAWN_GAME = event("BF-190", home=POINTS, away=POINTS)
SUDDEN_DEATH_DECIDED = event("BF-191", home=POINTS, away=POINTS)
OVERTIME_DECIDED = event("BF-R31", home=POINTS, away=POINTS, by_safety=YES)
PERIOD_LEVEL = event("BF-R32", quarter=QUARTER)
HAIL_MARY_DROPPED = event("BF-R35", seat=SEAT)

# Optional rules
CARD_KEPT_LATE = event("BF-192", seat=SEAT, card=CARD_OR_NONE)
COFFIN_AIMED = event("BF-193", seat=SEAT)
COFFIN_SHORTENED = event("BF-194", seat=SEAT, lines=LINES)
KICKER_ICED = event("BF-196", seat=SEAT, left=TIME_OUTS)
ICED_VALUE = event("BF-198", seat=SEAT, value=VALUE)
ICING_TAKEN_BACK = event("BF-R50", seat=SEAT, left=TIME_OUTS)

# Solo: the opponent's defense
STRATEGY_ROLLED = event("BF-204", seat=SEAT, formation=FORMATION, state=STATE, die=DIE, strategy=STRATEGY)
ORANGE_SPENT = event("BF-206", seat=SEAT, left=TOKENS)
BLUE_SPENT = event("BF-207", seat=SEAT, left=TOKENS)
SPY_WON = event("BF-208", strategy=STRATEGY, kind=KIND, die=DIE, call=DEFENSE, why=SPY_REASON)
SHEET_DEFENDED = event(
    "BF-209", seat=SEAT, formation=FORMATION, strategy=STRATEGY, die=DIE, call=DEFENSE, strength=STRENGTH
)
SPY_IGNORED = event("BF-215", strategy=STRATEGY, kind=KIND, die=DIE, call=DEFENSE)

# Solo: the opponent's offense and the clock
FORMATION_ROLLED = event("BF-218", seat=SEAT, row=ROW, column=COLUMN, die=DIE, formation=FORMATION)
FORMATION_DRAWN = event("BF-219", seat=SEAT, formation=FORMATION)
PLAN_SET = event("BF-220", seat=SEAT, state=STATE, plan=PLAN)
CODE_ROLLED = event("BF-221", seat=SEAT, plan=PLAN, die=DIE, code=CODE)
PLAY_BY_CODE = event("BF-222", seat=SEAT, formation=FORMATION, play=PLAY)
PLAY_AS_DRAWN = event("BF-223", seat=SEAT, play=PLAY)
CARD_SPENT = event("BF-225", seat=SEAT)
CARD_GIVEN_UP = event("BF-227", seat=SEAT, card=CARD)
UNTIMED_DOWN = event("BF-230", seat=SEAT, payer="the seat whose time out paid for it")
TIME_OUT_PLAYED = event("BF-231", seat=SEAT, left=TIME_OUTS)
FOURTH_DOWN_ROLLED = event("BF-232", seat=SEAT, milestone=COLUMN, die=DIE, total=TOTAL, target=TOTAL, action=ACTION)
KICK_WEIGHED = event("BF-234", seat=SEAT, card=GAME_DAY, good=YES, value=VALUE, distance=DISTANCE, punts=YES)
KICKED_ANYWAY = event("BF-235", seat=SEAT)
CARD_BURNT = event("BF-236", seat=SEAT, card=CARD)
DRAWN_STANDS_IN = event("BF-237", seat=SEAT)
CARDS_DEFENDED = event("BF-238", seat=SEAT, call=DEFENSE, strength=STRENGTH)
DIE_OVERRULED = event("BF-R51", seat=SEAT, said=ACTION, done=ACTION)
PILE_RECYCLED = event("BF-R38", seat=SEAT, pile=PILE)

# Later rulings
KICK_NOT_HELPED = event("BF-R48", seat=SEAT, printed=VALUE, value=VALUE)
LOST_AT_OWN_GOAL = event("BF-R49", winner=SEAT)


# --- The rule ids of Breakaway Football, with their numbers.


BOOK = load_rulebook(Path(__file__).parents[1] / "rules.toml", HouseRules)

NO_SUCH_CARD = BOOK["BF-005"]
QUICK_RELEASE_SPENT = BOOK["BF-012"]
ABILITY_SPENT = BOOK["BF-009"]
NOT_IN_HAND = BOOK["BF-030"]
ILLEGAL_LONG = BOOK["BF-080"]
ILLEGAL_MEDIUM = BOOK["BF-081"]
TRY_CHOICE = BOOK["BF-123"]
GIVE_UP_AS_MANY = BOOK["BF-107"]
NOT_IN_DISCARDS = BOOK["BF-111"]
NOTHING_TO_BRING_BACK = BOOK["BF-R27"]
NO_TIME_OUT_IN_TRY = BOOK["BF-127"]
NO_TIME_OUTS_LEFT = BOOK["BF-113"]
TIME_BETWEEN_DOWNS = BOOK["BF-R52"]
TOO_FAR = BOOK["BF-133"]
NOT_FOURTH_DOWN = BOOK["BF-153"]
NO_COFFIN = BOOK["BF-193"]
HAIL_MARY_TOO_NEAR = BOOK["BF-R47"]
ONE_CALL = BOOK["BF-R44"]
FORCE_TURNOVER_SPENT = BOOK["BF-011"]
DOWN_CHOICE = BOOK["BF-022"]

FULL_TIME = BOOK["BF-101"]
DRAW = BOOK["BF-190"]
OVERTIME_SCORE = BOOK["BF-189"]
OVERTIME_LEADER = BOOK["BF-R31"]
SUDDEN_DEATH = BOOK["BF-191"]
TIE_STANDS = BOOK["BF-184"]
SUDDEN_DEATH_DRAW = BOOK["BF-R32"]
