"""Taking a choice back after its turn was played: at once if that harms nobody, otherwise if all others agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from sqlalchemy import Connection, delete, insert

from breakaway.club.actions import check_person
from breakaway.club.match_views import BackRequest, back_request_of
from breakaway.club.schema import take_backs
from breakaway.club.seats import Seat
from breakaway.club.store import store_of
from breakaway.club.time_control import begin_turn
from breakaway.core.language import _
from breakaway.core.observation import NotNow
from breakaway.players.seated_match import HUMAN, SCRIPTED, Table
from breakaway.records.entries import TurnEntry
from breakaway.records.match import harms_nobody

# --- At once: nobody has chosen since, and nothing was drawn; or there is nobody else whom it could harm.


def take_back(table: Table, seat: int, turn: int | None = None) -> None:
    """Takes back the seat's last choice if that harms nobody, or raises NotNow.

    The seat then has to choose again: nothing of its choice is sealed anymore, its standing instructions do not answer,
    and its clock goes on to the old deadline. A player without other people at the table may also take back a choice
    that was answered: play goes back to that choice, and dice and cards are drawn anew. `turn` is `SeatView.turn` of
    the page with the button, so that a second press does not take back another choice.
    """
    _check(table, seat, turn)
    ways = ways_back(table, seat)
    if harms_nobody(table.match, seat):
        if not ways.at_once:
            raise NotNow(_("you cannot take this back: the time for this choice is up"))
        table.match.undo([seat])
    elif ways.at_once and ways.goal is not None:
        _go_back(table, ways.goal)
    else:
        raise NotNow(
            _("you cannot take this back: others have chosen since then, or something has been revealed or drawn")
        )


@dataclass(frozen=True)
class WaysBack:
    """How a seat's last choice can be taken back: `at_once` (`take_back`), or `by_asking` (`ask_back`).

    `goal`: the number of turns and rulings before the choice. None if play cannot go back: the seat has not chosen yet
    or has resigned, or the match is over.
    """

    at_once: bool = False
    by_asking: bool = False
    goal: int | None = None


NO_WAY = WaysBack()


def ways_back(table: Table, seat: int) -> WaysBack:
    """How the seat's last choice can be taken back. The answer depends only on public facts."""
    match, found = table.match, store_of(table).found
    if seat not in table.people or SCRIPTED in table.by or match.is_over() or seat in match.gone:
        return NO_WAY
    standing = match.fold.standing
    latest = range(len(standing) - 1, len(standing) - 1 - len(match.history), -1)
    turns = ((n, standing[n].entry) for n in latest)
    goal = next((n for n, entry in turns if isinstance(entry, TurnEntry) and str(seat) in entry.orders), None)
    if harms_nobody(match, seat):
        return WaysBack(not _is_time_up(table), goal=goal)
    if goal is None:
        return NO_WAY
    if not missing(BackRequest(seat, match.turn, goal, (seat,)), found.listed.seats, match.gone):
        return WaysBack(at_once=True, goal=goal)
    asked = request_of(table) if found.listed.back_request else None
    return WaysBack(by_asking=not asked or not (asked.is_open or asked.asker == seat), goal=goal)


def _is_time_up(table: Table) -> bool:
    """Whether the deadline of the last turn has passed, so that this turn would close as soon as it is open again."""
    store = store_of(table)
    listed, now = store.found.listed, store.database.now()
    before = listed.terms.before
    return listed.is_timed and before is not None and before + timedelta(seconds=listed.terms.pace.grace) <= now


# --- With consent: a player asks, and once all others have agreed, play goes back to that player's last choice.
#
# Everybody who chose in that turn chooses again, because by now all have seen each other's choices. Dice and cards are
# drawn anew. The record keeps the turns that were played and the way back. A request lapses when the match goes on.


def ask_back(table: Table, seat: int, mine: Sequence[int] = (), turn: int | None = None) -> None:
    """Asks all other players whether the seat's last choice may be taken back. Raises NotNow.

    `mine`: the seats of the browser that asks, which agree with themselves. `turn`: see `take_back`.
    """
    _check(table, seat, turn)
    goal, asked = ways_back(table, seat).goal, request_of(table)
    if goal is None:
        raise NotNow(_("you have not made a choice that could be taken back"))
    if asked is not None and asked.is_open:
        raise NotNow(_("a player has already asked to take a choice back"))
    if asked is not None and asked.asker == seat:
        raise NotNow(_("the others want to play on; you can ask again after the next choice"))
    _settle(table, BackRequest(seat, table.match.turn, goal, tuple(sorted({seat, *mine}))))


def agree_back(table: Table, seat: int, mine: Sequence[int] = (), turn: int | None = None) -> None:
    """Agrees that the choice is taken back. Play goes back once all others have agreed. Raises NotNow.

    `mine`: the seats of the browser that agrees. `turn`: see `take_back`.
    """
    asked = _open_request(table, seat, turn)
    _settle(table, replace(asked, agreed=tuple(sorted({*asked.agreed, seat, *mine}))))


def refuse_back(table: Table, seat: int, turn: int | None = None) -> None:
    """Refuses the request. The player who asked withdraws it with this. Raises NotNow. `turn`: see `take_back`."""
    asked = _open_request(table, seat, turn)
    _save(table, None if seat == asked.asker else replace(asked, refused_by=seat))


def request_of(table: Table) -> BackRequest | None:
    """The request to take a choice back, unless the match has gone on since then."""
    return back_request_of(table.match, store_of(table).found.listed)


def missing(asked: BackRequest, seats: Sequence[Seat], gone: Sequence[int]) -> list[Seat]:
    """The `seats` whose players still have to agree. Who has resigned (`gone`) or left is not asked."""
    return [each for each in seats if each.by == HUMAN and each.seat not in {*asked.agreed, *gone}]


def _check(table: Table, seat: int, turn: int | None) -> None:
    check_person(table, seat)
    if SCRIPTED in table.by:
        raise NotNow(_("nothing can be taken back in a lesson; start it again from the front page"))
    if turn is not None and turn != table.match.turn:
        raise NotNow(_("it is too late to take this back: the match has gone on since then"))


def _open_request(table: Table, seat: int, turn: int | None) -> BackRequest:
    _check(table, seat, turn)
    asked = request_of(table)
    if asked is None or not asked.is_open:
        raise NotNow(_("nobody asks to take a choice back anymore"))
    return asked


def _settle(table: Table, asked: BackRequest) -> None:
    """Goes back if everybody has agreed; otherwise saves the request."""
    if missing(asked, store_of(table).found.listed.seats, table.match.gone):
        _save(table, asked)
    else:
        _go_back(table, asked.goal)


def _go_back(table: Table, goal: int) -> None:
    """Takes back all turns and rulings after the first `goal`. The turn begins anew, with the whole time for it."""
    match, store = table.match, store_of(table)
    everybody = range(len(table.by))
    match.go_back(goal, everybody)
    store.also(lambda connection, match_id: begin_turn(connection, match_id, store.database.now()))


def _save(table: Table, asked: BackRequest | None) -> None:
    """Saves the request with the other writes of this transaction. None removes it."""

    def save(connection: Connection, match_id: str) -> None:
        connection.execute(delete(take_backs).where(take_backs.c.match == match_id))
        if asked:
            row = {"asker": asked.asker, "asked_at": asked.turn, "goal": asked.goal, "refused_by": asked.refused_by}
            agreed = ",".join(map(str, asked.agreed))
            connection.execute(insert(take_backs).values(match=match_id, agreed=agreed, **row))

    store_of(table).also(save)
