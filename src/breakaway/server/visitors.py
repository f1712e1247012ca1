"""A visitor: the cookies of a browser, and the limits on what it may do, which all workers share."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
import logging
import re
import time
from collections import Counter, defaultdict, deque
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from secrets import token_hex, token_urlsafe
from urllib.parse import quote, unquote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from breakaway.club.club import Club
from breakaway.club.database import Database, Unreachable
from breakaway.club.hosting import NO_SEAT, has_chair
from breakaway.club.notifications import ALIVE, STANDING_KINDS, Key, SharedCount, forget, sweep, tell, told_by_others
from breakaway.club.notifications import STREAM as PAGES
from breakaway.club.seats import Seat, Sitter, tidy
from breakaway.core.language import UserError, _, many
from breakaway.players.seated_match import HUMAN
from breakaway.server.background import Supervisor
from breakaway.server.request_checks import Identity

# --- The visitor: a browser with its cookies, the seats that it plays, and whether it is the owner's.


BROWSER, DEVICE, OWNER, INVITES, THEME, NAME = "browser", "device", "owner", "invites", "theme", "name"
OLD_SEATS = "seats"  # the links that a browser followed before it had a secret of its own
THEMES = ("auto", "light", "dark")
TOKEN = re.compile(r"[\w-]{16,200}", re.ASCII)
MOST_LINKS = 60  # the most that a browser remembers
AGE = 400 * 24 * 3600  # seconds; browsers keep no cookie for longer
FAMILIES = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac", "Linux")


@dataclass
class Visitor:
    """One browser. `secrets` give access to its seats.

    The first secret is the browser's own, and `is_known` says whether the browser already had it. `is_owner`:
    whether the browser has the owner's rights. `called`: how the browser describes itself. `name`: the name that its
    player last gave at a table.
    """

    browser: str
    secrets: list[str]
    invites: list[str]  # invitations for others that this browser may pass on
    theme: str
    is_known: bool
    is_owner: bool
    called: str
    name: str = ""

    @property
    def csrf(self) -> str:
        """The token in every web form that is sent to this browser. Nobody else can guess this token."""
        return hashlib.sha256(f"form of {self.browser}".encode()).hexdigest()[:40]

    def sent(self, csrf: str) -> bool:
        """Whether a form's `csrf` token is this browser's."""
        return hmac.compare_digest(csrf.encode(errors="replace"), self.csrf.encode())

    def seats_in(self, seats: Iterable[Seat], held: Iterable[int]) -> list[int]:
        """The seats of a match that this browser plays.

        These are the seats that its secrets open (`held`) and, in the owner's browser, the owner's seats.
        """
        mine = {seat.seat for seat in seats if self.is_owner and seat.by == HUMAN and not seat.by_link}
        return sorted(mine | {*held})

    def sitter(self, name: str = "", phrase: str | None = None) -> Sitter:
        """This browser as a `Sitter`, which can sit down under a `name`, with this recovery `phrase`."""
        return Sitter(self.secrets, name, self.called, phrase, self.is_owner)


def visitor_of(request: Request) -> Visitor:
    """The browser that sent a request. `remember` stores a new visitor's random name and secret in cookies."""
    cookies, state = request.cookies, request.state
    if not hasattr(state, "visitor"):
        browser, device = (cookies.get(name, "") for name in (BROWSER, DEVICE))
        links, invites = (
            [each for each in cookies.get(name, "").split(".") if TOKEN.fullmatch(each)][:MOST_LINKS]
            for name in (OLD_SEATS, INVITES)
        )
        theme = cookies.get(THEME, "auto")
        state.visitor = Visitor(
            browser if TOKEN.fullmatch(browser) else token_urlsafe(24),
            [device if TOKEN.fullmatch(device) else token_urlsafe(24), *links],
            invites,
            theme if theme in THEMES else "auto",
            bool(TOKEN.fullmatch(device)),
            request.app.state.owners.knows(cookies.get(OWNER, "")),
            called(request.headers.get("user-agent", "")),
            tidy(unquote(cookies[NAME])) if NAME in cookies else "",
        )
    found: Visitor = state.visitor
    return found


def called(agent: str) -> str:
    """How a browser describes itself, such as `Firefox, Linux`. Empty if the browser is unknown."""
    families = [name for sign, name in FAMILIES if sign in agent]
    return ", ".join([*families[:1], *[name for name in SYSTEMS if name in agent][:1]])


def remember(request: Request, response: Response) -> None:
    """Sets the cookies with a new browser's name and secret in a `response`."""
    visitor = visitor_of(request)
    for name, value in ((BROWSER, visitor.browser), (DEVICE, visitor.secrets[0])):
        if request.cookies.get(name) != value:
            keep(request, response, name, value)


def keep_name(request: Request, response: Response, name: str) -> None:
    """Lets the browser keep its player's name, by a cookie in the `response`, for the next table."""
    if tidy(name):
        keep(request, response, NAME, quote(tidy(name)))


def add_invites(request: Request, response: Response, invitations: list[str]) -> None:
    """Lets the browser pass on these invitations, by a cookie in the `response`."""
    visitor = visitor_of(request)
    visitor.invites = [*invitations, *visitor.invites][:MOST_LINKS]
    keep(request, response, INVITES, ".".join(visitor.invites))


def keep(request: Request, response: Response, name: str, value: str) -> None:
    """Sets a cookie in the `response`, with this `name` and `value`, that no script and no other site can read."""
    identity: Identity = request.app.state.identity
    secure, where = request.url.scheme == "https" or identity.is_secure, identity.base_path or "/"
    response.set_cookie(name, value, max_age=AGE, path=where, httponly=True, samesite="lax", secure=secure)


# --- What the processes of one club tell each other about visitors, so that limits hold for all processes together.
#
# Each process counts in memory, as it would alone. About once a second, each process writes its changed counts into the
# database and reads the counts of the others (`club/notifications.py`). So no request waits for the database, and most
# requests write nothing. Until the next round, each process lets an address use only an equal share of what is left of
# the limit. Addresses are stored as keyed hashes.


LOG = logging.getLogger(__name__)
ROUND, SOON = 1.0, 0.2  # seconds between two rounds: usually, and after a count has changed
STANDING = 15.0  # seconds for which others believe that a visitor is there, unless they are told again
PULSE = 5.0  # seconds after which they are told again
CROWD, STEP = 16, 8  # how many pages or connections an address has before others are told, and in what steps
Source = Callable[[], Mapping[str, tuple[int, float]]]  # each name's count, and the seconds until it ends


def crowds(open_: Mapping[str, int]) -> dict[str, tuple[int, float]]:
    """The addresses with many open pages or connections, each with its count, rounded so that it seldom changes."""
    return {each: (-(-n // STEP) * STEP, STANDING) for each, n in open_.items() if n >= CROWD}


class Share:
    """Everything of one kind that this process counts, together with the counts of the other processes."""

    def __init__(self, sharing: Sharing, kind: str, source: Source, is_secret: bool) -> None:
        self.kind, self.source = kind, source
        self._sharing, self._is_secret = sharing, is_secret
        self._told: dict[str, int] = {}  # what the others were told in the last round
        self._others: dict[str, tuple[int, float]] = {}  # their sum, and when the first of them ends

    def left(self, name: str, most: int, mine: int) -> int:
        """How much more this process may let `name` use before the next round, if `most` is the limit for all
        processes.

        `mine` is what `name` has used in this process.
        """
        hidden = self.hidden(name)
        told = self._told.get(hidden, 0)
        rest = most - told - self._others.get(hidden, (0, 0.0))[0]
        return told + self._sharing.part_of(rest) - mine

    def touch(self) -> None:
        """Asks for a round soon, because a count has changed."""
        self._sharing.soon.set()

    def others(self, name: str) -> int:
        """What the other processes have counted for this `name`."""
        return self._others.get(self.hidden(name), (0, 0.0))[0]

    def wait(self, name: str) -> int:
        """The seconds (at least 1) until the first of the other processes' counts expires."""
        return max(1, ceil(self._others.get(self.hidden(name), (0, 0.0))[1] - time.monotonic()))

    def hidden(self, name: str) -> str:
        """The `name` as the database stores it."""
        return self._sharing.hidden(self.kind, name) if self._is_secret else name

    def counted(self) -> dict[str, tuple[int, float]]:
        """The current counts of this process."""
        return {self.hidden(name): count for name, count in self.source().items() if count[0]}

    def heard(self, told: dict[str, int], others: Sequence[SharedCount]) -> None:
        """Notes what the other processes were told, and what they count."""
        self._told, now = told, time.monotonic()
        found: dict[str, tuple[int, float]] = {}
        for each in others:
            n, ends = found.get(each.name, (0, now + each.ends))
            found[each.name] = n + each.n, min(ends, now + each.ends)
        self._others = found


@lru_cache(maxsize=1 << 15)
def _hidden(key: bytes, name: str) -> str:
    return hmac.new(key, name.encode(), hashlib.sha256).hexdigest()[:32]


class Sharing:
    """The counts that this process shares with others on its `database`. The `supervisor` keeps the rounds going.

    All methods except `exchange` must be called in the server's event loop.
    """

    def __init__(self, database: Database, supervisor: Supervisor) -> None:
        self.database, self.supervisor = database, supervisor
        self.process = token_hex(8)  # `name_after` sets one that stays the same after a restart
        self.soon = asyncio.Event()
        self.heard: list[Callable[[Sequence[SharedCount]], None]] = []  # called after each round
        self._shares: list[Share] = []
        self._told: dict[Key, int] = {}
        self._beat = 0.0  # when the others were last told everything
        self._peers: list[str] = [self.process]

    def name_after(self, place: str) -> None:
        """Names this process after its `place`, so that after a crash it finds and removes what it wrote under this
        name before.

        Call this method before `running`.
        """
        self.process = hashlib.sha256(place.encode()).hexdigest()[:16]
        self._peers = [self.process]

    def share(self, kind: str, source: Source, is_secret: bool = True) -> Share:
        """Shares the counts of this `kind` with the other processes. `source` returns what this process counts.
        `is_secret`: whether the database stores only hashes of the names.
        """
        self._shares.append(Share(self, kind, source, is_secret))
        return self._shares[-1]

    def part_of(self, rest: int) -> int:
        """This process's share of the `rest`, rounded up, so that each process may use some of it."""
        return -(-max(0, rest) // len(self._peers))

    @property
    def processes(self) -> int:
        """How many processes share these counts."""
        return len(self._peers)

    def hidden(self, kind: str, name: str) -> str:
        """A name that only servers with the same keys can derive from an address. `kind` says what is counted."""
        return _hidden(self.database.keys.reply, f"{kind} {name}")

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Exchanges counts once before a block begins, and then while it runs."""
        with suppress(Unreachable):
            await run_in_threadpool(forget, self.database, self.process)  # it may have been killed a moment ago
            await self._round()
        async with self.supervisor.running("sharing", self._rounds):
            yield
        with suppress(UserError):
            await run_in_threadpool(forget, self.database, self.process)

    async def _rounds(self, well: Callable[[], None]) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.soon.wait(), ROUND)
            self.soon.clear()
            await self._round()
            well()
            await self.supervisor.sleep(SOON)

    async def _round(self) -> None:
        found = {(share.kind, name): count for share in self._shares for name, count in share.counted().items()}
        found[ALIVE, ""] = 1, STANDING
        now = time.monotonic()
        beats = now - self._beat > PULSE or not self._beat
        changed = {
            key: count
            for key, count in found.items()
            if self._told.get(key) != count[0] or (beats and key[0] in STANDING_KINDS)
        }
        changed |= {key: (0, 0.0) for key in self._told if key not in found}
        others = await run_in_threadpool(self.exchange, changed, beats)
        self._told = {key: n for key, (n, _ends) in found.items()}
        self._beat = now if beats else self._beat
        self._hear(others)

    def exchange(self, changed: Mapping[Key, tuple[int, float]], sweeps: bool = False) -> list[SharedCount]:
        """Tells the other processes what has changed, and returns what they count.

        `sweeps`: whether to remove expired counts, too. Raises Unreachable.
        """
        if changed:
            tell(self.database, self.process, changed)
        if sweeps:
            sweep(self.database)
        return told_by_others(self.database, self.process)

    def _hear(self, others: Sequence[SharedCount]) -> None:
        self._peers = sorted({self.process, *(each.process for each in others if each.kind == ALIVE)})
        kinds: dict[str, list[SharedCount]] = defaultdict(list)
        for each in others:
            kinds[each.kind].append(each)
        for share in self._shares:
            told = {name: n for (kind, name), n in self._told.items() if kind == share.kind}
            share.heard(told, kinds[share.kind])
        for tell_it in self.heard:
            tell_it(others)


# --- Limits for each address on a public server: matches opened, wrong links and codes tried, and pages open at once.
#
# The owner is not subject to these limits. The counts are kept in memory and expire with time. Processes that share a
# database share the counts, too (`Sharing`).


HOUR = 3600.0
OPENED = 20  # matches that one address may open in an hour: tables, rematches, lessons and uploaded records
WRONG = 30  # wrong links, codes, phrases and names that one address may try in an hour
STREAMS = 200  # pages that one address may have open at once
TRY_AGAIN = 60  # seconds after which a visitor with too many open pages may try again
MOST = 10_000  # addresses that are remembered
OPENING = re.compile(
    r"/quick/[^/]+|/open/[^/]+|/next|/upload|/carry|/match/[^/]+/[^/]+/again|/match/[^/]+/branch|/lesson/[^/]+|/season/new"
)
COMING = re.compile(
    r"/seat/[^/]+|/chair/[^/]+|/join|/take/[^/]+/[^/]+|/device/[^/]+/[^/]+|/owner/[^/]+|/season/(?:join|chair)/[^/]+"
)
BRING = "/upload"
WRONG_NAME = "is_wrong_name"  # set on a request whose match or seat does not exist
TAKEN = 410  # the status of the reply to a correct link whose seat is taken
TABLE = re.compile(r"/(?:match|host)/([^/]*)(/.*)?")
SEASON = re.compile(r"/season/.*")
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
        elif SEASON.fullmatch(path):
            await self._at_table(address, scope, receive, send)
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
        """Counts requests for a match, seat or season that does not exist. Players always reach their own tables."""
        wait = self.wrong.wait(address, self.clock())
        if wait and await run_in_threadpool(seat_of, Request(scope)) is None:
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
            await self._refuse(text, TRY_AGAIN, scope, receive, send)
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


def seat_of(request: Request) -> int | None:
    """The first seat that the browser which sent a request plays in the match that the address names. NO_SEAT if it
    hosts the match, None if it does neither.
    """
    named = TABLE.fullmatch(request.url.path)
    club: Club = request.app.state.club
    with suppress(UserError):
        if named:
            found, secrets = club.found(named[1]), visitor_of(request).secrets
            return next(iter(found.held(secrets)), NO_SEAT if has_chair(found, secrets) else None)
    return None


async def _is_owner(request: Request) -> bool:
    """Whether the owner's browser sent the request. Asks the database only if the browser has the owner's cookie."""
    return OWNER in request.cookies and (await run_in_threadpool(visitor_of, request)).is_owner


class Turnstile:
    """Lets one after another through: of each address, one in each round of the event loop.

    So an address with hundreds of connections cannot fill a round with cheap requests while others wait for theirs.
    """

    def __init__(self) -> None:
        self._lines: dict[str, tuple[asyncio.AbstractEventLoop, deque[Callable[[], object]]]] = {}

    def may_go(self, address: str, later: Callable[[], object]) -> bool:
        """Whether this `address` may have something done now: the first time in each round. Otherwise calls `later` in
        a later round.
        """
        loop = asyncio.get_running_loop()
        found = self._lines.get(address)
        if found and found[0] is loop:
            found[1].append(later)
            return False
        self._lines[address] = loop, deque()
        loop.call_soon(self._call, address)
        return True

    async def enter(self, address: str) -> None:
        """Waits until this `address` may have something done."""
        turn = asyncio.Event()
        if not self.may_go(address, turn.set):
            await turn.wait()

    def _call(self, address: str) -> None:
        loop, line = self._lines[address]
        if not line:
            del self._lines[address]
            return
        loop.call_soon(self._call, address)
        line.popleft()()


def address_of(scope: Scope) -> str:
    """The address whose limits a request uses up. For IPv6, it is a /64 network, because one household can have many
    addresses. `scope` is the request's ASGI scope.
    """
    client = scope.get("client")
    return network_of(client[0] if client else "")


def network_of(host: str) -> str:
    """The address whose limits a `host` uses up: its own, or for IPv6 its /64 network."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return str(host)
    if isinstance(address, ipaddress.IPv6Address):
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
