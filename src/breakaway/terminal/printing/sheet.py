"""A page of tables, as text, as HTML that stands alone, and as PDF on one sheet of A4."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from html import escape
from importlib.resources import files
from typing import Any

from breakaway.terminal.paper import Grid, Line, Part
from breakaway.terminal.trouble import Trouble

WIDTH = 100  # columns of the text, where nobody sits at a terminal


@dataclass(frozen=True)
class Block:
    """One table: its title, heads, rows, a remark; `groups` name columns that belong together, with their count."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""
    groups: Sequence[tuple[str, int]] = ()


@dataclass(frozen=True)
class Sheet:
    """A page. What stands in `advice` are pairs of a question and its answer."""

    title: str
    under: str
    lead: Sequence[str]
    tables: Sequence[Block]
    advice: Sequence[tuple[str, str]] = field(default_factory=tuple)
    foot: str = ""


@dataclass(frozen=True)
class TextFile:
    """A file to begin one's own with; `called` says what it is, `then` what to do with it at `{path}`."""

    text: str
    ending: str
    called: str
    then: str


# --- text


def parts(sheet: Sheet) -> Iterator[Part]:
    """The page as the terminal draws it."""
    yield Line(sheet.title, style="bold")
    yield Line(sheet.under, style="dim")
    for line in sheet.lead:
        yield Line(line)
    for block in sheet.tables:
        yield Line()
        yield Line(block.title, style="bold")
        yield from [Line(block.note)] if block.note else []
        yield from grids(block)
    yield Line()
    for question, answer in sheet.advice:
        yield Line(answer, f"{question}: ")
    yield Line(sheet.foot, style="dim")


def grids(block: Block) -> Iterator[Part]:
    """The table; where columns belong together, a table for each of these groups, as narrow as terminals are."""
    at = 1
    for name, count in block.groups[1:] or (("", len(block.heads) - 1),):
        columns = [0, *range(at, at + count)]
        grid = Grid([block.heads[i] for i in columns])
        for row in block.rows:
            grid.add(*(row[i] for i in columns))
        yield from [Line(), Line(name)] if name else []
        yield grid
        at += count


# --- HTML


def as_html(sheet: Sheet) -> str:
    """A page without scripts that loads nothing."""
    style = look("sheet.css").decode()
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    head = (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(sheet.title)}</title><style>{style}</style></head><body><main>"
    )
    return head + "".join(_body(sheet)) + "</main></body></html>\n"


def _body(sheet: Sheet) -> Iterator[str]:
    yield f'<header><h1>{escape(sheet.title)}</h1><p class="under">{escape(sheet.under)}</p>'
    yield from (f"<p>{escape(line)}</p>" for line in sheet.lead)
    yield "</header>"
    for block in sheet.tables:
        yield f"<section><h2>{escape(block.title)}</h2>"
        yield f"<p>{escape(block.note)}</p>" if block.note else ""
        yield '<div class="scroll"><table><thead>'
        if block.groups:
            cells = "".join(
                f'<th colspan="{count}" scope="colgroup">{escape(name)}</th>' for name, count in block.groups
            )
            yield f"<tr>{cells}</tr>"
        yield "<tr>" + "".join(f'<th scope="col">{escape(each)}</th>' for each in block.heads) + "</tr></thead><tbody>"
        for first, *rest in block.rows:
            cells = "".join(f'<td class="{tone(each)}">{escape(each)}</td>' for each in rest)
            yield f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>'
        yield "</tbody></table></div></section>"
    yield "<dl>" + "".join(f"<dt>{escape(a)}</dt><dd>{escape(b)}</dd>" for a, b in sheet.advice) + "</dl>"
    yield f"<footer>{escape(sheet.foot)}</footer>"


RUNS, PASSES = ("RI", "RO", "DI", "DO"), ("SC", "QU", "SH", "LO", "PS", "PL")


def tone(cell: str) -> str:
    """Runs and passes have a ground of their own, everywhere in this program."""
    return "run" if cell in RUNS else "pass" if cell in PASSES else "plain"


# --- PDF


def as_pdf(sheet: Sheet) -> bytes:
    """One sheet of A4; raises Trouble when Typst is not installed."""
    try:
        import typst
    except ImportError:
        raise Trouble("PDF needs the extra 'pdf': pip install 'breakaway[pdf]', or take --out NAME.html") from None
    data = {
        **asdict(sheet),
        "tones": {each: tone(each) for block in sheet.tables for row in block.rows for each in row},
    }
    made: Any = typst.compile(look("sheet.typ"), format="pdf", sys_inputs={"sheet": json.dumps(data)})
    if not isinstance(made, bytes):
        raise Trouble("Typst made no document")
    return made


def look(name: str) -> bytes:
    """A file of the page's look."""
    return files("breakaway.terminal.printing").joinpath(name).read_bytes()
