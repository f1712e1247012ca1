"""Two people in two browsers: one asks to take a choice back, and the other agrees or plays on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from breakaway.club.club import Club
from breakaway.club.match_snapshot import Requester, snapshot
from tests.club.starts import any_order, football_match
from tests.web.conftest import Serve
from tests.web.screens import sit_down, wait_until_shown

SMALL, WIDE = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
ASK = "Ask to take my last choice back"


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, WIDE], ids=["phone", "desk"])
def test_one_asks_and_the_other_agrees(chromium: Browser, club: Club, serve: Serve, size: dict[str, int]) -> None:
    made = club.create("football", football_match())
    address = serve(club)
    pages = [chromium.new_context(viewport=size).new_page() for _ in range(2)]
    for seat, page in enumerate(pages):
        sit_down(page, address, made.tokens[seat])
    club.resolve(made.id)
    asker, other = pages
    _play_on(club, made.id, pages)
    choices = _places_of_choices(asker), _places_of_choices(other)

    _ask(asker)
    expect(asker.get_by_text("Waiting for Fire to agree that play goes back.")).to_be_visible()
    expect(other.get_by_text(re.compile(r"Lightning asks to go back to turn \d+\."))).to_be_visible(timeout=5000)
    assert (_places_of_choices(asker), _places_of_choices(other)) == choices, "nothing moves"
    box = other.locator(".ask-back").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size["width"]
    for button in other.locator(".ask-back button").all():
        at = button.bounding_box()
        assert at is not None
        assert at["height"] >= (44 if size is SMALL else 24)
    other.get_by_role("button", name="Play on").click()
    expect(asker.get_by_text("Fire wants to play on. Your choice stands.")).to_be_visible(timeout=5000)
    expect(other.locator(".ask-back")).to_have_count(0)

    _play_on(club, made.id, pages)
    turn = club.look(made.id).turn
    _ask(asker)
    other.get_by_role("button", name="Agree").click()
    for page in pages:
        expect(page.locator(".ask-back")).to_have_count(0, timeout=5000)
    assert club.look(made.id).turn < turn
    assert 0 in club.look(made.id).waiting
    expect(asker.locator(".turn.waits")).to_have_count(0)
    for page in pages:
        page.context.close()


def _play_on(club: Club, match_id: str, pages: list[Page]) -> None:
    """Plays some turns, up to one that only the other player's consent can take back."""
    for number in range(20):
        for seat in club.look(match_id).waiting:
            club.choose(match_id, seat, any_order(club, match_id, seat, number))
        club.resolve(match_id)
        if number > 3 and snapshot(club, match_id, Requester((), lambda _found: 0)).may_ask_back:
            break
    for seat, page in enumerate(pages):
        page.reload()
        wait_until_shown(page, club.look(match_id, seat).stamp)


def _ask(page: Page) -> None:
    page.locator("#tab-menu").click()
    page.get_by_role("button", name=ASK).click()
    page.keyboard.press("Escape")


def _places_of_choices(page: Page) -> list[object]:
    if page.locator("#tab-hand").is_visible():
        page.locator("#tab-hand").click()
    return [each.bounding_box() for each in page.locator("#table button[data-choice]").all()[:6]]
