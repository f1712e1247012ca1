"""States and configs: flat, slotted dataclasses of whole numbers and small tables, declared once.

    @dataclass(slots=True)
    class Race:
        turn: int = number()
        hand: list[list[int]] = table(48, 4)

In plain Python, their fields are ints and lists. The lab derives a NumPy record from the same declaration.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import Field, dataclass, field, fields
from typing import Any, TypeVar

from breakaway.core.language import _, say

S = TypeVar("S")

RANGES = {
    "i1": (-(2**7), 2**7 - 1),
    "i2": (-(2**15), 2**15 - 1),
    "i4": (-(2**31), 2**31 - 1),
    "i8": (-(2**63), 2**63 - 1),
    "u8": (0, 2**64 - 1),
}


class BadState(ValueError):
    """A stored or typed state that does not fit its declaration. The message names the field."""


def number(kind: str = "i4", default: int = 0) -> Any:
    """Declares a whole number with its default.

    `kind` is its size in compiled code: at least i4, because smaller integers overflow.
    """
    return field(default=default, metadata={"kind": kind, "shape": ()})


def table(*shape: int, kind: str = "i2") -> Any:
    """Declares a table of whole numbers in one or two dimensions, all 0 at first.

    `kind` is the size of each number in compiled code.
    """
    return field(default_factory=lambda: _zeros(shape), metadata={"kind": kind, "shape": shape})


def zeros(n: int) -> list[int]:
    """A table of `n` zeros, for which compiled rules allocate no memory. `n` must be a constant."""
    return [0] * n


def _zeros(shape: tuple[int, ...]) -> Any:
    if len(shape) == 1:
        return [0] * shape[0]
    return [[0] * shape[1] for _ in range(shape[0])]


@dataclass(frozen=True)
class Column:
    """One declared field: its name, its size in compiled code, and its shape (empty for a number)."""

    name: str
    kind: str
    shape: tuple[int, ...]


_DECLARED: dict[Any, tuple[Column, ...]] = {}
_COPIERS: dict[Any, Callable[[Any, Any], None]] = {}
_KEYERS: dict[Any, Callable[[Any], tuple[Any, ...]]] = {}
_WRITERS: dict[Any, Callable[[Any], dict[str, Any]]] = {}


def columns(cls: Any) -> tuple[Column, ...]:
    """The declared fields of a state or config class; raises TypeError for a field that is not flat."""
    if cls not in _DECLARED:
        _DECLARED[cls] = tuple(_column(cls, each) for each in fields(cls))
    return _DECLARED[cls]


def _column(cls: type, each: Field[Any]) -> Column:
    if "kind" not in each.metadata:
        raise TypeError(f"{cls.__name__}.{each.name} is declared neither with number() nor with table()")
    return Column(each.name, each.metadata["kind"], each.metadata["shape"])


def _copier(cls: Any) -> Callable[[Any, Any], None]:
    """A function that copies a state. It is straight-line code because a match copies its state at every step."""
    if cls in _COPIERS:
        return _COPIERS[cls]
    lines = [f"b.{c.name} = {_written(c, '{}[:]', '[{}]')}" for c in columns(cls)]
    scope: dict[str, Any] = {}
    exec("def pour(a, b):\n    " + "\n    ".join(lines), scope)
    _COPIERS[cls] = scope["pour"]
    return _COPIERS[cls]


def _keyer(cls: Any) -> Callable[[Any], tuple[Any, ...]]:
    """A function that makes a state's key. It is straight-line code because exact odds need a key for every outcome."""
    if cls not in _KEYERS:
        parts = "".join(f"{_written(c, 'tuple({})', '({},)')}, " for c in columns(cls))
        scope: dict[str, Any] = {}
        exec(f"def key(a):\n    return ({parts})", scope)
        _KEYERS[cls] = scope["key"]
    return _KEYERS[cls]


def _written(c: Column, row: str, rows: str) -> str:
    """The source code that reads one field of a state `a`.

    `row` is the pattern for a row, and `rows` the pattern for a table of rows.
    """
    if not c.shape:
        return f"a.{c.name}"
    if len(c.shape) == 1:
        return row.format(f"a.{c.name}")
    return rows.format(", ".join(row.format(f"a.{c.name}[{i}]") for i in range(c.shape[0])))


def copy(s: S) -> S:
    """An independent copy of a state."""
    other = object.__new__(type(s))
    _copier(type(s))(s, other)
    return other


def overwrite(target: S, source: S) -> None:
    """Makes the state `target` equal to `source`, a state of the same class."""
    _copier(type(source))(source, target)


def key(s: Any) -> tuple[Any, ...]:
    """A hashable value that is the same for equal states."""
    flat: tuple[Any, ...] = _keyer(type(s))(s)
    return flat


def to_json(s: Any) -> dict[str, Any]:
    """A state as plain numbers and lists, by field name."""
    return _writer(type(s))(s)


def _writer(cls: Any) -> Callable[[Any], dict[str, Any]]:
    """A function that writes a state as JSON values. It is straight-line code because every step hashes the state."""
    if cls not in _WRITERS:
        ways = ("int(a.{0})", "[*a.{0}]", "[[*row] for row in a.{0}]")
        parts = "".join(f"{c.name!r}: {ways[len(c.shape)].format(c.name)}, " for c in columns(cls))
        scope: dict[str, Any] = {}
        exec(f"def write(a):\n    return {{{parts}}}", scope)
        _WRITERS[cls] = scope["write"]
    return _WRITERS[cls]


def from_json(cls: type[S], data: Any) -> S:
    """Reads a state from data that `to_json` wrote. Raises BadState naming the missing, unknown or wrong field."""
    if not isinstance(data, dict):
        raise BadState(say("{where}: expected a table of fields", where=cls.__name__))
    declared = columns(cls)
    unknown = sorted(set(data) - {c.name for c in declared})
    if unknown:
        raise BadState(say("{where}: unknown field {name}", where=cls.__name__, name=repr(unknown[0])))
    s = object.__new__(cls)
    for c in declared:
        if c.name not in data:
            raise BadState(say("{name} is missing", name=f"{cls.__name__}.{c.name}"))
        setattr(s, c.name, _checked(data[c.name], c.shape, c.kind, f"{cls.__name__}.{c.name}"))
    return s


def _checked(value: Any, shape: tuple[int, ...], kind: str, where: str) -> Any:
    if not shape:
        if type(value) is not int:
            raise BadState(say("{where}: expected a whole number, found {value}", where=where, value=repr(value)))
        low, high = RANGES[kind]
        if not low <= value <= high:
            raise BadState(
                say(
                    "{where}: expected a number from {low} to {high}, found {value}",
                    where=where,
                    value=value,
                    low=low,
                    high=high,
                )
            )
        return value
    if not isinstance(value, list) or len(value) != shape[0]:
        raise BadState(say("{where}: expected a list with {length} values", where=where, length=shape[0]))
    low, high = RANGES[kind]
    if len(shape) == 1 and set(map(type, value)) == {int} and low <= min(value) and max(value) <= high:
        return list(value)  # the usual case, quickly
    return [_checked(each, shape[1:], kind, f"{where}[{i}]") for i, each in enumerate(value)]


def fits(s: Any) -> bool:
    """Whether compiled code could hold each number of the state in the size that its field declares."""
    try:
        from_json(type(s), to_json(s))
    except BadState:
        return False
    return True


def changes(old: Any, new: Any) -> dict[str, Any]:
    """The fields of `new` that differ from `old`, as JSON values."""
    before, after = to_json(old), to_json(new)
    return {name: value for name, value in after.items() if before[name] != value}


def apply_changes(s: S, changed: Any) -> S:
    """The state with a record's changes (`changed`) applied. Raises BadState if they do not fit the declaration."""
    if not isinstance(changed, dict):
        raise BadState(say("{where}: expected a table of fields", where="changes"))
    return from_json(type(s), {**to_json(s), **changed})


def json_of(text: str | bytes | bytearray, **hooks: Any) -> Any:
    """The JSON value in `text`, which may come from a stranger. Raises ValueError, also if it is nested too deeply.

    `hooks` are those of `json.loads`. All JSON is read here, because `json.loads` raises RecursionError for what is
    nested deeply, and names an inner function of Python for a number with thousands of digits.
    """
    try:
        return json.loads(text, **hooks)
    except RecursionError:
        raise ValueError(_("lists and tables are nested too deeply")) from None
    except ValueError as error:
        raise plain_error(error) from None


def plain_error(error: ValueError) -> ValueError:
    """The same error. In our own words, if it is Python's for a number with thousands of digits."""
    is_too_long = "integer string conversion" in str(error)
    return ValueError(_("a number has too many digits")) if is_too_long else error


def canonical(data: Any) -> bytes:
    """The JSON values in `data` as bytes, in the canonical form that is hashed."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digest(s: Any) -> str:
    """The state's hash: 32 hexadecimal digits of SHA-256 over its canonical JSON."""
    return digest_json(to_json(s))


def digest_json(data: Any) -> str:
    """The hash of a state that is already JSON (`data`)."""
    return hashlib.sha256(canonical(data)).hexdigest()[:32]
