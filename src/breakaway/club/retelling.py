"""The whole history of a match, as one seat or a spectator may see it, for reports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from breakaway.club.club import Club, store_of
from breakaway.club.delayed import earlier, turns_behind
from breakaway.club.found import Found
from breakaway.club.views import Listed
from breakaway.core.rules import SPECTATOR
from breakaway.display.reports import Retold, retold
from breakaway.players.seated_match import Table


@dataclass(frozen=True)
class ToldMatch:
    """A match of the club with its history. `behind`: how many turns the reader is behind the match."""

    listed: Listed
    told: Retold
    is_over: bool
    behind: int


def told_match(
    club: Club, match_id: str, seat: int = SPECTATOR, is_late: Callable[[Found], bool] = lambda _found: False
) -> ToldMatch:
    """A match of the `club` with its history, as a seat may see it.

    `is_late` says whether the reader sees the match with its delay. Raises NoSuchMatch, BadRecord, or TooEarly if
    there is no turn to show.
    """

    def work(table: Table) -> ToldMatch:
        match, found = table.match, store_of(table).found
        behind = turns_behind(match, found.listed.terms.delay) if is_late(found) else 0
        shown = earlier(match, behind) if behind else match
        return ToldMatch(found.listed, retold(shown, seat), match.is_over(), behind)

    return club.do(match_id, work)
