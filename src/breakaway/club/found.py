"""Everything in the database about a match besides its record: its row, seats and terms, read in one statement."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, select

from breakaway.club.database import NoSuchMatch
from breakaway.club.offers import offer_in
from breakaway.club.seats import hash_of, seat_in
from breakaway.club.tables import EMPTY, devices, matches, offers, seats, terms
from breakaway.club.terms import terms_in
from breakaway.club.views import Listed
from breakaway.core.language import say
from breakaway.players.seated_match import HUMAN

ROWS = (  # one row for each seat; a seat with several devices has one row for each device
    select(
        matches,
        *(seats.c[name] for name in ("seat", "name", "by", "token_hash", "claimed", "seen", "reopens", "holds")),
        *(seats.c[name] for name in ("left", "took_over", "helped", "helped_turn")),
        *(terms.c[name] for name in ("seconds", "late", "due", "delay", "pace", "coach", "time_off", "since")),
        terms.c.changes,
        terms.c.before,
        *(offers.c[name] for name in ("offerer", "taken", "declined", "became")),
        devices.c.secret_hash,
    )
    .join(seats, seats.c.match == matches.c.id)
    .outerjoin(devices, (devices.c.match == seats.c.match) & (devices.c.seat == seats.c.seat))
    .outerjoin(terms, terms.c.match == matches.c.id)
    .outerjoin(offers, offers.c.match == matches.c.id)
    .order_by(matches.c.updated.desc(), matches.c.id, seats.c.seat)
)


@dataclass(frozen=True)
class Found:
    """A match at one moment, with details that only the server may see.

    `version` grows with every change, even a secret one. `devices` lists the hash of each browser's secret, with the
    seat that the browser plays. `invitations` maps each seat to the hash of its invitation, used or not.
    """

    listed: Listed
    version: int
    devices: list[tuple[str, int]]
    invitations: dict[int, str]

    def held(self, secrets: Iterable[str]) -> list[int]:
        """The seats that a browser with these secrets plays."""
        hashes = {hash_of(secret) for secret in secrets}
        return sorted({seat for each, seat in self.devices if each in hashes})

    def invited(self, invitations: Iterable[str]) -> dict[str, int]:
        """The `invitations` to seats of this match that are still empty, each with its seat."""
        free = {each: seat for seat, each in self.invitations.items() if self.listed.seats[seat].by == EMPTY}
        led = ((invitation, free.get(hash_of(invitation))) for invitation in invitations)
        return {invitation: seat for invitation, seat in led if seat is not None}

    def by_old_link(self, secrets: Iterable[str], seat: int) -> str | None:
        """The secret in `secrets` that doubles as this seat's invitation (only in older matches), or None."""
        old = self.invitations.get(seat)
        return next((each for each in secrets if hash_of(each) == old and (old, seat) in self.devices), None)


def all_found(connection: Connection, *where: ColumnElement[bool]) -> list[Found]:
    """The matches that meet all conditions in `where`, latest first, as players at this machine see them."""
    rows = connection.execute(ROWS.where(*where))
    return [_found(list(each)) for _id, each in groupby(rows, key=lambda row: row.id)]


def find_in(connection: Connection, match_id: str) -> Found:
    """One match. Raises NoSuchMatch."""
    found = all_found(connection, matches.c.id == match_id)
    if not found:
        raise NoSuchMatch(say("there is no match called {name}", name=repr(match_id)))
    return found[0]


def _found(rows: list[Row[Any]]) -> Found:
    row, by_seat = rows[0], {each.seat: each for each in rows}
    seated = [seat_in(each) for each in by_seat.values()]
    people = [seat.seat for seat in seated if seat.is_for_people]
    listed = Listed(
        id=row.id,
        game=row.game,
        title=row.title,
        options=json.loads(row.options),
        status=row.status,
        visibility=row.visibility,
        turn=row.turn,
        waiting=[seat for seat in map(int, filter(None, row.waiting.split(","))) if seat in people],
        created=row.created,
        updated=row.updated,
        seats=seated,
        mine=[seat.seat for seat in seated if seat.by == HUMAN and not seat.by_link],
        terms=terms_in(row),
        began=row.began or row.updated,
        host=row.host,
        offer=offer_in(row),
    )
    held = [(each.secret_hash, each.seat) for each in rows if each.secret_hash]
    invitations = {seat: each.token_hash for seat, each in by_seat.items() if each.token_hash}
    return Found(listed, row.version, held, invitations)
