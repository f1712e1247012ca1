"""Rematches: a player offers one, and the new match opens once everybody at the table has accepted.

Each answer to an offer is one transaction that first locks the old match. So a match leads to at most one new match,
even if two players answer at the same time on two servers. No player needs a new link. A browser that plays a seat in
the old match plays the same seat in the new one, and a recovery phrase works for both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection, delete, insert, select, update

from breakaway.club.club import Club, retried
from breakaway.club.database import Database
from breakaway.club.offers import Offer, offer_of
from breakaway.club.pasts import rematch
from breakaway.club.seats import changes, hash_of, new_token, touch
from breakaway.club.tables import OVER, devices, offers, seats
from breakaway.club.views import Listed
from breakaway.core.language import _, say
from breakaway.core.observation import NotNow
from breakaway.players.seated_match import HUMAN
from breakaway.records.record_file import ChangedUnderUs


def say_yes(club: Club, match_id: str, mine: Sequence[int]) -> tuple[Offer, dict[int, str]]:
    """Offers a rematch for the seats in `mine`, or accepts another player's offer.

    Opens the new match once all players have said yes: at once if `mine` includes all of them. Returns the offer as it
    now stands. If the new match has just opened, also returns an invitation for each seat whose player had left. Raises
    NoSuchMatch. Raises NotNow while the match is in progress, after a lesson, or if another player has declined.
    """

    def work() -> tuple[Offer, dict[int, str]]:
        listed = club.listed(match_id)
        _check(listed, mine)
        was = listed.offer
        if was and was.became:
            return was, {}
        if was and was.declined is not None and was.declined not in mine:
            raise NotNow(
                say("{name} has declined a rematch. Open a new table instead.", name=listed.seats[was.declined].name)
            )
        fresh = Offer(mine[0], tuple(sorted(mine)))
        now = replace(was, taken=tuple(sorted({*was.taken, *mine}))) if was and was.is_open else fresh
        if set(present(listed)) <= set(now.taken):
            return _opened(club, listed, was, now)
        with changes(club.database) as connection:
            _lock(connection, match_id, was)
            _put(connection, match_id, now)
        return now, {}

    return retried(work)


def say_no(club: Club, match_id: str, mine: Sequence[int]) -> None:
    """Withdraws the offer of a rematch if a seat in `mine` made it; otherwise declines it.

    Raises NoSuchMatch. Raises NotNow if there is no open offer.
    """

    def work() -> None:
        listed = club.listed(match_id)
        _check(listed, mine)
        was = listed.offer
        if was and was.became:
            raise NotNow(_("The rematch is already open. If you do not want to play it, resign from it."))
        if was is None or not was.is_open:
            raise NotNow(_("This offer of a rematch is no longer open."))
        with changes(club.database) as connection:
            _lock(connection, match_id, was)
            _put(connection, match_id, None if was.offerer in mine else replace(was, declined=mine[0]))

    retried(work)


def present(listed: Listed) -> list[int]:
    """The seats whose players have to agree to a rematch. Players who left and lost their seats are not asked."""
    return [seat.seat for seat in listed.seats if seat.by == HUMAN]


def _check(listed: Listed, mine: Sequence[int]) -> None:
    if listed.is_scripted:
        raise NotNow(_("a lesson cannot have a rematch; start it again from the front page"))
    if listed.status != OVER:
        raise NotNow(_("This match is still in progress. You can ask for a rematch when it is over."))
    if not mine or not {*mine} <= {*present(listed)}:
        raise NotNow(_("Only the players in this match can ask for a rematch."))


def _lock(connection: Connection, match_id: str, was: Offer | None) -> None:
    """Locks the match until the transaction ends.

    Raises ChangedUnderUs if the offer has changed since it was last read (`was`).
    """
    touch(connection, match_id)
    if offer_of(connection, match_id) != was:
        raise ChangedUnderUs(_("another player has just answered the offer of a rematch"))


def _put(connection: Connection, match_id: str, offer: Offer | None) -> None:
    connection.execute(delete(offers).where(offers.c.match == match_id))
    if offer:
        row = {"offerer": offer.offerer, "declined": offer.declined, "became": offer.became}
        taken = ",".join(map(str, offer.taken))
        connection.execute(insert(offers).values(match=match_id, taken=taken, **row))


def _opened(club: Club, listed: Listed, was: Offer | None, now: Offer) -> tuple[Offer, dict[int, str]]:
    """Opens the new match with everybody seated.

    Raises ChangedUnderUs if the offer has changed since it was last read (`was`).
    """

    def within(connection: Connection, new_id: str) -> None:
        _lock(connection, listed.id, was)
        _put(connection, listed.id, replace(now, became=new_id))
        _seat(club.database, connection, listed, new_id)

    made = rematch(club, listed.id, present(listed), now.offerer, within)
    return replace(now, became=made.id), made.tokens


def _seat(database: Database, connection: Connection, listed: Listed, new_id: str) -> None:
    """Seats the players of a match in the new one, with their names, browsers and recovery phrases."""
    old = {row.seat: row for row in connection.execute(select(seats).where(seats.c.match == listed.id))}
    for seat in present(listed):
        values = {"name": old[seat].name, "phrase_hash": old[seat].phrase_hash}
        if old[seat].token_hash is not None:  # a link that nobody gets: it only shows that the seat is not the owner's
            values["token_hash"] = hash_of(new_token())
        ours = (seats.c.match == new_id) & (seats.c.seat == seat)
        connection.execute(update(seats).where(ours).values(values))
        held = select(devices).where(devices.c.match == listed.id, devices.c.seat == seat).order_by(devices.c.n)
        for row in connection.execute(held).all():
            copied = {"n": row.n, "secret_hash": row.secret_hash, "called": row.called, "added": database.now()}
            connection.execute(insert(devices).values(match=new_id, seat=seat, **copied))
