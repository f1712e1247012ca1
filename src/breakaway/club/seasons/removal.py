"""How many seasons visitors may open, and how a season is removed: by its organizer, or because it was never played.

The matches of a removed season stay, as matches of no season: their records belong to those who played them.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, exists, func, insert, select, update

from breakaway.club.database import Database
from breakaway.club.schema import (
    OVER,
    matches,
    removed_seasons,
    season_lines,
    season_matches,
    season_seats,
    seasons,
)
from breakaway.club.seats import changes
from breakaway.core.language import _, say
from breakaway.core.observation import NotNow

LOG = logging.getLogger(__name__)
MOST_SEASONS = 12  # that one visitor may open in `SPAN`
SPAN = timedelta(days=30)
PARTS = (season_matches, season_seats, season_lines)  # the tables with rows that belong to a season


def check_quota(connection: Connection, visitor: str, now: datetime) -> None:
    """Makes sure that a `visitor` (a hash of the address, as in `storage.visitor_hash`) may open one more season `now`.

    Raises NotNow.
    """
    recent = (seasons.c.visitor == visitor) & (seasons.c.created > now - SPAN)
    if (connection.scalar(select(func.count()).select_from(seasons).where(recent)) or 0) >= MOST_SEASONS:
        raise NotNow(
            say(
                "Your address has opened {n} seasons in the last 30 days, which is the most. Nothing was opened.",
                n=MOST_SEASONS,
            )
        )


def remove_season(database: Database, season_id: str, lines: int | None = None) -> list[str]:
    """Removes the season `season_id` from the `database`. Returns its matches, which stay.

    `lines`: how many it must have, if somebody has looked at it before (None: any number). Raises NotNow if it has
    changed, or was removed already.
    """
    with changes(database) as connection:
        return _remove(connection, season_id, database.now(), lines)


def _remove(connection: Connection, season_id: str, now: datetime, lines: int | None = None) -> list[str]:
    ours = seasons.c.id == season_id
    if lines is not None:
        ours &= seasons.c.lines == lines
    if connection.execute(update(seasons).where(ours).values(lines=seasons.c.lines)).rowcount != 1:  # locks the row
        raise NotNow(_("The season has changed since this page was made. Nothing was changed."))
    found = list(connection.scalars(select(season_matches.c.match).where(season_matches.c.season == season_id)))
    connection.execute(insert(removed_seasons).values(season=season_id, at=now))
    for table in PARTS:
        connection.execute(delete(table).where(table.c.season == season_id))
    connection.execute(delete(seasons).where(seasons.c.id == season_id))
    return found


def remove_unplayed(database: Database, days: int) -> list[str]:
    """Removes the seasons in a `database` that have no result and no match in progress, and in which nothing has
    happened for so many `days` (0: none). Returns their ids. Raises Unreachable.
    """
    if not days:
        return []
    now = database.now()
    with database.reading() as connection:
        old = list(connection.scalars(_unplayed(now - timedelta(days=days))))
    gone = []
    for season_id in old:
        with changes(database) as connection:
            still = _unplayed(now - timedelta(days=days)).where(seasons.c.id == season_id).with_for_update()
            if connection.scalar(still) is not None:
                _remove(connection, season_id, now)
                gone.append(season_id)
    if gone:
        LOG.warning("%d seasons without a result were removed, as set on the owner's page /storage", len(gone))
    return gone


def _unplayed(then: datetime):  # type: ignore[no-untyped-def]
    """Asks for the seasons that nobody has played or changed since `then`. Signing up counts as a change."""
    results = exists().where(season_lines.c.season == seasons.c.id, season_lines.c.line.like('{"kind": "result"%'))
    playing = exists().where(
        season_matches.c.season == seasons.c.id,
        season_matches.c.match == matches.c.id,
        matches.c.status != OVER,
    )
    signed_up = exists().where(season_seats.c.season == seasons.c.id, season_seats.c.claimed > then)
    return select(seasons.c.id).where(seasons.c.updated <= then, ~results, ~playing, ~signed_up)
