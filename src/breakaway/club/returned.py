"""Emails that came back. If several in a row come back, their address is paused, and the owner's page says so."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, select, update

from breakaway.club.forgetting import OUTSIDE, drop_waiting
from breakaway.club.tables import DEAD, OFFER, SENT, invitations, mailboxes, outbox

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
    ours = (mailboxes.c.match == row.match) & (mailboxes.c.seat == row.seat)
    since = connection.scalar(select(mailboxes.c.asked).where(ours, mailboxes.c.code_hash.is_(None)))
    if since is None:
        return
    sent = (outbox.c.match == row.match) & (outbox.c.seat == row.seat) & (outbox.c.made >= since)
    sent &= outbox.c.kind.not_in(OUTSIDE)
    last = select(outbox.c.returned).where(sent, outbox.c.settled.is_not(None)).order_by(outbox.c.n.desc())
    returned = connection.scalars(last.limit(ENOUGH)).all()
    if len(returned) == ENOUGH and all(returned):
        connection.execute(update(mailboxes).where(ours).values(paused=now))
        drop_waiting(connection, row.match, row.seat, now, "the address is paused, because emails came back")
        LOG.warning("match %s, seat %d: emails came back, so the address is paused", row.match, row.seat + 1)
