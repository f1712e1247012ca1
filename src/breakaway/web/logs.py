"""The server's log: lines for people, or JSON for programs. Writes a repeated message only every thousandth time."""

from __future__ import annotations

import json
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime
from typing import IO

from breakaway.core.language import Trouble

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
    """Sends the whole program's warnings and errors to standard error, as lines of this `kind`. Raises Trouble."""
    if kind not in KINDS:
        raise Trouble(f"--log: expected text or json, not {kind[:40]!r}")
    logging.basicConfig(level=logging.WARNING, handlers=[handler_for(kind)], force=True)
