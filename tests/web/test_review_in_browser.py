"""The graph, the review and the help of all three games in a real browser: light and dark, wide and on a phone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from breakaway.club.club import Club
from tests.club.starts import any_order, fate_match, football_match, race
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, WIDE, faults_of_all, sit_down, watched

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium")
STARTS: dict[str, Any] = {"football": football_match, "fate": fate_match, "cycling": lambda: race(("human", "human"))}
TURNS = {"football": 14, "fate": 24, "cycling": 60}


def play(club: Club, match_id: str, turns: int) -> None:
    """Plays so many turns by chance, or to the end."""
    for n in range(turns):
        if club.look(match_id, 0).is_over:
            return
        for seat in club.look(match_id, 0).waiting:
            club.choose(match_id, seat, any_order(club, match_id, seat, n))
        club.resolve(match_id)


@pytest.mark.slow
@pytest.mark.parametrize("game", STARTS)
def test_help_then_the_end_the_review_its_graph_and_a_press_on_a_play(
    chromium: Browser, club: Club, serve: Serve, game: str, tmp_path: Path
) -> None:
    made = club.create(game, STARTS[game](), "A match")
    address = serve(club)
    page = chromium.new_context(viewport=WIDE, reduced_motion="reduce").new_page()  # type: ignore[arg-type]
    sit_down(page, address, made.tokens[0], "Ann Example")
    club_sits = chromium.new_context(viewport=WIDE).new_page()  # type: ignore[arg-type]
    sit_down(club_sits, address, made.tokens[1], "Tom Example")
    said = watched(page)
    while 0 not in club.look(made.id, 0).waiting:
        play(club, made.id, 1)
    page.goto(f"{address}/match/{made.id}/1")
    page.locator("#tab-menu").click()
    expect(page.locator("#sheet-menu")).to_contain_text("Each player may ask what a coach would do.")
    page.locator("#help summary").click()
    page.get_by_role("button", name="Ask the coach").click()
    expect(page.locator("#advice")).to_contain_text(re.compile(r"\d%|nothing to say"), timeout=60_000)
    page.screenshot(path=tmp_path / f"{game}-help.png")
    play(club, made.id, TURNS[game])
    if not club.look(made.id, 0).is_over:
        club.resign(made.id, 1)
    page.goto(f"{address}/match/{made.id}/1")
    page.locator("#end").get_by_role("link", name="Review").click()
    expect(page.locator(".graph svg")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("heading", name="Choices")).to_be_visible()
    expect(page.locator("h1")).to_have_count(1)
    page.screenshot(path=tmp_path / f"{game}-review.png", full_page=True)
    hits = page.locator(".graph svg a:has(.hit)")
    assert hits.count() > 1
    hits.nth(1).click(position={"x": 3, "y": 3})
    page.wait_for_url(re.compile(r"/at/\d+$"))
    page.get_by_role("link", name="Review").click()
    expect(page.locator(".graph svg")).to_be_visible()
    assert said == []

    def home(each: Any) -> str:
        return serve.home(club, each, address=address)

    assert faults_of_all(chromium, home, [f"/match/{made.id}/review"], tmp_path) == []
