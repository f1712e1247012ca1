"""Only what Python calls becomes machine code, and it does what the rules do."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from llvmlite import ir
from numba import njit, types
from numba.core.registry import cpu_target

from breakaway.core.state import number, table
from breakaway.lab import compiling, intrinsics
from breakaway.lab.compiling import driver, make_compilable, make_rules_compilable, to_record

from ..core.toys import tugs


def twice(n):
    if n > 100:
        raise OverflowError("too much to double")
    return 2 * n


@pytest.fixture(scope="module")
def doubled():
    make_rules_compilable(tugs.GAME)
    make_compilable(twice, tugs.GAME)

    def fill(out):
        for i in range(len(out)):
            out[i] = twice(i)

    return driver(tugs.GAME, fill)


def test_a_driver_is_translated_and_what_it_calls_is_not(doubled, monkeypatch):
    translated, translate = [], compiling.Lazy.translate
    monkeypatch.setattr(compiling.Lazy, "translate", lambda self: (translated.append(self.name), translate(self))[1])
    out = np.zeros(5, np.int64)
    doubled(out)
    assert list(out) == [0, 2, 4, 6, 8]
    assert len(translated) == 1
    assert "fill" in translated[0]


def test_an_error_of_what_it_calls_is_raised(doubled):
    with pytest.raises(OverflowError, match="too much to double"):
        doubled(np.zeros(102, np.int64))


def test_the_parts_of_numba_that_are_overridden_are_there():
    missing = [name for name in compiling.NEEDED if not hasattr(compiling.JITCodeLibrary, name)]
    assert missing == [], "without them compiling goes on, but takes up to half again as long"


def test_in_other_peoples_code_an_index_still_counts_from_the_end():
    """Only this package's own functions go without the test for a negative index (`intrinsics`)."""

    @njit
    def last(numbers, back):
        return numbers[-back]

    assert last(np.array([3, 5, 8]), 1) == 8
    assert last(np.array([3, 5, 8]), 3) == 3


def test_a_constant_negative_index_counts_from_the_end_in_our_own_code():
    assert intrinsics._from_the_front.__module__.startswith("breakaway")
    context, builder = cpu_target.target_context, ir.IRBuilder()
    function = ir.Function(ir.Module(), ir.FunctionType(ir.VoidType(), ()), name=intrinsics.OURS + "3lab")
    builder.position_at_end(function.append_basic_block())
    size = ir.Constant(ir.IntType(64), 3)
    first = intrinsics._from_the_front(context, builder, types.int64, ir.Constant(ir.IntType(64), 0), size)
    assert first.constant == 0
    intrinsics._from_the_front(context, builder, types.int64, ir.Constant(ir.IntType(64), -1), size)
    assert "select" in str(function), "the size is added to a negative index"


def test_the_lowest_bit_is_the_same_compiled():
    make_rules_compilable(tugs.GAME)

    def each(numbers, out):
        for i in range(len(numbers)):
            out[i] = intrinsics.lowest(numbers[i])

    numbers = np.array([1, 2, 3, 12, 1 << 40, 3 << 61], np.int64)
    out = np.zeros(len(numbers), np.int64)
    driver(tugs.GAME, each)(numbers, out)
    assert list(out) == [0, 1, 0, 2, 40, 61]
    assert [intrinsics.lowest(int(n)) for n in numbers[:5]] == [0, 1, 0, 2, 40]


@dataclass(slots=True)
class Wide:
    """Numbers and tables of all sizes; one is longer than what is written at once."""

    small: int = number("i2")
    many: list[int] = table(19)
    pairs: list[list[int]] = table(3, 2)
    middle: int = number()
    large: list[int] = table(2, kind="i8")
    unsigned: int = number("u8")


def test_all_numbers_of_a_record_are_spread_in_order_and_nothing_else_is_written():
    make_rules_compilable(tugs.GAME)

    def write(those, row, end):
        end[0] = intrinsics.spread(those[0], row, 1)

    s = Wide(-3, list(range(-9, 10)), [[1, -2], [3, -4], [5, -6]], -70_000, [1 << 40, -(1 << 50)], 1 << 60)
    row, end = np.full(40, 99, np.int64), np.zeros(1, np.int64)
    driver(tugs.GAME, write)(to_record(s), row, end)
    numbers = [-3, *range(-9, 10), 1, -2, 3, -4, 5, -6, -70_000, 1 << 40, -(1 << 50), 1 << 60]
    assert list(row) == [99, *numbers, *[99] * (39 - len(numbers))]
    assert end[0] == 1 + len(numbers)
