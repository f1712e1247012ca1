"""Open pages: the stream to each, what has changed for it, who is present, and what players tap on it."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import Counter, OrderedDict, defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import aclosing, asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import count
from secrets import token_urlsafe

from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse
from starlette.types import Send

from breakaway.club.club import Club
from breakaway.club.database import Unreachable
from breakaway.club.notifications import SEAT, ChangeDetector, SharedCount, can_listen, listening
from breakaway.core.language import UserError
from breakaway.core.rules import SPECTATOR
from breakaway.server.background import Supervisor
from breakaway.server.budgets import in_turn, until_left
from breakaway.server.visitors import STANDING, Sharing

# --- What a stream sends: a whole page, or only what has changed since the previous page.
#
# The changes are a list of parts. A part with two numbers stands for lines `[from, up to)` of the previous page. In a
# part with four numbers, the last two select pieces of these lines: a line is cut into pieces at each tag. A part that
# is a string is new text. `static/changes.js` puts the page together again, so that a browser always shows one whole
# page, never a mixture of two. What a stream sends depends only on the two pages, and its seat may see both. So the
# seat learns nothing else, not even from the length of a message.


Part = str | list[int]
NUMBERS = count(1)


@dataclass(frozen=True, eq=False)
class StreamedPage:
    """A page that was made for streams: its stamp, its text in UTF-8, and the message that says what has changed.

    `since` is the number of the page that this message starts from. A stream that last sent some other page sends the
    `whole` page.
    """

    stamp: str
    text: bytes
    since: int = 0
    news: bytes = b""
    number: int = field(default_factory=NUMBERS.__next__)

    @property
    def whole(self) -> bytes:
        """The message that contains the whole page."""
        return message(self.text, self.stamp)


def made(stamp: str, text: str, before: StreamedPage | None = None) -> StreamedPage:
    """The page with this `stamp` and `text`, made after the page `before`; or `before` if it has the same stamp."""
    if before is not None and before.stamp == stamp:
        return before
    text = text.replace("\r\n", "\n").replace("\r", "\n")  # a message ends its lines in one way
    if before is None:
        return StreamedPage(stamp, text.encode())
    change = {"since": before.stamp, "parts": changes(before.text.decode(), text)}
    written = json.dumps(change, ensure_ascii=False, separators=(",", ":")).encode()
    page = StreamedPage(stamp, text.encode(), before.number, message(written, stamp))
    return page if len(written) < len(page.text) else StreamedPage(stamp, page.text)


def message(data: bytes, stamp: str = "", event: str = "") -> bytes:
    """A message of a stream, as a server-sent event: bytes that any number of streams can send."""
    named = f"event: {event}\n".encode() if event else b""
    marked = f"id: {stamp}\n".encode() if stamp else b""
    return named + b"data: " + data.replace(b"\n", b"\ndata: ") + b"\n" + marked + b"\n"


def changes(before: str, after: str) -> list[Part]:
    """The changes from the page `before` to the page `after`.

    First finds the lines that changed, then the pieces within them.
    """
    old, new = lines_of(before), lines_of(after)
    parts: list[Part] = []
    for tag, i, j, k, m in SequenceMatcher(None, old, new).get_opcodes():
        if tag == "equal":
            parts.append([i, j])
        elif tag == "insert":
            parts.append("".join(new[k:m]))
        elif tag == "replace":
            gone, come = pieces_of(old[i:j]), pieces_of(new[k:m])
            parts += [each if isinstance(each, str) else [i, j, *each] for each in _pieces(gone, come)]
    return parts


def applied(before: str, parts: Sequence[Part]) -> str:
    """The page that results when `parts` change the page `before`, as in `static/changes.js`."""
    lines, found = lines_of(before), list[str]()
    for each in parts:
        if isinstance(each, str):
            found.append(each)
        else:
            old = lines[each[0] : each[1]]
            found += pieces_of(old)[each[2] : each[3]] if len(each) > 2 else old
    return "".join(found)


def lines_of(text: str) -> list[str]:
    """The lines of a page, each with its line end. (`str.splitlines` would also cut at other characters.)"""
    *whole, last = text.split("\n")
    return [each + "\n" for each in whole] + [last] * bool(last)


def pieces_of(lines: Iterable[str]) -> list[str]:
    """The pieces of these lines: each begins at a tag or at the beginning of a line."""
    found = list[str]()
    for line in lines:
        first, *tags = line.split("<")
        if first:
            found.append(first)
        found += ["<" + each for each in tags]
    return found


def _pieces(gone: list[str], come: list[str]) -> Iterator[Part]:
    """The changes that turn the pieces `gone` into the pieces `come`.

    Long lines often differ in only a few pieces, so equal beginnings and ends are set aside first.
    """
    most = min(len(gone), len(come))
    first = next((n for n in range(most) if gone[n] != come[n]), most)
    last = next((n for n in range(most - first) if gone[-1 - n] != come[-1 - n]), most - first)
    if first:
        yield [0, first]
    middle = SequenceMatcher(None, gone[first : len(gone) - last], come[first : len(come) - last])
    for tag, i, j, k, m in middle.get_opcodes():
        if tag == "equal":
            yield [first + i, first + j]
        elif m > k:
            yield "".join(come[first + k : first + m])
    if last:
        yield [len(gone) - last, len(gone)]


# --- Who is at the table: the seats whose players have a page of the match open, as the other players see it.
#
# A browser that plays several seats is ignored. Such a browser goes from one seat's page to the next as soon as a
# choice is sealed, and nobody else may learn when that happens.


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


# --- Outcomes that players at a table have tapped: dice and cards of a turn that nobody has confirmed yet.
#
# The outcomes stay in this server's memory and are not part of the match, which accepts only complete, confirmed turns.
# After a restart, the server asks for these outcomes again.


AT_ONCE = 512  # matches whose outcomes are remembered at once


@dataclass(frozen=True)
class LatestTap:
    """The latest tap in a match: the seat, the turn, and all outcomes tapped so far."""

    seat: int
    turn: int
    typed: tuple[int, ...]


class TappedDice:
    """The latest tap in each match. Safe to use from several threads."""

    def __init__(self) -> None:
        self._last: OrderedDict[str, LatestTap] = OrderedDict()
        self._guard = threading.Lock()

    def note(self, match_id: str, tapped: LatestTap) -> bool:
        """Keeps the latest tap of a match. Returns whether it differs from the previous tap."""
        with self._guard:
            before = self._last.pop(match_id, None)
            self._last[match_id] = tapped
            if len(self._last) > AT_ONCE:
                self._last.popitem(last=False)
            return before != tapped

    def of(self, match_id: str, turn: int) -> LatestTap | None:
        """The latest tap for this `turn`. None if there is none."""
        with self._guard:
            found = self._last.get(match_id)
        return found if found and found.turn == turn and found.typed else None


# --- Keeps open pages up to date: one stream for each page, which resumes where it was interrupted.
#
# A stream sends something only when its own seat sees a change (`SeatView.stamp`). If another player changes an order
# or gives an instruction, nothing is sent, so that not even the timing gives the change away. Whenever a player comes
# to the table or leaves it, the stream of each player's page says so (`Presence`). A stream first sends a whole page,
# and after that only what has changed in it (`StreamedPage`).


GLANCE = 0.25  # seconds between two looks at the database for changes by other programs
NET = 2.0  # seconds between two looks at a database that announces changes: nothing may be missed for longer
QUIET = 15.0  # seconds without news after which a stream says that it is still there
STILL_HERE = b": ping\n\n"  # a comment
# makes the page as it is now: the stamp of what a seat sees, and the text; None if the stamp is still the given one
Say = Callable[[str], tuple[str, str] | None]
PRESENT = "present"  # the event that says who is at the table
TOKEN = token_urlsafe(24)  # stands for the token in each browser's forms; nobody can write it into a name


class Streamed(StreamingResponse):
    """A response that streams `messages`: bytes that are framed once, and can be sent to any number of browsers."""

    media_type = "text/event-stream"

    def __init__(self, messages: AsyncGenerator[bytes, None]) -> None:
        super().__init__(messages, headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"})
        self._messages = messages

    async def stream_response(self, send: Send) -> None:
        """Sends until the browser hangs up. Then ends the stream at once, without waiting for the garbage collector."""
        async with aclosing(self._messages):
            await super().stream_response(send)


@dataclass(frozen=True)
class Visit:
    """Whose page a stream keeps up to date. `plays` returns the only seat that its browser plays, or -1.

    `is_told`: whether the page belongs to a player. Only players' streams say who is at the table. Streams of a match
    with the same `shared` have the same page, which is then made once for all of them. Each stream replaces `TOKEN`
    with its browser's `csrf` token. `follows`: whether the browser can put a page together from its changes.
    """

    plays: Callable[[], int]
    is_told: bool = False
    shared: Hashable = None
    csrf: str = ""
    follows: bool = False

    def own(self, text: bytes) -> bytes:
        """A message as this browser gets it."""
        return text.replace(TOKEN.encode(), self.csrf.encode()) if self.shared is not None else text


class Hub:
    """Wakes the streams of a match. All methods except `changed` must run in the server's event loop."""

    def __init__(self, club: Club, supervisor: Supervisor | None = None) -> None:
        self.club, self.supervisor = club, supervisor or Supervisor()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bells: dict[str, asyncio.Event] = {}
        self._open: Counter[str] = Counter()
        self._versions: dict[str, int] = {}
        self._news: Counter[str] = Counter()  # how many times a match has changed, not counting players who come and go
        self._pages: dict[
            tuple[str, Hashable], tuple[int, asyncio.Future[StreamedPage]]
        ] = {}  # shared pages, each with its news
        self._sharers: Counter[tuple[str, Hashable]] = Counter()  # how many streams share each page
        self._missed: set[str] = set()  # matches with a stream that could not read the database
        self._closing = False
        self.taps = TappedDice()
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

    def changed(self, match_id: str, version: int = 0) -> None:
        """Wakes the streams of a match that has changed. Safe to call from any thread.

        `version` is a version of the match that the database already has (0: unknown). The hub need not wake the
        streams for this version again.
        """
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._ring, match_id, version)

    def close(self) -> None:
        """Ends all streams, so that the server can stop."""
        self._closing = True
        for match_id in list(self._bells):
            self._ring(match_id)

    def _ring(self, match_id: str, version: int = 0) -> None:
        if version and self._versions.get(match_id, 0) >= version:
            return  # a glance at the database was faster
        if match_id in self._open:
            self._news[match_id] += 1
            if version:
                self._versions[match_id] = version
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
        if can_listen(self.club.database):
            await self._listen(well)
        with closing(ChangeDetector(self.club.database)) as glimpse:
            while True:
                await self.supervisor.sleep(GLANCE)
                if self._open:
                    has_unknown = bool(self._missed or self._open.keys() - self._versions)
                    if await run_in_threadpool(glimpse.is_changed) or has_unknown:
                        await self._look()
                well()

    async def _listen(self, well: Callable[[], None]) -> None:
        async with listening(self.club.database) as hear:
            while True:
                await self._look()  # finds changes whose announcements were missed
                well()
                async for match_id, version in hear(NET):
                    if match_id in self._open and version > self._versions.get(match_id, -1):
                        self._versions[match_id] = version
                        self._ring(match_id)

    async def _look(self) -> None:
        """Wakes the streams of all matches that have changed, and of those that could not be read."""
        watched = list(self._open)
        found = await run_in_threadpool(self.club.versions, watched) if watched else {}
        missed, self._missed = self._missed, set()
        for match_id, version in found.items():
            if match_id in self._open and (version > self._versions.get(match_id, -1) or match_id in missed):
                self._versions[match_id] = version
                self._ring(match_id)

    async def stream(self, match_id: str, seen: str, say: Say, visit: Visit) -> AsyncGenerator[bytes, None]:
        """Yields what a seat sees, each time it changes. `seen` is the stamp that the page already has.

        `say` makes the page as it is now. `visit` says whose page it is.
        """
        self._open[match_id] += 1
        seat, told, news, last, until = SPECTATOR, None, -1, None, _quiet_until()
        self._sharers[match_id, visit.shared] += 1
        try:
            while not self._closing:
                bell = self._bells.setdefault(
                    match_id, asyncio.Event()
                )  # set up before the first look, so that no change is missed
                try:
                    if news != self._news[match_id]:
                        await until_left()
                        latest = self._news[match_id]
                        page = await self._page(match_id, latest, say, visit, last, seen)
                        news = latest
                        if page is not None and page.stamp != seen:
                            is_next = visit.follows and last is not None and page.since == last.number
                            seen, last, until = page.stamp, page, _quiet_until()
                            yield visit.own(page.news if is_next else page.whole)
                    if told is None:  # only now is it certain that the browser may have this page
                        seat = await in_turn(visit.plays, is_patient=True)
                        if seat != SPECTATOR:
                            self.presence.come(match_id, seat)
                    here = self.presence.of(match_id)
                    if visit.is_told and here != told:
                        until = _quiet_until()
                        yield message(json.dumps(sorted(here)).encode(), event=PRESENT)
                    told = here
                except Unreachable:  # `_watch` rings as soon as the database answers again
                    self._missed.add(match_id)
                while not await _rings(bell, until):
                    until = _quiet_until()
                    yield STILL_HERE
        except UserError:
            return  # the seat was given to another player
        finally:
            if seat != SPECTATOR:
                self.presence.go(match_id, seat)
            self._close(match_id, visit)

    async def _page(
        self, match_id: str, news: int, say: Say, visit: Visit, last: StreamedPage | None, seen: str
    ) -> StreamedPage | None:
        """The page as it is now. None for a seat's own page that still has the stamp `seen`: it is not made again.

        Streams that share a page wait for the first of them to make it, and its visitor pays for it.

        The changes in a shared page are worked out once, for all streams that sent the previous shared page. A seat's
        own page is compared with the `last` one that its stream sent.
        """
        if visit.shared is None:
            return await in_turn(_made, say, last if visit.follows else None, seen, is_patient=True, is_look=True)
        key = match_id, visit.shared
        found = self._pages.get(key)
        if found is None or found[0] != news:
            found = self._pages[key] = news, asyncio.ensure_future(_next(say, found[1] if found else None))
        try:
            return await asyncio.shield(found[1])  # the page is made even if the first of them leaves
        except Exception:
            if self._pages.get(key) is found:  # the next one tries again
                del self._pages[key]
            raise

    def _close(self, match_id: str, visit: Visit) -> None:
        key = match_id, visit.shared
        self._sharers[key] -= 1
        if not self._sharers[key]:
            del self._sharers[key]
            self._pages.pop(key, None)
        self._open[match_id] -= 1
        if self._open[match_id] <= 0:
            del self._open[match_id]
            self._versions.pop(match_id, None)
            self._news.pop(match_id, None)


async def _next(say: Say, before: asyncio.Future[StreamedPage] | None) -> StreamedPage:
    """The shared page that comes after the one `before`."""
    page = None
    if before is not None:
        with suppress(Exception):  # without it, the page is whole
            page = await asyncio.shield(before)
    after = await in_turn(_made, say, page, page.stamp if page else "", is_due=True, is_patient=True, is_look=True)
    found = after or page
    assert found is not None, "without a page before it, a page is made"
    return found


def _made(say: Say, before: StreamedPage | None, seen: str) -> StreamedPage | None:
    found = say(seen)
    return made(*found, before) if found else None


def _quiet_until() -> float:
    """The moment by which a stream must send again if it sends something now.

    This moment changes only when the stream sends something. Otherwise, the pings of a stream would reveal when
    something secret has changed.
    """
    return asyncio.get_running_loop().time() + QUIET


async def _rings(bell: asyncio.Event, until: float) -> bool:
    """Waits for news until the moment `until`. Returns whether any has come."""
    try:
        async with asyncio.timeout_at(until):
            return await bell.wait()
    except TimeoutError:
        return False
