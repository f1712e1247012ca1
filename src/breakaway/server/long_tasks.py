"""Long work for visitors: a queue, and one run for all who ask for the same."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeVar

from starlette.requests import ClientDisconnect, Request

from breakaway.core.language import _, many
from breakaway.records.record_file import Stopped, pausing
from breakaway.server.budgets import PAYER, WORK, Account, Budgets, TooBusy, TooMuch
from breakaway.server.visitors import address_of

# --- The workshop does long work for visitors, such as checking a record, outside the threads that answer requests.
#
# Each kind of work has only one thread, so a long-running job cannot take over the machine, no matter how many visitors
# ask for it. The work pauses at each checkpoint (`records/record_file.py`), so that pages come first. If several
# visitors wait for the same work, it is done only once. Results about a finished match are kept. The workshop stops
# work when nobody is waiting for it anymore. Each address pays for its work out of its budget (`server/budgets.py`),
# the last part of which is kept for pages. The next piece of work is that of the address that has used least.


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


@dataclass
class Job:
    """A piece of work that waits or runs. `payer` pays for it: the first who asked. `waiting`: how many visitors wait
    for it. `left`: set once all have left.
    """

    key: Hashable
    payer: Account
    is_first: bool = False  # the owner's work goes first, and costs nothing
    start: Callable[[], None] = lambda: None
    waiting: int = 0
    left: threading.Event = field(default_factory=threading.Event)
    future: asyncio.Future[Any] | None = None


def _one_thread(lane: str) -> Executor:
    return ThreadPoolExecutor(1, f"workshop {lane}")


class JobQueue:
    """Runs long jobs. All methods must be called in the server's event loop.

    `cost` returns the seconds that the current thread has worked. `executor` makes what does the work of one lane.
    """

    def __init__(
        self,
        budgets: Budgets | None = None,
        cost: Callable[[], float] = time.thread_time,
        executor: Callable[[str], Executor] = _one_thread,
    ) -> None:
        self.budgets, self.cost = budgets or Budgets(), cost
        self._threads = {lane: executor(lane) for lane in LANES}
        self._jobs: dict[Hashable, Job] = {}
        self.queued: Counter[str] = Counter()
        self._asked: Counter[str] = Counter()
        self._line: dict[str, list[Job]] = {lane: [] for lane in LANES}  # what waits for each thread
        self._busy: set[str] = set()  # the lanes whose threads work
        self._kept: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._size = 0

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
        address, paying = address_of(request.scope), PAYER.get()
        account = paying.account if paying else self.budgets.of(address)
        if not free:
            self._refuse(address, account)
        job = self._jobs.get(key) if key is not None else None
        if job is None:
            job = self._begin(account, work, lane, key, keep, free)
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

    def is_kept(self, key: Hashable) -> bool:
        """Whether the result for this `key` is kept, so that nobody has to wait for it."""
        return key in self._kept

    def _refuse(self, address: str, account: Account) -> None:
        """Raises TooMuch if this address has used up its time, or has too much work waiting."""
        if self._asked[address] >= AT_ONCE:
            raise TooMuch(
                _("You are already waiting for several pages like this. Wait until one of them has loaded."), SOON
            )
        wait = self.budgets.wait(account, WORK)
        if wait:
            self.budgets.refused += 1
            raise TooMuch(_worn(-(-wait // 60)), wait)

    def _begin(
        self, account: Account, work: Callable[[], T], lane: str, key: Hashable, keep: bool, is_first: bool
    ) -> Job:
        if self.queued[lane] >= LONGEST_QUEUE:
            raise TooBusy(_("The server is busy with other requests. Try again in a few seconds."), SOON)
        job = Job(key if key is not None else object(), account, is_first)
        self._jobs[job.key] = job
        self.queued[lane] += 1
        job.future = asyncio.get_running_loop().create_future()
        job.future.add_done_callback(lambda each: each.cancelled() or each.exception())  # nobody may wait for it
        job.start = partial(self._start, job, copy_context(), work, lane, keep)
        self._line[lane].append(job)
        self._next(lane)
        return job

    def _next(self, lane: str) -> None:
        """Starts the next piece of work in a lane: the owner's, or that of whoever has used least."""
        if lane in self._busy or not self._line[lane]:
            return
        used = {each.payer: self.budgets.used(each.payer) for each in self._line[lane]}
        job = min(self._line[lane], key=lambda each: (not each.is_first, used[each.payer]))
        self._line[lane].remove(job)
        self._busy.add(lane)
        job.start()

    def _start(self, job: Job, context: Context, work: Callable[[], T], lane: str, keep: bool) -> None:
        spent = [0.0]

        def carried_out() -> T:
            began = self.cost()
            try:
                with pausing(_pause(job)):
                    return work()
            finally:
                spent[0] = self.cost() - began

        done, loop = self._threads[lane].submit(context.run, carried_out), asyncio.get_running_loop()

        def told(_done: object) -> None:
            with suppress(RuntimeError):  # the server has stopped in the meantime
                loop.call_soon_threadsafe(self._end, job, done, lane, spent, keep)

        done.add_done_callback(told)

    def _leave(self, job: Job) -> None:
        """Stops work that nobody is waiting for. If another visitor asks for the same work, it starts afresh."""
        job.left.set()
        if self._jobs.get(job.key) is job:
            del self._jobs[job.key]
        for lane, line in self._line.items():
            if job in line:  # it has not begun
                line.remove(job)
                self.queued[lane] -= 1
        if job.future and not job.future.done():
            job.future.cancel()

    def _end(self, job: Job, done: Future[Any], lane: str, spent: list[float], keep: bool) -> None:
        """Counts a piece of work when it ends, even if it was stopped. Then hands out its result."""
        self.queued[lane] -= 1
        self._busy.discard(lane)
        if not job.is_first:
            self.budgets.charge(job.payer, spent[0])
        if self._jobs.get(job.key) is job:
            del self._jobs[job.key]
        if keep and done.exception() is None:
            self._keep(job.key, done.result())
        if job.future and not job.future.done():
            error = done.exception()
            job.future.set_exception(error) if error else job.future.set_result(done.result())
        self._next(lane)

    def _keep(self, key: Hashable, result: Any) -> None:
        size = len(result) if isinstance(result, (str, bytes)) else getattr(result, "weight", NOMINAL)
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
