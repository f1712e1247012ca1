"""The drawings of the race: every rider once, strings as the rules see them, nothing by color alone."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from breakaway.core.language import Names
from breakaway.core.state import copy
from breakaway.games.cycling.display.field import COLOURS, Run, colours, lines, marks, posts, road, runs, strip, svg
from breakaway.games.cycling.files import resolve
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import FINISHED, ON_TRACK, RACING

TWELVE = ["Red", "Rouge", "Blue", "Black", "Green", "Grey", "Gold", "Golden", "Vert", "Violet", "Öre", "Đỏ"]


def field(
    squares: dict[int, int], teams: int = 6, turn: int = 5, profile: str = "postal"
) -> tuple[Race, RaceConfig, Names]:
    """A race with these riders (by number) on these squares, about to play `turn`; everybody else is not there."""
    config, _ = resolve(profile, teams)
    s = GAME.start(config)
    s.phase, s.turn = RACING, turn
    for rider, square in squares.items():
        s.status[rider], s.square[rider] = ON_TRACK, square
        s.hand[rider] = [5, 4, 3, 0]
        s.line_up[rider] = [5, 4, 3, 0]
    order = sorted(squares, key=lambda rider: -squares[rider])
    s.field = len(order)
    s.queue[: len(order)] = order
    return s, config, {"teams": TWELVE[:teams], "riders": {}}


# Vector 2: 23; 22 22; 21; 20. A0 to D0 are Red's, 4 is Rouge's A.
VECTOR_2 = {0: 23, 1: 22, 2: 22, 3: 21, 4: 20}


def test_a_string_is_every_square_of_its_stretch_ba_6_6() -> None:
    assert runs(*field(VECTOR_2)[:2]) == [Run(20, 23, 5)]
    assert runs(*field({**VECTOR_2, 4: 19})[:2]) == [Run(21, 23, 4)]


def test_riders_on_one_square_are_no_string_ba_r1() -> None:
    assert runs(*field({0: 7, 1: 7, 2: 7})[:2]) == []


def test_a_crowd_cuts_the_string_on_the_turn_after_the_first_only_ba_6_11() -> None:
    # Vector 4: two on 7, two on 6, four on 5, two on 4.
    squares = dict(enumerate([7, 7, 6, 6, 5, 5, 5, 5, 4, 4]))
    assert runs(*field(squares, turn=2)[:2]) == [Run(6, 7, 4), Run(4, 5, 6)]
    assert runs(*field(squares, turn=3)[:2]) == [Run(4, 7, 10)]


def test_who_has_just_finished_still_stands_in_the_string_ba_r14() -> None:
    s, config, names = field({0: 120, 1: 119})
    s.status[4], s.square[4], s.played[4] = FINISHED, 121, 6
    assert runs(s, config) == [Run(119, 121, 3)]
    assert "RoA" in strip(s, config, names)
    s.played[4] = 0  # he finished in an earlier turn
    assert runs(s, config) == [Run(119, 120, 2)]


def test_the_strip_shows_squares_riders_strings_and_lines() -> None:
    s, config, names = field({0: 41, 1: 40, 2: 40, 4: 37}, teams=2)
    assert strip(s, config, names).split("\n") == [
        "        [-- 3 --]",
        "    sprint 40",
        "        ReC |",
        "RoA     ReB | ReA",
        "37  . . 40  | 41  . .",
        "",
        "Re Red   Ro Rouge",
    ]


@pytest.mark.parametrize("width", [10, 24, 40, 80, 132])
def test_no_line_of_the_strip_is_too_long_and_every_rider_is_there_once(width: int) -> None:
    squares = {rider: 30 + rider * rider % 37 for rider in range(48)}
    s, config, names = field(squares, teams=12)
    text = strip(s, config, names, width)
    assert max(map(len, text.split("\n"))) <= max(width, 24)
    found = re.findall(r"(?<![A-Za-zÀ-ỹ])(\S{1,2})([ABCD])(?= |$)", text, re.MULTILINE)
    assert len(found) == 48
    assert len(set(found)) == 48


def test_48_riders_on_one_square_are_drawn() -> None:
    s, config, names = field(dict.fromkeys(range(48), 0), teams=12, turn=1)
    assert max(map(len, strip(s, config, names).split("\n"))) <= 80
    drawing = ElementTree.fromstring(svg(s, config, names))
    assert int(drawing.get("width", "0")) <= 900
    assert len(riders_drawn(drawing)) == 48


def riders_drawn(drawing: ElementTree.Element) -> list[str]:
    space = "{http://www.w3.org/2000/svg}"
    return [group.findtext(f"{space}title", "") for group in drawing.iter(f"{space}g")]


def test_colour_is_an_extra_the_letters_stay_the_same() -> None:
    s, config, names = field(VECTOR_2)
    plain, coloured = strip(s, config, names), strip(s, config, names, color=True)
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    assert coloured != plain


def test_marks_are_short_and_all_different() -> None:
    found = marks({"teams": TWELVE}, 12)
    assert len({mark.casefold() for mark in found}) == 12
    assert max(map(len, found)) == 2
    assert marks({"teams": ["Red", "Blue", "Green"]}, 3) == ["R", "B", "G"]
    assert len(set(marks({"teams": ["A1", "Aa", "A"]}, 3))) == 3


def test_a_team_called_after_a_colour_has_it() -> None:
    found = colours({"teams": ["Vert", "Azur", "Ants", "Gold"]}, 4)
    assert [colour.name for colour in found] == ["green", "blue", "red", "gold"]
    assert len({colour.name for colour in colours({"teams": TWELVE}, 12)}) == 12


def test_white_letters_are_readable_on_every_colour() -> None:
    for colour in COLOURS:
        parts = [int(colour.hex[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        assert 1.05 / (light + 0.05) >= 4.5, colour


def test_the_drawing_is_accessible_and_strict() -> None:
    s, config, names = field(VECTOR_2)
    text = svg(s, config, names)
    drawing = ElementTree.fromstring(text)
    assert drawing.get("role") == "img"
    assert drawing[0].text == "The field from square 20 to square 23"
    words = "Front to back: square 23: Red A; square 22: Red B, Red C; square 21: Red D; square 20: Rouge A."
    assert drawing[1].text == f"{words} A string of 5 from 20 to 23."
    assert not re.search(r"<script|<style|\sstyle=|href|url\(|\son\w+=", text)
    assert "string of 5" in text


def test_names_in_a_drawing_are_never_markup() -> None:
    s, config, names = field(VECTOR_2)
    names = {"teams": ["<&\"'>", *TWELVE[1:6]], "riders": {}}
    drawing = ElementTree.fromstring(svg(s, config, names))
    assert "<&\"'> A" in riders_drawn(drawing)


def test_the_whole_road_is_wrapped_into_rows() -> None:
    squares = {rider: 1 + rider * 5 for rider in range(24)}
    s, config, names = field(squares)
    drawing = ElementTree.fromstring(svg(s, config, names))
    assert int(drawing.get("width", "0")) <= 900
    assert sorted(riders_drawn(drawing)) == sorted({*riders_drawn(drawing)})
    assert len(riders_drawn(drawing)) == 24


def test_long_empty_stretches_are_one_cell_but_lines_are_not_lost() -> None:
    s, config, _ = field({0: 100, 1: 5})
    cells = road(s, config)
    assert [(cell.first, cell.last, cell.line) for cell in cells] == [
        (5, 5, ""),
        (6, 40, "sprint"),
        (41, 80, "sprint"),
        (81, 99, ""),
        (100, 100, ""),
        (101, 101, ""),
        (102, 102, ""),
    ]


def test_a_line_shortly_ahead_of_the_leader_is_in_sight_ba_4_4() -> None:
    s, config, _ = field({0: 113})
    assert road(s, config)[1] == road(s, config)[-2]
    assert road(s, config)[1].line == "finish"


def test_a_loop_has_lap_lines_and_its_sprint_ba_v2() -> None:
    s, config, _ = field({0: 90, 1: 75}, profile="pursuit")
    assert lines(s, config) == {40: "sprint", 80: "lap", 120: "lap"}


def test_a_blind_race_is_drawn_by_checkpoints_in_race_order_ba_v3() -> None:
    s, config, names = field({4: 45, 0: 44, 8: 41, 1: 40, 5: 3}, profile="blind")
    view = copy(s)
    GAME.redact(view, config, 0)
    # A checkpoint lies after its square: who stands on 40 has passed 20.
    assert [(post.checkpoint, post.riders) for post in posts(view, config)] == [(40, (4, 0, 8)), (20, (1,)), (0, (5,))]
    text = strip(view, config, names)
    assert "past  40: RoA ReA(44) B" in text
    assert "45" not in text
    drawing = svg(view, config, names)
    assert ">44<" in drawing
    assert ">45<" not in drawing
    assert ">41<" not in drawing


def test_nobody_on_the_track_is_said_so() -> None:
    s, config, names = field({})
    assert strip(s, config, names) == "Nobody is on the track."
    assert "Nobody is on the track." in svg(s, config, names)
