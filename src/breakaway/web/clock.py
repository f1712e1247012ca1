"""Says in words how much time is left. On the page, a script keeps counting down (`static/clock.js`)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil
from zoneinfo import ZoneInfo

from breakaway.club.time_control import DAY, HOUR, MINUTE
from breakaway.core.language import _, many, marked, say

DAYS = marked("{d} d {h} h left")
HOURS = marked("{h} h {m} min left")
MINUTES = marked("{m} min {s} s left")
SECONDS = marked("{s} s left")
OVER = marked("time is up")


@dataclass(frozen=True)
class Clock:
    """A deadline. `at`: the moment, written for programs.

    `until`: the moment, written for people. `left`: the whole seconds until then.
    """

    at: str
    until: str
    left: int

    @property
    def says(self) -> str:
        """The time left, as people read it."""
        left = self.left
        if left <= 0:
            return _(OVER)
        if left >= DAY:
            return say(DAYS, d=left // DAY, h=left % DAY // HOUR)
        if left >= HOUR:
            return say(HOURS, h=left // HOUR, m=left % HOUR // MINUTE)
        if left >= MINUTE:
            return say(MINUTES, m=left // MINUTE, s=left % MINUTE)
        return say(SECONDS, s=left)

    @property
    def patterns(self) -> list[tuple[str, str]]:
        """The sentences of `says` for the script, each with its name and with placeholders for the numbers."""
        named = {"days": DAYS, "hours": HOURS, "minutes": MINUTES, "seconds": SECONDS, "over": OVER}
        return [(name, _(text)) for name, text in named.items()]


def clock(due: datetime | None, now: datetime, zone: str = "UTC") -> Clock | None:
    """The clock for the deadline `due`, in a time `zone`. None if there is no deadline."""
    if due is None:
        return None
    at = due.astimezone(UTC).replace(microsecond=0)
    until = say("until {moment}", moment=local(at, zone))
    return Clock(at.strftime("%Y-%m-%dT%H:%M:%SZ"), until, max(0, ceil((due - now).total_seconds())))


def local(moment: datetime, zone: str) -> str:
    """A moment in local time, with its time zone: `2026-07-03 20:00 Europe/Berlin`."""
    return f"{moment.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M} {zone}"


def period(seconds: int) -> str:
    """A number of seconds as people say it, such as `3 minutes`."""
    if seconds % DAY == 0:
        return many("{n} day", "{n} days", seconds // DAY)
    if seconds % HOUR == 0:
        return many("{n} hour", "{n} hours", seconds // HOUR)
    if seconds % MINUTE == 0:
        return many("{n} minute", "{n} minutes", seconds // MINUTE)
    return many("{n} second", "{n} seconds", seconds)
