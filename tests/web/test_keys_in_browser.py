"""`?` shows the keys that a page has: opened by key and by button, with the words of what each key presses."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from breakaway.club.club import Club
from tests.club.starts import football_match, play_out
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, WIDE, faults, watched

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium"),
]


def listed(page: Page) -> dict[str, str]:
    """The rows of the open dialog: the key, and what it does."""
    rows: list[list[str]] = page.locator("#keys li:visible").evaluate_all(
        "rows => rows.map(row => [row.children[0].innerText.trim(), row.children[1].innerText.trim()])"
    )
    return dict(map(tuple, rows))


def test_a_question_mark_lists_the_keys_and_focus_comes_back(chromium: Browser, club: Club, serve: Serve) -> None:
    page = chromium.new_page(viewport=WIDE)
    complaints = watched(page)
    page.goto(serve.home(club, page) + "/rules/football?q=fumble")
    link = page.locator("main a").first
    link.focus()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys on this page")
    expect(dialog).to_be_visible()
    expect(page.get_by_role("button", name="Close")).to_be_focused()
    rows = listed(page)
    assert rows["/"] == "Search", "the field with data-key, by its label"
    assert rows["?"] == "Show these keys"
    assert "Esc" in rows, "the page has a field"
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert faults(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(link).to_be_focused()
    page.get_by_role("button", name="Keys").click()
    expect(dialog).to_be_visible()
    page.keyboard.press("?")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="Keys")).to_be_focused()
    assert complaints == []


def test_in_a_field_a_question_mark_is_typed(chromium: Browser, club: Club, serve: Serve) -> None:
    page = chromium.new_page(viewport=WIDE)
    page.goto(serve.home(club, page) + "/rules/football")
    page.locator("#q").focus()
    page.keyboard.type("why?")
    assert page.locator("#q").input_value() == "why?"
    expect(page.locator("#keys")).to_be_hidden()


def test_at_the_table_the_list_has_what_the_page_presses_and_the_page_behind_gets_no_keys(
    chromium: Browser, club: Club, serve: Serve
) -> None:
    match = club.create("football", football_match(("human", "sheet")), here=[0])
    play_out(club, match.id, turns=3)
    page = chromium.new_page(viewport=WIDE)
    page.goto(serve.home(club, page) + f"/match/{match.id}/1")
    page.wait_for_selector("[data-key]:visible")
    keys = page.locator("[data-key]:visible").evaluate_all("found => [...new Set(found.map(each => each.dataset.key))]")
    assert keys
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    rows = page.locator("#keys li[data-own]")
    assert rows.count() == len(keys)
    assert all(rows.locator("span:last-child").evaluate_all("found => found.map(each => each.innerText.trim())"))
    before = page.locator("#table").get_attribute("data-entries")
    for key in keys:
        page.keyboard.press(key)
    assert page.locator("#table").get_attribute("data-entries") == before


def test_german_keys_have_german_names_and_without_scripts_there_is_no_button(
    chromium: Browser, club: Club, serve: Serve
) -> None:
    context = chromium.new_context(locale="de")
    page = context.new_page()
    address = serve.home(club, page)
    page.goto(address + "/rules/fate")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Tasten auf dieser Seite")).to_be_visible()
    assert listed(page)["/"] == "Suchen"
    assert "Eingabe" in listed(page)
    plain = chromium.new_context(java_script_enabled=False).new_page()
    plain.goto(address)
    expect(plain.locator("#keys-button")).to_be_hidden()
    expect(plain.get_by_role("button", name="Learn it").first).to_be_visible()
