"""Runs (rules 46 to 55): the first roll with the matrix, then Short Gain and Long Gain."""

from __future__ import annotations

from breakaway.core.chance import Chance, fate
from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import approaches, endings
from breakaway.games.fate.rules.happened import (
    LONG_GAIN_REACHED,
    RAN_INSIDE,
    RAN_OUTSIDE,
    RUN_GAINED_LONG,
    SHORT_GAIN_REACHED,
    YARDS_MULTIPLIED,
)
from breakaway.games.fate.rules.state import Fate, FateConfig, cell
from breakaway.games.fate.rules.terms import COMPLETE, RAN, RUN, RUN_INSIDE, RUN_OUTSIDE, SCREEN_PASS

FIRST, SHORT_GAIN, LONG_GAIN = 0, 1, 2


@rule("FF-046", "FF-047", "FF-048", "FF-049", "FF-050", "FF-051", "FF-052", "FF-053", "FF-G1", "FF-G7")
def roll_run(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls a run.

    The matrix changes only the first roll or, under a house rule, the yards. Until Long Gain, a total of +3 or +4 leads
    to another roll, for the next longer gain. Under another house rule, only +4 does.
    """
    total = fate(chance, "run")
    if s.stage == FIRST and config.same_roll == 1 and s.base <= RUN_OUTSIDE:  # a quarterback's run has no contest
        approaches.judge_contest(s, config, total, log)
    if s.stage == FIRST and config.modifier_in_yards == 0:
        total += s.modifier
    found = cell(total)
    if s.stage < LONG_GAIN and found - 4 >= config.chain_at:
        s.stage += 1
        if s.stage == SHORT_GAIN:
            tell(log, SHORT_GAIN_REACHED, s.offense, found - 4)
        else:
            tell(log, LONG_GAIN_REACHED, s.offense, found - 4)
        return
    yards = yards_of(config, s.lane, s.stage, found, s.modifier)
    if s.stage == LONG_GAIN:
        tell(log, RUN_GAINED_LONG, s.offense, yards)
    if s.lane == RUN_INSIDE:
        tell(log, RAN_INSIDE, s.offense, yards, found - 4)
    else:
        tell(log, RAN_OUTSIDE, s.offense, yards, found - 4)
    end_run(s, config, yards, log)


@rule("FF-046", "FF-047", "FF-G7")
def yards_of(config: FateConfig, lane: int, stage: int, found: int, modifier: int) -> int:
    """The yards of a run for a roll, 0 to 8 for -4 to +4. Under a house rule, the matrix changes them.

    In `stage` 0 to 2, the yards are those of the first roll, of Short Gain and of Long Gain.
    """
    yards = config.run_yards[lane * 3 + stage][found]
    return int(yards + modifier if config.modifier_in_yards == 1 else yards)


@rule("FF-083", "FF-084", "FF-085", "FF-086", "FF-G10")
def end_run(s: Fate, config: FateConfig, yards: int, log: Log) -> None:
    """Ends a run. A screen multiplies all its yards, including losses, unless a house rule exempts losses."""
    if s.base != SCREEN_PASS:
        endings.end_play(s, config, RAN, approaches.contested_yards(s, yards))
        return
    times = 1 if yards < 0 and config.gains_only == 1 else s.times
    if s.times > 1:
        tell(log, YARDS_MULTIPLIED, s.offense, times, yards * times)
    endings.end_play(s, config, COMPLETE, approaches.contested_yards(s, yards * times))


@rule("FF-071", "FF-072", "FF-082")
def run_outside(s: Fate) -> None:
    """Begins a Run Outside that the matrix does not change: by the quarterback, or after a screen."""
    s.lane = RUN_OUTSIDE
    s.stage = FIRST
    s.modifier = 0
    s.phase = RUN
