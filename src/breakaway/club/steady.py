"""The club's clock: it goes on evenly while the program runs, even if somebody sets the clock on the wall.

Deadlines are moments in UTC, so that a restart and other servers understand them. Within one process the time that
passes is counted by a clock that nobody can set. So a step of the wall clock neither ends anybody's time nor gives
anybody more. After a restart the wall clock counts.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

LOG = logging.getLogger(__name__)
STEP = 5.0  # seconds: a smaller difference is no step, only a clock that is being corrected


def utc_now() -> datetime:
    """The time on the wall in UTC."""
    return datetime.now(UTC)


def passing() -> float:
    """Seconds that pass, also while the machine sleeps if the system counts them. Nobody can set this clock."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class Steady:
    """Gives the time in UTC: that of the `wall` when it was made, and from then on what `passing` adds in seconds.

    Logs each step of the wall clock once. Safe to use from several threads.
    """

    def __init__(self, wall: Callable[[], datetime] = utc_now, passing: Callable[[], float] = passing) -> None:
        self._wall, self._passing = wall, passing
        self._guard = threading.Lock()
        self._began = wall(), passing()
        self._off = 0.0  # how far the wall clock is ahead, as it was last logged, in seconds

    def __call__(self) -> datetime:
        """The time now."""
        with self._guard:
            wall = self._wall()
            now = self._began[0] + timedelta(seconds=self._passing() - self._began[1])
            off = (wall - now).total_seconds()
            stepped, self._off = off - self._off, off if abs(off - self._off) > STEP else self._off
        if abs(stepped) > STEP:
            LOG.warning(
                "the clock of this machine was set by %+.0f s: deadlines go on without this step until a restart",
                stepped,
            )
        return now
