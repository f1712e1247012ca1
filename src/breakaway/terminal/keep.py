"""Where matches are kept: one record file each, written choice by choice, so that a kill loses nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from shlex import quote
from typing import Any

from breakaway.club.home import match_folder
from breakaway.core.game import Game
from breakaway.core.match import Match
from breakaway.core.record import BadRecord, Files, Line
from breakaway.core.replay import verify
from breakaway.games.registry import find
from breakaway.terminal.trouble import Trouble

ENDING = ".match"


class Saved(Files):
    """Files that may leave coaches' orders unwritten: they can be worked out again, a person's cannot.

    What a person has chosen, and every turn that was played, is on disk before the call returns, as always.
    """

    _only_coaches = False

    @contextmanager
    def only_coaches(self) -> Iterator[None]:
        """Within, sealed orders are not written; the secret stands in the file from the beginning."""
        self._only_coaches = True
        try:
            yield
        finally:
            self._only_coaches = False

    def keep_secret(self, secrets: Line | None) -> None:
        """Replaces the sealed file in one step; removes it for None."""
        if secrets is None or not self._only_coaches:
            super().keep_secret(secrets)


@dataclass(frozen=True)
class Place:
    """Where a match is kept, as people are told; `word` names it for commands, `options` for plain `play --resume`."""

    said: str
    word: str
    options: str = ""


def folder() -> Path:
    """The folder of the matches: under BREAKAWAY_HOME, or under the user's data folder."""
    return match_folder()


def place_of(path: Path) -> Place:
    """A record file."""
    word = quote(str(path))
    return Place(str(path), word, "" if path.parent == folder() else f" --record {word}")


def fresh_path(game: Game[Any, Any], now: datetime) -> Path:
    """A file for a new match that is not there yet."""
    place = folder()
    place.mkdir(parents=True, exist_ok=True)
    stem = f"{game.name}-{now:%Y%m%d-%H%M%S}"
    path, n = place / f"{stem}{ENDING}", 1
    while path.exists():
        n += 1
        path = place / f"{stem}-{n}{ENDING}"
    return path


def asked_path(text: str) -> Path:
    """The file of `--record`, which must not be there yet; raises Trouble."""
    path = Path(text)
    if path.exists():
        raise Trouble(f"{text} already exists; name another file for the record")
    if not path.parent.is_dir():
        raise Trouble(f"{path.parent} is no folder")
    return path


def find_path(text: str) -> Path | None:
    """A kept match by its file or by its name in the folder, if there is one."""
    for path in (Path(text), folder() / text, folder() / f"{text}{ENDING}"):
        if path.is_file():
            return path
    return None


def newest_unfinished() -> Path | None:
    """The match that was played last and is not over, if there is one."""
    place = folder()
    found = sorted(place.glob(f"*{ENDING}"), key=last_written, reverse=True) if place.is_dir() else []
    return next((path for path in found if not _is_finished(path)), None)


def sealed_file(path: Path) -> Path:
    """What is still secret, beside the record."""
    return path.with_name(path.name + ".sealed")


def last_written(path: Path) -> int:
    """In nanoseconds since 1970."""
    return max(each.stat().st_mtime_ns for each in (path, sealed_file(path)) if each.exists())


def _is_finished(path: Path) -> bool:
    """Whether the last whole line is the end. A file that cannot be read counts as unfinished, so that it is named."""
    try:
        rows = path.read_bytes().split(b"\n")
        return bool(json.loads(rows[-2])["kind"] == "end")
    except (OSError, ValueError, LookupError, TypeError):
        return False


def reopen(path: Path) -> tuple[Game[Any, Any], Match[Any, Any]]:
    """A kept match, to go on with; raises BadRecord, NoSuchGame, Trouble or OSError."""
    store = Saved(path)
    try:
        record, hidden = store.read()
        game = find(record.header["game"])
        fault = verify(game, record)
        if fault:
            raise fault
        match = Match.load(game, record, hidden, store)
    except BadRecord as error:
        raise Trouble(f"{path.name} cannot be continued: {error}") from None
    return game, match
