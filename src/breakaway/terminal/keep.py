"""Keeps each match in a record file. Every choice is saved at once, so that a killed program loses nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from shlex import quote
from typing import Any

from breakaway.core.game import Game
from breakaway.core.language import Trouble
from breakaway.games.manifest import find
from breakaway.records.entries import BadRecord, Line
from breakaway.records.match import Match
from breakaway.records.record_file import Files, match_folder
from breakaway.records.replay import verify

ENDING = ".match"


class Saved(Files):
    """Record files that can leave out coaches' orders, because a coach, unlike a player, can work out its order again.

    A player's choice or a played turn is always on disk before the call returns.
    """

    _only_coaches = False

    @contextmanager
    def only_coaches(self) -> Iterator[None]:
        """A context in which sealed orders are not saved. The match's secret is in the file from the start."""
        self._only_coaches = True
        try:
            yield
        finally:
            self._only_coaches = False

    def keep_secret(self, secrets: Line | None) -> None:
        """Replaces the file of `secrets` in one step, or removes it if `secrets` is None.

        Inside `only_coaches`, removes the file but never replaces it.
        """
        if secrets is None or not self._only_coaches:
            super().keep_secret(secrets)


@dataclass(frozen=True)
class Place:
    """The place where a match is kept. `said` describes the place in words.

    `word` is the match's name in commands such as `replay`. `options`: the text to add to `play --resume`.
    """

    said: str
    word: str
    options: str = ""


def folder() -> Path:
    """The folder for matches, under BREAKAWAY_HOME or the user's data folder."""
    return match_folder()


def place_of(path: Path) -> Place:
    """The place of a match in a record file."""
    word = quote(str(path))
    return Place(str(path), word, "" if path.parent == folder() else f" --record {word}")


def fresh_path(game: Game[Any, Any], now: datetime) -> Path:
    """The path for a new match's file. The file does not exist yet. Its name contains the time `now`."""
    place = folder()
    place.mkdir(parents=True, exist_ok=True)
    stem = f"{game.name}-{now:%Y%m%d-%H%M%S}"
    path, n = place / f"{stem}{ENDING}", 1
    while path.exists():
        n += 1
        path = place / f"{stem}-{n}{ENDING}"
    return path


def asked_path(text: str) -> Path:
    """The file given with `--record`. Raises Trouble if this file already exists, or if its folder does not exist."""
    path = Path(text)
    if path.exists():
        raise Trouble(f"{text} already exists; name another file for the record")
    if not path.parent.is_dir():
        raise Trouble(f"there is no folder {path.parent}")
    return path


def find_path(text: str) -> Path | None:
    """The file of a match, found by its path or by its name in the folder. None if there is no such file."""
    for path in (Path(text), folder() / text, folder() / f"{text}{ENDING}"):
        if path.is_file():
            return path
    return None


def newest_unfinished() -> Path | None:
    """The unfinished match that was played last, if there is one."""
    place = folder()
    found = sorted(place.glob(f"*{ENDING}"), key=last_written, reverse=True) if place.is_dir() else []
    return next((path for path in found if not _is_finished(path)), None)


def sealed_file(path: Path) -> Path:
    """The file with a match's secrets, next to its record."""
    return path.with_name(path.name + ".sealed")


def last_written(path: Path) -> int:
    """When a match was last saved, in nanoseconds since 1970."""
    return max(each.stat().st_mtime_ns for each in (path, sealed_file(path)) if each.exists())


def _is_finished(path: Path) -> bool:
    """Whether the last complete line ends the match. An unreadable file counts as unfinished, so its error is shown."""
    try:
        rows = path.read_bytes().split(b"\n")
        return bool(json.loads(rows[-2])["kind"] == "end")
    except (OSError, ValueError, LookupError, TypeError):
        return False


def reopen(path: Path) -> tuple[Game[Any, Any], Match[Any, Any]]:
    """Opens a saved match so that play can go on. Raises NoSuchGame, Trouble or OSError."""
    store = Saved(path)
    try:
        record, hidden = store.read()
        game = find(record.header["game"])
        fault = verify(game, record, strict=False)  # a match of an older edition goes on under this one
        if fault:
            raise fault
        match = Match.load(game, record, hidden, store)
    except BadRecord as error:
        raise Trouble(f"{path.name} cannot be continued: {error}") from None
    return game, match
