"""One moment of a match, for one seat. A page is made from it alone and asks the club for nothing else.

Looking takes one reading transaction. Acting takes a reading and then a writing one. After that the snapshot shows the
match as it was written. If another writer was faster, everything starts over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeAlias

from breakaway.club.actions import Action, advance
from breakaway.club.club import Club, retried, store_of
from breakaway.club.delayed import earlier, turns_behind
from breakaway.club.found import Found
from breakaway.club.reopening import lost_seats, may_reopen
from breakaway.club.rulings import Ruling, is_last_ruling, rulings_of
from breakaway.club.terms import NONE, Terms
from breakaway.club.typed import Needed, needed
from breakaway.club.views import Look, look_at
from breakaway.coaches.table import Table
from breakaway.core.counted import played_in
from breakaway.core.events import SPECTATOR
from breakaway.core.taken_back import harms_nobody
from breakaway.display.page import find_page

Dice: TypeAlias = Callable[[Look], Sequence[Sequence[int]]]


def no_dice(look: Look) -> Sequence[Sequence[int]]:
    """No dice to try."""
    return ()


@dataclass(frozen=True)
class Asker:
    """A browser that asks for a match: its secrets, the invitations that it may hand on, and the seat that it wants.

    `seat` gives that seat, or raises an error if the browser may not have it. `dice` gives sequences of outcomes to
    try; the snapshot says what comes after each.
    """

    secrets: Sequence[str]
    seat: Callable[[Found], int]
    dice: Dice = no_dice
    invitations: Sequence[str] = ()


@dataclass(frozen=True)
class Snapshot:
    """What one seat (-1: a spectator) may see of a match at one moment, and what the panels of its page say.

    `held` are the asker's seats. `invited` has the seat for each of his invitations that nobody has used. `plays` has
    the rows of statistics, if the page reads them. `lost` are the seats that this seat may ask to reopen now, `reopens`
    those that it may reopen, and `old_link` is the link that still serves as the asker's secret, if there is one.
    """

    look: Look
    title: str
    terms: Terms
    now: datetime
    held: list[int]
    invited: dict[str, int]
    lost: list[int]
    reopens: list[int]
    old_link: str | None
    may_undo: bool  # whether `pasts.take_back` is allowed
    rulings: list[Ruling]
    is_ruled: bool  # whether the last ruling can be taken back
    plays: list[Any]
    needed: list[Needed | None]  # for each of the asker's dice: what comes after it

    @property
    def seat(self) -> int:
        """The seat that looks, or -1 for a spectator."""
        return self.look.observation.seat


def snapshot(club: Club, match_id: str, asker: Asker) -> Snapshot:
    """The match as it is now, for the asker's seat. Raises NoSuchMatch, BadRecord, TooEarly, and what `seat` raises."""
    return club.do(match_id, lambda table: _taken(club, table, asker))


class Unplayed(Exception):
    """The decision is valid, but the turn that follows cannot be played. The cause says why."""


def done(
    club: Club, match_id: str, asker: Asker, decide: Callable[[Snapshot], Action], goes_on: bool = True
) -> Snapshot:
    """Does what the asker decides, and returns the match after it. `decide` sees the match and gives the action.

    If the match `goes_on`, the same transaction also plays the turn if no order is missing. Turns of coaches and
    instructions follow, each in its own transaction. Raises what `snapshot`, `decide` and the action raise. If the turn
    cannot be played (Unplayed), keeps the decision and raises the reason.
    """

    def work(plays: bool) -> tuple[Snapshot, bool]:
        with club.held(match_id) as table:
            action = decide(_taken(club, table, asker))
            with club.changing(table):
                action(table)
                try:
                    more = plays and advance(table)
                except Exception as error:
                    raise Unplayed from error
            return _taken(club, table, asker), more

    try:
        found, more = retried(lambda: work(goes_on))
    except Unplayed as error:
        retried(lambda: work(False))
        raise error.__cause__ or error from None
    if not more:
        return found
    club.resolve(match_id)
    return snapshot(club, match_id, asker)


def _taken(club: Club, table: Table, asker: Asker) -> Snapshot:
    found, match, now = store_of(table).found, table.match, club.database.now()
    seat, listed = asker.seat(found), found.listed
    behind = turns_behind(match, listed.terms.delay) if seat == SPECTATOR else 0
    shown = earlier(match, behind) if behind else match
    look = look_at(shown, seat, replace(listed, terms=NONE) if behind else listed, now)
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
        may_undo=seat != SPECTATOR and harms_nobody(match, seat),
        rulings=rulings_of(shown) if match.game.rulings else [],
        is_ruled=is_last_ruling(shown) and not look.is_over,
        plays=played_in(match, look.turn) if find_page(match.game).reads_plays else [],
        needed=[needed(table, seat, typed) for typed in asker.dice(look)],
    )
