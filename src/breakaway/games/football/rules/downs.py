"""How the ball moves, and first downs (rules 28, 29, 32, 116 to 121)."""

from __future__ import annotations

from breakaway.core.rules import Log, rule, tell
from breakaway.games.football.rules import possession, scoring
from breakaway.games.football.rules.happened import (
    BALL_MOVED,
    LOST_ON_DOWNS,
    MARKER_REACHED,
    NEXT_DOWN,
    TWO_POINTS_TRIED,
)
from breakaway.games.football.rules.state import Football, FootballConfig
from breakaway.games.football.rules.terms import BETWEEN, CALL, GOAL


@rule("BF-028", "BF-032", "BF-122", "BF-128", "BF-134")
def gain(s: Football, config: FootballConfig, lines: int, log: Log) -> None:
    """Moves the ball by whole lines. A touchdown, a safety, a first down or the next down follows."""
    before = s.line
    s.line = min(GOAL, s.line + lines)
    tell(log, BALL_MOVED, s.offense, s.line - before, s.line)
    if s.line == GOAL:
        scoring.touchdown(s, config, log)
    elif s.try_down == 1:
        tell(log, TWO_POINTS_TRIED, s.offense, 0)
        scoring.end_try(s, s.offense)
    elif s.line <= 0:
        scoring.safety(s, config, log)
    else:
        next_down(s, config, log)


@rule("BF-029", "BF-117", "BF-118", "BF-120", "BF-121", "BF-R13", "BF-R14")
def next_down(s: Football, config: FootballConfig, log: Log) -> None:
    """Gives a first down if the ball has reached the marker, or moves on to the next down.

    A drive can reach each first-down line only once. After the fourth down, the other side gets the ball.
    """
    s.then = CALL
    s.phase = BETWEEN
    if s.line >= s.marker:
        s.down = 1
        s.marker = possession.next_marker(s.line)
        tell(log, MARKER_REACHED, s.offense, s.marker)
        return
    s.down += 1
    if s.down > 4:
        tell(log, LOST_ON_DOWNS, s.offense, s.line)
        possession.change_sides(s, config, GOAL - s.line)
        possession.start_drive(s, config, s.line, log)
        return
    tell(log, NEXT_DOWN, s.offense, s.down, s.marker - s.line)
