"""Writes a document as a file: one HTML page, or a PDF.

The HTML page has no script and loads nothing. It has a light and a dark theme, and fits the screen of a phone. The same
document always gives the same bytes. Jinja and Typst get all text as data, and Jinja escapes it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import groupby, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from breakaway.core.language import Trouble, _, language, say
from breakaway.display.coloured import with_colours
from breakaway.display.document import Chart, Document, Figure, Grid, Line, Section

if TYPE_CHECKING:
    from jinja2 import Template

LOOK = Path(__file__).parent / "look"  # templates and styles
HALF, LETTER, GAP = 480, 7.6, 20  # pixels: half a page, a character in a table, the gap between columns
TALL = 14  # a table with more rows is split in two
FONT = "Libertinus Serif"  # a font that comes with Typst
WIDE = 600  # the width of a picture for an email, in points
KEPT = 64  # how many pictures are kept: all readers of a match get the same one
Draw = Callable[[Chart, str], str]  # draws a chart as SVG; all its ids begin with the string


@dataclass(frozen=True)
class PlacedSection:
    """A section as laid out on the page: across half the width or all of it, with figures before lines and tables."""

    section: Section
    half: bool
    figures: Sequence[Figure]
    lines: Sequence[Line]
    grids: Sequence[Grid]


def as_html(document: Document, draw: Draw | None = None, style: str = "") -> str:
    """The document as a complete HTML page. `draw` draws its charts, and `style` contains additional CSS rules."""
    grids = [grid for section in document.sections for grid in section.of(Grid)]
    colours = sorted({colour for grid in grids for _text, colour in grid.marks.values()})
    css = f"\n{_look('document.css')}{style}\n"
    css += "".join(f".mark-{colour[1:]} {{ background: {colour} }}\n" for colour in colours)
    halves = _halves(document.sections) if document.in_halves else set[int]()
    made = _template().render(
        document=document,
        lang=language(),
        style=css,
        digest=base64.b64encode(hashlib.sha256(css.encode()).digest()).decode(),
        panels=[_panel(section, i in halves, draw) for i, section in enumerate(document.sections)],
    )
    return f"{made}\n"


def as_pdf(document: Document) -> bytes:
    """The document as a PDF on A4 sheets. Raises Trouble if Typst is not installed."""
    made = find_typst().compile(
        _look("document.typ").encode(), format="pdf", sys_inputs={"document": json.dumps(_plain(document))}
    )
    if not isinstance(made, bytes):
        raise Trouble("Typst did not produce a document")
    return made


@lru_cache(KEPT)
def as_png(svg: str) -> bytes:
    """The drawing `svg` as a picture 1,200 pixels wide. Raises Trouble if Typst is not installed."""
    page = f"#set page(width: {WIDE}pt, height: auto, margin: 0pt, fill: none)\n"
    page += '#image(bytes(sys.inputs.svg), format: "svg", width: 100%)'
    made = find_typst().compile(page.encode(), format="png", ppi=2 * 72.0, sys_inputs={"svg": _on_paper(svg)})
    return bytes(made[0] if isinstance(made, list) else made)


def _on_paper(svg: str) -> str:
    """The drawing with its colors, and a font that comes with Typst."""
    return re.sub(r'font-family="[^"]*"', f'font-family="{FONT}"', with_colours(svg))


def find_typst() -> Any:
    """The Typst module. Raises Trouble if Typst is not installed."""
    try:
        import typst
    except ImportError:
        raise Trouble("a PDF needs the 'pdf' extra: pip install 'breakaway[pdf]'; or print the HTML page") from None
    return typst


def _look(name: str) -> str:
    return (LOOK / name).read_text(encoding="utf-8")


@cache
def _template() -> Template:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    made = Environment(
        loader=FileSystemLoader(LOOK), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    made.filters |= {"drawing": Markup, "runs": _runs}
    made.globals["_"] = _
    return made.get_template("document.html")


def _runs(lines: Sequence[Line]) -> list[list[Line]]:
    """Groups consecutive lines into runs with labels and runs without labels."""
    return [list(some) for _is, some in groupby(lines, lambda line: bool(line.label.strip()))]


def _panel(section: Section, half: bool, draw: Draw | None) -> PlacedSection:
    charts = section.of(Chart) if draw else []
    drawn = [
        Figure("", draw(chart, f"{section.id}-{i}"), chart.says, chart.title, chart.key)
        for i, chart in enumerate(charts, 1)
        if draw
    ]
    return PlacedSection(section, half, [*drawn, *section.of(Figure)], section.of(Line), _in_columns(section))


def _halves(sections: Sequence[Section]) -> set[int]:
    """The indices of sections that take half the page: pairs of adjacent narrow sections."""
    found = set[int]()
    for i in range(1, len(sections)):
        pair = {i - 1, i}
        if not pair & found and all(_is_slim(sections[each]) for each in pair):
            found |= pair
    return found


def _is_slim(section: Section) -> bool:
    """Whether the section fits into half a page."""
    drawn, grids = [*section.of(Chart), *section.of(Figure)], section.of(Grid)
    return bool(grids or section.of(Line)) and not drawn and all(_width(grid) <= HALF for grid in grids)


def _width(grid: Grid) -> float:
    """The estimated width of a table in pixels."""
    columns = zip_longest(grid.heads, *grid.rows, fillvalue="")
    return sum(GAP + LETTER * max(len(text) for text in column) for column in columns)


def _in_columns(section: Section) -> list[Grid]:
    """The tables of a section. If the only table is long and narrow, it is split into two, side by side."""
    grids = section.of(Grid)
    if len(grids) != 1 or not _is_slim(section) or len(grids[0].rows) <= TALL or grids[0].strong or grids[0].marks:
        return grids
    grid, cut = grids[0], (len(grids[0].rows) + 1) // 2
    title = grid.title and say("{title}, continued", title=grid.title)
    more = replace(grid, title=title, rows=grid.rows[cut:])
    return [replace(grid, rows=grid.rows[:cut], note=""), more]


def _plain(document: Document) -> dict[str, Any]:
    """The document as the data that Typst reads."""
    return {
        "lang": language(),
        "title": document.title,
        "under": document.under,
        "foot": document.foot,
        "lead": [_line(line) for line in document.lead],
        "sections": [
            {"title": section.title, "says": section.says, "parts": list(_parts(section))}
            for section in document.sections
        ],
    }


def _line(line: Line) -> dict[str, Any]:
    return {"label": line.label.strip(" :"), "text": line.text, "rules": ", ".join(why.rule for why in line.whys)}


def _parts(section: Section) -> Iterator[dict[str, Any]]:
    for part in section.parts:
        if isinstance(part, Line):
            yield {"kind": "line", **_line(part)}
        elif isinstance(part, Figure) and part.svg:
            yield {"kind": "figure", "svg": _on_paper(part.svg), "says": part.says}
        elif isinstance(part, Grid):
            yield {
                "kind": "grid",
                "title": part.title,
                "note": part.note,
                "heads": part.heads,
                "groups": part.groups,
                "right": [part.is_right(column) for column in range(len(part.heads))],
                "rows": [
                    {
                        "above": part.above.get(r),
                        "strong": r in part.strong,
                        "cells": [
                            {"text": cell, "look": part.tints.get((r, c), ""), "mark": part.marks.get((r, c))}
                            for c, cell in enumerate(row)
                        ],
                    }
                    for r, row in enumerate(part.rows)
                ],
            }
