"""The stop between plays (G45): the umpire may still rule, and nobody rolls until everybody says to play on."""

from __future__ import annotations

from breakaway.core.rules import Log, rule
from breakaway.games.fate.rules import calls, clock, setup, terms
from breakaway.games.fate.rules.rulebook import OVERTIME_ENDS
from breakaway.games.fate.rules.state import Fate, FateConfig, other


@rule("FF-G45")
def is_declared(s: Fate) -> bool:
    """Whether the game stops between a declaration and what it leads to, and not at the end of a play."""
    return bool(s.then == terms.CALL or s.then == terms.SETTLE)


@rule("FF-004", "FF-G45")
def listeners(s: Fate, config: FateConfig) -> int:
    """The seats that say whether to play on, as bits.

    These are all seats, except the one that has just declared a kick, and except those whose calls come next.
    """
    seats = (1 << 2 * (1 + config.platoons)) - 1
    if not is_declared(s):
        return seats
    seats -= 1 << setup.coach_of(config, s.offense, True)
    if s.then == terms.CALL:
        seats -= 1 << setup.coach_of(config, other(s.offense), False)
    return seats


@rule("FF-G45")
def play_on(s: Fate, config: FateConfig, log: Log) -> None:
    """Goes on after the stop. Unless calls come next, the umpire can no longer rule on the last play."""
    if is_declared(s):
        calls.begin_declared(s, config, log)
        return
    s.rulable = 0
    if s.then == terms.OVER:
        clock.end_match(s, OVERTIME_ENDS, log)
    else:
        clock.go_past(s, config, log)
