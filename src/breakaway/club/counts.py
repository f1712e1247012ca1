"""Counts that the processes of one club share: how much of its limits each address has used, and who is at which table.

Each process reads all counts, but writes only its own, and only when they change. Each count expires by itself, so that
a process that was killed leaves nothing behind.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import delete, insert, select, tuple_
from sqlalchemy.exc import IntegrityError

from breakaway.club.database import Database, Unreachable
from breakaway.club.seats import changes
from breakaway.club.tables import counts

ALIVE, SEAT, LINE, STREAM = "alive", "seat", "line", "stream"
STANDING_KINDS = (ALIVE, SEAT, LINE, STREAM)  # true only while the process runs; the other kinds count uses
AT_ONCE = 500  # names in a statement
Key = tuple[str, str]  # the kind of count, and what is counted


@dataclass(frozen=True)
class SharedCount:
    """A count kept by another `process`. `ends`: the seconds until the count expires."""

    process: str
    kind: str
    name: str
    n: int
    ends: float


def tell(database: Database, process: str, changed: Mapping[Key, tuple[int, float]]) -> None:
    """Writes the `changed` counts of a `process` into the `database`, each with the seconds until it expires.

    A count of 0 is removed. Raises Unreachable.
    """
    now = database.now()
    names: dict[str, list[str]] = defaultdict(list)
    for kind, name in changed:
        names[kind].append(name)
    rows = [
        {"process": process, "kind": kind, "name": name, "n": n, "ends": now + timedelta(seconds=ends)}
        for (kind, name), (n, ends) in changed.items()
        if n
    ]
    try:
        with changes(database) as connection:
            for kind, each in names.items():
                mine = (counts.c.process == process) & (counts.c.kind == kind)
                for at in range(0, len(each), AT_ONCE):
                    connection.execute(delete(counts).where(mine, counts.c.name.in_(each[at : at + AT_ONCE])))
            if rows:
                connection.execute(insert(counts), rows)
    except IntegrityError:
        raise Unreachable("another server with the same name and address wrote to the database just now") from None


def sweep(database: Database) -> None:
    """Removes expired counts of all processes from a `database`, except those that others are already removing.

    Raises Unreachable.
    """
    key = (counts.c.process, counts.c.kind, counts.c.name)
    expired = select(*key).where(counts.c.ends <= database.now()).with_for_update(skip_locked=True)
    with changes(database) as connection:
        connection.execute(delete(counts).where(tuple_(*key).in_(expired)))


def told_by_others(database: Database, process: str) -> list[SharedCount]:
    """The counts that all processes except this `process` have written into the `database`. Raises Unreachable."""
    now = database.now()
    with database.reading() as connection:
        rows = connection.execute(select(counts).where(counts.c.process != process, counts.c.ends > now)).all()
    return [SharedCount(row.process, row.kind, row.name, row.n, (row.ends - now).total_seconds()) for row in rows]


def forget(database: Database, process: str) -> None:
    """Removes from the `database` those counts of a `process` that are true only while it runs.

    Call this just before the process stops. Raises Unreachable.
    """
    with changes(database) as connection:
        connection.execute(delete(counts).where(counts.c.process == process, counts.c.kind.in_(STANDING_KINDS)))
