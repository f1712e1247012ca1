"""Named points, before and after every commit, where a test can kill the process.

BREAKAWAY_FAILPOINT="before commit:3" kills this process (with SIGKILL, like kill -9) when it reaches that point for the
third time. Only tests set the variable. Without the variable, the points do nothing.
"""

from __future__ import annotations

import os
import signal

POINTS = (
    "before upgrade",  # the tables are created or changed, but nothing is committed
    "after upgrade",
    "after create",  # a new match has its row and its seats, but no entry yet
    "after append",  # an entry is written but not committed
    "after seal",  # the secrets are replaced but not committed
    "before commit",
    "after commit",  # the change is on disk, but no page knows it yet
    "before change",  # a seat or a match's title is changed but not committed
    "after change",
    "after send",  # a mail server has accepted an email, but the database does not show it yet
)

_named, _left = "", 0


def arm(text: str) -> None:
    """Sets when to kill the process: at which point, and on which visit to it. `before commit:3` means the third visit.

    Empty: nowhere. Raises LookupError.
    """
    global _named, _left
    name, _, count = text.partition(":")
    _check(name or POINTS[0])
    _named, _left = name, int(count or 1)


def reach(name: str) -> None:
    """Marks that the process has reached a point. Raises LookupError for a name that is not in POINTS."""
    global _left
    _check(name)
    if name == _named:
        _left -= 1
        if _left == 0:
            os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))


def _check(name: str) -> None:
    if name not in POINTS:
        raise LookupError(f"unknown failpoint {name!r}; known: {', '.join(POINTS)}")


arm(os.environ.get("BREAKAWAY_FAILPOINT", ""))
