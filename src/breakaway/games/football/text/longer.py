"""Sentences for events whose wording depends on their numbers."""

from __future__ import annotations

from breakaway.core.game import Names
from breakaway.core.language import _, many, marked, say
from breakaway.core.rules import Event
from breakaway.games.football.rules import actions, happened, kicks, solo_defense, terms
from breakaway.games.football.rules.terms import BURNT, FOOTBALL, NONE, RUN
from breakaway.games.football.text.names import (
    CLASSES,
    DISTANCES_SAID,
    DOWNS_SAID,
    SPIES,
    STRATEGIES,
    corner,
    defense_type,
    formation,
    game_day,
    lines,
    play,
    play_type,
    team_spot,
)
from breakaway.games.words import team


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
    if e.why == solo_defense.NO_TOKENS:
        return _("no orange tokens left") if e.kind == RUN else _("no blue tokens left")
    if e.why == solo_defense.RED_ZONE:
        return _("in a red zone")
    return _("last two cards of the half")


def spied(e: Event, n: Names) -> dict[str, object]:
    """The parts that the two sentences about the spy share."""
    return {"table": SPIES[e.kind], "plan": STRATEGIES[e.strategy], "die": e.die, "call": defense_type(n, e.call)}


MILESTONES = (4, 10, 16, terms.GOAL)  # the line of each column of the fourth-down chart
# What the fourth-down die says, and what would lose the match, by the action of a sheet
SAID = {
    actions.GO: marked("go for it"),
    actions.FIELD_GOAL: marked("kick a field goal"),
    actions.PUNT: marked("punt"),
    actions.COFFIN: marked("punt to the coffin corner"),
    actions.WEIGH: marked("do not go for it: a field goal or a punt, by the card"),
}
LOSING = {
    actions.GO: marked("a play"),
    actions.FIELD_GOAL: marked("a field goal"),
    actions.PUNT: marked("a punt"),
    actions.COFFIN: marked("a punt"),
    actions.WEIGH: marked("a kick"),
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
    if e.done == actions.GO:
        return say("{what} would all but lose the match, so {team:goes} for it", **parts)
    if e.done == actions.FIELD_GOAL:
        return say("{what} would all but lose the match, so {team:tries} a field goal", **parts)
    if e.done == actions.HAIL_MARY:
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
    if e.rule == happened.ONSIDE_HELD:
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
