"""A stream sends the whole page once, and then what is new in it; a browser puts together what the server has made."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import aclosing

import pytest
from playwright.sync_api import Browser, Page

from breakaway.club.club import Club
from breakaway.core.rules import SPECTATOR
from breakaway.records.match import Start
from breakaway.server import live_pages
from breakaway.server.background import Supervisor
from breakaway.server.live_pages import applied, made
from tests.club.starts import fate_match, football_match, race
from tests.web.conftest import Serve
from tests.web.test_shared_streams import form_token, go_on
from tests.web.twins import NAME, Listening, Two, listen, shown

NOTED = """() => {
  window.came = [];
  document.addEventListener("htmx:sse:after:connection", () => { window.isConnected = true; });
  document.addEventListener("htmx:sse:before:message", (event) => {
    window.came.push([event.detail.message.data, event.detail.message.data.startsWith("{")]);
  }, true);
  document.addEventListener("htmx:sse:after:message", (event) => {
    window.came.at(-1)[0] = event.detail.message.data;
  });
}"""
LOST = """() => document.dispatchEvent(new CustomEvent("htmx:sse:before:message", {
  detail: { connection: {}, message: { event: "", id: "another", data: "<p>A page that the stream never sent</p>" } },
}))"""


@pytest.fixture(autouse=True)
def no_glances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_pages, "GLANCE", 3600)


def three() -> Start:
    return race(("human", "human", "human"))


def test_what_is_new_and_the_page_before_give_the_page() -> None:
    pages = [
        "",
        "<p>one</p>\n",
        "<p>one</p>\n<p>two\u2028lines in a row</p>",
        "no tag at all",
        "<b>x</b>\n\n\n<i>y</i>\n",
    ]
    pages += [
        "<p>\U0001f3c8 one</p><p>two</p><p>three</p>",
        "<p>\U0001f3c8 one</p><p>zwei</p><p>three</p>",
        "<p>three</p>",
    ]
    for before in pages:
        for after in pages:
            assert applied(before, live_pages.changes(before, after)) == after
    rng, text = random.Random(5), "<p>one</p>\n" * 40
    for _step in range(60):
        at, length = rng.randrange(len(text)), rng.randrange(9)
        after = text[:at] + rng.choice(["", "<", "\n", "<b>new</b>", "ä&lt;"]) + text[at + length :]
        assert applied(text, live_pages.changes(text, after)) == after
        text = after


def test_only_what_is_new_in_a_long_line_is_sent() -> None:
    before = "<li>a card</li>" * 500 + "<b>1</b>" + "<li>a card</li>" * 500
    assert live_pages.changes(before, before.replace("1", "2")) == [[0, 1, 0, 1000], "<b>2", [0, 1, 1001, 2002]]


def test_a_page_with_the_same_stamp_is_the_page_before_and_one_with_nothing_in_common_is_whole() -> None:
    first = made("one", "<p>a page</p>")
    assert made("one", "<p>the same, a minute later</p>", first) is first
    other = made("two", "<h1>something else</h1>", first)
    assert other.since == 0, "no stream goes on from a page whose whole text is shorter than what is new"
    assert first.whole == b"data: <p>a page</p>\nid: one\n\n"
    assert made("three", "<p>a\r\npage</p>\r").text == b"<p>a\npage</p>\n", "as a browser reads the lines of a message"


def test_a_stream_that_has_missed_a_page_of_others_gets_the_whole_page_and_not_what_is_new_since_that_one(
    club: Club,
) -> None:
    lines = [f"<p>line {n} of a page that is much longer than what is new in it</p>\n" for n in range(9)]
    stamp, page = "", ""

    def turn(number: int) -> None:
        nonlocal stamp, page
        stamp, page = f"turn-{number}", "".join([*lines, f"<b>turn {number}</b>\n"])

    async def watch() -> None:
        hub = live_pages.Hub(club, Supervisor(sleep=lambda seconds: asyncio.Event().wait()))
        visit = live_pages.Visit(lambda: SPECTATOR, shared="en", follows=True)
        async with hub.running():
            quick, late = (
                hub.stream(NAME, "", lambda seen: (stamp, page) if stamp != seen else None, visit) for _ in range(2)
            )
            async with aclosing(quick), aclosing(late):
                turn(1)
                whole = live_pages.message(page.encode(), stamp)
                assert [await anext(quick), await anext(late)] == [whole, whole]
                for number in (2, 3):
                    turn(number)
                    hub.changed(NAME)
                    await asyncio.sleep(0)  # the hub rings as soon as the loop has time
                    assert (await anext(quick)).startswith(b'data: {"since":'), "it has the page before"
                assert await anext(late) == live_pages.message(page.encode(), stamp), "it has never had turn 2"

    asyncio.run(asyncio.wait_for(watch(), 20))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "start"), [("football", football_match), ("fate", fate_match), ("cycling", three)])
def test_seats_and_spectators_get_what_is_new_in_their_own_pages(
    twins: Two, serve: Serve, streams: list[Listening], game: str, start: Callable[[], Start]
) -> None:
    club, _other = twins(game, start)
    address = serve(club)
    following = [listen(address, club, seat, follows=True) for seat in (0, 1, -1)]
    streams += following
    for each in following:
        each.until(1)
    for turn in range(1, 4):
        go_on(club, serve, address)
        for each in following:
            each.until(1 + turn)
        whole = [listen(address, club, seat, last="none") for seat in (0, 1, -1)]
        streams += whole
        for mine, other in zip(following, whole, strict=True):
            other.until(1)
            assert shown(mine)[-1] == shown(other)[0], "the same page as for a browser that has just come"
            assert len(mine.events()[-1]) < len(other.events()[0])
    assert form_token("a-browser-of-the-tests-1").decode() in shown(following[2])[-1]


@pytest.mark.slow
def test_a_stream_that_begins_again_gets_the_whole_page(twins: Two, serve: Serve, streams: list[Listening]) -> None:
    club, _other = twins("football", football_match)
    address = serve(club)
    stamp = club.look(NAME, -1).stamp
    first = listen(address, club, -1, follows=True)
    streams.append(first)
    first.until(1)
    go_on(club, serve, address)
    first.until(2)
    assert b'data: {"since":"' + stamp.encode() in first.events()[1]
    again = listen(address, club, -1, last=stamp, follows=True)
    streams.append(again)
    again.until(1)
    assert shown(again) == [shown(first)[1]]
    assert not again.events()[0].startswith(b"data: {"), "it has the page before, but not as the stream sent it"
    with_it = listen(address, club, -1, last=club.look(NAME, -1).stamp, follows=True)
    streams.append(with_it)
    go_on(club, serve, address)
    first.until(3)
    assert not with_it.until(1).startswith(b"data: {")
    assert shown(with_it) == [shown(first)[2]]


# --- in a browser


def watching(chromium: Browser, address: str) -> Page:
    """A page whose stream is there, and that notes what it brings."""
    page = chromium.new_page()
    page.add_init_script(f"({NOTED})()")
    page.goto(f"{address}/match/{NAME}/watch")
    page.wait_for_function("() => window.isConnected")
    return page


def came(page: Page, count: int) -> tuple[str, bool]:
    """The last of so many pages from the stream, as the browser has put it together, and whether a part was sent."""
    page.wait_for_function("(n) => window.came.length >= n", arg=count)
    page.wait_for_function("() => !window.came.at(-1)[0].startsWith('{')")
    text, is_part = page.evaluate("() => window.came.at(-1)")
    return str(text), bool(is_part)


@pytest.mark.slow
def test_a_browser_puts_the_servers_page_together(twins: Two, serve: Serve, chromium: Browser) -> None:
    club, _other = twins("football", football_match)
    address = serve(club)
    page = watching(chromium, address)
    for turn in range(1, 5):
        go_on(club, serve, address)
        text, is_part = came(page, turn)
        assert is_part == (turn > 1)
        assert text.strip() in page.request.get(f"{address}/match/{NAME}/watch").text()
        assert page.locator("#table").get_attribute("data-turn") == str(club.look(NAME).turn)
    page.close()


@pytest.mark.slow
def test_a_browser_that_missed_a_page_gets_the_whole_one(twins: Two, serve: Serve, chromium: Browser) -> None:
    club, _other = twins("football", football_match)
    address = serve(club)
    page = watching(chromium, address)
    go_on(club, serve, address)
    came(page, 1)
    before = page.locator("#table").inner_text()
    page.evaluate(LOST)
    assert page.locator("#table").inner_text() == before
    go_on(club, serve, address)
    page.wait_for_function(
        "(turn) => document.getElementById('table').dataset.turn === turn", arg=str(club.look(NAME).turn)
    )
    text, is_part = came(page, 3)
    assert not is_part, "no page is put together from parts of two others"
    assert text.strip() in page.request.get(f"{address}/match/{NAME}/watch").text()
    page.close()
