"""Says what compiled code does where plain Python uses objects: events, copies, small tables, labels and errors.

A function of the core that needs lists, texts or exceptions of its own has a simple counterpart here. The functions
keep their names, so the rules call the same names in plain Python and in compiled code.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import make_dataclass
from functools import cache
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.typing.templates import AbstractTemplate, infer_global, make_overload_template, signature
from numba.extending import lower_builtin, overload
from numba.np import arrayobj
from numba.np.arrayobj import make_array, populate_array

from breakaway.core import chance as door
from breakaway.core import rules
from breakaway.core.rulebook import RULE_NUMBERS
from breakaway.core.rules import ARGS, EventLog, field_index, note_one, too_much
from breakaway.core.state import copy, number, overwrite, zeros


def compile_once_for_all_sizes(function: Callable[..., Any], compiled: Callable[..., Any], options: Any) -> None:
    """Lets compiled code call `function`, as `numba.extending.overload` does. `compiled` returns the code for it.

    Unlike `overload`, passes whole numbers of every size as 64 bits, so a function is not compiled again for each size
    that a field of a state happens to have. Without this, one function in seven was compiled again.
    """
    plain: Any = make_overload_template(function, compiled, options, False, "never")

    class Widened(plain):  # type: ignore[misc]
        def _get_impl(self, args: Any, kws: Any) -> Any:
            wide = tuple(map(_widened, args))
            return super()._get_impl(wide, {name: _widened(each) for name, each in kws.items()})

    infer_global(function, types.Function(Widened))


def _widened(kind: Any) -> Any:
    return types.int64 if kind in (types.int8, types.int16, types.int32) else kind


# Numba requires an overload and its implementation to have the same parameters, annotations included.

_READ: dict[str, frozenset[int]] = {}  # by the name of a log's last field, the rules whose events the log takes


@cache
def log_of(reads: frozenset[int] | None) -> Any:
    """The class of a log that takes only events of the rules with these numbers, or of all rules if `reads` is None.

    Compiled code leaves out the other events, so they take no time. The class is a new one with one more field, so
    Numba compiles the rules separately for this log.
    """
    if reads is None:
        return EventLog
    name = f"only_{zlib.crc32(repr(sorted(reads)).encode()):08x}"
    _READ[name] = reads
    return make_dataclass("ReadLog", [(name, int, number())], bases=(EventLog,), slots=True)


def _takes(log: Any, rule: int) -> bool:
    """Whether a log of this type takes events of the rule."""
    return all(rule in _READ[name] for name in log.fields if name in _READ)


def note(log: Any, rule: int, a: int, b: int, c: int, d: int, e: int, f: int) -> None:
    """Notes an event with its numbers `a` to `f`, with 0 for missing ones. Compiled only once for all rules."""
    value = log.value[note_one(log, rule)]
    value[0] = a
    value[1] = b
    value[2] = c
    value[3] = d
    value[4] = e
    value[5] = f


def _compiles_to_a_note(function: Callable[..., None], before: int) -> None:
    """Compiles `tell` or `tell_only` to a call of `note`, or to nothing if there is no log or the log does not take the
    event.

    `before` is the number of arguments that come before the rule. This is a low-level builtin because an overload would
    be compiled again for each rule and each combination of number types, which took a third of all compile time.
    """

    class Telling(AbstractTemplate):
        key = function
        prefer_literal = True

        def generic(self, args: Any, kws: Any) -> Any:
            rule, numbers = args[before], args[before + 1 :]
            if not isinstance(args[0], types.NoneType):
                if not isinstance(rule, types.StringLiteral):
                    raise TypingError("the rule of an event must be a string literal")
                if len(numbers) > ARGS:
                    raise TypingError(f"an event can have at most {ARGS} numbers")
            return signature(types.none, *args)

    def lowered(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        rule_number = 0 if isinstance(sig.args[0], types.NoneType) else RULE_NUMBERS[sig.args[before].literal_value]
        if rule_number and _takes(sig.args[0], rule_number):
            start = before + 1
            given = zip(args[start:], sig.args[start:], strict=True)
            numbers = [context.cast(builder, value, kind, types.int64) for value, kind in given]
            numbers += [context.get_constant(types.int64, 0)] * (ARGS - len(numbers))
            rule = context.get_constant(types.int64, rule_number)
            called = signature(types.none, sig.args[0], *[types.int64] * (ARGS + 1))
            context.compile_internal(builder, note, called, [args[0], rule, *numbers])
        return context.get_dummy_value()

    infer_global(function)(Telling)
    lower_builtin(function, types.VarArg(types.Any))(lowered)


def _compiles_to_a_read(function: Callable[..., Any], read: Callable[..., Any], result: Any) -> None:
    """Compiles a function that reads the log, such as `said`, to a call of `read`.

    In place of the names of the rule and of its event's number, `read` takes the rule's number and the index of the
    number. So it is compiled only once for all events.
    """

    class ReadingLog(AbstractTemplate):
        key = function
        prefer_literal = True

        def generic(self, args: Any, kws: Any) -> Any:
            names = [each.literal_value for each in args if isinstance(each, types.StringLiteral)]
            if len(names) + sum(isinstance(each, types.Integer) for each in args) != len(args) - 1 or not names:
                raise TypingError("the rule of an event and the name of its number must be string literals")
            if not _takes(args[0], RULE_NUMBERS[names[0]]):
                raise TypingError(f"the log leaves out the events of {names[0]}; add the rule to `Statistics.reads`")
            return signature(result, *args)

    def lowered(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        rule, *names = (each.literal_value for each in sig.args if isinstance(each, types.StringLiteral))
        constants = iter([RULE_NUMBERS[rule], *(field_index(rule, name) for name in names)])
        numbers = [
            context.get_constant(types.int64, next(constants))
            if isinstance(kind, types.StringLiteral)
            else context.cast(builder, value, kind, types.int64)
            for value, kind in zip(args[1:], sig.args[1:], strict=True)
        ]
        called = signature(result, sig.args[0], *[types.int64] * len(numbers))
        return context.compile_internal(builder, read, called, [args[0], *numbers])

    infer_global(function)(ReadingLog)
    lower_builtin(function, types.VarArg(types.Any))(lowered)


def _was_told(log: Any, rule: int) -> bool:
    return bool(log.count[rule] > 0)


def _was_told_since(log: Any, i: int, rule: int) -> bool:
    return bool(log.count[rule] > 0 and log.last[rule] >= i)


def _times_told(log: Any, rule: int) -> int:
    return log.count[rule]  # type: ignore[no-any-return]


def _said(log: Any, rule: int, index: int) -> int:
    return log.value[log.last[rule]][index] if log.count[rule] > 0 else 0


def _told_at(log: Any, i: int, rule: int) -> bool:
    return bool(log.rule[i] == rule)


def _said_at(log: Any, i: int, rule: int, index: int) -> int:
    return log.value[i][index]  # type: ignore[no-any-return]


def _from_the_front(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """An index of an array. In this package, no variable index counts from the end, so compiled code does not check for
    that.

    The check took up to a tenth of the time of a match. The slow tests play with bounds checks, which refuse a negative
    index. A constant index may be negative. Other people's code compiles as usual.
    """
    is_ours = builder.function.name.startswith(OURS)
    if is_ours and not (isinstance(index, ir.Constant) and index.constant < 0):
        return context.cast(builder, index, kind, types.intp)
    assert _from_either_end is not None
    return _from_either_end(context, builder, kind, index, size)


OURS = "_ZN9breakaway"  # how Numba's names of the functions in this package begin
_from_either_end = getattr(arrayobj, "fix_integer_index", None)
if _from_either_end is not None:  # in another version of Numba, compiling still works
    arrayobj.fix_integer_index = _from_the_front


class Copying(AbstractTemplate):
    """The type of a copy in compiled code: a record like the one that is copied."""

    key = copy

    def generic(self, args: Any, kws: Any) -> Any:
        """The signature, for records only."""
        return signature(args[0], args[0]) if len(args) == 1 and isinstance(args[0], types.Record) else None


infer_global(copy)(Copying)


def _copied(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Copies a record to the stack of the calling function. The copy is gone when that function returns."""
    size, word = sig.args[0].size, context.get_value_type(types.int64)
    place = cgutils.alloca_once(builder, word, size=(size + 7) // 8)
    cgutils.raw_memcpy(builder, place, args[0], context.get_constant(types.intp, size), 1)
    return builder.bitcast(place, args[0].type)


lower_builtin(copy, types.Record)(_copied)


class Overwriting(AbstractTemplate):
    """The type of `overwrite` in compiled code."""

    key = overwrite

    def generic(self, args: Any, kws: Any) -> Any:
        """The signature, for two records of one class only."""
        is_pair = len(args) == 2 and isinstance(args[0], types.Record) and args[0] == args[1]
        return signature(types.none, *args) if is_pair else None


infer_global(overwrite)(Overwriting)


def _overwritten(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    size = context.get_constant(types.intp, sig.args[0].size)
    cgutils.raw_memcpy(builder, args[0], args[1], size, 1)
    return context.get_dummy_value()


lower_builtin(overwrite, types.Record, types.Record)(_overwritten)


def spread(record: Any, row: Any, at: int) -> int:
    """Writes all numbers of a record, in order, into the int64 array `row` from index `at` on. Returns the next index.

    Only compiled code can do this.
    """
    raise TypeError("only compiled code can call spread()")


class Spreading(AbstractTemplate):
    """The type of `spread` in compiled code."""

    key = spread

    def generic(self, args: Any, kws: Any) -> Any:
        """The signature, for a record and an array of int64 only."""
        fits = len(args) == 3 and isinstance(args[0], types.Record) and args[1] == types.Array(types.int64, 1, "C")
        return signature(types.int64, args[0], args[1], types.int64) if fits else None


infer_global(spread)(Spreading)
PIECE = 16  # numbers that are loaded, widened and stored at once


def _spread(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Loads neighboring numbers as vectors. A loop would have to check that record and row do not overlap."""
    record, (_, row_kind, _) = args[0], sig.args
    start = builder.gep(make_array(row_kind)(context, builder, args[1]).data, [args[2]])
    memory, word = builder.bitcast(record, ir.IntType(8).as_pointer()), ir.IntType(64)
    done = 0
    for field in sig.args[0].fields.values():
        kind, n = (
            (field.type.dtype, field.type.nitems) if isinstance(field.type, types.NestedArray) else (field.type, 1)
        )
        size = kind.bitwidth // 8
        for first in range(0, n, PIECE):
            many = min(PIECE, n - first)
            place = builder.gep(memory, [ir.Constant(ir.IntType(32), field.offset + first * size)])
            pointer = builder.bitcast(place, ir.VectorType(ir.IntType(8 * size), many).as_pointer())
            read = builder.load(pointer, align=size)
            wide = ir.VectorType(word, many)
            numbers = read if size == 8 else (builder.sext if kind.signed else builder.zext)(read, wide)
            target = builder.bitcast(builder.gep(start, [ir.Constant(ir.IntType(32), done)]), wide.as_pointer())
            builder.store(numbers, target, align=8)
            done += many
    return builder.add(args[2], ir.Constant(word, done))


lower_builtin(spread, types.Record, types.Array, types.int64)(_spread)


def lowest(bits: int) -> int:
    """The number of the lowest bit that is set: 0 for an odd number. At least one of the lower 63 bits must be set.

    In a loop over all bits, the processor would mispredict which bit is set.
    """
    return (bits & -bits).bit_length() - 1


class Lowest(AbstractTemplate):
    """The type of `lowest` in compiled code."""

    key = lowest

    def generic(self, args: Any, kws: Any) -> Any:
        """The signature, for a whole number only."""
        return signature(types.int64, types.int64) if len(args) == 1 and isinstance(args[0], types.Integer) else None


infer_global(lowest)(Lowest)


def _trailing_zeros(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))


lower_builtin(lowest, types.int64)(_trailing_zeros)


class Zeros(AbstractTemplate):
    """The type of a table of zeros in compiled code: an array."""

    key = zeros

    def generic(self, args: Any, kws: Any) -> Any:
        """The signature, for a whole number only."""
        is_number = len(args) == 1 and isinstance(args[0], types.Integer)
        return signature(types.Array(types.int64, 1, "C"), types.int64) if is_number else None


infer_global(zeros)(Zeros)


def _zeros(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Makes the table on the stack of the calling function, which costs much less than a list."""
    if not isinstance(args[0], ir.Constant):
        raise TypingError("the length of zeros(n) must be a number or one named constant")
    n = int(args[0].constant)
    size, word = (context.get_constant(types.intp, each) for each in (8 * n, 8))
    place = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(64), n))
    cgutils.memset(builder, place, size, 0)
    made = make_array(sig.return_type)(context, builder)
    data, shape = builder.bitcast(place, ir.IntType(64).as_pointer()), [context.get_constant(types.intp, n)]
    populate_array(made, data=data, shape=shape, strides=[word], itemsize=word, meminfo=None)
    return made._getvalue()


lower_builtin(zeros, types.int64)(_zeros)
_compiles_to_a_note(rules.tell, before=1)
_compiles_to_a_note(rules.tell_only, before=2)
_compiles_to_a_read(rules.was_told, _was_told, types.boolean)
_compiles_to_a_read(rules.was_told_since, _was_told_since, types.boolean)
_compiles_to_a_read(rules.times_told, _times_told, types.int64)
_compiles_to_a_read(rules.said, _said, types.int64)
_compiles_to_a_read(rules.told_at, _told_at, types.boolean)
_compiles_to_a_read(rules.said_at, _said_at, types.int64)


@overload(door.name_even)
def _name_even(c: Any, label: Any, k: Any) -> Any:
    def nothing(c: Any, label: Any, k: Any) -> None:
        return None

    return nothing


@overload(door.name_weighted)
def _name_weighted(c: Any, label: Any, weights: Any, k: Any, unit: Any) -> Any:
    def nothing(c: Any, label: Any, weights: Any, k: Any, unit: Any) -> None:
        return None

    return nothing


@overload(door.full)
def _full(c: Any) -> Any:
    def raises(c: Any) -> None:
        raise OverflowError("a step asked for too many outcomes")

    return raises


@overload(door.ran_out)
def _ran_out(c: Any, label: Any, sides: Any) -> Any:
    def raises(c: Any, label: Any, sides: Any) -> None:
        raise ValueError("the script has no more outcomes")

    return raises


@overload(door.impossible)
def _impossible(c: Any, label: Any, sides: Any, outcome: Any) -> Any:
    def raises(c: Any, label: Any, sides: Any, outcome: Any) -> None:
        raise ValueError("the script has an impossible outcome")

    return raises


@overload(too_much)
def _too_much() -> Any:
    def raises() -> None:
        raise OverflowError("too many events without a call to forget()")

    return raises
