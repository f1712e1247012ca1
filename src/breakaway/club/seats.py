"""The seats of a match: who plays them, and the invitations with which players take them."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, case, delete, exists, func, insert, select, update
from sqlalchemy.sql.dml import Insert

from breakaway.club.database import Database, NoSuchMatch
from breakaway.club.failpoints import reach
from breakaway.club.forgetting import forget
from breakaway.club.tables import EMPTY, OPEN, PUBLIC, RUNNING, devices, matches, seats
from breakaway.club.terms import begin_turn
from breakaway.core.language import Trouble, _, say
from breakaway.players.seated_match import HUMAN
from breakaway.records.record_file import ChangedUnderUs

LONGEST_NAME = 60  # characters
LONGEST_TOKEN = 200


class NoSuchSeat(Trouble):
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
    to somebody else. `holds`: the turn for which the player is not ready (`holding.py`). `left`: when the
    player left the seat to a standby player. `took_over`: how many turns had been played when a standby player took
    over the seat. `helped`: for how many choices the player asked for help, most recently after `helped_turn` turns.
    Show other players only what `asked_by` returns.
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
    return "".join(each if each.isprintable() else " " for each in " ".join(text.split()))[:longest].strip()


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
    return Seat(*here, row.claimed, row.seen, row.reopens, row.holds, row.left, row.took_over, *asked)


def invited(connection: Connection, invitation: str) -> tuple[str, int]:
    """The match and the seat that an invitation is for. Raises NoSuchSeat, or TakenSeat if somebody has the seat."""
    found = select(seats.c.match, seats.c.seat, seats.c.by).where(seats.c.token_hash == hash_of(invitation))
    row = connection.execute(found).first()
    if row is None:
        raise NoSuchSeat(
            _("this link does not lead to a seat: it was mistyped, or the seat has been given to another player")
        )
    if row.by != EMPTY:
        raise TakenSeat(row.match, row.seat)
    return row.match, row.seat


def sit(database: Database, invitation: str, sitter: Sitter) -> tuple[str, int]:
    """Seats the visitor who followed an invitation. Raises NoSuchSeat, TakenSeat or Trouble."""
    with changes(database) as connection:
        touch(connection, invited(connection, invitation)[0])
        match_id, seat = invited(connection, invitation)  # checked again: the seat may have been taken before the lock
        _sit(connection, match_id, seat, database.now(), sitter)
    return match_id, seat


def take(database: Database, match_id: str, seat: int, sitter: Sitter) -> None:
    """Seats a visitor in an empty seat of a public match. Raises NoSuchMatch, ClosedSeat, TakenSeat or Trouble."""
    public = (matches.c.id == seats.c.match) & (matches.c.visibility == PUBLIC)
    with changes(database) as connection:
        touch(connection, match_id)
        by = connection.scalar(select(seats.c.by).where(public, seats.c.match == match_id, seats.c.seat == seat))
        if by is None:
            raise ClosedSeat(seat)
        if by != EMPTY:
            raise TakenSeat(match_id, seat)
        _sit(connection, match_id, seat, database.now(), sitter)


def _sit(connection: Connection, match_id: str, seat: int, now: datetime, sitter: Sitter) -> None:
    found = _find(connection, match_id, seat)
    if found.was_held and _plays(connection, match_id, sitter):
        raise Trouble(_("This seat was reopened. A browser that plays another seat of this match cannot take it."))
    values = {"by": HUMAN, "claimed": now, "seen": now, "name": tidy(sitter.name) or found.name}
    change(connection, match_id, seat, now, {**values, "phrase_hash": sitter.phrase and hash_of(sitter.phrase)})
    add_device(connection, match_id, seat, now, sitter)


def _plays(connection: Connection, match_id: str, sitter: Sitter) -> bool:
    """Whether this browser already plays a seat of the match."""
    hashes = [hash_of(secret) for secret in sitter.secrets]
    held = exists().where(devices.c.match == match_id, devices.c.secret_hash.in_(hashes))
    local = exists().where(seats.c.match == match_id, seats.c.by == HUMAN, seats.c.token_hash.is_(None))
    return bool(connection.scalar(select(held)) or (sitter.is_owner and connection.scalar(select(local))))


def clear(connection: Connection, match_id: str, seat: int, now: datetime) -> dict[str, Any]:
    """Removes the devices and the email address of a seat at the time `now`.

    Returns values for the seat's row that make all codes and phrases void.
    """
    connection.execute(delete(devices).where(devices.c.match == match_id, devices.c.seat == seat))
    forget(connection, match_id, seat, now, "the seat has another player", is_taken=True)
    void = dict.fromkeys(("phrase_hash", "code_hash", "reopens", "holds", "left", "took_over", "helped_turn"))
    return {**void, "helped": 0}


def add_device(connection: Connection, match_id: str, seat: int, now: datetime, sitter: Sitter) -> None:
    """Lets a browser play a seat."""
    ours = (devices.c.match == match_id) & (devices.c.seat == seat)
    last = connection.scalar(select(func.max(devices.c.n)).where(ours)) or 0
    row = {"match": match_id, "seat": seat, "n": last + 1, "called": sitter.called, "added": now}
    connection.execute(insert(devices).values(**row, secret_hash=hash_of(sitter.secrets[0])))


def give_seat(database: Database, match_id: str, seat: int, by: str) -> None:
    """Gives the seat to a coach (`by`: its name) or a player at this machine (`human`). Raises NoSuchSeat."""
    with changes(database) as connection:
        now = database.now()
        change(
            connection,
            match_id,
            seat,
            now,
            {"by": by, "claimed": now, "token_hash": None, **clear(connection, match_id, seat, now)},
        )


def rename(database: Database, match_id: str, seat: int, name: str) -> None:
    """Renames the player of a seat. The record keeps the old name. Raises NoSuchSeat."""
    with changes(database) as connection:
        change(connection, match_id, seat, database.now(), {"name": tidy(name)})


def change(connection: Connection, match_id: str, seat: int, now: datetime, values: dict[str, Any]) -> None:
    """Changes a seat's row, and with it the match's status. Raises NoSuchSeat or NoSuchMatch."""
    touch(connection, match_id)
    _find(connection, match_id, seat)
    was = _status(connection, match_id)
    connection.execute(update(seats).where(seats.c.match == match_id, seats.c.seat == seat).values(values))
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

    The row stays locked until the transaction ends.
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
    row = connection.execute(select(seats).where(seats.c.match == match_id, seats.c.seat == seat)).first()
    if row is None:
        raise NoSuchSeat(say("match {id} has no seat {seat}", id=match_id, seat=seat + 1))
    return seat_in(row)
