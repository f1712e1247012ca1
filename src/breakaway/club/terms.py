"""The terms of a match, agreed when it is opened: the time for each choice, what happens when time is up, and the
delay.

The clock of a turn starts with the entry that begins the turn. Sealed orders do not change it. So the time left does
not reveal who has chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.sql.dml import Insert

from breakaway.club.tables import CLOSE, COACH, WAIT, terms
from breakaway.coaches.table import HUMAN
from breakaway.core.game import Game
from breakaway.core.language import _, say
from breakaway.core.match import Start
from breakaway.core.trouble import Trouble

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
LIVE = (MINUTE, 3 * MINUTE, 10 * MINUTE)  # seconds for a choice at one sitting
SLOW = (12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY)  # seconds for a choice in a match over several days
DELAYS = (0, 1, 2, 5, 10)  # turns
UNDONE = "undo"
BEGINS = {"match", "turn", "decree", UNDONE}  # entries after which there is something new to choose


@dataclass(frozen=True)
class Terms:
    """The agreed terms. `seconds`: the time for each choice (None: no limit). `due`: the current deadline.

    `late`: what happens when a player is late. `close`: the rules for absent players apply. `coach`: a coach makes that
    one choice. `wait`: the table waits until another player lets a coach answer. `delay`: how many turns late
    spectators see the match.
    """

    seconds: int | None = None
    late: str = WAIT
    due: datetime | None = None
    delay: int = 0


NONE = Terms()


def agreed(game: Game[Any, Any], start: Start, asked: Terms) -> Terms:
    """The terms `asked` for, adapted to the `game`. Raises Trouble if the match cannot have these terms.

    `start` says who plays.
    """
    if not 0 <= asked.delay <= max(DELAYS):
        raise Trouble(say("The delay for spectators must be 0 to {most} turns.", most=max(DELAYS)))
    if asked.seconds is None:
        return Terms(delay=asked.delay)
    if asked.seconds < 1:
        raise Trouble(_("The time for each choice must be at least one second."))
    if start.chance == "typed":
        raise Trouble(
            _("A match with your own dice and cards cannot have a time limit: leave the time for each choice open.")
        )
    if sum(str(seat.get("by")) == HUMAN for seat in start.seats) < 2:
        raise Trouble(_("A match with only one player cannot have a time limit: leave the time for each choice open."))
    if game.absent is None and asked.late not in (WAIT, COACH):
        raise Trouble(_("Choose what happens when a player is late: either wait, or let a coach answer."))
    return Terms(asked.seconds, asked.late if game.absent is None else CLOSE, delay=asked.delay)


def rows_for(match_id: str, asked: Terms) -> list[Insert]:
    """The row for a new match with the terms `asked` for, or no row if nothing was agreed."""
    if asked == NONE:
        return []
    return [insert(terms).values(match=match_id, seconds=asked.seconds, late=asked.late, delay=asked.delay)]


def begin_turn(connection: Connection, match_id: str, now: datetime, kinds: Sequence[str] = ()) -> None:
    """Starts the clock of a turn if these `kinds` of entries begin one.

    If a turn was taken back, it gets its old deadline again, so that nobody gains time by taking a choice back.
    """
    if kinds and not BEGINS.intersection(kinds):
        return
    ours = terms.c.match == match_id
    row = connection.execute(select(terms).where(ours, terms.c.seconds.is_not(None))).first()
    if row is None:
        return
    fresh = now + timedelta(seconds=row.seconds)
    back = row.before if kinds and kinds[-1] == UNDONE else None
    connection.execute(update(terms).where(ours).values(due=back or fresh, before=None if back else row.due))
