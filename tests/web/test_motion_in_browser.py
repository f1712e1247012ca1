"""The motion of whole matches in a real Chromium: each play once, ended by a click, never in the way."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from breakaway.club.club import Club
from breakaway.games.cycling.files import resolve
from breakaway.records.match import Start
from tests.club.starts import SECRET, fate_match, football_match, race
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, press_any, stamp, wait_for_news, watched

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium")

LATE = re.compile("(409|422) ")  # a choice that came when the page was about to change is refused
COUNT = """(() => { // how often a play was shown, and how much was set in motion
  window.shown = []; window.moved = 0;
  document.addEventListener("play", (event) => window.shown.push(event.detail));
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) { window.moved += 1; return animate.apply(this, given); };
})()"""
CHOOSE = """(k) => { // plays some choice as its second press does, without waiting for anything
  const form = document.getElementById("choose");
  const buttons = [...document.querySelectorAll("#table button[data-choice]")];
  const fills = document.querySelector("#table [data-fills]");
  if (document.querySelector("#table input[name=pick]")) return false;
  if (fills) { fills.click(); document.getElementById("go").click(); return true; }
  const free = buttons.filter((each) => !["ice", "time-out", "concede"].includes(each.value));
  if (!form || !buttons.length) return false;
  form.requestSubmit((free.length ? free : buttons)[k % (free.length || buttons.length)]);
  return true;
}"""
LOOK = """() => ({
  shown: window.shown.splice(0), moved: (() => { const n = window.moved; window.moved = 0; return n; })(),
  play: document.getElementById("table").dataset.play ?? "", over: document.querySelector("#table.over") !== null,
})"""
RUNNING = """() => document.getAnimations()
  .filter((each) => each.playState === "running" && !(each instanceof CSSTransition)).length"""
GAMES = {
    "football": lambda: football_match(("human", "random")),
    "fate": lambda: fate_match(("human", "random")),
    "cycling": lambda: race(("human", "random", "random")),
}
WIDE, PHONE = (1280, 800), (360, 740)
MOST = 60  # choices of a match that are made on the page; the race is over sooner


def long_race() -> Start:
    """A race on a road that is not over after a handful of turns."""
    config, options = resolve("boxed", 3)
    names, by = ["Red", "Blue", "Green"], ("human", "random", "random")
    seats = [{"name": name, "by": player} for name, player in zip(names, by, strict=True)]
    return Start(config, options, {"teams": names}, seats, secret=SECRET, salts=("one", "two", "three"))


def choose(page: Page, rng: random.Random) -> None:
    """Makes a choice on the page, and waits until its answer is shown, not for any motion."""
    before = stamp(page)
    if page.evaluate(CHOOSE, rng.randrange(1 << 20)):
        wait_for_news(page, before)
    else:
        press_any(page, rng)
    page.evaluate(
        "() => new Promise((done) => setTimeout(done, 30))"
    )  # the page tells its scripts just after it changes


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_each_play_is_shown_once_not_again_after_a_reload_and_never_stops_a_fast_player(
    chromium: Browser, club: Club, serve: Serve, game: str
) -> None:
    match_id = club.create(game, GAMES[game](), here=[0]).id
    club.resolve(match_id)
    page = chromium.new_context(viewport={"width": 1280, "height": 800}).new_page()
    noise, rng, known = watched(page), random.Random(4), list[str]()
    page.add_init_script(COUNT)
    page.goto(f"{serve.home(club, page)}/match/{match_id}/1")
    found: dict[str, Any] = page.evaluate(LOOK)
    last = found["play"]
    assert (found["shown"], found["moved"]) == ([], 0), "what was over before the page was opened is not shown"
    for n in range(MOST):
        choose(page, rng)
        found = page.evaluate(LOOK)
        fresh = [found["play"]] if found["play"] not in ("", last) else []
        assert found["shown"][-1:] == fresh, f"choice {n}"  # the coach's own play may have come before
        assert (found["moved"] > 0) == bool(fresh), f"choice {n}"
        known += found["shown"]
        last = found["play"] or last
        if found["over"]:
            break
        if n % 20 == 5:
            page.reload()
            found = page.evaluate(LOOK)
            assert (found["shown"], found["moved"]) == ([], 0), "a reload shows nothing again"
    assert len(set(known)) == len(known)
    assert len(known) >= (4 if game == "cycling" else 12)
    assert [each for each in noise if not LATE.search(each)] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "size"), [("football", WIDE), ("football", PHONE), ("fate", PHONE), ("cycling", WIDE)]
)
def test_a_click_ends_the_motion_and_the_next_choice_is_open_while_the_banner_stands(
    chromium: Browser, club: Club, serve: Serve, game: str, size: tuple[int, int]
) -> None:
    match_id = club.create(game, long_race() if game == "cycling" else GAMES[game](), here=[0]).id
    club.resolve(match_id)
    page, rng = chromium.new_context(viewport={"width": size[0], "height": size[1]}).new_page(), random.Random(4)
    page.add_init_script(COUNT)
    page.goto(f"{serve.home(club, page)}/match/{match_id}/1")

    def until_a_play() -> None:
        for _ in range(30):
            choose(page, rng)
            if page.evaluate(LOOK)["shown"]:
                return
        raise AssertionError("no play was shown")

    until_a_play()
    assert page.evaluate("() => document.getAnimations().length") > 0
    page.mouse.click(size[0] / 2, 3)
    expect(page.locator(".playing")).to_have_count(0)
    assert page.evaluate(RUNNING) == 0
    until_a_play()
    page.wait_for_timeout(1550 if game == "fate" else 1300)
    opacity = "() => Number(getComputedStyle(document.getElementById('banner')).opacity)"
    result = page.locator("#banner").inner_text() if page.locator("#banner").count() else ""
    if result and size[0] < 900:  # what lay over the hand has gone; the lane has the result
        assert page.evaluate(opacity) < 0.1
        assert result in page.locator("#lane .last").inner_text()
    elif result:
        assert page.evaluate(opacity) > 0.9, "the banner still stands"
    if size[0] < 900:
        assert page.evaluate("() => Number(getComputedStyle(document.getElementById('showdown')).opacity)") < 0.1
    expect(page.locator(".playing")).to_have_count(0)
    choices = page.locator("#table .hand :is(button[data-choice], .asks label):visible")
    choices.first.click(trial=True, timeout=1000)
    page.emulate_media(reduced_motion="reduce")
    page.mouse.click(size[0] / 2, 3)
    page.evaluate(LOOK)
    for _ in range(6):
        choose(page, rng)
        found = page.evaluate(LOOK)
        assert (found["shown"], found["moved"]) == ([], 0), "whoever wants no motion gets none"
