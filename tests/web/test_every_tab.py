"""Every tab of every table, on a desk and on a phone, light and dark: axe finds nothing, and no page is wider than its
window.
"""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from breakaway.club.club import Club
from breakaway.records.match import Start
from tests.club.starts import fate_match, football_match, play_out, race, sit
from tests.depth import DEPTH
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, sit_down

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium")
GAMES = pytest.mark.parametrize("game", ["football", "fate", "cycling"])
DESK, PHONE, SMALL = (1280, 800), (360, 740), (320, 640)
TABS = """async (at) => {
  const said = [], page = document.documentElement, wide = innerWidth;
  const tabs = [...document.querySelectorAll(".tabs [role=tab]")].filter((each) => each.offsetParent !== null);
  if (tabs.length < 3) said.push(`only ${tabs.length} tabs`);
  for (const tab of tabs) {
    tab.click();
    for (const each of document.querySelectorAll(".rail details")) each.open = true;
    const shown = [...document.querySelectorAll(".rail .sheet")].filter((each) => each.offsetParent !== null);
    const asked = tab.getAttribute("aria-controls");
    if (asked !== "hand" && (shown.length !== 1 || shown[0].id !== asked)) said.push(`${tab.id} shows another sheet`);
    if (page.scrollWidth > wide) said.push(`${tab.id}: ${page.scrollWidth} wide in a window of ${wide}`);
    const box = tab.getBoundingClientRect();
    if (box.left < 0 || box.right > wide) said.push(`${tab.id} is outside the window`);
    if (!at) continue;
    const where = asked === "hand" || tab === tabs[0] ? document : ".rail";
    const found = await axe.run(where, {resultTypes: ["violations"]});
    for (const each of found.violations) said.push(`${tab.id}: ${each.id} ${each.nodes[0].html.slice(0, 200)}`);
  }
  return said;
}"""


def started(game: str) -> Start:
    """A match between two people."""
    if game == "football":
        return football_match()
    return fate_match() if game == "fate" else race(("human", "human"))


ALL = tuple((size, theme) for size in (DESK, PHONE) for theme in ("light", "dark"))


def faults_of_tabs(page: Page, where: str, *looks: int) -> list[str]:
    """What is wrong with any tab of this page: by axe in these looks of ALL, and how wide it is on a small phone."""
    said = []
    page.evaluate(Axe().axe_script)
    chosen = [ALL[each] for each in looks] if DEPTH == 1 else ALL
    for size, theme in (*chosen, (SMALL, "light")):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=theme)
        found: Any = page.evaluate(TABS, size != SMALL)
        said += [f"{where} {theme} {size[0]}: {each}" for each in found]
    return said


@pytest.mark.slow
@GAMES
def test_axe_finds_nothing_in_any_tab_of_a_table_and_nothing_is_too_wide(
    chromium: Browser, club: Club, serve: Serve, game: str
) -> None:
    made, over = (club.create(game, started(game), "A match with a name") for _ in range(2))
    sit(club, made.tokens[1], "Tom Example")
    play_out(club, made.id, turns={"football": 31, "fate": 45, "cycling": 3}[game])
    address, said = serve(club), []
    page = chromium.new_context(reduced_motion="reduce").new_page()
    sit_down(page, address, made.tokens[0], "Ann Example")
    said += faults_of_tabs(page, "at a seat", 0, 3)
    page.goto(f"{address}/match/{made.id}/watch")
    said += faults_of_tabs(page, "watching", 1)
    sit_down(page, address, over.tokens[0], "Ann Example")
    play_out(club, over.id)
    page.reload()
    said += faults_of_tabs(page, "at the end", 2)
    page.goto(f"{address}/match/{over.id}/at/5")
    said += faults_of_tabs(page, "replay", 0)
    page.goto(serve.home(club, page, address=address))
    page.locator(f'form[action="/lesson/{game}"] button').click()
    page.wait_for_url("**/match/*/1")
    said += faults_of_tabs(page, "lesson", 3)
    assert said == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de-DE"] if DEPTH == 1 else ["en-US", "de-DE"])  # German words are longer
def test_no_page_is_wider_than_the_smallest_phone(chromium: Browser, club: Club, serve: Serve, language: str) -> None:
    waiting = {
        game: club.create(game, started(game), "A match with a name", visibility="public") for game in GAMES.args[1]
    }
    over = [club.create(game, started(game), here=[0, 1]).id for game in GAMES.args[1]]
    for each in over:
        play_out(club, each)
    context = chromium.new_context(viewport={"width": 320, "height": 640}, locale=language)
    page, said = context.new_page(), []
    address = serve.home(club, page)
    where = ["/", "/upload", "/key", "/storage", "/nowhere", "/rules/football/BF-024", "/rules/football?q=fumble"]
    for game, made in waiting.items():
        where += [f"/open/{game}", f"/rules/{game}", f"/seat/{made.tokens[0]}", f"/match/{made.id}/watch"]
    where += [f"/match/{each}/{end}" for each in over for end in ("1", "at/3", "check")]
    for each in where:
        page.goto(address + each)
        wide = page.evaluate("document.documentElement.scrollWidth")
        said += [f"{each}: {wide}"] if wide > 320 else []
    assert said == []
