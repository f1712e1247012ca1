"""Interceptions of the advanced game (rules 119 to 127)."""

from __future__ import annotations

from breakaway.core.chance import Chance, fate
from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.calls import row_of
from breakaway.games.fate.rules.endings import LONG_PLAY
from breakaway.games.fate.rules.happened import (
    ANY_PASS_PICKED,
    DEEP_PASS_PICKED,
    PASS_DROPPED,
    PASS_TIPPED,
    PICK_LOST_A_YARD,
    PICK_PLACED,
    PICK_RETURNED,
    PICK_TOUCHED_BACK,
    TIPPED_PASS_PICKED,
)
from breakaway.games.fate.rules.state import Fate, FateConfig, other


@rule("FF-119", "FF-120", "FF-121", "FF-122", "FF-123", "FF-G27")
def roll_interception(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls after an incompletion: -4 intercepts any pass, -3 a Short or Long one, -2 may intercept a Long one."""
    total = fate(chance, "interception")
    first = config.intercepted_by[total + 4]
    if first == terms.NONE or s.base < first:
        tell(log, PASS_DROPPED, s.offense, total)
        s.phase = terms.EVENT
    elif config.intercepted_again[total + 4] == 1:
        tell(log, PASS_TIPPED, s.offense, total)
        s.phase = terms.PICKED_AGAIN
    else:
        intercepted(s)
        if total == -4:
            tell(log, ANY_PASS_PICKED, other(s.offense), total)
        else:
            tell(log, DEEP_PASS_PICKED, other(s.offense), total)


@rule("FF-122", "FF-123")
def roll_again(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls again for a tipped Long pass. A negative total intercepts the pass."""
    total = fate(chance, "interception")
    if total < 0:
        intercepted(s)
        tell(log, TIPPED_PASS_PICKED, other(s.offense), total)
    else:
        tell(log, PASS_DROPPED, s.offense, total)
        s.phase = terms.EVENT


@rule("FF-021", "FF-120")
def intercepted(s: Fate) -> None:
    """Gives the ball to the other side. The play takes two units of the clock."""
    s.result = terms.INTERCEPTED
    s.holder = other(s.offense)
    s.units = LONG_PLAY
    s.phase = terms.PICK_POINT


@rule("FF-124", "FF-G26")
def roll_point(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls to see where the pass was caught, in yards from the line of scrimmage.

    A pass caught at or beyond the goal line is a touchback.
    """
    total = fate(chance, "point")
    yards = config.point[row_of(s.base)][total + 4]
    s.spot = s.ball + yards
    tell(log, PICK_PLACED, s.holder, yards, terms.GOAL - s.spot)
    s.phase = terms.PICK_RETURN
    if s.spot >= terms.GOAL:
        touchback(s, config, log)


@rule("FF-G26")
def touchback(s: Fate, config: FateConfig, log: Log) -> None:
    """Ends the return in a touchback: the interceptor is down behind his goal line."""
    s.spot = terms.GOAL - config.touchback
    s.result = terms.TOUCHBACK
    s.carried = 0
    s.phase = terms.EVENT
    tell(log, PICK_TOUCHED_BACK, s.holder, config.touchback)


@rule("FF-125", "FF-126", "FF-127")
def roll_return(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls the return toward the passer's goal. A return can lose a yard."""
    total = fate(chance, "return")
    yards = config.pick_return[total + 4]
    s.spot = max(0, s.spot - yards)
    s.carried = 1
    s.phase = terms.EVENT
    if yards < 0:
        tell(log, PICK_LOST_A_YARD, s.holder, terms.GOAL - s.spot)
    else:
        tell(log, PICK_RETURNED, s.holder, yards, terms.GOAL - s.spot)
    if s.spot >= terms.GOAL:
        touchback(s, config, log)
