"""Two coaches a side: who they are, and who of them decides (BF-001, docs/decisions/0018)."""

from __future__ import annotations

from typing import Any

import pytest

from breakaway.core.language import UserError
from breakaway.games.football.game import FootballCases
from breakaway.games.football.rules import terms
from breakaway.games.football.text.staff import coaches_of, is_staff, read_staff, who_decides

BY_BALL = {"names": ["Anna", "Ben"], "by": "ball"}
BY_DRIVE = {"names": ["Cleo", "Dan"], "by": "drive"}


@pytest.mark.parametrize(
    ("typed", "people", "found"),
    [
        ("Anna,Ben", [True, False], [BY_BALL, None]),
        (" Anna , Ben ", [True, True], [BY_BALL, None]),
        ("Anna,Ben/Cleo+Dan", [True, True], [BY_BALL, BY_DRIVE]),
        ("/Cleo+Dan", [True, True], [None, BY_DRIVE]),
    ],
)
def test_a_comma_parts_offense_and_defense_a_plus_drives_and_a_slash_the_sides(
    typed: str, people: list[bool], found: list[Any]
) -> None:
    assert read_staff(typed, people) == found
    assert is_staff(found)


@pytest.mark.parametrize(
    ("typed", "people", "fault"),
    [
        ("Anna", [True, True], "expected two names"),
        ("", [True, True], "expected two names"),
        ("/", [True, True], "expected two names"),
        ("Anna,", [True, True], "expected two names"),
        ("Anna,Ben,Cleo", [True, True], "expected two names"),
        ("Anna+Ben,Cleo", [True, True], "expected two names"),
        ("Anna,Ben/Cleo,Dan/Eve,Finn", [True, True], "expected two names"),
        (f"Anna,{'B' * 31}", [True, True], "at most 30 characters"),
        ("Anna,\x1b[2J", [True, True], "expected two names"),
        ("Anna,Ben/Cleo,Dan", [True, False], "no people play the other team"),
        ("Anna,Ben", [False, False], "no people play your team"),
        ("Anna,anna", [True, True], "the same name"),
        ("Anna,Ben/Ben,Dan", [True, True], "the same name"),
    ],
)
def test_anything_else_is_refused_with_what_would_be_right(typed: str, people: list[bool], fault: str) -> None:
    with pytest.raises(UserError, match=fault):
        read_staff(typed, people)


@pytest.mark.parametrize("value", [None, [], [None], [BY_BALL], [BY_BALL, {"names": ["Cleo"], "by": "ball"}], "Anna"])
def test_a_record_with_another_shape_names_no_coaches(value: Any) -> None:
    assert not is_staff(value)
    assert coaches_of({"staff": value}, 0) == []


def test_by_the_ball_one_decides_with_it_and_the_other_without() -> None:
    """The flip and the discards are the first one's, as they are about the offense's cards."""
    options, s = {"staff": [BY_BALL, None]}, FootballCases().set_up({}).state
    assert who_decides(options, s, 0, 1) == "Anna"
    s.offense = 1
    assert who_decides(options, s, 0, 1) == "Ben"
    for phase in (terms.DISCARD, terms.TOSS):
        s.phase = phase
        assert who_decides(options, s, 0, 1) == "Anna"
    assert who_decides(options, s, 1, 1) == ""


def test_by_drives_they_change_when_their_team_begins_its_next_one() -> None:
    options, s = {"staff": [None, BY_DRIVE]}, FootballCases().set_up({}).state
    assert [who_decides(options, s, 1, drives) for drives in range(5)] == ["Cleo", "Cleo", "Dan", "Cleo", "Dan"]
    s.offense = 1
    assert who_decides(options, s, 1, 2) == "Dan"
