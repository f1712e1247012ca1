"""The figures of the weekly report on both kinds of databases."""

from __future__ import annotations

import logging
from datetime import timedelta

from breakaway.club.club import Club
from breakaway.club.upkeep import AGAIN, FaultCounts, claim_report, settle_report, upkeep
from tests.club.clocks import Wall
from tests.club.starts import race


def test_a_report_is_claimed_by_one_server_and_by_the_next_one_if_that_dies(club: Club) -> None:
    wall = Wall(club)
    assert claim_report(club.database)
    assert not claim_report(club.database)
    wall.on(AGAIN.total_seconds() + 1)
    assert claim_report(club.database)
    settle_report(club.database, is_sent=True)
    wall.on(timedelta(days=4).total_seconds())
    assert not claim_report(club.database)
    wall.on(timedelta(days=1).total_seconds())
    assert claim_report(club.database)
    assert not claim_report(club.database)


def test_matches_and_errors_of_several_processes_are_counted(club: Club) -> None:
    club.create("cycling", race(("human", "human")), here=[0, 1])
    one, two = FaultCounts(club.database), FaultCounts(club.database)
    for each in (one, two, two):
        each.handle(logging.LogRecord("breakaway.x", logging.ERROR, "", 0, "%s failed", ("a secret",), None))
    one.save()
    two.save()
    found = upkeep(club.database)
    assert (found.faults, found.new, sum(found.counted.values())) == ({"breakaway.x: … failed": 3}, 1, 1)
    assert found.used > 0
    assert found.versions["Tables"]
    assert len(found.versions) == 4
