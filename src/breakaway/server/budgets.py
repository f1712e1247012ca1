"""What a visitor may cost the server: a budget for each address and each seat, and turns that are fair to all of them.

Everything that the server does for a visitor costs seconds of work: the processor time of pages, of long work and of
what streams send, and the bytes that come and go. All of it comes out of one budget. Work for a page waits for its turn
in a line. Each address has at most one turn at a time, and the next turn goes to whoever has used least. So an address
that asks for a lot slows down itself. What has lately been quick does not wait for slow pages, so a crowd that asks for
many of those slows down only itself as well. The owner has no budget and needs no turns.
"""

from __future__ import annotations

import asyncio
import hashlib
import inspect
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial, wraps
from math import ceil
from typing import Any, TypeVar

from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from breakaway.core.language import UserError, _, many, use
from breakaway.server.request_checks import spoken
from breakaway.server.visitors import (
    DEVICE,
    OLD_SEATS,
    OWNER,
    TABLE,
    Share,
    Sharing,
    Turnstile,
    address_of,
    in_plain_text,
    seat_of,
    visitor_of,
)

# --- Budgets: what each address and each seat has used. A budget fills up again as time passes.


SPAN = 600.0  # seconds in which an address may use WORK seconds of work again and again
WORK = 60.0
PAGES = 90.0  # seconds of work after which an address gets no more pages; WORK of them can be long work
SEAT = 180.0  # the same for a seat, whose budget fills up twice as fast
SPEED = 20 * 2**20  # bytes that count as one second of work
REQUEST = 0.001  # seconds that reading a request counts, whatever comes of it
MOST = 10_000  # addresses and seats that are remembered
KNOWN = 600.0  # seconds for which a browser is known to play a seat


class TooBusy(UserError):
    """The server cannot do this now. `wait`: the seconds after which the visitor may ask again."""

    def __init__(self, text: str, wait: int) -> None:
        super().__init__(text)
        self.wait = wait


class TooMuch(TooBusy):
    """This address has used up its budget, or asks for too much at once."""


class Crowded(TooMuch):
    """So many requests of this address are waiting already that one more is refused at once."""


@dataclass(eq=False)
class Account:
    """The budget of an address, or of a seat whose browser is at this address. `most`: the seconds of work after which
    it gets no more pages. It has `used` so many seconds, as of the moment `at`.
    """

    name: str
    address: str
    most: float
    at: float
    used: float = 0.0

    @property
    def rate(self) -> float:
        """How many seconds of work come back in a second."""
        return self.most / PAGES * WORK / SPAN


@dataclass(eq=False)
class _Waiter:
    """Somebody who waits in line. `is_due`: whether this turn needs nothing left in the budget. `is_patient`: whether
    it waits for as long as it takes, as streams do. `since`: the moment after which nothing was left. `cost`: how many
    seconds of work it is expected to be.
    """

    account: Account
    is_due: bool
    is_patient: bool
    loop: asyncio.AbstractEventLoop
    since: float
    cost: float
    turn: asyncio.Future[None] = field(init=False)

    def __post_init__(self) -> None:
        self.turn = self.loop.create_future()

    def call(self) -> None:
        """Says that the turn has come, also from another thread than the waiter's."""
        self.loop.call_soon_threadsafe(self._come)

    def _come(self) -> None:
        if not self.turn.done():
            self.turn.set_result(None)


# --- Turns: who may have a page made next.


AT_ONCE = 3  # turns at a time, of all addresses together: they share one processor, and may wait for the database
WITH_QUICK = 8  # the same, with work that is expected to be QUICK: it does not wait for slow pages
QUICK = 0.05  # seconds
EACH = 1  # turns at a time for each address
LINE = 256  # requests of one address that may wait at once: as many as it has connections
PATIENCE = 10.0  # seconds that a request waits for its budget to fill up, before it is refused
GLANCE = 0.5  # seconds between two looks at a budget that was used up
USUAL = 0.2  # seconds of work that are expected of what was never done before
LATEST = 8  # about how many times in a row work must be quick until it counts as quick again
T = TypeVar("T")


class Budgets:
    """The budgets of all visitors, and the line in which they wait. `clock` returns seconds. `cost` returns the seconds
    that the current thread has worked.

    Several event loops and threads can use it at once.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, cost: Callable[[], float] = time.thread_time
    ) -> None:
        self.clock, self.cost = clock, cost
        self.refused = 0  # requests, because a budget was used up or a line was full
        self._accounts: OrderedDict[str, Account] = OrderedDict()
        self._seats: OrderedDict[bytes, tuple[float, Account]] = OrderedDict()
        self._running: Counter[str] = Counter()
        self._waiting: list[_Waiter] = []
        self._costs: dict[str, float] = {}  # the seconds that each kind of work has lately taken at most
        self._guard = threading.RLock()
        self._sharing: Sharing | None = None
        self._shared: Share | None = None
        self.turnstile = Turnstile()

    def share(self, sharing: Sharing) -> None:
        """Counts what each visitor uses in this process and, through `sharing`, in all others."""
        self._sharing, self._shared = sharing, sharing.share("work", self._counts)

    def _counts(self) -> dict[str, tuple[int, float]]:
        """The whole seconds used of each budget, rounded up so that they seldom change, and how long they last."""
        with self._guard:
            used = {each.name: self.used(each) for each in self._accounts.values()}
        return {name: (ceil(each), SPAN) for name, each in used.items() if each >= 1}

    def of(self, address: str) -> Account:
        """The budget of an address."""
        return self._account(address, address, PAGES)

    def of_seat(self, match_id: str, seat: int, address: str) -> Account:
        """The budget of a seat. `address`: where its browser is now."""
        found = self._account(f"{match_id} {seat}", address, SEAT)
        found.address = address
        return found

    def _account(self, name: str, address: str, most: float) -> Account:
        with self._guard:
            found = self._accounts.pop(name, None) or Account(name, address, most, self.clock())
            self._accounts[name] = found  # at the end, because it was the latest to ask
            if len(self._accounts) > MOST:
                self._accounts.popitem(last=False)
        return found

    def seat_known(self, key: bytes) -> Account | None:
        """The seat of a browser that has lately shown that it plays there. `key` names the browser and the match."""
        with self._guard:
            since, found = self._seats.get(key, (0.0, None))
            return found if found and self.clock() - since < KNOWN else None

    def note_seat(self, key: bytes, account: Account) -> None:
        """Notes that the browser and match of this `key` belong to a seat with this `account`."""
        with self._guard:
            self._seats.pop(key, None)
            self._seats[key] = self.clock(), account
            if len(self._seats) > MOST:
                self._seats.popitem(last=False)

    def used(self, account: Account) -> float:
        """The seconds of work that this process has counted for an account and that have not come back yet."""
        with self._guard:
            now = self.clock()
            account.used = max(0.0, account.used - (now - account.at) * self._rate(account))
            account.at = now
            return account.used

    def _rate(self, account: Account) -> float:
        """What comes back in this process: all processes together give back one budget."""
        return account.rate / (self._sharing.processes if self._sharing else 1)

    def charge(self, account: Account, seconds: float = 0.0, size: int = 0) -> None:
        """Takes the `seconds` of work and `size` bytes from the budget of this `account`. Nobody owes more than a whole
        budget.
        """
        with self._guard:
            account.used = min(2 * account.most, self.used(account) + seconds + size / SPEED)

    def wait(self, account: Account, most: float = 0.0) -> int:
        """The seconds until something is left in the budget of this `account`, or 0 if something is left now. `most`:
        what it may use, if that is less than everything.
        """
        elsewhere = self._shared.others(account.name) if self._shared else 0
        over = self.used(account) + elsewhere - (most or account.most)
        return 0 if over < 0 else max(1, ceil(over / account.rate))

    def refuse(self, account: Account) -> TooMuch:
        """The error for a request that has waited in vain for the budget of its `account` to fill up."""
        self.refused += 1
        wait = self.wait(account)
        return TooMuch(_worn(-(-wait // 60)), wait)

    def waiting(self, address: str) -> int:
        """How many requests of an address wait in line, besides its streams."""
        return sum(each.account.address == address for each in self._waiting if not each.is_patient)

    async def take(self, account: Account, is_due: bool = False, is_patient: bool = False, cost: float = USUAL) -> None:
        """Waits for a turn. Call `give` when the work is done.

        `is_due`: whether the turn needs nothing left in the budget. `is_patient`: whether to wait for as long as it
        takes; otherwise raises TooMuch after PATIENCE seconds without anything left, or if the line is full. `cost`:
        the seconds of work that are expected.
        """
        with self._guard:
            if self._is_free(account.address, cost) and (is_due or not self.wait(account)):
                self._running[account.address] += 1
                return
            if not is_patient and self.waiting(account.address) >= LINE:
                self.refused += 1
                text = _("Too many requests from your address are waiting. Try again in a few seconds.")
                raise Crowded(text, max(1, self.wait(account)))
            waiter = _Waiter(account, is_due, is_patient, asyncio.get_running_loop(), self.clock(), cost)
            self._waiting.append(waiter)
        try:
            await self._called(waiter)
        except BaseException:
            with self._guard:
                if waiter in self._waiting:
                    self._waiting.remove(waiter)
                else:  # the turn came while the visitor was leaving
                    self.give(account)
            raise

    async def _called(self, waiter: _Waiter) -> None:
        """Waits until a waiter gets its turn. Raises TooMuch."""
        while not (await asyncio.wait({waiter.turn}, timeout=GLANCE))[0]:
            self._next()
            if waiter.turn.done():
                return
            if waiter.is_due or not self.wait(waiter.account):
                waiter.since = self.clock()
            elif not waiter.is_patient and self.clock() - waiter.since >= PATIENCE:
                raise self.refuse(waiter.account)

    def cost_of(self, work: Callable[..., Any]) -> float:
        """The seconds that this kind of `work` has lately taken at most, or USUAL if it has not been done yet."""
        return self._costs.get(_kind(work), USUAL)

    def give(self, account: Account) -> None:
        """Ends a turn of this `account`."""
        with self._guard:
            self._running[account.address] -= 1
            if self._running[account.address] <= 0:
                del self._running[account.address]
            self._next()

    def _is_free(self, address: str, cost: float) -> bool:
        return self._running[address] < EACH and self._running.total() < (WITH_QUICK if cost < QUICK else AT_ONCE)

    def _next(self) -> None:
        """Gives free turns to those who will have used the smallest part of their budgets when their work is done. So a
        quick page goes before the slow pages of a crowd that has only just come. Streams wait for the requests of their
        own visitors.
        """
        with self._guard:
            while True:
                fit = [each for each in self._waiting if self._is_free(each.account.address, each.cost)]
                may = {each: self.used(each) / each.most for each in {each.account for each in fit}}
                spent = {each for each in may if self.wait(each)}
                fit = [each for each in fit if each.is_due or each.account not in spent]
                if not fit:
                    return
                first = min(
                    fit,
                    key=lambda each: (
                        may[each.account] + each.cost / each.account.most,
                        each.is_patient and not each.is_due,
                    ),
                )
                self._waiting.remove(first)
                self._running[first.account.address] += 1
                first.call()

    async def run(
        self,
        account: Account,
        work: Callable[[], T],
        is_due: bool = False,
        is_patient: bool = False,
        is_look: bool = False,
    ) -> T:
        """Does the `work` in a thread when its turn comes, and charges the account for it. Raises TooMuch, as `take`
        does, and the errors of the work.

        `is_look`: whether the work looks for news. If it finds none (None), it costs nothing: a match may have changed
        in secret, and a visitor could learn that from his budget.
        """
        await self.take(account, is_due, is_patient, self.cost_of(work))
        took = 0.0

        def carried_out() -> T:
            nonlocal took
            began = self.cost()
            try:
                return work()
            finally:
                took = self.cost() - began

        found: T | None = None
        try:
            found = await run_in_threadpool(carried_out)
            return found
        finally:
            kind, before = _kind(work), self._costs.get(_kind(work), took)
            self._costs[kind] = max(took, before + (took - before) / LATEST)
            self.charge(account, 0.0 if is_look and found is None else took)
            self.give(account)


def _kind(work: Callable[..., Any]) -> str:
    return str(getattr(getattr(work, "func", work), "__qualname__", ""))


def _worn(minutes: int) -> str:
    return many(
        "Too much work was requested from your address. Try again in {n} minute.",
        "Too much work was requested from your address. Try again in {n} minutes.",
        minutes,
    )


# --- Who pays for a request, and the work that is done for it.


@dataclass(frozen=True)
class Payer:
    """The account that pays for the current request."""

    budgets: Budgets
    account: Account


PAYER: ContextVar[Payer | None] = ContextVar("payer", default=None)  # None for the owner and for the server itself


async def in_turn(
    work: Callable[..., T],
    *given: Any,
    is_due: bool = False,
    is_patient: bool = False,
    is_look: bool = False,
    **named: Any,
) -> T:
    """What `work` returns, done in a thread when it is the visitor's turn, as `Budgets.run` does it. Raises TooMuch and
    the errors of the work.
    """
    payer, asked = PAYER.get(), partial(work, *given, **named)
    if payer is None:
        return await run_in_threadpool(asked)
    return await payer.budgets.run(payer.account, asked, is_due, is_patient, is_look)


async def until_left() -> None:
    """Waits until something is left in the budget of the visitor, for as long as it takes."""
    payer = PAYER.get()
    if payer is not None and payer.budgets.wait(payer.account):
        await payer.budgets.take(payer.account, is_patient=True)
        payer.budgets.give(payer.account)


def takes_turns(work: Callable[..., T]) -> Callable[..., Awaitable[T]]:
    """A handler of errors that does the `work` in turn. An error page needs nothing left in the budget."""

    @wraps(work)
    async def done(*given: Any) -> T:
        return await in_turn(work, *given, is_due=True, is_patient=True)

    return done


class PageRoute(APIRoute):
    """A route whose page is made when it is the visitor's turn, unless it is made in the event loop."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        if not inspect.iscoroutinefunction(endpoint):
            endpoint = _waiting(endpoint)
        super().__init__(path, endpoint, **options)


def _waiting(endpoint: Callable[..., T]) -> Callable[..., Awaitable[T]]:
    @wraps(endpoint)
    async def waited(**given: Any) -> T:
        return await in_turn(endpoint, **given)

    return waited


async def toll(budgets: Budgets, scope: Scope) -> tuple[str, int] | None:
    """Charges a request that is refused before anything else is known of it, as `Metered` charges all others.

    Returns None, or if nothing is left in the budget, what to say instead, and the seconds to wait.
    """
    account = budgets.of(address_of(scope))
    budgets.charge(account, REQUEST)
    await budgets.turnstile.enter(account.name)
    try:
        if budgets.wait(account):
            await budgets.take(account)
            budgets.give(account)
    except TooMuch as error:
        return str(error), error.wait
    return None


class Metered:
    """ASGI middleware behind the guard: finds the account that pays for a request, and charges it.

    A request waits while nothing is left in its budget. `error_page` makes the page for a request that is refused.
    """

    def __init__(
        self,
        app: ASGIApp,
        budgets: Budgets,
        error_page: Callable[[Request, str], Response] = in_plain_text,
    ) -> None:
        self.app, self.budgets, self.error_page = app, budgets, error_page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes one request on, or refuses it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        budgets, request = self.budgets, Request(scope)
        secret = request.cookies.get(OWNER, "")
        if secret and request.app.state.owners.remembers(secret):  # the owner's browser pays nothing
            await self.app(scope, receive, send)
            return
        address = budgets.of(address_of(scope))
        budgets.charge(address, REQUEST)
        await budgets.turnstile.enter(address.name)
        try:
            if secret and await self._is_owner(request, address):
                await self.app(scope, receive, send)
                return
            account = await self._account(request, address)
            if budgets.wait(account):
                await budgets.take(account)
                budgets.give(account)
        except TooMuch as error:
            await self._refuse(request, error, receive, send)
            return

        async def received() -> Message:
            message = await receive()
            budgets.charge(account, size=len(message.get("body", b"")))
            return message

        async def sent(message: Message) -> None:
            budgets.charge(account, size=len(message.get("body", b"")))
            await send(message)

        paying = PAYER.set(Payer(budgets, account))
        try:
            await self.app(scope, received, sent)
        finally:
            PAYER.reset(paying)

    async def _is_owner(self, request: Request, address: Account) -> bool:
        """Whether the database knows the secret, which this process has not seen yet, of an owner's browser."""
        return await self.budgets.run(address, lambda: visitor_of(request).is_owner, is_due=True)

    async def _account(self, request: Request, address: Account) -> Account:
        """The account that pays: that of the address, or once it is used up, that of the seat."""
        named = TABLE.fullmatch(request.url.path)
        if not named or not self.budgets.wait(address):
            return address
        secrets = [each for name, each in sorted(request.cookies.items()) if name in (DEVICE, OLD_SEATS)]
        if not secrets:
            return address
        key = hashlib.sha256("\0".join((named[1], *secrets)).encode()).digest()
        known = self.budgets.seat_known(key)
        if known:
            return known
        seat = await self.budgets.run(address, partial(seat_of, request), is_due=True)
        if seat is None:
            return address
        found = self.budgets.of_seat(named[1], seat, address.name)
        self.budgets.note_seat(key, found)
        return found

    async def _refuse(self, request: Request, error: TooMuch, receive: Receive, send: Send) -> None:
        """Answers with a page to those who have waited, and else with a few words that cost nothing."""
        use(spoken(Headers(scope=request.scope)))
        if isinstance(error, Crowded):
            response = in_plain_text(request, str(error))
        else:
            response = await run_in_threadpool(self.error_page, request, str(error))
        response.headers["Retry-After"] = str(error.wait)
        await response(request.scope, receive, send)
