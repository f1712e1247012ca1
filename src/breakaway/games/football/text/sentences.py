"""The sentence for each event."""

from __future__ import annotations

from collections.abc import Callable

from breakaway.core.game import Names
from breakaway.core.language import _, many, say
from breakaway.core.rules import Event
from breakaway.games.football.rules import happened
from breakaway.games.football.rules.terms import RUN
from breakaway.games.football.text import longer
from breakaway.games.football.text.names import (
    CODES,
    ITS_OWN,
    OFFENSE_OWN,
    PLANS,
    at_spot,
    capital,
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

Sentence = Callable[[Event, Names], str]

SENTENCES: dict[str, Sentence] = {
    happened.ABILITY_USED: longer.ability,
    happened.KICK_HELPED: lambda e, n: say(
        "{team:'s} kicking ability: the printed {printed} counts as {value}",
        team=team(n, e.seat),
        printed=e.printed,
        value=e.value,
    ),
    happened.TURNOVER_FORCED: lambda e, n: say("{team:forces} a turnover", team=team(n, e.seat)),
    happened.QUICKLY_RELEASED: lambda e, n: many(
        "Quick Release: no Defense Breakaway on this pass; {n} use left",
        "Quick Release: no Defense Breakaway on this pass; {n} uses left",
        e.left,
    ),
    happened.DRIVE_BEGAN: lambda e, n: say(
        "{team:has} a first down at {spot}", team=team(n, e.seat), spot=team_spot(n, e.seat, e.line)
    ),
    happened.FLIP_WON: lambda e, n: say("{team:wins} the flip", team=team(n, e.seat)),
    happened.OPENING_RECEIVED: longer.opening,
    happened.OFFENSE_LINED_UP: lambda e, n: say(
        "{team:lines} up in {formation}", team=team(n, e.seat), formation=formation(n, e.seat, e.formation)
    ),
    happened.PLAY_SHOWN: longer.plays,
    happened.DEFENSE_LINED_UP: lambda e, n: say(
        "{team:shows} {formation}", team=team(n, e.seat), formation=defense_formation(n, e.formation)
    ),
    happened.DEFENSE_SHOWN: longer.defends,
    happened.BASE_FOUND: longer.base,
    happened.CARD_DRAWN: lambda e, n: say("Game Day card: {card}", card=game_day(n, e.card)),
    happened.MODIFIER_COUNTED: lambda e, n: say("the card's {value:+d} is used", value=e.value),
    happened.BALL_MOVED: longer.moved,
    happened.NEXT_DOWN: lambda e, n: say(
        "{ordinal} down and {lines} to go", ordinal=ordinal(e.down), lines=lines(e.to_go)
    ),
    happened.CARD_DISCARDED: lambda e, n: say("{team:discards} card {number}", team=team(n, e.seat), number=e.card + 1),
    happened.EVENT_UNFIT: lambda e, n: _("the card's event does not apply to this play"),
    happened.DECK_SHUFFLED: lambda e, n: _("the Game Day deck is shuffled"),
    happened.OFFENSE_BROKE_AWAY: lambda e, n: say("Offense Breakaway for {team}", team=team(n, e.seat)),
    happened.BREAKAWAY_RAISED: lambda e, n: _("an Offense Breakaway's base gain is at least 1"),
    happened.OFFENSE_PICKED: longer.picked,
    happened.CORNER_ADDED: longer.corner_added,
    happened.TACKLED: lambda e, n: say("tackled after {lines}", lines=lines(e.lines)),
    happened.BREAKAWAY_FUMBLED: lambda e, n: say("fumbled at {spot}", spot=at_spot(e.line, OFFENSE_OWN)),
    happened.TACKLE_AVOIDED: lambda e, n: _("the offense avoids the 0 and keeps drawing cards"),
    happened.ALL_THE_WAY: lambda e, n: say("a TD corner: {team:goes} all the way", team=team(n, e.seat)),
    happened.DEFENSE_BROKE_AWAY: lambda e, n: say("Defense Breakaway for {team}", team=team(n, e.seat)),
    happened.BASE_IS_NOTHING: lambda e, n: _("a Defense Breakaway's base gain is 0"),
    happened.DEFENSE_PICKED: longer.picked,
    happened.CORNER_COUNTED: longer.by_corner,
    happened.MINIMUM_OVERRIDDEN: lambda e, n: _("the minimum gain does not help against a Defense Breakaway"),
    happened.FLAG_THROWN: lambda e, n: say(
        "{team:throws} a challenge flag: {left} left", team=team(n, e.seat), left=e.left
    ),
    happened.EVENT_IGNORED: lambda e, n: say("the event of {card} is ignored", card=game_day(n, e.card)),
    happened.FLAG_REGAINED: lambda e, n: say("{team:earns} a challenge flag back", team=team(n, e.seat)),
    happened.FLAGS_RESTORED: lambda e, n: many(
        "{team:gets} {n} challenge flag back",
        "{team:gets} all {n} challenge flags back",
        e.flags,
        team=team(n, e.seat),
    ),
    happened.ONE_FLAG_ENOUGH: lambda e, n: _("one flag is enough to cancel the event"),
    happened.EVENT_SCORES: lambda e, n: _("the event scores a touchdown"),
    happened.FALSE_STARTED: lambda e, n: say(
        "False Start on {team}: one line back, and the down is played again", team=team(n, e.seat)
    ),
    happened.HOLDING_ANSWERED: longer.holding,
    happened.HOLDING_DECLINED: lambda e, n: _("the penalty is declined and has no effect"),
    happened.HOLDING_ACCEPTED: lambda e, n: _("Holding on the defense: one line forward"),
    happened.AUTOMATIC_FIRST_DOWN: lambda e, n: _("an automatic first down"),
    happened.PENALTY_STOPPED: lambda e, n: say(
        "a penalty never scores: the ball stops at {spot}", spot=at_spot(e.line, OFFENSE_OWN)
    ),
    happened.ILLEGALLY_CALLED: lambda e, n: say(
        "{play} is not allowed here: one line back, and the down is repeated", play=play_type(n, e.type)
    ),
    happened.CARD_TURNED: lambda e, n: say(
        "{play} is not allowed here: the card is turned around", play=play(n, e.seat, e.play)
    ),
    happened.TOKEN_RETURNED: longer.token_back,
    happened.AUDIBLE_CALLED: lambda e, n: say(
        "{team:calls} an audible: the card is turned around", team=team(n, e.seat)
    ),
    happened.CARD_LEFT: lambda e, n: say("{team:keeps} the card as it is", team=team(n, e.seat)),
    happened.TURNED_OVER_TO: lambda e, n: say("turnover: {team:has} the ball", team=team(n, e.seat)),
    happened.BALL_FUMBLED: longer.fumble,
    happened.PASS_INTERCEPTED: lambda e, n: (
        say("the pass goes {lines} and is intercepted", lines=lines(e.lines))
        if e.lines
        else _("the pass gains nothing and is intercepted")
    ),
    happened.LOST_BY_CORNER: lambda e, n: (
        _("a fumble at the line of scrimmage") if e.kind == RUN else _("an interception at the line of scrimmage")
    ),
    happened.RETURN_GRANTED: lambda e, n: say("the card grants {team} a return", team=team(n, e.seat)),
    happened.TURNOVER_TOUCHBACK: lambda e, n: say(
        "touchback: {team:starts at its|start at their} own 20", team=team(n, e.seat)
    ),
    happened.PUNT_DROPPED: lambda e, n: say(
        "{team:fumbles} the punt at {spot}", team=team(n, e.seat), spot=team_spot(n, e.seat, e.line)
    ),
    happened.LOST_ON_DOWNS: lambda e, n: say(
        "{team:loses} the ball on downs at {spot}", team=team(n, e.seat), spot=team_spot(n, e.seat, e.line)
    ),
    happened.FULL_TIME_CALLED: lambda e, n: say("the game is over, {home} to {away}", home=e.home, away=e.away),
    happened.PUNT_CALLED: lambda e, n: say("{team:punts}", team=team(n, e.seat)),
    happened.QUARTER_OVER: lambda e, n: say(
        "the {quarter} is over: both teams take back their cards", quarter=quarter(e.quarter)
    ),
    happened.CARDS_EVENED: longer.evened,
    happened.TIME_OUT_CALLED: lambda e, n: say(
        "{team:calls} a time out: {left} left", team=team(n, e.seat), left=e.left
    ),
    happened.CARD_RETURNED: lambda e, n: say(
        "{team:takes} card {number} back into hand", team=team(n, e.seat), number=e.card + 1
    ),
    happened.HALF_TIME_CALLED: lambda e, n: say(
        "halftime: three time outs each, {team:receives}", team=team(n, e.receiver)
    ),
    happened.DISCARD_RETURNED: lambda e, n: say(
        "{team:takes} card {number} back", team=team(n, e.seat), number=e.card + 1
    ),
    happened.MARKER_REACHED: lambda e, n: say(
        "first down for {team}; the next marker is at {spot}", team=team(n, e.seat), spot=team_spot(n, e.seat, e.marker)
    ),
    happened.TOUCHDOWN_SCORED: lambda e, n: say("TOUCHDOWN {team}, 6 points", team=team(n, e.seat)),
    happened.TWO_POINTS_TRIED: longer.two_points,
    happened.EXTRA_POINT_KICKED: longer.extra_point,
    happened.FIELD_GOAL_TRIED: lambda e, n: say(
        "{team:tries} a field goal from distance {distance}", team=team(n, e.seat), distance=e.distance
    ),
    happened.FIELD_GOAL_KICKED: longer.kick_value,
    happened.FIELD_GOAL_SCORED: lambda e, n: say("the field goal is good: 3 points for {team}", team=team(n, e.seat)),
    happened.DRIVEN_BACK: lambda e, n: say("{team:is} driven back to the goal line", team=team(n, e.seat)),
    happened.SAFETY_SCORED: lambda e, n: say("SAFETY, 2 points for {team}", team=team(n, e.seat)),
    happened.FREELY_KICKED: lambda e, n: say(
        "{team:takes a free kick from its|take a free kick from their} own 20: {lines}",
        team=team(n, e.seat),
        lines=lines(e.lines),
    ),
    happened.BLOCK_REDRAWN: lambda e, n: _("a block is ignored on a free kick: another card is drawn"),
    happened.FIELD_GOAL_MISSED: lambda e, n: say(
        "the field goal is no good: the other side starts at {spot}", spot=at_spot(e.line, ITS_OWN)
    ),
    happened.TRY_LOST: lambda e, n: _("the offense loses the ball, and the try is over"),
    happened.KICKOFF_RETURNED: longer.kickoff,
    happened.KICKOFF_DOWNED: lambda e, n: _("touchback: the ball is at the 25"),
    happened.KICKOFF_TO_15: lambda e, n: _("returned to the 15"),
    happened.KICKOFF_TO_30: lambda e, n: _("returned to the 30"),
    happened.KICKOFF_TO_45: lambda e, n: _("returned to the 45"),
    happened.KICKOFF_ALL_THE_WAY: lambda e, n: say("{team:returns} the kickoff all the way", team=team(n, e.seat)),
    happened.KICKOFF_DROPPED: lambda e, n: say(
        "the return is fumbled: {team:has} first and goal at the 20", team=team(n, e.kicker)
    ),
    happened.KICKED_ONSIDE: lambda e, n: say("{team:kicks} onside", team=team(n, e.seat)),
    happened.ONSIDE_HELD: longer.onside,
    happened.PUNT_LANDED: lambda e, n: say(
        "the punt goes {lines}, to {spot}", lines=lines(e.lines), spot=at_spot(e.line, OFFENSE_OWN)
    ),
    happened.PUNT_RETURNED: longer.reached,
    happened.PUNT_DOWNED: lambda e, n: say(
        "touchback: {team:starts at its|start at their} own 20", team=team(n, e.seat)
    ),
    happened.KICK_STOPPED: lambda e, n: say(
        "{team:has} a kick blocked at {spot}", team=team(n, e.seat), spot=team_spot(n, e.seat, e.line)
    ),
    happened.RETURN_WENT_ON: longer.reached,
    happened.RETURN_ENDED: lambda e, n: say(
        "the return ends: {team:starts} at {spot}", team=team(n, e.seat), spot=team_spot(n, e.seat, e.line)
    ),
    happened.RETURN_SCORED: lambda e, n: say("{team:returns} the ball into the end zone", team=team(n, e.seat)),
    happened.EXTRA_POINT_STOPPED: lambda e, n: say("{team:'s} extra point is blocked", team=team(n, e.seat)),
    happened.TRY_RETURNED: lambda e, n: say("{team:returns} the try for 2 points", team=team(n, e.seat)),
    happened.RETURN_DROPPED: lambda e, n: say(
        "{team:fumbles} the return at {spot}", team=team(n, e.seat), spot=team_spot(n, e.seat, e.line)
    ),
    happened.TOUCHBACK_TAKEN: lambda e, n: _("a touchback instead of a return to the 15"),
    happened.LINE_LOST: lambda e, n: _("the return loses one line (five yards) and goes on"),
    happened.SCORER_KICKS_OFF: lambda e, n: say("{team:kicks} off", team=team(n, e.seat)),
    happened.ONSIDE_LOST: longer.onside,
    happened.PREVENT_HALVED: lambda e, n: say(
        "Prevent halves {before} to {after}, and its own {own} is not subtracted",
        before=e.before,
        after=e.after,
        own=e.own,
    ),
    happened.LOW_PASS_COMPLETE: lambda e, n: _("green modifier: the low-percentage pass is complete"),
    happened.PASS_INCOMPLETE: longer.incomplete,
    happened.MINIMUM_GAINED: lambda e, n: _("the minimum gain is 1"),
    happened.HAIL_MARY_THROWN: lambda e, n: say("{team:throws} a Hail Mary", team=team(n, e.seat)),
    happened.HAIL_MARY_DRAWN: longer.hail_mary,
    happened.HAIL_MARY_CAUGHT: lambda e, n: _("CAUGHT: ten lines, and a breakaway"),
    happened.HAIL_MARY_ARRIVED: lambda e, n: _("the Hail Mary reaches the end zone"),
    happened.HAIL_MARY_PICKED_OFF: lambda e, n: say(
        "{team:returns} the interception all the way", team=team(n, e.winner)
    ),
    happened.KNELT: lambda e, n: say("{team:takes} a knee", team=team(n, e.seat)),
    happened.OVERTIME_BEGAN: lambda e, n: say(
        "{quarter}: fifteen cards and two time outs each", quarter=capital(quarter(e.quarter))
    ),
    happened.OVERTIME_FLIP_CHOSEN: longer.overtime_flip,
    happened.TOUCHDOWN_ENDED_IT: lambda e, n: say("the touchdown ends overtime: {team:wins}", team=team(n, e.winner)),
    happened.DRAWN_GAME: lambda e, n: say("the game ends in a tie, {home} to {away}", home=e.home, away=e.away),
    happened.SUDDEN_DEATH_DECIDED: lambda e, n: say("sudden death is over, {home} to {away}", home=e.home, away=e.away),
    happened.OVERTIME_DECIDED: longer.overtime_decided,
    happened.PERIOD_LEVEL: lambda e, n: say("{quarter} ends in a tie", quarter=capital(quarter(e.quarter))),
    happened.HAIL_MARY_DROPPED: lambda e, n: _("the Hail Mary falls incomplete"),
    happened.CARD_KEPT_LATE: longer.kept_late,
    happened.COFFIN_AIMED: lambda e, n: say("{team:aims} for the coffin corner", team=team(n, e.seat)),
    happened.COFFIN_SHORTENED: lambda e, n: say("the coffin-corner punt is two lines shorter: {value}", value=e.lines),
    happened.KICKER_ICED: lambda e, n: many(
        "{team:ices} the kicker: {n} time out left",
        "{team:ices} the kicker: {n} time outs left",
        e.left,
        team=team(n, e.seat),
    ),
    happened.ICING_TAKEN_BACK: lambda e, n: many(
        "no field goal is tried, so {team:gets its|get their} time out back: {n} time out left",
        "no field goal is tried, so {team:gets its|get their} time out back: {n} time outs left",
        e.left,
        team=team(n, e.seat),
    ),
    happened.ICED_VALUE: lambda e, n: say("iced: the field goal value is {value}", value=e.value),
    happened.STRATEGY_ROLLED: longer.front,
    happened.ORANGE_SPENT: lambda e, n: say(
        "{team:spends} an orange token on a strong run: {left} left", team=team(n, e.seat), left=e.left
    ),
    happened.BLUE_SPENT: lambda e, n: say(
        "{team:spends} a blue token on a strong pass: {left} left", team=team(n, e.seat), left=e.left
    ),
    happened.SPY_WON: longer.spy,
    happened.SHEET_DEFENDED: longer.back,
    happened.SPY_IGNORED: longer.spy_ignored,
    happened.FORMATION_ROLLED: longer.chart,
    happened.FORMATION_DRAWN: lambda e, n: say(
        "{team:draws} a card: {formation}", team=team(n, e.seat), formation=formation(n, e.seat, e.formation)
    ),
    happened.PLAN_SET: lambda e, n: say(
        "{team:'s} sheet, Game State {state}: {plan}", team=team(n, e.seat), state=e.state, plan=PLANS[e.plan]
    ),
    happened.CODE_ROLLED: lambda e, n: say(
        "{plan}, die {die}: {code}", plan=PLANS[e.plan], die=e.die, code=CODES[e.code]
    ),
    happened.PLAY_BY_CODE: lambda e, n: say(
        "{team:'s} sheet calls {play}", team=team(n, e.seat), play=play(n, e.seat, e.play)
    ),
    happened.PLAY_AS_DRAWN: lambda e, n: say("the sheet plays the drawn card: {play}", play=play(n, e.seat, e.play)),
    happened.CARD_SPENT: lambda e, n: say("the drawn card goes to {team:'s} Spent pile", team=team(n, e.seat)),
    happened.CARD_GIVEN_UP: lambda e, n: say("{team:gives} up card {number}", team=team(n, e.seat), number=e.card + 1),
    happened.UNTIMED_DOWN: longer.untimed,
    happened.TIME_OUT_PLAYED: lambda e, n: say(
        "before the last card, {team:uses} a time out for an extra play: {left} left", team=team(n, e.seat), left=e.left
    ),
    happened.FOURTH_DOWN_ROLLED: longer.fourth_down,
    happened.KICK_WEIGHED: longer.weighed_kick,
    happened.DIE_OVERRULED: longer.overruled,
    happened.KICKED_ANYWAY: lambda e, n: say(
        "with the game on the line, {team:tries} the field goal anyway", team=team(n, e.seat)
    ),
    happened.CARD_BURNT: lambda e, n: say("{team:'s} card {number} is burned", team=team(n, e.seat), number=e.card + 1),
    happened.DRAWN_STANDS_IN: lambda e, n: _("the called card is already spent: the drawn card is spent in its place"),
    happened.CARDS_DEFENDED: lambda e, n: say(
        "{team:'s} cards call {call}, strength {strength}",
        team=team(n, e.seat),
        call=defense_type(n, e.call),
        strength=e.strength,
    ),
    happened.PILE_RECYCLED: longer.recycled,
    happened.KICK_NOT_HELPED: lambda e, n: say(
        "{team:leaves} the kicking ability unused: {printed} instead of {value}",
        team=team(n, e.seat),
        printed=e.printed,
        value=e.value,
    ),
    happened.LOST_AT_OWN_GOAL: lambda e, n: _("in the offense's own end zone"),
}
