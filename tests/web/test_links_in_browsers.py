"""Real browsers make hash chains of their own and show a link with each choice, without anybody doing anything."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from breakaway.club.club import Club
from breakaway.core.chance import after
from breakaway.games.manifest import find
from breakaway.records.record_file import parse
from breakaway.records.replay import verify
from tests.club.starts import fate_match
from tests.web.conftest import Serve
from tests.web.screens import press, sit_down, stamp, wait_for_news


def chosen(page: Page) -> None:
    """Presses the first button that orders."""
    before = stamp(page)
    press(page, page.locator("button[data-choice]").first)
    wait_for_news(page, before)


def anchored(page: Page) -> None:
    page.wait_for_function("() => document.querySelector('#table').dataset.shown.length === 64", timeout=30_000)
    page.wait_for_function("() => document.querySelector('input[name=link]').value.length === 64", timeout=30_000)


def links_of(club: Club, match_id: str) -> list[str | None]:
    """The first seat's link in each turn in which it was asked."""
    lines = parse(club.download(match_id, running=True)).lines
    return [line["links"]["0"] for line in lines if line["kind"] == "turn" and "0" in line["orders"]]


@pytest.mark.slow
def test_a_browser_makes_its_own_chain_and_shows_a_link_with_every_choice(
    chromium: Browser, club: Club, serve: Serve
) -> None:
    made = club.create("fate", fate_match(("human", "random")))
    club.resolve(made.id)
    context = chromium.new_context()
    page = context.new_page()
    address = serve(club, links=True)
    sit_down(page, address, made.tokens[0])
    anchored(page)
    for _ in range(2):
        chosen(page)
    page.reload()  # the chain outlasts the page
    chosen(page)
    record = parse(club.download(made.id, running=True))
    assert [line["kind"] for line in record.lines].count("anchor") == 1
    anchor = next(line["anchor"] for line in record.lines if line["kind"] == "anchor")
    links = links_of(club, made.id)
    assert len(links) == 3
    assert links[0] is None, "the coach has chosen before the page was there: the chain counts from the next turn on"
    for before, link in zip([anchor, *links[1:]], links[1:], strict=False):
        assert after(link) == before, "the script's SHA-256 is not the library's"
    assert verify(find("fate"), record) is None
    phone = chromium.new_context()  # of the same player: the chain is in the other browser
    phone.add_cookies(context.cookies())  # type: ignore[arg-type]
    other = phone.new_page()
    other.goto(f"{address}/match/{made.id}/1")
    other.wait_for_selector("#table")
    chosen(other)
    for _ in range(5):
        if links_of(club, made.id)[-1] is None:
            other.wait_for_timeout(500)  # for the new anchor
            chosen(other)
    late = links_of(club, made.id)
    assert late[3] is None
    assert late[-1] is not None, "the phone's own chain counts, once a turn was played since its anchor"
    assert verify(find("fate"), parse(club.download(made.id, running=True))) is None
