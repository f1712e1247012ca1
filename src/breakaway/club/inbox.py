"""The mails that were read, and what came of each. The note is part of the transaction that does what the mail asks.

So if the server dies, a mail was either read as a whole or not at all, and then it is read again.
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
RECEIPT = "receipt"
MOST_RECEIPTS = 40  # a day, for each seat: more mails than that are not answered
SHOWN = 100  # mails on the owner's page


class AlreadyRead(Exception):
    """Another server has read this mail meanwhile. Nothing was changed."""


@dataclass(frozen=True)
class ReadMail:
    """A mail that was read. `mark` names it; `match` and `seat` are those of its signed address, if it had one."""

    mark: str
    match: str | None
    seat: int | None
    outcome: str
    came: datetime


def is_known(database: Database, mark: str) -> bool:
    """Whether the mail with this `mark` was read before, by any server of this `database`."""
    with database.reading() as connection:
        return connection.scalar(select(inbox.c.mark).where(inbox.c.mark == mark)) is not None


def note_in(connection: Connection, database: Database, read: ReadMail, receipt: PostedMail | None) -> None:
    """Notes in a transaction (`connection`) of the `database` that a mail was `read`, and its `receipt`.

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
    """Like `note_in`, in a transaction of its own. Raises AlreadyRead.

    `database`, `read` and `receipt` are as there.
    """
    with changes(database) as connection:
        note_in(connection, database, read, receipt)


def is_flooded(database: Database, match_id: str, seat: int) -> bool:
    """Whether a seat of a match in this `database` got so many receipts today that it gets no more."""
    day = database.now() - timedelta(days=1)
    ours = (outbox.c.match == match_id) & (outbox.c.seat == seat) & (outbox.c.kind == RECEIPT) & (outbox.c.made > day)
    with database.reading() as connection:
        return (connection.scalar(select(func.count()).select_from(outbox).where(ours)) or 0) >= MOST_RECEIPTS


def arrivals(database: Database) -> list[ReadMail]:
    """The latest mails that were read by servers of this `database`, newest first. Only the owner may see them."""
    with database.reading() as connection:
        rows = connection.execute(select(inbox).order_by(inbox.c.came.desc()).limit(SHOWN)).all()
    return [ReadMail(row.mark, row.match, row.seat, row.outcome, row.came) for row in rows]
