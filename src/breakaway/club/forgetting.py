"""Forgets where the player of a seat gets mail, in the transaction of whatever makes it so."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, delete, update

from breakaway.club.tables import DEAD, WAITING, mailboxes, outbox


def forget(connection: Connection, match_id: str, seat: int, now: datetime, why: str) -> None:
    """Forgets the address of a seat, and gives up all mails to it that were not sent yet.

    `why` and `now` are what the owner's page shows about these mails.
    """
    connection.execute(delete(mailboxes).where(mailboxes.c.match == match_id, mailboxes.c.seat == seat))
    ours = (outbox.c.match == match_id) & (outbox.c.seat == seat) & (outbox.c.status == WAITING)
    given_up = {"status": DEAD, "next": None, "text": "", "settled": now, "fate": why}
    connection.execute(update(outbox).where(ours).values(given_up))
