"""Everything that pages and terminals can do with the club's matches. Every change is one transaction.

A browser's secret lets a player in (`Found.held`). The functions below take a match and a seat without checking the
secret: the caller must have done so.
"""

from __future__ import annotations

import random
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from breakaway.club.actions import advance, choose, instruct, resign
from breakaway.club.database import Database, open_database
from breakaway.club.found import find_in
from breakaway.club.seats import NoSuchSeat
from breakaway.club.shelf import Created as Created
from breakaway.club.shelf import Shelf
from breakaway.club.store import Kept
from breakaway.club.tables import EMPTY
from breakaway.club.views import Listed, Look, look_at
from breakaway.core.game import Order
from breakaway.core.language import _, say
from breakaway.core.rules import SPECTATOR
from breakaway.games.manifest import find
from breakaway.players.seated_match import HUMAN, Table
from breakaway.records.entries import BadRecord, Line
from breakaway.records.match import Match
from breakaway.records.record_file import ChangedUnderUs, Record, club_file, first_broken_link

AT_HAND = 256  # matches kept in memory; any other match is replayed from its whole record each time
ATTEMPTS = 100
T = TypeVar("T")


def retried(work: Callable[[], T], attempts: int = ATTEMPTS) -> T:
    """Calls `work`, and tries again if another writer was faster. Raises ChangedUnderUs after this many `attempts`."""
    for attempt in range(attempts - 1):
        try:
            return work()
        except ChangedUnderUs:
            time.sleep(random.uniform(0, 0.002 * min(attempt + 1, 10)))
    return work()


def open_club(url: str | Path | None = None) -> Club:
    """The club in the database at `url` (None: this machine's own), created or upgraded if needed. Raises Trouble."""
    return Club(open_database(club_file() if url is None else url))


class Club(Shelf):
    """All matches in one database. Safe to use from several threads."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: WeakValueDictionary[str, threading.Lock] = WeakValueDictionary()
        self._guard = threading.Lock()

    @contextmanager
    def held(self, match_id: str) -> Iterator[Table]:
        """Runs a block with a match as it is in the database now.

        Only one thread at a time can work on a match. Raises the same errors as `load`.
        """
        with self._lock_of(match_id):
            yield self._current(match_id)

    @contextmanager
    def changing(self, table: Table) -> Iterator[None]:
        """Runs a block that changes a `held` match. At the end of the block, one transaction writes all changes.

        If two processes change a match, the slower one gets ChangedUnderUs (see `retried`).
        """
        store = store_of(table)
        try:
            with store.together():
                yield
        finally:
            if store.broken:
                self._tables.pop(store.id, None)

    @contextmanager
    def at_work(self, match_id: str) -> Iterator[Table]:
        """Runs a block that changes a match: `held` and `changing` in one."""
        with self.held(match_id) as table, self.changing(table):
            yield table

    def do(self, match_id: str, action: Callable[[Table], T]) -> T:
        """Performs an `action` on a match in one transaction, and retries if another writer was faster.

        Raises the errors of the action.
        """

        def work() -> T:
            with self.at_work(match_id) as table:
                return action(table)

        return retried(work)

    def load(self, match_id: str) -> Table:
        """A match for play at one terminal, where each choice is one transaction.

        Raises NoSuchMatch, BadRecord or Unreachable. If the rules have a new edition and another program records the
        change at the same time, raises ChangedUnderUs.
        """
        store = Kept(self.database, match_id)
        return _loaded(store, *store.read())

    def look(self, match_id: str, seat: int = SPECTATOR) -> Look:
        """The match as a seat or a spectator may see it. Raises NoSuchMatch, NoSuchSeat or BadRecord."""

        def work(table: Table) -> Look:
            listed = listed_of(table)
            if seat != SPECTATOR and not 0 <= seat < len(listed.seats):
                raise NoSuchSeat(say("match {id} has no seat {seat}", id=match_id, seat=seat + 1))
            return look_at(table.match, seat, listed, self.database.now())

        return self.do(match_id, work)

    def choose(self, match_id: str, seat: int, order: Order, partial: bool = False, turn: int | None = None) -> None:
        """Seals an order and saves it (`partial`, `turn`: see `actions.choose`). Call `resolve` next."""
        self.do(match_id, lambda table: choose(table, seat, order, partial, turn))

    def instruct(self, match_id: str, seat: int, names: Sequence[str]) -> None:
        """Replaces a seat's standing instructions (`actions.instruct`)."""
        self.do(match_id, lambda table: instruct(table, seat, names))

    def resolve(self, match_id: str) -> int:
        """Plays turns until a player's order, a die or a card is missing.

        Returns the number of turns played. Each turn is one transaction. Orders also come from standing
        instructions and from coaches. Safe to call at any time.
        """

        def work(table: Table) -> tuple[int, bool]:
            turns, more = len(table.match.log), advance(table)
            return len(table.match.log) - turns, more

        played, more = 0, True
        while more:
            turns, more = self.do(match_id, work)
            played += turns
        return played

    def resign(self, match_id: str, seat: int) -> None:
        """Resigns for a player (`actions.resign`). Call `resolve` next."""
        self.do(match_id, lambda table: resign(table, seat))

    def undo(self, match_id: str) -> None:
        """Takes back the last turn and seals its orders again. Raises NotNow."""
        self.do(match_id, lambda table: table.match.undo())

    # --- matches in memory

    def _lock_of(self, match_id: str) -> threading.Lock:
        with self._guard:
            return self._locks.setdefault(match_id, threading.Lock())

    def _current(self, match_id: str) -> Table:
        """The match as the database has it now.

        If another writer has changed it, plays the new entries or loads it again.
        """
        with self._guard:
            table = self._tables.pop(match_id, None)
        with self.database.reading() as connection:
            found = find_in(connection, match_id)
            if table is not None and store_of(table).version != found.version:
                table = _caught_up(table, *store_of(table).news_in(connection, found))
            if table is None:
                store = Kept(self.database, match_id)
                read = store.read_in(connection, found)
        if table is None:
            table = _loaded(store, *read)
        else:
            store_of(table).found = found
        with self._guard:
            self._tables[match_id] = table
            if len(self._tables) > AT_HAND:
                self._tables.popitem(last=False)
        return table


def _caught_up(table: Table, lines: list[Line], hidden: Line | None) -> Table | None:
    """The match after these new `lines`, or None if it has to be loaded again."""
    match: Match[Any, Any] = table.match
    if hidden is None or not match.can_catch_up(lines):
        return None
    try:
        match.catch_up(lines, hidden)
    except BadRecord:
        return None  # loading it again shows what is wrong
    return _table_of(match)


def _table_of(match: Match[Any, Any]) -> Table:
    store = match.store
    assert isinstance(store, Kept)
    return Table(match.game, match, [HUMAN if seat.by == EMPTY else seat.by for seat in store.found.listed.seats])


def _loaded(store: Kept, record: Record, hidden: Line | None) -> Table:
    """The match in a `record`, with its store. Raises BadRecord if an entry was altered or the secrets are missing."""
    altered = first_broken_link(record)
    if altered:
        raise BadRecord(altered, _("this entry was altered: its hash does not match"))
    if hidden is None and not record.is_ended:
        raise BadRecord(0, _("this match's secrets are missing from the database; restore them from a backup"))
    game = find(record.header["game"])
    with store.together():
        match = store.match = Match.load(game, record, hidden, store)
    return _table_of(match)


def store_of(table: Table) -> Kept:
    """The store of a match in the club."""
    store = table.match.store
    assert isinstance(store, Kept)
    return store


def listed_of(table: Table) -> Listed:
    """Everything in the database about a match besides its record, as last read or written."""
    return store_of(table).found.listed
