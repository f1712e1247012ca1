"""The offer of a rematch: made, taken, declined, withdrawn, and never more than one new match."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import select

from breakaway.club import rematches
from breakaway.club.club import Club, open_club
from breakaway.club.match_views import Offer
from breakaway.club.rematches import say_no, say_yes
from breakaway.club.schema import PUBLIC, devices, seats
from breakaway.club.seats import hash_of, make_phrase
from breakaway.club.time_control import Terms
from breakaway.core.observation import NotNow
from breakaway.core.rules import SPECTATOR
from breakaway.records.record_file import ChangedUnderUs
from breakaway.records.verify import Grade
from tests.club.starts import device_of, football_match, play_out, race, sit


def at_the_end(club: Club, by: tuple[str, ...] = ("human", "human"), **more: Any) -> str:
    """A race that is over. Its players sat down by links, each in his own browser."""
    made = club.create("cycling", race(by), "A race", **more)
    for seat, token in made.tokens.items():
        sit(club, token, f"Player {seat + 1}")
    play_out(club, made.id)
    return made.id


def count(club: Club) -> int:
    return len(club.matches())


def test_the_new_match_opens_when_everybody_has_said_yes_and_all_sit_there_already(club: Club) -> None:
    match_id = at_the_end(club, ("human", "human", "random"))
    phrase = make_phrase(club.database, match_id, 1)
    offer, _invitations = say_yes(club, match_id, [1])
    assert offer == club.listed(match_id).offer == Offer(1, (1,))
    assert count(club) == 1
    offer, invitations = say_yes(club, match_id, [0])
    assert offer.became
    assert not invitations, "nobody needs a link"
    assert club.listed(match_id).offer == Offer(1, (0, 1), None, offer.became)
    old, new = club.listed(match_id), club.listed(offer.became)
    assert [(seat.name, seat.by, seat.by_link) for seat in new.seats] == [
        (seat.name, seat.by, seat.by_link) for seat in old.seats
    ]
    assert (new.status, new.host, new.game, new.title) == ("running", 1, "cycling", "A race")
    links = [row.token_hash for row in rows(club, seats)]
    for seat in (0, 1):
        secret = next(each for each in all_devices(club) if each[:2] == (match_id, seat))[2]
        assert (offer.became, seat, secret) in all_devices(club), "each browser has its own seat"
    assert len(set(filter(None, links))) == 4, "the links of the old match open nothing in the new one"
    assert [row.phrase_hash for row in rows(club, seats) if row.match == offer.became] == [None, hash_of(phrase), None]
    play_out(club, offer.became)
    assert club.check(offer.became).grade == Grade.UNSIGNED, "the record of the rematch holds"


def rows(club: Club, of: Any) -> list[Any]:
    with club.database.reading() as connection:
        return list(connection.execute(select(of).order_by(of.c.match, of.c.seat)))


def all_devices(club: Club) -> list[tuple[str, int, str]]:
    return [(row.match, row.seat, row.secret_hash) for row in rows(club, devices)]


def test_a_browser_that_plays_all_seats_of_people_starts_at_once(club: Club) -> None:
    against_coaches = at_the_end(club, ("human", "random"), here=[0])
    shared = at_the_end(club, here=[0, 1])
    assert say_yes(club, against_coaches, [0])[0].became
    assert say_yes(club, shared, [0, 1])[0].became
    assert count(club) == 4


def test_the_owner_s_seat_is_the_owner_s_in_the_rematch_too(club: Club) -> None:
    match_id = at_the_end(club, here=[0])
    say_yes(club, match_id, [0])
    offer, _invitations = say_yes(club, match_id, [1])
    assert offer.became
    assert [[seat.by_link for seat in club.listed(each).seats] for each in (match_id, offer.became)] == [
        [False, True],
        [False, True],
    ]


def test_an_offer_is_withdrawn_by_whoever_made_it_and_declined_by_anybody_else(club: Club) -> None:
    match_id = at_the_end(club, ("human", "human", "human"))
    say_yes(club, match_id, [0])
    say_no(club, match_id, [0])
    assert club.listed(match_id).offer is None
    with pytest.raises(NotNow, match="no longer open"):
        say_no(club, match_id, [1])
    say_yes(club, match_id, [0])
    say_yes(club, match_id, [2])
    say_no(club, match_id, [2])  # who has said yes may still say no
    assert club.listed(match_id).offer == Offer(0, (0, 2), 2)
    for seat in (0, 1):
        with pytest.raises(NotNow, match="Player 3 has declined a rematch"):
            say_yes(club, match_id, [seat])
    assert say_yes(club, match_id, [2])[0] == Offer(2, (2,)), "but may think again"
    assert count(club) == 1


def test_only_players_of_a_match_that_is_over_can_offer_one(club: Club) -> None:
    running = club.create("football", football_match(), here=[0, 1]).id
    with pytest.raises(NotNow, match="still in progress"):
        say_yes(club, running, [0])
    over = at_the_end(club, ("human", "random"), here=[0])
    for seats_of in ([], [1], [0, 1], [7]):
        with pytest.raises(NotNow, match="Only the players"):
            say_yes(club, over, seats_of)
    assert say_yes(club, over, [0])[0].became
    with pytest.raises(NotNow, match="already open"):
        say_no(club, over, [0])


def test_a_match_that_was_resigned_has_a_rematch_with_the_same_terms(club: Club) -> None:
    made = club.create("football", football_match(), terms=Terms(60, "coach", delay=2), visibility=PUBLIC)
    for token in made.tokens.values():
        sit(club, token)
    play_out(club, made.id, turns=3)
    club.resign(made.id, 1)
    say_yes(club, made.id, [1])
    offer, _invitations = say_yes(club, made.id, [0])
    assert offer.became
    new = club.listed(offer.became)
    assert (new.terms.seconds, new.terms.late, new.terms.delay, new.visibility) == (60, "coach", 2, PUBLIC)
    assert new.closes, "the clock runs, for everybody is there"
    assert not club.look(offer.became).is_over


def test_a_seat_whose_player_left_is_not_waited_for_and_gets_an_invitation(club: Club) -> None:
    match_id = at_the_end(club)
    with club.database.writing() as connection:
        ours = (seats.c.match == match_id) & (seats.c.seat == 1)
        connection.execute(seats.update().where(ours).values(by="empty"))
    offer, invitations = say_yes(club, match_id, [0])
    assert offer.became
    assert list(invitations) == [1]
    assert club.listed(offer.became).status == "open"
    assert sit(club, invitations[1]) == (offer.became, 1)


@pytest.mark.parametrize("same", [True, False], ids=["one click twice", "two players"])
def test_two_clicks_at_once_open_one_match(club: Club, same: bool) -> None:
    match_id = at_the_end(club)
    url = club.database.engine.url.render_as_string(hide_password=False)
    if same:
        say_yes(club, match_id, [0])
    servers, start = [open_club(url) for _ in range(4)], threading.Barrier(4)

    def click(n: int) -> str | None:
        start.wait()
        return say_yes(servers[n], match_id, [1 if same else n % 2])[0].became

    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(click, range(4)))
    assert len(found - {None}) == 1
    assert count(club) == 2
    for each in servers:
        each.close()


def test_an_answer_between_reading_and_writing_is_seen(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id, tried = at_the_end(club), []
    say_yes(club, match_id, [0])
    lock: Callable[..., None] = rematches._lock

    def late(connection: Any, of: str, was: Offer | None) -> None:
        tried.append(was)
        if len(tried) == 1:
            raise ChangedUnderUs("somebody was faster")
        lock(connection, of, was)

    monkeypatch.setattr(rematches, "_lock", late)
    assert say_yes(club, match_id, [1])[0].became
    assert len(tried) == 2
    assert count(club) == 2, "the first try has left nothing behind"


@pytest.mark.slow
def test_a_player_sees_every_change_of_an_offer_and_a_spectator_only_a_public_rematch(club: Club) -> None:
    for visibility in ("link", PUBLIC):
        match_id = at_the_end(club, visibility=visibility)
        stamps = [[club.look(match_id, seat).stamp] for seat in (0, 1, SPECTATOR)]
        for act, mine in ((say_yes, 0), (say_no, 0), (say_yes, 1), (say_no, 0), (say_yes, 0), (say_yes, 1)):
            act(club, match_id, [mine])
            for seen, seat in zip(stamps, (0, 1, SPECTATOR), strict=True):
                seen.append(club.look(match_id, seat).stamp)
        for seen in stamps[:2]:
            assert all(one != two for one, two in pairwise(seen))
        assert len(set(stamps[2][:-1])) == 1
        assert (stamps[2][-1] != stamps[2][0]) == (visibility == PUBLIC)
        offer = club.look(match_id).offer
        if visibility == PUBLIC:
            assert offer
            assert (offer.offerer, offer.taken, offer.declined) == (SPECTATOR, (), None)
        else:
            assert offer is None


def test_the_secret_of_a_browser_opens_its_seat_and_no_other(club: Club) -> None:
    made = club.create("cycling", race(("human", "human")))
    for token in made.tokens.values():
        sit(club, token)
    play_out(club, made.id)
    say_yes(club, made.id, [0])
    became = say_yes(club, made.id, [1])[0].became
    assert became
    for seat, token in made.tokens.items():
        assert club.found(became).held([device_of(token)]) == [seat]
        assert club.found(became).held([token]) == [], "the link itself opens nothing"
