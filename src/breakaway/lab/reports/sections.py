"""A report as data: sections of tables and charts. The terminal and the page draw the same."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True)
class Table:
    """Rows under heads; the columns of `words` are words, the others numbers.

    Rows in `strong` are totals. `tints` names the look of single cells (row, column), as `offense` or `defense`; it
    only repeats what the cell says.
    """

    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: Sequence[int] = (0,)
    strong: frozenset[int] = frozenset()
    tints: Mapping[tuple[int, int], str] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True)
class Series:
    """Values of one colour: `team-1` to `team-12`, `run`, `pass`, `plain` or `soft`; `low` and `high`: intervals."""

    name: str
    look: str
    values: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()


@dataclass(frozen=True)
class Bars:
    """A bar for each label and series. `says` is what the picture shows, for who does not see it."""

    title: str
    says: str
    labels: Sequence[str]
    series: Sequence[Series]
    percent: bool = False


@dataclass(frozen=True)
class Histograms:
    """How often each value comes, a strip for each series; bin i reaches from `edges[i]` to the next edge."""

    title: str
    says: str
    edges: Sequence[float]
    series: Sequence[Series]


Chart: TypeAlias = Bars | Histograms


@dataclass(frozen=True)
class Section:
    """One question and what answers it."""

    title: str
    says: str = ""
    tables: Sequence[Table] = ()
    charts: Sequence[Chart] = ()

    @property
    def id(self) -> str:
        """The title as an anchor."""
        return re.sub(r"[^a-z0-9]+", "-", self.title.casefold()).strip("-")


@dataclass(frozen=True)
class Report:
    """The whole report: what was simulated, as pairs of a word and its value, then the sections.

    `board` is what stands above everything: each team with two values. It is empty when there are too many.
    """

    title: str
    facts: Sequence[tuple[str, str]]
    sections: Sequence[Section]
    teams: Sequence[str]
    board: Sequence[tuple[str, str, str]] = ()
