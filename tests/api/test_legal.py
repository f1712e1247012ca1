"""The legal orders of a seat are a sequence: a first bot asks for `legal[0]`, or picks one of them at random."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import breakaway
from breakaway.api.observation import TooMany

LINE_UP = "A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6"


def of(name: str, seed: int = 7):
    state = breakaway.load(name).new(seed=seed)
    return state.legal(state.to_move[0])


def second_turn():
    """The cards of the second turn of a race of two teams."""
    state = breakaway.load("cycling", teams=2).new().apply({0: LINE_UP, 1: LINE_UP})
    return state.legal(0)


@pytest.mark.parametrize("legal", [of("football"), of("fate"), second_turn()], ids=str)
def test_legal_orders_are_a_sequence_like_any_other(legal):
    listed = list(legal)
    assert isinstance(legal, Sequence)
    assert len(legal) == len(listed) > 1
    assert [legal[i] for i in range(len(listed))] == listed
    assert [legal[-i - 1] for i in range(len(listed))] == listed[::-1] == list(reversed(legal))
    for part in (slice(2), slice(1, 5, 2), slice(-2, None), slice(None, None, -1), slice(5, 1), slice(-3, -1)):
        assert legal[part] == listed[part]
    assert all(order in legal for order in listed)
    assert (legal.index(listed[1]), legal.count(listed[1]), legal.count([999])) == (1, 1, 0)
    assert random.Random(1).choice(legal) in listed
    for place in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError, match=f"there is no legal order at {place}: there are {len(listed)}"):
            legal[place]
    with pytest.raises(TypeError):
        legal["run 1a"]


def test_a_race_s_second_turn_has_one_order_for_each_choice_of_cards():
    # A holds three 10s, B two 8s and a 9, C a 3, an 8 and a 9, D two 5s and a 6: 1 * 2 * 3 * 2 different orders
    assert len(second_turn()) == 12


def test_line_ups_are_too_many_to_count_but_the_first_and_the_last_come_at_once():
    legal = breakaway.load("cycling", teams=2).new().legal(0)
    with pytest.raises(TooMany, match=r"more than 1,000,000 legal orders; to pick one, use legal\.random"):
        len(legal)
    assert legal[0] == next(iter(legal))
    assert legal[:3] == [legal[0], legal[1], legal[2]]
    assert legal[-1] in legal
    assert legal[-1] > legal[0]
    assert isinstance(TooMany("x"), OverflowError)


def test_a_seat_that_is_not_asked_has_no_orders():
    state = breakaway.load("fate").new(seed=7)
    legal = state.legal(1 - state.to_move[0])
    assert (len(legal), list(legal), legal[:3], bool(legal)) == (0, [], [], False)
    with pytest.raises(IndexError, match="there is no legal order at 0: there are 0"):
        legal[0]


def test_legal_orders_show_the_first_of_them_in_words():
    assert repr(of("fate")) == "<Legal: receive, kick>"
    assert repr(of("football")).startswith("<Legal: run 1a, pass 1b, ")
    assert repr(of("football")).endswith(", ...>")


def test_the_first_bot_that_one_writes_plays():
    class First:
        def choose(self, observation, legal, rng):
            return legal[0] if rng.random() < 0.5 else rng.choice(legal)

    assert breakaway.play(breakaway.load("fate"), First(), seed=1).is_over
