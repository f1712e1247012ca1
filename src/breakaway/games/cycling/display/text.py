"""Draws the field as plain text: squares from left to right, riders above them, brackets for strings on top.

    [--- 5 ---]
        sprint 73
             GD |
    RA GB RC BA |
    70 71 72 73 |

Each rider is shown by his team's letters and his grade, so nothing depends on color. After a square, `|` marks a sprint
line, `#` the finish and `:` a lap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.cells import cell_len as columns

from breakaway.core.game import Names
from breakaway.core.language import _, say
from breakaway.games.cycling.display.road import (
    LINE_NAMES,
    Cell,
    Colour,
    Post,
    Run,
    code,
    colours,
    in_rows,
    is_hidden,
    marks,
    posts,
    road,
    runs,
    standing,
)
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import GRADES
from breakaway.games.cycling.text.words import team_name

STACK = 8  # how many riders are stacked before a square grows wider
NARROWEST = 24
POSTS = {"": "", "sprint": "| ", "finish": "# ", "lap": ": "}


def strip(view: Race, config: RaceConfig, names: Names, width: int = 80, color: bool = False) -> str:
    """The field in lines of at most `width` characters (at least 24). If `color` is true, riders have ANSI colors."""
    pen = Pen(marks(names, config.teams), colours(names, config.teams) if color else [])
    room = max(width, NARROWEST)
    if not standing(view, config):
        return _("Nobody is on the track.")
    if config.blind:
        drawn = _draw_posts(posts(view, config), view, pen, room)
    else:
        drawn = _draw_road(road(view, config), runs(view, config), pen, room)
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


def _draw_road(cells: Sequence[Cell], strings: Sequence[Run], pen: Pen, room: int) -> list[str]:
    blocks = [_block(cell, pen, room) for cell in cells]
    rows = in_rows(blocks, [block.width for block in blocks], room, [not block.cell.riders for block in blocks])
    drawn: list[str] = []
    for row in rows:
        drawn += [*_draw_row(row, strings), ""]
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


def _draw_row(row: Sequence[Block], strings: Sequence[Run]) -> list[str]:
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


def _draw_posts(found: Sequence[Post], view: Race, pen: Pen, room: int) -> list[str]:
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
