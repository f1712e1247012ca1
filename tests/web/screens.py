"""A real browser for tests, and ways to wait for a page that changes by itself."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, TimeoutError

from tests.depth import DEPTH

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
# The same engine without windows, Playwright's own choice for such tests: a page takes two thirds of the work.
WITHOUT_WINDOWS = shutil.which("chromium-headless-shell") or CHROMIUM
WIDE, PHONE = {"width": 1320, "height": 900}, {"width": 360, "height": 780}
# Chromium goes by the last such list it is given, so this one repeats Playwright's. The first two names are ours: each
# window has a search bar made of two web pages. Nobody sees it in a test, and it takes twice the work of the page.
SWITCHED_OFF = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"),
    *("HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"),
    "PreconnectToSearch",
)
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", f"--disable-features={','.join(SWITCHED_OFF)}"),
]
PRESSED = "#table button[data-choice], #table [data-fills]"


def stamp(page: Page) -> str:
    """What the page shows: the stamp of its seat's look."""
    return page.locator("#table").get_attribute("data-stamp") or ""


def wait_for_news(page: Page, before: str, patience: int = 60_000) -> None:
    """Until the page shows something else than it did."""
    page.wait_for_function("s => document.querySelector('#table').dataset.stamp !== s", arg=before, timeout=patience)


def wait_until_shown(page: Page, stamp: str) -> None:
    """Until the page shows what the club shows: a key pressed before is for a question that was answered already."""
    page.wait_for_function("s => document.querySelector('#table').dataset.stamp === s", arg=stamp, timeout=60_000)


def sit_down(page: Page, address: str, invitation: str, name: str = "") -> None:
    """Follows an invitation, sits down, and goes to the table."""
    page.goto(f"{address}/seat/{invitation}")
    if name:
        page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("link", name="Go to the table").click()
    page.wait_for_selector("#table")
    page.wait_for_load_state()  # on a busy machine, the table is there before its scripts


def is_asked(page: Page) -> bool:
    """Whether there is something to press."""
    return page.locator(PRESSED).count() > 0


def press_any(page: Page, rng: random.Random) -> None:
    """Touches some choice and presses it again, what has to be ticked ready-made, and waits for what comes of it.

    A page changes by itself, perhaps just under the pointer: then there is another look, as people take one.
    """
    for _ in range(40):
        before, buttons = stamp(page), page.locator(PRESSED).locator("visible=true")
        count, ticks = buttons.count(), page.locator('input[name="pick"]').count()
        try:
            if count:
                press(page, buttons.nth(count - 1 if ticks else rng.randrange(count)), patience=1000)
            wait_for_news(page, before, 5000)
        except TimeoutError:
            continue
        return
    raise AssertionError("nothing could be pressed")


def press(page: Page, button: Locator, patience: int = 20_000) -> None:
    """Plays a choice as people do: the first press touches it, the second plays it. Ready-made orders are sealed.

    Waits so many milliseconds for the button at each step.
    """
    button.click(position={"x": 12, "y": 12}, timeout=patience)
    if button.get_attribute("aria-pressed", timeout=patience) == "true":
        button.click(position={"x": 12, "y": 12}, timeout=patience)
    elif button.get_attribute("data-fills", timeout=patience) is not None:
        page.locator("#go").click(timeout=patience)


def watched(page: Page) -> list[str]:
    """From now on, what the browser complains about, and whom else the page asks."""
    found: list[str] = []

    def asked(request: Any) -> None:
        if not request.url.startswith(("http://localhost:", "data:")):
            found.append(f"asks {request.url}")

    page.on("console", lambda message: found.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("request", asked)
    return found


LOOKS = [("light", WIDE), ("dark", PHONE)]  # each theme and each size once


def unfold(page: Page) -> None:
    """Opens all that is folded on a page."""
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")


def faults(page: Page) -> list[str]:
    """What axe says by all its rules, everything unfolded: the rule, what it is about, and where first."""
    page.wait_for_load_state()  # a click returns while the page that it leads to is still being read
    unfold(page)
    told: Any = Axe().run(page).response["violations"]
    return [f"{each['id']} ({len(each['nodes'])}) {each['nodes'][0]['html'][:160]}" for each in told]


def faults_of_all(chromium: Browser, home: Callable[[Page], str], where: Iterable[str], shots: Path) -> list[str]:
    """The faults of all these pages, light and dark, wide and on a phone; and what is wider than its screen.

    Where there are several, axe looks at every second page in each look; with DEPTH, at each. `shots`: the folder for a
    picture of each page with faults.
    """
    found, pages = [], [*where]
    for look, (theme, size) in enumerate(LOOKS):
        page = chromium.new_context(viewport=size, color_scheme=theme, reduced_motion="reduce").new_page()  # type: ignore[arg-type]
        address = home(page)
        for number, each in enumerate(pages):
            page.goto(address + each)
            unfold(page)
            if page.evaluate("document.documentElement.scrollWidth") > size["width"]:
                found.append(f"{theme} {size['width']} {each}: wider than the screen")
            if DEPTH > 1 or len(pages) == 1 or number % len(LOOKS) == look:
                wrong = [f"{theme} {size['width']} {each}: {fault}" for fault in faults(page)]
                found += wrong
                if wrong:
                    name = f"{theme}{size['width']}{each.replace('/', '-')[:60]}.png"
                    page.screenshot(path=shots / name, full_page=True)
        page.context.close()
    return found
