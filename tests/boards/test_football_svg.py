"""The drawn field and the drawn cards: where things lie, what is said, and that a page may carry them."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from breakaway.display import svg
from breakaway.games.football.display import card_faces, hand
from breakaway.games.football.display.field import Step, Trail, field, fields
from breakaway.games.football.files.config import names, resolve
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import Football

from .css import classes

BOOK = resolve()[0]
NAMES = names("lightning", "fire")
MARKUP = {**NAMES, "teams": ['<b>&"', "'</svg><script>"], "formations": [["<i>"] * 3, ["&amp;"] * 3]}
TRAIL = Trail(0, 2, (Step(1, 2, 2, 4, 1, "Inside Run 3", first_down=True), Step(1, 6, 4, 6, 2, "Slant <4>")))


def position(**given: Any) -> Football:
    """Home on its own 30, second down, aiming at midfield."""
    view = Football(
        **{"phase": terms.CALL, "quarter": 1, "line": 6, "down": 2, "marker": 10, "then": terms.CALL, **given}
    )
    if "call" not in given:
        view.call = [terms.NONE, terms.NONE]
    view.drawn_card = given.get("drawn_card", terms.NONE)
    return view


def moved(drawing: str, class_: str) -> tuple[float, float]:
    found = re.search(rf'<g class="{class_}" transform="translate\(([-.\d]+) ([-.\d]+)\)', drawing)
    assert found
    return float(found[1]), float(found[2])


def all_drawings(words: dict[str, Any]) -> list[str]:
    """Every kind of drawing, of many positions."""
    drawn = [
        field(position(**given), BOOK, words, trail, tall, "x")
        for given in (
            {},
            {"offense": 1},
            {"phase": terms.KICK},
            {"phase": terms.OVER},
            {"line": 18, "try_down": 1, "marker": terms.GOAL},
        )
        for trail in (None, TRAIL)
        for tall in (False, True)
    ]
    view = position(line=18, marker=terms.GOAL, call=[7, terms.NONE])
    view.card[0][2], view.card[0][5] = terms.DISCARDED, terms.UNSEEN
    for seat in (0, 1):
        drawn += [card_faces.offense_face(card, True) for card in hand.offense_cards(view, BOOK, words, seat)]
        drawn += [card_faces.offense_face(card) for card in hand.offense_cards(view, BOOK, words, seat)]
        drawn += [card_faces.defense_face(card) for card in hand.defense_cards(view, BOOK, words, seat)]
    drawn += [card_faces.game_day_face(hand.game_day_card(BOOK, words, card)) for card in range(terms.DECK)]
    down = position(phase=terms.DEFENSE, call=[terms.UNSEEN_CALL, terms.UNSEEN_CALL], formation=[2, 1])
    return drawn + [card_faces.back(card, "team-fire") for card in hand.face_down(down, BOOK, words)]


# --- what a page may carry


@pytest.mark.parametrize("words", [NAMES, MARKUP, {}])
def test_every_drawing_is_well_formed_and_named_and_carries_no_style_script_or_link(words: dict[str, Any]) -> None:
    for text in all_drawings(words):
        drawing = ElementTree.fromstring(text)
        assert drawing.get("role") == "img"
        assert drawing.get("viewBox")
        assert drawing[0].tag == "{http://www.w3.org/2000/svg}title"
        assert (drawing[0].text or "").strip()
        for each in drawing.iter():
            assert each.tag.rpartition("}")[2] in {"svg", "title", "desc", "g", "rect", "path", "circle", "text"}
            assert not {"style", "href", "fill", "stroke"} & set(each.attrib)
            assert not any(name.startswith("on") or "url(" in value for name, value in each.attrib.items())
        assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]


def test_every_class_of_a_drawing_is_in_the_style_sheet() -> None:
    worn = {each for text in all_drawings(NAMES) for each in re.findall(r'class="([^"]*)"', text)}
    bare = {"ball", "notice", "midfield", "face", "offense", "defense", "corner", "d", "o", "kick", "laces", "back"}
    states = {"is-hand", "is-maybe", "is-chosen"}
    assert {each for names_ in worn for each in names_.split()} <= classes() | bare | states


def test_a_drawing_cannot_be_given_a_style_or_a_handler() -> None:
    for wrong in ("style", "onclick", "href"):
        with pytest.raises(ValueError, match="content policy"):
            svg.element("rect", **{wrong: "x"})


def test_the_two_shapes_of_a_field_have_ids_of_their_own() -> None:
    ids = re.findall(r' id="([^"]*)"', fields(position(), BOOK, NAMES))
    assert len(ids) == len(set(ids)) == 4


# --- where things lie. Wide: 48 a line and two lines of end zone before it. Tall: 23 a line, 552 high, Home below.


@pytest.mark.parametrize(
    ("given", "x", "y"),
    [
        ({"line": 6}, 384, 368),  # own 30: (6 + 2) * 48; 552 - (6 + 2) * 23
        ({"line": 6, "offense": 1}, 768, 184),  # own 30 of the other side is line 14
        ({"line": 19, "marker": terms.GOAL}, 1008, 69),  # the 5 before Away's goal
        ({"line": 19, "marker": terms.GOAL, "offense": 1}, 144, 483),  # and before Home's: line 1
        ({"line": 10, "marker": 16}, 576, 276),  # midfield
    ],
)
def test_the_ball_lies_on_its_line(given: dict[str, Any], x: float, y: float) -> None:
    assert moved(field(position(**given), BOOK, NAMES), "ball")[0] == x
    assert moved(field(position(**given), BOOK, NAMES, tall=True), "ball")[1] == y


def test_the_ball_s_arrow_points_where_the_offense_goes() -> None:
    shapes = [(offense, tall) for offense in (0, 1) for tall in (False, True)]
    drawn = {each: field(position(offense=each[0]), BOOK, NAMES, None, each[1]) for each in shapes}
    turns = {each: re.search(r'class="ball".*?rotate\((\d+)\)', text) for each, text in drawn.items()}
    assert {each: found and found[1] for each, found in turns.items()} == {
        (0, False): "0",
        (1, False): "180",
        (0, True): "270",
        (1, True): "90",
    }


def test_the_flag_stands_on_the_first_down_line_and_never_on_a_goal_line() -> None:
    assert '<path class="first-down" d="M576 0L576 408"/>' in field(position(), BOOK, NAMES)
    assert '<path class="first-down" d="M576 0L576 408"/>' in field(position(offense=1), BOOK, NAMES)
    assert "first-down" not in field(position(line=17, marker=terms.GOAL), BOOK, NAMES)


def test_the_field_has_twenty_lines_of_five_yards_with_their_numbers() -> None:
    drawing = field(position(), BOOK, NAMES, tall=True)
    assert len(re.findall(r'class="yards(?: ten)?"', drawing)) == 19
    assert drawing.count('class="goal-line"') == 2
    numbers = [int(yards) for yards in re.findall(r'class="number"[^>]*>(\d+)<', drawing)]
    assert numbers[::2] == [10, 20, 30, 40, 50, 40, 30, 20, 10]


@pytest.mark.parametrize("phase", [terms.START, terms.KICK, terms.OVER])
def test_there_is_no_ball_where_none_lies_and_the_drawing_says_why(phase: int) -> None:
    drawing = field(position(phase=phase), BOOK, NAMES)
    assert 'class="ball"' not in drawing
    assert 'class="notice"' in drawing


# --- the drive


def test_the_plays_of_the_drive_are_drawn_from_where_they_began_to_where_they_ended() -> None:
    drawing = field(position(), BOOK, NAMES, TRAIL)
    steps = re.findall(r'class="step (\w+)"><title>([^<]*)</title>', drawing)
    assert steps == [
        ("gain", "1st and 2 lines: Inside Run 3, gain of 2 lines to own 20, first down"),
        ("gain", "1st and 6 lines: Slant &lt;4&gt;, gain of 2 lines to own 30"),
    ]
    runs = re.findall(r'class="arrow" d="M(\d+) [\d.]+Q[\d.]+ [\d.]+ (\d+) ', drawing)
    assert runs == [("192", "288"), ("288", "384")]  # lines 2, 4 and 6, each two further on, by 48


def test_the_other_side_s_drive_is_not_drawn() -> None:
    assert 'class="step' not in field(position(offense=1), BOOK, NAMES, TRAIL)
    assert 'class="step' not in field(position(try_down=1, line=18), BOOK, NAMES, TRAIL)


def test_a_drive_of_many_plays_stays_between_the_numbers() -> None:
    long = Trail(0, 2, tuple(Step(1, 6, 2 + i % 3, 2 + (i + 1) % 3, 1, "Draw 3") for i in range(40)))
    drawing = field(position(), BOOK, NAMES, long)
    heights = [float(y) for y in re.findall(r'class="link" d="M[\d.]+ ([\d.]+)', drawing)]
    assert 60 < min(heights) < max(heights) < 0.7 * 408


# --- in words


def test_the_drawing_says_itself_in_words() -> None:
    drawing = ElementTree.fromstring(field(position(), BOOK, NAMES, TRAIL))
    assert drawing[0].text == "Lightning, 2nd and 4 lines at own 30"
    assert drawing[1].text == (
        "Lightning defends the left goal, Fire the right one. Lightning attacks from left to right. "
        "The first-down flag is at the 50. The drive began at the offense's own 10. "
        "1st and 2 lines: Inside Run 3, gain of 2 lines to own 20, first down. "
        "1st and 6 lines: Slant <4>, gain of 2 lines to own 30."
    )


def test_cards_have_names_to_be_heard_by() -> None:
    view = position(call=[13, terms.NONE])
    view.card[0][2] = terms.DISCARDED
    own = {card.number: card.says for card in hand.offense_cards(view, BOOK, NAMES, 0)}
    assert own[12] == "card 12: a Short 3 minimum gain 1, b Long 8 low percentage, Shotgun (pass heavy)"
    assert own[3].endswith(", discarded")
    assert own[7].endswith(", chosen")
    assert 'aria-label="card 12: a Short 3' in card_faces.offense_face(hand.offense_card(view, BOOK, NAMES, 0, 11))
    fourth = hand.defense_card(view, BOOK, NAMES, 1, 3).says
    assert fourth == "defense card 4: Dime; a Prevent, 2 against runs, 4 against passes"


def test_long_passes_are_marked_where_rule_80_forbids_them() -> None:
    marked = [
        [play.illegal for card in hand.offense_cards(position(line=line), BOOK, NAMES, 0) for play in card.plays]
        for line in (16, 17, 19)
    ]
    assert set(marked[0]) == {""}
    assert set(marked[1]) == {"", "BF-080"}
    assert set(marked[2]) == {"", "BF-080", "BF-081"}
    twelfth = hand.offense_card(position(line=17), BOOK, NAMES, 0, 11)
    assert "not here" in card_faces.offense_face(twelfth)
    assert twelfth.plays[1].says == "b Long 8 low percentage, illegal here"


def test_a_game_day_card_says_its_event_and_its_four_corners() -> None:
    config = resolve("sharks", "fire")[0]  # no kicking ability stands beside the values
    said = {hand.game_day_card(config, NAMES, card).says for card in range(terms.DECK)}
    assert (
        "Game Day card: Daylight through the middle; run +3; corners: defense 0, offense 0; field goal 9, punt 10"
    ) in said
    assert (
        "Game Day card: Botched handoff; run Fumble, at -1; corners: defense 0, offense 1; field goal 7, punt 7"
    ) in said
    assert (
        "Game Day card: Stumble at the snap; run -2; corners: defense 0, offense 0; field goal blocked, punt blocked"
    ) in said


def test_a_card_face_down_shows_its_formation_and_nothing_else() -> None:
    view = position(phase=terms.DEFENSE, call=[terms.UNSEEN_CALL, terms.NONE], formation=[2, 0])
    (back,) = hand.face_down(view, BOOK, NAMES)
    assert back.says == "Lightning's call, the offense's card, face down, Shotgun (pass heavy)"
    assert not any(card.state == hand.CHOSEN for card in hand.offense_cards(view, BOOK, NAMES, 0))
    assert len(hand.offense_cards(view, BOOK, NAMES, 0)) == terms.CARDS
