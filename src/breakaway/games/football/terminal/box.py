"""The box score and the drives, from the rows of plays."""

from __future__ import annotations

from typing import Any

from breakaway.display.document import Line, Part
from breakaway.games.football.counts.drives import drives_in
from breakaway.games.football.display import box as box_of
from breakaway.games.football.display.page import box_grids
from breakaway.terminal.desk import Lookup


def box(look: Lookup) -> list[Part]:
    """The points by quarter, then the box score, then the drives."""
    rows, view, names = look.played(), look.observation.view, look.observation.names
    drives = box_of.drives(drives_in(rows, view), names)
    parts: list[Part] = []
    for grid in box_grids(names, *box_of.line_score(rows, view, names), box_of.figures(rows), drives):
        parts += [Line(), grid] if parts else [grid]
    return parts


def summary(look: Lookup) -> dict[str, Any]:
    """The score, plays, box score and drives as data for other programs."""
    return box_of.summary(look.played(), look.observation.view, look.observation.names)
