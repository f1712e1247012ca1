"""The one door for chance: sampled, scripted and exhaustive, interpreted and compiled alike."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from breakaway.core.chance import (
    EXHAUSTIVE,
    FATE_WEIGHTS,
    LONGEST,
    SCRIPTED,
    BadOutcome,
    Door,
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

from .toys import tugs

# Published outputs of splitmix64 for the seed 1234567 (Vigna's splitmix64.c, as listed at rosettacode.org).
PUBLISHED = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)
# Their upper halves: each divided by 2**32, rounded down.
UPPER = (1503580183, 745795716, 2285812965, 1069479744, 3820500071)


def splitmix64(seed):
    """The published algorithm once more, in whole numbers without any width."""
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) % 2**64
        z = seed
        z = (z ^ z // 2**30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z // 2**27) * 0x94D049BB133111EB % 2**64
        yield z ^ z // 2**31


def test_the_reference_in_this_file_gives_the_published_numbers():
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


def everything(draw):
    """What `draw` returns in every script, with the exact probability of each script."""
    c, seen = exhaustive(), []
    while True:
        seen.append((draw(c), probability(c)))
        if not next_script(c):
            return seen


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


# --- compiled


@pytest.fixture(scope="module")
def lab():
    """Tiny compiled drivers of the same rule functions."""
    np = pytest.importorskip("numpy")
    pytest.importorskip("numba")
    from breakaway.lab import compiled, records

    compiled.make_rules_compilable(tugs.GAME)
    from numba import njit

    @njit
    def bits(chances, out):
        for i in range(len(out)):
            out[i] = next_u32(chances[0])

    @njit
    def belows(chances, sides, out):
        for i in range(len(out)):
            start_step(chances[0])
            out[i] = below(chances[0], "die", sides[i])

    @njit
    def picks(chances, weights, out):
        for i in range(len(out)):
            start_step(chances[0])
            out[i] = pick(chances[0], "card", weights[i])

    @njit
    def fates(chances, out):
        for i in range(len(out)):
            start_step(chances[0])
            out[i] = fate(chances[0], "fate dice")

    @njit
    def without_end(chances, n):
        for _ in range(n):
            below(chances[0], "die", 6)

    @njit
    def one_pick(chances, weights):
        return pick(chances[0], "card", weights)

    @njit
    def all_scripts(chances, weights, seen):
        n = 0
        while True:
            seen[n, 0] = below(chances[0], "die", 3)
            seen[n, 1] = pick(chances[0], "card", weights)
            seen[n, 2] = fate(chances[0], "fate dice") if seen[n, 0] == 1 else 0
            n += 1
            if not next_script(chances[0]):
                return n

    class Lab:
        @staticmethod
        def chance_of(script, mode):
            door = Door(mode=mode, scripted=len(script))
            door.outcome[: len(script)] = script
            return records.to_record(door)

    Lab.np, Lab.records = np, records
    Lab.bits, Lab.belows, Lab.picks, Lab.fates = bits, belows, picks, fates
    Lab.without_end, Lab.one_pick, Lab.all_scripts = without_end, one_pick, all_scripts
    return Lab


def edge_sides(n):
    """Numbers of sides for the comparison: small ones, and those where a product nears 2**63."""
    numbers = splitmix64(5)
    edges = (1, 2, 6, 52, 2**16, 2**30, 2**31 - 2, 2**31 - 1)
    return [edges[i % 16] if i % 16 < 8 else 1 + next(numbers) % (2**31 - 1) for i in range(n)]


@pytest.mark.slow
def test_compiled_next_u32_gives_the_published_numbers(lab):
    out = lab.np.zeros(5, lab.np.int64)
    lab.bits(lab.records.chance_records(1234567), out)
    assert tuple(out.tolist()) == UPPER


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1234567, 2**63, 2**64 - 1])
def test_a_thousand_draws_of_every_kind_are_the_same_compiled(lab, seed):
    np, n = lab.np, 1000
    chances, out = lab.records.chance_records(np.uint64(seed)), np.zeros(n, np.int64)
    c = sampled(seed)
    sides = edge_sides(n)
    lab.belows(chances, np.asarray(sides, np.int64), out)
    plain = []
    for each in sides:
        start_step(c)
        plain.append(below(c, "die", each))
    assert out.tolist() == plain
    assert int(chances["rng"][0]) == c.rng
    rows = [[(i * 7 + j * 13) % 5 * (1 + (i % 3) * 100_000_000) for j in range(4)] for i in range(n)]
    rows = [row if any(row) else [1, 0, 0, 0] for row in rows]
    lab.picks(chances, np.asarray(rows, np.int64), out)
    plain = []
    for row in rows:
        start_step(c)
        plain.append(pick(c, "card", row))
    assert out.tolist() == plain
    lab.fates(chances, out)
    plain = []
    for _ in range(n):
        start_step(c)
        plain.append(fate(c, "fate dice"))
    assert out.tolist() == plain
    taken = lab.records.take_chance(chances, 0)
    assert (taken.rng, taken.asked, outcomes(taken)) == (c.rng, c.asked, outcomes(c))


@pytest.mark.slow
def test_a_compiled_step_that_asks_too_often_overflows_too(lab):
    chances = lab.records.chance_records(1)
    lab.without_end(chances, LONGEST)
    with pytest.raises(OverflowError):
        lab.without_end(chances, 1)


@pytest.mark.slow
def test_a_compiled_script_that_runs_out_or_cannot_be_is_an_error_too(lab):
    np = lab.np
    chances = lab.chance_of([], SCRIPTED)
    with pytest.raises(ValueError, match="no more outcomes"):
        lab.one_pick(chances, np.asarray([1, 1]))
    for k, row in ((0, [0, 3, 1]), (3, [0, 3, 1]), (-1, [1, 1, 1]), (0, [0, 0, 0])):
        with pytest.raises(ValueError, match="impossible"):
            lab.one_pick(lab.chance_of([k], SCRIPTED), np.asarray(row))


@pytest.mark.slow
def test_the_compiled_odometer_turns_as_the_interpreted_one(lab):
    seen = lab.np.zeros((100, 3), lab.np.int64)
    n = lab.all_scripts(lab.chance_of([], EXHAUSTIVE), lab.np.asarray([0, 2, 0, 5]), seen)

    def draw(c):
        die, card = below(c, "die", 3), pick(c, "card", [0, 2, 0, 5])
        return [die, card, fate(c, "fate dice") if die == 1 else 0]

    assert n == 2 + 2 * 9 + 2
    assert seen[:n].tolist() == [each for each, _ in everything(draw)]


def test_four_fate_dice_drawn_by_the_table_are_those_that_a_search_by_weight_draws():
    """FATE's rolls: 1, 4, 10, 16, 19, 16, 10, 4 and 1 of 81, whichever way they are drawn."""
    by_table, by_weight = sampled(11), sampled(11)
    for _ in range(500):
        assert fate(by_table, "a roll") == pick(by_weight, "a roll", FATE_WEIGHTS) - 4
        assert by_table == by_weight  # with outcomes, labels and places
        start_step(by_table)
        start_step(by_weight)
