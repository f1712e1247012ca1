"""Two coaches who share a seat (BF-001, docs/decisions/0018): the second place, its link, and what is kept of it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import inspect

from breakaway.club.actions import agree_to_resign, check_decides, drop_wish_to_resign
from breakaway.club.backups import back_up, restore
from breakaway.club.club import Club, Created, open_club
from breakaway.club.database import HEAD, Keys, database_at, downgrade_tables, open_database, version_in
from breakaway.club.rematches import say_yes
from breakaway.club.seats import (
    FIRST,
    SECOND,
    NoSuchSeat,
    Sitter,
    TakenSeat,
    WrongCode,
    changes,
    devices_of,
    end_device,
    enter,
    make_code,
    make_phrase,
)
from breakaway.club.second_places import BOTH, free
from breakaway.core.observation import NotNow
from tests.club.starts import football_match, play_out, race, shared_football

ANNA, BEN, CLEO, DAN = ((f"the-secret-of-{name}",) for name in ("anna", "ben", "cleo", "dan"))


def opened(club: Club, typed: str = "Anna,Ben/Cleo,Dan") -> Created:
    made = club.create("football", shared_football(typed))
    club.sit(made.tokens[0], Sitter(ANNA, "Somebody else", phrase="annas phrase"))
    club.sit(made.tokens[1], Sitter(CLEO))
    return made


def everybody(club: Club, typed: str = "Anna,Ben/Cleo,Dan") -> str:
    made = opened(club, typed)
    for seat, secret in ((0, BEN), (1, DAN)):
        if seat in made.seconds:
            club.sit(made.seconds[seat], Sitter(secret, phrase=f"phrase {seat}"))
    club.resolve(made.id)
    return made.id


def places(club: Club, match_id: str, secrets: tuple[str, ...]) -> list[tuple[int, list[int]]]:
    found = club.found(match_id)
    return [(seat, sorted(found.places(secrets, seat))) for seat in found.held(secrets)]


def may(club: Club, match_id: str, seat: int, secrets: tuple[str, ...]) -> bool:
    try:
        club.do(match_id, lambda table: check_decides(table, seat, club.found(match_id).places(secrets, seat)))
    except NotNow:
        return False
    return True


def test_each_of_four_people_has_a_link_of_their_own_and_it_opens_one_place(club: Club) -> None:
    made = opened(club)
    assert len({*made.tokens.values(), *made.seconds.values()}) == 4
    assert club.invited_to(made.seconds[1]) == (made.id, 1, SECOND)
    assert club.sit(made.seconds[0], Sitter(BEN)) == (made.id, 0)
    assert club.sit(made.seconds[1], Sitter(DAN)) == (made.id, 1)
    assert [places(club, made.id, each) for each in (ANNA, BEN, CLEO, DAN)] == [
        [(0, [FIRST])],
        [(0, [SECOND])],
        [(1, [FIRST])],
        [(1, [SECOND])],
    ]
    assert places(club, made.id, ("a stranger",)) == []
    with pytest.raises(TakenSeat):
        club.sit(made.seconds[0], Sitter(("another",)))
    assert places(club, made.id, ("another",)) == []
    assert [seat.name for seat in club.seats(made.id)] == ["Anna & Ben", "Cleo & Dan"], "as in the record"


def test_other_matches_and_one_player_a_side_have_no_second_place(club: Club) -> None:
    for game, start in (
        ("football", football_match()),
        ("cycling", race()),
        ("football", shared_football("/Cleo,Dan")),
    ):
        made = club.create(game, start)
        assert 0 not in made.seconds
        assert 0 not in club.listed(made.id).pairs


def test_the_one_who_decides_is_noted_with_every_turn_and_the_other_one_is_refused(club: Club) -> None:
    """By the ball: the first coach with it, the second on defense."""
    match_id = everybody(club)
    seen = set()
    for _ in range(24):
        look = club.look(match_id)
        if look.is_over:
            break
        for seat, (first, second) in enumerate(((ANNA, BEN), (CLEO, DAN))):
            pair = club.listed(match_id).pairs[seat]
            on_offense = look.observation.view.offense == seat or look.observation.view.phase in (2, 4)
            assert pair.decides == (FIRST if on_offense else SECOND)
            assert [may(club, match_id, seat, each) for each in (first, second)] == [on_offense, not on_offense]
            seen.add((seat, pair.decides))
        play_out(club, match_id, turns=1)
    assert seen == {(0, 0), (0, 1), (1, 0), (1, 1)}


def test_the_refusal_says_who_decides_and_why(club: Club) -> None:
    match_id = everybody(club)
    while club.look(match_id).observation.view.phase != 6:  # a call
        play_out(club, match_id, turns=1)
    seat = club.look(match_id).observation.view.offense
    name = ("Anna", "Cleo")[seat]
    with pytest.raises(NotNow, match=f"{name} decides: the team has the ball. Nothing was changed."):
        club.do(match_id, lambda table: check_decides(table, seat, [SECOND]))
    other = ("Dan", "Ben")[seat]
    with pytest.raises(NotNow, match=f"{other} decides: the team is on defense. Nothing was changed."):
        club.do(match_id, lambda table: check_decides(table, 1 - seat, [FIRST]))


def test_until_the_second_coach_sits_down_the_first_decides_everything(club: Club) -> None:
    made = opened(club)
    club.resolve(made.id)
    for seat, secrets in ((0, ANNA), (1, CLEO)):
        assert may(club, made.id, seat, secrets)
    decides = club.listed(made.id).pairs[0].decides
    club.sit(made.seconds[0], Sitter(BEN))
    assert [may(club, made.id, 0, each) for each in (ANNA, BEN)] == [decides == FIRST, decides == SECOND]


def test_who_has_both_links_in_one_browser_decides_everything(club: Club) -> None:
    made = opened(club)
    club.sit(made.seconds[0], Sitter(ANNA))
    assert places(club, made.id, ANNA) == [(0, [FIRST, SECOND])]
    assert may(club, made.id, 0, ANNA)


def test_a_second_coach_may_come_first_and_the_match_waits_for_the_first_one(club: Club) -> None:
    made = club.create("football", shared_football())
    club.sit(made.seconds[1], Sitter(DAN))
    assert places(club, made.id, DAN) == [(1, [SECOND])]
    assert club.listed(made.id).status == "open"
    club.sit(made.tokens[1], Sitter(CLEO))
    assert places(club, made.id, DAN) == [(1, [SECOND])]
    club.sit(made.tokens[0], Sitter(ANNA))
    assert club.listed(made.id).status == "running"


def test_codes_and_phrases_of_one_place_do_not_open_the_other(club: Club) -> None:
    match_id = everybody(club)
    code = make_code(club.database, match_id, 0, SECOND)
    with pytest.raises(WrongCode):
        enter(club.database, match_id, 1, code, Sitter(("phone",)))
    assert enter(club.database, match_id, 0, code, Sitter(("phone",))) == ""
    assert places(club, match_id, ("phone",)) == [(0, [SECOND])]
    assert [len(devices_of(club.database, match_id, 0, (), coach)) for coach in (FIRST, SECOND)] == [1, 2]
    phrase = make_phrase(club.database, match_id, 0, SECOND)
    assert enter(club.database, match_id, 0, phrase, Sitter(("tablet",)))
    assert places(club, match_id, ("tablet",)) == [(0, [SECOND])]
    assert places(club, match_id, BEN) == places(club, match_id, ("phone",)) == []
    assert places(club, match_id, ANNA) == [(0, [FIRST])]
    assert enter(club.database, match_id, 0, "annas phrase", Sitter(("laptop",)))
    assert places(club, match_id, ("laptop",)) == [(0, [FIRST])]
    assert places(club, match_id, ("tablet",)) == [(0, [SECOND])], "the partner keeps the place"


def test_a_coach_cannot_remove_the_devices_of_the_other(club: Club) -> None:
    match_id = everybody(club)
    (bens,) = devices_of(club.database, match_id, 0, (), SECOND)
    with pytest.raises(NoSuchSeat):
        end_device(club.database, match_id, 0, bens.n, FIRST)
    assert places(club, match_id, BEN) == [(0, [SECOND])]


def test_a_new_link_takes_the_place_from_who_has_it(club: Club) -> None:
    made = opened(club)
    club.sit(made.seconds[0], Sitter(BEN))
    with changes(club.database) as connection:
        link = free(connection, made.id, 0)
    assert places(club, made.id, BEN) == []
    assert may(club, made.id, 0, ANNA)
    with pytest.raises(NoSuchSeat):
        club.invited(made.seconds[0])
    club.sit(link, Sitter(("eve",)))
    assert places(club, made.id, ("eve",)) == [(0, [SECOND])]


def test_a_seat_that_gets_another_player_has_no_second_place_any_more(club: Club) -> None:
    match_id = everybody(club)
    club.give_seat(match_id, 1, "random")
    assert places(club, match_id, CLEO) == places(club, match_id, DAN) == []
    assert list(club.listed(match_id).pairs) == [0]
    play_out(club, match_id, turns=3)


def test_a_team_resigns_only_if_both_of_its_coaches_want_it(club: Club) -> None:
    match_id = everybody(club)
    wants = [frozenset({place}) for place in (FIRST, SECOND)]
    club.do(match_id, lambda table: agree_to_resign(table, 0, wants[SECOND]))
    club.do(match_id, lambda table: agree_to_resign(table, 0, wants[SECOND]))
    look = club.look(match_id, 0)
    assert not look.is_over
    assert look.pair
    assert look.pair.wants_to_resign(look.turn) == SECOND
    club.do(match_id, lambda table: drop_wish_to_resign(table, 0))
    club.do(match_id, lambda table: agree_to_resign(table, 0, wants[FIRST]))
    assert not club.look(match_id).is_over
    play_out(club, match_id, turns=1)
    club.do(match_id, lambda table: agree_to_resign(table, 0, wants[SECOND]))
    assert not club.look(match_id).is_over, "the wish of an earlier turn has lapsed"
    club.do(match_id, lambda table: agree_to_resign(table, 0, wants[FIRST]))
    assert club.look(match_id).resigned == 0


def test_one_browser_for_both_resigns_at_once(club: Club) -> None:
    match_id = everybody(club)
    club.do(match_id, lambda table: agree_to_resign(table, 0, BOTH))
    assert club.look(match_id).resigned == 0


def test_a_wish_to_resign_changes_the_pages_of_its_own_seat_only(club: Club) -> None:
    match_id = everybody(club)
    before = [club.look(match_id, seat).stamp for seat in (-1, 0, 1)]
    club.do(match_id, lambda table: agree_to_resign(table, 0, frozenset({SECOND})))
    after = [club.look(match_id, seat).stamp for seat in (-1, 0, 1)]
    assert [one == two for one, two in zip(before, after, strict=True)] == [True, False, True]
    assert club.look(match_id, 1).pair != club.look(match_id, 0).pair
    assert club.look(match_id, -1).pair is None


def test_a_rematch_seats_all_four_where_they_sat(club: Club) -> None:
    match_id = everybody(club)
    club.resign(match_id, 1)
    say_yes(club, match_id, [0])
    offer, _invitations = say_yes(club, match_id, [1])
    assert offer.became
    assert [places(club, offer.became, each) for each in (ANNA, BEN, CLEO, DAN)] == [
        [(0, [FIRST])],
        [(0, [SECOND])],
        [(1, [FIRST])],
        [(1, [SECOND])],
    ]


def test_an_uploaded_match_at_one_screen_needs_no_links(club: Club) -> None:
    made = club.create("football", shared_football(), here=[0, 1])
    assert made.tokens == made.seconds == {}
    assert {pair.names for pair in club.listed(made.id).pairs.values()} == {("Anna", "Ben"), ("Cleo", "Dan")}
    assert all(not pair.by_link and pair.may_decide(()) for pair in club.listed(made.id).pairs.values())


def test_a_backup_keeps_the_second_place_and_its_link(club: Club, tmp_path: Path) -> None:
    made = opened(club)
    club.sit(made.seconds[0], Sitter(BEN))
    archive, place = tmp_path / "club.zip", tmp_path / "restored.sqlite"
    back_up(club.database, archive)
    restore(archive, place, Keys(tmp_path / "keys"))
    with closing(open_club(place)) as later:
        assert places(later, made.id, BEN) == [(0, [SECOND])]
        assert later.invited_to(made.seconds[1]) == (made.id, 1, SECOND)
        assert later.listed(made.id).pairs == club.listed(made.id).pairs


def test_the_migration_leads_both_ways_and_going_back_leaves_no_second_player(club: Club) -> None:
    match_id = everybody(club)
    address = club.database.engine.url.render_as_string(hide_password=False)
    with closing(database_at(address)) as database, database.writing() as connection:
        downgrade_tables(connection, "0027")
        assert version_in(connection) == "0027"
        assert not inspect(connection).has_table("second_places")
    with closing(Club(open_database(address))) as later:
        with later.database.reading() as connection:
            assert version_in(connection) == HEAD
        assert places(later, match_id, BEN) == []
        assert places(later, match_id, ANNA) == [(0, [FIRST])]
        play_out(later, match_id, turns=2)
