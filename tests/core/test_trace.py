"""The trace of the rules: nothing is missing for our games, and what is missing is found."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from breakaway.core.rulebook import Rulebook, load_rulebook, options_of
from breakaway.core.rules import DECLARED, Unit
from breakaway.games import manifest as games
from breakaway.testing import cases
from breakaway.testing.cases import gaps, static_gaps, unknown_in_cases

TESTS = Path(__file__).parents[1]
CASES = TESTS / "cases"


def with_entry(game, entry):
    """The game with one more (or another) rule in its rule book."""
    entries = {**game.rules.entries, entry.id: entry}
    config = Rulebook(game.rules.prefix, game.rules.title, entries, {e.number: e for e in entries.values()})
    return dataclasses.replace(game, rules=config)


@pytest.mark.parametrize("name", games.GAMES)
def test_every_rule_of_a_game_is_played_and_shown(name):
    assert gaps(games.find(name), CASES) == []


def test_an_action_that_nothing_tells_is_found():
    game = games.find("cycling")
    known = game.rules.entries["BA-6.6"]
    more = dataclasses.replace(known, id="BA-99", number=999, kind="action")
    found = gaps(with_entry(game, more), CASES)
    assert found == ["BA-99: an action, but no code reports it", "BA-99: no case makes the engine report it"]


def test_an_action_whose_function_does_not_name_it_is_found(monkeypatch):
    """Its event is reported, but no `@rule` has its id: it would have no function in docs/rules.md."""

    def without_breakaways(paths, prefix):
        return [each for each in cited(paths, prefix) if each[1][1:] != ("BA-6.9", "rule")]

    game, cited = games.find("cycling"), cases._cited_in
    assert static_gaps(game, TESTS) == []
    monkeypatch.setattr(cases, "_cited_in", without_breakaways)
    (found,) = static_gaps(game, TESTS)
    assert re.fullmatch(
        r"BA-6\.9: cards\.py:\d+ reports it, but no rule function names it: "
        r'add "BA-6\.9" to the @rule\(\.\.\.\) of the function that carries it out',
        found,
    )


def test_an_event_that_is_reported_without_one_of_its_numbers_is_found(monkeypatch):
    """Its sentence could not be written, which no case notices."""
    fields = {**DECLARED["BA-6.9"].fields, "gap": Unit("squares")}
    monkeypatch.setitem(DECLARED, "BA-6.9", dataclasses.replace(DECLARED["BA-6.9"], fields=fields))
    (found,) = static_gaps(games.find("cycling"), TESTS)
    assert re.fullmatch(
        r"cards\.py:\d+: BA-6\.9 is reported with the wrong number of numbers: "
        "give rider, card, lead, gap, in this order",
        found,
    )


def test_a_house_rule_that_no_code_reads_is_found(monkeypatch):
    game = games.find("cycling")
    more = dataclasses.replace(options_of(game.config)[0], name="hills", field="hills")
    monkeypatch.setattr(cases, "options_of", lambda config: (*options_of(config), more))
    assert static_gaps(game, TESTS) == ["the house rule hills changes nothing: no code reads config.hills"]


def test_a_refusal_that_nothing_refuses_by_is_found():
    game = games.find("cycling")
    more = dataclasses.replace(game.rules.entries["BA-6.6"], id="BA-99", number=999, kind="refusal")
    found = gaps(with_entry(game, more), CASES)
    assert found == ["BA-99: a refusal, but no code refuses anything by it", "BA-99: it refuses nothing in any case"]


def test_a_definition_without_a_case_and_a_named_test_that_is_not_there_are_found():
    game = games.find("cycling")
    entry = game.rules.entries["BA-6.6"]
    bare = dataclasses.replace(entry, id="BA-99", number=999)
    assert gaps(with_entry(game, bare), CASES) == ["BA-99: no case is about it and no test is named"]
    named = dataclasses.replace(bare, shown=("tests/cycling/test_race.py::test_that_nobody_wrote",))
    found = static_gaps(with_entry(game, named), TESTS)
    assert found == ["BA-99: tests/cycling/test_race.py::test_that_nobody_wrote does not exist"]


def test_code_that_names_an_unknown_rule_is_found():
    game = games.find("cycling")
    fewer = {name: entry for name, entry in game.rules.entries.items() if name != "BA-6.9"}
    config = Rulebook("BA", game.rules.title, fewer, {e.number: e for e in fewer.values()})
    found = static_gaps(dataclasses.replace(game, rules=config), TESTS)
    assert any("Breaking Away has no rule BA-6.9" in fault for fault in found)
    assert unknown_in_cases(dataclasses.replace(game, rules=config), CASES)


def test_a_case_that_fails_is_a_gap(tmp_path):
    text = (CASES / "cycling" / "team_and_track.toml").read_text(encoding="utf-8")
    place = tmp_path / "cases" / "cycling"
    place.mkdir(parents=True)
    (place / "altered.toml").write_text(text.replace("square = 121", "square = 122"), encoding="utf-8")
    found = gaps(games.find("cycling"), tmp_path / "cases")
    assert any(fault.startswith("case 4.1-a fails: Red A: expected on 122, found on 121") for fault in found)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            '{ id = "X-1", n = 1, kind = "action", says = "a" }, { id = "X-1", n = 2, kind = "data", says = "b" }',
            "X-1 appears twice",
        ),
        ('{ id = "X-1", kind = "law", says = "a" }', "X-1: unknown kind 'law'; known:"),
    ],
)
def test_a_rule_book_that_contradicts_itself_is_refused(tmp_path, text, fault):
    path = tmp_path / "rules.toml"
    path.write_text(f'prefix = "X"\ntitle = "X"\n[[chapter]]\ntitle = "c"\nrule = [{text}]\n', encoding="utf-8")
    with pytest.raises(ValueError, match=fault):
        load_rulebook(path)
