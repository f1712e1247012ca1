"""Who is at the table: the seats whose players have a page of the match open, as the other players see it.

A browser that plays several seats is ignored. Such a browser goes from one seat's page to the next as soon as a choice
is sealed, and nobody else may learn when that happens.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from breakaway.club.notifications import SEAT, SharedCount
from breakaway.web.sharing import STANDING, Sharing

GRACE = 5.0  # seconds that a player may be away, for a reload or a slow line, before others are told


class Presence:
    """The seats whose players are at their tables. All methods except `of` must run in the server's event loop.

    `ring` is called when a player has arrived or left, and wakes the streams of a match.
    """

    def __init__(self, ring: Callable[[str], None]) -> None:
        self._ring = ring
        self._pages: Counter[tuple[str, int]] = Counter()
        self._leaving: dict[tuple[str, int], asyncio.TimerHandle] = {}
        self._present: dict[str, frozenset[int]] = {}
        self._elsewhere: dict[str, frozenset[int]] = {}  # as other processes see it
        self._sharing: Sharing | None = None

    def share(self, sharing: Sharing) -> None:
        """Tells other processes who is at the table, and learns the same from them."""
        self._sharing = sharing
        sharing.share(SEAT, self._here, is_secret=False)
        sharing.heard.append(self._hear)

    def of(self, match_id: str) -> frozenset[int]:
        """The seats whose players are at the table. Safe to call from any thread."""
        return self._present.get(match_id, frozenset()) | self._elsewhere.get(match_id, frozenset())

    def come(self, match_id: str, seat: int) -> None:
        """Notes that this seat's player has opened a page of the match."""
        self._pages[match_id, seat] += 1
        leaving = self._leaving.pop((match_id, seat), None)
        if leaving:
            leaving.cancel()
        here = self._present.get(match_id, frozenset())
        if seat not in here:
            self._present[match_id] = here | {seat}
            self._changed(match_id)

    def go(self, match_id: str, seat: int) -> None:
        """Notes that this seat's player has closed a page of the match.

        GRACE seconds after the player's last page has closed, the other players learn of it.
        """
        self._pages[match_id, seat] -= 1
        if self._pages[match_id, seat] <= 0:
            del self._pages[match_id, seat]
            loop = asyncio.get_running_loop()
            self._leaving[match_id, seat] = loop.call_later(GRACE, self._gone, match_id, seat)

    def close(self) -> None:
        """Forgets the players who have just left, so that no timer outlives the server."""
        for each in self._leaving.values():
            each.cancel()
        self._leaving.clear()

    def _gone(self, match_id: str, seat: int) -> None:
        self._leaving.pop((match_id, seat), None)
        left = self._present.pop(match_id, frozenset()) - {seat}
        if left:
            self._present[match_id] = left
        self._changed(match_id)

    def _changed(self, match_id: str) -> None:
        self._ring(match_id)
        if self._sharing:
            self._sharing.soon.set()

    def _here(self) -> dict[str, tuple[int, float]]:
        """The players at their tables, as reported to other processes."""
        return {f"{match_id} {seat}": (1, STANDING) for match_id, seats in self._present.items() for seat in seats}

    def _hear(self, others: Sequence[SharedCount]) -> None:
        found: dict[str, set[int]] = defaultdict(set)
        for each in others:
            if each.kind == SEAT:
                match_id, _space, seat = each.name.partition(" ")
                found[match_id].add(int(seat))
        before, self._elsewhere = self._elsewhere, {each: frozenset(seats) for each, seats in found.items()}
        for match_id in before.keys() | found.keys():
            if before.get(match_id) != self._elsewhere.get(match_id):
                self._ring(match_id)
