"""Events as sentences, one for each rule that is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from breakaway.core.english import does, ordinal, team
from breakaway.core.english import yard_line as spot
from breakaway.core.game import Names
from breakaway.fate.names import (
    DEFENSE_WORDS,
    FOULS,
    LASTS,
    POSITION_NAMES,
    man,
    modifier,
    play,
    quarter,
    signed,
    time,
    yards,
)
from breakaway.fate.state import KNEEL

Sentence = Callable[[Sequence[int], Names], str]


def _down(a: Sequence[int], n: Names) -> str:
    return f"{team(n, a[0])}: {ordinal(a[1])} down and {a[2]} to go at {spot(a[3])}"


def _calls(a: Sequence[int], n: Names) -> str:
    against = f"{play(a[1], a[2])} against {DEFENSE_WORDS[a[3]]}"
    return f"{does(n, a[0], 'plays')} {against}; the matrix says {modifier(a[4])}"


def _overtime(a: Sequence[int], n: Names) -> str:
    score = f"{team(n, 0)} {a[0]}, {team(n, 1)} {a[1]}"
    return f"Overtime: {score}" + (f"; {does(n, a[2] - 1, 'wins')} the contest" if a[2] else "")


def _recovered(a: Sequence[int], n: Names) -> str:
    return f"{does(n, a[0], 'recovers')} the fumble ({signed(a[1])})"


def _injury(a: Sequence[int], n: Names) -> str:
    lasts = LASTS[a[2]]
    if not n.get("rosters"):
        return f"{does(n, a[0], 'loses')} a {POSITION_NAMES[a[1]]} for {lasts}: the next man is rated {a[3]} less"
    hurt, after = man(n, a[0], a[1], a[4]), man(n, a[0], a[1], a[5]).split(" (")[0]
    return f"{does(n, a[0], 'loses')} {hurt} for {lasts}: {after} comes in, rated {a[3]} less"


def _foul(a: Sequence[int], n: Names) -> str:
    return f"{FOULS[a[1]]} on {team(n, a[0])}"


def _clock(why: str) -> Sentence:
    return lambda a, n: f"{why}: {time(a[1])} left in the {quarter(a[0])}"


def _special(a: Sequence[int], n: Names) -> str:
    if len(a) > 2:
        return f"the onside kick goes to {team(n, a[0])} ({signed(a[2])})"
    return does(n, a[0], "kneels" if a[1] == KNEEL else "spikes") + ("" if a[1] == KNEEL else " the ball")


SENTENCES: dict[str, Sentence] = {
    "FF-001": lambda a, n: f"{does(n, a[0], 'wins')} the toss",
    "FF-002": lambda a, n: f"{does(n, a[0], 'chooses')}: {does(n, a[1], 'receives')}",
    "FF-003": _down,
    "FF-005": lambda a, n: f"{does(n, a[0], 'kicks')} off ({signed(a[1])})",
    "FF-006": lambda a, n: f"{does(n, a[0], 'fields')} the kick on its own {a[1]}",
    "FF-007": lambda a, n: f"{does(n, a[0], 'fields')} the kick on its goal line",
    "FF-008": lambda a, n: f"touchback: {does(n, a[0], 'starts')} on its own {a[1]}",
    "FF-009": lambda a, n: f"{does(n, a[0], 'returns')} it {yards(a[1])}, to {spot(a[2])}",
    "FF-010": lambda a, n: f"{does(n, a[0], 'fumbles')} the return at {spot(a[1])}",
    "FF-011": _recovered,
    "FF-012": lambda a, n: f"{does(n, a[0], 'returns')} the kick all the way",
    "FF-013": lambda a, n: f"The {quarter(a[0])} is over: {team(n, 0)} {a[1]}, {team(n, 1)} {a[2]}",
    "FF-014": _clock("15 seconds"),
    "FF-015": _clock("a kick, 15 seconds"),
    "FF-016": _clock("incomplete, 15 seconds"),
    "FF-017": _clock("out of bounds, 15 seconds"),
    "FF-019": lambda a, n: f"the play is shortened by the two-minute warning of the {quarter(a[0])}",
    "FF-020": _clock("time out, 15 seconds"),
    "FF-021": _clock("30 seconds"),
    "FF-022": lambda a, n: f"two minutes left in the {quarter(a[0])}: the clock stops",
    "FF-024": lambda a, n: f"{does(n, a[0], 'calls')} time out, {a[1]} left",
    "FF-026": lambda a, n: "half time: both have three time outs",
    "FF-029": _calls,
    "FF-043": lambda a, n: f"{does(n, a[0], 'declares')} a punt",
    "FF-045": lambda a, n: f"{does(n, a[0], 'tries')} a field goal of {yards(a[1])}",
    "FF-046": lambda a, n: f"a run inside for {yards(a[1])} ({signed(a[2])})",
    "FF-047": lambda a, n: f"a run outside for {yards(a[1])} ({signed(a[2])})",
    "FF-050": lambda a, n: f"{signed(a[1])}: on to Short Gain",
    "FF-051": lambda a, n: f"{signed(a[1])}: on to Long Gain",
    "FF-053": lambda a, n: f"a long gain of {yards(a[1])}",
    "FF-060": lambda a, n: f"complete: {signed(a[1])} beats {signed(a[2])}",
    "FF-061": lambda a, n: f"incomplete: {signed(a[1])} is below {signed(a[2])}",
    "FF-062": lambda a, n: f"{signed(a[1])} ties a Short pass: Pass Rush with +1",
    "FF-063": lambda a, n: f"{signed(a[1])} ties a Long pass: Pass Rush with +1",
    "FF-064": lambda a, n: f"{signed(a[1])} ties a Quick pass: incomplete",
    "FF-067": lambda a, n: f"the catch is good for {yards(a[1])} ({signed(a[2])})",
    "FF-068": lambda a, n: f"{signed(a[1])}: on to the Long Gain column",
    "FF-069": lambda a, n: f"a long gain of {yards(a[1])}",
    "FF-070": lambda a, n: f"sacked for a loss of {yards(a[1])} ({signed(a[2])})",
    "FF-071": lambda a, n: "the quarterback runs outside",
    "FF-073": lambda a, n: f"incomplete under the rush ({signed(a[1])})",
    "FF-074": lambda a, n: f"complete despite the rush ({signed(a[1])})",
    "FF-080": lambda a, n: f"the screen of {team(n, a[0])} is intercepted at {spot(a[1])}",
    "FF-081": lambda a, n: "the screen is incomplete",
    "FF-082": lambda a, n: "the screen is caught: a run outside",
    "FF-083": lambda a, n: "the screen is caught with room: twice a run outside",
    "FF-084": lambda a, n: "the screen is wide open: three times a run outside",
    "FF-085": lambda a, n: "the screen is perfect: four times a run outside",
    "FF-087": lambda a, n: f"{does(n, a[0], 'kicks')} {yards(a[1])} ({signed(a[2])})",
    "FF-088": lambda a, n: f"{does(n, a[0], 'returns')} it {yards(a[1])}, to {spot(a[2])}",
    "FF-089": lambda a, n: f"{does(n, a[0], 'makes')} a fair catch at {spot(a[1])}",
    "FF-090": lambda a, n: f"{does(n, a[0], 'drops')} the fair catch at {spot(a[1])}",
    "FF-091": _recovered,
    "FF-092": lambda a, n: f"{does(n, a[0], 'returns')} it all the way",
    "FF-094": lambda a, n: f"{yards(a[1])}: {signed(a[2])} against {signed(a[3])}",
    "FF-095": lambda a, n: f"the extra point is {'good' if a[1] else 'no good'} ({signed(a[2])})",
    "FF-018": lambda a, n: f"the penalty on {team(n, a[0])} is marked off, to {spot(a[2])}",
    "FF-102": lambda a, n: f"contest {signed(a[1])}: the defense takes {yards(a[2])} off",
    "FF-103": lambda a, n: f"contest {signed(a[1])}: the offense adds {yards(a[2])}",
    "FF-104": lambda a, n: f"contest {signed(a[1])}: {signed(a[2])} against {signed(a[3])}, the higher counts",
    "FF-105": lambda a, n: f"contest {signed(a[1])}: {signed(a[2])} against the same, nothing changes",
    "FF-110": lambda a, n: f"contest {signed(a[1])}: {signed(a[2])} against {signed(a[3])}, {signed(a[4])} on the pass",
    "FF-113": lambda a, n: f"nothing else happens ({signed(a[0])})",
    "FF-114": lambda a, n: f"something happens ({signed(a[0])})",
    "FF-115": lambda a, n: "a fumble" if a[1] else "a fumble, but nobody carries the ball",
    "FF-116": lambda a, n: "a flag is thrown",
    "FF-117": lambda a, n: "a player is hurt",
    "FF-118": _recovered,
    "FF-119": lambda a, n: "the ball is tipped: another roll",
    "FF-120": lambda a, n: f"intercepted by {team(n, a[0])}",
    "FF-121": lambda a, n: f"intercepted by {team(n, a[0])}",
    "FF-122": lambda a, n: f"intercepted by {team(n, a[0])} after all",
    "FF-123": lambda a, n: "the ball falls to the ground",
    "FF-124": lambda a, n: f"{does(n, a[0], 'catches')} it {yards(a[1])} downfield",
    "FF-125": lambda a, n: f"{does(n, a[0], 'returns')} it {yards(a[1])}, to {spot(a[2])}",
    "FF-127": lambda a, n: f"{does(n, a[0], 'loses')} a yard on the return, at {spot(a[1])}",
    "FF-130": lambda a, n: f"it is the ball carrier, {POSITION_NAMES[a[1]]}",
    "FF-131": lambda a, n: f"{does(n, a[0], 'says')} that it is {POSITION_NAMES[a[1]]}",
    "FF-134": _injury,
    "FF-135": _foul,
    "FF-136": _foul,
    "FF-137": _foul,
    "FF-138": _foul,
    "FF-140": lambda a, n: "there is no option: it is marked off",
    "FF-141": lambda a, n: f"{does(n, a[0], 'accepts' if a[1] else 'declines')}",
    "FF-142": lambda a, n: "it is marked from the end of the play",
    "FF-143": lambda a, n: "it is marked from scrimmage, and the down is played again",
    "FF-144": lambda a, n: f"first down for {team(n, a[0])}",
    "FF-145": lambda a, n: "the down and the play count",
    "FF-146": lambda a, n: f"{does(n, a[0], 'has')} first down at the spot of the foul, {spot(a[1])}",
    "FF-147": lambda a, n: f"{team(n, a[0])} threw the ball away",
    "FF-148": lambda a, n: f"{does(n, a[0], 'takes')} the ball on its own {a[1]}",
    "FF-G26": lambda a, n: f"touchback: {does(n, a[0], 'starts')} on its own {a[1]}",
    "FF-G39": lambda a, n: "somebody is shaken up, nothing more",
    "FF-G40": lambda a, n: "nobody carried the ball: another roll",
    "FF-G41": lambda a, n: f"it is {FOULS[a[1]]}",
    "FF-G45": lambda a, n: f"the umpire rules: {FOULS[a[1]]} on {team(n, a[0])}",
    "FF-G46": lambda a, n: "the foul was in the end zone",
    "FF-G48": lambda a, n: "it is marked from the end of the return",
    "FF-G3": lambda a, n: f"{signed(a[1])} ties a Quick pass: Pass Rush with +1",
    "FF-G10": lambda a, n: f"times {a[1]}: {yards(a[2])}",
    "FF-G12": lambda a, n: f"the field goal of {team(n, a[0])} is good",
    "FF-G13": lambda a, n: f"no good: {does(n, a[0], 'has')} the ball at {spot(a[1])}",
    "FF-G15": lambda a, n: f"{does(n, a[0], 'has')} a free kick from its own 20",
    "FF-G16": lambda a, n: f"{does(n, a[0], 'kicks')} off the second half",
    "FF-G17": lambda a, n: f"safety: {does(n, a[0], 'has')} {a[1]} points",
    "FF-G18": lambda a, n: f"touchdown: {does(n, a[0], 'has')} {a[1]} points",
    "FF-G19": lambda a, n: "two points" if a[1] else "the try fails",
    "FF-G20": lambda a, n: f"{does(n, a[0], 'loses')} the ball on downs at {spot(a[1])}",
    "FF-G21": lambda a, n: f"into the end zone: {does(n, a[0], 'starts')} on its own {a[1]}",
    "FF-G31": _overtime,
    "FF-G49": _special,
}
