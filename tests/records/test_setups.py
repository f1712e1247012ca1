"""What the first line says about a match must fit the match: seats, options, and that it has a public record."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from breakaway.core.rulebook import Option, options_of
from breakaway.games.cycling.files import PROFILES
from breakaway.games.manifest import GAMES, find
from breakaway.records import public_records
from breakaway.records.entries import BadRecord
from breakaway.records.record_file import Record, parse
from tests.records import strangers
from tests.records.falsified import matches, reseal, text_of
from tests.records.node import needs_node, run_node

HERE = Path(__file__).parent
ROOT = Path(__file__).parents[2]
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


UNKNOWN: list[tuple[str, str, Any]] = [
    ("football", "wizards", True),
    ("football", "", None),
    ("football", "cap", 15),
    ("fate", "teams", 2),
    ("cycling", "flags", 2),
    ("cycling", "x" * 100_000, 1),
    ("cycling", "toString", 1),
]
UNALLOWED: list[tuple[str, str, str | None, Any, Any]] = [  # the same number in the config helps nobody
    ("football", "flags", "flags", 99, 99),
    ("football", "spy_tokens", "spy_tokens", -1, -1),
    ("football", "overtime", "overtime", 1, 1),
    ("football", "teams", None, [{"id": "fire", "name": "Fire"}, {"id": "x", "name": "Another team"}], None),
    ("football", "teams", None, [{"id": "fire", "name": "Fire"}], None),
    ("football", "teams", None, None, None),
    ("football", "sheets", None, None, None),
    ("football", "lesson", None, ["first"], None),
    ("fate", "touchback", "touchback", 21, 21),
    ("fate", "touchback", "touchback", "25", 25),
    ("fate", "sack", "sack", 0, 0),
    ("cycling", "profile", None, "nonsense", None),
    ("cycling", "turn_limit", "turn_limit", 0, 0),
    ("cycling", "cap", "cap", 61, 61),
    ("cycling", "teams", "teams", 2.0, 2),
]


def told_by_both(changed: list[tuple[str, Change]]) -> list[tuple[str, dict[str, Any]]]:
    """For each match, called by its game, with a changed first line: the fault that our own verifier finds, and what
    the verifier of browsers says.
    """
    ours, texts = [], []
    for game, change in changed:
        lines = copy.deepcopy(matches()[game])
        change(lines[0])
        lines[0]["book_hash"] = strangers.short(lines[0]["book"])
        texts.append(text_of(reseal(lines)))
        try:
            fault = public_records.verify(find(game), parse(texts[-1]))
        except BadRecord as error:
            fault = error
        ours.append(fault.text if fault else "")
    return list(zip(ours, run_node(rows=texts)["results"], strict=True))


@needs_node
def test_an_option_that_the_game_does_not_know_is_refused_by_both_programs() -> None:
    told = told_by_both(
        [
            (game, lambda head, name=name, value=value: head["options"].update({name: value}))
            for game, name, value in UNKNOWN
        ]
    )
    for (game, name, _value), (ours, theirs) in zip(UNKNOWN, told, strict=True):
        assert ours == f"options: {name[:40]}: {find(game).title} has no such option"
        assert theirs["fault"] == f"The game {game} has no option {name[:40]}."


@needs_node
def test_a_value_that_the_game_does_not_allow_is_refused_by_both_programs() -> None:
    def changed(name: str, field: str | None, value: Any, number: Any) -> Change:
        def change(head: dict[str, Any]) -> None:
            head["options"][name] = value
            if name == "lesson":
                head["chance"] = "typed"
            if field:
                head["book"][field] = number

        return change

    told = told_by_both([(game, changed(*given)) for game, *given in UNALLOWED])
    for (_game, name, _field, value, _number), (ours, theirs) in zip(UNALLOWED, told, strict=True):
        assert ours, (name, value)
        assert theirs["grade"] == "inconsistent", (name, value)
        assert isinstance(value, float) or (name in ours and name in theirs["fault"])


@needs_node
def test_both_programs_find_an_option_that_differs_from_the_config() -> None:
    told = told_by_both(
        [
            (game, lambda head, name=name, value=value: head["options"].update({name: value}))
            for game, name, value in OPTIONS
        ]
    )
    for (_game, name, value), (ours, theirs) in zip(OPTIONS, told, strict=True):
        assert name in ours
        is_table = name in ("hail_mary_cards", "default_line_up", "tour", "draw")
        assert ("its tables (cards, tracks)" in theirs["said"][-1]) if is_table else (name in theirs["fault"]), value


@needs_node
def test_the_verifier_of_browsers_knows_the_options_of_all_games() -> None:
    """Each value of each house rule, with the config that it makes, is accepted; `verify.mjs` has them as text."""
    text = (ROOT / "src/breakaway/web/static/verify.mjs").read_text("utf-8")
    for name in GAMES:
        game = find(name)
        (rows,) = re.findall(rf"^  {name}: `([^`]+)`", text, re.MULTILINE)
        wanted = [_written(option) for option in options_of(game.config)]
        found = [each for each in rows.split() if each.partition("=")[0] not in (game.more_options or ())]
        assert found == wanted
        assert {each.partition("=")[0] for each in rows.split()} == {
            *(each.partition("=")[0] for each in wanted),
            *(game.more_options or ()),
        }
    assert f"profile={','.join(f'{each}:{i}' for i, each in enumerate(PROFILES))}" in text


def _written(option: Option) -> str:
    """A house rule as `verify.mjs` writes it."""
    name = option.name if option.field in ("", option.name) else f"{option.name}>{option.field}"
    if option.choices:
        return f"{name}={','.join(f'{value}:{number}' for value, number in option.choices.items())}"
    if option.zones or isinstance(option.usual, str):
        return f"{name}=any"
    return name if isinstance(option.usual, bool) else f"{name}={option.least}..{option.most}"


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
