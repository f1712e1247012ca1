"""Seats of a match: who plays them, and the secret links that lead players to them."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, case, exists, insert, select, update
from sqlalchemy.sql.dml import Insert

from breakaway.club.database import Database, NoSuchMatch
from breakaway.club.failpoints import reach
from breakaway.club.tables import EMPTY, OPEN, PUBLIC, RUNNING, matches, seats
from breakaway.club.terms import begin_turn
from breakaway.coaches.table import HUMAN
from breakaway.core.language import _, say
from breakaway.core.trouble import Trouble

LONGEST_NAME = 60  # characters
LONGEST_TOKEN = 200


class NoSuchSeat(Trouble):
    """The match does not have this seat, the link does not lead to one, or another player has it."""


@dataclass(frozen=True)
class Seat:
    """A seat as everybody may see it. `by`: human, empty (no player has come yet), sheet, or a coach's name.

    `by_link`: its player comes with a secret link. A human seat without a link is played at this machine.
    """

    seat: int
    name: str
    by: str
    by_link: bool
    claimed: datetime | None

    @property
    def is_for_people(self) -> bool:
        """Whether a player chooses here, even one who has yet to come."""
        return self.by in (HUMAN, EMPTY)


def tidy(text: str, longest: int = LONGEST_NAME) -> str:
    """A name or title as typed, but printable, without extra spaces, and cut to `longest` characters."""
    return "".join(each if each.isprintable() else " " for each in " ".join(text.split()))[:longest].strip()


def new_token() -> str:
    """A new secret for a link: 192 bits."""
    return secrets.token_urlsafe(24)


def hash_of(token: str) -> str:
    """The SHA-256 of a link's token. The database keeps this instead of the token."""
    return hashlib.sha256(token[:LONGEST_TOKEN].encode(errors="replace")).hexdigest()


def rows_for(
    match_id: str, given: Sequence[tuple[str, str]], here: Iterable[int], now: datetime
) -> tuple[list[Insert], dict[int, str]]:
    """The rows for a new match's seats, each from its (name, by), and the link tokens of players who are not `here`."""
    rows, tokens, local = [], {}, set(here)
    for seat, (name, by) in enumerate(given):
        row: dict[str, Any] = {"match": match_id, "seat": seat, "name": tidy(name), "by": by, "claimed": now}
        if by in (HUMAN, EMPTY) and seat not in local:
            tokens[seat] = new_token()
            row |= {"by": EMPTY, "token_hash": hash_of(tokens[seat]), "claimed": None}
        rows.append(insert(seats).values(row))
    return rows, tokens


def seat_in(row: Row[Any]) -> Seat:
    """The seat in a database row."""
    return Seat(row.seat, row.name, row.by, row.token_hash is not None, row.claimed)


def place_of(connection: Connection, token: str) -> tuple[str, int]:
    """The match and the seat that a link leads to. Raises NoSuchSeat."""
    found = select(seats.c.match, seats.c.seat).where(seats.c.token_hash == hash_of(token))
    row = connection.execute(found).first()
    if row is None:
        raise NoSuchSeat(
            _("this link does not lead to a seat: it was mistyped, or the seat has been given to another player")
        )
    return row.match, row.seat


def claim(database: Database, token: str, name: str = "") -> tuple[str, int]:
    """Seats a player who followed a link, under this `name`. Later calls only change the name. Raises NoSuchSeat."""
    with database.writing() as connection:
        touch(connection, place_of(connection, token)[0])
        match_id, seat = place_of(connection, token)  # again: the seat may have been emptied before we locked the row
        found = _find(connection, match_id, seat)
        values = {"by": HUMAN, "claimed": found.claimed or database.now(), "name": tidy(name) or found.name}
        _change(connection, match_id, seat, database.now(), values)
        reach("before change")
    reach("after change")
    return match_id, seat


def take(database: Database, match_id: str, seat: int, name: str = "") -> str:
    """Seats a player in an empty seat of a public match. Returns the new link's token.

    Raises NoSuchSeat and NoSuchMatch.
    """
    token = new_token()
    with database.writing() as connection:
        touch(connection, match_id)
        public = connection.scalar(select(matches.c.visibility).where(matches.c.id == match_id)) == PUBLIC
        found = _find(connection, match_id, seat)
        if not public or found.by != EMPTY:
            raise NoSuchSeat(say("seat {seat} of this match is not free", seat=seat + 1))
        values = {
            "by": HUMAN,
            "claimed": database.now(),
            "token_hash": hash_of(token),
            "name": tidy(name) or found.name,
        }
        _change(connection, match_id, seat, database.now(), values)
        reach("before change")
    reach("after change")
    return token


def open_seat(database: Database, match_id: str, seat: int) -> str:
    """Empties a seat for a new player and returns the new link's token. The old link stops working.

    Raises NoSuchSeat.
    """
    token = new_token()
    with database.writing() as connection:
        _change(
            connection, match_id, seat, database.now(), {"by": EMPTY, "claimed": None, "token_hash": hash_of(token)}
        )
        reach("before change")
    reach("after change")
    return token


def give_seat(database: Database, match_id: str, seat: int, by: str) -> None:
    """Gives the seat to a coach (`by`: its name) or a player at this machine (`human`). Raises NoSuchSeat."""
    with database.writing() as connection:
        _change(connection, match_id, seat, database.now(), {"by": by, "claimed": database.now(), "token_hash": None})
        reach("before change")
    reach("after change")


def rename(database: Database, match_id: str, seat: int, name: str) -> None:
    """Renames the player of a seat. The record keeps the old name. Raises NoSuchSeat."""
    with database.writing() as connection:
        _change(connection, match_id, seat, database.now(), {"name": tidy(name)})
        reach("before change")
    reach("after change")


def _change(connection: Connection, match_id: str, seat: int, now: datetime, values: dict[str, Any]) -> None:
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


def _status(connection: Connection, match_id: str) -> str:
    return str(connection.scalar(select(matches.c.status).where(matches.c.id == match_id)))


def touch(connection: Connection, match_id: str) -> None:
    """Bumps a match's version, so that all who have read it must read it again. Raises NoSuchMatch.

    The row stays locked until the transaction ends.
    """
    ours = matches.c.id == match_id
    if connection.execute(update(matches).where(ours).values(version=matches.c.version + 1)).rowcount != 1:
        raise NoSuchMatch(say("no match here has the name {name}", name=repr(match_id)))


def _find(connection: Connection, match_id: str, seat: int) -> Seat:
    row = connection.execute(select(seats).where(seats.c.match == match_id, seats.c.seat == seat)).first()
    if row is None:
        raise NoSuchSeat(say("match {id} has no seat {seat}", id=match_id, seat=seat + 1))
    return seat_in(row)
