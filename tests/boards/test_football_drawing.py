"""The field and the cards of football in plain text."""

from __future__ import annotations

import re
from typing import Any

import pytest

from breakaway.games.football.display.field import field_text
from breakaway.games.football.display.hand import defense_cards_text, offense_cards_text
from breakaway.games.football.files.config import names, resolve
from breakaway.games.football.rules.state import Football, FootballConfig
from breakaway.games.football.rules.terms import CALL, CARDS, GOAL, KICK, OVER, START

BOOK = resolve()[0]
NAMES = names("lightning", "fire")
CODES = re.compile(r"\x1b\[[0-9;]*m")


def position(**given: Any) -> Football:
    """Home on its own 30, second down, aiming at midfield."""
    return Football(**{"phase": CALL, "quarter": 1, "line": 6, "down": 2, "marker": 10, "then": CALL, **given})


def rows(view: Football, width: int = 80) -> list[str]:
    return field_text(view, BOOK, NAMES, width).split("\n")


@pytest.mark.parametrize("width", [26, 40, 66, 80, 100, 120])
@pytest.mark.parametrize("offense", [0, 1])
def test_the_field_keeps_to_its_width_and_every_line_has_a_mark(width: int, offense: int) -> None:
    drawn = rows(position(offense=offense), width)
    assert all(len(row) <= width for row in drawn[:3])
    marks = drawn[1].replace(" ", "")
    assert len(marks) == GOAL + 1
    assert marks[0] == marks[-1] == "|"
    assert marks.count("F") == 1


def test_home_attacks_to_the_right_from_its_own_30_and_aims_at_the_50() -> None:
    drawn = rows(position())
    left = drawn[1].index("|")
    step = (drawn[1].rindex("|") - left) // GOAL
    assert drawn[2].index("●>") == left + 6 * step
    assert drawn[1].index("F") == left + 10 * step
    assert drawn[3].startswith("●> the ball: Lightning attacks   F first down at the 50")


def test_away_attacks_to_the_left_from_the_other_side() -> None:
    drawn = rows(position(offense=1))
    left = drawn[1].index("|")
    step = (drawn[1].rindex("|") - left) // GOAL
    assert drawn[2].index("<●") + 1 == left + 14 * step
    assert "<● the ball: Fire attacks" in drawn[3]


def test_the_yards_stand_over_their_lines() -> None:
    drawn = rows(position())
    left = drawn[1].index("|")
    step = (drawn[1].rindex("|") - left) // GOAL
    assert drawn[0].index("50") == left + 10 * step
    assert re.findall(r"\d+", drawn[0]) == ["10", "20", "30", "40", "50", "40", "30", "20", "10"]
    assert drawn[0].startswith("Lightning")
    assert drawn[0].endswith("Fire")


@pytest.mark.parametrize("phase", [START, KICK, OVER])
def test_there_is_no_ball_where_none_lies(phase: int) -> None:
    assert "●" not in "\n".join(rows(position(phase=phase)))


def test_with_the_goal_as_next_line_there_is_no_flag() -> None:
    drawn = rows(position(line=17, marker=GOAL))
    assert "F" not in drawn[1]
    assert "goal to go" in drawn[3]


def test_colours_add_nothing_but_colours() -> None:
    view = position()
    assert CODES.sub("", field_text(view, BOOK, NAMES, 80, color=True)) == field_text(view, BOOK, NAMES, 80)
    hand = offense_cards_text(BOOK, NAMES, 0, range(CARDS), 80, color=True)
    assert "\x1b[38;5;208m" in hand
    assert "\x1b[38;5;39m" in hand
    assert CODES.sub("", hand) == offense_cards_text(BOOK, NAMES, 0, range(CARDS), 80)


@pytest.mark.parametrize("width", [40, 80, 120])
def test_every_card_stands_under_its_formation_with_both_plays(width: int) -> None:
    hand = offense_cards_text(BOOK, NAMES, 0, range(CARDS), width)
    assert all(len(row) <= width for row in hand.split("\n"))
    for card in range(CARDS):
        assert re.search(rf"\[ ?{card + 1}a [RP] ", hand)
    for name in NAMES["formations"][0]:
        assert f"\n{name} (" in f"\n{hand}"
    assert len(re.findall(r"\bb [RP] ", hand)) == CARDS


def test_runs_and_passes_are_told_by_a_letter() -> None:
    hand = offense_cards_text(BOOK, NAMES, 0, range(CARDS), 80)
    assert re.search(r"R Inside Run", hand)
    assert re.search(r"P Medium", hand)
    assert not re.search(r"P (Inside|Outside) Run", hand)


@pytest.mark.parametrize("seat", [0, 1])
def test_defense_cards_show_both_strengths_and_single_calls(seat: int) -> None:
    drawn = defense_cards_text(BOOK, NAMES, seat)
    for card, each in enumerate(NAMES["defenses"][seat]):
        assert f"{card + 1}a {each['calls'][0]}" in drawn
    assert all(len(row) <= 80 for row in drawn.split("\n"))


def test_cards_are_drawn_without_names_too() -> None:
    assert "R play type" in offense_cards_text(BOOK, {}, 0, [0, 1], 80)
    assert "defense type" in defense_cards_text(BOOK, {}, 0)


def test_a_book_of_another_team_is_drawn_from_its_own_names() -> None:
    config: FootballConfig = resolve("maulers", "rhinos")[0]
    said = offense_cards_text(config, names("maulers", "rhinos"), 0, range(CARDS), 80)
    assert names("maulers", "rhinos")["formations"][0][0] in said


def test_in_a_narrow_window_the_legend_takes_several_lines() -> None:
    drawn = rows(position(), 30)
    assert all(len(row) <= 40 for row in drawn)
    assert "a line is 5 yards" in drawn[-1]
    assert len(drawn) == 6
