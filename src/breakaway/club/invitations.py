"""Invitations by email, to take an empty seat or, for a standby player, to take over a team.

A signed reply address names the invitation, so an answer proves that it comes from the invited address. A person who
accepts gets the seat at once, and the invited address becomes the seat's confirmed address.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from breakaway.club import seats as seating
from breakaway.club.database import Database
from breakaway.club.forgetting import forget
from breakaway.club.keys import Keys
from breakaway.club.mailboxes import Mailbox, checked_address
from breakaway.club.outbox import PostedMail, put
from breakaway.club.seats import hash_of, new_token, tidy
from breakaway.club.tables import EMPTY, OVER, invitations, mailboxes, matches, seats, standbys
from breakaway.core.language import _
from breakaway.core.observation import NotNow
from breakaway.players.seated_match import HUMAN

MARK = "-i"  # between match and number in the name that is signed
VALID = timedelta(days=14)
KEPT = timedelta(days=60)  # how long the server can say that an invitation was used or is too old
MOST = 3  # invitations a day for each seat
DECLINED = func.coalesce(invitations.c.answered >= invitations.c.until, False)  # nobody accepts one that has ended


@dataclass(frozen=True)
class Invitation:
    """An invitation by email. `standby`: the number of the invited standby player; None for an empty seat."""

    n: int
    match: str
    seat: int
    standby: int | None
    address: str
    language: str
    asked: datetime
    until: datetime
    answered: datetime | None = None

    @property
    def box(self) -> Mailbox:
        """The mailbox for emails about this invitation. Replies go to an address that names the invitation."""
        return Mailbox(self.match, self.seat, self.address, self.language, True, named=f"{self.match}{MARK}{self.n}")


def invite(
    database: Database,
    match_id: str,
    seat: int,
    address: str,
    language: str,
    letter: Callable[[Invitation], PostedMail],
) -> None:
    """Invites the owner of an `address` by email to take an empty seat. Earlier invitations by email to this seat
    become void.

    `letter` writes the email in this `language`. The match is stored in the `database`. Raises Trouble, or NotNow, for
    example if the owner of the address has declined an invitation to this match.
    """
    text, now = checked_address(address), database.now()
    with seating.changes(database) as connection:
        seating.touch(connection, match_id)
        ours = (invitations.c.match == match_id) & (invitations.c.seat == seat)
        recent = ours & (invitations.c.asked > now - timedelta(days=1))
        if (connection.scalar(select(func.count()).select_from(invitations).where(recent)) or 0) >= MOST:
            raise NotNow(_("Too many emails were requested today. Try again tomorrow. Nothing was changed."))
        if _seat(connection, match_id, seat).by != EMPTY:
            raise NotNow(_("This seat is taken."))
        if _has_declined(connection, database.keys, match_id, text):
            raise NotNow(
                _(
                    "The owner of this address has declined an invitation to this match. Invite another player, or "
                    "pass on the link yourself."
                )
            )
        connection.execute(delete(invitations).where(ours, invitations.c.until < now - KEPT, ~DECLINED))
        connection.execute(update(invitations).where(ours, invitations.c.until > now).values(until=now))
        made = write(connection, database.keys, match_id, seat, text, language, now, now + VALID)
        put(connection, database.keys, letter(made), now)


def write(
    connection: Connection,
    keys: Keys,
    match_id: str,
    seat: int,
    address: str,
    language: str,
    now: datetime,
    until: datetime,
    standby: int | None = None,
) -> Invitation:
    """Saves a new invitation, valid from `now` to `until`. Its address is encrypted with these `keys`.

    The other arguments are fields of `Invitation`.
    """
    row: dict[str, Any] = {
        "match": match_id,
        "seat": seat,
        "standby": standby,
        "language": language,
        "asked": now,
        "until": until,
    }
    row["token_hash"] = _seat(connection, match_id, seat).token_hash
    found = connection.execute(insert(invitations).values(**row, address=keys.lock(address)))
    assert found.inserted_primary_key
    return Invitation(found.inserted_primary_key[0], match_id, seat, standby, address, language, now, until)


def invitation(database: Database, named: str, seat: int) -> Invitation | None:
    """The invitation for this `seat` that a signed address names (`named`), whether it has been used or not.

    None if the `database` has no such invitation.
    """
    match_id, mark, n = named.rpartition(MARK)
    if not mark or not n.isdigit():
        return None
    with database.reading() as connection:
        return find(connection, database.keys, match_id, seat, int(n))


def find(connection: Connection, keys: Keys, match_id: str, seat: int, n: int) -> Invitation | None:
    """Invitation number `n`, if it is for this seat."""
    ours = (invitations.c.n == n) & (invitations.c.match == match_id) & (invitations.c.seat == seat)
    row = connection.execute(select(invitations).where(ours)).first()
    if row is None:
        return None
    whose = (row.n, row.match, row.seat, row.standby, keys.unlock(row.address), row.language)
    return Invitation(*whose, row.asked, row.until, row.answered)


def accept(connection: Connection, keys: Keys, given: Invitation, name: str, now: datetime) -> None:
    """Gives the seat of an invitation (`given`) to the invited player, under this `name` (empty: the name of the seat).
    Raises NotNow.

    `keys` encrypt the address, `now` is the time, and `connection` is the transaction. The seat's previous player
    loses access to it.
    """
    seating.touch(connection, given.match)  # locks the match
    _check(connection, keys, given, now)
    seat = _seat(connection, given.match, given.seat)
    values: dict[str, Any] = {"by": HUMAN, "claimed": now, "seen": now, "name": tidy(name) or seat.name}
    if given.standby is not None:
        values = {**seating.clear(connection, given.match, given.seat, now), **values}
        values |= {"token_hash": hash_of(new_token()), "took_over": _turn(connection, given.match)}
        connection.execute(delete(standbys).where(standbys.c.n == given.standby))
    forget(connection, given.match, given.seat, now, "the seat has another player", is_taken=True)
    row = {"match": given.match, "seat": given.seat, "language": given.language, "asked": now}
    connection.execute(insert(mailboxes).values(**row, address=keys.lock(given.address)))
    seating.change(connection, given.match, given.seat, now, values)
    connection.execute(update(invitations).where(invitations.c.n == given.n).values(answered=now))


def decline(connection: Connection, given: Invitation, now: datetime) -> None:
    """Records that the invited player declined the invitation `given`, and closes it. `connection` is in a transaction.

    `now` is the time of the answer. Raises NotNow if the invitation was answered before.
    """
    ours = (invitations.c.n == given.n) & invitations.c.answered.is_(None)
    if connection.execute(update(invitations).where(ours).values(answered=now, until=now)).rowcount != 1:
        raise NotNow(_("This invitation has already been answered."))


def _check(connection: Connection, keys: Keys, given: Invitation, now: datetime) -> None:
    """Raises NotNow if the invitation no longer opens the seat."""
    fresh = find(connection, keys, given.match, given.seat, given.n)
    if fresh is None or fresh.answered is not None:
        raise NotNow(_("This invitation has already been answered."))
    seat = _seat(connection, given.match, given.seat)
    if given.standby is None and seat.by != EMPTY:
        raise NotNow(_("This seat is taken."))
    token = connection.scalar(select(invitations.c.token_hash).where(invitations.c.n == given.n))
    if fresh.until <= now or token != seat.token_hash:
        raise NotNow(_("This invitation is no longer valid: it is too old, or there is a newer one."))
    if connection.scalar(select(matches.c.status).where(matches.c.id == given.match)) == OVER:
        raise NotNow(_("the match is over"))
    if (given.standby is not None or seat.seen is not None) and plays(connection, keys, given.match, given.address):
        raise NotNow(_("A player with this email address already has another seat in this match."))


def plays(connection: Connection, keys: Keys, match_id: str, address: str) -> bool:
    """Whether a seat of this match gets its emails at this `address`. `keys` decrypt the addresses."""
    found = connection.scalars(select(mailboxes.c.address).where(mailboxes.c.match == match_id))
    return _is_among(address, found, keys)


def _has_declined(connection: Connection, keys: Keys, match_id: str, address: str) -> bool:
    """Whether the owner of this `address` has declined an invitation to an empty seat of the match."""
    ours = (invitations.c.match == match_id) & invitations.c.standby.is_(None)
    return _is_among(address, connection.scalars(select(invitations.c.address).where(ours, DECLINED)), keys)


def _is_among(address: str, locked: Iterable[str], keys: Keys) -> bool:
    return address.casefold() in {keys.unlock(each).casefold() for each in locked}


def _turn(connection: Connection, match_id: str) -> int:
    return int(connection.scalar(select(matches.c.turn).where(matches.c.id == match_id)) or 0)


def _seat(connection: Connection, match_id: str, seat: int) -> Row[Any]:
    row = connection.execute(select(seats).where(seats.c.match == match_id, seats.c.seat == seat)).first()
    if row is None:
        raise NotNow(_("This web address names a seat that the match does not have."))
    return row
