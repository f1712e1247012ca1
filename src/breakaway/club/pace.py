"""The pace of slow play: when a turn closes, given the agreed pace, vacations and pauses.

Only `deadline` works out when a turn closes. `deadline` reads no clock, so the same arguments always give the same
moment. Fixed hours are local time in the time zone of the match, so they stay the same when daylight saving time begins
or ends. All durations are measured as elapsed time.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
EVERY_DAY = tuple(range(7))
EVERYBODY = -1  # the seat of a pause


@dataclass(frozen=True)
class Pace:
    """How a match keeps time. `at`: the local hour at which turns close, such as `20:00` (empty: at any time).

    `weekdays`: the days on which turns close at that hour (Monday is 0). `zone`: the time zone, such as
    `Europe/Berlin`. `grace`: seconds after the deadline during which orders are still accepted. `vacation`: the days of
    vacation for each player. `pause`: how many days the whole match may be paused. `missed`: after this many missed
    turns in a row, a standby player may take over (0: never).
    """

    at: str = ""
    weekdays: tuple[int, ...] = EVERY_DAY
    zone: str = "UTC"
    grace: int = 0
    vacation: int = 0
    pause: int = 0
    missed: int = 0

    @property
    def tz(self) -> ZoneInfo:
        """The time zone."""
        return ZoneInfo(self.zone)


@dataclass(frozen=True)
class TimeOff:
    """A vacation of a `seat`, or a pause of the whole match (`EVERYBODY`).

    The clock of every turn stops during this time. The time off lasts from `begins` until just before `ends`. `days`:
    how many of the agreed days the time off uses.
    """

    seat: int
    begins: datetime
    ends: datetime
    days: int


PLAIN = Pace()
DAILY, POSTAL = "daily", "postal"
PRESETS = {  # each with the minimum time for a choice, in seconds
    DAILY: (12 * HOUR, Pace("20:00", EVERY_DAY, grace=HOUR, vacation=14, pause=7, missed=3)),
    POSTAL: (4 * DAY, Pace("20:00", (6,), grace=12 * HOUR, vacation=21, pause=28, missed=2)),
}


def deadline(seconds: int, pace: Pace, since: datetime, off: Sequence[TimeOff] = ()) -> datetime:
    """The deadline of a turn whose clock started at `since`.

    The player has at least `seconds` before the deadline, not counting the time `off`. After each period of time off,
    the player has at least a day, or `seconds` if that is less. The deadline never falls during time off. With a fixed
    hour, the deadline is the first such hour on one of the agreed weekdays. The grace period follows the deadline.
    """
    apart = _merged(off, since)
    least = min(seconds, DAY)
    found = _at_hour(pace, _after(since, seconds, apart))
    for begins, ends in apart:
        if begins < found:
            found = _at_hour(pace, max(found, _after(ends, least, apart)))
    return found


def is_live(seconds: int | None) -> bool:
    """Whether players have so few `seconds` for each choice that nobody waits for an email. None: no time limit."""
    return seconds is not None and seconds < HOUR


def reminder(seconds: int, due: datetime) -> datetime:
    """When to remind players of the deadline `due`: after 3/4 of the `seconds`, but at most a day before `due`."""
    return due - timedelta(seconds=min(DAY, seconds // 4))


def days_off(pace: Pace, first: date, last: date) -> tuple[datetime, datetime]:
    """The moments in UTC at which days off begin and end.

    The days run from `first` to `last`, from midnight to midnight in the time zone of the match.
    """
    return _moment(pace, first, time()), _moment(pace, last + timedelta(days=1), time())


def _merged(off: Sequence[TimeOff], since: datetime) -> list[tuple[datetime, datetime]]:
    """The periods of time off after `since`, in order and without overlaps."""
    found: list[tuple[datetime, datetime]] = []
    for each in sorted(off, key=lambda each: each.begins):
        begins, ends = max(each.begins, since), each.ends
        if ends <= begins:
            continue
        if found and begins <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], ends)
        else:
            found.append((begins, ends))
    return found


def _after(start: datetime, seconds: int, apart: Sequence[tuple[datetime, datetime]]) -> datetime:
    """The moment at which `seconds` have passed since `start`, not counting the periods in `apart`."""
    found = start + timedelta(seconds=seconds)
    for begins, ends in apart:
        if ends > start and begins < found:
            found += ends - max(begins, start)
    return found


def _at_hour(pace: Pace, earliest: datetime) -> datetime:
    """The first moment, not before `earliest`, at which a turn may close."""
    if not pace.at:
        return earliest
    hour, day = time.fromisoformat(pace.at), earliest.astimezone(pace.tz).date() - timedelta(days=1)
    while True:
        found = _moment(pace, day, hour)
        if found >= earliest and day.weekday() in pace.weekdays:
            return found
        day += timedelta(days=1)


def _moment(pace: Pace, day: date, hour: time) -> datetime:
    """The moment, in UTC, at which the clock in the match's time zone shows this day and hour.

    If the hour occurs twice, this is the first of the two moments. If the clock skips the hour, the moment is later by
    the amount of time skipped.
    """
    return datetime.combine(day, hour, pace.tz).astimezone(UTC)


# --- as a row keeps it


def pace_text(pace: Pace) -> str | None:
    """The pace as a database row keeps it, or None for the default pace."""
    return None if pace == PLAIN else json.dumps(asdict(pace))


def pace_in(text: str | None) -> Pace:
    """The pace in a database row."""
    if not text:
        return PLAIN
    found = Pace(**json.loads(text))
    return replace(found, weekdays=tuple(found.weekdays))


def off_text(off: Sequence[TimeOff]) -> str | None:
    """The vacations and pauses as a database row keeps them, or None if there are none."""
    rows = [[each.seat, each.begins.isoformat(), each.ends.isoformat(), each.days] for each in off]
    return json.dumps(rows) if rows else None


def off_in(text: str | None) -> tuple[TimeOff, ...]:
    """The vacations and pauses in a database row."""
    rows = json.loads(text) if text else []
    return tuple(
        TimeOff(seat, datetime.fromisoformat(begins), datetime.fromisoformat(ends), days)
        for seat, begins, ends, days in rows
    )
