"""Tasks that run beside requests and start again after an error, and the server's log."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Hashable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import IO, Any

from breakaway.core.language import UserError

# --- Background tasks that always start again: each failure is logged, and the next try comes after a longer pause.
#
# `/healthz` reports which tasks are healthy (`web/health.py`).


LOG = logging.getLogger(__name__)
FIRST, LONGEST = 0.5, 30.0  # seconds of the first pause, and of the longest
STALLED = 90.0  # seconds without a completed round before a task counts as stalled
OK, FAILING, STALLS = "ok", "failing", "stalled"
Work = Callable[[Callable[[], None]], Coroutine[Any, Any, None]]  # gets the function to call after each completed round


@dataclass
class Task:
    """A background task.

    `faults`: how many times the task has failed since its last completed round. `since`: when the task began to
    fail, in seconds of the clock. `last`: when the task last completed a round.
    """

    name: str
    last: float
    faults: int = 0
    since: float = 0.0
    restarts: int = 0


class Supervisor:
    """Keeps background tasks running. `clock` returns seconds, and `sleep` waits for a number of seconds.

    Tests pass functions of their own.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.clock, self.sleep = clock, sleep
        self.tasks: dict[str, Task] = {}

    @asynccontextmanager
    async def running(self, name: str, work: Work) -> AsyncIterator[None]:
        """Keeps `work` running in the background while a block runs."""
        self.tasks[name] = Task(name, self.clock())
        kept = asyncio.create_task(self._keep(self.tasks[name], work))
        try:
            yield
        finally:
            kept.cancel()
            with suppress(asyncio.CancelledError):
                await kept

    def state_of(self, task: Task) -> str:
        """The state of a task: ok, failing, or stalled if it has not completed a round for a long time."""
        if task.faults:
            return FAILING
        return STALLS if self.clock() - task.last > STALLED else OK

    async def _keep(self, task: Task, work: Work) -> None:
        while True:
            try:
                await work(lambda: self._well(task))
            except Exception as error:
                self._failed(task, error)
            await self.sleep(pause_after(task.faults))
            task.restarts += 1

    def _well(self, task: Task) -> None:
        if task.faults:
            LOG.warning("%s: goes on after %.0f s and %d faults", task.name, self.clock() - task.since, task.faults)
        task.faults, task.last = 0, self.clock()

    def _failed(self, task: Task, error: Exception) -> None:
        if not task.faults:
            task.since = self.clock()
        task.faults += 1
        pause = pause_after(task.faults)
        if isinstance(error, UserError):  # such as a database that does not answer: no bug, so no traceback
            LOG.error("%s: %s Next attempt in %.1f s.", task.name, error, pause)
        else:
            LOG.exception("%s: failed. Next attempt in %.1f s.", task.name, pause)


def pause_after(faults: int) -> float:
    """The seconds to wait after a number of `faults` in a row."""
    return min(LONGEST, FIRST * 2.0 ** max(0, min(faults, 16) - 1))


class Retries:
    """Says when to retry failed work: first after a minute, then after twice as long each time, up to one hour."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._next: dict[Hashable, tuple[float, float]] = {}  # when to try again, and the last pause

    def may(self, key: Hashable) -> bool:
        """Whether it is time to retry the work with this key."""
        return key not in self._next or self.clock() >= self._next[key][0]

    def failed(self, key: Hashable) -> None:
        """Notes that the work with this key has failed."""
        pause = min(3600.0, 2 * self._next[key][1]) if key in self._next else 60.0
        self._next[key] = self.clock() + pause, pause

    def only(self, keys: Iterable[Hashable]) -> None:
        """Forgets all failed work except the work with these `keys`."""
        self._next = {key: self._next[key] for key in keys if key in self._next}


# --- The server's log: lines for people, or JSON for programs. Writes a repeated message only every thousandth time.


REPEATS = 1000
QUIET = 3600.0  # seconds after which a message counts as new again
MOST = 1000  # messages that are remembered
PLAIN, JSON = "text", "json"
KINDS = (PLAIN, JSON)


class Repeats(logging.Filter):
    """Lets the first of several equal messages pass, and then every thousandth, with the number of those left out.

    Messages are equal if the same place in the program reports the same kind of event, whatever the details. `clock`
    returns seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.clock = clock
        self._seen: OrderedDict[tuple[object, ...], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write this message. Adds how many times the message has occurred since it was last written."""
        key = (record.name, record.levelno, str(record.msg), *_fault(record))
        began, count = self._seen.pop(key, (self.clock(), 0))
        if self.clock() - began > QUIET:
            began, count = self.clock(), 0
        self._seen[key] = began, count + 1
        if len(self._seen) > MOST:
            self._seen.popitem(last=False)
        if count and count % REPEATS == 0:
            record.msg, record.args = f"{record.getMessage()} (and {REPEATS - 1} more like it)", ()
        return count % REPEATS == 0


def _fault(record: logging.LogRecord) -> tuple[object, ...]:
    """The type of the exception that a message reports, and the line that raised it."""
    if not record.exc_info or record.exc_info[0] is None:
        return ()
    traceback = record.exc_info[2]
    while traceback and traceback.tb_next:
        traceback = traceback.tb_next
    place = (traceback.tb_frame.f_code.co_filename, traceback.tb_lineno) if traceback else ()
    return (record.exc_info[0], *place)


class JsonLines(logging.Formatter):
    """Each message as one line of JSON: time (UTC), level, logger, message and, if there is one, the traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """The line for a message."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"time": at, "level": record.levelname.lower(), "logger": record.name, "message": record.getMessage()}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def handler_for(kind: str, stream: IO[str] | None = None) -> logging.Handler:
    """A handler that writes lines of this `kind` to a `stream` (None: standard error)."""
    made = logging.StreamHandler(stream)
    made.addFilter(Repeats())
    plain = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    made.setFormatter(JsonLines() if kind == JSON else plain)
    return made


def write_to(kind: str) -> None:
    """Sends the whole program's warnings and errors to standard error, as lines of this `kind`. Raises UserError."""
    if kind not in KINDS:
        raise UserError(f"--log: expected text or json, not {kind[:40]!r}")
    logging.basicConfig(level=logging.WARNING, handlers=[handler_for(kind)], force=True)
