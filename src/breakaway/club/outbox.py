"""The outbox: every email that the server has to send, and what became of it.

An email is written in the same transaction as the event that it reports, or later, from the data in the database. `put`
writes each email only once. A worker claims an email before it sends it. If the worker dies, the email is sent again
after `LEASE`, with the same Message-ID. So no email is lost. An email is sent twice only if the worker dies after the
mail server has answered but before the answer is saved. SMTP cannot prevent such duplicates.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from breakaway.club.database import Database
from breakaway.club.failpoints import reach
from breakaway.club.keys import Keys
from breakaway.club.returned import end_offer, mark_dead
from breakaway.club.seats import changes
from breakaway.club.tables import DEAD, SENT, WAITING, outbox
from breakaway.core.language import Trouble

BACK_OFF = (1, 5, 15, 60, 180, 360, 720, 1440)  # minutes to wait after each failed try
LEASE = timedelta(minutes=5)  # how long a claimed email belongs to its worker
LONGEST_FATE = 300  # characters that are kept of a mail server's answer
MOST = 20  # emails in one round
SHOWN = 200  # emails on the owner's page


class MailRefused(Trouble):
    """A mail server refused an email for good, so the email is not sent again."""


@dataclass(frozen=True)
class PostedMail:
    """An email to send. `what`: the email's unique purpose, such as `turn abcdefgh 0 12`.

    `kind`: for example confirm, turn, reminder, digest or receipt. `text`: the whole email, with its headers.
    `reference`: the name by which a bounce refers to the email (empty: none).
    """

    what: str
    match: str
    seat: int
    kind: str
    address: str
    text: str
    reference: str = ""


@dataclass(frozen=True)
class MailFate:
    """What became of an email. `status`: waiting, sent or dead. `fate`: what the mail server said last.

    `returned`: when its address turned out to be dead.
    """

    kind: str
    match: str
    seat: int
    address: str
    status: str
    tries: int
    made: datetime
    settled: datetime | None
    next: datetime | None
    fate: str
    returned: datetime | None = None


def put(connection: Connection, keys: Keys, mail: PostedMail, now: datetime) -> bool:
    """Puts an email (`mail`) into the outbox, encrypted with these `keys`, in the transaction of a `connection`.

    Returns whether the email is new. `now` is the time from which the email may be sent.
    """
    if connection.scalar(select(outbox.c.n).where(outbox.c.what == mail.what)) is not None:
        return False
    row = {"what": mail.what, "match": mail.match, "seat": mail.seat, "kind": mail.kind, "fate": "", "tries": 0}
    row |= {"address": keys.lock(mail.address), "text": keys.lock(mail.text), "reference": mail.reference or None}
    try:
        with connection.begin_nested():
            connection.execute(insert(outbox).values(**row, status=WAITING, next=now, made=now))
    except IntegrityError:  # another server was faster
        return False
    return True


def put_told(connection: Connection, keys: Keys, mail: PostedMail, now: datetime) -> None:
    """Notes that this email (`mail`) need not be written, because another email has already reported the same news."""
    known = select(outbox.c.n).where(outbox.c.what == mail.what)
    if connection.scalar(known) is None:
        row = {"what": mail.what, "match": mail.match, "seat": mail.seat, "kind": mail.kind, "tries": 0, "text": ""}
        row |= {"address": keys.lock(mail.address), "status": SENT, "fate": "told in another email"}
        connection.execute(insert(outbox).values(**row, next=None, made=now, settled=now))


def post(database: Database, mail: PostedMail) -> bool:
    """Puts an email (`mail`) into a `database`'s outbox, in a transaction of its own. Returns whether it is new."""
    with changes(database) as connection:
        return put(connection, database.keys, mail, database.now())


def has(database: Database, what: str) -> bool:
    """Whether an email for this purpose (`what`) has ever been put into the outbox of this `database`."""
    with database.reading() as connection:
        return connection.scalar(select(outbox.c.n).where(outbox.c.what == what)) is not None


def deliver(database: Database, send: Callable[[PostedMail], str]) -> int:
    """Sends the emails in a `database` that are due, but only as many as one round allows. Returns how many it tried
    to send.

    `send` returns what the mail server said. `send` raises MailRefused if the server refuses the email for good, and
    any other OSError or Trouble if the email can be sent again later.
    """
    tried = 0
    while tried < MOST and (found := _claim(database)):
        n, mail, tries = found
        tried += 1
        try:
            said = send(mail)
        except MailRefused as error:
            _settle(database, n, DEAD, str(error), is_refused=True)
        except (OSError, Trouble) as error:
            _fail(database, n, tries, str(error) or type(error).__name__)
        else:
            reach("after send")
            _settle(database, n, SENT, said)
    return tried


def _claim(database: Database) -> tuple[int, PostedMail, int] | None:
    """The next email that is due, with its number and how many times the server has tried to send it.

    Until `LEASE` has passed, other workers do not get this email.
    """
    now = database.now()
    with changes(database) as connection:
        due = select(outbox).where(outbox.c.status == WAITING, outbox.c.next <= now).order_by(outbox.c.next, outbox.c.n)
        row = connection.execute(due.limit(1).with_for_update(skip_locked=True)).first()
        if row is None:
            return None
        claimed = {"tries": row.tries + 1, "next": now + LEASE}
        connection.execute(update(outbox).where(outbox.c.n == row.n).values(claimed))
        keys = database.keys
        address, text = keys.unlock(row.address), keys.unlock(row.text)
        mail = PostedMail(row.what, row.match, row.seat, row.kind, address, text, row.reference or "")
        return row.n, mail, row.tries + 1


def _settle(database: Database, n: int, status: str, fate: str, is_refused: bool = False) -> None:
    now = database.now()
    values = {"status": status, "fate": fate[:LONGEST_FATE], "settled": now, "next": None, "text": ""}
    with changes(database) as connection:
        connection.execute(update(outbox).where(outbox.c.n == n).values(values))
        if status == DEAD:
            end_offer(connection, connection.scalars(select(outbox.c.what).where(outbox.c.n == n)).one(), now)
        if is_refused:
            mark_dead(connection, n, now)


def _fail(database: Database, n: int, tries: int, fate: str) -> None:
    if tries > len(BACK_OFF):
        _settle(database, n, DEAD, fate)
        return
    later = database.now() + timedelta(minutes=BACK_OFF[tries - 1])
    with changes(database) as connection:
        values = {"next": later, "fate": fate[:LONGEST_FATE]}
        connection.execute(update(outbox).where(outbox.c.n == n, outbox.c.status == WAITING).values(values))


def fates(database: Database, match_id: str | None = None) -> list[MailFate]:
    """What became of the latest emails in a `database`, or only of those about one match, newest first.

    Only the owner may see this list.
    """
    asked = select(outbox).order_by(outbox.c.n.desc()).limit(SHOWN)
    if match_id is not None:
        asked = asked.where(outbox.c.match == match_id)
    with database.reading() as connection:
        rows = connection.execute(asked).all()
    names = ("kind", "match", "seat", "status", "tries", "made", "settled", "next", "fate", "returned")
    return [
        MailFate(address=database.keys.unlock(row.address), **{name: getattr(row, name) for name in names})
        for row in rows
    ]
