"""Pages on paper: white ground whatever the theme, score and board and plays, nothing to press and no hands."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from io import BytesIO

import pytest
from playwright.sync_api import Browser, Page
from pypdf import PdfReader

from breakaway.club.club import Club
from breakaway.web import pages
from tests.club.starts import fate_match, football_match, play_out, race
from tests.web.conftest import Serve
from tests.web.session import browser

WHITE = "rgb(255, 255, 255)"
STARTS = {
    "football": lambda: football_match(),
    "fate": lambda: fate_match(),
    "cycling": lambda: race(("human", "human", "human")),
}


@pytest.fixture
def dark(chromium: Browser) -> Iterator[Page]:
    """A browser whose visitor reads dark pages."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, color_scheme="dark")
    yield context.new_page()
    context.close()


def test_every_page_links_the_print_style_sheet_and_the_server_has_it(club: Club) -> None:
    client = browser(club)
    address = pages.address("print.css")
    link = f'<link rel="stylesheet" href="{address}" media="print">'
    for where in ("/", "/rules/football", "/open/fate"):
        assert client.get(where).text.count(link) == 1, where
    sheet = client.get(address)
    assert sheet.status_code == 200
    assert sheet.headers["content-type"].startswith("text/css")


def test_documents_are_dark_on_screens_only() -> None:
    style = files("breakaway.display").joinpath("look/document.css").read_text()
    assert "@media (prefers-color-scheme: dark)" not in style
    assert "@media print" in style


def printed(page: Page) -> str:
    """The text of the page's PDF."""
    return "\n".join(each.extract_text() for each in PdfReader(BytesIO(page.pdf(format="A4"))).pages)


@pytest.mark.slow
@pytest.mark.parametrize("game", STARTS)
def test_a_table_prints_score_board_and_plays_on_white_without_buttons_and_hands(
    dark: Page, club: Club, serve: Serve, game: str
) -> None:
    start = STARTS[game]()
    made = club.create(game, start, here=list(range(len(start.seats))))
    play_out(club, made.id, turns=40 if game == "football" else 3)
    home = serve.home(club, dark)
    dark.goto(f"{home}/")
    dark.get_by_role("button", name="Dark").click()
    dark.goto(f"{home}/match/{made.id}/1")
    dark.wait_for_load_state()
    dark.emulate_media(media="print")
    assert dark.evaluate("getComputedStyle(document.body).backgroundColor") == WHITE
    for each in ("button", "input", "form", "a.button"):
        assert dark.locator(f"{each}:visible").count() == 0, each
    assert dark.locator("svg.field:visible, svg.panorama:visible").count() >= 1
    assert dark.locator(":is(.hands, #hand, .part-row, .group) :is(svg.card, li.card):visible").count() == 0
    text = printed(dark)
    assert "or type your choice" not in text
    for each in start.seats:
        assert str(each["name"]) in text, "who plays"
    last = club.look(made.id, 0).observation
    assert str(max(last.view.score) if game != "cycling" else "Turn") in text


@pytest.mark.slow
def test_the_whole_list_of_rules_prints_with_its_ids(dark: Page, club: Club, serve: Serve) -> None:
    home = serve.home(club, dark)
    dark.goto(f"{home}/rules/football")
    ids = dark.locator(".rulebook dt").all_text_contents()
    dark.wait_for_load_state()
    text = printed(dark)
    assert len(ids) > 150
    assert [each for each in ids if each not in text] == []
    assert "Search" not in text
