"""Passes (rules 56 to 69): whether a pass is complete, and then its yards."""

from __future__ import annotations

from breakaway.core.chance import Chance, fate
from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import approaches, calls, endings
from breakaway.games.fate.rules.happened import (
    LONG_COLUMN_REACHED,
    LONG_PASS_TIED,
    PASS_CAUGHT,
    PASS_COMPLETED,
    PASS_GAINED_LONG,
    PASS_INCOMPLETE,
    QUICK_PASS_RUSHED,
    QUICK_PASS_TIED,
    SHORT_PASS_TIED,
)
from breakaway.games.fate.rules.state import Fate, FateConfig
from breakaway.games.fate.rules.terms import CHAIN, COMPLETE, INCOMPLETE, QUICK, RUSH, SHORT, YARDS

LONG_GAIN_ROWS = 3


@rule("FF-056", "FF-057", "FF-058", "FF-059", "FF-060", "FF-061", "FF-062", "FF-063", "FF-064", "FF-G2", "FF-G3")
def roll_completion(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls for a completion: a total above the difficulty completes the pass, and a total below it does not.

    A tie on a Short or Long pass leads to the Pass Rush, with 1 added to its roll. Under a house rule, so does a tie on
    a Quick pass.
    """
    total = fate(chance, "pass")
    if config.same_roll == 1:
        approaches.judge_contest(s, config, total, log)
    total += s.modifier + s.contest
    difficulty = config.difficulty[calls.row_of(s.base)]
    if total > difficulty:
        tell(log, PASS_COMPLETED, s.offense, total, difficulty)
        s.phase = YARDS
    elif total < difficulty:
        tell(log, PASS_INCOMPLETE, s.offense, total, difficulty)
        incomplete(s, config)
    elif s.base == QUICK and config.quick_tie == 0:
        tell(log, QUICK_PASS_TIED, s.offense, total)
        incomplete(s, config)
    else:
        if s.base == QUICK:
            tell(log, QUICK_PASS_RUSHED, s.offense, total)
        elif s.base == SHORT:
            tell(log, SHORT_PASS_TIED, s.offense, total)
        else:
            tell(log, LONG_PASS_TIED, s.offense, total)
        s.bonus = 1
        s.phase = RUSH


@rule("FF-061")
def incomplete(s: Fate, config: FateConfig) -> None:
    """Ends the play with an incompletion."""
    endings.end_play(s, config, INCOMPLETE, 0)


@rule("FF-067", "FF-068", "FF-069", "FF-075", "FF-076")
def roll_yards(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls the yards of a caught pass, without modifiers.

    Totals of +3 and +4 are rolled again in the Long Gain column.
    """
    total = fate(chance, "yards")
    row = calls.row_of(s.base)
    if s.stage > 0:
        row += LONG_GAIN_ROWS
    yards = config.pass_yards[row][total + 4]
    if yards == CHAIN:
        s.stage = 1
        tell(log, LONG_COLUMN_REACHED, s.offense, total)
        return
    if s.stage > 0:
        tell(log, PASS_GAINED_LONG, s.offense, yards)
    tell(log, PASS_CAUGHT, s.offense, yards, total)
    endings.end_play(s, config, COMPLETE, yards)
