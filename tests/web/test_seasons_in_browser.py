"""The pages of a season in a real browser: axe, small screens, and the way from the link to the table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from breakaway.club.club import Club
from breakaway.club.seasons.changed import change_season
from breakaway.club.seasons.kept import kept_season
from breakaway.seasons.rounds import begun
from breakaway.seasons.season import PLAYED, Season
from breakaway.seasons.terms import checked_terms
from tests.club.test_seasons import CUP, PEOPLE, league, opened
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, faults_of_all, watched

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium"),
]

EIGHT = (
    *PEOPLE,
    ("Gus", "Maulers", "human"),
    *((f"Somebody with a long name {n}", "Rhinos", "club") for n in range(4)),
)


def half_played(season: Season) -> None:
    """Enters the results of half of the matches, some of them with ties, a forfeit and somebody who leaves."""
    for n, each in enumerate(season.open_matches()[:14]):
        if n % 2:
            season.enter(each.id, (7 * (n % 3), 7 * (n % 2)), reason="played on paper on a long evening")
        else:
            figures = [{"plays": n + 1, "runs": n}, {"plays": 8, "runs": 0}]
            season.enter(each.id, (7 * (n % 3), 3), how=PLAYED, record=f"r{n}", figures=figures)
    match = season.open_matches()[0]
    season.forfeit(match.id, match.sides[0], "did not come")
    season.leave(7, "has moved away")


def test_axe_finds_nothing_on_any_page_of_a_season_and_no_page_is_too_wide(
    chromium: Browser, club: Club, serve: Serve, tmp_path: Path
) -> None:
    made = opened(club, league(EIGHT, {**CUP, "take": 4}, rated=True))[0]
    change_season(club.database, made.id, half_played)

    def home(page: Page) -> str:
        address = serve.home(club, page)
        for link in (f"join/{made.links[0]}", f"chair/{made.chair}"):
            page.goto(f"{address}/season/{link}")
            page.get_by_role("main").get_by_role("button").click()
        return address

    here = f"/season/{made.id}"
    own = (here, f"{here}/round/1.2", f"{here}/player/1", f"{here}/ratings", f"{here}/organize")
    for where in (*own, "/seasons", "/season/new", f"/season/join/{made.links[1]}"):
        assert faults_of_all(chromium, home, [where], tmp_path) == []


def test_a_season_of_races_has_jerseys_and_no_page_of_it_has_faults_in_german(
    chromium: Browser, club: Club, serve: Serve, tmp_path: Path
) -> None:
    entrants = [{"name": name, "team": team} for name, team in (("Ada", "Red"), ("Gus", "Green"), ("Vera", "Violet"))]
    stages = [{"kind": "races", "rounds": 3}]
    terms = {"title": "Tour", "game": "cycling", "entrants": entrants, "stages": stages, "rated": True}
    season = begun(checked_terms(terms, "terms"))
    figures = [{"sprint_points": n * 360360, "finish_points": 0, "breakaways": 2 - n} for n in range(3)]
    season.enter("1.1.1", (9 * 360360, 5 * 360360, 4 * 360360), how=PLAYED, record="r", figures=figures)
    made = opened(club, season)[0]

    def home(page: Page) -> str:
        address = serve.home(club, page)
        page.goto(f"{address}/season/join/{made.links[0]}")
        page.get_by_role("main").get_by_role("button").click()
        page.get_by_role("button", name="Deutsch").click()
        page.goto(f"{address}/season/{made.id}")
        assert page.locator(".jersey svg").count() == 3
        assert page.get_by_role("heading", name="Trikots").or_(page.get_by_text("Führung")).count()
        return address

    for where in ("", "/round/1.1", "/player/1", "/ratings"):
        assert faults_of_all(chromium, home, [f"/season/{made.id}{where}"], tmp_path) == []


def test_a_player_signs_up_reads_the_table_and_sits_down_at_his_match(
    chromium: Browser, club: Club, serve: Serve
) -> None:
    made = opened(club, league(PEOPLE, CUP))[0]
    page = chromium.new_page(viewport={"width": 360, "height": 740})
    complaints = watched(page)
    address = serve.home(club, page)
    match = kept_season(club.database, made.id).season.matches["1.1.1"]
    page.goto(f"{address}/season/join/{made.links[match.sides[0]]}")
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url(f"{address}/season/{made.id}")  # with its style: before, nothing is where it will be
    button, table = page.get_by_role("button", name="Sit down"), page.get_by_role("table").first
    assert button.bounding_box()["y"] < table.bounding_box()["y"], "on a phone one's own match comes first"  # type: ignore[index]
    button.click()
    page.wait_for_url(re.compile(r"/match/\w{8}/1"))
    assert [each.id for each in club.matches()] == [each.match for each in kept_season(club.database, made.id).links]
    assert not complaints
