"""Who wants email: first emails to addresses that have not agreed, how many there may be, and who wants none at all.

An address is kept here only as a keyed hash, its name. So a list of those who want no email tells nobody who they are.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from breakaway.club.database import Database, Keys
from breakaway.club.schema import DEAD, WAITING, first_emails, mailboxes, outbox, refusals, standbys
from breakaway.club.seats import forget
from breakaway.core.language import _
from breakaway.core.observation import NotNow

# --- The name of an address: the same for all the ways in which one person's address can be written.


NAME = 22  # hexadecimal digits; with two more letters, a signed address can name it
GMAIL = ("gmail.com", "googlemail.com")  # one mailbox, whatever the domain and the dots


def name_of(key: bytes, address: str) -> str:
    """The name of an `address`, which only somebody with this `key` can work out.

    `Ann+cup@Example.org` and `ann@example.org` have the same name, because their emails reach the same person.
    """
    local, _at, domain = address.strip().casefold().rpartition("@")
    local, domain = local.partition("+")[0] or local, domain.rstrip(".")
    if domain in GMAIL:
        local, domain = local.replace(".", ""), GMAIL[0]
    return _keyed(key, f"{local}@{domain}")


def _keyed(key: bytes, text: str) -> str:
    return hmac.new(key, f"breakaway address 1\0{text}".encode(), sha256).hexdigest()[:NAME]


CODE_MAC = 10  # bytes; with the name, 28 letters


def code_of(key: bytes, name: str) -> str:
    """The code in a link with which the owner of the address with this `name` refuses all email. `key` signs it."""
    signed = bytes.fromhex(name)
    return urlsafe_b64encode(signed + _mac(key, signed)).decode("ascii")


def name_in(key: bytes, code: str) -> str:
    """The name of the address whose owner was sent this `code`. Empty if the code was not signed with this `key`."""
    try:
        found = urlsafe_b64decode(code.encode("ascii"))
    except ValueError:
        return ""
    signed = found[: NAME // 2]
    is_ours = len(signed) == NAME // 2 and hmac.compare_digest(found[NAME // 2 :], _mac(key, signed))
    return signed.hex() if is_ours else ""


def _mac(key: bytes, signed: bytes) -> bytes:
    return hmac.new(key, b"breakaway no email 1\0" + signed, sha256).digest()[:CODE_MAC]


# --- First emails: those that strangers can cause, to an address whose owner has not asked for them.
#
# Each is counted, over all matches and processes, and across restarts. No stranger can use up more than a part of what
# one address may get. What the owner of an address asks for, with an email that is proved to be his, is counted apart.
# So nobody can keep a person's own request from being answered.


DAY = timedelta(days=1)
MOST_BETWEEN = 2  # first emails a day from one source to one address
MOST_TO = 4  # to one address, from all sources together
MOST_TO_PLAYER = 10  # the same, if its owner already gets email from this server
MOST_FROM = 20  # from one source, to all addresses
MOST_IN_ALL = 1000  # from all sources, to all addresses; the same again for what recipients ask for themselves


@dataclass(frozen=True)
class Source:
    """Who causes a first email. `text`: a network address, or an email address. `is_recipient`: whether an email that
    is proved to be from the recipient asked for it.
    """

    text: str
    is_recipient: bool = False


def count_first_email(
    connection: Connection, database: Database, address: str, source: Source | None, now: datetime
) -> None:
    """Counts an email that a `source` causes to an `address`. Raises NotNow, without counting it, if the owner of the
    address wants no email, or if there were too many today.

    With None as the source, the owner of the server asks, and only the recipient's limits apply. `connection` is a
    transaction of the `database`, and `now` is the time.
    """
    if connection.dialect.name == "postgresql":  # two transactions must not both take the last place
        connection.exec_driver_sql("LOCK TABLE first_emails IN SHARE ROW EXCLUSIVE MODE")
    connection.execute(delete(first_emails).where(first_emails.c.made <= now - DAY))
    key = database.keys.reply
    to, by = name_of(key, address), "" if source is None else _keyed(key, f"source {source.text}")
    if source is not None and source.is_recipient:
        by = to
    if is_refused(connection, to):
        raise NotNow(_no_email())
    to_it, by_it = first_emails.c.recipient == to, first_emails.c.source == by
    its_own = first_emails.c.source == first_emails.c.recipient
    if by == to:
        if _count(connection, to_it & its_own) >= MOST_TO or _count(connection, its_own) >= MOST_IN_ALL:
            raise NotNow(_no_email())
    else:
        strangers = ~its_own & (first_emails.c.source != "")
        if by and (_count(connection, by_it) >= MOST_FROM or _count(connection, strangers) >= MOST_IN_ALL):
            raise NotNow(_("Too many emails were requested today. Try again tomorrow. Nothing was changed."))
        if by and _count(connection, to_it & by_it) >= MOST_BETWEEN:
            raise NotNow(_no_email())
        been = _count(connection, to_it & ~its_own)
        if been >= MOST_TO and (been >= MOST_TO_PLAYER or not gets_email(connection, database.keys, to)):
            raise NotNow(_no_email())
    connection.execute(insert(first_emails).values(recipient=to, source=by, made=now))


def _count(connection: Connection, which: ColumnElement[bool]) -> int:
    return connection.scalar(select(func.count()).select_from(first_emails).where(which)) or 0


def _no_email() -> str:
    """One sentence for several reasons, so that it does not tell whether the owner of an address wants no email."""
    return _(
        "No email can be sent to this address now: it got enough emails today, or its owner wants none from this "
        "server. Nothing was changed."
    )


def gets_email(connection: Connection, keys: Keys, name: str) -> bool:
    """Whether the owner of the address with this `name` has agreed to get email about some match, or is a confirmed
    standby player. `keys` decrypt the addresses, which are read over a `connection`.
    """
    agreed = [
        *connection.scalars(select(mailboxes.c.address).where(mailboxes.c.code_hash.is_(None))),
        *connection.scalars(select(standbys.c.address).where(standbys.c.code_hash.is_(None))),
    ]
    return any(name_of(keys.reply, keys.unlock(each)) == name for each in agreed)


# --- Those who want no email from this server, about any match.


UNWANTED = "the owner of this address wants no email from this server"


def is_refused(connection: Connection, name: str) -> bool:
    """Whether the owner of the address with this `name` wants no email from this server, read over a `connection`."""
    return connection.scalar(select(refusals.c.since).where(refusals.c.name == name)) is not None


def refuse(connection: Connection, keys: Keys, name: str, now: datetime) -> None:
    """Notes at the time `now` that the owner of the address with this `name` wants no more email from this server.

    Removes the address from all matches and lists of standby players, and drops the emails to it that are not sent yet.
    `keys` decrypt the addresses, and `connection` is in a transaction.
    """

    def is_his(locked: str) -> bool:
        return name_of(keys.reply, keys.unlock(locked)) == name

    for row in connection.execute(select(mailboxes.c.match, mailboxes.c.seat, mailboxes.c.address)).all():
        if is_his(row.address):
            forget(connection, row.match, row.seat, now, UNWANTED)
    for n, address in connection.execute(select(standbys.c.n, standbys.c.address)).all():
        if is_his(address):
            connection.execute(delete(standbys).where(standbys.c.n == n))
    for n, address in connection.execute(select(outbox.c.n, outbox.c.address).where(outbox.c.status == WAITING)).all():
        if is_his(address):
            given_up = {"status": DEAD, "next": None, "text": "", "settled": now, "fate": UNWANTED}
            connection.execute(update(outbox).where(outbox.c.n == n).values(given_up))
    if not is_refused(connection, name):
        try:
            with connection.begin_nested():
                connection.execute(insert(refusals).values(name=name, since=now))
        except IntegrityError:  # another process was faster
            pass


def allow(connection: Connection, name: str) -> None:
    """Notes that the owner of the address with this `name` wants email again. The matches have to be given the address
    again. `connection` is in a transaction.
    """
    connection.execute(delete(refusals).where(refusals.c.name == name))
