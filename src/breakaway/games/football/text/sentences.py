"""Events as sentences, one for each rule that is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from breakaway.core.game import Names
from breakaway.core.language import _, many, say
from breakaway.games.football.rules.state import BURNT, FOOTBALL, NONE, RUN
from breakaway.games.football.text.names import (
    CLASSES,
    CODES,
    DISTANCES_SAID,
    DOWNS_SAID,
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
    milestone,
    ordinal,
    play,
    play_type,
    quarter,
    team,
)

Sentence = Callable[[Sequence[int], Names], str]


def _moved(a: Sequence[int], n: Names) -> str:
    told = {"team": team(n, a[0]), "lines": lines(abs(a[1])), "spot": at_spot(a[2])}
    if a[1] == 0:
        return say("no gain: {team:stays} at {spot}", **told)
    if a[1] > 0:
        return say("{team:gains} {lines}: the ball is at {spot}", **told)
    return say("{team:loses} {lines}: the ball is at {spot}", **told)


def _discards(a: Sequence[int], n: Names) -> str:
    cards = many("{n} card", "{n} cards", abs(a[1]))
    if a[1] >= 0:
        return say("{team:gives} up {cards} to even the hands", team=team(n, a[0]), cards=cards)
    return say("{team:takes} back {cards} to even the hands", team=team(n, a[0]), cards=cards)


def _answer(a: Sequence[int], n: Names) -> str:
    told = {"team": team(n, a[0]), "card": game_day(n, a[2])}
    if a[1] == 0:
        return say("{team:takes} the event of {card}", **told)
    if a[1] == 1:
        return say("{team:takes} the corner of {card}", **told)
    return say("{team:takes} the forced turnover of {card}", **told)


def _extra_point(a: Sequence[int], n: Names) -> str:
    if a[1]:
        return say("the extra point is good: value {value}, 3 needed", value=a[2])
    return say("the extra point is no good: value {value}, 3 needed", value=a[2])


def _spy(a: Sequence[int], n: Names) -> dict[str, object]:
    return {"table": SPIES[a[1]], "plan": STRATEGIES[a[0]], "die": a[2], "call": defense_type(n, a[3])}


def _fourth(a: Sequence[int], n: Names) -> str:
    told = {"milestone": milestone(a[1]), "die": a[2], "total": a[3], "target": a[4]}
    if a[3] >= a[4]:
        return say(
            "fourth down, column {milestone}: die {die}, with modifiers {total}, target {target}: it goes for it",
            **told,
        )
    return say("fourth down, column {milestone}: die {die}, with modifiers {total}, target {target}: it kicks", **told)


def _pile(a: Sequence[int], n: Names) -> str:
    if a[1] == BURNT:
        return _("no card of the formation is left: the burnt cards go back into the draw pile")
    return _("no card of the formation is left: the spent cards go back into the draw pile")


def _reached(a: Sequence[int], n: Names) -> str:
    return say(
        "{team:returns} it, corner {corner}: to {spot}", team=team(n, a[0]), corner=corner(a[1]), spot=at_spot(a[2])
    )


def _scores(a: Sequence[int], n: Names) -> str:
    if len(a) == 1:
        return say("the safety ends overtime: {team:wins}", team=team(n, a[0]))
    return say("overtime is decided, {home} to {away}", home=a[0], away=a[1])


def _by_corner(a: Sequence[int], n: Names) -> str:
    if a[1] == FOOTBALL:
        return _("the corner is the result: a turnover")
    return say("the corner is the result: {lines}", lines=lines(a[1]))


def _holding(a: Sequence[int], n: Names) -> str:
    if a[1]:
        return say("{team:accepts} the Holding", team=team(n, a[0]))
    return say("{team:declines} the Holding", team=team(n, a[0]))


def _token_back(a: Sequence[int], n: Names) -> str:
    if a[1] == RUN:
        return _("no play was run: the run token comes back")
    return _("no play was run: the pass token comes back")


def _fumble(a: Sequence[int], n: Names) -> str:
    if a[1]:
        return say("a fumble, {lines} from scrimmage", lines=lines(a[1]))
    return _("a fumble at the line of scrimmage")


def _two_points(a: Sequence[int], n: Names) -> str:
    return _("the two-point try is good") if a[1] else _("the two-point try fails")


def _value(a: Sequence[int], n: Names) -> str:
    if a[1] == 0:
        return say("field goal value blocked at distance {distance}", distance=a[2])
    return say("field goal value {value} at distance {distance}", value=a[1], distance=a[2])


def _hail_mary(a: Sequence[int], n: Names) -> str:
    if a[1] == 0:
        return _("Hail Mary, field goal value blocked")
    return say("Hail Mary, field goal value {value}", value=a[1])


def _late(a: Sequence[int], n: Names) -> str:
    if a[1] == NONE:
        return say("late in the half: {team:keeps} its card", team=team(n, a[0]))
    return say("late in the half: {team:keeps} card {number}", team=team(n, a[0]), number=a[1] + 1)


def _drawn_kick(a: Sequence[int], n: Names) -> str:
    if a[2]:
        return say("{card}: the kick is good", card=game_day(n, a[1]))
    return say("{card}: the punt is better", card=game_day(n, a[1]))


def _front(a: Sequence[int], n: Names) -> str:
    return say(
        "{team:'s} sheet, {shape} offense, Game State {state}, die {die}: {plan}",
        team=team(n, a[0]),
        shape=_(CLASSES[a[1]]),
        state=a[2],
        die=a[3],
        plan=STRATEGIES[a[4]],
    )


def _back(a: Sequence[int], n: Names) -> str:
    return say(
        "{team:'s} sheet, {plan}, die {die}: {call}, strength {strength}",
        team=team(n, a[0]),
        plan=STRATEGIES[a[2]],
        die=a[3],
        call=defense_type(n, a[4]),
        strength=a[5],
    )


def _chart(a: Sequence[int], n: Names) -> str:
    return say(
        "{team:'s} sheet, {lines} to go, {down}, die {die}: {formation}",
        team=team(n, a[0]),
        lines=_(DISTANCES_SAID[a[1]]),
        down=_(DOWNS_SAID[a[2]]),
        die=a[3],
        formation=formation(n, a[0], a[4]),
    )


def _plays(a: Sequence[int], n: Names) -> str:
    return say(
        "{team:plays} {play} ({type} {strength})",
        team=team(n, a[0]),
        play=play(n, a[0], a[1]),
        type=play_type(n, a[2]),
        strength=a[3],
    )


SENTENCES: dict[str, Sentence] = {
    "BF-009": lambda a, n: say("{team:uses} its special ability", team=team(n, a[0])),
    "BF-011": lambda a, n: say("{team:forces} a turnover", team=team(n, a[0])),
    "BF-012": lambda a, n: many(
        "Quick Release: no defense breaks this pass; {n} use left",
        "Quick Release: no defense breaks this pass; {n} uses left",
        a[1],
    ),
    "BF-013": lambda a, n: say("{team:has} first down at {spot}", team=team(n, a[0]), spot=at_spot(a[1])),
    "BF-019": lambda a, n: say("{team:wins} the flip", team=team(n, a[0])),
    "BF-021": lambda a, n: say("{team:lines} up {formation}", team=team(n, a[0]), formation=formation(n, a[0], a[1])),
    "BF-022": _plays,
    "BF-023": lambda a, n: say("{team:shows} {formation}", team=team(n, a[0]), formation=defense_formation(n, a[1])),
    "BF-024": lambda a, n: say(
        "{team:defends} with {call}, strength {strength}",
        team=team(n, a[0]),
        call=defense_type(n, a[1]),
        strength=a[2],
    ),
    "BF-025": lambda a, n: say(
        "strength {strength} against {against}: the base gain is {gain}", strength=a[0], against=a[1], gain=a[2]
    ),
    "BF-026": lambda a, n: say("Game Day card: {card}", card=game_day(n, a[0])),
    "BF-027": lambda a, n: say("the card's {value:+d} counts", value=a[1]),
    "BF-028": _moved,
    "BF-029": lambda a, n: say("{ordinal} down and {lines} to go", ordinal=ordinal(a[1]), lines=lines(a[2])),
    "BF-030": lambda a, n: say("{team:discards} card {number}", team=team(n, a[0]), number=a[1] + 1),
    "BF-035": lambda a, n: _("its event is not for this play"),
    "BF-R21": lambda a, n: _("the event is a touchdown"),
    "BF-037": lambda a, n: say("Offense Breakaway for {team}", team=team(n, a[0])),
    "BF-039": lambda a, n: _("an Offense Breakaway starts from 1 at least"),
    "BF-040": _answer,
    "BF-041": lambda a, n: say("the corner adds {value}: {lines} so far", value=a[1], lines=lines(a[2])),
    "BF-042": lambda a, n: say("tackled after {lines}", lines=lines(a[1])),
    "BF-043": lambda a, n: say("fumbled at {spot}", spot=at_spot(a[1])),
    "BF-044": lambda a, n: _("the 0 is avoided and the drawing goes on"),
    "BF-047": lambda a, n: say("Defense Breakaway for {team}", team=team(n, a[0])),
    "BF-048": lambda a, n: _("a Defense Breakaway's base gain is 0"),
    "BF-049": _answer,
    "BF-050": _by_corner,
    "BF-053": lambda a, n: _("the minimum gain does not help against a Defense Breakaway"),
    "BF-055": lambda a, n: say("{team:throws} a challenge flag: {left} ready", team=team(n, a[0]), left=a[1]),
    "BF-057": lambda a, n: say("the event of {card} is ignored", card=game_day(n, a[0])),
    "BF-061": lambda a, n: say("{team:earns} a challenge flag back", team=team(n, a[0])),
    "BF-067": lambda a, n: many(
        "{team:has} all {n} challenge flag back", "{team:has} all {n} challenge flags back", a[1], team=team(n, a[0])
    ),
    "BF-070": lambda a, n: say("False Start on {team}: one line back, the down is played again", team=team(n, a[0])),
    "BF-073": _holding,
    "BF-074": lambda a, n: _("declined: it has no effect"),
    "BF-075": lambda a, n: _("Holding on the defense: one line forward"),
    "BF-077": lambda a, n: _("an automatic first down"),
    "BF-079": lambda a, n: say("a penalty never scores: the ball stops at {spot}", spot=at_spot(a[1])),
    "BF-082": lambda a, n: say("{play} is not allowed here: one line back, no play", play=play_type(n, a[1])),
    "BF-083": lambda a, n: say("{play} is not allowed here: the card is turned", play=play(n, a[0], a[1])),
    "BF-084": _token_back,
    "BF-085": lambda a, n: say("{team:calls} an audible: the card is turned", team=team(n, a[0])),
    "BF-091": lambda a, n: say("turnover: {team:has} the ball", team=team(n, a[0])),
    "BF-092": _fumble,
    "BF-094": lambda a, n: say("the pass goes {lines} and is intercepted", lines=lines(a[1])),
    "BF-096": lambda a, n: (
        _("a fumble at the line of scrimmage") if a[1] == RUN else _("an interception at the line of scrimmage")
    ),
    "BF-097": lambda a, n: say("the card grants {team} a return", team=team(n, a[0])),
    "BF-098": lambda a, n: say("touchback: {team:starts} at its own 20", team=team(n, a[0])),
    "BF-100": lambda a, n: say("{team:fumbles} the punt at {spot}", team=team(n, a[0]), spot=at_spot(a[1])),
    "BF-101": lambda a, n: say("full time, {home} to {away}", home=a[0], away=a[1]),
    "BF-104": lambda a, n: say("{team:punts}", team=team(n, a[0])),
    "BF-105": lambda a, n: say("the {quarter} is over: both take their cards again", quarter=quarter(a[0])),
    "BF-107": _discards,
    "BF-110": lambda a, n: say("{team:calls} time out: {left} left", team=team(n, a[0]), left=a[1]),
    "BF-111": lambda a, n: say("{team:takes} card {number} back into its hand", team=team(n, a[0]), number=a[1] + 1),
    "BF-114": lambda a, n: say("half-time: three time outs each, {team:receives}", team=team(n, a[0])),
    "BF-117": lambda a, n: say(
        "first down for {team}; the next marker is {spot}", team=team(n, a[0]), spot=at_spot(a[1])
    ),
    "BF-122": lambda a, n: say("TOUCHDOWN {team}, 6 points", team=team(n, a[0])),
    "BF-123": _two_points,
    "BF-124": _extra_point,
    "BF-129": lambda a, n: say("{team:tries} a field goal from distance {distance}", team=team(n, a[0]), distance=a[1]),
    "BF-131": _value,
    "BF-132": lambda a, n: say("the field goal is good: 3 points for {team}", team=team(n, a[0])),
    "BF-135": lambda a, n: say("{team:is} driven back to its own goal line", team=team(n, a[0])),
    "BF-136": lambda a, n: say("SAFETY, 2 points for {team}", team=team(n, a[0])),
    "BF-138": lambda a, n: say("{team:kicks} free from its 20: {lines}", team=team(n, a[0]), lines=lines(a[1])),
    "BF-142": lambda a, n: say("{team:returns} the kickoff, corner {corner}", team=team(n, a[0]), corner=corner(a[2])),
    "BF-143": lambda a, n: _("touchback: the ball is at the 25"),
    "BF-144": lambda a, n: _("returned to the 15"),
    "BF-145": lambda a, n: _("returned to the 30"),
    "BF-146": lambda a, n: _("returned to the 45"),
    "BF-147": lambda a, n: say("{team:returns} the kickoff all the way", team=team(n, a[0])),
    "BF-148": lambda a, n: say("the return is fumbled: {team:has} first and goal at the 20", team=team(n, a[0])),
    "BF-150": lambda a, n: say("{team:kicks} onside", team=team(n, a[0])),
    "BF-152": lambda a, n: say("value {value}: {team:keeps} the ball at the 50", value=a[1], team=team(n, a[0])),
    "BF-153": lambda a, n: say("the punt goes {lines}, to {spot}", lines=lines(a[1]), spot=at_spot(a[2])),
    "BF-154": _reached,
    "BF-156": lambda a, n: say("touchback: {team:starts} at its own 20", team=team(n, a[0])),
    "BF-157": lambda a, n: say("{team:'s} kick is blocked at {spot}", team=team(n, a[0]), spot=at_spot(a[1])),
    "BF-159": _reached,
    "BF-160": lambda a, n: say("{team:goes} on from {spot}", team=team(n, a[0]), spot=at_spot(a[1])),
    "BF-161": lambda a, n: say("{team:returns} it into the end zone", team=team(n, a[0])),
    "BF-162": lambda a, n: say("{team:'s} extra point is blocked", team=team(n, a[0])),
    "BF-163": lambda a, n: say("{team:returns} the try for 2 points", team=team(n, a[0])),
    "BF-164": lambda a, n: say("{team:fumbles} the return at {spot}", team=team(n, a[0]), spot=at_spot(a[1])),
    "BF-165": lambda a, n: say("Prevent halves {before} to {after}", before=a[0], after=a[1]),
    "BF-168": lambda a, n: _("green: the low-percentage pass is complete"),
    "BF-169": lambda a, n: _("the pass is incomplete"),
    "BF-170": lambda a, n: _("the minimum gain is 1"),
    "BF-175": lambda a, n: say("{team:throws} a Hail Mary", team=team(n, a[0])),
    "BF-176": _hail_mary,
    "BF-178": lambda a, n: _("CAUGHT: ten lines, and a breakaway"),
    "BF-179": lambda a, n: _("it reaches the end zone"),
    "BF-180": lambda a, n: say("intercepted and returned all the way by {team}", team=team(n, a[0])),
    "BF-181": lambda a, n: say("{team:takes} a knee", team=team(n, a[0])),
    "BF-184": lambda a, n: say("{quarter}: fifteen cards and two time outs each", quarter=capital(quarter(a[0]))),
    "BF-187": lambda a, n: say("{team:receives} in overtime", team=team(n, a[1])),
    "BF-189": lambda a, n: say("the touchdown ends overtime: {team:wins}", team=team(n, a[0])),
    "BF-190": lambda a, n: say("the game is a draw, {home} to {away}", home=a[0], away=a[1]),
    "BF-191": lambda a, n: say("sudden death is decided, {home} to {away}", home=a[0], away=a[1]),
    "BF-192": _late,
    "BF-193": lambda a, n: say("{team:aims} for the coffin corner", team=team(n, a[0])),
    "BF-194": lambda a, n: say("two lines shorter: {value}", value=a[1]),
    "BF-196": lambda a, n: many(
        "{team:ices} the kicker: {n} time out left",
        "{team:ices} the kicker: {n} time outs left",
        a[1],
        team=team(n, a[0]),
    ),
    "BF-198": lambda a, n: say("iced: the field goal value is {value}", value=a[1]),
    "BF-204": _front,
    "BF-206": lambda a, n: say("{team:spends} an orange token: {left} left", team=team(n, a[0]), left=a[1]),
    "BF-207": lambda a, n: say("{team:spends} a blue token: {left} left", team=team(n, a[0]), left=a[1]),
    "BF-208": lambda a, n: say("{table}, {plan}, die {die}: {call} wins", **_spy(a, n)),
    "BF-209": _back,
    "BF-215": lambda a, n: say("{table}, {plan}, die {die}: {call} does not win and is ignored", **_spy(a, n)),
    "BF-218": _chart,
    "BF-219": lambda a, n: say(
        "{team:draws} a card: {formation}", team=team(n, a[0]), formation=formation(n, a[0], a[1])
    ),
    "BF-220": lambda a, n: say(
        "{team:'s} sheet, Game State {state}: {plan}", team=team(n, a[0]), state=a[1], plan=PLANS[a[2]]
    ),
    "BF-221": lambda a, n: say("{plan}, die {die}: {code}", plan=PLANS[a[1]], die=a[2], code=CODES[a[3]]),
    "BF-222": lambda a, n: say("the code is {play}", play=play(n, a[0], a[2])),
    "BF-223": lambda a, n: say("the drawn card is played: {play}", play=play(n, a[0], a[1])),
    "BF-225": lambda a, n: say("the drawn card goes to {team:'s} Spent pile", team=team(n, a[0])),
    "BF-227": lambda a, n: say("{team:gives} up card {number}", team=team(n, a[0]), number=a[1] + 1),
    "BF-230": lambda a, n: _("an untimed down: the card goes to the burn pile"),
    "BF-231": lambda a, n: say(
        "{team:plays} on a time out before the last card: {left} left", team=team(n, a[0]), left=a[1]
    ),
    "BF-232": _fourth,
    "BF-234": _drawn_kick,
    "BF-235": lambda a, n: say("{team:kicks} the field goal whatever the distance", team=team(n, a[0])),
    "BF-236": lambda a, n: say("{team:'s} card {number} is burnt", team=team(n, a[0]), number=a[1] + 1),
    "BF-237": lambda a, n: _("the called card is spent already: the drawn one stands for it"),
    "BF-238": lambda a, n: say(
        "{team:'s} cards call {call}, strength {strength}",
        team=team(n, a[0]),
        call=defense_type(n, a[1]),
        strength=a[2],
    ),
    "BF-R4": lambda a, n: _("the touchback is taken instead of the 15"),
    "BF-R6": lambda a, n: say("a TD corner: {team:goes} all the way", team=team(n, a[0])),
    "BF-R8": lambda a, n: _("a line is lost and the return goes on"),
    "BF-R10": lambda a, n: _("a blocked card does not count on a free kick: another is drawn"),
    "BF-R11": lambda a, n: say("{team:kicks} off", team=team(n, a[0])),
    "BF-R12": lambda a, n: say("the field goal is no good: the other side starts at {spot}", spot=at_spot(a[1])),
    "BF-R13": lambda a, n: say("{team:loses} the ball on downs at {spot}", team=team(n, a[0]), spot=at_spot(a[1])),
    "BF-R20": lambda a, n: _("one flag is enough"),
    "BF-R27": lambda a, n: say("{team:takes} card {number} back", team=team(n, a[0]), number=a[1] + 1),
    "BF-R30": lambda a, n: say("{team:receives} the opening kickoff", team=team(n, a[1])),
    "BF-R31": _scores,
    "BF-R32": lambda a, n: say("{quarter} ends level", quarter=capital(quarter(a[0]))),
    "BF-R34": lambda a, n: say(
        "value {value} is too low: {team:has} the ball at the 50", value=a[1], team=team(n, a[0])
    ),
    "BF-R35": lambda a, n: _("the Hail Mary falls incomplete"),
    "BF-R36": lambda a, n: _("the ball is lost: that ends the try"),
    "BF-R37": lambda a, n: _("the Game Day deck is shuffled"),
    "BF-R38": _pile,
    "BF-R45": lambda a, n: say("{team:lets} the card lie", team=team(n, a[0])),
}
