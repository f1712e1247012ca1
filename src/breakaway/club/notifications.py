"""What the processes of one club tell each other: news and counts."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import delete, insert, select, tuple_
from sqlalchemy.exc import IntegrityError

from breakaway.club.database import Database, Unreachable
from breakaway.club.schema import counts
from breakaway.club.seats import changes
from breakaway.core.language import _

if TYPE_CHECKING:
    from sqlalchemy.pool import PoolProxiedConnection

# --- How a server learns that another program has changed a match.
#
# With PostgreSQL, a trigger announces each change (`database.py`), and this module listens. SQLite announces nothing,
# but a cheap query tells whether anything has been written since the last check.


CHANNEL = "breakaway"  # as in database.py
Hear: TypeAlias = Callable[[float], AsyncIterator[tuple[str, int]]]  # changes in that many seconds (match, version)
USUAL = {"connect_timeout": 10, "keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}


def can_listen(database: Database) -> bool:
    """Whether the database announces changes and this operating system lets the program listen."""
    return not database.is_sqlite and sys.platform != "win32"  # psycopg cannot use the event loop of Windows


@asynccontextmanager
async def listening(database: Database) -> AsyncIterator[Hear]:
    """A connection that receives all changes while a block runs. Raises Unreachable when the connection breaks."""
    import psycopg

    args, options = database.engine.dialect.create_connect_args(database.engine.url)
    try:
        connection = await psycopg.AsyncConnection.connect(*args, **{**USUAL, **options}, autocommit=True)
        async with connection:
            await connection.execute(f"LISTEN {CHANNEL}")

            async def hear(seconds: float) -> AsyncIterator[tuple[str, int]]:
                async for each in connection.notifies(timeout=seconds):
                    match_id, _space, version = each.payload.partition(" ")
                    if version.isdigit():
                        yield match_id, int(version)

            yield hear
    except (psycopg.OperationalError, psycopg.InterfaceError, OSError) as error:
        raise Unreachable(_("The database is not responding. Nothing was changed. Try again in a minute.")) from error


class ChangeDetector:
    """Tells whether the database may have changed since the last check. For any database but SQLite, the answer is
    always yes.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self._line: PoolProxiedConnection | None = None
        self._last: Any = None

    def is_changed(self) -> bool:
        """Asks the database. Returns True if the query fails, so that the caller finds out why."""
        if not self.database.is_sqlite:
            return True
        try:
            if self._line is None:
                self._line = self.database.engine.raw_connection()
            cursor = self._line.cursor()
            found = cursor.execute("PRAGMA data_version").fetchone()[0]
            cursor.close()
        except Exception:
            self.close()
            return True
        before, self._last = self._last, found
        return bool(before != found)

    def close(self) -> None:
        """Closes the connection to the database."""
        line, self._line, self._last = self._line, None, None
        if line is not None:
            with suppress(Exception):
                line.close()


# --- Counts that the processes of one club share: how much of its limits each address has used, and who is at which
# table.
#
# Each process reads all counts, but writes only its own, and only when they change. Each count expires by itself, so
# that a process that was killed leaves nothing behind.


ALIVE, SEAT, LINE, STREAM = "alive", "seat", "line", "stream"
STANDING_KINDS = (ALIVE, SEAT, LINE, STREAM)  # true only while the process runs; the other kinds count uses
AT_ONCE = 500  # names in a statement
Key = tuple[str, str]  # the kind of count, and what is counted


@dataclass(frozen=True)
class SharedCount:
    """A count kept by another `process`. `ends`: the seconds until the count expires."""

    process: str
    kind: str
    name: str
    n: int
    ends: float


def tell(database: Database, process: str, changed: Mapping[Key, tuple[int, float]]) -> None:
    """Writes the `changed` counts of a `process` into the `database`, each with the seconds until it expires.

    A count of 0 is removed. Raises Unreachable.
    """
    now = database.now()
    names: dict[str, list[str]] = defaultdict(list)
    for kind, name in changed:
        names[kind].append(name)
    rows = [
        {"process": process, "kind": kind, "name": name, "n": n, "ends": now + timedelta(seconds=ends)}
        for (kind, name), (n, ends) in changed.items()
        if n
    ]
    try:
        with changes(database) as connection:
            for kind, each in names.items():
                mine = (counts.c.process == process) & (counts.c.kind == kind)
                for at in range(0, len(each), AT_ONCE):
                    connection.execute(delete(counts).where(mine, counts.c.name.in_(each[at : at + AT_ONCE])))
            if rows:
                connection.execute(insert(counts), rows)
    except IntegrityError:
        raise Unreachable("another server with the same name and address wrote to the database just now") from None


def sweep(database: Database) -> None:
    """Removes expired counts of all processes from a `database`, except those that others are already removing.

    Raises Unreachable.
    """
    key = (counts.c.process, counts.c.kind, counts.c.name)
    expired = select(*key).where(counts.c.ends <= database.now()).with_for_update(skip_locked=True)
    with changes(database) as connection:
        connection.execute(delete(counts).where(tuple_(*key).in_(expired)))


def told_by_others(database: Database, process: str) -> list[SharedCount]:
    """The counts that all processes except this `process` have written into the `database`. Raises Unreachable."""
    now = database.now()
    with database.reading() as connection:
        rows = connection.execute(select(counts).where(counts.c.process != process, counts.c.ends > now)).all()
    return [SharedCount(row.process, row.kind, row.name, row.n, (row.ends - now).total_seconds()) for row in rows]


def forget(database: Database, process: str) -> None:
    """Removes from the `database` those counts of a `process` that are true only while it runs.

    Call this just before the process stops. Raises Unreachable.
    """
    with changes(database) as connection:
        connection.execute(delete(counts).where(counts.c.process == process, counts.c.kind.in_(STANDING_KINDS)))
