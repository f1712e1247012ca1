"""Paces, deadlines, and what the players agreed about them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Row, func, insert, select, type_coerce, update
from sqlalchemy.sql.dml import Insert

from breakaway.club.schema import CLOSE, COACH, WAIT, UtcTime, seats, terms
from breakaway.core.game import Game
from breakaway.core.language import UserError, _, say
from breakaway.core.observation import NotNow
from breakaway.core.state import json_of
from breakaway.players import coaches
from breakaway.players.seated_match import HUMAN
from breakaway.records.match import Start

# --- The pace of slow play: when a turn closes, given the agreed pace, vacations and pauses.
#
# Only `deadline` works out when a turn closes. `deadline` reads no clock, so the same arguments always give the same
# moment. Fixed hours are local time in the time zone of the match, so they stay the same when daylight saving time
# begins or ends. All durations are measured as elapsed time.


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
    found = Pace(**json_of(text))
    return replace(found, weekdays=tuple(found.weekdays))


def off_text(off: Sequence[TimeOff]) -> str | None:
    """The vacations and pauses as a database row keeps them, or None if there are none."""
    rows = [[each.seat, each.begins.isoformat(), each.ends.isoformat(), each.days] for each in off]
    return json.dumps(rows) if rows else None


def off_in(text: str | None) -> tuple[TimeOff, ...]:
    """The vacations and pauses in a database row."""
    rows = json_of(text) if text else []
    return tuple(
        TimeOff(seat, datetime.fromisoformat(begins), datetime.fromisoformat(ends), days)
        for seat, begins, ends, days in rows
    )


# --- The terms of a match, agreed when it opens: the time for each choice, what happens when time is up, and the delay
# for spectators.
#
# The clock of a turn starts with the entry that begins the turn. Sealed orders do not change the clock, so the time
# left does not reveal who has chosen.


LIVE = (MINUTE, 3 * MINUTE, 10 * MINUTE)  # seconds for each choice in a match played in one sitting
SLOW = (12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY)  # seconds for each choice in a match played over several days
DELAYS = (0, 1, 2, 5, 10)  # turns
GRACES = (0, HOUR, 6 * HOUR, 12 * HOUR, DAY)  # seconds after the deadline
MOST_DAYS = 60  # days of vacation for each player, and days of pauses
MOST_MISSED = 9  # turns in a row
UNDONE = "undo"
BEGINS = {"match", "turn", "decree", UNDONE}  # entries after which there is something new to choose


@dataclass(frozen=True)
class Terms:
    """The agreed terms. `seconds`: the time for each choice (None: no limit). `due`: the current deadline.

    `late` says what happens when a player is late. With `close`, the rules for absent players apply. With `coach`, a
    coach chooses for that player. With `wait`, the table waits until the player chooses or another player lets a coach
    answer. `delay`: how many turns late spectators see the match.

    `pace`: the hour and the days on which turns close, and the limits on time off. With a fixed hour, `seconds` is the
    minimum time for each choice. `coach`: who chooses for a late player (empty: the game's usual coach). `off`:
    vacations and pauses. `since`: when the clock of this turn started. `changes`: how many times the deadline or
    the time off was changed. `before`: the deadline of the turn before.
    """

    seconds: int | None = None
    late: str = WAIT
    due: datetime | None = None
    delay: int = 0
    pace: Pace = PLAIN
    coach: str = ""
    off: tuple[TimeOff, ...] = ()
    since: datetime | None = field(default=None, compare=False)
    changes: int = field(default=0, compare=False)
    before: datetime | None = field(default=None, compare=False)

    @property
    def closes(self) -> datetime | None:
        """When the turn closes: at the deadline, or at the end of the grace period after it."""
        return self.due and self.due + timedelta(seconds=self.pace.grace)

    @property
    def is_live(self) -> bool:
        """Whether players have so little time for each choice that nobody waits for an email (`pace.is_live`)."""
        return is_live(self.seconds)

    @property
    def is_slow(self) -> bool:
        """Whether the match is played over several days, so that a player may want to reconsider a sealed order."""
        return (self.seconds or 0) >= min(SLOW)


NONE = Terms()


def agreed(game: Game[Any, Any], start: Start, asked: Terms) -> Terms:
    """The terms that were `asked` for, adapted to the `game`. Raises UserError if the match cannot have these terms.

    `start` says who plays.
    """
    if not 0 <= asked.delay <= max(DELAYS):
        raise UserError(say("The delay for spectators must be from 0 to {most} turns.", most=max(DELAYS)))
    if asked.seconds is None:
        return Terms(delay=asked.delay)
    if asked.seconds < 1:
        raise UserError(_("The time for each choice must be at least one second."))
    if start.chance == "typed":
        raise UserError(_("A match with your own dice and cards cannot have a time limit: choose “no limit” instead."))
    if sum(str(seat.get("by")) == HUMAN for seat in start.seats) < 2:
        raise UserError(_("A match with only one player cannot have a time limit: choose “no limit” instead."))
    if game.absent is None and asked.late not in (WAIT, COACH):
        raise UserError(_("Choose what happens when a player is late: either wait, or let a coach answer."))
    if game.absent is None and asked.coach:
        coaches.find(game, asked.coach)
    coach = asked.coach if game.absent is None else ""
    late = asked.late if game.absent is None else CLOSE
    return Terms(asked.seconds, late, delay=asked.delay, pace=checked_pace(asked.pace), coach=coach)


def checked_pace(pace: Pace) -> Pace:
    """Checks a pace, and returns it. Raises UserError, which says what is wrong and what would be right."""
    if pace.at and not _is_hour(pace.at):
        raise UserError(say("Enter the time in the form 20:00, not {asked}.", asked=repr(pace.at[:20])))
    if not pace.weekdays or not set(pace.weekdays) <= set(range(7)):
        raise UserError(_("Choose at least one day of the week on which turns close."))
    if not is_zone(pace.zone):
        raise UserError(
            say("Unknown time zone {asked}: use a name such as Europe/Berlin or UTC.", asked=repr(pace.zone[:40]))
        )
    if pace.grace not in GRACES:
        raise UserError(_("Time after the deadline: choose a value from the list."))
    if not (0 <= pace.vacation <= MOST_DAYS and 0 <= pace.pause <= MOST_DAYS):
        raise UserError(
            say(
                "The number of vacation days and the number of pause days must each be from 0 to {most}.",
                most=MOST_DAYS,
            )
        )
    if not 0 <= pace.missed <= MOST_MISSED:
        raise UserError(
            say(
                "The number of missed turns before a standby player takes over must be from 0 to {most}.",
                most=MOST_MISSED,
            )
        )
    return pace


def _is_hour(text: str) -> bool:
    try:
        return time.fromisoformat(text).strftime("%H:%M") == text
    except ValueError:
        return False


NO_ZONES = ("localtime", "posixrules", "Factory")  # files beside the zones, which say nothing about a place


def is_zone(name: str) -> bool:
    """Whether this is the name of a time zone, such as `Europe/Berlin`."""
    if name in NO_ZONES or name.startswith(("posix/", "right/")):
        return False
    try:
        return bool(name) and bool(ZoneInfo(name).key)
    except (OSError, ValueError, LookupError):  # zoneinfo raises these for folders, odd names and unknown names
        return False


def rows_for(match_id: str, asked: Terms) -> list[Insert]:
    """A row for a new match with the terms `asked` for, or no row if nothing was agreed."""
    if asked == NONE:
        return []
    row = {"match": match_id, "seconds": asked.seconds, "late": asked.late, "delay": asked.delay}
    return [insert(terms).values(**row, pace=pace_text(asked.pace), coach=asked.coach or None)]


def terms_in(row: Row[Any]) -> Terms:
    """The terms in a row of the table, or of a join in which the terms may be missing."""
    pace, off = pace_in(row.pace), off_in(row.time_off)
    late, delay, changes = row.late or WAIT, row.delay or 0, row.changes or 0
    return Terms(row.seconds, late, row.due, delay, pace, row.coach or "", off, row.since, changes, row.before)


UNSET = {"set_at": None, "set_seconds": None}  # nobody has set the deadline of the turn


def begin_turn(connection: Connection, match_id: str, now: datetime, kinds: Sequence[str] = ()) -> None:
    """Starts the clock of a turn if entries of these `kinds` begin a turn.

    A turn that was taken back gets its old deadline again, so that nobody gains time by taking a choice back. The clock
    does not run while a player who has just sat down reads how to come back.
    """
    if kinds and not BEGINS.intersection(kinds):
        return
    row = _timed(connection, match_id)
    if row is None:
        return
    found, is_back = terms_in(row), bool(kinds) and kinds[-1] == UNDONE and bool(row.before)
    since = row.since_before if is_back else max(now, row.reads or now)
    due = deadline(row.seconds, found.pace, since, found.off) if since else row.before
    before = (None, None) if is_back else (row.due, row.since)
    _set_clock(connection, match_id, found.pace, due, since=since, before=before[0], since_before=before[1], **UNSET)


def start_waiting_clock(connection: Connection, match_id: str, now: datetime) -> None:
    """Starts a clock that waits for players who read how to come back, now or when the others have read it."""
    row = _timed(connection, match_id)
    if row is not None and row.since and row.since > now and not row.set_at:
        found, since = terms_in(row), max(now, row.reads or now)
        _set_clock(connection, match_id, found.pace, deadline(row.seconds, found.pace, since, found.off), since=since)


def _timed(connection: Connection, match_id: str) -> Row[Any] | None:
    """The terms of a match with a clock. `reads`: until when a player may still read how to come back."""
    reads = select(func.max(seats.c.reads)).where(seats.c.match == match_id).scalar_subquery()
    ours = (terms.c.match == match_id) & terms.c.seconds.is_not(None)
    return connection.execute(select(terms, type_coerce(reads, UtcTime).label("reads")).where(ours)).first()


def set_time_off(connection: Connection, match_id: str, off: Sequence[TimeOff]) -> None:
    """Saves a match's vacations and pauses, and the resulting deadline of the current turn."""
    row = connection.execute(select(terms).where(terms.c.match == match_id)).one()
    found = terms_in(row)
    if row.set_at:
        due = _after(row.set_at, row.set_seconds, _merged(off, row.set_at))
    else:
        due = deadline(row.seconds, found.pace, row.since, off) if row.since else row.due
    _set_clock(connection, match_id, found.pace, due, time_off=off_text(off), changes=terms.c.changes + 1)


def set_deadline(connection: Connection, match_id: str, due: datetime, now: datetime) -> None:
    """Saves the deadline of the current turn that a host has set. Time off that is taken later moves it.

    Raises NotNow for a deadline in the past or during time off.
    """
    row = connection.execute(select(terms).where(terms.c.match == match_id)).one()
    found = terms_in(row)
    apart = _merged(found.off, now)
    if due <= now:
        raise NotNow(_("The deadline must be in the future. Nothing was changed."))
    if any(begins <= due < ends for begins, ends in apart):
        raise NotNow(_("The deadline would fall into a vacation or a pause. Nothing was changed."))
    off = sum((min(due, ends) - begins for begins, ends in apart if begins < due), timedelta())
    values = {"set_at": now, "set_seconds": round((due - now - off).total_seconds())}
    _set_clock(connection, match_id, found.pace, due, changes=terms.c.changes + 1, **values)


def _set_clock(connection: Connection, match_id: str, pace: Pace, due: datetime | None, **values: Any) -> None:
    closes = due and due + timedelta(seconds=pace.grace)
    connection.execute(update(terms).where(terms.c.match == match_id).values(due=due, closes=closes, **values))
