"""Limits for each address on a public server: matches opened, wrong links and codes tried, and pages open at once.

The owner is not subject to these limits. The counts are kept in memory and expire with time. Processes that share a
database share the counts, too (`sharing.py`).
"""

from __future__ import annotations

import ipaddress
import re
import time
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import ceil

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from breakaway.club.club import Club
from breakaway.club.notifications import STREAM as PAGES
from breakaway.core.language import Trouble, _, many
from breakaway.web.sharing import CROWD, Share, Sharing, crowds
from breakaway.web.visitor import OWNER, visitor_of

HOUR = 3600.0
OPENED = 20  # matches that one address may open in an hour: tables, rematches, lessons and uploaded records
WRONG = 30  # wrong links, codes, phrases and names that one address may try in an hour
STREAMS = 200  # pages that one address may have open at once
SOON = 60  # seconds after which a visitor with too many open pages may try again
MOST = 10_000  # addresses that are remembered
OPENING = re.compile(r"/quick/[^/]+|/open/[^/]+|/upload|/match/[^/]+/[^/]+/again|/match/[^/]+/branch|/lesson/[^/]+")
COMING = re.compile(r"/seat/[^/]+|/join|/take/[^/]+/[^/]+|/device/[^/]+/[^/]+|/owner/[^/]+")
BRING = "/upload"
WRONG_NAME = "is_wrong_name"  # set on a request whose match or seat does not exist
TAKEN = 410  # the status of the reply to a correct link whose seat is taken
TABLE = re.compile(r"/match/([^/]*)(/.*)?")
STREAM = re.compile(r"/match/[^/]+/[^/]+(/dice)?/stream")


@dataclass
class Quota:
    """Allows each address at most `most` uses in any `span` seconds."""

    most: int
    span: float

    def __post_init__(self) -> None:
        self._taken: dict[str, deque[float]] = {}
        self._shared: Share | None = None

    def share(self, sharing: Sharing, kind: str, clock: Callable[[], float]) -> None:
        """Counts uses in this process and in all others together. `clock` returns seconds; `take` must get its
        `now` from the same clock.
        """
        self._shared = sharing.share(kind, lambda: self._counts(clock()))

    def _counts(self, now: float) -> dict[str, tuple[int, float]]:
        """The number of uses by each address, and the seconds until its last use is forgotten."""
        found: dict[str, tuple[int, float]] = {}
        for address, taken in self._taken.items():
            while taken and taken[0] <= now - self.span:
                taken.popleft()
            if taken:
                found[address] = len(taken), taken[-1] + self.span - now
        return found

    def take(self, address: str, now: float) -> int:
        """Counts one use and returns 0. If no use is left, returns the seconds until the next one."""
        taken = self._fresh(address, now)
        wait = self._wait(address, taken, now)
        if not wait:
            taken.append(now)
            self._touch()
        return wait

    def _touch(self) -> None:
        if self._shared:
            self._shared.touch()

    def wait(self, address: str, now: float) -> int:
        """The seconds until this address has a use left, or 0 if it has one now."""
        taken = self._fresh(address, now) if address in self._taken else deque[float]()
        return self._wait(address, taken, now)

    def _wait(self, address: str, taken: deque[float], now: float) -> int:
        left = self._shared.left(address, self.most, len(taken)) if self._shared else self.most - len(taken)
        if left > 0:
            return 0
        if self._shared and self._shared.others(address) + len(taken) < self.most:
            return 1  # in the next round, this process gets its part of what is left
        if self._shared and not taken:
            return self._shared.wait(address)
        return ceil(taken[0] + self.span - now)

    def give_back(self, address: str) -> None:
        """Drops the last counted use by an address."""
        taken = self._taken.get(address)
        if taken:
            taken.pop()
            self._touch()

    def _fresh(self, address: str, now: float) -> deque[float]:
        """The uses by an address within the time span. If there are too many addresses, forgets the one that has been
        idle longest.
        """
        taken = self._taken.pop(address, deque[float]())
        while taken and taken[0] <= now - self.span:
            taken.popleft()
        self._taken[address] = taken  # moved to the end, because it was the latest to ask
        if len(self._taken) > MOST:
            self._taken.pop(next(iter(self._taken)))
        return taken


def in_plain_text(request: Request, text: str) -> Response:
    """The refusal of a request that is over a limit, without a page around it."""
    return PlainTextResponse(text, 429)


class Limits:
    """ASGI middleware behind the guard. `clock` returns seconds; tests can pass a clock of their own.

    `error_page` makes the page for a request that is over a limit.
    """

    def __init__(
        self,
        app: ASGIApp,
        clock: Callable[[], float] = time.monotonic,
        sharing: Sharing | None = None,
        error_page: Callable[[Request, str], Response] = in_plain_text,
    ) -> None:
        self.app, self.clock, self.error_page = app, clock, error_page
        self.opened, self.wrong = Quota(OPENED, HOUR), Quota(WRONG, HOUR)
        self.streams: Counter[str] = Counter()
        self._streams: Share | None = None
        if sharing:
            self.opened.share(sharing, "opened", clock)
            self.wrong.share(sharing, "wrong", clock)
            self._streams = sharing.share(PAGES, lambda: crowds(self.streams))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request: refuses it, or counts it and passes it on."""
        if scope["type"] != "http" or await _is_owner(Request(scope)):
            await self.app(scope, receive, send)
            return
        address, path = address_of(scope), scope["path"]
        if TABLE.fullmatch(path):
            await self._at_table(address, scope, receive, send)
        elif COMING.fullmatch(path):
            await self._counted(self.wrong, address, scope, receive, send)
        else:
            await self._asked(address, scope, receive, send)

    async def _asked(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "GET" and STREAM.fullmatch(scope["path"]):
            await self._stream(address, scope, receive, send)
        elif scope["method"] == "POST" and OPENING.fullmatch(scope["path"]):
            await self._counted(self.opened, address, scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _at_table(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Counts requests for a match or seat that does not exist. Players always reach their own tables."""
        wait = self.wrong.wait(address, self.clock())
        if wait and not await run_in_threadpool(_plays, Request(scope)):
            await self._refuse(_links(-(-wait // 60)), wait, scope, receive, send)
            return

        async def noting(message: Message) -> None:
            if (
                message["type"] == "http.response.start"
                and not wait
                and getattr(Request(scope).state, WRONG_NAME, False)
            ):
                self.wrong.take(address, self.clock())
            await send(message)

        await self._asked(address, scope, receive, noting)

    async def _counted(self, quota: Quota, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Counts a use before the request, so that parallel requests cannot get around the limit.

        Gives the use back if the request turns out not to count.
        """
        wait = quota.take(address, self.clock())
        if wait:
            text = _matches(-(-wait // 60)) if quota is self.opened else _links(-(-wait // 60))
            await self._refuse(text, wait, scope, receive, send)
            return
        status = 500

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noting)
        finally:
            worked = status < 400 or status == TAKEN or scope["path"] == BRING  # checking even a bad record is work
            if worked is (quota is self.wrong):
                quota.give_back(address)

    async def _stream(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        open_ = self.streams[address]
        is_crowd = self._streams is None or open_ >= CROWD  # the other processes are not told of fewer
        if is_crowd and (self._streams.left(address, STREAMS, open_) if self._streams else STREAMS - open_) <= 0:
            text = _(
                "Too many pages are open from your address, so this one will not update itself. Close some of them."
            )
            await self._refuse(text, SOON, scope, receive, send)
            return
        self.streams[address] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.streams[address] -= 1
            if not self.streams[address]:
                del self.streams[address]

    async def _refuse(self, text: str, wait: int, scope: Scope, receive: Receive, send: Send) -> None:
        response = self.error_page(Request(scope), text)
        response.headers["Retry-After"] = str(wait)
        await response(scope, receive, send)


def _plays(request: Request) -> bool:
    """Whether the browser that sent a request plays in the match that the address names."""
    named = TABLE.fullmatch(request.url.path)
    club: Club = request.app.state.club
    with suppress(Trouble):
        return bool(named and club.found(named[1]).held(visitor_of(request).secrets))
    return False


async def _is_owner(request: Request) -> bool:
    """Whether the owner's browser sent the request. Asks the database only if the browser has the owner's cookie."""
    return OWNER in request.cookies and (await run_in_threadpool(visitor_of, request)).is_owner


def address_of(scope: Scope) -> str:
    """The address whose limits a request uses up. For IPv6, it is a /64 network, because one household can have many
    addresses.
    """
    client = scope.get("client")
    return network_of(client[0] if client else "")


def network_of(host: str) -> str:
    """The address whose limits a `host` uses up: its own, or for IPv6 its /64 network."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return str(host)
    if address.version == 6:
        mapped = address.ipv4_mapped
        return str(mapped) if mapped else str(ipaddress.ip_network((int(address), 64), strict=False))
    return str(address)


def _matches(minutes: int) -> str:
    return many(
        "Too many matches were opened from your address. Try again in {n} minute.",
        "Too many matches were opened from your address. Try again in {n} minutes.",
        minutes,
    )


def _links(minutes: int) -> str:
    return many(
        "Too many wrong links or codes were tried from your address. Try again in {n} minute.",
        "Too many wrong links or codes were tried from your address. Try again in {n} minutes.",
        minutes,
    )
