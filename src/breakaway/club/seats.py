"""Who sits where: seats, devices, the owner's browsers, held orders, and addresses that are deleted."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Table, and_, case, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.dml import Insert

from breakaway.club.database import Database, NoSuchMatch, Unreachable, reach
from breakaway.club.schema import (
    ANSWER,
    DEAD,
    EMPTY,
    INVITE,
    OFFER,
    OPEN,
    PUBLIC,
    RUNNING,
    WAITING,
    devices,
    host_asks,
    mailboxes,
    matches,
    of_seat,
    outbox,
    owners,
    seats,
    second_places,
    spent,
)
from breakaway.club.time_control import begin_turn, start_waiting_clock
from breakaway.core.language import UserError, _, say
from breakaway.core.observation import NotNow
from breakaway.players.seated_match import HUMAN
from breakaway.records.match import Match
from breakaway.records.record_file import ChangedUnderUs

# --- Deletes the email address of a seat's player, in the same transaction as the change that requires the deletion.


DIGEST = "digest"  # the kind of an email about all matches of a player
OUTSIDE = (INVITE, OFFER, ANSWER)  # emails about a seat to people who do not have it


def forget(connection: Connection, match_id: str, seat: int, now: datetime, why: str, is_taken: bool = False) -> None:
    """Deletes the address of a seat, and drops the unsent emails to its player, except digests.

    The owner's page shows the reason (`why`) and the time (`now`). `is_taken`: whether another player has the seat. If
    so, emails that offer it are dropped, too.
    """
    connection.execute(delete(mailboxes).where(of_seat(mailboxes, match_id, seat)))
    _drop(connection, match_id, seat, now, why, (DIGEST,) if is_taken else (DIGEST, *OUTSIDE))


def drop_waiting(connection: Connection, match_id: str, seat: int, now: datetime, why: str) -> None:
    """Drops all unsent emails to the player of a seat, except digests. For `now` and `why`, see `forget`."""
    _drop(connection, match_id, seat, now, why, (DIGEST, *OUTSIDE))


def _drop(connection: Connection, match_id: str, seat: int, now: datetime, why: str, spared: Collection[str]) -> None:
    """Drops all unsent emails to a seat, except those of the kinds in `spared`.

    Digests are always spared, because they report on other matches, too.
    """
    ours = of_seat(outbox, match_id, seat) & (outbox.c.status == WAITING)
    ours &= outbox.c.kind.not_in(spared)
    given_up = {"status": DEAD, "next": None, "text": "", "settled": now, "fate": why}
    connection.execute(update(outbox).where(ours).values(given_up))


# --- The seats of a match: who plays them, and the invitations with which players take them.


LONGEST_NAME = 60  # characters
READING = timedelta(minutes=2)  # for what a new player has to keep in order to come back, before a clock starts
LONGEST_TOKEN = 200
FIRST, SECOND = 0, 1  # the places at a seat: its own, and that of the second of two coaches (`second_places`)


class NoSuchSeat(UserError):
    """The match does not have this seat, the link leads to no seat, or another player has the seat."""


class ClosedSeat(NoSuchSeat):
    """The match does not have this seat, or only an invitation leads to the seat. The message does not say which."""

    def __init__(self, seat: int) -> None:
        super().__init__(
            say(
                "Seat {seat} of this match is not open to everybody. Open your invitation, or choose an empty seat on "
                "the front page.",
                seat=seat + 1,
            )
        )


class TakenSeat(NoSuchSeat):
    """Somebody has already sat down in this seat."""

    def __init__(self, match_id: str, seat: int) -> None:
        super().__init__(_("This seat is taken."))
        self.match_id, self.seat = match_id, seat


@dataclass(frozen=True)
class Sitter:
    """A browser whose player takes a seat: its `secrets` (the browser's own, then those from old links), and a name for
    the browser (`called`).

    `name` is the player's name. The database keeps only the hash of the player's recovery `phrase`. `is_owner`: whether
    this browser also plays the seats that have no link.
    """

    secrets: Sequence[str]
    name: str = ""
    called: str = ""
    phrase: str | None = None
    is_owner: bool = False


@dataclass(frozen=True)
class Seat:
    """A seat as everybody may see it. `by`: human, empty (waits for a player), sheet, lesson, or a coach's name.

    `by_link`: whether the seat has an invitation. The only person who plays a seat without one is the server's owner.
    `seen`: when the player sat down or last stopped a reopening. `reopens`: the time from which the seat can be given
    to somebody else. `holds`: the turn for which the player is not ready. `left`: when the player left the seat to a
    standby player. `took_over`: how many turns had been played when a standby player took over the seat. `reads`: until
    when the player may still be reading how to come back. `helped`: for how many choices the player asked for help,
    most recently after `helped_turn` turns. Show other players only what `asked_by` returns.
    """

    seat: int
    name: str
    by: str
    by_link: bool
    claimed: datetime | None
    seen: datetime | None = None
    reopens: datetime | None = None
    holds: int | None = None
    left: datetime | None = None
    took_over: int | None = None
    reads: datetime | None = None
    entered: int | None = field(default=None, repr=False, compare=False)  # tell the seat's own player only
    helped: int = field(default=0, repr=False, compare=False)
    helped_turn: int | None = field(default=None, repr=False, compare=False)

    @property
    def was_held(self) -> bool:
        """Whether the seat is empty because it was reopened."""
        return self.by == EMPTY and self.seen is not None

    @property
    def is_for_people(self) -> bool:
        """Whether this seat is for a person, even if nobody has taken it yet."""
        return self.by in (HUMAN, EMPTY)

    def asked_by(self, turn: int) -> int:
        """The number of choices in the first `turn` turns for which the player asked for help.

        Help with the current choice is a secret.
        """
        return self.helped - (self.helped_turn is not None and self.helped_turn >= turn)


@contextmanager
def changes(database: Database) -> Iterator[Connection]:
    """Runs a block that changes the `database`, but no record, in one transaction."""
    with database.writing() as connection:
        yield connection
        reach("before change")
    reach("after change")


def tidy(text: str, longest: int = LONGEST_NAME) -> str:
    """A name or title as typed, but printable, without extra spaces, and cut to `longest` characters."""
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())[:longest].strip()


def new_token() -> str:
    """A new secret for an invitation or a browser: 192 bits."""
    return secrets.token_urlsafe(24)


def hash_of(token: str) -> str:
    """The SHA-256 of a secret. The database keeps this hash instead of the secret."""
    return hashlib.sha256(token[:LONGEST_TOKEN].encode(errors="replace")).hexdigest()


def rows_for(
    match_id: str, given: Sequence[tuple[str, str]], here: Iterable[int], now: datetime
) -> tuple[list[Insert], dict[int, str]]:
    """The rows for the seats of a new match, and the invitations for players who are not `here`.

    `given` says what each seat is called and who plays it.
    """
    rows, tokens, local = [], {}, set(here)
    for seat, (name, by) in enumerate(given):
        row: dict[str, Any] = {
            "match": match_id,
            "seat": seat,
            "name": tidy(name),
            "by": by,
            "claimed": now,
            "seen": now,
        }
        if by in (HUMAN, EMPTY) and seat not in local:
            tokens[seat] = new_token()
            row |= {"by": EMPTY, "token_hash": hash_of(tokens[seat]), "claimed": None, "seen": None}
        rows.append(insert(seats).values(row))
    return rows, tokens


def seat_in(row: Row[Any]) -> Seat:
    """The seat in a database row."""
    here = (row.seat, row.name, row.by, row.token_hash is not None)
    asked = (row.helped, row.helped_turn)
    return Seat(
        *here, row.claimed, row.seen, row.reopens, row.holds, row.left, row.took_over, row.reads, row.entered, *asked
    )


def invited(connection: Connection, invitation: str) -> tuple[str, int, int]:
    """The match and the seat that an invitation is for, and the place at it: 1 for the second of two coaches who share
    the seat, otherwise 0. Raises NoSuchSeat, or TakenSeat if somebody has the place.
    """
    found = select(seats.c.match, seats.c.seat, seats.c.by).where(seats.c.token_hash == hash_of(invitation))
    row = connection.execute(found).first()
    if row is None:
        found = select(second_places).where(second_places.c.token_hash == hash_of(invitation))
        other = connection.execute(found).first()
        if other is None:
            raise NoSuchSeat(
                _("this link does not lead to a seat: it was mistyped, or the seat has been given to another player")
            )
        if other.claimed is not None:
            raise TakenSeat(other.match, other.seat)
        return other.match, other.seat, SECOND
    if row.by != EMPTY:
        raise TakenSeat(row.match, row.seat)
    return row.match, row.seat, FIRST


def sit(database: Database, invitation: str, sitter: Sitter) -> tuple[str, int]:
    """Seats the visitor who followed an invitation. Raises NoSuchSeat, TakenSeat or UserError."""
    with changes(database) as connection:
        touch(connection, invited(connection, invitation)[0])
        # checked again: the seat may have been taken before the lock
        match_id, seat, coach = invited(connection, invitation)
        if coach == SECOND:
            _sit_beside(connection, match_id, seat, database.now(), sitter)
        else:
            _sit(connection, match_id, seat, database.now(), sitter)
    return match_id, seat


def take(database: Database, match_id: str, seat: int, sitter: Sitter) -> None:
    """Seats a visitor in an empty seat of a public match. Raises NoSuchMatch, ClosedSeat, TakenSeat or UserError."""
    public = (matches.c.id == seats.c.match) & (matches.c.visibility == PUBLIC)
    with changes(database) as connection:
        touch(connection, match_id)
        by = connection.scalar(select(seats.c.by).where(public, of_seat(seats, match_id, seat)))
        if by is None:
            raise ClosedSeat(seat)
        if by != EMPTY:
            raise TakenSeat(match_id, seat)
        _sit(connection, match_id, seat, database.now(), sitter)


def _sit(connection: Connection, match_id: str, seat: int, now: datetime, sitter: Sitter) -> None:
    found = _find(connection, match_id, seat)
    if found.was_held and _plays(connection, match_id, sitter):
        raise UserError(_("This seat was reopened. A browser that plays another seat of this match cannot take it."))
    keeps = is_shared(connection, match_id, seat)
    name = "" if keeps else tidy(sitter.name)  # two coaches are called as in the record
    values: dict[str, Any] = {"by": HUMAN, "claimed": now, "seen": now, "name": name or found.name}
    values |= {
        "phrase_hash": sitter.phrase and hash_of(sitter.phrase),
        "reads": now + READING if sitter.phrase else None,
    }
    change(connection, match_id, seat, now, values)
    add_device(connection, match_id, seat, now, sitter)


def is_shared(connection: Connection, match_id: str, seat: int) -> bool:
    """Whether two coaches share a seat."""
    return bool(connection.scalar(select(exists().where(of_seat(second_places, match_id, seat)))))


def _sit_beside(connection: Connection, match_id: str, seat: int, now: datetime, sitter: Sitter) -> None:
    """Seats the second coach of a seat."""
    values = {"claimed": now, "phrase_hash": sitter.phrase and hash_of(sitter.phrase)}
    connection.execute(update(second_places).where(of_seat(second_places, match_id, seat)).values(values))
    add_device(connection, match_id, seat, now, sitter, SECOND)


def arrive(database: Database, match_id: str, seat: int) -> None:
    """Notes in the `database` that a player has read how to come back, and starts a clock that waited only for this."""
    with changes(database) as connection:
        now = database.now()
        change(connection, match_id, seat, now, {"reads": None})
        start_waiting_clock(connection, match_id, now)


def _plays(connection: Connection, match_id: str, sitter: Sitter) -> bool:
    """Whether this browser already plays a seat of the match."""
    hashes = [hash_of(secret) for secret in sitter.secrets]
    held = exists().where(devices.c.match == match_id, devices.c.secret_hash.in_(hashes))
    local = exists().where(seats.c.match == match_id, seats.c.by == HUMAN, seats.c.token_hash.is_(None))
    return bool(connection.scalar(select(held)) or (sitter.is_owner and connection.scalar(select(local))))


MARK = 12  # hexadecimal digits of a mark


def mark_of(given: str) -> str:
    """The mark of what a host asks everybody, from what was typed, as it is locked in the database: anew each time, so
    no two requests have the same.
    """
    return hashlib.sha256(given.encode()).hexdigest()[:MARK]


@dataclass
class CarriedOut:
    """The request with this `mark`, to which everybody has agreed and which is being carried out. `within`: the
    transaction that has taken it down.
    """

    mark: str
    within: Connection | None = None


carried_out: ContextVar[CarriedOut | None] = ContextVar("carried_out", default=None)


def lapse(connection: Connection, match_id: str, *which: ColumnElement[bool]) -> None:
    """Takes down what the host asks of everybody (`host_requests`), because those who are asked, or what it is about,
    have changed. The host can ask anew. `which`: only if this holds of the request.
    """
    fits, carried = and_(host_asks.c.match == match_id, *which), carried_out.get()
    if carried is not None:
        given = connection.scalars(select(host_asks.c.given).where(fits)).all()
        if carried.mark in map(mark_of, given):
            carried.within = connection
    connection.execute(delete(host_asks).where(fits))


def clear(
    connection: Connection, match_id: str, seat: int, now: datetime, keeps_second: bool = False
) -> dict[str, Any]:
    """Removes the devices and the email address of a seat at the time `now`, and what the host asks of everybody,
    because nobody is bound by what an earlier player of the seat has answered. Also removes the seat's second place
    with its devices, unless `keeps_second` is set.

    Returns values for the seat's row that make all codes and phrases void.
    """
    ours = of_seat(devices, match_id, seat)
    connection.execute(
        delete(devices).where(ours, devices.c.coach == FIRST) if keeps_second else delete(devices).where(ours)
    )
    if not keeps_second:
        connection.execute(delete(second_places).where(of_seat(second_places, match_id, seat)))
    lapse(connection, match_id)
    forget(connection, match_id, seat, now, "the seat has another player", is_taken=True)
    void = (
        "phrase_hash",
        "reads",
        "code_hash",
        "reopens",
        "holds",
        "left",
        "took_over",
        "helped_turn",
        "presses",
        "entered",
    )
    return {**dict.fromkeys(void), "helped": 0}


def add_device(
    connection: Connection, match_id: str, seat: int, now: datetime, sitter: Sitter, coach: int = FIRST
) -> None:
    """Lets a browser play a seat, or the place of one of its two coaches."""
    last = connection.scalar(select(func.max(devices.c.n)).where(of_seat(devices, match_id, seat))) or 0
    row = {"match": match_id, "seat": seat, "n": last + 1, "called": sitter.called, "added": now, "coach": coach}
    connection.execute(insert(devices).values(**row, secret_hash=hash_of(sitter.secrets[0])))


def give_seat(database: Database, match_id: str, seat: int, by: str) -> None:
    """Gives the seat to a coach (`by`: its name) or a player at this machine (`human`). Raises NoSuchSeat."""
    with changes(database) as connection:
        now = database.now()
        values = {"by": by, "claimed": now, "token_hash": None, **clear(connection, match_id, seat, now)}
        change(connection, match_id, seat, now, values)


def rename(database: Database, match_id: str, seat: int, name: str) -> None:
    """Renames the player of a seat. The record keeps the old name. Raises NoSuchSeat."""
    with changes(database) as connection:
        change(connection, match_id, seat, database.now(), {"name": tidy(name)})


def change(connection: Connection, match_id: str, seat: int, now: datetime, values: dict[str, Any]) -> None:
    """Changes a seat's row, and with it the match's status. Raises NoSuchSeat or NoSuchMatch."""
    touch(connection, match_id)
    _find(connection, match_id, seat)
    was = _status(connection, match_id)
    connection.execute(update(seats).where(of_seat(seats, match_id, seat)).values(values))
    free = exists().where(seats.c.match == match_id, seats.c.by == EMPTY)
    status = case((free, OPEN), else_=RUNNING)
    ours = (matches.c.id == match_id) & matches.c.status.in_((OPEN, RUNNING))
    connection.execute(update(matches).where(ours).values(status=status))
    if (was, _status(connection, match_id)) == (OPEN, RUNNING):
        begin_turn(connection, match_id, now)  # the clock starts only when all players are there
        connection.execute(update(matches).where(matches.c.id == match_id).values(began=now))


def _status(connection: Connection, match_id: str) -> str:
    return str(connection.scalar(select(matches.c.status).where(matches.c.id == match_id)))


def touch(connection: Connection, match_id: str) -> None:
    """Increases a match's version number, so that everybody who has read the match must read it again. Raises
    NoSuchMatch.

    The row stays locked until the transaction of the `connection` ends.
    """
    ours = matches.c.id == match_id
    if connection.execute(update(matches).where(ours).values(version=matches.c.version + 1)).rowcount != 1:
        raise NoSuchMatch(say("there is no match called {name}", name=repr(match_id)))


def untouched(connection: Connection, match_id: str, version: int) -> None:
    """Locks a match until the transaction of the `connection` ends. Raises ChangedUnderUs if the match no longer has
    this `version`.
    """
    same = (matches.c.id == match_id) & (matches.c.version == version)
    if connection.execute(update(matches).where(same).values(version=matches.c.version + 1)).rowcount != 1:
        raise ChangedUnderUs("")


def _find(connection: Connection, match_id: str, seat: int) -> Seat:
    row = connection.execute(select(seats).where(of_seat(seats, match_id, seat))).first()
    if row is None:
        raise NoSuchSeat(say("match {id} has no seat {seat}", id=match_id, seat=seat + 1))
    return seat_in(row)


# --- Draft, sealed, ready: the three states of an order.
#
# A draft is not saved. A sealed order will be played, and can be changed until then. In a match played over several
# days, a player can hold the sealed order. The turn then waits for the deadline, and the player can reconsider. If
# nobody holds an order, the turn is played as soon as all orders are sealed. Everybody sees who holds an order, but
# nobody else sees the order.


def holding(match: Match[Any, Any], seats: Sequence[Seat], closes: datetime | None, now: datetime) -> list[int]:
    """The seats that hold their orders for this turn. Empty once the turn has closed, or if it has no deadline."""
    if closes is None or closes <= now:
        return []
    asked = [seat for seat in match.choosers() if seat not in match.gone]
    return [seat for seat in asked if seats[seat].holds == match.turn and seats[seat].is_for_people]


# --- The devices of a seat: the browsers that play it.
#
# A one-time code adds a device; a recovery phrase replaces all devices.


CODE_LETTERS, CODE_LENGTH = "abcdefghjkmnpqrstuvwxyz23456789", 8  # no two letters look alike; 39 bits
CODE_LIFE = timedelta(minutes=10)
CODE_TRIES = 5  # wrong guesses after which a code is void
CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aiou"  # each word can be pronounced and has 16 bits
WORDS = 6


class WrongCode(UserError):
    """The typed code or phrase does not open a seat."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "This code or phrase is wrong, has been used, or is too old. Make a new one on a device that you "
                "already use to play the seat."
            )
        )


@dataclass(frozen=True)
class Device:
    """A browser that plays a seat. `n` is the browser's number among the seat's devices.

    `is_this`: whether this browser sent the request.
    """

    n: int
    called: str
    added: datetime | None
    is_this: bool


def new_phrase() -> str:
    """A new recovery phrase: six made-up words, 96 bits."""
    word = (CONSONANTS, VOWELS, CONSONANTS, VOWELS, CONSONANTS)
    return " ".join("".join(map(secrets.choice, word)) for _each in range(WORDS))


def devices_of(database: Database, match_id: str, seat: int, own: Sequence[str], coach: int = FIRST) -> list[Device]:
    """The devices of a seat in the club's `database`, oldest first. `own` lists the requesting browser's secrets.

    `coach`: which of the seat's places, if two coaches share it.
    """
    hashes = {hash_of(secret) for secret in own}
    ours = of_seat(devices, match_id, seat) & (devices.c.coach == coach)
    with database.reading() as connection:
        rows = connection.execute(select(devices).where(ours).order_by(devices.c.n))
        return [Device(row.n, row.called, row.added, row.secret_hash in hashes) for row in rows]


def end_device(database: Database, match_id: str, seat: int, n: int, coach: int = FIRST) -> None:
    """Removes a device from its seat, in the club's `database`. The browser no longer plays the seat. `coach`: as in
    `devices_of`.

    Raises NoSuchSeat if the place has no such device, or NotNow if it is its only device.
    """
    with changes(database) as connection:
        touch(connection, match_id)
        ours = of_seat(devices, match_id, seat) & (devices.c.coach == coach)
        if connection.execute(delete(devices).where(ours, devices.c.n == n)).rowcount != 1:
            raise NoSuchSeat(_("This device no longer plays your seat."))
        if not connection.scalar(select(exists().where(ours))):
            raise NotNow(_("This is the only device that plays your seat. Add another one first."))


def renew(database: Database, match_id: str, old: str, new: str) -> None:
    """Replaces a browser's `old` secret for a match with a `new` one, in the club's `database`."""
    ours = (devices.c.match == match_id) & (devices.c.secret_hash == hash_of(old))
    with changes(database) as connection:
        connection.execute(update(devices).where(ours).values(secret_hash=hash_of(new)))


def make_code(database: Database, match_id: str, seat: int, coach: int = FIRST) -> str:
    """Makes a one-time code that adds a device to a seat, or to the place of its `coach`, if two share it.

    In the `database`, the hash of the new code replaces that of the old code.
    """
    code = "".join(secrets.choice(CODE_LETTERS) for _each in range(CODE_LENGTH))
    until, hashed = database.now() + CODE_LIFE, _hash(match_id, seat, code, coach)
    _set(database, match_id, seat, coach, code_hash=hashed, code_until=until, code_tries=0)
    return code


def make_phrase(database: Database, match_id: str, seat: int, coach: int = FIRST) -> str:
    """Makes a recovery phrase for a seat, or for the place of its `coach`, if two share it.

    In the `database`, the hash of the new phrase replaces that of the old phrase.
    """
    phrase = new_phrase()
    _set(database, match_id, seat, coach, phrase_hash=hash_of(phrase))
    return phrase


def _kept(match_id: str, seat: int, coach: int) -> tuple[Table, ColumnElement[bool]]:
    """The table that keeps codes and phrase of a seat's place, and the condition for its row while it is taken."""
    if coach == SECOND:
        return second_places, of_seat(second_places, match_id, seat) & second_places.c.claimed.is_not(None)
    return seats, of_seat(seats, match_id, seat) & (seats.c.by == HUMAN)


def _set(database: Database, match_id: str, seat: int, coach: int, **values: object) -> None:
    table, ours = _kept(match_id, seat, coach)
    with changes(database) as connection:
        if connection.execute(update(table).where(ours, table.c.token_hash.is_not(None)).values(values)).rowcount != 1:
            raise NoSuchSeat(_("The owner of the server plays this seat, so the seat has no devices of its own."))


def enter(database: Database, match_id: str, seat: int, typed: str, sitter: Sitter) -> str:
    """Lets the `sitter`'s browser play a seat if the `typed` text is the seat's one-time code or recovery phrase. If
    two coaches share the seat, each place has its own.

    Writes to the club's `database` even after a wrong guess. Raises WrongCode.

    A phrase removes all other devices from the place. Returns a new phrase to replace a used one, or "" after a code.
    """
    words = "".join(each if each.isalnum() else " " for each in typed.casefold()).split()
    fresh: str | None = None
    with changes(database) as connection:
        touch(connection, match_id)
        for coach in (FIRST, SECOND):
            fresh = _entered(connection, database.now(), match_id, seat, coach, words)
            if fresh is not None:
                own = [hash_of(each) for each in sitter.secrets]
                ours = of_seat(devices, match_id, seat) & (devices.c.coach == coach)
                connection.execute(delete(devices).where(ours, devices.c.secret_hash.in_(own)))
                add_device(connection, match_id, seat, database.now(), sitter, coach)
                break
    if fresh is None:  # the wrong guess is kept
        raise WrongCode
    return fresh


def _entered(
    connection: Connection, now: datetime, match_id: str, seat: int, coach: int, words: Sequence[str]
) -> str | None:
    """Tries what was typed at one place of a seat. Returns what `enter` returns, or None if it does not open the place,
    which counts as a guess.
    """
    code, phrase = _hash(match_id, seat, "".join(words), coach), hash_of(" ".join(words))
    table, ours = _kept(match_id, seat, coach)
    row = connection.execute(select(table).where(ours)).first()
    if row and row.code_hash and row.code_until > now and hmac.compare_digest(code, row.code_hash):
        connection.execute(update(table).where(ours).values(code_hash=None))
        return ""
    if row and row.phrase_hash and hmac.compare_digest(phrase, row.phrase_hash):
        fresh, values = new_phrase(), dict[str, Any]()
        if coach == FIRST:
            values = {
                **clear(connection, match_id, seat, now, keeps_second=True),
                "seen": now if row.reopens else row.seen,
            }
        else:
            connection.execute(delete(devices).where(of_seat(devices, match_id, seat), devices.c.coach == coach))
            values = {"code_hash": None}
        connection.execute(update(table).where(ours).values({**values, "phrase_hash": hash_of(fresh)}))
        return fresh
    if row and row.code_hash and len("".join(words)) == CODE_LENGTH:
        left = {"code_tries": row.code_tries + 1} if row.code_tries + 1 < CODE_TRIES else {"code_hash": None}
        connection.execute(update(table).where(ours).values(left))
    return None


def _hash(match_id: str, seat: int, code: str, coach: int = FIRST) -> str:
    return hash_of(f"{match_id} {seat} {code}" if coach == FIRST else f"{match_id} {seat} second {code}")


# --- The owner's browsers: those that used a one-time code from `breakaway serve`.
#
# The browsers' network addresses do not matter.


class UsedCode(UserError):
    """This code does not make anybody the owner: it was already used, or this server has not issued it."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "This link has already been used, or the server has been restarted. “breakaway serve” prints a new "
                "link each time it starts."
            )
        )


class Owners:
    """Keeps track of the owner's browsers in one database, and of the one-time codes of this server.

    Safe to use from several threads. All processes of a server have the same `codes`; the database notes which of them
    were used.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.codes: set[str] = set()
        self._known: set[str] = set()
        self._guard = threading.Lock()

    def new_code(self) -> str:
        """A one-time code that gives one browser the owner's rights."""
        code = new_token()
        with self._guard:
            self.codes.add(code)
        return code

    def come(self, code: str) -> str:
        """Uses up a code. Returns a secret for the browser that sent the code. Raises UsedCode."""
        with self._guard:
            if code not in self.codes:
                raise UsedCode
            self.codes.remove(code)
        secret, now = new_token(), self.database.now()
        try:
            with changes(self.database) as connection:
                connection.execute(insert(spent).values(code_hash=hash_of(code), used=now))
                connection.execute(insert(owners).values(secret_hash=hash_of(secret), added=now))
        except IntegrityError:  # another process of this server has taken it
            raise UsedCode from None
        return secret

    def forget(self) -> None:
        """Signs the owner out of every browser."""
        with changes(self.database) as connection:
            connection.execute(delete(owners))
        self._known.clear()

    def remembers(self, secret: str) -> bool:
        """Whether this server already knows that this is the secret of one of the owner's browsers."""
        return hash_of(secret) in self._known

    def knows(self, secret: str) -> bool:
        """Whether this is the secret of one of the owner's browsers."""
        if not secret:
            return False
        its_hash = hash_of(secret)
        if its_hash not in self._known:
            with suppress(Unreachable), self.database.reading() as connection:
                if connection.scalar(select(owners.c.added).where(owners.c.secret_hash == its_hash)) is not None:
                    self._known.add(its_hash)  # another process may have let this browser in
        return its_hash in self._known
