"""The boxed game with the player's own cards in a real Chromium: taps, keys, sizes, themes and languages."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from breakaway.club.club import Club
from breakaway.games.football.files.own_set import read_set
from breakaway.records.record_file import data_folder
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, PHONE, WIDE, faults, watched

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium"),
    pytest.mark.slow,
]
SMALL: Any = {"width": 320, "height": 640}


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BREAKAWAY_HOME", str(tmp_path / "home"))


def stamp(page: Page) -> str:
    return page.locator(".pad-of [name=stamp]").first.get_attribute("value") or ""


def until_asked(page: Page, before: str) -> None:
    page.wait_for_function(
        "s => { const e = document.querySelector('.pad-of [name=stamp]'); return !e || e.value !== s }", arg=before
    )


class Finger:
    """Taps and types at a table, and counts both. `seen` is called with each new question."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps, self.lines = page, 0, 0

    def tap(self, name: str, within: str = "#in", last: bool = True) -> None:
        """Taps what says `name`; the `last` tap of an answer waits for the next question."""
        before, self.taps = stamp(self.page), self.taps + 1
        found = self.page.locator(within).locator("button:visible, label:visible, summary:visible")
        found.filter(has_text=re.compile(rf"^\s*{re.escape(name)}\s*$")).first.click()
        if last:
            until_asked(self.page, before)

    def die(self, face: int) -> None:
        before, self.taps = stamp(self.page), self.taps + 1
        self.page.get_by_role("button", name=str(face), exact=True).click()
        until_asked(self.page, before)

    def part(self, legend: str, name: str) -> None:
        self.taps += 1
        part = self.page.locator("fieldset.part").filter(has=self.page.locator("legend", has_text=legend)).first
        part.locator("label", has_text=re.compile(rf"^\s*{re.escape(name)}\s*$")).click()

    def type(self, line: str, field: str = "#line", last: bool = True) -> None:
        before, self.lines = stamp(self.page), self.lines + 1
        self.page.locator(field).fill(line)
        self.page.locator(field).press("Enter")
        if last:
            until_asked(self.page, before)
        else:
            self.page.locator("#reply").wait_for()


def opened(page: Page, home: str) -> None:
    """Opens a table by the form, as somebody with a new box does."""
    page.goto(f"{home}/open/football?how=box")
    page.get_by_label("Your team, if it is none of those above").fill("Herons")
    page.get_by_label("The other team, if it is none of those above").fill("Otters")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_selector("#asked")
    page.wait_for_load_state()


def asked(page: Page) -> str:
    return page.locator("#asked").inner_text()


def looks(page: Page, said: list[str]) -> None:
    """What is wrong with this question: by axe, light on a wide screen and dark on a phone, and how wide it is."""
    for theme, size in (("light", WIDE), ("dark", PHONE)):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        said += [f"{asked(page)} {theme}: {each}" for each in faults(page)]
    for width in (PHONE, SMALL):
        page.set_viewport_size(width)  # type: ignore[arg-type]
        wide = page.evaluate("document.documentElement.scrollWidth")
        said += [f"{asked(page)}: {wide} wide on a phone of {width['width']}"] if wide > width["width"] else []
        said += [f"{asked(page)}: {each} is small" for each in page.evaluate(TOO_SMALL)]
    page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    page.emulate_media(color_scheme="light")
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = false })")


PRESSED = ".boxed-table :is(button, summary, .chips label > span, .tabs-of a, input.text, .line input)"
TOO_SMALL = f"""() => [...document.querySelectorAll("{PRESSED}")]
  .filter((each) => each.offsetParent !== null && !each.classList.contains("visually-hidden") && !each.closest(".why"))
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([each, box]) => box.height < 43.5 || box.width < 43.5)
  .map(([each]) => each.outerHTML.slice(0, 120))"""


def test_the_first_down_is_played_by_taps_in_a_browser(club: Club, serve: Serve, chromium: Browser) -> None:
    # as it would be at a real table: 2 against Zone's 1 is 1, Stiff arm's +1 makes it 2 lines, from the 30 to the 40
    page = chromium.new_page(viewport=WIDE)  # type: ignore[arg-type]
    told = watched(page)
    began = time.monotonic()
    opened(page, serve.home(club, page))
    hand, said = Finger(page), list[str]()
    looks(page, said)
    hand.tap("Herons")
    looks(page, said)
    hand.tap("A card I have not seen", last=False)
    hand.part("Right corner", "2")
    expect(page.locator("#drawn .gd")).to_have_attribute("aria-label", re.compile("open: the event"))
    expect(page.locator("#drawn .c span").nth(1)).to_contain_text("2")
    hand.tap("Play it and remember it")
    looks(page, said)
    card = hand.taps
    hand.type("Wing T: Inside Run 2 / Short 4", last=False)
    looks(page, said)
    hand.tap("run heavy")
    looks(page, said)
    hand.die(5)
    looks(page, said)
    hand.tap("Twist")
    hand.die(2)
    looks(page, said)
    hand.type("Dime: Zone 1/5")
    looks(page, said)
    hand.tap("Nobody's")
    hand.tap("A card I have not seen", last=False)
    before = hand.taps
    hand.part("Event, in the middle", "Run")
    hand.part("More or less", "+1")
    page.locator("#sheet [name=title]").fill("Stiff arm")
    hand.lines += 1
    hand.tap("Play it and remember it")
    assert hand.taps - before + 1 == 4, "a new card takes four taps"
    (match,) = club.matches()
    took = time.monotonic() - began
    print(
        f"{hand.taps} taps and {hand.lines} lines from the open table to the first result, {took:.0f} s with all looks"
    )
    assert club.load(match.id).match.state.line == 8
    assert card == 4
    looks(page, said)
    assert said == []
    assert told == []
    assert read_set(data_folder() / "sets" / "my-box").cards[1][0] == "Stiff arm"


def test_an_opponents_call_takes_two_taps_once_it_is_known(club: Club, serve: Serve, chromium: Browser) -> None:
    page = chromium.new_page(viewport=PHONE)  # type: ignore[arg-type]
    home = serve.home(club, page)
    opened(page, home)
    hand = Finger(page)
    hand.tap("Herons")
    hand.type("run +4, o 2")
    hand.type("Wing T: Inside Run 2 / Short 4", last=False)
    hand.tap("run heavy")
    for line in ("5", "4-6 twist", "2", "Dime: Zone 1/5", "n", "Stiff arm: run +1"):
        hand.type(line)
    opened(page, home)  # another table, with the same set
    hand.tap("Herons")
    page.locator(".hits button").first.click()
    page.locator("#in .chips button", has_text="Inside Run 2").first.wait_for()
    before = hand.taps
    stamped = stamp(page)
    page.locator("#in .chips button", has_text="Inside Run 2").first.click()
    until_asked(page, stamped)
    for face in (5, 2):
        box = page.locator(".die").first.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
        hand.die(face)
    assert hand.taps - before == 2
    assert asked(page) == "Turn the Game Day card."
    page.locator(".hits button", has_text="Stiff arm").click()
    expect(page.locator("#asked")).to_contain_text("2nd and 2 at your 40")


def test_a_down_is_played_by_the_keyboard_alone(club: Club, serve: Serve, chromium: Browser) -> None:
    page = chromium.new_page(viewport=WIDE)  # type: ignore[arg-type]
    opened(page, serve.home(club, page))

    def to(selector: str) -> None:
        """Tab until the focus is there."""
        for _ in range(80):
            if page.evaluate("s => document.activeElement?.matches(s)", selector):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"no key leads to {selector}")

    def enter(line: str, field: str = "#line") -> None:
        to(field)
        page.keyboard.type(line)
        with page.expect_response(lambda answer: answer.request.method == "POST" and answer.url.endswith("/box")):
            page.keyboard.press("Enter")
        page.wait_for_function("() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')")
        page.wait_for_timeout(250)

    to("#in .chips button")
    before = stamp(page)
    page.keyboard.press("Enter")
    until_asked(page, before)
    for line in ("run +4, o 2", "Wing T: Inside Run 2 / Short 4"):
        enter(line)
    enter("r", "#reply")
    page.locator("#asked").focus()
    before = stamp(page)
    page.keyboard.press("5")  # the face of a die
    until_asked(page, before)
    for line in ("4-6 twist", "2", "Dime: Zone 1/5", "n", "Stiff arm: run +1"):
        enter(line)
    (match,) = club.matches()
    assert club.load(match.id).match.state.line == 8
    page.locator("#asked").focus()
    before = stamp(page)
    page.keyboard.press("Backspace")
    until_asked(page, before)
    assert asked(page) == "Turn the Game Day card."


def test_the_list_narrows_to_the_first_letters(club: Club, serve: Serve, chromium: Browser) -> None:
    page = chromium.new_page(viewport=PHONE)  # type: ignore[arg-type]
    home = serve.home(club, page)
    opened(page, home)
    hand = Finger(page)
    hand.tap("Herons")
    hand.type("Perfect spiral: pass +2, d 0, o 1, fg 7, punt 9")
    page.goto(f"{home}/open/football?how=box")
    opened(page, home)
    hand.tap("Herons")
    expect(page.locator(".hits button")).to_have_count(1)
    page.locator("#line").type("pe")
    expect(page.locator(".hits button")).to_be_visible()
    page.locator("#line").type("x")
    expect(page.locator(".hits button")).to_be_hidden()


def test_the_form_and_the_sets_are_without_faults(club: Club, serve: Serve, chromium: Browser) -> None:
    page, said = chromium.new_page(viewport=WIDE), list[str]()  # type: ignore[arg-type]
    home = serve.home(club, page)
    opened(page, home)
    for where in ("/open/football?how=box", "/sets"):
        page.goto(home + where)
        for theme, size in (("light", WIDE), ("dark", PHONE)):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            said += [f"{where} {theme}: {each}" for each in faults(page)]
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], where
    assert said == []
