"""What is being tapped in at a table just now: dice and cards of a turn that nobody has confirmed yet.

It stays in this server's memory and is no part of the match: what counts is confirmed as a whole. A server that is
started anew asks again.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

AT_ONCE = 512  # matches whose dice are under way


@dataclass(frozen=True)
class Tapped:
    """The last thing that was tapped in a match: by which seat, for which turn, and all outcomes of it so far."""

    seat: int
    turn: int
    typed: tuple[int, ...]


class Taps:
    """The last of each match; may be used from several threads."""

    def __init__(self) -> None:
        self._last: OrderedDict[str, Tapped] = OrderedDict()
        self._guard = threading.Lock()

    def note(self, match_id: str, tapped: Tapped) -> bool:
        """Keeps it in place of what was tapped before; whether that was something else."""
        with self._guard:
            before = self._last.pop(match_id, None)
            self._last[match_id] = tapped
            if len(self._last) > AT_ONCE:
                self._last.popitem(last=False)
            return before != tapped

    def of(self, match_id: str, turn: int) -> Tapped | None:
        """What is being tapped in for this turn, if anything is."""
        with self._guard:
            found = self._last.get(match_id)
        return found if found and found.turn == turn and found.typed else None
