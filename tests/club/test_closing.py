"""Matches that a host closes, opens again, archives and deletes, and what everybody has to agree to before."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import insert, select, update

from breakaway.club import host_requests
from breakaway.club.absences import keep_time, overdue
from breakaway.club.actions import resign
from breakaway.club.closing import archive, delete_match, go_on, is_unplayed, restore, stop
from breakaway.club.club import Club
from breakaway.club.database import DeletedMatch
from breakaway.club.email_addresses import readers
from breakaway.club.host_requests import request_of
from breakaway.club.hosting import (
    ARCHIVE,
    ASK,
    DEADLINE,
    DECLINE,
    DELETE,
    FAIL,
    GO_ON,
    NO_SEAT,
    OWNER,
    RESTORE,
    ROLL_BACK,
    RULE,
    STOP,
    add_chair,
    close_now,
    extend,
    hosted,
    roll_back,
    rule_as_host,
    rulings_of_host,
    take_chair,
    trail_of,
)
from breakaway.club.match_views import to_answer
from breakaway.club.schema import EMPTY, host_asks, matches, removed, seats
from breakaway.club.seats import new_token
from breakaway.club.storage import KEPT, PARTS, leaves_at, storage_in
from breakaway.club.time_control import DAY, Terms
from breakaway.core.game import BadOrder
from breakaway.core.language import UserError
from breakaway.core.observation import NotNow
from breakaway.games.cycling.rules.terms import RIDERS
from breakaway.mail.host_acts import carry_out, carry_out_agreed, finish, request_says, told_lines
from breakaway.records.entries import RulingEntry
from breakaway.server.live_pages import Hub
from breakaway.web.match_actions import Timekeeper
from tests.club.clocks import Wall
from tests.club.starts import answer_host, any_order, fate_match, football_match, play_out, race, sit

HERE = ("the-browser-of-the-host",)
WHY = {"reason": "A reason"}


def opened(club: Club, host: int = NO_SEAT, people: int = 3, turns: int = 2, profile: str = "postal") -> str:
    """A race of people, some turns after the start."""
    start = race(("human",) * people, profile=profile)
    link = new_token()
    within = add_chair(link) if host == NO_SEAT else None
    made = club.create("cycling", start, terms=Terms(DAY), host=host, within=within)
    if host == NO_SEAT:
        take_chair(club.database, link, HERE)
    for token in made.tokens.values():
        sit(club, token)
    play_out(club, made.id, turns=turns)
    return made.id


def acts(club: Club, match_id: str) -> list[str]:
    return [each.act for each in trail_of(club.database, match_id)]


# --- Closed, and opened again.


def test_in_a_closed_match_nobody_chooses_and_no_clock_runs_until_it_is_opened_again(club: Club) -> None:
    wall = Wall(club)
    match_id = opened(club)
    order = any_order(club, match_id, 0, 3)
    club.choose(match_id, 0, order)
    stop(club.database, match_id, "The hall has burned down")
    assert club.look(match_id).due is None
    assert club.look(match_id).is_stopped
    refused: list[Callable[[], object]] = [
        lambda: club.choose(match_id, 1, any_order(club, match_id, 1, 3)),
        lambda: club.resign(match_id, 1),
        lambda: club.do(match_id, partial(close_now, turn=2, reason="x")),
        lambda: club.do(match_id, partial(roll_back, goal=1, turn=2, reason="x")),
    ]
    for act in refused:
        with pytest.raises(NotNow, match="This match is closed"):
            act()
    wall.on(30 * DAY)
    assert overdue(club) == []
    assert not keep_time(club, match_id)
    assert club.look(match_id).turn == 2
    go_on(club.database, match_id, "It has been built again")
    assert club.look(match_id).due == wall.moment + timedelta(days=1), "the whole time for the turn"
    sealed = club.look(match_id, 0).sealed
    assert sealed is not None
    assert sealed.order == order, "what was sealed is still sealed"
    assert acts(club, match_id) == [GO_ON, STOP]
    play_out(club, match_id, turns=1)
    assert club.look(match_id).turn == 3


def test_standing_instructions_do_not_answer_in_a_closed_match(club: Club) -> None:
    wall = Wall(club)
    match_id = opened(club)
    for seat in range(3):
        club.instruct(match_id, seat, ["lowest"])
    stop(club.database, match_id, "A reason")
    assert to_answer(club.database) == []
    wall.on(DAY)
    club.resolve(match_id)
    assert club.look(match_id).turn == 2


def test_a_match_is_closed_and_opened_only_once(club: Club) -> None:
    match_id = opened(club)
    with pytest.raises(NotNow, match="not closed"):
        go_on(club.database, match_id, "x")
    stop(club.database, match_id, "x")
    with pytest.raises(NotNow, match="already closed"):
        stop(club.database, match_id, "x")
    over = opened(club, turns=10**9)
    with pytest.raises(NotNow, match="over"):
        stop(club.database, over, "x")


@pytest.mark.parametrize("act", [stop, go_on, archive, restore])
def test_none_of_this_is_done_without_a_reason(club: Club, act: Callable[..., None]) -> None:
    match_id = opened(club)
    before = club.version(match_id)
    with pytest.raises(UserError, match="reason"):
        act(club.database, match_id, "  ")
    assert club.version(match_id) == before


# --- The archive.


def test_a_match_in_the_archive_is_in_no_list_and_its_record_stays(club: Club) -> None:
    match_id = opened(club, turns=10**9)
    record, leaves = club.download(match_id), club.listed(match_id).updated
    archive(club.database, match_id, "The season is over")
    assert club.matches() == []
    assert club.matches(["the-device-of-nobody"]) == []
    assert hosted(club.database, HERE) == []
    assert [each.id for each in hosted(club.database, HERE, archived=True)] == [match_id]
    assert club.download(match_id) == record
    assert club.look(match_id).is_over
    assert club.listed(match_id).updated == leaves, "the owner's days for old matches go on"
    restore(club.database, match_id, "Not over yet")
    assert [each.id for each in club.matches()] == [match_id]
    assert acts(club, match_id) == [RESTORE, ARCHIVE]


def test_a_list_with_the_latest_finished_matches_has_all_that_are_not_over_and_what_a_host_asks(club: Club) -> None:
    here = [club.create("fate", fate_match(("human", "human")), here=[0, 1]).id for _ in range(5)]
    for match_id in here[1:]:
        club.resign(match_id, 0)
    first, *over = here
    for match_id, minutes in zip(over, (10, 20, 30, 40), strict=True):
        with club.database.writing() as connection:
            began = club.database.now() + timedelta(minutes=minutes)
            connection.execute(update(matches).where(matches.c.id == match_id).values(began=began))
    listed = partial(club.matches, most_over=2)
    assert {each.id for each in listed()} == {first, *over[2:]}
    assert {each.id for each in club.at_this_machine(2)} == {first, *over[2:]}
    assert {each.id for each in club.matches()} == set(here)
    archive(club.database, over[3], "Put away")
    assert {each.id for each in listed()} == {first, *over[1:3]}, "what is put away takes nobody's place"
    assert {each.id for each in listed(archived=True)} == {over[3]}
    assert {each.id for each in listed(archived=None)} == {first, *over[1:3]}
    with club.database.writing() as connection:
        row = {"by": -1, "act": DELETE, "given": "", "said": "Why not", "agreed": ""}
        connection.execute(insert(host_asks).values(match=over[3], **row))
    assert {each.id for each in club.at_this_machine(2)} == {first, *over[1:]}


def test_only_what_is_over_or_closed_goes_into_the_archive_and_an_open_match_comes_back(club: Club) -> None:
    match_id = opened(club)
    with pytest.raises(NotNow, match="over or closed"):
        archive(club.database, match_id, "x")
    stop(club.database, match_id, "x")
    archive(club.database, match_id, "x")
    go_on(club.database, match_id, "x")
    assert [each.id for each in club.matches()] == [match_id]


# --- Deleting.


def rows(club: Club, match_id: str) -> int:
    with club.database.reading() as connection:
        return sum(len(connection.execute(select(each).where(each.c.match == match_id)).all()) for each in PARTS)


def test_a_match_in_which_nobody_has_chosen_is_deleted_by_its_host_alone(club: Club) -> None:
    match_id = opened(club, turns=0)
    with club.held(match_id) as table:
        assert is_unplayed(table)
    assert carry_out(club, match_id, DELETE, WHY, NO_SEAT).is_gone
    with pytest.raises(DeletedMatch, match="host deleted this match"):
        club.look(match_id)
    assert rows(club, match_id) == 0
    with club.database.reading() as connection:
        assert connection.execute(select(removed.c.why)).scalar_one() == "host"


def test_as_soon_as_an_order_is_in_the_players_have_to_agree(club: Club) -> None:
    match_id = opened(club, turns=0)
    club.choose(match_id, 1, any_order(club, match_id, 1, 3))
    with pytest.raises(NotNow, match="in progress"):
        carry_out(club, match_id, DELETE, WHY, NO_SEAT)
    with pytest.raises(NotNow):
        delete_match(club, match_id)
    assert club.look(match_id).turn == 0


def test_a_finished_match_is_deleted_once_all_players_agree(club: Club) -> None:
    match_id = opened(club, turns=10**9)
    with pytest.raises(NotNow, match="all of them have to agree"):
        delete_match(club, match_id)
    assert carry_out(club, match_id, DELETE, WHY, NO_SEAT).is_asked
    for seat in (0, 1):
        assert not answer_host(club, match_id, seat, agrees=True).is_gone
        assert club.look(match_id, 2).is_asked_by_host
    with pytest.raises(NotNow, match="already agreed"):
        answer_host(club, match_id, 0, agrees=True)
    assert answer_host(club, match_id, 2, agrees=True).is_gone
    with pytest.raises(DeletedMatch):
        club.listed(match_id)


def test_one_player_who_does_not_agree_keeps_the_match(club: Club) -> None:
    match_id = opened(club, turns=10**9)
    carry_out(club, match_id, DELETE, WHY, NO_SEAT)
    answer_host(club, match_id, 0, agrees=True)
    answer_host(club, match_id, 1, agrees=False)
    with pytest.raises(NotNow, match="asks nothing"):
        answer_host(club, match_id, 2, agrees=True)
    assert club.look(match_id).is_over
    assert acts(club, match_id) == [DECLINE, ASK]
    assert trail_of(club.database, match_id)[0].seat == 1


def test_who_has_resigned_has_to_agree_before_the_match_is_deleted_and_to_nothing_else(club: Club) -> None:
    match_id = opened(club, host=0)
    club.do(match_id, partial(resign, seat=2))
    carry_out(club, match_id, "stop", WHY, 0)
    answer_host(club, match_id, 1, agrees=True)
    assert club.look(match_id).is_stopped
    carry_out(club, match_id, DELETE, WHY, 0)
    answer_host(club, match_id, 1, agrees=True)
    assert club.look(match_id).turn == 2
    assert answer_host(club, match_id, 2, agrees=True).is_gone


def test_a_match_that_counts_elsewhere_is_not_deleted(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    from breakaway.club.schema import matches

    monkeypatch.setattr("breakaway.club.storage.KEPT", [*KEPT, matches.c.title == "Breaking Away"])
    match_id = opened(club, turns=10**9)
    with pytest.raises(NotNow, match="counts elsewhere"):
        carry_out(club, match_id, DELETE, WHY, NO_SEAT)


def test_a_match_in_the_archive_leaves_when_the_owners_rules_say_so(club: Club) -> None:
    match_id = opened(club, turns=10**9)
    with club.database.reading() as connection:
        storage = storage_in(connection)
    before = leaves_at(club.listed(match_id).updated, storage)
    archive(club.database, match_id, "x")
    assert leaves_at(club.listed(match_id).updated, storage) == before


# --- What a host who plays asks of all others.


def test_a_host_who_plays_does_nothing_else_until_all_others_agree(club: Club) -> None:
    match_id = opened(club, host=0)
    turn, due = club.look(match_id).turn, club.look(match_id).due
    given: dict[str, dict[str, str]] = {
        "set": {"due": "2099-12-27T21:00"},
        "close": {"turn": str(turn)},
        "back": {"turn": str(turn), "goal": str(turn - 1)},
        "rule": {"turn": str(turn), "ruling": "4"},
        "seat": {"seat": "1", "player": "random"},
        "stop": {},
        "order": {"turn": str(turn), "seat": "1", "order": order_of(club, match_id, 1)},
    }
    for act, fields in given.items():
        assert carry_out(club, match_id, act, {**fields, **WHY}, 0).is_asked, act
        assert club.look(match_id, 1).is_asked_by_host
        assert not club.look(match_id, 0).is_asked_by_host, "the host agrees already"
        with pytest.raises(NotNow, match="already asked"):
            carry_out(club, match_id, "stop", WHY, 0)
        answer_host(club, match_id, 2, agrees=True)
        host_requests.decline(club, match_id, 0, by=0)
    look = club.look(match_id)
    assert (look.turn, look.due, look.waiting) == (turn, due, [0, 1, 2])
    assert set(acts(club, match_id)) == {ASK, DECLINE}


def order_of(club: Club, match_id: str, seat: int) -> str:
    return club.look(match_id, seat).observation.write(any_order(club, match_id, seat, 3))


def test_with_everybody_agreed_the_act_is_done_as_the_hosts(club: Club) -> None:
    match_id = opened(club, host=0)
    carry_out(club, match_id, "back", {"turn": "2", "goal": "1", **WHY}, 0)
    answer_host(club, match_id, 1, agrees=True)
    answer_host(club, match_id, 2, agrees=True)
    assert club.look(match_id).turn == 1
    line = trail_of(club.database, match_id)[0]
    assert (line.act, line.by, line.said) == (ROLL_BACK, 0, "A reason")


def test_a_request_about_a_turn_lapses_when_play_goes_on(club: Club) -> None:
    match_id = opened(club, host=0)
    carry_out(club, match_id, "close", {"turn": "2", **WHY}, 0)
    play_out(club, match_id, turns=1)
    assert not club.look(match_id, 1).is_asked_by_host
    with pytest.raises(NotNow, match="asks nothing"):
        answer_host(club, match_id, 1, agrees=True)
    assert carry_out(club, match_id, "close", {"turn": "3", **WHY}, 0).is_asked


def test_a_request_lapses_when_somebody_resigns_so_that_it_never_waits_for_nobody(club: Club) -> None:
    match_id = opened(club, host=0)
    carry_out(club, match_id, "stop", WHY, 0)
    answer_host(club, match_id, 1, agrees=True)
    club.do(match_id, partial(resign, seat=2))
    assert not club.look(match_id, 1).is_asked_by_host
    assert carry_out(club, match_id, "stop", WHY, 0).is_asked
    answer_host(club, match_id, 1, agrees=True)
    assert club.look(match_id).is_stopped


def test_a_request_to_delete_a_closed_match_lapses_when_the_match_is_opened_again(club: Club) -> None:
    match_id = opened(club)
    carry_out(club, match_id, "stop", WHY, NO_SEAT)
    assert carry_out(club, match_id, DELETE, WHY, NO_SEAT).is_asked
    answer_host(club, match_id, 0, agrees=True)
    carry_out(club, match_id, "open", WHY, NO_SEAT)
    with pytest.raises(NotNow, match="asks nothing"):
        answer_host(club, match_id, 1, agrees=True)


def test_what_is_not_possible_anymore_is_told_and_noted(club: Club) -> None:
    match_id = opened(club, host=0)
    carry_out(club, match_id, "set", {"due": "2099-12-27T21:00", **WHY}, 0)
    answer_host(club, match_id, 1, agrees=True)
    with pytest.raises(NotNow, match=r"Everybody agreed, but.*within a year"):
        answer_host(club, match_id, 2, agrees=True)
    assert acts(club, match_id) == [FAIL, ASK]


def test_the_order_in_a_request_is_read_by_its_player_and_by_nobody_else(club: Club) -> None:
    match_id = opened(club, host=0)
    order = order_of(club, match_id, 1)
    carry_out(club, match_id, "order", {"turn": "2", "seat": "1", "order": order, **WHY}, 0)
    with club.held(match_id) as table:
        asked = request_of(club, table)
        assert asked is not None
        assert order in request_says(table, asked, 1)
        assert order not in request_says(table, asked, 2)
    with club.database.reading() as connection:
        from breakaway.club.schema import host_asks

        assert order not in str(connection.execute(select(host_asks)).all()), "in the database it is encrypted"
    answer_host(club, match_id, 1, agrees=True)
    answer_host(club, match_id, 2, agrees=True)
    assert club.look(match_id, 1).is_entered


def test_a_second_roll_back_of_a_turn_asks_everybody(club: Club) -> None:
    match_id = opened(club)
    assert not carry_out(club, match_id, "back", {"turn": "2", "goal": "1", **WHY}, NO_SEAT).is_asked
    club.do(match_id, partial(close_now, turn=1, reason="x"))
    club.resolve(match_id)
    with pytest.raises(NotNow, match="everybody has to agree"):
        club.do(match_id, partial(roll_back, goal=1, turn=2, reason="x"))
    assert carry_out(club, match_id, "back", {"turn": "2", "goal": "1", **WHY}, NO_SEAT).is_asked
    for seat in range(3):
        answer_host(club, match_id, seat, agrees=True)
    assert club.look(match_id).turn == 1


def test_the_owner_acts_alone_only_where_no_host_plays(club: Club) -> None:
    hostless, played = opened(club), opened(club, host=0)
    assert not carry_out(club, hostless, "stop", WHY, OWNER).is_asked
    assert carry_out(club, played, "stop", WHY, OWNER).is_asked
    assert not carry_out(club, played, "extend", {"hours": "3", **WHY}, OWNER).is_asked
    with club.held(played) as table:
        told = told_lines(table, trail_of(club.database, played))
    assert told[0].text.startswith("As the owner of this server: The host moved")


def test_a_seat_is_opened_for_another_player_with_consent_and_its_sealed_order_is_dropped(club: Club) -> None:
    match_id = opened(club, host=0)
    club.choose(match_id, 1, any_order(club, match_id, 1, 3))
    carry_out(club, match_id, "seat", {"seat": "1", "player": EMPTY, **WHY}, 0)
    answer_host(club, match_id, 2, agrees=True)
    assert not answer_host(club, match_id, 1, agrees=True).is_asked
    assert club.listed(match_id).seats[1].by == EMPTY
    assert club.look(match_id, 1).sealed is None


# --- Rulings: in the race, which riders are dropped by the pack (10.1).


def test_after_one_rider_the_rest_of_the_team_can_be_dropped_at_once(club: Club) -> None:
    match_id = opened(club)
    club.do(match_id, partial(rule_as_host, codes=(0,), turn=2, reason="A crash"))
    with club.held(match_id) as table:
        codes = [each.codes for each in rulings_of_host(table) if each.seat == 0]
    assert codes == [(1, 2, 3), (1,), (2,), (3,), (0 + RIDERS,)]


def test_the_host_drops_a_whole_team_and_takes_it_back(club: Club) -> None:
    match_id = opened(club)
    with club.held(match_id) as table:
        codes = [each.codes for each in rulings_of_host(table)]
    assert codes[:5] == [(0, 1, 2, 3), (0,), (1,), (2,), (3,)], "a team is four riders"
    observation = club.look(match_id, 1).observation
    with pytest.raises(BadOrder, match="no card was given"):
        observation.read("none")
    club.do(match_id, partial(rule_as_host, codes=(4, 5, 6, 7), turn=2, reason="Blue is gone"))
    observation = club.look(match_id, 1).observation
    assert observation.why_not(observation.read("none")[0]) is None, "a dropped rider needs none"
    assert [entry.code for entry in rulings_in(club, match_id)] == [4, 5, 6, 7]
    back = tuple(each + RIDERS for each in (4, 5, 6, 7))
    turn = club.look(match_id).turn
    club.do(match_id, partial(rule_as_host, codes=back, turn=turn, reason="Blue is back"))
    assert club.look(match_id).waiting == [0, 1, 2]
    assert acts(club, match_id) == [RULE, RULE]
    with club.held(match_id) as table:
        told = [each.text for each in told_lines(table, trail_of(club.database, match_id))]
    assert told == [
        "The host ruled: no longer dropped: all riders of Blue.",
        "The host ruled: dropped by the pack: all riders of Blue.",
    ]


def rulings_in(club: Club, match_id: str) -> list[RulingEntry]:
    with club.held(match_id) as table:
        return [each for each in table.match.fold.entries if isinstance(each, RulingEntry)]


@pytest.mark.parametrize("seed", range(3))
def test_after_a_ruling_its_team_chooses_again_whatever_it_had_sealed(club: Club, seed: int) -> None:
    """An order that stays sealed would tell that it is legal with and without the mark."""
    match_id = opened(club)
    club.do(match_id, partial(rule_as_host, codes=(7,), turn=2, reason="x"))
    club.choose(match_id, 1, any_order(club, match_id, 1, seed))
    club.choose(match_id, 2, any_order(club, match_id, 2, seed))
    club.do(match_id, partial(rule_as_host, codes=(7 + RIDERS,), turn=club.look(match_id).turn, reason="x"))
    assert club.look(match_id).waiting == [0, 1]


def test_a_host_rules_nothing_in_a_blind_race_nor_what_the_game_does_not_offer(club: Club) -> None:
    blind = opened(club, profile="blind")
    with club.held(blind) as table:
        assert rulings_of_host(table) == []
    for codes in ((0,), (999,)):
        with pytest.raises(NotNow, match="not possible now"):
            club.do(blind, partial(rule_as_host, codes=codes, turn=2, reason="x"))
    match_id = opened(club)
    with pytest.raises(NotNow, match="not possible now"):
        club.do(match_id, partial(rule_as_host, codes=(0, 4), turn=2, reason="x"))


@pytest.mark.parametrize("game", ["football", "fate"])
def test_a_host_rules_in_other_games_only_what_an_umpire_could(club: Club, game: str) -> None:
    start = football_match() if game == "football" else fate_match()
    made = club.create(game, start, host=NO_SEAT, within=add_chair("a-link"))
    for token in made.tokens.values():
        sit(club, token)
    play_out(club, made.id, turns=12)
    with club.held(made.id) as table:
        known = set(table.game.rulings.values())
        assert {each.codes[0] for each in rulings_of_host(table)} <= known


def test_players_of_a_closed_match_get_no_email_about_their_turn(club: Club) -> None:
    match_id = opened(club)
    stop(club.database, match_id, "x")
    assert not [each for each in readers(club.database) if each.is_waited_for and each.box.match == match_id]


def test_a_request_ends_when_a_seat_changes_hands_so_nobody_is_bound_by_somebody_else(club: Club) -> None:
    match_id = opened(club, turns=10**9)
    carry_out(club, match_id, DELETE, WHY, NO_SEAT)
    answer_host(club, match_id, 0, agrees=True)
    club.give_seat(match_id, 0, "human")
    with pytest.raises(NotNow, match="asks nothing"):
        answer_host(club, match_id, 1, agrees=True)


# --- A crash between the last player's consent and the act.


@pytest.mark.parametrize(
    ("act", "given"),
    [
        ("stop", {}),
        ("back", {"turn": "2", "goal": "1"}),
        ("close", {"turn": "2"}),
        ("rule", {"turn": "2", "ruling": "5"}),
        ("set", {"due": "2026-07-09 21:00"}),
        ("seat", {"seat": "2", "player": "random"}),
        ("delete", {}),
    ],
)
def test_what_all_have_agreed_to_is_done_once_though_the_server_dies_before(
    club: Club, act: str, given: dict[str, str]
) -> None:
    wall = Wall(club)
    match_id = opened(club, host=0, turns=10**9 if act == "delete" else 2)
    carry_out(club, match_id, act, {**WHY, **given}, 0)
    asked = club.do(match_id, lambda table: request_of(club, table))
    assert asked is not None
    for seat in (1, 2):
        host_requests.agree(club, match_id, seat, asked.mark)  # and here the server dies
    clock, before = Timekeeper(club, Hub(club)), len(trail_of(club.database, match_id))
    for _ in range(3):
        clock.glance()
    assert len(trail_of(club.database, match_id)) == before, "the process that was answered may be at work"
    wall.on(11)
    for _ in range(3):
        clock.glance()
    if act == "delete":
        with pytest.raises(DeletedMatch):
            club.look(match_id)
        return
    assert len(trail_of(club.database, match_id)) == before + 1
    assert host_requests.all_agreed(club) == []
    assert club.do(match_id, lambda table: request_of(club, table)) is None


@pytest.mark.parametrize(
    ("act", "given"),
    [
        ("close", {"turn": "2"}),
        ("order", {"turn": "2", "seat": "1"}),
        ("back", {"turn": "2", "goal": "1"}),
        ("rule", {"turn": "2", "ruling": "5"}),
        ("set", {"due": "2026-07-09 21:00"}),
        ("seat", {"seat": "2", "player": "random"}),
        ("seat", {"seat": "2", "player": EMPTY}),
        ("stop", {}),
        ("open", {}),
    ],
)
def test_a_process_that_is_slow_to_do_what_all_agreed_to_does_it_no_second_time(
    club: Club, act: str, given: dict[str, str]
) -> None:
    Wall(club)
    match_id = opened(club, host=0)
    if act == "order":
        given = {**given, "order": order_of(club, match_id, 1)}
    if act == "open":
        stop(club.database, match_id, "A break", 0)
    carry_out(club, match_id, act, {**WHY, **given}, 0)
    asked = club.do(match_id, lambda table: request_of(club, table))
    assert asked is not None
    for seat in (1, 2):
        host_requests.agree(club, match_id, seat, asked.mark)
    finish(club, match_id)
    if act == "set":
        extend(club.database, match_id, 24, "A storm", 0)
    if act == "order":
        club.choose(match_id, 1, any_order(club, match_id, 1, 8))
    done, look, links = trail_of(club.database, match_id), club.look(match_id, 1), waiting_links(club, match_id)
    assert done[0].act != FAIL
    carried = carry_out_agreed(club, match_id, asked)
    assert (carried.is_asked, carried.invitation) == (False, "")
    assert trail_of(club.database, match_id) == done
    after = club.look(match_id, 1)
    assert (after.turn, after.due, after.sealed) == (look.turn, look.due, look.sealed)
    assert waiting_links(club, match_id) == links, "the new player's link still opens the seat"


def test_a_request_made_meanwhile_is_not_what_all_agreed_to(club: Club) -> None:
    Wall(club)
    match_id = opened(club, host=0)
    carry_out(club, match_id, "set", {**WHY, "due": "2026-07-09 21:00"}, 0)
    asked = club.do(match_id, lambda table: request_of(club, table))
    assert asked is not None
    host_requests.decline(club, match_id, 0, by=0)
    carry_out(club, match_id, "set", {**WHY, "due": "2026-07-10 21:00"}, 0)
    carry_out_agreed(club, match_id, asked)
    now = club.do(match_id, lambda table: request_of(club, table))
    assert now is not None
    assert now.mark != asked.mark
    assert DEADLINE not in acts(club, match_id)


def waiting_links(club: Club, match_id: str) -> list[str | None]:
    """The hashes of the links to the seats."""
    with club.database.reading() as connection:
        rows = connection.scalars(select(seats.c.token_hash).where(seats.c.match == match_id).order_by(seats.c.seat))
        return list(rows)


def test_two_processes_that_do_what_all_agreed_to_do_it_once_and_note_no_failure(club: Club) -> None:
    match_id = opened(club, host=0)
    carry_out(club, match_id, "stop", WHY, 0)
    asked = club.do(match_id, lambda table: request_of(club, table))
    assert asked is not None
    for seat in (1, 2):
        host_requests.agree(club, match_id, seat, asked.mark)
    for _ in range(2):
        finish(club, match_id)
    carried = carry_out_agreed(club, match_id, asked)
    assert not carried.is_asked
    assert [each.act for each in trail_of(club.database, match_id)] == [STOP, ASK]
