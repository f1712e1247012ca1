"""Reopens a lost seat, but only if its player is late and does not object from any device.

Usually the host asks to reopen a seat. The match pages then notify the seat's player (`ask`).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from breakaway.club import seats as seating
from breakaway.club.club import Club, listed_of, retried, store_of
from breakaway.club.database import Database
from breakaway.club.pace import DAY, MINUTE
from breakaway.club.tables import EMPTY, RUNNING
from breakaway.club.terms import Terms
from breakaway.club.views import Listed
from breakaway.core.language import _, marked
from breakaway.core.observation import NotNow
from breakaway.players.seated_match import HUMAN, Table
from breakaway.records.entries import TurnEntry
from breakaway.records.match import Match

NOT_LATE = marked("This seat cannot be reopened now: its player is not late, or has come back.")
LEAST = 10 * MINUTE  # seconds in which to object: enough to come back from another room


def period(terms: Terms) -> timedelta:
    """How long the player can object: as long as the `terms` allow for one choice, but at least ten minutes.

    A day if there is no limit.
    """
    return timedelta(seconds=DAY if terms.seconds is None else max(LEAST, terms.seconds))


def lost_seats(match: Match[Any, Any], listed: Listed, by: int, now: datetime) -> list[int]:
    """The seats whose reopening the player of seat `by` may request now."""
    asked = (seat.seat for seat in listed.seats if seat.reopens is None)
    return [seat for seat in asked if may_ask(listed, seat, by) and _is_lost(match, listed, seat, now)]


def may_ask(listed: Listed, seat: int, by: int) -> bool:
    """Whether seat `by` may ever ask to reopen a seat: the host may ask for any other seat, the other players only for
    the host's.
    """
    return by >= 0 and by != seat and listed.host in (by, seat)


def may_reopen(listed: Listed, seat: int, by: int, now: datetime) -> bool:
    """Whether the time to object is over and seat `by` is allowed to reopen the seat.

    The host can always reopen an empty seat.
    """
    here = listed.seats[seat]
    if here.by == EMPTY:
        return by == listed.host
    return here.reopens is not None and here.reopens <= now and may_ask(listed, seat, by)


def _is_lost(match: Match[Any, Any], listed: Listed, seat: int, now: datetime) -> bool:
    """Whether the seat's player is late and still absent. Without a deadline, a player is late after a day."""
    here, seconds = listed.seats[seat], listed.terms.seconds
    if listed.status != RUNNING or here.by != HUMAN or not here.by_link or here.seen is None or seat in match.gone:
        return False
    if now < here.seen + timedelta(seconds=seconds or DAY):
        return False
    if seconds is not None and missed_in_a_row(match, seat):
        return True
    due = listed.terms.closes if seconds is not None else listed.began + timedelta(seconds=DAY)
    return seat in listed.waiting and due is not None and due <= now


def missed_in_a_row(match: Match[Any, Any], seat: int, since: int = 0) -> int:
    """How many choices in a row, up to the latest, a coach or the rules for absent players have made for this seat.

    Does not count the first `since` turns.
    """
    missed = 0
    for each in reversed(match.fold.standing):
        entry = each.entry
        if isinstance(entry, TurnEntry) and entry.n > since and str(seat) in entry.orders:
            if str(seat) not in (entry.answered or {}) and None not in entry.orders[str(seat)]:
                break
            missed += 1
    return missed


def ask(club: Club, match_id: str, seat: int, by: int) -> None:
    """Seat `by` asks to reopen a seat. From then on, the seat's player can object from any device. Raises NotNow."""

    def work() -> None:
        with club.held(match_id) as table:
            now, listed = club.database.now(), listed_of(table)
            if seat not in lost_seats(table.match, listed, by, now):
                raise NotNow(_(NOT_LATE))
            _write(club.database, table, seat, reopens=now + period(listed.terms))

    retried(work)


def show_up(club: Club, match_id: str, seat: int) -> None:
    """Notes that the player of a seat objects to its reopening, or has chosen.

    Does nothing if nobody has asked to reopen the seat.
    """

    def work() -> None:
        with club.held(match_id) as table:
            if listed_of(table).seats[seat].reopens:
                _write(club.database, table, seat, reopens=None, seen=club.database.now())

    retried(work)


def reopen(club: Club, match_id: str, seat: int, by: int) -> str:
    """Empties a seat at the request of seat `by`, once the time to object is over. Returns a new invitation; the old
    one is void.

    Removes all devices from the seat. Sealed orders stay sealed. The new player must not have another seat in the match
    (`seats.sit`). Raises NotNow.
    """

    def work() -> str:
        with club.held(match_id) as table:
            now, listed = club.database.now(), listed_of(table)
            if not 0 <= seat < len(listed.seats) or not may_reopen(listed, seat, by, now):
                raise NotNow(_("You cannot reopen this seat yet. Its player still has time to object."))
            token = seating.new_token()
            if listed.seats[seat].by == EMPTY:
                _write(club.database, table, seat, token_hash=seating.hash_of(token))
                return token
            if not _is_lost(table.match, listed, seat, now):
                raise NotNow(_(NOT_LATE))
            name = str(table.match.record.header["seats"][seat].get("name", ""))
            values = {"by": EMPTY, "claimed": None, "seen": now, "token_hash": seating.hash_of(token), "name": name}
            _write(club.database, table, seat, empties=True, **values)
            return token

    return retried(work)


def _write(database: Database, table: Table, seat: int, empties: bool = False, **values: object) -> None:
    """Changes a seat's row in the database. Raises ChangedUnderUs if the match has changed since it was read."""
    store = store_of(table)
    with seating.changes(database) as connection:
        seating.untouched(connection, store.id, store.version)
        ended = seating.clear(connection, store.id, seat, database.now()) if empties else {}
        seating.change(connection, store.id, seat, database.now(), {**ended, **values})
