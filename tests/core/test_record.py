"""Records: every line sealed to those before it; any alteration is found, and its first line named."""

from __future__ import annotations

import hashlib
import json
import random

import pytest

from breakaway.records.match import Sealed
from breakaway.records.record_file import (
    Files,
    Record,
    chain_hash,
    chained_onto,
    first_broken_link,
    parse,
    read_record,
    write_lines,
)
from breakaway.records.replay import moments, verify

from .dice import DICE, ROLL, new_dice, turn
from .races import new_race, play_out
from .record_edits import HEADER_FIELDS, fault_of, get, leaves, other, put, text_of

# --- seals


def test_a_seal_is_the_hash_of_the_seal_before_and_the_lines_own_content():
    first = {"kind": "x", "b": [1, 2], "a": "ü"}
    one = hashlib.sha256('{"a":"ü","b":[1,2],"kind":"x"}'.encode()).hexdigest()[:32]
    two = hashlib.sha256(one.encode() + b'{"kind":"y"}').hexdigest()[:32]
    assert chain_hash("", first) == chain_hash("", {**first, "seal": "anything"}) == one
    lines = [chained_onto([], first)]
    lines.append(chained_onto(lines, {"kind": "y"}))
    assert [line["seal"] for line in lines] == [one, two]
    assert first_broken_link(Record(lines)) == 0


def test_a_whole_match_holds(played):
    game, lines = played
    assert {line["kind"] for line in lines} >= {"match", "turn", "undo", "end"}
    assert fault_of(game, lines) is None
    assert [moment.number for moment in moments(game, parse(text_of(lines)))] == list(range(1, len(lines) + 1))


def test_a_record_file_is_one_json_value_a_line(tmp_path):
    path = tmp_path / "a.match"
    race = new_race(Files(path))
    play_out(race)
    assert [json.loads(row) for row in path.read_text(encoding="utf-8").splitlines()] == race.record.lines
    copied = tmp_path / "b.match"
    write_lines(copied, race.record.lines)
    assert copied.read_bytes() == path.read_bytes()
    assert read_record(copied).lines == race.record.lines


# --- altered without a thought for the seals


def test_every_field_is_there_to_be_altered(race_lines, dice_lines):
    assert set(race_lines[0]) == set(HEADER_FIELDS)
    for lines in (race_lines, dice_lines):
        by_kind = {line["kind"]: set(line) for line in lines}
        draws = {"draws"} if lines is dice_lines else set()  # a race of this kind draws nothing
        assert by_kind["turn"] == {"kind", "n", "orders", "chance", "steps", "changes", "hash", "seal"} | draws
        assert by_kind["undo"] == {"kind", "hash", "seal"}
        assert by_kind["end"] == {"kind", "why", "score", "rank", "secret", "instructions", "seal"}
    assert {line["kind"]: set(line) for line in race_lines}["decree"] == {"kind", "code", "changes", "hash", "seal"}


@pytest.mark.slow
def test_any_altered_field_of_any_line_is_found_and_its_line_named(played):
    game, lines = played
    for number, line in enumerate(lines, 1):
        for name in list(line):
            was = line[name]
            line[name] = other(was)
            fault = fault_of(game, lines)
            assert fault is not None, f"{name} of line {number}"
            assert fault.line == number, f"{name} of line {number}"
            line[name] = was
    assert fault_of(game, lines) is None


@pytest.mark.sample("dice")
def test_any_removed_field_of_any_line_is_found_and_its_line_named(played):
    game, lines = played
    for number, line in enumerate(lines, 1):
        for name in list(line):
            without = {each: value for each, value in line.items() if each != name}
            fault = fault_of(game, [*lines[: number - 1], without, *lines[number:]])
            assert fault is not None, f"{name} of line {number}"
            assert fault.line == number, f"{name} of line {number}"


def test_an_added_field_is_found(played):
    game, lines = played
    for number in range(1, len(lines) + 1):
        altered = [*lines[: number - 1], {**lines[number - 1], "note": "hello"}, *lines[number:]]
        assert fault_of(game, altered).line == number


@pytest.mark.sample("dice")
def test_any_single_number_or_text_deep_within_a_line_is_found(played):
    game, lines = played
    at_random = random.Random(5)
    paths = [(number, path) for number, line in enumerate(lines, 1) for path in leaves(line)]
    for number, path in at_random.sample(paths, min(100, len(paths))):
        line = lines[number - 1]
        was = get(line, path)
        put(line, path, other(was))
        fault = fault_of(game, lines)
        assert fault is not None, (number, path)
        assert fault.line == number, (number, path)
        put(line, path, was)


def test_a_removed_line_is_found_where_it_stood(played):
    game, lines = played
    for i in range(len(lines) - 1):
        assert fault_of(game, lines[:i] + lines[i + 1 :]).line == i + 1


def test_two_lines_that_changed_places_are_found_at_the_first(played):
    game, lines = played
    for i in range(len(lines) - 1):
        swapped = [*lines[:i], lines[i + 1], lines[i], *lines[i + 2 :]]
        assert fault_of(game, swapped).line == i + 1


def test_a_line_that_stands_twice_is_found_at_the_second(played):
    game, lines = played
    for i in range(len(lines)):
        assert fault_of(game, [*lines[: i + 1], *lines[i:]]).line == i + 2


def test_a_record_cut_between_two_lines_is_a_match_that_still_runs(played):
    game, lines = played
    for n in range(1, len(lines)):
        assert fault_of(game, lines[:n]) is None
    assert fault_of(game, []).line == 0


def test_a_record_cut_within_a_line_is_told_with_that_line(played):
    game, lines = played
    at_random = random.Random(3)
    for n in range(1, len(lines)):
        torn = json.dumps(lines[n])
        for cut in (1, at_random.randrange(1, len(torn)), len(torn)):
            fault = verify(game, parse(text_of(lines[:n]) + torn[:cut]))
            assert fault.line == n + 1
            assert "incomplete" in str(fault)


def test_a_line_of_another_match_is_found(dice_lines):
    match = new_dice(turns=8, secret=b"another")
    turn(match)
    foreign = match.record.lines[1]
    assert fault_of(DICE, [dice_lines[0], foreign, *dice_lines[2:]]).line == 2


def test_an_order_sealed_in_a_match_is_no_part_of_its_record():
    match = new_dice()
    match.choose(0, [ROLL])
    assert match.sealed == {0: Sealed([ROLL])}
    assert len(match.record.lines) == 1
