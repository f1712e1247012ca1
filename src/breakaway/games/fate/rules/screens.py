"""Screens (rules 78 to 86)."""

from __future__ import annotations

from breakaway.core.chance import Chance, fate
from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import approaches, endings, passes, runs
from breakaway.games.fate.rules.happened import (
    SCREEN_CAUGHT,
    SCREEN_FAILED,
    SCREEN_PERFECT,
    SCREEN_PICKED,
    SCREEN_WIDE_OPEN,
    SCREEN_WITH_ROOM,
)
from breakaway.games.fate.rules.state import Fate, FateConfig, cell
from breakaway.games.fate.rules.terms import CONTEST, INTERCEPTED, SCREEN_INCOMPLETE, SCREEN_INTERCEPTED


@rule("FF-078", "FF-079", "FF-080", "FF-081", "FF-082", "FF-083", "FF-084", "FF-085", "FF-G25")
def roll_screen(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls a screen with the matrix: intercepted, incomplete, or a Run Outside for one to four times its yards."""
    thrown = fate(chance, "screen")
    total = cell(thrown + s.modifier) - 4
    found = config.screen[total + 4]
    if found == SCREEN_INTERCEPTED:
        tell(log, SCREEN_PICKED, s.offense, s.ball)
        endings.end_play(s, config, INTERCEPTED, 0)
    elif found == SCREEN_INCOMPLETE:
        tell(log, SCREEN_FAILED, s.offense)
        passes.incomplete(s, config)
    else:
        s.times = found
        if found == 1:
            tell(log, SCREEN_CAUGHT, s.offense, total)
        elif found == 2:
            tell(log, SCREEN_WITH_ROOM, s.offense)
        elif found == 3:
            tell(log, SCREEN_WIDE_OPEN, s.offense)
        else:
            tell(log, SCREEN_PERFECT, s.offense)
        runs.run_outside(s)
        if config.same_roll == 1:
            approaches.judge_contest(s, config, thrown, log)
        elif config.advanced == 1:
            s.phase = CONTEST
