"""Sentences: questions, refusals, what happened, and standing instructions."""

from __future__ import annotations

from collections.abc import Callable

from breakaway.core.game import Names, Order
from breakaway.core.language import _, many, marked, say
from breakaway.core.rules import Event
from breakaway.games.football.rules import events, kicks, solo, terms, win_chances
from breakaway.games.football.rules.scoring import next_marker
from breakaway.games.football.rules.state import Football, FootballConfig
from breakaway.games.football.rules.terms import BURNT, CALL, DISCARD, DISCARDED, FOOTBALL, GIVEN, GOAL, NONE, RUN
from breakaway.games.football.text import names as called
from breakaway.games.football.text import orders as order_text
from breakaway.games.football.text.names import (
    CLASSES,
    CODES,
    DISTANCES_SAID,
    DOWNS_SAID,
    ITS_OWN,
    OFFENSE_OWN,
    PLANS,
    SPIES,
    STRATEGIES,
    at_spot,
    capital,
    corner,
    defense_formation,
    defense_type,
    formation,
    game_day,
    lines,
    play,
    play_type,
    quarter,
    team_spot,
)
from breakaway.games.words import ordinal, team

# --- For each standing instruction, a sentence that says what it does, shown at the terminal and on pages.


SAYS = {
    "never audible": marked("You never call an audible, on offense or on defense."),
    "never challenge": marked("You never spend a flag on a challenge."),
    "challenge a turnover": marked("You challenge only turnovers against you."),
    "take the better corner": marked("You take the event or the corner, whichever wins more often."),
    "take the better penalty": marked("You accept or decline a Holding penalty, whichever wins more often."),
    "never onside": marked("You never try an onside kick."),
    "never ice": marked("You never ice the kicker."),
    "no last time out": marked("Before the offense's last card of a half, you never call a time out."),
    "every last time out": marked("Before the offense's last card of a half, you always call a time out."),
    "last time out unless first down": marked(
        "On defense, you call a time out before the offense's last card of a half, unless it has just made a first "
        "down. This also answers for you if you are late."
    ),
    "last time out only outside field-goal range": marked(
        "On defense, you call a time out before the offense's last card of a half, unless it can try a field goal."
    ),
    "always receive": marked("If you win the flip, you receive."),
    "discard the weakest": marked("When you must give up cards, you give up the weakest."),
    "no kick into a touchback": marked("You do not use your kicking ability if it would turn a kick into a touchback."),
}


# --- Sentences for events whose wording depends on their numbers.


def moved(e: Event, n: Names) -> str:
    """Says how far the ball moved, and where it is now."""
    parts = {"team": team(n, e.seat), "lines": lines(abs(e.lines)), "spot": team_spot(n, e.seat, e.line)}
    if e.lines == 0:
        return say("no gain: {team:stays} at {spot}", **parts)
    if e.lines > 0 and e.line >= terms.GOAL:  # the play may be worth more lines than are left
        return say("{team:gains} {lines}: into the end zone", **parts)
    if e.lines > 0:
        return say("{team:gains} {lines}: the ball is at {spot}", **parts)
    if e.line < 0:
        return say("{team:loses} {lines}: the ball is in the offense's own end zone", **parts)
    return say("{team:loses} {lines}: the ball is at {spot}", **parts)


def evened(e: Event, n: Names) -> str:
    """Says how many cards a side gives up or takes back to even up the hands."""
    cards = many("{n} card", "{n} cards", abs(e.cards))
    if e.cards >= 0:
        return say("{team:gives} up {cards} to even up the hands", team=team(n, e.seat), cards=cards)
    return say("{team:takes} back {cards} to even up the hands", team=team(n, e.seat), cards=cards)


def picked(e: Event, n: Names) -> str:
    """Says which part of the card a side takes in a breakaway."""
    parts = {"team": team(n, e.seat), "card": game_day(n, e.card)}
    if e.answer == 0:
        return say("{team:takes} the event of {card}", **parts)
    if e.answer == 1:
        return say("{team:takes} the corner of {card}", **parts)
    return say("{team:forces} a turnover instead of using {card}", **parts)


def extra_point(e: Event, n: Names) -> str:
    """Says whether the extra point is good, and gives its value."""
    if e.points:
        return say("the extra point is good: value {value}, 3 needed", value=e.value)
    return say("the extra point is no good: value {value}, 3 needed", value=e.value)


def why_spied(e: Event) -> str:
    """Why the spy is on."""
    if e.why == solo.NO_TOKENS:
        return _("no orange tokens left") if e.kind == RUN else _("no blue tokens left")
    if e.why == solo.RED_ZONE:
        return _("in a red zone")
    return _("last two cards of the half")


def spied(e: Event, n: Names) -> dict[str, object]:
    """The parts that the two sentences about the spy share."""
    return {"table": SPIES[e.kind], "plan": STRATEGIES[e.strategy], "die": e.die, "call": defense_type(n, e.call)}


# The line of each column of the fourth-down chart
MILESTONES = tuple(dict.fromkeys(next_marker(line) for line in range(terms.GOAL)))
# What the fourth-down die says, and what would lose the match, by the action of a sheet
SAID = {
    win_chances.GO: marked("go for it"),
    win_chances.FIELD_GOAL: marked("kick a field goal"),
    win_chances.PUNT: marked("punt"),
    win_chances.COFFIN: marked("punt to the coffin corner"),
    win_chances.WEIGH: marked("do not go for it: a field goal or a punt, by the card"),
}
LOSING = {
    win_chances.GO: marked("a play"),
    win_chances.FIELD_GOAL: marked("a field goal"),
    win_chances.PUNT: marked("a punt"),
    win_chances.COFFIN: marked("a punt"),
    win_chances.WEIGH: marked("a kick"),
}


def fourth_down(e: Event, n: Names) -> str:
    """The roll on fourth down and what it says."""
    roll = str(e.die)
    if e.total != e.die:
        # far behind or losing late (232): the event does not say which
        sign, why = ("+", _("behind")) if e.total > e.die else ("-", _("leading late"))
        roll = f"{e.die} {sign} {abs(e.total - e.die)} ({why}) = {e.total}"
    return say(
        "{team:rolls} {roll} on fourth down, with {milestone} ahead. {target} or more means to go for it: the die says "
        "{action}",
        team=team(n, e.seat),
        roll=roll,
        milestone=team_spot(n, e.seat, MILESTONES[e.milestone]),
        target=e.target,
        action=_(SAID[e.action]),
    )


def overruled(e: Event, n: Names) -> str:
    """Why a sheet does not obey its fourth-down die, and what it does."""
    parts = {"what": _(LOSING[e.said]), "team": team(n, e.seat)}
    if e.done == win_chances.GO:
        return say("{what} would all but lose the match, so {team:goes} for it", **parts)
    if e.done == win_chances.FIELD_GOAL:
        return say("{what} would all but lose the match, so {team:tries} a field goal", **parts)
    if e.done == win_chances.HAIL_MARY:
        return say("{what} would all but lose the match, so {team:throws} a Hail Mary", **parts)
    return say("{what} would all but lose the match, so {team:punts}", **parts)


def ability(e: Event, n: Names) -> str:
    """Which special ability a team uses, and what it adds."""
    parts = {"team": team(n, e.seat), "amount": e.amount}
    if e.ability == terms.SPECIAL_DEFENSE:
        return say("{team:uses} a special defense: {amount:+d} strength", **parts)
    if e.ability == terms.GOAL_LINE_STAND:
        return say("{team:'s} goal-line stand: {amount:+d} strength", **parts)
    if e.ability == terms.FOURTH_DOWN:
        return say("{team:'s} fourth-down ability: {amount:+d} to the base gain", **parts)
    return say("{team:'s} short-yardage ability: {amount:+d} to the base gain", **parts)


def defends(e: Event, n: Names) -> str:
    """The defense that is revealed. A spy's defense has no strength of its own."""
    parts = {"team": team(n, e.seat), "call": defense_type(n, e.type)}
    if e.spied:
        return say("{team:defends} with {call}, as the spy advised", **parts)
    return say("{team:defends} with {call}, strength {strength}", strength=e.strength, **parts)


def base(e: Event, n: Names) -> str:
    """The base gain as a sum."""
    parts = {"strength": e.strength, "against": e.against, "gain": e.base}
    if e.extra:
        return say("strength {strength} against {against}, {extra:+d}: the base gain is {gain}", extra=e.extra, **parts)
    return say("strength {strength} against {against}: the base gain is {gain}", **parts)


def untimed(e: Event, n: Names) -> str:
    """Says whose time out paid for an untimed down."""
    return say(
        "an untimed down, which {team:'s} time out paid for: the card goes to the Burned pile", team=team(n, e.payer)
    )


def spy(e: Event, n: Names) -> str:
    """The spy's call against a run or a pass, which beats it."""
    parts = {"why": why_spied(e), **spied(e, n)}
    if e.kind == RUN:
        return say("the spy reads the run ({why}): {call} ({plan}, die {die})", **parts)
    return say("the spy reads the pass ({why}): {call} ({plan}, die {die})", **parts)


def spy_ignored(e: Event, n: Names) -> str:
    """The spy's call, if it has one, which does not beat the play."""
    if e.call == NONE:
        return say("{table}, {plan}, die {die}: no spy call", **spied(e, n))
    return say("{table}, {plan}, die {die}: {call} does not beat the play and is ignored", **spied(e, n))


def recycled(e: Event, n: Names) -> str:
    """Says which pile goes back into the draw pile."""
    if e.pile == BURNT:
        return _("no card of this formation is left: the burned cards go back into the draw pile")
    return _("no card of this formation is left: the spent cards go back into the draw pile")


def reached(e: Event, n: Names) -> str:
    """Says how far a return went."""
    return say(
        "{team:returns} the ball to {spot}, corner {corner}",
        team=team(n, e.seat),
        corner=corner(e.corner),
        spot=team_spot(n, e.seat, e.line),
    )


def overtime_decided(e: Event, n: Names) -> str:
    """Says how overtime was decided: by a safety, or by points, with the score."""
    if e.by_safety:
        return say("the safety ends overtime: {team:wins}", team=team(n, 0 if e.home > e.away else 1))
    return say("overtime is over, {home} to {away}", home=e.home, away=e.away)


def by_corner(e: Event, n: Names) -> str:
    """The sentence for a play whose result comes only from the card's corner."""
    if e.corner == FOOTBALL:
        return _("the corner is a football: a turnover")
    return say("the corner is the result: {lines}", lines=lines(e.corner))


def holding(e: Event, n: Names) -> str:
    """Says whether a side accepts or declines the Holding penalty."""
    if e.accepted:
        return say("{team:accepts} the Holding penalty", team=team(n, e.seat))
    return say("{team:declines} the Holding penalty", team=team(n, e.seat))


def token_back(e: Event, n: Names) -> str:
    """Says which token comes back."""
    if e.kind == RUN:
        return _("no play was run: the orange token comes back")
    return _("no play was run: the blue token comes back")


def fumble(e: Event, n: Names) -> str:
    """Says where the ball was fumbled."""
    if e.lines < 0:
        return say("a fumble {lines} behind the line of scrimmage", lines=lines(-e.lines))
    if e.lines > 0:
        return say("a fumble {lines} beyond the line of scrimmage", lines=lines(e.lines))
    return _("a fumble at the line of scrimmage")


def two_points(e: Event, n: Names) -> str:
    """Says whether the two-point try is good."""
    return _("the two-point try is good") if e.points else _("the two-point try fails")


def kick_value(e: Event, n: Names) -> str:
    """Gives the field goal's value and distance, or says that the kick was blocked."""
    if e.value == 0:
        return say("the field goal is blocked at distance {distance}", distance=e.distance)
    return say("field goal value {value} at distance {distance}", value=e.value, distance=e.distance)


def hail_mary(e: Event, n: Names) -> str:
    """Gives the field goal value of a Hail Mary's card, or says that the card shows a block."""
    if e.value == 0:
        return _("Hail Mary: the card shows a blocked kick")
    return say("Hail Mary: the field goal value is {value}", value=e.value)


def kept_late(e: Event, n: Names) -> str:
    """Says which card a side keeps. Nobody knows which card a sheet keeps."""
    if e.card == NONE:
        return say("late in the half: {team:keeps} the card", team=team(n, e.seat))
    return say("late in the half: {team:keeps} card {number}", team=team(n, e.seat), number=e.card + 1)


def weighed_kick(e: Event, n: Names) -> str:
    """The card with which a sheet weighs a field goal against a punt, and whether the field goal would be good."""
    parts = {"card": game_day(n, e.card), "value": e.value, "distance": e.distance}
    if e.value == terms.BLOCKED:
        return say(
            "the card decides between a field goal and a punt. {card}: it blocks a field goal and a punt alike", **parts
        )
    if e.good and e.punts:
        return say(
            "the card decides between a field goal and a punt. {card}: value {value}, {distance} needed, so the kick "
            "would be good, but a punt is worth more now",
            **parts,
        )
    if not e.good and not e.punts:
        return say(
            "the card decides between a field goal and a punt. {card}: value {value}, {distance} needed, so the kick "
            "is no good, but a miss is no worse than a punt now",
            **parts,
        )
    if e.good:
        return say(
            "the card decides between a field goal and a punt. {card}: value {value}, {distance} needed, so the kick "
            "is good",
            **parts,
        )
    return say(
        "the card decides between a field goal and a punt. {card}: value {value}, {distance} needed, so the kick would "
        "be no good",
        **parts,
    )


def front(e: Event, n: Names) -> str:
    """The roll of the defense sheet's first die, for its strategy."""
    return say(
        "{team:'s} sheet, {shape} offense, Game State {state}, die {die}: {plan}",
        team=team(n, e.seat),
        shape=_(CLASSES[e.formation]),
        state=e.state,
        die=e.die,
        plan=STRATEGIES[e.strategy],
    )


def back(e: Event, n: Names) -> str:
    """The roll of the defense sheet's second die, for its call."""
    return say(
        "{team:'s} sheet, {plan}, die {die}: {call}, strength {strength}",
        team=team(n, e.seat),
        plan=STRATEGIES[e.strategy],
        die=e.die,
        call=defense_type(n, e.call),
        strength=e.strength,
    )


def chart(e: Event, n: Names) -> str:
    """The roll of the offense sheet's die for the formation."""
    return say(
        "{team:'s} sheet, {lines} to go, {down}, die {die}: {formation}",
        team=team(n, e.seat),
        lines=_(DISTANCES_SAID[e.row]),
        down=_(DOWNS_SAID[e.column]),
        die=e.die,
        formation=formation(n, e.seat, e.formation),
    )


def plays(e: Event, n: Names) -> str:
    """The play that is revealed."""
    return say(
        "{team:plays} {play} ({type} {strength})",
        team=team(n, e.seat),
        play=play(n, e.seat, e.play),
        type=play_type(n, e.type),
        strength=e.strength,
    )


def kickoff(e: Event, n: Names) -> str:
    """The return of a kickoff, with the card's corner."""
    if e.corner == FOOTBALL:
        return say("{team:returns} the kickoff; the corner is a football", team=team(n, e.seat))
    return say("{team:returns} the kickoff, corner {corner}", team=team(n, e.seat), corner=corner(e.corner))


def opening(e: Event, n: Names) -> str:
    """Who receives the opening kickoff. The winner of the flip may have chosen to kick off."""
    parts = {"team": team(n, e.winner), "receiver": team(n, e.receiver)}
    if e.winner != e.receiver:
        return say("{team:chooses} to kick off: {receiver:receives} the opening kickoff", **parts)
    return say("{team:receives} the opening kickoff", **parts)


def overtime_flip(e: Event, n: Names) -> str:
    """What the winner of the flip before overtime chose."""
    parts = {"team": team(n, e.winner), "receiver": team(n, e.receiver)}
    if e.winner != e.receiver:
        return say("{team:chooses} to kick off: {receiver:receives} in overtime", **parts)
    return say("{team:chooses} to receive in overtime", **parts)


def onside(e: Event, n: Names) -> str:
    """Whether an onside kick is recovered, with its value and the value that it needs."""
    parts = {"value": e.value, "needed": kicks.ONSIDE_KEPT}
    if e.rule == events.ONSIDE_HELD:
        return say("value {value}, {needed} needed: {team:keeps} the ball at the 50", team=team(n, e.seat), **parts)
    return say("value {value}, {needed} needed: {team:has} the ball at the 50", team=team(n, e.receiver), **parts)


def corner_added(e: Event, n: Names) -> str:
    """What a corner adds in a breakaway. It may be worth more lines than are left."""
    if e.reached:
        return say("the corner adds {value}: into the end zone", value=e.corner)
    return say("the corner adds {value}: {lines} so far", value=e.corner, lines=lines(e.lines))


def incomplete(e: Event, n: Names) -> str:
    """An incomplete pass, and whether only the lack of a green modifier makes it one."""
    if e.low:
        return _("no green modifier: the low-percentage pass is incomplete")
    return _("the pass is incomplete")


# --- The sentence for each event.


Sentence = Callable[[Event, Names], str]

SENTENCES: dict[str, Sentence] = {
    events.ABILITY_USED: ability,
    events.KICK_HELPED: lambda e, n: say(
        "{team:'s} kicking ability: the printed {printed} counts as {value}",
        team=team(n, e.seat),
        printed=e.printed,
        value=e.value,
    ),
    events.TURNOVER_FORCED: lambda e, n: say("{team:forces} a turnover", team=team(n, e.seat)),
    events.QUICKLY_RELEASED: lambda e, n: many(
        "Quick Release: no Defense Breakaway on this pass; {n} use left",
        "Quick Release: no Defense Breakaway on this pass; {n} uses left",
        e.left,
    ),
    events.DRIVE_BEGAN: lambda e, n: say(
        "{team:has} a first down at {spot}", team=team(n, e.seat), spot=team_spot(n, e.seat, e.line)
    ),
    events.FLIP_WON: lambda e, n: say("{team:wins} the flip", team=team(n, e.seat)),
    events.OPENING_RECEIVED: opening,
    events.OFFENSE_LINED_UP: lambda e, n: say(
        "{team:lines} up in {formation}", team=team(n, e.seat), formation=formation(n, e.seat, e.formation)
    ),
    events.PLAY_SHOWN: plays,
    events.DEFENSE_LINED_UP: lambda e, n: say(
        "{team:shows} {formation}", team=team(n, e.seat), formation=defense_formation(n, e.formation)
    ),
    events.DEFENSE_SHOWN: defends,
    events.BASE_FOUND: base,
    events.CARD_DRAWN: lambda e, n: say("Game Day card: {card}", card=game_day(n, e.card)),
    events.MODIFIER_COUNTED: lambda e, n: say("the card's {value:+d} is used", value=e.value),
    events.BALL_MOVED: moved,
    events.NEXT_DOWN: lambda e, n: say(
        "{ordinal} down and {lines} to go", ordinal=ordinal(e.down), lines=lines(e.to_go)
    ),
    events.CARD_DISCARDED: lambda e, n: say("{team:discards} card {number}", team=team(n, e.seat), number=e.card + 1),
    events.EVENT_UNFIT: lambda e, n: _("the card's event does not apply to this play"),
    events.DECK_SHUFFLED: lambda e, n: _("the Game Day deck is shuffled"),
    events.OFFENSE_BROKE_AWAY: lambda e, n: say("Offense Breakaway for {team}", team=team(n, e.seat)),
    events.BREAKAWAY_RAISED: lambda e, n: _("an Offense Breakaway's base gain is at least 1"),
    events.OFFENSE_PICKED: picked,
    events.CORNER_ADDED: corner_added,
    events.TACKLED: lambda e, n: say("tackled after {lines}", lines=lines(e.lines)),
    events.BREAKAWAY_FUMBLED: lambda e, n: say("fumbled at {spot}", spot=at_spot(e.line, OFFENSE_OWN)),
    events.TACKLE_AVOIDED: lambda e, n: _("the offense avoids the 0 and keeps drawing cards"),
    events.ALL_THE_WAY: lambda e, n: say("a TD corner: {team:goes} all the way", team=team(n, e.seat)),
    events.DEFENSE_BROKE_AWAY: lambda e, n: say("Defense Breakaway for {team}", team=team(n, e.seat)),
    events.BASE_IS_NOTHING: lambda e, n: _("a Defense Breakaway's base gain is 0"),
    events.DEFENSE_PICKED: picked,
    events.CORNER_COUNTED: by_corner,
    events.MINIMUM_OVERRIDDEN: lambda e, n: _("the minimum gain does not help against a Defense Breakaway"),
    events.FLAG_THROWN: lambda e, n: say(
        "{team:throws} a challenge flag: {left} left", team=team(n, e.seat), left=e.left
    ),
    events.EVENT_IGNORED: lambda e, n: say("the event of {card} is ignored", card=game_day(n, e.card)),
    events.FLAG_REGAINED: lambda e, n: say("{team:earns} a challenge flag back", team=team(n, e.seat)),
    events.FLAGS_RESTORED: lambda e, n: many(
        "{team:gets} {n} challenge flag back",
        "{team:gets} all {n} challenge flags back",
        e.flags,
        team=team(n, e.seat),
    ),
    events.ONE_FLAG_ENOUGH: lambda e, n: _("one flag is enough to cancel the event"),
    events.EVENT_SCORES: lambda e, n: _("the event scores a touchdown"),
    events.FALSE_STARTED: lambda e, n: say(
        "False Start on {team}: one line back, and the down is played again", team=team(n, e.seat)
    ),
    events.HOLDING_ANSWERED: holding,
    events.HOLDING_DECLINED: lambda e, n: _("the penalty is declined and has no effect"),
    events.HOLDING_ACCEPTED: lambda e, n: _("Holding on the defense: one line forward"),
    events.AUTOMATIC_FIRST_DOWN: lambda e, n: _("an automatic first down"),
    events.PENALTY_STOPPED: lambda e, n: say(
        "a penalty never scores: the ball stops at {spot}", spot=at_spot(e.line, OFFENSE_OWN)
    ),
    events.ILLEGALLY_CALLED: lambda e, n: say(
        "{play} is not allowed here: one line back, and the down is repeated", play=play_type(n, e.type)
    ),
    events.CARD_TURNED: lambda e, n: say(
        "{play} is not allowed here: the card is turned around", play=play(n, e.seat, e.play)
    ),
    events.TOKEN_RETURNED: token_back,
    events.AUDIBLE_CALLED: lambda e, n: say("{team:calls} an audible: the card is turned around", team=team(n, e.seat)),
    events.CARD_LEFT: lambda e, n: say("{team:keeps} the card as it is", team=team(n, e.seat)),
    events.TURNED_OVER_TO: lambda e, n: say("turnover: {team:has} the ball", team=team(n, e.seat)),
    events.BALL_FUMBLED: fumble,
    events.PASS_INTERCEPTED: lambda e, n: (
        say("the pass goes {lines} and is intercepted", lines=lines(e.lines))
        if e.lines
        else _("the pass gains nothing and is intercepted")
    ),
    events.LOST_BY_CORNER: lambda e, n: (
        _("a fumble at the line of scrimmage") if e.kind == RUN else _("an interception at the line of scrimmage")
    ),
    events.RETURN_GRANTED: lambda e, n: say("the card grants {team} a return", team=team(n, e.seat)),
    events.TURNOVER_TOUCHBACK: lambda e, n: say(
        "touchback: {team:starts at its|start at their} own 20", team=team(n, e.seat)
    ),
    events.PUNT_DROPPED: lambda e, n: say(
        "{team:fumbles} the punt at {spot}", team=team(n, e.seat), spot=team_spot(n, e.seat, e.line)
    ),
    events.LOST_ON_DOWNS: lambda e, n: say(
        "{team:loses} the ball on downs at {spot}", team=team(n, e.seat), spot=team_spot(n, e.seat, e.line)
    ),
    events.FULL_TIME_CALLED: lambda e, n: say("the game is over, {home} to {away}", home=e.home, away=e.away),
    events.PUNT_CALLED: lambda e, n: say("{team:punts}", team=team(n, e.seat)),
    events.QUARTER_OVER: lambda e, n: say(
        "the {quarter} is over: both teams take back their cards", quarter=quarter(e.quarter)
    ),
    events.CARDS_EVENED: evened,
    events.TIME_OUT_CALLED: lambda e, n: say("{team:calls} a time out: {left} left", team=team(n, e.seat), left=e.left),
    events.CARD_RETURNED: lambda e, n: say(
        "{team:takes} card {number} back into hand", team=team(n, e.seat), number=e.card + 1
    ),
    events.HALF_TIME_CALLED: lambda e, n: say(
        "halftime: three time outs each, {team:receives}", team=team(n, e.receiver)
    ),
    events.DISCARD_RETURNED: lambda e, n: say(
        "{team:takes} card {number} back", team=team(n, e.seat), number=e.card + 1
    ),
    events.MARKER_REACHED: lambda e, n: say(
        "first down for {team}; the next marker is at {spot}", team=team(n, e.seat), spot=team_spot(n, e.seat, e.marker)
    ),
    events.TOUCHDOWN_SCORED: lambda e, n: say("TOUCHDOWN {team}, 6 points", team=team(n, e.seat)),
    events.TWO_POINTS_TRIED: two_points,
    events.EXTRA_POINT_KICKED: extra_point,
    events.FIELD_GOAL_TRIED: lambda e, n: say(
        "{team:tries} a field goal from distance {distance}", team=team(n, e.seat), distance=e.distance
    ),
    events.FIELD_GOAL_KICKED: kick_value,
    events.FIELD_GOAL_SCORED: lambda e, n: say("the field goal is good: 3 points for {team}", team=team(n, e.seat)),
    events.DRIVEN_BACK: lambda e, n: say("{team:is} driven back to the goal line", team=team(n, e.seat)),
    events.SAFETY_SCORED: lambda e, n: say("SAFETY, 2 points for {team}", team=team(n, e.seat)),
    events.FREELY_KICKED: lambda e, n: say(
        "{team:takes a free kick from its|take a free kick from their} own 20: {lines}",
        team=team(n, e.seat),
        lines=lines(e.lines),
    ),
    events.BLOCK_REDRAWN: lambda e, n: _("a block is ignored on a free kick: another card is drawn"),
    events.FIELD_GOAL_MISSED: lambda e, n: say(
        "the field goal is no good: the other side starts at {spot}", spot=at_spot(e.line, ITS_OWN)
    ),
    events.TRY_LOST: lambda e, n: _("the offense loses the ball, and the try is over"),
    events.KICKOFF_RETURNED: kickoff,
    events.KICKOFF_DOWNED: lambda e, n: _("touchback: the ball is at the 25"),
    events.KICKOFF_TO_15: lambda e, n: _("returned to the 15"),
    events.KICKOFF_TO_30: lambda e, n: _("returned to the 30"),
    events.KICKOFF_TO_45: lambda e, n: _("returned to the 45"),
    events.KICKOFF_ALL_THE_WAY: lambda e, n: say("{team:returns} the kickoff all the way", team=team(n, e.seat)),
    events.KICKOFF_DROPPED: lambda e, n: say(
        "the return is fumbled: {team:has} first and goal at the 20", team=team(n, e.kicker)
    ),
    events.KICKED_ONSIDE: lambda e, n: say("{team:kicks} onside", team=team(n, e.seat)),
    events.ONSIDE_HELD: onside,
    events.PUNT_LANDED: lambda e, n: say(
        "the punt goes {lines}, to {spot}", lines=lines(e.lines), spot=at_spot(e.line, OFFENSE_OWN)
    ),
    events.PUNT_RETURNED: reached,
    events.PUNT_DOWNED: lambda e, n: say("touchback: {team:starts at its|start at their} own 20", team=team(n, e.seat)),
    events.KICK_STOPPED: lambda e, n: say(
        "{team:has} a kick blocked at {spot}", team=team(n, e.seat), spot=team_spot(n, e.seat, e.line)
    ),
    events.RETURN_WENT_ON: reached,
    events.RETURN_ENDED: lambda e, n: say(
        "the return ends: {team:starts} at {spot}", team=team(n, e.seat), spot=team_spot(n, e.seat, e.line)
    ),
    events.RETURN_SCORED: lambda e, n: say("{team:returns} the ball into the end zone", team=team(n, e.seat)),
    events.EXTRA_POINT_STOPPED: lambda e, n: say("{team:'s} extra point is blocked", team=team(n, e.seat)),
    events.TRY_RETURNED: lambda e, n: say("{team:returns} the try for 2 points", team=team(n, e.seat)),
    events.RETURN_DROPPED: lambda e, n: say(
        "{team:fumbles} the return at {spot}", team=team(n, e.seat), spot=team_spot(n, e.seat, e.line)
    ),
    events.TOUCHBACK_TAKEN: lambda e, n: _("a touchback instead of a return to the 15"),
    events.LINE_LOST: lambda e, n: _("the return loses one line (five yards) and goes on"),
    events.SCORER_KICKS_OFF: lambda e, n: say("{team:kicks} off", team=team(n, e.seat)),
    events.ONSIDE_LOST: onside,
    events.PREVENT_HALVED: lambda e, n: say(
        "Prevent halves {before} to {after}, and its own {own} is not subtracted",
        before=e.before,
        after=e.after,
        own=e.own,
    ),
    events.LOW_PASS_COMPLETE: lambda e, n: _("green modifier: the low-percentage pass is complete"),
    events.PASS_INCOMPLETE: incomplete,
    events.MINIMUM_GAINED: lambda e, n: _("the minimum gain is 1"),
    events.HAIL_MARY_THROWN: lambda e, n: say("{team:throws} a Hail Mary", team=team(n, e.seat)),
    events.HAIL_MARY_DRAWN: hail_mary,
    events.HAIL_MARY_CAUGHT: lambda e, n: _("CAUGHT: ten lines, and a breakaway"),
    events.HAIL_MARY_ARRIVED: lambda e, n: _("the Hail Mary reaches the end zone"),
    events.HAIL_MARY_PICKED_OFF: lambda e, n: say(
        "{team:returns} the interception all the way", team=team(n, e.winner)
    ),
    events.KNELT: lambda e, n: say("{team:takes} a knee", team=team(n, e.seat)),
    events.OVERTIME_BEGAN: lambda e, n: say(
        "{quarter}: fifteen cards and two time outs each", quarter=capital(quarter(e.quarter))
    ),
    events.OVERTIME_FLIP_CHOSEN: overtime_flip,
    events.TOUCHDOWN_ENDED_IT: lambda e, n: say("the touchdown ends overtime: {team:wins}", team=team(n, e.winner)),
    events.DRAWN_GAME: lambda e, n: say("the game ends in a tie, {home} to {away}", home=e.home, away=e.away),
    events.SUDDEN_DEATH_DECIDED: lambda e, n: say("sudden death is over, {home} to {away}", home=e.home, away=e.away),
    events.OVERTIME_DECIDED: overtime_decided,
    events.PERIOD_LEVEL: lambda e, n: say("{quarter} ends in a tie", quarter=capital(quarter(e.quarter))),
    events.HAIL_MARY_DROPPED: lambda e, n: _("the Hail Mary falls incomplete"),
    events.CARD_KEPT_LATE: kept_late,
    events.COFFIN_AIMED: lambda e, n: say("{team:aims} for the coffin corner", team=team(n, e.seat)),
    events.COFFIN_SHORTENED: lambda e, n: say("the coffin-corner punt is two lines shorter: {value}", value=e.lines),
    events.KICKER_ICED: lambda e, n: many(
        "{team:ices} the kicker: {n} time out left",
        "{team:ices} the kicker: {n} time outs left",
        e.left,
        team=team(n, e.seat),
    ),
    events.ICING_TAKEN_BACK: lambda e, n: many(
        "no field goal is tried, so {team:gets its|get their} time out back: {n} time out left",
        "no field goal is tried, so {team:gets its|get their} time out back: {n} time outs left",
        e.left,
        team=team(n, e.seat),
    ),
    events.ICED_VALUE: lambda e, n: say("iced: the field goal value is {value}", value=e.value),
    events.STRATEGY_ROLLED: front,
    events.ORANGE_SPENT: lambda e, n: say(
        "{team:spends} an orange token on a strong run: {left} left", team=team(n, e.seat), left=e.left
    ),
    events.BLUE_SPENT: lambda e, n: say(
        "{team:spends} a blue token on a strong pass: {left} left", team=team(n, e.seat), left=e.left
    ),
    events.SPY_WON: spy,
    events.SHEET_DEFENDED: back,
    events.SPY_IGNORED: spy_ignored,
    events.FORMATION_ROLLED: chart,
    events.FORMATION_DRAWN: lambda e, n: say(
        "{team:draws} a card: {formation}", team=team(n, e.seat), formation=formation(n, e.seat, e.formation)
    ),
    events.PLAN_SET: lambda e, n: say(
        "{team:'s} sheet, Game State {state}: {plan}", team=team(n, e.seat), state=e.state, plan=PLANS[e.plan]
    ),
    events.CODE_ROLLED: lambda e, n: say(
        "{plan}, die {die}: {code}", plan=PLANS[e.plan], die=e.die, code=CODES[e.code]
    ),
    events.PLAY_BY_CODE: lambda e, n: say(
        "{team:'s} sheet calls {play}", team=team(n, e.seat), play=play(n, e.seat, e.play)
    ),
    events.PLAY_AS_DRAWN: lambda e, n: say("the sheet plays the drawn card: {play}", play=play(n, e.seat, e.play)),
    events.CARD_SPENT: lambda e, n: say("the drawn card goes to {team:'s} Spent pile", team=team(n, e.seat)),
    events.CARD_GIVEN_UP: lambda e, n: say("{team:gives} up card {number}", team=team(n, e.seat), number=e.card + 1),
    events.UNTIMED_DOWN: untimed,
    events.TIME_OUT_PLAYED: lambda e, n: say(
        "before the last card, {team:uses} a time out for an extra play: {left} left", team=team(n, e.seat), left=e.left
    ),
    events.FOURTH_DOWN_ROLLED: fourth_down,
    events.KICK_WEIGHED: weighed_kick,
    events.DIE_OVERRULED: overruled,
    events.KICKED_ANYWAY: lambda e, n: say(
        "with the game on the line, {team:tries} the field goal anyway", team=team(n, e.seat)
    ),
    events.CARD_BURNT: lambda e, n: say("{team:'s} card {number} is burned", team=team(n, e.seat), number=e.card + 1),
    events.DRAWN_STANDS_IN: lambda e, n: _("the called card is already spent: the drawn card is spent in its place"),
    events.CARDS_DEFENDED: lambda e, n: say(
        "{team:'s} cards call {call}, strength {strength}",
        team=team(n, e.seat),
        call=defense_type(n, e.call),
        strength=e.strength,
    ),
    events.PILE_RECYCLED: recycled,
    events.KICK_NOT_HELPED: lambda e, n: say(
        "{team:leaves} the kicking ability unused: {printed} instead of {value}",
        team=team(n, e.seat),
        printed=e.printed,
        value=e.value,
    ),
    events.LOST_AT_OWN_GOAL: lambda e, n: _("in the offense's own end zone"),
}


# --- Choices, events, refusals and outcomes of Breakaway Football as text.


# The labels of dice, draws and flips. A page that asks a player for one of them translates its label.
DICE = {
    *(marked("strategy die"), marked("call die"), marked("fourth-down die"), marked("formation die")),
    marked("play die"),
}
CARD_NUMBERS = {marked("burnt card"), marked("drawn card"), marked("defense card")}
GAME_DAY, FLIP, SIDE = marked("Game Day card"), marked("flip"), marked("side")


class FootballWords:
    """Football's implementation of the Words protocol."""

    def read(self, text: str, names: Names, config: FootballConfig, view: Football, seat: int) -> tuple[Order, bool]:
        """Reads an order. Raises BadOrder."""
        return order_text.read(text, config, view, seat), False

    def write(self, order: Order, names: Names, config: FootballConfig, view: Football, seat: int) -> str:
        """Writes an order as text."""
        return order_text.write(order, config, view, seat)

    def event(self, event: Event, names: Names, config: FootballConfig) -> str:
        """The sentence for an event, without the rule id."""
        return SENTENCES[event.rule](event, names)

    def refusal(
        self, rule: str, order: Order, slot: int, names: Names, config: FootballConfig, view: Football, seat: int
    ) -> str:
        """Why this choice was refused, and what would be right."""
        if rule == "BF-030":
            held = order_text.hand_text(view, seat)
            number = card_of(order, slot, view) + 1
            return say("card {number} is not in your hand; you hold {held}", number=number, held=held)
        if rule == "BF-111":
            back = sorted(
                {card + 1 for card in range(len(view.card[seat])) if view.card[seat][card] in (DISCARDED, GIVEN)}
            )
            if not back:
                return _("only discarded cards can come back, and you have none")
            return say("only these discarded cards can come back, each once: {cards}", cards=" ".join(map(str, back)))
        return REFUSALS[rule](view, seat) if rule in REFUSALS else _("this choice is not allowed now")

    def outcome(self, label: str, k: int) -> str:
        """The outcome of a die, draw or flip in words. `label` names the die, draw or flip, and `k` is its result, from
        0.
        """
        if label in DICE or label in CARD_NUMBERS or label == GAME_DAY:
            return f"{_(label)} {k + 1}"
        if label == FLIP:
            return (_("Home wins the flip"), _("Away wins the flip"))[k]
        if label == SIDE:
            return (_("first side"), _("second side"))[k]
        return f"{label} {k}"


def card_of(order: Order, slot: int, view: Football) -> int:
    """The card in the refused slot of an order."""
    if view.phase == CALL and slot == view.returns:
        return order[slot] // 2
    return order[slot]


REFUSALS: dict[str, Callable[[Football, int], str]] = {
    "BF-005": lambda view, seat: _("this team does not have that defense card"),
    "BF-009": lambda view, seat: _("your special defense is locked or used up for this drive"),
    "BF-011": lambda view, seat: _("your team has no Force Turnover left"),
    "BF-012": lambda view, seat: _("Quick Release works only for passes, and only while it has uses left"),
    "BF-022": lambda view, seat: _("choose a play, a kick, a kneel or a time out"),
    "BF-080": lambda view, seat: _("a Long pass is not allowed on the opponent's 15, 10 or 5"),
    "BF-081": lambda view, seat: _("a Medium pass is not allowed on the opponent's 5"),
    "BF-107": lambda view, seat: (
        many("name exactly {n} card", "name exactly {n} cards, each only once", abs(view.owed[seat]))
        if view.phase == DISCARD
        else _("name the cards to give up or take back")
    ),
    "BF-113": lambda view, seat: _("you have no time outs left in this half"),
    "BF-123": lambda view, seat: _("after a touchdown, kick the extra point or call a play for two points"),
    "BF-127": lambda view, seat: _("you cannot call a time out on a try, because the clock does not run"),
    "BF-133": lambda view, seat: say(
        "you can try a field goal only from the opponent's 45 or closer; the ball is at {spot}",
        spot=called.at_spot(min(GOAL, view.line), called.YOUR_OWN),
    ),
    "BF-153": lambda view, seat: say(
        "you can punt only on fourth down; this is {ordinal} down", ordinal=called.ordinal(view.down)
    ),
    "BF-R47": lambda view, seat: _("this match does not allow a Hail Mary from the opponent's 15, 10 or 5"),
    "BF-193": lambda view, seat: _("this match does not allow coffin-corner punts"),
    "BF-R27": lambda view, seat: _("you cannot call a time out: the offense has no discarded card to bring back"),
    "BF-R52": lambda view, seat: _(order_text.TIME_BETWEEN_DOWNS),
    "BF-R44": lambda view, seat: _("this defense card has only one call, so you cannot turn it around"),
}
