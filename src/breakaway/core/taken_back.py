"""Finds choices that a player can take back without harm, because nobody has responded and nothing was drawn."""

from __future__ import annotations

from typing import Any

from breakaway.core.entries import AnchorEntry, TurnEntry
from breakaway.core.match import Match


def harms_nobody(match: Match[Any, Any], seat: int) -> bool:
    """Whether the last turn was this seat's choice alone, with nothing drawn, and nobody has chosen since.

    The answer depends only on public facts: whose choices are missing, and the last entry of the record that is not an
    anchor.
    """
    last = next((each for each in reversed(match.fold.entries) if not isinstance(each, AnchorEntry)), None)
    if not isinstance(last, TurnEntry) or match.is_over() or not match.history:
        return False
    if set(match.sealed) - {seat}:  # public, because everybody sees whose choices are missing
        return False
    return not last.chance and list(last.orders) == [str(seat)]
