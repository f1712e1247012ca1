"""Opens the club's database and creates or upgrades its tables. Uses SQLite, or PostgreSQL for several servers."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy import Connection as Connection
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as OutOfConnections

from breakaway.club.failpoints import reach
from breakaway.club.keys import Keys
from breakaway.club.steady import Steady
from breakaway.club.steady import utc_now as utc_now
from breakaway.core.language import Trouble, _

LOG = logging.getLogger(__name__)
HEAD = "0015"  # the newest migration
PATIENCE = 30  # seconds that a writer waits for another writer
MIGRATIONS = Path(__file__).parent / "migrations"
UPGRADE_LOCK = 0x627265616B  # an arbitrary number that no other program locks on PostgreSQL
_alembic = threading.Lock()  # Alembic has one context for the whole process


class Unreachable(Trouble):
    """The database does not answer, or it stays locked for too long. Nothing was changed."""


class NoSuchMatch(Trouble):
    """No match has this id."""


class Database:
    """One database. A `reading` block sees the database as it is at one moment. A `writing` block is one transaction.

    `now` is the clock that times the turns. A test can set another clock.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.keys = Keys()
        self.now: Callable[[], datetime] = Steady()
        self.is_sqlite = engine.dialect.name == "sqlite"
        self._writer = engine.execution_options(writes=True)
        self._reader = engine if self.is_sqlite else engine.execution_options(isolation_level="REPEATABLE READ")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for a block that only reads. Raises Unreachable."""
        with _plain_errors(), self._reader.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection for a block that writes. Commits at the end of the block. Raises Unreachable."""
        with _plain_errors(), self._writer.begin() as connection:
            yield connection

    def ping(self) -> None:
        """Checks that the database answers. Raises Unreachable."""
        with self.reading() as connection:
            connection.execute(text("SELECT 1"))

    def close(self) -> None:
        """Closes all connections."""
        self.engine.dispose()


@contextmanager
def _plain_errors() -> Iterator[None]:
    """Raises Unreachable instead of the database's own error if the database cannot be reached.

    The text of the original error goes only to the log.
    """
    try:
        yield
    except (OperationalError, InterfaceError, OutOfConnections) as error:
        LOG.error("the database does not answer: %s", str(getattr(error, "orig", error)).strip())
        raise Unreachable(_("The database is not responding. Nothing was changed. Try again in a minute.")) from error


def open_database(url: str | Path, more_migrations: Sequence[Path] = ()) -> Database:
    """The database, upgraded to the newest tables.

    Raises Trouble if the database cannot be opened or is newer than this program. `more_migrations` are folders with
    further migrations.
    """
    database = Database(_engine(url))
    try:
        with database.reading() as connection:
            found = _version(connection)
        if found != HEAD or more_migrations:
            _upgrade(database, more_migrations)
    except Unreachable:
        raise
    except DBAPIError as error:
        raise Trouble(f"{database.engine.url!r} is not a Breakaway database: {error.orig}") from None
    return database


def _engine(url: str | Path) -> Engine:
    try:
        place = URL.create("sqlite", database=str(url)) if isinstance(url, Path) else make_url(url)
        if place.drivername in ("postgresql", "postgres"):
            place = place.set(drivername="postgresql+psycopg")
        if place.get_backend_name() == "sqlite":
            return _sqlite(place)
        return create_engine(place, pool_pre_ping=True, hide_parameters=True)
    except ArgumentError as error:
        raise Trouble(f"{url}: {error}") from None
    except ModuleNotFoundError as error:
        raise Trouble(f"this database needs the package {error.name}: pip install 'breakaway[postgres]'") from None


def _sqlite(place: URL) -> Engine:
    """An engine for a SQLite file. A block that will write takes the write lock at its beginning.

    With deferred transactions, entries were lost when two programs wrote at the same time.
    """
    if not place.database or place.database == ":memory:":
        raise Trouble("the club's database must be a file, such as sqlite:///club.sqlite")
    path = Path(place.database)
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # only the owner may read sealed orders
    engine = create_engine(place, connect_args={"timeout": PATIENCE}, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # keeps the driver from starting transactions itself
        _use_wal(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _use_wal(connection: Any) -> None:
    """Turns on WAL mode, a setting that is stored in the file.

    Retries, because SQLite does not wait if another process is turning WAL mode on.
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
                connection.execute("PRAGMA journal_mode = WAL")
            return
        except connection.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.02)


def _upgrade(database: Database, more_migrations: Sequence[Path]) -> None:
    """Upgrades the tables in one transaction. If two programs open a new database, one waits for the other."""
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", _escaped(MIGRATIONS))
    places = os.pathsep.join(_escaped(place) for place in (MIGRATIONS / "versions", *more_migrations))
    config.set_main_option("version_locations", places)
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(config)
    with _alembic, database.writing() as connection:
        if not database.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": UPGRADE_LOCK})
        found = _version(connection)
        try:
            scripts.get_revision(found or "base")
        except CommandError:
            raise Trouble(
                f"{database.engine.url!r} was written by a newer version of Breakaway: install that version. "
                f"(Its tables have version {found}; this program reads versions up to {HEAD}.)"
            ) from None
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        reach("before upgrade")
    reach("after upgrade")


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    version: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return version


def _escaped(path: Path) -> str:
    """A path, escaped for Alembic's configuration, where % has a special meaning."""
    return str(path).replace("%", "%%")
