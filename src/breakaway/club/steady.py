"""The club's clock: it runs evenly while the program runs, even if somebody changes the system clock.

Deadlines are moments in UTC, so they keep their meaning after a restart and on other servers. Within one process, time
is measured by a clock that nobody can set. So a jump of the system clock neither ends a player's time nor
adds to it. After a restart, the system clock is read again.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

LOG = logging.getLogger(__name__)
STEP = 5.0  # seconds: a smaller difference is not a jump, only a correction of the clock


def utc_now() -> datetime:
    """The time of the system clock in UTC."""
    return datetime.now(UTC)


def passing() -> float:
    """The seconds counted by a clock that nobody can set. The count includes time during which the machine is asleep,
    if the system counts that time.
    """
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class Steady:
    """Gives the time in UTC.

    The clock starts from the system clock (`wall`), and from then on adds the seconds that `passing` counts. Logs each
    jump of the system clock once. Safe to use from several threads.
    """

    def __init__(self, wall: Callable[[], datetime] = utc_now, passing: Callable[[], float] = passing) -> None:
        self._wall, self._passing = wall, passing
        self._guard = threading.Lock()
        self._began = wall(), passing()
        self._off = 0.0  # how many seconds the system clock was ahead when this was last logged

    def __call__(self) -> datetime:
        """The time now."""
        with self._guard:
            wall = self._wall()
            now = self._began[0] + timedelta(seconds=self._passing() - self._began[1])
            off = (wall - now).total_seconds()
            stepped, self._off = off - self._off, off if abs(off - self._off) > STEP else self._off
        if abs(stepped) > STEP:
            LOG.warning(
                "the clock of this machine jumped by %+.0f s: deadlines ignore this jump until a restart",
                stepped,
            )
        return now
