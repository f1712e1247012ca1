"""Named points at every commit boundary, at which a test can kill the process.

BREAKAWAY_FAILPOINT="before commit:3" kills this process (SIGKILL, as kill -9 does) when it comes to that point for the
third time. Nobody sets it but tests; without it a point does nothing.
"""

from __future__ import annotations

import os
import signal

POINTS = (
    "before upgrade",  # the tables are made or changed, nothing of it is committed
    "after upgrade",
    "after create",  # a new match has its row and its seats, but no entry yet
    "after append",  # an entry is written, not committed
    "after seal",  # what is secret is replaced, not committed
    "before commit",
    "after commit",  # on disk, and nobody was told yet
    "before change",  # a seat, or a match's title, is changed, not committed
    "after change",
)

_named, _left = "", 0


def arm(text: str) -> None:
    """Names the point that kills, and at which time: `before commit:3`; empty: none. Raises LookupError."""
    global _named, _left
    name, _, count = text.partition(":")
    _check(name or POINTS[0])
    _named, _left = name, int(count or 1)


def reach(name: str) -> None:
    """Comes to a point; raises LookupError for one that is not listed."""
    global _left
    _check(name)
    if name == _named:
        _left -= 1
        if _left == 0:
            os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))


def _check(name: str) -> None:
    if name not in POINTS:
        raise LookupError(f"{name!r} is no failpoint; there are: {', '.join(POINTS)}")


arm(os.environ.get("BREAKAWAY_FAILPOINT", ""))
