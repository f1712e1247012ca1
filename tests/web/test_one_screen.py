"""One screen: what a choice needs stands inside the window, in every phase of whole matches, at every seat and size.

The checks are those of the look's checklist: measured in a real Chromium, never by eye.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from breakaway.club.club import Club
from breakaway.records.match import Start
from tests.club.starts import any_order, fate_match, football_match, race
from tests.depth import DEPTH
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, press_any, sit_down, watched

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium")
WIDE, WIDER, PHONE = (1280, 800), (1440, 900), (360, 740)
SIZES = (WIDE, PHONE) if DEPTH == 1 else (WIDE, WIDER, PHONE)
TIMES = 1  # how often each phase is measured at each seat
CLICKED = 30  # one of so many choices is clicked
MEASURE = """() => {
  const box = (each) => {
    const r = each.getBoundingClientRect();
    return [r.left, r.top, r.right, r.bottom].map(Math.round);
  };
  const seen = (where) => [...document.querySelectorAll(where)]
    .filter((each) => each.offsetParent !== null && each.closest("details:not([open])") === null);
  const free = (each) => { // whether a click on its middle meets it: nothing lies above it, and it is not cut off
    const r = each.getBoundingClientRect();
    const hit = document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2);
    return hit !== null && (each.contains(hit) || hit.contains(each));
  };
  const [hand, table] = ["hand", "table"].map((id) => document.getElementById(id));
  const [page, turn, tabs] = [document.documentElement, ...[".turn", ".tabs"].map((q) => document.querySelector(q))];
  const kinds = ["button[data-choice]", ".asks label", "[data-fills]", "input[type=number]"];
  const choices = seen(kinds.map((q) => `.hand ${q}`).join());
  return {
    width: innerWidth, height: innerHeight, scrolls: [page.scrollWidth, page.scrollHeight],
    hand: [hand.scrollHeight, hand.clientHeight], asked: table.hasAttribute("data-asked"), title: document.title,
    colour: turn.className, over: table.classList.contains("over"), head: document.querySelector("h1").textContent,
    heads: document.querySelectorAll("h1").length, choices: choices.map(box),
    covered: choices.filter((each) => !free(each)).map((each) => each.textContent.trim() || each.id),
    stage: box(document.querySelector(".stage")), bar: box(turn), under: tabs.offsetParent ? box(tabs) : null,
    newest: seen(".plays .newest").map(box), sheet: seen("#sheet-plays").map(box),
  };
}"""


def complaints(found: dict[str, Any], team: bool) -> list[str]:
    """What the page does not keep, in words. `team`: this seat is asked."""
    said = []
    width, height = found["width"], found["height"]
    if found["scrolls"][0] > width:
        said.append(f"wider than the window: {found['scrolls'][0]}")
    if found["scrolls"][1] > height:
        said.append(f"higher than the window: {found['scrolls'][1]}")
    if found["heads"] != 1 or not found["head"].strip():
        said.append("the turn bar is not the one heading")
    if found["title"].startswith("● Your turn") != found["asked"] or found["asked"] != team:
        said.append(f"the title says {found['title']!r}")
    if ("waits" in found["colour"]) == team:
        said.append(f"the turn bar is {found['colour']!r}")
    if width > 900:
        if found["hand"][0] > found["hand"][1] + 1 and not found["over"]:
            said.append(f"the hand scrolls: {found['hand']}")
        said += [f"outside the window: {box}" for box in found["choices"] if box[3] > height or box[2] > width]
        said += [f"covered or cut off: {each!r}" for each in found["covered"]]
        if found["newest"] and found["newest"][0][1] >= found["sheet"][0][3]:
            said.append("the newest play is out of view")
    else:
        if found["choices"] and found["choices"][0][3] > found["under"][1]:
            said.append(f"the first choice is below the bar: {found['choices'][0]}")
        if found["stage"][3] > 320:
            said.append(f"the board ends at {found['stage'][3]}")
    return said


AWAY = "about:blank"  # a page that is not measured would follow every choice


def measured(page: Page, table: str, where: str, team: bool) -> list[str]:
    """The complaints about the page of a table at each size."""
    said = []
    page.goto(table)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(requestAnimationFrame)")
        found: dict[str, Any] = page.evaluate(MEASURE)
        said += [f"{where} {width}x{height}: {each}" for each in complaints(found, team)]
    page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    page.goto(AWAY)
    return said


def play_and_measure(chromium: Browser, club: Club, serve: Serve, game: str, start: Start, most: int) -> list[str]:
    """Plays a match by two people to its end, or for `most` choices, and measures each phase at both seats."""
    made = club.create(game, start)
    club.resolve(made.id)
    address, pages, said = serve(club), [], list[str]()
    for seat in sorted(made.tokens):
        page = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce").new_page()
        noise = watched(page)
        sit_down(page, address, made.tokens[seat])
        pages.append((page, page.url, noise))
        page.goto(AWAY)
    times, rng = dict[Any, int](), random.Random(7)
    for choice in range(most):
        look = club.look(made.id)
        if look.is_over:
            break
        phase = getattr(look.observation.view, "phase", 0)
        for seat, (page, table, _noise) in enumerate(pages):
            key = seat, phase, seat in look.waiting
            if times.setdefault(key, 0) < TIMES:
                times[key] += 1
                said += measured(page, table, f"{game} seat {seat + 1} phase {phase}", key[-1])
        seat = look.waiting[0]
        if choice % CLICKED == 0:  # as people do it; in the club it takes no time
            pages[seat][0].goto(pages[seat][1])
            press_any(pages[seat][0], rng)
            pages[seat][0].goto(AWAY)
        else:
            club.choose(made.id, seat, any_order(club, made.id, seat, rng.randrange(1 << 30)))
            club.resolve(made.id)
    for seat, (page, table, noise) in enumerate(pages):
        said += measured(page, table, f"{game} seat {seat + 1} at the end", seat in club.look(made.id).waiting)
        said += noise
    return said


@pytest.mark.slow
@pytest.mark.parametrize("game", ["football", "fate", "cycling"])
def test_all_that_a_choice_needs_is_in_the_window_through_a_whole_match(
    chromium: Browser, club: Club, serve: Serve, game: str
) -> None:
    starts = {
        "football": football_match,
        "fate": lambda: fate_match(("human", "human")),
        "cycling": lambda: race(("human", "human")),
    }
    assert play_and_measure(chromium, club, serve, game, starts[game](), 900) == []
