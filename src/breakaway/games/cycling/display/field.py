"""The road, drawn as SVG and as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar
from xml.sax.saxutils import escape, quoteattr

from rich.cells import cell_len as columns

from breakaway.core.language import Names, _, marked, say
from breakaway.core.state import copy
from breakaway.games.cycling.rules.cards import is_cut_off
from breakaway.games.cycling.rules.movement import is_finish
from breakaway.games.cycling.rules.state import Race, RaceConfig, checkpoint_passed
from breakaway.games.cycling.rules.terms import FINISHED, GRADES, ON_TRACK
from breakaway.games.cycling.text.words import LETTERS, short_name, team_name

# --- What the drawings of the race share: the teams' marks and colors, strings, and the road cut into cells and rows.


LONG_GAP = 6  # this many empty squares or more are drawn as one cell
AHEAD = 2  # empty squares drawn ahead of the leader
LINE_IN_SIGHT = 10  # a line is drawn if it is this close ahead of the leader
LINE_NAMES = {"sprint": marked("sprint"), "finish": marked("finish"), "lap": marked("lap")}

T = TypeVar("T")


@dataclass(frozen=True)
class Colour:
    """A team's color in two forms: for paper, dark enough for white letters, and as one of a terminal's 256 colors."""

    name: str
    hex: str
    ansi: int
    words: tuple[str, ...] = ()


COLOURS = (
    Colour("red", "#b3262b", 160, ("red", "rouge", "rot", "rosso", "crimson", "scarlet")),
    Colour("blue", "#1f5fa6", 33, ("blue", "azur", "azure", "blau", "bleu", "navy")),
    Colour("green", "#23734a", 35, ("green", "vert", "verde", "emerald", "grün")),
    Colour("gold", "#8a6200", 178, ("gold", "or", "yellow", "jaune", "amber", "gelb", "giallo")),
    Colour("black", "#30363b", 245, ("black", "noir", "nero", "schwarz")),
    Colour("violet", "#6c3f9c", 134, ("violet", "purple", "viola", "lila")),
    Colour("orange", "#b4500f", 208, ("orange", "arancio")),
    Colour("teal", "#0d7078", 37, ("teal", "cyan", "turquoise", "sky", "celeste")),
    Colour("pink", "#b02a78", 205, ("pink", "rose", "rosa", "magenta")),
    Colour("brown", "#74452a", 137, ("brown", "brun", "bronze", "tan")),
    Colour("olive", "#5b6a12", 106, ("olive", "lime", "khaki")),
    Colour("grey", "#5d6b75", 250, ("grey", "gray", "gris", "silver", "white", "blanc")),
)


def colours(names: Names, teams: int) -> list[Colour]:
    """A color for each team: the one that the team is named after, if it is free; otherwise the next free one."""
    return _colours([team_name(names, team) for team in range(teams)])


def _colours(called: Sequence[str]) -> list[Colour]:
    chosen: dict[int, Colour] = {}
    for team, name in enumerate(called):
        for colour in COLOURS:
            if name.casefold() in colour.words and colour not in chosen.values():
                chosen[team] = colour
    free = iter([colour for colour in COLOURS if colour not in chosen.values()])
    return [chosen[team] if team in chosen else next(free) for team in range(len(called))]


def colors_of(teams: Sequence[str]) -> list[str]:
    """The CSS classes of `teams` with these names, such as `rides-red`, as the table shows them in this order.

    A name may be followed by riders: `Ants: Al, Bo, Cy, Di`. More teams than there are colors share them.
    """
    called = [each.partition(":")[0].strip() for each in teams]
    parts = [called[i : i + len(COLOURS)] for i in range(0, len(called), len(COLOURS))]
    return [f"rides-{each.name}" for part in parts for each in _colours(part)]


def marks(names: Names, teams: int) -> list[str]:
    """A different mark for each team: `R`, or `Gr` and `Go` if two names begin with the same letter."""
    called = ["".join(ch for ch in team_name(names, team) if ch.isalnum()) for team in range(teams)]
    firsts = [name[:1].upper() for name in called]
    chosen: list[str] = []
    for team, name in enumerate(called):
        tries = [firsts[team]] if firsts.count(firsts[team]) == 1 else []
        tries += [firsts[team] + letter.lower() for letter in name[1:]]
        tries += [f"{firsts[team]}{number}" for number in range(1, teams + 1)]
        taken = {mark.casefold() for mark in chosen}
        chosen.append(next(mark for mark in tries if mark.casefold() not in taken))
    return chosen


def code(rider: int, team_marks: Sequence[str]) -> str:
    """A rider in as few letters as possible: `RA` is Red's A."""
    return team_marks[rider // GRADES] + LETTERS[rider % GRADES]


@dataclass(frozen=True)
class Run:
    """A string: riders on every square from `first` to `last`."""

    first: int
    last: int
    riders: int


def standing(view: Race, config: RaceConfig) -> list[int]:
    """The riders to draw, front to back: those on the track, and those beyond the finish who have just finished."""
    through = [] if config.finishers_leave or config.blind else just_finished(view, config)
    through.sort(key=lambda rider: (-view.square[rider], view.arrival[rider]))
    return through + view.queue[: view.field]


def just_finished(view: Race, config: RaceConfig) -> list[int]:
    """The riders who finished in the last turn.

    The drawing still shows these riders, because they counted as riders on the road when the new cards were worked out.
    """
    everybody = range(config.teams * GRADES)
    return [rider for rider in everybody if view.status[rider] == FINISHED and view.played[rider] > 0]


def by_square(view: Race, config: RaceConfig) -> list[tuple[int, list[int]]]:
    """The occupied squares, front to back, with their riders in race order."""
    found: list[tuple[int, list[int]]] = []
    for rider in standing(view, config):
        if not found or found[-1][0] != view.square[rider]:
            found.append((int(view.square[rider]), []))
        found[-1][1].append(int(rider))
    return found


def runs(view: Race, config: RaceConfig) -> list[Run]:
    """The strings of two or more squares, front to back, cut where the last turn cut them (6.11)."""
    if config.blind:
        return []
    played = copy(view)
    played.turn -= 1
    found: list[Run] = []
    start = 0
    for square, riders in by_square(view, config):
        end = start + len(riders)
        joined = found and found[-1].first == square + 1 and not is_cut_off(played, config, start, end)
        if joined:
            found[-1] = replace(found[-1], first=square, riders=found[-1].riders + len(riders))
        else:
            found.append(Run(square, square, len(riders)))
        start = end
    return [run for run in found if run.last > run.first]


@dataclass(frozen=True)
class Cell:
    """A square with its riders, front first, or a stretch of empty squares.

    `line` is the kind of line after the cell.
    """

    first: int
    last: int
    riders: tuple[int, ...] = ()
    line: str = ""


def lines(view: Race, config: RaceConfig) -> dict[int, str]:
    """The kind of each line of this stage, by the square before it: 'sprint' or 'finish', and on a loop 'lap'."""
    s, stage = view, view.stage
    found = {
        int(config.line_at[stage][line]): "finish" if is_finish(s, config, line) else "sprint"
        for line in range(config.lines[stage])
    }
    if config.loop:
        top = max((int(square) for square in view.square), default=0)
        for at in range(config.loop, top + config.loop, config.loop):
            found.setdefault(at, "lap")
    return found


def road(view: Race, config: RaceConfig) -> list[Cell]:
    """The road from the last rider to a little ahead of the first, back to front. A long empty stretch is one cell."""
    occupied = {square: tuple(riders) for square, riders in by_square(view, config)}
    if not occupied:
        return []
    at_line = lines(view, config)
    top = max(occupied)
    sight = [at for at in at_line if top <= at <= top + LINE_IN_SIGHT]
    end = max([top + AHEAD, *(at + 1 for at in sight)])
    cells: list[Cell] = []
    empty: list[int] = []
    for square in range(min(occupied), end + 1):
        if square not in occupied:
            empty.append(square)
        if empty and (square in occupied or square in at_line or square == end):
            cells += _empty_cells(empty, at_line)
            empty = []
        if square in occupied:
            cells.append(Cell(square, square, occupied[square], at_line.get(square, "")))
    return cells


def _empty_cells(squares: Sequence[int], at_line: dict[int, str]) -> list[Cell]:
    if len(squares) >= LONG_GAP:
        return [Cell(squares[0], squares[-1], line=at_line.get(squares[-1], ""))]
    return [Cell(square, square, line=at_line.get(square, "")) for square in squares]


@dataclass(frozen=True)
class Post:
    """A checkpoint of a Blind race with the riders between it and the next one, front first."""

    checkpoint: int
    riders: tuple[int, ...]


def posts(view: Race, config: RaceConfig) -> list[Post]:
    """The public part of a Blind race: checkpoints front to back, each with its riders in race order."""
    found: list[Post] = []
    for rider in view.queue[: view.field]:
        at = int(checkpoint_passed(config, view.square[rider]))  # the view puts a hidden rider just beyond it
        if not found or found[-1].checkpoint != at:
            found.append(Post(at, ()))
        found[-1] = replace(found[-1], riders=(*found[-1].riders, int(rider)))
    return found


def is_hidden(view: Race, rider: int) -> bool:
    """Whether the view hides this rider's cards and, in a Blind race, his square.

    The view blanks the line-up of a hidden rider on the track.
    """
    return view.status[rider] == ON_TRACK and not any(view.line_up[rider])


def in_rows(items: Sequence[T], widths: Sequence[int], room: int, breakable: Sequence[bool]) -> list[list[T]]:
    """Puts items side by side in rows no wider than `room`.

    If an item that is marked as breakable is near the end of a row, the row ends after this item.
    """
    rows: list[list[T]] = []
    start = 0
    while start < len(items):
        end, used = start, 0
        while end < len(items) and (end == start or used + widths[end] <= room):
            used += widths[end]
            end += 1
        if end < len(items):
            least = start + 1 + (end - start) // 2
            end = next((i for i in range(end, least, -1) if breakable[i - 1]), end)
        rows.append(list(items[start:end]))
        start = end
    return rows


# --- Draws the field as a self-contained SVG: no script, no external font, no style attribute.
#
# Colors are presentation attributes, so the drawing needs no style sheet. A page can restyle the drawing through its
# class names (`paper road seam ink soft line rim`), for example for a dark background. Riders are marked with letters,
# so nothing depends on color.


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


# --- Draws the field as plain text: squares from left to right, riders above them, brackets for strings on top.
#
#     [--- 5 ---]
#         sprint 73
#              GD |
#     RA GB RC BA |
#     70 71 72 73 |
#
# Each rider is shown by his team's letters and his grade, so nothing depends on color. After a square, `|` marks a
# sprint line, `#` the finish and `:` a lap.


NARROWEST = 24
POSTS = {"": "", "sprint": "| ", "finish": "# ", "lap": ": "}


def strip(view: Race, config: RaceConfig, names: Names, width: int = 80, color: bool = False) -> str:
    """The field in lines of at most `width` characters (at least 24). If `color` is true, riders have ANSI colors."""
    pen = Pen(marks(names, config.teams), colours(names, config.teams) if color else [])
    room = max(width, NARROWEST)
    if not standing(view, config):
        return _("Nobody is on the track.")
    if config.blind:
        drawn = _posts_text(posts(view, config), view, pen, room)
    else:
        drawn = _road_text(road(view, config), runs(view, config), pen, room)
    return "\n".join([*drawn, *_legend(names, pen, room)])


@dataclass
class Pen:
    """Writes riders with their teams' marks, in color if the output has colors."""

    marks: Sequence[str]
    colours: Sequence[Colour] = field(default_factory=list)

    def paint(self, text: str, team: int) -> str:
        """The text in the team's color."""
        return f"\x1b[1;38;5;{self.colours[team].ansi}m{text}\x1b[0m" if self.colours else text

    def rider(self, rider: int, wide: int) -> str:
        """A rider, padded to `wide` columns on screen."""
        text = code(rider, self.marks)
        return self.paint(text, rider // GRADES) + " " * (wide - columns(text))

    def wide(self, riders: Sequence[int]) -> int:
        """The number of columns that the widest of these riders takes up, including a gap after him."""
        return 1 + max((columns(code(rider, self.marks)) for rider in riders), default=0)


@dataclass
class Block:
    """A cell as lines of equal width, the bottom line last."""

    cell: Cell
    lines: list[str]
    width: int


def _road_text(cells: Sequence[Cell], strings: Sequence[Run], pen: Pen, room: int) -> list[str]:
    blocks = [_block(cell, pen, room) for cell in cells]
    rows = in_rows(blocks, [block.width for block in blocks], room, [not block.cell.riders for block in blocks])
    drawn: list[str] = []
    for row in rows:
        drawn += [*_row_text(row, strings), ""]
    return drawn


def _block(cell: Cell, pen: Pen, room: int) -> Block:
    label = _label(cell)
    wide = pen.wide(cell.riders)
    most = max(1, (room - 2) // wide) * STACK
    stack = STACK if len(cell.riders) <= most else -(-len(cell.riders) * STACK // most)
    lines = []
    for level in range(min(stack, len(cell.riders))):
        lines.append("".join(pen.rider(rider, wide) for rider in cell.riders[level::stack]))
    inside = max(len(label) + 1, wide * -(-len(cell.riders) // stack))
    lines = [line + " " * (inside - wide * len(cell.riders[level::stack])) for level, line in enumerate(lines)]
    post = POSTS[cell.line]
    lines.reverse()  # the front rider is at the bottom, on the road
    return Block(cell, [line + post for line in [*lines, label.ljust(inside)]], inside + len(post))


def _label(cell: Cell) -> str:
    if cell.riders:
        return str(cell.first) if cell.first else _("start")
    if cell.first < cell.last:
        return ".." + say("{n} empty", n=cell.last - cell.first + 1) + ".."
    return str(cell.first) if cell.first % 5 == 0 else "."


def _row_text(row: Sequence[Block], strings: Sequence[Run]) -> list[str]:
    height = max(len(block.lines) for block in row)
    lines = ["".join(_line_of(block, level, height) for block in row).rstrip() for level in range(height)]
    return [line for line in (_brackets(row, strings), _signs(row)) if line] + lines


def _line_of(block: Block, level: int, height: int) -> str:
    missing = height - len(block.lines)
    if level >= missing:
        return block.lines[level - missing]
    post = POSTS[block.cell.line]
    return " " * (block.width - len(post)) + post


def _brackets(row: Sequence[Block], strings: Sequence[Run]) -> str:
    """Brackets like `[- string of 10 -]` over each string, open where the string continues in another row."""
    line = ""
    for run in reversed(strings):
        inside = [i for i, block in enumerate(row) if run.first <= block.cell.first <= run.last]
        if not inside:
            continue
        start = sum(block.width for block in row[: inside[0]])
        wide = sum(block.width for block in row[inside[0] : inside[-1] + 1]) - 1
        wide -= 2 if row[inside[-1]].cell.line else 0
        left = "[" if row[inside[0]].cell.first == run.first else "-"
        right = "]" if row[inside[-1]].cell.first == run.last else "-"
        texts = (" " + say("string of {n}", n=run.riders) + " ", f" {run.riders} ", f"{run.riders}")
        text = next((text for text in texts if len(text) <= wide - 2), "")
        line = line.ljust(start) + left + text.center(wide - 2, "-") + right
    return line


def _signs(row: Sequence[Block]) -> str:
    """The names of the lines, each ending above its line."""
    line, at = "", 0
    for block in row:
        at += block.width
        if block.cell.line:
            sign = f"{_(LINE_NAMES[block.cell.line])} {block.cell.last}"
            line = line.ljust(max(at - 1 - len(sign), len(line) + 1 if line else 0)) + sign
    return line


def _posts_text(found: Sequence[Post], view: Race, pen: Pen, room: int) -> list[str]:
    """Draws a Blind race, with a row for each checkpoint, front first.

    A rider's square follows in parentheses if it is known.
    """
    drawn = [_("In race order. Squares are hidden; you see only the last checkpoint that each rider has passed:")]
    at_start = _("start:")
    wide_head = max(len(_past(0)), len(at_start))
    for post in found:
        head = (_past(post.checkpoint) if post.checkpoint else at_start).ljust(wide_head) + " "
        line, used = head, len(head)
        for rider in post.riders:
            square = "" if is_hidden(view, rider) else f"({view.square[rider]})"
            text = pen.rider(rider, columns(code(rider, pen.marks))) + square + " "
            wide = columns(code(rider, pen.marks)) + len(square) + 1
            if used + wide > room:
                drawn.append(line.rstrip())
                line, used = " " * len(head), len(head)
            line, used = line + text, used + wide
        drawn.append(line.rstrip())
    return [*drawn, ""]


def _past(checkpoint: int) -> str:
    return say("past {checkpoint}:", checkpoint=f"{checkpoint:3}")


def _legend(names: Names, pen: Pen, room: int) -> list[str]:
    lines: list[str] = []
    used = room + 1
    for team, mark in enumerate(pen.marks):
        text = f"{mark} {team_name(names, team)}"
        if used + columns(text) + 3 > room:
            lines.append("")
            used = 0
        lines[-1] += ("   " if used else "") + pen.paint(mark, team) + text[len(mark) :]
        used += columns(text) + (3 if used else 0)
    return lines


# --- The race as a picture: `strip` for plain text and terminals, `svg` for pages and print.


__all__ = ["strip", "svg"]
