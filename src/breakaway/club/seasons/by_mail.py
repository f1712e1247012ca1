"""Players who have signed up for a season by email alone: their confirmed address plays for them, and no browser.

They have answered the invitation to the seat of their first match. Nothing else is kept of that: a place whose player
came without a browser belongs to the address whose invitation was answered at that moment.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, select, update

from breakaway.club.database import Keys
from breakaway.club.schema import invitations, mailboxes, of_seat, season_matches, season_seats
from breakaway.core.language import _
from breakaway.core.observation import NotNow


def mail_player(connection: Connection, keys: Keys, season_id: str, entrant: int) -> str:
    """The address that plays for an `entrant` of a season (`season_id`), read with these `keys`.

    Empty if a browser plays for him, or nobody has signed up.
    """
    place = connection.execute(
        select(season_seats).where(season_seats.c.season == season_id, season_seats.c.entrant == entrant)
    ).first()
    if place is None or place.claimed is None or place.browser_hash is not None:
        return ""
    answered = (
        select(invitations.c.address, invitations.c.seat, season_matches.c.sides)
        .join(season_matches, season_matches.c.match == invitations.c.match)
        .where(season_matches.c.season == season_id, invitations.c.answered == place.claimed)
        .where(invitations.c.answered < invitations.c.until, invitations.c.standby.is_(None))
    )
    for row in connection.execute(answered):
        if _entrants(row.sides)[row.seat] == entrant:
            return keys.unlock(row.address)
    return ""


def _entrants(sides: str) -> list[int]:
    return [int(each) for each in sides.split(",")]


def sign_up_by_mail(connection: Connection, keys: Keys, match_id: str, seat: int, address: str, now: datetime) -> str:
    """Notes that the owner of an `address`, who has just accepted the invitation to a seat of a match, plays in its
    season from `now` on. Returns the season; empty if the match belongs to none.

    `connection` is in the transaction that accepts, and `keys` read addresses. Does nothing if somebody has signed up
    for this entrant before. Raises NotNow if the address plays for another entrant.
    """
    linked = connection.execute(select(season_matches).where(season_matches.c.match == match_id)).first()
    if linked is None:
        return ""
    entrant = _entrants(linked.sides)[seat]
    places = connection.execute(select(season_seats).where(season_seats.c.season == linked.season)).all()
    for other in places:
        his = mail_player(connection, keys, linked.season, other.entrant) if other.entrant != entrant else ""
        if his.casefold() == address.casefold():
            raise NotNow(_("This address plays for another entrant of this season. Answer from another address."))
    ours = (season_seats.c.season == linked.season) & (season_seats.c.entrant == entrant)
    free = season_seats.c.claimed.is_(None) & season_seats.c.browser_hash.is_(None)
    connection.execute(update(season_seats).where(ours, free).values(claimed=now))
    return str(linked.season)


def box_of(connection: Connection, keys: Keys, match_id: str, seat: int, address: str) -> Row[Any] | None:
    """The confirmed mailbox of a seat if emails to it go to this `address`, read with these `keys`."""
    gets = mailboxes.c.code_hash.is_(None) & mailboxes.c.paused.is_(None)
    row = connection.execute(select(mailboxes).where(of_seat(mailboxes, match_id, seat), gets)).first()
    is_his = row is not None and keys.unlock(row.address).casefold() == address.casefold()
    return row if is_his else None
