"""Chapters of a match: each play once, drawings with their own colors, and a plain telling for any game."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from breakaway.club.club import Club, open_club
from breakaway.club.match_snapshot import whole_match
from breakaway.display import reports
from breakaway.display.document import Figure, Line
from breakaway.display.match_page import find_page
from breakaway.display.renderers import BOARD, field_styles, with_colours
from breakaway.display.reports import PLAIN, chapters_of
from breakaway.games.manifest import GAMES
from tests.club.starts import fate_match, football_match, play_out, race

STARTS = {"football": football_match, "fate": fate_match, "cycling": lambda: race(("human", "human"))}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    return open_club(tmp_path_factory.mktemp("told") / "club.sqlite")


@pytest.fixture(scope="module")
def told(club: Club, request: pytest.FixtureRequest) -> reports.MatchHistory:
    """The first turns of a match of the game."""
    start = STARTS[request.param]()
    match_id = club.create(request.param, start, here=range(len(start.seats))).id
    play_out(club, match_id, turns=60)
    return whole_match(club, match_id).told


@pytest.mark.slow
@pytest.mark.parametrize("told", ["football", "fate"], indirect=True)
def test_each_play_is_told_once_in_the_drive_of_its_side(told: reports.MatchHistory) -> None:
    with told.now.for_reader():
        scene = find_page(told.now.game).scene(told.now, told.log, played=lambda: told.plays)
    found = chapters_of(told)
    lines = [part.text for each in found for part in each.parts if isinstance(part, Line)]
    assert len(lines) == len(scene.plays)
    for play, line in zip(scene.plays, lines, strict=True):
        assert play.title in line
        assert all(each.text.rstrip(".") in line for each in play.lines)
    assert len(found) > 1
    turns = [each.turn for each in found]
    assert turns == sorted(turns)


@pytest.mark.slow
@pytest.mark.parametrize("told", ["football", "fate", "cycling"], indirect=True)
def test_only_what_is_new_is_told_to_those_who_know_the_rest(told: reports.MatchHistory) -> None:
    whole, rest = chapters_of(told), chapters_of(told, told.last)
    assert len(rest) < len(whole)
    assert rest[-1].title == whole[-1].title


@pytest.mark.sample("fate")
@pytest.mark.parametrize("told", ["football", "fate"], indirect=True)
def test_a_drawing_without_a_page_has_the_light_colours_of_its_page(told: reports.MatchHistory) -> None:
    figure = next(part for each in chapters_of(told) for part in each.parts if isinstance(part, Figure))
    drawn = with_colours(figure.svg)
    css = re.search(r"<style>(.*?)</style>", drawn, re.DOTALL)
    assert css
    assert not re.findall(r"var\(|light-dark|@media|url\(", css[1])
    assert re.search(r"\.turf \{ *fill: #2e6a47\}", css[1])
    (light,) = re.findall(r"--turf: light-dark\((#\w+), #\w+\)", BOARD.read_text("utf-8"))
    assert light == "#2e6a47"
    assert "light-dark(#2e6a47" in field_styles(), "a page has both its looks"


@pytest.mark.parametrize("told", ["cycling"], indirect=True)
def test_a_game_without_chapters_is_told_turn_by_turn(
    told: reports.MatchHistory, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = GAMES["cycling"]
    monkeypatch.setattr(reports, "kit_of", lambda _game: replace(kit, chapters=""))
    found = chapters_of(told)
    assert found == PLAIN.chapters(told)
    assert [each.title for each in found] == [f"Turn {n}" for n in range(1, told.last + 1)]
    assert all(each.parts for each in found)
