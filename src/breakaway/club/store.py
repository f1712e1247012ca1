"""The store of one match in the club's database: its entries and, kept separately, its secrets."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeAlias

from sqlalchemy import Connection, Executable, case, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from breakaway.club.database import Database, reach
from breakaway.club.database import NoSuchMatch as NoSuchMatch
from breakaway.club.match_views import Found, find_in, soonest
from breakaway.club.schema import OVER, RUNNING, chairs, entries, matches, sealed, seats, take_backs
from breakaway.club.seasons.settled import settle
from breakaway.club.second_places import note_deciders
from breakaway.club.time_control import BEGINS, UNDONE, begin_turn
from breakaway.core.language import _, say
from breakaway.core.state import json_of
from breakaway.players.seated_match import Table
from breakaway.records.entries import BadRecord, Line, RulingEntry
from breakaway.records.match import Match
from breakaway.records.record_file import ChangedUnderUs, Record, parse, parse_line

Within: TypeAlias = Callable[[Connection, str], None]  # changes something in the transaction that creates a match


def written(line: Line) -> str:
    """A line exactly as it appears in a record, without the line ending."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


class DatabaseStore:
    """The store of a match in the club's database (`records.record_file.Store`).

    Each write is one transaction. In a `together` block, all writes share one transaction. A writer with an outdated
    version gets ChangedUnderUs, and its transaction writes nothing. Once `match` is set, each write also updates the
    turn and status shown in lists. `broken`: a block failed, so the match in memory is ahead of the database and must
    be loaded again. `found` contains everything else in the database about the match, as last read or written.
    """

    found: Found

    def __init__(
        self, database: Database, match_id: str, before: Sequence[Executable] = (), within: Within | None = None
    ) -> None:
        self.database, self.id = database, match_id
        self.match: Match[Any, Any] | None = None
        self.version, self.broken = 0, False
        self._before = list(before)  # creates the match's row and seats in the first transaction
        self._within = within  # further work in that transaction
        self._also: list[Within] = []  # further work in the next transaction
        self._entries = 0
        self._depth = 0
        self._lines: list[Line] = []
        self._kinds: list[str] = []  # their kinds, without what seats have shown: that asks nobody anything new
        self._secrets: tuple[Line | None] | None = None  # None: unchanged

    @property
    def began(self) -> datetime:
        """The time when the current question became known, taking into account entries that are not written yet."""
        is_new = BEGINS.intersection(self._kinds)
        return self.database.now() if is_new else self.found.listed.began

    # --- writing

    def append(self, line: Line) -> None:
        """Adds one line. If this raises ChangedUnderUs or Unreachable, nothing was written."""
        self._lines.append(line)
        if line["kind"] != RulingEntry.kind or self.match is None or not self.match.shows(int(line["code"])):
            self._kinds.append(line["kind"])
        self._written()

    def keep_secret(self, secrets: Line | None) -> None:
        """Replaces the secrets; None removes them. Raises the same errors as `append`."""
        self._secrets = (secrets,)
        self._written()

    def also(self, within: Within) -> None:
        """Runs `within` in the transaction that saves this block's writes. If `within` raises an error, nothing is
        written.
        """
        self._also.append(within)

    @contextmanager
    def together(self) -> Iterator[None]:
        """Runs a block whose writes become one transaction at its end. If the block fails, nothing is written."""
        self._depth += 1
        try:
            yield
        except BaseException:
            self._depth -= 1
            if self._depth == 0:
                self.broken |= bool(self._lines or self._secrets)
                self._forget()
            raise
        self._depth -= 1
        if self._depth == 0 and (self._lines or self._secrets or self._also):
            try:
                self._write()
            except BaseException:
                self.broken = True
                raise

    only_coaches = together  # one transaction for coaches' orders and the turn they lead to (`record.Patient`)

    def _written(self) -> None:
        if self._depth == 0:
            self._write()

    def _forget(self) -> None:
        self._lines, self._kinds, self._secrets, self._also = [], [], None, []

    def _write(self) -> None:
        lines, kinds, secrets, also = self._lines, self._kinds, self._secrets, self._also
        self._forget()
        if self.broken:
            raise ChangedUnderUs(
                say("match {id} could not be saved, and nothing was written; load it again", id=self.id)
            )
        try:
            with self.database.writing() as connection:
                self._apply(connection, lines, kinds, secrets)
                for each in also:
                    each(connection, self.id)
                if self.match is not None and self.match.is_over():
                    settle(connection, self.id, self.match, self.database.now())
                found = find_in(connection, self.id)
                reach("before commit")
        except IntegrityError:
            raise self._changed() from None
        self.found = found
        self.version += 1
        self._entries += len(lines)
        self._before, self._within = [], None
        reach("after commit")

    def _changed(self) -> ChangedUnderUs:
        return ChangedUnderUs(
            say("match {id} was changed by another program or person; nothing was written", id=self.id)
        )

    def _apply(
        self, connection: Connection, lines: list[Line], kinds: list[str], secrets: tuple[Line | None] | None
    ) -> None:
        for statement in self._before:
            connection.execute(statement)
        if self._within:
            self._within(connection, self.id)
        if self._before:
            reach("after create")
        ours = (matches.c.id == self.id) & (matches.c.version == self.version)
        if connection.execute(update(matches).where(ours).values(self._standing(kinds))).rowcount != 1:
            raise self._changed()
        for n, line in enumerate(lines, self._entries + 1):
            connection.execute(insert(entries).values(match=self.id, n=n, line=written(line)))
            reach("after append")
        if kinds:
            begin_turn(connection, self.id, self.database.now(), kinds)
        if UNDONE in kinds:
            _forget_turn(connection, self.id)
        elif self.match is not None and set(kinds) == {RulingEntry.kind}:
            _hold_on(connection, self.id, self.match.turn, len(kinds))
        if self.match is not None:
            known = self.found.listed.pairs if hasattr(self, "found") else None
            if known is None or known:
                note_deciders(connection, self.id, self.match, known)
        if secrets is not None:
            connection.execute(delete(sealed).where(sealed.c.match == self.id))
            if secrets[0] is not None:
                locked = self.database.keys.lock(json.dumps(secrets[0]))
                connection.execute(insert(sealed).values(match=self.id, secrets=locked))
            reach("after seal")

    def _standing(self, kinds: Sequence[str]) -> dict[str, Any]:
        """The new values for the match's row. `kinds` lists the kinds of the new entries."""
        row: dict[str, Any] = {"version": self.version + 1, "updated": self.database.now()}
        if BEGINS.intersection(kinds):
            row["began"] = row["updated"]
        if self.match is None:
            return row
        row["turn"] = self.match.turn
        row["waiting"] = ",".join(map(str, self.match.missing()))
        row["answers"] = soonest(self.match, self.found.listed) if self.match.instructions else None
        status = matches.c.status
        row["status"] = OVER if self.match.is_over() else case((status == OVER, RUNNING), else_=status)
        return row

    # --- reading

    def read(self) -> tuple[Record, Line | None]:
        """The record and its secrets (None if there are none). Raises NoSuchMatch, BadRecord or Unreachable."""
        with self.database.reading() as connection:
            return self.read_in(connection, find_in(connection, self.id))

    def read_in(self, connection: Connection, found: Found) -> tuple[Record, Line | None]:
        """Like `read`, but in the transaction that read `found`."""
        rows = lines_of(connection, self.id)
        hidden = connection.scalar(select(sealed.c.secrets).where(sealed.c.match == self.id))
        record = parse("".join(f"{row}\n" for row in rows))
        self._forget()
        self.found, self.version, self.broken, self._entries = found, found.version, False, len(rows)
        return record, None if hidden is None else _secrets(self.database.keys.unlock(hidden))

    def news_in(self, connection: Connection, found: Found) -> tuple[list[Line], Line | None]:
        """The lines that other programs have added to the record since it was last read, and its current secrets (None
        if there are none).

        `connection` is the transaction that read `found`. Raises BadRecord.
        """
        newer = (entries.c.match == self.id) & (entries.c.n > self._entries)
        rows = connection.scalars(select(entries.c.line).where(newer).order_by(entries.c.n)).all()
        hidden = connection.scalar(select(sealed.c.secrets).where(sealed.c.match == self.id))
        lines = [parse_line(n, row) for n, row in enumerate(rows, self._entries + 1)]
        self._forget()
        self.found, self.version, self._entries = found, found.version, self._entries + len(lines)
        return lines, None if hidden is None else _secrets(self.database.keys.unlock(hidden))


def _forget_turn(connection: Connection, match_id: str) -> None:
    """Forgets what was noted about the turn that was open when play went back: a request to take a choice back, whose
    order the host entered, and that the host kept the turn open.
    """
    connection.execute(delete(take_backs).where(take_backs.c.match == match_id))
    connection.execute(update(seats).where(seats.c.match == match_id).values(entered=None))
    connection.execute(update(chairs).where(chairs.c.match == match_id).values(held=None))


def _hold_on(connection: Connection, match_id: str, turn: int, rulings: int) -> None:
    """Lets sealed orders that wait for the deadline wait after these `rulings`, too. `turn`: as it is numbered now."""
    waits = (seats.c.match == match_id) & (seats.c.holds == turn - rulings)
    connection.execute(update(seats).where(waits).values(holds=turn))


def store_of(table: Table) -> DatabaseStore:
    """The store of a match in the club."""
    store = table.match.store
    assert isinstance(store, DatabaseStore)
    return store


def lines_of(connection: Connection, match_id: str) -> list[str]:
    """The record's lines as they were written."""
    found = select(entries.c.line).where(entries.c.match == match_id).order_by(entries.c.n)
    return list(connection.scalars(found))


def _secrets(text: str) -> Line:
    try:
        secrets = json_of(text)
    except ValueError:
        secrets = None
    if not isinstance(secrets, dict):
        raise BadRecord(0, _("the sealed orders are corrupted and cannot be read; restore them from a backup"))
    return secrets
