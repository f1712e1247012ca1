"""A step of the clock on the wall plays nobody's turn and gives nobody more time; after a restart the wall counts."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from breakaway.club.absences import keep_time, overdue, set_back
from breakaway.club.club import Club, open_club
from breakaway.club.database import SteadyClock, monotonic_seconds, utc_now
from breakaway.club.time_control import Terms
from tests.club.clocks import NOON
from tests.club.starts import race

DAY = 86_400.0


class Clocks:
    """The clock on the wall, which people set, and the time that really passes."""

    def __init__(self) -> None:
        self.wall, self.passed = NOON, 0.0

    def on(self, seconds: float) -> None:
        """Time passes."""
        self.wall += timedelta(seconds=seconds)
        self.passed += seconds

    def set(self, seconds: float) -> None:
        """Somebody sets the clock on the wall."""
        self.wall += timedelta(seconds=seconds)

    def start(self) -> SteadyClock:
        """A process starts."""
        return SteadyClock(lambda: self.wall, lambda: self.passed)


def timed(club: Club) -> str:
    """A race with a minute for each turn."""
    made = club.create("cycling", race(("human", "human")), here=[0, 1], terms=Terms(60, "close"))
    club.resolve(made.id)
    return made.id


@pytest.mark.parametrize("step", [DAY, -DAY, 3600.0, -3600.0])
def test_a_step_of_the_clock_plays_nobodys_turn_and_gives_nobody_more_time(
    club: Club, step: float, caplog: pytest.LogCaptureFixture
) -> None:
    clocks = Clocks()
    club.database.now = clocks.start()
    match_id = timed(club)
    clocks.on(30)
    clocks.set(step)
    assert overdue(club) == []
    assert not keep_time(club, match_id)
    assert club.look(match_id).turn == 0
    clocks.on(29)
    assert overdue(club) == []
    clocks.on(1)
    assert [match for match, _due in overdue(club)] == [match_id]
    assert keep_time(club, match_id)
    assert club.look(match_id).turn == 1
    assert f"jumped by {step:+.0f} s" in caplog.text
    assert len(caplog.records) == 1, "once"
    assert club.listed(match_id).terms.due == NOON + timedelta(seconds=120), "the next turn has its minute, too"


def test_after_a_restart_the_clock_on_the_wall_counts(club: Club) -> None:
    clocks = Clocks()
    club.database.now = clocks.start()
    match_id = timed(club)
    clocks.set(DAY)
    assert overdue(club) == []
    club.database.now = clocks.start()
    assert [match for match, _due in overdue(club)] == [match_id]


def test_a_server_that_starts_with_a_clock_that_was_set_back_says_so(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    clocks = Clocks()
    club.database.now = clocks.start()
    assert set_back(club) == 0
    timed(club)
    assert set_back(club) == 0
    clocks.set(-DAY)
    club.database.now = clocks.start()
    assert set_back(club) == DAY
    assert "86400 s behind the newest change" in caplog.text


def test_small_corrections_are_no_steps(caplog: pytest.LogCaptureFixture) -> None:
    clocks = Clocks()
    steady = clocks.start()
    for _ in range(10):
        clocks.on(10)
        clocks.set(0.4)
        steady()
    assert not caplog.records
    assert steady() == NOON + timedelta(seconds=100)


def test_the_time_while_the_machine_sleeps_is_counted_where_the_system_counts_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(time, "CLOCK_BOOTTIME", 7, raising=False)
    monkeypatch.setattr(time, "clock_gettime", {7: 86_400.5}.__getitem__, raising=False)
    assert monotonic_seconds() == 86_400.5
    before = time.monotonic()
    monkeypatch.delattr(time, "CLOCK_BOOTTIME")  # as on macOS and Windows
    assert 0 <= monotonic_seconds() - before < 60


def test_a_club_has_such_a_clock_from_the_start(tmp_path: Path) -> None:
    club = open_club(tmp_path / "club.sqlite")
    assert isinstance(club.database.now, SteadyClock)
    assert abs(club.database.now() - utc_now()) < timedelta(seconds=2)
    assert isinstance(utc_now(), datetime)
    assert monotonic_seconds() > 0
    club.close()
