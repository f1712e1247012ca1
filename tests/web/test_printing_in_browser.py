"""The page Print in real browsers: it reads well everywhere, and a button downloads the file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from pypdf import PdfReader

from breakaway.club.club import Club
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, faults_of_all, watched

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium"),
]


def test_axe_finds_nothing_on_the_page_print(chromium: Browser, club: Club, serve: Serve, tmp_path: Path) -> None:
    assert faults_of_all(chromium, lambda page: serve.home(club, page), ["/print"], tmp_path) == []


def test_from_the_front_page_it_takes_a_link_and_a_button_to_the_file(
    chromium: Browser, club: Club, serve: Serve, tmp_path: Path
) -> None:
    page = chromium.new_page()
    complaints = watched(page)
    page.goto(serve.home(club, page))
    page.get_by_role("link", name=re.compile("Print.*Breakaway Football")).click()
    form = page.locator("form[action='/print/football']")
    form.get_by_label("Team 1").select_option("Sharks")
    form.get_by_label("Paper").select_option("Letter")
    with page.expect_download() as coming:
        form.get_by_role("button", name="Solo sheets").click()
    assert coming.value.suggested_filename == "football-solo-sheets.pdf"
    coming.value.save_as(tmp_path / "sheets.pdf")
    assert PdfReader(tmp_path / "sheets.pdf").pages[0].extract_text().startswith("Sharks: defense sheet")
    assert not complaints
