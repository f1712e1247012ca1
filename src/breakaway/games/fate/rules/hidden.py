"""What a seat may see: everything. The secret calls are sealed orders of one turn and never stand in the state."""

from __future__ import annotations

from breakaway.core.chance import Chance
from breakaway.core.rule import rule
from breakaway.games.fate.rules.state import Fate, FateConfig


@rule("FF-029")
def redact(s: Fate, config: FateConfig, seat: int) -> None:
    """Nothing on the table is hidden: both calls are made at once, and revealed as they are played."""


@rule("FF-029")
def determinize(s: Fate, config: FateConfig, seat: int, chance: Chance) -> None:
    """So there is nothing to guess."""
