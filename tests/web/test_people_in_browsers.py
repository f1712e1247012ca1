"""Several people in real browsers: head to head, one screen for two, spectators, replays, and JavaScript off."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from breakaway.club.club import Club
from breakaway.games.football.rules.terms import AUDIBLE, AUDIBLE_DEFENSE, CHALLENGE, CHALLENGE_DEFENSE, UNSEEN_CALL
from tests.club.starts import football_match, play_out
from tests.web.coached import asked, audibles, give, make
from tests.web.conftest import Serve
from tests.web.screens import sit_down, stamp, wait_for_news, watched

WIDE = {"width": 1320, "height": 900}
SECRET = b"audibles and challenges        0"  # of 300 that were tried, with an audible and a challenge soonest


def come(chromium: Browser, address: str, token: str) -> Page:
    """A browser of its own that has followed a link."""
    page = chromium.new_context(viewport=WIDE).new_page()
    sit_down(page, address, token)
    return page


@pytest.mark.slow
def test_the_stream_opens_however_late_its_script_comes(chromium: Browser, club: Club, serve: Serve) -> None:
    made = club.create("football", audibles(SECRET))
    club.resolve(made.id)
    page = chromium.new_page()

    def late(route: Route) -> None:
        time.sleep(0.5)  # htmx has run by then
        route.continue_()

    page.route("**/hx-sse.min.js", late)
    with page.expect_response("**/stream?*", timeout=20_000):
        sit_down(page, serve(club), made.tokens[0])


@pytest.mark.slow
def test_two_browsers_head_to_head_turn_a_card_and_challenge_an_event(
    chromium: Browser, club: Club, serve: Serve, tmp_path: Path
) -> None:
    made = club.create("football", audibles(SECRET))
    club.resolve(made.id)
    address = serve(club)
    pages = [come(chromium, address, made.tokens[seat]) for seat in (0, 1)]
    complaints = [watched(page) for page in pages]
    turned = challenged = 0
    for _ in range(12):
        seat, observation, order = asked(club, made.id)
        mine, other = pages[seat], pages[1 - seat]
        seen, phase, told = stamp(other), observation.view.phase, len(club.look(made.id).log)
        expect(other.locator(".turn.waits #asked")).to_be_visible()
        make(mine, observation, order)
        wait_for_news(other, seen)
        events = {each.rule for _, some in club.look(made.id).log[told:] for each in some}
        if phase in (AUDIBLE, AUDIBLE_DEFENSE) and order == [1]:
            turned += 1
            expect(other.locator("#table")).to_contain_text("turn")
        if phase in (CHALLENGE, CHALLENGE_DEFENSE):
            challenged += 1
            assert "BF-055" in events
            for page in pages:
                expect(page.locator("#sheet-plays")).to_contain_text("challenge")
            mine.screenshot(path=tmp_path / "challenge.png", full_page=True)
        if turned and challenged:
            break
    assert turned
    assert challenged
    assert [stamp(page) for page in pages] == [club.look(made.id, seat).stamp for seat in (0, 1)]
    assert not any(complaints)


@pytest.mark.slow
def test_two_at_one_screen_hand_it_over_before_anything_secret_is_shown(
    chromium: Browser, club: Club, serve: Serve
) -> None:
    page = chromium.new_page(viewport=WIDE)
    page.goto(serve.home(club, page))
    page.get_by_role("region", name="Breakaway Football").get_by_role(
        "button", name="Two players at this computer"
    ).click()
    page.wait_for_url("**/match/**")
    (match,) = club.matches()
    handed = 0
    for _ in range(14):
        seat, observation, order = asked(club, match.id)
        place, now = f"/match/{match.id}/{seat + 1}", club.look(match.id, seat).stamp
        page.wait_for_function(  # the other seat's page can have the same stamp: it is about to be left
            "([place, now]) => document.querySelector('.hand-over')"
            " || (location.pathname === place && document.querySelector('#table')?.dataset.stamp === now)",
            arg=[place, now],
        )
        if page.locator(".hand-over").count():
            handed += 1
            expect(page.get_by_role("heading", level=1)).to_contain_text("come to the screen")
            assert not page.locator("svg.card, button[name=order]").count(), "this screen is for everybody"
            page.get_by_role("link", name="Only I can see the screen").click()
        page.wait_for_url(f"**{place}")
        page.wait_for_load_state()
        turn = club.look(match.id).turn
        give(page, observation, order)
        wait_for_turn(page, club, match.id, turn)
    assert handed > 2


def wait_for_turn(page: Page, club: Club, match_id: str, before: int) -> None:
    """Until the server has played on."""
    for _ in range(1000):
        if club.look(match_id).turn > before:
            return
        page.wait_for_timeout(20)
    raise AssertionError("the choice did not arrive")


@pytest.mark.slow
def test_a_spectator_sees_the_play_as_it_comes_and_no_card_before_its_time(
    chromium: Browser, club: Club, serve: Serve
) -> None:
    made = club.create("football", football_match())
    play_out(club, made.id, turns=6)
    address = serve(club)
    page = chromium.new_context(viewport=WIDE).new_page()
    with page.expect_response("**/stream?*"):
        page.goto(f"{address}/match/{made.id}")
    assert page.url.endswith("/watch")
    expect(page.get_by_text("watching", exact=True)).to_be_visible()
    hidden = 0
    for _ in range(10):
        seat, _window, order = asked(club, made.id)
        before = stamp(page)
        club.choose(made.id, seat, order)  # past the server, as a terminal does
        club.resolve(made.id)
        wait_for_news(page, before)
        assert not page.locator("button[name=order], #free, input[name=pick]").count()
        if UNSEEN_CALL in club.look(made.id).observation.view.call:
            hidden += 1
            expect(page.locator(".lineup svg").first).to_be_visible()
    assert hidden
    assert stamp(page) == club.look(made.id).stamp
    assert page.goto(f"{address}/match/{made.id}/1").status == 403  # type: ignore[union-attr]
    expect(page.get_by_text("This seat belongs to another player.")).to_be_visible()


def press(page: Page, key: str) -> None:
    """A key, once the page listens."""
    page.wait_for_load_state()
    with page.expect_navigation():
        page.keyboard.press(key)


@pytest.mark.slow
def test_a_replay_is_stepped_through_by_keys_and_a_branch_is_played_on(
    chromium: Browser, club: Club, serve: Serve
) -> None:
    made = club.create("football", football_match(("human", "sheet")), "Once upon a time", here=[0])
    play_out(club, made.id)
    last = club.look(made.id).turn
    page = chromium.new_page(viewport=WIDE)
    page.goto(f"{serve.home(club, page)}/match/{made.id}/1")
    page.locator("#tab-menu").click()
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_text(f"After turn {last} of {last}")).to_be_visible()
    expect(page.get_by_text("so all hands are shown")).to_be_visible()
    press(page, "Home")
    for turn in range(6):
        expect(page.get_by_text(f"After turn {turn} of {last}" if turn else "Next: turn 1")).to_be_visible()
        press(page, "ArrowRight")
    expect(page.get_by_text(f"After turn 6 of {last}")).to_be_visible()
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.get_by_text(f"After turn 5 of {last}")).to_be_visible()
    with page.expect_navigation(url=re.compile("/match/[a-z0-9]+/1$")):
        page.get_by_role("button", name="Play on").click()
    branch = page.url.split("/")[-2]
    assert branch != made.id
    before = club.look(branch).turn
    seat, observation, order = asked(club, branch)
    assert seat == 0
    make(page, observation, order)
    assert club.look(branch).turn > before
    assert club.look(made.id).turn == last, "the match itself stays as it was"


@pytest.mark.slow
def test_a_real_browser_without_javascript_plays(chromium: Browser, club: Club, serve: Serve) -> None:
    page = chromium.new_context(viewport=WIDE, java_script_enabled=False).new_page()
    page.goto(serve.home(club, page))
    page.get_by_role("button", name="Play the rule book's solo opponent").click()
    (match,) = club.matches()
    typed = pressed = 0
    for _ in range(10):
        expect(page).to_have_url(re.compile(f"/match/{match.id}/1$"))
        seat, observation, order = asked(club, match.id)
        assert seat == 0
        text, count = observation.write(order), club.look(match.id).turn
        button = page.locator(f'button[name="order"][value="{text}"]')
        if button.count():
            pressed += 1
            button.first.click(position={"x": 30, "y": 18})
        else:
            typed += 1
            page.locator("#free").fill(text)
            page.get_by_role("button", name="Choose", exact=True).click()
        assert club.look(match.id).turn > count
    assert pressed
    expect(page.locator("#sheet-plays .play").first).to_be_visible()
