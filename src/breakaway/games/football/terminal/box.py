"""The box score and the drives, from what was told."""

from __future__ import annotations

from typing import Any

from breakaway.display.document import Line, Part
from breakaway.games.football.display import box as box_of
from breakaway.games.football.display.page import box_grids
from breakaway.games.football.display.story import Story
from breakaway.games.football.text import names as called
from breakaway.terminal.desk import Look


def story_of(look: Look) -> Story:
    """The match so far as this seat may know it."""
    log = [(number, look.window.told(events)) for number, events in look.log]
    return Story(look.window.book).read(log)


def box(look: Look) -> list[Part]:
    """Points by quarter, then what each team did, then the drives."""
    story, names = story_of(look), look.window.names
    grids = box_grids(names, *box_of.line_score(story, names), box_of.figures(story), box_of.drives(story, names))
    parts: list[Part] = []
    for grid in grids:
        parts += [Line(), grid] if parts else [grid]
    return parts


def summary(look: Look) -> dict[str, Any]:
    """The same for other programs."""
    story, names = story_of(look), look.window.names
    teams = [called.team(names, seat) for seat in (0, 1)]
    return {
        "score": {name: side.score for name, side in zip(teams, story.sides, strict=True)},
        "plays": sum(side.plays for side in story.sides),
        "drives": [box_of.drive_table(each, teams) for each in story.drives],
        "box": {name: box_of.side_table(side, story.quarter) for name, side in zip(teams, story.sides, strict=True)},
    }
