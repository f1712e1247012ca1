"""Players who are away: vacations, pauses, late players, seats that open again."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import func, select

from breakaway.club import seats as seating
from breakaway.club.club import Club, listed_of, retried
from breakaway.club.database import STEP, Database
from breakaway.club.match_views import Listed, find_in
from breakaway.club.schema import COACH, EMPTY, OVER, RUNNING, WAIT, chairs, matches, terms
from breakaway.club.store import store_of
from breakaway.club.time_control import DAY, EVERYBODY, MINUTE, Terms, TimeOff, days_off, set_time_off
from breakaway.core.language import UserError, _, many, marked
from breakaway.core.observation import NotNow
from breakaway.players.seated_match import HUMAN, Table, favourite
from breakaway.records.entries import TurnEntry
from breakaway.records.match import Match

# --- What players can do about the pace of their match: take a vacation, pause the match, or hold a sealed order
# (`club/seats.py`).
#
# The limits on vacations and pauses were agreed when the match was opened. A vacation belongs to one player, a pause to
# the whole match. Vacations and pauses stop the clock for everybody, so they do not reveal who has chosen. They cannot
# begin in the past, because time that has passed cannot be given back.


FARTHEST = 366  # a vacation may begin at most this many days from now


def days_left(terms: Terms, seat: int) -> int:
    """The vacation days that a seat has left under these `terms`; for EVERYBODY, how many more days the match may be
    paused.
    """
    most = terms.pace.pause if seat == EVERYBODY else terms.pace.vacation
    return most - sum(each.days for each in terms.off if each.seat == seat)


def take_vacation(database: Database, match_id: str, seat: int, first: date, last: date) -> None:
    """Saves a vacation in the `database`.

    The vacation lasts from the `first` to the `last` day, in the match's time zone. Raises UserError or NotNow.
    """

    def enter(terms: Terms, now: datetime) -> tuple[TimeOff, ...]:
        begins, ends = days_off(terms.pace, first, last)
        if last < first:
            raise UserError(_("The vacation ends before it begins. Nothing was changed."))
        if ends <= now or begins > now + timedelta(days=FARTHEST):
            raise UserError(_("The vacation must begin today or within a year. Nothing was changed."))
        days = (last - max(first, now.astimezone(terms.pace.tz).date())).days + 1
        taken = TimeOff(seat, max(begins, now), ends, days)
        if any(each.seat == seat and each.begins < ends and each.ends > taken.begins for each in terms.off):
            raise UserError(_("You are already on vacation on some of these days. Nothing was changed."))
        _check_left(terms, seat, taken.days)
        return *terms.off, taken

    _change(database, match_id, enter)


def pause(database: Database, match_id: str, days: int) -> None:
    """Pauses a match in this `database` from now on, for at most this many `days`. Raises UserError or NotNow."""

    def begin(terms: Terms, now: datetime) -> tuple[TimeOff, ...]:
        if days < 1:
            raise UserError(_("A pause must last at least one day. Nothing was changed."))
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
        unused = min(ended.days, (ended.ends - now) // timedelta(days=1))  # a pause of the host uses no agreed days
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
        raise UserError(kind if left else _("No more days off are allowed. Nothing was changed."))


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


# --- Handles deadlines: finds matches with late players, and does what the matches' terms say.
#
# A game may have its own rules for absent players (`Match.close`). In any other game, a coach chooses for absent
# players, either at the deadline or when another player asks for it. The record keeps a coach's choice like any other,
# and notes which coach made it. Until a coach or the rules have chosen, a late player can still choose.


LOG = logging.getLogger(__name__)


def overdue(club: Club) -> list[tuple[str, datetime]]:
    """Matches in progress whose turn should have closed by now, each with its closing time."""
    late = select(terms.c.match, terms.c.closes).join(matches, matches.c.id == terms.c.match)
    late = late.outerjoin(chairs, chairs.c.match == terms.c.match)
    past = (matches.c.status == RUNNING) & (terms.c.closes <= club.database.now()) & chairs.c.stopped.is_(None)
    with club.database.reading() as connection:
        return [(row.match, row.closes) for row in connection.execute(late.where(past).order_by(terms.c.closes))]


def set_back(club: Club) -> float:
    """How many seconds the clock is behind the newest change in the database, or 0.

    Logs the difference. Call this function when a server starts, to find out whether the clock was set back or is
    wrong.
    """
    with club.database.reading() as connection:
        newest = connection.scalar(select(func.max(matches.c.updated)))
    behind = (newest - club.database.now()).total_seconds() if newest else 0.0
    if behind <= STEP:
        return 0.0
    LOG.warning("the clock of this machine is %.0f s behind the newest change in the database: check it", behind)
    return behind


def keep_time(club: Club, match_id: str) -> bool:
    """If time is up, does what was agreed for late players. Returns whether the deadline has been dealt with.

    Raises the same errors as `Club.at_work`. Safe to call at any time. If two servers call this function at once, one
    closes the turn and the other finds a new deadline.
    """

    def close(table: Table) -> bool:
        if not _is_over(table, club.database.now()):
            return False
        table.answer_instructions()
        table.match.answer_late(table.to_ask())
        late, agreed = table.to_ask(), listed_of(table).terms.late
        if late and agreed == WAIT:
            return False
        if late:
            close_turn(table, late, agreed)
        return True

    done = club.do(match_id, close)
    if done:
        club.resolve(match_id)
    return done


def close_turn(table: Table, late: list[int], agreed: str) -> None:
    """Plays the turn as `agreed` for players who are `late`: with a coach's choice, or by the rules for absent
    players.
    """
    if agreed == COACH:
        _stand_in(table, late)
    else:
        table.answer()
        table.match.close()


def let_coach_answer(table: Table, seat: int, turn: int, now: datetime) -> None:
    """Lets a coach make this one choice for the late players. The request comes from the player of `seat`, who must not
    be late. Raises NotNow.

    `turn` is `SeatView.turn` of the page with the request, and `now` is the time of the request.
    """
    late, is_over = table.to_ask(), _is_over(table, now)
    if not is_over or turn != table.match.turn or not late or listed_of(table).terms.late != WAIT:
        raise NotNow(_("Nobody is late now. Either the choice has been made, or there is still time."))
    if seat not in table.people or seat in late:
        raise NotNow(_("Only a player who is on time can let a coach answer for a late player."))
    _stand_in(table, late)


def _is_over(table: Table, now: datetime) -> bool:
    closes = listed_of(table).closes
    return closes is not None and closes <= now and not table.match.is_over()


def _stand_in(table: Table, late: list[int]) -> None:
    name = listed_of(table).terms.coach or favourite(table.game)
    with table.unwritten():
        for seat in late:
            table.stand_in(seat, name)
        table.answer()
        table.match.resolve(answered=dict.fromkeys(late, name))


# --- Reopens a lost seat, but only if its player is late and does not object from any device.
#
# Usually the host asks to reopen a seat. The match pages then notify the seat's player (`ask`).


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

    A host who plays can always reopen an empty seat.
    """
    here = listed.seats[seat]
    if here.by == EMPTY:
        return 0 <= by == listed.host
    return here.reopens is not None and here.reopens <= now and may_ask(listed, seat, by)


def _is_lost(match: Match[Any, Any], listed: Listed, seat: int, now: datetime) -> bool:
    """Whether the seat's player is late and still absent. Without a deadline, a player is late after a day."""
    here, seconds = listed.seats[seat], listed.terms.seconds
    if (
        listed.stopped
        or listed.status != RUNNING
        or here.by != HUMAN
        or not here.by_link
        or here.seen is None
        or seat in match.gone
    ):
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
        if isinstance(entry, TurnEntry) and match.turn_at(entry.n) > since and str(seat) in entry.orders:
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
