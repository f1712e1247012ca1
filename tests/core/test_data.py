"""Data files: every mistake is a sentence that says where it is, what is wrong and what would be right."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from pydantic import Field, field_validator, model_validator

from breakaway.core.data_files import BadData, Strict, checked


class Rider(Strict):
    name: str = Field(min_length=1, max_length=5)
    speed: int = Field(ge=3, le=15)
    leads: bool = False
    colour: Literal["red", "blue"] = "red"


class Team(Strict):
    riders: list[Rider] = Field(min_length=1, max_length=2)
    stages: int | list[int] = 1
    notes: dict[str, int] = Field(default_factory=dict)

    @field_validator("notes")
    @classmethod
    def _few(cls, notes: dict[str, int]) -> dict[str, int]:
        if len(notes) > 1:
            raise ValueError("one note is enough")
        return notes


RIDER = {"name": "Al", "speed": 9}


def mistakes(data: Any) -> list[str]:
    with pytest.raises(BadData) as found:
        checked(Team, data, "team.toml")
    return str(found.value).splitlines()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"riders": []}, "riders: expected at least 1 entry, not 0"),
        ({"riders": [RIDER] * 3}, "riders: expected at most 2 entries, not 3"),
        ({"riders": "Al"}, "riders: expected a list in square brackets, not 'Al'"),
        ({}, "riders: is missing"),
        ({"riders": ["Al"]}, "riders 1: expected a table, not 'Al'"),
        ({"riders": [RIDER, {"name": "Bo"}]}, "riders 2: speed: is missing"),
        ({"riders": [RIDER], "rider": 1}, "rider: unknown field; known: riders, stages, notes"),
        (
            {"riders": [{**RIDER, "sped": 9}]},
            "riders 1: sped: unknown field; known: name, speed, leads, colour",
        ),
        ({"riders": [{**RIDER, "speed": "9"}]}, "riders 1: speed: expected a whole number, not '9'"),
        ({"riders": [{**RIDER, "speed": 9.5}]}, "riders 1: speed: expected a whole number, not 9.5"),
        ({"riders": [{**RIDER, "speed": True}]}, "riders 1: speed: expected a whole number, not true"),
        ({"riders": [{**RIDER, "speed": 2}]}, "riders 1: speed: expected 3 or more, not 2"),
        ({"riders": [{**RIDER, "speed": 16}]}, "riders 1: speed: expected 15 or less, not 16"),
        ({"riders": [{**RIDER, "name": 7}]}, "riders 1: name: expected text in quotation marks, not 7"),
        ({"riders": [{**RIDER, "name": ""}]}, "riders 1: name: expected text of at least 1 character, not ''"),
        (
            {"riders": [{**RIDER, "name": "Albert"}]},
            "riders 1: name: expected text of at most 5 characters, not 'Albert'",
        ),
        ({"riders": [{**RIDER, "leads": 1}]}, "riders 1: leads: expected true or false, not 1"),
        ({"riders": [{**RIDER, "colour": "pink"}]}, "riders 1: colour: expected 'red' or 'blue', not 'pink'"),
        ({"riders": [RIDER], "stages": "x"}, "stages: expected a whole number or a list in square brackets, not 'x'"),
        ({"riders": [RIDER], "notes": 3}, "notes: expected a table, not 3"),
        ({"riders": [RIDER], "notes": {"a": 1, "b": 2}}, "notes: one note is enough"),
    ],
)
def test_a_mistake_says_what_is_wrong_and_what_would_be_right(data: Any, says: str) -> None:
    assert mistakes(data) == [f"team.toml: {says}"]


def test_all_mistakes_are_told_at_once() -> None:
    found = mistakes({"riders": [{"name": "", "speed": 2}], "x": 1})
    assert [line.split(": ")[1] for line in found] == ["riders 1", "riders 1", "x"]


class Stage(Strict):
    length: int
    sprints: list[int]

    @model_validator(mode="after")
    def lines_lie_on_the_track(self) -> Stage:
        if any(at > self.length for at in self.sprints):
            raise ValueError("sprints must be on the track")
        return self


class Stages(Strict):
    stages: list[str | Stage]
    teams: dict[str, int | Stage] = Field(default_factory=dict)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"stages": [{"length": 3}]}, "stages 1: sprints: is missing"),
        ({"stages": ["x", {"length": 3, "sprint": []}]}, "stages 2: sprints: is missing"),
        ({"stages": [{"length": 3, "sprints": [9]}]}, "stages 1: sprints must be on the track"),
        ({"stages": [{"length": 3, "sprints": ["a"]}]}, "stages 1: sprints 1: expected a whole number, not 'a'"),
        ({"stages": [4]}, "stages 1: expected text in quotation marks or a table, not 4"),
        ({"stages": [], "teams": {"Track": {"length": 1}}}, "teams: Track: sprints: is missing"),
        ({"stages": [], "teams": {"int": 1.5}}, "teams: int: expected a whole number or a table, not 1.5"),
    ],
)
def test_a_field_of_two_kinds_is_told_in_the_words_of_the_kind_that_was_meant(data: Any, says: str) -> None:
    with pytest.raises(BadData) as found:
        checked(Stages, data, "tour.toml")
    assert str(found.value).splitlines()[0] == f"tour.toml: {says}"
    assert "lines_lie_on_the_track" not in str(found.value)
