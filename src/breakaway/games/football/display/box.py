"""The box score and the drives as rows of words, from what was told; terminals and pages set them as tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from breakaway.core.game import Names
from breakaway.core.language import _, many, marked, say
from breakaway.games.football.display.story import Drive, Side, Story
from breakaway.games.football.text import names as called

ROWS: tuple[tuple[str, Callable[[Side], str]], ...] = (
    (marked("plays"), lambda side: str(side.plays)),
    (marked("lines gained"), lambda side: str(side.lines)),
    (marked("runs"), lambda side: say("{n} for {lines}", n=side.runs, lines=side.run_lines)),
    (
        marked("passes"),
        lambda side: say("{n} of {of} for {lines}", n=side.completed, of=side.passes, lines=side.pass_lines),
    ),
    (marked("first downs"), lambda side: str(side.first_downs)),
    (marked("breakaways"), lambda side: str(side.breakaways)),
    (marked("turnovers"), lambda side: str(side.turnovers)),
    (marked("penalties"), lambda side: str(side.penalties)),
    (marked("field goals"), lambda side: say("{n} of {of}", n=side.field_goals, of=side.field_goal_tries)),
    (marked("punts"), lambda side: str(side.punts)),
    (marked("challenges"), lambda side: str(side.challenges)),
)
DRIVE_HEADS = [
    *(marked("quarter"), marked("drive"), marked("from"), marked("plays"), marked("lines"), marked("ends with"))
]

QUARTERS = (marked("first"), marked("second"), marked("third"), marked("fourth"))  # in a column of quarters
STILL = marked("still going on")


def line_score(story: Story, names: Names) -> tuple[list[str], list[list[str]]]:
    """Points by quarter: heads, then a row a team."""
    count = max(4, story.quarter)
    heads = ["", *(str(n) if n < 5 else _overtime(n) for n in range(1, count + 1)), _("total")]
    rows = []
    for seat, side in enumerate(story.sides):
        points = [*side.quarters, *[0] * (count - len(side.quarters))]
        played = [str(each) if n <= story.quarter else "" for n, each in enumerate(points, 1)]
        rows.append([called.team(names, seat), *played, str(side.score)])
    return heads, rows


def figures(story: Story) -> list[list[str]]:
    """What each team did, side by side; lengths are in lines of five yards."""
    return [[_(text), of(story.sides[0]), of(story.sides[1])] for text, of in ROWS]


def drives(story: Story, names: Names) -> list[list[str]]:
    """One row a drive, under DRIVE_HEADS."""
    rows = []
    for each in story.drives:
        start = "" if each.start is None else called.spot(each.start)
        lengths = ("", "") if each.start is None else (str(each.plays), str(each.lines))
        quarter = _(QUARTERS[each.quarter - 1]) if each.quarter < 5 else called.quarter(each.quarter)
        result = _(each.result or STILL)
        if each.points:
            points = many("{n} point", "{n} points", each.points)
            result = say("{result} ({points})", result=result, points=points)
        rows.append([quarter, called.team(names, each.team), start, *lengths, result])
    return rows


def _overtime(n: int) -> str:
    """OT, OT2: heads of columns."""
    return say("OT{number}", number=n - 4) if n > 5 else _("OT")


def drive_table(drive: Drive, teams: Sequence[str]) -> dict[str, Any]:
    """One drive; lengths in lines of five yards."""
    return {
        "team": teams[drive.team],
        "quarter": drive.quarter,
        "from": None if drive.start is None else called.spot(drive.start),
        "plays": drive.plays,
        "lines": drive.lines,
        "result": drive.result,
        "points": drive.points,
    }


def side_table(side: Side, count: int) -> dict[str, Any]:
    """One team's figures."""
    table = {name: getattr(side, name) for name in side.__dataclass_fields__}
    table["quarters"] = [*side.quarters, *[0] * (max(4, count) - len(side.quarters))]
    return {**table, "lines": side.lines, "score": side.score}
