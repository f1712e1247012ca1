"""The race's board on a page: the course, the road and its riders, in every state that a race can be in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

import breakaway.web
from breakaway.core.chance import sampled
from breakaway.core.game import blank_orders
from breakaway.core.rules import Event
from breakaway.games.cycling.display.cards_and_standings import home
from breakaway.games.cycling.display.ending_and_how_to_play import ending
from breakaway.games.cycling.display.field import standing
from breakaway.games.cycling.display.news import blocks, motion
from breakaway.games.cycling.display.page import PAGE, stands
from breakaway.games.cycling.display.question import ask
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.rules.state import RACE_END, Race, RaceConfig
from breakaway.games.cycling.rules.terms import GRADES, LINE_UP, OVER, UNIT
from breakaway.games.cycling.text.words import short_name
from tests.boards.race_states import (
    NAMES,
    STATES,
    Position,
    at_the_start,
    board,
    moved,
    riding,
    roads,
    seen,
    through,
    with_class,
)
from tests.cycling.random_races import ridden

SIZES = ("width", "height", "r", "rx", "ry")


def size(value: str) -> float:
    return float(value.removesuffix("%"))


def faults(drawing: ElementTree.Element) -> Iterator[str]:
    """What no browser should have to draw: sizes below zero, numbers that are none, places outside the course."""
    for each in drawing.iter():
        for key, value in each.attrib.items():
            if re.search(r"nan|inf\b|e[+-]\d", value) and key not in ("class", "aria-label", "id", "aria-labelledby"):
                yield f"{each.tag} {key}={value}"
            if key in SIZES and size(value) < 0:
                yield f"{each.tag} {key}={value} is negative"
            if value.endswith("%") and not 0 <= size(value) <= 100:
                yield f"{each.tag} {key}={value} is outside"
        across = each.get("x", ""), each.get("width", "")
        if all(value.endswith("%") for value in across) and sum(map(size, across)) > 100:
            yield f"{each.tag} ends outside the course"


def drawn_once(drawing: ElementTree.Element, s: Race, config: RaceConfig) -> bool:
    """Whether each road and the course show each rider once: all at the line-ups, then those on the road."""
    riders = range(config.teams * GRADES) if s.phase == LINE_UP else standing(s, config)
    wanted = sorted(short_name(NAMES, rider) for rider in riders)
    called = [
        sorted(str(each.findtext("title")).split(",")[0] for each in with_class(road, "rider"))
        for road in roads(drawing)
    ]
    return called == [wanted, wanted] and len(with_class(drawing, "dot")) == len(wanted)


@pytest.mark.sample(20)
@pytest.mark.parametrize("seat", [-1, 0, 5])
@pytest.mark.parametrize("state", STATES)
def test_every_size_is_positive_and_every_rider_is_drawn_once(state: str, seat: int) -> None:
    drawing = board(STATES[state], seat)
    assert list(faults(drawing)) == []
    assert drawn_once(drawing, *STATES[state])


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(1, 7))
def test_random_races_are_drawn_without_a_fault_to_their_end(seed: int) -> None:
    config, turns = ridden(seed)
    for turn in turns:
        drawing = board((turn.after, config), seed % config.teams)
        assert list(faults(drawing)) == []
        assert drawn_once(drawing, turn.after, config)


# --- the course


def frames(position: Position) -> list[tuple[float, float]]:
    """The left and right edge of each frame on the course, in per cent."""
    found = with_class(board(position), "seen")
    return [(size(each.attrib["x"]), size(each.attrib["x"]) + size(each.attrib["width"])) for each in found]


@pytest.mark.parametrize("state", ["one far behind", "some past the finish", "all far past the finish"])
def test_the_frame_on_the_course_holds_every_rider_also_beyond_the_finish(state: str) -> None:
    ((left, right),) = frames(STATES[state])
    dots = [size(each.attrib["cx"]) for each in with_class(board(STATES[state]), "dot")]
    assert dots
    assert all(left < dot < right for dot in dots)


def test_on_a_loop_the_frame_goes_on_behind_the_line_and_is_left_out_when_the_road_is_a_whole_lap() -> None:
    assert len(frames(riding({0: 5, 1: 6}, profile="pursuit"))) == 1
    behind, before = frames(riding({0: 39, 1: 42}, profile="pursuit"))
    assert behind[1] > 97 > behind[0] > 90
    assert before[0] < 3 < before[1] < behind[0]
    assert frames(STATES["more than a lap apart"]) == []


def poles(position: Position) -> list[str]:
    """The labels of the lines on the course."""
    course = next(each for each in board(position).iter("svg") if each.get("class") == "profile")
    labels = [each for each in course if each.tag == "text"]
    return ["".join(each.itertext()) for each in labels]


def test_the_course_has_each_line_with_the_points_still_to_be_won_ba_5_1_ba_5_2() -> None:
    s, config = riding({0: 41, 1: 30})
    assert poles((s, config)) == ["sprint 40: 10 8 6 …", "sprint 80: 10 8 6 …", "finish 120: 20 16 12 …"]
    s.crossed[0], s.crossed[1] = 6, 8  # six are over the first line, eight over the second
    assert poles((s, config)) == ["sprint 40: 2 1", "sprint 80: no points left", "finish 120: 20 16 12 …"]


def test_each_stage_of_a_tour_has_its_own_lines_ba_v5() -> None:
    s, config = riding({0: 12, 4: 10}, tracks="tour")
    assert [label.partition(":")[0] for label in poles((s, config))] == ["sprint 30", "finish 60"]
    s.stage = 1
    assert poles((s, config)) == ["sprint 25: 8 6 4 …", "sprint 50: 8 6 4 …", "finish 80: 16 12 9 …"]


# --- the road


def squares_of(road: ElementTree.Element) -> dict[str, int]:
    """The square that each rider stands above, by his name: the number that is written nearest below him."""
    numbers = [each for each in with_class(road, "number") if re.fullmatch(r"\d+|start", each.text or "")]
    at = {float(each.attrib["x"]): int(each.text or "") if each.text != "start" else 0 for each in numbers}
    found = {}
    for group in with_class(road, "rider"):
        x = moved(group)[0]
        found[str(group.findtext("title"))] = at[min(at, key=lambda each: abs(each - x))]
    return found


VECTOR_2 = {0: 23, 1: 22, 2: 22, 3: 21, 4: 20}  # 23; 22 22; 21; 20 in the rules' example


def test_riders_stand_above_the_numbers_of_their_squares() -> None:
    for road in roads(board(riding(VECTOR_2))):
        assert squares_of(road) == {"Red A": 23, "Red B": 22, "Red C": 22, "Red D": 21, "Rouge A": 20}


def test_own_riders_stand_nearest_and_are_marked() -> None:
    position = riding({0: 30, 4: 30, 8: 30, 9: 30})
    for road in roads(board(position, seat=2)):
        heights = {group.findtext("title"): moved(group)[1] for group in with_class(road, "rider")}
        assert {name for name in heights if heights[name] == max(heights.values())} <= {"Blue A", "Blue B"}
        assert [group.findtext("title") for group in with_class(road, "own")] == ["Blue B", "Blue A"]


def strings(road: ElementTree.Element) -> list[str]:
    """The signs above the strings, from left to right."""
    words = [words for each in with_class(road, "string-name") for words in each.iter("text")]
    return [each.text or "" for each in sorted(words, key=lambda each: float(each.attrib["x"]))]


def test_a_string_is_every_square_up_to_the_next_gap_ba_6_6() -> None:
    wide, phone = roads(board(riding(VECTOR_2)))
    assert strings(wide) == strings(phone) == ["String of 5"]
    assert strings(roads(board(riding({**VECTOR_2, 4: 19})))[0]) == ["String of 4"]
    frame = with_class(wide, "string")[0]
    left, right = float(frame.attrib["x"]), float(frame.attrib["x"]) + float(frame.attrib["width"])
    assert all(left <= moved(each)[0] <= right for each in with_class(wide, "rider"))


def test_riders_on_one_square_are_no_string_ba_r1() -> None:
    assert strings(roads(board(riding({0: 7, 1: 7, 2: 7})))[0]) == []


def test_a_crowd_cuts_the_string_after_the_first_turn_only_ba_6_11_ba_r8() -> None:
    squares = dict(enumerate([7, 7, 6, 6, 5, 5, 5, 5, 4, 4]))  # two on 7, two on 6, four on 5, two on 4
    assert strings(roads(board(riding(squares, turn=2)))[0]) == ["String of 6", "String of 4"]
    assert strings(roads(board(riding(squares, turn=3)))[0]) == ["String of 10"]


@pytest.mark.parametrize(
    ("squares", "signs"), [({0: 35}, ["SPRINT"]), ({0: 29}, []), ({0: 84, 1: 78}, ["SPRINT"]), ({0: 115}, ["FINISH"])]
)
def test_a_gantry_stands_behind_each_line_in_sight_ba_4_3_ba_4_4(squares: dict[int, int], signs: list[str]) -> None:
    for road in roads(board(riding(squares))):
        words = with_class(road, "cloth-words")
        assert {each.text for each in words} >= set(signs)
        lines = {"SPRINT": (40, 80), "FINISH": (120,)}
        at = {each.text: float(each.attrib["x"]) for each in with_class(road, "number")}
        for each in words:
            x = float(each.attrib["transform"].partition("(")[2].split()[0])
            beside = [square for square in lines[each.text or ""] if str(square) in at and str(square + 1) in at]
            assert any(at[str(square)] < x < at[str(square + 1)] for square in beside)


def test_only_a_stage_of_a_tour_ends_at_its_own_finish_ba_v5() -> None:
    road = roads(board(riding({0: 55, 4: 52}, tracks="tour")))[0]
    assert [each.text for each in with_class(road, "cloth-words")] == ["FINISH"]
    road = roads(board(riding({0: 55, 4: 52})))[0]
    assert with_class(road, "cloth-words") == []


def test_no_drawing_has_a_colour_of_its_own_and_every_class_has_a_rule_so_that_dark_mode_reaches_all() -> None:
    styles = Path(breakaway.web.__file__).parent.joinpath("static")
    rules = " ".join((styles / name).read_text() for name in ("race.css", "table.css"))
    colours = (Path(breakaway.web.__file__).parents[1] / "display" / "board.css").read_text()
    for position in STATES.values():
        for each in board(position).iter():
            assert not {"fill", "stroke", "style", "color"} & set(each.attrib)
            names = [] if each.tag == "g" else each.get("class", "").split()
            assert not names or any(re.search(rf"\.{re.escape(name)}(?![\w-])", rules + colours) for name in names), (
                names
            )


# --- what is written


def texts(scene: object) -> Iterator[str]:
    """All texts of plain data that a page shows."""
    if isinstance(scene, str):
        yield from re.findall(r">([^<]+)<", scene) if scene.startswith("<") else [scene]
    elif isinstance(scene, (tuple, list)):
        for each in scene:
            yield from texts(each)
    elif hasattr(scene, "__dataclass_fields__"):
        for name in scene.__dataclass_fields__:
            yield from texts(getattr(scene, name))


def test_halves_are_written_as_one_sign_and_never_as_71_2_nor_in_parts_of_a_point_ba_r11() -> None:
    s, config = riding({rider: 100 + rider for rider in range(24)})
    s.points[0], s.points[4], s.points[5], s.points[8] = 71 * UNIT // 2, UNIT // 2, 9 * UNIT, 28 * UNIT // 3
    for phase in (s.phase, OVER):
        s.phase = phase
        scene = PAGE.scene(seen((s, config)), [])
        assert scene.ranks
        assert [side.points for side in scene.ranks.sides] == ["35½", "9½", "9⅓", "0", "0", "0"]
        assert [side.name for side in scene.ranks.sides[:3]] == ["Red", "Rouge", "Blue"]
        found = list(texts(scene))
        assert any("35½" in text for text in found)
        assert not [text for text in found if re.search(r"\d/\d|\d{5}", text) and not text.startswith(("M", "<"))]


def test_the_podium_has_the_first_three_in_their_jerseys() -> None:
    s, config = through(4)
    for team, points in enumerate([10, 71, 30, 5, 0, 0]):
        s.points[team * GRADES] = points * UNIT // 2
    s.ended = RACE_END
    found = ending(seen((s, config)), ())
    assert found.is_podium
    assert [(side.name, side.points, side.rank, side.note) for side in found.sides[:3]] == [
        ("Rouge", "35½", 1, "1st"),
        ("Blue", "15", 2, "2nd"),
        ("Red", "5", 3, "3rd"),
    ]
    for side in found.sides[:3]:
        assert side.class_ in side.svg
    assert len({side.class_ for side in found.sides}) == 6


def how(halves: list[int], seat: int, places: dict[int, int] | None = None) -> str:
    """What the card after a race says under its headline; points in halves by team, and best places by team."""
    s, config = through(4)
    for team, points in enumerate(halves):
        s.points[team * GRADES] = points * UNIT // 2
        s.places[team] = [0] * len(s.places[team])
        s.places[team][(places or {}).get(team, 20)] = 1
    s.ended = RACE_END
    return ending(seen((s, config), seat), ()).how


def test_the_card_after_a_race_says_how_far_ahead_the_winner_was_and_who_tied_ba_5_3_ba_r18() -> None:
    places = {team: team + 1 for team in range(6)}
    assert how([40, 71, 30, 5, 0, 0], 2, places) == "35½ points, 15½ ahead. You finish 3rd with 15."
    assert how([40, 71, 30, 5, 0, 0], 1, places) == "35½ points, 15½ ahead."
    assert how([40, 71, 30, 5, 0, 0], -1, places) == "35½ points, 15½ ahead."
    # equal points: Red's best rider was 1st, Blue's 3rd, so Red wins and Blue is 2nd
    assert how([40, 0, 40, 5, 0, 0], 2, places) == "20 points, ahead by finishing places. You finish 2nd with 20."
    # equal points and equal places: they share the win, whichever is listed first
    for seat in (0, 2):
        assert how([40, 0, 40, 5, 0, 0], seat, {0: 1, 2: 1}) == "20 points each."
    assert how([40, 0, 40, 5, 0, 0], 3, {0: 1, 2: 1}) == "20 points each. You finish 3rd with 2½."
    for seat in (1, 4):  # two teams behind the winner share 2nd place
        said = how([40, 20, 0, 0, 20, 5], seat, {0: 1, 1: 2, 4: 2})
        assert said == "20 points, 10 ahead. You tie for 2nd with 10."
    assert how([2, 0, 0, 0, 0, 0], 0, {0: 1}) == "1 point, 1 ahead."


def test_one_point_is_one_point() -> None:
    s, config = through(4)
    s.points[0], s.ended = UNIT, RACE_END
    assert stands(seen((s, config))) == "Red wins with 1 point."
    s.points[0] = 3 * UNIT // 2
    assert stands(seen((s, config))) == "Red wins with 1½ points."


def test_after_a_pursuit_every_rider_has_his_place_at_the_finish_ba_v2() -> None:
    # The loop has 50 squares: 90 - 40 = 50, a lap, so the race is over. Red A is 1st, Blue A 2nd, Rouge A 3rd.
    s, config = riding({0: 86, 8: 44, 4: 36}, profile="pursuit", turn=20, hands={0: [4, 1], 8: [4, 1], 4: [4, 1]})
    orders = blank_orders(GAME)
    for rider in (0, 4, 8):
        orders[rider // GRADES][rider % GRADES] = 4
    GAME.step(s, config, orders, sampled(1), None)
    assert s.phase == OVER
    assert [home(s, team) for team in range(3)] == ["A 1st", "A 3rd", "A 2nd"]


def test_before_the_line_ups_everybody_stands_at_the_start_ba_4_1() -> None:
    for road in roads(board(at_the_start())):
        first = next(float(each.attrib["x"]) for each in with_class(road, "number") if each.text == "1")
        assert len(with_class(road, "rider")) == 24
        assert all(moved(each)[0] < first for each in with_class(road, "rider"))
    assert GAME.start(at_the_start()[1]).field == 0


# --- the last turn


def ridden_on(squares: dict[int, int], cards: dict[int, int], turn: int = 5) -> tuple[Position, list[Event]]:
    """A turn in which these riders play these cards, with what was told."""
    s, config = riding(squares, turn=turn, hands={rider: [card, 1] for rider, card in cards.items()})
    orders, events = blank_orders(GAME), list[Event]()
    for rider, card in cards.items():
        orders[rider // GRADES][rider % GRADES] = card
    GAME.step(s, config, orders, sampled(1), events)
    return (s, config), events


def test_each_riders_block_has_his_way_his_squares_and_the_card_he_drew_with_its_rule_ba_6_1_ba_6_5() -> None:
    # Red A 30 + 9 = 39, alone in front: 39 against 36 is 3; Rouge A 31 + 5 = 36; Blue A 28 + 7 = 35, one ahead: 4
    position, events = ridden_on({0: 30, 4: 31, 8: 28}, {0: 9, 4: 5, 8: 7})
    said = [(each.title, each.gain, each.where) for each in blocks(seen(position), [(7, []), (8, events)])[1:]]
    assert said == [
        ("Turn 1", "", ""),
        ("Red A 30 → 39", "+9", "breaks away, 3 squares clear"),
        ("Rouge A 31 → 36", "+5", "nobody ahead in the string"),
        ("Blue A 28 → 35", "+7", "1 ahead in the string"),
    ]
    drawn = [(line.text, line.whys[0].rule) for each in blocks(seen(position), [(8, events)]) for line in each.lines]
    assert drawn == [("Draws 3.", "BA-6.9"), ("Draws 3.", "BA-6.5"), ("Draws 4.", "BA-6.5")]


def test_riders_glide_from_where_they_were_the_foremost_first_and_own_new_cards_are_marked() -> None:
    position, events = ridden_on({0: 30, 4: 31, 8: 28}, {0: 9, 4: 5, 8: 7})
    road = roads(board(position))[0]
    at = {each.text: float(each.attrib["x"]) for each in with_class(road, "number")}
    ways = {str(each.findtext("title")): each for each in with_class(road, "rider")}
    for name, card, wave in (("Red A", 9, 0), ("Rouge A", 5, 1), ("Blue A", 7, 2)):
        step = at["39"] - at["38"]
        assert float(ways[name].attrib["data-from"]) == pytest.approx(-card * step, abs=1)
        assert int(ways[name].attrib["data-nth"]) == wave
    asked = ask(seen(position), ())
    assert [(one.order, one.is_new) for one in asked.rows[0].options] == [("A3", True), ("A1", False)]
    found = motion(seen(position), [(7, []), (8, events)])
    assert found
    assert (found.play, found.banner, found.good) == ("8", "Red A breaks away.", 1)


def test_the_banner_says_who_won_a_line_and_else_who_broke_away_or_the_turn() -> None:
    def banner(squares: dict[int, int], cards: dict[int, int]) -> str:
        position, events = ridden_on(squares, cards)
        found = motion(seen(position), [(7, []), (8, events)])
        return found.banner if found else ""

    assert banner({0: 38, 4: 41}, {0: 5, 4: 1}) == "Red wins the sprint."
    assert banner({0: 40, 4: 40, 1: 3}, {0: 5, 4: 5, 1: 1}) == "Red and Rouge share the sprint."  # R11
    assert banner({0: 118, 4: 100}, {0: 5, 4: 1}) == "Red A is first across the finish."
    assert banner({0: 50, 4: 53}, {0: 4, 4: 1}) == "Turn 1 is over."  # level on 54: nobody leads alone (R5)
    assert motion(seen(at_the_start()), []) is None
