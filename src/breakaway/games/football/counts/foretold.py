"""A row for each situation between plays, with the chance of winning that the table gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from breakaway.core.rules import EventLog, rule
from breakaway.core.state import number
from breakaway.games.football.counts import positions
from breakaway.games.football.rules import winning
from breakaway.games.football.rules.state import Football, FootballConfig


@dataclass(slots=True)
class Foretold(positions.BetweenPlays):
    """A situation between two plays, seen from the side that has the ball or kicks off, with its chance of winning."""

    chance: int = number()  # in millionths


@rule()
def observe(
    before: Football, after: Football, config: FootballConfig, log: EventLog, match: Any, rows: Any, at: int
) -> int:
    """Writes a row if a step has led to a situation between plays. Returns the index of the next row."""
    next_at = positions.observe(before, after, config, log, match, rows, at)
    if next_at > at:
        rows[at].chance = winning.offense_chance(after, config)
    return next_at
