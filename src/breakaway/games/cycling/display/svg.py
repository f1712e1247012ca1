"""Draws the field as a self-contained SVG: no script, no external font, no style attribute.

Colors are presentation attributes, so the drawing needs no style sheet. A page can restyle the drawing through its
class names (`paper road seam ink soft line rim`), for example for a dark background. Riders are marked with letters, so
nothing depends on color.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from breakaway.core.game import Names
from breakaway.core.language import _, say
from breakaway.games.cycling.display.road import (
    LINE_NAMES,
    Cell,
    Post,
    Run,
    by_square,
    colours,
    in_rows,
    is_hidden,
    marks,
    posts,
    road,
    runs,
)
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import GRADES
from breakaway.games.cycling.text.words import LETTERS, short_name, team_name

WIDTH, MARGIN = 860, 14
SQUARE, GAP = 33, 78  # widths of a square and of a long empty stretch
TAG_W, TAG_H, STEP = 29, 21, 25  # a rider
STACK = 8  # how many riders are stacked before a square grows wider
BRACKET, SIGN, NUMBERS, BETWEEN = 26, 20, 20, 14  # heights above and below the road
FONT = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"

PAPER, ROAD, SEAM, INK, SOFT, LINE = "#fffdf8", "#e9e4d8", "#fffdf8", "#1c2622", "#5c6a63", "#d99a00"


def svg(view: Race, config: RaceConfig, names: Names, font: str = FONT, width: int = WIDTH, key: str = "race") -> str:
    """The field of a view as one SVG element, with a title and a description in words.

    The ids in the SVG begin with `key`.
    """
    fills = [colour.hex for colour in colours(names, config.teams)]
    pen = Canvas(names, marks(names, config.teams), fills, width=width)
    top = float(MARGIN)
    if config.blind:
        top = _draw_posts(pen, posts(view, config), view, top)
    else:
        top = _draw_road(pen, road(view, config), runs(view, config), top)
    height = _draw_legend(pen, top) + MARGIN - 4
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="race" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" aria-labelledby="{key}-title {key}-words" '
            f"font-family={quoteattr(font)}>",
            f'<title id="{key}-title">{escape(title(view, config))}</title>',
            f'<desc id="{key}-words">{escape(in_words(view, config, names))}</desc>',
            f'<rect class="paper" width="{width}" height="{height}" rx="12" fill="{PAPER}"/>',
            *pen.drawn,
            "</svg>",
        ]
    )


def title(view: Race, config: RaceConfig) -> str:
    """What the drawing shows, in a few words."""
    if view.field == 0:
        return _("The road: nobody is on the track")
    if config.blind:
        return _("The field in race order, by the last checkpoint passed")
    squares = [square for square, _ in by_square(view, config)]
    if squares[0] == squares[-1]:
        return say("The field on square {square}", square=squares[0]) if squares[0] else _("The field at the start")
    return say("The field from square {last} to square {first}", last=squares[-1], first=squares[0])


def in_words(view: Race, config: RaceConfig, names: Names) -> str:
    """The whole drawing as text, for readers who cannot see it."""
    if config.blind:
        found = [
            (
                say("past {checkpoint}", checkpoint=post.checkpoint) if post.checkpoint else _("at the start"),
                post.riders,
            )
            for post in posts(view, config)
        ]
    else:
        found = [(say("square {square}", square=square), tuple(riders)) for square, riders in by_square(view, config)]
    parts = [f"{where}: {', '.join(short_name(names, rider) for rider in riders)}" for where, riders in found]
    if not parts:
        return _("Nobody is on the track.")
    strings = [
        say("A string of {n} from {first} to {last}", n=run.riders, first=run.first, last=run.last)
        for run in runs(view, config)
    ]
    return ". ".join([say("Front to back: {riders}", riders="; ".join(parts)), *strings]) + "."


@dataclass
class Canvas:
    """Collects the SVG elements of a drawing."""

    names: Names
    marks: Sequence[str]
    fills: Sequence[str]
    drawn: list[str] = field(default_factory=list)
    width: int = WIDTH

    @property
    def room(self) -> int:
        """The width that a row of the road may have."""
        return self.width - 2 * MARGIN

    def rect(self, name: str, x: float, y: float, width: float, height: float, fill: str, rx: float = 0) -> None:
        """Adds a rectangle with a class name."""
        round_ = f' rx="{rx}"' if rx else ""
        self.drawn.append(
            f'<rect class="{name}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{round_} fill="{fill}"/>'
        )

    def path(self, name: str, d: str, color: str, width: float, dash: str = "") -> None:
        """Adds a stroked path with a class name."""
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        stroke = f'stroke="{color}" stroke-width="{width:g}"{dashed}'
        self.drawn.append(f'<path class="{name}" d="{d}" fill="none" {stroke}/>')

    def text(self, name: str, x: float, y: float, words: str, size: float = 12, anchor: str = "middle") -> None:
        """Adds a line of text with a class name. The `ink` class makes the text bold."""
        look = f'fill="{INK}" font-weight="600"' if name == "ink" else f'fill="{SOFT}"'
        where = f'x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"'
        self.drawn.append(f'<text class="{name}" {where} {look}>{escape(words)}</text>')

    def tag(self, x: float, y: float, width: float, height: float, team: int, letters: str) -> None:
        """Adds a tag in a team's color with its center at x, y. `letters` is the content of a text element."""
        self.drawn.append(
            f'<rect class="rim" x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width:g}" height="{height:g}" '
            f'rx="{height / 3:g}" fill="{self.fills[team]}" stroke="{SEAM}"/>'
            f'<text x="{x:g}" y="{y + height / 5:g}" font-size="10.5" text-anchor="middle" fill="#fff">{letters}</text>'
        )

    def rider(self, x: float, y: float, rider: int) -> None:
        """Adds a rider's tag with its center at x, y: the team's letters and, in larger type, the rider's grade."""
        grade = f'<tspan font-size="13.5" font-weight="700" dx="1">{LETTERS[rider % GRADES]}</tspan>'
        self.drawn.append(f"<g><title>{escape(short_name(self.names, rider))}</title>")
        self.tag(x, y, TAG_W, TAG_H, rider // GRADES, escape(self.marks[rider // GRADES]) + grade)
        self.drawn.append("</g>")


def _stack(cell: Cell, room: int) -> int:
    """How many riders on a square are drawn above one another.

    A crowd takes several columns. The columns of a very large crowd are also taller.
    """
    return max(STACK, -(-len(cell.riders) // (room // SQUARE)))


def _cell_width(cell: Cell, room: int) -> int:
    if cell.first < cell.last:
        return GAP
    return SQUARE * max(1, -(-len(cell.riders) // _stack(cell, room)))


def _draw_road(pen: Canvas, cells: Sequence[Cell], strings: Sequence[Run], top: float) -> float:
    """Draws the road in rows, last square first. Returns the y position below the road."""
    widths = [_cell_width(cell, pen.room) for cell in cells]
    for row in in_rows(cells, widths, pen.room, [not cell.riders for cell in cells]):
        top = _draw_row(pen, row, strings, top)
    if not cells:
        pen.text("soft", pen.width / 2, top + 30, _("Nobody is on the track."), 14)
        top += 50
    return top


def _draw_row(pen: Canvas, row: Sequence[Cell], strings: Sequence[Run], top: float) -> float:
    widths = [_cell_width(cell, pen.room) for cell in row]
    left = [MARGIN + sum(widths[:i]) for i in range(len(row) + 1)]
    in_row = [run for run in strings if any(run.first <= cell.first <= run.last for cell in row)]
    stack = max(3, max(min(_stack(cell, pen.room), len(cell.riders)) for cell in row))
    road_top = top + (BRACKET if in_row else 4) + (SIGN if any(cell.line for cell in row) else 0)
    bottom = road_top + stack * STEP + 6
    pen.rect("road", left[0], road_top, left[-1] - left[0], bottom - road_top, ROAD, 8)
    for i, cell in enumerate(row):
        if i:
            pen.path("seam", f"M{left[i]:g} {road_top:g}V{bottom:g}", SEAM, 1.5)
        _draw_cell(pen, cell, left[i], widths[i], bottom)
    for i, cell in enumerate(row):
        if cell.line:
            _draw_line(pen, cell, left[i + 1], road_top, bottom)
    for run in in_row:
        _draw_bracket(pen, row, left, run, top + BRACKET - 4)
    return bottom + NUMBERS + BETWEEN


def _draw_cell(pen: Canvas, cell: Cell, x: float, width: float, bottom: float) -> None:
    middle = x + width / 2
    if cell.first < cell.last:
        pen.text("soft", middle, bottom - 32, say("{n} empty", n=cell.last - cell.first + 1))
        pen.text("soft", middle, bottom + 15, say("{first} to {last}", first=cell.first, last=cell.last), 11)
        return
    stack = _stack(cell, pen.room)
    across = -(-len(cell.riders) // stack)
    for i, rider in enumerate(cell.riders):
        column, level = divmod(i, stack)
        pen.rider(middle + SQUARE * (column - (across - 1) / 2), bottom - 3 - STEP * (level + 0.5), rider)
    pen.text("ink" if cell.riders else "soft", middle, bottom + 15, str(cell.first) if cell.first else _("start"))


def _draw_line(pen: Canvas, cell: Cell, x: float, road_top: float, bottom: float) -> None:
    strength, dash = {"sprint": (4.0, ""), "finish": (7.0, "5 5"), "lap": (2.0, "3 4")}[cell.line]
    if cell.line == "finish":
        pen.path("ink", f"M{x:g} {road_top - 6:g}V{bottom + 4:g}", INK, strength)
    color = SEAM if cell.line == "finish" else LINE
    pen.path("line" if color == LINE else "seam", f"M{x:g} {road_top - 6:g}V{bottom + 4:g}", color, strength - 1, dash)
    anchor = "end" if x > pen.width - 60 else "middle"
    pen.text("ink", x, road_top - 9, f"{_(LINE_NAMES[cell.line])} {cell.last}", 11.5, anchor)


def _draw_bracket(pen: Canvas, row: Sequence[Cell], left: Sequence[float], run: Run, y: float) -> None:
    """Draws a bracket over the squares of a string, open on the side where the string continues in another row."""
    inside = [i for i, cell in enumerate(row) if run.first <= cell.first <= run.last]
    start, end = left[inside[0]] + 4, left[inside[-1] + 1] - 4
    begin = f"M{start:g} {y + 4:g}V{y - 3:g}" if row[inside[0]].first == run.first else f"M{start - 4:g} {y - 3:g}"
    close = f"H{end:g}V{y + 4:g}" if row[inside[-1]].first == run.last else f"H{end + 4:g}"
    pen.path("ink", begin + close, INK, 1.5)
    words = say("string of {n}", n=run.riders) if end - start > 68 else str(run.riders)
    pen.text("ink", (start + end) / 2, y - 8, words, 12)


def _draw_posts(pen: Canvas, found: Sequence[Post], view: Race, top: float) -> float:
    """Draws a Blind race: riders in race order, back to front, by checkpoint.

    Returns the y position below the drawing.
    """
    riders = [rider for post in reversed(found) for rider in reversed(post.riders)]
    at = {rider: post.checkpoint for post in found for rider in post.riders}
    firsts = [i == 0 or at[riders[i - 1]] != at[rider] for i, rider in enumerate(riders)]
    widths = [STEP + 11 + (16 if first else 0) for first in firsts]
    cells = list(zip(riders, firsts, widths, strict=True))
    bottom = top + 2
    for row in in_rows(cells, widths, pen.room, [*firsts[1:], True]):
        bottom = top + 22 + STEP + 20
        pen.rect("road", MARGIN, top + 22, sum(width for _, _, width in row), STEP + 20, ROAD, 8)
        x = float(MARGIN)
        for i, (rider, first, width) in enumerate(row):
            if first:
                pen.path("line", f"M{x + 5:g} {top + 18:g}V{bottom + 2:g}", LINE, 3)
            if first or i == 0:
                where = say("past {checkpoint}", checkpoint=at[rider]) if at[rider] else _("start")
                pen.text("ink", x + (0 if first else 4), top + 14, where, 11.5, "start")
            middle = x + width - (STEP + 11) / 2
            pen.rider(middle, (top + 22 + bottom) / 2, rider)
            if not is_hidden(view, rider):
                pen.text("ink", middle, bottom + 14, str(view.square[rider]), 11.5)
            x += width
        top = bottom + NUMBERS + BETWEEN - 8
    if not riders:
        pen.text("soft", pen.width / 2, top + 30, _("Nobody is on the track."), 14)
        return top + 50
    return bottom + NUMBERS + BETWEEN


def _draw_legend(pen: Canvas, top: float) -> float:
    """Draws the teams with their marks. Returns the y position below the teams."""
    x, y = float(MARGIN), top
    for team in range(len(pen.marks)):
        words = team_name(pen.names, team)
        width = 30 + 7.6 * len(words) + 18
        if x > MARGIN and x + width > pen.width - MARGIN:
            x, y = float(MARGIN), y + 26
        pen.tag(x + 12, y + 9, 24, 18, team, escape(pen.marks[team]))
        pen.text("soft", x + 30, y + 13.5, words, 12.5, "start")
        x += width
    return y + 24
