"""Four people at one table, each in a browser of their own: two coaches a side (docs/decisions/0018)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from breakaway.club.club import Club
from tests.club.starts import play_out, shared_football
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, faults, press_any, stamp, wait_for_news, watched

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium")
NAMES = ("Anna", "Ben", "Cleo", "Dan")
SIZES = ({"width": 1320, "height": 900}, {"width": 360, "height": 740})
TURNS = 60


def come(chromium: Browser, address: str, link: str, person: int) -> Page:
    """A browser of its own that has followed a link; the second coaches have phones, and the last one reads German."""
    context = chromium.new_context(viewport=SIZES[person % 2], locale="de" if person == 3 else "en")  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(f"{address}/seat/{link}")
    page.locator("form button.main").click()
    page.locator("a.button.main").click()
    page.locator("#table").wait_for()
    return page


def who_asks(club: Club, match_id: str) -> tuple[int, int]:
    """Who is asked first: the seat, and which of its two coaches decides."""
    seat = club.look(match_id).waiting[0]
    return seat, club.listed(match_id).pairs[seat].decides


def complaints(page: Page, person: int, asked: bool, decides: bool) -> list[str]:
    """What a page does not keep: no wider than its window, and forms on the page of the one who decides only."""
    name, said = NAMES[person], []
    if page.evaluate("document.documentElement.scrollWidth") > SIZES[person % 2]["width"]:
        said.append(f"{name}: wider than the window")
    if (page.locator("[data-asked]").count() == 1) != asked:
        said.append(f"{name}: asked is not {asked}")
    if not decides and page.locator("form[action$='/choose'], [form='choose']").count():
        said.append(f"{name}: a form of somebody else")
    return said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "people"), [("Anna,Ben/Cleo,Dan", 4), ("Anna+Ben/Cleo+Dan", 3)], ids=["ball", "drive"]
)
def test_four_people_play_a_drive_and_more(
    chromium: Browser, club: Club, serve: Serve, typed: str, people: int, tmp_path: Path
) -> None:
    """Until all of them have decided, and the ball has changed hands. By drives, until three have, from the first drive
    of a second coach on.
    """
    made = club.create("football", shared_football(typed))
    address = serve(club)
    links = [made.tokens[0], made.seconds[0], made.tokens[1], made.seconds[1]]
    pages = [come(chromium, address, link, n) for n, link in enumerate(links)]
    errors = [watched(page) for page in pages]
    club.resolve(made.id)
    while people == 3 and not any(pair.decides for pair in club.listed(made.id).pairs.values()):
        play_out(club, made.id, turns=1)
    for page in pages:
        page.reload()
        page.locator("#table").wait_for()
    decided, had_ball, faulty, looked = set[int](), set[int](), list[str](), set[int]()
    rng = random.Random(7)
    for turn in range(TURNS):
        look = club.look(made.id)
        had_ball.add(int(look.observation.view.offense))
        if len(decided) >= people and len(had_ball) == 2:
            break
        seat, coach = who_asks(club, made.id)
        person = 2 * seat + coach
        mine = pages[person]
        expect(mine.locator("#table[data-asked]")).to_have_count(1, timeout=60_000)
        waiting = club.look(made.id).waiting
        for n, page in enumerate(pages):
            decides = club.listed(made.id).pairs[n // 2].decides == n % 2
            asks = decides and n // 2 in waiting
            if not asks:
                expect(page.locator("#table[data-asked]")).to_have_count(0, timeout=60_000)
            faulty += complaints(page, n, asks, decides)
        if person not in looked:  # axe on the pages of both coaches, when one of them decides for the first time
            looked.add(person)
            for n in (2 * seat, 2 * seat + 1):
                faulty += [f"{NAMES[n]}: {each}" for each in faults(pages[n])]
                pages[n].screenshot(path=tmp_path / f"{turn}-{NAMES[n]}.png")
                pages[n].reload()
                pages[n].locator("#table").wait_for()
        other = pages[2 * seat + 1 - coach]
        before = stamp(other)
        press_any(mine, rng)
        wait_for_news(other, before)
        decided.add(person)
    assert faulty == []
    assert [each for each in errors if each] == []
    assert len(decided) >= people
    assert had_ball == {0, 1}
