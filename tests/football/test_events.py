"""What the rules tell: declared once, told in one shape, read by name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from breakaway.core.rules import DECLARED, Event
from breakaway.games.football.game import GAME
from breakaway.testing.cases import run_files, sources
from tests.football.matches import new_match, play

EVENTS = {rule: each for rule, each in DECLARED.items() if rule.startswith("BF-")}
CASES = Path(__file__).parents[1] / "cases" / "football"
TEAMS = ("eclipse", "fire", "lightning", "maulers", "pharaohs", "rhinos", "sharks", "stackers", "vultures")
HOUSES = (
    {},
    {"overtime": True, "sudden_death": True, "audibles": True, "ice": True, "coffin": True},
    {
        "overtime": True,
        "hidden_discards": True,
        "winner_chooses": True,
        "late_incompletions": True,
        "minus_stops": True,
    },
)
CITED = {"rule", "event", "wrong"}  # calls in which a rule of the book is named, not an event
REFUSALS = {
    "events.py",
    "words.py",
    "state.py",
}  # name rules by which something is refused or a match ends, or house rules


def misshapen(events: Iterable[Event]) -> list[Event]:
    """Those that nothing declares, or that tell more or fewer numbers than declared."""
    return [each for each in events if each.rule not in EVENTS or len(each.args) != len(EVENTS[each.rule].fields)]


@pytest.mark.slow
def test_every_declared_event_is_told_in_the_cases_in_its_one_shape() -> None:
    told = [each for case in run_files(lambda name: GAME, [CASES]) for each in case.events]
    assert misshapen(told) == []
    assert set(EVENTS) - {each.rule for each in told} == set()


@pytest.mark.slow
@pytest.mark.parametrize("number", range(36))
def test_the_events_of_matches_by_chance_have_one_shape(number: int) -> None:
    teams = (TEAMS[number % 9], TEAMS[(number * 4 + 1) % 9])
    sheets = ((), (0,), (1,), (0, 1))[number % 4]
    match = new_match(sheets=sheets, house=HOUSES[number % 3], teams=teams)
    assert misshapen(play(match, seed=number)) == []


def test_every_declared_event_has_its_sentence() -> None:
    assert [rule for rule, each in EVENTS.items() if not each.says] == []


# --- nobody reads an event by place, or compares it with the text of an id


def faults(path: Path) -> Iterator[str]:
    """Ids of events and places of numbers in a file, each with its line."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    cited: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in CITED:
            cited |= set(map(id, node.args))
        if isinstance(node, ast.Attribute) and node.attr == "args":
            yield f"{path.name}:{node.lineno}: numbers of an event by their places"
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in cited:
            for rule in re.findall(r"BF-\w+", node.value) if path.name not in REFUSALS else ():
                if rule in EVENTS and re.fullmatch(r"(BF-\w+\s*)+", node.value):
                    yield f"{path.name}:{node.lineno}: {rule} has a name"


@pytest.mark.slow
def test_events_are_read_by_name_everywhere() -> None:
    assert [fault for path in sources(GAME) for fault in faults(path)] == []


def test_a_reader_by_place_and_an_id_are_found(tmp_path: Path) -> None:
    path = tmp_path / "page.py"
    path.write_text('def page(event):\n    return event.rule == "BF-028" and event.args[1]\n')
    assert sorted(faults(path)) == [
        "page.py:2: BF-028 has a name",
        "page.py:2: numbers of an event by their places",
    ]
