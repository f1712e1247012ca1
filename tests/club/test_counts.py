"""Counts that the processes of one club share: expired ones go, and no two processes wait for each other."""

from __future__ import annotations

from sqlalchemy import select

from breakaway.club.club import Club
from breakaway.club.notifications import LINE, sweep, tell
from breakaway.club.schema import counts
from breakaway.club.seats import changes


def test_expired_counts_of_all_processes_are_removed_but_for_those_that_another_is_removing(club: Club) -> None:
    """On PostgreSQL, two processes that removed each other's counts would each wait for the other."""
    database = club.database
    for process in ("one", "other"):
        tell(database, process, {(LINE, "gone"): (3, -1.0), (LINE, "here"): (4, 60.0)})
    left = select(counts.c.process, counts.c.name).order_by(counts.c.process, counts.c.name)
    if not database.is_sqlite:
        with changes(database) as connection:
            connection.execute(select(counts).where(counts.c.process == "one").with_for_update())
            sweep(database)
            found = connection.execute(left).all()
        assert [tuple(each) for each in found] == [("one", "gone"), ("one", "here"), ("other", "here")]
    sweep(database)
    with database.reading() as connection:
        assert [tuple(each) for each in connection.execute(left)] == [("one", "here"), ("other", "here")]
