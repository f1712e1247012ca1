"""What the first line says about a match must fit the match: seats, options, and that it has a public record."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from breakaway.games.manifest import find
from breakaway.records import public_records
from breakaway.records.entries import BadRecord
from breakaway.records.record_file import Record, parse
from tests.records import strangers
from tests.records.falsified import matches, reseal, text_of
from tests.records.node import needs_node, run_node

HERE = Path(__file__).parent
Change = Callable[[dict[str, Any]], Any]


def fault_of(game: str, change: Change, source: str = "") -> BadRecord | None:
    """The fault of a match whose first line was changed. The match is one of `matches`, or a golden record."""
    lines = copy.deepcopy(parse((HERE / source).read_text("utf-8")).lines if source else matches()[game])
    change(lines[0])
    return public_records.verify(find(game), Record(reseal(lines)))


OPTIONS: list[tuple[str, str, Any]] = [
    ("football", "overtime", False),
    ("football", "spy_tokens", 5),
    ("football", "regain", "never heard of"),
    ("football", "flags", True),
    ("football", "sheets", [0]),
    ("football", "hail_mary_cards", 2),
    ("football", "hail_mary_cards", {}),
    ("fate", "chain", "table"),
    ("fate", "draw", "realistic"),
    ("fate", "advanced", True),
    ("cycling", "teams", 3),
    ("cycling", "cap", 12),
    ("cycling", "ties", "never heard of"),
    ("cycling", "finishers", []),
    ("cycling", "default_line_up", "A 9 9 9 B 8 8 9 C 3 8 9 D 5 5 6"),
    ("cycling", "default_line_up", 7),
    ("cycling", "tour", {}),
]


@pytest.mark.parametrize(("game", "name", "value"), OPTIONS)
def test_an_option_that_the_config_does_not_have_is_found_by_its_name(game: str, name: str, value: Any) -> None:
    assert fault_of(game, lambda head: None) is None
    assert matches()[game][0]["options"][name] != value
    fault = fault_of(game, lambda head: head["options"].update({name: value}))
    assert fault is not None
    assert (fault.line, f"options: {name}:" in fault.text) == (1, True)


def test_another_fullback_is_found_in_a_match_without_rosters() -> None:
    fault = fault_of("fate", lambda head: head["options"].update(forceful_fullback=True), "fate/basic-fair.jsonl")
    assert fault is not None
    assert "options: forceful_fullback:" in fault.text


def test_another_stage_of_a_tour_is_found() -> None:
    def longer(head: dict[str, Any]) -> None:
        head["options"]["tour"]["stages"][0]["length"] += 1

    fault = fault_of("cycling", longer)
    assert fault is not None
    assert "options: tour:" in fault.text


def test_a_roster_and_options_that_a_record_does_not_name_are_no_fault() -> None:
    for source in ("fate/advanced-rosters-led.jsonl", "cycling/tour-fresh-hands.jsonl"):
        assert fault_of(source.partition("/")[0], lambda head: None, source) is None
    assert fault_of("football", lambda head: head["options"].clear()) is None


@needs_node
def test_seats_that_the_match_does_not_have_are_refused_by_both_programs() -> None:
    for seats in ([], [{"name": "Ada"}] * 3):
        fault = fault_of("football", lambda head, seats=seats: head.update(seats=seats))
        assert fault is not None
        assert fault.text == f"seats: this match has 2 seats, not {len(seats)}"
    lines = copy.deepcopy(matches()["football"])
    lines[0]["seats"] = []
    (found,) = run_node(rows=[text_of(reseal(lines))])["results"]
    assert found["fault"] == "The field seats is missing, or its value is not allowed."


@needs_node
def test_a_lesson_whose_dice_were_drawn_is_refused_by_both_programs() -> None:
    lines = copy.deepcopy(matches()["fate"])
    lines[0]["options"]["lesson"] = "first"
    fault = public_records.verify(find("fate"), Record(reseal(lines)))
    assert fault is not None
    assert "lesson" in fault.text
    (found,) = run_node(rows=[text_of(reseal(lines))])["results"]
    assert found["fault"] == "A lesson must have the chance 'typed'."


@needs_node
def test_a_public_record_of_a_match_without_lasting_secrets_is_refused_by_both_programs() -> None:
    head, end = strangers.invented(matches()["football"][0]["book"])
    text = text_of(
        reseal([{**head, "edition": find("football").edition, "names": matches()["football"][0]["names"]}, end])
    )
    fault = public_records.verify(find("football"), parse(text))
    assert fault is not None
    assert fault.text.startswith("this match has no secrets that outlast it")
    (found,) = run_node(rows=[text])["results"]
    assert "Only a match whose secrets outlast it can have a public record" in found["fault"]
    assert json.loads(text.splitlines()[1])["score"] == [99, 0]
