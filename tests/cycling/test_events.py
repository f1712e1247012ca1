"""The events of the race: declared once, told in one shape, and read by name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from breakaway.core.rules import DECLARED, EVERYONE, Event
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.rules import events
from breakaway.games.cycling.rules.terms import RIDERS
from breakaway.testing.cases import run_files

from .random_races import ridden

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "breakaway" / "games" / "cycling"
EVENTS = {rule_id: each for rule_id, each in DECLARED.items() if rule_id.startswith("BA-")}


@pytest.fixture(scope="module")
def in_cases() -> list[Event]:
    outcomes = run_files(lambda name: GAME, [ROOT / "tests" / "cases" / "cycling"])
    return [event for outcome in outcomes for event in outcome.events]


@pytest.mark.slow
def test_every_declared_event_is_told_in_a_case(in_cases: list[Event]) -> None:
    assert {event.rule for event in in_cases} == set(EVENTS)


def test_every_declared_event_has_its_sentence() -> None:
    assert [rule_id for rule_id, each in EVENTS.items() if not each.says] == []


@pytest.mark.slow
def test_an_event_has_one_shape_in_cases_and_in_three_dozen_random_races(in_cases: list[Event]) -> None:
    raced = [event for seed in range(36) for turn in ridden(seed, rulings=True)[1] for event in turn.events]
    assert {(event.rule, len(event.args)) for event in in_cases + raced} == {
        (rule_id, len(each.fields)) for rule_id, each in EVENTS.items()
    }


def test_the_events_stand_in_the_order_of_their_chapters() -> None:
    """Rules of the house (BA-R, BA-V) stand with the chapter that they belong to."""
    numbered = [rule_id for rule_id in EVENTS if rule_id[3].isdigit()]
    assert numbered == sorted(numbered, key=lambda rule_id: [int(part) for part in rule_id[3:].split(".")])


def test_a_mark_and_its_taking_off_tell_of_the_same_rider_ba_10_1() -> None:
    """BA-10.1: the number of a ruling is a rider, 48 more when his mark is taken off."""
    on, off = (Event(events.DROPPED, EVERYONE, (mark,)) for mark in (5, 5 + RIDERS))
    assert (events.rider_of(on), events.is_mark_off(on)) == (5, False)
    assert (events.rider_of(off), events.is_mark_off(off)) == (5, True)


# --- by name only


def faults(source: str) -> Iterator[str]:
    """Events of a source text that are named by their rule's id, and numbers of events that are read by position.

    An id may stand in the decorator of a rule function and where the rule's number is taken from the rule book.
    """
    tree = ast.parse(source)
    fine = set[int]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "rule":
            fine |= {id(arg) for arg in node.args}
        elif isinstance(node, ast.Subscript) and getattr(node.value, "id", "") == "BOOK":
            fine.add(id(node.slice))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in EVENTS and id(node) not in fine:
            yield f"{node.lineno}: {node.value}"
        elif isinstance(node, ast.Attribute) and node.attr == "args":
            yield f"{node.lineno}: args"
        elif is_by_position(node):
            yield f"{node.lineno}: a number by its position"


def is_by_position(node: ast.AST) -> bool:
    """Whether this reads a number of an event by its place: `told.value[i][3]` or `args[3]`."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Constant):
        return False
    if isinstance(node.value, ast.Subscript):
        return getattr(node.value.value, "attr", "") == "value"
    return getattr(node.value, "id", "") in ("a", "args")


@pytest.mark.parametrize(
    "text",
    [
        'tell(log, "BA-6.1", rider)',
        'events = [each for each in told if each.rule == "BA-9.1"]',
        "rider = event.args[0]",
        "rider, place, *rest = event.args",
        "row.card = told.value[i][3]",
        "card = args[3]",
    ],
)
def test_reading_by_position_or_naming_by_id_is_found(text: str) -> None:
    assert len(list(faults(text))) == 1


@pytest.mark.slow
def test_events_are_named_and_their_numbers_are_read_by_name() -> None:
    """Refusals of orders are no events, though BA-3.1 is both a refusal and the event of a start."""
    passed = ("rules/events.py", "rules/state.py", "text/orders.py")  # events; house rules; refusals
    sources = sorted({*PACKAGE.rglob("*.py")} - {PACKAGE / each for each in passed})
    found = [f"{path.relative_to(PACKAGE)}:{fault}" for path in sources for fault in faults(path.read_text("utf-8"))]
    assert found == []
