"""What is drawn at the terminal, as plain lines: sentences, grids, and pictures that were drawn elsewhere.

Drawing a turn takes a fraction of a millisecond this way; a library for it took more than a whole answer may (20 ms).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from breakaway.terminal.trouble import printable

STYLES = {"": "", "bold": "\x1b[1m", "dim": "\x1b[2m"}  # no colours: nothing may depend on them
PLAIN = "\x1b[0m"
GAP = "  "
TIE = "\xa0"  # a space at which no line is broken
NARROWEST = 20  # columns for a text beside its label


@dataclass(frozen=True)
class Line:
    """A text, wrapped; further lines stand under its first, right of the label. The tail (rule ids) is dimmed."""

    text: str = ""
    label: str = ""
    tail: str = ""
    style: str = ""


@dataclass
class Grid:
    """Rows of short cells under dimmed heads; the columns of `right` are flush right.

    A row in `strong` is bold; one in `dimmed` is a further line of the heads.
    """

    heads: Sequence[str]
    right: frozenset[int] = frozenset()
    rows: list[list[str]] = field(default_factory=list)
    strong: set[int] = field(default_factory=set)
    dimmed: set[int] = field(default_factory=set)

    def add(self, *cells: str, strong: bool = False) -> None:
        """One more row."""
        if strong:
            self.strong.add(len(self.rows))
        self.rows.append(list(cells))


@dataclass(frozen=True)
class Picture:
    """Lines that are drawn already, at the right width, with terminal codes in them where colours are wanted."""

    text: str


Part: TypeAlias = Line | Grid | Picture


def cells(text: str) -> int:
    """How many columns of a terminal the text takes."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(ch) in "WF" else 0 if unicodedata.combining(ch) else 1 for ch in text)


def styled(text: str, style: str, color: bool) -> str:
    """The text in a style, where there are styles."""
    return f"{STYLES[style]}{text}{PLAIN}" if color and style and text else text


def drawn(parts: Iterable[Part], width: int, color: bool) -> list[str]:
    """All parts as lines."""
    lines: list[str] = []
    for part in parts:
        if isinstance(part, Picture):
            lines += part.text.split("\n")
        elif isinstance(part, Grid):
            lines += _grid(part, width, color)
        else:
            lines += _line(part, width, color)
    return [line.replace(TIE, " ") for line in lines]


def tied(text: str) -> str:
    """The text with spaces at which no line is broken."""
    return text.replace(" ", TIE)


def rows_of(text: str, width: int) -> int:
    """How many rows of a terminal a line takes, colours and all."""
    return max(1, -(-cells(re.sub(r"\x1b\[[0-9;]*m", "", text)) // width))


def _line(line: Line, width: int, color: bool) -> list[str]:
    """The paragraphs of a line, wrapped, with the label before the first."""
    label, text = printable(line.label), printable(line.text)
    tail = f"  ({printable(line.tail)})" if line.tail else ""
    if cells(label) > width - NARROWEST and cells(label) + cells(text) > width:  # no room beside it
        below = _line(Line(line.text, "    ", line.tail, line.style), width, color)
        return [styled(row, "bold" if label.strip() else "", color) for row in wrap(label.rstrip(), width)] + below
    indent = cells(label)
    rows = [row for paragraph in f"{text}{tail}".split("\n") for row in wrap(paragraph, max(NARROWEST, width - indent))]
    said: list[str] = []
    left = len(re.sub(r"\s", "", text))  # what comes after these characters is the tail
    for i, row in enumerate(rows):
        at = _position(row, left)
        left -= len(re.sub(r"\s", "", row[:at]))
        body = styled(row[:at], line.style, color) + styled(row[at:], "dim", color)
        head = styled(label, "bold" if label.strip() else "", color) if i == 0 else " " * indent
        said.append(head + body)
    return said


def _position(row: str, count: int) -> int:
    """Where in the row so many characters that are no spaces have passed."""
    for at, ch in enumerate(row):
        if count == 0:
            return at
        count -= not ch.isspace()
    return len(row)


def wrap(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns, broken at spaces, but for those that tie; a word that is longer is cut."""
    lines, line, used = [], "", 0
    for gap, word in re.findall(r"([^\S\xa0]*)((?:\S|\xa0)+)", text):
        if line and used + len(gap) + cells(word) > width:
            lines.append(line)
            line, used, gap = "", 0, ""
        while cells(word) > width:
            cut = _fitting(word, width)
            lines.append(word[:cut])
            gap, word = "", word[cut:]
        line, used = line + gap + word, used + len(gap) + cells(word)
    return [*lines, line]


def _fitting(word: str, width: int) -> int:
    """How many characters of a word fit, one at least."""
    used = 0
    for i, ch in enumerate(word):
        used += cells(ch)
        if used > width:
            return max(1, i)
    return len(word)


def _grid(grid: Grid, width: int, color: bool) -> list[str]:
    rows = [[printable(cell) for cell in row] for row in [list(grid.heads), *grid.rows]]
    count = max(map(len, rows))
    wide = [max(cells(row[i]) for row in rows if i < len(row)) for i in range(count)]
    lines: list[str] = []
    for n, row in enumerate(rows):
        style = "dim" if n == 0 or n - 1 in grid.dimmed else "bold" if n - 1 in grid.strong else ""
        padded = [_padded(cell, wide[i], i in grid.right) for i, cell in enumerate(row)]
        text = GAP.join(padded).rstrip()
        if cells(text) <= width:
            lines.append(styled(text, style, color))
        else:
            whole = [tied(cell.strip()) for cell in padded[1:]]  # a cell stays in one piece where it can
            lines += _line(Line(GAP.join(each for each in whole if each), padded[0] + GAP, style=style), width, color)
    return lines


def _padded(text: str, width: int, right: bool) -> str:
    space = " " * (width - cells(text))
    return space + text if right else text + space
