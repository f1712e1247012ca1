"""Opens a race's files for the desk: locks them while a command works, and reports any fault in one clear error."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from breakaway.core.game import Game
from breakaway.core.observation import NotNow, Refused
from breakaway.core.state import BadState
from breakaway.games.cycling.post.apart import ApartFiles
from breakaway.games.cycling.post.later import Race, take_up
from breakaway.games.cycling.post.trouble import DeskError
from breakaway.games.manifest import NoSuchGame, find
from breakaway.records.entries import BadRecord, Line
from breakaway.records.history import Fold
from breakaway.records.match import Match, Secrets
from breakaway.records.public_records import follower
from breakaway.records.record_file import (
    ChangedUnderUs,
    Files,
    Record,
    first_broken_link,
    is_public,
    read_record,
    whole_path,
)
from breakaway.records.replay import Moment

if sys.platform != "win32":
    import fcntl

PATIENCE = 30.0  # seconds that a command waits for another one
# what the readers below can raise if somebody has altered a record or sealed file by hand
DAMAGE = (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, OverflowError)


@contextmanager
def at_work(path: Path) -> Iterator[Race]:
    """Opens a race for a `with` block that changes it, and keeps other commands out meanwhile. Raises DeskError."""
    find("cycling")  # import before taking the lock, so that it is held only for a moment
    with _plain_errors(path), _locked(path):
        match = _load(path)
        take_up(match)  # the last writer may have been stopped before this
        yield match


@contextmanager
def _plain_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except Refused as error:
        raise DeskError(str(error)) from None
    except (NotNow, ChangedUnderUs) as error:
        raise DeskError(f"{path.name}: {error}") from None
    except OSError as error:
        raise DeskError(f"{error.filename or path}: {error.strerror or error}") from None


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Locks the record against other commands until the block or the process ends. On Windows nothing is locked."""
    _check_is_file(path)
    with path.open("rb") as file:
        if sys.platform != "win32":
            _wait_for_lock(path, file.fileno())
        yield


def _wait_for_lock(path: Path, descriptor: int) -> None:
    until = time.monotonic() + PATIENCE
    while sys.platform != "win32":
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > until:
                raise DeskError(
                    f"{path}: another command has been working on this race for {PATIENCE:g} s; try again later"
                ) from None
            time.sleep(0.05)


def _check_is_file(path: Path) -> None:
    if path.is_dir():
        raise DeskError(f"{path} is a folder; name the race's file")
    if not path.exists():
        raise DeskError(f"{path}: there is no such file; start a race with: breakaway referee new {path}")


def game_of(path: Path, record: Record) -> Game[Any, Any]:
    """The game to which this record belongs. Raises DeskError unless the game is Breaking Away."""
    try:
        game = find(record.header["game"])
    except NoSuchGame as error:
        raise DeskError(f"{path}: {error}") from None
    if game.name != "cycling":
        raise DeskError(f"{path} is a match of {game.title}; the referee's desk is for the postal race")
    return game


@dataclass(frozen=True)
class RaceHistory:
    """A race as its record describes it: the match before and after each entry, and which entries were taken back."""

    game: Game[Any, Any]
    config: Any
    header: Line
    moments: list[Moment[Any]]
    fold: Fold


def read_past(path: Path, whole: bool = False) -> RaceHistory:
    """Reads a race's history from its record or, if `whole`, from the referee's complete record. Raises DeskError.

    Changes nothing and opens no sealed orders.
    """
    with _plain_errors(path), damage_told(path):
        _check_is_file(path)
        record = read_record(path)
        if whole and is_public(record):
            path = whole_path(path)
            if not path.exists():
                raise DeskError(f"{path} is missing; restore it from a copy. Only this file has the teams' secrets")
            record = read_record(path)
        check_record(record)
        game = game_of(path, record)
        found = follower(game, record)
        return RaceHistory(game, found.config, record.header, list(found.play()), found.fold)


@contextmanager
def damage_told(path: Path) -> Iterator[None]:
    try:
        yield
    except (BadRecord, BadState) as error:
        raise DeskError(f"{path}: {error}") from None
    except DAMAGE:
        raise DeskError(f"{path}: this record is damaged; restore it from a copy") from None


def check_record(record: Record) -> None:
    """Checks the hash chain of a record and the names in it.

    If either is wrong, raises BadRecord or another error, such as ValueError.
    """
    from breakaway.games.cycling.text.words import checked_names

    altered = first_broken_link(record)
    if altered:
        raise BadRecord(altered, "this entry was altered after it was written: its hash does not match")
    names = record.header["names"]
    checked = checked_names(names, record.header["book"]["teams"])
    if checked != {"riders": {}, **names}:
        raise BadRecord(1, "the names of teams and riders are corrupted")


def _files(path: Path) -> Files:
    """The race's files. Raises DeskError if the path is the referee's file, not the race's own."""
    public = path.with_suffix("")
    if path == whole_path(public) and public.exists():
        raise DeskError(f"{path} is the referee's file; name the race's public file, {public}")
    with damage_told(path):
        record = read_record(path)
        return ApartFiles(path, game_of(path, record)) if is_public(record) else Files(path)


def _load(path: Path) -> Race:
    files = _files(path)
    with damage_told(path):
        record, hidden = files.read()
        check_record(record)
        if hidden is None and not record.is_ended:
            raise BadRecord(
                0,
                f"{files.secret_path.name}, with the sealed orders, is missing; restore it from a copy, or go on "
                f"without the orders sent for the open turn: breakaway referee reopen {path}",
            )
        return Match.load(game_of(path, record), record, hidden, files)


def reopen(path: Path) -> None:
    """Replaces a lost file of sealed orders with a new one. Orders already sent for the open turn remain lost.

    Raises DeskError.
    """
    with _plain_errors(path), _locked(path), damage_told(path):
        files = _files(path)
        record, hidden = files.read()
        check_record(record)
        if record.is_ended:
            raise DeskError(f"{path}: the race is over, so there are no sealed orders")
        if hidden is not None:
            raise DeskError(f"{files.secret_path.name} is not missing, so nothing was changed")
        match = Match.load(game_of(path, record), record, None, files)
        files.keep_secret(Secrets(len(record.lines), b"", match.sealed, {}).entry())
