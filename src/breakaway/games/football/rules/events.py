"""What can happen in a match, and the rules that refuse or end something."""

from __future__ import annotations

from pathlib import Path

from breakaway.core.language import marked
from breakaway.core.rulebook import load_rulebook
from breakaway.core.rules import DETAIL, HEADLINE, Event, EventGroup, Filled, InWords, Unit, counted, event, filled
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import HouseRules
from breakaway.games.football.rules.terms import BURNT, FOOTBALL, NONE, RUN

# --- The events of football. Each event is declared once, in the order of the rule book.
#
# An event lists its numbers in the order in which the rules report them. The compilable rules import the names of the
# events they report. Code that reads events uses names such as `happened.BALL_MOVED` and `event.lines`.


# Units. `text/names.py` says how sentences put them into words.
SEAT = Unit("0 home, 1 away")
LINES = Unit("lines of five yards; below 0 if the ball moves back")
GAIN = Unit("lines of five yards, said as a number; below 0 if the ball moves back")
LINE = Unit("line from the offense's own goal, 0 to 20")
SPOT = Unit("line from the goal of the team that the event names first, 0 to 20")
OTHER_LINE = Unit("line from the goal of the other team, which starts there")
CARD = Unit("an offense card of the team, from 0")
CARD_OR_NONE = Unit("an offense card of the team, from 0; NONE where nobody knows which")
GAME_DAY = Unit("a Game Day card, from 0")
CORNER = Unit("a corner: lines, TOUCHDOWN_CORNER or FOOTBALL")
PLAY = Unit("a play of the team: twice its card, and 1 more for side b")
TYPE = Unit("a type of play of the book, from 0")
DEFENSE = Unit("a type of defense of the book, from 0")
FORMATION = Unit("a formation of the offense, from 0")
CLASS = Unit("a formation of the offense, from 0, said as its class")
SHAPE = Unit("a formation of the defense, from 0")
KIND = Unit("RUN or PASS")
SPY_TABLE = Unit("RUN or PASS, said as the spy's table for it")
STRENGTH = Unit("strength")
VALUE = Unit("value of a kick; 0 if the card shows a block")
DISTANCE = Unit("distance of a kick, compared with its value")
POINTS = Unit("points")
DOWN = Unit("1 to 4")
QUARTER = Unit("1 to 4, overtimes from 5")
PERIOD = Unit("1 to 4, overtimes from 5; the sentence begins with it")
CARDS = Unit("a number of offense cards; below 0 if they are taken back")
TIME_OUTS = Unit("time outs that are left")
FLAGS = Unit("challenge flags that are ready")
USES = Unit("uses that are left")
TOKENS = Unit("spy tokens that are left")
DIE = Unit("1 to 6")
TOTAL = Unit("a die and its modifiers")
TARGET = Unit("the lowest total that means to go for it")
STRATEGY = Unit("a strategy of the sheets, from 0")
PLAN = Unit("a plan of the sheets, from 0")
STATE = Unit("a Game State")
CODE = Unit("a play code, from 0")
ROW = Unit("a row of the chart, from 0")
COLUMN = Unit("a column of the chart, from 0")
MILESTONE = Unit("a column of the fourth-down chart, from 0: the next marker")
PILE = Unit("SPENT or BURNT")
ABILITY = Unit("an ability of a team")
ACTION = Unit("an action of a sheet, from GO to WEIGH")
LOSING = Unit("an action of a sheet, from GO to WEIGH, which would throw the match away")
ANSWER = Unit("0 the event, 1 the corner, 2 a forced turnover")
YES = Unit("1 yes, 0 no")
LOW = Unit("1 only because the card has no green modifier, otherwise 0")
PAYER = Unit("the seat whose time out paid for it")
SPY_REASON = Unit("why the spy is on: NO_TOKENS, RED_ZONE or LATE_PASS")

# What a sheet does on fourth down. WEIGH, the die's "kick" from the 40 or 45, becomes a field goal or a punt once a
# card is drawn.
GO, FIELD_GOAL, PUNT, COFFIN, HAIL_MARY, KNEEL, WEIGH = 0, 1, 2, 3, 4, 5, 6


# --- Sentences that depend on the numbers of their event.


def moved(e: Event) -> Filled:
    """How far the ball moved, and where it is now."""
    lines = InWords(LINES, abs(e.lines))
    if e.lines == 0:
        return filled("no gain: {seat:stays} at {line}")
    if e.lines > 0 and e.line >= terms.GOAL:  # the play may be worth more lines than are left
        return filled("{seat:gains} {lines}: into the end zone", lines=lines)
    if e.lines > 0:
        return filled("{seat:gains} {lines}: the ball is at {line}", lines=lines)
    if e.line < 0:
        return filled("{seat:loses} {lines}: the ball is in the offense's own end zone", lines=lines)
    return filled("{seat:loses} {lines}: the ball is at {line}", lines=lines)


def evened(e: Event) -> str:
    """How many cards a side gives up or takes back to even up the hands."""
    if e.cards >= 0:
        return marked("{seat:gives} up {cards} to even up the hands")
    return marked("{seat:takes} back {cards} to even up the hands")


def picked(e: Event) -> str:
    """Which part of the card a side takes in a breakaway."""
    if e.answer == 0:
        return marked("{seat:takes} the event of {card}")
    if e.answer == 1:
        return marked("{seat:takes} the corner of {card}")
    return marked("{seat:forces} a turnover instead of using {card}")


def extra_point(e: Event) -> Filled:
    """Whether the extra point is good, and its value."""
    if e.points:
        return filled("the extra point is good: value {value}, {needed} needed", needed=terms.EXTRA_POINT_GOOD)
    return filled("the extra point is no good: value {value}, {needed} needed", needed=terms.EXTRA_POINT_GOOD)


def onside_held(e: Event) -> Filled:
    """The kickers recover an onside kick: its value, and the value that it needs."""
    return filled("value {value}, {needed} needed: {seat:keeps} the ball at the 50", needed=terms.ONSIDE_KEPT)


def onside_lost(e: Event) -> Filled:
    """The receivers take an onside kick: its value, and the value that it needs."""
    return filled("value {value}, {needed} needed: {receiver:has} the ball at the 50", needed=terms.ONSIDE_KEPT)


def overruled(e: Event) -> str:
    """Why a sheet does not obey its fourth-down die, and what it does."""
    if e.done == GO:
        return marked("{said} would throw the match away, so {seat:goes} for it")
    if e.done == FIELD_GOAL:
        return marked("{said} would throw the match away, so {seat:tries} a field goal")
    if e.done == HAIL_MARY:
        return marked("{said} would throw the match away, so {seat:throws} a Hail Mary")
    return marked("{said} would throw the match away, so {seat:punts}")


def ability(e: Event) -> str:
    """Which special ability a team uses, and what it adds."""
    if e.ability == terms.SPECIAL_DEFENSE:
        return marked("{seat:uses} a special defense: {amount:+d} strength")
    if e.ability == terms.GOAL_LINE_STAND:
        return marked("{seat:'s} goal-line stand: {amount:+d} strength")
    if e.ability == terms.FOURTH_DOWN:
        return marked("{seat:'s} fourth-down ability: {amount:+d} to the base gain")
    return marked("{seat:'s} short-yardage ability: {amount:+d} to the base gain")


def defends(e: Event) -> str:
    """The defense that is revealed. A spy's defense has no strength of its own."""
    if e.spied:
        return marked("{seat:defends} with {type}, as the spy advised")
    return marked("{seat:defends} with {type}, strength {strength}")


def base(e: Event) -> str:
    """The base gain as a sum."""
    if e.extra:
        return marked("strength {strength} against {against}, {extra:+d}: the base gain is {base}")
    return marked("strength {strength} against {against}: the base gain is {base}")


def spy(e: Event) -> str:
    """The spy's call against a run or a pass, which beats it."""
    if e.kind == RUN:
        return marked("the spy reads the run ({why}): {call} ({strategy}, die {die})")
    return marked("the spy reads the pass ({why}): {call} ({strategy}, die {die})")


def spy_ignored(e: Event) -> str:
    """The spy's call, if it has one, which does not beat the play."""
    if e.call == NONE:
        return marked("{kind}, {strategy}, die {die}: no spy call")
    return marked("{kind}, {strategy}, die {die}: {call} does not beat the play and is ignored")


def recycled(e: Event) -> str:
    """Which pile goes back into the draw pile."""
    if e.pile == BURNT:
        return marked("no card of this formation is left: the burned cards go back into the draw pile")
    return marked("no card of this formation is left: the spent cards go back into the draw pile")


def overtime_decided(e: Event) -> str | Filled:
    """How overtime was decided: by a safety, or by points, with the score."""
    if e.by_safety:
        winner = InWords(SEAT, 0 if e.home > e.away else 1)
        return filled("the safety ends overtime: {team:wins}", team=winner)
    return marked("overtime is over, {home} to {away}")


def by_corner(e: Event) -> str | Filled:
    """A play whose result comes only from the card's corner."""
    if e.corner == FOOTBALL:
        return marked("the corner is a football: a turnover")
    return filled("the corner is the result: {lines}", lines=InWords(LINES, e.corner))


def holding(e: Event) -> str:
    """Whether a side accepts or declines the Holding penalty."""
    if e.accepted:
        return marked("{seat:accepts} the Holding penalty")
    return marked("{seat:declines} the Holding penalty")


def token_back(e: Event) -> str:
    """Which token comes back."""
    if e.kind == RUN:
        return marked("no play was run: the orange token comes back")
    return marked("no play was run: the blue token comes back")


def fumble(e: Event) -> str | Filled:
    """Where the ball was fumbled."""
    if e.lines < 0:
        return filled("a fumble {lines} behind the line of scrimmage", lines=InWords(LINES, -e.lines))
    if e.lines > 0:
        return marked("a fumble {lines} beyond the line of scrimmage")
    return marked("a fumble at the line of scrimmage")


def intercepted(e: Event) -> str:
    """How far an intercepted pass went."""
    if e.lines:
        return marked("the pass goes {lines} and is intercepted")
    return marked("the pass gains nothing and is intercepted")


def lost_by_corner(e: Event) -> str:
    """How the ball was lost by a corner."""
    if e.kind == RUN:
        return marked("a fumble at the line of scrimmage")
    return marked("an interception at the line of scrimmage")


def two_points(e: Event) -> str:
    """Whether the two-point try is good."""
    return marked("the two-point try is good") if e.points else marked("the two-point try fails")


def kick_value(e: Event) -> str:
    """The field goal's value and distance, or that the kick was blocked."""
    if e.value == terms.BLOCKED:
        return marked("the field goal is blocked at distance {distance}")
    return marked("field goal value {value} at distance {distance}")


def hail_mary(e: Event) -> str:
    """The field goal value of a Hail Mary's card, or that the card shows a block."""
    if e.value == terms.BLOCKED:
        return marked("Hail Mary: the card shows a blocked kick")
    return marked("Hail Mary: the field goal value is {value}")


def kept_late(e: Event) -> str:
    """Which card a side keeps. Nobody knows which card a sheet keeps."""
    if e.card == NONE:
        return marked("late in the half: {seat:keeps} the card")
    return marked("late in the half: {seat:keeps} card {card}")


def weighed_kick(e: Event) -> str:
    """The card with which a sheet weighs a field goal against a punt, and whether the field goal would be good."""
    if e.value == terms.BLOCKED:
        return marked(
            "the card decides between a field goal and a punt. {card}: it blocks a field goal and a punt alike"
        )
    if e.good and e.punts:
        return marked(
            "the card decides between a field goal and a punt. {card}: value {value}, {distance} needed, so the kick "
            "would be good, but a punt is worth more now"
        )
    if not e.good and not e.punts:
        return marked(
            "the card decides between a field goal and a punt. {card}: value {value}, {distance} needed, so the kick "
            "is no good, but a miss is no worse than a punt now"
        )
    if e.good:
        return marked(
            "the card decides between a field goal and a punt. {card}: value {value}, {distance} needed, so the kick "
            "is good"
        )
    return marked(
        "the card decides between a field goal and a punt. {card}: value {value}, {distance} needed, so the kick would "
        "be no good"
    )


def kickoff(e: Event) -> str:
    """The return of a kickoff, with the card's corner."""
    if e.corner == FOOTBALL:
        return marked("{seat:returns} the kickoff; the corner is a football")
    return marked("{seat:returns} the kickoff, corner {corner}")


def opening(e: Event) -> str:
    """Who receives the opening kickoff. The winner of the flip may have chosen to kick off."""
    if e.winner != e.receiver:
        return marked("{winner:chooses} to kick off: {receiver:receives} the opening kickoff")
    return marked("{winner:receives} the opening kickoff")


def overtime_flip(e: Event) -> str:
    """What the winner of the flip before overtime chose."""
    if e.winner != e.receiver:
        return marked("{winner:chooses} to kick off: {receiver:receives} in overtime")
    return marked("{winner:chooses} to receive in overtime")


def corner_added(e: Event) -> str:
    """What a corner adds in a breakaway. It may be worth more lines than are left."""
    if e.reached:
        return marked("the corner adds {corner}: into the end zone")
    return marked("the corner adds {corner}: {lines} so far")


def incomplete(e: Event) -> str:
    """An incomplete pass, and whether only the lack of a green modifier makes it one."""
    if e.low:
        return marked("no green modifier: the low-percentage pass is incomplete")
    return marked("the pass is incomplete")


# --- Shorter sentences, for logs that show the rest of the play beside them.


MINUS = "−"


def even_base(base: Event) -> int:
    """What a base gain would be without a minimum."""
    return base.strength - base.against + base.extra


def sum_of(base: Event) -> tuple[str, ...]:
    """A base gain as a sum, in pieces: `6 − 4 = 2`, `6 − 4 + 1 = 3`. An arrow stands for a minimum gain."""
    extra = ("+", str(base.extra)) if base.extra else ()
    is_even = base.base == even_base(base)
    return (str(base.strength), MINUS, str(base.against), *extra, "=" if is_even else "→", signed(base.base))


def signed(n: int) -> str:
    """A number with a true minus sign."""
    return str(n) if n >= 0 else f"{MINUS}{-n}"


def base_in_brief(e: Event) -> Filled:
    """The base gain. Its sum explains it if an ability adds to it, or if a minimum raises it."""
    if e.base != even_base(e):
        found = " ".join((*sum_of(e)[:-2], "=", signed(even_base(e))))
        return filled("base gain {gain}: {sum}, but the minimum is {gain}", sum=found, gain=e.base)
    return filled("base gain {gain}", gain=" ".join(sum_of(e)) if e.extra else e.base)


def taken(e: Event) -> str:
    """Which part of the Game Day card a side takes in a breakaway. A forced turnover is told by itself."""
    if e.answer == 0:
        return marked("{seat:takes} the event")
    return marked("{seat:takes} the corner") if e.answer == 1 else ""


def corner_added_in_brief(e: Event) -> Filled:
    """What a corner adds in a breakaway. It may be worth more lines than are left."""
    if e.reached:
        return filled("corner {value:+d}: into the end zone", value=e.corner)
    return filled("corner {value:+d}, {lines} so far", value=e.corner)


def corner_in_brief(e: Event) -> str:
    """The corner that is the result of a play."""
    if e.corner == FOOTBALL:
        return marked("the corner is a football: a turnover")
    return marked("its {corner} is the result")


def untimed_in_brief(e: Event) -> str:
    """Whose time out paid for an untimed down, unless the offense has just called it."""
    if e.payer == e.seat:
        return marked("an untimed down")
    return marked("an untimed down, which {payer:'s} time out paid for")


# --- The events.


# The parts of a play, each a line of a report: the calls, the card, the result, and news beside plays.
CALLS, CARD_PART, RESULT, NEWS = "calls", "card", "result", "news"
HIDDEN = "only the seat whose card it is, if discards are hidden"
OPENS_LINE = EventGroup("begin a new line of a report, even after an event of the same part")
DRIVE_OVER = EventGroup("end a drive")
BEFORE_KICK = EventGroup("are reported before their kick")
AFTER_PLAY = EventGroup("follow a play without being part of it")
LOST = EventGroup("the side with the ball loses it, or misses")
IN_TITLE = EventGroup("are told by the title of their play in the log")


# Components
ABILITY_USED = event("BF-009", seat=SEAT, ability=ABILITY, amount=STRENGTH, says=ability, part=CALLS)
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
OPENING_RECEIVED = event("BF-R30", winner=SEAT, receiver=SEAT, says=opening, part=NEWS)

# Game play
OFFENSE_LINED_UP = event(
    "BF-021",
    seat=SEAT,
    formation=FORMATION.of("seat"),
    says=marked("{seat:lines} up in {formation}"),
    weight=DETAIL,
    groups=(AFTER_PLAY,),
)
PLAY_SHOWN = event(
    "BF-022",
    seat=SEAT,
    play=PLAY.of("seat"),
    type=TYPE,
    strength=STRENGTH,
    says=marked("{seat:plays} {play} ({type} {strength})"),
    weight=DETAIL,
    groups=(IN_TITLE,),
)
DEFENSE_LINED_UP = event("BF-023", seat=SEAT, formation=SHAPE, says=marked("{seat:shows} {formation}"), weight=DETAIL)
DEFENSE_SHOWN = event(
    "BF-024",
    seat=SEAT,
    type=DEFENSE,
    strength=STRENGTH,
    spied=YES,
    says=defends,
    part=CALLS,
    groups=(OPENS_LINE, IN_TITLE),
)
BASE_FOUND = event(
    "BF-025", strength=STRENGTH, against=STRENGTH, base=GAIN, extra=STRENGTH, says=base, short=base_in_brief, part=CALLS
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
BALL_MOVED = event("BF-028", seat=SEAT, lines=LINES, line=LINE.of("seat"), says=moved, part=RESULT)
NEXT_DOWN = event(
    "BF-029", seat=SEAT, down=DOWN, to_go=LINES, says=marked("{down} down and {to_go} to go"), part=RESULT
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
DECK_SHUFFLED = event("BF-R37", says=marked("the Game Day deck is shuffled"), part=NEWS)

# Offense Breakaways
OFFENSE_BROKE_AWAY = event(
    "BF-037", seat=SEAT, says=marked("Offense Breakaway for {seat}"), short=marked("OFFENSE BREAKAWAY"), part=CALLS
)
BREAKAWAY_RAISED = event(
    "BF-039", seat=SEAT, says=marked("an Offense Breakaway's base gain is at least 1"), weight=DETAIL
)
OFFENSE_PICKED = event("BF-040", seat=SEAT, answer=ANSWER, card=GAME_DAY, says=picked, short=taken, part=CARD_PART)
CORNER_ADDED = event(
    "BF-041",
    seat=SEAT,
    corner=CORNER,
    lines=LINES,
    reached=YES,
    says=corner_added,
    short=corner_added_in_brief,
    part=CARD_PART,
)
TACKLED = event("BF-042", seat=SEAT, lines=LINES, says=marked("tackled after {lines}"), part=CARD_PART)
BREAKAWAY_FUMBLED = event(
    "BF-043", seat=SEAT, line=LINE, says=marked("fumbled at {line}"), part=CARD_PART, groups=(DRIVE_OVER, LOST)
)
TACKLE_AVOIDED = event(
    "BF-044", seat=SEAT, says=marked("the offense avoids the 0 and keeps drawing cards"), part=CARD_PART
)
ALL_THE_WAY = event("BF-R6", seat=SEAT, says=marked("a TD corner: {seat:goes} all the way"), part=CARD_PART)

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
DEFENSE_PICKED = event("BF-049", seat=SEAT, answer=ANSWER, card=GAME_DAY, says=picked, short=taken, part=CARD_PART)
CORNER_COUNTED = event("BF-050", seat=SEAT, corner=CORNER, says=by_corner, short=corner_in_brief, part=CARD_PART)
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
EVENT_SCORES = event("BF-R21", seat=SEAT, says=marked("the event scores a touchdown"), part=CARD_PART)

# Penalties
FALSE_STARTED = event(
    "BF-070", seat=SEAT, says=marked("False Start on {seat}: one line back, and the down is played again"), part=RESULT
)
HOLDING_ANSWERED = event("BF-073", seat=SEAT, accepted=YES, says=holding, part=RESULT)
HOLDING_DECLINED = event(
    "BF-074", seat=SEAT, offender=SEAT, says=marked("the penalty is declined and has no effect"), part=RESULT
)
HOLDING_ACCEPTED = event("BF-075", seat=SEAT, says=marked("Holding on the defense: one line forward"), part=RESULT)
AUTOMATIC_FIRST_DOWN = event("BF-077", seat=SEAT, says=marked("an automatic first down"), part=RESULT)
PENALTY_STOPPED = event(
    "BF-079", seat=SEAT, line=LINE, says=marked("a penalty never scores: the ball stops at {line}"), part=RESULT
)
ILLEGALLY_CALLED = event(
    "BF-082",
    seat=SEAT,
    type=TYPE,
    says=marked("{type} is not allowed here: one line back, and the down is repeated"),
    part=CALLS,
)
CARD_TURNED = event(
    "BF-083",
    seat=SEAT,
    play=PLAY.of("seat"),
    says=marked("{play} is not allowed here: the card is turned around"),
    part=CALLS,
)
TOKEN_RETURNED = event("BF-084", seat=SEAT, kind=KIND, says=token_back, part=RESULT)

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
    groups=(LOST,),
)
BALL_FUMBLED = event("BF-092", seat=SEAT, lines=LINES, says=fumble, part=CARD_PART, groups=(DRIVE_OVER, LOST))
PASS_INTERCEPTED = event("BF-094", seat=SEAT, lines=LINES, says=intercepted, part=CARD_PART, groups=(DRIVE_OVER, LOST))
LOST_BY_CORNER = event("BF-096", seat=SEAT, kind=KIND, says=lost_by_corner, part=CARD_PART, groups=(DRIVE_OVER, LOST))
RETURN_GRANTED = event("BF-097", seat=SEAT, says=marked("the card grants {seat} a return"), part=RESULT)
TURNOVER_TOUCHBACK = event(
    "BF-098", seat=SEAT, says=marked("touchback: {seat:starts at its|start at their} own 20"), part=RESULT
)
PUNT_DROPPED = event(
    "BF-100", seat=SEAT, line=SPOT.of("seat"), says=marked("{seat:fumbles} the punt at {line}"), part=NEWS
)
LOST_ON_DOWNS = event(
    "BF-R13",
    seat=SEAT,
    line=LINE.of("seat"),
    says=marked("{seat:loses} the ball on downs at {line}"),
    part=RESULT,
    groups=(DRIVE_OVER, LOST),
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
    "BF-104", seat=SEAT, says=marked("{seat:punts}"), part=NEWS, groups=(OPENS_LINE, DRIVE_OVER, IN_TITLE)
)
QUARTER_OVER = event(
    "BF-105",
    quarter=QUARTER,
    says=marked("the {quarter} is over: both teams take back their cards"),
    part=NEWS,
    weight=HEADLINE,
    groups=(OPENS_LINE, AFTER_PLAY),
)
CARDS_EVENED = event("BF-107", seat=SEAT, cards=CARDS, says=evened, part=NEWS, groups=(OPENS_LINE, AFTER_PLAY))
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
)

# Scoring
TOUCHDOWN_SCORED = event(
    "BF-122",
    seat=SEAT,
    says=marked("TOUCHDOWN {seat}, 6 points"),
    part=NEWS,
    weight=HEADLINE,
    adds={"points": 6},
    groups=(OPENS_LINE, DRIVE_OVER),
)
TWO_POINTS_TRIED = event(
    "BF-123", seat=SEAT, points=POINTS, says=two_points, part=NEWS, weight=HEADLINE, adds={"points": "points"}
)
EXTRA_POINT_KICKED = event(
    "BF-124",
    seat=SEAT,
    points=POINTS,
    value=VALUE,
    says=extra_point,
    part=CARD_PART,
    adds={"points": "points"},
    groups=(OPENS_LINE,),
)
FIELD_GOAL_TRIED = event(
    "BF-129",
    seat=SEAT,
    distance=DISTANCE,
    says=marked("{seat:tries} a field goal from distance {distance}"),
    part=NEWS,
    groups=(OPENS_LINE,),
)
FIELD_GOAL_KICKED = event(
    "BF-131", seat=SEAT, value=VALUE, distance=DISTANCE, says=kick_value, part=CARD_PART, groups=(OPENS_LINE,)
)
FIELD_GOAL_SCORED = event(
    "BF-132",
    seat=SEAT,
    says=marked("the field goal is good: 3 points for {seat}"),
    part=CARD_PART,
    weight=HEADLINE,
    adds={"points": 3},
    groups=(DRIVE_OVER,),
)
DRIVEN_BACK = event("BF-135", seat=SEAT, says=marked("{seat:is} driven back to the goal line"), part=NEWS)
SAFETY_SCORED = event(
    "BF-136",
    seat=SEAT,
    says=marked("SAFETY, 2 points for {seat}"),
    part=NEWS,
    weight=HEADLINE,
    adds={"points": 2},
    groups=(OPENS_LINE, DRIVE_OVER),
)
FREELY_KICKED = event(
    "BF-138",
    seat=SEAT,
    lines=LINES,
    says=marked("{seat:takes a free kick from its|take a free kick from their} own 20: {lines}"),
    part=NEWS,
    groups=(OPENS_LINE,),
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
    line=OTHER_LINE,
    says=marked("the field goal is no good: the other side starts at {line}"),
    part=RESULT,
    groups=(DRIVE_OVER, LOST),
)
TRY_LOST = event(
    "BF-R36", seat=SEAT, says=marked("the offense loses the ball, and the try is over"), part=RESULT, groups=(LOST,)
)

# Kicking game
KICKOFF_RETURNED = event(
    "BF-142", seat=SEAT, card=GAME_DAY, corner=CORNER, says=kickoff, part=NEWS, groups=(OPENS_LINE,)
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
    groups=(LOST,),
)
KICKED_ONSIDE = event("BF-150", seat=SEAT, says=marked("{seat:kicks} onside"), part=NEWS, groups=(OPENS_LINE,))
ONSIDE_HELD = event("BF-152", seat=SEAT, value=VALUE, says=onside_held, part=NEWS)
PUNT_LANDED = event(
    "BF-153", seat=SEAT, lines=LINES, line=LINE, says=marked("the punt goes {lines}, to {line}"), part=NEWS
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
    "BF-156", seat=SEAT, says=marked("touchback: {seat:starts at its|start at their} own 20"), part=NEWS
)
KICK_STOPPED = event(
    "BF-157",
    seat=SEAT,
    line=SPOT.of("seat"),
    says=marked("{seat:has} a kick blocked at {line}"),
    part=NEWS,
    groups=(DRIVE_OVER,),
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
EXTRA_POINT_STOPPED = event("BF-162", seat=SEAT, says=marked("{seat:'s} extra point is blocked"), part=NEWS)
TRY_RETURNED = event(
    "BF-163",
    seat=SEAT,
    says=marked("{seat:returns} the try for 2 points"),
    part=NEWS,
    weight=HEADLINE,
    adds={"points": 2},
)
RETURN_DROPPED = event(
    "BF-164", seat=SEAT, line=SPOT.of("seat"), says=marked("{seat:fumbles} the return at {line}"), part=NEWS
)
TOUCHBACK_TAKEN = event("BF-R4", seat=SEAT, says=marked("a touchback instead of a return to the 15"), part=NEWS)
LINE_LOST = event("BF-R8", seat=SEAT, says=marked("the return loses one line (five yards) and goes on"), part=NEWS)
SCORER_KICKS_OFF = event("BF-R11", seat=SEAT, says=marked("{seat:kicks} off"), part=NEWS)
ONSIDE_LOST = event(
    "BF-R34",
    receiver=SEAT,
    value=VALUE,
    says=onside_lost,
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
PASS_INCOMPLETE = event("BF-169", seat=SEAT, low=LOW, says=incomplete, part=RESULT)
# The base gain says in brief that the minimum raised it.
MINIMUM_GAINED = event("BF-170", seat=SEAT, says=marked("the minimum gain is 1"), short="", part=CALLS)
HAIL_MARY_THROWN = event(
    "BF-175", seat=SEAT, says=marked("{seat:throws} a Hail Mary"), part=NEWS, groups=(OPENS_LINE, IN_TITLE)
)
HAIL_MARY_DRAWN = event("BF-176", seat=SEAT, value=VALUE, says=hail_mary, part=CARD_PART)
HAIL_MARY_CAUGHT = event("BF-178", seat=SEAT, says=marked("CAUGHT: ten lines, and a breakaway"), part=CARD_PART)
HAIL_MARY_ARRIVED = event("BF-179", seat=SEAT, says=marked("the Hail Mary reaches the end zone"), part=CARD_PART)
HAIL_MARY_PICKED_OFF = event(
    "BF-180",
    winner=SEAT,
    says=marked("{winner:returns} the interception all the way"),
    part=RESULT,
    groups=(DRIVE_OVER, LOST),
)
KNELT = event("BF-181", seat=SEAT, says=marked("{seat:takes} a knee"), part=NEWS, groups=(OPENS_LINE, IN_TITLE))
OVERTIME_BEGAN = event(
    "BF-184",
    quarter=PERIOD,
    says=marked("{quarter}: fifteen cards and two time outs each"),
    part=NEWS,
    weight=HEADLINE,
    groups=(OPENS_LINE, DRIVE_OVER),
)
OVERTIME_FLIP_CHOSEN = event("BF-187", winner=SEAT, receiver=SEAT, says=overtime_flip, part=NEWS)
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
    says=overtime_decided,
    part=NEWS,
    weight=HEADLINE,
    groups=(DRIVE_OVER,),
)
PERIOD_LEVEL = event("BF-R32", quarter=PERIOD, says=marked("{quarter} ends in a tie"), part=NEWS, groups=(DRIVE_OVER,))
HAIL_MARY_DROPPED = event("BF-R35", seat=SEAT, says=marked("the Hail Mary falls incomplete"), part=CARD_PART)

# Optional rules
CARD_KEPT_LATE = event("BF-192", seat=SEAT, card=CARD_OR_NONE, says=kept_late, part=RESULT)
COFFIN_AIMED = event("BF-193", seat=SEAT, says=marked("{seat:aims} for the coffin corner"), part=NEWS)
COFFIN_SHORTENED = event(
    "BF-194", seat=SEAT, lines=GAIN, says=marked("the coffin-corner punt is two lines shorter: {lines}"), part=NEWS
)
KICKER_ICED = event(
    "BF-196",
    seat=SEAT,
    left=TIME_OUTS,
    says=counted("left", "{seat:ices} the kicker: {n} time out left", "{seat:ices} the kicker: {n} time outs left"),
    part=NEWS,
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
)
ORANGE_SPENT = event(
    "BF-206",
    seat=SEAT,
    left=TOKENS,
    says=marked("{seat:spends} an orange token on a strong run: {left} left"),
    part=CALLS,
)
BLUE_SPENT = event(
    "BF-207",
    seat=SEAT,
    left=TOKENS,
    says=marked("{seat:spends} a blue token on a strong pass: {left} left"),
    part=CALLS,
)
SPY_WON = event(
    "BF-208", strategy=STRATEGY, kind=KIND, die=DIE, call=DEFENSE, why=SPY_REASON.of("kind"), says=spy, weight=DETAIL
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
)
SPY_IGNORED = event("BF-215", strategy=STRATEGY, kind=SPY_TABLE, die=DIE, call=DEFENSE, says=spy_ignored, weight=DETAIL)

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
    groups=(AFTER_PLAY,),
)
FORMATION_DRAWN = event(
    "BF-219",
    seat=SEAT,
    formation=FORMATION.of("seat"),
    says=marked("{seat:draws} a card: {formation}"),
    weight=DETAIL,
    groups=(AFTER_PLAY,),
)
PLAN_SET = event(
    "BF-220",
    seat=SEAT,
    state=STATE,
    plan=PLAN,
    says=marked("{seat:'s} sheet, Game State {state}: {plan}"),
    weight=DETAIL,
)
CODE_ROLLED = event(
    "BF-221", seat=SEAT, plan=PLAN, die=DIE, code=CODE, says=marked("{plan}, die {die}: {code}"), weight=DETAIL
)
PLAY_BY_CODE = event(
    "BF-222",
    seat=SEAT,
    formation=FORMATION,
    play=PLAY.of("seat"),
    says=marked("{seat:'s} sheet calls {play}"),
    weight=DETAIL,
)
PLAY_AS_DRAWN = event(
    "BF-223", seat=SEAT, play=PLAY.of("seat"), says=marked("the sheet plays the drawn card: {play}"), weight=DETAIL
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
    short=untimed_in_brief,
    part=NEWS,
)
TIME_OUT_PLAYED = event(
    "BF-231",
    seat=SEAT,
    left=TIME_OUTS,
    says=marked("before the last card, {seat:uses} a time out for an extra play: {left} left"),
    short=marked("{seat:pays} for this play with a time out ({left} left)"),
    part=NEWS,
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
    groups=(OPENS_LINE, AFTER_PLAY),
)
KICK_WEIGHED = event(
    "BF-234",
    seat=SEAT,
    card=GAME_DAY,
    good=YES,
    value=VALUE,
    distance=DISTANCE,
    punts=YES,
    says=weighed_kick,
    part=CARD_PART,
)
KICKED_ANYWAY = event(
    "BF-235", seat=SEAT, says=marked("with the game on the line, {seat:tries} the field goal anyway"), part=NEWS
)
CARD_BURNT = event(
    "BF-236", seat=SEAT, card=CARD, says=marked("{seat:'s} card {card} is burned"), weight=DETAIL, groups=(AFTER_PLAY,)
)
DRAWN_STANDS_IN = event(
    "BF-237",
    seat=SEAT,
    says=marked("the called card is already spent: the drawn card is spent in its place"),
    weight=DETAIL,
)
CARDS_DEFENDED = event(
    "BF-238",
    seat=SEAT,
    call=DEFENSE,
    strength=STRENGTH,
    says=marked("{seat:'s} cards call {call}, strength {strength}"),
    part=NEWS,
)
DIE_OVERRULED = event("BF-R51", seat=SEAT, said=LOSING, done=ACTION, says=overruled, part=NEWS)
PILE_RECYCLED = event("BF-R38", seat=SEAT, pile=PILE, says=recycled, weight=DETAIL)

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
    "BF-R49", winner=SEAT, says=marked("in the offense's own end zone"), part=RESULT, groups=(LOST,)
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
