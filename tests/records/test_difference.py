"""A golden record that fails says what differs first and what to do (tests/records/difference.py)."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from breakaway.core.state import key
from breakaway.games import manifest as games
from breakaway.records.record_file import read_record

from .difference import ALTERED, CHANGED, COMPILED, compiled_difference, differences, first_difference
from .falsified_edits import reseal
from .replayed import replayed

HERE = Path(__file__).parent
RACE, FATE = "cycling/blind-three-teams.jsonl", "fate/advanced-rosters-led.jsonl"
FAIR = "fate/basic-fair.jsonl"  # its outcomes are drawn from a secret


def altered(name, number, change):
    """A golden record whose line `number` (from 1) went through `change`."""
    record = deepcopy(read_record(HERE / name))
    change(record.lines[number - 1])
    return record


def line_of(name, wanted):
    """The number of the first line after the tenth of which `wanted` is true."""
    return next(i for i, line in enumerate(read_record(HERE / name).lines, 1) if i > 10 and wanted(line))


def test_a_golden_record_has_no_difference():
    assert first_difference(read_record(HERE / RACE), RACE) == ""


def test_a_changed_number_is_shown_with_its_turn_its_field_and_what_the_rules_give():
    def change(line):
        assert line["changes"]["turn"] == 5
        line["changes"]["turn"] = 6

    told = first_difference(altered(RACE, 6, change), RACE).splitlines()
    assert told[:4] == [
        f"{RACE} no longer comes out the same.",
        "First difference: turn 5, which is line 6, field changes.turn",
        "Expected, as recorded: 6",
        "Found, by the rules: 5",
    ]
    assert told[4].startswith("Rules that act in this turn: BA-7.2.5, BA-7.2.2, BA-6.1")
    assert told[5:] == [ALTERED.format(path=RACE)]


def test_of_a_table_one_cell_is_shown():
    number = line_of(FATE, lambda line: isinstance(line.get("changes", {}).get("score"), list))
    now = read_record(HERE / FATE).lines[number - 1]["changes"]["score"]
    told = first_difference(altered(FATE, number, lambda line: line["changes"].update(score=[now[0], 99])), FATE)
    assert f"field changes.score[1]\nExpected, as recorded: 99\nFound, by the rules: {now[1]}\n" in told


def test_a_field_that_only_the_record_changes_is_shown_beside_nothing():
    told = first_difference(altered(RACE, 6, lambda line: line["changes"].update(why=7)), RACE)
    assert "field changes.why\nExpected, as recorded: 7\nFound, by the rules: nothing\n" in told


def test_an_outcome_that_the_secret_does_not_give_is_shown_before_what_follows_from_it():
    number = line_of(FAIR, lambda line: len(line.get("chance", [])) > 1)
    drawn = read_record(HERE / FAIR).lines[number - 1]["chance"]
    other = (drawn[1] + 1) % 9
    told = first_difference(altered(FAIR, number, lambda line: line["chance"].__setitem__(1, other)), FAIR)
    assert f"field chance[1]\nExpected, as recorded: {other}\nFound, by the rules: {drawn[1]}\n" in told


def test_the_start_and_the_end_are_compared_like_a_turn():
    told = first_difference(altered(RACE, 1, lambda line: line["state"].update(turn=2)), RACE)
    assert (
        "First difference: line 1 ('match'), before the first turn, field state.turn\n"
        "Expected, as recorded: 2\nFound, by the rules: 1\n"
    ) in told
    last = len(read_record(HERE / RACE).lines)
    told = first_difference(altered(RACE, last, lambda line: line.update(rank=[1, 1, 1])), RACE)
    assert f"line {last} ('end'), after turn {last - 2}, field rank[0]\nExpected, as recorded: 1\n" in told


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda line: line["orders"].update({"2": [99] * 4}), "seat 2: each code must be a number from 0 to 15"),
        (lambda line: line["orders"].pop("1"), "there are orders for seats ['0', '2']"),
        (lambda line: line.update(steps="2"), "'steps'"),
        (lambda line: line.update(seal="0" * 32), "this entry was altered: its hash does not match"),
    ],
)
def test_what_the_rules_cannot_play_is_told_with_the_reason(change, said):
    told = first_difference(altered(RACE, 6, change), RACE)
    assert "First difference: turn 5, which is line 6\nWhat is wrong: " in told
    assert said in told


def test_a_record_without_its_end_names_the_line_after_which_it_stops():
    record = deepcopy(read_record(HERE / RACE))
    record.torn = '{"kind":"tu'
    told = first_difference(record, RACE)
    assert f"First difference: after line {len(record.lines)}, the last one\n" in told
    assert told.endswith(ALTERED.format(path=RACE))


@pytest.mark.parametrize(("name", "field"), [(RACE, "turn"), (FATE, "base")])
def test_a_changed_rule_shows_the_first_turn_that_it_changes_and_asks_for_a_new_edition(name, field):
    """The file is as it was written: all its hashes are right."""
    record, moments = replayed(HERE / name)
    number = line_of(name, lambda line: field in line.get("changes", {}) and line.get("steps") == 1)
    entry, changed_at = moments[number - 1].entry, key(moments[number - 1].before)

    def with_another_rule(game):
        def step(s, config, orders, chance, log):
            is_changed = key(s) == changed_at
            game.step(s, config, orders, chance, log)
            setattr(s, field, getattr(s, field) + is_changed)

        return replace(game, step=step, earlier=tuple(map(with_another_rule, game.earlier)))

    game = with_another_rule(games.find(record.header["game"]))
    told = first_difference(record, name, game)
    assert told.splitlines()[1:4] == [
        f"First difference: turn {entry.n}, which is line {number}, field changes.{field}",
        f"Expected, as recorded: {entry.changes[field]}",
        f"Found, by the rules: {entry.changes[field] + 1}",
    ]
    assert told.endswith(CHANGED.format(folder=f"src/breakaway/games/{game.name}"))


def test_a_forged_file_whose_hashes_were_made_again_is_measured_by_the_rules():
    record = altered(RACE, 6, lambda line: line["changes"].update(turn=6))
    record.lines = reseal(record.lines)
    told = first_difference(record, RACE)
    assert "turn 5, which is line 6, field changes.turn\nExpected, as recorded: 6\nFound, by the rules: 5\n" in told
    assert "Never edit this record" in told


def test_a_turn_that_comes_out_differently_compiled_shows_the_first_cell():
    _record, moments = replayed(HERE / RACE)
    moment = moments[5]
    other = deepcopy(moment.state)
    other.turn += 1
    assert compiled_difference(RACE, moment.entry, moment.state, moment.state, 0) == ""
    assert compiled_difference(RACE, moment.entry, moment.state, other, 0) == (
        f"{RACE} comes out differently in compiled code.\nFirst difference: turn 5, field state.turn\n"
        f"Expected, as in plain Python: {moment.state.turn}\nFound, compiled: {other.turn}\n{COMPILED}"
    )
    told = compiled_difference(RACE, moment.entry, moment.state, moment.state, 1)
    assert "field outcomes used\nExpected, as in plain Python: 0\nFound, compiled: 1\n" in told


def test_values_are_compared_as_written():
    assert list(differences({"a": [1, 2], "b": 1}, {"a": [1, 2], "b": 1}, "x")) == []
    assert list(differences({"a": [1, 2], "b": 1}, {"a": [1, 3], "b": 1.0, "c": True}, "x")) == [
        ("x.a[1]", "2", "3"),
        ("x.b", "1", "1.0"),
        ("x.c", "nothing", "True"),
    ]
    assert list(differences([1], [1, 2], "x")) == [("x", "[1]", "[1, 2]")]
