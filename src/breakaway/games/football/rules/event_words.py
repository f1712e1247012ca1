"""The groups of events, what their numbers mean, and the sentences that depend on them."""

from __future__ import annotations

from breakaway.core.language import marked
from breakaway.core.rules import Event, EventGroup, Filled, InWords, Unit, filled
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.terms import BURNT, FOOTBALL, NONE, PASS, RUN

# --- Parts of a play, and groups of events.


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


# --- Units: what a number of an event means. `text/names.py` says how sentences put it into words.


SEAT = Unit("0 home, 1 away")
LINES = Unit("lines of five yards; below 0 if the ball moves back")
GAIN = Unit("lines of five yards, said as a number; below 0 if the ball moves back")
LINE = Unit("line from the offense's own goal, 0 to 20")
OFFENSE_LINE = Unit("line from the offense's own goal, 0 to 20, in a sentence that does not name the offense")
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
PART = Unit("a part of a declared ability, from 1")
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


THE_20 = 4  # in lines, like every spot


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


def touchback(_e: Event) -> Filled:
    """Where a side starts after a touchback."""
    return filled("touchback: {seat:starts} at {line}", line=InWords(SPOT.of("seat"), THE_20))


def free_kick(_e: Event) -> Filled:
    """Where a side takes a free kick from, and how far it goes."""
    return filled("{seat:takes} a free kick from {line}: {lines}", line=InWords(SPOT.of("seat"), THE_20))


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
    if e.ability == terms.DECLARED:
        return marked("{seat:'s} special ability: {amount:+d}")
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
        return marked("the call was not played: the orange token comes back")
    return marked("the call was not played: the blue token comes back")


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


def lost_by_corner_in_brief(e: Event) -> str:
    """How the ball was lost by a corner, for a banner."""
    return marked("Intercepted!") if e.kind == PASS else marked("Fumble!")


def two_points_in_brief(e: Event) -> str:
    """Whether the two-point try is good, for a banner."""
    return marked("Two points for {seat}!") if e.points else marked("The try fails.")


def extra_point_in_brief(e: Event) -> str:
    """Whether the extra point is good, for a banner."""
    return marked("The extra point is good.") if e.points else marked("The extra point is no good.")


def untimed_in_brief(e: Event) -> str:
    """Whose time out paid for an untimed down, unless the offense has just called it."""
    if e.payer == e.seat:
        return marked("an untimed down")
    return marked("an untimed down, which {payer:'s} time out paid for")
