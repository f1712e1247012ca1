"""A whole box typed into the form in a real Chromium: pictures while one types, sizes, themes and languages."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from breakaway.club.club import Club
from breakaway.games.football.files.own_set import read_set, texts_of
from breakaway.records.record_file import data_folder
from tests.football import box_typist
from tests.football.test_set_forms import BOX
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, PHONE, WIDE, faults, watched

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium"),
    pytest.mark.slow,
]
FORM = "/sets/football/my-box/form"
PRESSED = "main :is(button, summary, select, input:not([type=hidden]), .set-parts a)"
TOO_SMALL = f"""() => [...document.querySelectorAll("{PRESSED}")]
  .filter((each) => each.offsetParent !== null && !each.classList.contains("visually-hidden"))
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([each, box]) => box.height < 43.5)
  .map(([each]) => each.outerHTML.slice(0, 120))"""


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BREAKAWAY_HOME", str(tmp_path / "home"))


def looks(page: Page, said: list[str]) -> None:
    """What is wrong with how the page looks: wide and light, and dark on a phone of 360 pixels."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    said += [f"{page.url} light: {each}" for each in faults(page)]
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    wide = page.evaluate("document.documentElement.scrollWidth")
    said += [f"{page.url}: {wide} wide on a phone"] if wide > PHONE["width"] else []
    said += [f"{page.url}: {each} is small" for each in page.evaluate(TOO_SMALL)]
    said += [f"{page.url} phone: {each}" for each in faults(page)]
    page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    page.emulate_media(color_scheme="light")


def fill(page: Page, given: dict[str, str]) -> None:
    """Types into the fields of a page, as fast as it takes them."""
    for name, value in given.items():
        field = page.locator(f'[name="{name}"]')
        if field.evaluate("each => each.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)


def go_on(page: Page) -> None:
    with page.expect_navigation():
        page.locator(".set-go .main").click()
    assert page.locator(".refused").count() == 0, page.locator(".refused").all_inner_texts()


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_whole_box_is_typed_in_by_form(club: Club, serve: Serve, chromium: Browser, language: str) -> None:
    context: Any = chromium.new_context(viewport=WIDE, locale=language)  # type: ignore[arg-type]
    page, said = context.new_page(), list[str]()
    told, began = watched(page), time.monotonic()
    home = serve.home(club, page)
    page.goto(f"{home}/sets")
    looks(page, said)
    assert page.locator("html").get_attribute("lang") == language
    page.locator("#new-name").fill("my-box")
    page.locator("form[action$='/sets/new'] button").click()
    page.goto(f"{home}{FORM}/deck-1")
    page.locator('[name="c0.title"]').fill("Kite")
    page.locator('[name="c0.event"]').press_sequentially("run +3")
    expect(page.locator("#seen0 .gd .e b")).to_have_text("+3")
    page.locator('[name="c0.d"]').press_sequentially("7")
    expect(page.locator("#seen0 .wrong p")).to_contain_text("turnover")
    page.locator('[name="c0.d"]').press("Enter")
    page.wait_for_load_state()
    expect(page.locator(".refused a")).to_have_count(1)
    looks(page, said)
    page.locator(".refused a").click()
    assert page.evaluate("document.activeElement?.name") == "c0.d" or page.evaluate("location.hash") == "#f.c0.d"
    page.goto(f"{home}{FORM}/deck-1")
    for n in (1, 2, 3):
        fill(page, box_typist.deck_page(n))
        if n == 1:
            expect(page.locator("#seen17 .gd")).to_have_count(1)
        go_on(page)
    rows, given = box_typist.the_box()["chart"], {}
    for d in range(9):
        row = rows[page.locator(f'[name="d{d}"]').input_value()]
        given |= {f"d{d}.wins": ", ".join(row["wins"]), f"d{d}.loses": ", ".join(row["loses"]), f"d{d}.neither": "rest"}
    fill(page, given)
    looks(page, said)
    go_on(page)
    fill(page, box_typist.spy_page())
    looks(page, said)
    go_on(page)
    for team in ("herons", "otters"):
        page.locator("#team").fill(team.title())
        page.locator("form[action$='/team'] button").click()
        for make in (box_typist.cards_page, box_typist.defense_page, box_typist.offense_page):
            fill(page, make(team))
            if team == "herons":
                page.wait_for_timeout(600)
                looks(page, said)
            go_on(page)
    looks(page, said)
    assert page.url == f"{home}{FORM}"
    page.goto(f"{home}/print")
    said += [f"print: {each}" for each in faults(page)]
    assert texts_of(read_set(data_folder() / "sets" / "my-box")) == BOX
    print("\n".join(said))
    print(f"{language}: a whole box in {time.monotonic() - began:.0f} s with all looks")
    assert said == []
    assert [each for each in told if "422" not in each] == [], "one page was refused on purpose"


def test_a_set_goes_out_as_files_and_comes_in_again(
    club: Club, serve: Serve, chromium: Browser, tmp_path: Path
) -> None:
    page = chromium.new_page(viewport=PHONE)  # type: ignore[arg-type]
    home = serve.home(club, page)
    page.goto(f"{home}/sets")
    for name, text in BOX.items():
        (tmp_path / name).write_text(text, "utf-8")
    page.locator("#files").set_input_files([tmp_path / name for name in sorted(BOX)])
    page.locator("#into").fill("my-box")
    page.locator("form[action$='/sets/import'] button").click()
    expect(page).to_have_url(re.compile(f"{FORM}$"))
    with page.expect_download() as download:
        page.locator(".set-files a").first.click()
    saved = tmp_path / "my-box.zip"
    download.value.save_as(saved)
    page.goto(f"{home}/sets")
    page.locator("#files").set_input_files([saved])
    page.locator("#into").fill("again")
    page.locator("form[action$='/sets/import'] button").click()
    expect(page).to_have_url(re.compile("/sets/football/again/form$"))
    assert texts_of(read_set(data_folder() / "sets" / "again")) == BOX
    page.goto(f"{home}/sets")
    (tmp_path / "deck.toml").write_text('cards = [{ title = "Kite", card = "run +33" }]', "utf-8")
    page.locator("#files").set_input_files([tmp_path / "deck.toml"])
    page.locator("#into").fill("again")
    page.locator("form[action$='/sets/import'] button").click()
    expect(page.locator(".refused")).to_contain_text("card 1")
    assert texts_of(read_set(data_folder() / "sets" / "again")) == BOX
