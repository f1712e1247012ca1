"""Sentences: questions, refusals, what happened, and standing instructions."""

from __future__ import annotations

from collections.abc import Callable

from breakaway.core.game import Names, Order
from breakaway.core.language import _, marked, say
from breakaway.core.rules import Event
from breakaway.games.fate.rules import events
from breakaway.games.fate.rules.events import (
    BOOK,
    CHOOSE,
    DRAW_INSIDE_ONLY,
    NO_DEFENSE_MINUS,
    NO_DRAW,
    NO_LONG,
    NO_MINUS,
    NO_PLAY_ACTION,
    NO_SIDELINE,
    NO_TWO_POINT,
    NOT_IN_GROUP,
    NOT_PLAYED,
    ONE_DEFENSE_DIE,
    ONE_OFFENSE_DIE,
    TOO_FAR,
)
from breakaway.games.fate.rules.state import Fate, FateConfig
from breakaway.games.fate.rules.terms import CARRIER, GOAL, KICKOFF, KNEEL, NONE
from breakaway.games.fate.text import names as called
from breakaway.games.fate.text import orders as order_text
from breakaway.games.fate.text.names import (
    LASTS,
    at_spot,
    at_team_spot,
    defense,
    foul,
    man,
    man_name,
    modifier,
    play,
    position_name,
    quarter,
    signed,
    spot,
    time,
    to_spot,
    to_team_spot,
    yards,
)
from breakaway.games.words import ordinal, team

# --- What each standing instruction does, in a sentence, for the terminal and the page.


SAYS = {
    "no early time outs": marked("You do not call a time out with more than two minutes left in a half."),
    "no time outs": marked("You never call a time out."),
    "every time out": marked("You call a time out after every play it would shorten, as long as you have one left."),
    "always receive": marked("If you win the toss, you receive."),
    "never onside": marked("You never try an onside kick."),
    "always kick the point": marked("After a touchdown you kick for one point."),
    "always play on": marked("You are not asked whether to play on while the umpire can still rule on the last play."),
}


# --- Events as sentences, one for each rule that reports an event.


Sentence = Callable[[Event, Names], str]


def _down(e: Event, n: Names) -> str:
    return say(
        "{team}: {down} down and {to_go} to go {at}",
        team=team(n, e.seat),
        down=ordinal(e.down),
        to_go=e.to_go,
        at=at_spot(e.spot),
    )


def _calls(e: Event, n: Names) -> str:
    return say(
        "{team:plays} {call} against {defense}; the matrix shows {modifier}",
        team=team(n, e.seat),
        call=play(e.base, e.overlay),
        defense=defense(e.defense),
        modifier=modifier(e.modifier),
    )


def _overtime(e: Event, n: Names) -> str:
    score = {"home": team(n, 0), "points": e.home, "away": team(n, 1), "others": e.away}
    if e.won:
        won = marked("Overtime: {home} {points}, {away} {others}; {team:wins} the contest")
        return say(won, team=team(n, e.won - 1), **score)
    return say("Overtime: {home} {points}, {away} {others}", **score)


def _recovered(e: Event, n: Names) -> str:
    return say("{team:recovers} the fumble ({total})", team=team(n, e.seat), total=signed(e.total))


def _injury(e: Event, n: Names) -> str:
    lasts = _(LASTS[e.lasts])
    if not n.get("rosters"):
        nameless = marked("{team:loses} a player at {position} {lasts}: the next player is rated {less} lower")
        if e.less == 0:
            nameless = marked("{team:loses} a player at {position} {lasts}, but the starter comes back in")
        return say(nameless, team=team(n, e.seat), position=position_name(e.position), lasts=lasts, less=e.less)
    named = marked("{team:loses} {hurt} {lasts}: {after} comes in, rated {less} lower")
    if e.less == 0:
        named = marked("{team:loses} {hurt} {lasts}, but {after} comes back in")
    return say(
        named,
        team=team(n, e.seat),
        hurt=man(n, e.seat, e.position, e.man),
        lasts=lasts,
        after=man_name(n, e.seat, e.position, e.after),
        less=e.less,
    )


def _not_there(e: Event, n: Names) -> str:
    if e.position == NONE:
        return _("nobody carried the ball, so the injury is rolled again")
    if e.position == CARRIER:
        return _("the player who fielded the kick plays no listed position, so the injury is rolled again")
    return say("no {position} is on the field, so the injury is rolled again", position=position_name(e.position))


def _foul(e: Event, n: Names) -> str:
    return say("{foul} on {team}", foul=foul(e.foul), team=team(n, e.seat))


def _clock(text: str) -> Sentence:
    return lambda e, n: say(text, time=time(e.left), quarter=quarter(e.quarter))


def _special(e: Event, n: Names) -> str:
    if e.declared == KICKOFF:
        return say("the onside kick goes to {team} ({total})", team=team(n, e.seat), total=signed(e.rolled))
    if e.declared == KNEEL:
        return say("{team:kneels}", team=team(n, e.seat))
    return say("{team:spikes} the ball", team=team(n, e.seat))


def _score(e: Event, n: Names) -> str:
    ends = marked("The {quarter} is over: {home} {points}, {away} {others}")
    return say(ends, quarter=quarter(e.quarter), home=team(n, 0), points=e.home, away=team(n, 1), others=e.away)


def _extra_point(e: Event, n: Names) -> str:
    good, bad = marked("the extra point is good ({total})"), marked("the extra point is no good ({total})")
    return say(good if e.good else bad, total=signed(e.total))


def _team(text: str) -> Sentence:
    """A sentence about a team."""
    return lambda e, n: say(text, team=team(n, e.seat))


def _team_yard(text: str) -> Sentence:
    """A sentence about a team and one of its own yard lines."""
    return lambda e, n: say(text, team=team(n, e.seat), yard=e.line)


def _team_at(text: str) -> Sentence:
    """A sentence about a team and a spot."""
    return lambda e, n: say(text, team=team(n, e.seat), at=at_team_spot(e.spot, team(n, e.seat)))


def _team_return(text: str) -> Sentence:
    """A sentence about a team's return: its yards, and where it ends."""
    return lambda e, n: say(text, team=team(n, e.seat), yards=yards(e.yards), to=to_team_spot(e.spot, team(n, e.seat)))


def _yards(text: str) -> Sentence:
    """A sentence about yards."""
    return lambda e, n: say(text, yards=yards(e.yards))


def _rolled_yards(text: str) -> Sentence:
    """A sentence about a team, its yards, and the roll for these yards."""
    return lambda e, n: say(text, team=team(n, e.seat), yards=yards(e.yards), total=signed(e.total))


def _total(text: str) -> Sentence:
    """A sentence about the total of a roll."""
    return lambda e, n: say(text, total=signed(e.total))


def _against(text: str) -> Sentence:
    """A sentence about the total of a roll and the difficulty that it had to beat."""
    return lambda e, n: say(text, total=signed(e.total), other=signed(e.difficulty))


def _contest(text: str) -> Sentence:
    """A sentence about the ratings of the players in a contest."""
    return lambda e, n: say(text, total=signed(e.total), one=signed(e.ours), other=signed(e.theirs))


def _alone(text: str) -> Sentence:
    """A sentence about a player who has no opponent in a contest."""
    return lambda e, n: say(text, total=signed(e.total), yards=yards(e.yards))


SENTENCES: dict[str, Sentence] = {
    events.TOSS_WON: _team(marked("{team:wins} the toss")),
    events.SIDE_CHOSEN: lambda e, n: say(
        "{team:chooses}: {other:receives}", team=team(n, e.seat), other=team(n, e.receiver)
    ),
    events.DOWN_BEGAN: _down,
    events.KICKED_OFF: lambda e, n: say("{team:kicks} off ({total})", team=team(n, e.seat), total=signed(e.total)),
    events.KICK_FIELDED: _team_yard(marked("{team:fields the kick at its|field the kick at their} own {yard}")),
    events.KICK_FIELDED_ON_GOAL_LINE: _team(marked("{team:fields} the kick at the goal line")),
    events.KICK_TOUCHED_BACK: _team_yard(marked("touchback: {team:starts at its|start at their} own {yard}")),
    events.KICK_RETURNED: _team_return(marked("{team:returns} it {yards}, {to}")),
    events.RETURN_FUMBLED: _team_at(marked("{team:fumbles} the return {at}")),
    events.KICK_RECOVERED: _recovered,
    events.KICK_RETURNED_ALL_THE_WAY: _team(marked("{team:returns} the kick all the way")),
    events.QUARTER_OVER: _score,
    events.CLOCK_RAN: _clock(marked("15 seconds: {time} left in the {quarter}")),
    events.KICK_TIMED: _clock(marked("a kick, 15 seconds: {time} left in the {quarter}")),
    events.INCOMPLETION_TIMED: _clock(marked("incomplete, 15 seconds: {time} left in the {quarter}")),
    events.SIDELINE_TIMED: _clock(marked("out of bounds, 15 seconds: {time} left in the {quarter}")),
    events.PLAY_SHORTENED: lambda e, n: say(
        "the play is shortened by the two-minute warning in the {quarter}", quarter=quarter(e.quarter)
    ),
    events.TIME_OUT_TIMED: _clock(marked("time out, 15 seconds: {time} left in the {quarter}")),
    events.LONG_PLAY_TIMED: _clock(marked("30 seconds: {time} left in the {quarter}")),
    events.TWO_MINUTES_LEFT: lambda e, n: say(
        "two minutes left in the {quarter}: the clock stops", quarter=quarter(e.quarter)
    ),
    events.TIME_OUT_CALLED: lambda e, n: say("{team:calls} a time out, {left} left", team=team(n, e.seat), left=e.left),
    events.HALF_TIME: lambda e, n: _("halftime: both sides have three time outs again"),
    events.CALLS_SHOWN: _calls,
    events.PUNT_DECLARED: _team(marked("{team:declares} a punt")),
    events.FIELD_GOAL_DECLARED: lambda e, n: say(
        "{team:tries} a field goal from {yards}", team=team(n, e.seat), yards=yards(e.yards)
    ),
    events.RAN_INSIDE: _rolled_yards(marked("a run inside for {yards} ({total})")),
    events.RAN_OUTSIDE: _rolled_yards(marked("a run outside for {yards} ({total})")),
    events.SHORT_GAIN_REACHED: _total(marked("{total}: on to Short Gain")),
    events.LONG_GAIN_REACHED: _total(marked("{total}: on to Long Gain")),
    events.RUN_GAINED_LONG: _yards(marked("a long gain of {yards}")),
    events.PASS_COMPLETED: _against(marked("complete: {total} beats {other}")),
    events.PASS_INCOMPLETE: _against(marked("incomplete: {total} is below {other}")),
    events.SHORT_PASS_TIED: _total(
        marked("{total} ties the difficulty of a Short pass: on to the Pass Rush, with +1 on its roll")
    ),
    events.LONG_PASS_TIED: _total(
        marked("{total} ties the difficulty of a Long pass: on to the Pass Rush, with +1 on its roll")
    ),
    events.QUICK_PASS_TIED: _total(marked("{total} ties the difficulty of a Quick pass: incomplete")),
    events.PASS_CAUGHT: _rolled_yards(marked("the catch is good for {yards} ({total})")),
    events.LONG_COLUMN_REACHED: _total(marked("{total}: on to the Long Gain column")),
    events.PASS_GAINED_LONG: _yards(marked("a long gain of {yards}")),
    events.SACKED_BY_RUSH: _rolled_yards(marked("sacked for a loss of {yards} ({total})")),
    events.QUARTERBACK_RAN: lambda e, n: _("the quarterback runs outside"),
    events.RUSH_INCOMPLETE: _total(marked("incomplete under the rush ({total})")),
    events.RUSH_COMPLETED: _total(marked("complete despite the rush ({total})")),
    events.SCREEN_PICKED: _team_at(marked("{team:has} a screen intercepted {at}")),
    events.SCREEN_FAILED: lambda e, n: _("the screen is incomplete"),
    events.SCREEN_CAUGHT: lambda e, n: _("the screen is caught and gains what a run outside would"),
    events.SCREEN_WITH_ROOM: lambda e, n: _(
        "the screen is caught with room to run: it gains twice what a run outside would"
    ),
    events.SCREEN_WIDE_OPEN: lambda e, n: _("the screen is wide open: it gains three times what a run outside would"),
    events.SCREEN_PERFECT: lambda e, n: _("the screen is perfect: it gains four times what a run outside would"),
    events.PUNTED: _rolled_yards(marked("{team:kicks} {yards} ({total})")),
    events.PUNT_RETURNED: _team_return(marked("{team:returns} it {yards}, {to}")),
    events.FAIR_CAUGHT: _team_at(marked("{team:makes} a fair catch {at}")),
    events.FAIR_CATCH_DROPPED: _team_at(marked("{team:drops} the fair catch {at}")),
    events.PUNT_RECOVERED: _recovered,
    events.PUNT_RETURNED_ALL_THE_WAY: _team(marked("{team:returns} it all the way")),
    events.FIELD_GOAL_ROLLED: lambda e, n: say(
        "{yards}: {total} against {other}", yards=yards(e.yards), total=signed(e.total), other=signed(e.difficulty)
    ),
    events.EXTRA_POINT_ROLLED: _extra_point,
    events.PENALTY_MARKED: lambda e, n: say(
        "the penalty on {team} is marked off, {to}", team=team(n, e.seat), to=to_spot(e.spot)
    ),
    events.DEFENDER_ALONE: _alone(marked("contest {total}: the defense takes {yards} off")),
    events.ATTACKER_ALONE: _alone(marked("contest {total}: the offense adds {yards}")),
    events.HIGHER_COUNTED: _contest(marked("contest {total}: {one} against {other}; the higher rating is used")),
    events.CONTEST_EVEN: lambda e, n: say(
        "contest {total}: {one} against an equal rating; nothing changes", total=signed(e.total), one=signed(e.ours)
    ),
    events.PASS_CONTESTED: lambda e, n: say(
        "contest {total}: {one} against {other}, {more} on the completion roll",
        total=signed(e.total),
        one=signed(e.ours),
        other=signed(e.theirs),
        more=signed(e.more),
    ),
    events.NOTHING_HAPPENED: _total(marked("no Fate event ({total})")),
    events.SOMETHING_HAPPENED: _total(marked("a Fate event ({total})")),
    events.FUMBLED_BY_FATE: lambda e, n: _("a fumble") if e.live else _("a fumble, but nobody carries the ball"),
    events.FLAG_THROWN: lambda e, n: _("a flag is thrown"),
    events.SOMEBODY_HURT: lambda e, n: _("a player is hurt"),
    events.FUMBLE_RECOVERED: _recovered,
    events.PASS_TIPPED: lambda e, n: _("the ball is tipped: another roll"),
    events.ANY_PASS_PICKED: _team(marked("intercepted by {team}")),
    events.DEEP_PASS_PICKED: _team(marked("intercepted by {team}")),
    events.TIPPED_PASS_PICKED: _team(marked("intercepted by {team} after all")),
    events.PASS_DROPPED: lambda e, n: _("the ball falls to the ground"),
    events.PICK_PLACED: lambda e, n: say(
        "{team:catches} it {yards} downfield", team=team(n, e.seat), yards=yards(e.yards)
    ),
    events.PICK_RETURNED: _team_return(marked("{team:returns} it {yards}, {to}")),
    events.PICK_LOST_A_YARD: _team_at(marked("{team:loses} a yard on the return, {at}")),
    events.CARRIER_HURT: lambda e, n: say("the ball carrier is hurt: {position}", position=position_name(e.position)),
    events.HURT_MAN_CHOSEN: lambda e, n: say(
        "{team:chooses} who is hurt: {position}", team=team(n, e.seat), position=position_name(e.position)
    ),
    events.PLAYER_OUT: _injury,
    events.FIRST_COLUMN_FOUL: _foul,
    events.SECOND_COLUMN_FOUL: _foul,
    events.THIRD_COLUMN_FOUL: _foul,
    events.FOURTH_COLUMN_FOUL: _foul,
    events.NO_OPTION_GIVEN: lambda e, n: _("this penalty cannot be declined: it is marked off"),
    events.PENALTY_ANSWERED: lambda e, n: say(
        marked("{team:accepts}") if e.accepted else marked("{team:declines}"), team=team(n, e.seat)
    ),
    events.MARKED_FROM_END: lambda e, n: _("the penalty is marked off from the end of the play"),
    events.MARKED_FROM_SCRIMMAGE: lambda e, n: _(
        "the penalty is marked off from scrimmage, and the down is played again"
    ),
    events.FIRST_DOWN_BY_FOUL: _team(marked("first down for {team}")),
    events.DOWN_COUNTED: lambda e, n: _("the down counts and the play stands"),
    events.FOUL_SPOTTED: lambda e, n: say(
        "{team:has} a first down at the spot of the foul, {spot}", team=team(n, e.seat), spot=spot(e.spot)
    ),
    events.BALL_THROWN_AWAY: _team(marked("{team} threw the ball away")),
    events.BALL_TAKEN: _team_yard(marked("{team:takes the ball at its|take the ball at their} own {yard}")),
    events.PICK_TOUCHED_BACK: _team_yard(marked("touchback: {team:starts at its|start at their} own {yard}")),
    events.SHAKEN_UP: lambda e, n: _("a player is shaken up, nothing more"),
    events.NOBODY_THERE: _not_there,
    events.ONE_OR_TWO_ROLLED: lambda e, n: say("the foul is {foul}", foul=foul(e.foul)),
    events.UMPIRE_RULED: lambda e, n: say(
        "the umpire rules: {foul} on {team}", foul=foul(e.foul), team=team(n, e.seat)
    ),
    events.FOULED_IN_END_ZONE: lambda e, n: _("the foul was in the end zone"),
    events.MARKED_FROM_RETURN: lambda e, n: _("the penalty is marked off from the end of the return"),
    events.QUICK_PASS_RUSHED: _total(
        marked("{total} ties the difficulty of a Quick pass: on to the Pass Rush, with +1 on its roll")
    ),
    events.YARDS_MULTIPLIED: lambda e, n: say("multiplied by {times}: {yards}", times=e.times, yards=yards(e.yards)),
    events.FIELD_GOAL_GOOD: _team(marked("{team:'s} field goal is good")),
    events.FIELD_GOAL_MISSED: _team_at(marked("no good: {team:has} the ball {at}")),
    events.FREE_KICK_GIVEN: _team(marked("{team:has a free kick from its|have a free kick from their} own 20")),
    events.SECOND_HALF_KICKED: _team(marked("{team:kicks} off the second half")),
    events.SAFETY_SCORED: lambda e, n: say("safety: {team:has} {points} points", team=team(n, e.seat), points=e.points),
    events.TOUCHDOWN_SCORED: lambda e, n: say(
        "touchdown: {team:has} {points} points", team=team(n, e.seat), points=e.points
    ),
    events.TRY_PLAYED: lambda e, n: _("two points") if e.points else _("the try fails"),
    events.LOST_ON_DOWNS: _team_at(marked("{team:loses} the ball on downs {at}")),
    events.PUNT_TOUCHED_BACK: _team_yard(marked("into the end zone: {team:starts at its|start at their} own {yard}")),
    events.OVERTIME_TOLD: _overtime,
    events.SPECIAL_PLAYED: _special,
}


# --- Choices, events, refusals and outcomes of FATE Accelerated Football as text.


BEHIND = 17
NOT_NOW = marked("this choice is not allowed now")
TEXTS = {
    CHOOSE: marked("this is not an answer to the question"),
    ONE_OFFENSE_DIE: marked("use exactly one of the first two dice: it names the play"),
    NO_MINUS: marked("the third die cannot show minus: 0 is Draw, + is Play Action"),
    NO_DEFENSE_MINUS: marked("the second die cannot show minus: 0 is Blitz, + is Prevent"),
    ONE_DEFENSE_DIE: marked("use exactly one of your two dice"),
    NO_PLAY_ACTION: marked("Play Action goes with Short and Long passes only"),
    NO_DRAW: marked("Draw goes with runs only"),
    NOT_IN_GROUP: marked("this position is not in the list; choose one by its number"),
    DRAW_INSIDE_ONLY: marked("in this match Draw goes with Run Inside only"),
    NO_TWO_POINT: marked("this match does not allow two-point tries; kick the extra point"),
    NO_SIDELINE: marked("choose 1 to head for the sideline, or 0 to stay in bounds"),
    NOT_PLAYED: marked("this match does not allow this play; kneels and spikes each need a house rule"),
}
REFUSALS = {BOOK.id_of(number): text for number, text in TEXTS.items()}
# The rules' names for their rolls, translated where people are asked for an outcome.
LABELS = (
    marked("toss"),
    marked("kickoff"),
    marked("return"),
    marked("onside kick"),
    marked("punt"),
    marked("punt return"),
    marked("fumble"),
    marked("contest"),
    marked("run"),
    marked("pass"),
    marked("pass rush"),
    marked("yards"),
    marked("screen"),
    marked("field goal"),
    marked("extra point"),
    marked("interception"),
    marked("point"),
    marked("event"),
    marked("what happened"),
    marked("penalty"),
    marked("one die"),
    marked("spot of the foul"),
    marked("who is hurt"),
    marked("how long"),
)


class FateWords:
    """FATE's implementation of the Words protocol."""

    def read(self, text: str, names: Names, config: FateConfig, view: Fate, seat: int) -> tuple[Order, bool]:
        """The order in a line of text, and False, because an order is never partial. Raises BadOrder."""
        return order_text.read(text, config, view, on_offense(config, view, seat)), False

    def write(self, order: Order, names: Names, config: FateConfig, view: Fate, seat: int) -> str:
        """The written form of an order."""
        return order_text.write(order, config, view, on_offense(config, view, seat))

    def event(self, event: Event, names: Names, config: FateConfig) -> str:
        """The event in one sentence, without the rule id."""
        return SENTENCES[event.rule](event, names)

    def refusal(
        self, rule: str, order: Order, slot: int, names: Names, config: FateConfig, view: Fate, seat: int
    ) -> str:
        """Why this choice is refused, and what would be right."""
        to_goal = GOAL - view.ball
        if rule == BOOK.id_of(NO_LONG):
            return say("a Long pass needs more than 20 yards to the goal line; there are {yards}", yards=to_goal)
        if rule == BOOK.id_of(TOO_FAR):
            return say(
                "a field goal can be tried from at most 63 yards; this one is from {yards}", yards=to_goal + BEHIND
            )
        return _(REFUSALS.get(rule, NOT_NOW))

    def outcome(self, label: str, k: int) -> str:
        """An outcome in words."""
        if label == "toss":
            return (_("Home wins the toss"), _("Away wins the toss"))[k]
        if label == "one die":
            return f"{_(label)} {'-0+'[k]}"
        return f"{_(label)} {called.signed(k - 4)}"


def on_offense(config: FateConfig, view: Fate, seat: int) -> bool:
    """Whether this seat's side has the ball."""
    return (seat // 2 if config.platoons else seat) == view.offense
