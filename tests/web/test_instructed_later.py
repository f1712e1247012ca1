"""A standing instruction answers after a while, like a person: nobody else can tell the two apart."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from breakaway.club.club import Club
from breakaway.club.match_views import AT_ONE_SITTING, OVER_DAYS, to_answer, wait
from breakaway.club.time_control import DAY, Terms
from breakaway.core.state import copy
from breakaway.records.match import Start
from breakaway.server.live_pages import Hub
from breakaway.web.match_actions import GLANCE, Timekeeper
from tests.club.clocks import Wall
from tests.club.starts import any_order, football_match, play_out, race
from tests.web.conftest import Serve
from tests.web.session import browser
from tests.web.twins import NAME, Two, differing, everything, listen

SEAT = 1
GAMES = [
    ("football", football_match, ["never onside", "never ice", "discard the weakest"]),  # asked alone: a turn follows
    ("cycling", lambda: race(("human", "human"), profile="blind"), ["highest"]),  # asked together
]


def answer(club: Club, names: list[str], match_id: str = NAME) -> list[int] | None:
    """What one of these instructions would answer for the second seat now."""
    look = club.look(match_id, SEAT)
    if SEAT not in look.waiting:
        return None
    observation = look.observation
    found = (observation.game.instructions[name](copy(observation.view), observation.config, SEAT) for name in names)
    return next((order for order in found if order is not None), None)


def to_question(clubs: tuple[Club, ...], names: list[str]) -> list[int]:
    """Plays on in all clubs until an instruction could answer for the second seat; its answer."""
    for number in range(200):
        found = [answer(club, names) for club in clubs]
        if found[0] is not None:
            assert found == [found[0]] * len(clubs)
            return found[0]
        for club in clubs:
            for seat in club.look(NAME).waiting:
                club.choose(NAME, seat, any_order(club, NAME, seat, number))
            club.resolve(NAME)
    raise AssertionError("nothing was asked that an instruction answers")


def of_match(club: Club) -> int:
    """The milliseconds that the second seat's instruction takes now."""
    with club.held(NAME) as table:
        return wait(table.match, club.listed(NAME), SEAT)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "start", "names"), GAMES, ids=["football", "cycling"])
def test_a_match_looks_the_same_whether_a_person_answers_or_an_instruction(
    twins: Two, game: str, start: Callable[[], Start], names: list[str]
) -> None:
    by_hand, instructed = twins(game, start)
    wall = Wall(by_hand, instructed)
    order = to_question((by_hand, instructed), names)
    before = by_hand.look(NAME).turn
    instructed.instruct(NAME, SEAT, names)
    instructed.resolve(NAME)
    keepers = [Timekeeper(club, Hub(club)) for club in (by_hand, instructed)]
    left = of_match(instructed) / 1000
    for seconds in (0, left - 0.001):
        wall.on(seconds)
        for keeper in keepers:
            keeper.glance()
        assert SEAT in instructed.look(NAME).waiting, "it waits as a person does"
        assert instructed.look(NAME).turn == before
        for seat in (-1, 0):
            one, two = (everything(club, seat, looks=True) for club in (by_hand, instructed))
            assert not differing(one, two), f"seat {seat}"
    wall.on(0.001)
    by_hand.choose(NAME, SEAT, order)
    by_hand.resolve(NAME)
    for keeper in keepers:
        keeper.glance()
    assert SEAT not in instructed.look(NAME).waiting or instructed.look(NAME).turn > before
    assert instructed.look(NAME).turn == by_hand.look(NAME).turn <= before + 1, "no turn is jumped over"
    for seat in (-1, 0):
        assert not differing(everything(by_hand, seat), everything(instructed, seat)), f"seat {seat}"


@pytest.mark.slow
@pytest.mark.parametrize(("game", "start", "names"), GAMES, ids=["football", "cycling"])
def test_streams_bring_one_piece_of_news_for_each_answer(
    twins: Two, serve: Serve, game: str, start: Callable[[], Start], names: list[str]
) -> None:
    heard = []
    clubs = twins(game, start)
    wall = Wall(*clubs)
    order = to_question(clubs, names)
    clubs[1].instruct(NAME, SEAT, names)
    for club in clubs:
        streams = [listen(serve(club), club, seat) for seat in (-1, 0)]
        if club is clubs[0]:
            with club.at_work(NAME) as table:
                table.match.choose(SEAT, order)
                if game == "football":
                    table.play_turn()
        else:
            assert not any(stream.events() for stream in streams)
            wall.on(of_match(club) / 1000)
        for stream in streams:
            stream.until(1)
            stream.done.set()
        heard.append([stream.events()[:1] for stream in streams])
    assert heard[0] == heard[1]


def test_the_time_is_drawn_anew_for_each_question_and_no_server_s_rhythm_shows(club: Club) -> None:
    wall = Wall(club)
    match_id = club.create("cycling", race(("human", "human")), here=[0, 1]).id
    play_out(club, match_id, turns=1)
    club.instruct(match_id, SEAT, ["highest"])
    times = []
    for number in range(2):
        assert club.look(match_id).waiting == [0, 1], number
        ((_id, moment),) = to_answer(club.database)
        left = (moment - wall.moment).total_seconds()
        times.append(left)
        assert AT_ONE_SITTING[0] <= left <= AT_ONE_SITTING[1]
        keeper = Timekeeper(club, Hub(club))
        assert keeper.glance() == GLANCE
        wall.on(left - 0.4)
        assert keeper.glance() == pytest.approx(0.4)
        wall.moment = moment
        keeper.glance()
        assert club.look(match_id).waiting == [0]
        assert keeper.glance() == GLANCE, "nothing is left to do"
        club.choose(match_id, 0, any_order(club, match_id, 0, number))
        club.resolve(match_id)
    assert len(set(times)) == 2


def test_over_days_it_takes_minutes_and_alone_no_time(club: Club) -> None:
    wall = Wall(club)
    slow = club.create("cycling", race(("human", "human")), here=[0, 1], terms=Terms(DAY)).id
    club.resolve(slow)
    club.instruct(slow, SEAT, ["highest"])
    ((_id, moment),) = to_answer(club.database)
    assert timedelta(seconds=OVER_DAYS[0]) <= moment - wall.moment <= timedelta(seconds=OVER_DAYS[1])
    alone = club.create("cycling", race(("human", "random")), here=[0]).id
    play_out(club, alone, turns=1)
    club.instruct(alone, 0, ["highest"])
    club.resolve(alone)
    assert club.look(alone).is_over


def test_what_is_only_sealed_or_instructed_moves_no_match_in_a_list(club: Club) -> None:
    wall = Wall(club)
    ids: list[Any] = []
    tokens: list[str] = []
    for _ in range(2):
        wall.on(1)
        made = club.create("cycling", race(("human", "human")), visibility="public")
        ids.append(made.id)
        tokens.append(made.tokens[0])
        club.resolve(made.id)
    wall.on(1)
    client = browser(club, here=False, tokens=(tokens[0], tokens[1]))
    before = client.get("/").text
    club.choose(ids[0], 1, any_order(club, ids[0], 1, 1))
    club.instruct(ids[0], 1, ["highest"])
    assert client.get("/").text == before
    assert [each.id for each in club.lobby()] == [ids[1], ids[0]]
