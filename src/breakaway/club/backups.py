"""Backups: one archive with all matches and the server's keys, from SQLite or PostgreSQL, for either of them."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from sqlalchemy import Connection, DateTime, Integer, MetaData, Table, func, insert, inspect, select, text
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from breakaway.club.club import Club, open_club
from breakaway.club.database import (
    HEAD,
    Database,
    Keys,
    NewerTables,
    Unreachable,
    address_of,
    database_at,
    lost_keys,
    lost_keys_in,
    reach,
    upgrade_tables,
    version_in,
    write_once,
)
from breakaway.club.schema import metadata
from breakaway.club.seasons.kept import listed_seasons, season_text
from breakaway.core.data_files import DAMAGED_ARCHIVE, PACKED
from breakaway.core.language import UserError
from breakaway.core.state import json_of
from breakaway.core.version import version
from breakaway.games.manifest import NoSuchGame, find
from breakaway.records.entries import BadRecord
from breakaway.records.record_file import parse
from breakaway.records.replay import verify
from breakaway.seasons.season import Season

# --- What an archive is: a zip file with `manifest.json`, one file of JSON lines for each table, and the keys.
#
# The rows are those of the tables' version that the manifest names, so a later program first makes these tables, puts
# the rows in, and then upgrades them. The hashes show whether a file was damaged. They are no signature: whoever can
# write an archive can also write its hashes, and has the keys anyway.
#
# pg_dump would need the server's own version of it, and SQLite's backup API gives a file that only SQLite reads. Rows
# as text go from either database into either, with the same code.


FORMAT = 1
MANIFEST = "manifest.json"
KEY_NAMES = ("secrets.key", "signing.key", "reply.key")
PASSING = ("counts",)  # what running servers tell each other, for an hour
OURS = [each for each in metadata.tables if each not in PASSING]
# What a server writes before anybody has used it, or only for a day: a database with nothing else holds nothing.
UNASKED = (*PASSING, "alembic_version", "settings", "owners", "spent", "first_emails")
HELD = {  # what rows are called; rows of other tables belong to these
    "matches": "matches",
    "seasons": "seasons",
    "own_sets": "sets of people's own cards",
    "refusals": "addresses that want no email",
    "removed": "notes about deleted matches",
    "removed_seasons": "notes about removed seasons",
    "inbox": "notes about emails that were read",
}
LARGEST_MANIFEST, LARGEST_KEY = 2**20, 2**10  # bytes
LONGEST_ROW = 2**27  # bytes: more than the longest line of the largest record
AT_ONCE, MOST_AT_ONCE = 500, 2**23  # rows, and bytes of their lines, that are held in memory
BUSY_FOR = 2000  # milliseconds for which another program may be about to leave a SQLite file
Tell = Callable[[int, int], None]  # gets how many rows are done, and how many there are


class BadArchive(UserError):
    """The file is no backup, or it is damaged. Nothing was changed."""


class InUse(UserError):
    """Another program uses the database. Nothing was changed."""


Name = Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Count = Annotated[int, Field(ge=0, le=2**62)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class TableInArchive(_Part):
    """One table: its columns in order, how many rows there are, the hash of its file, and the number of the last row
    that it ever had, if rows are numbered.
    """

    name: Name
    columns: list[Name]
    rows: Count
    sha256: Hash
    last: Count | None = None


class Manifest(_Part):
    """What an archive holds. `made` is when, in UTC; `program` and `tables_version` say by which version; `came_from`
    is sqlite or postgresql. `keys` are the hashes of the keys' files.
    """

    format: int
    made: str
    program: str
    came_from: str
    tables_version: Annotated[str, Field(pattern=r"^[0-9]{4}$")]
    tables: list[TableInArchive]
    keys: dict[str, Hash]

    def rows_of(self, name: str) -> int:
        """How many rows the table `name` has in the archive."""
        return next((each.rows for each in self.tables if each.name == name), 0)

    @property
    def rows(self) -> int:
        """How many rows all tables have."""
        return sum(each.rows for each in self.tables)


# --- Makes an archive, while the server runs.


def back_up(database: Database, path: Path, with_keys: bool = True, tell: Tell = lambda done, of: None) -> Manifest:
    """Writes the `database` as it is at this moment, and its keys, to a new file that only its owner can read.

    Never upgrades the tables. `with_keys` is False to leave the keys out. `tell` is told how far it is. Raises
    UserError or OSError; then there is no file.
    """
    if path.exists():
        raise UserError(f"{path} already exists; name another file for the backup")
    if not path.absolute().parent.is_dir():
        raise UserError(f"there is no folder {path.absolute().parent}")
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with os.fdopen(os.open(fresh, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                made = _write(archive, database, with_keys, tell)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)
    return made


def _write(archive: zipfile.ZipFile, database: Database, with_keys: bool, tell: Tell) -> Manifest:
    with database.reading() as connection:
        found = version_in(connection)
        if found is None:
            raise UserError(f"{database.engine.url!r} has no matches of Breakaway")
        tables = _tables_in(connection)
        counts = {each.name: connection.scalar(select(func.count()).select_from(each)) or 0 for each in tables}
        total, done, written = sum(counts.values()), 0, []
        for table in tables:
            digest, rows = hashlib.sha256(), 0
            with archive.open(_file_of(table.name), "w", force_zip64=True) as out:
                for lines in _lines_of(connection, table):
                    digest.update(lines)
                    out.write(lines)
                    rows += lines.count(b"\n")
                    tell(done + rows, total)
            done += rows
            columns = [each.name for each in table.columns]
            last = _last_number(connection, table)
            written.append(
                TableInArchive(name=table.name, columns=columns, rows=rows, sha256=digest.hexdigest(), last=last)
            )
    keys = {}
    for name in KEY_NAMES if with_keys else ():
        with suppress(FileNotFoundError):
            kept = (database.keys.folder / name).read_bytes()
            archive.writestr(f"keys/{name}", kept)
            keys[name] = hashlib.sha256(kept).hexdigest()
    made = Manifest(
        format=FORMAT,
        made=f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}",
        program=version(),
        came_from=database.engine.dialect.name,
        tables_version=found,
        tables=written,
        keys=keys,
    )
    archive.writestr(MANIFEST, made.model_dump_json(indent=1))
    return made


def _file_of(table: str) -> str:
    return f"tables/{table}.jsonl"


def _tables_in(connection: Connection, names: Iterable[str] = OURS) -> list[Table]:
    """Those of our tables with these `names` as they are in the database, each after those that it refers to."""
    there = set(inspect(connection).get_table_names())
    found = MetaData()
    found.reflect(connection, only=[name for name in names if name in there])
    return found.sorted_tables


def _lines_of(connection: Connection, table: Table) -> Iterator[bytes]:
    """The rows of a table as lines of JSON, some at once."""
    asked = select(table).order_by(*table.primary_key.columns)
    for rows in connection.execution_options(yield_per=AT_ONCE).execute(asked).partitions(AT_ONCE):
        yield b"".join(
            json.dumps(list(map(_stored, row)), ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            for row in rows
        )


def _stored(value: Any) -> Any:
    if isinstance(value, datetime):
        moment = value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
        return moment.isoformat()
    return value


def _numbered(table: Table) -> str | None:
    """The column in which the database numbers the rows of a table itself."""
    columns = list(table.primary_key.columns)
    is_number = len(columns) == 1 and isinstance(columns[0].type, Integer)
    return columns[0].name if is_number else None


def _last_number(connection: Connection, table: Table) -> int | None:
    """The number of the last row that a table ever had. Signed addresses name such numbers, so none may come twice."""
    column = _numbered(table)
    if column is None:
        return None
    most = connection.scalar(select(func.max(table.c[column]))) or 0
    if connection.dialect.name == "sqlite":
        if not inspect(connection).has_table("sqlite_sequence"):
            return most
        asked = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
        return max(most, connection.scalar(asked, {"name": table.name}) or 0)
    sequence = _sequence_of(connection, table.name, column)
    last = connection.scalar(text(f"SELECT last_value FROM {sequence} WHERE is_called"))
    return max(most, last or 0)


def _sequence_of(connection: Connection, table: str, column: str) -> str:
    asked = text("SELECT pg_get_serial_sequence(:table, :column)")
    return str(connection.scalar(asked, {"table": table, "column": column}))


# --- Reads an archive. Takes from it only what the manifest names, by names that this program knows.


@contextmanager
def reading_archive(path: Path) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    """Opens an archive, and reads what it holds. Raises BadArchive, or OSError if there is no such file."""
    with path.open("rb") as file, ExitStack() as until_read:
        with _unpacking(path):
            archive = until_read.enter_context(zipfile.ZipFile(file))
        yield archive, _manifest(archive, path)


@contextmanager
def _unpacking(what: Path | str) -> Iterator[None]:
    """Raises BadArchive for whatever the library raises over a damaged file."""
    try:
        yield
    except DAMAGED_ARCHIVE as error:
        raise BadArchive(f"{what} is no backup, or it is damaged: {error}. Nothing was changed.") from None


def _manifest(archive: zipfile.ZipFile, path: Path) -> Manifest:
    names = archive.namelist()
    try:
        if any(each.flag_bits & 1 for each in archive.infolist()):
            raise ValueError("it is encrypted")
        if any(each.compress_type not in PACKED for each in archive.infolist()):
            raise ValueError("it is packed in a way that backups are not")
        if names.count(MANIFEST) != 1 or archive.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
            raise ValueError("it has no manifest")
        with _unpacking(path):
            packed = archive.read(MANIFEST)
        data = json_of(packed)
        found = data.get("format") if isinstance(data, dict) else None
        if isinstance(found, int) and found > FORMAT:
            raise BadArchive(f"{path} was made by a newer version of Breakaway: install that version, then restore it")
        manifest = Manifest.model_validate(data)
        if manifest.format != FORMAT:
            raise ValueError(f"format {manifest.format} is unknown")
        if unknown := [each.name for each in manifest.tables if each.name not in OURS]:
            raise ValueError(f"this program has no table {unknown[0]}")
        if unknown := [name for name in manifest.keys if name not in KEY_NAMES]:
            raise ValueError(f"this program has no key {unknown[0][:40]!r}")
        expected = [
            MANIFEST,
            *(_file_of(each.name) for each in manifest.tables),
            *(f"keys/{key}" for key in manifest.keys),
        ]
        if len(set(expected)) != len(expected):
            raise ValueError("the manifest names a table twice")
        if sorted(names) != sorted(expected):
            wrong = sorted(set(names) ^ set(expected)) or sorted(names)
            raise ValueError(f"the manifest and the files in it do not agree on {wrong[0][:60]!r}")
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the manifest"
        raise BadArchive(f"{path} is damaged: {where}: {first['msg']}. Nothing was changed.") from None
    except ValueError as error:
        raise BadArchive(f"{path} is no backup, or it is damaged: {error}. Nothing was changed.") from None
    return manifest


def _rows_in(archive: zipfile.ZipFile, held: TableInArchive, table: Table) -> Iterator[list[dict[str, Any]]]:
    """The rows of a table, some at once, ready to be inserted. Raises BadArchive, at the latest after the last row."""
    is_sqlite_time = {each.name for each in table.columns if isinstance(each.type, DateTime) and not each.type.timezone}
    times = {each.name for each in table.columns if isinstance(each.type, DateTime)}
    digest, rows, some, size = hashlib.sha256(), 0, list[dict[str, Any]](), 0
    for line in _lines_in(archive, _file_of(held.name)):
        digest.update(line)
        rows += 1
        size += len(line)
        try:
            values = json_of(line)
            if not isinstance(values, list) or len(values) != len(held.columns):
                raise ValueError("the row has too few or too many values")
            row = dict(zip(held.columns, values, strict=True))
            for name, value in row.items():
                if value is not None and name in times:
                    moment = datetime.fromisoformat(value).astimezone(UTC)
                    row[name] = moment.replace(tzinfo=None) if name in is_sqlite_time else moment
                elif not isinstance(value, str | int | None) or isinstance(value, bool):
                    raise ValueError(f"{name} is neither text nor a whole number")
                elif isinstance(value, int) and abs(value) >= 2**63:
                    raise ValueError(f"{name} has too large a number")
                elif isinstance(value, str):
                    value.encode()  # fails for half a character, which no database takes
        except (ValueError, TypeError, OverflowError) as error:
            raise BadArchive(f"{_file_of(held.name)}, line {rows}: {error}. Nothing was changed.") from None
        some.append(row)
        if len(some) == AT_ONCE or size >= MOST_AT_ONCE:
            yield some
            some, size = [], 0
    if some:
        yield some
    if rows != held.rows or digest.hexdigest() != held.sha256:
        raise BadArchive(f"{_file_of(held.name)} was damaged or altered after the backup. Nothing was changed.")


def _lines_in(archive: zipfile.ZipFile, name: str) -> Iterator[bytes]:
    """The lines of the file `name` in an archive. Raises BadArchive."""
    with ExitStack() as until_read:
        with _unpacking(name):
            file = until_read.enter_context(archive.open(name))
        while True:
            with _unpacking(name):
                line = file.readline(LONGEST_ROW)
            if not line:
                return
            if not line.endswith(b"\n"):
                raise BadArchive(f"{name} was cut off, or a row is too long. Nothing was changed.")
            yield line


def _keys_in(archive: zipfile.ZipFile, manifest: Manifest) -> dict[str, bytes]:
    """The files of the keys. Raises BadArchive."""
    found = {}
    for name, digest in manifest.keys.items():
        with _unpacking(f"keys/{name}"), archive.open(f"keys/{name}") as file:
            found[name] = file.read(LARGEST_KEY)
        if hashlib.sha256(found[name]).hexdigest() != digest or not found[name].isascii():
            raise BadArchive(f"keys/{name} was damaged or altered after the backup. Nothing was changed.")
    return found


# --- Puts an archive into a database: everything or nothing.
#
# A new SQLite file is made beside its place and then renamed. Any other database is replaced in one transaction.


def restore(
    path: Path, url: str | Path, keys: Keys, replace: bool = False, tell: Tell = lambda done, of: None
) -> Manifest:
    """Restores the archive `path` into the database at `url`, upgraded to the newest tables, and its keys into the
    folder of `keys`. Returns what was restored. `tell` is told how far it is.

    `replace`: even if that database holds something, or the folder has other keys, which are kept in a folder of their
    own. Raises UserError or OSError; then nothing has changed.
    """
    place = address_of(url)
    file = Path(str(place.database)) if place.get_backend_name() == "sqlite" else None
    with reading_archive(path) as (archive, manifest), ExitStack() as undo:
        kept = _keys_in(archive, manifest)
        _check_keys(keys, kept, replace)
        if file is None or file.exists():
            with opened(url) as database:
                check_unused(database)
                with database.writing() as connection:
                    _clear(connection, database, replace)
                    _fill(connection, archive, manifest, tell)
                    undo.enter_context(_keys_put(keys, kept))
                    reach("before change")
            return manifest
        fresh = file.with_name(f"{file.name}.{os.getpid()}.new")
        try:
            with opened(fresh) as database, database.writing() as connection:
                _fill(connection, archive, manifest, tell)
                reach("before change")
            undo.enter_context(_keys_put(keys, kept))
            os.replace(fresh, file)
        finally:
            for ending in ("", "-wal", "-shm"):
                fresh.with_name(fresh.name + ending).unlink(missing_ok=True)
    return manifest


@contextmanager
def opened(url: str | Path) -> Iterator[Database]:
    """The database at `url` with the tables that it has. Raises UserError, also if it is no database."""
    with closing(database_at(url)) as database:
        try:
            database.ping()
        except Unreachable:
            raise
        except DBAPIError as error:
            raise UserError(f"{database.engine.url!r} is not a Breakaway database: {error.orig}") from None
        yield database


def check_unused(database: Database) -> None:
    """Raises InUse if another program has the `database` open. (On PostgreSQL, if it has the same user.)"""
    if database.is_sqlite:
        with closing(database.engine.raw_connection()) as connection:
            cursor = connection.cursor()
            cursor.execute(f"PRAGMA busy_timeout = {BUSY_FOR}")
            try:  # SQLite leaves this mode only if nobody else has the file open
                cursor.execute("PRAGMA journal_mode = DELETE")
                is_used = False
            except database.engine.dialect.dbapi.OperationalError:  # type: ignore[union-attr]
                is_used = True
            else:
                cursor.execute("PRAGMA journal_mode = WAL")
    else:
        asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        with database.reading() as connection_there:
            is_used = bool(connection_there.scalar(text(f"{asked} AND usename = current_user")))
    if is_used:
        raise InUse(f"another program uses {database.engine.url!r}. Stop the server first. Nothing was changed.")


def _clear(connection: Connection, database: Database, replace: bool) -> None:
    """Removes our tables, in the same transaction. Raises UserError if the database may not be overwritten."""
    name = repr(database.engine.url)
    if not database.is_sqlite:
        connection.execute(text(f"SET LOCAL lock_timeout = {BUSY_FOR}"))
    there = version_in(connection)
    if there is not None and there > HEAD:
        raise UserError(
            f"{name} was written by a newer version of Breakaway; install that version. Nothing was changed."
        )
    tables = _tables_in(connection, [*metadata.tables, "alembic_version"])
    held = _held(connection, tables)
    if held and not replace:
        raise UserError(
            f"{name} holds {', '.join(held)}. To delete them and restore the backup instead, add --replace. "
            "Nothing was changed."
        )
    for table in reversed(tables):
        table.drop(connection)


def _held(connection: Connection, tables: Iterable[Table]) -> list[str]:
    """What people have left in these `tables`, in words, such as `2 seasons`."""
    found = []
    for table in tables:
        if not table.foreign_keys and table.name not in UNASKED:
            count = connection.scalar(select(func.count()).select_from(table)) or 0
            found += [f"{count} {HELD.get(table.name, table.name)}"] if count else []
    return found


def _fill(connection: Connection, archive: zipfile.ZipFile, manifest: Manifest, tell: Tell) -> None:
    """Makes the tables of the archive's version, puts the rows in, and upgrades the tables. Raises BadArchive."""
    try:
        upgrade_tables(connection, manifest.tables_version)
    except NewerTables as error:
        raise BadArchive(f"{archive.filename} {error} Nothing was changed.") from None
    tables, held, done = _tables_in(connection), {each.name: each for each in manifest.tables}, 0
    if lacking := {each.name for each in tables} ^ held.keys():
        raise BadArchive(f"{archive.filename} is damaged: the table {min(lacking)} is missing. Nothing was changed.")
    for table in tables:
        part = held[table.name]
        if sorted(part.columns) != sorted(each.name for each in table.columns):
            raise BadArchive(f"{archive.filename} is damaged: {table.name} has other columns. Nothing was changed.")
        for some in _rows_in(archive, part, table):
            try:
                connection.execute(insert(table), some)
            except (IntegrityError, DataError) as error:
                why = str(error.orig).splitlines()[0]
                raise BadArchive(
                    f"{_file_of(table.name)} does not fit the tables: {why}. Nothing was changed."
                ) from None
            done += len(some)
            tell(done, manifest.rows)
    upgrade_tables(connection)
    for table in tables:
        _go_on_after(connection, table, held[table.name].last or 0)


def _go_on_after(connection: Connection, table: Table, last: int) -> None:
    """Lets the numbers of the rows go on after the `last` one."""
    column = _numbered(table)
    if column is None or not last:
        return
    if connection.dialect.name != "sqlite":
        sequence = _sequence_of(connection, table.name, column)
        connection.execute(
            text("SELECT setval(CAST(:sequence AS regclass), :last)"), {"sequence": sequence, "last": last}
        )
    else:
        asked = text("SELECT sql FROM sqlite_master WHERE name = :name")
        if "AUTOINCREMENT" in str(connection.scalar(asked, {"name": table.name})).upper():
            there = {"name": table.name, "last": last}
            connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), there)
            connection.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)"), there)


def _check_keys(keys: Keys, kept: dict[str, bytes], replace: bool) -> None:
    """Raises UserError if the folder has other keys than the archive, and these may not be replaced."""
    others = [name for name, key in kept.items() if _key_there(keys, name) not in (None, key.strip())]
    if others and not replace:
        raise UserError(
            f"{keys.folder} has another {others[0]}, which another database may need. Name another folder with --keys, "
            "or add --replace, which keeps the old keys in a folder beside. Nothing was changed."
        )


def _key_there(keys: Keys, name: str) -> bytes | None:
    try:
        return (keys.folder / name).read_bytes().strip()
    except FileNotFoundError:
        return None


@contextmanager
def _keys_put(keys: Keys, kept: dict[str, bytes]) -> Iterator[None]:
    """Puts the keys in their folder, and old ones that differ in a folder within. If the block fails, undoes all."""
    beside = keys.folder / f"before-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    moved, made = [], []
    try:
        for name, key in kept.items():
            there = _key_there(keys, name)
            if there == key.strip():
                continue
            if there is not None:
                beside.mkdir(mode=0o700, exist_ok=True)
                os.replace(keys.folder / name, beside / name)
                moved.append(name)
            write_once(keys.folder / name, key.decode("ascii").strip())
            made.append(name)
        yield
    except BaseException:
        for name in made:
            (keys.folder / name).unlink(missing_ok=True)
        for name in moved:
            os.replace(beside / name, keys.folder / name)
        if moved:
            beside.rmdir()
        raise


# --- Checks, and moves to another database.


def missing_keys(database: Database) -> list[str]:
    """Like `lost_keys`, for a database with the tables of any version. Empty for versions that do not tell."""
    with database.reading() as connection:
        if "refusals" not in inspect(connection).get_table_names():
            return []
        return lost_keys_in(connection, database.keys)


def verify_archive(path: Path, tell: Tell = lambda done, of: None) -> list[str]:
    """What is wrong in an archive, in sentences: restores it to a scratch database, replays and checks every record,
    reads every season, and looks whether the keys open all that is sealed. `tell` is told how far it is. Raises
    BadArchive or OSError.
    """
    with tempfile.TemporaryDirectory() as folder:
        keys = Keys(Path(folder) / "keys")
        restore(path, Path(folder) / "club.sqlite", keys)
        with closing(open_club(Path(folder) / "club.sqlite")) as club:
            club.database.keys = keys
            found = lost_keys(club.database)
            listed = club.matches()
            for n, match in enumerate(listed, 1):
                fault = _fault_of(club, match.id)
                found += [f"match {match.id}: {fault}"] if fault else []
                tell(n, len(listed))
            for each in listed_seasons(club.database):
                try:
                    Season.read(season_text(club.database, each.id))
                except UserError as error:
                    found.append(f"season {each.id}: {error}")
    return found


def _fault_of(club: Club, match_id: str) -> str:
    """Why the record of a match cannot be verified. Empty if it can."""
    try:
        record = parse(club.download(match_id, running=True))
        fault = verify(find(record.header["game"]), record)
    except (UserError, NoSuchGame, BadRecord) as error:
        return str(error)
    return str(fault) if fault else ""


def move(source: str | Path, to: str | Path, replace: bool = False, tell: Tell = lambda done, of: None) -> Manifest:
    """Copies the database at `source` to another one, such as from SQLite to PostgreSQL. The keys stay where they are.

    `replace`: even if the other database holds something. `tell` is told how far it is. Raises
    UserError, also if a server uses one of them, or OSError; then nothing has changed.
    """
    if address_of(source) == address_of(to):
        raise UserError("name two different databases")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "move.zip"
        with opened(source) as database:
            check_unused(database)
            back_up(database, path, with_keys=False)
        return restore(path, to, Keys(Path(folder)), replace, tell)
