"""Coaches as characters, and the men of both teams: who plays, how he is rated now, who is out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from breakaway.core.game import Names
from breakaway.core.window import Window
from breakaway.fate import names as called
from breakaway.fate.advanced_tables import APPROACH_NAMES
from breakaway.fate.approaches import rating
from breakaway.fate.injuries import man_on_field
from breakaway.fate.names import POSITION_LETTERS
from breakaway.fate.state import APPROACHES, MEN, Fate, FateBook

FateWindow = Window[Fate, FateBook]
HEADS = ("", "plays", *APPROACH_NAMES, "out")


def coach_of(names: Names, side: int) -> Mapping[str, Any] | None:
    """A side's coach as a character, where it has a roster."""
    rosters = names.get("rosters", ())
    people = rosters[side] if side < len(rosters) else {}
    coach: Mapping[str, Any] | None = people["coach"] if people else None
    return coach


def men(window: FateWindow, side: int) -> Iterator[tuple[str, ...]]:
    """A row a position, as HEADS has it."""
    view, book = window.view, window.book
    for position, letters in enumerate(POSITION_LETTERS):
        ratings = [str(rating(view, book, side, position, approach)) for approach in range(APPROACHES)]
        gone = [number for number in range(MEN) if view.men_out[side][position] >> number & 1]
        plays = bare_name(window, side, position, man_on_field(view, side, position))
        out = ", ".join(bare_name(window, side, position, number) for number in gone)
        yield letters, plays, *ratings, out


def bare_name(window: FateWindow, side: int, position: int, number: int) -> str:
    """A man without his position, which stands beside him."""
    return called.man(window.names, side, position, number).split(" (")[0]
