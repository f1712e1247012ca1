"""The events of plays, penalties, flags, turnovers and the clock, in the order of the rule book."""

from __future__ import annotations

from breakaway.core.language import marked
from breakaway.core.rules import DETAIL, HEADLINE, counted, event, filled
from breakaway.games.football.rules import event_words as words
from breakaway.games.football.rules.event_words import (
    ABILITY,
    AFTER_PLAY,
    ANSWER,
    ASIDES,
    BEFORE_KICK,
    BEFORE_PLAY,
    CALLS,
    CARD,
    CARD_OR_NONE,
    CARD_PART,
    CARDS,
    CORNER,
    DEFENSE,
    DOWN,
    DRIVE_OVER,
    FIRST_DOWNS,
    FLAGS,
    FORETOLD,
    FORMATION,
    FROM_SCRIMMAGE,
    GAIN,
    GAME_DAY,
    GOES_AHEAD,
    HEADED,
    HIDDEN,
    IN_TITLE,
    INCOMPLETE,
    KICKED_AWAY,
    KIND,
    LEADS_IN,
    LINE,
    LINES,
    LOST,
    LOW,
    NEWS,
    OFFENSE_LINE,
    OPENS_LINE,
    PART,
    PENALTIES,
    PERIOD,
    PLAY,
    PLAYS,
    POINTS,
    QUARTER,
    RESULT,
    SEAT,
    SHAPE,
    SPOT,
    STRENGTH,
    TIME_OUTS,
    TURNOVERS,
    TYPE,
    USES,
    VALUE,
    YES,
)

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
