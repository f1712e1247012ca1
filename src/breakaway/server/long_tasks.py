"""Long work for visitors: a queue, and one run for all who ask for the same."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from typing import Any, Generic, TypeVar

from starlette.requests import ClientDisconnect, Request

from breakaway.core.language import UserError, _, many
from breakaway.records.record_file import Stopped, pausing
from breakaway.server.visitors import Share, Sharing, address_of

# --- The workshop does long work for visitors, such as checking a record, outside the threads that answer requests.
#
# Each kind of work has only one thread, so a long-running job cannot take over the machine, no matter how many visitors
# ask for it. The work pauses at each checkpoint (`records/record_file.py`), so that pages come first. If several
# visitors wait for the same work, it is done only once. Results about a finished match are kept. The workshop stops
# work when nobody is waiting for it anymore. Each address gets a limited time in the workshop; the owner's time is not
# limited.


SPAN = 600.0  # seconds over which the work for an address is counted
WORK = 60.0  # seconds of work that one address gets in a span
AT_ONCE = 4  # pieces of work that one address may wait for at once
LONGEST_QUEUE = 64  # pieces of work of one kind that may wait or run at once
KEPT = 32 * 2**20  # bytes of results that are kept, as `_keep` counts them
NOMINAL = 64 * 1024  # bytes that a result counts for if its size is unknown
SOON = 5  # seconds after which a visitor may ask again if the queue is full
STRIDE, REST = 0.004, 0.002  # seconds of work between two rests, and seconds that a rest lasts
GLANCE = 0.1  # seconds between checks that the visitor is still waiting
READ, CHECK = "read", "check"
LANES = (READ, CHECK)  # quick work does not queue behind checks and uploads
T = TypeVar("T")


class TooBusy(UserError):
    """The workshop has no room for this piece of work now. `wait`: the seconds after which a visitor may ask again."""

    def __init__(self, text: str, wait: int) -> None:
        super().__init__(text)
        self.wait = wait


class TooMuch(TooBusy):
    """This address has used up its time in the workshop, or has too much work waiting."""


@dataclass
class Job:
    """A piece of work that waits or runs. `waiting`: how many visitors wait for it. `left`: set once all have left."""

    key: Hashable
    waiting: int = 0
    left: threading.Event = field(default_factory=threading.Event)
    future: asyncio.Future[Any] | None = None


class JobQueue:
    """Runs long jobs. All methods must be called in the server's event loop.

    `clock` returns seconds, for the time limits. `cost` returns the seconds that the current thread has worked.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, cost: Callable[[], float] = time.thread_time
    ) -> None:
        self.clock, self.cost = clock, cost
        self._threads = {lane: ThreadPoolExecutor(1, f"workshop {lane}") for lane in LANES}
        self._jobs: dict[Hashable, Job] = {}
        self.queued: Counter[str] = Counter()
        self._asked: Counter[str] = Counter()
        self._used: OrderedDict[str, deque[tuple[float, float]]] = OrderedDict()
        self._shared: Share | None = None
        self._kept: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._size = 0

    def share(self, sharing: Sharing) -> None:
        """Counts the milliseconds of work for each address, in this process and, through `sharing`, in all others."""
        self._shared = sharing.share("work", self._counts)

    def _counts(self) -> dict[str, tuple[int, float]]:
        now = self.clock()
        for address in list(self._used):
            self._fresh(address, now)
        return {each: (int(1000 * sum(cost for _at, cost in used)), SPAN) for each, used in self._used.items()}

    def _fresh(self, address: str, now: float) -> deque[tuple[float, float]]:
        """The work done for an address within the time span."""
        used = self._used.get(address, deque())
        while used and used[0][0] <= now - SPAN:
            used.popleft()
        return used

    async def do(
        self,
        request: Request,
        work: Callable[[], T],
        lane: str = READ,
        key: Hashable = None,
        keep: bool = False,
        free: bool = False,
    ) -> T:
        """Runs `work` in a thread of this `lane`, and returns its result.

        Raises TooBusy, TooMuch, or whatever `work` raises. Visitors who ask for the same `key` share one piece of work.
        If `key` is None, nobody shares the work. `keep`: whether to keep the result, because it can never change.
        `free`: whether this visitor is exempt from the limits. Raises ClientDisconnect if the visitor leaves.
        """
        if key is not None and key in self._kept:
            self._kept.move_to_end(key)
            kept: T = self._kept[key][0]
            return kept
        address = address_of(request.scope)
        if not free:
            self._refuse(address)
        job = self._jobs.get(key) if key is not None else None
        if job is None:
            job = self._begin(address, work, lane, key, keep)
        job.waiting += 1
        self._asked[address] += 1
        try:
            done: T = await _wait(request, job)
            return done
        finally:
            self._asked -= Counter({address: 1})
            job.waiting -= 1
            if not job.waiting:
                self._leave(job)

    def _refuse(self, address: str) -> None:
        """Raises TooMuch if this address has used up its time, or has too much work waiting."""
        if self._asked[address] >= AT_ONCE:
            raise TooMuch(
                _("You are already waiting for several pages like this. Wait until one of them has loaded."), SOON
            )
        wait = self.wait_of(address)
        if wait:
            raise TooMuch(_worn(-(-wait // 60)), wait)

    def wait_of(self, address: str) -> int:
        """The seconds until this address may ask for work again, or 0 if it may ask now."""
        used = self._fresh(address, self.clock())
        elsewhere = self._shared.others(address) / 1000 if self._shared else 0.0
        if sum(cost for _at, cost in used) + elsewhere < WORK:
            return 0
        if not used:
            return self._shared.wait(address) if self._shared else 1
        return max(1, ceil(used[0][0] + SPAN - self.clock()))

    def _begin(self, address: str, work: Callable[[], T], lane: str, key: Hashable, keep: bool) -> Job:
        if self.queued[lane] >= LONGEST_QUEUE:
            raise TooBusy(_("The server is busy with other requests. Try again in a few seconds."), SOON)
        job = Job(key if key is not None else object())
        self._jobs[job.key] = job
        self.queued[lane] += 1
        context = copy_context()
        spent = [0.0]

        def carried_out() -> T:
            began = self.cost()
            try:
                with pausing(_pause(job)):
                    return work()
            finally:
                spent[0] = self.cost() - began

        done, loop = self._threads[lane].submit(context.run, carried_out), asyncio.get_running_loop()
        ends = partial(self._end, job, done, lane, address, spent, keep)

        def told(_done: object) -> None:
            with suppress(RuntimeError):  # the server has stopped in the meantime
                loop.call_soon_threadsafe(ends)

        done.add_done_callback(told)  # before the next line, so that the work is counted before anybody has the result
        job.future = asyncio.wrap_future(done)
        job.future.add_done_callback(lambda each: each.cancelled() or each.exception())  # nobody may wait for it
        return job

    def _leave(self, job: Job) -> None:
        """Stops work that nobody is waiting for. If another visitor asks for the same work, it starts afresh."""
        job.left.set()
        if self._jobs.get(job.key) is job:
            del self._jobs[job.key]
        if job.future and not job.future.done():
            job.future.cancel()

    def _end(self, job: Job, done: Future[Any], lane: str, address: str, spent: list[float], keep: bool) -> None:
        """Counts a piece of work when it ends, even if it was stopped."""
        self.queued[lane] -= 1
        self._charge(address, spent[0])
        if self._jobs.get(job.key) is job:
            del self._jobs[job.key]
        if keep and not done.cancelled() and done.exception() is None:
            self._keep(job.key, done.result())

    def _charge(self, address: str, spent: float) -> None:
        self._used.setdefault(address, deque()).append((self.clock(), spent))
        self._used.move_to_end(address)
        if len(self._used) > 10_000:
            self._used.popitem(last=False)

    def _keep(self, key: Hashable, result: Any) -> None:
        size = len(result) if isinstance(result, (str, bytes)) else NOMINAL
        if key in self._kept:
            self._size -= self._kept.pop(key)[1]
        self._kept[key] = result, size
        self._size += size
        while self._size > KEPT:
            self._size -= self._kept.popitem(last=False)[1][1]


def _pause(job: Job) -> Callable[[], None]:
    """What a piece of work does at its checkpoints: it pauses from time to time, and stops if nobody waits for it."""
    last = time.monotonic()

    def pause() -> None:
        nonlocal last
        if job.left.is_set():
            raise Stopped
        if time.monotonic() - last > STRIDE:
            time.sleep(REST)
            last = time.monotonic()

    return pause


async def _wait(request: Request, job: Job) -> Any:
    """The result of a job. Raises what the job raises, or ClientDisconnect if the visitor leaves."""
    assert job.future is not None
    while True:
        done, _pending = await asyncio.wait({job.future}, timeout=GLANCE)
        if done:
            return job.future.result()
        if await request.is_disconnected():
            raise ClientDisconnect


def _worn(minutes: int) -> str:
    return many(
        "Too much work, such as checks and replays, was requested from your address. Try again in {n} minute.",
        "Too much work, such as checks and replays, was requested from your address. Try again in {n} minutes.",
        minutes,
    )


# --- Does the same work only once, even if several threads need it.
#
# For example, the reply to a choice and the player's own stream share one page.


FRESH = 1.0  # seconds during which a result is used again
MOST = 64  # results that are kept


class RecentResults(Generic[T]):
    """Recent results, each under a key that contains everything that the result depends on. Safe to use from several
    threads.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._guard = threading.Lock()
        self._made: OrderedDict[Hashable, tuple[float, Future[T]]] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The recent result for this `key`. If there is none yet, waits for the thread that is making one, or calls
        `make`.

        Raises the errors of `make`.
        """
        with self._guard:
            began, future = self._made.get(key, (0.0, None))
            if future is not None and self._clock() - began < FRESH:
                mine = None
            else:
                mine = future = Future()
                self._made[key] = self._clock(), future
                self._made.move_to_end(key)
                if len(self._made) > MOST:
                    self._made.popitem(last=False)
        if mine is not None:
            self._fill(key, mine, make)
        return future.result()

    def _fill(self, key: Hashable, mine: Future[T], make: Callable[[], T]) -> None:
        try:
            mine.set_result(make())
        except BaseException as error:
            with self._guard:
                self._made.pop(key, None)
            mine.set_exception(error)
