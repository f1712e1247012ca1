"""Vacations, pauses and held orders: what they do to a turn's deadline, and whom they wait for."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from breakaway.club.absences import come_back, days_left, hold, keep_time, overdue, pause, take_vacation
from breakaway.club.club import Club, open_club
from breakaway.club.rematches import rematch
from breakaway.club.schema import CLOSE, COACH
from breakaway.club.time_control import DAY, EVERYBODY, HOUR, POSTAL, PRESETS, Pace, Terms, TimeOff, deadline
from breakaway.core.language import UserError
from breakaway.core.observation import NotNow
from breakaway.core.rules import SPECTATOR
from breakaway.games.manifest import find
from breakaway.players.coaches import NoSuchCoach
from breakaway.players.seated_match import favourite
from breakaway.records.record_file import parse
from tests.club.clocks import NOON, Wall
from tests.club.starts import any_order, fate_match, race
from tests.club.test_leaks import bytes_of
from tests.depth import DEPTH

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Club]:
    """A club that all walks share: each has a match of its own."""
    club = open_club(tmp_path / "club.sqlite")
    yield club
    club.close()


def slow(club: Club, seconds: int = 2 * DAY, **pace: object) -> str:
    """A race of two players with 10 days off each and 10 for pauses."""
    agreed = Pace(**{"vacation": 10, "pause": 10, **pace})  # type: ignore[arg-type]
    made = club.create("cycling", race(("human", "human")), here=[0, 1], terms=Terms(seconds, CLOSE, pace=agreed))
    club.resolve(made.id)
    return made.id


def hours(club: Club, match_id: str) -> float:
    """Hours after noon of the first day until the turn closes."""
    closes = club.listed(match_id).closes
    assert closes is not None
    return (closes - NOON).total_seconds() / HOUR


def test_a_preset_closes_turns_at_its_hour_from_week_to_week(club: Club) -> None:
    wall = Wall(club)
    seconds, pace = PRESETS[POSTAL]
    made = club.create("cycling", race(("human", "human")), here=[0, 1], terms=Terms(seconds, CLOSE, pace=pace))
    club.resolve(made.id)
    assert club.look(made.id).due == NOON.replace(day=5, hour=20)
    assert club.look(made.id).closes == NOON.replace(day=6, hour=8), "and twelve hours of grace"
    wall.moment = NOON.replace(day=6, hour=7)
    assert overdue(club) == []
    assert not keep_time(club, made.id), "orders still count"
    club.choose(made.id, 0, any_order(club, made.id, 0, 1))
    wall.moment = NOON.replace(day=6, hour=8)
    assert club.look(made.id).late == [1]
    assert keep_time(club, made.id)
    line = parse(club.download(made.id, running=True)).lines[1]
    assert (None in line["orders"]["0"], None in line["orders"]["1"]) == (False, True)
    assert club.look(made.id).due == NOON.replace(day=12, hour=20)


def test_a_vacation_stops_the_clock_for_everybody_and_tells_nothing_of_who_has_chosen(club: Club) -> None:
    wall = Wall(club)
    looks = []
    for seat in (0, 1):
        wall.moment = NOON
        match_id = slow(club)
        club.choose(match_id, seat, any_order(club, match_id, seat, 1))
        take_vacation(club.database, match_id, 0, date(2026, 7, 2), date(2026, 7, 4))
        looks.append(club.look(match_id).closes)
        assert hours(club, match_id) == 2 * 24 + 3 * 24
        assert days_left(club.listed(match_id).terms, 0) == 7
        assert days_left(club.listed(match_id).terms, 1) == 10
    assert looks[0] == looks[1]
    wall.on(3 * DAY)
    come_back(club.database, match_id, 0)
    assert hours(club, match_id) == 2 * 24 + 2.5 * 24, "home half a day earlier"
    assert days_left(club.listed(match_id).terms, 0) == 7, "days that have begun are used up"


def test_a_vacation_ahead_can_be_cancelled_and_costs_nothing(club: Club) -> None:
    Wall(club)
    match_id = slow(club)
    take_vacation(club.database, match_id, 0, date(2026, 7, 2), date(2026, 7, 4))
    come_back(club.database, match_id, 0)
    assert hours(club, match_id) == 48
    assert days_left(club.listed(match_id).terms, 0) == 10


def test_a_pause_is_bounded_and_ends_by_itself_or_when_somebody_ends_it(club: Club) -> None:
    wall = Wall(club)
    match_id = slow(club)
    pause(club.database, match_id, 4)
    assert hours(club, match_id) == 48 + 4 * 24
    with pytest.raises(NotNow, match="already paused"):
        pause(club.database, match_id, 1)
    wall.on(1.5 * DAY)
    come_back(club.database, match_id, EVERYBODY)
    assert hours(club, match_id) == 48 + 36
    assert days_left(club.listed(match_id).terms, EVERYBODY) == 8
    with pytest.raises(UserError, match="Only 8 more days off are allowed"):
        pause(club.database, match_id, 9)
    pause(club.database, match_id, 8)
    wall.on(8 * DAY)
    assert not keep_time(club, match_id)
    wall.on(2 * DAY)
    assert keep_time(club, match_id), "it ended by itself"
    with pytest.raises(UserError, match="No more days off are allowed"):
        pause(club.database, match_id, 1)


def test_what_cannot_be_is_refused_with_its_reason_and_changes_nothing(club: Club) -> None:
    wall = Wall(club)
    match_id = slow(club)
    take_vacation(club.database, match_id, 0, date(2026, 7, 10), date(2026, 7, 12))
    before = club.listed(match_id).terms
    for seat, first, last, said in (
        (0, date(2026, 7, 5), date(2026, 7, 4), "ends before it begins"),
        (0, date(2026, 6, 1), date(2026, 6, 30), "today or within a year"),
        (0, date(2028, 6, 1), date(2028, 6, 2), "today or within a year"),
        (0, date(2026, 7, 12), date(2026, 7, 13), "already on vacation"),
        (1, date(2026, 7, 5), date(2026, 7, 15), "Only 10 more days off are allowed"),
    ):
        with pytest.raises(UserError, match=said):
            take_vacation(club.database, match_id, seat, first, last)
    with pytest.raises(UserError, match="at least one day"):
        pause(club.database, match_id, 0)
    with pytest.raises(NotNow, match="no vacation or pause"):
        come_back(club.database, match_id, 1)
    assert club.listed(match_id).terms == before
    wall.on(2 * DAY)
    with pytest.raises(NotNow, match="turn is closing"):
        take_vacation(club.database, match_id, 1, date(2026, 7, 3), date(2026, 7, 4))
    plain = club.create("cycling", race(("human", "human")), here=[0, 1]).id
    with pytest.raises(NotNow, match="no clock"):
        pause(club.database, plain, 1)


def test_a_held_order_waits_for_the_deadline_until_its_player_is_ready(club: Club) -> None:
    wall = Wall(club)
    match_id = slow(club, vacation=0)
    hold(club.database, match_id, 1, turn=0, is_ready=False)
    for seat in (0, 1):
        club.choose(match_id, seat, any_order(club, match_id, seat, 1))
    assert club.resolve(match_id) == 0
    look = club.look(match_id)
    assert (look.holding, look.waiting, look.late) == ([1], [], [])
    again = any_order(club, match_id, 1, 7)
    club.choose(match_id, 1, again)
    assert club.resolve(match_id) == 0, "sealed is not ready"
    hold(club.database, match_id, 1, turn=0, is_ready=True)
    assert club.resolve(match_id) == 1
    assert parse(club.download(match_id, running=True)).lines[1]["orders"]["1"] == again, "the last one counts"
    assert club.look(match_id).holding == [], "each turn anew"
    with pytest.raises(NotNow, match="its turn has already been played"):
        hold(club.database, match_id, 1, turn=0, is_ready=False)
    hold(club.database, match_id, 0, turn=1, is_ready=False)
    for seat in (0, 1):
        club.choose(match_id, seat, any_order(club, match_id, seat, 1))
    wall.on(2 * DAY)
    assert club.look(match_id).holding == []
    assert overdue(club) == [(match_id, NOON + timedelta(days=2))]
    assert keep_time(club, match_id)
    line = parse(club.download(match_id, running=True)).lines[2]
    assert not any(None in order for order in line["orders"].values()), "sealed orders count at the deadline"
    assert club.look(match_id).holding == [], "an order that was held until the deadline holds no later turn"
    for seat in (0, 1):
        club.choose(match_id, seat, any_order(club, match_id, seat, 1))
    assert club.resolve(match_id) == 1, "so the next turn is played as soon as all orders are sealed"


def test_in_a_quick_match_a_sealed_order_is_a_ready_one(club: Club) -> None:
    Wall(club)
    match_id = slow(club, seconds=60, vacation=0, pause=0)
    with pytest.raises(NotNow, match="as soon as all orders are sealed"):
        hold(club.database, match_id, 0, 0, is_ready=False)


def test_a_turn_that_is_taken_back_has_its_deadline_again_with_the_pauses_since(club: Club) -> None:
    wall = Wall(club)
    match_id = slow(club)
    for seat in (0, 1):
        club.choose(match_id, seat, any_order(club, match_id, seat, 1))
    wall.on(HOUR)
    club.resolve(match_id)
    assert hours(club, match_id) == 49
    pause(club.database, match_id, 2)
    club.undo(match_id)
    assert hours(club, match_id) == 48 + 48


@pytest.mark.slow
def test_the_coach_who_was_named_when_the_match_was_opened_chooses_for_a_late_player(club: Club) -> None:
    wall = Wall(club)
    with pytest.raises(NoSuchCoach):
        club.create("fate", fate_match(), terms=Terms(DAY, COACH, coach="nobody"))
    for named in ("", "random"):
        made = club.create("fate", fate_match(), here=[0, 1], terms=Terms(DAY, COACH, coach=named))
        club.resolve(made.id)
        late = club.look(made.id).waiting
        wall.on(DAY)
        assert keep_time(club, made.id)
        assert club.look(made.id).answered == dict.fromkeys(late, named or favourite(find("fate")))


def test_the_pace_is_checked_when_the_match_is_opened_and_a_rematch_has_the_same(club: Club) -> None:
    Wall(club)
    for pace, said in (
        (Pace(at="8 pm"), "in the form 20:00"),
        (Pace(weekdays=()), "at least one day"),
        (Pace(zone="Middle-earth/Shire"), "such as Europe/Berlin"),
        (Pace(zone="../etc"), "such as Europe/Berlin"),
        (Pace(zone=""), "such as Europe/Berlin"),
        (Pace(grace=5), "a value from the list"),
        (Pace(vacation=61), "from 0 to 60"),
        (Pace(pause=-1), "from 0 to 60"),
    ):
        with pytest.raises(UserError, match=said):
            club.create("cycling", race(("human", "human")), terms=Terms(DAY, CLOSE, pace=pace))
    assert club.matches() == []
    match_id = slow(club, at="20:00", zone="Europe/Berlin")
    pause(club.database, match_id, 1)
    again = club.listed(rematch(club, match_id, [0, 1]).id).terms
    assert again.pace == club.listed(match_id).terms.pace
    assert again.off == (), "with all days off"


def test_a_stamp_changes_with_time_off_and_with_who_holds(club: Club) -> None:
    Wall(club)
    match_id = slow(club)
    found = [[club.look(match_id, seat).stamp for seat in (-1, 0, 1)]]
    take_vacation(club.database, match_id, 0, date(2026, 7, 2), date(2026, 7, 2))
    found.append([club.look(match_id, seat).stamp for seat in (-1, 0, 1)])
    hold(club.database, match_id, 0, 0, is_ready=False)
    found.append([club.look(match_id, seat).stamp for seat in (-1, 0, 1)])
    for seat in range(3):
        assert len({each[seat] for each in found}) == 3


def test_what_a_holding_player_has_sealed_and_how_often_nobody_sees(club: Club) -> None:
    looks = []
    for seed in (1, 2):
        Wall(club)
        match_id = slow(club)
        hold(club.database, match_id, 1, 0, is_ready=False)
        for _ in range(seed):
            club.choose(match_id, 1, any_order(club, match_id, 1, seed))
        looks.append([bytes_of(club.look(match_id, seat)) for seat in (SPECTATOR, 0)])
    assert looks[0] == looks[1]


class Slow(RuleBasedStateMachine):
    """A race over a year with summer time beginning and ending, and all that its players do about time."""

    def __init__(self, club: Club) -> None:
        super().__init__()
        self.club = club

    @initialize(pace=st.sampled_from([*PRESETS.values(), (2 * DAY, Pace(zone="Europe/Berlin", grace=HOUR))]))
    def open(self, pace: tuple[int, Pace]) -> None:
        self.wall = Wall(self.club)
        self.seconds, given = pace
        self.pace = Pace(given.at, given.weekdays, "Europe/Berlin", given.grace, 20, 20)
        self.match = slow(self.club, self.seconds, **vars(self.pace))
        self.since, self.turn = self.wall.moment, 0
        self.off: tuple[TimeOff, ...] = ()

    def act(self, *what: object) -> None:
        """Tries something; whether it may be done is the club's affair."""
        action, *given = what
        try:
            action(self.club.database, self.match, *given)  # type: ignore[operator]
        except (UserError, NotNow):
            assert self.club.listed(self.match).terms.off == self.off
        self.off = self.club.listed(self.match).terms.off

    @rule(seat=st.integers(0, 1), ahead=st.integers(-2, 20), long=st.integers(-1, 12))
    def vacation(self, seat: int, ahead: int, long: int) -> None:
        first = self.wall.moment.astimezone(BERLIN).date() + timedelta(days=ahead)
        self.act(take_vacation, seat, first, first + timedelta(days=long))

    @rule(days=st.integers(0, 12))
    def paused(self, days: int) -> None:
        self.act(pause, days)

    @rule(seat=st.integers(-1, 1))
    def back(self, seat: int) -> None:
        self.act(come_back, seat)

    @rule(seat=st.integers(0, 1), is_ready=st.booleans())
    def held(self, seat: int, is_ready: bool) -> None:
        self.act(hold, seat, self.turn, is_ready)

    @rule(seat=st.integers(0, 1))
    def chosen(self, seat: int) -> None:
        if self.club.look(self.match, seat).observation.is_asked():  # not once all riders of the team are in
            self.club.choose(self.match, seat, any_order(self.club, self.match, seat, 1))
            self.club.resolve(self.match)

    @rule(passed=st.sampled_from([HOUR, 7 * HOUR, DAY, 3 * DAY, 10 * DAY, 90 * DAY]))
    def time_goes_on(self, passed: int) -> None:
        self.wall.on(passed)
        due = {match for match, _moment in overdue(self.club)}
        listed = self.club.listed(self.match)
        assert (self.match in due) == (listed.closes is not None and listed.closes <= self.wall.moment)
        turn = listed.turn
        if keep_time(self.club, self.match):
            assert self.club.listed(self.match).turn == turn + 1
        assert self.club.listed(self.match).turn == turn + (self.match in due)

    @invariant()
    def the_deadline_is_what_the_function_says(self) -> None:
        listed = self.club.listed(self.match)
        if listed.status == "over":
            return
        if listed.turn != self.turn:
            self.turn, self.since = listed.turn, self.wall.moment
        assert listed.terms.due == deadline(self.seconds, self.pace, self.since, listed.terms.off)
        assert listed.closes is not None
        assert listed.closes > self.wall.moment
        for seat in (EVERYBODY, 0, 1):
            assert 0 <= days_left(listed.terms, seat) <= 20
        assert all(each.begins <= each.ends for each in listed.terms.off)
        if self.pace.at:
            due = listed.terms.due.astimezone(BERLIN)  # type: ignore[union-attr]
            assert due.strftime("%H:%M") == self.pace.at
            assert due.weekday() in self.pace.weekdays


def walk(club: Club, runs: int) -> None:
    run_state_machine_as_test(
        lambda: Slow(club), settings=settings(max_examples=runs, stateful_step_count=25, deadline=None)
    )


@pytest.mark.slow
def test_turns_close_at_their_deadline_and_once_whatever_players_do_about_time(sqlite: Club) -> None:
    walk(sqlite, 3)


@pytest.mark.slow
def test_turns_close_at_their_deadline_and_once_in_many_walks(sqlite: Club) -> None:
    walk(sqlite, 50 * DEPTH)
