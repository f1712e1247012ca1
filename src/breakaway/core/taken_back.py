"""Which choices can be taken back without harm to anybody: what nobody has answered, and nothing was drawn for."""

from __future__ import annotations

from typing import Any

from breakaway.core.entries import TurnEntry
from breakaway.core.match import Match


def harms_nobody(match: Match[Any, Any], seat: int) -> bool:
    """Whether the last turn was this seat's choice alone, drew nothing, and nobody has chosen since.

    It depends on public things only: whose choices are missing, and what the last entry of the record is.
    """
    last = match.fold.last
    if not isinstance(last, TurnEntry) or match.is_over() or not match.history:
        return False
    if set(match.sealed) - {seat}:  # whose choices are still missing is public, so this is
        return False
    return not last.chance and list(last.orders) == [str(seat)]
