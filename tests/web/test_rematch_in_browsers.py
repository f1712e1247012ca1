"""The end of a match in real browsers: what can be seen at once, and a rematch from the offer to the new table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from breakaway.club.club import Club
from tests.club.starts import fate_match, football_match, play_out, race
from tests.depth import DEPTH
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, WIDE, faults, sit_down, watched

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium")
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}


def two_at_the_end(chromium: Browser, club: Club, serve: Serve) -> tuple[str, list[Page]]:
    """A race with two browsers at its table, played to its end before their eyes."""
    made = club.create("cycling", race(("human", "human")), "A short race")
    address, pages = serve(club), []
    for seat, name in enumerate(("Ann Example", "Tom Example")):
        page = chromium.new_context(viewport=WIDE).new_page()  # type: ignore[arg-type]
        with page.expect_response("**/stream?*"):
            sit_down(page, address, made.tokens[seat], name)
        pages.append(page)
    play_out(club, made.id)
    for page in pages:
        expect(page.locator("#end")).to_be_visible()
    return made.id, pages


def press(page: Page, name: str) -> None:
    page.locator("#end").get_by_role("button", name=name).click()


@pytest.mark.slow
def test_a_rematch_is_offered_seen_without_a_reload_taken_and_both_go_there_by_themselves(
    chromium: Browser, club: Club, serve: Serve
) -> None:
    match_id, (one, other) = two_at_the_end(chromium, club, serve)
    complaints = [watched(page) for page in (one, other)]
    other.evaluate("window.stays = true")  # a reload would lose it
    press(one, "Rematch")
    expect(one.locator("#end")).to_contain_text("You have offered a rematch.")
    expect(other.locator("#end")).to_contain_text("Ann Example offers a rematch.")
    assert other.evaluate("window.stays")
    one.evaluate("window.stays = true")
    press(other, "Play again")
    for seat, page in enumerate((one, other), 1):
        page.wait_for_url(re.compile(f"/match/(?!{match_id})[a-z0-9]+/{seat}$"))
        expect(page.locator("#choose").first).to_be_attached()
    ids = {page.url.split("/")[-2] for page in (one, other)}
    assert len(ids) == 1
    assert len(club.matches()) == 2
    one.goto(one.url.replace(*ids, match_id))  # whoever comes back later stays, and finds the way
    expect(one.get_by_role("link", name="Go to the rematch")).to_be_visible()
    assert complaints == [[], []]


@pytest.mark.slow
def test_a_rematch_is_withdrawn_and_another_one_declined_without_a_reload(
    chromium: Browser, club: Club, serve: Serve
) -> None:
    _match_id, (one, other) = two_at_the_end(chromium, club, serve)
    press(one, "Rematch")
    expect(other.locator("#end")).to_contain_text("Ann Example offers a rematch.")
    press(one, "Take it back")
    expect(other.locator("#end")).not_to_contain_text("offers a rematch")
    press(other, "Rematch")
    expect(one.locator("#end")).to_contain_text("Tom Example offers a rematch.")
    press(one, "Not now")
    expect(other.locator("#end")).to_contain_text("Ann Example has declined a rematch.")
    expect(other.locator("#end").get_by_role("link", name="Open a new table")).to_be_visible()
    expect(other.locator("#end").get_by_role("button")).to_have_count(0)
    assert len(club.matches()) == 1


def is_inside(page: Page, found: Locator) -> bool:
    """Whether all of it is within the window of a page that was not scrolled."""
    box, size = found.bounding_box(), page.viewport_size
    assert box
    assert size
    return (
        box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= size["width"]
        and box["y"] + box["height"] <= size["height"]
    )


@pytest.mark.slow
def test_winner_score_and_rematch_are_visible_at_once_and_axe_finds_nothing(
    chromium: Browser, club: Club, serve: Serve
) -> None:
    starts = {"football": football_match(), "fate": fate_match(), "cycling": race(("human", "human", "random"))}
    made = {}
    for game, start in starts.items():
        made[game] = club.create(game, start, here=[0, 1]).id
        play_out(club, made[game], seed=3)
    address = serve(club)
    for size in (DESK, PHONE):
        for theme in ("light", "dark"):
            page = chromium.new_context(viewport=size, color_scheme=theme).new_page()  # type: ignore[arg-type]
            serve.home(club, page, address=address)
            for game, match_id in made.items():
                page.goto(f"{address}/match/{match_id}/1")
                end = page.locator("#end")
                parts = [end.locator("h2"), end.locator(".final, .podium"), end.get_by_role("button", name="Rematch")]
                parts += [end.locator(".keyplay")] if size == DESK else []
                assert [is_inside(page, each) for each in parts] == [True] * len(parts), (game, size)
                if DEPTH > 1 or (theme == "light") == (size == DESK):
                    assert not faults(page), (game, size, theme)
            page.context.close()


@pytest.mark.slow
def test_a_replay_has_a_slider_with_marks_plays_by_itself_and_obeys_the_keys(
    chromium: Browser, club: Club, serve: Serve
) -> None:
    made = club.create("football", football_match(), here=[0, 1])
    play_out(club, made.id, seed=4)
    last, page = club.look(made.id).turn, chromium.new_context(viewport=DESK).new_page()  # type: ignore[arg-type]
    complaints = watched(page)
    page.goto(f"{serve.home(club, page)}/match/{made.id}/at/0")
    moment, slider = page.locator("#moment"), page.locator("#turn")
    marks = page.locator(".moments a").count()
    assert marks == page.locator(".scale path").count() > 4
    slider.press("ArrowRight")
    expect(moment).to_have_text(f"After turn 1 of {last}")
    slider.press("End")
    expect(moment).to_have_text(f"After turn {last} of {last}")
    page.locator("h1").evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Home")
    expect(moment).to_have_text("Next: turn 1")
    page.locator("#speed").select_option("4")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    expect(moment).to_have_text(re.compile(rf"After turn ([3-9]|\d\d+) of {last}"))  # it plays on while the test looks
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    page.locator(".found summary").click()
    first = page.locator(".moments a").first
    turn = (first.get_attribute("href") or "").rpartition("/")[2]
    first.click()
    expect(moment).to_have_text(f"After turn {turn} of {last}")
    assert page.url.endswith(f"/at/{turn}"), "the address can be handed on"
    assert not faults(page)
    assert not complaints
