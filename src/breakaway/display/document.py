"""What people are shown, as plain data: lines, grids and figures, in sections, in a document.

A game's `display` builds them once from what a seat may see. `terminal.paper` draws them as lines of a terminal or a
mail, `display.written` writes whole documents as HTML and PDF, and the templates of `web` set them into match pages.
All texts are plain; the SVG of a figure is ready to be put into a page.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar


@dataclass(frozen=True)
class Why:
    """A rule: its id and what it says in a sentence; a terminal tells the id alone."""

    rule: str
    says: str = ""


@dataclass(frozen=True)
class Line:
    """A sentence or a paragraph with the rules that made it happen.

    What follows its first row stands right of the label. `style`: bold, dim or empty; `kind`: run, pass, news or head,
    for a page.
    """

    text: str = ""
    label: str = ""
    style: str = ""
    whys: tuple[Why, ...] = ()
    kind: str = ""

    @property
    def strong(self) -> bool:
        """Whether it stands out."""
        return self.style == "bold"


@dataclass(frozen=True)
class Grid:
    """A table of texts; the first cell of a row is its head, and a row may lack its last cells.

    `rules`: the rule of each row, where there is one; `folded`: a match page shows it on demand. The columns of `right`
    hold numbers and are flush right; None: all but the first do. Rows in `strong` are totals, or one's own. `tints`
    names the look of single cells (row, column); it only repeats what the cell says, and so do `marks`, short signs on
    a colour (`#8f1d21`) before it. `groups` name columns that belong together, with their count; `above` is what stands
    over a row, across all columns.
    """

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    rules: Sequence[Why | None] = ()
    note: str = ""
    folded: bool = True
    right: Collection[int] | None = None
    strong: Collection[int] = ()
    tints: Mapping[tuple[int, int], str] = field(default_factory=dict)
    groups: Sequence[tuple[str, int]] = ()
    marks: Mapping[tuple[int, int], tuple[str, str]] = field(default_factory=dict)
    above: Mapping[int, str] = field(default_factory=dict)

    def is_right(self, column: int) -> bool:
        """Whether the column holds numbers."""
        return column > 0 if self.right is None else column in self.right


@dataclass(frozen=True)
class Figure:
    """A drawing: as letters for a terminal, at the right width, with its codes; as SVG, with what it shows in words.

    `key`: what its colours mean, each a look and a word.
    """

    text: str = ""
    svg: str = ""
    says: str = ""
    title: str = ""
    key: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Series:
    """Values of one colour: `team-1` to `team-12`, `run`, `pass`, `plain` or `soft`; `low` and `high`: intervals."""

    name: str
    look: str
    values: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()


@dataclass(frozen=True)
class Chart:
    """A drawing yet to be made by the lab; a terminal has its numbers in the grid beside it.

    `says` is what the picture shows, for who does not see it.
    """

    title: str
    says: str

    @property
    def key(self) -> Sequence[tuple[str, str]]:
        """What its colours mean, each a look and a word, where nothing else says it."""
        return ()


@dataclass(frozen=True)
class Bars(Chart):
    """A bar for each label and series."""

    labels: Sequence[str]
    series: Sequence[Series]
    percent: bool = False

    @property
    def key(self) -> Sequence[tuple[str, str]]:
        """A series a colour, unless each is the bar of its own name."""
        names = [each.name for each in self.series]
        return [(each.look, each.name) for each in self.series] if len(names) > 1 and names != [*self.labels] else ()


@dataclass(frozen=True)
class Histograms(Chart):
    """How often each value comes, a strip for each series; bin i reaches from `edges[i]` to the next edge."""

    edges: Sequence[float]
    series: Sequence[Series]


Part: TypeAlias = Line | Grid | Figure | Chart
P = TypeVar("P")


@dataclass(frozen=True)
class Section:
    """One question and what answers it."""

    title: str
    says: str = ""
    parts: Sequence[Part] = ()

    @property
    def id(self) -> str:
        """The title as an anchor."""
        return re.sub(r"[^a-z0-9]+", "-", self.title.casefold()).strip("-")

    def of(self, kind: type[P]) -> list[P]:
        """Its parts of one kind: lines, grids, figures or charts."""
        return [part for part in self.parts if isinstance(part, kind)]


@dataclass(frozen=True)
class Document:
    """A whole report or sheet. `lead` stands before the sections, `foot` below them.

    `board` is what stands above everything: each of two teams with two values. `has_contents`: a page begins with links
    to its sections.
    """

    title: str
    under: str
    lead: Sequence[Line]
    sections: Sequence[Section]
    foot: str = ""
    board: Sequence[tuple[str, str, str]] = ()
    has_contents: bool = False
