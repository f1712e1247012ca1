"""The box score and the drives as text, for the terminal and for pages. Both are made from the rows of plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from breakaway.core.game import Names
from breakaway.core.language import _, many, marked, say
from breakaway.games.football.counts.drives import Drive, drives_in, points_by_quarter
from breakaway.games.football.counts.play_rows import MatchRow, PlayRow
from breakaway.games.football.counts.statistics import total_of
from breakaway.games.football.rules.state import Football, other
from breakaway.games.football.rules.terms import SEATS
from breakaway.games.football.text import names as called

Figures = dict[str, int]
SAME = "plays runs run_lines passes pass_lines first_downs turnovers penalties field_goals punts challenges"
COLUMNS = {name: name for name in SAME.split()}  # columns of the totals, by the name of each figure in JSON
COLUMNS |= {"completed": "completions", "field_goal_tries": "field_goals_tried"}
ROWS: tuple[tuple[str, Callable[[Figures], str]], ...] = (
    (marked("plays"), lambda side: str(side["plays"])),
    (marked("lines gained"), lambda side: str(side["lines"])),
    (marked("runs"), lambda side: say("{n} for {lines}", n=side["runs"], lines=side["run_lines"])),
    (
        marked("passes"),
        lambda side: say("{n} of {of} for {lines}", n=side["completed"], of=side["passes"], lines=side["pass_lines"]),
    ),
    (marked("first downs"), lambda side: str(side["first_downs"])),
    (marked("breakaways"), lambda side: str(side["breakaways"])),
    (marked("turnovers"), lambda side: str(side["turnovers"])),
    (marked("penalties"), lambda side: str(side["penalties"])),
    (marked("field goals"), lambda side: say("{n} of {of}", n=side["field_goals"], of=side["field_goal_tries"])),
    (marked("punts"), lambda side: str(side["punts"])),
    (marked("challenges"), lambda side: str(side["challenges"])),
)
DRIVE_HEADS = [
    *(marked("quarter"), marked("drive"), marked("from"), marked("plays"), marked("lines"), marked("ends with"))
]

QUARTERS = (marked("first"), marked("second"), marked("third"), marked("fourth"))  # quarters, as a column names them
STILL = marked("still going on")


def line_score(rows: Sequence[PlayRow], view: Football, names: Names) -> tuple[list[str], list[list[str]]]:
    """The points by quarter: the column heads and a row for each team."""
    points = points_by_quarter(rows, view)
    heads = ["", *(str(n) if n < 5 else _overtime(n) for n in range(1, len(points[0]) + 1)), _("total")]
    lines = []
    for seat in range(SEATS):
        played = [str(each) if n <= view.quarter else "" for n, each in enumerate(points[seat], 1)]
        lines.append([called.team(names, seat), *played, str(view.score[seat])])
    return heads, lines


def figures(rows: Sequence[PlayRow]) -> list[list[str]]:
    """The figures of both teams side by side. Lengths are in lines of five yards."""
    total = total_of(rows)
    sides = [side_figures(total, seat) for seat in range(SEATS)]
    return [[_(text), *(of(side) for side in sides)] for text, of in ROWS]


def side_figures(total: MatchRow, seat: int) -> Figures:
    """One team's figures, as the glossary of `counts` defines them. Each breakaway is credited to the team that created
    it.
    """
    return {
        **{name: getattr(total, column)[seat] for name, column in COLUMNS.items()},
        "breakaways": total.offense_breakaways[seat] + total.defense_breakaways[other(seat)],
        "lines": total.run_lines[seat] + total.pass_lines[seat],
    }


def drives(found: Sequence[Drive], names: Names) -> list[list[str]]:
    """A row for each drive, with the columns named in DRIVE_HEADS."""
    lines = []
    for each in found:
        start = "" if each.start is None else called.spot(each.start)
        lengths = ("", "") if each.start is None else (str(each.plays), str(each.lines))
        quarter = _(QUARTERS[each.quarter - 1]) if each.quarter < 5 else called.quarter(each.quarter)
        result = _(each.result or STILL)
        if each.points:
            points = many("{n} point", "{n} points", each.points)
            result = say("{result} ({points})", result=result, points=points)
        lines.append([quarter, called.team(names, each.team), start, *lengths, result])
    return lines


def _overtime(n: int) -> str:
    """The heading of the column for a period of overtime: OT, OT2."""
    return say("OT{number}", number=n - 4) if n > 5 else _("OT")


def summary(rows: Sequence[PlayRow], view: Football, names: Names) -> dict[str, Any]:
    """The score, plays, drives and figures as data for other programs. Lengths are in lines of five yards."""
    teams, total = [called.team(names, seat) for seat in range(SEATS)], total_of(rows)
    points = points_by_quarter(rows, view)
    return {
        "score": dict(zip(teams, view.score, strict=False)),
        "plays": sum(total.plays),
        "drives": [drive_table(each, teams) for each in drives_in(rows, view)],
        "box": {
            name: {"quarters": points[seat], **side_figures(total, seat), "score": view.score[seat]}
            for seat, name in enumerate(teams)
        },
    }


def drive_table(drive: Drive, teams: Sequence[str]) -> dict[str, Any]:
    """One drive as data for other programs."""
    return {
        "team": teams[drive.team],
        "quarter": drive.quarter,
        "from": None if drive.start is None else called.spot(drive.start),
        "plays": drive.plays,
        "lines": drive.lines,
        "result": drive.result,
        "points": drive.points,
    }
