"""Draws the positions for FATE's how-to-play page (`howto.toml`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from breakaway.display import svg
from breakaway.display.gridiron import WIDE
from breakaway.display.how_to_play import HowTo, ReachedPosition, cut, row
from breakaway.games.fate.display import faces
from breakaway.games.fate.display.sideline import rolls
from breakaway.games.fate.display.svg import LINE, drive
from breakaway.games.fate.display.svg import field as whole_field
from breakaway.games.fate.text.names import upper_first


def field(position: ReachedPosition, show: Sequence[str]) -> str:
    """Draws the field with the current drive. `show` gives the first and last yard of the part to draw."""
    seen = position.observation
    drawn = whole_field(
        seen.view, seen.config, seen.names, drive(position.events()), False, f"field-{len(position.log)}"
    )
    first, last = (WIDE.point(int(yard) / LINE, 0)[0] for yard in show)
    return cut(drawn, first, 0, last - first, WIDE.across)


def dice(position: ReachedPosition, show: Sequence[str]) -> str:
    """Draws the rolls of the last turn, each with its result.

    `show` gives the total of each roll's dice before anything is added.
    """
    seen, found = position.observation, list[str]()
    for each, thrown in zip(rolls(seen.told(position.log[-1]), seen.names), show, strict=True):
        text = upper_first(each.text)
        found.append(faces.dice(text, each.total, faces.faces_of(int(thrown)), text))
    return row(found, "rolls")


def calls(position: ReachedPosition, show: Sequence[str]) -> str:
    """Draws calls with their dice. `show` lists the calls as players type them."""
    found = []
    for each in show:
        order, _partial = position.observation.read(each)
        found.append(row([faces.thrown_in(order), svg.element("b", upper_first(each))], "call"))
    return row(found, "calls")


def matrix(position: ReachedPosition, show: Sequence[str]) -> str:
    """Draws the matrix with the last calls highlighted."""
    return faces.matrix(position.observation.view, position.observation.config)


def clock(position: ReachedPosition, show: Sequence[str]) -> str:
    """Draws the clock in ticks of 15 seconds."""
    return faces.clock(position.observation.view)


DRAWINGS = {"field": field, "dice": dice, "calls": calls, "matrix": matrix, "clock": clock}
HOWTO = HowTo(Path(__file__).parents[1] / "howto.toml", DRAWINGS)
