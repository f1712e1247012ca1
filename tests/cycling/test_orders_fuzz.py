"""Orders at random: whatever is legal is written and read again, and whatever is written is an order or refused."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from breakaway.core.chance import below, sampled, start_step
from breakaway.core.game import BadOrder, legal
from breakaway.core.observation import Observation
from breakaway.games.cycling.game import GAME
from tests.cycling.looking import DEFAULT, NAMES, line_up_observation, observation

# --- there and back


def some_order(looking, chance):
    order = []
    for _ in range(looking.slots()):
        start_step(chance)
        menu = legal(GAME, looking.view, looking.config, looking.seat, order)
        order.append(menu[below(chance, "code", len(menu))])
    return order


hands = st.lists(st.integers(1, 15), min_size=1, max_size=4)
riders = st.tuples(hands, st.sampled_from(["rides", "rides", "gone", "dropped"]))


@pytest.mark.slow
@given(
    st.sampled_from(["postal", "blind", "spy"]),
    st.lists(riders, min_size=12, max_size=12),
    st.integers(0, 2),
    st.integers(0, 2**32),
)
@settings(deadline=None, max_examples=80)
def test_whatever_is_legal_can_be_written_and_read_again(profile, field, seat, seed):
    rows, dropped = [], []
    for i, (hand, how) in enumerate(field):
        team, grade = NAMES["teams"][i // 4], "ABCD"[i % 4]
        if how != "gone":
            rows.append({"team": team, "grade": grade, "square": 20, "hand": hand})
        if how == "dropped":
            dropped.append(f"{team} {grade}")
    at = GAME.cases.set_up({"profile": profile, "turn": 4, "teams": NAMES["teams"], "riders": rows, "dropped": dropped})
    looking = Observation(GAME, at.state, at.config, seat, NAMES)
    order = some_order(looking, sampled(seed))
    assert looking.read(looking.write(order)) == (order, False)
    part = [0 if (seed >> slot) & 1 and slot < 4 else code for slot, code in enumerate(order)]
    assert looking.read(looking.write(part))[0] == part


@given(st.integers(0, 2**32))
@settings(deadline=None, max_examples=60)
def test_whatever_line_up_is_legal_can_be_written_and_read_again(seed):
    looking = line_up_observation()
    order = some_order(looking, sampled(seed))
    assert looking.read(looking.write(order)) == (order, False)


@pytest.mark.parametrize("gone", ["A", "BC", "ABCD"])
def test_a_partial_line_up_can_be_written_and_read_again(gone):
    looking = line_up_observation()
    order = list(DEFAULT)
    for letter in gone:
        first = {"A": 0, "B": 4, "C": 7, "D": 10}[letter]
        for slot in range(first, first + (4 if letter == "A" else 3)):
            order[slot] = 0
    assert looking.why_not(order, partial=True) is None
    assert looking.read(looking.write(order)) == (order, True)


# --- anything at all


PIECES = (
    *("A", "B", "C", "D", "a", "d", "E", "12", "7", "9", "5", "0", "-1", "99999999999999999999", "1e5", "٣", "７", "²"),
    *("A12", "B7", "C9", "D5", "A12345", "Red", "Sky Blue", "Percy Vere", "Al Fine", "Émile", "partial", "none", "spy"),
    *(
        "spy Green A",
        "spy Green A, Green A,,",
        "Green D",
        "if",
        "or",
        "then",
        ":",
        "=",
        ",",
        ";",
        ".",
        "#",
        "//",
        "(",
        ")",
    ),
    *(
        "[",
        "]",
        "{",
        "\\",
        "*",
        "+",
        "?",
        "^",
        "$",
        "|",
        "'",
        '"',
        "`",
        "<b>",
        "&amp;",
        "%s",
        "{0}",
        "\0",
        "\x07",
        "\x1b[2J",
    ),
    *(
        "\t",
        "\r",
        "\n",
        "\r\n",
        "\v",
        "\f",
        "\x1c",
        "\x85",
        "\u2028",
        "\u200b",
        "\u202e",
        "\ufeff",
        "\ud800",
        "🚲",
        "ﬀ",
    ),
    *(
        "ß",
        "İ",
        "ı",
        "ſpy",
        "Å",
        "А",
        "Ａ12",
        "ä",
        "a\u0308",
        "\U0010ffff",
        "９９",
        " " * 50,
        "A" * 200,
        "1" * 200,
        "\n" * 20,
    ),
)


def fuzzed(at_random):
    kind = at_random.randrange(4)
    if kind == 0:
        return "".join(at_random.choice(PIECES) for _ in range(at_random.randrange(14)))
    if kind == 1:
        return " ".join(at_random.choice(PIECES) for _ in range(at_random.randrange(14)))
    if kind == 2:
        return "".join(chr(at_random.randrange(0x300)) for _ in range(at_random.randrange(40)))
    text = list(at_random.choice(("A12 B7 C9 D5", "A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6", "spy Green A, Green B")))
    for _ in range(at_random.randrange(4)):
        text[at_random.randrange(len(text))] = at_random.choice(PIECES)
    return "".join(text)


@pytest.mark.slow
def test_ten_thousand_texts_of_any_kind_are_orders_or_bad_orders():
    at_random = random.Random(10_000)
    looking = [
        observation(),
        observation(seat=1),
        observation(profile="spy"),
        observation(gone="AC", dropped="D"),
        line_up_observation(),
    ]
    read, told = 0, []
    for i in range(10_000):
        text, here = fuzzed(at_random), looking[i % len(looking)]
        try:
            order, partial = here.read(text)
        except BadOrder as error:
            told.append((text, error.mistakes))
            continue
        read += 1
        assert here.why_not(order, partial) is None, text
    assert read > 50
    for text, found in told:
        assert found, text
        for line, rule, fault in found:
            assert 0 <= line <= len(text.splitlines())
            assert rule in GAME.rules.entries
            assert 0 < len(fault) < 300


@given(st.text(max_size=60), st.sampled_from(["postal", "spy"]))
@settings(deadline=None, max_examples=120)
def test_any_text_at_all_is_an_order_or_a_bad_order(text, profile):
    try:
        order, partial = observation(profile=profile).read(text)
    except BadOrder:
        return
    assert observation(profile=profile).why_not(order, partial) is None
