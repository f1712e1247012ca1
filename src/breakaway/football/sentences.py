"""Events as sentences, one for each rule that is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from breakaway.core.game import Names
from breakaway.football.names import (
    CODES,
    DISTANCES_SAID,
    DOWNS_SAID,
    KINDS,
    MILESTONES,
    PLANS,
    STRATEGIES,
    corner,
    defense_formation,
    defense_type,
    does,
    formation,
    game_day,
    lines,
    ordinal,
    play,
    play_type,
    plural,
    quarter,
    spot,
    team,
    team_s,
)
from breakaway.football.state import BURNT, FOOTBALL, NONE, RUN

Sentence = Callable[[Sequence[int], Names], str]


def _ability(a: Sequence[int], n: Names) -> str:
    return f"{does(n, a[0], 'uses')} its special ability"


def _first_down_or_next(a: Sequence[int], n: Names) -> str:
    return f"{ordinal(a[1])} down and {lines(a[2])} to go"


def _moved(a: Sequence[int], n: Names) -> str:
    if a[1] == 0:
        return f"no gain: {does(n, a[0], 'stays')} at {spot(a[2])}"
    verb = "gains" if a[1] > 0 else "loses"
    return f"{does(n, a[0], verb)} {lines(abs(a[1]))}: the ball is at {spot(a[2])}"


def _discards(a: Sequence[int], n: Names) -> str:
    if a[1] >= 0:
        return f"{does(n, a[0], 'gives')} up {plural(a[1], 'card')} to even the hands"
    return f"{does(n, a[0], 'takes')} back {plural(-a[1], 'card')} to even the hands"


def _answer(a: Sequence[int], n: Names) -> str:
    taken = ("event", "corner", "forced turnover")[a[1]]
    return f"{does(n, a[0], 'takes')} the {taken} of {game_day(n, a[2])}"


def _extra_point(a: Sequence[int], n: Names) -> str:
    return f"the extra point is {'good' if a[1] else 'no good'}: value {a[2]}, 3 needed"


def _spy(a: Sequence[int], n: Names) -> str:
    return f"Spy {KINDS[a[1]].capitalize()}, {STRATEGIES[a[0]]}, die {a[2]}: {defense_type(n, a[3])}"


def _fourth(a: Sequence[int], n: Names) -> str:
    goes = "it goes for it" if a[3] >= a[4] else "it kicks"
    return f"fourth down, column {MILESTONES[a[1]]}: die {a[2]}, with modifiers {a[3]}, target {a[4]}: {goes}"


def _pile(a: Sequence[int], n: Names) -> str:
    pile = "burnt" if a[1] == BURNT else "spent"
    return f"no card of the formation is left: the {pile} cards go back into the draw pile"


def _reached(a: Sequence[int], n: Names) -> str:
    return f"{does(n, a[0], 'returns')} it, corner {corner(a[1])}: to {spot(a[2])}"


def _scores(a: Sequence[int], n: Names) -> str:
    if len(a) == 1:
        return f"the safety ends overtime: {does(n, a[0], 'wins')}"
    return f"overtime is decided, {a[0]} to {a[1]}"


def _by_corner(a: Sequence[int], n: Names) -> str:
    return "the corner is the result: " + ("a turnover" if a[1] == FOOTBALL else lines(a[1]))


def _spent_token(a: Sequence[int], n: Names, colour: str) -> str:
    return f"{does(n, a[0], 'spends')} {'an' if colour == 'orange' else 'a'} {colour} token: {a[1]} left"


SENTENCES: dict[str, Sentence] = {
    "BF-009": _ability,
    "BF-011": lambda a, n: f"{does(n, a[0], 'forces')} a turnover",
    "BF-012": lambda a, n: f"Quick Release: no defense breaks this pass; {plural(a[1], 'use')} left",
    "BF-013": lambda a, n: f"{does(n, a[0], 'has')} first down at {spot(a[1])}",
    "BF-019": lambda a, n: f"{does(n, a[0], 'wins')} the flip",
    "BF-021": lambda a, n: f"{does(n, a[0], 'lines')} up {formation(n, a[0], a[1])}",
    "BF-022": lambda a, n: f"{does(n, a[0], 'plays')} {play(n, a[0], a[1])} ({play_type(n, a[2])} {a[3]})",
    "BF-023": lambda a, n: f"{does(n, a[0], 'shows')} {defense_formation(n, a[1])}",
    "BF-024": lambda a, n: f"{does(n, a[0], 'defends')} with {defense_type(n, a[1])}, strength {a[2]}",
    "BF-025": lambda a, n: f"strength {a[0]} against {a[1]}: the base gain is {a[2]}",
    "BF-026": lambda a, n: f"Game Day card: {game_day(n, a[0])}",
    "BF-027": lambda a, n: f"the card's {a[1]:+d} counts",
    "BF-028": _moved,
    "BF-029": _first_down_or_next,
    "BF-030": lambda a, n: f"{does(n, a[0], 'discards')} card {a[1] + 1}",
    "BF-035": lambda a, n: "its event is not for this play",
    "BF-R21": lambda a, n: "the event is a touchdown",
    "BF-037": lambda a, n: f"Offense Breakaway for {team(n, a[0])}",
    "BF-039": lambda a, n: "an Offense Breakaway starts from 1 at least",
    "BF-040": _answer,
    "BF-041": lambda a, n: f"the corner adds {a[1]}: {lines(a[2])} so far",
    "BF-042": lambda a, n: f"tackled after {lines(a[1])}",
    "BF-043": lambda a, n: f"fumbled at {spot(a[1])}",
    "BF-044": lambda a, n: "the 0 is avoided and the drawing goes on",
    "BF-047": lambda a, n: f"Defense Breakaway for {team(n, a[0])}",
    "BF-048": lambda a, n: "a Defense Breakaway's base gain is 0",
    "BF-049": _answer,
    "BF-050": _by_corner,
    "BF-053": lambda a, n: "the minimum gain does not help against a Defense Breakaway",
    "BF-055": lambda a, n: f"{does(n, a[0], 'throws')} a challenge flag: {a[1]} ready",
    "BF-057": lambda a, n: f"the event of {game_day(n, a[0])} is ignored",
    "BF-061": lambda a, n: f"{does(n, a[0], 'earns')} a challenge flag back",
    "BF-067": lambda a, n: f"{does(n, a[0], 'has')} all {plural(a[1], 'challenge flag')} back",
    "BF-070": lambda a, n: f"False Start on {team(n, a[0])}: one line back, the down is played again",
    "BF-073": lambda a, n: f"{does(n, a[0], 'accepts' if a[1] else 'declines')} the Holding",
    "BF-074": lambda a, n: "declined: it has no effect",
    "BF-075": lambda a, n: "Holding on the defense: one line forward",
    "BF-077": lambda a, n: "an automatic first down",
    "BF-079": lambda a, n: f"a penalty never scores: the ball stops at {spot(a[1])}",
    "BF-082": lambda a, n: f"{play_type(n, a[1])} is not allowed here: one line back, no play",
    "BF-083": lambda a, n: f"{play(n, a[0], a[1])} is not allowed here: the card is turned",
    "BF-084": lambda a, n: f"no play was run: the {KINDS[a[1]]} token comes back",
    "BF-085": lambda a, n: f"{does(n, a[0], 'calls')} an audible: the card is turned",
    "BF-091": lambda a, n: f"turnover: {does(n, a[0], 'has')} the ball",
    "BF-092": lambda a, n: f"a fumble, {lines(a[1])} from scrimmage" if a[1] else "a fumble at the line of scrimmage",
    "BF-094": lambda a, n: f"the pass goes {lines(a[1])} and is intercepted",
    "BF-096": lambda a, n: f"{'a fumble' if a[1] == RUN else 'an interception'} at the line of scrimmage",
    "BF-097": lambda a, n: f"the card grants {team(n, a[0])} a return",
    "BF-098": lambda a, n: f"touchback: {does(n, a[0], 'starts')} at its own 20",
    "BF-100": lambda a, n: f"{does(n, a[0], 'fumbles')} the punt at {spot(a[1])}",
    "BF-101": lambda a, n: f"full time, {a[0]} to {a[1]}",
    "BF-104": lambda a, n: f"{does(n, a[0], 'punts')}",
    "BF-105": lambda a, n: f"the {quarter(a[0])} is over: both take their cards again",
    "BF-107": _discards,
    "BF-110": lambda a, n: f"{does(n, a[0], 'calls')} time out: {a[1]} left",
    "BF-111": lambda a, n: f"{does(n, a[0], 'takes')} card {a[1] + 1} back into its hand",
    "BF-114": lambda a, n: f"half-time: three time outs each, {does(n, a[0], 'receives')}",
    "BF-117": lambda a, n: f"first down for {team(n, a[0])}; the next marker is {spot(a[1])}",
    "BF-122": lambda a, n: f"TOUCHDOWN {team(n, a[0])}, 6 points",
    "BF-123": lambda a, n: f"the two-point try {'is good' if a[1] else 'fails'}",
    "BF-124": _extra_point,
    "BF-129": lambda a, n: f"{does(n, a[0], 'tries')} a field goal from distance {a[1]}",
    "BF-131": lambda a, n: f"field goal value {'blocked' if a[1] == 0 else a[1]} at distance {a[2]}",
    "BF-132": lambda a, n: f"the field goal is good: 3 points for {team(n, a[0])}",
    "BF-135": lambda a, n: f"{does(n, a[0], 'is')} driven back to its own goal line",
    "BF-136": lambda a, n: f"SAFETY, 2 points for {team(n, a[0])}",
    "BF-138": lambda a, n: f"{does(n, a[0], 'kicks')} free from its 20: {lines(a[1])}",
    "BF-142": lambda a, n: f"{does(n, a[0], 'returns')} the kickoff, corner {corner(a[2])}",
    "BF-143": lambda a, n: "touchback: the ball is at the 25",
    "BF-144": lambda a, n: "returned to the 15",
    "BF-145": lambda a, n: "returned to the 30",
    "BF-146": lambda a, n: "returned to the 45",
    "BF-147": lambda a, n: f"{does(n, a[0], 'returns')} the kickoff all the way",
    "BF-148": lambda a, n: f"the return is fumbled: {does(n, a[0], 'has')} first and goal at the 20",
    "BF-150": lambda a, n: f"{does(n, a[0], 'kicks')} onside",
    "BF-152": lambda a, n: f"value {a[1]}: {does(n, a[0], 'keeps')} the ball at the 50",
    "BF-153": lambda a, n: f"the punt goes {lines(a[1])}, to {spot(a[2])}",
    "BF-154": _reached,
    "BF-156": lambda a, n: f"touchback: {does(n, a[0], 'starts')} at its own 20",
    "BF-157": lambda a, n: f"{team_s(n, a[0])} kick is blocked at {spot(a[1])}",
    "BF-159": _reached,
    "BF-160": lambda a, n: f"{does(n, a[0], 'goes')} on from {spot(a[1])}",
    "BF-161": lambda a, n: f"{does(n, a[0], 'returns')} it into the end zone",
    "BF-162": lambda a, n: f"{team_s(n, a[0])} extra point is blocked",
    "BF-163": lambda a, n: f"{does(n, a[0], 'returns')} the try for 2 points",
    "BF-164": lambda a, n: f"{does(n, a[0], 'fumbles')} the return at {spot(a[1])}",
    "BF-165": lambda a, n: f"Prevent halves {a[0]} to {a[1]}",
    "BF-168": lambda a, n: "green: the low-percentage pass is complete",
    "BF-169": lambda a, n: "the pass is incomplete",
    "BF-170": lambda a, n: "the minimum gain is 1",
    "BF-175": lambda a, n: f"{does(n, a[0], 'throws')} a Hail Mary",
    "BF-176": lambda a, n: f"Hail Mary, field goal value {'blocked' if a[1] == 0 else a[1]}",
    "BF-178": lambda a, n: "CAUGHT: ten lines, and a breakaway",
    "BF-179": lambda a, n: "it reaches the end zone",
    "BF-180": lambda a, n: f"intercepted and returned all the way by {team(n, a[0])}",
    "BF-181": lambda a, n: f"{does(n, a[0], 'takes')} a knee",
    "BF-184": lambda a, n: f"{quarter(a[0])}: fifteen cards and two time outs each".capitalize(),
    "BF-187": lambda a, n: f"{does(n, a[1], 'receives')} in overtime",
    "BF-189": lambda a, n: f"the touchdown ends overtime: {does(n, a[0], 'wins')}",
    "BF-190": lambda a, n: f"the game is a draw, {a[0]} to {a[1]}",
    "BF-191": lambda a, n: f"sudden death is decided, {a[0]} to {a[1]}",
    "BF-192": lambda a, n: (
        f"late in the half: {does(n, a[0], 'keeps')} {'its card' if a[1] == NONE else f'card {a[1] + 1}'}"
    ),
    "BF-193": lambda a, n: f"{does(n, a[0], 'aims')} for the coffin corner",
    "BF-194": lambda a, n: f"two lines shorter: {a[1]}",
    "BF-196": lambda a, n: f"{does(n, a[0], 'ices')} the kicker: {plural(a[1], 'time out')} left",
    "BF-198": lambda a, n: f"iced: the field goal value is {a[1]}",
    "BF-204": lambda a, n: (
        f"{team_s(n, a[0])} sheet, {formation(n, a[0], a[1]).split(' (')[-1].rstrip(')')} offense, "
        f"Game State {a[2]}, die {a[3]}: {STRATEGIES[a[4]]}"
    ),
    "BF-206": lambda a, n: _spent_token(a, n, "orange"),
    "BF-207": lambda a, n: _spent_token(a, n, "blue"),
    "BF-208": lambda a, n: f"{_spy(a, n)} wins",
    "BF-209": lambda a, n: (
        f"{team_s(n, a[0])} sheet, {STRATEGIES[a[2]]}, die {a[3]}: {defense_type(n, a[4])}, strength {a[5]}"
    ),
    "BF-215": lambda a, n: f"{_spy(a, n)} does not win and is ignored",
    "BF-218": lambda a, n: (
        f"{team_s(n, a[0])} sheet, {DISTANCES_SAID[a[1]]} lines to go, {DOWNS_SAID[a[2]]}, die {a[3]}: "
        f"{formation(n, a[0], a[4])}"
    ),
    "BF-219": lambda a, n: f"{does(n, a[0], 'draws')} a card: {formation(n, a[0], a[1])}",
    "BF-220": lambda a, n: f"{team_s(n, a[0])} sheet, Game State {a[1]}: {PLANS[a[2]]}",
    "BF-221": lambda a, n: f"{PLANS[a[1]]}, die {a[2]}: {CODES[a[3]]}",
    "BF-222": lambda a, n: f"the code is {play(n, a[0], a[2])}",
    "BF-223": lambda a, n: f"the drawn card is played: {play(n, a[0], a[1])}",
    "BF-225": lambda a, n: f"the drawn card goes to {team_s(n, a[0])} Spent pile",
    "BF-227": lambda a, n: f"{does(n, a[0], 'gives')} up card {a[1] + 1}",
    "BF-230": lambda a, n: "an untimed down: the card goes to the burn pile",
    "BF-231": lambda a, n: f"{does(n, a[0], 'plays')} on a time out before the last card: {a[1]} left",
    "BF-232": _fourth,
    "BF-234": lambda a, n: f"{game_day(n, a[1])}: {'the kick is good' if a[2] else 'the punt is better'}",
    "BF-235": lambda a, n: f"{does(n, a[0], 'kicks')} the field goal whatever the distance",
    "BF-236": lambda a, n: f"{team_s(n, a[0])} card {a[1] + 1} is burnt",
    "BF-237": lambda a, n: "the called card is spent already: the drawn one stands for it",
    "BF-238": lambda a, n: f"{team_s(n, a[0])} cards call {defense_type(n, a[1])}, strength {a[2]}",
    "BF-R4": lambda a, n: "the touchback is taken instead of the 15",
    "BF-R6": lambda a, n: f"a TD corner: {does(n, a[0], 'goes')} all the way",
    "BF-R8": lambda a, n: "a line is lost and the return goes on",
    "BF-R10": lambda a, n: "a blocked card does not count on a free kick: another is drawn",
    "BF-R11": lambda a, n: f"{does(n, a[0], 'kicks')} off",
    "BF-R12": lambda a, n: f"the field goal is no good: the other side starts at {spot(a[1])}",
    "BF-R13": lambda a, n: f"{does(n, a[0], 'loses')} the ball on downs at {spot(a[1])}",
    "BF-R20": lambda a, n: "one flag is enough",
    "BF-R27": lambda a, n: f"{does(n, a[0], 'takes')} card {a[1] + 1} back",
    "BF-R30": lambda a, n: f"{does(n, a[1], 'receives')} the opening kickoff",
    "BF-R31": _scores,
    "BF-R32": lambda a, n: f"{quarter(a[0])} ends level".capitalize(),
    "BF-R34": lambda a, n: f"value {a[1]} is too low: {does(n, a[0], 'has')} the ball at the 50",
    "BF-R35": lambda a, n: "the Hail Mary falls incomplete",
    "BF-R36": lambda a, n: "the ball is lost: that ends the try",
    "BF-R37": lambda a, n: "the Game Day deck is shuffled",
    "BF-R38": _pile,
    "BF-R45": lambda a, n: f"{does(n, a[0], 'lets')} the card lie",
}
