"""What a seat may see: everything. Secret calls are sealed orders and never enter the state."""

from __future__ import annotations

from breakaway.core.chance import Chance
from breakaway.core.rules import rule
from breakaway.games.fate.rules.state import Fate, FateConfig


@rule("FF-029")
def redact(s: Fate, config: FateConfig, seat: int) -> None:
    """Hides nothing: both calls are made at the same time and revealed as they are played."""


@rule("FF-029")
def determinize(s: Fate, config: FateConfig, seat: int, chance: Chance) -> None:
    """Fills in nothing, because nothing is hidden."""
