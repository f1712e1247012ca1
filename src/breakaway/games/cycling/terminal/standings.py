"""The tables: points so far, and at the end who won and by which tie-break."""

from __future__ import annotations

from dataclasses import replace

from breakaway.core.window import Window
from breakaway.display.document import Line, Part
from breakaway.games.cycling.display.standing import in_order, listing, points, tie_breaks
from breakaway.games.cycling.rules.state import Race, RaceBook

RaceWindow = Window[Race, RaceBook]


def standings(window: RaceWindow) -> list[Part]:
    """A row for each team, best first."""
    return [replace(points(window), title="", note="")]


def final(window: RaceWindow) -> list[Part]:
    """The final table with its tie-breaks and the winner."""
    r, teams = in_order(window)
    names = window.names["teams"]
    winners = [str(names[team]) for team in teams if r.rank[team] == 1]
    said = f"{listing(winners)} {'wins' if len(winners) == 1 else 'share the win'}."
    parts: list[Part] = standings(window)
    parts += [Line(f" {text}") for text in tie_breaks(window)]
    why = window.game.rules.by_number[r.why] if r.why else None
    if why:
        parts.append(Line(f" {why.says} ({why.id})", style="dim"))
    return [*parts, Line(f"\n {said}", style="bold")]
