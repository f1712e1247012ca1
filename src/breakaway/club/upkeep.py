"""What a weekly report says about the server: late players, email, the disk, errors and versions."""

from __future__ import annotations

import json
import logging
import platform
import re
import threading
from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import IntegrityError

from breakaway.club.consent import UNWANTED
from breakaway.club.database import Database, version_in
from breakaway.club.match_views import Listed, Lobby, soonest_first
from breakaway.club.schema import DEAD, SENT, WAITING, mailboxes, matches, outbox, removed, settings
from breakaway.club.seats import changes
from breakaway.club.storage import leaving, used_bytes
from breakaway.core.state import json_of
from breakaway.core.version import version

# --- Counts the errors and warnings in the log, by day. They are kept in the table of settings for two weeks.
#
# What is counted is the text that stands in the program, without the values that the log puts into it, because these
# may be names and links. Messages of other libraries are counted by their logger alone.


FAULTS = "faults"  # the row of the table of settings
KEPT_FOR = timedelta(days=14)
MOST_KINDS = 50  # a day
OURS = "breakaway."


class FaultCounts(logging.Handler):
    """Counts the warnings and errors of this process until they are saved."""

    def __init__(self, database: Database) -> None:
        super().__init__(logging.WARNING)
        self.database = database
        self._counts: Counter[tuple[str, str]] = Counter()
        self._guard = threading.Lock()

    def emit(self, record: logging.LogRecord) -> None:
        """Counts one message: `record`."""
        try:
            day = f"{self.database.now():%Y-%m-%d}"  # outside the guard, because the clock may log something itself
            with self._guard:
                self._counts[day, _kind_of(record)] += 1
        except Exception:  # counting must never keep the server from its work
            self.handleError(record)

    def save(self) -> None:
        """Adds the counts to those in the database. Raises Unreachable, and then tries again the next time."""
        with self._guard:
            new, self._counts = self._counts, Counter()
        if not new:
            return
        try:
            _add(self.database, new)
        except BaseException:
            with self._guard:
                self._counts += new
            raise


def _kind_of(record: logging.LogRecord) -> str:
    fault = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
    said = ""
    if record.name.startswith(OURS):
        said = re.sub(r"%[+\-.\d]*[sdrf]", "…", str(record.msg))[:200]
    return ": ".join(each for each in (record.name, said, fault) if each)


def _add(database: Database, new: Counter[tuple[str, str]]) -> None:
    oldest = f"{database.now() - KEPT_FOR:%Y-%m-%d}"
    ours = settings.c.name == FAULTS
    try:
        with changes(database) as connection:
            found = connection.scalar(select(settings.c.value).where(ours).with_for_update())
            days: dict[str, dict[str, int]] = json_of(found) if found else {}
            for (day, kind), n in new.items():
                counts = days.setdefault(day, {})
                if kind in counts or len(counts) < MOST_KINDS:
                    counts[kind] = counts.get(kind, 0) + n
            row = {"value": json.dumps({day: days[day] for day in days if day >= oldest}), "since": database.now()}
            if found is None:
                connection.execute(insert(settings).values(name=FAULTS, **row))
            else:
                connection.execute(update(settings).where(ours).values(row))
    except IntegrityError:  # another process has just made the row
        _add(database, new)


# --- The figures of the last week.


WEEK = timedelta(days=7)
ADDRESS = re.compile(r"[^\s<>()\[\]:;,\"']+@[^\s<>()\[\]:;,\"']+")


@dataclass(frozen=True)
class FailedMail:
    """An email that failed or came back: what it was, whose seat it was about (from 0), and what the mail server said,
    without the address.
    """

    kind: str
    match: str
    seat: int
    said: str


@dataclass(frozen=True)
class Upkeep:
    """The figures of one week. Holds nothing that a player may not know, no address and no link.

    `counted`: matches by status; `new` were opened this week, `deleted` deleted, `leaving` will be deleted in the next
    two weeks. `late`: the matches that wait for late players. `sent`: emails sent this week; `unsent`: emails that
    wait to be sent; `paused`: addresses to which emails no longer go. `used` and `free`: bytes of the database, and on
    its disk (None: unknown). `faults`: what the log said, and how often. `versions`: name and version.
    """

    since: datetime
    until: datetime
    counted: dict[str, int]
    new: int
    deleted: int
    leaving: int
    late: list[Listed]
    sent: int
    unsent: int
    paused: int
    failed: list[FailedMail]
    used: int
    free: int | None
    faults: dict[str, int]
    versions: dict[str, str]


def upkeep(database: Database) -> Upkeep:
    """The figures of the last week of a `database`. Raises Unreachable."""
    now = database.now()
    since = now - WEEK
    listed = Lobby(database).matches()
    late = [each for each in listed if each.is_late(now)]
    soon = len(leaving(database))
    with database.reading() as connection:

        def count(table: Any, *where: Any) -> int:
            return int(connection.scalar(select(func.count()).select_from(table).where(*where)) or 0)

        tried = (outbox.c.tries > 0) & (outbox.c.fate != UNWANTED)  # others were not needed, or nobody wanted them
        lost = tried & ((outbox.c.status == DEAD) | outbox.c.returned.is_not(None))
        recent = (outbox.c.settled > since) | (outbox.c.returned > since)
        failed = connection.execute(select(outbox).where(lost, recent).order_by(outbox.c.n.desc())).all()
        by_status = select(matches.c.status, func.count()).group_by(matches.c.status)
        faults = connection.scalar(select(settings.c.value).where(settings.c.name == FAULTS))
        return Upkeep(
            since=since,
            until=now,
            counted={str(row[0]): int(row[1]) for row in connection.execute(by_status)},
            new=count(matches, matches.c.created > since),
            deleted=count(removed, removed.c.at > since),
            leaving=soon,
            late=soonest_first(late),
            sent=count(outbox, tried, outbox.c.status == SENT, outbox.c.settled > since, outbox.c.returned.is_(None)),
            unsent=count(outbox, outbox.c.status == WAITING),
            paused=count(mailboxes, mailboxes.c.paused.is_not(None)),
            failed=[FailedMail(row.kind, row.match, row.seat, ADDRESS.sub("(address)", row.fate)) for row in failed],
            used=used_bytes(connection, database),
            free=database.free(),
            faults=_faults_since(json_of(faults) if faults else {}, since.date()),
            versions=_versions(database, str(version_in(connection))),
        )


def _faults_since(days: dict[str, dict[str, int]], first: date) -> dict[str, int]:
    found: Counter[str] = Counter()
    for day, counts in days.items():
        if day >= f"{first:%Y-%m-%d}":
            found.update(counts)
    return dict(found.most_common())


def _versions(database: Database, tables: str) -> dict[str, str]:
    dialect = database.engine.dialect
    is_known = dialect.server_version_info is not None
    number = ".".join(map(str, dialect.server_version_info or ())) if is_known else ""
    return {
        "Breakaway": version(),
        "Tables": tables,
        "Python": platform.python_version(),
        "SQLite" if database.is_sqlite else "PostgreSQL": number,
    }


# --- When a report is due: at first at once, then each Monday. Several servers with one database send one report.


REPORT = "report"  # the row of the table of settings: when the last report was sent, and when a server last tried
MONDAY, HOUR = 0, 6  # UTC
AGAIN = timedelta(hours=1)  # after which a server tries again, or another one after its end
AFTER_REFUSAL = timedelta(days=1)


def next_report(last: datetime) -> datetime:
    """When the report after the `last` one is due."""
    monday = last.replace(hour=HOUR, minute=0, second=0, microsecond=0) + timedelta(days=-last.weekday() % 7)
    return monday if monday > last else monday + timedelta(days=7)


def claim_report(database: Database) -> bool:
    """Whether a report on the `database` is due now. If so, other servers leave it to this one for an hour. Raises
    Unreachable.
    """
    now = database.now()
    try:
        with changes(database) as connection:
            row = connection.execute(select(settings).where(settings.c.name == REPORT).with_for_update()).first()
            if row is None:
                connection.execute(insert(settings).values(name=REPORT, value="", since=now + AGAIN))
                return True
            is_due = not row.value or next_report(datetime.fromisoformat(row.value)) <= now
            if not is_due or row.since > now:
                return False
            connection.execute(update(settings).where(settings.c.name == REPORT).values(since=now + AGAIN))
            return True
    except IntegrityError:  # another server was faster
        return False


def settle_report(database: Database, is_sent: bool, pause: timedelta = AGAIN) -> None:
    """Notes in the `database` whether a claimed report was sent (`is_sent`), or else that the next try comes after a
    `pause`. Raises Unreachable.
    """
    now = database.now()
    values: dict[str, Any] = {"value": now.isoformat(), "since": now} if is_sent else {"since": now + pause}
    with changes(database) as connection:
        connection.execute(update(settings).where(settings.c.name == REPORT).values(values))
