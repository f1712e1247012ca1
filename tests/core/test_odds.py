"""Exact odds by merged states, against odds worked by hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

import pytest

from breakaway.core.chance import below, fate, pick
from breakaway.core.game import Game, blank_orders
from breakaway.core.odds import Odds, TooLong, after_step, odds
from breakaway.core.rulebook import Rule, Rulebook
from breakaway.core.rules import tell
from breakaway.core.state import copy, number, table

ENTRIES = {"T-1": Rule("T-1", 1, "The end", "action", "It ends.")}
RULES = Rulebook("T", "A test", ENTRIES, {1: ENTRIES["T-1"]})


@dataclass(slots=True)
class Tally:
    steps: int = number()
    total: int = number()
    asks: int = number()
    over: int = number()
    left: list[int] = table(4)
    drawn: list[int] = table(4)


@dataclass(slots=True)
class Nothing:
    spare: int = number()


def end_of(s, config, r):
    r.why = s.over


def game_of(step, **more):
    """A game of one seat that is asked only where its step says so."""
    return Game(
        name="tally",
        title="A tally",
        edition="1",
        rules=RULES,
        state=Tally,
        config=Nothing,
        seats=(1, 1),
        max_slots=1,
        start=lambda config: Tally(),
        choosers=lambda s, config: s.asks,
        slots=lambda s, config, seat: 1,
        codes=lambda s, config: 2,
        refuse=lambda s, config, seat, order, slot: 0,
        step=step,
        redact=lambda s, config, seat: None,
        determinize=lambda s, config, seat, chance: None,
        result=end_of,
        bound=lambda config: 1000,
        seat_count=lambda config: 1,
        words=None,
        invariants=lambda s, config: [],
        **more,
    )


def spread_of(game, s, field="total", **more):
    """The exact odds of one field's values."""
    found = {}
    for state, p in odds(game, s, Nothing(), blank_orders(game), **more):
        value = getattr(state, field)
        value = tuple(value) if isinstance(value, list) else value
        found[value] = found.get(value, Fraction(0)) + p
    return found


def dice_to(steps):
    """One die a step, added up, until `steps` dice have fallen."""

    def step(s, config, orders, chance, log):
        s.total += below(chance, "die", 6) + 1
        s.steps += 1
        s.over = int(s.steps == steps)

    return game_of(step)


def test_the_sum_of_two_dice_is_the_triangle():
    assert spread_of(dice_to(2), Tally()) == {n: Fraction(6 - abs(n - 7), 36) for n in range(2, 13)}


def test_the_sum_of_ten_dice_has_as_many_states_as_sums():
    game = dice_to(10)
    found = odds(game, Tally(), Nothing(), blank_orders(game))
    assert len(found) == 51  # 10 to 60, not 6**10 = 60,466,176
    assert sum(p for _, p in found) == 1
    mean = sum(state.total * p for state, p in found)
    assert mean == 35
    assert sum((state.total - mean) ** 2 * p for state, p in found) == Fraction(10 * 35, 12)
    assert min(p for _, p in found) == Fraction(1, 6**10)


def test_a_hundred_steps_of_merging_stay_exact_and_quick():
    def step(s, config, orders, chance, log):
        s.total += below(chance, "coin", 2)
        s.steps += 1
        s.over = int(s.steps == 100)

    found = spread_of(game_of(step), Tally())
    assert found == {k: Fraction(comb(100, k), 2**100) for k in range(101)}


def test_cards_drawn_without_putting_back_are_hypergeometric():
    # 4 of kind 0 and 6 of kind 1; of 5 cards drawn, k are of kind 0: C(4,k) C(6,5-k) / C(10,5)
    def step(s, config, orders, chance, log):
        card = pick(chance, "card", s.left)
        s.left[card] -= 1
        s.drawn[card] += 1
        s.steps += 1
        s.over = int(s.steps == 5)

    game = game_of(step)
    found = spread_of(game, Tally(left=[4, 6, 0, 0]), "drawn")
    assert found == {(k, 5 - k, 0, 0): Fraction(comb(4, k) * comb(6, 5 - k), 252) for k in range(5)}


def test_a_whole_deck_drawn_has_one_end_only():
    def step(s, config, orders, chance, log):
        s.left[pick(chance, "card", s.left)] -= 1
        s.over = int(sum(s.left) == 0)

    game = game_of(step)
    assert odds(game, Tally(left=[3, 2, 4, 1]), Nothing(), blank_orders(game)) == [
        (Tally(over=1, left=[0, 0, 0, 0]), Fraction(1))
    ]


def test_a_run_until_a_six_has_geometric_odds_and_says_what_is_left_open():
    def step(s, config, orders, chance, log):
        s.total += 1
        s.over = int(below(chance, "die", 6) == 5)

    game = game_of(step)
    with pytest.raises(TooLong) as long:
        odds(game, Tally(), Nothing(), blank_orders(game), max_steps=10)
    assert long.value.left == Fraction(5, 6) ** 10
    stopped = spread_of(game, Tally(), stop=lambda s: s.total == 4)
    assert stopped == {
        1: Fraction(1, 6),
        2: Fraction(5, 36),
        3: Fraction(25, 216),
        4: Fraction(125, 216),  # a six at last, or none yet
    }


def test_odds_stop_at_the_next_choice():
    def step(s, config, orders, chance, log):
        s.total += fate(chance, "fate dice")
        s.steps += 1
        s.asks = int(s.steps == 2)

    found = spread_of(game_of(step), Tally())
    dice = [1]
    for _ in range(8):  # eight dice of three faces
        dice = [sum(dice[i - j] for j in range(3) if 0 <= i - j < len(dice)) for i in range(len(dice) + 2)]
    assert found == {total: Fraction(ways, 3**8) for total, ways in zip(range(-8, 9), dice, strict=True)}


def test_the_orders_count_for_the_first_step_only():
    def step(s, config, orders, chance, log):
        s.total = s.total * 10 + orders[0][0]
        s.steps += 1
        s.over = int(s.steps == 3)

    game = game_of(step)
    orders = blank_orders(game)
    orders[0][0] = 1
    assert [s.total for s, _ in odds(game, Tally(), Nothing(), orders)] == [100]


def test_one_step_that_asks_for_several_things_at_once():
    def step(s, config, orders, chance, log):
        if below(chance, "coin", 2):
            s.total = pick(chance, "card", [1, 0, 3])
        else:
            s.total = 10 + below(chance, "die", 4)
        s.over = 1

    game = game_of(step)
    spread = after_step(game, Tally(), Nothing(), blank_orders(game))
    found = {state.total: p for state, p in spread.values()}
    eighth = Fraction(1, 8)
    assert found == {0: eighth, 2: 3 * eighth, 10: eighth, 11: eighth, 12: eighth, 13: eighth}


def test_working_out_odds_leaves_the_state_alone():
    game, s = dice_to(3), Tally(total=5)
    before = copy(s)
    odds(game, s, Nothing(), blank_orders(game))
    assert s == before


def test_no_steps_allowed_leaves_everything_open():
    game = dice_to(1)
    with pytest.raises(TooLong) as long:
        odds(game, Tally(), Nothing(), blank_orders(game), max_steps=0)
    assert long.value.left == 1


def test_a_step_that_asks_without_end_overflows():
    def step(s, config, orders, chance, log):
        while True:
            below(chance, "die", 1)

    game = replace(dice_to(1), step=step)
    with pytest.raises(OverflowError, match="64"):
        odds(game, Tally(), Nothing(), blank_orders(game))


# --- what is kept, answered, noted, and alike


def test_what_is_alike_for_the_purpose_is_one_state_with_the_same_chances():
    # four cards a, b, c, d; only how often a or b came is asked for: a and b are alike, c and d are
    def step(s, config, orders, chance, log):
        card = pick(chance, "card", s.left)
        s.left[card] -= 1
        s.total += int(card < 2)
        s.steps += 1
        s.over = int(s.steps == 3)

    def alike(s):
        s.left = [s.left[0] + s.left[1], 0, s.left[2] + s.left[3], 0]

    game, start = game_of(step), Tally(left=[1, 1, 1, 1])
    plain, merged = Odds(game, Nothing()), Odds(game, Nothing(), alike=alike)
    found = {}
    for which in (plain, merged):
        found[which] = {}
        for end in which.spread(start).ends:
            found[which][end.state.total] = found[which].get(end.state.total, 0) + end.p
    assert found[plain] == found[merged] == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert merged.states < plain.states


def test_what_was_stepped_once_is_kept_for_the_next_question():
    game = dice_to(10)
    kept = Odds(game, Nothing())
    first = kept.spread(Tally())
    before = kept.states
    assert kept.spread(Tally()) == first
    assert kept.states == before
    assert sum(end.p for end in kept.spread(Tally(total=10, steps=9)).ends) == 1


def test_an_answer_goes_on_beyond_a_choice():
    def step(s, config, orders, chance, log):
        if s.asks:
            s.total += 10 * orders[0][0]
            s.over, s.asks = 1, 0
        else:
            s.total, s.asks = below(chance, "coin", 2), 1

    game = game_of(step)
    found = Odds(game, Nothing(), answer=lambda s: [[s.total + 1]]).spread(Tally())
    assert {end.state.total: end.p for end in found.ends} == {10: Fraction(1, 2), 21: Fraction(1, 2)}


def test_what_is_noted_on_the_way_is_told_at_the_end_and_keeps_equal_states_apart():
    def step(s, config, orders, chance, log):
        if s.steps == 0 and below(chance, "coin", 2):
            tell(log, "T-1")
        s.steps += 1
        s.over = int(s.steps == 2)

    found = Odds(game_of(step), Nothing(), note=lambda events: len(events)).spread(Tally())
    assert sorted((end.noted, end.p) for end in found.ends) == [(0, Fraction(1, 2)), (1, Fraction(1, 2))]
    assert found.left == 0
