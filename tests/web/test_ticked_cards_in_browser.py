"""Cards to give up in a real Chromium: they are ticked, and one button sends them."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, expect

from breakaway.club.club import Club
from breakaway.games.football.rules import terms
from tests.club.starts import any_order, football_match
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, stamp, wait_for_news, watched

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium"),
]


def to_give_up(club: Club) -> tuple[str, int, int]:
    """A match in which a seat has to give up cards: the match, the seat, and how many."""
    made, rng = club.create("football", football_match(), here=[0, 1]), random.Random(3)
    club.resolve(made.id)
    for _ in range(400):
        (seat,) = club.look(made.id).waiting[:1]
        view = club.look(made.id, seat).observation.view
        if view.phase == terms.DISCARD and view.owed[seat] > 0:
            return made.id, seat, int(view.owed[seat])
        club.choose(made.id, seat, any_order(club, made.id, seat, rng.randrange(1 << 30)))
        club.resolve(made.id)
    raise AssertionError("nobody has to give up cards")


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)], ids=["wide", "phone"])
def test_one_button_sends_the_ticked_cards(chromium: Browser, club: Club, serve: Serve, size: tuple[int, int]) -> None:
    match_id, seat, owed = to_give_up(club)
    page = chromium.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce").new_page()
    complaints = watched(page)
    home = serve.home(club, page)
    page.goto(f"{home}/match/{match_id}/{seat + 1}")
    expect(page.get_by_role("button", name="Give up the selected cards")).to_have_count(0)
    question, go = page.locator("#asked").inner_text(), page.locator("#go")
    expect(go).to_have_attribute("aria-disabled", "true")
    for number in range(owed):
        page.locator("input[name=pick]").nth(number).check(force=True)
    expect(page.locator("#asked")).to_have_text(question)
    expect(go).to_have_text("Give upEnter")
    before = stamp(page)
    go.click()
    wait_for_news(page, before)
    assert club.look(match_id, seat).observation.view.owed[seat] == 0
    assert complaints == []


def test_the_weakest_cards_are_sent_in_place_of_the_ticked_ones(chromium: Browser, club: Club, serve: Serve) -> None:
    match_id, seat, _owed = to_give_up(club)
    page = chromium.new_context(reduced_motion="reduce").new_page()
    page.goto(f"{serve.home(club, page)}/match/{match_id}/{seat + 1}")
    page.locator("input[name=pick]").first.check(force=True)
    page.get_by_role("button", name="Give up the weakest cards").click()
    expect(page.locator("input[name=pick]:checked")).to_have_count(0)
    before = stamp(page)
    page.locator("#go").click()
    wait_for_news(page, before)
    assert club.look(match_id, seat).observation.view.owed[seat] == 0


def test_without_scripts_the_button_beside_the_cards_sends_them(chromium: Browser, club: Club, serve: Serve) -> None:
    match_id, seat, owed = to_give_up(club)
    page = chromium.new_context(java_script_enabled=False).new_page()
    page.goto(f"{serve.home(club, page)}/match/{match_id}/{seat + 1}")
    for number in range(owed):
        page.locator("input[name=pick]").nth(number).check(force=True)
    page.get_by_role("button", name="Give up the selected cards").click()
    page.wait_for_load_state()
    assert club.look(match_id, seat).observation.view.owed[seat] == 0
