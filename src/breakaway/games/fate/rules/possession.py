"""Who has the ball, and how a play ends."""

from __future__ import annotations

from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import contests_and_injuries, terms
from breakaway.games.fate.rules.events import DOWN_BEGAN
from breakaway.games.fate.rules.state import Fate, FateConfig, other
from breakaway.games.fate.rules.terms import DECLARE, GOAL, OT_COLLEGE, OVERTIME, SERIES

# --- Who has the ball: first downs and drives (rule 3), and possessions in overtime.


TO_GAIN = 10


@rule("FF-003")
def first_down(s: Fate, log: Log) -> None:
    """Begins a first down: four downs for ten yards, or to the goal line."""
    s.down = 1
    s.marker = min(GOAL, s.ball + TO_GAIN)
    tell(log, DOWN_BEGAN, s.offense, s.down, s.marker - s.ball, s.ball)


@rule("FF-003", "FF-134")
def start_drive(s: Fate, config: FateConfig, side: int, ball: int, log: Log) -> None:
    """Gives a side the ball for a first down, `ball` yards from its own goal line."""
    if side != s.offense and config.advanced == 1:
        contests_and_injuries.heal_kind(s, SERIES)
    s.offense = side
    s.ball = ball
    s.then = DECLARE
    first_down(s, log)


@rule("FF-G31")
def note_possession(s: Fate, side: int) -> None:
    """In overtime, records that a side's possession is over."""
    if s.quarter == OVERTIME:
        s.had_ball[side] = 1


@rule("FF-G31")
def touchdown_wins(s: Fate, config: FateConfig, scorer: int) -> bool:
    """Whether a touchdown ends the overtime: always in a period, but in college overtime only if the defense scores."""
    if s.quarter < OVERTIME:
        return False
    return bool(config.overtime != OT_COLLEGE or scorer != s.series)


# --- Ends plays: sets the result, who has the ball and where, and how many units the play takes (rules 14 to 21).


SHORT_PLAY, LONG_PLAY = 1, 2  # units of 15 seconds


@rule("FF-015")
def end_kick(s: Fate, config: FateConfig, result: int, holder: int) -> None:
    """Ends a kick and its return. The caller must already have set the spot."""
    s.result = result
    s.holder = holder
    s.gain = 0
    s.units = SHORT_PLAY
    s.phase = terms.EVENT if config.advanced == 1 else terms.SETTLE


@rule("FF-016", "FF-017", "FF-021", "FF-G25", "FF-G28")
def end_play(s: Fate, config: FateConfig, result: int, gain: int) -> None:
    """Ends a play from scrimmage that gained `gain` yards. Heading for the sideline costs two yards."""
    s.result = result
    s.gain = gain
    s.holder = other(s.offense) if result == terms.INTERCEPTED else s.offense
    s.units = SHORT_PLAY if result == terms.INCOMPLETE else LONG_PLAY
    if s.sideline == 1 and (result in (terms.RAN, terms.COMPLETE)):
        s.gain -= 2
        s.units = SHORT_PLAY
    s.spot = s.ball + s.gain
    s.carried = 1 if result in (terms.RAN, terms.COMPLETE, terms.SACKED) else 0
    s.phase = terms.SETTLE
    if config.advanced == 1:  # else nobody is ever injured
        contests_and_injuries.count_play(s)
        if s.try_down == 0 and s.declared == terms.PLAY:
            s.phase = next_roll(s)


@rule("FF-113", "FF-119", "FF-125", "FF-G27", "FF-G38")
def next_roll(s: Fate) -> int:
    """The next phase in the advanced game: the interception roll, the return of an interception, or the event."""
    if s.result == terms.INCOMPLETE and s.base >= terms.QUICK:
        return terms.PICKED
    return terms.PICK_RETURN if s.result == terms.INTERCEPTED else terms.EVENT


@rule()
def clear_play(s: Fate) -> None:
    """Clears the last play's calls, rolls, result and foul."""
    s.base = terms.NONE
    s.overlay = 0
    s.defense = terms.NONE
    s.sideline = 0
    s.modifier = 0
    s.stage = 0
    s.lane = 0
    s.times = 0
    s.bonus = 0
    s.gain = 0
    s.result = terms.NOTHING
    s.contest = 0
    s.named = terms.NONE
    s.carried = 0
    s.grounded = 0
    s.foul = 0
    s.rulable = 0


@rule("FF-065")
def is_rushed(s: Fate) -> bool:
    """Whether the matrix sends this pass straight to the Pass Rush."""
    return bool(s.modifier == terms.PASS_RUSH)
