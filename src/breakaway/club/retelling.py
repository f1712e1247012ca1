"""The whole past of a match, as one seat or a spectator may see it, for reports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from breakaway.club.club import Club, store_of
from breakaway.club.delayed import TooEarly, earlier, turns_behind
from breakaway.club.found import Found
from breakaway.club.views import Listed
from breakaway.coaches.table import Table
from breakaway.core.counted import played_in
from breakaway.core.entries import UndoEntry
from breakaway.core.events import SPECTATOR
from breakaway.core.match import Match
from breakaway.core.observation import Observation
from breakaway.core.record import Record
from breakaway.display.chapters import Retold
from breakaway.display.page import find_page


@dataclass(frozen=True)
class ToldMatch:
    """A match of the club with its past. `behind`: how many turns late the reader sees it."""

    listed: Listed
    told: Retold
    is_over: bool
    behind: int


def retold(match: Match[Any, Any], seat: int = SPECTATOR) -> Retold:
    """The past of a `match`, as far as `seat` may see it."""
    observation = match.observation(seat)
    first = len(match.log) - len(match.history)
    states = [*(state for state, _orders in match.history), match.state]
    undos = [n for n, entry in enumerate(match.fold.entries, 1) if isinstance(entry, UndoEntry)]
    return Retold(
        [Observation(match.game, state, match.config, seat, match.names) for state in states],
        first,
        [(number, observation.told(events)) for number, events in match.log],
        Record(match.record.lines[:]),
        [each.number for each in match.fold.standing],
        [(each.number, undo) for each, undo in zip(match.fold.taken_back, undos, strict=True)],
        played_in(match, len(match.log)) if find_page(match.game).reads_plays else [],
    )


def told_match(
    club: Club, match_id: str, seat: int = SPECTATOR, is_late: Callable[[Found], bool] = lambda _found: False
) -> ToldMatch:
    """A match of the `club` for a seat. `is_late` says whether the reader sees it with its delay.

    Raises NoSuchMatch and BadRecord, and TooEarly if there is no turn to show.
    """

    def work(table: Table) -> ToldMatch:
        match, found = table.match, store_of(table).found
        behind = turns_behind(match, found.listed.terms.delay) if is_late(found) else 0
        if behind > len(match.history):
            raise TooEarly(behind - len(match.history))
        shown = earlier(match, behind) if behind else match
        return ToldMatch(found.listed, retold(shown, seat), match.is_over(), behind)

    return club.do(match_id, work)
