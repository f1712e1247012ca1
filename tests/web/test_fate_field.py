"""FATE's field as a browser sets it: the spot in words covers no arrow, yard number, flag or end zone's name."""

from __future__ import annotations

from importlib.resources import files

import pytest
from playwright.sync_api import Browser

from breakaway.core.state import copy
from breakaway.games.fate.display.field import Trail, field
from breakaway.games.fate.rules.terms import DECLARE
from tests.boards.test_fate_page import a_match

COVERS = """() => {
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const found = [];
  for (const field of document.querySelectorAll("svg.field")) {
    const boxes = (names) => [...field.querySelectorAll(names)].map((each) => [each, each.getBoundingClientRect()]);
    for (const [one, a] of boxes(".spot-back, .ahead"))
      for (const [two, b] of boxes(".number, .arrow, .head, .began, .flag, .end-name, .trim"))
        if (over(a, b)) found.push(`${field.querySelector("title").textContent}: ${one.classList} ${two.classList}`);
  }
  return found;
}"""


def drives() -> list[tuple[int, tuple[int, ...]]]:
    """Drives of one step to many, gains and losses, to every fifth yard and close to both goals."""
    ends = [1, 2, 3, 5, *range(10, 91, 5), 95, 97, 98, 99]
    made = [(side, (max(1, end - 12), end)) for side in (0, 1) for end in ends]
    made += [(side, (min(99, end + 7), end)) for side in (0, 1) for end in ends]
    for steps in (3, 5, 8):
        made += [
            (side, tuple(dict.fromkeys(max(1, end - 4 * n) for n in range(steps, -1, -1))))
            for side in (0, 1)
            for end in ends
        ]
    return made


@pytest.mark.sample("[1-False")
@pytest.mark.parametrize("tall", [False, True])
@pytest.mark.parametrize("to_go", [1, 10])
def test_the_spot_in_words_covers_nothing(chromium: Browser, tall: bool, to_go: int) -> None:
    match = a_match(b"field" * 8)
    drawn = []
    for n, (side, spots) in enumerate(drives()):
        view = copy(match.state)
        view.phase, view.offense, view.ball, view.quarter, view.down = DECLARE, side, spots[-1], 1, 2
        view.marker = min(100, view.ball + to_go)
        drawn.append(field(view, match.config, match.names, Trail(side, spots), tall, f"field{n}"))
    css = files("breakaway.display").joinpath("board.css").read_text("utf-8")
    page = chromium.new_page(viewport={"width": 360, "height": 780} if tall else {"width": 1280, "height": 800})
    page.set_content(f"<style>{css}</style>{''.join(drawn)}")
    assert page.locator("svg.field:visible").count() == len(drawn)
    assert page.evaluate(COVERS) == []
