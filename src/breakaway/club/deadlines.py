"""Deadlines: which matches have somebody who is late, and what then comes of it, as was agreed at the opening.

The rules of absent players are the game's own (`Match.close`); a game that has none goes on with a coach's choice,
which stands in the record as an ordinary one, with a note whose it was. Whoever is late can choose until it is done.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import select

from breakaway.club.club import Club, retried
from breakaway.club.tables import CLOSE, COACH, RUNNING, WAIT, matches, terms
from breakaway.club.views import Listed
from breakaway.coaches.table import Table
from breakaway.core.language import _
from breakaway.core.match import NotNow
from breakaway.setting.players import favourite


def overdue(club: Club) -> list[tuple[str, datetime]]:
    """Running matches whose turn should have been chosen by now, and since when."""
    late = select(terms.c.match, terms.c.due).join(matches, matches.c.id == terms.c.match)
    now = club.database.now()
    with club.database.reading() as connection:
        rows = connection.execute(late.where(matches.c.status == RUNNING, terms.c.due <= now).order_by(terms.c.due))
        return [(row.match, row.due) for row in rows]


def keep_time(club: Club, match_id: str) -> bool:
    """What was agreed on for whoever is late is done, if the time is over; whether something was.

    Raises as `Club.at_work` does. Safe to call at any time: of two servers one closes the turn, the other one finds
    that there is time again.
    """

    def close(table: Table, listed: Listed) -> bool:
        table.answer_instructions()
        late = table.to_ask()
        if late and listed.terms.late == WAIT:
            return False
        if late and listed.terms.late == COACH:
            _stand_in(table, late)
        elif late and listed.terms.late == CLOSE:
            table.answer()
            table.match.close()
        return True

    return _once_over(club, match_id, close)


def let_coach_answer(club: Club, match_id: str, seat: int, turn: int) -> None:
    """One who is not late himself has waited long enough: a coach answers this one choice. Raises NotNow.

    `turn` is `Look.turn` of the page where it was decided.
    """

    def answer(table: Table, listed: Listed) -> bool:
        late = table.to_ask()
        if turn != len(table.match.log) or not late or listed.terms.late != WAIT:
            return False
        if seat not in table.people or seat in late:
            raise NotNow(_("Only who plays, and is not late himself, can let a coach answer."))
        _stand_in(table, late)
        return True

    if not _once_over(club, match_id, answer):
        raise NotNow(_("Nobody is late now: the choice was made meanwhile, or there is time left."))


def _once_over(club: Club, match_id: str, do: Callable[[Table, Listed], bool]) -> bool:
    """Does it, if the time is over, and plays on; whether it was done."""

    def work() -> bool:
        with club.at_work(match_id) as table:
            listed = club.listed(match_id)  # after the match: if it is newer, nothing of this can be written
            if listed.closes is None or listed.closes > club.database.now() or table.match.is_over():
                return False
            return do(table, listed)

    done = retried(work)
    if done:
        club.resolve(match_id)
    return done


def _stand_in(table: Table, late: list[int]) -> None:
    name = favourite(table.game)
    with table.unwritten():
        for seat in late:
            table.stand_in(seat, name)
        table.answer()
        table.match.resolve(answered=dict.fromkeys(late, name))
