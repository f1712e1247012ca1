"""The emails that the server has read, and what it did about each of them.

The note on an email is saved in the transaction that does what the email asks. So even if the server dies, each email
has been handled either completely or not at all. An email that was not handled is read again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, func, insert, select
from sqlalchemy.exc import IntegrityError

from breakaway.club.database import Database
from breakaway.club.outbox import PostedMail, put
from breakaway.club.seats import changes
from breakaway.club.tables import inbox, outbox

SEALED, REFUSED, DONE, AUTOMATIC, STRANGER, FLOOD = "sealed", "refused", "done", "automatic", "stranger", "flood"
RETURNED = "returned"  # a bounce
RECEIPT = "receipt"
MOST_RECEIPTS = 40  # answers a day for each seat; further emails get none
SHOWN = 100  # emails on the owner's page


class AlreadyRead(Exception):
    """Another server has read this email in the meantime. Nothing was changed."""


@dataclass(frozen=True)
class ReadMail:
    """An email that the server has read. `mark` identifies the email.

    `match` and `seat` come from the signed address that the email was sent to, if any.
    """

    mark: str
    match: str | None
    seat: int | None
    outcome: str
    came: datetime


def is_known(database: Database, mark: str) -> bool:
    """Whether the email with this `mark` was read before, by any server that uses this `database`."""
    with database.reading() as connection:
        return connection.scalar(select(inbox.c.mark).where(inbox.c.mark == mark)) is not None


def note_in(connection: Connection, database: Database, read: ReadMail, receipt: PostedMail | None) -> None:
    """In a transaction (`connection`) of the `database`, notes which email was `read`, and saves its `receipt`.

    Raises AlreadyRead.
    """
    row = {"mark": read.mark, "match": read.match, "seat": read.seat, "outcome": read.outcome, "came": read.came}
    try:
        with connection.begin_nested():
            connection.execute(insert(inbox).values(row))
    except IntegrityError:
        raise AlreadyRead from None
    if receipt is not None:
        put(connection, database.keys, receipt, read.came)


def note(database: Database, read: ReadMail, receipt: PostedMail | None = None) -> None:
    """Like `note_in`, but in a transaction of its own. Raises AlreadyRead.

    `database`, `read` and `receipt` mean the same as in `note_in`.
    """
    with changes(database) as connection:
        note_in(connection, database, read, receipt)


def is_flooded(database: Database, match_id: str, seat: int, kind: str = RECEIPT) -> bool:
    """Whether a seat of a match in this `database` has reached today's limit for answers of this `kind`."""
    day = database.now() - timedelta(days=1)
    ours = (outbox.c.match == match_id) & (outbox.c.seat == seat) & (outbox.c.kind == kind) & (outbox.c.made > day)
    with database.reading() as connection:
        return (connection.scalar(select(func.count()).select_from(outbox).where(ours)) or 0) >= MOST_RECEIPTS


def arrivals(database: Database) -> list[ReadMail]:
    """The latest emails that the servers on this `database` have read, newest first. Only the owner may see them."""
    with database.reading() as connection:
        rows = connection.execute(select(inbox).order_by(inbox.c.came.desc()).limit(SHOWN)).all()
    return [ReadMail(row.mark, row.match, row.seat, row.outcome, row.came) for row in rows]
