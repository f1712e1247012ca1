"""The tables: the points so far and, at the end, the winner and the tie-breaks."""

from __future__ import annotations

from dataclasses import replace

from breakaway.display.document import Line, Part
from breakaway.display.endings import verdict
from breakaway.games.cycling.display.standing import points, tie_breaks
from breakaway.games.cycling.rules.state import RaceObservation


def standings(observation: RaceObservation) -> list[Part]:
    """A row for each team, best first."""
    return [replace(points(observation), title="", note="")]


def final(observation: RaceObservation) -> list[Part]:
    """The final table with its tie-breaks and the winner."""
    said, rule = verdict(observation), observation.standing.rule
    parts: list[Part] = standings(observation)
    parts += [Line(f" {text}") for text in tie_breaks(observation)]
    why = observation.game.rules.entries.get(rule)
    if why:
        parts.append(Line(f" {why.says} ({why.id})", style="dim"))
    return [*parts, *([Line(f"\n {said.winner}.", style="bold")] if said else [])]
