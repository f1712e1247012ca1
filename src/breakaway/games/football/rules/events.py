"""What can happen in a match, and the rules that refuse or end something."""

from __future__ import annotations

from pathlib import Path

from breakaway.core.language import marked
from breakaway.core.rulebook import load_rulebook
from breakaway.core.rules import DETAIL, HEADLINE, EventGroup, counted, event, filled
from breakaway.games.football.rules import event_words as words
from breakaway.games.football.rules.event_words import (
    ABILITY,
    ACTION,
    ANSWER,
    CARD,
    CARD_OR_NONE,
    CARDS,
    CLASS,
    CODE,
    COLUMN,
    CORNER,
    DEFENSE,
    DIE,
    DISTANCE,
    DOWN,
    FLAGS,
    FORMATION,
    GAIN,
    GAME_DAY,
    KIND,
    LINE,
    LINES,
    LOSING,
    LOW,
    MILESTONE,
    OFFENSE_LINE,
    OTHER_LINE,
    PART,
    PAYER,
    PERIOD,
    PILE,
    PLAN,
    PLAY,
    POINTS,
    QUARTER,
    ROW,
    SEAT,
    SHAPE,
    SPOT,
    SPY_REASON,
    SPY_TABLE,
    STATE,
    STRATEGY,
    STRENGTH,
    TARGET,
    TIME_OUTS,
    TOKENS,
    TOTAL,
    TYPE,
    USES,
    VALUE,
    YES,
)
from breakaway.games.football.rules.state import HouseRules

# --- The events of football. Each event is declared once, in the order of the rule book.
#
# An event lists its numbers in the order in which the rules report them. The compilable rules import the names of the
# events they report. Code that reads events uses names such as `happened.BALL_MOVED` and `event.lines`. Units, and
# sentences that depend on the numbers, are in `event_words.py`.


# The parts of a play, each a line of a report: the calls, the card, the result, and news beside plays.
CALLS, CARD_PART, RESULT, NEWS = "calls", "card", "result", "news"
HIDDEN = "only the seat whose card it is, if discards are hidden"

# Groups of events. A new event names those that it belongs to, and the readers of the group find it.
#
# What a report puts together
OPENS_LINE = EventGroup("begin a new line of a report, even after an event of the same part")
BEFORE_PLAY = EventGroup("are reported before what is played, and belong to it")
GOES_AHEAD = EventGroup("belong to what is played next if some of it has been reported already, else to the last play")
PAYS = EventGroup("pay for a play, and stand after its result")
HEADED = EventGroup("say what is played, with the score and the situation as a headline above")

# The log: an entry for each play or kick
PLAYS = EventGroup("say what a side plays or kicks; those after it, up to the next, belong to it")
LEADS_IN = EventGroup("begin the entry of a play before it is known what is played")
BEFORE_KICK = EventGroup("are reported before their kick")
AFTER_PLAY = EventGroup("follow a play without being part of it")
IN_TITLE = EventGroup("are told by the title of their play in the log")

# What is played
FROM_SCRIMMAGE = EventGroup("say a play that moves the ball from scrimmage: a pass if it is thrown, otherwise a run")
FROM_TEE = EventGroup("kick the ball to the other side without a down")
AT_POSTS = EventGroup("kick the ball at the goal posts")
KICKED_AWAY = EventGroup("kick the ball on a down, after which the offense no longer has it")

# What comes of it
DRIVE_OVER = EventGroup("end a drive")
SCORES = EventGroup("score, or say that a try scores nothing")
LOST = EventGroup("the side with the ball loses it, or misses")
TURNOVERS = EventGroup("the other side takes the ball, on a play or a return")
BLOCKS = EventGroup("a kick is blocked")
PENALTIES = EventGroup("a penalty moves the ball, by the `penalty_lines` that it adds")
FIRST_DOWNS = EventGroup("a new series of downs on the same drive")
INCOMPLETE = EventGroup("a pass is incomplete")
FORETOLD = EventGroup("what an answer leads to: a question whose cards are face up tells it beside the answer")

# How a sheet made a call, step by step
OFFENSE_STEPS = EventGroup("steps of a sheet's call on offense")
DEFENSE_STEPS = EventGroup("steps of a sheet's call on defense")
OPENS_OFFENSE = EventGroup("begin a sheet's call on offense")
OPENS_DEFENSE = EventGroup("begin a sheet's call on defense")
ASIDES = EventGroup("are told below the steps of the call that they are about")


# Components
ABILITY_USED = event("BF-009", seat=SEAT, ability=ABILITY, amount=STRENGTH, says=words.ability, part=CALLS)
ABILITY_GREW = event(
    "BF-R54",
    seat=SEAT,
    ability_part=PART,
    amount=STRENGTH,
    says=marked("{seat:unlocks} part {ability_part} of the special ability: {amount:+d}"),
    part=CALLS,
)
AUDIBLE_FREE = event(
    "BF-R55", seat=SEAT, says=marked("{seat:'s} free audible turns the card around, away from a breakaway"), part=CALLS
)
KICK_HELPED = event(
    "BF-010",
    seat=SEAT,
    printed=VALUE,
    value=VALUE,
    says=marked("{seat:'s} kicking ability: the printed {printed} counts as {value}"),
    short=marked("the kicking ability turns the card's {printed} into {value}"),
    part=CARD_PART,
    groups=(BEFORE_KICK,),
)
TURNOVER_FORCED = event("BF-011", seat=SEAT, says=marked("{seat:forces} a turnover"), part=CARD_PART)
QUICKLY_RELEASED = event(
    "BF-012",
    seat=SEAT,
    left=USES,
    says=counted(
        "left",
        "Quick Release: no Defense Breakaway on this pass; {n} use left",
        "Quick Release: no Defense Breakaway on this pass; {n} uses left",
    ),
    part=CALLS,
)

# Setup
DRIVE_BEGAN = event(
    "BF-013",
    seat=SEAT,
    line=LINE.of("seat"),
    says=marked("{seat:has} a first down at {line}"),
    part=NEWS,
    groups=(OPENS_LINE,),
)
FLIP_WON = event("BF-019", seat=SEAT, says=marked("{seat:wins} the flip"), part=NEWS, groups=(OPENS_LINE,))
OPENING_RECEIVED = event("BF-R30", winner=SEAT, receiver=SEAT, says=words.opening, part=NEWS)

# Game play
OFFENSE_LINED_UP = event(
    "BF-021",
    seat=SEAT,
    formation=FORMATION.of("seat"),
    says=marked("{seat:lines} up in {formation}"),
    weight=DETAIL,
    groups=(AFTER_PLAY, LEADS_IN),
)
PLAY_SHOWN = event(
    "BF-022",
    seat=SEAT,
    play=PLAY.of("seat"),
    type=TYPE,
    strength=STRENGTH,
    says=marked("{seat:plays} {play} ({type} {strength})"),
    weight=DETAIL,
    groups=(IN_TITLE, PLAYS, HEADED, FROM_SCRIMMAGE),
)
DEFENSE_LINED_UP = event("BF-023", seat=SEAT, formation=SHAPE, says=marked("{seat:shows} {formation}"), weight=DETAIL)
DEFENSE_SHOWN = event(
    "BF-024",
    seat=SEAT,
    type=DEFENSE,
    strength=STRENGTH,
    spied=YES,
    says=words.defends,
    part=CALLS,
    groups=(OPENS_LINE, IN_TITLE),
)
BASE_FOUND = event(
    "BF-025",
    strength=STRENGTH,
    against=STRENGTH,
    base=GAIN,
    extra=STRENGTH,
    says=words.base,
    short=words.base_in_brief,
    part=CALLS,
)
CARD_DRAWN = event(
    "BF-026",
    card=GAME_DAY,
    says=marked("Game Day card: {card}"),
    short=marked("Card: {card}"),
    part=CARD_PART,
    groups=(OPENS_LINE,),
)
MODIFIER_COUNTED = event("BF-027", seat=SEAT, value=GAIN, says=marked("the card's {value:+d} is used"), part=CARD_PART)
BALL_MOVED = event(
    "BF-028", seat=SEAT, lines=LINES, line=LINE.of("seat"), says=words.moved, part=RESULT, groups=(FORETOLD,)
)
NEXT_DOWN = event(
    "BF-029",
    seat=SEAT,
    down=DOWN,
    to_go=LINES,
    says=marked("{down} down and {to_go} to go"),
    part=RESULT,
    groups=(FORETOLD,),
)
CARD_DISCARDED = event("BF-030", seat=SEAT, card=CARD, says=marked("{seat:discards} card {card}"), weight=DETAIL)

# Game Day cards
EVENT_UNFIT = event(
    "BF-035",
    card=GAME_DAY,
    says=marked("the card's event does not apply to this play"),
    short=marked("does not apply to this play"),
    part=CARD_PART,
)
DECK_SHUFFLED = event("BF-R37", says=marked("the Game Day deck is shuffled"), part=NEWS, groups=(GOES_AHEAD,))

# Offense Breakaways
OFFENSE_BROKE_AWAY = event(
    "BF-037", seat=SEAT, says=marked("Offense Breakaway for {seat}"), short=marked("OFFENSE BREAKAWAY"), part=CALLS
)
BREAKAWAY_RAISED = event(
    "BF-039", seat=SEAT, says=marked("an Offense Breakaway's base gain is at least 1"), weight=DETAIL
)
OFFENSE_PICKED = event(
    "BF-040", seat=SEAT, answer=ANSWER, card=GAME_DAY, says=words.picked, short=words.taken, part=CARD_PART
)
CORNER_ADDED = event(
    "BF-041",
    seat=SEAT,
    corner=CORNER,
    lines=LINES,
    reached=YES,
    says=words.corner_added,
    short=words.corner_added_in_brief,
    part=CARD_PART,
    groups=(FORETOLD,),
)
TACKLED = event(
    "BF-042", seat=SEAT, lines=LINES, says=marked("tackled after {lines}"), part=CARD_PART, groups=(FORETOLD,)
)
BREAKAWAY_FUMBLED = event(
    "BF-043",
    seat=SEAT,
    line=OFFENSE_LINE.of("seat"),
    says=marked("fumbled at {line}"),
    part=CARD_PART,
    banner=marked("Fumble!"),
    groups=(DRIVE_OVER, LOST, FORETOLD),
)
TACKLE_AVOIDED = event(
    "BF-044",
    seat=SEAT,
    says=marked("the offense avoids the 0 and keeps drawing cards"),
    part=CARD_PART,
    groups=(FORETOLD,),
)
ALL_THE_WAY = event(
    "BF-R6", seat=SEAT, says=marked("a TD corner: {seat:goes} all the way"), part=CARD_PART, groups=(FORETOLD,)
)

# Defense Breakaways
DEFENSE_BROKE_AWAY = event(
    "BF-047", seat=SEAT, says=marked("Defense Breakaway for {seat}"), short=marked("DEFENSE BREAKAWAY"), part=CALLS
)
BASE_IS_NOTHING = event(
    "BF-048",
    seat=SEAT,
    says=marked("a Defense Breakaway's base gain is 0"),
    short=lambda e: filled("base gain {gain}", gain=0),
    part=CALLS,
)
DEFENSE_PICKED = event(
    "BF-049", seat=SEAT, answer=ANSWER, card=GAME_DAY, says=words.picked, short=words.taken, part=CARD_PART
)
CORNER_COUNTED = event(
    "BF-050", seat=SEAT, corner=CORNER, says=words.by_corner, short=words.corner_in_brief, part=CARD_PART
)
MINIMUM_OVERRIDDEN = event(
    "BF-053", seat=SEAT, says=marked("the minimum gain does not help against a Defense Breakaway"), weight=DETAIL
)

# Challenge flags
FLAG_THROWN = event(
    "BF-055", seat=SEAT, left=FLAGS, says=marked("{seat:throws} a challenge flag: {left} left"), part=CARD_PART
)
EVENT_IGNORED = event(
    "BF-057",
    card=GAME_DAY,
    says=marked("the event of {card} is ignored"),
    short=marked("the event is ignored"),
    part=CARD_PART,
)
FLAG_REGAINED = event("BF-061", seat=SEAT, flags=FLAGS, says=marked("{seat:earns} a challenge flag back"), part=RESULT)
FLAGS_RESTORED = event(
    "BF-067",
    seat=SEAT,
    flags=FLAGS,
    says=counted("flags", "{seat:gets} {n} challenge flag back", "{seat:gets} all {n} challenge flags back"),
    part=RESULT,
)
ONE_FLAG_ENOUGH = event("BF-R20", seat=SEAT, says=marked("one flag is enough to cancel the event"), weight=DETAIL)
EVENT_SCORES = event(
    "BF-R21", seat=SEAT, says=marked("the event scores a touchdown"), part=CARD_PART, groups=(FORETOLD,)
)

# Penalties
FALSE_STARTED = event(
    "BF-070",
    seat=SEAT,
    says=marked("False Start on {seat}: one line back, and the down is played again"),
    part=RESULT,
    title=marked("false start"),
    banner=marked("False start."),
    adds={"penalty_lines": -1},
    groups=(PENALTIES, FORETOLD),
)
HOLDING_ANSWERED = event("BF-073", seat=SEAT, accepted=YES, says=words.holding, part=RESULT)
HOLDING_DECLINED = event(
    "BF-074", seat=SEAT, offender=SEAT, says=marked("the penalty is declined and has no effect"), part=RESULT
)
HOLDING_ACCEPTED = event(
    "BF-075",
    seat=SEAT,
    says=marked("Holding on the defense: one line forward"),
    part=RESULT,
    title=marked("holding by the defense"),
    banner=marked("Holding by the defense."),
    adds={"penalty_lines": 1},
    groups=(PENALTIES, FORETOLD),
)
AUTOMATIC_FIRST_DOWN = event(
    "BF-077",
    seat=SEAT,
    says=marked("an automatic first down"),
    part=RESULT,
    banner=marked("First down!"),
    groups=(FIRST_DOWNS, FORETOLD),
)
PENALTY_STOPPED = event(
    "BF-079",
    seat=SEAT,
    line=OFFENSE_LINE.of("seat"),
    says=marked("a penalty never scores: the ball stops at {line}"),
    part=RESULT,
    groups=(FORETOLD,),
)
ILLEGALLY_CALLED = event(
    "BF-082",
    seat=SEAT,
    type=TYPE,
    says=marked("{type} is not allowed here: one line back, and the down is repeated"),
    part=CALLS,
    title=marked("an illegal call"),
    banner=marked("An illegal call."),
    adds={"penalty_lines": -1},
    groups=(PENALTIES,),
)
CARD_TURNED = event(
    "BF-083",
    seat=SEAT,
    play=PLAY.of("seat"),
    says=marked("{play} is not allowed here: the card is turned around"),
    part=CALLS,
    groups=(ASIDES,),
)
TOKEN_RETURNED = event("BF-084", seat=SEAT, kind=KIND, says=words.token_back, part=RESULT)

# Audibles
AUDIBLE_CALLED = event(
    "BF-085", seat=SEAT, says=marked("{seat:calls} an audible: the card is turned around"), part=NEWS
)
CARD_LEFT = event("BF-R45", seat=SEAT, says=marked("{seat:keeps} the card as it is"), weight=DETAIL)

# Turnovers
TURNED_OVER_TO = event(
    "BF-091",
    seat=SEAT,
    line=SPOT.of("seat"),
    says=marked("turnover: {seat:has} the ball"),
    part=RESULT,
    weight=HEADLINE,
    groups=(LOST, TURNOVERS, FORETOLD),
)
BALL_FUMBLED = event(
    "BF-092",
    seat=SEAT,
    lines=LINES,
    says=words.fumble,
    part=CARD_PART,
    banner=marked("Fumble!"),
    groups=(DRIVE_OVER, LOST, FORETOLD),
)
PASS_INTERCEPTED = event(
    "BF-094",
    seat=SEAT,
    lines=LINES,
    says=words.intercepted,
    part=CARD_PART,
    banner=marked("Intercepted!"),
    groups=(DRIVE_OVER, LOST, FORETOLD),
)
LOST_BY_CORNER = event(
    "BF-096",
    seat=SEAT,
    kind=KIND,
    says=words.lost_by_corner,
    part=CARD_PART,
    banner=words.lost_by_corner_in_brief,
    groups=(DRIVE_OVER, LOST, FORETOLD),
)
RETURN_GRANTED = event("BF-097", seat=SEAT, says=marked("the card grants {seat} a return"), part=RESULT)
TURNOVER_TOUCHBACK = event(
    "BF-098",
    seat=SEAT,
    says=words.touchback,
    part=RESULT,
    groups=(FORETOLD,),
)
PUNT_DROPPED = event(
    "BF-100",
    seat=SEAT,
    line=SPOT.of("seat"),
    says=marked("{seat:fumbles} the punt at {line}"),
    part=NEWS,
    groups=(TURNOVERS,),
)
LOST_ON_DOWNS = event(
    "BF-R13",
    seat=SEAT,
    line=LINE.of("seat"),
    says=marked("{seat:loses} the ball on downs at {line}"),
    part=RESULT,
    banner=marked("Stopped! Turnover on downs."),
    groups=(DRIVE_OVER, LOST, FORETOLD),
)

# Clock management
FULL_TIME_CALLED = event(
    "BF-101",
    home=POINTS,
    away=POINTS,
    says=marked("the game is over, {home} to {away}"),
    part=NEWS,
    weight=HEADLINE,
    groups=(OPENS_LINE, DRIVE_OVER),
)
PUNT_CALLED = event(
    "BF-104",
    seat=SEAT,
    says=marked("{seat:punts}"),
    part=NEWS,
    title=marked("punt"),
    groups=(OPENS_LINE, DRIVE_OVER, IN_TITLE, PLAYS, HEADED, KICKED_AWAY),
)
QUARTER_OVER = event(
    "BF-105",
    quarter=QUARTER,
    says=marked("the {quarter} is over: both teams take back their cards"),
    part=NEWS,
    weight=HEADLINE,
    groups=(OPENS_LINE, AFTER_PLAY),
)
CARDS_EVENED = event("BF-107", seat=SEAT, cards=CARDS, says=words.evened, part=NEWS, groups=(OPENS_LINE, AFTER_PLAY))
TIME_OUT_CALLED = event(
    "BF-110",
    seat=SEAT,
    left=TIME_OUTS,
    says=marked("{seat:calls} a time out: {left} left"),
    part=NEWS,
    groups=(OPENS_LINE, AFTER_PLAY),
)
CARD_RETURNED = event(
    "BF-111",
    seat=SEAT,
    card=CARD,
    says=marked("{seat:takes} card {card} back into hand"),
    part=NEWS,
    secret=HIDDEN,
    groups=(AFTER_PLAY,),
)
HALF_TIME_CALLED = event(
    "BF-114",
    receiver=SEAT,
    says=marked("halftime: three time outs each, {receiver:receives}"),
    part=NEWS,
    weight=HEADLINE,
    groups=(OPENS_LINE, DRIVE_OVER, AFTER_PLAY),
)
DISCARD_RETURNED = event(
    "BF-R27",
    seat=SEAT,
    card=CARD,
    says=marked("{seat:takes} card {card} back"),
    part=NEWS,
    secret=HIDDEN,
    groups=(AFTER_PLAY,),
)

# First downs
MARKER_REACHED = event(
    "BF-117",
    seat=SEAT,
    marker=LINE.of("seat"),
    says=marked("first down for {seat}; the next marker is at {marker}"),
    part=RESULT,
    banner=marked("First down!"),
    groups=(FIRST_DOWNS, FORETOLD),
)

# Scoring
TOUCHDOWN_SCORED = event(
    "BF-122",
    seat=SEAT,
    says=marked("TOUCHDOWN {seat}, 6 points"),
    part=NEWS,
    weight=HEADLINE,
    adds={"points": 6},
    banner=marked("Touchdown {seat}!"),
    groups=(OPENS_LINE, DRIVE_OVER, SCORES, FORETOLD),
)
TWO_POINTS_TRIED = event(
    "BF-123",
    seat=SEAT,
    points=POINTS,
    says=words.two_points,
    part=NEWS,
    weight=HEADLINE,
    adds={"points": "points"},
    banner=words.two_points_in_brief,
    groups=(SCORES, FORETOLD),
)
EXTRA_POINT_KICKED = event(
    "BF-124",
    seat=SEAT,
    points=POINTS,
    value=VALUE,
    says=words.extra_point,
    part=CARD_PART,
    adds={"points": "points"},
    title=marked("extra point"),
    banner=words.extra_point_in_brief,
    groups=(OPENS_LINE, PLAYS, AT_POSTS, SCORES),
)
FIELD_GOAL_TRIED = event(
    "BF-129",
    seat=SEAT,
    distance=DISTANCE,
    says=marked("{seat:tries} a field goal from distance {distance}"),
    part=NEWS,
    title=marked("field goal"),
    groups=(OPENS_LINE, PLAYS, HEADED, AT_POSTS, KICKED_AWAY),
)
FIELD_GOAL_KICKED = event(
    "BF-131", seat=SEAT, value=VALUE, distance=DISTANCE, says=words.kick_value, part=CARD_PART, groups=(OPENS_LINE,)
)
FIELD_GOAL_SCORED = event(
    "BF-132",
    seat=SEAT,
    says=marked("the field goal is good: 3 points for {seat}"),
    part=CARD_PART,
    weight=HEADLINE,
    adds={"points": 3},
    banner=marked("Field goal {seat}!"),
    groups=(DRIVE_OVER, SCORES),
)
DRIVEN_BACK = event("BF-135", seat=SEAT, says=marked("{seat:is} driven back to the goal line"), part=NEWS)
SAFETY_SCORED = event(
    "BF-136",
    seat=SEAT,
    says=marked("SAFETY, 2 points for {seat}"),
    part=NEWS,
    weight=HEADLINE,
    adds={"points": 2},
    banner=marked("Safety! Two points for {seat}."),
    groups=(OPENS_LINE, DRIVE_OVER, SCORES, FORETOLD),
)
FREELY_KICKED = event(
    "BF-138",
    seat=SEAT,
    lines=LINES,
    says=words.free_kick,
    part=NEWS,
    title=marked("free kick"),
    groups=(OPENS_LINE, PLAYS, FROM_TEE, FORETOLD),
)
BLOCK_REDRAWN = event(
    "BF-R10",
    seat=SEAT,
    says=marked("a block is ignored on a free kick: another card is drawn"),
    part=NEWS,
    groups=(BEFORE_KICK,),
)
FIELD_GOAL_MISSED = event(
    "BF-R12",
    seat=SEAT,
    line=OTHER_LINE.of("seat"),
    says=marked("the field goal is no good: the other side starts at {line}"),
    part=RESULT,
    banner=marked("The field goal is no good."),
    groups=(DRIVE_OVER, LOST),
)
TRY_LOST = event(
    "BF-R36",
    seat=SEAT,
    says=marked("the offense loses the ball, and the try is over"),
    part=RESULT,
    banner=marked("The try fails."),
    groups=(LOST, TURNOVERS, FORETOLD),
)

# Kicking game
KICKOFF_RETURNED = event(
    "BF-142",
    seat=SEAT,
    card=GAME_DAY,
    corner=CORNER,
    says=words.kickoff,
    part=NEWS,
    title=marked("kickoff"),
    groups=(OPENS_LINE, PLAYS, HEADED, FROM_TEE),
)
KICKOFF_DOWNED = event("BF-143", seat=SEAT, says=marked("touchback: the ball is at the 25"), part=NEWS)
KICKOFF_TO_15 = event("BF-144", seat=SEAT, says=marked("returned to the 15"), part=NEWS)
KICKOFF_TO_30 = event("BF-145", seat=SEAT, says=marked("returned to the 30"), part=NEWS)
KICKOFF_TO_45 = event("BF-146", seat=SEAT, says=marked("returned to the 45"), part=NEWS)
KICKOFF_ALL_THE_WAY = event("BF-147", seat=SEAT, says=marked("{seat:returns} the kickoff all the way"), part=NEWS)
KICKOFF_DROPPED = event(
    "BF-148",
    kicker=SEAT,
    says=marked("the return is fumbled: {kicker:has} first and goal at the 20"),
    part=NEWS,
    banner=marked("Fumble!"),
    groups=(LOST,),
)
KICKED_ONSIDE = event(
    "BF-150",
    seat=SEAT,
    says=marked("{seat:kicks} onside"),
    part=NEWS,
    title=marked("onside kick"),
    groups=(OPENS_LINE, PLAYS, HEADED, FROM_TEE),
)
ONSIDE_HELD = event("BF-152", seat=SEAT, value=VALUE, says=words.onside_held, part=NEWS)
PUNT_LANDED = event(
    "BF-153",
    seat=SEAT,
    lines=LINES,
    line=OFFENSE_LINE.of("seat"),
    says=marked("the punt goes {lines}, to {line}"),
    part=NEWS,
    groups=(FORETOLD,),
)
PUNT_RETURNED = event(
    "BF-154",
    seat=SEAT,
    corner=CORNER,
    line=SPOT.of("seat"),
    says=marked("{seat:returns} the ball to {line}, corner {corner}"),
    part=NEWS,
)
PUNT_DOWNED = event(
    "BF-156",
    seat=SEAT,
    says=words.touchback,
    part=NEWS,
    groups=(FORETOLD,),
)
KICK_STOPPED = event(
    "BF-157",
    seat=SEAT,
    line=SPOT.of("seat"),
    says=marked("{seat:has} a kick blocked at {line}"),
    part=NEWS,
    groups=(DRIVE_OVER, BLOCKS),
)
RETURN_WENT_ON = event(
    "BF-159",
    seat=SEAT,
    corner=CORNER,
    line=SPOT.of("seat"),
    says=marked("{seat:returns} the ball to {line}, corner {corner}"),
    part=NEWS,
)
RETURN_ENDED = event(
    "BF-160", seat=SEAT, line=SPOT.of("seat"), says=marked("the return ends: {seat:starts} at {line}"), part=NEWS
)
RETURN_SCORED = event("BF-161", seat=SEAT, says=marked("{seat:returns} the ball into the end zone"), part=NEWS)
EXTRA_POINT_STOPPED = event(
    "BF-162",
    seat=SEAT,
    says=marked("{seat:'s} extra point is blocked"),
    part=NEWS,
    banner=marked("The extra point is no good."),
    groups=(SCORES, BLOCKS),
)
TRY_RETURNED = event(
    "BF-163",
    seat=SEAT,
    says=marked("{seat:returns} the try for 2 points"),
    part=NEWS,
    weight=HEADLINE,
    adds={"points": 2},
    banner=marked("The try is returned: two points for {seat}."),
    groups=(SCORES,),
)
RETURN_DROPPED = event(
    "BF-164",
    seat=SEAT,
    line=SPOT.of("seat"),
    says=marked("{seat:fumbles} the return at {line}"),
    part=NEWS,
    groups=(TURNOVERS,),
)
TOUCHBACK_TAKEN = event("BF-R4", seat=SEAT, says=marked("a touchback instead of a return to the 15"), part=NEWS)
LINE_LOST = event("BF-R8", seat=SEAT, says=marked("the return loses one line (five yards) and goes on"), part=NEWS)
SCORER_KICKS_OFF = event("BF-R11", seat=SEAT, says=marked("{seat:kicks} off"), part=NEWS)
ONSIDE_LOST = event(
    "BF-R34",
    receiver=SEAT,
    value=VALUE,
    says=words.onside_lost,
    part=NEWS,
)

# Special rules
PREVENT_HALVED = event(
    "BF-165",
    before=STRENGTH,
    after=STRENGTH,
    own=STRENGTH,
    says=marked("Prevent halves {before} to {after}, and its own {own} is not subtracted"),
    part=CALLS,
)
LOW_PASS_COMPLETE = event(
    "BF-168", seat=SEAT, says=marked("green modifier: the low-percentage pass is complete"), part=CARD_PART
)
PASS_INCOMPLETE = event(
    "BF-169",
    seat=SEAT,
    low=LOW,
    says=words.incomplete,
    part=RESULT,
    banner=marked("Incomplete."),
    groups=(INCOMPLETE, FORETOLD),
)
# The base gain says in brief that the minimum raised it.
MINIMUM_GAINED = event("BF-170", seat=SEAT, says=marked("the minimum gain is 1"), short="", part=CALLS)
HAIL_MARY_THROWN = event(
    "BF-175",
    seat=SEAT,
    says=marked("{seat:throws} a Hail Mary"),
    part=NEWS,
    title=marked("Hail Mary"),
    groups=(OPENS_LINE, IN_TITLE, PLAYS, HEADED, FROM_SCRIMMAGE),
)
HAIL_MARY_DRAWN = event("BF-176", seat=SEAT, value=VALUE, says=words.hail_mary, part=CARD_PART)
HAIL_MARY_CAUGHT = event("BF-178", seat=SEAT, says=marked("CAUGHT: ten lines, and a breakaway"), part=CARD_PART)
HAIL_MARY_ARRIVED = event("BF-179", seat=SEAT, says=marked("the Hail Mary reaches the end zone"), part=CARD_PART)
HAIL_MARY_PICKED_OFF = event(
    "BF-180",
    winner=SEAT,
    says=marked("{winner:returns} the interception all the way"),
    part=RESULT,
    banner=marked("Intercepted!"),
    groups=(DRIVE_OVER, LOST),
)
KNELT = event(
    "BF-181",
    seat=SEAT,
    says=marked("{seat:takes} a knee"),
    part=NEWS,
    title=marked("a knee"),
    groups=(OPENS_LINE, IN_TITLE, PLAYS, HEADED, FROM_SCRIMMAGE),
)
OVERTIME_BEGAN = event(
    "BF-184",
    quarter=PERIOD,
    says=marked("{quarter}: fifteen cards and two time outs each"),
    part=NEWS,
    weight=HEADLINE,
    groups=(OPENS_LINE, DRIVE_OVER),
)
OVERTIME_FLIP_CHOSEN = event("BF-187", winner=SEAT, receiver=SEAT, says=words.overtime_flip, part=NEWS)
TOUCHDOWN_ENDED_IT = event(
    "BF-189", winner=SEAT, says=marked("the touchdown ends overtime: {winner:wins}"), part=NEWS, weight=HEADLINE
)
DRAWN_GAME = event(
    "BF-190",
    home=POINTS,
    away=POINTS,
    says=marked("the game ends in a tie, {home} to {away}"),
    part=NEWS,
    weight=HEADLINE,
    groups=(DRIVE_OVER,),
)
SUDDEN_DEATH_DECIDED = event(
    "BF-191",
    home=POINTS,
    away=POINTS,
    says=marked("sudden death is over, {home} to {away}"),
    part=NEWS,
    weight=HEADLINE,
    groups=(DRIVE_OVER,),
)
OVERTIME_DECIDED = event(
    "BF-R31",
    home=POINTS,
    away=POINTS,
    by_safety=YES,
    says=words.overtime_decided,
    part=NEWS,
    weight=HEADLINE,
    groups=(DRIVE_OVER,),
)
PERIOD_LEVEL = event("BF-R32", quarter=PERIOD, says=marked("{quarter} ends in a tie"), part=NEWS, groups=(DRIVE_OVER,))
HAIL_MARY_DROPPED = event(
    "BF-R35",
    seat=SEAT,
    says=marked("the Hail Mary falls incomplete"),
    part=CARD_PART,
    banner=marked("Incomplete."),
    groups=(INCOMPLETE,),
)

# Optional rules
CARD_KEPT_LATE = event("BF-192", seat=SEAT, card=CARD_OR_NONE, says=words.kept_late, part=RESULT)
COFFIN_AIMED = event(
    "BF-193", seat=SEAT, says=marked("{seat:aims} for the coffin corner"), part=NEWS, groups=(LEADS_IN, BEFORE_PLAY)
)
COFFIN_SHORTENED = event(
    "BF-194", seat=SEAT, lines=GAIN, says=marked("the coffin-corner punt is two lines shorter: {lines}"), part=NEWS
)
KICKER_ICED = event(
    "BF-196",
    seat=SEAT,
    left=TIME_OUTS,
    says=counted("left", "{seat:ices} the kicker: {n} time out left", "{seat:ices} the kicker: {n} time outs left"),
    part=NEWS,
    groups=(GOES_AHEAD,),
)
ICED_VALUE = event(
    "BF-198", seat=SEAT, value=VALUE, says=marked("iced: the field goal value is {value}"), part=CARD_PART
)
ICING_TAKEN_BACK = event(
    "BF-R50",
    seat=SEAT,
    left=TIME_OUTS,
    says=counted(
        "left",
        "no field goal is tried, so {seat:gets its|get their} time out back: {n} time out left",
        "no field goal is tried, so {seat:gets its|get their} time out back: {n} time outs left",
    ),
    part=NEWS,
    groups=(GOES_AHEAD,),
)

# Solo: the opponent's defense
STRATEGY_ROLLED = event(
    "BF-204",
    seat=SEAT,
    formation=CLASS,
    state=STATE,
    die=DIE,
    strategy=STRATEGY,
    says=marked("{seat:'s} sheet, {formation} offense, Game State {state}, die {die}: {strategy}"),
    weight=DETAIL,
    groups=(DEFENSE_STEPS, OPENS_DEFENSE),
)
ORANGE_SPENT = event(
    "BF-206",
    seat=SEAT,
    left=TOKENS,
    says=marked("{seat:spends} an orange token on a strong run: {left} left"),
    part=CALLS,
    groups=(BEFORE_PLAY, ASIDES),
)
BLUE_SPENT = event(
    "BF-207",
    seat=SEAT,
    left=TOKENS,
    says=marked("{seat:spends} a blue token on a strong pass: {left} left"),
    part=CALLS,
    groups=(BEFORE_PLAY, ASIDES),
)
SPY_WON = event(
    "BF-208",
    strategy=STRATEGY,
    kind=KIND,
    die=DIE,
    call=DEFENSE,
    why=SPY_REASON.of("kind"),
    says=words.spy,
    weight=DETAIL,
    groups=(BEFORE_PLAY, DEFENSE_STEPS),
)
SHEET_DEFENDED = event(
    "BF-209",
    seat=SEAT,
    formation=FORMATION,
    strategy=STRATEGY,
    die=DIE,
    call=DEFENSE,
    strength=STRENGTH,
    says=marked("{seat:'s} sheet, {strategy}, die {die}: {call}, strength {strength}"),
    weight=DETAIL,
    groups=(DEFENSE_STEPS,),
)
SPY_IGNORED = event(
    "BF-215",
    strategy=STRATEGY,
    kind=SPY_TABLE,
    die=DIE,
    call=DEFENSE,
    says=words.spy_ignored,
    weight=DETAIL,
    groups=(DEFENSE_STEPS,),
)

# Solo: the opponent's offense and the clock
FORMATION_ROLLED = event(
    "BF-218",
    seat=SEAT,
    row=ROW,
    column=COLUMN,
    die=DIE,
    formation=FORMATION.of("seat"),
    says=marked("{seat:'s} sheet, {row} to go, {column}, die {die}: {formation}"),
    weight=DETAIL,
    groups=(AFTER_PLAY, LEADS_IN, OFFENSE_STEPS, OPENS_OFFENSE),
)
FORMATION_DRAWN = event(
    "BF-219",
    seat=SEAT,
    formation=FORMATION.of("seat"),
    says=marked("{seat:draws} a card: {formation}"),
    weight=DETAIL,
    groups=(AFTER_PLAY, OFFENSE_STEPS),
)
PLAN_SET = event(
    "BF-220",
    seat=SEAT,
    state=STATE,
    plan=PLAN,
    says=marked("{seat:'s} sheet, Game State {state}: {plan}"),
    weight=DETAIL,
    groups=(OFFENSE_STEPS,),
)
CODE_ROLLED = event(
    "BF-221",
    seat=SEAT,
    plan=PLAN,
    die=DIE,
    code=CODE,
    says=marked("{plan}, die {die}: {code}"),
    weight=DETAIL,
    groups=(OFFENSE_STEPS,),
)
PLAY_BY_CODE = event(
    "BF-222",
    seat=SEAT,
    formation=FORMATION,
    play=PLAY.of("seat"),
    says=marked("{seat:'s} sheet calls {play}"),
    weight=DETAIL,
    groups=(OFFENSE_STEPS,),
)
PLAY_AS_DRAWN = event(
    "BF-223",
    seat=SEAT,
    play=PLAY.of("seat"),
    says=marked("the sheet plays the drawn card: {play}"),
    weight=DETAIL,
    groups=(OFFENSE_STEPS,),
)
CARD_SPENT = event("BF-225", seat=SEAT, says=marked("the drawn card goes to {seat:'s} Spent pile"), weight=DETAIL)
CARD_GIVEN_UP = event(
    "BF-227",
    seat=SEAT,
    card=CARD,
    says=marked("{seat:gives} up card {card}"),
    weight=DETAIL,
    secret=HIDDEN,
    groups=(AFTER_PLAY,),
)
UNTIMED_DOWN = event(
    "BF-230",
    seat=SEAT,
    payer=PAYER,
    says=marked("an untimed down, which {payer:'s} time out paid for: the card goes to the Burned pile"),
    short=words.untimed_in_brief,
    part=NEWS,
    groups=(PAYS, ASIDES),
)
TIME_OUT_PLAYED = event(
    "BF-231",
    seat=SEAT,
    left=TIME_OUTS,
    says=marked("before the last card, {seat:uses} a time out for an extra play: {left} left"),
    short=marked("{seat:pays} for this play with a time out ({left} left)"),
    part=NEWS,
    groups=(PAYS, ASIDES),
)
FOURTH_DOWN_ROLLED = event(
    "BF-232",
    seat=SEAT,
    milestone=MILESTONE.of("seat"),
    die=DIE,
    total=TOTAL.of("die"),
    target=TARGET,
    action=ACTION,
    says=marked(
        "{seat:rolls} {total} on fourth down, with {milestone} ahead. {target} or more means to go for it: the die "
        "says {action}"
    ),
    part=NEWS,
    groups=(OPENS_LINE, AFTER_PLAY, LEADS_IN, BEFORE_PLAY, OFFENSE_STEPS, OPENS_OFFENSE),
)
KICK_WEIGHED = event(
    "BF-234",
    seat=SEAT,
    card=GAME_DAY,
    good=YES,
    value=VALUE,
    distance=DISTANCE,
    punts=YES,
    says=words.weighed_kick,
    part=CARD_PART,
    groups=(BEFORE_PLAY, ASIDES),
)
KICKED_ANYWAY = event(
    "BF-235",
    seat=SEAT,
    says=marked("with the game on the line, {seat:tries} the field goal anyway"),
    part=NEWS,
    groups=(BEFORE_PLAY, ASIDES),
)
CARD_BURNT = event(
    "BF-236",
    seat=SEAT,
    card=CARD,
    says=marked("{seat:'s} card {card} is burned"),
    weight=DETAIL,
    groups=(AFTER_PLAY, LEADS_IN, ASIDES, OPENS_OFFENSE),
)
DRAWN_STANDS_IN = event(
    "BF-237",
    seat=SEAT,
    says=marked("the called card is already spent: the drawn card is spent in its place"),
    weight=DETAIL,
    groups=(ASIDES,),
)
CARDS_DEFENDED = event(
    "BF-238",
    seat=SEAT,
    call=DEFENSE,
    strength=STRENGTH,
    says=marked("{seat:'s} cards call {call}, strength {strength}"),
    part=NEWS,
    groups=(ASIDES, OPENS_DEFENSE),
)
DIE_OVERRULED = event(
    "BF-R51", seat=SEAT, said=LOSING, done=ACTION, says=words.overruled, part=NEWS, groups=(BEFORE_PLAY, ASIDES)
)
PILE_RECYCLED = event("BF-R38", seat=SEAT, pile=PILE, says=words.recycled, weight=DETAIL, groups=(ASIDES,))

# Later rulings
KICK_NOT_HELPED = event(
    "BF-R48",
    seat=SEAT,
    printed=VALUE,
    value=VALUE,
    says=marked("{seat:leaves} the kicking ability unused: {printed} instead of {value}"),
    part=CARD_PART,
    groups=(BEFORE_KICK,),
)
LOST_AT_OWN_GOAL = event(
    "BF-R49", winner=SEAT, says=marked("in the offense's own end zone"), part=RESULT, groups=(LOST, FORETOLD)
)


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
