"""Outcomes that players at a table have tapped: dice and cards of a turn that nobody has confirmed yet.

The outcomes stay in this server's memory and are not part of the match, which accepts only complete, confirmed turns.
After a restart, the server asks for these outcomes again.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

AT_ONCE = 512  # matches whose outcomes are remembered at once


@dataclass(frozen=True)
class Tapped:
    """The latest tap in a match: the seat, the turn, and all outcomes tapped so far."""

    seat: int
    turn: int
    typed: tuple[int, ...]


class Taps:
    """The latest tap in each match. Safe to use from several threads."""

    def __init__(self) -> None:
        self._last: OrderedDict[str, Tapped] = OrderedDict()
        self._guard = threading.Lock()

    def note(self, match_id: str, tapped: Tapped) -> bool:
        """Keeps the latest tap of a match. Returns whether it differs from the previous tap."""
        with self._guard:
            before = self._last.pop(match_id, None)
            self._last[match_id] = tapped
            if len(self._last) > AT_ONCE:
                self._last.popitem(last=False)
            return before != tapped

    def of(self, match_id: str, turn: int) -> Tapped | None:
        """The latest tap for this `turn`. None if there is none."""
        with self._guard:
            found = self._last.get(match_id)
        return found if found and found.turn == turn and found.typed else None
