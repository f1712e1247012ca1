"""What is counted is declared once, and everything that shows it follows from the declaration."""

from __future__ import annotations

import string
from dataclasses import dataclass, fields
from typing import Any, ClassVar

import pytest

from breakaway.core.language import marked, spoken
from breakaway.core.state import columns
from breakaway.core.statistics import (
    Statistic,
    box_rows,
    by_key,
    codes_in,
    count,
    derived,
    figures,
    flags_in,
    fractions_in,
    statistics_in,
    value,
)
from breakaway.games import manifest

COUNTED = {name: game.statistics for name in manifest.GAMES if (game := manifest.find(name)).statistics is not None}
WITH_BOX = ["fate", "football"]  # a race has standings, no box score


@dataclass(slots=True)
class Totals:
    """A made-up game's totals."""

    rounds: int = value("rounds played")
    goals: list[int] = count(2, "goals", label=marked("goals"), box="{goals} of {shots}", rules=("X-1",))
    shots: list[int] = count(2, "shots at the goal", key="tries", speaks=lambda n: f"{n} tries")
    saves: ClassVar[Statistic] = derived(
        "shots of the others that were no goals",
        lambda total, seat: total.shots[1 - seat] - total.goals[1 - seat],
        label=marked("saves"),
    )
    worth: list[int] = count(2, "thirds of a point", fractions=3, in_box=False)
    is_won: int = value("whether somebody won", flag=True)
    how: int = value("how it ended", codes=("", "whistle", "rain"))


def totals() -> Totals:
    return Totals(rounds=2, goals=[1, 3], shots=[4, 9], worth=[3, 6], is_won=1, how=2)


def test_a_column_and_its_words_are_declared_at_one_place() -> None:
    assert [each.name for each in columns(Totals)] == [each.name for each in fields(Totals)]
    assert list(statistics_in(Totals)) == ["rounds", "goals", "shots", "saves", "worth", "is_won", "how"]
    assert statistics_in(Totals)["goals"].rules == ("X-1",)
    assert flags_in(Totals) == {"is_won"}
    assert fractions_in(Totals) == {"worth": 3}
    assert codes_in(Totals) == {"how": ("", "whistle", "rain")}


def test_box_score_and_json_follow_from_the_declarations() -> None:
    assert list(box_rows(totals(), 2)) == [["goals", "1 of 4 tries", "3 of 9 tries"], ["saves", "6", "3"]]
    assert figures(totals(), 0) == {"goals": 1, "shots": 4, "saves": 6, "worth": 3}
    assert by_key(totals(), 1) == {"goals": 3, "tries": 9, "saves": 3, "worth": 6}


@pytest.mark.parametrize("game", COUNTED)
def test_every_column_of_a_game_says_what_it_counts_and_by_which_rules(game: str) -> None:
    known = manifest.find(game).rules.entries
    for cls in (COUNTED[game].row, COUNTED[game].match):
        declared = statistics_in(cls)
        assert [name for name in (each.name for each in columns(cls)) if name not in declared] == []
        assert [name for name, each in declared.items() if not each.says] == []
        assert [rule for each in declared.values() for rule in each.rules if rule not in known] == []


@pytest.mark.parametrize("game", WITH_BOX)
def test_every_total_stands_in_the_box_score_or_says_that_it_does_not(game: str) -> None:
    cls = COUNTED[game].match
    declared = statistics_in(cls)
    told = {name for name, each in declared.items() if each.label}
    for each in declared.values():
        named = {field for _text, field, _spec, _how in string.Formatter().parse(each.box) if field}
        assert named <= set(declared), each.box
        told |= named
    in_seats = {each.name for each in columns(cls) if each.shape}
    assert {name for name in in_seats if declared[name].in_box} == told & in_seats


@pytest.mark.parametrize("game", WITH_BOX)
def test_a_box_score_has_a_row_for_each_label_in_both_languages(game: str) -> None:
    total: Any = COUNTED[game].match()
    labels = [each.label for each in statistics_in(type(total)).values() if each.label]
    assert [row[0] for row in box_rows(total, 2)] == labels
    with spoken("de"):
        german = list(box_rows(total, 2))
    assert [len(row) for row in german] == [3] * len(labels)
