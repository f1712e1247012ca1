"""One fold for a record: what it amounts to, entry by entry, for all who write, check, tell or look back in one."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from breakaway.club.actions import rulings_of
from breakaway.club.match_views import earlier
from breakaway.core.state import digest_json, to_json
from breakaway.games import manifest
from breakaway.games.cycling.game import GAME
from breakaway.records import public_records
from breakaway.records.entries import BadRecord, EndEntry, RulingEntry, TurnEntry, read_entry
from breakaway.records.history import Fold, entries_of, fold
from breakaway.records.match import Match
from breakaway.records.record_file import Record, chained_onto, parse, read_record
from breakaway.records.replay import verify
from breakaway.records.verify import verdict

from .dice import DICE, PASS, ROLL, new_dice, turn
from .races import new_race, play_out

GOLDEN = sorted((Path(__file__).parents[1] / "records").rglob("*.jsonl"))


def line_of(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def resealed(lines):
    fresh = []
    for line in lines:
        fresh.append(chained_onto(fresh, {name: value for name, value in line.items() if name != "seal"}))
    return fresh


def eventful_race(profile="postal"):
    """A race in which a team resigns and comes back by an undo, another resigns for good, and a ruling is undone."""
    race = new_race(teams=3, profile=profile)
    race.instruct(2, ["lowest"])
    race.close()
    race.choose(0, [10, 8, 8, 5])
    race.close()
    race.resign(0)
    race.undo()
    race.ruling(3)
    race.ruling(4)
    race.undo()
    race.resign(1)
    play_out(race, seed=4)
    return race


# --- bytes


@pytest.mark.parametrize("path", GOLDEN, ids=[path.stem for path in GOLDEN])
def test_every_golden_record_is_written_back_with_the_same_bytes(path):
    record = read_record(path)
    made = []
    for entry in entries_of(record):
        made.append(chained_onto(made, entry.line()))
    assert "".join(map(line_of, made)).encode() == path.read_bytes()


def test_a_public_record_is_written_back_with_the_same_bytes():
    lines = public_records.Publisher(GAME, eventful_race("blind").record).lines()
    made = []
    for entry in entries_of(Record(lines)):
        made.append(chained_onto(made, entry.line()))
    assert list(map(line_of, made)) == list(map(line_of, lines))


# --- what it amounts to


def amounts(found):
    return {name: value for name, value in vars(found).items() if name != "plain"}, dict(found.plain)


def test_a_fold_says_what_stands_what_was_taken_back_and_who_has_given_up():
    race = eventful_race()
    entries = list(entries_of(race.record))
    kinds = [entry.kind for entry in entries]
    assert kinds[:10] == ["match", "turn", "turn", "resign", "undo", "decree", "decree", "undo", "resign", "turn"]
    found, seen = Fold(), []
    for entry in entries:
        found.add(entry)
        seen.append(([each.number for each in found.standing], list(found.gone), found.closed))
    assert seen[:10] == [
        ([], [], 1),
        ([2], [], 2),
        ([2, 3], [], 3),
        ([2, 3], [0], 3),
        ([2], [], 5),  # whoever has resigned since is there again
        ([2, 6], [], 5),
        ([2, 6, 7], [], 5),
        ([2, 6], [], 5),  # orders that were sealed before the ruling are sealed still
        ([2, 6], [1], 5),
        ([2, 6, 10], [1], 10),
    ]
    assert [each.number for each in found.taken_back] == [3, 7]
    assert (found.is_ended, found.turns, found.steps) == (True, kinds.count("turn"), race.steps)
    assert [found.length_at(n) for n in range(4)] == [1, 2, 6, 10]


@pytest.mark.parametrize("game", ["race", "dice"])
def test_the_match_that_is_played_amounts_to_what_its_record_says_at_every_entry(game):
    match = eventful_race() if game == "race" else new_dice(turns=8, secret=b"1")
    for code in () if game == "race" else (ROLL, PASS, ROLL):
        turn(match, code)
    if game == "dice":
        match.undo()
        match.ruling(0)
        turn(match, PASS)
    entries = list(entries_of(match.record))
    assert amounts(match.fold) == amounts(fold(entries))
    for n in range(1, len(entries) + 1):
        loaded, found = Match.load(match.game, Record(match.record.lines[:n]), None), fold(entries[:n])
        written = n if found.is_ended or not loaded.is_over() else n + 1  # the end is written where it was missing
        assert len(loaded.record.lines) == written
        assert to_json(loaded.state) == found.plain
        assert (loaded.gone, len(loaded.log)) == (found.gone, len(found.standing))
        assert [orders is None for _, orders in loaded.history] == [
            isinstance(each.entry, RulingEntry) for each in found.open
        ]


def test_who_watches_late_stands_on_the_entries_up_to_his_turn():
    race = eventful_race()
    for behind in range(1, len(race.log) + 1):
        was = earlier(race, behind)
        assert len(was.fold.entries) == len(was.record.lines) == race.fold.length_at(len(race.log) - behind)
        assert (to_json(was.state), was.gone) == (was.fold.plain, [1] if len(was.log) > 2 else [])
        assert [each.turn for each in rulings_of(was)] == ([1] if len(was.log) > 1 else [])


def test_a_change_of_edition_begins_anew_what_can_be_taken_back():
    lines = copy.deepcopy(eventful_race().record.lines[:7])
    lines[0]["edition"] = "0"
    match = Match.load(GAME, Record(resealed(lines)), None)
    found = match.fold
    assert (found.first, found.begun, found.open, match.history) == (3, 8, [], [])
    assert (found.edition, found.length_at(3), len(match.log)) == (GAME.edition, 8, 3)
    with pytest.raises(BadRecord, match="line 9: there is nothing to undo"):
        fold([*found.entries, read_entry(9, {"kind": "undo", "hash": "x"})])


def test_a_public_record_holds_in_which_a_team_that_had_resigned_came_back_by_an_undo():
    """BA-V3."""
    race = eventful_race("blind")
    public = Record(public_records.Publisher(GAME, race.record).lines())
    assert (public_records.verify(GAME, public), public_records.verify(GAME, public, race.record)) == (None, None)
    assert fold(entries_of(public)).gone == [1]


# --- what cannot be


WRONG = {
    "n": (None, "1", True, -1, 1.0, 2**31),
    "orders": (None, [1], {"0": 1}, {"x": [1]}, {"00": [1]}, {"12": [1]}, {"0": [True]}, {"0": [1.0]}),
    "chance": (None, 1, {}, [None], [True], [-1], [2**31], ["1"]),
    "steps": (None, "1", True, 1.0, -1),
    "answered": (1, [], {"0": 1}, {"x": "coach"}),
    "changes": (None, [], 1),
    "hash": (None, 1),
    "code": (None, "3", True, 3.0),
    "by": ("0", True, []),
    "seat": (None, "0", True),
    "edition": (None, 2),
    "from": (None, 1),
    "state": (None, [], 1),
    "why": (None, 1),
    "score": (None, 1, [None], [True], [1.0]),
    "rank": (None, {}, ["1"]),
    "secret": (1, "xyz", "0", []),
    "instructions": (None, [], {"0": "lowest"}, {"x": []}, {"0": [1]}),
}
RIGHT = {
    "turn": {"n": 1, "orders": {"0": [1, None]}, "chance": [0], "steps": 1, "changes": {}, "hash": "x"},
    "decree": {"code": 3, "changes": {}, "hash": "x"},
    "undo": {"hash": "x"},
    "resign": {"seat": 0, "hash": "x"},
    "edition": {"edition": "2", "from": "1", "state": {}, "hash": "x"},
    "end": {"why": "", "score": [0], "rank": [1], "secret": None, "instructions": {"0": ["lowest"]}},
}


@pytest.mark.parametrize("kind", RIGHT)
def test_a_field_of_the_wrong_type_is_told_with_its_line_and_name(kind):
    right = {"kind": kind, **RIGHT[kind]}
    assert read_entry(7, right).line() == right
    may = {"turn": {"answered": {"0": "random"}}, "decree": {"by": 1}}.get(kind, {})
    assert {**right, **may} == read_entry(7, {**right, **may}).line()
    for name in {**right, **may}.keys() - {"kind"}:
        for value in WRONG[name]:
            with pytest.raises(BadRecord, match=f"line 7: '{name}' must (be|have|list) ") as bad:
                read_entry(7, {**right, **may, name: value})
            assert bad.value.line == 7


def test_an_entry_does_not_change():
    entry = read_entry(7, {"kind": "undo", "hash": "x"})
    with pytest.raises(AttributeError):
        entry.hash = "y"


def test_a_second_first_line_is_found():
    lines = new_dice().record.lines
    fault = verify(DICE, parse("".join(map(line_of, resealed([lines[0], lines[0]])))))
    assert str(fault) == "line 2: the first line must be of kind 'match', and no other line may be of this kind"


@pytest.mark.parametrize("value", [1.0, True])
def test_a_forger_who_writes_a_number_in_another_way_is_found(value):
    match = new_dice(chance="typed")
    match.choose(0, [ROLL])
    match.resolve([1])
    lines = copy.deepcopy(match.record.lines)
    assert lines[1]["changes"]["turn"] == 1
    lines[1]["changes"]["turn"] = value
    lines[1]["hash"] = digest_json({**lines[0]["state"], **lines[1]["changes"]})
    try:
        fault = verify(DICE, parse("".join(map(line_of, resealed(lines)))))
    except BadRecord as error:  # a fraction cannot even be read
        fault = error
    assert fault is not None
    assert fault.line == 2


def test_changes_of_a_field_that_the_state_has_not_are_found():
    lines = copy.deepcopy(new_dice().record.lines)
    lines.append({"kind": "turn", **RIGHT["turn"], "changes": {"odd": 1}})
    with pytest.raises(BadRecord, match="line 2: changes: unknown field 'odd'"):
        fold(entries_of(Record(lines)))


@cache
def broken_records():
    """By name: the game, a record, and of a public one the whole."""
    race = eventful_race().record
    dice = new_dice(turns=4, secret=b"3")
    while not dice.is_over():
        turn(dice, ROLL)
    found = {"dice": (DICE, dice.record, None), "race": (GAME, race, None)}
    blind = eventful_race("blind").record
    found["public"] = GAME, Record(public_records.Publisher(GAME, blind).lines()), blind
    for path in GOLDEN:
        if path.stem in ("people-led", "advanced-resigned"):
            record = read_record(path)
            found[path.stem] = manifest.find(record.header["game"]), Record(record.lines[:12]), None
    return found


def paths(value, path=()):
    if path:
        yield path
    if isinstance(value, dict | list):
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from paths(inner, (*path, name))


ODD = st.sampled_from([1.0, 2**31, 2**70, "0", "", {"0": 1}, {"0": [1]}, {"x": []}, [[1]], [["BA-1", 1]], -1, "00"])
JSON = ODD | st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=4,
)
RULED = {"kind", "n", "chance", "steps", "changes", "hash", "code", "why", "score", "rank", "book", "state", "told"}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["dice", "race", "public", "people-led", "advanced-resigned"])
@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(data=st.data())
def test_any_value_in_place_of_any_part_of_a_record_is_never_worse_than_a_bad_record(name, data):
    game, record, whole = broken_records()[name]
    lines = copy.deepcopy(record.lines)
    number = data.draw(st.integers(0, len(lines) - 1))
    path = (data.draw(st.sampled_from(list(lines[number]))),)
    if data.draw(st.booleans()):
        path = data.draw(st.sampled_from(list(paths(lines[number]))))
    holder = lines[number]
    for part in path[:-1]:
        holder = holder[part]
    value = data.draw(JSON)
    assume(line_of(value) != line_of(holder[path[-1]]))
    holder[path[-1]] = value
    fault, found = None, Record(lines)
    try:
        found = parse("".join(map(line_of, resealed(lines) if path != ("seal",) else lines)))
        fault = public_records.verify(game, found)
    except BadRecord as error:
        fault = error
    assert fault is None or (isinstance(fault, BadRecord) and str(fault))
    free = {("public", "told"): True, (name, "chance"): number == 0}  # what only the whole record, or the end, can tell
    if path[0] in RULED and not free.get((name, path[0])):
        assert fault is not None, (number + 1, path)
    if fault is None:
        assert verdict(found).sentences
        assert whole is None or public_records.verify(game, found, whole) is not None
        assert whole is not None or Match.load(game, found, None)


def test_the_entries_are_what_readers_ask_for():
    entries = list(entries_of(eventful_race().record))
    end = entries[-1]
    assert isinstance(end, EndEntry)
    assert isinstance(entries[2], TurnEntry)
    assert entries[2].orders == {"0": [10, 8, 8, 5], "1": [None] * 4, "2": [None] * 4}
    assert (end.why, len(end.rank), end.instructions) == ("BA-R13", 3, {"2": ["lowest"]})
