"""What pages and terminals can do with the club's matches. Every change is one transaction.

People are let in by the tokens of their links (`seat_of`); at one's own machine by nothing. The functions below take a
match and a seat and ask no further: whoever calls them has asked for the token.
"""

from __future__ import annotations

import random
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar
from weakref import WeakValueDictionary

from breakaway.club.database import Database, open_database
from breakaway.club.home import club_file
from breakaway.club.seats import NoSuchSeat
from breakaway.club.shelf import Created as Created
from breakaway.club.shelf import Shelf
from breakaway.club.store import Kept
from breakaway.club.tables import EMPTY
from breakaway.club.views import Look, look_at
from breakaway.coaches.table import HUMAN, Table
from breakaway.core.events import SPECTATOR, Event
from breakaway.core.game import Order
from breakaway.core.language import _, say
from breakaway.core.match import Match, NotNow
from breakaway.core.record import BadRecord, ChangedUnderUs, first_broken_seal
from breakaway.games.registry import find

AT_HAND = 256  # matches that stay in memory; of one that does not, every look plays the whole record again
ATTEMPTS = 100
T = TypeVar("T")


def retried(work: Callable[[], T], attempts: int = ATTEMPTS) -> T:
    """Does it again when somebody else was faster; raises ChangedUnderUs when he is so every time."""
    for attempt in range(attempts):
        try:
            return work()
        except ChangedUnderUs:
            if attempt == attempts - 1:
                raise
            time.sleep(random.uniform(0, 0.002 * min(attempt + 1, 10)))
    raise AssertionError("unreachable")


def open_club(url: str | Path | None = None) -> Club:
    """The club of a database (None: of this machine), made or upgraded where needed; raises Trouble."""
    return Club(open_database(club_file() if url is None else url))


class Club(Shelf):
    """All matches of one database. May be used from several threads."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: WeakValueDictionary[str, threading.Lock] = WeakValueDictionary()
        self._guard = threading.Lock()

    @contextmanager
    def at_work(self, match_id: str) -> Iterator[Table]:
        """A match for a block that changes it, in one transaction at its end. Raises as `load` does.

        Threads wait for one another; of two processes the slower one gets ChangedUnderUs (see `retried`).
        """
        with self._lock_of(match_id):
            table = self._current(match_id)
            store = _store(table)
            try:
                with store.together():
                    yield table
            finally:
                if store.broken:
                    self._tables.pop(match_id, None)

    def load(self, match_id: str) -> Table:
        """A match of one's own to go on with, as a terminal does: each choice is a transaction.

        Raises NoSuchMatch, BadRecord and Unreachable; ChangedUnderUs when a new edition has to be noted twice.
        """
        store = Kept(self.database, match_id)
        record, hidden = store.read()
        altered = first_broken_seal(record)
        if altered:
            raise BadRecord(altered, _("this entry was altered: its seal does not hold"))
        if hidden is None and not record.is_ended:
            raise BadRecord(0, _("what is secret in this match is gone from the database; bring back a copy of it"))
        game = find(record.header["game"])
        with store.together():
            match = store.match = Match.load(game, record, hidden, store)
        by = [HUMAN if seat.by == EMPTY else seat.by for seat in self.seats(match_id)]
        return Table(game, match, by)

    def look(self, match_id: str, seat: int = SPECTATOR) -> Look:
        """The match as a seat, or a spectator, may see it; raises NoSuchMatch, NoSuchSeat and BadRecord."""

        def work() -> Look:
            with self.at_work(match_id) as table:
                listed = self.listed(match_id)
                if seat != SPECTATOR and not 0 <= seat < len(listed.seats):
                    raise NoSuchSeat(say("match {id} has no seat {seat}", id=match_id, seat=seat + 1))
                return look_at(table.match, seat, listed, self.database.now())

        return retried(work)

    def choose(self, match_id: str, seat: int, order: Order, partial: bool = False, turn: int | None = None) -> None:
        """Seals an order; it is safe when this returns, and then wants `resolve`. Raises NotNow or Refused.

        `turn` is `Look.turn` of the page where it was chosen: NotNow when that turn was played meanwhile.
        """

        def work() -> None:
            with self.at_work(match_id) as table:
                if turn is not None and turn != len(table.match.log):
                    raise NotNow(_("the turn for which this was chosen has been played"))
                if seat not in table.people:
                    raise NotNow(_("no person plays this seat"))
                table.match.choose(seat, order, partial)

        retried(work)

    def instruct(self, match_id: str, seat: int, names: Sequence[str]) -> None:
        """Replaces a seat's standing instructions; raises NotNow for one that the game has not."""

        def work() -> None:
            with self.at_work(match_id) as table:
                if seat not in table.people:
                    raise NotNow(_("no person plays this seat"))
                table.match.instruct(seat, names)

        retried(work)

    def resolve(self, match_id: str, typed: Sequence[int] | None = None, as_is: Iterable[int] = ()) -> int:
        """Plays turns, each a transaction, until a person's order is missing; returns how many it played.

        Instructions and coaches answer. `as_is`: seats whose partial orders stay so in the first turn. Safe to call at
        any time. With typed chance, `typed` are the outcomes of one turn so far; NeedsOutcome says what comes next.
        """
        played, stays = 0, set(as_is)
        while self._turn(match_id, typed, stays):
            played, stays = played + 1, set()
            if typed is not None:
                break
        return played

    def _turn(self, match_id: str, typed: Sequence[int] | None, as_is: set[int]) -> bool:
        """Plays one turn if nobody is missing; whether it did."""

        def answer() -> bool:
            with self.at_work(match_id) as table:
                if not self._is_ready(table, as_is):
                    return False
                table.answer()  # kept before dice are asked for, one after the other
            return True

        def play() -> bool:
            with self.at_work(match_id) as table:
                if not self._is_ready(table, as_is):
                    return False
                table.play_turn(typed)
            return True

        return (typed is None or retried(answer)) and retried(play)

    def _is_ready(self, table: Table, as_is: set[int]) -> bool:
        if table.match.is_over():
            return False
        table.answer_instructions()
        table.done = {seat for seat in as_is if seat in table.match.sealed}
        return not table.to_ask()

    def close_turn(self, match_id: str) -> list[Event]:
        """Closes the turn at its deadline: what was not ordered is played as the rules say; raises NotNow."""

        def work() -> list[Event]:
            with self.at_work(match_id) as table:
                table.answer_instructions()
                table.answer()
                return list(table.match.close())

        return retried(work)

    def resign(self, match_id: str, seat: int) -> None:
        """A person gives the match up; raises NotNow. With more than two it goes on, and then wants `resolve`."""

        def work() -> None:
            with self.at_work(match_id) as table:
                if seat not in table.people:
                    raise NotNow(_("no person plays this seat"))
                table.match.resign(seat)

        retried(work)

    def undo(self, match_id: str) -> None:
        """Takes back the last turn, its orders sealed as they were; raises NotNow."""

        def work() -> None:
            with self.at_work(match_id) as table:
                table.match.undo()

        retried(work)

    # --- matches in memory

    def _lock_of(self, match_id: str) -> threading.Lock:
        with self._guard:
            return self._locks.setdefault(match_id, threading.Lock())

    def _current(self, match_id: str) -> Table:
        """The match as the database has it now; it is loaded again only when somebody else has changed it."""
        with self._guard:
            table = self._tables.pop(match_id, None)
        if table is None or _store(table).version != self.version(match_id):
            table = self.load(match_id)
        with self._guard:
            self._tables[match_id] = table
            if len(self._tables) > AT_HAND:
                self._tables.popitem(last=False)
        return table


def _store(table: Table) -> Kept:
    store = table.match.store
    assert isinstance(store, Kept)
    return store
