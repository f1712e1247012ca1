"""When a turn closes: fixed hours in any time zone, weekdays, summer time, vacations and pauses, from one function."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from breakaway.club.time_control import (
    DAILY,
    DAY,
    EVERYBODY,
    HOUR,
    POSTAL,
    PRESETS,
    Pace,
    TimeOff,
    days_off,
    deadline,
    off_in,
    off_text,
    pace_in,
    pace_text,
    reminder,
)

ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC", "Asia/Kathmandu", "America/Santiago")
START = datetime(2026, 3, 1, tzinfo=UTC)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def off(begins: str, ends: str, seat: int = 0) -> TimeOff:
    return TimeOff(seat, utc(begins), utc(ends), 1)


def test_without_a_fixed_hour_the_time_runs_from_the_start_of_the_turn() -> None:
    assert deadline(60, Pace(), utc("2026-07-01 12:00")) == utc("2026-07-01 12:01")


@pytest.mark.parametrize(
    ("zone", "before", "after"),
    [  # eight in the evening by the clock on the wall, and summer time begins in between
        ("Europe/Berlin", "2026-03-28 19:00", "2026-03-29 18:00"),
        ("America/New_York", "2026-03-08 01:00", "2026-03-09 00:00"),
    ],
)
def test_turns_close_at_the_same_hour_when_summer_time_begins(zone: str, before: str, after: str) -> None:
    pace = Pace("20:00", zone=zone)
    first = deadline(12 * HOUR, pace, utc(before) - timedelta(hours=20))
    assert first == utc(before)
    assert deadline(12 * HOUR, pace, first) == utc(after), "23 hours later"
    assert {each.astimezone(ZoneInfo(zone)).strftime("%H:%M") for each in (first, utc(after))} == {"20:00"}


def test_an_hour_that_the_clock_skips_comes_as_much_later_and_of_one_that_comes_twice_the_first_counts() -> None:
    pace = Pace("02:30", zone="Europe/Berlin")
    assert deadline(HOUR, pace, utc("2026-03-28 20:00")) == utc("2026-03-29 01:30"), "half past three there"
    assert deadline(HOUR, pace, utc("2026-10-24 20:00")) == utc("2026-10-25 00:30"), "still summer time there"


def test_the_postal_pace_closes_on_sundays_and_leaves_four_days() -> None:
    seconds, pace = PRESETS[POSTAL]
    assert deadline(seconds, pace, utc("2026-07-01 12:00")) == utc("2026-07-05 20:00"), "from Wednesday to Sunday"
    assert deadline(seconds, pace, utc("2026-07-02 12:00")) == utc("2026-07-12 20:00"), "Thursday leaves too little"
    seconds, pace = PRESETS[DAILY]
    assert deadline(seconds, pace, utc("2026-07-01 08:00")) == utc("2026-07-01 20:00"), "twelve hours are enough"
    assert deadline(seconds, pace, utc("2026-07-01 08:01")) == utc("2026-07-02 20:00")


def test_a_pause_stops_the_time_and_leaves_a_day_after_it() -> None:
    pause = off("2026-07-02 00:00", "2026-07-05 00:00", EVERYBODY)
    assert deadline(2 * DAY, Pace(), utc("2026-07-01 12:00"), [pause]) == utc("2026-07-06 12:00")
    late = off("2026-07-03 11:00", "2026-07-05 00:00", EVERYBODY)
    assert deadline(2 * DAY, Pace(), utc("2026-07-01 12:00"), [late]) == utc("2026-07-06 00:00"), "one hour was left"
    after = off("2026-07-03 12:00", "2026-07-05 00:00", EVERYBODY)
    assert deadline(2 * DAY, Pace(), utc("2026-07-01 12:00"), [after]) == utc("2026-07-03 12:00"), "it came too late"


def test_a_vacation_lasts_from_midnight_to_midnight_where_the_match_is_played() -> None:
    pace = Pace(zone="Europe/Berlin")
    assert days_off(pace, date(2026, 3, 28), date(2026, 3, 29)) == (utc("2026-03-27 23:00"), utc("2026-03-29 22:00"))


def test_players_are_reminded_after_three_quarters_of_the_time_and_at_most_a_day_before() -> None:
    due = utc("2026-07-08 20:00")
    assert due - reminder(7 * DAY, due) == timedelta(days=1)
    assert due - reminder(12 * HOUR, due) == timedelta(hours=3)


moments = st.integers(0, 300 * 24).map(lambda hours: START + timedelta(hours=hours))
stops = st.lists(
    st.tuples(st.integers(-1, 3), moments, st.integers(1, 20 * 24)).map(
        lambda each: TimeOff(each[0], each[1], each[1] + timedelta(hours=each[2]), 1)
    ),
    max_size=6,
)
paces = st.builds(
    Pace,
    at=st.sampled_from(["", "00:00", "02:30", "20:00", "23:59"]),
    weekdays=st.sets(st.integers(0, 6), min_size=1).map(lambda days: tuple(sorted(days))),
    zone=st.sampled_from(ZONES),
)
lengths = st.sampled_from([60, 12 * HOUR, DAY, 4 * DAY, 7 * DAY])


def running(since: datetime, until: datetime, off: list[TimeOff]) -> int:
    """The seconds between two moments that are not off, counted piece by piece."""
    edges = sorted({since, until, *(moment for each in off for moment in (each.begins, each.ends))})
    pieces = [(a, b) for a, b in pairwise(edges) if since <= a and b <= until]
    free = [(a, b) for a, b in pieces if not any(each.begins <= a and b <= each.ends for each in off)]
    return round(sum((b - a).total_seconds() for a, b in free))


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(lengths, paces, moments, stops)
def test_every_deadline_leaves_its_time_and_no_earlier_one_would(
    seconds: int, pace: Pace, since: datetime, off: list[TimeOff]
) -> None:
    found = deadline(seconds, pace, since, off)
    assert is_right(found, seconds, pace, since, off)
    if pace.at:
        earlier = found - timedelta(days=1)
        while earlier >= since - timedelta(days=1):  # an hour either way: the clock may have changed in between
            for shift in (-60, -30, 0, 30, 60):
                assert not is_right(earlier + timedelta(minutes=shift), seconds, pace, since, off)
            earlier -= timedelta(days=1)
    else:
        assert not is_right(found - timedelta(seconds=1), seconds, pace, since, off)
    for each in off:
        assert deadline(seconds, pace, since, [one for one in off if one is not each]) <= found


def is_right(due: datetime, seconds: int, pace: Pace, since: datetime, off: list[TimeOff]) -> bool:
    """Whether a turn may close at this moment, said in another way than the function works it out."""
    ended = [each for each in off if each.ends > since and each.begins < due]
    here = due.astimezone(ZoneInfo(pace.zone))
    hours = {here, here.replace(fold=1)} | {here - timedelta(minutes=gap) for gap in (30, 60)}
    return (
        due >= since
        and not any(each.begins < due < each.ends for each in off)
        and running(since, due, off) >= seconds
        and all(running(each.ends, due, off) >= min(seconds, DAY) for each in ended)
        and (not pace.at or any(each.strftime("%H:%M") == pace.at for each in hours if _is_hour(each, here)))
        and (not pace.at or here.weekday() in pace.weekdays)
    )


def _is_hour(said: datetime, here: datetime) -> bool:
    """Whether this hour of the wall is the moment, or one that the clock skipped just before it."""
    there = said.replace(tzinfo=None).replace(tzinfo=here.tzinfo)
    return there.astimezone(UTC) == here.astimezone(UTC)


@given(paces, stops)
def test_a_row_keeps_pace_and_time_off(pace: Pace, off: list[TimeOff]) -> None:
    assert pace_in(pace_text(pace)) == pace
    assert list(off_in(off_text(off))) == off
