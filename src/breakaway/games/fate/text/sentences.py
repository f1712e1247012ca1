"""Events as sentences, one for each rule that reports an event."""

from __future__ import annotations

from collections.abc import Callable

from breakaway.core.game import Names
from breakaway.core.language import _, marked, say
from breakaway.core.rules import Event
from breakaway.games.fate.rules import happened
from breakaway.games.fate.rules.terms import CARRIER, KICKOFF, KNEEL, NONE
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
    happened.TOSS_WON: _team(marked("{team:wins} the toss")),
    happened.SIDE_CHOSEN: lambda e, n: say(
        "{team:chooses}: {other:receives}", team=team(n, e.seat), other=team(n, e.receiver)
    ),
    happened.DOWN_BEGAN: _down,
    happened.KICKED_OFF: lambda e, n: say("{team:kicks} off ({total})", team=team(n, e.seat), total=signed(e.total)),
    happened.KICK_FIELDED: _team_yard(marked("{team:fields the kick at its|field the kick at their} own {yard}")),
    happened.KICK_FIELDED_ON_GOAL_LINE: _team(marked("{team:fields} the kick at the goal line")),
    happened.KICK_TOUCHED_BACK: _team_yard(marked("touchback: {team:starts at its|start at their} own {yard}")),
    happened.KICK_RETURNED: _team_return(marked("{team:returns} it {yards}, {to}")),
    happened.RETURN_FUMBLED: _team_at(marked("{team:fumbles} the return {at}")),
    happened.KICK_RECOVERED: _recovered,
    happened.KICK_RETURNED_ALL_THE_WAY: _team(marked("{team:returns} the kick all the way")),
    happened.QUARTER_OVER: _score,
    happened.CLOCK_RAN: _clock(marked("15 seconds: {time} left in the {quarter}")),
    happened.KICK_TIMED: _clock(marked("a kick, 15 seconds: {time} left in the {quarter}")),
    happened.INCOMPLETION_TIMED: _clock(marked("incomplete, 15 seconds: {time} left in the {quarter}")),
    happened.SIDELINE_TIMED: _clock(marked("out of bounds, 15 seconds: {time} left in the {quarter}")),
    happened.PLAY_SHORTENED: lambda e, n: say(
        "the play is shortened by the two-minute warning in the {quarter}", quarter=quarter(e.quarter)
    ),
    happened.TIME_OUT_TIMED: _clock(marked("time out, 15 seconds: {time} left in the {quarter}")),
    happened.LONG_PLAY_TIMED: _clock(marked("30 seconds: {time} left in the {quarter}")),
    happened.TWO_MINUTES_LEFT: lambda e, n: say(
        "two minutes left in the {quarter}: the clock stops", quarter=quarter(e.quarter)
    ),
    happened.TIME_OUT_CALLED: lambda e, n: say(
        "{team:calls} a time out, {left} left", team=team(n, e.seat), left=e.left
    ),
    happened.HALF_TIME: lambda e, n: _("halftime: both sides have three time outs again"),
    happened.CALLS_SHOWN: _calls,
    happened.PUNT_DECLARED: _team(marked("{team:declares} a punt")),
    happened.FIELD_GOAL_DECLARED: lambda e, n: say(
        "{team:tries} a field goal from {yards}", team=team(n, e.seat), yards=yards(e.yards)
    ),
    happened.RAN_INSIDE: _rolled_yards(marked("a run inside for {yards} ({total})")),
    happened.RAN_OUTSIDE: _rolled_yards(marked("a run outside for {yards} ({total})")),
    happened.SHORT_GAIN_REACHED: _total(marked("{total}: on to Short Gain")),
    happened.LONG_GAIN_REACHED: _total(marked("{total}: on to Long Gain")),
    happened.RUN_GAINED_LONG: _yards(marked("a long gain of {yards}")),
    happened.PASS_COMPLETED: _against(marked("complete: {total} beats {other}")),
    happened.PASS_INCOMPLETE: _against(marked("incomplete: {total} is below {other}")),
    happened.SHORT_PASS_TIED: _total(
        marked("{total} ties the difficulty of a Short pass: on to the Pass Rush, with +1 on its roll")
    ),
    happened.LONG_PASS_TIED: _total(
        marked("{total} ties the difficulty of a Long pass: on to the Pass Rush, with +1 on its roll")
    ),
    happened.QUICK_PASS_TIED: _total(marked("{total} ties the difficulty of a Quick pass: incomplete")),
    happened.PASS_CAUGHT: _rolled_yards(marked("the catch is good for {yards} ({total})")),
    happened.LONG_COLUMN_REACHED: _total(marked("{total}: on to the Long Gain column")),
    happened.PASS_GAINED_LONG: _yards(marked("a long gain of {yards}")),
    happened.SACKED_BY_RUSH: _rolled_yards(marked("sacked for a loss of {yards} ({total})")),
    happened.QUARTERBACK_RAN: lambda e, n: _("the quarterback runs outside"),
    happened.RUSH_INCOMPLETE: _total(marked("incomplete under the rush ({total})")),
    happened.RUSH_COMPLETED: _total(marked("complete despite the rush ({total})")),
    happened.SCREEN_PICKED: _team_at(marked("{team:has} a screen intercepted {at}")),
    happened.SCREEN_FAILED: lambda e, n: _("the screen is incomplete"),
    happened.SCREEN_CAUGHT: lambda e, n: _("the screen is caught and gains what a run outside would"),
    happened.SCREEN_WITH_ROOM: lambda e, n: _(
        "the screen is caught with room to run: it gains twice what a run outside would"
    ),
    happened.SCREEN_WIDE_OPEN: lambda e, n: _("the screen is wide open: it gains three times what a run outside would"),
    happened.SCREEN_PERFECT: lambda e, n: _("the screen is perfect: it gains four times what a run outside would"),
    happened.PUNTED: _rolled_yards(marked("{team:kicks} {yards} ({total})")),
    happened.PUNT_RETURNED: _team_return(marked("{team:returns} it {yards}, {to}")),
    happened.FAIR_CAUGHT: _team_at(marked("{team:makes} a fair catch {at}")),
    happened.FAIR_CATCH_DROPPED: _team_at(marked("{team:drops} the fair catch {at}")),
    happened.PUNT_RECOVERED: _recovered,
    happened.PUNT_RETURNED_ALL_THE_WAY: _team(marked("{team:returns} it all the way")),
    happened.FIELD_GOAL_ROLLED: lambda e, n: say(
        "{yards}: {total} against {other}", yards=yards(e.yards), total=signed(e.total), other=signed(e.difficulty)
    ),
    happened.EXTRA_POINT_ROLLED: _extra_point,
    happened.PENALTY_MARKED: lambda e, n: say(
        "the penalty on {team} is marked off, {to}", team=team(n, e.seat), to=to_spot(e.spot)
    ),
    happened.DEFENDER_ALONE: _alone(marked("contest {total}: the defense takes {yards} off")),
    happened.ATTACKER_ALONE: _alone(marked("contest {total}: the offense adds {yards}")),
    happened.HIGHER_COUNTED: _contest(marked("contest {total}: {one} against {other}; the higher rating is used")),
    happened.CONTEST_EVEN: lambda e, n: say(
        "contest {total}: {one} against an equal rating; nothing changes", total=signed(e.total), one=signed(e.ours)
    ),
    happened.PASS_CONTESTED: lambda e, n: say(
        "contest {total}: {one} against {other}, {more} on the completion roll",
        total=signed(e.total),
        one=signed(e.ours),
        other=signed(e.theirs),
        more=signed(e.more),
    ),
    happened.NOTHING_HAPPENED: _total(marked("no Fate event ({total})")),
    happened.SOMETHING_HAPPENED: _total(marked("a Fate event ({total})")),
    happened.FUMBLED_BY_FATE: lambda e, n: _("a fumble") if e.live else _("a fumble, but nobody carries the ball"),
    happened.FLAG_THROWN: lambda e, n: _("a flag is thrown"),
    happened.SOMEBODY_HURT: lambda e, n: _("a player is hurt"),
    happened.FUMBLE_RECOVERED: _recovered,
    happened.PASS_TIPPED: lambda e, n: _("the ball is tipped: another roll"),
    happened.ANY_PASS_PICKED: _team(marked("intercepted by {team}")),
    happened.DEEP_PASS_PICKED: _team(marked("intercepted by {team}")),
    happened.TIPPED_PASS_PICKED: _team(marked("intercepted by {team} after all")),
    happened.PASS_DROPPED: lambda e, n: _("the ball falls to the ground"),
    happened.PICK_PLACED: lambda e, n: say(
        "{team:catches} it {yards} downfield", team=team(n, e.seat), yards=yards(e.yards)
    ),
    happened.PICK_RETURNED: _team_return(marked("{team:returns} it {yards}, {to}")),
    happened.PICK_LOST_A_YARD: _team_at(marked("{team:loses} a yard on the return, {at}")),
    happened.CARRIER_HURT: lambda e, n: say("the ball carrier is hurt: {position}", position=position_name(e.position)),
    happened.HURT_MAN_CHOSEN: lambda e, n: say(
        "{team:chooses} who is hurt: {position}", team=team(n, e.seat), position=position_name(e.position)
    ),
    happened.PLAYER_OUT: _injury,
    happened.FIRST_COLUMN_FOUL: _foul,
    happened.SECOND_COLUMN_FOUL: _foul,
    happened.THIRD_COLUMN_FOUL: _foul,
    happened.FOURTH_COLUMN_FOUL: _foul,
    happened.NO_OPTION_GIVEN: lambda e, n: _("this penalty cannot be declined: it is marked off"),
    happened.PENALTY_ANSWERED: lambda e, n: say(
        marked("{team:accepts}") if e.accepted else marked("{team:declines}"), team=team(n, e.seat)
    ),
    happened.MARKED_FROM_END: lambda e, n: _("the penalty is marked off from the end of the play"),
    happened.MARKED_FROM_SCRIMMAGE: lambda e, n: _(
        "the penalty is marked off from scrimmage, and the down is played again"
    ),
    happened.FIRST_DOWN_BY_FOUL: _team(marked("first down for {team}")),
    happened.DOWN_COUNTED: lambda e, n: _("the down counts and the play stands"),
    happened.FOUL_SPOTTED: lambda e, n: say(
        "{team:has} a first down at the spot of the foul, {spot}", team=team(n, e.seat), spot=spot(e.spot)
    ),
    happened.BALL_THROWN_AWAY: _team(marked("{team} threw the ball away")),
    happened.BALL_TAKEN: _team_yard(marked("{team:takes the ball at its|take the ball at their} own {yard}")),
    happened.PICK_TOUCHED_BACK: _team_yard(marked("touchback: {team:starts at its|start at their} own {yard}")),
    happened.SHAKEN_UP: lambda e, n: _("a player is shaken up, nothing more"),
    happened.NOBODY_THERE: _not_there,
    happened.ONE_OR_TWO_ROLLED: lambda e, n: say("the foul is {foul}", foul=foul(e.foul)),
    happened.UMPIRE_RULED: lambda e, n: say(
        "the umpire rules: {foul} on {team}", foul=foul(e.foul), team=team(n, e.seat)
    ),
    happened.FOULED_IN_END_ZONE: lambda e, n: _("the foul was in the end zone"),
    happened.MARKED_FROM_RETURN: lambda e, n: _("the penalty is marked off from the end of the return"),
    happened.QUICK_PASS_RUSHED: _total(
        marked("{total} ties the difficulty of a Quick pass: on to the Pass Rush, with +1 on its roll")
    ),
    happened.YARDS_MULTIPLIED: lambda e, n: say("multiplied by {times}: {yards}", times=e.times, yards=yards(e.yards)),
    happened.FIELD_GOAL_GOOD: _team(marked("{team:'s} field goal is good")),
    happened.FIELD_GOAL_MISSED: _team_at(marked("no good: {team:has} the ball {at}")),
    happened.FREE_KICK_GIVEN: _team(marked("{team:has a free kick from its|have a free kick from their} own 20")),
    happened.SECOND_HALF_KICKED: _team(marked("{team:kicks} off the second half")),
    happened.SAFETY_SCORED: lambda e, n: say(
        "safety: {team:has} {points} points", team=team(n, e.seat), points=e.points
    ),
    happened.TOUCHDOWN_SCORED: lambda e, n: say(
        "touchdown: {team:has} {points} points", team=team(n, e.seat), points=e.points
    ),
    happened.TRY_PLAYED: lambda e, n: _("two points") if e.points else _("the try fails"),
    happened.LOST_ON_DOWNS: _team_at(marked("{team:loses} the ball on downs {at}")),
    happened.PUNT_TOUCHED_BACK: _team_yard(marked("into the end zone: {team:starts at its|start at their} own {yard}")),
    happened.OVERTIME_TOLD: _overtime,
    happened.SPECIAL_PLAYED: _special,
}
