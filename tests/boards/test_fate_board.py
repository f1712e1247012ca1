"""FATE's drawn board: where things lie, what is lit, what is said, and that a page may carry it."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from tools.gallery_fate import played

from breakaway.core.observation import Observation
from breakaway.core.rules import DECLARED, EVERYONE, Event
from breakaway.games.fate.display import field as fate_sideline
from breakaway.games.fate.display import question
from breakaway.games.fate.display.field import (
    Trail,
    clock,
    dice,
    drive,
    faces_of,
    field,
    fields,
    in_words,
    lit,
    matrix,
    title,
)
from breakaway.games.fate.files import resolve
from breakaway.games.fate.rules import events as happened
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.state import Fate
from breakaway.games.manifest import find

from .css import THEMES, classes, contrast, declared, over

BOOK = resolve()[0]
NAMES = {"teams": ["Mudlarks", "Gadgeteers"]}
MARKUP = {"teams": ['<b>&"', "'</svg><script>"]}
DRIVE = Trail(0, (25, 33, 31, 45))
BARE = {"on", "off", "step", "gain", "loss", "wide", "tall", "ball", "notice", "midfield", "blank", "team"}


def position(**given: Any) -> Fate:
    """Home on its own 30, second and 4, with 6:15 left in the second quarter."""
    usual = {"phase": terms.DECLARE, "quarter": 2, "clock": 25, "ball": 30, "down": 2, "marker": 34}
    s = Fate(**{**usual, "base": terms.NONE, "defense": terms.NONE, **given})
    s.time_outs = [3, 2]
    return s


def drawings(names: dict[str, Any]) -> list[str]:
    """Every kind of drawing, of many positions."""
    givens: tuple[dict[str, Any], ...] = (
        {},
        {"offense": 1},
        {"phase": terms.KICK},
        {"phase": terms.TOSS},
        {"phase": terms.OVER},
        {"phase": terms.TRY, "ball": 98, "marker": terms.GOAL},
        {"phase": terms.CALL, "ball": 1, "marker": 11},
        {"base": terms.SHORT, "overlay": terms.PLAY_ACTION, "defense": terms.BLITZ},
    )
    found = []
    for given in givens:
        view = position(**given)
        for trail in (None, DRIVE):
            found += [field(view, BOOK, names, trail, tall, "x") for tall in (False, True)]
        found += [matrix(view, BOOK), clock(view)]
    return found + [dice("run <", total) for total in range(-4, 5)]


@pytest.mark.parametrize("names", [NAMES, MARKUP, {}])
def test_every_drawing_is_well_formed_and_named_and_carries_no_style_script_or_link(names: dict[str, Any]) -> None:
    for text in drawings(names):
        root = ElementTree.fromstring(text)
        assert root.attrib["role"] == "img"
        assert root.find("{http://www.w3.org/2000/svg}title") is not None
        for each in root.iter():
            assert not {"style", "href", "fill", "stroke"} & set(each.attrib)
            assert each.tag.rpartition("}")[2] not in ("script", "style", "a", "image")


def test_every_class_of_a_drawing_is_in_the_style_sheet() -> None:
    worn = {
        each for text in drawings(NAMES) for names in re.findall(r'class="([^"]+)"', text) for each in names.split()
    }
    assert worn <= classes() | BARE


@pytest.mark.parametrize(("offense", "ball", "x"), [(0, 30, 8 * 48), (1, 30, 16 * 48), (0, 50, 12 * 48)])
def test_the_ball_lies_on_its_yard_line_as_seen_from_home(offense: int, ball: int, x: float) -> None:
    """The end zone is two lines of 48 deep, a line is five yards: own 30 is line 6, so 8 x 48; Away's is mirrored."""
    drawn = field(position(offense=offense, ball=ball, marker=ball + 4), BOOK, NAMES)
    found = re.search(r'<g class="ball" transform="translate\(([-.\d]+)', drawn)
    assert found
    assert float(found[1]) == x


def test_the_line_to_gain_stands_at_its_yard_and_never_on_a_goal_line() -> None:
    assert 'class="first-down" d="M422.4 ' in field(position(), BOOK, NAMES)  # 34 yards: (6.8 + 2) x 48
    assert "first-down" not in field(position(ball=95, marker=terms.GOAL), BOOK, NAMES)
    assert "first-down" not in field(position(phase=terms.TRY, ball=98, marker=terms.GOAL), BOOK, NAMES)


def test_a_drive_is_a_chain_of_arrows_and_losses_are_told_apart() -> None:
    drawn = field(position(ball=45, marker=55), BOOK, NAMES, DRIVE)
    assert drawn.count('class="step gain"') == 2
    assert drawn.count('class="step loss"') == 1
    assert "own 33 to own 31: -2 yards" in drawn
    assert "step" not in field(position(offense=1), BOOK, NAMES, DRIVE)


def test_the_drive_is_read_from_what_was_told() -> None:
    told = [
        Event("FF-003", EVERYONE, (1, 1, 10, 20)),
        Event("FF-003", EVERYONE, (0, 1, 10, 25)),
        Event("FF-046", EVERYONE, (0, 8, 2)),
        Event("FF-003", EVERYONE, (0, 2, 2, 33)),
        Event("FF-003", EVERYONE, (0, 3, 2, 33)),
    ]
    assert drive(told) == Trail(0, (25, 33))
    assert drive([]) is None


def test_the_drawing_says_itself_in_words() -> None:
    assert title(position(), NAMES) == "Mudlarks, 2nd and 4 at own 30"
    said = in_words(position(), NAMES, DRIVE)
    assert said.startswith(
        "Mudlarks defend the left goal, Gadgeteers the right one. Mudlarks have the ball at their own 30."
    )
    assert "The line to gain is at their own 34." in said
    assert "The drive so far: own 25, own 33, own 31, own 45." in said
    assert in_words(position(phase=terms.OVER), NAMES).startswith("The ball is not on the field.")
    assert title(position(phase=terms.KICK, offense=1), NAMES) == "Gadgeteers kick off"


def test_both_shapes_have_ids_of_their_own() -> None:
    ids = re.findall(r' id="([^"]+)"', fields(position(), BOOK, NAMES, key="a"))
    assert len(ids) == len(set(ids)) == 4


@pytest.mark.parametrize("total", range(-4, 5))
def test_four_faces_make_each_total(total: int) -> None:
    faces = faces_of(total)
    assert len(faces) == 4
    assert sum({"-": -1, "0": 0, "+": 1}[face] for face in faces) == total
    drawn = dice("run", total)
    assert drawn.count('class="face plus"') == max(0, total)
    assert drawn.count('class="face minus"') == max(0, -total)
    assert drawn.count('class="die"') == 4


def test_the_matrix_has_the_book_s_cells_and_lights_the_call_s_row_and_the_defense_s_column() -> None:
    plain = matrix(position(), BOOK)
    assert 'class="lit"' not in plain
    assert plain.count(">PR<") == 3  # Short, Long and Play Action against Blitz
    shown = position(base=terms.SHORT, defense=terms.RUN_D)
    assert lit(shown) == ((terms.SHORT,), terms.RUN_D)
    drawn = matrix(shown, BOOK)
    assert drawn.count('class="lit"') == 2
    assert drawn.count('class="hit"') == 1
    assert "short against run, +1" in drawn


def test_an_overlay_lights_a_second_row() -> None:
    shown = position(base=terms.SHORT, overlay=terms.PLAY_ACTION, defense=terms.RUN_D)
    assert lit(shown)[0] == (terms.SHORT, terms.PLAY_ACTION)
    drawn = matrix(shown, BOOK)
    assert drawn.count('class="hit"') == 2
    assert "play action short against run, +1 and +1" in drawn
    assert lit(position(base=terms.SHORT, overlay=terms.NEITHER, defense=terms.BLITZ)) == ((terms.SHORT,), terms.BLITZ)


def dashes(drawn: str, class_: str) -> int:
    """How many dashes a line of a drawing has."""
    found = re.search(rf'class="{class_}" d="M(\d+) 16H(\d+)" stroke-dasharray="([\d ]+)"', drawn)
    assert found is not None
    at, end, lengths = int(found[1]), int(found[2]), [int(each) for each in found[3].split()]
    for number in range(1000):
        if at >= end:
            return number
        at += lengths[2 * number % len(lengths)] + lengths[(2 * number + 1) % len(lengths)]
    raise AssertionError(drawn)


def test_the_clock_has_sixty_ticks_and_marks_the_stop_in_each_half() -> None:
    drawn = clock(position())
    assert (dashes(drawn, "on"), dashes(drawn, "off")) == (25, 60), "those that are lit lie over all of them"
    assert "second quarter, 6:15 left: 25 of 60 ticks of 15 seconds; the clock stops at 2:00" in drawn
    assert 'class="stop"' in drawn
    assert 'class="stop"' not in clock(position(quarter=3))


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_lit_and_what_is_a_die_can_be_seen_and_read(theme: str) -> None:
    colours = declared(":root", theme)
    ground = over(colours["gold"], colours["panel"], 0.22)
    for words in ("ink", "soft", "run", "pass"):
        assert contrast(colours[words], colours["panel"]) >= 4.5
    assert contrast(colours["ink"], ground) >= 4.5
    assert contrast(colours["ink"], over(colours["gold"], ground, 0.22)) >= 4.5  # where row and column cross
    assert contrast(colours["ring"], colours["card"]) >= 3
    assert contrast(colours["on-band"], colours["band"]) >= 4.5


# --- the data of a page


def test_a_played_match_is_whole_as_data() -> None:
    match, told = played(46, b"a test")
    view, config, names = match.observation().view, match.config, match.names
    sideline = fate_sideline.of(view, config, names, -1, told)
    assert [side.name for side in sideline.sides] == ["Mudlarks", "Gadgeteers"]
    assert [side.score for side in sideline.sides] == view.score
    assert [side.has_ball for side in sideline.sides] == [view.offense == 0, view.offense == 1]
    assert sideline.sides[0].coach == "Barnaby Puddlewick"
    rolls = fate_sideline.rolls(told, names)
    assert len(rolls) >= 4
    assert all(-4 <= roll.total <= 4 for roll in rolls)
    assert sideline.trail is not None
    assert sideline.trail.spots[-1] == view.ball
    assert dict(sideline.rows)["Ball"]


def test_the_total_of_each_roll_is_where_the_sentence_has_it() -> None:
    """A run inside of 8 yards by +2; the sentence ends with the total in brackets."""
    told = [Event("FF-046", EVERYONE, (0, 8, 2)), Event("FF-043", EVERYONE, (0,)), Event("FF-113", EVERYONE, (-1,))]
    assert [(each.total, each.rule) for each in fate_sideline.rolls(told, NAMES)] == [(2, "FF-046"), (-1, "FF-113")]
    match, told = played(60, b"totals")
    for roll in fate_sideline.rolls(told, match.names):
        said = re.search(r"\(([-+]?\d)\)$", roll.text)
        if said:
            assert int(said[1]) == roll.total, roll


def test_men_who_are_out_stand_on_their_side_by_name() -> None:
    match, _ = played(46, b"a test")
    view = match.observation().view
    view.out[1][0], view.men_out[1][0] = 1, 1
    sideline = fate_sideline.of(view, match.config, match.names, -1)
    assert sideline.sides[1].out == ("Thaddeus Flywheel (quarterback)",)
    assert "Thaddeus Flywheel (quarterback) is out" in dict(sideline.rows)["Gadgeteers"]


def told(rule: str, **numbers: int) -> Event:
    """An event with its numbers by name. The others are 0."""
    return Event(rule, EVERYONE, tuple(numbers.get(name, 0) for name in DECLARED[rule].fields))


def shown(base: int, modifier: int) -> Event:
    return told(happened.CALLS_SHOWN, base=base, modifier=modifier)


INSIDE, TIED = shown(terms.RUN_INSIDE, -1), told(happened.SHORT_PASS_TIED, total=0)
RUSHED = told(happened.QUARTERBACK_RAN, total=-1)


@pytest.mark.parametrize(
    ("events", "house", "thrown", "pieces"),
    [
        ([INSIDE, told(happened.RAN_INSIDE, total=0)], {}, ("run", 1), ["dice +1", "matrix −1"]),
        ([INSIDE, told(happened.RAN_INSIDE, total=1)], {"run_modifier": "yards"}, ("run", 1), ["dice +1"]),
        (
            [shown(terms.SCREEN_PASS, 2), told(happened.SCREEN_CAUGHT, total=1), told(happened.RAN_OUTSIDE, total=1)],
            {},
            ("run", 1),
            ["dice +1"],
        ),
        ([shown(terms.SHORT, -1), TIED, RUSHED], {}, ("pass rush", -2), ["dice −2", "after a tie +1"]),
        ([shown(terms.SHORT, -1), TIED, RUSHED, told(happened.RAN_OUTSIDE, total=2)], {}, ("run", 2), ["dice +2"]),
    ],
)
def test_a_roll_has_the_matrix_only_where_the_rules_add_it(
    events: list[Event], house: dict[str, str], thrown: tuple[str, int], pieces: list[str]
) -> None:
    """FF-048 and FF-G7: the first roll of a run, or its yards. FF-082, FF-072: not the runs of a screen and of a
    quarterback. FF-062: a tie adds 1 to the Pass Rush.
    """
    at = Observation(find("fate"), position(), resolve(house)[0], -1, NAMES)
    what, total = thrown
    faces = tuple([total // abs(total)] * abs(total) + [0] * (4 - abs(total)))
    found = question.roll(at, events, {1: [(what, faces)]})
    assert found is not None
    assert [" ".join(each) for each in found.pieces] == pieces


def test_where_the_matrix_changes_yards_the_yards_beside_a_roll_have_it() -> None:
    """FF-G7: a run inside of +1 gains 5 yards, and with -1 in the matrix 4. From +3 on it goes to Short Gain."""
    at = Observation(find("fate"), position(), resolve({"run_modifier": "yards"})[0], -1, NAMES)
    found = question.roll(at, [INSIDE, told(happened.RAN_INSIDE, yards=4, total=1)], {})
    assert found is not None
    assert [rung.text for rung in found.ladder] == ["−2", "−1", "0", "1", "2", "4", "6", "far", "far"]
