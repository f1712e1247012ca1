"""Finds matches to continue or replay, in files and in the club.

The club needs large libraries, so they are imported only if this machine has a club's database.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from breakaway.core.language import Trouble
from breakaway.players.seated_match import Table
from breakaway.records.entries import BadRecord
from breakaway.records.record_file import Record, club_file, is_public, parse, read_record, whole_path
from breakaway.terminal.keep import Place, find_path, folder, last_written, newest_unfinished, place_of, reopen

if TYPE_CHECKING:
    from breakaway.club.club import Club
    from breakaway.club.views import Listed

OVER = "over"


def club() -> Club | None:
    """This machine's club, if there is one.

    Raises Trouble if the club's libraries are missing or its database is too new.
    """
    if not club_file().exists():
        return None
    if find_spec("sqlalchemy") is None or find_spec("alembic") is None:
        raise Trouble(f"{club_file()} has matches from the browser. To use them: pip install 'breakaway[club]'")
    from breakaway.club.club import open_club

    return open_club()


def named(name: str) -> tuple[Table, Place]:
    """Finds a match by its file, by its name in the folder of matches, or by its id in the club. Raises Trouble."""
    path = find_path(name)
    if path:
        return _from_file(path)
    place = club()
    if place:
        for match in place.matches():
            if match.id == name:
                return _from_club(place, match)
    raise Trouble(f"there is no match {name!r} in {folder()}{' or in the club' if place else ''}, and no such file")


def newest() -> tuple[Table, Place]:
    """The unfinished match that was played last. Raises Trouble if there is none."""
    path, place = newest_unfinished(), club()
    match = _newest_of(place) if place else None
    if place and match and (path is None or match.updated.timestamp() * 1e9 > last_written(path)):
        return _from_club(place, match)
    if path is None:
        raise Trouble(f"there is no unfinished match in {folder()}; start one with: breakaway play")
    return _from_file(path)


def _newest_of(place: Club) -> Listed | None:
    """The newest unfinished match whose players are all at this machine. Leaves out lessons, which need a browser."""
    ours = (each for each in place.matches() if each.mine and not each.is_scripted)
    return next((each for each in ours if each.status != OVER and not _away(each)), None)


def _away(match: Listed) -> list[str]:
    """The names of the seats whose players play through a link, in a browser."""
    return [seat.name for seat in match.seats if seat.is_for_people and seat.seat not in match.mine]


def _from_club(place: Club, match: Listed) -> tuple[Table, Place]:
    if _away(match):
        names, verb = ", ".join(_away(match)), "plays" if len(_away(match)) == 1 else "play"
        raise Trouble(f"{names} {verb} match {match.id} through a link; continue the match in the browser")
    if match.is_scripted:
        raise Trouble(f"match {match.id} is a lesson: continue it in the browser")
    try:
        return place.load(match.id), Place(f"the club, as {match.id}", match.id, f" {match.id}")
    except BadRecord as error:
        raise Trouble(f"{match.id} cannot be continued: {error}") from None


def _from_file(path: Path) -> tuple[Table, Place]:
    game, match = reopen(path)
    return Table(game, match), place_of(path)


def record_of(name: str) -> Record:
    """Finds the record of a match by its file, by its name in the folder of matches, or by its id in the club.

    Raises BadRecord, Trouble or OSError.
    """
    path = find_path(name)
    if path:
        return read_record(path)
    place = club() if name.isalnum() else None
    if place and any(match.id == name for match in place.matches()):
        return parse(place.download(name, running=True))
    if Path(name).exists():
        raise Trouble(f"{name} is not a file")
    raise Trouble(
        f"there is no match {name!r}, either as a file or in {folder()}; to list your matches: breakaway matches"
    )


def whole_of(name: str, record: Record) -> Record | None:
    """The referee's own file beside a public `record`, if there is one. Raises BadRecord or OSError."""
    path = find_path(name)
    beside = whole_path(path) if path else None
    return read_record(beside) if beside and is_public(record) and beside.exists() else None
