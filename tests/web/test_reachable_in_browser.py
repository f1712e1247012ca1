"""What the keyboard and a thumb reach: arrows from the page, codes while one types, whole tabs, fields without zoom."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from breakaway.club.club import Club
from tests.club.starts import fate_match, football_match, play_out, race
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, PHONE, WIDE

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium"),
]
STARTS = {
    "football": lambda: football_match(("human", "sheet")),
    "fate": lambda: fate_match(("human", "book"), onside=True, kneel=True, spike=True),
    "cycling": lambda: race(("human", "random"), profile="boxed"),
}
GAMES = pytest.mark.parametrize("game", STARTS)
CHOICES = "#hand button[data-choice], #hand .asks input[type=radio]"
CUT = """() => [...document.querySelectorAll(".tabs button span")].filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => each.textContent)"""
SMALL = """() => [...document.querySelectorAll("input, select, textarea")]
  .filter((each) => !each.matches("[type=checkbox], [type=radio], [type=hidden]"))
  .filter((each) => parseFloat(getComputedStyle(each).fontSize) < 16).map((each) => each.name || each.id)"""
# each key's row, and what its element shows apart by its layout
TOGETHER = """() => [...document.querySelectorAll("[data-key]")].flatMap((each) => {
  const parts = [...each.querySelectorAll("span, small, b")].map((one) => one.textContent.trim()).filter(Boolean);
  return parts.slice(1).map((part, i) => parts[i] + part);
})"""


def at_the_table(club: Club, page: Page, serve: Serve, game: str, turns: int) -> None:
    """Opens a match of a game after some turns, at a question with choices to press."""
    match = club.create(game, STARTS[game](), "A match", [0])
    play_out(club, match.id, turns=turns)
    page.goto(serve.home(club, page) + f"/match/{match.id}/1")
    page.wait_for_selector("#table")


@GAMES
def test_arrows_lead_from_the_page_to_the_first_choice_and_on(
    chromium: Browser, club: Club, serve: Serve, game: str
) -> None:
    page = chromium.new_page(viewport=WIDE)
    at_the_table(club, page, serve, game, {"cycling": 2}.get(game, 3))
    chosen = f"[...document.querySelectorAll({CHOICES!r})].indexOf(document.activeElement)"
    assert page.evaluate(f"document.activeElement === document.body && {chosen} < 0")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(chosen) == 0
    page.keyboard.press("ArrowRight")
    assert page.evaluate(chosen) > 0
    page.keyboard.press("?")
    expect(page.locator("#keys li:visible", has_text="Move from card to card")).to_have_count(1)


@GAMES
@pytest.mark.parametrize("turns", [0, 3, 8])
def test_no_two_texts_run_together_in_the_list_of_keys(
    chromium: Browser, club: Club, serve: Serve, game: str, turns: int
) -> None:
    page = chromium.new_page(viewport=WIDE)
    at_the_table(club, page, serve, game, turns)
    together = page.evaluate(TOGETHER)
    page.keyboard.press("?")
    rows = page.locator("#keys li:visible span:last-child").all_inner_texts()
    assert rows
    assert [(row, each) for row in rows for each in together if each.casefold() in row.casefold()] == []


@GAMES
def test_choices_show_what_is_typed_for_them_only_while_one_types(
    chromium: Browser, club: Club, serve: Serve, game: str
) -> None:
    page = chromium.new_page(viewport=WIDE)
    at_the_table(club, page, serve, game, {"football": 4, "cycling": 2}.get(game, 3))
    if page.locator("#free").count() == 0:
        pytest.skip("nothing can be typed here")
    shown = """() => [...document.querySelectorAll("#hand button[data-choice], #hand .asks label[data-code]")]
      .filter((each) => each.offsetParent).map((each) => getComputedStyle(each, "::after").content)"""
    assert set(page.evaluate(shown)) <= {"none", "normal"}
    page.keyboard.press("/")
    codes = page.evaluate(shown)
    assert codes
    assert not {"none", "normal", '""'} & set(codes)


@GAMES
@pytest.mark.parametrize("locale", ["en", "de"])
def test_on_a_phone_no_tab_is_cut_and_no_field_makes_the_page_zoom(
    chromium: Browser, club: Club, serve: Serve, game: str, locale: str
) -> None:
    page = chromium.new_context(locale=locale, viewport=PHONE).new_page()
    at_the_table(club, page, serve, game, 3)
    assert page.evaluate(CUT) == []
    home = serve.home(club, page)
    for address in (page.url, home, f"{home}/open/{game}", f"{home}/rules/{game}"):
        page.goto(address)
        assert page.evaluate(SMALL) == [], address
