"""Records: every line sealed to those before it; any alteration is found, and its first line named."""

from __future__ import annotations

import copy
import hashlib
import json
import random

import pytest

from breakaway.core.entries import read_entry
from breakaway.core.match import Match, Sealed
from breakaway.core.record import (
    BadRecord,
    Files,
    Record,
    chain_hash,
    chained_onto,
    first_broken_link,
    parse,
    read_record,
    write_lines,
)
from breakaway.core.replay import moments, verify
from breakaway.core.state import digest_json
from breakaway.games.cycling.game import GAME

from .dice import DICE, PASS, ROLL, new_dice, turn
from .races import new_race, play_out

HEADER_FIELDS = (
    *("kind", "format", "game", "edition", "options", "names", "seats", "book", "book_hash"),
    *("chance", "commitment", "salts", "state", "hash", "seal"),
)


def text_of(lines):
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def fault_of(game, lines):
    """What `verify` says of these lines once they were written and read again, reading included; None: all is well."""
    try:
        return verify(game, parse(text_of(lines)))
    except BadRecord as error:
        return error


def resealed(lines):
    """The same lines with all seals made anew, as somebody would who knows how they are made."""
    fresh = []
    for line in lines:
        fresh.append(chained_onto(fresh, {name: value for name, value in line.items() if name != "seal"}))
    return fresh


@pytest.fixture(scope="module")
def race_lines():
    """A whole race on a short road, with names, an NMR, an undo, a ruling and instructions."""
    race = new_race(teams=3)
    race.instruct(2, ["lowest"])
    race.close()
    race.choose(0, [10, 8, 8, 5])
    race.close()
    race.undo()
    race.ruling(3)
    play_out(race, seed=4, absent=(1,))
    return race.record.lines


@pytest.fixture(scope="module")
def dice_lines():
    """A whole game of dice: rolls of one step and of three, passes, an undo."""
    for seed in range(100):
        match = new_dice(turns=8, secret=b"%d" % seed)
        for code in (ROLL, PASS, ROLL, ROLL):
            turn(match, code)
        match.undo()
        while not match.is_over():
            turn(match, ROLL)
        if any(len(line.get("chance", [])) == 3 for line in match.record.lines):
            return match.record.lines
    raise AssertionError("no six in 100 games")


@pytest.fixture(params=["race", "dice"])
def played(request, race_lines, dice_lines):
    """Game and lines of a finished match; a copy that may be altered."""
    lines = {"race": race_lines, "dice": dice_lines}[request.param]
    return {"race": GAME, "dice": DICE}[request.param], copy.deepcopy(lines)


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


def other(value):
    """Something of the same kind that is not the same."""
    if isinstance(value, bool) or value is None:
        return 1
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value[:-1] + ("0" if value[-1:] != "0" else "1")
    if isinstance(value, list):
        return [*value[:-1], other(value[-1])] if value else [0]
    name = next(reversed(value), None)
    return {**value, name: other(value[name])} if name is not None else {"0": [1]}


def leaves(value, path=()):
    """The paths of everything in a JSON value that holds nothing else."""
    if isinstance(value, dict | list) and value:
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, name))
    else:
        yield path


def put(value, path, new):
    for name in path[:-1]:
        value = value[name]
    value[path[-1]] = new


def get(value, path):
    for name in path:
        value = value[name]
    return value


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


# --- altered by somebody who makes all seals anew


RULED = ("orders", "chance", "steps", "changes", "hash", "n", "code", "why", "score", "rank")


@pytest.mark.slow
def test_a_forger_of_seals_is_found_by_the_rules_at_the_line_that_he_altered(played):
    game, lines = played
    for number, line in enumerate(lines, 1):
        for name in RULED:
            if number == 1 or name not in line or (name == "chance" and not line["chance"]):
                continue
            if name == "orders" and game is GAME and number == 2:
                continue  # nobody sent a line-up: a card of an order that is not whole would change nothing
            was = line[name]
            line[name] = other(was)
            fault = fault_of(game, resealed(lines))
            assert fault is not None, f"{name} of line {number}"
            assert fault.line == number, f"{name} of line {number}"
            line[name] = was


@pytest.mark.parametrize("name", ["book", "book_hash", "state", "hash", "game", "format", "kind"])
def test_a_forged_first_line_is_found_by_the_rules(played, name):
    game, lines = played
    lines[0][name] = other(lines[0][name])
    assert fault_of(game, resealed(lines)).line == 1


@pytest.mark.parametrize("name", ["state", "book"])
def test_a_forged_state_or_book_is_found_with_its_hash_made_anew(dice_lines, name):
    lines = copy.deepcopy(dice_lines)
    if name == "state":
        lines[0]["state"]["score"] = [5, 0]
        lines[0]["hash"] = digest_json(lines[0]["state"])
        assert fault_of(DICE, resealed(lines)).line == 1
    else:
        lines[0]["book"]["sides"] = 60
        lines[0]["book_hash"] = digest_json(lines[0]["book"])
        first_roll = next(i for i, line in enumerate(lines, 1) if line["kind"] == "turn" and line["chance"])
        assert fault_of(DICE, resealed(lines)).line == first_roll


def test_a_forged_commitment_or_secret_is_found_at_the_line_that_shows_the_secret(dice_lines):
    for number, name in ((0, "commitment"), (-1, "secret")):
        lines = copy.deepcopy(dice_lines)
        lines[number][name] = other(lines[number][name])
        fault = fault_of(DICE, resealed(lines))
        assert fault.line == len(lines)
        assert "hash from before the match" in str(fault)


def test_forged_salts_are_found_by_the_outcomes(dice_lines):
    lines = copy.deepcopy(dice_lines)
    lines[0]["salts"] = ["another", "bob's salt"]
    assert fault_of(DICE, resealed(lines)).line in {i for i, line in enumerate(lines[1:], 2) if line.get("chance")}


def loaded_dice(secret):
    """A match in which somebody chose the outcomes himself, played by the rules, under a header that says otherwise."""
    match = new_dice(chance="typed", turns=4, secret=secret)
    while not match.is_over():
        match.choose(match.state.who, [ROLL])
        match.resolve([4])  # always a five
    lines = copy.deepcopy(match.record.lines)
    lines[0]["chance"] = "sampled"
    return lines


def test_outcomes_that_keep_the_rules_but_were_not_drawn_from_the_secret_are_found():
    lines = loaded_dice(b"a secret")
    fault = fault_of(DICE, resealed(lines))
    assert fault is not None
    assert "secret" in str(fault)
    assert lines[fault.line - 1]["kind"] == "turn"


def test_a_forger_cannot_just_leave_the_secret_out():
    lines = loaded_dice(b"a secret")
    for end in ({**lines[-1], "secret": None}, {name: v for name, v in lines[-1].items() if name != "secret"}):
        fault = fault_of(DICE, resealed([*lines[:-1], end]))
        assert fault.line == len(lines)
        assert "missing" in str(fault)


def test_a_match_cannot_end_before_its_rules_say_so(played):
    game, lines = played
    end = {**lines[-1], "why": "", "score": [0] * len(lines[-1]["score"]), "rank": [1] * len(lines[-1]["rank"])}
    forged = resealed([lines[0], end])
    assert fault_of(game, forged).line == 2


def test_nothing_but_an_undo_follows_the_end(played):
    game, lines = played
    empty = {"kind": "turn", "n": 1, "orders": {}, "chance": [], "steps": 1, "changes": {}, "hash": lines[-2]["hash"]}
    for more in (lines[-1], empty, {"kind": "decree", "code": 0, "changes": {}, "hash": lines[-2]["hash"]}):
        assert fault_of(game, resealed([*lines, more])).line == len(lines) + 1
    assert fault_of(game, resealed([*lines[:-1], {**empty, "n": lines[-2]["n"] + 1}])).line == len(lines)


def test_there_is_no_undo_without_a_turn(played):
    game, lines = played
    fault = fault_of(game, resealed([lines[0], {"kind": "undo", "hash": lines[0]["hash"]}]))
    assert (fault.line, "nothing to undo" in str(fault)) == (2, True)


@pytest.mark.parametrize(
    "orders",
    [
        {},
        {"0": [1], "1": [1]},
        {"1": [1]},
        {"0": [0]},
        {"0": [3]},
        {"0": [-1]},
        {"0": [1, 1]},
        {"0": []},
        {"0": "1"},
        {"0": [True]},
        {"0": ["1"]},
        {"00": [1]},
        {"x": [1]},
        {"12": [1]},
        [1],
        None,
    ],
)
def test_orders_that_nobody_could_give_are_found(dice_lines, orders):
    lines = [dice_lines[0], {**dice_lines[1], "orders": orders}]
    assert fault_of(DICE, resealed(lines)).line == 2


def test_an_order_left_out_on_purpose_is_found_where_the_game_cannot_go_on_without():
    from .dice import STRICT

    match = new_dice()
    match.close()
    assert match.record.lines[1]["orders"] == {"0": [None]}
    assert verify(DICE, match.record) is None
    assert verify(STRICT, match.record).line == 2


@pytest.mark.parametrize("chance", [[6], [-1], [2**31], [1, 1], ["1"], [None], [True], "1", None, [1.0], []])
def test_outcomes_that_cannot_be_are_found(chance):
    match = new_dice(chance="typed")
    match.choose(0, [ROLL])
    match.resolve([1])
    lines = [match.record.lines[0], {**match.record.lines[1], "chance": chance}]
    assert fault_of(DICE, resealed(lines)).line == 2


def test_a_record_of_another_game_is_found_at_its_first_line(dice_lines, race_lines):
    assert fault_of(GAME, dice_lines).line == 1
    assert fault_of(DICE, race_lines).line == 1


# --- reading


GOOD = json.dumps(new_dice().record.lines[0])


def deep(levels):
    return '{"a":' * levels + "1" + "}" * levels


def header_with(**fields):
    return json.dumps({**json.loads(GOOD), **fields}) + "\n"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 0, "no complete line"),
        (GOOD, 0, "no complete line"),
        ("hello\n", 1, "not JSON"),
        ("\n", 1, "not JSON"),
        (GOOD + "\n\n", 2, "not JSON"),
        (GOOD + "\n{]\n", 2, "not JSON"),
        (GOOD + "\n" + "[" * 100_000 + "\n", 2, "not JSON"),
        (GOOD + "\n" + '{"kind":"turn","seal":"x","n":' + "9" * 5000 + "}\n", 2, "not JSON"),
        (GOOD + '\n{"kind":"turn","seal":"\\ud800"}\n', 2, "not JSON"),
        *[(GOOD[:-1] + f',"deep":{deep(n)}}}\n', 1, "nested too deeply") for n in (50, 500)],
        (GOOD[:-1] + ',"names":{}}\n', 1, "'names' appears twice"),
        (GOOD[:-1] + ',"more":[{"a":1,"b":2,"b":1}]}\n', 1, "'b' appears twice"),
        (GOOD[:-1] + f',"more":{2**53 + 1}}}\n', 1, "9007199254740993 is larger than 2"),
        (GOOD[:-1] + f',"more":[1, {-(2**53) - 1}]}}\n', 1, "-9007199254740993 is larger than 2"),
        (GOOD + "\n[1]\n", 2, "an entry with a kind and a seal"),
        (GOOD + '\n{"kind":"turn"}\n', 2, "an entry with a kind and a seal"),
        (GOOD + '\n{"seal":"00"}\n', 2, "an entry with a kind and a seal"),
        (GOOD + '\n{"kind":5,"seal":"00"}\n', 2, "an entry with a kind and a seal"),
        (header_with(kind="turn"), 1, "of kind 'match'"),
        (header_with(format=2), 1, "this record is in format 2; this program reads only format 1"),
        (header_with(format=None), 1, "this record is in format None"),
        (header_with(salts=[1]), 1, "'salts' must be a list of strings"),
        (header_with(seats=["Ada"]), 1, "'seats' must be a list of tables"),
        *[
            (header_with(**{name: 5}), 1, f"'{name}' must be ")
            for name in HEADER_FIELDS
            if name not in ("kind", "format", "state", "seal")
        ],
    ],
)
def test_what_is_no_record_is_a_clear_error_with_its_line(text, line, message):
    with pytest.raises(BadRecord, match=message) as bad:
        parse(text)
    assert bad.value.line == line


@pytest.mark.parametrize("wrong", [-1, 2**31, True, "3"])
def test_a_count_that_is_too_small_or_too_large_is_told_both_limits(wrong):
    with pytest.raises(BadRecord, match="'seat' must be a whole number from 0 to 2147483647"):
        read_entry(2, {"kind": "anchor", "seat": wrong, "anchor": "ab" * 32})
    turn = {"kind": "turn", "n": 1, "orders": {}, "chance": [wrong], "steps": 1, "changes": {}, "hash": "00"}
    with pytest.raises(BadRecord, match="'chance' must be a list of whole numbers from 0 to 2147483647"):
        read_entry(2, turn)


def test_a_file_that_is_no_text_is_no_record(tmp_path):
    path = tmp_path / "a.match"
    for data in (b"\xff\xfe\n", b"\x80" * 50 + b"\n", bytes(range(256)) * 4):
        path.write_bytes(data)
        for read in (read_record, lambda p: Files(p).read()):
            with pytest.raises(BadRecord):
                read(path)
            assert path.read_bytes() == data


def test_a_file_that_is_not_there_or_far_too_large_is_told(tmp_path, monkeypatch):
    with pytest.raises(FileNotFoundError):
        read_record(tmp_path / "none.match")
    path = tmp_path / "a.match"
    path.write_text(GOOD + "\n")
    monkeypatch.setattr("breakaway.core.record.LARGEST", 100)
    with pytest.raises(BadRecord, match="larger than"):
        read_record(path)


def test_reading_a_record_only_to_look_at_it_changes_nothing(tmp_path):
    path = tmp_path / "a.match"
    path.write_text(GOOD + '\n{"kind":"tu')
    before = path.read_bytes()
    assert read_record(path).torn == '{"kind":"tu'
    assert path.read_bytes() == before


# --- broken at random


def mutated(at_random, lines):
    """The lines with one thing replaced, removed or added somewhere within."""
    lines = copy.deepcopy(lines)
    number = at_random.randrange(len(lines))
    path = at_random.choice(list(leaves(lines[number])))
    path = path[: at_random.randrange(1, len(path) + 1)]
    odd = [0, -1, 1, 7, 13, 48, 255, 2**15, 2**31 - 1, 2**31, 2**63, 2**64, 1.5, None, True, "", "x", "0", [], {}, [[]]]
    if at_random.randrange(6) == 0 and len(path) > 0:
        holder = get(lines[number], path[:-1])
        del holder[path[-1]]
    else:
        put(lines[number], path, at_random.choice(odd))
    return lines


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_record_broken_at_random_never_does_worse_than_a_bad_record(played, seed):
    game, lines = played
    at_random = random.Random(seed)
    for _ in range(25 if game is GAME else 100):
        altered = mutated(at_random, lines)
        fault_of(game, altered)
        forged = altered
        if all(isinstance(line.get("kind"), str) for line in altered):
            if isinstance(altered[0].get("book"), dict) and at_random.randrange(2):
                altered[0]["book_hash"] = digest_json(altered[0]["book"])
            forged = resealed(altered)
        fault_of(game, forged)
        try:
            Match.load(game, parse(text_of(forged)), None)
        except BadRecord as error:
            fault = error
        else:
            fault = None
        assert fault is None or str(fault)


@pytest.mark.parametrize("seed", range(2))
def test_bytes_flipped_at_random_are_always_found(played, seed, tmp_path):
    game, lines = played
    whole = text_of(lines).encode()
    path = tmp_path / "a.match"
    at_random = random.Random(seed)
    for _ in range(40):
        at = at_random.randrange(len(whole))
        flipped = whole[:at] + bytes([whole[at] ^ 1 << at_random.randrange(8)]) + whole[at + 1 :]
        path.write_bytes(flipped)
        number = whole[:at].count(b"\n") + 1
        try:
            fault = verify(game, read_record(path))
        except BadRecord as error:
            fault = error
        # a blank may turn into nothing that counts, and a letter within a number's notation into the same number
        if fault is None:
            assert [json.loads(row) for row in flipped.decode().splitlines()] == lines
        else:
            assert fault.line in (0, number)


@pytest.mark.parametrize("seats", [-1, 0, 1, 13, 2**31 - 1])
def test_a_forged_number_of_teams_is_told_at_once(race_lines, seats):
    lines = copy.deepcopy(race_lines)
    lines[0]["book"]["teams"] = seats
    lines[0]["book_hash"] = digest_json(lines[0]["book"])
    fault = fault_of(GAME, resealed(lines))
    assert fault.line == 1
    assert "2 to 12" in str(fault)


@pytest.mark.parametrize("field", ["lines", "stages", "checkpoint", "length"])
def test_a_forged_book_that_no_rule_can_be_played_with_is_a_bad_record(race_lines, field):
    for value in (-1, 0, 25, 100, 32767):
        lines = copy.deepcopy(race_lines)
        was = lines[0]["book"][field]
        lines[0]["book"][field] = [value] * len(was) if isinstance(was, list) else value
        lines[0]["book_hash"] = digest_json(lines[0]["book"])
        fault = fault_of(GAME, resealed(lines))
        assert fault is None or fault.line >= 1


def test_an_order_sealed_in_a_match_is_no_part_of_its_record():
    match = new_dice()
    match.choose(0, [ROLL])
    assert match.sealed == {0: Sealed([ROLL])}
    assert len(match.record.lines) == 1
