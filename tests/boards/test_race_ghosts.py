"""Ghosts of the race: where a touched card would take its rider, and what he would draw, worked out by hand.

The seat is Red. His A stands on 38, with one rival on 47 and two on 46; nobody else is near.
"""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from breakaway.games.cycling.display.page import PAGE
from breakaway.games.cycling.display.question import ask, ghosts
from breakaway.games.cycling.rules.terms import GRADES
from tests.boards.race_states import Position, at_the_start, board, moved, riding, roads, seen, with_class

RIVALS = {4: 47, 5: 46, 8: 46}  # Rouge A; Rouge B and Blue A
A = 0


def outlooks(position: Position) -> dict[str, str]:
    """What the page says below each card of Red's A, by the order that plays it."""
    asked = ask(seen(position), ())
    return {one.order: one.says for one in asked.rows[0].options}


def place(card: int, at: int = 38, rivals: dict[int, int] | None = None, **more: object) -> Position:
    """Red's A with this card and a 1, on a square, with rivals ahead."""
    squares = {A: at, **(RIVALS if rivals is None else rivals)}
    return riding(squares, hands={A: [card, 1] if card > 1 else [1, 1]}, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("card", "square", "new", "rules"),
    [
        (3, 41, 3, "6.1: as many squares as the card; 6.6: 42 is empty, so nobody is in the string ahead: 3"),
        (6, 44, 3, "6.6: 45 is empty: 3"),
        (7, 45, 6, "6.5: 3 and the three riders on 46 and 47: 6"),
        (8, 46, 4, "R1: the two on 46 do not count; 3 and the one on 47: 4"),
        (9, 47, 3, "R5: level in front, so nobody is on his own: 3"),
        (10, 48, 1, "6.9: alone in front for the first time, one square clear (R4): 1"),
        (15, 53, 6, "6.9: 53 against 47: 6"),
    ],
)
def test_a_ghost_stands_where_the_card_leads_and_says_what_he_would_draw(
    card: int, square: int, new: int, rules: str
) -> None:
    position = place(card)
    assert (1, 1, "A", square) in ghosts(seen(position)), rules
    said = outlooks(position)[f"A{card}"]
    assert said.startswith(f"to {square} · "), rules
    assert f"draws {new} if nobody else moves" in said, rules
    hand = " ".join(map(str, sorted([1, new], reverse=True)))
    assert said.endswith(f"then {hand}"), rules


def test_a_leader_who_stays_alone_draws_3_ba_6_10() -> None:
    s, config = place(2, at=50)
    assert "draws 5 if nobody else moves" in outlooks((s, config))["A2"]  # 6.9: 52 against 47
    s.led_alone = A
    assert "draws 3 if nobody else moves" in outlooks((s, config))["A2"]


def test_no_new_card_is_higher_than_15_but_on_a_boxed_track_ba_6_7() -> None:
    far = {4: 20, 5: 20, 8: 20}
    assert "draws 15 if nobody else moves" in outlooks(place(15, at=38, rivals=far))["A15"]  # 53 against 20 is 33
    boxed = outlooks(place(15, at=38, rivals=far, profile="boxed"))["A15"]
    assert "draws 33 if nobody else moves" in boxed


def test_a_crowd_of_four_cuts_the_string_on_the_first_turn_ba_6_11_ba_r8() -> None:
    # onto 5 with three others there, two on 6 ahead: cut off on turn 1 (3), not on turn 2 (3 and two: 5)
    rivals = {4: 6, 5: 6, 8: 5, 9: 5, 12: 5}
    assert "draws 3 if nobody else moves" in outlooks(place(5, at=0, rivals=rivals, turn=1))["A5"]
    assert "draws 5 if nobody else moves" in outlooks(place(5, at=0, rivals=rivals, turn=2))["A5"]


@pytest.mark.parametrize(
    ("at", "card", "said"),
    [
        (38, 2, ""),  # 40 is before the line
        (38, 3, "crosses sprint line 40, 1st for 10 points"),
        (40, 1, "crosses sprint line 40, 1st for 10 points"),  # R12: from at the line to beyond it
        (41, 2, ""),
        (118, 2, ""),  # 120 is before the finish
        (118, 3, "crosses the finish, 1st for 20 points"),
    ],
)
def test_a_card_over_a_line_says_the_place_and_its_points_ba_5_1_ba_5_2_ba_r12(at: int, card: int, said: str) -> None:
    found = outlooks(place(card, at, rivals={4: 20}))[f"A{card}"]
    assert ("crosses" in found) == bool(said)
    assert said in found


def test_the_next_place_at_a_line_is_the_one_after_those_who_have_crossed_ba_5_4() -> None:
    s, config = place(3)
    s.crossed[0] = 7
    assert "crosses sprint line 40, 8th for 1 point" in outlooks((s, config))["A3"]
    s.crossed[0] = 8
    assert "· crosses sprint line 40 ·" in outlooks((s, config))["A3"]


def test_who_finishes_draws_no_card_ba_r14() -> None:
    assert "draws" not in outlooks(place(3, 118, rivals={4: 20}))["A3"]


def test_the_last_rider_on_the_track_draws_3_for_certain_ba_r14() -> None:
    assert "draws 3 · then 3 1" in outlooks(place(5, 60, rivals={}))["A5"]


# --- the drawing


def standing_at(road: ElementTree.Element) -> dict[str, float]:
    """Where each ghost of a road stands, by the class that names its row and card."""
    groups = with_class(road, "ghost")
    return {
        next(name for name in each.attrib["class"].split() if name[-1].isdigit()): moved(each)[0] for each in groups
    }


def test_each_card_of_each_rider_has_one_ghost_in_each_road_on_the_square_it_leads_to() -> None:
    position = riding({0: 38, 1: 36, 2: 36, 3: 30, **RIVALS}, hands={0: [9, 9, 4], 1: [5], 2: [11, 2], 3: [15, 3, 1]})
    wanted = {"ghost-1-1": 47, "ghost-1-2": 42, "ghost-2-1": 41, "ghost-3-1": 47, "ghost-3-2": 38}
    wanted |= {"ghost-4-1": 45, "ghost-4-2": 33, "ghost-4-3": 31}
    for road in roads(board(position)):
        at = {each.text: float(each.attrib["x"]) for each in with_class(road, "number")}
        assert standing_at(road) == {name: at[str(square)] for name, square in wanted.items()}


def test_only_the_seat_that_is_asked_has_ghosts() -> None:
    position = place(7)
    for seat in (-1, 5):  # a spectator, and a team with nobody on the track
        assert ghosts(seen(position, seat)) == []
        assert with_class(board(position, seat), "ghost") == []
    assert with_class(board(at_the_start()), "ghost") == []


def test_ghosts_of_a_blind_race_stand_on_the_course_alone_and_tell_no_draw_ba_v3() -> None:
    position = place(7, profile="blind")
    assert outlooks(position)["A7"] == "to 45 · crosses sprint line 40, 1st for 10 points · then 1"
    assert [with_class(road, "ghost") for road in roads(board(position))] == [[], []]
    assert with_class(board(position), "ghost")


def test_panels_are_in_the_order_of_the_grades_and_their_cards_highest_first() -> None:
    asked = ask(seen(riding(dict.fromkeys(range(GRADES), 9), hands={0: [3, 9, 9, 4]})), ())
    assert [row.title for row in asked.rows] == ["A", "B", "C", "D"]
    assert [one.order for one in asked.rows[0].options] == ["A9", "A4", "A3"]
    assert PAGE.scene(seen(place(7)), []).ask is not None
