"""Streams of tables and of dice say the same, and as often, whatever others hide: in all three games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, expect

from breakaway.club.club import Club
from breakaway.club.database import utc_now
from breakaway.games.football.rules.terms import CALL
from breakaway.records.match import Start
from breakaway.server import live_pages
from tests.club.starts import any_order, device_of, fate_match, football_match, needed, play_typed, race
from tests.web.conftest import Serve
from tests.web.screens import sit_down
from tests.web.session import csrf
from tests.web.test_leaks import platoons, question, to_the_calls
from tests.web.twins import NAME, Two, differing, everything, listen, listen_to_dice, token

Reach = Callable[[Club], int]  # plays on to where a seat has something to hide, and gives the seat


@contextmanager
def session(address: str, seat: int) -> Iterator[httpx2.Client]:
    """A browser that plays this seat; its server is elsewhere, so its links alone let it in."""
    cookies = {"browser": f"a-browser-of-the-tests-{seat}", "seats": device_of(token(seat))}
    with httpx2.Client(cookies=cookies, base_url=address, timeout=30, verify=False, follow_redirects=True) as client:
        yield client


def to_a_football_call(club: Club) -> int:
    for turn in range(60):
        (seat,) = club.look(NAME).waiting
        if club.look(NAME, seat).observation.view.phase == CALL:
            return int(seat)
        club.choose(NAME, seat, any_order(club, NAME, seat, turn))
        club.resolve(NAME)
    raise AssertionError("nobody called a play")


def to_a_fate_offense(club: Club) -> int:
    return to_the_calls(club)[0]


def to_a_fate_defense(club: Club) -> int:
    return to_the_calls(club)[1]


def to_a_race_order(club: Club) -> int:
    club.resolve(NAME)
    return 1


def blind() -> Start:
    return race(("human", "human", "human"), profile="blind")


HIDDEN = [
    ("cycling", blind, to_a_race_order, None),
    ("fate", fate_match, to_a_fate_offense, ("run inside", "short")),
    ("fate", fate_match, to_a_fate_defense, ("blitz", "run")),
    ("fate", platoons, to_a_fate_offense, ("run inside", "short")),
    ("fate", platoons, to_a_fate_defense, ("blitz", "run")),
    ("football", football_match, to_a_football_call, ("11a", "12b")),  # cards of one formation
]


@pytest.mark.sample("orders5")
@pytest.mark.parametrize(("game", "start", "reach", "orders"), HIDDEN)
def test_streams_say_the_same_whatever_is_chosen_in_secret(
    twins: Two,
    serve: Serve,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    start: Callable[[], Start],
    reach: Reach,
    orders: tuple[str, str] | None,
) -> None:
    monkeypatch.setattr(
        live_pages, "GLANCE", 3600
    )  # a glance between sealing and playing would be a second piece of news
    heard, own = [], []
    for which, club in enumerate(twins(game, start)):
        hider, address = reach(club), serve(club)
        seats = [seat for seat in range(-1, len(club.seats(NAME))) if seat != hider]
        streams = [listen(address, club, seat, follows=follows) for seat in seats for follows in (False, True)]
        mine = listen(address, club, hider)
        for stream in streams[1::2]:
            stream.until(1)  # the whole page
        observation = club.look(NAME, hider).observation
        text = orders[which] if orders else observation.write(any_order(club, NAME, hider, 10 + which))
        with session(address, hider) as client:
            fields = {"csrf": csrf(client.get("/rules/football").text), "turn": club.look(NAME).turn, "order": text}
            answer = client.post(f"/match/{NAME}/{hider + 1}/choose", data=fields)
            assert answer.status_code == 200, answer.text
        mine.until(1)
        heard.append([stream.until(1 + n % 2) for n, stream in enumerate(streams)])
        own.append(mine.data)
        counts = [len(stream.events()) for stream in streams]
        assert counts == [1, 2] * len(seats), "one choice is one piece of news"
        assert all(b'data: {"since":' in stream.events()[1] for stream in streams[1::2]), "what is new, and no more"
        for stream in (*streams, mine):
            stream.done.set()
    assert heard[0] == heard[1]
    assert own[0] != own[1], "the choices were to differ"


# --- dice and cards of one's own


def typed_football() -> Start:
    return football_match(chance="typed")


def typed_fate() -> Start:
    return fate_match(chance="typed", advanced=True)


def typed_race() -> Start:
    return race(("human", "human", "human"), profile="blind", chance="typed")


def on_to(club: Club, wanted: Callable[[Club], bool]) -> None:
    """Chooses and taps the same things up to where this holds."""
    club.resolve(NAME)
    for number in range(400):
        if wanted(club):
            return
        look = club.look(NAME)
        if look.waiting:
            seat = look.waiting[0]
            club.choose(NAME, seat, any_order(club, NAME, seat, number))
            club.resolve(NAME)
            continue
        typed: list[int] = []
        while (found := needed(club, NAME, 0, typed)) and found.label:
            typed.append(found.possible[number * 7 % len(found.possible)])
        play_typed(club, NAME, typed, look.turn)
    raise AssertionError("it never came to that")


def rolls_after_a_while(club: Club) -> bool:
    found = needed(club, NAME, 0, [])
    return bool(club.look(NAME).turn > 6 and found and found.label and len(found.possible) > 2)


def taps(text: str) -> list[str]:
    return [unescape(each) for each in re.findall(r'<a class="button tap" href="([^"]+)"', text)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "start", "redact"),
    [
        ("football", typed_football, lambda club: club.instruct(NAME, 1, ["never ice"])),
        ("fate", typed_fate, lambda club: None),
        ("cycling", typed_race, lambda club: club.choose(NAME, 1, any_order(club, NAME, 1, 77))),
    ],
)
def test_pages_of_dice_change_by_no_byte_for_what_others_hide(
    twins: Two, game: str, start: Callable[[], Start], redact: Callable[[Club], None]
) -> None:
    one, two = twins(game, start)
    moment = utc_now()  # pages must not differ by when they are asked for
    one.database.now = two.database.now = lambda: moment
    for club in (one, two):
        if game == "cycling":
            club.resolve(NAME)
            club.choose(NAME, 1, any_order(club, NAME, 1, 76))
        elif game == "fate":
            on_to(club, lambda club: len(club.look(NAME).waiting) == 2 and club.look(NAME).turn > 9)
            seat = next(seat for seat in (0, 1) if "Your play. " in question(club, seat))
            call = ("run inside", "short")[club is two]
            club.choose(NAME, seat, club.look(NAME, seat).observation.read(call)[0])
        else:
            on_to(club, rolls_after_a_while)
    redact(two)
    hider = 1
    if game == "fate":
        hider = next(seat for seat in (0, 1) if club.look(NAME, seat).sealed)
    for each in range(-1, len(one.seats(NAME))):
        if each != hider:
            assert not differing(everything(one, each), everything(two, each)), f"seat {each}"


@pytest.mark.slow
def test_the_table_follows_who_taps_sees_no_outcome_that_is_not_told_and_goes_on_when_it_is_played(
    twins: Two, serve: Serve
) -> None:
    club, _ = twins("football", typed_football)
    on_to(club, rolls_after_a_while)
    address = serve(club)
    with session(address, 0) as tapping, session(address, 0) as phone, session(address, 1) as other:
        where = [f"/match/{NAME}/1/dice", f"/match/{NAME}/1/dice", f"/match/{NAME}/2/dice"]
        first = tapping.get(where[0]).text
        streams = [
            listen_to_dice(address, 0, phone.get(where[1]).text),
            listen_to_dice(address, 1, other.get(where[2]).text),
        ]
        own = listen_to_dice(address, 0, first)
        shown = tapping.get(taps(first)[1]).text
        mine, theirs = (stream.until(1).decode() for stream in streams)
        name = club.look(NAME).seats[0].name
        assert f"{name} " in mine
        assert f"{name} " in theirs
        assert "1 so far" in theirs or "all 1" in theirs
        assert "dice?typed=" in mine
        assert "Play on from there" in mine
        assert "typed=" not in theirs.partition("\n\n")[0].replace(f"/match/{NAME}/2/dice", "")
        again = other.get(where[2]).text
        assert "At the table" in again, "without scripts, too"
        back = re.search(r'href="([^"]+)" data-key="Backspace"', shown)
        assert back
        tapping.get(back[1])
        for stream in streams:
            stream.until(2)
        typed: list[int] = []
        while (found := needed(club, NAME, 0, typed)) and found.label:
            typed.append(found.possible[0])
        fields = {"csrf": csrf(shown), "turn": club.look(NAME).turn, "typed": ".".join(map(str, typed))}
        assert tapping.post(where[0], data=fields).status_code == 200
        for stream in (*streams, own):
            assert stream.says(b"This turn has been played")
            assert b"Back to the table" in stream.data
            stream.done.set()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "start"), [("football", typed_football), ("fate", typed_fate)])
def test_streams_of_dice_say_the_same_whatever_others_hide(
    twins: Two, serve: Serve, game: str, start: Callable[[], Start]
) -> None:
    heard = []
    for which, club in enumerate(twins(game, start)):
        on_to(club, rolls_after_a_while)
        address = serve(club)
        with session(address, 0) as tapping, session(address, 1) as other:
            page = other.get(f"/match/{NAME}/2/dice").text
            stream, watch = listen_to_dice(address, 1, page), listen(address, club, -1)
            if which and game == "football":
                club.instruct(NAME, 0, ["never ice"])  # more has happened, and nothing that anybody else may know
            text = tapping.get(f"/match/{NAME}/1/dice").text
            for _face in range(4 if game == "fate" else 1):  # Fate dice are tapped face by face, and heard of together
                text = tapping.get(taps(text)[0]).text
            stream.until(1)
            heard.append(stream.data)
            assert len(stream.events()) == 1
            assert not watch.events(), "who watches learns it when it counts"
            stream.done.set()
            watch.done.set()
    assert heard[0] == heard[1]


def test_who_watches_and_strangers_hear_no_dice(twins: Two, serve: Serve) -> None:
    club, _ = twins("football", typed_football)
    on_to(club, rolls_after_a_while)
    address = serve(club)
    with session(address, 1) as other, httpx2.Client(base_url=address, timeout=30, verify=False) as stranger:
        for client, place in ((other, "1"), (other, "watch"), (stranger, "watch")):
            answer = client.get(f"/match/{NAME}/{place}/dice/stream?turn={club.look(NAME).turn}")
            assert b"is entering" not in answer.content
            assert b"played" not in answer.content


@pytest.mark.slow
def test_two_phones_at_one_table_in_real_browsers(chromium: Browser, club: Club, serve: Serve) -> None:
    made = club.create("football", typed_football())
    club.resolve(made.id)
    address: str = serve(club)
    pages: list[Any] = []
    for each in (made.tokens[0], made.tokens[1]):
        page = chromium.new_context(viewport={"width": 360, "height": 780}).new_page()
        sit_down(page, address, each)
        page.get_by_role("link", name="Enter the result").click()
        pages.append(page)
    mine, other = pages
    with other.expect_response("**/dice/stream?*"):
        other.reload()
    mine.locator(".taps .tap").first.click()
    expect(other.get_by_role("heading", name="At the table")).to_be_visible()
    typed: list[int] = []
    while (found := needed(club, made.id, 0, typed)) and found.label:
        typed.append(found.possible[0])
    mine.goto(f"{address}/match/{made.id}/1/dice?typed={'.'.join(map(str, typed))}")
    mine.get_by_role("button", name="Yes, play the turn").click()
    expect(other.get_by_text("This turn has been played.")).to_be_visible()
    other.get_by_role("link", name="Back to the table").click()
    other.wait_for_url(f"**/match/{made.id}/2**")
