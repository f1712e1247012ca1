"""The offer of a rematch, which the database stores with the finished match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, select

from breakaway.club.tables import PUBLIC, offers
from breakaway.core.rules import SPECTATOR


@dataclass(frozen=True)
class Offer:
    """An offer of a rematch.

    `offerer`: the seat that made it. `taken`: the seats that want to play again, in ascending order. `declined`: the
    seat that declined, if any. `became`: the id of the new match, once it is open.
    """

    offerer: int
    taken: tuple[int, ...]
    declined: int | None = None
    became: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether the offer can still be accepted, declined or withdrawn."""
        return self.declined is None and self.became is None


def offer_in(row: Row[Any]) -> Offer | None:
    """The offer in a database row, or None."""
    if row.offerer is None:
        return None
    return Offer(row.offerer, tuple(map(int, filter(None, row.taken.split(",")))), row.declined, row.became)


def offer_of(connection: Connection, match_id: str) -> Offer | None:
    """The offer of a rematch after this match, if there is one."""
    row = connection.execute(select(offers).where(offers.c.match == match_id)).first()
    return None if row is None else offer_in(row)


def seen_by(offer: Offer | None, seat: int, visibility: str) -> Offer | None:
    """What a seat may know about an offer. A spectator (-1) learns only that a public match has led to a new one."""
    if offer is None or seat != SPECTATOR:
        return offer
    return Offer(SPECTATOR, (), None, offer.became) if offer.became and visibility == PUBLIC else None
