"""The way to a table in a real Chromium: what is seen without scrolling, what a phone reads, and by axe's rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from breakaway.club.club import Club
from breakaway.club.schema import PUBLIC
from breakaway.club.seats import Sitter
from breakaway.club.time_control import Terms
from breakaway.server import live_pages
from tests.club.starts import football_match, play_out, race
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, faults, faults_of_all, sit_down, watched

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium"),
]
SIZES = ({"width": 1280, "height": 800}, {"width": 360, "height": 740})
ME = "the-device-of-the-lobby"


def open_football(page: Page, home: str) -> str:
    """Opens a table of football for a player with a link. Gives its address."""
    page.goto(f"{home}/open/football")
    page.get_by_label("Played by").select_option("link")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/match/*/1")
    return page.url


def is_in_view(page: Page, *parts: Locator) -> bool:
    """Whether all of these parts lie inside the window."""
    size = page.viewport_size
    assert size
    boxes = [part.bounding_box() for part in parts]
    return all(
        box and box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= size["width"]
        and box["y"] + box["height"] <= size["height"]
        for box in boxes
    )  # fmt: skip


@pytest.mark.parametrize("size", SIZES, ids=["wide", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_open_table_shows_link_copy_and_who_is_awaited_without_scrolling(
    chromium: Browser, club: Club, serve: Serve, size: Any, theme: Any
) -> None:
    context = chromium.new_context(viewport=size, color_scheme=theme)
    context.add_init_script("navigator.share = async (what) => { window.shared = what; }")  # as on a phone
    page = context.new_page()
    complaints = watched(page)
    open_football(page, serve.home(club, page))
    link, copy = page.get_by_label("The link to your table for Fire"), page.locator("[data-copy]")
    share, awaited = page.locator("[data-share]"), page.get_by_text("Waiting for a player to take Fire.")
    assert is_in_view(page, link, copy, share, awaited)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    expect(page.locator("svg.qr")).to_have_count(0)  # a phone could not open a link for this computer
    share.click()
    assert page.evaluate("window.shared.url") == link.input_value()
    assert not faults(page)
    assert not complaints


@pytest.mark.parametrize("rights", [["clipboard-read", "clipboard-write"], []], ids=["clipboard", "by http"])
def test_copy_copies_the_link_also_where_a_page_has_no_clipboard(
    chromium: Browser, club: Club, serve: Serve, rights: list[str]
) -> None:
    context = chromium.new_context(viewport=SIZES[0])  # type: ignore[arg-type]
    if rights:
        context.grant_permissions(rights)
    else:
        context.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
        context.add_init_script(
            "document.execCommand = () => { window.copied = getSelection().toString(); return true; }"
        )
    page = context.new_page()
    open_football(page, serve.home(club, page))
    link, copy = page.get_by_label("The link to your table for Fire"), page.locator("[data-copy]")
    copy.click()
    expect(copy).to_contain_text("Copied")
    found = page.evaluate("navigator.clipboard.readText()") if rights else page.evaluate("window.copied")
    assert found == link.input_value()
    expect(copy).to_contain_text("Copy")
    expect(page.locator("[data-share]")).to_be_hidden()


def test_where_nothing_can_be_copied_the_link_is_selected(chromium: Browser, club: Club, serve: Serve) -> None:
    context = chromium.new_context(viewport=SIZES[0])  # type: ignore[arg-type]
    context.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    context.add_init_script("document.execCommand = () => false")
    page = context.new_page()
    open_football(page, serve.home(club, page))
    page.locator("[data-copy]").click()
    expect(page.locator("[data-copy]")).to_contain_text("Now press Ctrl+C")
    link = page.get_by_label("The link to your table for Fire")
    assert link.evaluate("each => each.value.slice(each.selectionStart, each.selectionEnd)") == link.input_value()
    expect(link).to_be_focused()


def test_players_see_each_other_come_and_go_without_a_reload(
    chromium: Browser, club: Club, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_pages, "GRACE", 1.5)
    made = club.create("cycling", race(("human", "human", "human")))
    address = serve(club)
    pages = [chromium.new_context(viewport=SIZES[0]).new_page() for _ in range(2)]  # type: ignore[arg-type]
    complaints = [watched(page) for page in pages]
    sit_down(pages[0], address, made.tokens[0], "Tom")
    mark = pages[0].locator('.at-table[data-at-table="1"]')
    expect(mark).to_be_hidden()
    sit_down(pages[1], address, made.tokens[1], "Ann")
    expect(mark).to_be_visible()
    expect(pages[1].locator('.at-table[data-at-table="0"]')).to_be_visible()
    pages[0].evaluate(
        "window.flickers = 0; new MutationObserver(all => { for (const each of all)"
        " if (each.target.matches?.('[data-at-table]')) window.flickers++; })"
        ".observe(document.body, { subtree: true, attributes: true, attributeFilter: ['hidden'] })"
    )
    pages[1].reload()
    expect(pages[1].locator('.at-table[data-at-table="0"]')).to_be_visible()
    pages[0].wait_for_timeout(2500)
    assert pages[0].evaluate("window.flickers") == 0
    pages[1].close()
    expect(mark).to_be_hidden()
    assert not any(complaints)


def test_lists_invitations_and_open_tables_have_no_fault_in_any_theme_and_size(
    chromium: Browser, club: Club, serve: Serve, tmp_path: Path
) -> None:
    for game, start, turns, terms in (
        ("football", football_match(("human", "random")), 40, Terms()),
        ("cycling", race(("human",) * 3 + ("random",) * 3), 2, Terms(3600)),
        ("cycling", race(("human", "random")), 99, Terms()),
    ):
        made = club.create(game, start, terms=terms)
        for seat, invitation in made.tokens.items():
            club.sit(invitation, Sitter((ME if seat == 0 else f"{ME}-{seat}",), "Ann"))
        play_out(club, made.id, turns=turns)
    opened = club.create("cycling", race(("human", "human", "human", "random")), "A race of friends", visibility=PUBLIC)
    club.sit(opened.tokens[0], Sitter((f"{ME}-2",), "Ben"))
    mine = club.create("football", football_match(), "Ours")
    club.sit(mine.tokens[0], Sitter((ME,), "Tom"))
    address = serve(club)

    def home(page: Page) -> str:
        cookies = {"device": ME, "invites": mine.tokens[1]}
        page.context.add_cookies([{"name": name, "value": value, "url": address} for name, value in cookies.items()])
        return address

    where = ["/", f"/match/{mine.id}/1", f"/seat/{opened.tokens[2]}", f"/take/{opened.id}/1"]
    assert not faults_of_all(chromium, home, where, tmp_path)
