"""Deletes the email address of a seat's player, in the transaction of the change that requires it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, delete, update

from breakaway.club.tables import DEAD, WAITING, mailboxes, outbox

DIGEST = "digest"  # the kind of an email about all matches of a player


def forget(connection: Connection, match_id: str, seat: int, now: datetime, why: str) -> None:
    """Deletes the address of a seat, and drops all emails to it that have not been sent yet.

    The owner's page shows `why` and when (`now`).
    """
    connection.execute(delete(mailboxes).where(mailboxes.c.match == match_id, mailboxes.c.seat == seat))
    drop_waiting(connection, match_id, seat, now, why)


def drop_waiting(connection: Connection, match_id: str, seat: int, now: datetime, why: str) -> None:
    """Drops all emails to a seat that have not been sent yet. `now` and `why` are as in `forget`."""
    ours = (outbox.c.match == match_id) & (outbox.c.seat == seat) & (outbox.c.status == WAITING)
    ours &= outbox.c.kind != DIGEST  # it tells of other matches too
    given_up = {"status": DEAD, "next": None, "text": "", "settled": now, "fate": why}
    connection.execute(update(outbox).where(ours).values(given_up))
