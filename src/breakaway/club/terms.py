"""The terms of a match, agreed when it opens: the time for each choice, what happens when time is up, and the delay
for spectators.

The clock of a turn starts with the entry that begins the turn. Sealed orders do not change the clock, so the time left
does not reveal who has chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Row, insert, select, update
from sqlalchemy.sql.dml import Insert

from breakaway.club.pace import (
    DAY,
    HOUR,
    MINUTE,
    PLAIN,
    Pace,
    TimeOff,
    deadline,
    is_live,
    off_in,
    off_text,
    pace_in,
    pace_text,
)
from breakaway.club.tables import CLOSE, COACH, WAIT, terms
from breakaway.core.game import Game
from breakaway.core.language import Trouble, _, say
from breakaway.players import coaches
from breakaway.players.seated_match import HUMAN
from breakaway.records.match import Start

LIVE = (MINUTE, 3 * MINUTE, 10 * MINUTE)  # seconds for each choice in a match played in one sitting
SLOW = (12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY)  # seconds for each choice in a match played over several days
DELAYS = (0, 1, 2, 5, 10)  # turns
GRACES = (0, HOUR, 6 * HOUR, 12 * HOUR, DAY)  # seconds after the deadline
MOST_DAYS = 60  # days of vacation for each player, and days of pauses
MOST_MISSED = 9  # turns in a row
UNDONE = "undo"
BEGINS = {"match", "turn", "decree", UNDONE}  # entries after which there is something new to choose


@dataclass(frozen=True)
class Terms:
    """The agreed terms. `seconds`: the time for each choice (None: no limit). `due`: the current deadline.

    `late` says what happens when a player is late. With `close`, the rules for absent players apply. With `coach`, a
    coach chooses for that player. With `wait`, the table waits until the player chooses or another player lets a coach
    answer. `delay`: how many turns late spectators see the match.

    `pace`: the hour and the days on which turns close, and the limits on time off. With a fixed hour, `seconds` is the
    minimum time for each choice. `coach`: who chooses for a late player (empty: the game's usual coach). `off`:
    vacations and pauses. `since`: when the clock of this turn started. `changes`: how many times the time off was
    changed. `before`: the deadline of the turn before.
    """

    seconds: int | None = None
    late: str = WAIT
    due: datetime | None = None
    delay: int = 0
    pace: Pace = PLAIN
    coach: str = ""
    off: tuple[TimeOff, ...] = ()
    since: datetime | None = field(default=None, compare=False)
    changes: int = field(default=0, compare=False)
    before: datetime | None = field(default=None, compare=False)

    @property
    def closes(self) -> datetime | None:
        """When the turn closes: at the deadline, or at the end of the grace period after it."""
        return self.due and self.due + timedelta(seconds=self.pace.grace)

    @property
    def is_live(self) -> bool:
        """Whether players have so little time for each choice that nobody waits for an email (`pace.is_live`)."""
        return is_live(self.seconds)

    @property
    def is_slow(self) -> bool:
        """Whether the match is played over several days, so that a player may want to reconsider a sealed order."""
        return (self.seconds or 0) >= min(SLOW)


NONE = Terms()


def agreed(game: Game[Any, Any], start: Start, asked: Terms) -> Terms:
    """The terms that were `asked` for, adapted to the `game`. Raises Trouble if the match cannot have these terms.

    `start` says who plays.
    """
    if not 0 <= asked.delay <= max(DELAYS):
        raise Trouble(say("The delay for spectators must be from 0 to {most} turns.", most=max(DELAYS)))
    if asked.seconds is None:
        return Terms(delay=asked.delay)
    if asked.seconds < 1:
        raise Trouble(_("The time for each choice must be at least one second."))
    if start.chance == "typed":
        raise Trouble(_("A match with your own dice and cards cannot have a time limit: choose “no limit” instead."))
    if sum(str(seat.get("by")) == HUMAN for seat in start.seats) < 2:
        raise Trouble(_("A match with only one player cannot have a time limit: choose “no limit” instead."))
    if game.absent is None and asked.late not in (WAIT, COACH):
        raise Trouble(_("Choose what happens when a player is late: either wait, or let a coach answer."))
    if game.absent is None and asked.coach:
        coaches.find(game, asked.coach)
    coach = asked.coach if game.absent is None else ""
    late = asked.late if game.absent is None else CLOSE
    return Terms(asked.seconds, late, delay=asked.delay, pace=checked_pace(asked.pace), coach=coach)


def checked_pace(pace: Pace) -> Pace:
    """Checks a pace, and returns it. Raises Trouble, which says what is wrong and what would be right."""
    if pace.at and not _is_hour(pace.at):
        raise Trouble(say("Enter the time in the form 20:00, not {asked}.", asked=repr(pace.at[:20])))
    if not pace.weekdays or not set(pace.weekdays) <= set(range(7)):
        raise Trouble(_("Choose at least one day of the week on which turns close."))
    if not is_zone(pace.zone):
        raise Trouble(
            say("Unknown time zone {asked}: use a name such as Europe/Berlin or UTC.", asked=repr(pace.zone[:40]))
        )
    if pace.grace not in GRACES:
        raise Trouble(_("Time after the deadline: choose a value from the list."))
    if not (0 <= pace.vacation <= MOST_DAYS and 0 <= pace.pause <= MOST_DAYS):
        raise Trouble(
            say(
                "The number of vacation days and the number of pause days must each be from 0 to {most}.",
                most=MOST_DAYS,
            )
        )
    if not 0 <= pace.missed <= MOST_MISSED:
        raise Trouble(
            say(
                "The number of missed turns before a standby player takes over must be from 0 to {most}.",
                most=MOST_MISSED,
            )
        )
    return pace


def _is_hour(text: str) -> bool:
    try:
        return time.fromisoformat(text).strftime("%H:%M") == text
    except ValueError:
        return False


def is_zone(name: str) -> bool:
    """Whether this is the name of a time zone, such as `Europe/Berlin`."""
    try:
        return bool(name) and bool(ZoneInfo(name).key)
    except (OSError, ValueError, LookupError):  # zoneinfo raises these for folders, odd names and unknown names
        return False


def rows_for(match_id: str, asked: Terms) -> list[Insert]:
    """A row for a new match with the terms `asked` for, or no row if nothing was agreed."""
    if asked == NONE:
        return []
    row = {"match": match_id, "seconds": asked.seconds, "late": asked.late, "delay": asked.delay}
    return [insert(terms).values(**row, pace=pace_text(asked.pace), coach=asked.coach or None)]


def terms_in(row: Row[Any]) -> Terms:
    """The terms in a row of the table, or of a join in which the terms may be missing."""
    pace, off = pace_in(row.pace), off_in(row.time_off)
    late, delay, changes = row.late or WAIT, row.delay or 0, row.changes or 0
    return Terms(row.seconds, late, row.due, delay, pace, row.coach or "", off, row.since, changes, row.before)


def begin_turn(connection: Connection, match_id: str, now: datetime, kinds: Sequence[str] = ()) -> None:
    """Starts the clock of a turn if entries of these `kinds` begin a turn.

    A turn that was taken back gets its old deadline again, so that nobody gains time by taking a choice back.
    """
    if kinds and not BEGINS.intersection(kinds):
        return
    row = connection.execute(select(terms).where(terms.c.match == match_id, terms.c.seconds.is_not(None))).first()
    if row is None:
        return
    found, is_back = terms_in(row), bool(kinds) and kinds[-1] == UNDONE and bool(row.before)
    since = row.since_before if is_back else now
    due = deadline(row.seconds, found.pace, since, found.off) if since else row.before
    before = (None, None) if is_back else (row.due, row.since)
    _set_clock(connection, match_id, found.pace, due, since=since, before=before[0], since_before=before[1])


def set_time_off(connection: Connection, match_id: str, off: Sequence[TimeOff]) -> None:
    """Saves a match's vacations and pauses, and the resulting deadline of the current turn."""
    row = connection.execute(select(terms).where(terms.c.match == match_id)).one()
    found = terms_in(row)
    due = deadline(row.seconds, found.pace, row.since, off) if row.since else row.due
    _set_clock(connection, match_id, found.pace, due, time_off=off_text(off), changes=terms.c.changes + 1)


def _set_clock(connection: Connection, match_id: str, pace: Pace, due: datetime | None, **values: Any) -> None:
    closes = due and due + timedelta(seconds=pace.grace)
    connection.execute(update(terms).where(terms.c.match == match_id).values(due=due, closes=closes, **values))
