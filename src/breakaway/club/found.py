"""What the database says about a match besides its record: its row, its seats and its terms, read in one statement."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, select

from breakaway.club.database import NoSuchMatch
from breakaway.club.seats import hash_of, seat_in
from breakaway.club.tables import WAIT, matches, seats, terms
from breakaway.club.terms import Terms
from breakaway.club.views import Listed
from breakaway.coaches.table import HUMAN
from breakaway.core.language import say

ROWS = (  # one for each seat
    select(
        matches,
        *(seats.c[name] for name in ("seat", "name", "by", "token_hash", "claimed")),
        *(terms.c[name] for name in ("seconds", "late", "due", "delay")),
    )
    .join(seats, seats.c.match == matches.c.id)
    .outerjoin(terms, terms.c.match == matches.c.id)
    .order_by(matches.c.updated.desc(), matches.c.id, seats.c.seat)
)


@dataclass(frozen=True)
class Found:
    """A match at one moment, with details that only the server may see.

    `version` grows with every change, even a secret one. `links` maps the hash of each link to its seat.
    """

    listed: Listed
    version: int
    links: dict[str, int]

    def places(self, tokens: Iterable[str]) -> dict[str, int]:
        """The `tokens` whose links lead to a seat of this match, each with its seat."""
        led = ((token, self.links.get(hash_of(token))) for token in tokens)
        return {token: seat for token, seat in led if seat is not None}


def all_found(connection: Connection, *where: ColumnElement[bool]) -> list[Found]:
    """The matches that meet all conditions in `where`, latest first, as players at this machine see them."""
    rows = connection.execute(ROWS.where(*where))
    return [_found(list(each)) for _id, each in groupby(rows, key=lambda row: row.id)]


def find_in(connection: Connection, match_id: str) -> Found:
    """One match. Raises NoSuchMatch."""
    found = all_found(connection, matches.c.id == match_id)
    if not found:
        raise NoSuchMatch(say("no match here has the name {name}", name=repr(match_id)))
    return found[0]


def _found(rows: list[Row[Any]]) -> Found:
    row, seated = rows[0], [seat_in(each) for each in rows]
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
        terms=Terms(row.seconds, row.late or WAIT, row.due, row.delay or 0),
    )
    return Found(listed, row.version, {each.token_hash: each.seat for each in rows if each.token_hash})
