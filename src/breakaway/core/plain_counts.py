"""Default statistics, for games without their own: a row for each event, and the number of events in a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from breakaway.core.event_log import LONGEST, EventLog, Statistics, forget
from breakaway.core.game import Game
from breakaway.core.rule import rule
from breakaway.core.state import number


@dataclass(slots=True)
class EventRow:
    """One event: its rule and its first three numbers; missing numbers are 0."""

    rule: int = number()
    first: int = number()
    second: int = number()
    third: int = number()


@dataclass(slots=True)
class Events:
    """The totals of a match: its number of events."""

    events: int = number()


@rule()
def observe(before: Any, after: Any, config: Any, log: EventLog, match: Events, rows: Any, at: int) -> int:
    """Writes a row for each event of the step."""
    for i in range(log.n):
        rows[at].rule = log.rule[i]
        rows[at].first = log.value[i][0]
        rows[at].second = log.value[i][1]
        rows[at].third = log.value[i][2]
        match.events += 1
        at += 1
    forget(log)
    return at


def plain_statistics(game: Game[Any, Any]) -> Statistics:
    """The default statistics, for a game that does not define its own."""
    ids = ["", *(entry.id for entry in game.rules.entries.values())]

    def words(config: Any, names: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
        return {"rule": ids}

    def seats(config: Any) -> Sequence[str]:
        return [f"seat{i + 1}" for i in range(game.seat_count(config))]

    return Statistics(row=EventRow, match=Events, observe=observe, most=LONGEST, words=words, seats=seats)
