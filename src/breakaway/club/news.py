"""How a server learns that another program has changed a match.

With PostgreSQL, a trigger announces each change (`guards.py`), and this module listens. SQLite announces nothing, but a
cheap query tells whether anything has been written since the last check.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeAlias

from breakaway.club.database import Database, Unreachable
from breakaway.core.language import _

if TYPE_CHECKING:
    from sqlalchemy.pool import PoolProxiedConnection

CHANNEL = "breakaway"  # as in guards.py
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


class Glimpse:
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
