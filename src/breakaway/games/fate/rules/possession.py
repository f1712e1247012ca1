"""Who has the ball: first downs and drives (rule 3), and possessions in overtime."""

from __future__ import annotations

from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import injuries
from breakaway.games.fate.rules.happened import DOWN_BEGAN
from breakaway.games.fate.rules.state import Fate, FateConfig
from breakaway.games.fate.rules.terms import DECLARE, GOAL, OT_COLLEGE, OVERTIME, SERIES

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
        injuries.heal_kind(s, SERIES)
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
