"""Documents as plain data. A document consists of sections, and a section consists of lines, grids and figures.

A game's `display` builds a document once from what a seat may see. `display.renderers` writes it as lines for a
terminal or an email, as HTML or as PDF. The templates of `web` put parts of documents into match pages. All texts are
plain text, and the SVG of a figure can be inserted into a page unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

LONG = 40  # a cell with more characters may take several lines


@dataclass(frozen=True)
class Why:
    """A rule: its id and its sentence. A terminal shows only the id."""

    rule: str
    says: str = ""


@dataclass(frozen=True)
class Line:
    """A sentence or a paragraph with its rules.

    The text stays to the right of its label, even if it takes several rows. `style` is bold, dim or empty. `kind` tells
    a page how to show the line: run, pass, news or head. `turn`: the line is about the position after this turn of a
    match.
    """

    text: str = ""
    label: str = ""
    style: str = ""
    whys: tuple[Why, ...] = ()
    kind: str = ""
    turn: int | None = None

    @property
    def strong(self) -> bool:
        """Whether the line is emphasized."""
        return self.style == "bold"


@dataclass(frozen=True)
class Grid:
    """A table of texts. The first cell of a row is its head. A row may have fewer cells than the table has columns.

    `rules`: the rule for each row, if any. `folded`: whether a match page shows the table only on demand. The columns
    in `right` contain numbers and are right-aligned; None means all columns except the first. Rows in `strong` contain
    totals or belong to the reader. `tints` gives the styles of individual cells (row, column), and `marks` puts a short
    sign on a background color (`#8f1d21`) before a cell's text. Tints and marks only repeat what the cell says.
    `groups` names groups of columns, each with its number of columns. `above` contains texts to show above a row,
    across all columns. Columns in `spared` can be left out of a text whose lines are too short for all, in this order.
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
    spared: Sequence[int] = ()

    def is_right(self, column: int) -> bool:
        """Whether the column contains numbers."""
        return column > 0 if self.right is None else column in self.right

    def look(self, row: int, column: int) -> str:
        """The CSS class of the cell at `row` and `column`: its tint, `w` for words, `prose` for a long text, or ""."""
        if (row, column) in self.tints:
            return self.tints[row, column]
        if self.is_right(column):
            return ""
        return "prose" if len(self.rows[row][column]) > LONG else "w"


@dataclass(frozen=True)
class Figure:
    """A drawing in two forms: `text` for a terminal, already at the right width and with color codes, and `svg`.

    `says` describes in words what the SVG shows. `key` gives the name and the meaning of each color in the drawing.
    """

    text: str = ""
    svg: str = ""
    says: str = ""
    title: str = ""
    key: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Series:
    """Values drawn in one color. `low` and `high` bound the interval around each value.

    `look` names the color: `team-1` to `team-12`, `run`, `pass`, `plain` or `soft`.
    """

    name: str
    look: str
    values: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()


@dataclass(frozen=True)
class Chart:
    """A chart that the lab has yet to draw. A terminal shows the same numbers in the grid beside it.

    `says` describes the picture, for people who cannot see it.
    """

    title: str
    says: str

    @property
    def key(self) -> Sequence[tuple[str, str]]:
        """The name of each color, and a word for its meaning. Empty if the chart itself shows the meanings."""
        return ()


@dataclass(frozen=True)
class Bars(Chart):
    """A bar for each label and series."""

    labels: Sequence[str]
    series: Sequence[Series]
    percent: bool = False

    @property
    def key(self) -> Sequence[tuple[str, str]]:
        """The color of each series. Empty if there is only one series, or if the labels already name them."""
        names = [each.name for each in self.series]
        return [(each.look, each.name) for each in self.series] if len(names) > 1 and names != [*self.labels] else ()


@dataclass(frozen=True)
class Histograms(Chart):
    """How often each value occurs, with a strip for each series. Bin i extends from `edges[i]` to the next edge."""

    edges: Sequence[float]
    series: Sequence[Series]


Part: TypeAlias = Line | Grid | Figure | Chart
P = TypeVar("P")


@dataclass(frozen=True)
class Section:
    """A section of a document: one question and its answer."""

    title: str
    says: str = ""
    parts: Sequence[Part] = ()

    @property
    def id(self) -> str:
        """The title as an HTML anchor."""
        return re.sub(r"[^a-z0-9]+", "-", self.title.casefold()).strip("-")

    def of(self, kind: type[P]) -> list[P]:
        """The parts of one `kind`: lines, grids, figures or charts."""
        return [part for part in self.parts if isinstance(part, kind)]


@dataclass(frozen=True)
class Document:
    """A whole report or sheet. `lead` comes before the sections, and `foot` after them.

    `board` comes above everything else: two teams, each with two values. `has_contents`: whether the page
    begins with links to its sections. `in_halves`: whether two narrow sections may be shown side by side. `above`: a
    line above the title of an email.
    """

    title: str
    under: str
    lead: Sequence[Line]
    sections: Sequence[Section]
    foot: str = ""
    board: Sequence[tuple[str, str, str]] = ()
    has_contents: bool = False
    in_halves: bool = True
    above: str = ""


def printable(text: str) -> str:
    """The text without control characters, so that a name in a stranger's record cannot control the terminal."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or each in "\n\xa0" else "�" for each in text)
