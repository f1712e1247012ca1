"""Players' mailboxes: an email address that its owner has confirmed, and the language of the emails.

Addresses are encrypted, as sealed orders are. An address belongs to the player, not to the seat: a new player at the
seat does not inherit the old player's address.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from breakaway.club import mail_log as posting
from breakaway.club.consent import Source, count_first_email
from breakaway.club.database import Database, Keys
from breakaway.club.mail_log import PostedMail
from breakaway.club.schema import OVER, RUNNING, chairs, entries, mailboxes, matches, of_seat, outbox, seats, terms
from breakaway.club.seats import changes, forget, hash_of, new_token
from breakaway.club.time_control import is_zone
from breakaway.core.language import UserError, _, say
from breakaway.core.observation import NotNow
from breakaway.players.seated_match import HUMAN

WORD = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
ADDRESS = re.compile(rf"(?!.*=\?)(?=.{{1,64}}@){WORD}(?:\.{WORD})*@{LABEL}(?:\.{LABEL}){{0,8}}")  # `=?` begins a code
CONFIRM = "confirm"
HOST_BOX = 99  # what a mailbox of the host's chair has in place of a seat; a signed address can name it
MOST_ASKED = 3  # confirmation emails a day for each seat
VALID = timedelta(days=7)  # how long the link in such an email works


@dataclass(frozen=True)
class Entered:
    """A deadline in a player's calendar: the number of the question (from 1), and when its orders were due."""

    turn: int
    due: datetime


@dataclass(frozen=True)
class Mailbox:
    """A player's email address.

    `is_confirmed`: whether its owner has confirmed the address; the server sends no reports before that. `since`: when
    the player entered the address. `is_paused`: whether emails to the address came back, so that the server sends only
    those that its owner requests. `digest`: whether the owner gets one email a day about all matches. `zone`: the
    owner's time zone (empty: that of the match). `told`: how many lines of the match's record the emails have reported.
    `named`: what a reply address names instead of the player, such as an invitation. `entered`: the deadline that the
    emails have put into the owner's calendar, if there is one.
    """

    match: str
    seat: int
    address: str
    language: str
    is_confirmed: bool
    since: datetime | None = None
    is_paused: bool = False
    digest: bool = False
    zone: str = ""
    told: int = 0
    named: str = ""
    entered: Entered | None = None

    @property
    def token(self) -> str:
        """What a signed reply address contains besides the match. This part differs for each address and each player,
        so an old reply address does not work for a new player.
        """
        if self.named:
            return self.named
        moment = 0 if self.since is None else int(self.since.timestamp())
        return f"{self.match}-{moment:x}"


@dataclass(frozen=True)
class Reader:
    """A player who gets email, with everything that decides whether an email is due.

    `began`: when the player could first see the current choice. `seconds` and `due` mean the same as in `terms.Terms`.
    """

    box: Mailbox
    began: datetime
    is_waited_for: bool
    is_over: bool
    seconds: int | None
    due: datetime | None


@dataclass(frozen=True)
class ToldOf:
    """What an email reports to the owner of a `box`: the first `lines` lines of the match's record.

    `what`: the purpose of another email that is unnecessary because of this one. `entered`: the deadline that is in the
    owner's calendar after this email.
    """

    box: Mailbox
    lines: int
    what: str
    entered: Entered | None = None

    @property
    def place(self) -> dict[str, Any]:
        """The match and the seat, as they appear in an email."""
        return {"match": self.box.match, "seat": self.box.seat}


def checked_address(address: str) -> str:
    """The `address` as it was typed, without spaces around it. Raises UserError if it cannot be an email address."""
    text = address.strip()
    if not ADDRESS.fullmatch(text) or len(text) > 200 or not text.isascii():
        raise UserError(_("This is not an email address. Write it like ann@example.org. Nothing was changed."))
    return text


def ask(
    database: Database,
    match_id: str,
    seat: int,
    address: str,
    language: str,
    letter: Callable[[str], PostedMail],
    zone: str = "",
    source: Source | None = None,
) -> None:
    """Saves the `address` of a seat's player in the `database`, and emails a link that confirms it.

    `letter` writes that email, given the code in the link. All emails to the player are in this `language`. `zone` is
    the player's time zone; an unknown one is ignored. `source`: who asks, as in `count_first_email`. Raises UserError
    if the address is impossible, or NotNow after too many first emails in one day.
    """
    text, now, code = checked_address(address), database.now(), new_token()
    with changes(database) as connection:
        _lock_seat(connection, match_id, seat)
        recent = of_seat(outbox, match_id, seat) & (outbox.c.kind == CONFIRM)
        asked = select(func.count()).select_from(outbox).where(recent, outbox.c.made > now - timedelta(days=1))
        if (connection.scalar(asked) or 0) >= MOST_ASKED:
            raise NotNow(_("Too many emails were requested today. Try again tomorrow. Nothing was changed."))
        count_first_email(connection, database, text, source, now)
        forget(connection, match_id, seat, now, "another address was given")
        row = {"match": match_id, "seat": seat, "language": language, "asked": now, "code_hash": hash_of(code)}
        row |= {"zone": zone if is_zone(zone) else ""}
        connection.execute(insert(mailboxes).values(**row, address=database.keys.lock(text)))
        posting.put(connection, database.keys, letter(code), now)


def confirm(database: Database, code: str) -> tuple[str, int]:
    """Confirms the address to which a link with this `code` was sent. Returns the match and the seat. Raises NotNow.

    If the owner gets a digest of other matches, it now includes this match.

    The address is stored in the `database`.
    """
    with changes(database) as connection:
        row = _by_code(connection, code, database.now())
        connection.execute(update(mailboxes).where(of_seat(mailboxes, *row)).values(code_hash=None))
    _wish_as_before(database, *row)
    return row


def whose(database: Database, code: str) -> tuple[str, int]:
    """The match and the seat in this `database` for which a link with this `code` was sent. Raises NotNow."""
    with database.reading() as connection:
        return _by_code(connection, code, database.now())


def stop(database: Database, match_id: str, seat: int) -> None:
    """Deletes the address of a seat from the `database`. Emails that have not been sent yet are dropped."""
    with changes(database) as connection:
        forget(connection, match_id, seat, database.now(), "the player wants no more emails")


def mailbox(database: Database, match_id: str, seat: int) -> Mailbox | None:
    """The address of a seat in the `database`, confirmed or not, or None."""
    with database.reading() as connection:
        row = connection.execute(select(mailboxes).where(of_seat(mailboxes, match_id, seat))).first()
    if row is None:
        return None
    return _box_in(row, database.keys)


def readers(database: Database) -> list[Reader]:
    """All players in a `database` who have a confirmed address."""
    asked = (
        select(
            mailboxes,
            matches.c.began,
            matches.c.created,
            matches.c.waiting,
            matches.c.status,
            terms.c.seconds,
            terms.c.due,
            chairs.c.stopped,
        )
        .join(matches, matches.c.id == mailboxes.c.match)
        .join(seats, of_seat(seats, mailboxes.c.match, mailboxes.c.seat))
        .outerjoin(terms, terms.c.match == mailboxes.c.match)
        .outerjoin(chairs, chairs.c.match == mailboxes.c.match)
        .where(mailboxes.c.code_hash.is_(None), mailboxes.c.paused.is_(None), seats.c.by == HUMAN)
    )
    with database.reading() as connection:
        rows = connection.execute(asked).all()
    return [
        Reader(
            box=_box_in(row, database.keys),
            began=row.began or row.created,
            is_waited_for=row.status == RUNNING and not row.stopped and str(row.seat) in row.waiting.split(","),
            is_over=row.status == OVER,
            seconds=row.seconds,
            due=row.due,
        )
        for row in rows
    ]


def other_titles(database: Database, box: Mailbox) -> tuple[str, ...]:
    """The titles of the other matches in this `database` about which the owner of the `box` gets email."""
    asked = select(mailboxes, matches.c.title).join(matches, matches.c.id == mailboxes.c.match)
    with database.reading() as connection:
        rows = connection.execute(asked.where(mailboxes.c.code_hash.is_(None), mailboxes.c.match != box.match)).all()
    mine = box.address.casefold()
    return tuple(dict.fromkeys(row.title for row in rows if _box_in(row, database.keys).address.casefold() == mine))


def set_wishes(database: Database, match_id: str, seat: int, digest: bool | None = None, zone: str = "") -> None:
    """Saves in the `database` the time `zone` of a seat's player, and whether this player wants a `digest`. Both
    settings apply to all matches whose emails go to the same address. With None, the digest setting stays as it is;
    with "", the time zone stays as it is. Does nothing until the address is confirmed.

    Raises UserError for an unknown time zone.
    """
    if zone and not is_zone(zone):
        raise UserError(
            say("Unknown time zone {asked}: use a name such as Europe/Berlin or UTC.", asked=repr(zone[:40]))
        )
    values: dict[str, object] = {"zone": zone} if zone else {}
    if digest is not None:
        values["digest"] = int(digest)
    mine = mailbox(database, match_id, seat)
    if not values or mine is None or not mine.is_confirmed:  # only its owner may change anything about an address
        return
    same = [each.box for each in readers(database) if each.box.address == mine.address]
    with changes(database) as connection:
        for each in [*same, mine]:
            connection.execute(update(mailboxes).where(of_seat(mailboxes, each.match, each.seat)).values(values))


def _wish_as_before(database: Database, match_id: str, seat: int) -> None:
    """Gives a new mailbox the digest setting and the time zone of an older one with the same address."""
    mine = mailbox(database, match_id, seat)
    same = [each.box for each in readers(database) if mine and each.box.address == mine.address]
    if before := next((each for each in same if each.digest and each != mine), None):
        set_wishes(database, match_id, seat, True, before.zone)


def is_behind(database: Database, box: Mailbox) -> bool:
    """Whether the record in the `database` has lines that no email has reported to the owner of the `box`."""
    with database.reading() as connection:
        newer = (entries.c.match == box.match) & (entries.c.n > box.told)
        return connection.scalar(select(entries.c.n).where(newer).limit(1)) is not None


def post_told(database: Database, mail: PostedMail, told: Sequence[ToldOf]) -> bool:
    """In one transaction, puts an email (`mail`) into the outbox of this `database` and notes what the email reports
    (`told`).

    Returns whether the email is new. If the email is not new, nothing is noted.
    """
    with changes(database) as connection:
        now = database.now()
        if not posting.put(connection, database.keys, mail, now):
            return False
        for each in told:
            ours = of_seat(mailboxes, each.box.match, each.box.seat)
            connection.execute(update(mailboxes).where(ours, mailboxes.c.told < each.lines).values(told=each.lines))
            turn, due = (each.entered.turn, each.entered.due) if each.entered else (None, None)
            connection.execute(update(mailboxes).where(ours).values(entered_turn=turn, entered_due=due))
            if each.what != mail.what:
                posting.put_told(connection, database.keys, replace(mail, what=each.what, **each.place), now)
        return True


def paused(database: Database) -> list[Mailbox]:
    """The addresses in a `database` that are paused because emails to them came back. Only the owner may see them."""
    with database.reading() as connection:
        rows = connection.execute(select(mailboxes).where(mailboxes.c.paused.is_not(None))).all()
    return [_box_in(row, database.keys) for row in rows]


def boxes_in(connection: Connection, keys: Keys, *match_ids: str) -> list[Mailbox]:
    """The addresses to which matches (`match_ids`) send emails, read over a `connection` and decrypted with these
    `keys`.
    """
    gets = mailboxes.c.code_hash.is_(None) & mailboxes.c.paused.is_(None)
    asked = select(mailboxes).where(mailboxes.c.match.in_(match_ids), gets)
    rows = connection.execute(asked.order_by(mailboxes.c.match, mailboxes.c.seat))
    return [_box_in(row, keys) for row in rows]


def resume(connection: Connection, match_id: str, seat: int) -> None:
    """Resumes emails to the paused address of a seat, because its player has sent an email. `connection` is the
    transaction.
    """
    connection.execute(update(mailboxes).where(of_seat(mailboxes, match_id, seat)).values(paused=None))


def _box_in(row: Row[Any], keys: Keys) -> Mailbox:
    is_confirmed, is_paused = row.code_hash is None, row.paused is not None
    wishes = (bool(row.digest), row.zone, row.told)
    address = keys.unlock(row.address)
    entered = None if row.entered_turn is None else Entered(row.entered_turn, row.entered_due)
    return Mailbox(
        row.match, row.seat, address, row.language, is_confirmed, row.asked, is_paused, *wishes, entered=entered
    )


def _lock_seat(connection: Connection, match_id: str, seat: int) -> None:
    """Keeps other transactions from requesting emails to this seat until this transaction ends. The match's version
    stays as it is.
    """
    connection.execute(select(seats.c.seat).where(of_seat(seats, match_id, seat)).with_for_update())


def _by_code(connection: Connection, code: str, now: datetime) -> tuple[str, int]:
    row = connection.execute(select(mailboxes).where(mailboxes.c.code_hash == hash_of(code))).first()
    if row is None or row.asked + VALID < now:
        raise NotNow(_("This link no longer works: it has been used, or it is more than a week old."))
    return row.match, row.seat
