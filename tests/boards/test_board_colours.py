"""The style sheet of the boards: readable in light and in dark, teams told apart, nothing from elsewhere."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from breakaway.display.gridiron import SPARES, TEAMS, jersey, team_classes
from breakaway.games.cycling.display.field import COLOURS, Colour
from breakaway.games.football.files.config import Library, team_files

from .css import CSS, THEMES, contrast, declared, over, rgb

TEXT, GRAPHIC = 4.5, 3  # WCAG 2.2: 1.4.3 and 1.4.11
JERSEYS = [f".team-{name}{away}" for name in (*TEAMS, *SPARES) for away in ("", ".away")]
TEXTS = [
    *(("ink", "paper"), ("ink", "panel"), ("ink", "card"), ("soft", "paper"), ("soft", "panel"), ("soft", "card")),
    *(("run", "run-ground"), ("pass", "pass-ground"), ("soft", "run-ground"), ("soft", "pass-ground")),
    *(("ink", "run-ground"), ("ink", "pass-ground"), ("on-band", "band"), ("ink", "road"), ("soft", "panel")),
]
GRAPHICS = [
    *(("chalk", "turf"), ("chalk", "mown"), ("gold", "turf"), ("gold", "mown"), ("gain", "turf"), ("gain", "mown")),
    *(("loss", "turf"), ("loss", "mown"), ("ring", "card"), ("ring", "panel"), ("run", "card"), ("pass", "card")),
    ("sprint", "panel"),
]


def test_known_contrasts_come_out() -> None:
    assert contrast("#000", "#fff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("least", "pairs"), [(TEXT, TEXTS), (GRAPHIC, GRAPHICS)])
def test_every_colour_can_be_read_on_its_ground(theme: str, least: float, pairs: list[tuple[str, str]]) -> None:
    colours = declared(":root", theme)
    poor = [(a, b, contrast(colours[a], colours[b])) for a, b in pairs if contrast(colours[a], colours[b]) < least]
    assert not poor


@pytest.mark.parametrize("theme", THEMES)
def test_in_the_red_zone_lines_numbers_and_the_drive_can_still_be_seen(theme: str) -> None:
    colours = declared(":root", theme)
    for turf in ("turf", "mown"):
        ground = over(colours["red-zone"], colours[turf], 0.13)
        for name, opacity in (("chalk", 0.86), ("chalk", 0.72), ("gold", 1), ("gain", 1), ("loss", 1)):
            assert contrast(over(colours[name], ground, opacity), ground) >= GRAPHIC, (turf, name)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("selector", JERSEYS)
def test_a_team_s_name_its_second_colour_and_its_line_can_be_read(selector: str, theme: str) -> None:
    wears, ground = declared(selector, theme), declared(":root", theme)
    assert contrast(wears["on-team"], wears["team"]) >= TEXT
    assert contrast(wears["trim"], wears["team"]) >= GRAPHIC
    for paper in ("paper", "panel"):
        assert contrast(wears["team-line"], ground[paper]) >= GRAPHIC


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("colour", COLOURS, ids=lambda colour: colour.name)
def test_a_racing_team_wears_on_pages_what_it_wears_in_drawings(colour: Colour, theme: str) -> None:
    wears, ground = declared(f".rides-{colour.name}", theme), declared(":root", theme)
    assert wears["team"] == colour.hex
    assert contrast(wears["on-team"], wears["team"]) >= TEXT
    assert contrast(wears["team-line"], ground["panel"]) >= GRAPHIC


@pytest.mark.parametrize(("home", "away"), [*combinations(TEAMS, 2), *((name, name) for name in TEAMS)])
def test_two_teams_never_wear_nearly_the_same(home: str, away: str) -> None:
    worn = [
        rgb(declared("." + name.replace(" ", "."), "light")["team"])
        for name in team_classes({"teams": [home.title(), away.title()]})
    ]
    assert sum((a - b) ** 2 for a, b in zip(*worn, strict=True)) ** 0.5 > 60


def test_every_team_of_ours_has_colours_of_its_own() -> None:
    assert sorted(TEAMS) == sorted(team_files())
    assert sorted(jersey(Library().team(name).file.name) for name in TEAMS) == sorted(TEAMS)


def test_a_team_that_nobody_knows_wears_a_spare_jersey_and_always_the_same() -> None:
    assert jersey("<b>&") in SPARES
    assert jersey("Gladiators of Rome") == jersey("Gladiators of Rome")
    assert team_classes({"teams": ["Own Eleven", "Own Eleven"]})[1].endswith(" away")


def test_the_sheet_asks_for_nothing_from_elsewhere() -> None:
    assert not re.search(r"url\(|@import|@font-face|https?:", CSS)
