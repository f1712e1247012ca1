"""Who holds a seat, on both databases: invitations, devices, lost seats, the owner, and seats of before."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from sqlalchemy import select, text

from breakaway.club.absences import ask, period, reopen, show_up
from breakaway.club.club import Club, open_club
from breakaway.club.schema import devices
from breakaway.club.seats import (
    NoSuchSeat,
    Owners,
    Sitter,
    TakenSeat,
    UsedCode,
    WrongCode,
    devices_of,
    end_device,
    enter,
    make_code,
    make_phrase,
    renew,
)
from breakaway.club.time_control import Terms
from breakaway.core.language import UserError
from breakaway.core.observation import NotNow
from tests.club.clocks import Wall
from tests.club.starts import device_of, football_match, sit
from tests.club.test_deadlines import go_back

DAY = 24 * 3600
PHONE = Sitter(("the-secret-of-the-phone",), called="Firefox, Android")


def seated(club: Club) -> tuple[str, dict[int, str]]:
    """A match of two people who have sat down, and their invitations."""
    made = club.create("football", football_match())
    for token in made.tokens.values():
        sit(club, token)
    club.resolve(made.id)
    return made.id, made.tokens


def held(club: Club, match_id: str, secret: str) -> list[int]:
    return club.found(match_id).held([secret])


def test_of_many_who_press_sit_down_at_once_one_sits(club: Club) -> None:
    made = club.create("football", football_match())
    told: list[str] = []

    def press(secret: str) -> None:
        try:
            club.sit(made.tokens[1], Sitter((secret,)))
            told.append(secret)
        except TakenSeat:
            pass

    threads = [threading.Thread(target=press, args=(f"the-secret-of-browser-{n}",)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(told) == 1
    assert held(club, made.id, told[0]) == [1]
    with club.database.reading() as connection:
        assert len(connection.execute(select(devices)).all()) == 1


def test_codes_and_phrases_add_and_replace_devices(club: Club) -> None:
    match_id, tokens = seated(club)
    code = make_code(club.database, match_id, 1)
    assert enter(club.database, match_id, 1, code, PHONE) == ""
    with pytest.raises(WrongCode):
        enter(club.database, match_id, 1, code, Sitter(("another",)))
    found = devices_of(club.database, match_id, 1, PHONE.secrets)
    assert [(each.n, each.called, each.is_this) for each in found] == [(1, "", False), (2, "Firefox, Android", True)]
    end_device(club.database, match_id, 1, 2)
    assert held(club, match_id, PHONE.secrets[0]) == []
    with pytest.raises(NoSuchSeat):
        end_device(club.database, match_id, 1, 2)
    with pytest.raises(NotNow, match="only device"):
        end_device(club.database, match_id, 1, 1)
    assert held(club, match_id, device_of(tokens[1])) == [1]
    phrase = make_phrase(club.database, match_id, 1)
    assert enter(club.database, match_id, 1, phrase, PHONE) not in ("", phrase)
    assert held(club, match_id, PHONE.secrets[0]) == [1]
    assert held(club, match_id, device_of(tokens[1])) == []


def test_the_owner_s_seats_and_empty_ones_have_no_codes(club: Club) -> None:
    match_id = club.create("football", football_match(), here=[0]).id
    for seat in (0, 1, 7):
        for make in (make_code, make_phrase):
            with pytest.raises(NoSuchSeat):
                make(club.database, match_id, seat)
        with pytest.raises(WrongCode):
            enter(club.database, match_id, seat, "", PHONE)


def test_a_lost_seat_is_reopened_in_time_and_not_sooner(club: Club) -> None:
    wall = Wall(club)
    match_id, tokens = seated(club)
    (late,) = club.look(match_id).waiting
    other = 1 - late
    for seat, by in ((late, late), (other, late), (late, -1), (9, other), (-1, other)):
        with pytest.raises(NotNow):
            ask(club, match_id, seat, by)
    wall.on(DAY)
    ask(club, match_id, late, other)
    with pytest.raises(NotNow):
        ask(club, match_id, late, other)
    with pytest.raises(NotNow):
        reopen(club, match_id, late, other)
    show_up(club, match_id, late)
    wall.on(DAY)
    ask(club, match_id, late, other)
    wall.on(DAY)
    invitation = reopen(club, match_id, late, other)
    assert club.listed(match_id).status == "open"
    assert held(club, match_id, device_of(tokens[late])) == []
    with pytest.raises(UserError, match="cannot take it"):
        club.sit(invitation, Sitter(("a-new-secret", device_of(tokens[other]))))
    with pytest.raises(NoSuchSeat):
        sit(club, tokens[late])
    club.sit(invitation, PHONE)
    assert held(club, match_id, PHONE.secrets[0]) == [late]
    assert club.listed(match_id).status == "running"


def test_who_plays_the_owner_s_seat_does_not_sit_in_a_reopened_one(club: Club) -> None:
    wall = Wall(club)
    made = club.create("football", football_match(), here=[0])
    sit(club, made.tokens[1])
    club.resolve(made.id)
    if club.look(made.id).waiting != [1]:
        club.choose(made.id, 0, [club.look(made.id, 0).observation.menu([])[0]])
        club.resolve(made.id)
    assert club.look(made.id).waiting == [1]
    wall.on(DAY)
    ask(club, made.id, 1, 0)
    wall.on(DAY)
    invitation = reopen(club, made.id, 1, 0)
    with pytest.raises(UserError, match="cannot take it"):
        club.sit(invitation, Sitter(("the-owner-s-browser",), is_owner=True))


def test_a_seat_with_an_invitation_is_not_the_owner_s(club: Club) -> None:
    made = club.create("football", football_match(), here=[0])
    assert [seat.by_link for seat in club.seats(made.id)] == [False, True]
    assert club.listed(made.id).mine == [0]


def test_the_time_to_object_is_the_time_of_a_choice_but_not_less_than_ten_minutes() -> None:
    expected = {None: DAY, 60: 600, 600: 600, 7 * DAY: 7 * DAY}
    assert {each: period(Terms(each)) / timedelta(seconds=1) for each in expected} == expected


def test_a_code_makes_one_browser_the_owner_s_on_all_servers_until_it_is_forgotten(club: Club) -> None:
    owners, other = Owners(club.database), Owners(club.database)
    code = owners.new_code()
    secret = owners.come(code)
    for bad in (code, "", "nonsense"):
        with pytest.raises(UsedCode):
            owners.come(bad)
    assert owners.knows(secret)
    assert other.knows(secret)
    assert not other.knows("")
    assert not other.knows(code)
    owners.forget()
    assert not owners.knows(secret)
    assert not Owners(club.database).knows(secret)


def test_seats_of_before_keep_their_browsers(club: Club) -> None:
    made = club.create("football", football_match())
    for token in made.tokens.values():
        club.sit(token, Sitter((token,), "Ann"))  # the link itself was the secret
    empty = club.create("football", football_match())
    with club.database.writing() as connection:
        go_back(connection)
        connection.execute(text("UPDATE alembic_version SET version_num = '0003'"))
    later = open_club(club.database.engine.url.render_as_string(hide_password=False))
    assert held(later, made.id, made.tokens[1]) == [1]
    assert held(later, empty.id, empty.tokens[1]) == []
    assert later.invited(empty.tokens[1]) == (empty.id, 1)
    with pytest.raises(TakenSeat):
        later.sit(made.tokens[1], PHONE)
    assert later.found(made.id).by_old_link([made.tokens[1]], 1) == made.tokens[1]
    renew(later.database, made.id, made.tokens[1], PHONE.secrets[0])
    assert held(later, made.id, made.tokens[1]) == []
    assert held(later, made.id, PHONE.secrets[0]) == [1]
    assert later.found(made.id).by_old_link([made.tokens[1]], 1) is None
    later.close()
