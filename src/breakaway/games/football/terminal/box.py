"""The box score and the drives, from the rows of plays."""

from __future__ import annotations

from typing import Any

from breakaway.games.football.counts.drives import drives_in
from breakaway.games.football.display import box as box_of
from breakaway.games.football.text import names as called
from breakaway.terminal.desk import Look
from breakaway.terminal.paper import Grid, Line, Part


def box(look: Look) -> list[Part]:
    """Points by quarter, then what each team did, then the drives."""
    rows, view, names = look.played(), look.window.view, look.window.names
    heads, lines = box_of.line_score(rows, view, names)
    quarters = Grid(heads, right=frozenset(range(1, len(heads))))
    for line in lines:
        quarters.add(*line, strong=True)
    figures = Grid(["", *(called.team(names, seat) for seat in (0, 1))], right=frozenset((1, 2)))
    for line in box_of.figures(rows):
        figures.add(*line)
    begun = box_of.drives(drives_in(rows, view), names)
    if not begun:
        return [quarters, Line(), figures, Line(), Line("No drive has begun yet.")]
    drives = Grid(box_of.DRIVE_HEADS, right=frozenset((3, 4)))
    for line in begun:
        drives.add(*line)
    return [quarters, Line(), figures, Line(), drives]


def summary(look: Look) -> dict[str, Any]:
    """The same for other programs."""
    return box_of.summary(look.played(), look.window.view, look.window.names)
