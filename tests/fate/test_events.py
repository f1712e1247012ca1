"""FATE's events: each is declared once in `rules/events.py`, told in one shape, and read by name."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from breakaway.core.chance import below, sampled, start_step
from breakaway.core.game import SEATS, legal, seats_in
from breakaway.core.rules import DECLARED
from breakaway.games.fate.files import resolve
from breakaway.games.fate.game import GAME
from breakaway.games.fate.rules import events
from breakaway.games.fate.rules.terms import DECLARE, OVER, PLAY
from breakaway.testing.cases import declared_events, package_of, run_files, sources

CASES = Path(__file__).parents[1] / "cases" / "fate"
PATHS = sources(GAME)
TOLD = next(path for path in PATHS if path.name == "events.py")
EVENTS = declared_events([TOLD])  # rule ids by name
HOUSES = (
    {},
    {"advanced": True},
    {"advanced": True, "onside": True, "kneel": True, "spike": True, "sideline": True, "overtime": "college"},
    {"chain": "table", "quick_tie": True, "overtime": "contest", "onside": True},
)
REFUSES = {"rules/state.py"}  # the ids of house rules, some of which are those of an event, too
BY_PLACE = re.compile(r"\.args\b|\ba\[\d")


def test_every_event_is_declared_here_and_nowhere_else():
    elsewhere = declared_events([path for path in PATHS if path != TOLD])
    assert elsewhere == {}
    assert len(set(EVENTS.values())) == len(EVENTS)
    assert [rule for rule in DECLARED if rule.startswith("FF-")] == list(EVENTS.values())


def test_events_are_declared_in_the_books_order():
    config = list(GAME.rules.entries)
    places = [config.index(rule) for rule in EVENTS.values()]
    assert places == sorted(places)


@pytest.mark.slow
def test_a_case_tells_every_event_and_each_has_its_one_shape():
    told = [event for outcome in run_files(lambda name: GAME, [CASES]) for event in outcome.events]
    assert set(EVENTS.values()) - {event.rule for event in told} == set()
    assert wrongly_shaped(told) == set()


@pytest.mark.parametrize("seed", range(len(HOUSES)))
def test_every_event_of_a_random_match_has_its_declared_numbers(seed):
    assert wrongly_shaped(told_in(HOUSES[seed], seed)) == set()


@pytest.mark.slow
def test_every_event_of_forty_random_matches_has_its_declared_numbers():
    for seed in range(40):
        assert wrongly_shaped(told_in(HOUSES[seed % len(HOUSES)], 100 + seed)) == set()


def test_no_id_of_an_event_stands_beside_its_declaration():
    ids, found = set(EVENTS.values()), []
    for path in PATHS:
        place = path.relative_to(TOLD.parents[1]).as_posix()
        if path == TOLD or place in REFUSES:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        played = {id(each) for node in ast.walk(tree) if is_rule(node) for each in node.args}
        found += [
            f"{place}:{node.lineno}: {node.value}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and node.value in ids and id(node) not in played
        ]
    assert found == [], "say `happened.NAME` instead"


def test_no_number_of_an_event_is_read_by_its_place():
    found = [
        f"{path.name}:{n}: {line.strip()}"
        for path in PATHS
        for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if BY_PLACE.search(line)
    ]
    assert found == [], f"read it by its name, as in {package_of(GAME)}.rules.happened"


def test_a_kneel_a_spike_and_an_onside_kick_are_told_in_one_shape():
    """FF-G49."""
    assert list(DECLARED[events.SPECIAL_PLAYED].fields) == ["seat", "declared", "spot", "rolled"]


def is_rule(node):
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "rule"


def wrongly_shaped(told):
    """The rules of events with more or fewer numbers than they are declared with."""
    return {event.rule for event in told if len(event.args) != len(DECLARED[event.rule].fields)}


def told_in(house, seed):
    """What is told in a match of random answers; three of four downs are played."""
    config = resolve(house)[0]
    s, chance, wish, told = GAME.start(config), sampled(seed), sampled(seed + 1_000_003), []
    while s.phase != OVER:
        orders = [[0] * GAME.max_slots for _ in range(SEATS)]
        for seat in seats_in(GAME.choosers(s, config)):
            order = []
            for _ in range(GAME.slots(s, config, seat)):
                menu = legal(GAME, s, config, seat, order)
                start_step(wish)
                often = s.phase == DECLARE and PLAY in menu and below(wish, "play", 4)
                order.append(PLAY if often else menu[below(wish, "wish", len(menu))])
            orders[seat][: len(order)] = order
        start_step(chance)
        GAME.step(s, config, orders, chance, told)
    return told
