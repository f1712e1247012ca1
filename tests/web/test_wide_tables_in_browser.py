"""A table that goes on beyond the edge of a phone has a shade at that edge, on paper and on a panel."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from breakaway.club.club import Club
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium")
PHONE = {"width": 360, "height": 740}
EMPTY = """([wide, on]) => {
  document.getElementById("main").innerHTML = `<div class="${on}"><div class="scroll" id="t"><div></div></div></div>`;
  const table = document.getElementById("t");
  table.style.width = "200px";  // a page of ours lets no attribute do this
  Object.assign(table.firstChild.style, { width: `${wide}px`, height: "60px" });
}"""


def edges(page: Page, wide: int, on: str, scrolled: int) -> tuple[bytes, bytes]:
    """The pixels at the left and the right edge of an empty table, so wide in a room of 200 pixels, after scrolling."""
    page.evaluate(EMPTY, [wide, on])
    page.locator("#t").evaluate("(table, to) => { table.scrollLeft = to; }", scrolled)
    box = page.locator("#t").bounding_box()
    assert box
    parts = [{"x": box["x"] + x, "y": box["y"] + 20, "width": 6, "height": 20} for x in (0, 194)]
    left, right = (page.screenshot(clip=each) for each in parts)  # type: ignore[arg-type]
    return left, right


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("on", ["", "panel"])
def test_a_shade_is_where_a_table_goes_on_and_nowhere_else(
    chromium: Browser, club: Club, serve: Serve, scheme: str, on: str
) -> None:
    page = chromium.new_context(viewport=PHONE, color_scheme=scheme).new_page()  # type: ignore[arg-type]
    page.goto(f"{serve(club)}/upload")
    plain, also_plain = edges(page, 200, on, 0)
    assert plain == also_plain, "all of it is seen"
    left, right = edges(page, 400, on, 0)
    assert left == plain
    assert right != plain, "there is more to the right"
    left, right = edges(page, 400, on, 100)
    assert plain not in (left, right), "there is more on both sides"
    left, right = edges(page, 400, on, 200)
    assert left != plain
    assert right == plain, "this is the end"
