"""A tab that is really in the background: its stream goes on, and its title calls the player back.

Playwright's own pages count as visible whatever lies before them. So these tabs are opened and asked by the browser's
debugging protocol itself.
"""

from __future__ import annotations

import itertools
import json
import time
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, sync_playwright

from breakaway.club.club import Club
from breakaway.web import pages
from tests.club.starts import any_order, device_of, football_match, sit
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, FLAGS

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium")
AWAKE = [
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
]


class Tab:
    """One tab of the browser's own window, with what JavaScript in it says."""

    numbers = itertools.count(1)

    def __init__(self, browser: CDPSession, url: str) -> None:
        self.browser, self.answers = browser, dict[int, Any]()
        self.target = browser.send("Target.createTarget", {"url": url})["targetId"]
        attached = {"targetId": self.target, "flatten": False}
        self.session = browser.send("Target.attachToTarget", attached)["sessionId"]
        browser.on("Target.receivedMessageFromTarget", self._heard)

    def _heard(self, told: Any) -> None:
        message = json.loads(told["message"])
        if told["sessionId"] == self.session and "id" in message:
            result = message.get("result", {"result": {}})  # none while the tab goes from one page to the next
            self.answers[message["id"]] = result["result"].get("value")

    def says(self, expression: str) -> Any:
        """The value of an expression in this tab."""
        number = next(self.numbers)
        message = {"id": number, "method": "Runtime.evaluate", "params": {"expression": expression}}
        self.browser.send("Target.sendMessageToTarget", {"sessionId": self.session, "message": json.dumps(message)})
        for _ in range(100):
            self.browser.send("Target.getTargets")  # lets the answer in
            if number in self.answers:
                return self.answers[number]
            time.sleep(0.05)
        raise AssertionError(f"no answer to {expression}")

    def wait(self, expression: str) -> None:
        """Until an expression is true in this tab."""
        for _ in range(300):
            if self.says(expression):
                return
            time.sleep(0.1)
        raise AssertionError(f"never came: {expression}, but {self.says('document.title')}")


def seated(browser: Browser, address: str, device: str) -> CDPSession:
    """The browser's own session. Its window has the cookie of a seat."""
    session = browser.new_browser_cdp_session()
    session.send("Storage.setCookies", {"cookies": [{"name": "device", "value": device, "url": address}]})
    return session


@pytest.mark.slow
def test_a_hidden_tab_gets_the_news_and_its_title_says_whose_turn_it_is(club: Club, serve: Serve) -> None:
    made = club.create("football", football_match())
    for token in made.tokens.values():
        sit(club, token)
    club.resolve(made.id)
    chooser = club.look(made.id).waiting[0]
    other, address = 1 - chooser, serve(club)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, ignore_default_args=AWAKE)
        session = seated(browser, address, device_of(made.tokens[other]))
        tab = Tab(session, f"{address}/match/{made.id}/{other + 1}")
        tab.wait("document.readyState === 'complete' && document.getElementById('table') !== null")
        assert not tab.says("document.title").startswith("●")
        front = Tab(session, "about:blank")
        tab.wait("document.visibilityState === 'hidden'")
        assert front.says("document.visibilityState") == "visible"
        tab.says("window.stays = true")  # a reload would lose it
        for seed in range(20):
            if other in club.look(made.id).waiting:
                break
            club.choose(made.id, chooser, any_order(club, made.id, chooser, seed))
            club.resolve(made.id)
        tab.wait("document.title.startsWith('● Your turn')")
        assert tab.says("document.getElementById('icon').getAttribute('href')") == pages.address("icon-turn.svg")
        assert tab.says("document.visibilityState") == "hidden"
        assert tab.says("window.stays")
        browser.close()
