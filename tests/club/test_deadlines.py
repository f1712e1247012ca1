"""Time for each choice: when it begins and ends, what comes of being late, and that it tells nobody who has chosen."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from sqlalchemy import Connection, text

from breakaway.club import absences
from breakaway.club.absences import keep_time, overdue
from breakaway.club.club import Club, open_club
from breakaway.club.rematches import rematch
from breakaway.club.schema import COACH, WAIT
from breakaway.club.time_control import NONE, Terms
from breakaway.core.language import UserError
from breakaway.core.observation import NotNow
from breakaway.core.rules import SPECTATOR
from breakaway.games.football.rules import terms as football_terms
from breakaway.games.manifest import find
from breakaway.records.record_file import parse
from breakaway.records.verify import Grade
from tests.club.clocks import NOON, Wall
from tests.club.starts import any_order, football_match, play_out, race, sit
from tests.club.test_leaks import bytes_of

MINUTE = Terms(60)
THREE = ("human", "human", "human")


def timed_race(club: Club, by: tuple[str, ...] = THREE) -> str:
    match_id = club.create("cycling", race(by), here=range(len(by)), terms=MINUTE).id
    club.resolve(match_id)
    return match_id


def timed_football(club: Club, late: str) -> str:
    match_id = club.create("football", football_match(), here=[0, 1], terms=Terms(60, late)).id
    club.resolve(match_id)
    return match_id


def let_coach_answer(club: Club, match_id: str, seat: int, turn: int) -> None:
    club.do(match_id, lambda table: absences.let_coach_answer(table, seat, turn, club.database.now()))


def due(club: Club, match_id: str) -> float | None:
    """Seconds after noon; the same in the list and for every seat."""
    found = club.listed(match_id).due
    for seat in range(-1, len(club.seats(match_id))):
        assert club.look(match_id, seat).due == found
    return None if found is None else (found - NOON).total_seconds()


def test_the_clock_begins_with_the_turn_and_whoever_chooses_does_not_move_it(club: Club) -> None:
    wall = Wall(club)
    match_id = timed_race(club)
    assert due(club, match_id) == 60
    for seat in (0, 1, 1):  # one changes his mind
        wall.on(10)
        club.choose(match_id, seat, any_order(club, match_id, seat, int(wall.moment.timestamp())))
        club.instruct(match_id, seat, [])
        assert due(club, match_id) == 60
    wall.on(5)
    club.choose(match_id, 2, any_order(club, match_id, 2, 1))
    assert due(club, match_id) is None, "nobody is missing"
    club.resolve(match_id)
    assert due(club, match_id) == 35 + 60


def test_it_stands_in_the_database_and_outlives_the_program(club: Club) -> None:
    wall = Wall(club)
    match_id = timed_race(club)
    wall.on(20)
    later = Club(club.database)
    assert due(later, match_id) == 60
    assert overdue(later) == []
    wall.on(40)
    assert overdue(later) == [(match_id, NOON + timedelta(seconds=60))]


def test_nobody_has_to_hurry_before_all_are_there(club: Club) -> None:
    wall = Wall(club)
    made = club.create("cycling", race(("human", "human")), here=[0], terms=MINUTE)
    wall.on(1000)
    assert due(club, made.id) is None
    assert overdue(club) == []
    assert not keep_time(club, made.id)
    sit(club, made.tokens[1], "Ann Example")
    assert due(club, made.id) == 1060


def test_a_turn_that_is_taken_back_has_the_time_that_it_had(club: Club) -> None:
    wall = Wall(club)
    match_id = timed_football(club, WAIT)
    wall.on(50)
    play_out(club, match_id, turns=1)
    assert due(club, match_id) == 110
    club.undo(match_id)
    assert due(club, match_id) is None, "its orders are sealed as they were"
    (seat,) = club.load(match_id).match.choosers()
    club.choose(match_id, seat, any_order(club, match_id, seat, 3))
    assert club.listed(match_id).terms.due == NOON + timedelta(seconds=60)
    club.resolve(match_id)
    assert due(club, match_id) == 110


def test_the_race_goes_on_without_who_is_late_by_its_own_rules(club: Club) -> None:
    wall = Wall(club)
    match_id = timed_race(club)
    sealed = any_order(club, match_id, 0, 1)
    club.choose(match_id, 0, sealed)
    wall.on(59.9)
    assert not keep_time(club, match_id)
    assert club.look(match_id).turn == 0
    wall.on(0.1)
    assert club.look(match_id).late == [1, 2]
    assert keep_time(club, match_id)
    look = club.look(match_id)
    assert (look.turn, look.late) == (1, [])
    line = parse(club.download(match_id, running=True)).lines[1]
    assert line["orders"]["0"] == sealed
    assert set(line["orders"]["1"]) == {None}
    assert "answered" not in line
    told = [each.rule for each in look.log[0][1]]
    closed = club.create("cycling", race(THREE), here=range(3)).id
    club.resolve(closed)
    club.choose(closed, 0, sealed)
    club.do(closed, lambda table: table.match.close())
    assert told == [each.rule for each in club.look(closed).log[0][1]], "as the referee's deadline does"
    assert not keep_time(club, match_id), "there is time again"
    assert due(club, match_id) == 120
    for _ in range(200):
        if club.look(match_id).is_over:
            break
        wall.on(60)
        assert keep_time(club, match_id)
    assert club.check(match_id).details[0].endswith("finished:")


def closing(club: Club, match_id: str, done: list[bool]) -> None:
    done.append(keep_time(club, match_id))


def test_of_two_servers_one_closes_the_turn(club: Club) -> None:
    url = club.database.engine.url.render_as_string(hide_password=False)
    other = open_club(url)
    wall = Wall(club, other)
    match_id = timed_race(club)
    for turn in range(1, 4):
        wall.on(60)
        done: list[bool] = []
        both = [threading.Thread(target=closing, args=(each, match_id, done)) for each in (club, other)]
        for each in both:
            each.start()
        for each in both:
            each.join(60)
        assert sorted(done) == [False, True]
        assert club.look(match_id).turn == other.look(match_id).turn == turn
    other.close()


@pytest.mark.slow
def test_where_the_rules_cannot_go_on_a_coach_answers_this_one_choice_if_it_was_agreed(club: Club) -> None:
    wall = Wall(club)
    match_id = timed_football(club, COACH)
    (late,) = club.look(match_id).waiting
    wall.on(61)
    assert keep_time(club, match_id)
    look = club.look(match_id)
    assert look.answered == {late: "random"}
    line = parse(club.download(match_id, running=True)).lines[-1]
    assert line["answered"] == {str(late): "random"}
    assert club.seats(match_id)[late].by == "human", "he plays on himself"
    (seat,) = look.waiting
    club.choose(match_id, seat, any_order(club, match_id, seat, 1))
    club.resolve(match_id)
    assert club.look(match_id).answered == {}
    while not club.look(match_id).is_over:
        wall.on(61)
        assert keep_time(club, match_id)
    assert club.check(match_id).details[0].endswith("finished:")


@pytest.mark.slow
@pytest.mark.parametrize("late", [WAIT, COACH])
def test_a_late_defense_calls_time_before_the_last_card_of_the_half_unless_first_down(club: Club, late: str) -> None:
    """BF-R52: this one question is answered for it whatever was agreed, and not by a coach."""
    wall = Wall(club)
    match_id = timed_football(club, late)
    asked = {True: 0, False: 0}
    for n in range(400):
        look = club.look(match_id)
        view = look.observation.view
        if look.is_over or asked[True]:
            break
        if view.phase == football_terms.TIME:
            (seat,) = look.waiting
            wall.on(61)
            assert keep_time(club, match_id)
            after = club.look(match_id)
            assert after.observation.view.phase == football_terms.CALL
            assert view.time_outs[seat] - after.observation.view.time_outs[seat] == (view.down > 1)
            assert after.answered == {}
            asked[view.down > 1] += 1
            continue
        for seat in look.waiting:
            play = any_order(club, match_id, seat, n)
            club.choose(match_id, seat, [0] if view.phase == football_terms.OFFENSE_TIME else play)
        club.resolve(match_id)
    assert asked[True]


def test_an_instruction_answers_before_a_coach_does(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    wall = Wall(club)
    match_id = timed_football(club, COACH)
    (late,) = club.look(match_id).waiting
    order = any_order(club, match_id, late, 5)
    monkeypatch.setitem(find("football").instructions, "never ice", lambda view, config, seat: order)  # type: ignore[arg-type]
    club.instruct(match_id, late, ["never ice"])
    wall.on(60)
    assert keep_time(club, match_id)
    line = parse(club.download(match_id, running=True)).lines[2]
    assert "answered" not in line
    assert line["orders"] == {str(late): order}


def test_otherwise_one_who_is_not_late_decides_and_only_after_the_deadline(club: Club) -> None:
    wall = Wall(club)
    match_id = timed_football(club, WAIT)
    (late,), turn = club.look(match_id).waiting, club.look(match_id).turn
    with pytest.raises(NotNow, match="Nobody is late"):
        let_coach_answer(club, match_id, 1 - late, turn)
    wall.on(60)
    assert not keep_time(club, match_id)
    assert club.look(match_id).turn == turn, "the server decides nothing"
    for seat in (late, SPECTATOR, 7):
        with pytest.raises(NotNow, match="who is on time"):
            let_coach_answer(club, match_id, seat, turn)
    with pytest.raises(NotNow, match="Nobody is late"):
        let_coach_answer(club, match_id, 1 - late, 5)
    let_coach_answer(club, match_id, 1 - late, turn)
    assert club.look(match_id).answered == {late: "random"}
    with pytest.raises(NotNow, match="Nobody is late"):
        let_coach_answer(club, match_id, 1 - late, turn)
    assert club.check(match_id).grade == Grade.UNSIGNED


@pytest.mark.parametrize("late", [WAIT, COACH])
def test_whoever_is_late_can_still_choose_until_it_is_done(club: Club, late: str) -> None:
    wall = Wall(club)
    match_id = timed_football(club, late)
    (seat,), turn = club.look(match_id).waiting, club.look(match_id).turn
    wall.on(1000)
    club.choose(match_id, seat, any_order(club, match_id, seat, 1), turn=turn)
    club.resolve(match_id)
    assert not keep_time(club, match_id)
    look = club.look(match_id)
    assert (look.turn, look.answered) == (turn + 1, {})


def test_a_server_that_was_stopped_between_choice_and_turn_plays_it_at_the_deadline(club: Club) -> None:
    wall = Wall(club)
    match_id = timed_race(club)
    for seat in range(3):
        club.choose(match_id, seat, any_order(club, match_id, seat, 1))
    wall.on(60)
    assert keep_time(club, match_id)
    line = parse(club.download(match_id, running=True)).lines[1]
    assert not any(None in order for order in line["orders"].values()), "nobody was late"


def test_there_is_no_deadline_where_nobody_can_be_kept_waiting(club: Club) -> None:
    for by, more in ((("human", "random"), {}), (("human", "human"), {"chance": "typed"})):
        with pytest.raises(UserError, match="choose “no limit” instead"):
            club.create("cycling", race(by, **more), here=[0, 1], terms=MINUTE)
    with pytest.raises(UserError, match="at least one second"):
        club.create("cycling", race(("human", "human")), terms=Terms(0))
    with pytest.raises(UserError, match="wait, or let a coach"):
        club.create("football", football_match(), terms=Terms(60, "close"))
    assert club.matches() == []
    wall = Wall(club)
    match_id = timed_race(club, ("human", "human"))
    wall.on(1000)
    club.give_seat(match_id, 1, "random")
    assert due(club, match_id) is None
    assert not keep_time(club, match_id)


def test_matches_of_before_have_none_and_a_rematch_has_the_same(club: Club) -> None:
    wall = Wall(club)
    plain = club.create("football", football_match(), here=[0, 1]).id
    assert club.listed(plain).terms == NONE
    match_id = timed_football(club, COACH)
    club.resign(match_id, 0)
    wall.on(5)
    assert overdue(club) == []
    again = club.listed(rematch(club, match_id, [0, 1]).id)
    assert again.terms == Terms(60, COACH, NOON + timedelta(seconds=65))
    club.give_seat(match_id, 1, "random")
    assert club.listed(rematch(club, match_id, [0, 1]).id).terms == NONE


BEFORE = (  # what the migrations from the fourth on have added
    "DROP TABLE second_places",
    *(f"DROP TABLE {name}" for name in ("season_matches", "season_seats", "season_lines", "seasons")),
    "DROP TABLE removed_seasons",
    "DROP TABLE own_sets",
    "DROP TABLE host_asks",
    "DROP TABLE trail",
    "DROP TABLE chairs",
    "DROP TABLE origins",
    "DROP TABLE settings",
    "DROP TABLE removed",
    "DROP TABLE counts",
    "DROP TABLE spent",
    "DROP TABLE first_emails",
    "DROP TABLE refusals",
    "DROP TABLE invitations",
    "DROP TABLE standbys",
    "DROP TABLE inbox",
    "DROP TABLE mailboxes",
    "DROP TABLE outbox",
    *(
        f'ALTER TABLE seats DROP COLUMN "{name}"'
        for name in ("holds", "left", "took_over", "helped", "helped_turn", "presses", "reads", "entered")
    ),
    "DROP INDEX ix_terms_closes",
    *(
        f"ALTER TABLE terms DROP COLUMN {name}"
        for name in ("closes", "since", "since_before", "pace", "time_off", "coach", "changes", "set_at", "set_seconds")
    ),
    "ALTER TABLE matches DROP COLUMN signature",
    "DROP TABLE offers",
    "DROP TABLE take_backs",
    "DROP TABLE devices",
    "DROP TABLE owners",
    *(f"ALTER TABLE matches DROP COLUMN {name}" for name in ("began", "answers", "host", "language")),
    *(f"ALTER TABLE matches DROP COLUMN {name}" for name in ("names", "subtitle", "day")),
    *(f"ALTER TABLE seats DROP COLUMN {name}" for name in ("seen", "reopens", "phrase_hash")),
    *(f"ALTER TABLE seats DROP COLUMN {name}" for name in ("code_hash", "code_until", "code_tries")),
)


def go_back(connection: Connection) -> None:
    """Takes away what the migrations from the fourth on have added."""
    if connection.dialect.name == "sqlite":
        connection.execute(text("DROP TRIGGER entries_delete"))  # it names a table that is new
    for statement in BEFORE:
        connection.execute(text(statement))


def test_a_club_of_before_is_upgraded_and_its_matches_go_on(club: Club) -> None:
    match_id = club.create("cycling", race(("human", "human")), here=[0, 1]).id
    with club.database.writing() as connection:
        go_back(connection)
        connection.execute(text("DROP TABLE terms"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    later = open_club(club.database.engine.url.render_as_string(hide_password=False))
    play_out(later, match_id)
    assert later.check(match_id).details[0].endswith("finished:")
    assert due(later, timed_race(later)) is not None
    later.close()


def test_a_stamp_changes_at_the_deadline_and_with_no_passing_second(club: Club) -> None:
    wall = Wall(club)
    match_id = timed_race(club)

    def stamps() -> list[str]:
        return [club.look(match_id, seat).stamp for seat in range(-1, 3)]

    before = stamps()
    wall.on(59)
    assert stamps() == before
    wall.on(1)
    assert all(one != two for one, two in zip(before, stamps(), strict=True))


@pytest.mark.parametrize("passed", [30, 90])
def test_what_is_sealed_and_how_often_changes_nothing_of_what_others_see_of_the_time(club: Club, passed: int) -> None:
    looks = []
    for seed in (1, 2):
        wall = Wall(club)
        match_id = timed_race(club)
        for _ in range(seed):
            wall.on(1)
            club.choose(match_id, 1, any_order(club, match_id, 1, seed))
        wall.on(passed - seed)
        looks.append([bytes_of(club.look(match_id, seat)) for seat in (SPECTATOR, 0, 2)])
    assert looks[0] == looks[1]
    assert b"2026" in looks[0][0]["due"]
