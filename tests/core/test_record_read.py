"""Files read as records: what is none is a clear error, also after something in it was broken at random."""

from __future__ import annotations

import json
import random

import pytest

from breakaway.core.state import digest_json
from breakaway.games.cycling.game import GAME
from breakaway.records.entries import BadRecord, read_entry
from breakaway.records.match import Match
from breakaway.records.record_file import Files, parse, read_record
from breakaway.records.replay import verify

from .dice import new_dice
from .record_edits import HEADER_FIELDS, fault_of, mutated, resealed, text_of

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
    monkeypatch.setattr("breakaway.records.record_file.LARGEST", 100)
    with pytest.raises(BadRecord, match="larger than"):
        read_record(path)


def test_reading_a_record_only_to_look_at_it_changes_nothing(tmp_path):
    path = tmp_path / "a.match"
    path.write_text(GOOD + '\n{"kind":"tu')
    before = path.read_bytes()
    assert read_record(path).torn == '{"kind":"tu'
    assert path.read_bytes() == before


# --- broken at random


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
