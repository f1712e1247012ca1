"""One look per request: how often a click asks the database, and that a page is never of two moments."""

from __future__ import annotations

import dataclasses
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Engine, event
from starlette.requests import Request
from starlette.testclient import TestClient

from breakaway.club.club import Club, open_club
from breakaway.club.match_snapshot import Requester, Snapshot, snapshot
from breakaway.club.match_views import Found
from breakaway.club.store import DatabaseStore
from breakaway.club.time_control import Terms
from breakaway.core.observation import Observation
from breakaway.core.rules import SPECTATOR
from breakaway.players.seated_match import Table
from breakaway.records.match import Match, Start
from breakaway.server.visitors import visitor_of
from breakaway.web import lessons, match_actions
from breakaway.web.request import SeatRequest
from tests.club.clocks import Wall
from tests.club.starts import any_order, fate_match, football_match, play_out, race, sit
from tests.club.test_leaks import blind, bytes_of
from tests.web.session import InProcess, browser, csrf, post

STATEMENTS, TRANSACTIONS = 12, 2  # that a click may take, without the turns of coaches that follow
STARTS = [("football", football_match), ("fate", fate_match), ("cycling", lambda: race(("human", "human")))]
GAMES = [game for game, _start in STARTS]
CLICKS = 12


class Asked:
    """What a database was asked within a block: statements but for BEGIN and COMMIT, and transactions."""

    def __init__(self) -> None:
        self.statements: list[str] = []
        self.transactions = 0

    @property
    def figures(self) -> tuple[int, int]:
        return len(self.statements), self.transactions


@contextmanager
def asked(engine: Engine) -> Iterator[Asked]:
    found = Asked()

    def execute(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if not statement.startswith(("BEGIN", "COMMIT")):
            found.statements.append(statement)

    def begin(_connection: Any) -> None:
        found.transactions += 1

    event.listen(engine, "before_cursor_execute", execute)
    event.listen(engine, "begin", begin)
    yield found
    event.remove(engine, "before_cursor_execute", execute)
    event.remove(engine, "begin", begin)


class Two:
    """Two people at one table, each with a browser and his link; the second one may be at another server."""

    def __init__(
        self, club: Club, game: str, start: Callable[[], Start], other: Club | None = None, **more: Any
    ) -> None:
        made = club.create(game, start(), **more)
        for seat in (0, 1):
            sit(club, made.tokens[seat], "Ann Example")
        club.resolve(made.id)
        self.club, self.id, self.game = club, made.id, game
        self.clients = [
            browser(each, here=False, tokens=(made.tokens[seat],)) for seat, each in enumerate((club, other or club))
        ]
        self.csrf = csrf(self.clients[0].get("/rules/football").text)

    def page(self, seat: int, client: int | None = None) -> Any:
        where = "watch" if seat == SPECTATOR else str(seat + 1)
        return self.clients[seat if client is None else client].get(f"/match/{self.id}/{where}")

    def waiting(self) -> int | None:
        return next(iter(self.club.look(self.id).waiting), None)

    def form(self, seat: int, seed: int) -> dict[str, str]:
        """What a page of this seat sends."""
        observation, turn = self.club.look(self.id, seat).observation, self.club.look(self.id).turn
        return {
            "csrf": self.csrf,
            "turn": str(turn),
            "order": observation.write(any_order(self.club, self.id, seat, seed)),
        }

    def click(self, seat: int, form: dict[str, str], is_htmx: bool = True) -> Any:
        where, headers = f"/match/{self.id}/{seat + 1}/choose", {"HX-Request": "true"} if is_htmx else {}
        client = self.clients[seat]
        usual = client._transport
        client._transport = InProcess(client.app, "192.0.2.8")  # an address of its own, with turns of its own
        try:
            answer = client.post(where, data=form, headers=headers, follow_redirects=False)
        finally:
            client._transport = usual
        assert answer.status_code in (200, 303), answer.text[:2000]
        return answer

    def play(self, seed: int) -> bool:
        """One choice of whoever is asked; whether somebody is."""
        seat = self.waiting()
        if seat is not None:
            self.click(seat, self.form(seat, seed))
        return seat is not None


def stream(client: TestClient, match_id: str, seat: int) -> None:
    """What a stream does when its bell rings."""
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    headers = [(b"host", b"table.example"), (b"cookie", cookies.encode())]
    app: Any = client.app
    scope = {
        "type": "http",
        "method": "GET",
        "scheme": "http",
        "root_path": "",
        "query_string": b"",
        "headers": headers,
    }
    request = Request({**scope, "path": f"/match/{match_id}/{seat + 1}/stream", "app": app, "client": ("192.0.2.7", 5)})
    at = SeatRequest(request, match_id, str(seat + 1), app.state.club, app.state.hub, visitor_of(request))
    match_actions.shared_scene(at, at.seen())


@pytest.mark.sample("sqlite-football")
@pytest.mark.parametrize(("game", "start"), STARTS, ids=GAMES)
def test_a_click_is_two_transactions_and_a_page_is_one(club: Club, game: str, start: Callable[[], Start]) -> None:
    two, engine = Two(club, game, start, terms=Terms(600)), club.database.engine
    for n in range(CLICKS):
        seat = two.waiting()
        if seat is None:
            break
        form, before = two.form(seat, n), club.look(two.id).turn
        with asked(engine) as page:
            assert two.page(seat).status_code == 200
        with asked(engine) as click:
            two.click(seat, form, is_htmx=n % 4 > 0)
        turns = max(1, club.look(two.id).turn - before)  # a FATE order answers the questions that follow, too
        with asked(engine) as news:
            stream(two.clients[1 - seat], two.id, 1 - seat)
        assert len(click.statements) <= STATEMENTS * turns, click.statements
        assert click.transactions <= TRANSACTIONS * turns + (turns > 1), "each turn is kept before the next is played"
        assert page.figures == news.figures == (1, 1), page.statements
    assert n > 5


@pytest.mark.slow
def test_of_what_another_server_has_done_a_page_reads_in_its_one_transaction(club: Club) -> None:
    other = open_club(club.database.engine.url.render_as_string(hide_password=False))
    two = Two(club, "football", football_match, other)
    for n in range(6):
        before = two.page(SPECTATOR, 0).text
        if two.waiting() == 0:
            two.play(n)
            continue
        two.play(n)  # past the first server
        with asked(club.database.engine) as page:
            assert two.page(SPECTATOR, 0).text != before
        assert page.figures == (3, 1), "its row, its entries, and what is sealed"
    other.close()


class Meanwhile:
    """A part of a page before which something else happens, once."""

    def __init__(self, part: Callable[..., Any], happens: Callable[[], object]) -> None:
        self.part, self.happens, self.is_done = part, happens, True

    def __call__(self, *given: Any, **named: Any) -> Any:
        if not self.is_done:
            self.is_done = True
            self.happens()
        return self.part(*given, **named)


PARTS = [
    *("scene_of", "lessons.panel", "codes_of", "sealed_text", "rolls", "invites", "time_of", "standing_of"),
    *("umpire_of", "page"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "start"), STARTS, ids=GAMES)
def test_a_page_is_of_one_moment_whatever_is_played_while_its_parts_are_made(
    club: Club, game: str, start: Callable[[], Start]
) -> None:
    Wall(club)
    other = open_club(club.database.engine.url.render_as_string(hide_password=False))
    other.database.now = club.database.now
    two = Two(club, game, start, other, terms=Terms(600))
    for n, part in enumerate(PARTS):
        if two.waiting() is None:
            break
        with pytest.MonkeyPatch.context() as patched:
            owner, name = (lessons, "panel") if part == "lessons.panel" else (match_actions, part)
            made = Meanwhile(getattr(owner, name), lambda n=n: two.play(n))
            for seat in (0, SPECTATOR):
                patched.setattr(owner, name, made)
                before, made.is_done = two.page(seat, 0).text, False
                assert two.page(seat, 0).text == before, part
                assert made.is_done, part
                assert two.page(seat, 0).text != before
    other.close()


def test_a_page_is_of_one_moment_when_another_server_writes_between_its_statements(club: Club) -> None:
    Wall(club)
    other = open_club(club.database.engine.url.render_as_string(hide_password=False))
    other.database.now = club.database.now
    two = Two(club, "football", football_match, other)
    while two.waiting() != 1:
        two.play(1)
    form, before = two.form(1, 1), two.page(0).text
    other.rename_seat(two.id, 0, "Bo Example")  # so that the first server has to read the whole match
    written: list[Any] = []

    def between(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if "matches.version" in statement and not written:
            written.append(statement)
            two.click(1, form)

    event.listen(club.database.engine, "after_cursor_execute", between)
    during = two.page(0).text
    event.remove(club.database.engine, "after_cursor_execute", between)
    assert written
    assert "Bo Example" in during
    assert turn_of(during) == turn_of(before)
    assert turn_of(two.page(0).text) > turn_of(before)
    other.close()


def turn_of(text: str) -> int:
    return int(text.partition('data-turn="')[2].partition('"')[0])


def test_a_choice_is_kept_when_the_turn_that_it_leads_to_cannot_be_played(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = Two(club, "football", football_match)
    seat = two.waiting()
    assert seat is not None
    before = club.look(two.id, seat)

    def broken(*_: Any) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(Table, "play_turn", broken)
        answer = post(two.clients[seat], f"/match/{two.id}/{seat + 1}/choose", **two.form(seat, 1))
        assert (answer.status_code, club.look(two.id).turn) == (500, before.turn)
        assert "Your choices so far are safe" in answer.text
    assert club.look(two.id, seat).sealed is not None
    assert post(two.clients[seat], f"/match/{two.id}/{seat + 1}/go").status_code == 200
    assert club.look(two.id).turn > before.turn


def taken(club: Club, match_id: str, seat: int) -> Snapshot:
    return snapshot(club, match_id, Requester((), lambda _found: seat))


def test_snapshots_of_matches_that_differ_in_what_others_have_sealed_are_the_same(club: Club) -> None:
    seen = []
    for seed in (1, 2):
        match_id = blind(club)
        play_out(club, match_id, turns=1)
        for again in range(seed):  # changes his mind
            club.choose(match_id, 1, any_order(club, match_id, 1, again))
        seen.append([taken(club, match_id, seat) for seat in (SPECTATOR, 0, 2)])
    for one, two in zip(*seen, strict=True):
        assert bytes_of(one.look) == bytes_of(two.look)
        assert rest_of(one) == rest_of(two)


def rest_of(found: Snapshot) -> dict[str, str]:
    hidden = (
        "look",
        "now",
        "version",
    )  # the version stays on the server: the leak tests of pages and streams show that
    names = [each.name for each in dataclasses.fields(found) if each.name not in hidden]
    return {name: repr(getattr(found, name)) for name in names}


@pytest.mark.parametrize(("game", "start"), STARTS, ids=GAMES)
def test_from_a_snapshot_no_way_leads_to_the_match_its_store_or_links_of_others(
    club: Club, game: str, start: Callable[[], Start]
) -> None:
    match_id = club.create(game, start()).id
    play_out(club, match_id, turns=4)
    match = club.load(match_id).match
    for seat in (SPECTATOR, 0, 1):
        found, ways = taken(club, match_id, seat), set[int]()
        left: list[Any] = [found]
        while left:
            each = left.pop()
            if id(each) in ways or isinstance(each, (type, Observation)) or callable(each):
                continue  # an observation hides by itself: see the laws of core
            ways.add(id(each))
            assert not isinstance(each, (Match, Table, DatabaseStore, Found, Club)), f"{type(each).__name__} of {seat}"
            assert each not in (match.secret, match.secret.hex())
            left += gc.get_referents(each)
