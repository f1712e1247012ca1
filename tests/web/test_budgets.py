"""What a visitor may cost the server: every request is paid for, and nobody's line holds up another's."""

from __future__ import annotations

import asyncio
import inspect
import re
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi.routing import APIRoute
from starlette.testclient import TestClient

from breakaway.club.club import Club
from breakaway.club.seats import Owners
from breakaway.server import budgets as module
from breakaway.server import live_pages
from breakaway.server.budgets import (
    LINE,
    PAGES,
    PATIENCE,
    REQUEST,
    SEAT,
    SPEED,
    Account,
    Budgets,
    Crowded,
    Metered,
    TooMuch,
)
from breakaway.server.live_pages import Hub, Visit
from breakaway.server.long_tasks import CHECK, JobQueue
from breakaway.web import match_actions
from breakaway.web.app import PLACES, make_app
from breakaway.web.request import SeatRequest
from tests.club.starts import device_of, football_match, sit
from tests.web.conftest import Serve
from tests.web.session import browser, portal
from tests.web.test_every_tab import started
from tests.web.test_limits import Seconds, Street
from tests.web.test_shared_streams import go_on
from tests.web.test_sharing import forever
from tests.web.test_supervised import until
from tests.web.test_workshop import Held
from tests.web.test_workshop import Visit as Caller
from tests.web.twins import NAME, Listening, Two

ONE, OTHER = "192.0.2.7", "192.0.2.8"


@pytest.fixture(autouse=True)
def glances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GLANCE", 0.005)
    monkeypatch.setattr(live_pages, "GLANCE", 3600)  # streams learn of changes only from the tests


class Ledger:
    """Budgets with a clock and costs that are set by hand."""

    def __init__(self) -> None:
        self.clock, self.cost = Seconds(), 0.0
        self.budgets = Budgets(self.clock, lambda: self.cost)

    def of(self, address: str) -> Account:
        """An address."""
        return self.budgets.of(address)

    def spent(self, address: str) -> Account:
        """An address that has used all it has."""
        found = self.of(address)
        self.budgets.charge(found, PAGES)
        return found

    def works(self, seconds: float) -> Callable[[], None]:
        """Work that takes so many seconds."""

        def work() -> None:
            self.cost += seconds

        return work


@pytest.fixture
def ledger() -> Ledger:
    return Ledger()


# --- budgets


def test_a_budget_is_used_up_by_work_and_bytes_and_fills_up_again_with_time(ledger: Ledger) -> None:
    budgets, account = ledger.budgets, ledger.of(ONE)
    budgets.charge(account, PAGES - 2)
    budgets.charge(account, size=SPEED)
    assert budgets.wait(account) == 0
    budgets.charge(account, size=2 * SPEED)
    assert budgets.wait(account) == 10, "a second of work comes back in ten"
    ledger.clock.now += 9
    assert budgets.wait(account) > 0
    ledger.clock.now += 2
    assert budgets.wait(account) == 0
    ledger.clock.now += 10_000
    assert budgets.used(account) == 0, "and not more than everything"
    assert budgets.wait(ledger.of(OTHER)) == 0, "somebody else"


def test_nobody_owes_more_than_one_budget(ledger: Ledger) -> None:
    account = ledger.of(ONE)
    ledger.budgets.charge(account, 1000 * PAGES)
    assert ledger.budgets.wait(account) == PAGES / account.rate
    ledger.clock.now += PAGES / account.rate + 1
    assert ledger.budgets.wait(account) == 0


def test_a_seat_has_a_larger_budget_of_its_own(ledger: Ledger) -> None:
    seat = ledger.budgets.of_seat("a-match", 0, ONE)
    ledger.spent(ONE)
    ledger.budgets.charge(seat, PAGES)
    assert SEAT > PAGES
    assert ledger.budgets.wait(seat) == 0
    assert seat.rate == 2 * ledger.of(ONE).rate
    assert ledger.budgets.of_seat("a-match", 0, OTHER) is seat, "on whichever device its player is"


def test_work_is_charged_even_if_it_fails(ledger: Ledger) -> None:
    account = ledger.of(ONE)

    def fails() -> None:
        ledger.cost += 3
        raise LookupError

    async def play() -> None:
        await ledger.budgets.run(account, ledger.works(4))
        with pytest.raises(LookupError):
            await ledger.budgets.run(account, fails)

    asyncio.run(play())
    assert ledger.budgets.used(account) == 7


def test_a_look_that_finds_no_news_costs_nothing(ledger: Ledger) -> None:
    """Otherwise a visitor could read in his budget how often a match has changed in secret."""
    account = ledger.of(ONE)
    asyncio.run(ledger.budgets.run(account, ledger.works(4), is_look=True))
    assert ledger.budgets.used(account) == 0
    asyncio.run(ledger.budgets.run(account, ledger.works(4)))
    assert ledger.budgets.used(account) == 4


def test_what_is_remembered_of_visitors_has_an_end(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 3)
    ledger.spent(ONE)
    for n in range(2):
        ledger.of(f"192.0.2.{n}")
        assert ledger.budgets.wait(ledger.of(ONE)) > 0, "it has asked a moment ago"
    for n in range(3):
        ledger.of(f"192.0.2.{n}")
    assert ledger.budgets.wait(ledger.of(ONE)) == 0
    for n in range(9):
        ledger.budgets.note_seat(b"%d" % n, ledger.of(ONE))
    assert len(ledger.budgets._seats) == 3


# --- turns


class Queue:
    """Visitors who wait for turns. `served` has their names, as their turns came."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger, self.served = ledger, list[str]()
        self.tasks: list[asyncio.Task[None]] = []

    async def come(self, address: str, name: str, seconds: float = 0.0) -> None:
        """Asks for a turn, and waits in line."""

        async def turn() -> None:
            account = self.ledger.of(address)
            await self.ledger.budgets.take(account)
            self.served.append(name)
            self.ledger.budgets.charge(account, seconds)
            await asyncio.sleep(0)
            self.ledger.budgets.give(account)

        self.tasks.append(asyncio.create_task(turn()))
        await asyncio.sleep(0)


def test_the_next_turn_goes_to_whoever_has_used_least_and_then_to_whoever_came_first(ledger: Ledger) -> None:
    async def play() -> list[str]:
        queue = Queue(ledger)
        held = [ledger.of(f"198.51.100.{n}") for n in range(module.AT_ONCE)]
        for each in held:
            await ledger.budgets.take(each)
        for n in range(30):
            await queue.come(ONE, f"greedy {n}", 0.5)
        for n in range(3):
            await queue.come(OTHER, f"modest {n}", 0.1)
        assert not queue.served, "all turns are taken"
        ledger.budgets.give(held[0])  # one turn at a time is free now
        await asyncio.gather(*queue.tasks)
        return queue.served

    served = asyncio.run(play())
    assert served[:4] == ["greedy 0", "modest 0", "modest 1", "modest 2"]
    assert served[4:] == [f"greedy {n}" for n in range(1, 30)]


def test_a_quick_page_waits_neither_for_slow_pages_nor_behind_those_of_visitors_who_have_used_nothing(
    ledger: Ledger,
) -> None:
    async def play() -> None:
        budgets, modest = ledger.budgets, ledger.of(OTHER)

        def quick() -> None:
            ledger.cost += module.QUICK / 2

        def slow() -> None:
            ledger.cost += 4 * module.QUICK

        crowd = [ledger.of(f"198.51.100.{n}") for n in range(module.AT_ONCE + 2)]
        for work in (quick, slow):
            await budgets.run(modest, work)  # once, so that their costs are known
        tasks = [asyncio.create_task(budgets.take(each, cost=budgets.cost_of(slow))) for each in crowd]
        await asyncio.sleep(0)
        assert sum(each.done() for each in tasks) == module.AT_ONCE
        await asyncio.wait_for(budgets.run(modest, quick), 20)
        for each in crowd[: module.AT_ONCE]:
            budgets.give(each)
        await asyncio.gather(*tasks)

    asyncio.run(play())


def test_work_that_was_slow_counts_as_slow_until_it_has_been_quick_some_times(ledger: Ledger) -> None:
    async def play() -> list[float]:
        budgets, seconds, found = ledger.budgets, iter([0.01, 1.0, *[0.01] * 30]), list[float]()

        def page() -> None:
            ledger.cost += next(seconds)

        for _n in range(32):
            found.append(budgets.cost_of(page))
            await budgets.run(ledger.of(ONE), page)
        return found

    costs = asyncio.run(play())
    assert costs[0] == module.USUAL, "of what was never done, something is expected"
    assert costs[1:3] == pytest.approx([0.01, 1.0])
    assert costs[3:] == sorted(costs[3:], reverse=True)
    assert costs[4] > module.QUICK > costs[-1]


def test_an_address_has_one_turn_at_a_time_and_leaves_the_others_to_others(ledger: Ledger) -> None:
    async def play() -> None:
        account, budgets = ledger.of(ONE), ledger.budgets
        await budgets.take(account)
        line = [asyncio.create_task(budgets.take(account)) for _ in range(20)]
        await asyncio.sleep(0)
        for n in range(module.AT_ONCE - 1):
            await budgets.take(ledger.of(f"198.51.100.{n}"))
        assert not any(each.done() for each in line)
        for each in line:
            budgets.give(account)
            await until(each.done)
        budgets.give(account)
        assert budgets.waiting(ONE) == 0

    asyncio.run(play())


def test_a_visitor_with_nothing_left_waits_until_something_is_left(ledger: Ledger) -> None:
    async def play() -> None:
        account = ledger.spent(ONE)
        waits = asyncio.create_task(ledger.budgets.run(account, ledger.works(1)))
        await asyncio.sleep(0.05)
        assert not waits.done()
        assert await asyncio.wait_for(ledger.budgets.run(ledger.of(OTHER), lambda: "a page"), 20) == "a page"
        ledger.clock.now += 1
        await asyncio.wait_for(waits, 20)
        assert ledger.budgets.wait(account) > 0
        assert ledger.budgets.refused == 0

    asyncio.run(play())


def test_a_visitor_who_has_waited_in_vain_is_told_when_to_come_back(ledger: Ledger) -> None:
    async def play() -> None:
        account = ledger.spent(ONE)
        ledger.budgets.charge(account, 30)
        waits = asyncio.create_task(ledger.budgets.take(account))
        await asyncio.sleep(0.05)
        ledger.clock.now += PATIENCE
        with pytest.raises(TooMuch, match=r"Try again in 5 minutes\.") as refused:
            await asyncio.wait_for(waits, 20)
        assert refused.value.wait == 300 - PATIENCE
        assert (ledger.budgets.refused, ledger.budgets.waiting(ONE)) == (1, 0)

    asyncio.run(play())


def test_a_line_that_is_full_refuses_at_once_and_another_address_has_its_own(ledger: Ledger) -> None:
    async def play() -> None:
        account, budgets = ledger.of(ONE), ledger.budgets
        await budgets.take(account)
        line = [asyncio.create_task(budgets.take(account)) for _ in range(LINE)]
        await asyncio.sleep(0)
        with pytest.raises(Crowded):
            await budgets.take(account)
        patient = asyncio.create_task(budgets.take(account, is_patient=True))
        await budgets.take(ledger.of(OTHER))
        for each in (*line, patient):
            each.cancel()
        await asyncio.gather(*line, patient, return_exceptions=True)
        assert (budgets.refused, budgets.waiting(ONE)) == (1, 0)

    asyncio.run(play())


def test_streams_that_wait_fill_no_line_and_let_the_requests_of_their_address_go_first(ledger: Ledger) -> None:
    async def play() -> None:
        account, budgets = ledger.of(ONE), ledger.budgets
        await budgets.take(account)
        streams = [asyncio.create_task(budgets.take(account, is_patient=True)) for _ in range(2 * LINE)]
        await asyncio.sleep(0)
        choice = asyncio.create_task(budgets.take(account))
        await asyncio.sleep(0)
        budgets.give(account)
        await asyncio.wait_for(choice, 20)
        assert not any(each.done() for each in streams)
        for each in streams:
            each.cancel()
        await asyncio.gather(*streams, return_exceptions=True)
        assert budgets.refused == 0

    asyncio.run(play())


def test_a_visitor_who_leaves_loses_no_turn(ledger: Ledger) -> None:
    async def play() -> None:
        account, budgets = ledger.of(ONE), ledger.budgets
        await budgets.take(account)
        leaves, stays = (asyncio.create_task(budgets.take(account)) for _ in range(2))
        await asyncio.sleep(0)
        budgets.give(account)  # the turn of the one who leaves has come
        leaves.cancel()
        await asyncio.wait_for(stays, 20)
        budgets.give(account)
        assert not budgets._running

    asyncio.run(play())


def test_the_next_piece_of_long_work_is_that_of_the_address_that_has_used_least() -> None:
    ledger, held, done = Ledger(), Held(), list[str]()

    async def play() -> None:
        shop = JobQueue(ledger.budgets)
        ledger.budgets.charge(ledger.of(ONE), 20)
        first = asyncio.create_task(shop.do(Caller(ONE).request, held, CHECK))
        await until(lambda: shop.queued[CHECK] == 1)
        line = [(ONE, "greedy 1"), (ONE, "greedy 2"), (OTHER, "modest")]
        tasks = [first]
        for address, name in line:
            tasks.append(
                asyncio.create_task(shop.do(Caller(address).request, lambda name=name: done.append(name), CHECK))
            )
            await asyncio.sleep(0)
        held.go.set()
        await asyncio.gather(*tasks)
        assert shop.queued[CHECK] == 0

    asyncio.run(play())
    assert done == ["modest", "greedy 1", "greedy 2"]


# --- on the server


@pytest.fixture
def street(club: Club) -> Street:
    return Street(club)


def budgets_of(street: Street) -> Budgets:
    found: Budgets = street.app.state.budgets
    return found


def spend(street: Street, address: str) -> Account:
    """Uses up the budget of an address."""
    account = budgets_of(street).of(address)
    budgets_of(street).charge(account, 2 * PAGES)
    return account


def test_no_page_is_made_without_a_turn() -> None:
    routes = [route for place in PLACES for route in place.router.routes]
    free = [
        each.path for each in routes if isinstance(each, APIRoute) and not inspect.iscoroutinefunction(each.endpoint)
    ]
    assert routes
    assert not free, "these would be made in threads that nobody pays for"


@pytest.mark.parametrize("where", ["/", "/rules/football", "/no/such/page", "/static/board.css", "/healthz"])
def test_every_request_and_its_answer_are_charged(street: Street, where: str) -> None:
    client, account = street.visitor(ONE), budgets_of(street).of(ONE)
    answer = client.get(where)
    used, size = budgets_of(street).used(account), int(answer.headers["content-length"])
    assert used >= REQUEST + size / SPEED
    if where.startswith(("/rules", "/no")):
        assert used > REQUEST + size / SPEED, "and the time in which its page was made"
    assert budgets_of(street).used(budgets_of(street).of(OTHER)) == 0


def test_what_a_visitor_sends_is_charged_even_if_it_is_refused(street: Street) -> None:
    client, budgets = street.visitor(ONE), budgets_of(street)
    assert client.post("/upload", content=b"x" * 2**21).status_code in (403, 413, 422)
    assert budgets.used(budgets.of(ONE)) >= REQUEST
    before = budgets.used(budgets.of(ONE))
    assert client.post("/theme", data={"anything": "x" * 2**15}).status_code == 403
    assert budgets.used(budgets.of(ONE)) - before >= REQUEST + 2**15 / SPEED


REFUSED: list[tuple[int, str, str, dict[str, str]]] = [  # status, method, address and headers
    (421, "GET", "/", {"host": "evil.example"}),
    (421, "HEAD", "/", {"host": "evil.example"}),
    (414, "GET", f"/?{'x' * 5000}", {}),
    (413, "POST", "/join", {"content-length": "99999999"}),
    (403, "POST", "/join", {"origin": "https://evil.example"}),
]


@pytest.mark.parametrize(("status", "method", "where", "headers"), REFUSED)
def test_what_is_refused_at_once_is_charged_like_the_rest(
    club: Club, monkeypatch: pytest.MonkeyPatch, status: int, method: str, where: str, headers: dict[str, str]
) -> None:
    """Nothing that a visitor sends is free: a flood of requests under wrong names ends like a flood of pages."""
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    app = make_app(club, ["table.example"], clock=Seconds())
    client = TestClient(app, base_url="http://table.example", client=(ONE, 5000))
    assert client.request(method, where, headers=headers).status_code == status
    budgets: Budgets = app.state.budgets
    assert budgets.used(budgets.of(ONE)) >= REQUEST
    budgets.charge(budgets.of(ONE), 2 * PAGES)
    late = client.request(method, where, headers=headers)
    assert late.status_code == 429
    assert int(late.headers["retry-after"]) == 900
    assert "<html" not in late.text, "a page would cost more than the refusal"
    assert TestClient(app, base_url="http://table.example", client=(OTHER, 5000)).get("/").status_code == 200


def test_a_cookie_beside_a_wrong_name_is_not_asked_about(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app(club, ["table.example"])
    asked: list[str] = []
    monkeypatch.setattr(Owners, "knows", lambda _owners, secret: asked.append(secret))
    client = TestClient(app, base_url="http://evil.example", client=(ONE, 5000))
    assert client.get("/", headers={"cookie": "owner=no-such-secret-of-an-owner"}).status_code == 421
    assert not asked


def test_a_flood_from_one_address_does_not_come_before_the_next_request_of_another() -> None:
    """However many connections one address has, one of its requests begins in each round of the event loop."""
    began: list[str] = []

    async def page(scope: Any, receive: Any, send: Any) -> None:
        began.append(scope["client"][0])

    async def arrive(metered: Metered, address: str) -> None:
        app = SimpleNamespace(state=SimpleNamespace())
        await metered(
            {"type": "http", "path": "/", "headers": [], "client": (address, 1), "app": app}, forever, forever
        )

    async def rush() -> None:
        metered = Metered(page, Budgets())
        flood = [asyncio.create_task(arrive(metered, ONE)) for _ in range(200)]
        await asyncio.sleep(0)
        flood[150].cancel()
        await asyncio.sleep(0)
        flood[160].cancel()
        other = asyncio.create_task(arrive(metered, OTHER))
        await asyncio.gather(*flood, other, return_exceptions=True)

    asyncio.run(rush())
    assert began.index(OTHER) < 5
    assert began.count(ONE) == 198, "those who left hold up nobody"


def test_an_address_with_nothing_left_gets_429_and_another_its_page(
    street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    spend(street, ONE)
    for where in ("/", "/rules/football", "/static/board.css", "/no/such/page"):
        refused = street.visitor(ONE).get(where)
        assert refused.status_code == 429, where
        assert int(refused.headers["retry-after"]) == 900
        assert "Too much work was requested from your address. Try again in 15 minutes." in refused.text
    assert street.visitor(OTHER).get("/").status_code == 200
    assert budgets_of(street).refused == 4
    street.clock.now += 901
    assert street.visitor(ONE).get("/").status_code == 200


def test_the_owner_has_no_budget(street: Street, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    client, budgets = street.at_home(), street.home.state.budgets
    budgets.charge(budgets.of("127.0.0.1"), 2 * PAGES)
    assert client.get("/rules/football").status_code == 200
    assert budgets.refused == 0
    client.cookies.delete("owner")
    assert client.get("/rules/football").status_code == 429


def test_cookies_that_only_look_like_the_owner_s_are_asked_about_in_turn(
    street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    knows = Owners.knows
    budgets = budgets_of(street)
    monkeypatch.setattr(
        Owners, "knows", lambda self, secret: asked.append(budgets._running[ONE]) or knows(self, secret)
    )
    client = street.visitor(ONE)
    for n in range(3):
        client.cookies.set("owner", f"no-such-secret-of-an-owner-{n}")
        client.get("/no/such/page")
    assert asked
    assert set(asked) == {1}, "with the one turn of this address"


def test_players_go_on_at_their_tables_when_their_neighbours_have_left_nothing(
    club: Club, street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    made = club.create("football", football_match())
    for token in made.tokens.values():
        sit(club, token)
    player, stranger = street.visitor(ONE), street.visitor(ONE)
    player.cookies.set("seats", device_of(made.tokens[1]))
    stranger.cookies.set("seats", "no-such-secret-of-a-seat")
    table = f"/match/{made.id}/2"
    assert player.get(table).status_code == 200
    spend(street, ONE)
    looked: list[str] = []
    found = Club.found
    monkeypatch.setattr(Club, "found", lambda self, name: looked.append(name) or found(self, name))
    for _ in range(3):
        assert player.get(table).status_code == 200
    assert len(looked) == 1, "after that, the browser is known"
    seat = budgets_of(street).of_seat(made.id, 1, ONE)
    assert budgets_of(street).used(seat) > 0, "its seat pays"
    for where in (table, f"/match/{made.id}/watch"):
        assert stranger.get(where).status_code == 429
    assert player.get("/").status_code == 429, "anywhere else, a player is one of those at this address"
    budgets_of(street).charge(seat, 2 * SEAT)
    assert player.get(table).status_code == 429


def test_the_budget_of_a_seat_is_found_below_a_base_path_and_by_this_servers_own_cookie(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    made = club.create("football", football_match())
    for token in made.tokens.values():
        sit(club, token)
    player = browser(club, "a-player-below-a-base-path", here=False, address="http://table.example/games/")
    budgets: Budgets = player.app.state.budgets  # type: ignore[attr-defined]
    own = f"seats={device_of(made.tokens[1])}"
    assert player.get("/nowhere", headers={"Cookie": own}).status_code == 404
    for each in list(budgets._accounts.values()):
        budgets.charge(each, 2 * PAGES)
    table, cookies = f"/match/{made.id}/2", f"{own}; seats=of-another-server-with-this-host-name"
    assert player.get(table, headers={"Cookie": cookies}).status_code == 200
    refused = player.get("/", headers={"Cookie": cookies})
    assert refused.status_code == 429
    assert "content-security-policy" in refused.headers


def test_the_refusals_are_among_the_metrics(street: Street, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    spend(street, ONE)
    street.visitor(ONE).get("/")
    assert re.search(rb"^breakaway_budget_refusals_total 1\.0$", street.app.state.numbers.text(), re.M)


# --- streams


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The place of each page that was made for a stream."""
    found: list[str] = []
    plain = match_actions.shared_scene

    def shared_scene(at: SeatRequest, *given: Any) -> Any:
        found.append(at.place)
        return plain(at, *given)

    monkeypatch.setattr(match_actions, "shared_scene", shared_scene)
    return found


def watching(address: str, n: int, more: str = "", **cookies: str) -> Listening:
    """A spectator's stream."""
    made = Listening(f"{address}/match/{NAME}/watch/stream?{more}")
    made.cookies = {"browser": f"a-spectator-with-a-name-{n:04}", **cookies}
    made.start()
    assert made.ready.wait(20)
    return made


@pytest.mark.parametrize("way", ["drafts", "hosts", "invitations"])
def test_nothing_that_a_spectator_makes_up_gives_him_a_page_of_his_own(
    twins: Two, serve: Serve, streams: list[Listening], pages: list[str], way: str
) -> None:
    club, _other = twins("football", lambda: started("football"))
    address = serve(club)
    for n in range(6):
        where = address.replace("localhost", "127.0.0.1") if way == "hosts" and n % 2 else address
        draft = f"draft={n}" if way == "drafts" else ""
        cookies = {"invites": f"no-such-invitation-{n:04}"} if way == "invitations" else {}
        streams.append(watching(where, n, draft, **cookies))
        streams[-1].until(1)
    before = len(pages)
    go_on(club, serve, address)
    for each in streams:
        each.until(2)
    assert len(pages) - before == 1
    assert before == 1, "also the first page was made for the first of them only"


def test_a_spectator_s_page_says_nothing_of_a_draft(club: Club, street: Street) -> None:
    made = club.create("football", football_match(), visibility="public")
    client = street.visitor(ONE)
    assert client.get(f"/match/{made.id}/watch?draft=1.2").text == client.get(f"/match/{made.id}/watch").text


def test_a_stream_with_nothing_left_waits_and_holds_up_nobody_else(club: Club) -> None:
    ledger, hub = Ledger(), Hub(club)
    made, turn = list[str](), [0]

    def say(seen: str) -> tuple[str, str] | None:
        made.append(seen)
        return f"stamp {turn[0]}", f"page {turn[0]}"

    async def follow(address: str, came: list[bytes]) -> None:
        module.PAYER.set(module.Payer(ledger.budgets, ledger.of(address)))
        async for each in hub.stream("a-match", "", say, Visit(lambda: -1, shared=("en", "auto"))):
            came.append(each)

    async def play() -> None:
        spent, other = list[bytes](), list[bytes]()
        ledger.spent(ONE)
        async with hub.running():
            tasks = [asyncio.create_task(follow(*each)) for each in ((ONE, spent), (OTHER, other))]
            for number in range(3):
                turn[0] = number
                hub.changed("a-match")
                await until(lambda number=number: len(other) == number + 1)
            assert not spent
            pages = len(made)
            ledger.clock.now += 1
            await until(lambda: bool(spent))
            assert b"page 2" in spent[0], "it gets the page as it is now, and nothing in between"
            assert len(made) == pages, "which was made for the other"
            hub.close()
            await asyncio.gather(*tasks)

    asyncio.run(play())


def test_what_a_stream_sends_and_has_made_is_charged(
    twins: Two, serve: Serve, streams: list[Listening], monkeypatch: pytest.MonkeyPatch
) -> None:
    charged, guard = dict[str, float](), threading.Lock()
    charge = Budgets.charge

    def noted(self: Budgets, account: Account, seconds: float = 0.0, size: int = 0) -> None:
        with guard:
            charged["seconds"] = charged.get("seconds", 0) + seconds
            charged["size"] = charged.get("size", 0) + size
        charge(self, account, seconds, size)

    club, _other = twins("football", lambda: started("football"))
    address = serve(club)
    streams.append(watching(address, 1))
    streams[0].until(1)
    monkeypatch.setattr(Budgets, "charge", noted)
    go_on(club, serve, address)
    page = streams[0].until(2).split(b"\n\n")[1]
    assert charged["size"] >= len(page)
    assert charged["seconds"] > 0


def test_as_many_streams_as_an_address_may_have_can_be_opened_at_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LINE", 2)
    made = club.create("football", football_match())
    app = make_app(club)
    budgets = app.state.budgets

    async def opened(n: int) -> int:
        sent: list[Any] = []
        scope = {
            "type": "http",
            "method": "GET",
            "path": f"/match/{made.id}/watch/stream",
            "raw_path": b"",
            "query_string": b"",
            "headers": [(b"host", b"table.example")],
            "client": (ONE, n),
            "scheme": "http",
            "server": ("table.example", 80),
            "root_path": "",
        }

        async def send(message: Any) -> None:
            sent.append(message)

        task = asyncio.create_task(app(scope, forever, send))
        await until(lambda: bool(sent) or task.done())
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return int(sent[0]["status"])

    async def play() -> None:
        account = budgets.of(ONE)
        await budgets.take(account)
        asked = [asyncio.create_task(opened(n)) for n in range(9)]
        await asyncio.sleep(0.1)
        budgets.give(account)
        assert await asyncio.gather(*asked) == [200] * 9

    asyncio.run(play())


def test_streams_are_opened_in_turn_too(street: Street, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    made = club.create("football", football_match())
    spend(street, ONE)
    client = street.visitor(ONE)
    assert isinstance(client, TestClient)
    client.portal = portal()
    assert client.get(f"/match/{made.id}/watch/stream").status_code == 429
