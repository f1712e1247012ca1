"""Events as sentences, one for each rule that is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from breakaway.core.game import Names
from breakaway.core.gridiron import ordinal, team
from breakaway.core.language import _, marked, say
from breakaway.games.fate.rules.state import KNEEL
from breakaway.games.fate.text.names import (
    LASTS,
    at_spot,
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
    yards,
)

Sentence = Callable[[Sequence[int], Names], str]


def _down(a: Sequence[int], n: Names) -> str:
    return say(
        "{team}: {down} down and {to_go} to go {at}",
        team=team(n, a[0]),
        down=ordinal(a[1]),
        to_go=a[2],
        at=at_spot(a[3]),
    )


def _calls(a: Sequence[int], n: Names) -> str:
    return say(
        "{team:plays} {call} against {defense}; the matrix says {modifier}",
        team=team(n, a[0]),
        call=play(a[1], a[2]),
        defense=defense(a[3]),
        modifier=modifier(a[4]),
    )


def _overtime(a: Sequence[int], n: Names) -> str:
    score = {"home": team(n, 0), "points": a[0], "away": team(n, 1), "others": a[1]}
    if a[2]:
        won = marked("Overtime: {home} {points}, {away} {others}; {team:wins} the contest")
        return say(won, team=team(n, a[2] - 1), **score)
    return say("Overtime: {home} {points}, {away} {others}", **score)


def _recovered(a: Sequence[int], n: Names) -> str:
    return say("{team:recovers} the fumble ({total})", team=team(n, a[0]), total=signed(a[1]))


def _injury(a: Sequence[int], n: Names) -> str:
    lasts = _(LASTS[a[2]])
    if not n.get("rosters"):
        nameless = marked("{team:loses} a {position} {lasts}: the next man is rated {less} less")
        return say(nameless, team=team(n, a[0]), position=position_name(a[1]), lasts=lasts, less=a[3])
    return say(
        "{team:loses} {hurt} {lasts}: {after} comes in, rated {less} less",
        team=team(n, a[0]),
        hurt=man(n, a[0], a[1], a[4]),
        lasts=lasts,
        after=man_name(n, a[0], a[1], a[5]),
        less=a[3],
    )


def _foul(a: Sequence[int], n: Names) -> str:
    return say("{foul} on {team}", foul=foul(a[1]), team=team(n, a[0]))


def _clock(text: str) -> Sentence:
    return lambda a, n: say(text, time=time(a[1]), quarter=quarter(a[0]))


def _special(a: Sequence[int], n: Names) -> str:
    if len(a) > 2:
        return say("the onside kick goes to {team} ({total})", team=team(n, a[0]), total=signed(a[2]))
    if a[1] == KNEEL:
        return say("{team:kneels}", team=team(n, a[0]))
    return say("{team:spikes} the ball", team=team(n, a[0]))


def _score(a: Sequence[int], n: Names) -> str:
    ends = marked("The {quarter} is over: {home} {points}, {away} {others}")
    return say(ends, quarter=quarter(a[0]), home=team(n, 0), points=a[1], away=team(n, 1), others=a[2])


def _extra_point(a: Sequence[int], n: Names) -> str:
    good, bad = marked("the extra point is good ({total})"), marked("the extra point is no good ({total})")
    return say(good if a[1] else bad, total=signed(a[2]))


def _team(text: str) -> Sentence:
    """About a team alone."""
    return lambda a, n: say(text, team=team(n, a[0]))


def _team_yard(text: str) -> Sentence:
    """About a team and a yard line of its own."""
    return lambda a, n: say(text, team=team(n, a[0]), yard=a[1])


def _team_at(text: str) -> Sentence:
    """About a team and a spot."""
    return lambda a, n: say(text, team=team(n, a[0]), at=at_spot(a[1]))


def _team_return(text: str) -> Sentence:
    """About a team that brings the ball so far."""
    return lambda a, n: say(text, team=team(n, a[0]), yards=yards(a[1]), to=to_spot(a[2]))


def _yards(text: str) -> Sentence:
    """About yards alone."""
    return lambda a, n: say(text, yards=yards(a[1]))


def _rolled_yards(text: str) -> Sentence:
    """About yards and the roll that gave them."""
    return lambda a, n: say(text, team=team(n, a[0]), yards=yards(a[1]), total=signed(a[2]))


def _total(text: str, at: int = 1) -> Sentence:
    """About the total of a roll."""
    return lambda a, n: say(text, total=signed(a[at]))


def _against(text: str) -> Sentence:
    """About a total and what it was held against."""
    return lambda a, n: say(text, total=signed(a[1]), other=signed(a[2]))


def _contest(text: str) -> Sentence:
    """About players who met."""
    return lambda a, n: say(text, total=signed(a[1]), one=signed(a[2]), other=signed(a[3]))


def _alone(text: str) -> Sentence:
    """About a player whom nobody met."""
    return lambda a, n: say(text, total=signed(a[1]), yards=yards(a[2]))


SENTENCES: dict[str, Sentence] = {
    "FF-001": _team(marked("{team:wins} the toss")),
    "FF-002": lambda a, n: say("{team:chooses}: {other:receives}", team=team(n, a[0]), other=team(n, a[1])),
    "FF-003": _down,
    "FF-005": lambda a, n: say("{team:kicks} off ({total})", team=team(n, a[0]), total=signed(a[1])),
    "FF-006": _team_yard(marked("{team:fields} the kick on its own {yard}")),
    "FF-007": _team(marked("{team:fields} the kick on its goal line")),
    "FF-008": _team_yard(marked("touchback: {team:starts} on its own {yard}")),
    "FF-009": _team_return(marked("{team:returns} it {yards}, {to}")),
    "FF-010": _team_at(marked("{team:fumbles} the return {at}")),
    "FF-011": _recovered,
    "FF-012": _team(marked("{team:returns} the kick all the way")),
    "FF-013": _score,
    "FF-014": _clock(marked("15 seconds: {time} left in the {quarter}")),
    "FF-015": _clock(marked("a kick, 15 seconds: {time} left in the {quarter}")),
    "FF-016": _clock(marked("incomplete, 15 seconds: {time} left in the {quarter}")),
    "FF-017": _clock(marked("out of bounds, 15 seconds: {time} left in the {quarter}")),
    "FF-019": lambda a, n: say(
        "the play is shortened by the two-minute warning of the {quarter}", quarter=quarter(a[0])
    ),
    "FF-020": _clock(marked("time out, 15 seconds: {time} left in the {quarter}")),
    "FF-021": _clock(marked("30 seconds: {time} left in the {quarter}")),
    "FF-022": lambda a, n: say("two minutes left in the {quarter}: the clock stops", quarter=quarter(a[0])),
    "FF-024": lambda a, n: say("{team:calls} time out, {left} left", team=team(n, a[0]), left=a[1]),
    "FF-026": lambda a, n: _("half time: both have three time outs"),
    "FF-029": _calls,
    "FF-043": _team(marked("{team:declares} a punt")),
    "FF-045": lambda a, n: say("{team:tries} a field goal of {yards}", team=team(n, a[0]), yards=yards(a[1])),
    "FF-046": _rolled_yards(marked("a run inside for {yards} ({total})")),
    "FF-047": _rolled_yards(marked("a run outside for {yards} ({total})")),
    "FF-050": _total(marked("{total}: on to Short Gain")),
    "FF-051": _total(marked("{total}: on to Long Gain")),
    "FF-053": _yards(marked("a long gain of {yards}")),
    "FF-060": _against(marked("complete: {total} beats {other}")),
    "FF-061": _against(marked("incomplete: {total} is below {other}")),
    "FF-062": _total(marked("{total} ties a Short pass: Pass Rush with +1")),
    "FF-063": _total(marked("{total} ties a Long pass: Pass Rush with +1")),
    "FF-064": _total(marked("{total} ties a Quick pass: incomplete")),
    "FF-067": _rolled_yards(marked("the catch is good for {yards} ({total})")),
    "FF-068": _total(marked("{total}: on to the Long Gain column")),
    "FF-069": _yards(marked("a long gain of {yards}")),
    "FF-070": _rolled_yards(marked("sacked for a loss of {yards} ({total})")),
    "FF-071": lambda a, n: _("the quarterback runs outside"),
    "FF-073": _total(marked("incomplete under the rush ({total})")),
    "FF-074": _total(marked("complete despite the rush ({total})")),
    "FF-080": _team_at(marked("the screen of {team} is intercepted {at}")),
    "FF-081": lambda a, n: _("the screen is incomplete"),
    "FF-082": lambda a, n: _("the screen is caught: a run outside"),
    "FF-083": lambda a, n: _("the screen is caught with room: twice a run outside"),
    "FF-084": lambda a, n: _("the screen is wide open: three times a run outside"),
    "FF-085": lambda a, n: _("the screen is perfect: four times a run outside"),
    "FF-087": _rolled_yards(marked("{team:kicks} {yards} ({total})")),
    "FF-088": _team_return(marked("{team:returns} it {yards}, {to}")),
    "FF-089": _team_at(marked("{team:makes} a fair catch {at}")),
    "FF-090": _team_at(marked("{team:drops} the fair catch {at}")),
    "FF-091": _recovered,
    "FF-092": _team(marked("{team:returns} it all the way")),
    "FF-094": lambda a, n: say(
        "{yards}: {total} against {other}", yards=yards(a[1]), total=signed(a[2]), other=signed(a[3])
    ),
    "FF-095": _extra_point,
    "FF-018": lambda a, n: say("the penalty on {team} is marked off, {to}", team=team(n, a[0]), to=to_spot(a[2])),
    "FF-102": _alone(marked("contest {total}: the defense takes {yards} off")),
    "FF-103": _alone(marked("contest {total}: the offense adds {yards}")),
    "FF-104": _contest(marked("contest {total}: {one} against {other}, the higher counts")),
    "FF-105": lambda a, n: say(
        "contest {total}: {one} against the same, nothing changes", total=signed(a[1]), one=signed(a[2])
    ),
    "FF-110": lambda a, n: say(
        "contest {total}: {one} against {other}, {more} on the pass",
        total=signed(a[1]),
        one=signed(a[2]),
        other=signed(a[3]),
        more=signed(a[4]),
    ),
    "FF-113": _total(marked("nothing else happens ({total})"), 0),
    "FF-114": _total(marked("something happens ({total})"), 0),
    "FF-115": lambda a, n: _("a fumble") if a[1] else _("a fumble, but nobody carries the ball"),
    "FF-116": lambda a, n: _("a flag is thrown"),
    "FF-117": lambda a, n: _("a player is hurt"),
    "FF-118": _recovered,
    "FF-119": lambda a, n: _("the ball is tipped: another roll"),
    "FF-120": _team(marked("intercepted by {team}")),
    "FF-121": _team(marked("intercepted by {team}")),
    "FF-122": _team(marked("intercepted by {team} after all")),
    "FF-123": lambda a, n: _("the ball falls to the ground"),
    "FF-124": lambda a, n: say("{team:catches} it {yards} downfield", team=team(n, a[0]), yards=yards(a[1])),
    "FF-125": _team_return(marked("{team:returns} it {yards}, {to}")),
    "FF-127": _team_at(marked("{team:loses} a yard on the return, {at}")),
    "FF-130": lambda a, n: say("it is the ball carrier, {position}", position=position_name(a[1])),
    "FF-131": lambda a, n: say("{team:says} that it is {position}", team=team(n, a[0]), position=position_name(a[1])),
    "FF-134": _injury,
    "FF-135": _foul,
    "FF-136": _foul,
    "FF-137": _foul,
    "FF-138": _foul,
    "FF-140": lambda a, n: _("there is no option: it is marked off"),
    "FF-141": lambda a, n: say(marked("{team:accepts}") if a[1] else marked("{team:declines}"), team=team(n, a[0])),
    "FF-142": lambda a, n: _("it is marked from the end of the play"),
    "FF-143": lambda a, n: _("it is marked from scrimmage, and the down is played again"),
    "FF-144": _team(marked("first down for {team}")),
    "FF-145": lambda a, n: _("the down and the play count"),
    "FF-146": lambda a, n: say(
        "{team:has} first down at the spot of the foul, {spot}", team=team(n, a[0]), spot=spot(a[1])
    ),
    "FF-147": _team(marked("{team} threw the ball away")),
    "FF-148": _team_yard(marked("{team:takes} the ball on its own {yard}")),
    "FF-G26": _team_yard(marked("touchback: {team:starts} on its own {yard}")),
    "FF-G39": lambda a, n: _("somebody is shaken up, nothing more"),
    "FF-G40": lambda a, n: _("nobody carried the ball: another roll"),
    "FF-G41": lambda a, n: say("it is {foul}", foul=foul(a[1])),
    "FF-G45": lambda a, n: say("the umpire rules: {foul} on {team}", foul=foul(a[1]), team=team(n, a[0])),
    "FF-G46": lambda a, n: _("the foul was in the end zone"),
    "FF-G48": lambda a, n: _("it is marked from the end of the return"),
    "FF-G3": _total(marked("{total} ties a Quick pass: Pass Rush with +1")),
    "FF-G10": lambda a, n: say("times {times}: {yards}", times=a[1], yards=yards(a[2])),
    "FF-G12": _team(marked("the field goal of {team} is good")),
    "FF-G13": _team_at(marked("no good: {team:has} the ball {at}")),
    "FF-G15": _team(marked("{team:has} a free kick from its own 20")),
    "FF-G16": _team(marked("{team:kicks} off the second half")),
    "FF-G17": lambda a, n: say("safety: {team:has} {points} points", team=team(n, a[0]), points=a[1]),
    "FF-G18": lambda a, n: say("touchdown: {team:has} {points} points", team=team(n, a[0]), points=a[1]),
    "FF-G19": lambda a, n: _("two points") if a[1] else _("the try fails"),
    "FF-G20": _team_at(marked("{team:loses} the ball on downs {at}")),
    "FF-G21": _team_yard(marked("into the end zone: {team:starts} on its own {yard}")),
    "FF-G31": _overtime,
    "FF-G49": _special,
}
