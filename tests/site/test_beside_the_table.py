"""What stands beside the table in the folder of static files, in a real browser: the documentation, and the page for a
bot of one's own.
"""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="the web extra is not installed")
pytest.importorskip("playwright", reason="the development tools are not installed")

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, sync_playwright

from breakaway.site.documentation import why_left_out
from tests.site.test_folder import LONG, NODE, opened
from tests.web.screens import CHROMIUM, FLAGS

ROOT = Path(__file__).parents[2]
SHOWN = ("index.html", "how-to-play/football.html", "cycling.html", "coaches.html", "serve.html")

# What is left by somebody who closed the page while it was still being kept: the first file alone.
INTERRUPTED = """async () => {
    const { edition, files } = await (await fetch('files.json')).json();
    const cache = await caches.open(`breakaway-documentation ${edition}`);
    for (const each of await cache.keys()) await cache.delete(each);
    await cache.add(files[0]);
}"""


def faults(page: Page) -> list[str]:
    """What axe finds, and whether the page is wider than the screen."""
    found = [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in Axe().run(page).response["violations"]]
    wide = page.evaluate("document.documentElement.scrollWidth")
    return [*found, *([f"{wide} pixels wide"] if wide > page.viewport_size["width"] else [])]


@pytest.mark.slow
@NODE
@pytest.mark.skipif(bool(why_left_out(ROOT)), reason="MkDocs is not installed")
@pytest.mark.timeout(1800)
def test_the_documentation_and_the_bots_work_beside_the_table_and_without_a_network(site: str, tmp_path: Path) -> None:
    said: list[str] = []
    with sync_playwright() as playwright:
        start = playwright.chromium.launch_persistent_context
        size = {"width": 360, "height": 740}
        context = start(str(tmp_path), executable_path=CHROMIUM, args=FLAGS, viewport=size, color_scheme="dark")
        context.set_default_timeout(LONG)
        docs = context.new_page()
        docs.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
        for name in SHOWN:
            docs.goto(f"{site}documentation/{name}")
            assert faults(docs) == [], name
        docs.fill("#words", "kneel")
        docs.locator(".results li").first.wait_for()
        assert faults(docs) == []
        docs.locator(".results a").first.click()
        docs.locator("article").wait_for()
        assert "kneel" in docs.locator("article").inner_text().lower()

        bots = context.new_page()
        bots.goto(f"{site}bots.html")
        bots.locator(".first").wait_for()  # nothing was loaded yet
        assert bots.locator("#start").is_disabled()

        # The table answers although a tab of the documentation is open, which cannot answer for it.
        table = opened(context, site)
        link = table.frame_locator("iframe").locator("footer a[href$='documentation/index.html']")
        link.wait_for()
        docs.evaluate(INTERRUPTED)
        docs.goto(f"{site}documentation/index.html")
        while not docs.evaluate("caches.match('files.json').then(Boolean)"):  # the list is kept last
            docs.wait_for_timeout(100)
        assert said == []
        context.set_offline(True)  # from here on, browsers report each look for something new
        docs.goto(f"{site}documentation/about/changelog.html")  # never opened before
        docs.locator("article h1").wait_for()
        docs.goto(f"{site}documentation/index.html")
        docs.locator("[data-try]").click()
        docs.frame_locator(".try iframe").frame_locator("iframe").locator("#game-football").wait_for()

        for language, name in (("en", "bots.html"), ("de", "bots-de.html")):
            bots.goto(f"{site}{name}")
            assert bots.locator("html").get_attribute("lang") == language
            assert faults(bots) == []
        bots.goto(f"{site}bots.html")
        bots.fill("#text", "class Mine:\n    def choose(self, observation, legal, rng):\n        return nothing\n")
        bots.select_option("#game", "fate")
        bots.click("#start")
        bots.locator("[role=alert] pre:visible").wait_for()
        fault = bots.locator("[role=alert] pre").inner_text()
        assert fault.startswith("Match 1: the bot Mine (seat 0")
        assert "NameError" in fault
        assert "bot.py, line 3" in fault
        bots.fill("#text", "class Mine:\n    def choose(self, observation, legal, rng):\n        return legal[0]\n")
        bots.click("#start")
        bots.wait_for_function("() => document.querySelector('progress').value >= 2")
        bots.click("#stop")
        played = int(bots.locator(".count span").inner_text())
        assert bots.locator("[role=status]").inner_text() == f"Stopped. Matches played: {played}"
        cells = bots.locator("tbody tr td:nth-child(2)").all_inner_texts()
        assert sum(map(int, cells)) == played < 200
        assert faults(bots) == []
        bots.reload()
        assert "class Mine" in bots.locator("#text").input_value()
        context.close()
