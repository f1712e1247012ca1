"""Record files: lines with seals, hashes, the folder of a user's matches, and long work that can be stopped."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from io import RawIOBase
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from breakaway.core.language import UserError, _, say
from breakaway.core.state import canonical, json_of
from breakaway.records.entries import BadRecord as BadRecord
from breakaway.records.entries import EndEntry, SignatureEntry, read_header
from breakaway.records.entries import Line as Line

# --- Lets long tasks stop early. Code that reads a record line by line calls `checkpoint`, where it may be stopped.


_pause: ContextVar[Callable[[], None] | None] = ContextVar("pause", default=None)


class Stopped(Exception):
    """The work was stopped before it was done, because nobody was waiting for it anymore."""


def checkpoint() -> None:
    """A point at which long work may pause or end. Raises Stopped. Does nothing outside a `pausing` block."""
    pause = _pause.get()
    if pause is not None:
        pause()


@contextmanager
def pausing(pause: Callable[[], None]) -> Iterator[None]:
    """A block in which each checkpoint calls `pause`, which may raise Stopped."""
    before = _pause.set(pause)
    try:
        yield
    finally:
        _pause.reset(before)


# --- Match records and their files: one JSON value on each line.
#
# Each line has a seal, which is a hash of all lines so far. The first line contains the game, edition, options and
# config. Each further line is a turn, an anchor, an undo, a resignation, a referee's ruling, a change of edition, or
# the end. A published record also has a signature. The line of a turn contains every choice, every outcome, what
# changed, and the state's hash. While the match runs, a second file beside the record contains what is still secret:
# sealed orders, instructions and the secret behind dice and cards.


LARGEST = 64 * 1024 * 1024  # bytes; no honest record comes close to this
MOST = 2**53  # the largest number: other languages cannot read larger ones exactly
_LONG = re.compile(r"[:,\[\s]-?\d{16}")  # matches anything that may be a larger number
DEEPEST = 50  # levels of nested lists and tables; deeper ones might be read, but could not be written again


@dataclass
class Record:
    """The lines of a record. `torn` is an unfinished last line, left by a program that was killed.

    `signature` is the line with which a server signed the record, if it was published (`records.verify`). The signature
    comes after all other lines.
    """

    lines: list[Line] = field(default_factory=list)
    torn: str = ""
    signature: Line | None = None

    @property
    def header(self) -> Line:
        """The first line."""
        return self.lines[0]

    @property
    def is_ended(self) -> bool:
        """Whether the last line is the result."""
        return bool(self.lines[-1]["kind"] == EndEntry.kind)


def is_public(record: Record) -> bool:
    """Whether this is the public record of a match whose complete record is kept separately (`public_records`)."""
    return record.header.get("public") is True


def chain_hash(previous: str, line: Line) -> str:
    """The seal of a line: 32 hexadecimal digits of SHA-256 over the previous seal and the line's own content."""
    content = {name: value for name, value in line.items() if name != "seal"}
    return hashlib.sha256(previous.encode() + canonical(content)).hexdigest()[:32]


def chained_onto(lines: list[Line], line: Line) -> Line:
    """The line, sealed as the next one after `lines`."""
    return {**line, "seal": chain_hash(lines[-1]["seal"] if lines else "", line)}


def parse(text: str) -> Record:
    """Reads the lines of a record.

    Raises BadRecord, with the line's number, for anything that is not JSON or not a record.
    """
    record = Record()
    rows = text.split("\n")
    record.torn = rows.pop()
    for i, row in enumerate(rows, 1):
        checkpoint()
        record.lines.append(parse_line(i, row))
    if not record.lines:
        raise BadRecord(0, _("this is not a match record: it has no complete line"))
    read_header(record.header)
    if record.lines[-1]["kind"] == SignatureEntry.kind:
        record.signature = record.lines.pop()
    return record


def parse_line(i: int, row: str) -> Line:
    """Reads line `i` of a record, counted from 1. Raises BadRecord, which is a ValueError."""
    try:
        number = _small if _LONG.search(row) else None
        line = json_of(
            row,
            parse_float=_refuse_number,
            parse_constant=_refuse_number,
            parse_int=number,
            object_pairs_hook=_each_once,
        )
        if "\\" in row:
            canonical(line)  # raises for half a surrogate pair (always escaped), which cannot be written
        if row.count("[") + row.count("{") > DEEPEST and _is_deep(line):
            raise ValueError(_("lists and tables are nested too deeply"))
    except (ValueError, RecursionError) as error:
        raise BadRecord(i, say("not JSON ({error})", error=error)) from None
    if not isinstance(line, dict) or not isinstance(line.get("kind"), str) or not isinstance(line.get("seal"), str):
        raise BadRecord(i, _("expected an entry with a kind and a seal"))
    return line


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Reads a JSON object. Refuses an object with a duplicate key, because readers could understand it differently."""
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _value in pairs]
        raise ValueError(say("{name} appears twice", name=next(repr(name) for name in found if names.count(name) > 1)))
    return found


def _small(text: str) -> int:
    if len(text) > 20 or abs(int(text)) > MOST:  # Python refuses to read numbers with thousands of digits
        raise ValueError(say("{number} is larger than 2^53", number=text[:40]))
    return int(text)


def _refuse_number(text: str) -> None:
    raise ValueError(say("{number} is not a whole number", number=text[:40]))


def _is_deep(value: Any) -> bool:
    level: list[Any] = [[value]]
    for _level in range(DEEPEST):
        tables = (each.values() if isinstance(each, dict) else each for each in level)
        level = [inner for table in tables for inner in table if isinstance(inner, (dict, list))]
    return any(level)


def first_broken_link(record: Record, known: int = 0) -> int:
    """The number (from 1) of the first line of `record` that was altered after it was written, or 0 if there is none.

    The first `known` lines have already been checked.
    """
    previous = record.lines[known - 1]["seal"] if known else ""
    last = [record.signature] if record.signature else []
    for i, line in enumerate([*record.lines[known:], *last], known + 1):
        checkpoint()
        if line["seal"] != chain_hash(previous, line):
            return i
        previous = line["seal"]
    return 0


class Store(Protocol):
    """Stores a match. The data is safe as soon as `append` or `keep_secret` returns."""

    def append(self, line: Line) -> None:
        """Adds one line to the record."""

    def keep_secret(self, secrets: Line | None) -> None:
        """Replaces everything that is still secret. `secrets` is None once nothing is secret anymore."""


@runtime_checkable
class DelayingStore(Store, Protocol):
    """A store that may delay writing coaches' orders, because a coach can work out its order again."""

    def only_coaches(self) -> AbstractContextManager[None]:
        """A block in which `keep_secret` may return before sealed orders are safely stored."""


class Memory:
    """A store that keeps nothing."""

    def append(self, line: Line) -> None:
        """Discards the line."""

    def keep_secret(self, secrets: Line | None) -> None:
        """Discards the secrets."""


class ChangedUnderUs(RuntimeError):
    """Another program has changed the record or the sealed orders since this program read them."""


def _write_all(file: RawIOBase, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[file.write(left) or 0 :]
    os.fsync(file.fileno())


def _sync_folder(path: Path) -> None:
    """Makes sure that the name of a new or replaced file is on disk, if the system allows this."""
    if os.name == "posix":
        descriptor = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _for_its_owner(path: str, flags: int) -> int:
    """Opens a file. Only its owner can read a new file, because records of matches in progress show players' hands."""
    return os.open(path, flags, 0o600)


class Files:
    """A record file and, beside it, `NAME.sealed`. Each write is on disk before the call returns.

    An existing file must be read before anything is written to it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.secret_path = path.with_name(path.name + ".sealed")
        self._size = 0
        self._kept: bytes | None = None

    def append(self, line: Line) -> None:
        """Adds one line. Raises ChangedUnderUs if the file's length has changed since it was last read or written."""
        data = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        with open(self.path, "ab", buffering=0, opener=_for_its_owner) as file:
            self._check_size(file.tell())
            try:
                _write_all(file, data)
            except BaseException:
                file.truncate(self._size)  # so that a full disk leaves no half-written line behind
                raise
        if self._size == 0:
            _sync_folder(self.path)
        self._size += len(data)

    def keep_secret(self, secrets: Line | None) -> None:
        """Replaces the file of secrets in one step, or removes it if `secrets` is None.

        Raises ChangedUnderUs as `append` does.
        """
        if secrets is None:
            self.secret_path.unlink(missing_ok=True)
            self._kept = None
            return
        self._check_size(self.path.stat().st_size if self.path.exists() else 0)
        if self._size and self._sealed_bytes() != self._kept:
            raise ChangedUnderUs(f"{self.secret_path} was changed by another program; nothing was written")
        data = json.dumps(secrets, ensure_ascii=False).encode()
        fresh = self.secret_path.with_name(self.secret_path.name + ".new")
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb", buffering=0) as file:
            _write_all(file, data)
        os.replace(fresh, self.secret_path)
        _sync_folder(self.path)
        self._kept = data

    def _check_size(self, size: int) -> None:
        if size != self._size:
            raise ChangedUnderUs(f"{self.path} was changed by another program; nothing was written")

    def _sealed_bytes(self) -> bytes | None:
        try:
            return self.secret_path.read_bytes()
        except FileNotFoundError:
            return None

    def read(self) -> tuple[Record, Line | None]:
        """Reads the record and everything that is still secret (None if nothing is). Raises BadRecord or OSError.

        Cuts off an unfinished last line. Such a line comes from a program that was killed, so it was never accepted.
        """
        record = read_record(self.path)
        if record.torn:
            with self.path.open("r+b") as file:
                file.truncate(file.read().rfind(b"\n") + 1)
                os.fsync(file.fileno())
        self._size = self.path.stat().st_size
        self._kept = self._sealed_bytes()
        return record, self._read_secrets()

    def _read_secrets(self) -> Line | None:
        if self._kept is None:
            return None
        try:
            secrets = json_of(self._kept)
        except ValueError as error:
            fault = f"{self.secret_path.name} is damaged ({error}); its sealed orders cannot be read"
            raise BadRecord(0, fault) from None
        if not isinstance(secrets, dict):
            raise BadRecord(0, f"{self.secret_path.name} is damaged: its sealed orders cannot be read")
        return secrets


def whole_path(public: Path) -> Path:
    """The path of the complete record that belongs to a public record."""
    return public.with_name(public.name + ".referee")


def read_record(path: Path) -> Record:
    """Reads a record file without changing it. Raises BadRecord, or OSError if there is no such file."""
    if path.stat().st_size > LARGEST:
        raise BadRecord(0, f"{path.name} is larger than {LARGEST // 2**20} MiB, so it is not a match record")
    whole, newline, torn = path.read_bytes().rpartition(b"\n")
    try:
        text = (whole + newline).decode()
    except UnicodeDecodeError:
        raise BadRecord(0, f"{path.name} is not UTF-8 text, so it is not a match record") from None
    return parse(text + torn.decode(errors="replace"))  # a writer can be stopped in the middle of a character


def write_lines(path: Path, lines: Iterable[Line]) -> None:
    """Writes a record to a new file."""
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    path.write_text(text, encoding="utf-8")


# --- Where the user's own matches are kept: the folder of files and the club's database. Imports only small modules.


def data_folder() -> Path:
    """BREAKAWAY_HOME, or the user's data folder."""
    home = os.environ.get("BREAKAWAY_HOME")
    if home:
        return Path(home)
    from platformdirs import user_data_path

    return user_data_path("breakaway", appauthor=False)


def match_folder() -> Path:
    """The folder where the terminal keeps matches as files."""
    return data_folder() / "matches"


def club_file() -> Path:
    """The club's database on the user's own machine. The file may not exist yet."""
    return data_folder() / "club.sqlite"


def database_named(text: str | None) -> str | Path:
    """The file or the address of the database that a user names. None: the club's database on the user's machine."""
    if text is None:
        return club_file()
    return text if "://" in text else Path(text)


def existing_database(text: str | None) -> str | Path:
    """Like `database_named`. Raises UserError if that is a file that is not there: opening it would make it."""
    place = database_named(text)
    file = Path(place.removeprefix("sqlite:///")) if isinstance(place, str) and place.startswith("sqlite:") else place
    if isinstance(file, Path) and not file.exists():
        raise UserError(f"there is no database {file}")
    return place


def key_folder() -> Path:
    """The folder of the server's keys: BREAKAWAY_KEYS, or `keys` in the data folder."""
    place = os.environ.get("BREAKAWAY_KEYS")
    return Path(place) if place else data_folder() / "keys"
