"""How the terminal shows the character of each coach, and the players of both teams."""

from __future__ import annotations

from collections.abc import Iterator

from breakaway.display.document import Line, Part
from breakaway.games.fate.display.people import coach_of, men_of
from breakaway.games.fate.rules.state import FateObservation
from breakaway.games.fate.rules.terms import SIDES
from breakaway.games.fate.text import names as called


def characters(observation: FateObservation) -> Iterator[Part]:
    """A line about each coach: name, high concept and trouble."""
    for side in range(SIDES):
        coach = coach_of(observation.names, side)
        if coach:
            team = called.team(observation.names, side)
            yield Line(f"{coach['name']} coaches {team}: {coach['high_concept']}. {coach['trouble']}.")


def about(observation: FateObservation) -> list[Part]:
    """Lists who plays at each position on both teams, their ratings, and who is out."""
    parts: list[Part] = []
    for side in range(SIDES):
        parts += [
            Line(called.team(observation.names, side), style="bold"),
            *in_full(observation, side),
            men_of(observation, side),
        ]
    return parts


def in_full(observation: FateObservation, side: int) -> Iterator[Part]:
    """A side's coach as a character, in full."""
    coach = coach_of(observation.names, side)
    if coach:
        yield Line(f"{coach['name']}: {coach['high_concept']}", "Coach ")
        yield Line("; ".join([coach["trouble"], *coach["aspects"], *coach["stunts"]]), "  ")
        yield Line(", ".join(f"{name} {value:+d}" for name, value in coach["approaches"].items()), "  ")
