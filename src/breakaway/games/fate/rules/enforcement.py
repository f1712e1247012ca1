"""Marks off penalties at the right spot (rules 142 to 148, rulings G43 to G48)."""

from __future__ import annotations

from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import endings, injuries, possession, terms
from breakaway.games.fate.rules.happened import (
    BALL_TAKEN,
    DOWN_COUNTED,
    FIRST_DOWN_BY_FOUL,
    MARKED_FROM_END,
    MARKED_FROM_RETURN,
    MARKED_FROM_SCRIMMAGE,
    PENALTY_MARKED,
)
from breakaway.games.fate.rules.state import Fate, FateConfig, other

OWN_35 = 35


@rule("FF-018", "FF-142", "FF-143", "FF-144", "FF-145", "FF-147", "FF-G44", "FF-G47", "FF-G48")
def enforce(s: Fate, config: FateConfig, log: Log) -> None:
    """Marks off a penalty from the end of the play if the rule says so. Otherwise, repeats the down or the kick."""
    note_half(s)
    yards = distance_of(s.foul, s.fouler == s.offense)
    rough = s.foul == terms.PERSONAL or s.foul == terms.FACEMASK
    kick = s.declared in (terms.PUNT_IT, terms.FREE_KICK, terms.KICKOFF)
    if rough and (kick or s.fouler != s.offense):
        if kick:
            tell(log, MARKED_FROM_RETURN, s.fouler, s.foul)
        else:
            tell(log, MARKED_FROM_END, s.fouler, s.foul)
        mark_from_end(s, yards, log)
    elif s.foul == terms.INTERFERENCE or s.foul == terms.GROUNDING:
        tell(log, DOWN_COUNTED, s.fouler, s.foul)
        mark_from_end(s, yards, log)
    elif kick:
        kick_again(s, yards, log)
    else:
        if rough:
            tell(log, MARKED_FROM_SCRIMMAGE, s.fouler, s.foul)
        repeat_down(s, yards, log)


@rule("FF-139")
def distance_of(foul: int, by_offense: bool) -> int:
    """The yards of a foul: 15 for personal fouls, interference and grounding, 10 for offensive holding, otherwise 5."""
    if foul in (terms.PERSONAL, terms.INTERFERENCE, terms.GROUNDING):
        return 15
    return 10 if foul == terms.HOLDING and by_offense else 5


@rule("FF-G30")
def note_half(s: Fate) -> None:
    """Records whether the half can end on this penalty: only if the offense committed the foul."""
    s.untimed = 1 if s.fouler != s.offense else 0


@rule("FF-G43")
def marked(line: int, yards: int) -> int:
    """The yard line `yards` beyond `line`, or behind it if `yards` is negative. The move is at most half the distance
    to the goal line.
    """
    if yards >= 0:
        return int(line + min(yards, (terms.GOAL - line) // 2))
    return int(line - min(-yards, line // 2))


@rule("FF-142", "FF-145", "FF-G43", "FF-G48")
def mark_from_end(s: Fate, yards: int, log: Log) -> None:
    """Lets the play stand and marks off the yards from its end. A score by the fouled side counts.

    If the play ended behind the offense's own goal line, the yards are marked from that spot, which can undo a safety.
    """
    line = s.spot if s.holder == s.offense else terms.GOAL - s.spot
    by_holder = s.fouler == s.holder
    scored = line <= 0 if by_holder else line >= terms.GOAL
    if s.result != terms.GOOD and not scored:
        line = marked(min(line, terms.GOAL), -yards if by_holder else yards)
        s.spot = line if s.holder == s.offense else terms.GOAL - line
        s.gain = s.spot - s.ball if s.holder == s.offense else s.gain
    tell(log, PENALTY_MARKED, s.fouler, s.foul, max(0, min(terms.GOAL, line)))
    s.units = endings.SHORT_PLAY
    s.phase = terms.SETTLE


@rule("FF-144", "FF-G43", "FF-G44")
def repeat_down(s: Fate, yards: int, log: Log) -> None:
    """Voids the play and repeats the down, with the ball `yards` farther back or ahead.

    Defensive holding also gives the offense a first down.
    """
    if s.fouler == s.offense:
        repeat_from(s, marked(s.ball, -yards), False, log)
        return
    if s.foul == terms.HOLDING:
        tell(log, FIRST_DOWN_BY_FOUL, s.offense)
    repeat_from(s, marked(s.ball, yards), s.foul == terms.HOLDING, log)


@rule("FF-018", "FF-146")
def repeat_from(s: Fate, line: int, is_first: bool, log: Log) -> None:
    """Repeats the down from `line`.

    The repeated down is a first down if `is_first` is true or the ball reaches the line to gain.
    """
    note_half(s)
    injuries.come_back(s)
    s.ball = line
    s.then = terms.DECLARE
    tell(log, PENALTY_MARKED, s.fouler, s.foul, line)
    endings.clear_play(s)
    s.units = endings.SHORT_PLAY
    s.phase = terms.BETWEEN
    if is_first or s.ball >= s.marker:
        possession.first_down(s, log)


@rule("FF-018", "FF-G43", "FF-G44")
def kick_again(s: Fate, yards: int, log: Log) -> None:
    """Repeats the kick, `yards` farther back if the kickers fouled, otherwise `yards` farther forward.

    If the receivers fouled on a punt, the down is repeated instead.
    """
    ours = s.fouler == s.offense
    if s.declared == terms.PUNT_IT and not ours:
        repeat_down(s, yards, log)
        return
    s.ball = marked(s.ball, -yards if ours else yards)
    s.then = terms.REKICK if s.declared == terms.KICKOFF else terms.PUNT
    tell(log, PENALTY_MARKED, s.fouler, s.foul, s.ball)
    endings.clear_play(s)
    s.units = endings.SHORT_PLAY
    s.phase = terms.BETWEEN


@rule("FF-018", "FF-148")
def kick_out_of_bounds(s: Fate, config: FateConfig, answer: int, log: Log) -> None:
    """Applies the answer of receivers who do not decline: a new kick from five yards back, or the ball at their 35."""
    if answer == terms.ACCEPT:
        kick_again(s, 5, log)
        return
    s.holder = other(s.offense)
    s.spot = terms.GOAL - OWN_35
    s.units = endings.SHORT_PLAY
    s.phase = terms.SETTLE
    tell(log, BALL_TAKEN, s.holder, OWN_35)
