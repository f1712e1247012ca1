"""One moment of a match, for one seat: a page is made from it alone, and asks the club for nothing else.

Looking is one transaction that reads. Doing something is that one and one that writes, after which the match is shown
as it was written; whoever was faster makes it begin again.
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
    """Nobody rolls."""
    return ()


@dataclass(frozen=True)
class Asker:
    """A browser that asks: the links that it has, or may hand on, and the seat that it wants.

    `seat` raises what there is to say against that. `dice` are outcomes to try, for who rolls: what comes after each?
    """

    tokens: Sequence[str]
    seat: Callable[[Found], int]
    dice: Dice = no_dice


@dataclass(frozen=True)
class Snapshot:
    """What one seat (-1: a spectator) may see of a match, and what the panels of its page say; all of one moment.

    `places` are the asker's links to seats. `plays` are the rows of its statistics, if the page reads them.
    """

    look: Look
    title: str
    terms: Terms
    now: datetime
    places: dict[str, int]
    may_undo: bool  # whether `pasts.take_back` would do something
    rulings: list[Ruling]
    is_ruled: bool  # whether the last of these can be taken back
    plays: list[Any]
    needed: list[Needed | None]  # after each of the asker's dice

    @property
    def seat(self) -> int:
        """The seat."""
        return self.look.observation.seat


def snapshot(club: Club, match_id: str, asker: Asker) -> Snapshot:
    """The match as it is now. Raises NoSuchMatch, BadRecord, TooEarly, and what the asker's seat raises."""
    return club.do(match_id, lambda table: _taken(club, table, asker))


class Unplayed(Exception):
    """What was decided can be done, and the turn that it leads to cannot be played: the cause says why."""


def done(
    club: Club, match_id: str, asker: Asker, decide: Callable[[Snapshot], Action], goes_on: bool = True
) -> Snapshot:
    """What the asker decides when he sees the match is done, in one transaction; and the match as it is then.

    With it the turn is played that wants nothing else, and after it, where the match `goes_on`, those of coaches and
    instructions, each in a transaction. Raises as `snapshot` does, and what is raised by what he decides. When a turn
    cannot be played (Unplayed), what was decided is kept, and the reason is raised.
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
        places=found.places(asker.tokens),
        may_undo=seat != SPECTATOR and harms_nobody(match, seat),
        rulings=rulings_of(shown) if match.game.rulings else [],
        is_ruled=is_last_ruling(shown) and not look.is_over,
        plays=played_in(match, look.turn) if find_page(match.game).reads_plays else [],
        needed=[needed(table, seat, typed) for typed in asker.dice(look)],
    )
