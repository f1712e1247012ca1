"""Deletes the email address of a seat's player, in the same transaction as the change that requires the deletion."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Connection, delete, update

from breakaway.club.tables import ANSWER, DEAD, INVITE, OFFER, WAITING, mailboxes, outbox

DIGEST = "digest"  # the kind of an email about all matches of a player
OUTSIDE = (INVITE, OFFER, ANSWER)  # emails about a seat to people who do not have it


def forget(connection: Connection, match_id: str, seat: int, now: datetime, why: str, is_taken: bool = False) -> None:
    """Deletes the address of a seat, and drops the unsent emails to its player, except digests.

    The owner's page shows the reason (`why`) and the time (`now`). `is_taken`: whether another player has the seat. If
    so, emails that offer it are dropped, too.
    """
    connection.execute(delete(mailboxes).where(mailboxes.c.match == match_id, mailboxes.c.seat == seat))
    _drop(connection, match_id, seat, now, why, (DIGEST,) if is_taken else (DIGEST, *OUTSIDE))


def drop_waiting(connection: Connection, match_id: str, seat: int, now: datetime, why: str) -> None:
    """Drops all unsent emails to the player of a seat, except digests. For `now` and `why`, see `forget`."""
    _drop(connection, match_id, seat, now, why, (DIGEST, *OUTSIDE))


def _drop(connection: Connection, match_id: str, seat: int, now: datetime, why: str, spared: Collection[str]) -> None:
    """Drops all unsent emails to a seat, except those of the kinds in `spared`.

    Digests are always spared, because they report on other matches, too.
    """
    ours = (outbox.c.match == match_id) & (outbox.c.seat == seat) & (outbox.c.status == WAITING)
    ours &= outbox.c.kind.not_in(spared)
    given_up = {"status": DEAD, "next": None, "text": "", "settled": now, "fate": why}
    connection.execute(update(outbox).where(ours).values(given_up))
