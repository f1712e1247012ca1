"""Chance draws the same numbers compiled as interpreted."""

from __future__ import annotations

import pytest

from breakaway.core.chance import (
    EXHAUSTIVE,
    FATE_WEIGHTS,
    LONGEST,
    SCRIPTED,
    Door,
    below,
    fate,
    next_script,
    next_u32,
    outcomes,
    pick,
    sampled,
    start_step,
)

from .splitmix import UPPER, everything, splitmix64
from .toys import tugs


@pytest.fixture(scope="module")
def lab():
    """Tiny compiled drivers of the same rule functions."""
    np = pytest.importorskip("numpy")
    pytest.importorskip("numba")
    from breakaway.lab import compiling

    compiling.make_rules_compilable(tugs.GAME)
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
            return compiling.to_record(door)

    Lab.np, Lab.records = np, compiling
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
