"""A question with few answers in a real Chromium: they lie in the middle of the baize, not at its upper edge."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser

from breakaway.club.club import Club
from tests.club.starts import any_order, football_match, play_out
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM
from tests.web.test_every_tab import started

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium"),
]
GAPS = """() => { const hand = document.querySelector('.hand').getBoundingClientRect();
  const parts = [...document.querySelectorAll('.open-cards, .answer')].map((each) => each.getBoundingClientRect());
  const top = Math.min(...parts.map((each) => each.top)), bottom = Math.max(...parts.map((each) => each.bottom));
  return [hand.height, top - hand.top, hand.bottom - bottom]; }"""
ROWS = """() => { const rows = {};
  for (const each of document.querySelectorAll('.acts .button')) {
    const box = each.getBoundingClientRect();
    (rows[Math.round(box.top)] ??= []).push([Math.round(box.left), Math.round(box.right), Math.round(box.height)]);
  }
  return Object.values(rows); }"""


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)], ids=["wide", "phone"])
def test_two_answers_do_not_leave_one_half_of_the_baize_empty(
    chromium: Browser, club: Club, serve: Serve, size: tuple[int, int]
) -> None:
    made, rng = club.create("football", football_match(), here=[0, 1]), random.Random(5)
    club.resolve(made.id)
    page = chromium.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce").new_page()
    home, seen = serve.home(club, page), set[int]()
    for _ in range(150):
        look = club.look(made.id)
        if look.is_over or len(seen) > 3:
            break
        seat, phase = look.waiting[0], look.observation.view.phase
        if phase not in seen:
            page.goto(f"{home}/match/{made.id}/{seat + 1}")
            if page.locator(".answer").count() in (2, 3) and not page.locator(".groups").count():
                seen.add(phase)
                height, above, below = page.evaluate(GAPS)
                assert abs(above - below) < 24, (phase, height, above, below)
        club.choose(made.id, seat, any_order(club, made.id, seat, rng.randrange(1 << 30)))
        club.resolve(made.id)
    assert seen


@pytest.mark.parametrize("game", ["football", "cycling"])
def test_the_buttons_at_the_end_stand_in_even_rows_on_a_phone(
    chromium: Browser, club: Club, serve: Serve, game: str
) -> None:
    match_id = club.create(game, started(game), here=[0, 1]).id
    play_out(club, match_id)
    page = chromium.new_context(viewport={"width": 360, "height": 740}).new_page()
    home = serve.home(club, page)
    for place in ("1", "watch"):
        page.goto(f"{home}/match/{match_id}/{place}")
        rows = page.evaluate(ROWS)
        edges = {(row[0][0], row[-1][1]) for row in rows}
        assert len(edges) == 1, (place, rows)
        assert len({box[2] for row in rows for box in row}) == 1, (place, rows)
