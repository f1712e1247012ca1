"""Keeps open pages up to date: one stream for each page, which resumes where it was interrupted.

A stream sends something only when its own seat sees a change (`Look.stamp`). If another player changes an order or
gives an instruction, nothing is sent, so that not even the timing gives the change away. Whenever a player comes to the
table or leaves it, the stream of each player's page says so (`presence.py`).
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from fastapi.sse import ServerSentEvent
from starlette.concurrency import run_in_threadpool

from breakaway.club.club import Club
from breakaway.club.database import Unreachable
from breakaway.core.events import SPECTATOR
from breakaway.core.trouble import Trouble
from breakaway.web.presence import Presence
from breakaway.web.supervised import Supervisor
from breakaway.web.taps import Taps

GLANCE = 0.25  # seconds between two looks at the database for changes by other programs
Page = tuple[str, str]  # the stamp of what a seat sees, and its page
Say = Callable[[], Page]  # makes the page as it is now
PRESENT = "present"  # the event that says who is at the table


@dataclass(frozen=True)
class Visit:
    """Whose page a stream belongs to. `plays` gives the only seat that its browser plays, or -1.

    `is_told`: whether the page belongs to a player. Only players' streams say who is at the table. Streams of a match
    with the same `shared` have the same page, which is then made once for all of them.
    """

    plays: Callable[[], int]
    is_told: bool = False
    shared: Hashable = None


class Hub:
    """Wakes the streams of a match. All methods except `changed` must run in the server's event loop."""

    def __init__(self, club: Club, supervisor: Supervisor | None = None) -> None:
        self.club, self.supervisor = club, supervisor or Supervisor()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bells: dict[str, asyncio.Event] = {}
        self._open: Counter[str] = Counter()
        self._versions: dict[str, int] = {}
        self._news: Counter[str] = Counter()  # how often a match has changed, not counting players who come and go
        self._pages: dict[
            tuple[str, Hashable], tuple[int, asyncio.Future[Page]]
        ] = {}  # shared pages, each with its news
        self._missed: set[str] = set()  # matches with a stream that could not read the database
        self._closing = False
        self.taps = Taps()
        self.presence = Presence(self._wake)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """A block during which the hub checks the database for changes by other programs."""
        self._loop = asyncio.get_running_loop()
        try:
            async with self.supervisor.running("streams", self._watch):
                yield
        finally:
            self._loop = None
            self.presence.close()

    def changed(self, match_id: str) -> None:
        """Wakes the streams of a match that has changed. Safe to call from any thread."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._ring, match_id)

    def close(self) -> None:
        """Ends all streams, so that the server can stop."""
        self._closing = True
        for match_id in list(self._bells):
            self._ring(match_id)

    def _ring(self, match_id: str) -> None:
        if match_id in self._open:
            self._news[match_id] += 1
        self._wake(match_id)

    def _wake(self, match_id: str) -> None:
        bell = self._bells.pop(match_id, None)
        if bell:
            bell.set()

    @property
    def streams(self) -> int:
        """How many streams are open."""
        return self._open.total()

    async def _watch(self, well: Callable[[], None]) -> None:
        while True:
            await self.supervisor.sleep(GLANCE)
            watched = list(self._open)
            found = await run_in_threadpool(self.club.versions, watched) if watched else {}
            missed, self._missed = self._missed, set()
            for match_id, version in found.items():
                if self._versions.get(match_id) != version or match_id in missed:
                    self._versions[match_id] = version
                    self._ring(match_id)
            well()

    async def stream(
        self, match_id: str, seen: str, say: Say, visit: Visit | None = None
    ) -> AsyncIterator[ServerSentEvent]:
        """Yields what a seat sees, each time it changes. `seen` is the stamp that the page already has.

        `say` returns the current stamp and page. `visit` says whose page it is, if others may know that it is open.
        """
        self._open[match_id] += 1
        seat, told, news = SPECTATOR, None, -1
        try:
            while not self._closing:
                bell = self._bells.setdefault(
                    match_id, asyncio.Event()
                )  # set up before the first look, so that no change is missed
                try:
                    if news != self._news[match_id]:
                        latest = self._news[match_id]
                        stamp, text = await self._page(match_id, latest, say, visit)
                        news = latest
                        if stamp != seen:
                            seen = stamp
                            yield ServerSentEvent(raw_data=text, id=stamp)
                    if visit and told is None:  # only now is it certain that the browser may have this page
                        seat = await self._come(match_id, visit)
                    here = self.presence.of(match_id)
                    if visit and visit.is_told and here != told:
                        yield ServerSentEvent(raw_data=json.dumps(sorted(here)), event=PRESENT)
                    told = here
                except Unreachable:  # `_watch` rings as soon as the database answers again
                    self._missed.add(match_id)
                await bell.wait()
        except Trouble:
            return  # the seat was given to another player
        finally:
            if seat != SPECTATOR:
                self.presence.go(match_id, seat)
            self._close(match_id)

    async def _page(self, match_id: str, news: int, say: Say, visit: Visit | None) -> Page:
        """The page as it is now. Streams that share a page wait for the first of them to make it."""
        if visit is None or visit.shared is None:
            return await run_in_threadpool(say)
        key = match_id, visit.shared
        made = self._pages.get(key)
        if made is None or made[0] != news:
            made = self._pages[key] = news, asyncio.ensure_future(run_in_threadpool(say))
        try:
            return await asyncio.shield(made[1])  # the page is made even if the first of them leaves
        except Exception:
            if self._pages.get(key) is made:  # the next one tries again
                del self._pages[key]
            raise

    async def _come(self, match_id: str, visit: Visit) -> int:
        seat = await run_in_threadpool(visit.plays)
        if seat != SPECTATOR:
            self.presence.come(match_id, seat)
        return seat

    def _close(self, match_id: str) -> None:
        self._open[match_id] -= 1
        if self._open[match_id] <= 0:
            del self._open[match_id]
            self._versions.pop(match_id, None)
            self._news.pop(match_id, None)
            for key in [each for each in self._pages if each[0] == match_id]:
                del self._pages[key]
