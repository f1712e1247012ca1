"""All that one page shows at one moment, and the whole history for reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, TypeAlias

from breakaway.club.absences import lost_seats, may_reopen
from breakaway.club.actions import (
    Action,
    Needed,
    Ruling,
    advance,
    is_last_ruling,
    needed,
    rolls,
    rulings_of,
    waiting_for,
)
from breakaway.club.club import Club, retried
from breakaway.club.match_views import Found, Listed, SeatView, earlier, seat_view, turns_behind
from breakaway.club.seats import Seat
from breakaway.club.second_places import Pair
from breakaway.club.store import store_of
from breakaway.club.take_backs import NO_WAY, ways_back
from breakaway.club.time_control import NONE, Terms
from breakaway.core.rules import SPECTATOR
from breakaway.display.match_page import find_page
from breakaway.display.reports import MatchHistory, retold
from breakaway.players.seated_match import Table
from breakaway.records.play_by_play import dated_in, played_in

# --- One moment of a match, for one seat. A page is made from the snapshot alone and asks the club for nothing else.
#
# Showing a match takes one transaction.


Dice: TypeAlias = Callable[[SeatView], Sequence[Sequence[int]]]


def no_dice(look: SeatView) -> Sequence[Sequence[int]]:
    """Returns an empty sequence: there are no outcomes to try."""
    return ()


@dataclass(frozen=True)
class Requester:
    """A browser that asks for a match: its secrets, the invitations that it may pass on, and the seat that it wants.

    `seat` returns the wanted seat, or raises an error if the browser may not have it. `dice` returns sequences of
    outcomes to try. For each sequence, the snapshot says which outcome is needed next.
    """

    secrets: Sequence[str]
    seat: Callable[[Found], int]
    dice: Dice = no_dice
    invitations: Sequence[str] = ()


@dataclass(frozen=True)
class Snapshot:
    """What one seat (-1: a spectator) may see of a match at one moment, with the data for the panels of its page.

    `held` lists the asker's seats. `invited` maps each of the asker's unused invitations to its seat. `plays` contains
    the rows of statistics, if the page needs them. `lost` lists the seats whose reopening this seat may now
    request, and `reopens` those that it may now reopen. `old_link` is the invitation that still serves as the asker's
    secret, if any. `version` is for the server only: it grows with every change, even a secret one. `ended`: when the
    match ended, if it is over. If two coaches share the seat, `places` are those that the asker has (`Found.places`).
    `invited_beside` maps each of the asker's unused invitations to a second place to its seat.
    """

    look: SeatView
    title: str
    terms: Terms
    now: datetime
    held: list[int]
    invited: dict[str, int]
    lost: list[int]
    reopens: list[int]
    old_link: str | None
    may_undo: bool  # whether `take_backs.take_back` is allowed
    may_ask_back: bool  # whether `take_backs.ask_back` is allowed
    rulings: list[Ruling]
    is_ruled: bool  # whether the last ruling can be taken back
    plays: list[Any]
    dated: list[tuple[int, Any]]  # once the match is over: the rows of plays, each with its turn
    needed: list[Needed | None]  # for each of the asker's sequences: what is needed next
    version: int = field(repr=False, compare=False)
    ended: datetime | None = None
    pairs: dict[int, Pair] = field(default_factory=dict)  # the seats that two coaches share
    places: frozenset[int] = frozenset()
    invited_beside: dict[str, int] = field(default_factory=dict)

    @property
    def seat(self) -> int:
        """The seat for which this snapshot was made, or -1 for a spectator."""
        return self.look.observation.seat


def snapshot(club: Club, match_id: str, asker: Requester) -> Snapshot:
    """The match as it is now, for the asker's seat.

    Raises NoSuchMatch, BadRecord, TooEarly, or the errors of `Requester.seat`.
    """
    return retried(_look, club, match_id, asker)


def _look(club: Club, match_id: str, asker: Requester) -> Snapshot:
    with club.held(match_id) as table:
        return _taken(club, table, asker, asker.seat(store_of(table).found))


def _taken(club: Club, table: Table, asker: Requester, seat: int) -> Snapshot:
    found, match, now = store_of(table).found, table.match, club.database.now()
    listed = found.listed
    behind = turns_behind(match, listed.terms.delay) if seat == SPECTATOR else 0
    shown = earlier(match, behind) if behind else match
    ways = NO_WAY if seat == SPECTATOR else ways_back(table, seat)
    look = seat_view(shown, seat, replace(listed, terms=NONE) if behind else listed, now)
    return Snapshot(
        look=look,
        title=listed.title,
        terms=listed.terms,
        now=now,
        held=found.held(asker.secrets),
        invited=found.invited(asker.invitations),
        lost=lost_seats(match, listed, seat, now),
        reopens=[each.seat for each in listed.seats if may_reopen(listed, each.seat, seat, now)],
        old_link=found.by_old_link(asker.secrets, seat),
        may_undo=ways.at_once,
        may_ask_back=ways.by_asking,
        rulings=rulings_of(shown) if match.game.rulings else [],
        is_ruled=is_last_ruling(shown) and not look.is_over,
        plays=played_in(match, len(shown.log)) if find_page(match.game).reads_plays else [],
        dated=dated_in(match) if look.is_over else [],
        needed=[needed(table, seat, typed) for typed in asker.dice(look)],
        version=store_of(table).version,
        ended=listed.updated if look.is_over else None,
        pairs=listed.pairs,
        places=found.places(asker.secrets, seat) if listed.pairs else frozenset(),
        invited_beside=found.invited_beside(asker.invitations) if listed.pairs else {},
    )


# --- An action of one seat, and the turn after it.
#
# An action reads in one transaction and writes in a second one. If another writer was faster, it starts again.


@dataclass(frozen=True)
class Acted:
    """What an action has led to. `seat` acted, `held` are the asker's seats, and `seats` all seats of the match.

    `is_played`: whether a turn was played. `waiting`: the players whose orders are missing. `rolls`: whether the
    players now roll their own dice. `shown`: the match as the seat sees it afterwards, if the asker wants it.
    `version` is for the server only.
    """

    seat: int
    held: list[int]
    seats: list[Seat]
    is_played: bool
    waiting: list[int]
    rolls: bool
    shown: Snapshot | None
    version: int = field(repr=False, compare=False)


class Unplayed(Exception):
    """The action was valid, but the turn after it cannot be played. The cause of the exception says why."""


def act(
    club: Club, match_id: str, asker: Requester, action: Action, goes_on: bool = True, is_shown: bool = False
) -> Acted:
    """Does the `action` for the asker's seat, and says how the match is after that. `is_shown`: whether the asker wants
    a snapshot.

    If the match `goes_on` and no order is missing, the same transaction also plays the turn. Turns that need only
    coaches and instructions follow, each in its own transaction. Raises NoSuchMatch, BadRecord, and the errors of
    `Requester.seat` and the action. If the turn cannot be played (Unplayed), the action is kept, and the cause is
    raised.
    """
    try:
        acted, more = retried(_act, club, match_id, asker, action, goes_on, is_shown)
    except Unplayed as error:
        retried(_act, club, match_id, asker, action, False, False)
        raise error.__cause__ or error from None
    if more:
        club.resolve(match_id)
        acted, _more = retried(_act, club, match_id, asker, nothing, False, is_shown)
        acted = replace(acted, is_played=True)
    return acted


def nothing(table: Table, seat: int) -> None:
    """The action of a player of a `seat` who only wants the match at this `table` to go on: changes nothing."""


def _act(
    club: Club, match_id: str, asker: Requester, action: Action, plays: bool, is_shown: bool
) -> tuple[Acted, bool]:
    """One attempt. Returns also whether another turn can be played right after this one."""
    with club.held(match_id) as table:  # no other thread works on the match, which is as the database has it now
        seat = asker.seat(store_of(table).found)
        turns = table.match.turn
        with club.changing(table):  # one transaction
            action(table, seat)
            try:
                more = plays and advance(table)
            except Exception as error:
                raise Unplayed from error
        store = store_of(table)
        acted = Acted(
            seat=seat,
            held=store.found.held(asker.secrets),
            seats=list(store.found.listed.seats),
            is_played=table.match.turn > turns,
            waiting=waiting_for(table),
            rolls=rolls(table),
            shown=_taken(club, table, asker, seat) if is_shown and not more else None,
            version=store.version,
        )
        return acted, more


# --- The whole history of a match, as one seat or a spectator may see it, for reports.


@dataclass(frozen=True)
class WholeMatch:
    """A match of the club with its history. `behind`: how many turns the reader is behind the match."""

    listed: Listed
    told: MatchHistory
    is_over: bool
    behind: int


def whole_match(
    club: Club, match_id: str, seat: int = SPECTATOR, is_late: Callable[[Found], bool] = lambda _found: False
) -> WholeMatch:
    """A match of the `club` with its history, as a seat may see it.

    `is_late` says whether the reader sees the match with its delay. Raises NoSuchMatch, BadRecord, or TooEarly if
    there is no turn to show.
    """

    def work(table: Table) -> WholeMatch:
        match, found = table.match, store_of(table).found
        behind = turns_behind(match, found.listed.terms.delay) if is_late(found) else 0
        shown = earlier(match, behind) if behind else match
        return WholeMatch(found.listed, retold(shown, seat), match.is_over(), behind)

    return club.do(match_id, work)
