"""Moments and clocks in a real Chromium: in the reader's own time zone, and not before a new player has read."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, Page, expect

from breakaway.club import absences
from breakaway.club.club import Club
from breakaway.club.time_control import DAY, Pace, Terms
from tests.club.starts import football_match, race
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, sit_down, watched

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium"),
]


def said(at: datetime, zone: str) -> str:
    """A moment of the next days as the page should say it: with the day of the week unless it is today."""
    there = at.astimezone(ZoneInfo(zone))
    is_today = there.date() == datetime.now(ZoneInfo(zone)).date()
    return f"{there:%H:%M}" if is_today else f"{there:%a %H:%M}"


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo"])
def test_moments_are_in_the_readers_own_zone_with_the_day_unless_it_is_today(
    chromium: Browser, club: Club, serve: Serve, zone: str
) -> None:
    agreed = Terms(DAY, pace=Pace(zone="Europe/Berlin", vacation=5, pause=5))
    made = club.create("cycling", race(("human", "human")), here=[0, 1], terms=agreed)
    club.resolve(made.id)
    absences.pause(club.database, made.id, 1)
    look = club.look(made.id)
    (off,) = club.listed(made.id).terms.off
    assert look.due is not None
    page = chromium.new_context(timezone_id=zone, locale="en-US").new_page()
    complaints = watched(page)
    home = serve.home(club, page)
    page.goto(f"{home}/match/{made.id}/1")
    expect(page.locator("#table time[data-at]").first).to_have_text(said(off.ends, zone))
    until = f"until {said(look.due, zone)}"
    expect(page.locator("time[data-left]").first).to_have_attribute("title", until)
    page.goto(home)
    expect(page.locator("time[data-left]").first).to_have_attribute("title", until)
    assert complaints == []


def test_moments_without_scripts_are_in_utc(chromium: Browser, club: Club, serve: Serve) -> None:
    made = club.create("football", football_match(), here=[0], terms=Terms(DAY))
    club.resolve(made.id)
    page = chromium.new_context(java_script_enabled=False, timezone_id="Asia/Tokyo").new_page()
    page.goto(f"{serve(club)}/seat/{made.tokens[1]}")
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("link", name="Go to the table").click()
    page.goto(f"{page.url}/seat")
    (shown,) = page.locator("time[data-at]").all_text_contents()
    at = datetime.strptime(shown, "%Y-%m-%d %H:%M UTC").replace(tzinfo=UTC)
    assert timedelta(0) <= datetime.now(UTC) - at < timedelta(minutes=3)


def test_a_clock_stands_still_while_the_new_player_reads_how_to_come_back(
    chromium: Browser, club: Club, serve: Serve
) -> None:
    made = club.create("football", football_match(), terms=Terms(180))
    club.resolve(made.id)
    address = serve(club)
    host, friend = (chromium.new_context().new_page() for _ in range(2))
    sit_down(host, address, made.tokens[0])
    friend.goto(f"{address}/seat/{made.tokens[1]}")
    friend.get_by_role("button", name="Sit down").click()
    friend.wait_for_selector("text=Write down your recovery phrase")
    clock = host.locator("#table time[data-left]").first

    def seconds(page: Page) -> int:
        """The whole seconds that the clock of a page shows as left."""
        numbers = [int(each) for each in clock.inner_text().replace(":", " ").split() if each.isdigit()]
        return 60 * numbers[0] + numbers[1]

    expect(host.get_by_text("Not at the table yet")).not_to_have_count(0)
    assert seconds(host) == 180
    host.wait_for_timeout(2500)
    assert seconds(host) == 180
    friend.get_by_role("link", name="Go to the table").click()
    expect(host.get_by_text("Not at the table yet")).to_have_count(0)
    host.wait_for_timeout(2500)
    assert 170 < seconds(host) < 180
