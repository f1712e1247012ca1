"""The tables: points so far, and at the end who won and by which tie-break."""

from __future__ import annotations

from breakaway.core.window import Window
from breakaway.display.document import Grid, Line, Part
from breakaway.games.cycling.display.standing import home, in_order, listing, tie_breaks
from breakaway.games.cycling.rules.state import Race, RaceBook
from breakaway.games.cycling.rules.terms import GRADES
from breakaway.games.cycling.text.words import LETTERS, points_text

RaceWindow = Window[Race, RaceBook]


def standings(window: RaceWindow, final: bool = False) -> list[Part]:
    """A row for each team, best first: points, by rider, and finishing places."""
    r, teams = in_order(window)
    view, names = window.view, window.names["teams"]
    heads = ("place" if final else "", "team", "points", *LETTERS, "finished")
    rows = []
    for team in teams:
        riders = range(team * GRADES, team * GRADES + GRADES)
        shared = r.rank.count(r.rank[team]) > 1
        rows.append(
            [
                f"{r.rank[team]}{'=' if shared else ''}",
                str(names[team]),
                points_text(r.score[team]),
                *(points_text(view.points[rider]) for rider in riders),
                home(view, team),
            ]
        )
    own = [i for i, team in enumerate(teams) if team == window.seat]
    return [Grid("", heads, rows, right=(0, 2, 3, 4, 5, 6), strong=own)]


def final(window: RaceWindow) -> list[Part]:
    """The final table with its tie-breaks and the winner."""
    r, teams = in_order(window)
    names = window.names["teams"]
    winners = [str(names[team]) for team in teams if r.rank[team] == 1]
    said = f"{listing(winners)} {'wins' if len(winners) == 1 else 'share the win'}."
    parts: list[Part] = standings(window, final=True)
    parts += [Line(f" {text}") for text in tie_breaks(window)]
    why = window.game.rules.by_number[r.why] if r.why else None
    if why:
        parts.append(Line(f" {why.says} ({why.id})", style="dim"))
    return [*parts, Line(f"\n {said}", style="bold")]
