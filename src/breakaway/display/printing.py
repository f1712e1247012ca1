"""Sheets, boards and cards to print: pages as plain data, which Typst sets on A4 or Letter, in color or gray.

A game makes the pages from the data that it plays by, and names them in the `sheets` of its kit. All words are data
for Typst, never markup, so nobody's names can break a page. Only fonts that come with Typst are used, so a page looks
the same everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from breakaway.core.language import UserError, _, language, say
from breakaway.display.document import Document, Grid, Line
from breakaway.display.renderers import find_typst, look_of, team_color
from breakaway.games.manifest import GAMES, Sheet, load

# --- What somebody wants to print, and what a game makes of it.


PAPERS = ("a4", "letter")
ALL = "all"  # every sheet of a game
ON_A_PAGE = 9  # cards
Part = Mapping[str, Any]
Page = Mapping[str, Any]
Card = Mapping[str, Any]


@dataclass(frozen=True)
class Printing:
    """What to print: on which paper, in color or gray, filled in or blank, and whose.

    - `teams`: the ids of teams, or files such as rosters. Empty: the game's usual ones.
    - `folder`: a folder with teams and cards of the user's own. `box`: the name or the path of the user's own set.
    - `track`: a track of the race. `seats`: how many teams ride. `expert`: football's second set of solo sheets.
    """

    paper: str = PAPERS[0]
    gray: bool = False
    blank: bool = False
    teams: tuple[str, ...] = ()
    folder: str = ""
    box: str = ""
    track: str = ""
    seats: int = 0
    expert: int = 0


@dataclass(frozen=True)
class SheetChoice:
    """What a visitor can choose for the sheets of a game: a field of the order, its label, and values with their names.

    `many`: how many values of it an order can have.
    """

    field: str
    label: str
    values: Sequence[tuple[str, str]]
    many: int = 1


class PageMaker(Protocol):
    """Makes the pages of one sheet of a game. Raises UserError or BadData if it cannot be printed like that."""

    def __call__(self, order: Printing) -> Sequence[Page]:
        """The pages for this `order`."""


def sheets_of(game: str) -> Mapping[str, Sheet]:
    """Everything of a `game` that can be printed as PDF, by name. Raises UserError for a game that has none."""
    found = GAMES[game].sheets if game in GAMES else {}
    if not found:
        having = ", ".join(name for name in GAMES if GAMES[name].sheets)
        raise UserError(
            say("print: {game} has nothing to print; choose one of: {games}", game=repr(game), games=having)
        )
    return found


def choices_of(game: str) -> list[SheetChoice]:
    """What can be chosen for the sheets of a `game`, besides paper and color. Only data that ship with the game."""
    found: Sequence[SheetChoice] = load(GAMES[game].sheet_choices)() if GAMES[game].sheet_choices else ()
    return [*found]


def pages_of(game: str, name: str, order: Printing) -> list[Page]:
    """The pages of the sheet called `name`, or of all sheets. Raises UserError or BadData."""
    found = sheets_of(game)
    if name != ALL and name not in found:
        listed = ", ".join((*found, ALL))
        raise UserError(say("print: unknown sheet {name}; choose one of: {listed}", name=repr(name), listed=listed))
    if order.paper not in PAPERS:
        raise UserError(
            say("--paper: expected {papers}, not {paper}", papers=" or ".join(PAPERS), paper=repr(order.paper))
        )
    pages = list[Page]()
    for each in found.values() if name == ALL else (found[name],):
        if name != ALL or not each.gathers:
            maker: PageMaker = load(each.at)
            pages += maker(order)
    return pages


def title_of(game: str, name: str) -> str:
    """The title of a printed file: the `game`, and the `name` of the sheet unless the file has all of them."""
    title: str = load(GAMES[game].game).title
    return title if name == ALL else f"{title}: {name}"


# --- Pages as PDF, or as pictures to look at.


def as_pdf(pages: Sequence[Page], order: Printing, title: str) -> bytes:
    """The pages as a tagged PDF (PDF/UA-1) with this `title`. Raises UserError if Typst is not installed."""
    made = find_typst().compile(
        _source(),
        format="pdf",
        sys_inputs={"pages": _data(pages, order, title)},
        pdf_standards=["ua-1"],
        ignore_system_fonts=True,
    )
    return bytes(made[0] if isinstance(made, list) else made)


def as_pictures(pages: Sequence[Page], order: Printing, title: str, ppi: float = 100.0) -> list[bytes]:
    """Each page as a PNG with `ppi` pixels an inch. Raises UserError if Typst is not installed."""
    made = find_typst().compile(
        _source(),
        format="png",
        ppi=ppi,
        sys_inputs={"pages": _data(pages, order, title)},
        ignore_system_fonts=True,
    )
    return [bytes(each) for each in made] if isinstance(made, list) else [bytes(made)]


def _source() -> bytes:
    return look_of("print.typ").encode()


def _data(pages: Sequence[Page], order: Printing, title: str) -> str:
    return json.dumps({"title": title, "lang": language(), "paper": order.paper, "gray": order.gray, "pages": pages})


# --- The parts of pages.


def sheet(title: str, under: str, parts: Iterable[Part], foot: str = "", landscape: bool = False) -> Page:
    """A page with a title, a few words (`under`) beside it, its parts, and a line at its foot.

    `landscape`: whether the page lies on its long side.
    """
    return {
        "kind": "sheet",
        "title": title,
        "under": under,
        "parts": list(parts),
        "foot": foot,
        "landscape": landscape,
    }


def heading(text: str) -> Part:
    """A heading above the next parts."""
    return {"kind": "heading", "text": text}


def text(words: str, rules: str = "", size: float = 9) -> Part:
    """A paragraph of `words` of this `size` in points, with the rules behind it."""
    return {"kind": "text", "text": words, "rules": rules, "size": size}


def listing(items: Iterable[tuple[str, str]], size: float = 9) -> Part:
    """A list of sentences (`items`), each with its rules, of this `size` in points."""
    return {"kind": "list", "items": [{"text": words, "rules": rules} for words, rules in items], "size": size}


def table(
    heads: Sequence[str],
    rows: Sequence[Sequence[Any]],
    widths: Sequence[str] = (),
    title: str = "",
    groups: Sequence[tuple[str, int]] = (),
    left: int = 1,
    firm: int = 1,
    size: float = 8.5,
    pad: float = 2.6,
    height: float = 0,
    note: str = "",
) -> Part:
    """A table with a `title` above and a `note` below. A cell is a text, or has `text`, `look` and `span`.

    `heads` are the names of the columns, and `groups` names groups of them, with the number of columns of each.
    `widths`: `auto`, `1fr` or `20mm`; without widths, all columns but the first are equally wide. The first `left`
    columns are left-aligned, and the first `firm` columns are bold. `height`: of each row in millimeters, for forms;
    0: as high as its text needs. `size` of the text and `pad`, the space above and below it, are in points.
    """
    return {
        "kind": "table",
        "heads": list(heads),
        "rows": [list(row) for row in rows],
        "widths": list(widths or ("auto", *["1fr"] * (len(heads) - 1))),
        "title": title,
        "groups": [list(each) for each in groups],
        "left": left,
        "firm": firm,
        "size": size,
        "pad": pad,
        "height": height,
        "note": note,
    }


def form(heads: Sequence[str], rows: int, widths: Sequence[str] = (), height: float = 8, title: str = "") -> Part:
    """An empty table with so many `rows` to write into; `heads`, `widths`, `height` and `title` as in a `table`."""
    return table(heads, [[""] * len(heads)] * rows, widths, title, left=len(heads), firm=0, height=height)


def beside(*columns: Sequence[Part], widths: Sequence[float] = ()) -> Part:
    """Columns of parts, side by side. `widths`: how wide they are, compared with each other."""
    return {
        "kind": "split",
        "columns": [list(each) for each in columns],
        "widths": list(widths or [1.0] * len(columns)),
    }


def flowing(parts: Iterable[Part], columns: int = 2) -> Part:
    """Parts that fill one column after the other."""
    return {"kind": "flow", "parts": list(parts), "columns": columns}


def field(
    ends: Sequence[tuple[str, str]],
    steps: int,
    named: Sequence[tuple[int, str]],
    strong: Sequence[int],
    major: int = 1,
    height: float = 80,
) -> Part:
    """A playing field with so many `steps` between its goal lines.

    `ends`: name and color of both end zones. `named`: the numbers at the lines. Every `major`-th step has a whole line,
    and the `strong` ones a thick one. `height`: in millimeters.
    """
    return {
        "kind": "field",
        "ends": [{"name": name, "color": color} for name, color in ends],
        "steps": steps,
        "names": [list(each) for each in named],
        "strong": list(strong),
        "major": major,
        "height": height,
        "zone": 19,
    }


def road(squares: Sequence[tuple[str, str, str]], slots: int, height: float) -> Part:
    """A strip of road with room for so many `slots`, of this `height` in millimeters.

    Each of the `squares` has a name, the line behind it in words or "", and a look.
    """
    return {
        "kind": "road",
        "squares": [{"name": name, "line": line, "look": look} for name, line, look in squares],
        "slots": slots,
        "height": height,
    }


def places(spots: Sequence[tuple[str, str, float, int]], widths: Sequence[float]) -> Part:
    """Places for cards and tokens on a board.

    `spots`: name, what lies there, height in millimeters, and how many circles for tokens. `widths`: compared with each
    other.
    """
    return {
        "kind": "slots",
        "widths": list(widths),
        "slots": [
            {"name": name, "says": says, "height": height, "tokens": tokens, "dashed": tokens == 0}
            for name, says, height, tokens in spots
        ],
    }


def counters(pieces: Sequence[tuple[str, str]], size: float = 15, points: float = 11, shape: str = "circle") -> Part:
    """Counters to cut out: `pieces`, each with its words and its color. `shape`: `circle` or `square`.

    `size`: in millimeters. `points`: the largest size of the words.
    """
    return {
        "kind": "counters",
        "size": size,
        "counters": [{"name": name, "color": color, "points": points, "shape": shape} for name, color in pieces],
    }


def boxes(rows: Sequence[tuple[str, Sequence[str]]], label: float = 20, size: float = 6) -> Part:
    """Rows of boxes to tick, each with its name; a box can have small words in it.

    `label`: the room for the names. `size`: of a box. Both are in millimeters.
    """
    return {
        "kind": "pad",
        "label": label,
        "size": size,
        "rows": [{"name": name, "boxes": list(words)} for name, words in rows],
    }


def gap(height: float) -> Part:
    """An empty space of this `height` in millimeters."""
    return {"kind": "gap", "height": height}


def cards(fronts: Sequence[Card], backs: Sequence[Card], name: str) -> list[Page]:
    """Pages of cards called `name`, nine on each, and after each page one with their backs.

    The backs are mirrored from left to right, so that they meet their fronts when the paper is turned on its long edge.
    """
    pages = list[Page]()
    for at in range(0, len(fronts), ON_A_PAGE):
        here = [*fronts[at : at + ON_A_PAGE], *[None] * ON_A_PAGE][:ON_A_PAGE]
        behind = [*backs[at : at + ON_A_PAGE], *[None] * ON_A_PAGE][:ON_A_PAGE]
        number = at // ON_A_PAGE + 1
        size = _("63 × 88 mm: print at 100%, not fitted to the page.")
        pages += [
            {
                "kind": "cards",
                "cards": here,
                "foot": say("{name}, {n}, fronts. {size}", name=name, n=number, size=size),
            },
            {
                "kind": "cards",
                "cards": [behind[3 * (i // 3) + 2 - i % 3] for i in range(ON_A_PAGE)],
                "foot": say("{name}, {n}, backs: turn the paper on its long edge.", name=name, n=number),
            },
        ]
    return pages


def of_document(document: Document) -> Page:
    """A document of lines and tables as a sheet."""
    parts: list[Part] = [text(line.text) for line in document.lead]
    for section in document.sections:
        parts.append(heading(section.title))
        if section.says:
            parts.append(text(section.says, size=8.5))
        for part in section.parts:
            if isinstance(part, Line):
                parts.append(text(part.label + part.text, size=8.5))
            elif isinstance(part, Grid):
                rows = [
                    [{"text": cell, "look": _tone(part.tints.get((r, c), ""))} for c, cell in enumerate(row)]
                    for r, row in enumerate(part.rows)
                ]
                widths = ("auto", *["1fr"] * (len(part.heads) - 1))
                parts.append(table(part.heads, rows, widths, part.title, part.groups, size=8, note=part.note))
    return sheet(document.title, document.under, parts, document.foot)


def _tone(look: str) -> str:
    return look if look in ("run", "pass") else ""


def colored(team: str) -> str:
    """The color of a team on paper, such as `#a8261c`."""
    return team_color(f"team-{team}")
