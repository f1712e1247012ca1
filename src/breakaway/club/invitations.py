"""Invitations by email, and standby players."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from breakaway.club import seats as seating
from breakaway.club.absences import missed_in_a_row
from breakaway.club.club import Club, listed_of
from breakaway.club.consent import Source, allow, count_first_email
from breakaway.club.consent import name_of as address_name
from breakaway.club.database import Database, Keys
from breakaway.club.email_addresses import Mailbox, checked_address
from breakaway.club.mail_log import PostedMail, put
from breakaway.club.match_views import Listed
from breakaway.club.schema import EMPTY, OVER, RUNNING, invitations, mailboxes, matches, of_seat, seats, standbys
from breakaway.club.seats import forget, hash_of, is_shared, new_token, tidy
from breakaway.club.time_control import DAY
from breakaway.core.language import _
from breakaway.core.observation import NotNow
from breakaway.core.rules import SPECTATOR
from breakaway.players.seated_match import HUMAN
from breakaway.records.match import Match

# --- Invitations by email, to take an empty seat or, for a standby player, to take over a team.
#
# A signed reply address names the invitation, so an answer proves that it comes from the invited address. A person who
# accepts gets the seat at once, and the invited address becomes the seat's confirmed address.


MARK = "-i"  # between match and number in the name that is signed
VALID = timedelta(days=14)
KEPT = timedelta(days=60)  # how long the server can say that an invitation was used or is too old
MOST = 3  # invitations a day for each seat
DECLINED = func.coalesce(invitations.c.answered >= invitations.c.until, False)  # nobody accepts one that has ended


@dataclass(frozen=True)
class Invitation:
    """An invitation by email. `standby`: the number of the invited standby player; None for an empty seat."""

    n: int
    match: str
    seat: int
    standby: int | None
    address: str
    language: str
    asked: datetime
    until: datetime
    answered: datetime | None = None

    @property
    def box(self) -> Mailbox:
        """The mailbox for emails about this invitation. Replies go to an address that names the invitation."""
        return Mailbox(self.match, self.seat, self.address, self.language, True, named=f"{self.match}{MARK}{self.n}")


def invite(
    database: Database,
    match_id: str,
    seat: int,
    address: str,
    language: str,
    letter: Callable[[Invitation], PostedMail],
    source: Source | None = None,
) -> None:
    """Invites the owner of an `address` by email to take an empty seat. Earlier invitations by email to this seat
    become void.

    `letter` writes the email in this `language`. The match is stored in the `database`. `source`: who invites, as in
    `count_first_email`. Raises UserError, or NotNow, for example if the owner of the address has declined an invitation
    to this match.
    """
    text, now = checked_address(address), database.now()
    with seating.changes(database) as connection:
        seating.touch(connection, match_id)
        ours = of_seat(invitations, match_id, seat)
        recent = ours & (invitations.c.asked > now - timedelta(days=1))
        if (connection.scalar(select(func.count()).select_from(invitations).where(recent)) or 0) >= MOST:
            raise NotNow(_("Too many emails were requested today. Try again tomorrow. Nothing was changed."))
        if _seat(connection, match_id, seat).by != EMPTY:
            raise NotNow(_("This seat is taken."))
        if _has_declined(connection, database.keys, match_id, text):
            raise NotNow(
                _(
                    "The owner of this address has declined an invitation to this match. Invite another player, or "
                    "pass on the link yourself."
                )
            )
        count_first_email(connection, database, text, source, now)
        connection.execute(delete(invitations).where(ours, invitations.c.until < now - KEPT, ~DECLINED))
        connection.execute(update(invitations).where(ours, invitations.c.until > now).values(until=now))
        made = write(connection, database.keys, match_id, seat, text, language, now, now + VALID)
        put(connection, database.keys, letter(made), now)


def write(
    connection: Connection,
    keys: Keys,
    match_id: str,
    seat: int,
    address: str,
    language: str,
    now: datetime,
    until: datetime,
    standby: int | None = None,
) -> Invitation:
    """Saves a new invitation, valid from `now` to `until`. Its address is encrypted with these `keys`.

    The other arguments are fields of `Invitation`.
    """
    row: dict[str, Any] = {
        "match": match_id,
        "seat": seat,
        "standby": standby,
        "language": language,
        "asked": now,
        "until": until,
    }
    row["token_hash"] = _seat(connection, match_id, seat).token_hash
    found = connection.execute(insert(invitations).values(**row, address=keys.lock(address)))
    assert found.inserted_primary_key
    return Invitation(found.inserted_primary_key[0], match_id, seat, standby, address, language, now, until)


def invitation(database: Database, named: str, seat: int) -> Invitation | None:
    """The invitation for this `seat` that a signed address names (`named`), whether it has been used or not.

    None if the `database` has no such invitation.
    """
    match_id, mark, n = named.rpartition(MARK)
    if not mark or not n.isdigit():
        return None
    with database.reading() as connection:
        return find(connection, database.keys, match_id, seat, int(n))


def find(connection: Connection, keys: Keys, match_id: str, seat: int, n: int) -> Invitation | None:
    """Invitation number `n`, if it is for this seat."""
    ours = (invitations.c.n == n) & of_seat(invitations, match_id, seat)
    row = connection.execute(select(invitations).where(ours)).first()
    if row is None:
        return None
    whose = (row.n, row.match, row.seat, row.standby, keys.unlock(row.address), row.language)
    return Invitation(*whose, row.asked, row.until, row.answered)


def accept(connection: Connection, keys: Keys, given: Invitation, name: str, now: datetime) -> None:
    """Gives the seat of an invitation (`given`) to the invited player, under this `name` (empty: the name of the seat).
    Raises NotNow.

    `keys` encrypt the address, `now` is the time, and `connection` is the transaction. The seat's previous player
    loses access to it. An address that wanted no email gets email again.
    """
    seating.touch(connection, given.match)  # locks the match
    _check(connection, keys, given, now)
    seat = _seat(connection, given.match, given.seat)
    keeps = given.standby is None and is_shared(connection, given.match, given.seat)
    called = seat.name if keeps else tidy(name) or seat.name  # two coaches are called as in the record
    values: dict[str, Any] = {"by": HUMAN, "claimed": now, "seen": now, "name": called}
    if given.standby is not None:
        values = {**seating.clear(connection, given.match, given.seat, now), **values}
        turn = connection.scalar(select(matches.c.turn).where(matches.c.id == given.match))
        values |= {"token_hash": hash_of(new_token()), "took_over": int(turn or 0)}
        connection.execute(delete(standbys).where(standbys.c.n == given.standby))
    forget(connection, given.match, given.seat, now, "the seat has another player", is_taken=True)
    allow(connection, address_name(keys.reply, given.address))
    row = {"match": given.match, "seat": given.seat, "language": given.language, "asked": now}
    connection.execute(insert(mailboxes).values(**row, address=keys.lock(given.address)))
    seating.change(connection, given.match, given.seat, now, values)
    connection.execute(update(invitations).where(invitations.c.n == given.n).values(answered=now))


def decline(connection: Connection, given: Invitation, now: datetime) -> None:
    """Records that the invited player declined the invitation `given`, and closes it. `connection` is in a transaction.

    `now` is the time of the answer. Raises NotNow if the invitation was answered before.
    """
    ours = (invitations.c.n == given.n) & invitations.c.answered.is_(None)
    if connection.execute(update(invitations).where(ours).values(answered=now, until=now)).rowcount != 1:
        raise NotNow(_("This invitation has already been answered."))


def _check(connection: Connection, keys: Keys, given: Invitation, now: datetime) -> None:
    """Raises NotNow if the invitation no longer opens the seat."""
    fresh = find(connection, keys, given.match, given.seat, given.n)
    if fresh is None or fresh.answered is not None:
        raise NotNow(_("This invitation has already been answered."))
    seat = _seat(connection, given.match, given.seat)
    if given.standby is None and seat.by != EMPTY:
        raise NotNow(_("This seat is taken."))
    token = connection.scalar(select(invitations.c.token_hash).where(invitations.c.n == given.n))
    if fresh.until <= now or token != seat.token_hash:
        raise NotNow(_("This invitation is no longer valid: it is too old, or there is a newer one."))
    if connection.scalar(select(matches.c.status).where(matches.c.id == given.match)) == OVER:
        raise NotNow(_("the match is over"))
    if (given.standby is not None or seat.seen is not None) and plays(connection, keys, given.match, given.address):
        raise NotNow(_("A player with this email address already has another seat in this match."))


def plays(connection: Connection, keys: Keys, match_id: str, address: str) -> bool:
    """Whether a seat of this match gets its emails at this `address`. `keys` decrypt the addresses."""
    found = connection.scalars(select(mailboxes.c.address).where(mailboxes.c.match == match_id))
    return _is_among(address, found, keys)


def _has_declined(connection: Connection, keys: Keys, match_id: str, address: str) -> bool:
    """Whether the owner of this `address`, in whatever way it is written, has declined an invitation to an empty seat
    of the match.
    """
    ours = (invitations.c.match == match_id) & invitations.c.standby.is_(None)
    declined = connection.scalars(select(invitations.c.address).where(ours, DECLINED))
    return address_name(keys.reply, address) in {address_name(keys.reply, keys.unlock(each)) for each in declined}


def _is_among(address: str, locked: Iterable[str], keys: Keys) -> bool:
    return address.casefold() in {keys.unlock(each).casefold() for each in locked}


def _seat(connection: Connection, match_id: str, seat: int) -> Row[Any]:
    row = connection.execute(select(seats).where(of_seat(seats, match_id, seat))).first()
    if row is None:
        raise NotNow(_("This web address names a seat that the match does not have."))
    return row


# --- Standby players: they take over the team of a player who has left, or who has missed too many turns.
#
# A standby player enlists for one match with an email address, and confirms the address. Until then the entry counts
# for nothing: anybody can make one, so it takes nobody's place, not even that of the same address. When a team needs a
# player, the standby players are asked by email, one after another in the order in which they enlisted. Until somebody
# accepts, the rules for late players go on choosing for that team, and its player can still come back by choosing.


STANDBY_MARK = "-s"  # between match and number in the name that is signed
MOST_STANDBYS = 20  # standby players of a match
STANDBY_VALID = timedelta(days=7)  # how long an address can be confirmed


@dataclass(frozen=True)
class Standby:
    """A standby player of a match. `is_confirmed`: the owner of the address has said yes."""

    n: int
    match: str
    name: str
    address: str
    language: str
    is_confirmed: bool

    @property
    def box(self) -> Mailbox:
        """The mailbox for emails about the standby list. Replies go to an address that names this standby player."""
        return Mailbox(
            self.match, SPECTATOR, self.address, self.language, True, named=f"{self.match}{STANDBY_MARK}{self.n}"
        )


def enlist(
    database: Database,
    match_id: str,
    name: str,
    address: str,
    language: str,
    letter: Callable[[Standby, str], PostedMail],
    source: Source | None = None,
) -> bool:
    """Asks a person by email to confirm that this person wants to be on the standby list of a match. Returns whether
    the email is new.

    The person is called `name` and gets emails at this `address` in this `language`. `letter` writes that email, given
    the code for its link. The match is stored in the `database`. `source`: who asks, as in `count_first_email`. Raises
    NoSuchMatch, UserError or NotNow.
    """
    text, now, code = checked_address(address), database.now(), new_token()
    with seating.changes(database) as connection:
        seating.touch(connection, match_id)
        old = (standbys.c.match == match_id) & standbys.c.code_hash.is_not(None)
        connection.execute(delete(standbys).where(old, standbys.c.asked < now - STANDBY_VALID))
        count_first_email(connection, database, text, source, now)  # first: no limit tells who is on the list
        if not _may_stand_by(connection, database.keys, match_id, text):
            return False
        row = {"match": match_id, "name": tidy(name), "language": language, "asked": now, "code_hash": hash_of(code)}
        found = connection.execute(insert(standbys).values(**row, address=database.keys.lock(text)))
        assert found.inserted_primary_key
        made = Standby(found.inserted_primary_key[0], match_id, tidy(name), text, language, False)
        return put(connection, database.keys, letter(made, code), now)


def _may_stand_by(connection: Connection, keys: Keys, match_id: str, address: str) -> bool:
    """Whether the owner of this `address` can be put on the standby list. False if the owner is on it. Raises NotNow if
    there is another reason against it.
    """
    if connection.scalar(select(matches.c.status).where(matches.c.id == match_id)) == OVER:
        raise NotNow(_("the match is over"))
    listed = (standbys.c.match == match_id) & standbys.c.code_hash.is_(None)
    known = connection.scalars(select(standbys.c.address).where(listed)).all()
    if _is_among(address, known, keys):
        return False
    if plays(connection, keys, match_id, address):
        raise NotNow(_("A player with this email address already has another seat in this match."))
    if len(known) >= MOST_STANDBYS:
        raise NotNow(_("This match has enough standby players."))
    return True


def standby(database: Database, named: str) -> Standby | None:
    """The standby player in the `database` whom a signed address names (`named`), or None."""
    match_id, mark, n = named.rpartition(STANDBY_MARK)
    if not mark or not n.isdigit():
        return None
    ours = (standbys.c.n == int(n)) & (standbys.c.match == match_id)
    with database.reading() as connection:
        row = connection.execute(select(standbys).where(ours)).first()
    return None if row is None else _in(row, database.keys)


def by_code(database: Database, code: str) -> Standby:
    """The standby player in the `database` who was sent a link with this `code`. Raises NotNow."""
    with database.reading() as connection:
        row = connection.execute(select(standbys).where(standbys.c.code_hash == hash_of(code))).first()
    if row is None or row.asked + STANDBY_VALID < database.now():
        raise NotNow(_("This link no longer works: it has been used, or it is more than a week old."))
    return _in(row, database.keys)


def confirm(connection: Connection, keys: Keys, given: Standby) -> None:
    """Puts a person (`given`) who has confirmed the address on the list, in the transaction of a `connection`.

    Other requests for the same address in this match are deleted. `keys` decrypt the addresses. Raises NotNow if there
    is no place left, and NoSuchMatch.
    """
    seating.touch(connection, given.match)  # locks the match
    if not given.is_confirmed and _may_stand_by(connection, keys, given.match, given.address):
        connection.execute(update(standbys).where(standbys.c.n == given.n).values(code_hash=None))
    same = (standbys.c.match == given.match) & standbys.c.code_hash.is_not(None)
    for n, locked in connection.execute(select(standbys.c.n, standbys.c.address).where(same)).all():
        if _is_among(given.address, [locked], keys):
            connection.execute(delete(standbys).where(standbys.c.n == n))


def strike(connection: Connection, given: Standby) -> None:
    """Removes a standby player (`given`) from the list, in the transaction of a `connection`."""
    connection.execute(delete(standbys).where(standbys.c.n == given.n))


def standing_by(database: Database, match_id: str) -> int:
    """How many confirmed standby players a match in this `database` has."""
    ours = (standbys.c.match == match_id) & standbys.c.code_hash.is_(None)
    with database.reading() as connection:
        return connection.scalar(select(func.count()).select_from(standbys).where(ours)) or 0


def name_of(database: Database, n: int) -> str:
    """The name of standby player `n` in this `database`; empty if there is none."""
    with database.reading() as connection:
        return connection.scalar(select(standbys.c.name).where(standbys.c.n == n)) or ""


def _in(row: Row[Any], keys: Keys) -> Standby:
    return Standby(row.n, row.match, row.name, keys.unlock(row.address), row.language, row.code_hash is None)


def forget_lists(database: Database) -> None:
    """Deletes from the `database` the addresses of standby players in matches that are over, and of invitations that
    are too old.
    """
    over = select(matches.c.id).where(matches.c.status == OVER)
    old = (invitations.c.until < database.now()) & invitations.c.match.in_(over)
    with database.reading() as connection:
        known = connection.scalar(select(standbys.c.n).where(standbys.c.match.in_(over)).limit(1))
        asked = connection.scalar(select(invitations.c.n).where(old).limit(1))
    if known is not None or asked is not None:
        with seating.changes(database) as connection:
            connection.execute(delete(standbys).where(standbys.c.match.in_(over)))
            connection.execute(delete(invitations).where(old))


# --- a team needs a player


def step_down(connection: Connection, match_id: str, seat: int, now: datetime) -> None:
    """Lets a player leave a seat to a standby player, at the time `now`.

    The player loses access to the seat. Raises NoSuchSeat. `connection` is the transaction.
    """
    gone = seating.clear(connection, match_id, seat, now)
    seating.change(connection, match_id, seat, now, {**gone, "left": now, "token_hash": hash_of(new_token())})


def leave(database: Database, match_id: str, seat: int) -> None:
    """Like `step_down`, but in a transaction of its own. Raises NotNow if the match in the `database` has no standby
    player.
    """
    if not standing_by(database, match_id):
        raise NotNow(_("This match has no standby player, so nobody can take over your team."))
    with seating.changes(database) as connection:
        step_down(connection, match_id, seat, database.now())


def is_vacant(match: Match[Any, Any], listed: Listed, seat: int) -> bool:
    """Whether a team needs a player, because its own player has left or has missed too many turns in a row.

    `listed` contains the details of the match from the database.
    """
    here, most = listed.seats[seat], listed.terms.pace.missed
    if match.is_over() or listed.stopped or listed.status != RUNNING or here.by != HUMAN or seat in match.gone:
        return False
    if here.left is not None:
        return True
    return bool(most) and seat not in match.sealed and missed_in_a_row(match, seat, here.took_over or 0) >= most


def short_of_players(club: Club) -> list[tuple[str, int]]:
    """The teams that need a player, in matches in progress that have a standby player for them."""
    asked = select(matches.c.id).join(standbys, standbys.c.match == matches.c.id)
    asked = asked.where(matches.c.status == RUNNING, standbys.c.code_hash.is_(None)).distinct()
    with club.database.reading() as connection:
        waiting = connection.scalars(asked).all()
    found = []
    for match_id in waiting:
        with club.held(match_id) as table:
            listed = listed_of(table)
            found += [(match_id, seat) for seat in range(len(listed.seats)) if is_vacant(table.match, listed, seat)]
    return found


def offer(club: Club, match_id: str, seat: int, letter: Callable[[Invitation, Standby], PostedMail]) -> bool:
    """Asks the next standby player to take over a team, unless another has been asked and still has time to answer.
    Returns whether a player was asked.

    `letter` writes the email. The match belongs to the `club`.
    """
    database, listed = club.database, club.listed(match_id)
    now, keys = database.now(), database.keys
    with seating.changes(database) as connection:
        claimed = connection.scalar(select(seats.c.claimed).where(of_seat(seats, match_id, seat)).with_for_update())
        ours = (invitations.c.match == match_id) & invitations.c.standby.is_not(None)
        asked = connection.execute(select(invitations).where(ours, invitations.c.answered.is_(None))).all()
        if any(each.seat == seat and each.until > now for each in asked):
            return False
        busy = {each.standby for each in asked if each.until > now}
        since = [invitations.c.seat == seat, *([invitations.c.asked >= claimed] if claimed else [])]
        before = set(connection.scalars(select(invitations.c.standby).where(ours, *since)))
        ready = select(standbys).where(standbys.c.match == match_id, standbys.c.code_hash.is_(None))
        for row in connection.execute(ready.order_by(standbys.c.n)):
            found = _in(row, keys)
            if found.n in busy | before or plays(connection, keys, match_id, found.address):
                continue
            until = now + timedelta(seconds=min(3 * DAY, max(DAY, listed.terms.seconds or DAY)))
            made = write(connection, keys, match_id, seat, found.address, found.language, now, until, found.n)
            return put(connection, keys, letter(made, found), now)
    return False
