"""The tables: the points so far and, at the end, the winner and the tie-breaks."""

from __future__ import annotations

from dataclasses import replace

from breakaway.display.document import Line, Part
from breakaway.games.cycling.display.standing import in_order, listing, points, tie_breaks
from breakaway.games.cycling.rules.state import RaceObservation


def standings(observation: RaceObservation) -> list[Part]:
    """A row for each team, best first."""
    return [replace(points(observation), title="", note="")]


def final(observation: RaceObservation) -> list[Part]:
    """The final table with its tie-breaks and the winner."""
    r, teams = in_order(observation)
    names = observation.names["teams"]
    winners = [str(names[team]) for team in teams if r.rank[team] == 1]
    said = f"{listing(winners)} {'wins' if len(winners) == 1 else 'share the win'}."
    parts: list[Part] = standings(observation)
    parts += [Line(f" {text}") for text in tie_breaks(observation)]
    why = observation.game.rules.by_number[r.why] if r.why else None
    if why:
        parts.append(Line(f" {why.says} ({why.id})", style="dim"))
    return [*parts, Line(f"\n {said}", style="bold")]
