"""Lessons in a real Chromium: clicked, by keyboard alone, on a phone without scripts, and by axe's rules."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from breakaway.club.club import Club
from breakaway.web.lessons import StepFile, lesson
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, PHONE, WIDE, faults, press, stamp, wait_for_news, watched

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium")

SIZES = ((1280, 800), (1440, 900), (360, 740))
MEASURE = """() => {
  const box = (each) => {
    const r = each.getBoundingClientRect();
    return [r.left, r.top, r.right, r.bottom].map(Math.round);
  };
  const seen = (where) => [...document.querySelectorAll(where)].filter((each) => each.offsetParent !== null);
  const free = (each) => {
    const r = each.getBoundingClientRect();
    const hit = document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2);
    return hit !== null && (each.contains(hit) || hit.contains(each));
  };
  const cut = (each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1;
  const page = document.documentElement;
  return {
    scrolls: [page.scrollWidth, page.scrollHeight],
    shown: [...seen(".lesson, .lesson h2, .lesson .text, .lesson .task, .stage, .turn, .tabs [role=tab]")].map(box),
    led: seen(".led").map((each) => [box(each), free(each)]),
    rows: new Set(seen(".tabs [role=tab]").map((e) => e.offsetTop)).size,
    cut: seen(".hand .half, .hand .answer, .hand .small, .hand .part-row, .call").filter(cut).map((e) => e.textContent),
    names: seen(".end-name").map(box), stage: box(document.querySelector(".stage")),
    calls: seen(".matrix tbody th .call").map(box), cells: seen(".matrix tbody td").map(box),
  };
}"""


def complaints_at(page: Page, width: int, height: int) -> list[str]:
    """What a lesson's page does not keep at this size, in words."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: Any = page.evaluate(MEASURE)
    said = [] if found["scrolls"] == [width, height] else [f"the page scrolls: {found['scrolls']}"]
    for left, top, right, bottom in found["shown"]:
        if left < 0 or top < 0 or right > width or bottom > height:
            said.append(f"outside the window: {(left, top, right, bottom)}")
    led = found["led"] if width > 900 else found["led"][:1]  # on a phone the hand scrolls inside itself
    said += [f"the choice is not in view: {box}" for box, free in led if not free or box[3] > height]
    if found["rows"] > 1:
        said.append("the tabs take two rows")
    top, bottom = found["stage"][1], found["stage"][3]
    said += [f"a team's name is cut off: {each}" for each in found["names"] if each[1] < top or each[3] > bottom]
    if width > 900:
        said += [f"cut off: {each}" for each in found["cut"]]
        edge = min((each[0] for each in found["cells"]), default=width)
        said += [f"runs into the next column: {each}" for each in found["calls"] if each[2] > edge]
    return [f"{width}x{height}: {each}" for each in said]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en-US", "de-DE"])
@pytest.mark.parametrize("name", ["football", "fate", "cycling"])
def test_a_lesson_s_text_its_choice_and_the_board_are_on_one_screen(
    chromium: Browser, club: Club, serve: Serve, name: str, language: str
) -> None:
    page = chromium.new_context(viewport=WIDE, reduced_motion="reduce", locale=language).new_page()  # type: ignore[arg-type]
    page.goto(serve.home(club, page))
    page.locator(f'form[action="/lesson/{name}"] button').click()
    page.wait_for_url("**/match/*/1")
    said = []
    for number, step in enumerate((*lesson(name).steps, lesson(name).end), 1):
        said += [f"{number} {each}" for size in SIZES for each in complaints_at(page, *size)]
        page.set_viewport_size(WIDE)  # type: ignore[arg-type]
        if isinstance(step, StepFile):
            click_step(page)
    assert said == []


def click_step(page: Page) -> None:
    """Clicks what is ringed, a card for each rider if that is it, and waits for what comes of it."""
    before, ringed = stamp(page), page.locator(".led")
    if page.locator("label.led").count():
        for each in ringed.all():
            each.click()
        page.locator("#go").click()
    elif ringed.count():
        press(page, ringed)
    else:
        press(page, page.locator("#table [data-fills]:visible").first)
    wait_for_news(page, before)


@pytest.mark.slow
def test_the_football_lesson_is_clicked_from_the_front_page_to_a_match(
    chromium: Browser, club: Club, serve: Serve
) -> None:
    page = chromium.new_page(viewport=WIDE, reduced_motion="reduce")
    complaints, taught = watched(page), lesson("football")
    page.goto(serve.home(club, page))
    began = time.perf_counter()
    checking = 0.0
    page.get_by_role("region", name="Breakaway Football").get_by_role("button", name="Learn it").click()
    page.wait_for_url("**/match/*/1")
    for number, step in enumerate(taught.steps):
        panel = page.get_by_role("region", name=step.title)
        expect(panel).to_contain_text(f"Step {number + 1} of {len(taught.steps)}")
        expect(panel).to_be_in_viewport()
        if number in (0, 3):
            checking += checked_by_axe(page)
        if number == 4:
            press(page, page.get_by_role("button", name="Take a knee"))
            expect(panel).to_contain_text("Nothing was changed.")
            expect(panel).to_be_in_viewport()
        click_step(page)
    expect(page.get_by_role("region", name=taught.end.title)).to_be_in_viewport()
    seconds = time.perf_counter() - began - checking
    print(f"the football lesson without its reader: {seconds:.1f} seconds")
    assert seconds < 60, "what a reader has of his three minutes is his"
    checked_by_axe(page)
    page.get_by_role("button", name="Play the rule book's solo opponent").click()
    expect(page.locator("#table button[data-choice]").first).to_be_attached()
    (refused,) = complaints
    assert "409" in refused, "the other choice, and nothing else"


def checked_by_axe(page: Page) -> float:
    """Light and dark; how long that took."""
    began = time.perf_counter()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert faults(page) == []
    page.emulate_media(color_scheme="light")
    return time.perf_counter() - began


@pytest.mark.slow
@pytest.mark.parametrize("name", ["football", "fate", "cycling"])
def test_a_lesson_goes_to_its_end_on_a_phone_without_scripts(
    chromium: Browser, club: Club, serve: Serve, name: str
) -> None:
    page = chromium.new_context(viewport=PHONE, java_script_enabled=False).new_page()  # type: ignore[arg-type]
    page.goto(serve.home(club, page))
    page.locator(f'form[action="/lesson/{name}"] button').click()
    for step in lesson(name).steps:
        expect(page.get_by_role("region", name=step.title)).to_be_in_viewport()
        if step.order:
            page.get_by_role("link", name="Show me where").click()
            expect(page.locator("#led1")).to_be_in_viewport()
        if page.locator("label.led").count():
            for each in page.locator("label.led").all():
                each.click()
            page.get_by_role("button", name="Seal").click()
        else:
            page.locator(".led" if step.order else "button[value^='A']:not(.led)").first.click()
    expect(page.get_by_role("region", name=lesson(name).end.title)).to_be_in_viewport()


@pytest.mark.slow
def test_a_lesson_is_done_by_keyboard_alone(chromium: Browser, club: Club, serve: Serve) -> None:
    page = chromium.new_page(viewport=WIDE)
    page.goto(serve.home(club, page))
    page.locator('form[action="/lesson/fate"] button').press("Enter")
    page.wait_for_url("**/match/*/1")
    for step in lesson("fate").steps:
        expect(page.get_by_role("region", name=step.title)).to_be_visible()
        before, choice = stamp(page), page.get_by_role("link", name="Show me where")
        choice.focus()
        choice.press("Enter")  # leads to the button itself
        expect(page.locator("#led1")).to_be_focused()
        page.keyboard.press("Enter")  # touches it
        expect(page.locator("#led1")).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("Enter")  # plays it
        wait_for_news(page, before)
    expect(page.get_by_role("region", name=lesson("fate").end.title)).to_be_visible()
