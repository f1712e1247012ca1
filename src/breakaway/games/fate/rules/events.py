"""What can happen in a match, and the rules that refuse or end something."""

from __future__ import annotations

from pathlib import Path

from breakaway.core.language import Names, marked
from breakaway.core.rulebook import load_rulebook
from breakaway.core.rules import DETAIL, HEADLINE, ByNames, Event, EventGroup, Filled, InWords, Unit, event, filled
from breakaway.games.fate.rules.state import HouseRules
from breakaway.games.fate.rules.terms import CARRIER, KICKOFF, KNEEL, NONE

# --- All events of FATE, in the order of the rule book. Fields are in the order in which the rules report them.
#
# Compiled rules import the names of the events that they report. Code that reads events uses names such as
# `happened.DOWN_BEGAN` and `event.to_go`. `text/words.py` puts the units into words.


# Units
SEAT = Unit("0 home, 1 away")
YARDS = Unit("yards; below 0 if the ball moves back")
TO_GO = Unit("yards to the line to gain")
SPOT = Unit("a spot, in yards from the goal line of the side that the event names or that had the ball")
AT = Unit(
    "the spot where something is, in yards from the goal line of the side that the event names or that had the ball"
)
TO = Unit(
    "the spot where something ends, in yards from the goal line of the side that the event names or that had the ball"
)
FROM = Unit("the spot where a kick begins, in yards from the goal line of the side that the event names")
HEAD_AT = Unit("the spot where something is, in yards from the goal line of the side that had the ball, in a heading")
HEAD_TO = Unit("the spot where something ends, in yards from the goal line of the side that had the ball")
DOWN = Unit("1 to 4")
QUARTER = Unit("1 to 4, overtime 5")
UNITS = Unit("15 seconds each")
POINTS = Unit("points")
HOME_POINTS = Unit("points of the home side")
AWAY_POINTS = Unit("points of the visitors")
TIME_OUTS = Unit("time outs that are left")
TOTAL = Unit("the total of four dice plus what is added to it")
DIFFICULTY = Unit("a total that the roll is compared with")
CELL = Unit("what is added to the roll for a call; PASS_RUSH if that is rolled first")
MODIFIER = Unit("what is added to the roll")
PLAY = Unit("a base play: a row of the matrix, from 0")
OVERLAY = Unit("DRAW, PLAY_ACTION or NEITHER")
DEFENSE = Unit("a defense: a column of the matrix, from 0")
DECLARED = Unit("KNEEL, SPIKE or, for an onside kick, KICKOFF")
TIMES = Unit("1 to 4")
RATING = Unit("a rating, or the sum of two")
RATING_IN_YARDS = Unit("a rating, or the sum of two, that counts as yards")
POSITION = Unit("a position, from 0")
NOBODY = Unit("a position, from 0; CARRIER if the returner has no position, NONE if nobody carried the ball")
DURATION = Unit("SEASON to SERIES; for plays, SERIES plus their number")
LESS = Unit("points of rating; 0 if the starter comes back in")
MAN = Unit("a man of the position's roster, from 0; MEN for men who are not told apart")
NEXT_MAN = Unit("the man who comes in for another, from 0; MEN for men who are not told apart")
FOUL = Unit("a foul, from 1")
WINNER = Unit("0 for nobody, else 1 plus the seat that won the contest")
YES = Unit("1 yes, 0 no")
ANSWER = Unit("DECLINE, ACCEPT or, after a kickoff out of bounds, TAKE_BALL")

# Groups of events
PLAYS = EventGroup("what the offense plays: a call, a punt, a field goal, a kneel or spike")
BEGINS = EventGroup("begins a new play in the log")
KICKS = EventGroup("a kick that flies across the field")
GAINS = EventGroup("a roll for the yards of a play")
FAILED = EventGroup("how a play fails for the side that plays it")
SCORED = EventGroup("a score after which the try or a free kick comes next")
SETTLED = EventGroup("how a play ended, told once its penalties are settled")
STANDS = EventGroup("a penalty after which the play still counts")


# --- Sentences that depend on an event's numbers.


def overtime(event: Event) -> str:
    """The score of overtime, and who won its contest."""
    if event.won:
        return marked("Overtime: {home}, {away}; {won:wins} the contest")
    return marked("Overtime: {home}, {away}")


def extra_point(event: Event) -> str:
    """Whether the extra point is good."""
    return marked("the extra point is good ({total})") if event.good else marked("the extra point is no good ({total})")


def points_after(event: Event) -> str:
    """Whether a try scored."""
    return marked("two points") if event.points else marked("the try fails")


def free_kick(_event: Event) -> Filled:
    """Where a side kicks from after it has conceded a safety."""
    return filled("{seat:has} a free kick {spot}", spot=InWords(FROM.of("seat"), 20))


def special(event: Event) -> str:
    """An onside kick, a kneel or a spike."""
    if event.declared == KICKOFF:
        return marked("the onside kick goes to {seat} ({rolled})")
    return marked("{seat:kneels}") if event.declared == KNEEL else marked("{seat:spikes} the ball")


def fumble(event: Event) -> str:
    """A fumble, which means nothing if nobody carries the ball."""
    return marked("a fumble") if event.live else marked("a fumble, but nobody carries the ball")


def injury(event: Event, names: Names) -> str:
    """A player who is out and the one who comes in, by name if there are rosters."""
    if names.get("rosters"):
        if event.less == 0:
            return marked("{seat:loses} {man} {lasts}, but {after} comes back in")
        return marked("{seat:loses} {man} {lasts}: {after} comes in, rated {less} lower")
    if event.less == 0:
        return marked("{seat:loses} a player at {position} {lasts}, but the starter comes back in")
    return marked("{seat:loses} a player at {position} {lasts}: the next player is rated {less} lower")


def nobody_there(event: Event) -> str:
    """Why an injury is rolled again."""
    if event.position == NONE:
        return marked("nobody carried the ball, so the injury is rolled again")
    if event.position == CARRIER:
        return marked("the player who fielded the kick plays no listed position, so the injury is rolled again")
    return marked("no {position} is on the field, so the injury is rolled again")


def answer(event: Event) -> str:
    """The answer to a penalty."""
    return marked("{seat:accepts}") if event.accepted else marked("{seat:declines}")


# --- The declarations. `part` is the roll that an event tells the result of, by the name that the rules give the roll.


# Setup
TOSS_WON = event("FF-001", seat=SEAT, says=marked("{seat:wins} the toss"), part="toss", groups=(BEGINS,))
SIDE_CHOSEN = event("FF-002", seat=SEAT, receiver=SEAT, says=marked("{seat:chooses}: {receiver:receives}"))
DOWN_BEGAN = event(
    "FF-003",
    seat=SEAT,
    down=DOWN,
    to_go=TO_GO,
    spot=HEAD_AT.of("seat"),
    says=marked("{seat}: {down} down and {to_go} to go {spot}"),
    groups=(BEGINS,),
)

# Kickoff
KICKED_OFF = event(
    "FF-005",
    seat=SEAT,
    total=TOTAL,
    says=marked("{seat:kicks} off ({total})"),
    short="",  # the next event says where the kick comes down
    part="kickoff",
    groups=(BEGINS, KICKS),
)
KICK_FIELDED = event("FF-006", seat=SEAT, line=AT.of("seat"), says=marked("{seat:fields} the kick {line}"))
KICK_FIELDED_ON_GOAL_LINE = event("FF-007", seat=SEAT, says=marked("{seat:fields} the kick at the goal line"))
KICK_TOUCHED_BACK = event("FF-008", seat=SEAT, line=AT.of("seat"), says=marked("touchback: {seat:starts} {line}"))
KICK_RETURNED = event(
    "FF-009", seat=SEAT, yards=YARDS, spot=TO.of("seat"), says=marked("{seat:returns} it {yards}, {spot}")
)
RETURN_FUMBLED = event("FF-010", seat=SEAT, spot=AT.of("seat"), says=marked("{seat:fumbles} the return {spot}"))
KICK_RECOVERED = event(
    "FF-011",
    seat=SEAT,
    total=TOTAL,
    says=marked("{seat:recovers} the fumble ({total})"),
    weight=HEADLINE,
    part="fumble",
)
KICK_RETURNED_ALL_THE_WAY = event(
    "FF-012",
    seat=SEAT,
    says=marked("{seat:returns} the kick all the way"),
    weight=HEADLINE,
    banner=marked("Touchdown!"),
    groups=(SCORED,),
)
FREE_KICK_GIVEN = event("FF-G15", seat=SEAT, says=free_kick)
SECOND_HALF_KICKED = event("FF-G16", seat=SEAT, says=marked("{seat:kicks} off the second half"), groups=(BEGINS,))

# Clock
QUARTER_OVER = event(
    "FF-013",
    quarter=QUARTER,
    home=HOME_POINTS,
    away=AWAY_POINTS,
    says=marked("The {quarter} is over: {home}, {away}"),
    weight=HEADLINE,
)
CLOCK_RAN = event("FF-014", quarter=QUARTER, left=UNITS, says=marked("15 seconds: {left} left in the {quarter}"))
KICK_TIMED = event(
    "FF-015", quarter=QUARTER, left=UNITS, says=marked("a kick, 15 seconds: {left} left in the {quarter}")
)
INCOMPLETION_TIMED = event(
    "FF-016", quarter=QUARTER, left=UNITS, says=marked("incomplete, 15 seconds: {left} left in the {quarter}")
)
SIDELINE_TIMED = event(
    "FF-017", quarter=QUARTER, left=UNITS, says=marked("out of bounds, 15 seconds: {left} left in the {quarter}")
)
PENALTY_MARKED = event(
    "FF-018",
    seat=SEAT,
    foul=FOUL,
    spot=HEAD_TO.of("side"),
    side=SEAT,
    says=marked("the penalty on {seat} is marked off, {spot}"),
)
PLAY_SHORTENED = event(
    "FF-019", quarter=QUARTER, says=marked("the play is shortened by the two-minute warning in the {quarter}")
)
TIME_OUT_TIMED = event(
    "FF-020", quarter=QUARTER, left=UNITS, says=marked("time out, 15 seconds: {left} left in the {quarter}")
)
LONG_PLAY_TIMED = event("FF-021", quarter=QUARTER, left=UNITS, says=marked("30 seconds: {left} left in the {quarter}"))
TWO_MINUTES_LEFT = event("FF-022", quarter=QUARTER, says=marked("two minutes left in the {quarter}: the clock stops"))
TIME_OUT_CALLED = event("FF-024", seat=SEAT, left=TIME_OUTS, says=marked("{seat:calls} a time out, {left} left"))
HALF_TIME = event("FF-026", seat=SEAT, says=marked("halftime: both sides have three time outs again"))

# Calls
CALLS_SHOWN = event(
    "FF-029",
    seat=SEAT,
    base=PLAY.of("overlay"),
    overlay=OVERLAY,
    defense=DEFENSE,
    modifier=CELL,
    says=marked("{seat:plays} {base} against {defense}; the matrix shows {modifier}"),
    cites=("FF-G2", "FF-048", "FF-058"),
    groups=(PLAYS,),
)
PUNT_DECLARED = event("FF-043", seat=SEAT, says=marked("{seat:declares} a punt"), groups=(PLAYS, KICKS))
FIELD_GOAL_DECLARED = event(
    "FF-045",
    seat=SEAT,
    yards=YARDS,
    says=marked("{seat:tries} a field goal from {yards}"),
    short="",  # its roll says from where
    groups=(PLAYS, KICKS),
)
SPECIAL_PLAYED = event(
    "FF-G49", seat=SEAT, declared=DECLARED, spot=SPOT.of("seat"), rolled=TOTAL, says=special, groups=(PLAYS,)
)

# Runs
RAN_INSIDE = event(
    "FF-046",
    seat=SEAT,
    yards=YARDS,
    total=TOTAL,
    says=marked("a run inside for {yards} ({total})"),
    part="run",
    title=marked("Run Inside"),
    groups=(GAINS,),
)
RAN_OUTSIDE = event(
    "FF-047",
    seat=SEAT,
    yards=YARDS,
    total=TOTAL,
    says=marked("a run outside for {yards} ({total})"),
    part="run",
    title=marked("Run Outside"),
    groups=(GAINS,),
)
SHORT_GAIN_REACHED = event(
    "FF-050",
    seat=SEAT,
    total=TOTAL,
    says=marked("{total}: on to Short Gain"),
    part="run",
    title=marked("run, first column"),
)
LONG_GAIN_REACHED = event(
    "FF-051",
    seat=SEAT,
    total=TOTAL,
    says=marked("{total}: on to Long Gain"),
    part="run",
    title=marked("run, Short Gain"),
)
RUN_GAINED_LONG = event("FF-053", seat=SEAT, yards=YARDS, says=marked("a long gain of {yards}"), weight=HEADLINE)

# Passes
PASS_COMPLETED = event(
    "FF-060",
    seat=SEAT,
    total=TOTAL,
    difficulty=DIFFICULTY,
    says=marked("complete: {total} beats {difficulty}"),
    part="pass",
    cites=("FF-057",),
)
PASS_INCOMPLETE = event(
    "FF-061",
    seat=SEAT,
    total=TOTAL,
    difficulty=DIFFICULTY,
    says=marked("incomplete: {total} is below {difficulty}"),
    part="pass",
    banner=marked("Incomplete"),
    cites=("FF-057",),
    groups=(FAILED,),
)
SHORT_PASS_TIED = event(
    "FF-062",
    seat=SEAT,
    total=TOTAL,
    says=marked("{total} ties the difficulty of a Short pass: on to the Pass Rush, with +1 on its roll"),
    part="pass",
    cites=("FF-057",),
)
LONG_PASS_TIED = event(
    "FF-063",
    seat=SEAT,
    total=TOTAL,
    says=marked("{total} ties the difficulty of a Long pass: on to the Pass Rush, with +1 on its roll"),
    part="pass",
    cites=("FF-057",),
)
QUICK_PASS_TIED = event(
    "FF-064",
    seat=SEAT,
    total=TOTAL,
    says=marked("{total} ties the difficulty of a Quick pass: incomplete"),
    part="pass",
    banner=marked("Incomplete"),
    cites=("FF-057",),
    groups=(FAILED,),
)
PASS_CAUGHT = event(
    "FF-067",
    seat=SEAT,
    yards=YARDS,
    total=TOTAL,
    says=marked("the catch is good for {yards} ({total})"),
    part="yards",
    groups=(GAINS,),
)
LONG_COLUMN_REACHED = event(
    "FF-068", seat=SEAT, total=TOTAL, says=marked("{total}: on to the Long Gain column"), part="yards"
)
PASS_GAINED_LONG = event("FF-069", seat=SEAT, yards=YARDS, says=marked("a long gain of {yards}"), weight=HEADLINE)
QUICK_PASS_RUSHED = event(
    "FF-G3",
    seat=SEAT,
    total=TOTAL,
    says=marked("{total} ties the difficulty of a Quick pass: on to the Pass Rush, with +1 on its roll"),
    part="pass",
)

# Pass Rush
SACKED_BY_RUSH = event(
    "FF-070",
    seat=SEAT,
    yards=YARDS,
    total=TOTAL,
    says=marked("sacked for a loss of {yards} ({total})"),
    weight=HEADLINE,
    part="pass rush",
    banner=marked("Sacked"),
    groups=(FAILED,),
)
QUARTERBACK_RAN = event("FF-071", seat=SEAT, total=TOTAL, says=marked("the quarterback runs outside"), part="pass rush")
RUSH_INCOMPLETE = event(
    "FF-073",
    seat=SEAT,
    total=TOTAL,
    says=marked("incomplete under the rush ({total})"),
    part="pass rush",
    banner=marked("Incomplete"),
    groups=(FAILED,),
)
RUSH_COMPLETED = event(
    "FF-074", seat=SEAT, total=TOTAL, says=marked("complete despite the rush ({total})"), part="pass rush"
)

# Screens
SCREEN_PICKED = event(
    "FF-080",
    seat=SEAT,
    spot=AT.of("seat"),
    says=marked("{seat:has} a screen intercepted {spot}"),
    weight=HEADLINE,
    banner=marked("Intercepted!"),
    groups=(FAILED,),
)
SCREEN_FAILED = event("FF-081", seat=SEAT, says=marked("the screen is incomplete"))
SCREEN_CAUGHT = event(
    "FF-082",
    seat=SEAT,
    total=TOTAL,
    says=marked("the screen is caught and gains what a run outside would"),
    part="screen",
)
SCREEN_WITH_ROOM = event(
    "FF-083", seat=SEAT, says=marked("the screen is caught with room to run: it gains twice what a run outside would")
)
SCREEN_WIDE_OPEN = event(
    "FF-084", seat=SEAT, says=marked("the screen is wide open: it gains three times what a run outside would")
)
SCREEN_PERFECT = event(
    "FF-085", seat=SEAT, says=marked("the screen is perfect: it gains four times what a run outside would")
)
YARDS_MULTIPLIED = event("FF-G10", seat=SEAT, times=TIMES, yards=YARDS, says=marked("multiplied by {times}: {yards}"))

# Punts
PUNTED = event(
    "FF-087", seat=SEAT, yards=YARDS, total=TOTAL, says=marked("{seat:kicks} {yards} ({total})"), part="punt"
)
PUNT_RETURNED = event(
    "FF-088", seat=SEAT, yards=YARDS, spot=TO.of("seat"), says=marked("{seat:returns} it {yards}, {spot}")
)
FAIR_CAUGHT = event("FF-089", seat=SEAT, spot=AT.of("seat"), says=marked("{seat:makes} a fair catch {spot}"))
FAIR_CATCH_DROPPED = event("FF-090", seat=SEAT, spot=AT.of("seat"), says=marked("{seat:drops} the fair catch {spot}"))
PUNT_RECOVERED = event(
    "FF-091",
    seat=SEAT,
    total=TOTAL,
    says=marked("{seat:recovers} the fumble ({total})"),
    weight=HEADLINE,
    part="fumble",
)
PUNT_RETURNED_ALL_THE_WAY = event("FF-092", seat=SEAT, says=marked("{seat:returns} it all the way"), weight=HEADLINE)
PUNT_TOUCHED_BACK = event(
    "FF-G21", seat=SEAT, line=AT.of("seat"), says=marked("into the end zone: {seat:starts} {line}")
)

# Field goals and extra points
FIELD_GOAL_ROLLED = event(
    "FF-094",
    seat=SEAT,
    yards=YARDS,
    total=TOTAL,
    difficulty=DIFFICULTY,
    says=marked("{yards}: {total} against {difficulty}"),
    part="field goal",
)
EXTRA_POINT_ROLLED = event("FF-095", seat=SEAT, good=YES, total=TOTAL, says=extra_point, part="extra point")
FIELD_GOAL_GOOD = event(
    "FF-G12",
    seat=SEAT,
    says=marked("{seat:'s} field goal is good"),
    weight=HEADLINE,
    banner=marked("The field goal is good"),
)
FIELD_GOAL_MISSED = event("FF-G13", seat=SEAT, spot=AT.of("seat"), says=marked("no good: {seat:has} the ball {spot}"))

# Scores and possession
SAFETY_SCORED = event(
    "FF-G17",
    seat=SEAT,
    points=POINTS,
    says=marked("safety: {seat:has} {points} points"),
    weight=HEADLINE,
    banner=marked("Safety!"),
    groups=(SCORED, SETTLED),
)
TOUCHDOWN_SCORED = event(
    "FF-G18",
    seat=SEAT,
    points=POINTS,
    says=marked("touchdown: {seat:has} {points} points"),
    weight=HEADLINE,
    banner=marked("Touchdown!"),
    cites=(EXTRA_POINT_ROLLED,),
    groups=(SCORED, SETTLED),
)
TRY_PLAYED = event("FF-G19", seat=SEAT, points=POINTS, says=points_after)
LOST_ON_DOWNS = event(
    "FF-G20",
    seat=SEAT,
    spot=AT.of("seat"),
    says=marked("{seat:loses} the ball on downs {spot}"),
    weight=HEADLINE,
    banner=marked("Turned over on downs"),
    groups=(SETTLED, FAILED),
)
OVERTIME_TOLD = event("FF-G31", home=HOME_POINTS, away=AWAY_POINTS, won=WINNER, says=overtime, groups=(BEGINS,))

# Approaches
DEFENDER_ALONE = event(
    "FF-102",
    seat=SEAT,
    total=TOTAL,
    yards=RATING_IN_YARDS,
    says=marked("contest {total}: the defense takes {yards} off"),
    part="contest",
)
ATTACKER_ALONE = event(
    "FF-103",
    seat=SEAT,
    total=TOTAL,
    yards=RATING_IN_YARDS,
    says=marked("contest {total}: the offense adds {yards}"),
    part="contest",
)
HIGHER_COUNTED = event(
    "FF-104",
    seat=SEAT,
    total=TOTAL,
    ours=RATING,
    theirs=RATING,
    says=marked("contest {total}: {ours} against {theirs}; the higher rating is used"),
    part="contest",
)
CONTEST_EVEN = event(
    "FF-105",
    seat=SEAT,
    total=TOTAL,
    ours=RATING,
    says=marked("contest {total}: {ours} against an equal rating; nothing changes"),
    part="contest",
)
PASS_CONTESTED = event(
    "FF-110",
    seat=SEAT,
    total=TOTAL,
    ours=RATING,
    theirs=RATING,
    more=MODIFIER,
    says=marked("contest {total}: {ours} against {theirs}, {more} on the completion roll"),
    part="contest",
)

# Fate events
NOTHING_HAPPENED = event("FF-113", total=TOTAL, says=marked("no Fate event ({total})"), weight=DETAIL, part="event")
SOMETHING_HAPPENED = event("FF-114", total=TOTAL, says=marked("a Fate event ({total})"), part="event")
FUMBLED_BY_FATE = event("FF-115", total=TOTAL, live=YES, says=fumble, part="what happened")
FLAG_THROWN = event("FF-116", total=TOTAL, says=marked("a flag is thrown"), part="what happened")
SOMEBODY_HURT = event("FF-117", total=TOTAL, says=marked("a player is hurt"), part="what happened")
FUMBLE_RECOVERED = event(
    "FF-118",
    seat=SEAT,
    total=TOTAL,
    says=marked("{seat:recovers} the fumble ({total})"),
    weight=HEADLINE,
    part="fumble",
)

# Interceptions
PASS_TIPPED = event(
    "FF-119", seat=SEAT, total=TOTAL, says=marked("the ball is tipped: another roll"), part="interception"
)
ANY_PASS_PICKED = event(
    "FF-120",
    seat=SEAT,
    total=TOTAL,
    says=marked("intercepted by {seat}"),
    weight=HEADLINE,
    part="interception",
    banner=marked("Intercepted!"),
    groups=(FAILED,),
)
DEEP_PASS_PICKED = event(
    "FF-121",
    seat=SEAT,
    total=TOTAL,
    says=marked("intercepted by {seat}"),
    weight=HEADLINE,
    part="interception",
    banner=marked("Intercepted!"),
    groups=(FAILED,),
)
TIPPED_PASS_PICKED = event(
    "FF-122",
    seat=SEAT,
    total=TOTAL,
    says=marked("intercepted by {seat} after all"),
    weight=HEADLINE,
    part="interception",
    banner=marked("Intercepted!"),
    groups=(FAILED,),
)
PASS_DROPPED = event("FF-123", seat=SEAT, total=TOTAL, says=marked("the ball falls to the ground"), part="interception")
PICK_PLACED = event(
    "FF-124", seat=SEAT, yards=YARDS, spot=SPOT.of("seat"), says=marked("{seat:catches} it {yards} downfield")
)
PICK_RETURNED = event(
    "FF-125", seat=SEAT, yards=YARDS, spot=TO.of("seat"), says=marked("{seat:returns} it {yards}, {spot}")
)
PICK_LOST_A_YARD = event(
    "FF-127", seat=SEAT, spot=AT.of("seat"), says=marked("{seat:loses} a yard on the return, {spot}")
)
PICK_TOUCHED_BACK = event("FF-G26", seat=SEAT, line=AT.of("seat"), says=marked("touchback: {seat:starts} {line}"))

# Injuries
CARRIER_HURT = event("FF-130", seat=SEAT, position=POSITION, says=marked("the ball carrier is hurt: {position}"))
HURT_MAN_CHOSEN = event("FF-131", seat=SEAT, position=POSITION, says=marked("{seat:chooses} who is hurt: {position}"))
PLAYER_OUT = event(
    "FF-134",
    seat=SEAT,
    position=POSITION,
    lasts=DURATION,
    less=LESS,
    man=MAN,
    after=NEXT_MAN,
    says=ByNames(injury),
    weight=HEADLINE,
)
SHAKEN_UP = event("FF-G39", total=TOTAL, says=marked("a player is shaken up, nothing more"), part="who is hurt")
NOBODY_THERE = event("FF-G40", total=TOTAL, position=NOBODY, says=nobody_there, part="who is hurt")

# Penalties
FIRST_COLUMN_FOUL = event("FF-135", seat=SEAT, foul=FOUL, total=TOTAL, says=marked("{foul} on {seat}"), part="penalty")
SECOND_COLUMN_FOUL = event("FF-136", seat=SEAT, foul=FOUL, total=TOTAL, says=marked("{foul} on {seat}"), part="penalty")
THIRD_COLUMN_FOUL = event("FF-137", seat=SEAT, foul=FOUL, total=TOTAL, says=marked("{foul} on {seat}"), part="penalty")
FOURTH_COLUMN_FOUL = event("FF-138", seat=SEAT, foul=FOUL, total=TOTAL, says=marked("{foul} on {seat}"), part="penalty")
NO_OPTION_GIVEN = event(
    "FF-140", seat=SEAT, foul=FOUL, says=marked("this penalty cannot be declined: it is marked off")
)
PENALTY_ANSWERED = event("FF-141", seat=SEAT, accepted=ANSWER, foul=FOUL, says=answer, cites=("FF-G43",))
MARKED_FROM_END = event(
    "FF-142", seat=SEAT, foul=FOUL, says=marked("the penalty is marked off from the end of the play"), groups=(STANDS,)
)
MARKED_FROM_SCRIMMAGE = event(
    "FF-143",
    seat=SEAT,
    foul=FOUL,
    says=marked("the penalty is marked off from scrimmage, and the down is played again"),
)
FIRST_DOWN_BY_FOUL = event("FF-144", seat=SEAT, says=marked("first down for {seat}"))
DOWN_COUNTED = event(
    "FF-145", seat=SEAT, foul=FOUL, says=marked("the down counts and the play stands"), groups=(STANDS,)
)
FOUL_SPOTTED = event(
    "FF-146", seat=SEAT, spot=SPOT.of("seat"), says=marked("{seat:has} a first down at the spot of the foul, {spot}")
)
BALL_THROWN_AWAY = event("FF-147", seat=SEAT, says=marked("{seat} threw the ball away"))
BALL_TAKEN = event("FF-148", seat=SEAT, line=AT.of("seat"), says=marked("{seat:takes} the ball {line}"))
ONE_OR_TWO_ROLLED = event("FF-G41", seat=SEAT, foul=FOUL, says=marked("the foul is {foul}"))
UMPIRE_RULED = event("FF-G45", seat=SEAT, foul=FOUL, says=marked("the umpire rules: {foul} on {seat}"))
FOULED_IN_END_ZONE = event("FF-G46", seat=SEAT, says=marked("the foul was in the end zone"))
MARKED_FROM_RETURN = event(
    "FF-G48",
    seat=SEAT,
    foul=FOUL,
    says=marked("the penalty is marked off from the end of the return"),
    groups=(STANDS,),
)


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
