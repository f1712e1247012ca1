"""A document as text, HTML, email and PDF."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import groupby, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from breakaway.core.language import UserError, _, language, say
from breakaway.display.document import Chart, Document, Figure, Grid, Line, Part, Section, Why, printable

if TYPE_CHECKING:
    from jinja2 import Environment

# --- Puts the colors of `board.css` into drawings for paper and emails, which have no style sheet.


BOARD = Path(__file__).parent / "board.css"
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
DARK = re.compile(r"light-dark\((#\w+), *#\w+\)")  # the light color is its group
NESTED = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")


def with_colours(svg: str) -> str:
    """The drawing `svg` with its own style sheet, in the light colors. Any drawing but a field stays as it is."""
    if not re.match(r'<svg\b[^>]*class="field\b', svg):
        return svg
    rules = "".join(f"{selector} {{{body}}}\n" for selector, body in _rules(svg))
    head, tag, rest = svg.partition(">")
    return f"{head}{tag}<style>{rules}</style>{rest}"


def field_styles() -> str:
    """The CSS rules for playing fields, taken from `board.css`, for a page whose drawings have light and dark colors.

    On such a page, fields stay wide even on narrow screens.
    """
    css = re.sub(r"/\*.*?\*/", "", NESTED.sub("", BOARD.read_text(encoding="utf-8")), flags=re.DOTALL)
    wanted = (":root", "svg.field", ".team-")
    return "".join(
        f"{selector.strip()} {{{body}}}\n"
        for selector, body in RULE.findall(css)
        if selector.strip().startswith(wanted)
    )


@cache
def _styles() -> tuple[dict[str, str], list[tuple[str, dict[str, str]]]]:
    """The light colors by name, and all CSS rules for fields and teams."""
    colours: dict[str, str] = {}
    found = []
    for selector, body in RULE.findall(field_styles()):
        pairs = (each.partition(":") for each in body.split(";") if ":" in each)
        values = {name.strip(): DARK.sub(r"\1", value.strip()) for name, _colon, value in pairs}
        for each in selector.split(","):
            if each.strip() == ":root":
                colours |= values
            else:
                found.append((each.strip(), values))
    return colours, found


def team_color(look: str) -> str:
    """The light color of a team by its CSS class, such as `team-fire`. Unknown classes are gray."""
    found = re.search(rf"\.{re.escape(look)} \{{ --team: (#\w+);", BOARD.read_text(encoding="utf-8"))
    return found[1] if found else "#5a645f"


def _rules(svg: str) -> Iterator[tuple[str, str]]:
    """The CSS rules for this drawing, with the variables filled in for each team in the drawing."""
    colours, rules = _styles()
    teams = {selector: values for selector, values in rules if selector.startswith(".team-")}
    here = [name for name in teams if f'class="{name[1:].replace(".", " ")}"' in svg]
    for selector, values in rules:
        if not selector.startswith("svg.field "):
            continue
        inside = selector.removeprefix("svg.field ")
        plain = {name: _filled(value, colours) for name, value in values.items()}
        if any("var(" in value for value in plain.values()):
            for team in here:
                yield f"{team} {inside}", _body({k: _filled(v, teams[team]) for k, v in plain.items()})
        else:
            yield inside, _body(plain)


def _filled(value: str, colours: dict[str, str]) -> str:
    return re.sub(r"var\((--[\w-]+)[^)]*\)", lambda found: colours.get(found[1], found[0]), value)


def _body(values: dict[str, str]) -> str:
    return "; ".join(f"{name}: {value}" for name, value in values.items())


# --- Writes a document as a file: one HTML page, or a PDF.
#
# The HTML page has no script and loads nothing. It has a light and a dark theme, and fits the screen of a phone. The
# same document always gives the same bytes. Jinja and Typst get all text as data, and Jinja escapes it.


LOOK = Path(__file__).parent / "look"  # templates and styles
HALF, LETTER, GAP = 480, 7.6, 20  # pixels: half a page, a character in a table, the gap between columns
TALL = 14  # a table with more rows is split in two
LINK = re.compile(r"(?:https?://[^\s<>\"']+[^\s<>\"'.,;:!?])|(?:[\w.+-]+@[\w-]+(?:\.[\w-]+)+)")
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


def as_html(
    document: Document, draw: Draw | None = None, style: str = "", tab: str = "", back: tuple[str, str] | None = None
) -> str:
    """The document as a complete HTML page. `draw` draws its charts, and `style` contains additional CSS rules.

    `tab` is the page's title if it is not the document's own. `back` is the address and the words of a link above all.
    """
    grids = [grid for section in document.sections for grid in section.of(Grid)]
    colours = sorted({colour for grid in grids for _text, colour in grid.marks.values()})
    css = f"\n{look_of('document.css')}{style}\n"
    css += "".join(f".mark-{colour[1:]} {{ background: {colour} }}\n" for colour in colours)
    halves = _halves(document.sections) if document.in_halves else set[int]()
    made = (
        _templates()
        .get_template("document.html")
        .render(
            document=document,
            tab=tab or document.title,
            back=back,
            lang=language(),
            style=css,
            digest=base64.b64encode(hashlib.sha256(css.encode()).digest()).decode(),
            panels=[_panel(section, i in halves, draw) for i, section in enumerate(document.sections)],
        )
    )
    return f"{made}\n"


def as_pdf(document: Document) -> bytes:
    """The document as a PDF on A4 sheets. Raises UserError if Typst is not installed."""
    made = find_typst().compile(
        look_of("document.typ").encode(), format="pdf", sys_inputs={"document": json.dumps(_plain(document))}
    )
    if not isinstance(made, bytes):
        raise UserError("Typst did not produce a document")
    return made


@lru_cache(KEPT)
def as_png(svg: str) -> bytes:
    """The drawing `svg` as a picture 1,200 pixels wide. Raises UserError if Typst is not installed."""
    page = f"#set page(width: {WIDE}pt, height: auto, margin: 0pt, fill: none)\n"
    page += '#image(bytes(sys.inputs.svg), format: "svg", width: 100%)'
    made = find_typst().compile(page.encode(), format="png", ppi=2 * 72.0, sys_inputs={"svg": _on_paper(svg)})
    return bytes(made[0] if isinstance(made, list) else made)


def _on_paper(svg: str) -> str:
    """The drawing with its colors, and a font that comes with Typst."""
    return re.sub(r'font-family="[^"]*"', f'font-family="{FONT}"', with_colours(svg))


def find_typst() -> Any:
    """The Typst module. Raises UserError if Typst is not installed."""
    try:
        import typst
    except ImportError:
        raise UserError("a PDF needs the 'pdf' extra: pip install 'breakaway[pdf]'; or print the HTML page") from None
    return typst


def look_of(name: str) -> str:
    """The text of a template or a style sheet."""
    return (LOOK / name).read_text(encoding="utf-8")


@cache
def _templates() -> Environment:
    """What makes HTML of the templates: `document.html` for browsers, `mail.html` for email programs."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup, escape

    anchor = Markup('<a href="{0}" style="color:#1c5899">{1}</a>')

    def linked(text: str) -> Markup:
        """The text, with links for its web and email addresses."""
        made, at = Markup(""), 0
        for link in LINK.finditer(text):
            made += escape(text[at : link.start()])
            made += anchor.format(link[0] if "//" in link[0] else f"mailto:{link[0]}", link[0])
            at = link.end()
        return made + escape(text[at:])

    def runs(lines: Sequence[Line]) -> list[list[Line]]:
        """Groups consecutive lines into runs with labels and runs without labels."""
        return [list(some) for _is, some in groupby(lines, lambda line: bool(line.label.strip()))]

    made = Environment(
        loader=FileSystemLoader(LOOK), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    made.globals["_"] = _
    made.filters |= {"drawing": Markup, "runs": runs, "linked": linked}
    made.tests |= {
        "line": lambda part: isinstance(part, Line),
        "grid": lambda part: isinstance(part, Grid),
        "figure": lambda part: isinstance(part, Figure) and bool(part.svg),
    }
    return made


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
                "even": part.right is None,
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


# --- Writes a document as HTML for email programs: tables, inline styles, pictures that come with the email.
#
# Many email programs drop style sheets, variables and SVG. So every color is an inline style, and each drawing is a PNG
# that Typst makes. Without Typst, a description in words takes the drawing's place. Email programs with a dark theme
# can show the email in dark colors.


@dataclass(frozen=True)
class Enclosed:
    """A picture embedded in an email. The HTML refers to the picture by its `cid`."""

    cid: str
    png: bytes


@dataclass(frozen=True)
class MailedPage:
    """The HTML of an email, pictures included."""

    html: str
    pictures: tuple[Enclosed, ...]


def as_mail(document: Document, domain: str) -> MailedPage:
    """The document for an email. `domain` is the sender's domain and becomes part of the pictures' names."""
    found: dict[str, Enclosed] = {}

    def picture(figure: Figure) -> str:
        """The address of the figure's picture. Empty if Typst is missing."""
        cid = f"drawing-{len(found) + 1}@{domain}"
        try:
            found[cid] = Enclosed(cid, as_png(figure.svg))
        except UserError:
            return ""
        return f"cid:{cid}"

    html = _templates().get_template("mail.html").render(document=document, lang=language(), picture=picture)
    return MailedPage(f"{html}\n", tuple(found.values()))


# --- Lays out a document as lines for a terminal or an email.
#
# The Rich library measures, wraps and styles the lines, which takes 0.3 ms per turn.


CONSOLE = Console(color_system="standard", force_terminal=True, legacy_windows=False)  # only lays out, prints nothing
SPACES = "  "
TIE = "\xa0"  # a space at which no line breaks
HELD_TIE = "\ue000"  # replaces TIE while Rich wraps, because Rich would break lines at it
DITTO = '"'  # stands for a long text that is the same in the row above
WEB_LINK = re.compile(r"https?://\S+")
NARROWEST = 20  # columns for a text beside its label


def as_text(document: Document, width: int) -> str:
    """A whole `document` as text for a file or an email, in lines of at most `width` columns, except for long links."""
    lead = [Line(), *document.lead] if document.lead else []
    above = [Line(document.above), Line()] if document.above else []
    parts: list[Part] = [*above, Line(document.title), Line(document.under), Line("=" * width), *lead]
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
            for each in _by_groups(_spared(part, width)):
                lines += _grid(each, width, color)
        elif isinstance(part, Line):
            lines += _text_line(part, width, color)
    return [line.replace(HELD_TIE, " ") for line in lines]


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

    Splits words that are too long for a line, except for links: a link in two parts leads nowhere.
    """
    return [row.plain.replace(HELD_TIE, " ") for row in _wrapped(Text(text), width)]


def _wrapped(text: Text, width: int) -> list[Text]:
    if TIE in text.plain:
        text.plain = text.plain.replace(TIE, HELD_TIE)
    fits = "\n" not in text.plain and cells(text.plain) <= width  # Rich is slow even with lines that need no wrapping
    link = None if fits else next((each for each in WEB_LINK.finditer(text.plain) if cells(each[0]) > width), None)
    if link:  # on a line of its own, in one piece
        before, after = text[: link.start()], text[link.end() + 1 :]  # without the space after it
        around = [_wrapped(each, width) if each.plain.strip() else [] for each in (before, after)]
        return [*around[0], text[link.start() : link.end()], *around[1]]
    rows = [text] if fits else list(text.wrap(CONSOLE, width))
    for row in rows:
        row.rstrip()
    return rows


def _text_line(line: Line, width: int, color: bool) -> list[str]:
    """A line's text, wrapped, with its label in front and its rule ids, dimmed, at the end."""
    label, body = printable(line.label), Text.assemble((printable(line.text), line.style))
    if cells(label) > width - NARROWEST and cells(label) + cells(body.plain) > width:  # no room beside the label
        above = [styled(row, "bold", color) for row in wrap(label.rstrip(), width)]
        return above + _text_line(replace(line, label="    "), width, color)
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
    lines = _text_line(Line(grid.title, style="bold"), width, color) if grid.title else []
    room = width - sum(
        len(SPACES) + each for each in wide[:-1]
    )  # for the last column, whose cells may take several lines
    for n, (row, style) in enumerate(zip([*heads, *rows], styles, strict=True), -len(heads)):
        if n in grid.above:
            lines += [""] if n else []
            lines += [f"{SPACES}-- {printable(grid.above[n])} --"] if grid.above[n] else []
        padded = [_padded(cell, wide[i], grid.is_right(i)) for i, cell in enumerate(row)]
        text = SPACES.join(padded).rstrip()
        if cells(text) <= width:
            lines.append(styled(text, style, color))
        elif room >= NARROWEST and len(row) == len(wide) and not grid.is_right(len(wide) - 1):
            start = SPACES.join([*padded[:-1], ""])
            said = DITTO if n > 0 and n not in grid.above and row[-1] == rows[n - 1][-1] else row[-1]
            lines += [styled(each, style, color) for each in _hung(start, said, width)]
        else:
            whole = [tied(cell.strip()) for cell in padded[1:]]  # keeps a cell in one piece where possible
            lines += _text_line(Line(SPACES.join(filter(None, whole)), padded[0] + SPACES, style), width, color)
    return lines + (_text_line(Line(grid.note, style="dim"), width, color) if grid.note else [])


def _hung(start: str, text: str, width: int) -> list[str]:
    """A text after `start`, with its other lines indented to line up with the first."""
    first, *rest = wrap(text.strip(), width - cells(start))
    return [start + first, *(" " * cells(start) + each for each in rest)]


def _spared(grid: Grid, width: int) -> Grid:
    """The grid without as many of the columns that it can spare as make it fit into lines of this `width`."""
    columns = list(range(len(grid.heads)))
    for each in grid.spared:
        if _fits([[row[i] for i in columns if i < len(row)] for row in (grid.heads, *grid.rows)], width):
            break
        columns.remove(each)
    heads, *rows = ([row[i] for i in columns if i < len(row)] for row in (grid.heads, *grid.rows))
    right = None if grid.right is None else [n for n, i in enumerate(columns) if i in grid.right]
    return replace(grid, heads=heads, rows=rows, right=right) if len(columns) < len(grid.heads) else grid


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
    return sum(len(SPACES) + wide for wide in _widths(rows)) <= width + len(SPACES)


def _padded(text: str, width: int, right: bool) -> str:
    space = " " * (width - cells(text))
    return space + text if right else text + space
