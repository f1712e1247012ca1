"""The Pass Rush (rules 70 to 77)."""

from __future__ import annotations

from breakaway.core.chance import Chance, fate
from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import endings, passes, runs, terms
from breakaway.games.fate.rules.happened import QUARTERBACK_RAN, RUSH_COMPLETED, RUSH_INCOMPLETE, SACKED_BY_RUSH
from breakaway.games.fate.rules.state import Fate, FateConfig, cell


@rule("FF-066", "FF-G45", "FF-070", "FF-071", "FF-073", "FF-074", "FF-077")
def roll_rush(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls the Pass Rush: a sack, a quarterback run, an incompletion or a completion.

    If a tie on a pass led to the Pass Rush, 1 is added to the total.
    """
    total = cell(fate(chance, "pass rush") + s.bonus) - 4
    found = config.rush[total + 4]
    s.stage = 0
    if found == terms.SACK_CELL:
        loss = sack_loss(s, config, total)
        tell(log, SACKED_BY_RUSH, s.offense, loss, total)
        endings.end_play(s, config, terms.SACKED, -loss)
    elif found == terms.QB_RUN_CELL:
        tell(log, QUARTERBACK_RAN, s.offense, total)
        s.times = 1
        s.contest = 0
        runs.run_outside(s)
    elif found == terms.COMPLETE_CELL:
        tell(log, RUSH_COMPLETED, s.offense, total)
        s.phase = terms.YARDS
    else:
        tell(log, RUSH_INCOMPLETE, s.offense, total)
        s.grounded = 1 if config.grounding == 1 and total == 0 else 0
        passes.incomplete(s, config)


@rule("FF-G9")
def sack_loss(s: Fate, config: FateConfig, total: int) -> int:
    """The yards lost on a sack: 7, unless a house rule applies.

    One house rule makes it 4 plus the total without its sign; another makes it 10 on a Long pass.
    """
    if config.sack == terms.SACK_TOTAL:
        return 4 + abs(total)
    if config.sack == terms.SACK_LONG and s.base == terms.LONG:
        return 10
    return 7
