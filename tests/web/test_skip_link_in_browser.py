"""The link past a page's head, in a real Chromium on every kind of page; what axe says about pages around a match."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from breakaway.club.club import Club
from breakaway.club.time_control import DAY, Pace, Terms
from tests.club.starts import football_match, play_out, race
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, faults_of_all

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium"),
]


def matches(club: Club) -> tuple[str, str]:
    """A slow race that goes on, and a match of football that is over."""
    agreed = Terms(2 * DAY, pace=Pace(vacation=5, pause=5))
    running = club.create("cycling", race(("human", "human")), here=[0, 1], terms=agreed).id
    over = club.create("football", football_match(), here=[0, 1]).id
    club.resolve(running)
    play_out(club, over)
    return running, over


def test_the_first_tab_leads_past_the_head_of_every_page(chromium: Browser, club: Club, serve: Serve) -> None:
    running, over = matches(club)
    made = club.create("football", football_match(), here=[0])
    page = chromium.new_page()
    home = serve.home(club, page)

    def leads(where: str) -> None:
        page.keyboard.press("Tab")
        link = page.locator(".skip")
        box = link.bounding_box()
        assert link.evaluate("(link) => document.activeElement === link"), where
        assert box is not None, where
        assert min(box["x"], box["y"]) >= 0, where
        page.keyboard.press("Enter")
        assert page.evaluate("() => document.activeElement.id") == "main", where

    for where in (
        *("/", "/open/football", "/rules/fate", "/upload", "/key", "/storage", "/no/such/page"),
        *(f"/match/{running}/1", f"/match/{running}/watch", f"/match/{over}/1", f"/match/{over}/at/3"),
        *(f"/match/{over}/check", f"/match/{running}/1/seat", f"/seat/{made.tokens[1]}"),
    ):
        page.goto(f"{home}{where}")
        leads(where)
    page.context.close()
    page = chromium.new_page()
    page.goto(f"{home}/seat/{made.tokens[1]}")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector(".phrase")
    leads("the page with the recovery phrase")


def test_axe_finds_nothing_on_the_pages_around_a_match(
    chromium: Browser, club: Club, serve: Serve, tmp_path: Path
) -> None:
    running, over = matches(club)
    where = [f"/match/{running}/1", f"/match/{over}/1", f"/match/{over}/zine", f"/match/{running}/1/seat", "/"]

    def home(page: Page) -> str:
        return serve.home(club, page)

    assert [fault for each in where for fault in faults_of_all(chromium, home, [each], tmp_path)] == []
