"""The race in a real Chromium: six seats and one late, clicked to its end, by keyboard, on a phone, by axe's rules."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from breakaway.club.club import Club
from tests.club.starts import any_order, play_out, race
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, WIDE, faults_of_all, press, sit_down, stamp, wait_for_news, watched

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium")
SIX = ("human",) * 6
PATIENCE = 60_000  # milliseconds, for six pages on a busy machine
MOVES = "document.getAnimations().some(each => each.effect.target?.matches('.rider'))"
CHECKED = ".asks input:checked"


def choose_cards(page: Page, which: int) -> list[str]:
    """Clicks a card of each rider: the first or the last one."""
    rows = page.locator(".asks")
    for row in range(rows.count()):
        labels = rows.nth(row).locator("label")
        labels.nth(which % labels.count()).click()
    return [each.get_attribute("value") or "" for each in page.locator(CHECKED).all()]


def seal(page: Page) -> None:
    before = stamp(page)
    page.get_by_role("button", name="Seal orders").click()
    wait_for_news(page, before)


@pytest.mark.slow
def test_a_turn_by_six_seats_one_of_them_late(chromium: Browser, club: Club, serve: Serve, tmp_path: Path) -> None:
    made = club.create("cycling", race(SIX))
    play_out(club, made.id, turns=1)
    address, pages = serve(club), []
    for seat in range(6):
        page = chromium.new_context(viewport=WIDE).new_page()
        with page.expect_response("**/stream?*"):
            sit_down(page, address, made.tokens[seat])
        pages.append(page)
    first, late = pages[0], pages[5]
    choose_cards(late, 0)
    begun = first.locator(".asks").first.locator("label").first
    begun.click()
    for page in pages[1:5]:
        choose_cards(page, 0)
        seal(page)
    expect(first.locator(".missing")).to_have_count(2, timeout=PATIENCE)
    expect(first.locator(CHECKED)).to_have_count(1)  # what others do unticks nothing
    choose_cards(first, 0)
    seal(first)
    for page in pages[:5]:
        expect(page.locator(".missing")).to_have_count(1, timeout=PATIENCE)
        assert "Violet" in page.locator("li", has=page.locator(".missing")).inner_text()
    changed = choose_cards(first, -1)
    seal(first)
    expect(first.locator("#words p")).to_have_text(f"Your orders are sealed: {' '.join(changed)}.")
    first.screenshot(path=tmp_path / "five-of-six.png", full_page=True)
    stamps = [stamp(page) for page in pages]
    club.do(made.id, lambda table: table.match.close())
    for page, before in zip(pages, stamps, strict=True):
        wait_for_news(page, before)
        expect(page.locator("#plays .came", has_text="Violet: no moves received")).to_be_visible()
        expect(page.locator(CHECKED)).to_have_count(0)
    (told,) = [each for each in club.look(made.id).log[-1][1] if each.rule == "BA-9.1"]
    assert told.args[0] == 5
    view = club.look(made.id).observation.view
    assert [f"{letter}{view.played[rider]}" for rider, letter in enumerate("ABCD")] == changed
    first.screenshot(path=tmp_path / "played.png", full_page=True)


@pytest.mark.slow
def test_a_whole_race_is_clicked_to_its_end(chromium: Browser, club: Club, serve: Serve, tmp_path: Path) -> None:
    match_id = club.create("cycling", race(("human", "random")), here=[0]).id
    club.resolve(match_id)
    page = chromium.new_page(viewport=WIDE)
    complaints = watched(page)
    page.goto(f"{serve.home(club, page)}/match/{match_id}")
    before = stamp(page)
    press(page, page.get_by_role("button", name="The even line-up"))
    wait_for_news(page, before)
    for turn in range(60):
        if not page.locator(".asks").count():
            break
        choose_cards(page, turn % 2 - 1)
        for shown in (".asks .says:visible", ".road.wide .ghost:visible"):  # in words, and on the course
            expect(page.locator(shown)).to_have_count(page.locator(".asks").count())
        seal(page)
        if turn == 0:
            page.wait_for_function(MOVES)
    expect(page.locator(".turn p")).to_contain_text("The match is over.")
    expect(page.locator(".ranks h2")).to_contain_text("The final table")
    page.screenshot(path=tmp_path / "over.png", full_page=True)
    assert club.look(match_id).is_over
    assert not complaints


@pytest.mark.slow
def test_whoever_wants_no_motion_gets_none(chromium: Browser, club: Club, serve: Serve) -> None:
    match_id = club.create("cycling", race(("human", "random")), here=[0]).id
    play_out(club, match_id, turns=2)
    page = chromium.new_page(viewport=WIDE, reduced_motion="reduce")
    page.goto(f"{serve.home(club, page)}/match/{match_id}")
    expect(page.locator(".road.wide .rider[data-from]").first).to_be_attached()
    assert not page.evaluate(MOVES)


@pytest.mark.slow
def test_a_phones_road_begins_at_ones_own_riders_and_goes_to_where_a_card_leads(
    chromium: Browser, club: Club, serve: Serve
) -> None:
    match_id = club.create("cycling", race(("human", "random", "random")), here=[0]).id
    play_out(club, match_id, turns=2)
    page = chromium.new_context(viewport={"width": 360, "height": 740}, reduced_motion="reduce").new_page()
    page.goto(f"{serve.home(club, page)}/match/{match_id}")
    riders = page.locator(".road.phone .rider.own")
    view = club.look(match_id, 0).observation.view
    last = min(range(4), key=lambda rider: view.square[rider])
    assert riders.count() == 4
    expect(riders.filter(has_text=f"Röd {'ABCD'[last]}")).to_be_in_viewport()
    for row in range(4):
        page.locator(".asks").nth(row).locator("label").first.click()
        expect(page.locator(f".road.phone .ghost-sign.ghost-{row + 1}-1")).to_be_in_viewport()


@pytest.mark.slow
def test_the_keyboard_alone_rides(chromium: Browser, club: Club, serve: Serve) -> None:
    match_id = club.create("cycling", race(("human", "random")), here=[0]).id
    club.resolve(match_id)
    page = chromium.new_page(viewport=WIDE)
    page.goto(f"{serve.home(club, page)}/match/{match_id}")
    before = stamp(page)
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    wait_for_news(page, before)
    for key in "aabcd":  # A's second card, and the first of the others
        page.keyboard.press(key)
    page.keyboard.press("ArrowRight")  # D's next card
    hands = [
        sorted({card for card in hand if card}, reverse=True) for hand in club.look(match_id, 0).observation.view.hand
    ]
    wanted = [hands[0][1], hands[1][0], hands[2][0], hands[3][1]]
    before = stamp(page)
    page.keyboard.press("s")
    wait_for_news(page, before)
    assert club.look(match_id).observation.view.played[:4] == wanted


@pytest.mark.slow
def test_axe_finds_nothing_and_nothing_is_wider_than_a_phone(
    chromium: Browser, club: Club, serve: Serve, tmp_path: Path
) -> None:
    where = []
    for turns, profile in ((0, "boxed"), (2, "boxed"), (2, "spy"), (99, "boxed")):
        match_id = club.create("cycling", race(("human", "human"), profile=profile), here=[0]).id
        play_out(club, match_id, turns=turns)
        where.append(f"/match/{match_id}/1")
    sealed = where[2].split("/")[2]
    club.choose(sealed, 0, any_order(club, sealed, 0, 1))
    where.append(f"/match/{sealed}/watch")
    assert not faults_of_all(chromium, partial(serve.home, club), where, tmp_path)
