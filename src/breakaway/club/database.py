"""The database: SQLite or PostgreSQL, its guards, its clock, its keys, and points at which tests stop it."""

from __future__ import annotations

import hashlib
import logging
import os
import secrets
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Engine, create_engine, event, insert, inspect, make_url, select, text, update
from sqlalchemy import Connection as Connection
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as OutOfConnections

from breakaway.club.schema import settings
from breakaway.core.language import UserError, _, say
from breakaway.records.record_file import key_folder

if TYPE_CHECKING:
    from cryptography.fernet import Fernet
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

# --- Guards in the database itself: they stop any program from changing, removing or skipping a record's entries.
#
# Only a whole match can be removed, and only if the table `removed` lists it first (`storage.py`). The lines of seasons
# are guarded in the same way, and stay for good.
#
# On PostgreSQL, a trigger also tells all servers about each change to a match (`notifications.py`). The trigger reports
# a change only when it is committed, whichever program made it.
#
# An upgrade lifts the guards and sets them again: Alembic's batch mode copies a SQLite table without its triggers, and
# SQLite renames no table while a trigger of another one names it.


def _lifted(table: str) -> tuple[str, ...]:
    return tuple(f"DROP TRIGGER IF EXISTS {table}_{each}" for each in ("update", "delete", "insert"))


LIFTED = (*_lifted("entries"), *_lifted("season_lines"))
SQLITE = (
    *_lifted("entries"),
    "CREATE TRIGGER entries_update BEFORE UPDATE ON entries "
    "BEGIN SELECT RAISE(ABORT, 'an entry cannot be changed'); END",
    "CREATE TRIGGER entries_delete BEFORE DELETE ON entries "
    'WHEN NOT EXISTS (SELECT 1 FROM removed WHERE "match" = OLD."match") '
    "BEGIN SELECT RAISE(ABORT, 'an entry cannot be removed'); END",
    # INSERT OR REPLACE deletes without firing the trigger above
    "CREATE TRIGGER entries_insert BEFORE INSERT ON entries "
    'WHEN NEW.n <> (SELECT coalesce(max(n), 0) + 1 FROM entries WHERE "match" = NEW."match") '
    "BEGIN SELECT RAISE(ABORT, 'a new entry must be the next one'); END",
)

POSTGRESQL = (
    """
    CREATE OR REPLACE FUNCTION entries_guard() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'DELETE' THEN
            IF EXISTS (SELECT 1 FROM removed WHERE "match" = OLD."match") THEN
                RETURN OLD;
            END IF;
        END IF;
        IF TG_OP <> 'INSERT' THEN
            RAISE EXCEPTION 'an entry cannot be changed or removed' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF NEW.n <> (SELECT coalesce(max(n), 0) + 1 FROM entries WHERE "match" = NEW."match") THEN
            RAISE EXCEPTION 'a new entry must be the next one' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$
    """,
    "CREATE OR REPLACE TRIGGER entries_rows BEFORE INSERT OR UPDATE OR DELETE ON entries "
    "FOR EACH ROW EXECUTE FUNCTION entries_guard()",
    "CREATE OR REPLACE TRIGGER entries_truncate BEFORE TRUNCATE ON entries "
    "FOR EACH STATEMENT EXECUTE FUNCTION entries_guard()",
    """
    CREATE OR REPLACE FUNCTION matches_news() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM pg_notify('breakaway', NEW.id || ' ' || NEW.version);
        RETURN NULL;
    END $$
    """,
    "CREATE OR REPLACE TRIGGER matches_changed AFTER UPDATE OF version ON matches "
    "FOR EACH ROW WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION matches_news()",
)

SEASONS = "season_lines"
UNLESS_REMOVED = "WHEN NOT EXISTS (SELECT 1 FROM removed_seasons WHERE season = OLD.season) "
SQLITE_OF_SEASONS = (
    *_lifted(SEASONS),
    "CREATE TRIGGER season_lines_update BEFORE UPDATE ON season_lines "
    "BEGIN SELECT RAISE(ABORT, 'an entry cannot be changed'); END",
    "CREATE TRIGGER season_lines_delete BEFORE DELETE ON season_lines "
    f"{UNLESS_REMOVED}"
    "BEGIN SELECT RAISE(ABORT, 'an entry cannot be removed'); END",
    "CREATE TRIGGER season_lines_insert BEFORE INSERT ON season_lines "
    "WHEN NEW.n <> (SELECT coalesce(max(n), 0) + 1 FROM season_lines WHERE season = NEW.season) "
    "BEGIN SELECT RAISE(ABORT, 'a new entry must be the next one'); END",
)

POSTGRESQL_OF_SEASONS = (
    """
    CREATE OR REPLACE FUNCTION season_lines_guard() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'DELETE' THEN
            IF EXISTS (SELECT 1 FROM removed_seasons WHERE season = OLD.season) THEN
                RETURN OLD;
            END IF;
        END IF;
        IF TG_OP <> 'INSERT' THEN
            RAISE EXCEPTION 'an entry cannot be changed or removed' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF NEW.n <> (SELECT coalesce(max(n), 0) + 1 FROM season_lines WHERE season = NEW.season) THEN
            RAISE EXCEPTION 'a new entry must be the next one' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$
    """,
    "CREATE OR REPLACE TRIGGER season_lines_rows BEFORE INSERT OR UPDATE OR DELETE ON season_lines "
    "FOR EACH ROW EXECUTE FUNCTION season_lines_guard()",
    "CREATE OR REPLACE TRIGGER season_lines_truncate BEFORE TRUNCATE ON season_lines "
    "FOR EACH STATEMENT EXECUTE FUNCTION season_lines_guard()",
)


def lift_guards(connection: Connection) -> None:
    """Lifts the guards that an upgrade of a SQLite database cannot work with, in the connection's transaction."""
    for statement in LIFTED if connection.dialect.name == "sqlite" else ():
        connection.exec_driver_sql(statement)


def set_guards(connection: Connection) -> None:
    """Sets the guards in the connection's transaction; those of seasons, if the tables' version has them."""
    is_sqlite = connection.dialect.name == "sqlite"
    of_seasons = SQLITE_OF_SEASONS if is_sqlite else POSTGRESQL_OF_SEASONS
    tables = inspect(connection)
    has_seasons = tables.has_table(SEASONS)
    if has_seasons and not tables.has_table("removed_seasons"):  # version 0026: no season can be removed
        of_seasons = tuple(each.replace(UNLESS_REMOVED, "") for each in of_seasons)
    for statement in (*(SQLITE if is_sqlite else POSTGRESQL), *(of_seasons if has_seasons else ())):
        connection.exec_driver_sql(statement)


# --- The club's clock: it runs evenly while the program runs, even if somebody changes the system clock.
#
# Deadlines are moments in UTC, so they keep their meaning after a restart and on other servers. Within one process,
# time is measured by a clock that nobody can set. So a jump of the system clock neither ends a player's time nor adds
# to it. After a restart, the system clock is read again.


LOG = logging.getLogger(__name__)
STEP = 5.0  # seconds: a smaller difference is not a jump, only a correction of the clock


def utc_now() -> datetime:
    """The time of the system clock in UTC."""
    return datetime.now(UTC)


def monotonic_seconds() -> float:
    """The seconds counted by a clock that nobody can set. The count includes time during which the machine is asleep,
    if the system counts that time.
    """
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    if clock is not None:
        with suppress(OSError):  # a browser's Python names this clock without having it
            return time.clock_gettime(clock)
    return time.monotonic()


class SteadyClock:
    """Gives the time in UTC.

    The clock starts from the system clock (`wall`), and from then on adds the seconds that `passing` counts. Logs each
    jump of the system clock once. Safe to use from several threads.
    """

    def __init__(
        self, wall: Callable[[], datetime] = utc_now, passing: Callable[[], float] = monotonic_seconds
    ) -> None:
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


# --- Named points, before and after every commit, where a test can kill the process.
#
# BREAKAWAY_FAILPOINT="before commit:3" kills this process (with SIGKILL, like kill -9) when it reaches that point for
# the third time. Only tests set the variable. Without the variable, the points do nothing.


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


# --- The server's own keys, in files outside the database.
#
# One key encrypts stored secrets, and one signs published records. A third signs reply addresses for email and makes
# the salts of receipts. So a copy of the database reveals neither sealed orders nor the secrets behind the dice.
# Servers that share a database need the same key files.


LOCKED = "locked:"  # the start of a locked text; older versions kept plain JSON
_creating = threading.Lock()


class Keys:
    """The keys in a folder (None: the user's own, see `home.key_folder`). Each key is made when it is first needed."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = key_folder() if folder is None else folder

    def lock(self, text: str) -> str:
        """The text, encrypted with the key for secrets."""
        return LOCKED + self._secrets_key.encrypt(text.encode()).decode()

    def unlock(self, text: str) -> str:
        """The decrypted text. Returns an unencrypted text unchanged. Raises UserError."""
        from cryptography.fernet import InvalidToken

        if not text.startswith(LOCKED):
            return text
        try:
            return self._secrets_key.decrypt(text.removeprefix(LOCKED)).decode()
        except InvalidToken:
            LOG.error("another key than %s encrypted the sealed orders", self.folder / "secrets.key")
            raise UserError(
                say(
                    "the sealed orders in this database were encrypted with another key: "
                    "restore the right key file, {name}",
                    name="secrets.key",
                )
            ) from None

    @cached_property
    def _secrets_key(self) -> Fernet:
        from cryptography.fernet import Fernet

        try:
            return Fernet(self._read("secrets.key", lambda: Fernet.generate_key().decode()))
        except ValueError:
            raise self._damaged("secrets.key") from None

    @cached_property
    def signing(self) -> Ed25519PrivateKey | None:
        """The key with which this server signs records. Raises UserError if its file is damaged."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        try:
            return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(self._read("signing.key", _random)))
        except ValueError:
            raise self._damaged("signing.key") from None

    @cached_property
    def reply(self) -> bytes:
        """The key with which this server signs reply addresses. Raises UserError if its file is damaged."""
        try:
            return bytes.fromhex(self._read("reply.key", _random))
        except ValueError:
            raise self._damaged("reply.key") from None

    def fingerprint(self, name: str) -> str | None:
        """A hash that tells the key in the file `name` from all others. None if there is no such file."""
        try:
            found = (self.folder / name).read_text("ascii", errors="replace").strip()
        except FileNotFoundError:
            return None
        return hashlib.sha256(f"breakaway {name}\0{found}".encode()).hexdigest()

    def _damaged(self, name: str) -> UserError:
        LOG.error("the key file %s is damaged", self.folder / name)  # a page with the error must not show the folder
        return UserError(say("{name} is damaged: restore it from a backup", name=name))

    def _read(self, name: str, make: Callable[[], str]) -> str:
        """The text of a key file. Creates the file if it is missing.

        Two programs that create the file at the same time get the same key.
        """
        path = self.folder / name
        with _creating:
            if not path.exists():
                write_once(path, make())
            return path.read_text("ascii", errors="replace").strip()


class PlainKeys(Keys):
    """The keys where there is no cryptography, as in a browser: texts are stored as they are, and nothing is signed."""

    def lock(self, text: str) -> str:
        """The text as it is."""
        return text

    def unlock(self, text: str) -> str:
        """The text as it is. Raises UserError if it is encrypted."""
        if text.startswith(LOCKED):
            raise UserError(_("This was encrypted by a server and cannot be read here."))
        return text

    @property
    def signing(self) -> None:
        """None: records from here are unsigned."""

    @property
    def reply(self) -> bytes:
        """The same everywhere: no email comes here."""
        return hashlib.sha256(b"breakaway without a server").digest()


def _random() -> str:
    return secrets.token_hex(32)


def write_once(path: Path, text: str) -> None:
    """Writes a file that only its owner can read, unless another program has already written it.

    No program ever sees a half-written file.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(text + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(fresh, path)
    except FileExistsError:
        pass
    finally:
        fresh.unlink()


# --- What will not work without the keys that a database was used with.
#
# Texts that `secrets.key` encrypted show whether it is the same. The other two keys leave no such trace, so the
# database keeps a fingerprint of each, in the table of settings.


FINGERPRINTED = ("signing.key", "reply.key")
OLD_REPLY_KEY = "old reply.key"  # the setting with the fingerprint of the key that was given up last; may be empty


def lost_keys(database: Database) -> list[str]:
    """What will not work because a key of the `database` is missing or is another one, in sentences. Makes no key."""
    with database.reading() as connection:
        return lost_keys_in(connection, database.keys)


def lost_keys_in(connection: Connection, keys: Keys) -> list[str]:
    """Like `lost_keys`, with the database of this `connection` and these `keys`. The tables must be the newest."""
    sealed = list(connection.scalars(text("SELECT secrets FROM sealed")))
    locked = [
        each
        for table in ("mailboxes", "invitations", "standbys")
        for each in connection.scalars(text(f"SELECT address FROM {table}"))
    ]
    asked, sent = connection.execute(text("SELECT count(reference), count(*) FROM outbox")).one()
    unwanted = connection.scalar(text("SELECT count(*) FROM refusals"))
    known, found = _fingerprints(connection), []
    matches, addresses = (sum(not _opens(keys, each) for each in rows) for rows in (sealed, locked))
    if matches or addresses:
        found.append(
            f"secrets.key {_state(keys, 'secrets.key')}: {matches} matches in progress cannot go on, and {addresses} "
            "email addresses cannot be read."
        )
    if _is_other(keys, "reply.key", known):
        state = f"reply.key {_state(keys, 'reply.key')}:"
        if asked:
            found.append(
                f"{state} answers to the {asked} emails that were sent so far would be taken for strangers', and the "
                "orders in them would not be used."
            )
        elif sent:
            found.append(f"{state} in the {sent} emails that were sent so far, the links to refuse email would fail.")
        if unwanted:
            found.append(f"{state} email would go again to those who refused all email (addresses: {unwanted}).")
    if ("signing.key" in known or found) and _is_other(keys, "signing.key", known):
        state = f"signing.key {_state(keys, 'signing.key')}:"
        found.append(f"{state} records would be signed with a key that players do not know.")
    return found


def take_up_keys(database: Database) -> None:
    """Makes the keys that are missing, and notes in the `database` which keys it is used with from now on.

    If the `reply.key` is another one than before, notes that, too: see `has_old_reply_key`. Raises UserError if a key
    is damaged, and OSError if it can be neither read nor made.
    """
    keys = database.keys
    with database.reading() as connection:
        known = _fingerprints(connection)
        asked = connection.scalar(text("SELECT count(*) FROM outbox WHERE reference IS NOT NULL"))
    is_other = bool(asked) and _is_other(keys, "reply.key", known)
    _ = keys.signing, keys.reply
    now = {name: keys.fingerprint(name) or "" for name in FINGERPRINTED}
    if is_other:
        now[OLD_REPLY_KEY] = known.get("reply.key", "")
    with suppress(IntegrityError), database.writing() as connection:  # raised if another server notes the same
        for name, value in now.items():
            if known.get(name) != value:
                row = {"value": value, "since": database.now()}
                if not connection.execute(update(settings).where(settings.c.name == name).values(row)).rowcount:
                    connection.execute(insert(settings).values(name=name, **row))
        reach("before change")


def has_old_reply_key(database: Database) -> bool:
    """Whether earlier emails of this `database` came from addresses that were signed with another `reply.key`."""
    with database.reading() as connection:
        return OLD_REPLY_KEY in _fingerprints(connection)


def _fingerprints(connection: Connection) -> dict[str, str]:
    """The fingerprints that the database keeps, by the names of their settings."""
    names = (*FINGERPRINTED, OLD_REPLY_KEY)
    rows = connection.execute(select(settings.c.name, settings.c.value).where(settings.c.name.in_(names)))
    return {row.name: row.value for row in rows}


def _is_other(keys: Keys, name: str, known: Mapping[str, str]) -> bool:
    """Whether a key is missing, or is not the one whose fingerprint the database keeps."""
    now = keys.fingerprint(name)
    return now is None or known.get(name, now) != now


def _state(keys: Keys, name: str) -> str:
    return "is missing" if keys.fingerprint(name) is None else "is another key than before"


def _opens(keys: Keys, locked: str) -> bool:
    """Whether the key for secrets is there and opens this text. A text that is not locked needs no key."""
    if not locked.startswith(LOCKED):
        return True
    try:
        return (keys.folder / "secrets.key").exists() and bool(keys.unlock(locked))
    except UserError:
        return False


# --- Opens the club's database and creates or upgrades its tables. Uses SQLite, or PostgreSQL for several servers.


HEAD = "0028"  # the newest migration
PATIENCE = 30  # seconds that a writer waits for another writer
PROBE = 32 * 1024  # bytes that are written to see whether writing works
READ_ONLY = "25006"  # how PostgreSQL calls a write to a server that only reads, such as a stand-by server
MIGRATIONS = Path(__file__).parent / "migrations"
UPGRADE_LOCK = 0x627265616B  # an arbitrary number that no other program locks on PostgreSQL
_alembic = threading.Lock()  # Alembic has one context for the whole process


class Unreachable(UserError):
    """The database does not answer, or it stays locked for too long. Nothing was changed."""


class NoSuchMatch(UserError):
    """No match has this id."""


class DeletedMatch(NoSuchMatch):
    """The match was deleted, as the server's owner has set (`storage.py`)."""


class Database:
    """One database. A `reading` block sees the database as it is at one moment. A `writing` block is one transaction.

    `now` is the clock that times the turns. A test can set another clock.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.keys = Keys()
        self.now: Callable[[], datetime] = SteadyClock()
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

    def try_writing(self) -> None:
        """Writes about as much as a choice takes. Raises Unreachable if that is not possible, because the disk is full
        or the database is read-only.
        """
        row = {"value": secrets.token_hex(PROBE // 2), "since": self.now()}
        ours = settings.c.name == "probe"
        with suppress(IntegrityError), self.writing() as connection:  # raised if another process writes the first one
            if not connection.execute(update(settings).where(ours).values(row)).rowcount:
                connection.execute(insert(settings).values(name="probe", **row))

    def size(self) -> int:
        """The bytes that the database takes on its disk. Raises Unreachable."""
        if self.is_sqlite:
            files = (Path(f"{self.engine.url.database}{end}") for end in ("", "-wal"))
            return sum(each.stat().st_size for each in files if each.exists())
        with self.reading() as connection:
            return int(connection.scalar(text("SELECT pg_database_size(current_database())")) or 0)

    def free(self) -> int | None:
        """The free bytes on the database's disk. None with PostgreSQL, which does not tell."""
        if not self.is_sqlite:
            return None
        return shutil.disk_usage(Path(str(self.engine.url.database)).absolute().parent).free

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
    except (OperationalError, InterfaceError, OutOfConnections, InternalError) as error:
        if isinstance(error, InternalError) and getattr(error.orig, "sqlstate", "") != READ_ONLY:
            raise
        LOG.error("the database does not answer: %s", str(getattr(error, "orig", error)).strip())
        if sys.platform == "emscripten":  # in a browser, where nothing but this process uses the file
            text = _("This browser cannot store anything now. Perhaps there is no room left. Nothing was changed.")
            raise Unreachable(text) from error
        raise Unreachable(_("The database is not responding. Nothing was changed. Try again in a minute.")) from error


def database_at(url: str | Path) -> Database:
    """The database with the tables that it has, or with none. Raises UserError if the address cannot be one."""
    return Database(_engine(url))


def open_database(url: str | Path, more_migrations: Sequence[Path] = ()) -> Database:
    """The database at `url` (a file or an URL), upgraded to the newest tables.

    Raises UserError if the database cannot be opened or is newer than this program. `more_migrations` are folders with
    further migrations.
    """
    database = database_at(url)
    try:
        with database.reading() as connection:
            found = version_in(connection)
        if found != HEAD or more_migrations:
            _upgrade(database, more_migrations)
    except Unreachable:
        raise
    except DBAPIError as error:
        raise UserError(f"{database.engine.url!r} is not a Breakaway database: {error.orig}") from None
    return database


def address_of(url: str | Path) -> URL:
    """The address of a database, which is a file or an URL. Raises UserError if it cannot be one."""
    try:
        place = URL.create("sqlite", database=str(url)) if isinstance(url, Path) else make_url(url)
        if place.drivername in ("postgresql", "postgres"):
            place = place.set(drivername="postgresql+psycopg")
        if place.get_backend_name() == "sqlite" and place.database in (None, "", ":memory:"):
            raise UserError("the club's database must be a file, such as sqlite:///club.sqlite")
    except ArgumentError as error:
        raise UserError(f"{url}: {error}") from None
    return place


def _engine(url: str | Path) -> Engine:
    place = address_of(url)
    try:
        if place.get_backend_name() == "sqlite":
            return _sqlite(place)
        return create_engine(place, pool_pre_ping=True, hide_parameters=True)
    except ArgumentError as error:
        raise UserError(f"{url}: {error}") from None
    except ModuleNotFoundError as error:
        raise UserError(f"this database needs the package {error.name}: pip install 'breakaway[postgres]'") from None


def _sqlite(place: URL) -> Engine:
    """An engine for a SQLite file. A block that will write takes the write lock at its beginning.

    With deferred transactions, entries were lost when two programs wrote at the same time.
    """
    path = Path(str(place.database))
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # only the owner may read sealed orders
    engine = create_engine(place, connect_args={"timeout": PATIENCE}, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # keeps the driver from starting transactions itself
        if sys.platform == "emscripten":  # in a browser: one process, no shared memory, and files that stay
            connection.execute("PRAGMA journal_mode = TRUNCATE")
        else:
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
    with database.writing() as connection:
        try:
            upgrade_tables(connection, more_migrations=more_migrations)
        except NewerTables as error:
            raise UserError(f"{database.engine.url!r} {error}") from None
        reach("before upgrade")
    reach("after upgrade")


class NewerTables(UserError):
    """The tables have a version that this program does not know."""


def upgrade_tables(connection: Connection, to: str = "head", more_migrations: Sequence[Path] = ()) -> None:
    """Makes or upgrades the tables in the connection's transaction, up to the version `to`, and sets the guards.

    On PostgreSQL, one program at a time. Raises NewerTables if the tables, or `to`, are newer than this program.
    """
    _migrate(connection, to, more_migrations)


def _migrate(connection: Connection, to: str, more_migrations: Sequence[Path] = (), back: bool = False) -> None:
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
    if connection.dialect.name != "sqlite":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": UPGRADE_LOCK})
    with _alembic:
        for wanted in (version_in(connection) or "base", to):
            try:
                scripts.get_revision(wanted)
            except CommandError:
                raise NewerTables(
                    "was written by a newer version of Breakaway: install that version. "
                    f"(Its tables have version {wanted}; this program reads versions up to {HEAD}.)"
                ) from None
        config.attributes["connection"] = connection
        (command.downgrade if back else command.upgrade)(config, to)


def downgrade_tables(connection: Connection, to: str) -> None:
    """Takes the tables back to an earlier version, `to`, in the connection's transaction.

    Only migrations from 0026 on lead back. What the later tables hold is lost. Raises NewerTables if the database is
    newer than this program.
    """
    _migrate(connection, to, back=True)


def version_in(connection: Connection) -> str | None:
    """The version of the tables in the database of a `connection`. None if there are no tables of ours."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    version: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return version


def _escaped(path: Path) -> str:
    """A path, escaped for Alembic's configuration, where % has a special meaning."""
    return str(path).replace("%", "%%")
