"""Handles deadlines: finds matches with late players, and does what the matches' terms say.

A game may have its own rules for absent players (`Match.close`). In any other game, a coach chooses for absent players,
either at the deadline or when another player asks for it. The record keeps a coach's choice like any other, and notes
which coach made it. Until a coach or the rules have chosen, a late player can still choose.
"""

from __future__ import annotations

import logging
from datetime import datetime

from sqlalchemy import func, select

from breakaway.club.club import Club, listed_of
from breakaway.club.steady import STEP
from breakaway.club.tables import CLOSE, COACH, RUNNING, WAIT, matches, terms
from breakaway.core.language import _
from breakaway.core.observation import NotNow
from breakaway.players.seated_match import Table, favourite

LOG = logging.getLogger(__name__)


def overdue(club: Club) -> list[tuple[str, datetime]]:
    """Matches in progress whose turn should have closed by now, each with its closing time."""
    late = select(terms.c.match, terms.c.closes).join(matches, matches.c.id == terms.c.match)
    past = (matches.c.status == RUNNING) & (terms.c.closes <= club.database.now())
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
        if late and agreed == COACH:
            _stand_in(table, late)
        elif late and agreed == CLOSE:
            table.answer()
            table.match.close()
        return True

    done = club.do(match_id, close)
    if done:
        club.resolve(match_id)
    return done


def let_coach_answer(table: Table, seat: int, turn: int, now: datetime) -> None:
    """Lets a coach make this one choice for the late players. The request comes from the player of `seat`, who must not
    be late. Raises NotNow.

    `turn` is `Look.turn` of the page with the request, and `now` is the time of the request.
    """
    late, is_over = table.to_ask(), _is_over(table, now)
    if not is_over or turn != len(table.match.log) or not late or listed_of(table).terms.late != WAIT:
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
