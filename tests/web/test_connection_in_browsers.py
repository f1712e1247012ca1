"""The network is cut at each step of a choice, in real browsers: the page says so, and the choice arrives once."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from breakaway.club.club import Club
from tests.club.starts import football_match
from tests.web.coached import asked
from tests.web.conftest import Serve
from tests.web.screens import press, sit_down, wait_until_shown

CHOOSE, STREAM = re.compile("/choose$"), re.compile("/stream")
KEPT = "Object.keys(sessionStorage).filter((key) => key.startsWith('breakaway press')).length"
AT_ONCE = 2000  # milliseconds within which a lost connection is shown
PORTAL = "<!doctype html><title>Hotel</title><h1 id='table'>Please log in</h1>"


class Two:
    """A match of two people in two browsers: one is asked, and the other looks on."""

    def __init__(self, chromium: Browser, club: Club, serve: Serve) -> None:
        self.club, self.serve = club, serve
        made = club.create("football", football_match())
        self.id, self.address = made.id, serve(club)
        self.pages = [chromium.new_context().new_page() for _ in range(2)]
        for seat, page in enumerate(self.pages):
            sit_down(page, self.address, made.tokens[seat])
        club.resolve(made.id)
        for seat, page in enumerate(self.pages):
            wait_until_shown(page, club.look(made.id, seat).stamp)
        self.turn = club.look(made.id).turn
        self.seat = club.look(made.id).waiting[0]
        self.mine, self.other = self.pages[self.seat], self.pages[1 - self.seat]

    @property
    def network(self) -> BrowserContext:
        return self.mine.context

    def press(self) -> str:
        """Presses the first choice; its name."""
        button = self.mine.locator("#table button[data-choice]").first
        name = button.get_attribute("data-choice") or ""
        press(self.mine, button)
        return name

    def says(self, text: str | re.Pattern[str], patience: int = AT_ONCE) -> None:
        expect(self.mine.locator("#connection")).to_have_text(text, timeout=patience)

    def arrived_once(self) -> None:
        """Both pages show the match after one choice."""
        for _ in range(400):
            if self.club.look(self.id).turn > self.turn:
                break
            self.mine.wait_for_timeout(25)
        self.mine.wait_for_timeout(1500)  # in which a second one would have arrived
        assert self.club.look(self.id).turn == self.turn + 1
        for seat, page in enumerate(self.pages):
            wait_until_shown(page, self.club.look(self.id, seat).stamp)
        assert self.mine.evaluate(KEPT) == 0
        expect(self.mine.locator("[role=alert]")).to_have_count(0)


@pytest.fixture
def two(chromium: Browser, club: Club, serve: Serve) -> Iterator[Two]:
    made = Two(chromium, club, serve)
    yield made
    for page in made.pages:
        page.context.close()


@pytest.mark.slow
def test_a_choice_pressed_without_a_network_is_kept_and_sent_once_when_it_is_back(two: Two) -> None:
    two.network.set_offline(True)
    two.says("Reconnecting")
    name = two.press()
    two.says(f"Reconnecting. Your choice is kept: {name}")
    expect(two.mine.locator('#table button[data-choice][aria-pressed="true"]')).to_have_count(1)
    two.mine.wait_for_timeout(3000)
    assert two.club.look(two.id).turn == two.turn
    two.network.set_offline(False)
    two.says("Back. Sent.", 10_000)
    two.says("", 4000)
    two.arrived_once()


@pytest.mark.slow
def test_an_answer_that_was_under_way_when_the_network_went_does_not_hide_that_it_is_gone(two: Two) -> None:
    under_way: list[Route] = []
    probed = re.compile("/static/icon.svg")
    two.mine.route(probed, lambda route: under_way.append(route))
    two.mine.evaluate("() => { fetch(document.getElementById('connection').dataset.probe, { cache: 'no-store' }); }")
    while not under_way:
        two.mine.wait_for_timeout(10)
    two.network.set_offline(True)
    two.says("Reconnecting")
    under_way[0].fulfill(status=200, headers={"X-Breakaway": "1"}, body="late")
    two.mine.wait_for_timeout(1500)
    two.says("Reconnecting")
    two.mine.unroute(probed)
    two.network.set_offline(False)
    two.says("Back.", 10_000)


@pytest.mark.slow
def test_a_choice_outlasts_a_reload(two: Two) -> None:
    cut = True

    def block(route: Route) -> None:
        if cut:
            route.abort()
        else:
            route.continue_()

    two.mine.route(CHOOSE, block)
    two.press()
    two.mine.wait_for_function(f"() => {KEPT} === 1")
    two.mine.reload()
    two.mine.wait_for_selector("#table")
    cut = False
    two.says("Back. Sent.", 10_000)
    two.arrived_once()


@pytest.mark.slow
def test_a_request_that_gets_no_answer_is_sent_again(two: Two) -> None:
    stuck: list[Route] = []

    def hold(route: Route) -> None:
        if not stuck:
            stuck.append(route)  # it is under way, and then the network is gone
            two.network.set_offline(True)
        else:
            route.continue_()

    two.mine.route(CHOOSE, hold)
    name = two.press()
    two.says(f"Reconnecting. Your choice is kept: {name}")
    stuck[0].abort()
    two.network.set_offline(False)
    two.says("Back. Sent.", 10_000)
    two.arrived_once()


@pytest.mark.slow
@pytest.mark.parametrize("answer", ["none", "portal", "proxy"])
def test_a_choice_whose_answer_is_lost_or_is_not_ours_counts_once(two: Two, answer: str) -> None:
    seen: list[int] = []

    def lose(route: Route) -> None:
        if seen:
            route.continue_()
            return
        seen.append(route.fetch().status if answer == "none" else 0)  # the server has taken it
        if answer == "none":
            route.abort()
        else:
            status = 200 if answer == "portal" else 502
            route.fulfill(status=status, content_type="text/html", body=PORTAL)

    two.mine.route(CHOOSE, lose)
    two.press()
    two.says(re.compile("Back. Sent."), 10_000)
    assert two.mine.get_by_text("Please log in").count() == 0
    two.arrived_once()
    assert seen


@pytest.mark.slow
def test_a_stream_that_is_cut_is_shown_and_comes_back(two: Two) -> None:
    cut = True

    def block(route: Route) -> None:
        if cut:
            route.fulfill(status=200, content_type="text/html", body=PORTAL)
        else:
            route.continue_()

    two.other.route(STREAM, block)
    two.serve.hubs[two.address].close()  # as a server that restarts ends its streams
    said = two.other.locator("#connection")
    expect(said).to_have_text("Reconnecting", timeout=AT_ONCE)
    two.serve.hubs[two.address]._closing = False
    seat, _observation, order = asked(two.club, two.id)
    two.club.choose(two.id, seat, order)
    two.club.resolve(two.id)
    cut = False
    wait_until_shown(two.other, two.club.look(two.id, 1 - two.seat).stamp)
    expect(said).to_have_text("", timeout=10_000)


@pytest.mark.slow
def test_a_choice_waits_for_a_server_that_restarts(two: Two) -> None:
    port = int(two.address.rsplit(":", 1)[1])
    two.serve.stop(two.address)
    name = two.press()
    two.says(f"Reconnecting. Your choice is kept: {name}")
    time.sleep(2)
    two.serve(two.club, port)
    two.says("Back. Sent.", 15_000)
    two.arrived_once()


@pytest.mark.slow
def test_a_choice_whose_turn_is_over_is_given_back_with_a_word(two: Two) -> None:
    two.network.set_offline(True)
    name = two.press()
    two.says(f"Reconnecting. Your choice is kept: {name}")
    seat, _observation, order = asked(two.club, two.id)
    two.club.choose(two.id, seat, order)  # from another device
    two.club.resolve(two.id)
    turn = two.club.look(two.id).turn
    two.network.set_offline(False)
    two.says(f"The turn ended before your choice arrived: {name} was not sent.", 10_000)
    wait_until_shown(two.mine, two.club.look(two.id, two.seat).stamp)
    assert two.club.look(two.id).turn == turn
    expect(two.mine.locator("[role=alert]")).to_have_count(0)


@pytest.mark.slow
def test_another_choice_takes_the_place_of_one_that_is_kept_and_a_kept_one_can_be_let_go(two: Two) -> None:
    two.network.set_offline(True)
    two.press()
    other = two.mine.locator("#table button[data-choice]").nth(1)
    name, value = (other.get_attribute(each) or "" for each in ("data-choice", "value"))
    wanted = two.club.look(two.id, two.seat).observation.read(value)[0]
    press(two.mine, other)
    two.says(f"Reconnecting. Your choice is kept: {name}")
    two.mine.keyboard.press("Escape")
    two.says("Reconnecting")
    press(two.mine, other)
    two.network.set_offline(False)
    two.says("Back. Sent.", 10_000)
    two.arrived_once()
    with two.club.held(two.id) as table:
        assert table.match.history[-1][1][two.seat].order == wanted
