"""Lays out a document as lines for a terminal or an email.

The Rich library measures, wraps and styles the lines, which takes 0.3 ms per turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from breakaway.display.document import Document, Figure, Grid, Line, Part, Section, Why, printable

CONSOLE = Console(color_system="standard", force_terminal=True, legacy_windows=False)  # only lays out, prints nothing
GAP = "  "
TIE = "\xa0"  # a space at which no line breaks
LETTER = "\ue000"  # replaces TIE while Rich wraps, because Rich would break lines at it
DITTO = '"'  # stands for a long text that is the same in the row above
NARROWEST = 20  # columns for a text beside its label


def as_text(document: Document, width: int) -> str:
    """A whole `document` as text for a file or an email, in lines of at most `width` columns."""
    lead = [Line(), *document.lead] if document.lead else []
    parts: list[Part] = [Line(document.title), Line(document.under), Line("=" * width), *lead]
    for section in document.sections:
        title = section.title.upper()
        parts += [Line(), Line(title), Line("-" * cells(title))] if title else [Line()]
        parts += parts_of(section)
    lines = drawn([*parts, Line(), Line(document.foot)], width, False)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def parts_of(section: Section) -> Iterator[Part]:
    """The parts below a section's title."""
    if section.says:
        yield Line(section.says)
    for part in section.parts:
        if isinstance(part, Grid) and (part.title or section.says):
            yield Line()
        yield part


def drawn(parts: Iterable[Part], width: int, color: bool) -> list[str]:
    """The `parts` as lines of at most `width` columns, with terminal codes if `color` is set.

    Leaves out charts that have no text, because the grid beside each chart has the same numbers.
    """
    lines: list[str] = []
    for part in parts:
        if isinstance(part, Figure):
            lines += part.text.split("\n") if part.text else []
        elif isinstance(part, Grid):
            for each in _by_groups(part):
                lines += _grid(each, width, color)
        elif isinstance(part, Line):
            lines += _line(part, width, color)
    return [line.replace(LETTER, " ") for line in lines]


def styled(text: str | Text, style: str = "", color: bool = True) -> str:
    """The text with terminal codes for its `style`, if `color` is set. The only styles are bold and dim."""
    row = Text.assemble((text, style)) if isinstance(text, str) else text
    if not color:
        return row.plain
    return "".join(part.style.render(part.text) if part.style else part.text for part in row.render(CONSOLE))


def cells(text: str) -> int:
    """How many terminal columns the text takes up."""
    return len(text) if text.isascii() else cell_len(text)


def tied(text: str) -> str:
    """The text with all its spaces made non-breaking."""
    return text.replace(" ", TIE)


def rows_of(text: str, width: int) -> int:
    """How many terminal rows a line takes up at this `width`, not counting its terminal codes."""
    return max(1, -(-cells(re.sub(r"\x1b\[[0-9;]*m", "", text)) // width))


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` columns, broken at spaces (not at TIE).

    Splits words that are too long for a line.
    """
    return [row.plain.replace(LETTER, " ") for row in _wrapped(Text(text), width)]


def _wrapped(text: Text, width: int) -> list[Text]:
    if TIE in text.plain:
        text.plain = text.plain.replace(TIE, LETTER)
    fits = "\n" not in text.plain and cells(text.plain) <= width  # Rich is slow even with lines that need no wrapping
    rows = [text] if fits else list(text.wrap(CONSOLE, width))
    for row in rows:
        row.rstrip()
    return rows


def _line(line: Line, width: int, color: bool) -> list[str]:
    """A line's text, wrapped, with its label in front and its rule ids, dimmed, at the end."""
    label, body = printable(line.label), Text.assemble((printable(line.text), line.style))
    if cells(label) > width - NARROWEST and cells(label) + cells(body.plain) > width:  # no room beside the label
        above = [styled(row, "bold", color) for row in wrap(label.rstrip(), width)]
        return above + _line(replace(line, label="    "), width, color)
    if line.whys:
        body.append(f"  ({printable(_ids(line.whys))})", "dim")
    rows = _wrapped(body, max(NARROWEST, width - cells(label)))
    heads = [styled(label, "bold" if label.strip() else "", color), *[" " * cells(label)] * (len(rows) - 1)]
    return [head + styled(row, color=color) for head, row in zip(heads, rows, strict=True)]


def _ids(whys: Iterable[Why]) -> str:
    """Rule ids with their shared prefix written only once: `BA-6.1, 6.5`."""
    first, *rest = (why.rule for why in whys)
    return ", ".join([first, *(rule.rpartition("-")[2] for rule in rest)])


def _grid(grid: Grid, width: int, color: bool) -> list[str]:
    """The lines of a grid: title, dimmed heads, rows and note. A row that is too wide becomes an ordinary line."""
    ids = [[why.rule if why else ""] for why in grid.rules] or [[]] * len(grid.rows)
    rows = [[printable(cell) for cell in (*row, *rule)] for row, rule in zip(grid.rows, ids, strict=True)]
    heads = _heads([printable(head) for head in (*grid.heads, *(["rule"] if grid.rules else []))], rows, width)
    styles = ["dim"] * len(heads) + ["bold" if n in grid.strong else "" for n in range(len(rows))]
    wide = _widths([*heads, *rows])
    lines = _line(Line(grid.title, style="bold"), width, color) if grid.title else []
    room = width - sum(len(GAP) + each for each in wide[:-1])  # for the last column, whose cells may take several lines
    for n, (row, style) in enumerate(zip([*heads, *rows], styles, strict=True), -len(heads)):
        if n in grid.above:
            lines += [""] if n else []
            lines += [f"{GAP}-- {printable(grid.above[n])} --"] if grid.above[n] else []
        padded = [_padded(cell, wide[i], grid.is_right(i)) for i, cell in enumerate(row)]
        text = GAP.join(padded).rstrip()
        if cells(text) <= width:
            lines.append(styled(text, style, color))
        elif room >= NARROWEST and len(row) == len(wide) and not grid.is_right(len(wide) - 1):
            start = GAP.join([*padded[:-1], ""])
            said = DITTO if n > 0 and n not in grid.above and row[-1] == rows[n - 1][-1] else row[-1]
            lines += [styled(each, style, color) for each in _hung(start, said, width)]
        else:
            whole = [tied(cell.strip()) for cell in padded[1:]]  # keeps a cell in one piece where possible
            lines += _line(Line(GAP.join(filter(None, whole)), padded[0] + GAP, style), width, color)
    return lines + (_line(Line(grid.note, style="dim"), width, color) if grid.note else [])


def _hung(start: str, text: str, width: int) -> list[str]:
    """A text after `start`, with its other lines indented to line up with the first."""
    first, *rest = wrap(text.strip(), width - cells(start))
    return [start + first, *(" " * cells(start) + each for each in rest)]


def _by_groups(grid: Grid) -> Iterator[Grid]:
    """The grid itself or, if its columns form groups, a narrower grid for each group."""
    at = 1
    for name, count in grid.groups[1:]:
        heads, *rows = ([row[0], *row[at : at + count]] for row in (grid.heads, *grid.rows))
        yield Grid(name, heads, rows, right=grid.right)
        at += count
    if not grid.groups:
        yield grid


def _widths(rows: Iterable[Sequence[str]]) -> list[int]:
    """The width of each column. A row may lack its last cells."""
    return [max(map(cells, column)) for column in zip_longest(*rows, fillvalue="")]


def _heads(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[list[str]]:
    """The rows of the column heads.

    Wraps the heads to the widths of their columns if the grid does not fit otherwise.
    """
    stacks = list[list[str]]()
    rooms = _widths([[""] * len(heads), *rows])
    for head, room in zip([*heads, *[""] * (len(rooms) - len(heads))], rooms, strict=True):
        words = head.replace(" %", f"{TIE}%")  # a percent sign stays with the word before it
        stacks.append(wrap(words, max(room, *map(cells, words.split(" "))))[::-1])
    found = [list(row) for row in zip_longest(*stacks, fillvalue="")][::-1]
    return found if _fits([*found, *rows], width) and not _fits([heads, *rows], width) else [[*heads]]


def _fits(rows: Sequence[Sequence[str]], width: int) -> bool:
    return sum(len(GAP) + wide for wide in _widths(rows)) <= width + len(GAP)


def _padded(text: str, width: int, right: bool) -> str:
    space = " " * (width - cells(text))
    return space + text if right else text + space
