"""Nothing that a seat may not know leaves the server for it: in no page, stream or header, nor by saying more often.

Two clubs hold the same match, with the same name and secret, that differ only in what others have chosen and changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import httpx2
import pytest
from fastapi.routing import APIRoute

from breakaway.club.actions import Needed
from breakaway.club.club import Club
from breakaway.club.match_views import SeatView, seat_view
from breakaway.games.fate.rules.terms import CALL as FATE_CALL
from breakaway.games.football.rules.terms import CALL, UNSEEN_CALL
from breakaway.records.match import Start
from breakaway.web.app import make_app
from tests.club.starts import any_order, device_of, fate_match, football_match, needed, play_out, play_typed, race
from tests.web.conftest import Serve
from tests.web.session import browser
from tests.web.twins import NAME, Two, differing, everything, listen, token


def blind() -> Start:
    return race(("human", "human", "human"), profile="blind")


def test_what_others_have_sealed_and_how_often_changes_no_byte(twins: Two) -> None:
    clubs = twins("cycling", blind)
    for which, club in enumerate(clubs, 1):
        play_out(club, NAME, turns=1)
        for _ in range(which):
            club.choose(NAME, 1, any_order(club, NAME, 1, which))
    one, two = clubs
    assert one.version(NAME) != two.version(NAME)
    for seat in (-1, 0, 2):
        assert not differing(everything(one, seat), everything(two, seat)), f"seat {seat}"
    assert differing(everything(one, 1), everything(two, 1)), "the orders were to differ"


@pytest.mark.slow
def test_nobody_learns_from_a_resignation_what_others_have_sealed(twins: Two) -> None:
    clubs = twins("cycling", blind)
    for which, club in enumerate(clubs, 1):
        play_out(club, NAME, turns=1)
        club.choose(NAME, 1, any_order(club, NAME, 1, which))
        club.resign(NAME, 2)
    for seat in (-1, 0, 2):
        assert not differing(everything(clubs[0], seat), everything(clubs[1], seat)), f"seat {seat}"
    assert differing(everything(clubs[0], 1), everything(clubs[1], 1)), "the orders were to differ"


def test_every_address_of_a_match_is_among_those_that_are_compared(twins: Two) -> None:
    club, _ = twins("football", football_match)
    asked = [(key.split()[0], key.split()[1].partition("?")[0]) for key in everything(club, 0, whole=True)]
    left = {
        (method, route.path.removeprefix("/match/{match_id}"))
        for included in make_app(club).routes
        for route in getattr(getattr(included, "original_router", None), "routes", [included])
        if isinstance(route, APIRoute) and route.path.startswith(("/match/", "/seat/", "/device/", "/take/"))
        for method in route.methods
        if not any(method == how and route.path_regex.fullmatch(path) for how, path in asked)
    }
    streams = {("GET", "/{place}/stream"), ("GET", "/{place}/dice/stream")}  # see test_leaks_in_streams.py
    assert left == streams | {("POST", "/{place}/resign")}, "a new address wants to be in twins.everything"


@pytest.mark.slow
def test_squares_and_cards_that_are_private_change_no_byte_of_a_blind_race(twins: Two) -> None:
    # Blue's A rides 9 squares or 10: the same order, no checkpoint and no line between, no string to anybody behind
    clubs = twins("cycling", blind)
    line_ups = (
        "A 5 5 5 B 4 4 4 C 3 3 3 D 2 2 2",
        "A 10 9 1 B 7 7 7 C 6 6 6 D 1 1 1",
        "A 4 4 4 B 3 3 3 C 2 2 2 D 1 1 1",
    )
    for card, club in zip((9, 10), clubs, strict=True):
        for orders in (line_ups, ("A5 B4 C3 D2", f"A{card} B7 C6 D1", "A4 B3 C2 D1")):
            for seat, text in enumerate(orders):
                club.choose(NAME, seat, club.look(NAME, seat).observation.read(text)[0])
            club.resolve(NAME)
    squares = [club.look(NAME, 1).observation.view.square[4] for club in clubs]
    assert squares == [9, 10]
    for seat in (-1, 0, 2):
        assert not differing(everything(clubs[0], seat), everything(clubs[1], seat)), f"seat {seat}"
    assert differing(everything(clubs[0], 1), everything(clubs[1], 1)), "its own squares were to differ"


@pytest.mark.slow
def test_what_others_always_do_changes_no_byte(twins: Two) -> None:
    one, two = twins("football", football_match)
    two.instruct(NAME, 1, ["never ice"])
    for seat in (-1, 0):
        assert not differing(everything(one, seat), everything(two, seat)), f"seat {seat}"


def to_the_defense(club: Club, call: str) -> int:
    """Plays on by fixed choices to the first call of an offense, makes it, and gives the defense's seat."""
    for turn in range(40):
        look = club.look(NAME)
        (seat,) = look.waiting
        observation = club.look(NAME, seat).observation
        if observation.view.phase != CALL:
            club.choose(NAME, seat, any_order(club, NAME, seat, turn))
            club.resolve(NAME)
            continue
        club.choose(NAME, seat, observation.read(call)[0])
        club.resolve(NAME)
        return 1 - seat
    raise AssertionError("nobody called a play")


def test_a_call_that_lies_face_down_changes_no_byte(twins: Two) -> None:
    # cards 11 and 12 of the first team are both Shotgun: the back shows no more than that
    clubs = twins("football", football_match)
    defending = {to_the_defense(club, call) for club, call in zip(clubs, ("11a", "12b"), strict=True)}
    (defense,) = defending
    formations = [club.look(NAME, defense).observation.view.formation for club in clubs]
    if formations[0] != formations[1]:
        pytest.fail("these cards were to have one formation")
    for seat in (-1, defense):
        assert not differing(everything(clubs[0], seat), everything(clubs[1], seat)), f"seat {seat}"
    assert differing(everything(clubs[0], 1 - defense), everything(clubs[1], 1 - defense))


def to_the_drawn_card(club: Club) -> list[int]:
    """Taps in the same dice and cards up to the card that a sheet draws face down; what was typed of this turn."""
    club.resolve(NAME)
    typed: list[int] = []
    for turn in range(300):
        look = club.look(NAME, 0)
        if look.waiting:
            club.choose(NAME, 0, any_order(club, NAME, 0, turn))
            club.resolve(NAME)
        found = needed(club, NAME, 0, typed)
        if found is None:
            continue
        if found.label == "drawn card":
            return typed
        if found.label:
            typed.append(found.possible[turn * 7 % len(found.possible)])
        else:
            play_typed(club, NAME, typed, found.turn)
            typed = []
    raise AssertionError("no card was drawn face down")


def alike(found: Needed) -> list[int]:
    """Cards of the sheet's draw pile whose backs look the same."""
    shown = found.observation.config.card_formation[found.observation.view.offense]
    formations = [shown[card] for card in found.possible]
    common = max(formations, key=formations.count)
    return [card for card in found.possible if shown[card] == common]


@pytest.mark.slow
def test_a_card_that_was_typed_in_face_down_changes_no_byte_for_who_watches(twins: Two) -> None:
    clubs = twins("football", lambda: football_match(("human", "sheet"), chance="typed"))
    for which, club in enumerate(clubs):
        typed = to_the_drawn_card(club)
        found = needed(club, NAME, 0, typed)
        assert found
        formations = [found.observation.config.card_formation[1][card] for card in found.possible]
        alike = [card for card, each in zip(found.possible, formations, strict=True) if formations.count(each) > 1]
        pair = [
            card
            for card in alike
            if formations[found.possible.index(card)] == formations[found.possible.index(alike[0])]
        ]
        typed.append(pair[which])
        while (found := needed(club, NAME, 0, typed)) and found.label:
            typed.append(found.possible[0])
        assert found
        play_typed(club, NAME, typed, found.turn)
        assert club.look(NAME).observation.view.drawn_card == UNSEEN_CALL
    one, two = clubs
    assert one.load(NAME).match.state.drawn_card != two.load(NAME).match.state.drawn_card
    for seat in (-1, 0):
        assert not differing(everything(one, seat), everything(two, seat)), f"seat {seat}"


def platoons() -> Start:
    return fate_match(("human", "human", "human", "human"), advanced=True)


def to_the_calls(club: Club) -> list[int]:
    """Plays on by fixed choices until both sides call, past the kickoff; gives the calling seats, offense first."""
    for turn in range(400):
        look = club.look(NAME)
        if look.turn > 9 and look.observation.view.phase == FATE_CALL:
            both = sorted(look.waiting, key=lambda seat: "Your play. " not in question(club, seat))
            assert "Your defense. " in question(club, both[1])
            return both
        for seat in look.waiting:
            club.choose(NAME, seat, any_order(club, NAME, seat, turn))
        club.resolve(NAME)
    raise AssertionError("nobody called")


def question(club: Club, seat: int) -> str:
    text: str = browser(club, here=False, tokens=(token(seat),)).get(f"/match/{NAME}/{seat + 1}").text
    return text


@pytest.mark.slow
@pytest.mark.parametrize("start", [fate_match, platoons])
@pytest.mark.parametrize(("which", "calls"), [(0, ("run inside", "short")), (1, ("blitz", "run"))])
def test_a_call_in_dice_that_is_sealed_changes_no_byte_for_any_other_seat(
    twins: Two, start: Callable[[], Start], which: int, calls: tuple[str, str]
) -> None:
    clubs = twins("fate", start)
    calling = [to_the_calls(club) for club in clubs]
    assert calling[0] == calling[1]
    caller = calling[0][which]
    for club, call in zip(clubs, calls, strict=True):
        club.choose(NAME, caller, club.look(NAME, caller).observation.read(call)[0])
    assert question(clubs[0], caller) != question(clubs[1], caller), "the calls were to differ"
    others = [seat for seat in range(len(clubs[0].seats(NAME))) if seat != caller]
    for seat in (-1, *others):
        assert not differing(everything(clubs[0], seat), everything(clubs[1], seat)), f"seat {seat}"


def test_a_leak_would_be_seen(twins: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = twins("football", football_match)
    two.instruct(NAME, 1, ["never ice"])

    def counting(match: Any, *rest: Any) -> SeatView:
        return replace(seat_view(match, *rest), entries=match.store.version)

    monkeypatch.setattr("breakaway.club.match_snapshot.seat_view", counting)
    assert differing(everything(one, 0), everything(two, 0))


# --- streams


def test_streams_say_the_same_whatever_others_hide(twins: Two, serve: Serve) -> None:
    clubs = twins("cycling", blind)
    heard: list[list[bytes]] = []
    for which, club in enumerate(clubs, 1):
        address = serve(club)
        streams = [listen(address, club, seat) for seat in (-1, 0)]
        own = listen(address, club, 1)
        cookies = {"browser": "a-browser-of-the-tests-1", "seats": device_of(token(1))}
        with httpx2.Client(cookies=cookies, verify=False) as client:
            for again in range(which + 1):  # the second one changes his mind once more often
                text = club.look(NAME, 1).observation.write(any_order(club, NAME, 1, 10 * which + again))
                fields = {"csrf": _csrf(client, address), "turn": "0", "order": text}
                answer = client.post(f"{address}/match/{NAME}/2/choose", data=fields)
                assert answer.status_code == 303, answer.text
                own.until(again + 1)
        for stream in streams:
            stream.until(1)
        own.until(which + 1)
        heard.append([stream.data for stream in streams])
        assert all(len(stream.events()) == 1 for stream in streams), "one seat sealed: that is one piece of news"
        for stream in (*streams, own):
            stream.done.set()
    assert heard[0] == heard[1]


def _csrf(client: httpx2.Client, address: str) -> str:
    from tests.web.session import csrf

    return csrf(client.get(f"{address}/rules/football").text)


@pytest.mark.slow
def test_a_stream_goes_on_where_it_was_and_sees_what_other_programs_do(twins: Two, serve: Serve) -> None:
    club, _ = twins("cycling", blind)
    address = serve(club)
    before = club.look(NAME, 0).stamp
    stream = listen(address, club, 0)
    club.choose(NAME, 1, any_order(club, NAME, 1, 1))  # past the server, as a terminal does
    stream.until(1)
    now = club.look(NAME, 0).stamp
    assert f"id: {now}".encode() in stream.data
    stream.done.set()
    resumed = listen(address, club, 0, last=before)
    assert f"id: {now}".encode() in resumed.until(1)
    up_to_date = listen(address, club, 0, last=now)
    club.choose(NAME, 2, any_order(club, NAME, 2, 1))
    up_to_date.until(1)
    assert f"id: {now}".encode() not in up_to_date.data, "what it had already is not said again"
