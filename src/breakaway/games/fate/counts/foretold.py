"""Writes a row for each situation between plays, with the chance of winning from the table in rules/winning.py."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from breakaway.core.rules import EventLog, rule
from breakaway.core.state import number
from breakaway.games.fate.counts import positions
from breakaway.games.fate.rules import winning
from breakaway.games.fate.rules.state import Fate, FateConfig


@dataclass(slots=True)
class ForetoldDown(positions.BetweenDowns):
    """A situation between two plays, seen from the side that has the ball or kicks off, with its chance of winning."""

    chance: int = number()  # in millionths


@rule()
def observe(before: Fate, after: Fate, config: FateConfig, log: EventLog, match: Any, rows: Any, at: int) -> int:
    """Writes a row if a step has led to a situation between plays. Returns the index of the next row."""
    next_at = positions.observe(before, after, config, log, match, rows, at)
    if next_at > at:
        rows[at].chance = winning.offense_chance(after, config)
    return next_at
