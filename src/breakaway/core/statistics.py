"""What is counted: each column of a game's rows and totals is declared once, with all that is said of it.

    @dataclass(slots=True)
    class MatchRow:
        runs: list[int] = count(SEATS, "the runs among these plays", label=marked("runs"), box="{runs} for {run_lines}")

The class is a flat state (see `core.state`), so that compiled rules can add to it. Parquet files, reports, box scores,
the JSON of a match and the tables of the docs follow from the declarations. `Statistics` holds a game's rows and totals
and the function that counts them from events.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from math import sqrt
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeAlias

from breakaway.core.language import _
from breakaway.core.rulebook import RULE_NUMBERS
from breakaway.core.rules import DECLARED, EventLog
from breakaway.core.state import number, table

# --- Declares what is counted. Box scores and JSON follow from it.


@dataclass(frozen=True)
class Statistic:
    """A declared column: what it counts (`says`), and how people meet it.

    - `label`: the name of its row in a box score. Empty if it has no row of its own.
    - `box`: what that row shows for a side, such as `"{runs} for {run_lines}"`. Empty for the number alone.
    - `in_box`: False if no row of the box score tells it, not even in the text of another.
    - `key`: its name in the JSON of a match, if that is not the name of the column.
    - `rules`: the rules that define it.
    - `speaks`: puts a number into words for a box score.
    - `flag`: whether it is 0 or 1, which files show as no or yes.
    - `fractions`: how many fractions make one, if it counts fractions.
    - `codes`: the meanings of its numbers, in order from 0, if they are codes that are the same in all matches.
    - `jersey`: the name of the jersey that the leader in it wears in a series of races. Empty if there is none.
    - `of`: how it is worked out from the totals and a seat, if it is no column.
    """

    says: str
    label: str = ""
    box: str = ""
    in_box: bool = True
    key: str = ""
    rules: tuple[str, ...] = ()
    speaks: Callable[[int], str] = str
    flag: bool = False
    fractions: int = 1
    codes: Sequence[str] = ()
    jersey: str = ""
    of: Callable[[Any, int], int] | None = None


def value(says: str, *, kind: str = "i4", **words: Any) -> Any:
    """Declares a column that is one number, of this `kind` in compiled code.

    `says` tells what it counts, and `words` are the other parts of a Statistic.
    """
    return _declared(number(kind), Statistic(says, **words))


def count(seats: int, says: str, *, kind: str = "i2", **words: Any) -> Any:
    """Declares a column for each of the `seats`, with numbers of this `kind` in compiled code.

    `says` tells what it counts, and `words` are the other parts of a Statistic.
    """
    return _declared(table(seats, kind=kind), Statistic(says, **words))


def derived(says: str, of: Callable[[Any, int], int], **words: Any) -> Any:
    """Declares, as a ClassVar, a figure that is worked out `of` a match's totals and a seat. It is no column.

    `says` tells what it counts, and `words` are the other parts of a Statistic.
    """
    return Statistic(says, of=of, **words)


def one_of(codes: Sequence[str]) -> str:
    """The meanings of a column of codes, in a sentence of the docs."""
    return ", ".join(each for each in codes if each)


def _declared(plain: Any, statistic: Statistic) -> Any:
    """The field of a flat class, which also holds its statistic."""
    kept: dict[str, Any] = {"default": plain.default, "default_factory": plain.default_factory}
    return field(**kept, metadata={**plain.metadata, "statistic": statistic})


def statistics_in(cls: type[Any]) -> dict[str, Statistic]:
    """The statistics of a class by name, in the order of their declarations, with those that are derived."""
    declared = {each.name: each.metadata.get("statistic") for each in fields(cls)}
    found = {}
    for name in cls.__annotations__:
        statistic = declared[name] if name in declared else getattr(cls, name)
        if statistic is not None:
            found[name] = statistic
    return found


def flags_in(*classes: type[Any]) -> frozenset[str]:
    """The names of the columns that are 0 or 1."""
    return frozenset(name for name, each in _all_in(classes) if each.flag)


def fractions_in(*classes: type[Any]) -> dict[str, int]:
    """How many fractions make one, by name, for the columns that count fractions."""
    return {name: each.fractions for name, each in _all_in(classes) if each.fractions != 1}


def codes_in(*classes: type[Any]) -> dict[str, Sequence[str]]:
    """The meanings of the numbers in each column of codes that are the same in all matches."""
    return {name: each.codes for name, each in _all_in(classes) if each.codes}


def _all_in(classes: Sequence[type[Any]]) -> Iterator[tuple[str, Statistic]]:
    for cls in classes:
        yield from statistics_in(cls).items()


def figures(total: Any, seat: int) -> dict[str, int]:
    """All that is counted for a seat, by name: the columns of the match's `total` and what is derived from them."""
    found = {}
    for name, each in statistics_in(type(total)).items():
        if each.of is not None:
            found[name] = each.of(total, seat)
        elif isinstance(getattr(total, name), list):
            found[name] = getattr(total, name)[seat]
    return found


def by_key(total: Any, seat: int) -> dict[str, int]:
    """What is counted for a seat in the `total` of a match, by its name in JSON."""
    declared = statistics_in(type(total))
    return {declared[name].key or name: value for name, value in figures(total, seat).items()}


def box_rows(total: Any, seats: int) -> Iterator[list[str]]:
    """The rows of a box score in the current language: a label and a cell for each of the `seats`, out of a `total`."""
    declared = statistics_in(type(total))
    sides = [_in_words(declared, figures(total, seat)) for seat in range(seats)]
    for name, each in declared.items():
        if each.label:
            cell = _(each.box) if each.box else f"{{{name}}}"
            yield [_(each.label), *(cell.format_map(side) for side in sides)]


def _in_words(declared: Mapping[str, Statistic], found: Mapping[str, int]) -> dict[str, str]:
    return {name: declared[name].speaks(value) for name, value in found.items()}


# --- Writes numbers that have fractions.


# Fractions that have their own character; others are written with raised and lowered figures.
SIGNS = {Fraction(unicodedata.numeric(sign)).limit_denominator(10): sign for sign in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"}
RAISED, LOWERED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"), str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def with_fractions(units: int, unit: int) -> str:
    """So many `units`, of which `unit` make one, as exact text for people: `9`, `9½`, `8⅓`, `2³⁄₁₁`.

    People could mistake `19/2` for 1 and 9/2.
    """
    whole, rest = divmod(abs(units), unit)
    part = Fraction(rest, unit)
    sign = SIGNS.get(part) or f"{part.numerator}".translate(RAISED) + "⁄" + f"{part.denominator}".translate(LOWERED)
    minus = "-" if units < 0 else ""
    return f"{minus}{whole or ('' if rest else 0)}{sign if rest else ''}"


# --- Says how a game's statistics are computed from events.


Observe: TypeAlias = Callable[[Any, Any, Any, EventLog, Any, Any, int], int]


@dataclass(frozen=True, eq=False)
class Statistics:
    """How a game's statistics are computed. The lab must be able to compile `observe`, `row` and `match`.

    - `row`, `match`: flat classes for one row and for the totals of a match. A new row contains only zeros.
    - `observe(before, after, config, log, match, rows, at)`: called after every step. Adds to `match` and writes rows
      from `rows[at]` on. May leave the last row unfinished. Calls `forget(log)` once it has read the events. Returns
      `at` plus the number of finished rows.
    - `most`: the most rows that one step can finish.
    - `words(config, names)`: the meanings of the codes in each column whose codes depend on the match, in order from 0.
      Codes beyond the end of the list have no meaning. Other columns declare their `codes`.
    - `seats(config)`: the name of each seat as used in column names.
    - `fractions`: how many fractions of a point make one in scores.
    - `remember(before, s)`: called with the state `s` in which a step begins. Copies into `before` the parts of `s`
      that `observe` needs after the step. If None, the lab copies all of `s`.
    - `reads`: the numbers of all rules whose events `observe` reads: `rules_read_by(observe)`. The lab's logs leave out
      all other events. If None, logs need every event.
    - `is_over(row)`: whether the play of a row is over. Only games with rulings on plays have this function; their
      unfinished rows are public.
    """

    row: type[Any]
    match: type[Any]
    observe: Observe
    most: int
    words: Callable[[Any, Mapping[str, Any]], Mapping[str, Sequence[str]]]
    seats: Callable[[Any], Sequence[str]]
    fractions: int = 1
    is_over: Callable[[Any], bool] | None = None
    remember: Callable[[Any, Any], None] | None = None
    reads: frozenset[int] | None = None


def rules_read_by(observe: Callable[..., Any]) -> frozenset[int]:
    """The numbers of all rules whose events `observe` names, itself or in the functions that it calls."""
    todo, found, numbers = [observe], {observe}, set[int]()
    while todo:
        function: Any = todo.pop()
        names = set(_names_in(function.__code__))
        used = [function.__globals__[name] for name in names if name in function.__globals__]
        for module in [each for each in used if isinstance(each, ModuleType)]:
            used += [getattr(module, name) for name in names if hasattr(module, name)]
        for each in used:
            if isinstance(each, str) and each in DECLARED:
                numbers.add(RULE_NUMBERS[each])
            elif isinstance(each, FunctionType) and each not in found:
                found.add(each)
                todo.append(each)
    return frozenset(numbers)


def _names_in(code: CodeType) -> Iterator[str]:
    """The names that a function's code refers to, also in the functions inside it."""
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _names_in(each)


# --- How sure a share is


Z = 1.959963984540054  # 95% of a normal distribution lies within this many standard deviations


def wilson(k: int, n: int) -> tuple[float, float]:
    """The Wilson 95% interval of a share of k in n; 0 to 1 if n is 0."""
    if n == 0:
        return 0.0, 1.0
    p, zz = k / n, Z * Z
    middle = (p + zz / (2 * n)) / (1 + zz / n)
    half = Z / (1 + zz / n) * sqrt(p * (1 - p) / n + zz / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)
