"""The room on the disk: how long matches are kept, which are deleted, and how much visitors may store."""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
from contextvars import ContextVar
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from breakaway.club.database import Database, NoSuchMatch
from breakaway.club.match_views import Found, Listed, all_found, find_in
from breakaway.club.schema import OVER, matches, metadata, origins, own_sets, removed, season_matches, settings
from breakaway.club.seasons.removal import remove_unplayed
from breakaway.club.seats import changes, touch
from breakaway.club.store import DatabaseStore
from breakaway.core.language import UserError, _, decimal, say
from breakaway.core.state import json_of
from breakaway.players.seated_match import HUMAN
from breakaway.records.entries import BadRecord, Line

# --- What the owner has set: how long matches are kept, and how much may be stored.


LOG = logging.getLogger(__name__)
MIB = 2**20

STORAGE, ROUND = "storage", "round"  # rows of the table of settings: what is set; when matches were last looked through
NOTICE = timedelta(days=14)  # how long players are offered the record before a finished match is deleted
AWAY = timedelta(days=2)  # a server that was away for longer starts the notice anew
LONGEST = 3650  # days
UNUSED = timedelta(days=400)  # after which no browser has the cookie that opens a set of own cards
MOST = 2**20  # MiB: a terabyte


def size_text(size: int) -> str:
    """A `size` in bytes, in words: `12 KiB`, `3.5 MiB`, `52,300 MiB`."""
    if size < MIB:
        return f"{size // 1024} KiB"
    return f"{decimal(size / MIB, 0 if size >= 10 * MIB else 1)} MiB"


@dataclass(frozen=True)
class Storage:
    """What the owner has set. 0 means never, or no limit.

    `unplayed`: the days after which a match is deleted if no player has ever chosen. `finished`: the days after its end
    after which a match is deleted. `visitor`: the MiB that one visitor may store in 30 days. `total`: the MiB that the
    database may take. `free`: the MiB that must stay free on its disk. `since`: when this was set; None: not yet.
    """

    unplayed: int = 30
    finished: int = 0
    visitor: int = 128
    total: int = 10 * 1024
    free: int = 256
    since: datetime | None = field(default=None, compare=False)


NUMBERS = tuple(each.name for each in fields(Storage) if each.name != "since")
IN_DAYS = ("unplayed", "finished")


def storage_in(connection: Connection) -> Storage:
    """What the owner has set, or the defaults."""
    row = connection.execute(select(settings).where(settings.c.name == STORAGE)).first()
    return Storage(**json_of(row.value), since=row.since) if row else Storage()


def set_storage(database: Database, asked: Storage) -> None:
    """Saves in the `database` what the owner has `asked` for. If the days have changed, players get the full notice
    again. Raises UserError for a number out of range.
    """
    for name in NUMBERS:
        most = LONGEST if name in IN_DAYS else MOST
        if not 0 <= getattr(asked, name) <= most:
            raise UserError(say("Enter a whole number from 0 to {most}. Nothing was changed.", most=most))
    if 0 < asked.finished < NOTICE.days:
        raise UserError(
            say(
                "Keep finished matches for at least {least} days, so that players can save their records first.",
                least=NOTICE.days,
            )
        )
    with changes(database) as connection:
        before = storage_in(connection)
        is_same = all(getattr(before, name) == getattr(asked, name) for name in IN_DAYS)
        since = before.since if is_same and before.since else database.now()
        _save(connection, STORAGE, _numbers(asked), since)


def _numbers(storage: Storage) -> str:
    return json.dumps({name: getattr(storage, name) for name in NUMBERS})


def _save(connection: Connection, name: str, value: str, now: datetime) -> None:
    row = {"value": value, "since": now}
    if not connection.execute(update(settings).where(settings.c.name == name).values(row)).rowcount:
        connection.execute(insert(settings).values(name=name, **row))


# --- Which matches are deleted, and when.
#
# Never a match with an open deadline, a vacation or a pause. What counts matches, such as a season or a rating, adds a
# condition to KEPT: a finished match for which it holds stays for good.


KEPT: list[ColumnElement[bool]] = [matches.c.id.in_(select(season_matches.c.match))]
BEGUN = 8  # turns after which a match counts as played; coaches play the first ones of some matches alone
UNPLAYED, FINISHED, BY_HOST = "unplayed", "finished", "host"  # why a match is deleted


def leaves_at(ended: datetime, storage: Storage) -> datetime | None:
    """When a match that `ended` then will be deleted, if nothing keeps it. None: never."""
    if not storage.finished or storage.since is None:
        return None
    return max(ended + timedelta(days=storage.finished), storage.since + NOTICE)


@dataclass(frozen=True)
class Leaving:
    """A match that will be deleted: when (`at`) and why (UNPLAYED or FINISHED)."""

    match: Listed
    at: datetime
    why: str


def leaving(database: Database, within: timedelta = NOTICE) -> list[Leaving]:
    """The matches of a `database` that will be deleted `within` that time unless something happens in them, the first
    ones first.
    """
    with database.reading() as connection:
        storage, now = storage_in(connection), database.now()
        found = [_leaving(connection, database, each, storage) for each in _old(connection, storage, now + within)]
    soon = [each for each in found if each and each.at <= now + within]
    return sorted(soon, key=lambda each: (each.at, each.match.id))


def _old(connection: Connection, storage: Storage, then: datetime) -> list[Found]:
    """The matches in which nothing has been written for so long that they may be deleted `then`."""
    found: list[Found] = []
    if storage.unplayed:
        quiet = matches.c.updated <= then - timedelta(days=storage.unplayed)
        found += all_found(connection, matches.c.status != OVER, matches.c.turn < BEGUN, quiet)
    if storage.finished:
        ended = matches.c.updated <= then - timedelta(days=storage.finished)
        found += all_found(connection, matches.c.status == OVER, ended)
    return found


def _leaving(connection: Connection, database: Database, found: Found, storage: Storage) -> Leaving | None:
    """When and why a match will be deleted. None if it stays."""
    listed = found.listed
    if listed.status == OVER:
        at = leaves_at(listed.updated, storage)
        return Leaving(listed, at, FINISHED) if at and not is_kept(connection, listed.id) else None
    if not storage.unplayed or storage.since is None or _waits(listed, database.now()):
        return None
    if _is_chosen(connection, database, found):
        return None
    seen = [moment for seat in listed.seats for moment in (seat.claimed, seat.seen) if moment]
    at = max(listed.created, listed.updated, *seen) + timedelta(days=storage.unplayed)
    return Leaving(listed, max(at, storage.since + NOTICE), UNPLAYED)


def is_kept(connection: Connection, match_id: str) -> bool:
    """Whether a finished match counts for something and so stays for good."""
    ours = matches.c.id == match_id
    return any(connection.scalar(select(matches.c.id).where(ours, condition)) for condition in KEPT)


def _waits(listed: Listed, now: datetime) -> bool:
    """Whether a match has an open deadline, or time off that has not ended."""
    closes = listed.terms.closes
    return (closes is not None and closes > now) or any(each.ends > now for each in listed.terms.off)


def _is_chosen(connection: Connection, database: Database, found: Found) -> bool:
    """Whether a player has ever chosen, even if the choice is still sealed or was taken back.

    A match that cannot be read counts as chosen, so that nothing is lost.
    """
    try:
        record, hidden = DatabaseStore(database, found.listed.id).read_in(connection, found)
    except (UserError, BadRecord):
        return True
    if hidden is None:
        return True
    given = [seat.get("by") or seat.get("player") or HUMAN for seat in record.header["seats"]]
    people = {str(seat.seat) for seat in found.listed.seats if seat.is_for_people or given[seat.seat] == HUMAN}
    return any(_chooses(line, people) for line in record.lines) or _is_sealed(hidden, people)


def _chooses(line: Line, people: set[str]) -> bool:
    if line["kind"] == "turn":
        late = line.get("answered") or {}
        orders = ((seat, order) for seat, order in line["orders"].items() if seat in people and seat not in late)
        return any(any(code is not None for code in order) for _seat, order in orders)
    return line["kind"] in ("resign", "decree", "undo")


def _is_sealed(hidden: Line, people: set[str]) -> bool:
    orders = [hidden.get("orders") or {}, *(hidden.get("later") or {}).values()]
    return any(people.intersection(each) for each in orders) or bool(hidden.get("instructions"))


# --- Deletes matches.


PARTS = [  # the tables with rows that belong to a match
    table
    for table in reversed(metadata.sorted_tables)
    if any(key.column.table is matches for key in table.foreign_keys)
]


def clean(database: Database) -> list[str]:
    """Deletes the matches of a `database` whose time has come. Returns their ids.

    A server that was away starts the notice anew, because nobody could be offered a record meanwhile. Also removes the
    seasons that nobody has played for as long, and forgets who opened matches more than 30 days ago. Raises
    Unreachable.
    """
    now = database.now()
    try:
        with changes(database) as connection:
            storage, last = storage_in(connection), connection.scalar(_since(ROUND))
            if storage.since is None or last is None or now - last > AWAY:
                _save(connection, STORAGE, _numbers(storage), now)
            _save(connection, ROUND, "", now)
            old = select(matches.c.id).where(matches.c.created < now - SPAN)
            connection.execute(delete(origins).where(origins.c.match.in_(old)))
            connection.execute(delete(own_sets).where(own_sets.c.used < now - UNUSED))
    except IntegrityError:  # another server has just begun the first round
        return []
    gone = [each.match.id for each in leaving(database, timedelta(0)) if _delete(database, each.match.id)]
    if gone:
        LOG.warning("%d matches were deleted, as set on the owner's page /storage", len(gone))
    if storage.since is not None and storage.since + NOTICE <= now and last is not None and now - last <= AWAY:
        remove_unplayed(database, storage.unplayed)
    return gone


def _since(name: str) -> Any:
    return select(settings.c.since).where(settings.c.name == name)


def _delete(database: Database, match_id: str) -> bool:
    """Deletes a match, unless something has happened in it in the meantime. Returns whether it is gone."""
    try:
        with changes(database) as connection:
            touch(connection, match_id)  # locks the row
            found = find_in(connection, match_id)
            due = _leaving(connection, database, found, storage_in(connection))
            if due is None or due.at > database.now():
                return False
            remove(connection, match_id, due.why, database.now())
    except NoSuchMatch:  # another server was faster
        return False
    return True


def remove(connection: Connection, match_id: str, why: str, now: datetime) -> None:
    """Deletes everything about a match, and notes when and `why`. The row of the match is locked already."""
    connection.execute(insert(removed).values(match=match_id, at=now, why=why))
    for table in PARTS:
        connection.execute(delete(table).where(table.c.match == match_id))
    connection.execute(delete(matches).where(matches.c.id == match_id))


class Keeper:
    """What this process knows of the owner's settings, so that a page need not ask the database for them."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._known: Storage | None = None

    @property
    def storage(self) -> Storage:
        """The settings as last read. Raises Unreachable when they are read for the first time."""
        return self._known or self.read()

    def read(self) -> Storage:
        """Reads the settings again. Raises Unreachable."""
        with self.database.reading() as connection:
            self._known = storage_in(connection)
        return self._known

    def goodbye(self, ended: datetime | None) -> datetime | None:
        """When a match that `ended` then will be deleted, if that is so soon that its players are offered the record.

        None if it will be kept for longer, or has not ended.
        """
        at = leaves_at(ended, self.storage) if ended else None
        return at if at and at <= self.database.now() + NOTICE else None


# --- Quotas: how much visitors may store.
#
# They limit only what visitors open or upload. A match in progress always goes on.


SPAN = timedelta(days=30)  # what a visitor opened before does not count
NOMINAL = 256 * 1024  # bytes that a new match counts for, which is what a long one takes in the end
opener: ContextVar[str] = ContextVar("opener", default="")  # whose address opens matches now; empty: no quota


class NoRoom(UserError):
    """The visitor's quota, the database's limit or the disk has no room for another match."""

    def __init__(self, said: str, status: int) -> None:
        super().__init__(said)
        self.status = status


def visitor_hash(database: Database, address: str) -> str:
    """A visitor's `address` as the database keeps it: a hash that only servers with the same keys can make."""
    return hmac.new(database.keys.reply, f"stored {address}".encode(), hashlib.sha256).hexdigest()[:32]


def charge(connection: Connection, database: Database, match_id: str, size: int = NOMINAL) -> None:
    """Counts `size` bytes of a new match for the visitor who opens it, if the visitor has a quota. Raises NoRoom."""
    address = opener.get()
    if not address:
        return
    storage, free = storage_in(connection), database.free()
    no_room = _("This server has no room for more matches. Matches in progress go on.")
    if storage.free and free is not None and free < storage.free * MIB:
        raise NoRoom(no_room, 507)
    if storage.total and used_bytes(connection, database) > storage.total * MIB:
        raise NoRoom(no_room, 507)
    visitor = visitor_hash(database, address)
    recent = (matches.c.id == origins.c.match) & (matches.c.created > database.now() - SPAN)
    stored = select(func.sum(origins.c.size)).join(matches, recent).where(origins.c.visitor == visitor)
    if storage.visitor and (connection.scalar(stored) or 0) + size > storage.visitor * MIB:
        raise NoRoom(_("Your address has stored too many matches in the last 30 days. Matches in progress go on."), 429)
    connection.execute(insert(origins).values(match=match_id, visitor=visitor, size=size))


def used_bytes(connection: Connection, database: Database) -> int:
    """The bytes that the database takes, without pages that it will use again (on PostgreSQL, with these)."""
    if not database.is_sqlite:
        return int(connection.scalar(text("SELECT pg_database_size(current_database())")) or 0)
    pages, unused, size = (
        int(connection.scalar(text(f"PRAGMA {name}")) or 0) for name in ("page_count", "freelist_count", "page_size")
    )
    return (pages - unused) * size


# --- What the owner sees.


@dataclass(frozen=True)
class Usage:
    """What is stored: bytes `used`, bytes `free` on the disk (None: unknown), matches by status, and matches deleted so
    far.
    """

    used: int
    free: int | None
    matches: dict[str, int]
    deleted: int


def usage(database: Database) -> Usage:
    """What the `database` stores now. Raises Unreachable."""
    with database.reading() as connection:
        by_status = select(matches.c.status, func.count()).group_by(matches.c.status)
        counted = {str(row[0]): int(row[1]) for row in connection.execute(by_status)}
        deleted = int(connection.scalar(select(func.count()).select_from(removed)) or 0)
        return Usage(used_bytes(connection, database), database.free(), counted, deleted)
