"""Counts that the processes of one club share: how much each address has used, and who is at which table.

Each process writes only its own counts, and only when they change. It reads those of all others. A count ends by
itself, so that a process that was killed leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import delete, insert, select

from breakaway.club.database import Database
from breakaway.club.seats import changes
from breakaway.club.tables import counts

ALIVE, SEAT, LINE, STREAM = "alive", "seat", "line", "stream"
STANDING_KINDS = (ALIVE, SEAT, LINE, STREAM)  # true only while the process runs; others count what was used
Key = tuple[str, str]  # the kind of count, and what is counted


@dataclass(frozen=True)
class SharedCount:
    """A count of another `process`. `ends`: after how many seconds it is void."""

    process: str
    kind: str
    name: str
    n: int
    ends: float


def tell(database: Database, process: str, changed: Mapping[Key, tuple[int, float]]) -> None:
    """Writes the `changed` counts of a `process` into the `database`, each with the seconds until it ends.

    A count of 0 is removed. Raises Unreachable.
    """
    now = database.now()
    with changes(database) as connection:
        for kind, name in changed:
            mine = (counts.c.process == process) & (counts.c.kind == kind) & (counts.c.name == name)
            connection.execute(delete(counts).where(mine))
        rows = [
            {"process": process, "kind": kind, "name": name, "n": n, "ends": now + timedelta(seconds=ends)}
            for (kind, name), (n, ends) in changed.items()
            if n
        ]
        if rows:
            connection.execute(insert(counts), rows)
        connection.execute(delete(counts).where(counts.c.ends <= now))


def told_by_others(database: Database, process: str) -> list[SharedCount]:
    """The counts in a `database` of all processes but this `process`. Raises Unreachable."""
    now = database.now()
    with database.reading() as connection:
        rows = connection.execute(select(counts).where(counts.c.process != process, counts.c.ends > now)).all()
    return [SharedCount(row.process, row.kind, row.name, row.n, (row.ends - now).total_seconds()) for row in rows]


def forget(database: Database, process: str) -> None:
    """Removes from a `database` what a `process` has said about visitors who are there, because it stops.

    Raises Unreachable.
    """
    with changes(database) as connection:
        connection.execute(delete(counts).where(counts.c.process == process, counts.c.kind.in_(STANDING_KINDS)))
