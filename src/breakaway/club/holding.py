"""Draft, sealed, ready: the three states of an order.

A draft is not saved. A sealed order will be played, and can be changed until then. In a match played over several days,
a player can hold the sealed order. The turn then waits for the deadline, and the player can reconsider. If nobody holds
an order, the turn is played as soon as all orders are sealed. Everybody sees who holds an order, but nobody else sees
the order.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from breakaway.club.seats import Seat
from breakaway.records.match import Match


def holding(match: Match[Any, Any], seats: Sequence[Seat], closes: datetime | None, now: datetime) -> list[int]:
    """The seats that hold their orders for this turn. Empty once the turn has closed, or if it has no deadline."""
    if closes is None or closes <= now:
        return []
    asked = [seat for seat in match.choosers() if seat not in match.gone]
    return [seat for seat in asked if seats[seat].holds == len(match.log) and seats[seat].is_for_people]
