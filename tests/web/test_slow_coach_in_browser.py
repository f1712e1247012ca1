"""Whoever asks a coach that thinks for long sees at once, in a real Chromium, that it does."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from starlette.requests import Request

from breakaway.club.club import Club
from breakaway.web import match_actions
from tests.club.starts import football_match
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, faults

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium"),
]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_coach_that_thinks_for_long_says_so_within_three_tenths_of_a_second(
    chromium: Browser, club: Club, serve: Serve, monkeypatch: pytest.MonkeyPatch, theme: Any
) -> None:
    page_of = match_actions.text_of

    def slowly(request: Request, template: str, **given: Any) -> Any:
        if template == "advice.html":
            time.sleep(2)
        return page_of(request, template, **given)

    monkeypatch.setattr(match_actions, "text_of", slowly)
    made = club.create("football", football_match(("human", "champion")), here=[0])
    club.resolve(made.id)
    page = chromium.new_context(color_scheme=theme).new_page()
    page.goto(f"{serve.home(club, page)}/match/{made.id}/1")
    page.locator("#tab-menu").click()
    page.locator("#help summary").click()
    thinking = page.get_by_text("The coach is thinking.")
    expect(thinking).to_be_hidden()
    waited = page.evaluate(
        """() => new Promise((done) => {
          const began = performance.now(), shown = document.querySelector('.thinking');
          const look = () => shown.offsetParent ? done(performance.now() - began) : requestAnimationFrame(look);
          document.querySelector('#help form button').click();
          look();
        })"""
    )
    assert waited < 300
    assert faults(page) == []
    expect(page.locator("#advice")).not_to_be_empty()
    expect(thinking).to_be_hidden()
