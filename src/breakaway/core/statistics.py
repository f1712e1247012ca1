"""What is counted: each column of a game's rows and totals is declared once, with all that is said of it.

    @dataclass(slots=True)
    class MatchRow:
        runs: list[int] = count(SEATS, "the runs among these plays", label=marked("runs"), box="{runs} for {run_lines}")

The class is a flat state (see `core.state`), so that compiled rules can add to it. Parquet files, reports, box scores,
the JSON of a match and the tables of the docs follow from the declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from breakaway.core.language import _
from breakaway.core.state import number, table


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
