"""What players can do about the pace of their match: take a vacation, pause the match, or hold a sealed order
(`holding.py`).

The limits on vacations and pauses were agreed when the match was opened. A vacation belongs to one player, a pause to
the whole match. Vacations and pauses stop the clock for everybody, so they do not reveal who has chosen. They cannot
begin in the past, because time that has passed cannot be given back.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta

from breakaway.club import seats as seating
from breakaway.club.database import Database
from breakaway.club.found import find_in
from breakaway.club.pace import EVERYBODY, TimeOff, days_off
from breakaway.club.tables import OVER
from breakaway.club.terms import Terms, set_time_off
from breakaway.core.language import Trouble, _, many
from breakaway.core.observation import NotNow

FARTHEST = 366  # a vacation may begin at most this many days from now


def days_left(terms: Terms, seat: int) -> int:
    """The vacation days that a seat has left under these `terms`; for EVERYBODY, how many more days the match may be
    paused.
    """
    most = terms.pace.pause if seat == EVERYBODY else terms.pace.vacation
    return most - sum(each.days for each in terms.off if each.seat == seat)


def take_vacation(database: Database, match_id: str, seat: int, first: date, last: date) -> None:
    """Saves a vacation in the `database`.

    The vacation lasts from the `first` to the `last` day, in the match's time zone. Raises Trouble or NotNow.
    """

    def enter(terms: Terms, now: datetime) -> tuple[TimeOff, ...]:
        begins, ends = days_off(terms.pace, first, last)
        if last < first:
            raise Trouble(_("The vacation ends before it begins. Nothing was changed."))
        if ends <= now or begins > now + timedelta(days=FARTHEST):
            raise Trouble(_("The vacation must begin today or within a year. Nothing was changed."))
        taken = TimeOff(
            seat, max(begins, now), ends, (last - max(first, now.astimezone(terms.pace.tz).date())).days + 1
        )
        if any(each.seat == seat and each.begins < ends and each.ends > taken.begins for each in terms.off):
            raise Trouble(_("You are already on vacation on some of these days. Nothing was changed."))
        _check_left(terms, seat, taken.days)
        return *terms.off, taken

    _change(database, match_id, enter)


def pause(database: Database, match_id: str, days: int) -> None:
    """Pauses a match in this `database` from now on, for at most this many `days`. Raises Trouble or NotNow."""

    def begin(terms: Terms, now: datetime) -> tuple[TimeOff, ...]:
        if days < 1:
            raise Trouble(_("A pause must last at least one day. Nothing was changed."))
        if is_paused(terms, now):
            raise NotNow(_("The match is already paused."))
        _check_left(terms, EVERYBODY, days)
        return *terms.off, TimeOff(EVERYBODY, now, now + timedelta(days=days), days)

    _change(database, match_id, begin)


def come_back(database: Database, match_id: str, seat: int) -> None:
    """Ends a seat's current vacation, or cancels its next one. If the seat is EVERYBODY, ends the match's pause.

    Days that have already begun count as used. The match is stored in the `database`. Raises NotNow.
    """

    def end(terms: Terms, now: datetime) -> tuple[TimeOff, ...]:
        mine = [each for each in terms.off if each.seat == seat and each.ends > now]
        if not mine:
            raise NotNow(_("There is no vacation or pause to end. Nothing was changed."))
        ended = min(mine, key=lambda each: each.begins)
        rest = tuple(each for each in terms.off if each != ended)
        if ended.begins >= now:
            return rest
        unused = (ended.ends - now) // timedelta(days=1)
        return *rest, TimeOff(seat, ended.begins, now, ended.days - unused)

    _change(database, match_id, end)


def is_paused(terms: Terms, now: datetime) -> bool:
    """Whether the whole match is paused `now`, according to its `terms`."""
    return any(each.seat == EVERYBODY and each.begins <= now < each.ends for each in terms.off)


def hold(database: Database, match_id: str, seat: int, turn: int, is_ready: bool) -> None:
    """Notes in the `database` whether the player of a seat is ready in this `turn`.

    Raises NotNow if the match is not slow, or if the turn is over.
    """
    with seating.changes(database) as connection:
        seating.touch(connection, match_id)  # locks the row
        listed = find_in(connection, match_id).listed
        if not listed.is_timed or not listed.terms.is_slow:
            raise NotNow(_("In this match a turn is played as soon as all orders are sealed."))
        if listed.turn != turn:
            raise NotNow(_("this choice is too late: its turn has already been played"))
        values = {"holds": None if is_ready else turn}
        seating.change(connection, match_id, seat, database.now(), values)


def _check_left(terms: Terms, seat: int, days: int) -> None:
    left = days_left(terms, seat)
    if days > left:
        kind = many(
            "Only {n} more day off is allowed. Nothing was changed.",
            "Only {n} more days off are allowed. Nothing was changed.",
            left,
        )
        raise Trouble(kind if left else _("No more days off are allowed. Nothing was changed."))


def _change(database: Database, match_id: str, changed: Callable[[Terms, datetime], tuple[TimeOff, ...]]) -> None:
    """Changes the vacations and pauses of a match in one transaction. The match's row stays locked meanwhile."""
    with seating.changes(database) as connection:
        seating.touch(connection, match_id)
        listed, now = find_in(connection, match_id).listed, database.now()
        if listed.status == OVER or not listed.is_timed:
            raise NotNow(_("This match has no clock, so there is nothing to stop."))
        if listed.closes is not None and listed.closes <= now:
            raise NotNow(_("This turn is closing. Try again in the next turn."))
        set_time_off(connection, match_id, changed(listed.terms, now))
