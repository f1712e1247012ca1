"""The events of scores, kicks and their returns, in the order of the rule book."""

from __future__ import annotations

from breakaway.core.language import marked
from breakaway.core.rules import HEADLINE, event
from breakaway.games.football.rules import event_words as words
from breakaway.games.football.rules.event_words import (
    AT_POSTS,
    BEFORE_KICK,
    BLOCKS,
    CARD_PART,
    CORNER,
    DISTANCE,
    DRIVE_OVER,
    FORETOLD,
    FROM_TEE,
    GAME_DAY,
    HEADED,
    KICKED_AWAY,
    LINES,
    LOST,
    NEWS,
    OFFENSE_LINE,
    OPENS_LINE,
    OTHER_LINE,
    PLAYS,
    POINTS,
    RESULT,
    SCORES,
    SEAT,
    SPOT,
    TURNOVERS,
    VALUE,
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
