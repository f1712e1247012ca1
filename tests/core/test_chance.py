"""The one door for chance: sampled, scripted and exhaustive, interpreted and compiled alike."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from breakaway.core.chance import (
    FATE_WEIGHTS,
    LONGEST,
    BadOutcome,
    NeedsOutcome,
    below,
    exhaustive,
    fate,
    next_script,
    next_u32,
    outcomes,
    pick,
    probability,
    sampled,
    scripted,
    start_step,
)

from .splitmix import PUBLISHED, UPPER, everything, splitmix64


def test_the_reference_of_these_tests_gives_the_published_numbers():
    numbers = splitmix64(1234567)
    assert tuple(next(numbers) for _ in PUBLISHED) == PUBLISHED


def test_next_u32_is_the_upper_half_of_splitmix64():
    c = sampled(1234567)
    assert tuple(next_u32(c) for _ in UPPER) == UPPER
    assert tuple(v // 2**32 for v in PUBLISHED) == UPPER


@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1, 2**63, 2**64 - 1])
def test_next_u32_follows_splitmix64_from_seeds_at_the_edges(seed):
    c, numbers = sampled(seed), splitmix64(seed)
    assert [next_u32(c) for _ in range(500)] == [next(numbers) // 2**32 for _ in range(500)]


def test_a_seed_above_64_bits_wraps():
    assert next_u32(sampled(2**64 + 5)) == next_u32(sampled(5))


# --- below


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**31 - 1))
@settings(deadline=None, max_examples=200)
def test_below_scales_the_upper_half_and_stays_below_n(seed, n):
    c = sampled(seed)
    k = below(c, "die", n)
    assert k == next(splitmix64(seed)) // 2**32 * n // 2**32
    assert 0 <= k < n
    assert (c.sides[0], c.weight[0], c.total[0], c.outcome[0], c.labels) == (n, 1, n, k, ["die"])


@pytest.mark.parametrize(("n", "bound"), [(2, 10.83), (6, 20.52), (52, 87.97)])
def test_below_is_even_by_chi_square(n, bound):
    # bounds: the chi-square values exceeded once in a thousand, for 1, 5 and 51 degrees of freedom
    draws = 20_000
    for seed in (1, 2, 3):
        c, count = sampled(seed), [0] * n
        for _ in range(draws):
            start_step(c)
            count[below(c, "die", n)] += 1
        chi = sum((each - draws / n) ** 2 / (draws / n) for each in count)
        assert chi < bound


def test_below_nothing_is_an_error_in_every_mode():
    for c in (sampled(1), scripted([0]), exhaustive()):
        for n in (0, -3):
            with pytest.raises(BadOutcome, match="nothing is left to draw for 'deck'"):
                below(c, "deck", n)


def test_below_one_is_always_nought():
    for seed in range(20):
        assert below(sampled(seed), "the last card", 1) == 0


# --- pick and fate


@given(st.integers(0, 2**64 - 1), st.lists(st.integers(0, 50), min_size=1, max_size=12).filter(any))
@settings(deadline=None, max_examples=200)
def test_pick_takes_the_index_into_which_the_number_falls(seed, weights):
    laid_out = [j for j, weight in enumerate(weights) for _ in range(weight)]
    number = next(splitmix64(seed)) // 2**32 * len(laid_out) // 2**32
    c = sampled(seed)
    assert pick(c, "card", weights) == laid_out[number]
    assert c.weight[0] == weights[laid_out[number]]
    assert c.total[0] == len(laid_out)


def test_a_weight_of_nought_never_comes_when_sampled():
    c, seen = sampled(99), Counter()
    for _ in range(5_000):
        start_step(c)
        seen[pick(c, "card", [0, 3, 0, 1, 0])] += 1
    assert set(seen) == {1, 3}
    assert abs(seen[1] - 3750) < 5 * (5000 * 3 / 16) ** 0.5  # five standard deviations about 3/4


def test_a_weight_of_nought_never_comes_in_exhaustive_runs():
    c, seen = exhaustive(), []
    while True:
        seen.append((pick(c, "card", [0, 3, 0, 1, 0]), probability(c)))
        if not next_script(c):
            break
    assert seen == [(1, Fraction(3, 4)), (3, Fraction(1, 4))]


@pytest.mark.parametrize("k", [0, 2, 4, 5, -1])
def test_a_scripted_outcome_of_weight_nought_is_refused(k):
    with pytest.raises(BadOutcome, match="outcome 1: 'card' cannot be"):
        pick(scripted([k]), "card", [0, 3, 0, 1, 0])


def test_pick_from_nothing_is_an_error_in_every_mode():
    for c in (sampled(1), scripted([0]), exhaustive()):
        for weights in ([0, 0], []):
            with pytest.raises(BadOutcome, match="nothing is left to draw for 'deck'"):
                pick(c, "deck", weights)


def test_fate_weighs_its_totals_as_four_dice_of_three_faces_do():
    by_hand = Counter(a + b + c + d for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1) for d in (-1, 0, 1))
    assert tuple(FATE_WEIGHTS) == (1, 4, 10, 16, 19, 16, 10, 4, 1) == tuple(by_hand[total] for total in range(-4, 5))
    c, odds = exhaustive(), {}
    while True:
        total = fate(c, "fate dice")
        odds[total] = probability(c)
        if not next_script(c):
            break
    assert odds == {total: Fraction(by_hand[total], 81) for total in range(-4, 5)}


def test_a_scripted_fate_outcome_counts_from_nought():
    assert [fate(scripted([k]), "fate dice") for k in range(9)] == [-4, -3, -2, -1, 0, 1, 2, 3, 4]
    with pytest.raises(BadOutcome, match="'fate dice' cannot be 9; choose one from 0 to 8"):
        fate(scripted([9]), "fate dice")


# --- scripted


def test_a_script_gives_its_outcomes_and_then_says_what_comes_next():
    c = scripted([3, 0])
    assert below(c, "first die", 6) == 3
    assert pick(c, "coin", [1, 1]) == 0
    with pytest.raises(NeedsOutcome) as needs:
        below(c, "third die", 20)
    assert (needs.value.label, needs.value.sides, needs.value.position) == ("third die", 20, 2)
    assert "'third die': type a number from 0 to 19" in str(needs.value)
    assert outcomes(c) == [3, 0]
    assert c.labels == ["first die", "coin"]


def test_a_script_that_runs_out_names_the_sides_of_every_kind():
    with pytest.raises(NeedsOutcome) as needs:
        fate(scripted([]), "fate dice")
    assert (needs.value.label, needs.value.sides) == ("fate dice", 9)
    with pytest.raises(NeedsOutcome) as needs:
        pick(scripted([]), "card", [2, 2, 2])
    assert (needs.value.label, needs.value.sides) == ("card", 3)


@pytest.mark.parametrize("k", [-1, 6, 2**31 - 1, -(2**31)])
def test_an_impossible_scripted_outcome_is_named_with_what_would_be_right(k):
    c = scripted([2, k])
    below(c, "die", 6)
    with pytest.raises(BadOutcome, match=rf"outcome 2: 'die' cannot be {k}; choose one from 0 to 5"):
        below(c, "die", 6)
    assert outcomes(c) == [2]


def test_a_script_longer_than_a_step_is_refused():
    with pytest.raises(BadOutcome, match="64"):
        scripted([0] * (LONGEST + 1))
    assert below(scripted([0] * LONGEST), "die", 6) == 0


def test_what_was_sampled_can_be_scripted_again():
    for seed in range(50):
        c = sampled(seed)
        drawn = [below(c, "a", 52), fate(c, "b"), pick(c, "c", [5, 0, 7]), below(c, "d", 2**31 - 1)]
        again = scripted(outcomes(c))
        assert [
            below(again, "a", 52),
            fate(again, "b"),
            pick(again, "c", [5, 0, 7]),
            below(again, "d", 2**31 - 1),
        ] == drawn
        assert probability(again) == probability(c)


# --- exhaustive


def test_two_dice_come_to_the_triangle():
    odds = Counter()
    for total, p in everything(lambda c: below(c, "one", 6) + below(c, "two", 6) + 2):
        odds[total] += p
    assert odds == {total: Fraction(6 - abs(total - 7), 36) for total in range(2, 13)}


def test_nested_draws_of_all_kinds_have_probabilities_that_sum_to_one():
    def draw(c):
        first = below(c, "die", 3)
        if first == 0:
            return (first, fate(c, "fate dice"))
        if first == 1:
            second = pick(c, "card", [0, 2, 0, 5])
            return (first, second, below(c, "die", second + 1))
        return (first, *(pick(c, "coin", [3, 1]) for _ in range(4)))

    seen = everything(draw)
    assert sum(p for _, p in seen) == 1
    assert len(seen) == len({outcome for outcome, _ in seen}) == 9 + (2 + 4) + 2**4
    odds = dict(seen)
    assert odds[0, 0] == Fraction(19, 243)
    assert odds[1, 3, 2] == Fraction(1, 3) * Fraction(5, 7) * Fraction(1, 4)
    assert odds[2, 1, 1, 1, 0] == Fraction(1, 3) * Fraction(3, 4) / 64


def test_cards_drawn_without_putting_them_back_come_in_every_order_once():
    def draw(c):
        left, drawn = [1, 1, 1, 1, 1], []
        for _ in range(5):
            card = pick(c, "card", left)
            left[card] = 0
            drawn.append(card)
        return tuple(drawn)

    seen = everything(draw)
    assert len({order for order, _ in seen}) == len(seen) == 120
    assert {p for _, p in seen} == {Fraction(1, 120)}


weights = st.lists(st.integers(0, 4), min_size=1, max_size=4).filter(any)
draws = st.lists(st.one_of(st.integers(1, 4), weights, st.none()), max_size=4)


@pytest.mark.slow
@given(draws)
@settings(deadline=None, max_examples=60)
def test_probabilities_of_any_draws_sum_to_exactly_one(asked):
    def draw(c):
        for each in asked:
            if each is None:
                fate(c, "fate dice")
            elif isinstance(each, int):
                below(c, "die", each)
            else:
                pick(c, "card", each)

    ways = 1
    for each in asked:
        ways *= 9 if each is None else each if isinstance(each, int) else sum(w > 0 for w in each)
    seen = everything(draw)
    assert sum(p for _, p in seen) == 1
    assert len(seen) == ways


def test_a_step_without_chance_has_one_script_of_probability_one():
    assert everything(lambda c: 5) == [(5, Fraction(1))]


# --- the buffer


@pytest.mark.parametrize("ask", [lambda c: below(c, "die", 6), lambda c: fate(c, "f"), lambda c: pick(c, "p", [1, 2])])
@pytest.mark.parametrize("make", [lambda: sampled(1), exhaustive, lambda: scripted([1] * LONGEST)])
def test_a_step_that_asks_too_often_overflows(ask, make):
    c = make()
    for _ in range(64):
        ask(c)
    with pytest.raises(OverflowError, match="more than 64 outcomes"):
        ask(c)


def test_a_new_step_starts_with_an_empty_buffer():
    c = sampled(7)
    for _ in range(LONGEST):
        below(c, "die", 6)
    start_step(c)
    assert outcomes(c) == []
    below(c, "coin", 2)
    assert len(outcomes(c)) == 1
    assert c.labels == ["coin"]


@pytest.mark.slow
def test_twenty_coins_fall_as_the_binomial_says():
    # 4 heads of 20: C(20, 4) / 2**20, about 0.46%; of 20,000 rounds 92.4 are expected, standard deviation 9.6
    c, hits = sampled(2024), 0
    for _ in range(20_000):
        start_step(c)
        hits += sum(below(c, "coin", 2) for _ in range(20)) == 4
    assert abs(hits - 20_000 * comb(20, 4) / 2**20) < 5 * 9.6
