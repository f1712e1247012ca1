"""Own tracks and rosters typed in in a real Chromium: the course while one types, sizes, themes and languages."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from breakaway.club.club import Club
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, WIDE, faults, watched
from tests.web.test_set_forms_in_browser import fill, go_on, looks

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium"),
    pytest.mark.slow,
]


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BREAKAWAY_HOME", str(tmp_path / "home"))


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_track_a_tour_and_a_roster_are_typed_in_by_form_and_played(
    club: Club, serve: Serve, chromium: Browser, language: str
) -> None:
    context: Any = chromium.new_context(viewport=WIDE, locale=language)  # type: ignore[arg-type]
    page, said = context.new_page(), list[str]()
    told = watched(page)
    home = serve.home(club, page)
    page.goto(f"{home}/sets")
    page.locator("#new-name").fill("hills")
    page.locator("#new-template").select_option("cycling/")
    page.locator("form[action$='/sets/new'] button").click()
    looks(page, said)
    page.locator("#team").fill("The pass")
    page.locator("form[action$='/team'] button").click()
    ready(page)
    page.locator('[name="sprints"]').fill("20, 33")
    expect(page.locator("#seen0 .profile")).to_contain_text("33")
    looks(page, said)
    shot(page, f"track-{language}")
    ready(page)
    page.locator('[name="length"]').fill("30")
    expect(page.locator("#seen0 .wrong p")).to_contain_text("29")
    page.locator('[name="length"]').press("Enter")
    page.wait_for_load_state()
    expect(page.locator(".refused a")).to_have_count(1)
    looks(page, said)
    page.locator('[name="length"]').fill("60")
    go_on(page)
    page.locator("#team").fill("The week")
    page.locator("#template").select_option("tour")
    page.locator("form[action$='/team'] button").click()
    expect(page.locator(".profile")).to_have_count(3)
    looks(page, said)
    shot(page, f"tour-{language}")
    page.goto(f"{home}/sets")
    page.locator("#new-name").fill("mine")
    page.locator("#new-template").select_option("fate/")
    page.locator("form[action$='/sets/new'] button").click()
    page.locator("#team").fill("Herons")
    page.locator("form[action$='/team'] button").click()
    ready(page)
    fill(page, {"coach.name": "Ada Reed", "players.QB.names": "Bo Beak\nCy Crane", "players.QB.ratings": "3 2 1 0 1 2"})
    expect(page.locator("#seen2 .face")).to_contain_text("Cy Crane")
    looks(page, said)
    shot(page, f"roster-{language}")
    go_on(page)
    page.goto(f"{home}/sets")
    looks(page, said)
    shot(page, f"sets-{language}")
    for game, field, value in (("cycling", "track", "hills/the-pass"), ("fate", "teams", "mine/herons,gadgeteers")):
        page.goto(f"{home}/open/{game}")
        page.locator("#rest summary").click()
        page.locator(f"#{field}").select_option(value)
        page.wait_for_timeout(600)
        said += [f"{game}: {each}" for each in faults(page)]
        shot(page, f"open-{game}-{language}")
        page.locator(".opens button").click()
        page.wait_for_url("**/match/**")
        if game == "fate":
            expect(page.locator("body")).to_contain_text("Herons")
        shot(page, f"match-{game}-{language}")
    assert said == []
    assert [each for each in told if "422" not in each] == [], "one page was refused on purpose"


def ready(page: Any) -> None:
    """Waits until the page's scripts watch its fields."""
    expect(page.locator("#seen0[data-htmx-powered]")).to_have_count(1)


def shot(page: Any, name: str) -> None:
    """A picture of the page, if somebody asks for them."""
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
        page.set_viewport_size({"width": 360, "height": 740})
        page.screenshot(path=f"{folder}/{name}-360.png", full_page=True)
        page.set_viewport_size(WIDE)
