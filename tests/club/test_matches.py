"""Matches: made, played by people and coaches, seated by link, listed, given out as records and taken in as such."""

from __future__ import annotations

import hashlib
import threading
from datetime import UTC, datetime
from functools import partial

import pytest
from sqlalchemy import select

from breakaway.club.absences import keep_time
from breakaway.club.actions import confirm
from breakaway.club.club import Club
from breakaway.club.database import NoSuchMatch
from breakaway.club.match_views import find_in
from breakaway.club.schema import BY_LINK, CLOSE, PUBLIC, entries, matches, sealed, seats
from breakaway.club.seats import NoSuchSeat, Sitter, TakenSeat
from breakaway.club.time_control import Terms
from breakaway.core.chance import NeedsOutcome, commitment
from breakaway.core.observation import NotNow, Refused
from breakaway.games.manifest import NoSuchGame, find
from breakaway.players.coaches import NoSuchCoach
from breakaway.records.match import Match
from breakaway.records.record_file import ChangedUnderUs, parse
from breakaway.records.replay import verify
from breakaway.records.verify import Grade
from tests.club.clocks import Wall
from tests.club.starts import SECRET, any_order, device_of, football_match, needed, play_out, play_typed, race, sit

CYCLING = find("cycling")


def rows(club: Club, table) -> list:
    with club.database.reading() as connection:
        return list(connection.execute(select(table)))


# --- playing


def test_a_race_against_coaches_is_played_to_its_end_and_verifies(club: Club) -> None:
    made = club.create("cycling", race(("human", "random", "highest")), "Sunday", here=[0])
    assert made.tokens == {}
    play_out(club, made.id)
    assert club.look(made.id).is_over
    assert club.check(made.id).details[0].endswith("finished:")
    assert club.listed(made.id).status == "over"


@pytest.mark.slow
def test_a_football_match_between_two_people_is_played_to_its_end(club: Club) -> None:
    made = club.create("football", football_match())
    assert sorted(made.tokens) == [0, 1]
    play_out(club, made.id)
    assert club.look(made.id).is_over
    assert verify(find("football"), parse(club.download(made.id))) is None


def test_a_match_comes_out_as_in_memory(club: Club) -> None:
    made = club.create("cycling", race(), here=[0])
    play_out(club, made.id, seed=3)
    match = Match.new(CYCLING, race())
    record = parse(club.download(made.id))
    for line in record.lines[1:-1]:
        for seat, order in line["orders"].items():
            match.choose(int(seat), order)
        match.resolve()
    assert match.record.lines == record.lines


def test_a_match_of_coaches_alone_is_resolved_to_its_end(club: Club) -> None:
    made = club.create("cycling", race(("random", "random")))
    assert club.listed(made.id).waiting == []
    turns = club.resolve(made.id)
    assert turns == club.look(made.id).turn > 2
    assert club.resolve(made.id) == 0


def test_a_choice_is_sealed_until_everybody_has_chosen(club: Club) -> None:
    made = club.create("cycling", race(("human", "human")), here=[0, 1])
    order = any_order(club, made.id, 0, 5)
    club.choose(made.id, 0, order)
    assert club.resolve(made.id) == 0
    assert club.look(made.id, 0).sealed.order == order
    assert club.look(made.id).waiting == [1]
    assert len(rows(club, entries)) == 1
    club.choose(made.id, 1, any_order(club, made.id, 1, 5))
    assert club.resolve(made.id) == 1
    assert club.look(made.id, 0).sealed is None
    assert club.look(made.id).waiting == [0, 1]


def test_a_choice_that_is_refused_changes_nothing(club: Club) -> None:
    made = club.create("cycling", race(("human", "human")), here=[0, 1])
    club.choose(made.id, 0, any_order(club, made.id, 0, 5))
    before = club.version(made.id), rows(club, sealed), rows(club, entries)
    with pytest.raises(Refused):
        club.choose(made.id, 1, [0] * 13)
    with pytest.raises(NotNow):
        club.choose(made.id, 1, [0])
    with pytest.raises(NotNow):
        club.choose(made.id, 2, any_order(club, made.id, 0, 5))
    assert (club.version(made.id), rows(club, sealed), rows(club, entries)) == before
    assert Club(club.database).look(made.id).waiting == [1]


def test_a_choice_for_a_turn_that_was_played_meanwhile_is_not_taken_for_the_next(club: Club) -> None:
    made = club.create("football", football_match(("human", "sheet")))
    club.resolve(made.id)
    look = club.look(made.id)
    club.choose(made.id, 0, any_order(club, made.id, 0, 1), turn=look.turn)
    club.resolve(made.id)
    assert club.look(made.id).waiting == [0]
    with pytest.raises(NotNow, match="has already been played"):
        club.choose(made.id, 0, any_order(club, made.id, 0, 1), turn=look.turn)


def test_nobody_chooses_for_a_coach(club: Club) -> None:
    made = club.create("cycling", race(), here=[0])
    with pytest.raises(NotNow, match="no player"):
        club.choose(made.id, 1, any_order(club, made.id, 1, 5))


@pytest.mark.slow
def test_instructions_answer_when_their_turn_comes(club: Club) -> None:
    made = club.create("football", football_match())
    club.resolve(made.id)
    name = sorted(find("football").instructions)[0]
    club.instruct(made.id, 0, [name])
    assert club.look(made.id, 0).instructions == [name]
    assert club.look(made.id, 1).instructions == []
    with pytest.raises(NotNow, match="unknown instruction"):
        club.instruct(made.id, 0, ["sleep"])
    play_out(club, made.id)


def test_a_turn_is_closed_at_its_deadline_without_those_who_sent_nothing(club: Club) -> None:
    wall = Wall(club)
    made = club.create("cycling", race(("human", "human", "random")), here=[0, 1], terms=Terms(60, CLOSE))
    club.choose(made.id, 0, any_order(club, made.id, 0, 5))
    wall.on(60)
    assert keep_time(club, made.id)
    assert club.look(made.id).turn == 1


def test_the_last_turn_is_taken_back_and_stays_in_the_record(club: Club) -> None:
    made = club.create("cycling", race(), here=[0])
    play_out(club, made.id, turns=2)
    assert club.look(made.id).turn == 2
    club.undo(made.id)
    assert club.look(made.id).turn == 1
    assert parse(club.download(made.id, running=True)).lines[-1]["kind"] == "undo"
    play_out(club, made.id)
    assert club.check(made.id).grade == Grade.UNSIGNED


def test_typed_dice_and_cards_are_asked_for_one_by_one(club: Club) -> None:
    made = club.create("football", football_match(("human", "human"), chance="typed"), here=[0, 1])
    typed: list[int] = []
    for seed in range(200):
        look = club.look(made.id)
        if look.turn > 3:
            break
        for seat in look.waiting:
            club.choose(made.id, seat, any_order(club, made.id, seat, seed))
        club.resolve(made.id)
        found = needed(club, made.id, 0, typed)
        if found is None:
            continue
        if found.label:
            typed.append(found.possible[seed % len(found.possible)])
            with pytest.raises(NeedsOutcome):
                club.do(made.id, partial(confirm, typed=[], turn=look.turn))
        else:
            play_typed(club, made.id, typed, look.turn)
            typed = []
    assert club.look(made.id).turn > 3
    assert club.check(made.id).grade == Grade.UNSIGNED


def test_where_the_program_rolls_there_is_nothing_to_type_in(club: Club) -> None:
    made = club.create("football", football_match(), here=[0, 1])
    club.resolve(made.id)
    turn = club.look(made.id).turn
    with pytest.raises(NotNow, match="there is nothing to type in"):
        club.do(made.id, partial(confirm, typed=[], turn=turn))
    assert club.look(made.id).turn == turn


def test_one_club_sees_what_another_did(club: Club) -> None:
    other = Club(club.database)
    made = club.create("cycling", race(("human", "human")), here=[0, 1])
    assert other.look(made.id).waiting == [0, 1]
    club.choose(made.id, 0, any_order(club, made.id, 0, 5))
    assert other.look(made.id).waiting == [1]
    other.choose(made.id, 1, any_order(club, made.id, 1, 5))
    assert club.resolve(made.id) == 1
    assert other.look(made.id).turn == 1


def test_of_two_writers_at_one_entry_one_wins_and_the_other_sees_it(club: Club) -> None:
    made = club.create("cycling", race(("human", "human")), here=[0, 1])
    for seat in (0, 1):
        club.choose(made.id, seat, any_order(club, made.id, seat, 5))
    one, two = club.load(made.id), club.load(made.id)
    one.match.resolve()
    before = rows(club, entries), rows(club, sealed), rows(club, matches)
    with pytest.raises(ChangedUnderUs, match="nothing was written"):
        two.match.resolve()
    assert (rows(club, entries), rows(club, sealed), rows(club, matches)) == before


def test_a_turn_is_not_played_with_an_order_that_was_replaced_meanwhile(club: Club) -> None:
    made = club.create("cycling", race(("human", "human")), here=[0, 1])
    for seat in (0, 1):
        club.choose(made.id, seat, any_order(club, made.id, seat, 5))
    slow = club.load(made.id)
    better = any_order(club, made.id, 0, 6)
    club.choose(made.id, 0, better)
    with pytest.raises(ChangedUnderUs):
        slow.match.resolve()
    club.resolve(made.id)
    assert parse(club.download(made.id, running=True)).lines[-1]["orders"]["0"] == better


def test_a_block_that_fails_leaves_nothing_behind(club: Club) -> None:
    made = club.create("cycling", race(("human", "human")), here=[0, 1])
    order = any_order(club, made.id, 0, 5)
    with pytest.raises(ZeroDivisionError), club.at_work(made.id) as table:
        table.match.choose(0, order) or 1 / 0
    assert club.look(made.id, 0).sealed is None
    club.choose(made.id, 0, order)
    assert club.look(made.id, 0).sealed.order == order


def test_people_at_two_screens_choose_at_once(club: Club) -> None:
    made = club.create("cycling", race(("human",) * 4), here=range(4))
    orders = [any_order(club, made.id, seat, 5) for seat in range(4)]
    clubs = [club, Club(club.database)]
    threads = [threading.Thread(target=clubs[seat % 2].choose, args=(made.id, seat, orders[seat])) for seat in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert [club.look(made.id, seat).sealed.order for seat in range(4)] == orders


# --- fairness


def test_the_commitment_is_shown_from_the_start_and_the_secret_at_the_end(club: Club) -> None:
    made = club.create("cycling", race(), here=[0])
    look = club.look(made.id, 0)
    assert (look.commitment, look.secret) == (hashlib.sha256(SECRET).hexdigest(), None)
    play_out(club, made.id)
    look = club.look(made.id, 0)
    assert commitment(bytes.fromhex(look.secret)) == look.commitment
    assert rows(club, sealed) == []


def test_a_match_without_a_secret_gets_one(club: Club) -> None:
    one = club.create("cycling", race(secret=b""), here=[0])
    two = club.create("cycling", race(secret=b""), here=[0])
    assert club.look(one.id).commitment != club.look(two.id).commitment


def test_a_running_record_is_not_given_out(club: Club) -> None:
    made = club.create("cycling", race(), here=[0])
    with pytest.raises(NotNow):
        club.download(made.id)
    assert club.check(made.id).details[0].endswith("still in progress:")
    with pytest.raises(NoSuchMatch):
        club.download("nothing")


# --- seats


def test_a_link_leads_to_its_seat_and_only_its_hash_is_kept(club: Club) -> None:
    made = club.create("football", football_match())
    assert club.listed(made.id).status == "open"
    for seat, token in made.tokens.items():
        assert club.invited(token) == (made.id, seat)
        assert token not in repr(rows(club, seats))
        assert len(token) >= 32
    assert [seat.by for seat in club.seats(made.id)] == ["empty", "empty"]
    with pytest.raises(NoSuchSeat):
        club.invited(made.tokens[0][:-1])
    with pytest.raises(NoSuchSeat):
        club.invited("\ud800" * 5000)


def test_the_match_runs_once_everybody_has_come(club: Club) -> None:
    made = club.create("football", football_match())
    before = datetime.now(UTC)
    assert sit(club, made.tokens[0], "  Ann\x1b[2J  of   York ") == (made.id, 0)
    assert club.listed(made.id).status == "open"
    sit(club, made.tokens[1])
    assert club.listed(made.id).status == "running"
    ann, fire = club.seats(made.id)
    assert (ann.name, fire.name) == ("Ann [2J of York", "Fire")
    assert ann.by == fire.by == "human"
    assert before <= ann.claimed <= datetime.now(UTC)
    with pytest.raises(TakenSeat):
        sit(club, made.tokens[0], "Bea")
    again = club.seats(made.id)[0]
    assert (again.name, again.claimed) == (ann.name, ann.claimed)


def test_a_coach_takes_over_and_a_person_comes_back(club: Club) -> None:
    made = club.create("cycling", race(("human", "human")))
    club.look(made.id)
    club.give_seat(made.id, 1, "highest")
    club.choose(made.id, 0, any_order(club, made.id, 0, 3))
    assert club.resolve(made.id) == 1
    club.give_seat(made.id, 1, "human")
    club.choose(made.id, 0, any_order(club, made.id, 0, 3))
    assert club.resolve(made.id) == 0
    assert club.look(made.id).waiting == [1]
    with pytest.raises(NoSuchCoach):
        club.give_seat(made.id, 1, "nobody")
    with pytest.raises(NoSuchSeat):
        club.give_seat(made.id, 7, "human")


def test_an_empty_seat_of_a_public_match_is_taken_once(club: Club) -> None:
    made = club.create("football", football_match(), visibility=PUBLIC)
    hidden = club.create("football", football_match(), visibility=BY_LINK)
    assert [each.id for each in club.lobby()] == [made.id]
    club.take(made.id, 1, Sitter(("the secret of a browser",), "Cy"))
    assert club.found(made.id).held(["the secret of a browser"]) == [1]
    assert club.seats(made.id)[1].name == "Cy"
    for match_id, seat in ((made.id, 1), (hidden.id, 1), (made.id, 5)):
        with pytest.raises(NoSuchSeat):
            club.take(match_id, seat, Sitter(("another",)))
    with pytest.raises(NoSuchMatch):
        club.take("nothing", 0, Sitter(("another",)))
    club.take(made.id, 0, Sitter(("another",)))
    assert club.lobby() == []


def test_seats_and_matches_are_renamed_within_reason(club: Club) -> None:
    made = club.create("cycling", race(), title="\x00 Cup \ud800 final " + "x" * 500, here=[0])
    assert club.listed(made.id).title.startswith("Cup")
    assert len(club.listed(made.id).title) <= 120
    club.rename(made.id, "Éire – 日本")
    club.rename_seat(made.id, 0, "Zoë")
    assert club.listed(made.id).title == "Éire – 日本"
    assert club.seats(made.id)[0].name == "Zoë"
    with pytest.raises(NoSuchMatch):
        club.rename("nothing", "x")


# --- lists


def test_the_list_says_whose_turn_it_is(club: Club) -> None:
    one = club.create("football", football_match(), "First")
    two = club.create("cycling", race(), here=[0])
    assert [each.id for each in club.matches()] == [two.id, one.id]
    for token in one.tokens.values():
        sit(club, token)
    assert club.matches([one.tokens[1]]) == [], "an invitation is no key"
    mine = club.matches([device_of(one.tokens[1]), "nonsense"])
    assert [(each.id, each.mine, each.title) for each in mine] == [(one.id, [1], "First")]
    club.resolve(one.id)
    (asked,) = club.look(one.id).waiting
    assert [each.id for each in club.matches()] == [one.id, two.id]
    for seat in (0, 1):
        assert club.matches([device_of(one.tokens[seat])])[0].my_turn == (seat == asked)
    here = club.listed(two.id)
    assert (here.mine, here.my_turn, here.turn, here.status) == ([0], True, 0, "running")
    assert here.options["profile"] == "postal"
    assert club.matches([]) == []


def test_what_is_not_there_is_said(club: Club) -> None:
    for ask in (club.look, club.listed, club.version, club.load, club.resolve, club.check, club.undo):
        with pytest.raises(NoSuchMatch, match="there is no match called 'nothing'"):
            ask("nothing")
    with club.database.reading() as connection, pytest.raises(NoSuchMatch, match="no match called 'nothing'"):
        find_in(connection, "nothing")
    with pytest.raises(NoSuchGame):
        club.create("chess", race())
    with pytest.raises(NoSuchCoach):
        club.create("cycling", race(("human", "nobody")))
    made = club.create("cycling", race(), here=[0])
    with pytest.raises(NoSuchSeat):
        club.look(made.id, 2)
    assert len(club.matches()) == 1
