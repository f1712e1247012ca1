"""Checks the conditions that must always hold in a match, and makes random legal configs.

The laws in `core` use these checks and configs.
"""

from __future__ import annotations

from breakaway.core.chance import Chance
from breakaway.games.fate.rules.state import Fate, FateConfig
from breakaway.games.fate.rules.terms import CALL, DECLARE, GOAL, LAST_PHASE, MEN, OVERTIME, QUARTER, SIDES


def invariants(s: Fate, config: FateConfig) -> list[str]:
    """Everything that is wrong with a state. Empty if nothing is wrong."""
    faults = []
    if not 1 <= s.phase <= LAST_PHASE:
        faults.append(f"phase {s.phase}")
    if not 0 <= s.clock <= QUARTER or not 1 <= s.quarter <= OVERTIME:
        faults.append(f"{s.clock} units left in quarter {s.quarter}")
    for side in range(SIDES):
        if not 0 <= s.time_outs[side] <= 3 or s.score[side] < 0 or s.score[side] == 1:
            faults.append(f"side {side} has {s.time_outs[side]} time outs and {s.score[side]} points")
        for out, men in zip(s.out[side], s.men_out[side], strict=True):
            if out < 0 or men < 0 or men.bit_count() != min(out, MEN):
                faults.append(f"side {side}: {out} men are out, but the bits are {men:b}")
    if s.offense not in range(SIDES):
        faults.append(f"offense {s.offense}")
    if s.phase in (DECLARE, CALL) and not (0 < s.ball < GOAL and 1 <= s.down <= 4 and s.ball < s.marker <= GOAL):
        faults.append(f"down {s.down} at {s.ball}, marker {s.marker}")
    return faults


def sample(chance: Chance) -> FateConfig:
    """A random legal config: the printed tables with random house rules."""
    from breakaway.core.data_files import sampled_house
    from breakaway.games.fate.files.config import resolve

    return resolve(sampled_house(FateConfig, chance))[0]
