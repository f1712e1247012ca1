"""Coaches as characters, and the men of both teams: who plays, how he is rated now, who is out."""

from __future__ import annotations

from collections.abc import Iterator

from breakaway.core.window import Window
from breakaway.fate import names as called
from breakaway.fate.advanced_tables import APPROACH_NAMES
from breakaway.fate.approaches import rating
from breakaway.fate.injuries import man_on_field
from breakaway.fate.names import POSITION_LETTERS
from breakaway.fate.state import APPROACHES, MEN, SIDES, Fate, FateBook
from breakaway.terminal.paper import Grid, Line, Part


def characters(window: Window[Fate, FateBook]) -> Iterator[Part]:
    """Each coach in a line: name, high concept, trouble."""
    for side, people in enumerate(window.names.get("rosters", ())):
        if people:
            coach = people["coach"]
            team = called.team(window.names, side)
            yield Line(f"{coach['name']} coaches {team}: {coach['high_concept']}. {coach['trouble']}.")


def about(window: Window[Fate, FateBook]) -> list[Part]:
    """Both teams: position, who plays, his ratings now, who is out."""
    parts: list[Part] = []
    for side in range(SIDES):
        parts += [Line(called.team(window.names, side), style="bold"), *coach_of(window, side), men(window, side)]
    return parts


def coach_of(window: Window[Fate, FateBook], side: int) -> Iterator[Part]:
    """The coach's character in full."""
    rosters = window.names.get("rosters", ())
    people = rosters[side] if side < len(rosters) else {}
    if people:
        coach = people["coach"]
        yield Line(f"{coach['name']}: {coach['high_concept']}", "Coach ")
        yield Line("; ".join([coach["trouble"], *coach["aspects"], *coach["stunts"]]), "  ")
        yield Line(", ".join(f"{name} {value:+d}" for name, value in coach["approaches"].items()), "  ")


def men(window: Window[Fate, FateBook], side: int) -> Grid:
    """A row a position."""
    grid = Grid(["", "plays", *APPROACH_NAMES, "out"], frozenset(range(2, 2 + APPROACHES)))
    view, book = window.view, window.book
    for position, letters in enumerate(POSITION_LETTERS):
        plays = called.man(window.names, side, position, man_on_field(view, side, position)).split(" (")[0]
        ratings = [str(rating(view, book, side, position, approach)) for approach in range(APPROACHES)]
        gone = [number for number in range(MEN) if view.men_out[side][position] >> number & 1]
        out = ", ".join(called.man(window.names, side, position, number).split(" (")[0] for number in gone)
        grid.add(letters, plays, *ratings, out)
    return grid
