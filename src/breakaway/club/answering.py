"""Delays the answers of standing instructions so that nobody can tell an instruction from a person who has to think.

The delay is drawn anew for each question, from the match's secret. So all servers of a club agree on the delay, and a
restart does not change it. A player without opponents has nobody to hide from, so that player's instructions answer at
once.
"""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select

from breakaway.club.database import Database
from breakaway.club.pace import HOUR, MINUTE
from breakaway.club.tables import OVER, matches
from breakaway.club.views import Listed
from breakaway.players.coaches import thinking_seed
from breakaway.records.match import Match

AT_ONE_SITTING = (3.0, 15.0)  # seconds
OVER_DAYS = (2.0 * MINUTE, 20.0 * MINUTE)


def wait(match: Match[Any, Any], listed: Listed, seat: int) -> int:
    """How long an instruction of this seat waits before it answers, in milliseconds after the question became known."""
    if sum(each.is_for_people for each in listed.seats) < 2:
        return 0
    least, most = OVER_DAYS if (listed.terms.seconds or 0) > HOUR else AT_ONE_SITTING
    drawn = random.Random(f"answer {thinking_seed(match.secret, seat, len(match.log) + 1)}").random()
    seconds: float = least * (most / least) ** drawn
    return round(1000 * seconds)


def soonest(match: Match[Any, Any], listed: Listed) -> int | None:
    """The shortest `wait` among the instructions that can answer the current question, or None if there are none."""
    return min((wait(match, listed, seat) for seat in match.missing() if match.instructions.get(seat)), default=None)


def may_answer(match: Match[Any, Any], listed: Listed, passed: timedelta) -> list[int]:
    """The seats whose instructions may answer. `passed` is the time since the question became known."""
    return [seat for seat in match.instructions if timedelta(milliseconds=wait(match, listed, seat)) <= passed]


def to_answer(database: Database) -> list[tuple[str, datetime]]:
    """The matches in a database in which standing instructions will answer, each with the time of the first answer."""
    asked = select(matches.c.id, matches.c.began, matches.c.answers)
    with database.reading() as connection:
        rows = connection.execute(asked.where(matches.c.answers.is_not(None), matches.c.status != OVER))
        return [(row.id, row.began + timedelta(milliseconds=row.answers)) for row in rows]
