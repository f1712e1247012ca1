"""States and books: flat, copied, written as JSON, hashed and turned into records."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from breakaway.core.state import (
    RANGES,
    BadState,
    apply_changes,
    canonical,
    changes,
    columns,
    copy,
    digest,
    digest_json,
    fits,
    from_json,
    key,
    number,
    table,
    to_json,
)


@dataclass(slots=True)
class Small:
    turn: int = number()
    seed: int = number("u8", default=7)
    deck: list[int] = table(3, kind="i1")
    hand: list[list[int]] = table(2, 2)


def small():
    return Small(turn=3, seed=2**64 - 1, deck=[1, -2, 3], hand=[[4, 5], [6, 7]])


PLAIN = {"turn": 3, "seed": 2**64 - 1, "deck": [1, -2, 3], "hand": [[4, 5], [6, 7]]}

numbers = {kind: st.integers(*limits) for kind, limits in RANGES.items()}
smalls = st.builds(
    Small,
    turn=numbers["i4"],
    seed=numbers["u8"],
    deck=st.lists(numbers["i1"], min_size=3, max_size=3),
    hand=st.lists(st.lists(numbers["i2"], min_size=2, max_size=2), min_size=2, max_size=2),
)


def test_a_fresh_state_holds_its_defaults_and_tables_of_nought():
    assert to_json(Small()) == {"turn": 0, "seed": 7, "deck": [0, 0, 0], "hand": [[0, 0], [0, 0]]}


def test_two_fresh_states_share_no_table():
    one, two = Small(), Small()
    one.deck[0] = 9
    one.hand[1][1] = 9
    assert two == Small()


def test_columns_tell_name_size_and_shape_in_the_declared_order():
    told = [(c.name, c.kind, c.shape) for c in columns(Small)]
    assert told == [("turn", "i4", ()), ("seed", "u8", ()), ("deck", "i1", (3,)), ("hand", "i2", (2, 2))]


def test_a_field_that_is_not_flat_is_refused_by_name():
    @dataclass
    class Bad:
        turn: int = number()
        who: list[str] = field(default_factory=list)

    with pytest.raises(TypeError, match=r"Bad\.who"):
        columns(Bad)


def test_a_copy_is_equal_and_independent_both_ways():
    s = small()
    t = copy(s)
    assert t == s
    assert t is not s
    t.turn, t.deck[1], t.hand[0][1] = 99, 99, 99
    assert s == small()
    s.hand[1][0] = 55
    assert t.hand[1][0] == 6


@given(smalls)
@settings(deadline=None, max_examples=100)
def test_a_state_survives_json_copy_and_key(s):
    assert from_json(Small, json.loads(json.dumps(to_json(s)))) == s
    assert copy(s) == s
    assert key(copy(s)) == key(s)
    assert fits(s)


@given(smalls, smalls)
@settings(deadline=None, max_examples=100)
def test_keys_and_digests_are_equal_exactly_for_equal_states(a, b):
    assert (key(a) == key(b)) == (a == b) == (digest(a) == digest(b))
    assert apply_changes(a, changes(a, b)) == b
    assert (changes(a, b) == {}) == (a == b)


def test_changes_name_only_the_fields_that_differ():
    s = small()
    t = copy(s)
    t.turn, t.hand[1][1] = 4, 8
    assert changes(s, t) == {"turn": 4, "hand": [[4, 5], [6, 8]]}


@pytest.mark.parametrize("wrong", [5, [], {"turns": 1}, {"deck": [1, 2]}, {"turn": "4"}])
def test_changes_that_do_not_fit_are_refused(wrong):
    with pytest.raises(BadState):
        apply_changes(small(), wrong)


def test_the_digest_is_sha256_over_the_canonical_text():
    by_hand = b'{"deck":[1,-2,3],"hand":[[4,5],[6,7]],"seed":18446744073709551615,"turn":3}'
    assert canonical(to_json(small())) == by_hand
    assert digest(small()) == hashlib.sha256(by_hand).hexdigest()[:32] == digest_json(PLAIN)


def test_the_canonical_text_sorts_names_drops_blanks_and_keeps_letters():
    assert canonical({"b": [1, {"d": None, "c": True}], "a": "ü"}) == '{"a":"ü","b":[1,{"c":true,"d":null}]}'.encode()


def test_the_digest_does_not_depend_on_the_order_of_fields():
    turned = dict(reversed(PLAIN.items()))
    assert list(turned) != list(PLAIN)
    assert digest_json(turned) == digest_json(PLAIN)


def changed(**fields):
    return {**PLAIN, **fields}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "Small: expected a table of fields"),
        (None, "Small: expected a table of fields"),
        (changed(extra=1), "Small: unknown field 'extra'"),
        ({k: v for k, v in PLAIN.items() if k != "deck"}, "Small.deck is missing"),
        (changed(turn="3"), "Small.turn: expected a whole number, found '3'"),
        (changed(turn=3.0), "Small.turn: expected a whole number, found 3.0"),
        (changed(turn=True), "Small.turn: expected a whole number, found True"),
        (changed(turn=None), "Small.turn: expected a whole number, found None"),
        (changed(turn=[3]), "Small.turn: expected a whole number"),
        (changed(turn=2**31), "Small.turn: expected a number from -2147483648 to 2147483647, found 2147483648"),
        (changed(turn=-(2**31) - 1), "Small.turn: expected a number from -2147483648 to 2147483647, found -2147483649"),
        (changed(seed=-1), "Small.seed: expected a number from 0 to 18446744073709551615, found -1"),
        (
            changed(seed=2**64),
            "Small.seed: expected a number from 0 to 18446744073709551615, found 18446744073709551616",
        ),
        (changed(deck=[1, 2]), "Small.deck: expected a list with 3 values"),
        (changed(deck=[1, 2, 3, 4]), "Small.deck: expected a list with 3 values"),
        (changed(deck=5), "Small.deck: expected a list with 3 values"),
        (changed(deck={"0": 1}), "Small.deck: expected a list with 3 values"),
        (changed(deck=[1, 128, 3]), r"Small.deck\[1\]: expected a number from -128 to 127, found 128"),
        (changed(deck=[1, 2, -129]), r"Small.deck\[2\]: expected a number from -128 to 127, found -129"),
        (changed(deck=[1, None, 3]), r"Small.deck\[1\]: expected a whole number, found None"),
        (changed(deck=[1, True, 3]), r"Small.deck\[1\]: expected a whole number, found True"),
        (changed(hand=[[4, 5], [6]]), r"Small.hand\[1\]: expected a list with 2 values"),
        (changed(hand=[[4, 5], 6]), r"Small.hand\[1\]: expected a list with 2 values"),
        (changed(hand=[[4, 5]]), "Small.hand: expected a list with 2 values"),
        (
            changed(hand=[[4, 5], [6, 40_000]]),
            r"Small.hand\[1\]\[1\]: expected a number from -32768 to 32767, found 40000",
        ),
    ],
)
def test_a_bad_state_names_its_field_and_what_would_be_right(data, message):
    with pytest.raises(BadState, match=message):
        from_json(Small, data)


def test_a_list_given_is_not_the_list_kept():
    data = {**PLAIN, "deck": [1, 2, 3], "hand": [[1, 2], [3, 4]]}
    s = from_json(Small, data)
    s.deck[0] = 50
    s.hand[0][0] = 50
    assert data["deck"] == [1, 2, 3]
    assert data["hand"] == [[1, 2], [3, 4]]
    told = to_json(s)
    told["hand"][1][1] = 77
    assert s.hand[1][1] == 4


@pytest.mark.parametrize(
    ("kind", "low", "high"), [("i1", -128, 127), ("i2", -32768, 32767), ("i4", -(2**31), 2**31 - 1)]
)
def test_the_ranges_are_those_of_the_named_sizes(kind, low, high):
    assert RANGES[kind] == (low, high)
    assert RANGES["i8"] == (-(2**63), 2**63 - 1)
    assert RANGES["u8"] == (0, 2**64 - 1)


@pytest.mark.parametrize(
    "s",
    [Small(turn=2**31), Small(seed=-1), Small(deck=[0, 0, 128]), Small(hand=[[0, 0], [0, -32769]]), Small(deck=[0, 0])],
)
def test_a_state_that_has_outgrown_its_sizes_does_not_fit(s):
    assert not fits(s)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.slow
@given(st.dictionaries(st.sampled_from([*PLAIN, "extra"]), json_values | st.sampled_from(list(PLAIN.values()))))
@settings(deadline=None, max_examples=150)
def test_any_other_json_is_a_bad_state_and_nothing_else(data):
    try:
        s = from_json(Small, data)
    except BadState as error:
        message = str(error)
    else:
        message = ""
        assert to_json(s) == data
    assert message == "" or message.startswith("Small")


# --- records


def test_the_record_type_is_derived_from_the_declaration():
    np = pytest.importorskip("numpy")
    from breakaway.lab.compiling import dtype_of

    kinds = {name: (kind[0].base, kind[0].shape) for name, kind in dtype_of(Small).fields.items()}
    assert kinds == {
        "turn": (np.dtype("i4"), ()),
        "seed": (np.dtype("u8"), ()),
        "deck": (np.dtype("i1"), (3,)),
        "hand": (np.dtype("i2"), (2, 2)),
    }


@given(st.lists(smalls, min_size=1, max_size=4))
@settings(deadline=None, max_examples=100)
def test_states_survive_their_records(states):
    pytest.importorskip("numpy")
    from breakaway.lab.compiling import put, records, take

    room = records(Small, len(states))
    for i, s in enumerate(states):
        put(s, room, i)
    taken = [take(Small, room, i) for i in range(len(states))]
    assert taken == states
    assert all(type(t.turn) is int and type(t.hand[0][0]) is int for t in taken)
    assert [digest(t) for t in taken] == [digest(s) for s in states]


@pytest.mark.parametrize(
    "s",
    [
        Small(turn=2**31),
        Small(turn=-(2**31) - 1),
        Small(turn=2**70),
        Small(seed=-1),
        Small(seed=2**64),
        Small(deck=[0, 128, 0]),
        Small(hand=[[0, 0], [0, 2**15]]),
    ],
)
def test_a_number_that_does_not_fit_its_record_overflows(s):
    pytest.importorskip("numpy")
    from breakaway.lab.compiling import put, records

    room = records(Small, 1)
    with pytest.raises(OverflowError):
        put(s, room, 0)


def test_a_record_does_not_share_memory_with_its_state():
    pytest.importorskip("numpy")
    from breakaway.lab.compiling import take, to_record

    s = small()
    room = to_record(s)
    room["deck"][0][0] = 100
    assert s.deck[0] == 1
    assert take(Small, room, 0).deck == [100, -2, 3]
