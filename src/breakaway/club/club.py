"""The club: all its matches, opened, kept in memory and saved."""

from __future__ import annotations

import json
import random
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from secrets import choice
from typing import Any, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import Connection, insert, select
from sqlalchemy.sql.dml import Insert

from breakaway.club.actions import advance, choose, instruct, resign
from breakaway.club.database import Database, open_database
from breakaway.club.match_views import LONGEST_TITLE, Listed, Lobby, SeatView, find_in, seat_view
from breakaway.club.schema import BY_LINK, EMPTY, OPEN, PUBLIC, RUNNING, entries, matches
from breakaway.club.seats import NoSuchSeat, rows_for, tidy
from breakaway.club.second_places import both, coaches_at, rows_for_pairs
from breakaway.club.storage import NOMINAL, charge
from breakaway.club.store import DatabaseStore, Within, lines_of, written
from breakaway.club.store import store_of as store_of
from breakaway.club.time_control import NONE, Terms, agreed
from breakaway.club.time_control import rows_for as rows_for_terms
from breakaway.core.game import Game, Order
from breakaway.core.language import UserError, _, language, say
from breakaway.core.observation import NotNow
from breakaway.core.rules import SPECTATOR
from breakaway.core.state import json_of
from breakaway.games.manifest import find
from breakaway.players import coaches
from breakaway.players.seated_match import HUMAN, SCRIPTED, SHEET, Table
from breakaway.records.entries import BadRecord, Line, unknown_fields
from breakaway.records.match import Match, Secrets, Start
from breakaway.records.record_file import (
    LARGEST,
    ChangedUnderUs,
    Record,
    checkpoint,
    club_file,
    first_broken_link,
    parse,
)
from breakaway.records.replay import verify
from breakaway.records.verify import Verdict, not_consistent, public_key, sign, verdict

# --- Creates matches, either new or from records, and hands out their records.


LONGEST_PLAYER = 40  # characters
LONGEST_TEXT = 1000  # characters of a text in an uploaded record; our own have at most 130
LARGEST_HEADER = 128 * 1024  # bytes of an uploaded record's first line; our own have at most 18,000
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no two look alike


@dataclass(frozen=True)
class Created:
    """A new match and its invitations, by seat. The club keeps only a hash of each invitation, so save the invitations
    now. `seconds`: those for the second of two coaches who share a seat.
    """

    id: str
    tokens: dict[int, str]
    seconds: dict[int, str] = field(default_factory=dict)


class WritableLobby(Lobby):
    """A lobby that also creates matches and hands out their records."""

    def create(
        self,
        game: str,
        start: Start,
        title: str = "",
        here: Iterable[int] = (),
        visibility: str = BY_LINK,
        terms: Terms = NONE,
        host: int = 0,
        within: Within | None = None,
        decided: Iterable[int] = (),
        place: str = "",
    ) -> Created:
        """Creates a match. Players of seats not in `here` come by invitation. `host`: the seat of the player who opens
        the match. `decided`: seats of the rules for which a player decides what the rules leave open. `within` runs in
        the same transaction: if it raises an error, no match is created. `place`: where the players keep their own
        cards, if they play with such.

        Raises NoSuchGame, NoSuchCoach, NoRoom or UserError.
        """
        rules = find(game)
        terms = agreed(rules, start, terms)
        match_id, given = new_id(), _given(start.seats)
        for seat in decided:
            given[seat] = given[seat][0], HUMAN
        before, tokens, seconds = self._rows(match_id, rules, start.options, given, here, title, visibility, host=host)
        before += rows_for_terms(match_id, terms)
        store = self._new_store(match_id, before, within)
        _check_players(rules, given)
        with store.together():
            store.match = Match.new(rules, start, store)
            if place:
                store.match.place = place
                store.match.note_typed([])
        return Created(match_id, tokens, seconds)

    def _rows(
        self,
        match_id: str,
        game: Game[Any, Any],
        options: dict[str, Any],
        given: Sequence[tuple[str, str]],
        here: Iterable[int],
        title: str,
        visibility: str,
        signature: str | None = None,
        host: int = 0,
    ) -> tuple[list[Insert], dict[int, str], dict[int, str]]:
        now = self.database.now()
        people = [seat for seat, (_name, by) in enumerate(given) if by in (HUMAN, EMPTY)]
        pairs = coaches_at(game, options, people)
        called = [(both(pairs[seat]) if seat in pairs else name, by) for seat, (name, by) in enumerate(given)]
        rows, tokens = rows_for(match_id, called, here, now)
        beside, seconds = rows_for_pairs(match_id, pairs, tokens)
        plain = {name: value for name, value in options.items() if isinstance(value, (str, int, float))}
        row = {
            "id": match_id,
            "game": game.name,
            "title": tidy(title, LONGEST_TITLE) or game.title,
            "options": json.dumps(plain),
            "status": OPEN if tokens else RUNNING,
            "visibility": PUBLIC if visibility == PUBLIC else BY_LINK,
            "turn": 0,
            "waiting": "",
            "version": 0,
            "signature": signature,
            "created": now,
            "updated": now,
            "began": now,
            "host": host,
            "language": language(),
        }
        return [insert(matches).values(row), *rows, *beside], tokens, seconds

    def _new_store(
        self, match_id: str, before: list[Insert], within: Within | None = None, size: int = NOMINAL
    ) -> DatabaseStore:
        """The store of a new match, which counts for the visitor who opens it. Writing to it raises NoRoom."""

        def count(connection: Connection, match_id: str) -> None:
            charge(connection, self.database, match_id, size)
            if within:
                within(connection, match_id)

        return DatabaseStore(self.database, match_id, before, count)

    def download(self, match_id: str, running: bool = False) -> str:
        """The record's exact lines, as in a record file. Raises NoSuchMatch, or NotNow while the match runs.

        A record shows the players' hands. So only the owner of the database may download the record of a match that is
        still `running`.
        """
        with self.database.reading() as connection:
            rows = lines_of(connection, match_id)
            if not rows:
                find_in(connection, match_id)  # raises NoSuchMatch
        if not running and json_of(rows[-1])["kind"] != "end":
            raise NotNow(_("you can see the record only when the match is over"))
        return "".join(f"{row}\n" for row in rows)

    def publish(self, match_id: str, server: str) -> str:
        """The record of a match that is over, signed by this `server` if it was played here.

        An uploaded record keeps the signature that it came with, if any. Raises the same errors as `download`.
        """
        text = self.download(match_id)
        with self.database.reading() as connection:
            came = connection.scalar(select(matches.c.signature).where(matches.c.id == match_id))
        key = self.database.keys.signing
        if came is None and key is not None:
            players = [{"name": seat.name, "by": seat.by} for seat in self.seats(match_id)]
            came = written(sign(parse(text).lines, key, server, players))
        return text + (f"{came}\n" if came else "")

    def check(self, match_id: str, running: bool = True, server: str = "") -> Verdict:
        """Checks a record. Of all keys, only this server's own key is trusted.

        If the address of this `server` is given, checks the record as the server publishes it. Raises NotNow for a
        match in progress if `server` is given or `running` is False.
        """
        text = self.publish(match_id, server) if server else self.download(match_id, running)
        try:
            record = parse(text)
            fault = verify(find(record.header["game"]), record)
        except BadRecord as error:
            return not_consistent(error)
        return verdict(record, fault, trusted={self.public_key: ""} if self.public_key else {})

    @property
    def public_key(self) -> str:
        """The public half of the key with which records are signed here. Empty where nothing is signed."""
        key = self.database.keys.signing
        return public_key(key) if key else ""

    def upload(
        self, text: str, secrets: Line | None = None, title: str = "", here: Iterable[int] | None = None
    ) -> Created:
        """Makes a match from a record. A match in progress also needs its `secrets` (from NAME.sealed).

        Players of the seats in `here` play at this machine, all others by link (None: everyone plays at this machine).
        Raises BadRecord, NoSuchGame, NoRoom or UserError.
        """
        if len(text) > LARGEST:
            raise BadRecord(
                0, say("the file is larger than {most} MiB, so it is not a match record", most=LARGEST // 2**20)
            )
        record = parse(text)
        _check_padding(record)
        game = find(record.header["game"])
        fault = verify(game, record, strict=record.is_ended)
        if fault:
            raise fault
        ended = record.is_ended
        _need(secrets, record)
        came = written(record.signature) if record.signature else ""
        given = _given(record.header["seats"])
        local = range(len(given)) if here is None or ended else here
        if not ended:
            self._check_new(record.lines[0])
            _check_players(game, given)
        match_id = new_id()
        options = record.header["options"]
        before, tokens, seconds = self._rows(match_id, game, options, given, local, title, BY_LINK, came)
        store = self._new_store(match_id, before, size=sum(len(written(line)) for line in record.lines))
        with store.together():
            for line in record.lines:
                store.append(line)
            store.keep_secret(None if ended else secrets)
            store.match = Match.load(game, record, secrets, store)
        return Created(match_id, tokens, seconds)

    def take_in(self, match: Match[Any, Any], origin: str, by: Sequence[str]) -> Created:
        """Adds a match made from the record of another match (`origin`). All players play at this machine.

        `by` says who plays each seat.
        """
        header = match.record.header
        given = [(name, player) for (name, _by), player in zip(_given(header["seats"]), by, strict=True)]
        _check_players(match.game, given)
        match_id, title = new_id(), say("{title}: what if?", title=self.listed(origin).title)
        options, here = header["options"], range(len(by))
        before, tokens, _links = self._rows(match_id, match.game, options, given, here, title, BY_LINK, "")
        store = self._new_store(match_id, before)
        with store.together():
            for line in match.record.lines:
                store.append(line)
            store.keep_secret(Secrets(len(match.record.lines), match.secret, {}, {}).entry())
            store.match = match
        return Created(match_id, tokens)

    def _check_new(self, header: Line) -> None:
        """Raises UserError if the club already has the match with this header, because a match must not run twice."""
        found = self.same_as(written(header))
        if found is not None:
            raise UserError(say("this server already has this match, as {id}", id=found))

    def same_as(self, header: str) -> str | None:
        """The id of a match here whose record begins with this line (`header`). None without such a match."""
        with self.database.reading() as connection:
            same = (entries.c.n == 1) & (entries.c.line == header)
            return connection.scalar(select(entries.c.match).where(same))


def new_id() -> str:
    """A random match id of about 40 bits that people can type."""
    return "".join(choice(LETTERS) for _ in range(8))


def _given(listed: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    """The name and player of each seat in a record. Records from the referee's desk say `player` instead of `by`."""
    given = ((seat.get("name", ""), seat.get("by") or seat.get("player") or HUMAN) for seat in listed)
    return [(str(name), str(player)[:LONGEST_PLAYER]) for name, player in given]  # own bots can have any name


def _need(secrets: Line | None, record: Record) -> None:
    if secrets is None and not record.is_ended:
        raise UserError(_("this match is still in progress: to go on with it, add its file of sealed orders (.sealed)"))


def _check_padding(record: Record) -> None:
    """Raises BadRecord for anything that the format does not need. The database would keep it with the record."""
    for number, line in enumerate([*record.lines, *([record.signature] if record.signature else [])], 1):
        checkpoint()
        unknown = unknown_fields(line)
        if unknown:
            raise BadRecord(number, say("unknown field {name}", name=repr(unknown[0][:40])))
        if _longest(line) > LONGEST_TEXT:
            raise BadRecord(number, say("a text is longer than {most} characters", most=LONGEST_TEXT))
    if len(written(record.header)) > LARGEST_HEADER:
        raise BadRecord(1, say("this line is longer than {most} KiB", most=LARGEST_HEADER // 1024))


def _longest(line: Line) -> int:
    """The length of the longest text in a line, names of fields included."""
    longest, left = 0, [line]
    while left:
        each: Any = left.pop()
        if isinstance(each, dict):
            left += [*each.keys(), *each.values()]
        elif isinstance(each, list):
            left += each
        elif isinstance(each, str):
            longest = max(longest, len(each))
    return longest


def _check_players(game: Game[Any, Any], given: Sequence[tuple[str, str]]) -> None:
    for _name, by in given:
        if by not in (HUMAN, SHEET, SCRIPTED, EMPTY):
            coaches.check(game, by)


# --- Everything that pages and terminals can do with the club's matches. Every change is one transaction.
#
# A browser's secret lets a player in (`Found.held`). The functions below take a match and a seat without checking the
# secret: the caller must have done so.


AT_HAND = 256  # matches kept in memory; any other match is replayed from its whole record each time
ATTEMPTS = 100
T = TypeVar("T")
P = ParamSpec("P")


def retried(work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """Calls `work`, and tries again if another writer was faster. Raises ChangedUnderUs after ATTEMPTS attempts."""
    for attempt in range(ATTEMPTS - 1):
        try:
            return work(*given, **named)
        except ChangedUnderUs:
            time.sleep(random.uniform(0, 0.002 * min(attempt + 1, 10)))
    return work(*given, **named)


def open_club(url: str | Path | None = None) -> Club:
    """The club in the database at `url` (None: this machine's own), created or upgraded if needed. Raises UserError."""
    return Club(open_database(club_file() if url is None else url))


class Club(WritableLobby):
    """All matches in one database. Safe to use from several threads."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self.at_hand = self._tables.keys()  # the matches in memory, which need not be replayed from their records
        self._locks: WeakValueDictionary[str, threading.Lock] = WeakValueDictionary()
        self._guard = threading.Lock()

    def bring_to_hand(self, match_id: str) -> None:
        """Replays a match from its record, unless it is in memory. Raises the same errors as `load`."""
        with self.held(match_id):
            pass

    @contextmanager
    def held(self, match_id: str) -> Iterator[Table]:
        """Runs a block with a match as it is in the database now.

        Only one thread at a time can work on a match. Raises the same errors as `load`.
        """
        with self._guard:
            lock = self._locks.setdefault(match_id, threading.Lock())
        with lock:
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
        store = DatabaseStore(self.database, match_id)
        return _loaded(store, *store.read())

    def go_on(self, match_id: str, text: str, secrets: Line | None) -> bool:
        """Goes on with a match as it was played elsewhere, if this record (`text`) goes on from where it stands here.

        Returns False, and changes nothing, if it does not. `secrets`: those of a match in progress. Raises BadRecord,
        UserError or Unreachable.
        """
        record = parse(text)
        _check_padding(record)
        with self.held(match_id) as table:
            store, ours = store_of(table), table.match.record.lines
            if len(record.lines) <= len(ours) or record.lines[: len(ours)] != ours:
                return False
            fault = verify(table.match.game, record, strict=record.is_ended)
            if fault:
                raise fault
            _need(secrets, record)
            with self.changing(table):
                store.match = Match.load(table.match.game, record, secrets, store)
                for line in record.lines[len(ours) :]:
                    store.append(line)
                store.keep_secret(None if record.is_ended else secrets)
            self._tables.pop(match_id, None)  # the next one who asks reads it again
        return True

    def look(self, match_id: str, seat: int = SPECTATOR) -> SeatView:
        """The match as a seat or a spectator may see it. Raises NoSuchMatch, NoSuchSeat or BadRecord."""

        def work(table: Table) -> SeatView:
            listed = listed_of(table)
            if seat != SPECTATOR and not 0 <= seat < len(listed.seats):
                raise NoSuchSeat(say("match {id} has no seat {seat}", id=match_id, seat=seat + 1))
            return seat_view(table.match, seat, listed, self.database.now())

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
                store = DatabaseStore(self.database, match_id)
                read = store.read_in(connection, found)
        if table is None:
            table = _loaded(store, *read)
        else:
            store_of(table).found = found
        if found.listed.names and found.listed.names != table.match.names:
            table.match.rename(found.listed.names)
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
    assert isinstance(store, DatabaseStore)
    return Table(match.game, match, [HUMAN if seat.by == EMPTY else seat.by for seat in store.found.listed.seats])


def _loaded(store: DatabaseStore, record: Record, hidden: Line | None) -> Table:
    """The match in a `record`, with its store. Raises BadRecord if an entry was altered or the secrets are missing."""
    altered = first_broken_link(record)
    if altered:
        raise BadRecord(altered, _("this entry was altered: its hash does not match"))
    if hidden is None and not record.is_ended:
        raise BadRecord(0, _("this match's secrets are missing from the database; restore them from a backup"))
    game = find(record.header["game"])
    with store.together():
        match = store.match = Match.load(game, record, hidden, store)
    if store.found.listed.names:
        match.rename(store.found.listed.names)
    return _table_of(match)


def listed_of(table: Table) -> Listed:
    """Everything in the database about a match besides its record, as last read or written."""
    return store_of(table).found.listed
