"""The pages in a real Chromium: clicked, typed, two at once, on a phone, and by axe's rules."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from breakaway.club.club import Club
from breakaway.club.schema import WAIT
from breakaway.club.time_control import Terms
from tests.club.starts import football_match, play_out, race
from tests.web.conftest import Serve
from tests.web.screens import (
    CHROMIUM,
    PHONE,
    WIDE,
    faults,
    faults_of_all,
    is_asked,
    press_any,
    sit_down,
    stamp,
    wait_for_news,
    watched,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium")
WITH_WINDOWS = True  # the browser that people have


def sheet_match(club: Club, turns: int = 0) -> str:
    match_id = club.create("football", football_match(("human", "sheet")), "Lightning – Fire", here=[0]).id
    play_out(club, match_id, turns=turns)
    return match_id


@pytest.mark.slow
def test_a_whole_match_against_the_sheets_is_clicked_to_its_end(
    chromium: Browser, club: Club, serve: Serve, tmp_path: Path
) -> None:
    page = chromium.new_page(viewport=WIDE, reduced_motion="reduce")
    complaints = watched(page)
    page.goto(serve.home(club, page))
    page.screenshot(path=tmp_path / "front.png", full_page=True)
    page.get_by_role("button", name="Play the rule book's solo opponent").click()
    page.wait_for_url("**/match/*/1")
    rng, clicks = random.Random(5), 0
    while is_asked(page) and clicks < 400:
        press_any(page, rng)
        clicks += 1
        if clicks == 40:
            page.screenshot(path=tmp_path / "match.png", full_page=True)
    expect(page.get_by_text("The match is over.")).to_be_visible()
    assert clicks > 60
    (match,) = club.matches()
    assert match.status == "over"
    page.get_by_role("link", name="Check", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Signed by a server you trust")
    assert not complaints


@pytest.mark.slow
def test_two_browsers_come_to_a_reveal_together_and_see_no_more_before(
    chromium: Browser, club: Club, serve: Serve, tmp_path: Path
) -> None:
    made = club.create("football", football_match())
    club.resolve(made.id)
    address = serve(club)
    pages = []
    for seat in (0, 1):
        page = chromium.new_context(viewport=WIDE).new_page()
        sit_down(page, address, made.tokens[seat])
        page.wait_for_url(f"**/match/{made.id}/{seat + 1}")
        pages.append(page)
    reveals = hidden = 0
    rng = random.Random(2)
    for _ in range(60):
        (seat,) = club.look(made.id).waiting
        mine, other = pages[seat], pages[1 - seat]
        expect(mine.locator("button[name=order]").first).to_be_attached()
        seen, turns = stamp(other), len(club.look(made.id).log)
        press_any(mine, rng)
        wait_for_news(other, seen)
        events = [each for _, some in club.look(made.id).log[turns:] for each in some]
        if any(each.rule == "BF-024" for each in events):
            reveals += 1
            for page in pages:
                expect(page.locator(".open-cards svg.card.game-day, #showdown .flip.gameday").first).to_be_attached()
        elif club.look(made.id, 1 - seat).observation.view.call[seat] == -2 or other.locator("svg.card.back").count():
            hidden += 1
            assert other.locator(".open-cards svg.card.game-day").count() <= 1
        if reveals >= 2 and hidden >= 2:
            break
    assert reveals
    assert hidden
    pages[0].screenshot(path=tmp_path / "reveal.png", full_page=True)


@pytest.mark.slow
def test_axe_looks_into_what_is_folded(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(
        "<html lang=en><title>t</title><main><h1>t</h1><details><summary>s</summary><input></details></main>"
    )
    assert [each.split()[0] for each in faults(page)] == ["label"]


@pytest.mark.slow
def test_axe_finds_nothing_on_any_page_light_or_dark_unfolded_wide_or_on_a_phone(
    chromium: Browser, club: Club, serve: Serve, tmp_path: Path
) -> None:
    sheet, shared = sheet_match(club, turns=30), club.create("football", football_match(), here=[0, 1]).id
    play_out(club, shared, turns=7)
    over = club.create("cycling", race(("human", "human")), "A short race", here=[0, 1]).id
    play_out(club, over)
    racing = club.create("cycling", race(("human", "human", "random")), "A race", here=[0, 1]).id
    club.resolve(racing)
    club.resign(racing, 1)
    given_up = club.create("football", football_match(), "Given up", here=[0, 1]).id
    play_out(club, given_up, turns=9)
    club.resign(given_up, 0)
    boxed = club.create("football", football_match(chance="typed"), "At our table", here=[0, 1]).id
    club.resolve(boxed)
    club.instruct(shared, 0, ["never ice"])
    terms = Terms(1, WAIT, delay=2)  # seconds, so that somebody is late when the page comes
    timed = club.create("football", football_match(), "A match by the clock", here=[0, 1], terms=terms).id
    play_out(club, timed, turns=6)
    where = [
        *(
            "/",
            "/open/football",
            "/open/cycling",
            "/upload",
            "/key",
            "/storage",
            "/rules/football?q=fumble",
            "/rules/football/BF-024",
        ),
        *("/nowhere", f"/match/{sheet}/1", f"/match/{sheet}/at/3", f"/match/{shared}", f"/match/{shared}/1"),
        *(f"/match/{racing}/1", f"/match/{racing}/2", f"/match/{over}/1", f"/match/{over}/check"),
        *(f"/match/{given_up}/1", f"/match/{boxed}/1", f"/match/{boxed}/1/dice?typed=0", f"/match/{boxed}/2/dice"),
        *(f"/match/{timed}/1", f"/match/{timed}/2", f"/match/{timed}/watch"),
    ]
    assert not faults_of_all(chromium, partial(serve.home, club), where, tmp_path)


@pytest.mark.slow
def test_on_a_phone_and_at_200_percent_nothing_is_wider_than_the_screen(
    chromium: Browser, club: Club, serve: Serve, tmp_path: Path
) -> None:
    match_id = sheet_match(club, turns=40)
    for name, size in (("phone", PHONE), ("zoomed", {"width": 660, "height": 450})):
        page = chromium.new_page(viewport=size, has_touch=name == "phone")
        address = serve.home(club, page)
        for each in ("/", "/open/football", "/rules/cycling", f"/match/{match_id}/1", f"/match/{match_id}/at/5"):
            page.goto(address + each)
            page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], (name, each)
            page.screenshot(path=tmp_path / f"{name}{each.replace('/', '-')}.png", full_page=True)


@pytest.mark.slow
def test_the_keyboard_alone_is_enough(chromium: Browser, club: Club, serve: Serve) -> None:
    page = chromium.new_page(viewport=WIDE)
    page.goto(serve.home(club, page))
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == "Play the rule book's solo opponent":
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/match/*/1")
    (match,) = club.matches()
    typed = pressed = 0
    for _ in range(30):
        before, view = stamp(page), club.look(match.id, 0).observation
        if page.locator("#free").count():
            page.keyboard.press("/")
            expect(page.locator("#free")).to_be_focused()
            page.keyboard.type(view.write(first_order(view)))
            page.keyboard.press("Enter")
            typed += 1
        else:
            key = page.locator("#table button[data-key]:visible").first.get_attribute("data-key")
            assert key
            page.keyboard.press(key)
            page.keyboard.press("Enter")
            pressed += 1
        wait_for_news(page, before)
        if typed > 3 and pressed > 3:
            break
    assert typed > 1
    assert pressed > 1


def first_order(observation: Any) -> list[int]:
    """The first legal order."""
    order: list[int] = []
    for _ in range(observation.slots()):
        order.append(observation.menu(order)[0])
    return order


@pytest.mark.slow
def test_a_page_whose_server_was_stopped_catches_up_when_it_is_back(
    chromium: Browser, club: Club, serve: Serve
) -> None:
    made = club.create("football", football_match())
    club.resolve(made.id)
    address = serve(club)
    page = chromium.new_context().new_page()
    with page.expect_response("**/stream?*"):
        sit_down(page, address, made.tokens[0])
    before = stamp(page)
    serve.stop(address)
    play_out(club, made.id, turns=3)
    serve(club, int(address.rpartition(":")[2]))
    wait_for_news(page, before)
    assert stamp(page) == club.look(made.id, 0).stamp
