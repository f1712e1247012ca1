"""FATE in a real Chromium: plays by click, key and typing, on a desk and on a phone, and by axe's rules."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from breakaway.club.actions import rule, rulings_now
from breakaway.club.club import Club
from breakaway.games.fate.rules.terms import CALL, DECLARE
from tests.club.starts import fate_match, play_out
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, PHONE, WIDE, faults_of_all, stamp, wait_for_news, wait_until_shown, watched

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium")


@pytest.mark.slow
def test_some_plays_by_the_keyboard_alone_from_the_front_page(
    chromium: Browser, club: Club, serve: Serve, tmp_path: Path
) -> None:
    page = chromium.new_page(viewport=WIDE, reduced_motion="reduce")
    complaints = watched(page)
    page.goto(serve.home(club, page))
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == "Play a strong coach":
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/match/*/1")
    (match,) = club.matches()
    typed = pressed = 0
    for _ in range(40):
        wait_until_shown(page, club.look(match.id, 0).stamp)
        before, observation = stamp(page), club.look(match.id, 0).observation
        if observation.view.phase not in (DECLARE, CALL):
            page.keyboard.press(page.locator("#table button[data-key]").first.get_attribute("data-key") or "")
            page.keyboard.press("Enter")
        elif typed <= pressed:
            page.keyboard.press("/")
            expect(page.locator("#free")).to_be_focused()
            page.keyboard.type("-.." if observation.view.offense == 0 else "0.")
            page.keyboard.press("Enter")
            typed += 1
        else:
            expect(page.locator("button svg.call").first).to_be_visible()
            page.keyboard.press("Escape")  # out of the field, where what is typed is a call
            page.keyboard.press("o" if observation.view.offense == 0 else "b")
            page.keyboard.press("Enter")
            pressed += 1
        wait_for_news(page, before)
        if min(typed, pressed) > 2:
            break
    assert min(typed, pressed) > 2
    expect(page.locator(".last-roll .die").first).to_be_visible()
    expect(page.locator(".matrix td").first).to_be_attached()
    page.screenshot(path=tmp_path / "fate.png", full_page=True)
    assert not complaints


def stopped_at(club: Club, phase: int) -> str:
    """An advanced match in which the first seat has the ball and this question."""
    match_id = club.create("fate", fate_match(("human", "book"), advanced=True, sideline=True), here=[0]).id
    play_out(club, match_id, turns=40)
    for _ in range(200):
        view = club.look(match_id, 0).observation.view
        if (view.phase, view.offense) == (phase, 0):
            return match_id
        play_out(club, match_id, turns=1)
    raise AssertionError("the question never came")


@pytest.mark.slow
def test_axe_finds_nothing_and_nothing_is_wider_than_a_phone(
    chromium: Browser, club: Club, serve: Serve, tmp_path: Path
) -> None:
    match_id, declaring = (stopped_at(club, phase) for phase in (CALL, DECLARE))
    ruled = club.create("fate", fate_match(advanced=True), here=[0, 1]).id
    while not rulings_now(club.look(ruled).observation):
        play_out(club, ruled, turns=1)
    look = club.look(ruled)
    club.do(ruled, lambda table: rule(table, 0, rulings_now(look.observation)[0], look.turn))
    where = [f"/match/{match_id}/1", f"/match/{declaring}/1", f"/match/{ruled}/1", "/open/fate"]
    assert not faults_of_all(chromium, partial(serve.home, club), where, tmp_path)
    page = chromium.new_context(viewport=PHONE, has_touch=True).new_page()  # type: ignore[arg-type]
    page.goto(f"{serve.home(club, page)}/match/{match_id}/1")
    before = stamp(page)
    for _press in range(2):
        page.get_by_role("button", name="Run outside").first.tap()
    wait_for_news(page, before)
