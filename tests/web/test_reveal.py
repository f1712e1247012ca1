"""The reveal of a play in a real Chromium: cards, dice, sums, the ball and the result never cover each other."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser

from breakaway.club.club import Club
from tests.club.starts import fate_match, football_match
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, press_any, stamp, wait_for_news, watched

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium"),
]
GAMES = {"football": lambda: football_match(("human", "random")), "fate": lambda: fate_match(("human", "random"))}
SIZES = {"wide": (1280, 800), "large": (1920, 1080), "phone": (360, 740)}
PLAYS = 8
# In each frame: what can be seen of the parts, and which of different kinds overlap by more than two pixels. Dice of
# one roll may: they tumble.
WATCH = """() => {
  window.covered = new Set(); window.parts = new Set();
  const PARTS = { card: "#showdown .flip:not(.gameday)", "Game Day card": "#showdown .gameday",
    sum: "#showdown .sum > *", die: "#showdown .rolled .die", result: "#banner", ball: ".stage .ball" };
  const clear = (each) => {
    for (let at = each; at; at = at.parentElement) if (+getComputedStyle(at).opacity < 0.1) return false;
    return true;
  };
  const look = () => {
    const seen = [];
    for (const [name, query] of Object.entries(PARTS)) for (const each of document.querySelectorAll(query)) {
      const r = each.getBoundingClientRect();
      if (r.width && clear(each)) { seen.push([name, r]); if (name !== "ball") window.parts.add(name); }
    }
    if (seen.some(([name]) => name !== "ball")) for (const [i, [one, a]] of seen.entries()) {
      for (const [other, b] of seen.slice(i + 1)) {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        const size = `${Math.round(wide)} by ${Math.round(high)}`;
        if (one !== other && wide > 2 && high > 2) window.covered.add(`${one} and ${other}: ${size}`);
      }
    }
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_covers_anything_while_a_play_is_shown(
    chromium: Browser, club: Club, serve: Serve, game: str, size: str
) -> None:
    made = club.create(game, GAMES[game](), here=[0])
    club.resolve(made.id)
    width, height = SIZES[size]
    page = chromium.new_context(viewport={"width": width, "height": height}).new_page()
    noise = watched(page)
    page.goto(f"{serve.home(club, page)}/match/{made.id}/1")
    page.evaluate(WATCH)
    rng = random.Random(5)
    for _play in range(PLAYS):
        before = stamp(page)
        press_any(page, rng)
        wait_for_news(page, before)
        page.wait_for_timeout(2200)  # until the result is gone, or nearly
    shown = set(page.evaluate("[...window.parts]"))
    assert shown >= {"die" if game == "fate" else "card", "sum", "result"}, "plays were shown"
    assert page.evaluate("[...window.covered]") == []
    assert noise == []
    page.context.close()
