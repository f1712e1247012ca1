"""Emails that are to be sent, that were read, and that came back."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, case, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from breakaway.club.consent import UNWANTED, is_refused, name_of
from breakaway.club.database import Database, Keys, reach
from breakaway.club.schema import DEAD, OFFER, SENT, WAITING, inbox, invitations, mailboxes, of_seat, outbox
from breakaway.club.seats import OUTSIDE, changes, drop_waiting
from breakaway.core.language import UserError

# --- Emails that came back. If several in a row come back, their address is paused, and the owner's page says so.


LOG = logging.getLogger(__name__)
ENOUGH = 3  # emails in a row that came back
LONGEST_REASON = 300  # characters


def note_returned(
    connection: Connection, references: Sequence[str], reason: str, is_lost: bool, is_dead: bool, now: datetime
) -> tuple[str, int] | None:
    """Records that an email came back at the time `now`, with the `reason`. `connection` is in a transaction.

    The email that came back is the first with one of these `references`. `is_lost`: whether this email will never
    arrive. `is_dead`: whether no other email to this address will arrive either. Returns the email's match and seat, or
    None if no such email was sent.
    """
    asked = select(outbox).where(outbox.c.reference.in_(references), outbox.c.status == SENT).order_by(outbox.c.n)
    row = connection.execute(asked.limit(1).with_for_update()).first() if references else None
    if row is None:
        return None
    values = {"fate": reason[:LONGEST_REASON], **({"status": DEAD, "settled": now} if is_lost else {})}
    connection.execute(update(outbox).where(outbox.c.n == row.n).values(values))
    if is_lost:
        end_offer(connection, row.what, now)
    if is_dead:
        mark_dead(connection, row.n, now)
    return row.match, row.seat


def end_offer(connection: Connection, what: str, now: datetime) -> None:
    """Ends an offer that will not reach its standby player, so that the next standby player is asked.

    `what` is the email's purpose; nothing happens if the email was not such an offer.
    """
    kind, _, n = what.partition(" ")
    if kind == OFFER:
        ours = (invitations.c.n == int(n)) & (invitations.c.until > now)
        connection.execute(update(invitations).where(ours).values(until=now))


def mark_dead(connection: Connection, n: int, now: datetime) -> None:
    """Notes that email `n` came back because its address is dead. If several in a row came back, pauses the address.

    An email about a seat does not count if it went to somebody who does not have that seat.
    """
    connection.execute(update(outbox).where(outbox.c.n == n).values(returned=now))
    row = connection.execute(select(outbox.c.match, outbox.c.seat, outbox.c.kind).where(outbox.c.n == n)).one()
    if row.kind in OUTSIDE:
        return
    ours = of_seat(mailboxes, row.match, row.seat)
    since = connection.scalar(select(mailboxes.c.asked).where(ours, mailboxes.c.code_hash.is_(None)))
    if since is None:
        return
    sent = of_seat(outbox, row.match, row.seat) & (outbox.c.made >= since)
    sent &= outbox.c.kind.not_in(OUTSIDE)
    last = select(outbox.c.returned).where(sent, outbox.c.settled.is_not(None)).order_by(outbox.c.n.desc())
    returned = connection.scalars(last.limit(ENOUGH)).all()
    if len(returned) == ENOUGH and all(returned):
        connection.execute(update(mailboxes).where(ours).values(paused=now))
        drop_waiting(connection, row.match, row.seat, now, "the address is paused, because emails came back")
        LOG.warning("match %s, seat %d: emails came back, so the address is paused", row.match, row.seat + 1)


# --- The outbox: every email that the server has to send, and what became of it.
#
# An email is written in the same transaction as the event that it reports, or later, from the data in the database.
# `put` writes each email only once. A worker claims an email before it sends it. If the worker dies, the email is sent
# again after `LEASE`, with the same Message-ID. So no email is lost. An email is sent twice only if the worker dies
# after the mail server has answered but before the answer is saved. SMTP cannot prevent such duplicates.


BACK_OFF = (1, 5, 15, 60, 180, 360, 720, 1440)  # minutes to wait after each failed try
LEASE = timedelta(minutes=5)  # how long a claimed email belongs to its worker
LONGEST_FATE = 300  # characters that are kept of a mail server's answer
MOST = 20  # emails in one round
SENT_SHOWN = 200  # emails on the owner's page


class MailRefused(UserError):
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
class DeliveryStatus:
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
    """Notes that this email (`mail`) need not be written, because another email has already reported the same news.

    `connection` is in a transaction at the time `now`, and `keys` encrypt the address.
    """
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
    any other OSError or UserError if the email can be sent again later.
    """
    tried = 0
    while tried < MOST and (found := _claim(database)):
        n, mail, tries = found
        tried += 1
        if _is_unwanted(database, mail.address):
            _settle(database, n, DEAD, UNWANTED)
            continue
        try:
            said = send(mail)
        except MailRefused as error:
            LOG.warning("%s was refused for good: %s", _called(mail), _without(mail.address, str(error)))
            _settle(database, n, DEAD, str(error), is_refused=True)
        except (OSError, UserError) as error:
            why = str(error) or type(error).__name__
            again = "it is tried again later" if tries <= len(BACK_OFF) else "it is not tried again"
            LOG.warning("%s cannot be sent, and %s: %s", _called(mail), again, _without(mail.address, why))
            _fail(database, n, tries, why)
        else:
            reach("after send")
            _settle(database, n, SENT, said)
    return tried


def _called(mail: PostedMail) -> str:
    """An email, for the log, which names no address."""
    return f"an email ({mail.kind}) to seat {mail.seat + 1} of match {mail.match}"


def _without(address: str, said: str) -> str:
    return re.sub(re.escape(address), "(the address)", said, flags=re.IGNORECASE)[:LONGEST_FATE]


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


def _is_unwanted(database: Database, address: str) -> bool:
    with database.reading() as connection:
        return is_refused(connection, name_of(database.keys.reply, address))


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


def mails_by_match(database: Database) -> dict[str, tuple[int, int]]:
    """How many emails about each match of the `database` were sent, and how many failed or came back."""
    failed = func.sum(case((outbox.c.returned.is_not(None) | (outbox.c.status == DEAD), 1), else_=0))
    sent = func.sum(case(((outbox.c.status == SENT) & outbox.c.returned.is_(None), 1), else_=0))
    with database.reading() as connection:
        rows = connection.execute(select(outbox.c.match, sent, failed).group_by(outbox.c.match))
        return {match: (int(went), int(lost)) for match, went, lost in rows}


def delivery_statuses(database: Database, match_id: str | None = None) -> list[DeliveryStatus]:
    """What became of the latest emails in a `database`, or only of those about one match, newest first.

    Only the owner may see this list.
    """
    asked = select(outbox).order_by(outbox.c.n.desc()).limit(SENT_SHOWN)
    if match_id is not None:
        asked = asked.where(outbox.c.match == match_id)
    with database.reading() as connection:
        rows = connection.execute(asked).all()
    names = ("kind", "match", "seat", "status", "tries", "made", "settled", "next", "fate", "returned")
    return [
        DeliveryStatus(address=database.keys.unlock(row.address), **{name: getattr(row, name) for name in names})
        for row in rows
    ]


# --- The emails that the server has read, and what it did about each of them.
#
# The note on an email is saved in the transaction that does what the email asks. So even if the server dies, each email
# has been handled either completely or not at all. An email that was not handled is read again.


SEALED, REFUSED, DONE, AUTOMATIC, STRANGER, FLOOD = "sealed", "refused", "done", "automatic", "stranger", "flood"
RETURNED = "returned"  # a bounce
OLD = "old address"  # to an address that another key than the present one may have signed: the email stays unread
RECEIPT = "receipt"
MOST_RECEIPTS = 40  # answers a day for each seat; further emails get none
RECEIVED_SHOWN = 100  # emails on the owner's page


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


def outcome_of(database: Database, mark: str) -> str | None:
    """What came of the email with this `mark`, for any server that uses this `database`. None if it was not read."""
    with database.reading() as connection:
        return connection.scalar(select(inbox.c.outcome).where(inbox.c.mark == mark))


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
    ours = of_seat(outbox, match_id, seat) & (outbox.c.kind == kind) & (outbox.c.made > day)
    with database.reading() as connection:
        return (connection.scalar(select(func.count()).select_from(outbox).where(ours)) or 0) >= MOST_RECEIPTS


def arrivals(database: Database) -> list[ReadMail]:
    """The latest emails that the servers on this `database` have read, newest first. Only the owner may see them."""
    with database.reading() as connection:
        rows = connection.execute(select(inbox).order_by(inbox.c.came.desc()).limit(RECEIVED_SHOWN)).all()
    return [ReadMail(row.mark, row.match, row.seat, row.outcome, row.came) for row in rows]
