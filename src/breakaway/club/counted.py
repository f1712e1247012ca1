"""The plays of a match in the club, counted as `core.counted` counts them."""

from __future__ import annotations

from typing import Any

from breakaway.club.club import Club
from breakaway.core.counted import played_in


def plays_of(club: Club, match_id: str, turn: int | None = None) -> list[Any]:
    """The same of a match in the club, as of a turn (None: now). Raises NoSuchMatch.

    For games in which a play that is over hides nothing.
    """
    with club.at_work(match_id) as table:
        return played_in(table.match, turn)
