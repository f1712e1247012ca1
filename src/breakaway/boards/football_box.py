"""The box score and the drives as rows of words, from what was told; terminals and pages set them as tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from breakaway.boards.football_story import Drive, Side, Story
from breakaway.core.game import Names
from breakaway.football import names as called

ROWS: tuple[tuple[str, Callable[[Side], str]], ...] = (
    ("plays", lambda side: str(side.plays)),
    ("lines gained", lambda side: str(side.lines)),
    ("runs", lambda side: f"{side.runs} for {side.run_lines}"),
    ("passes", lambda side: f"{side.completed} of {side.passes} for {side.pass_lines}"),
    ("first downs", lambda side: str(side.first_downs)),
    ("breakaways", lambda side: str(side.breakaways)),
    ("turnovers", lambda side: str(side.turnovers)),
    ("penalties", lambda side: str(side.penalties)),
    ("field goals", lambda side: f"{side.field_goals} of {side.field_goal_tries}"),
    ("punts", lambda side: str(side.punts)),
    ("challenges", lambda side: str(side.challenges)),
)
DRIVE_HEADS = ["quarter", "drive", "from", "plays", "lines", "ends with"]


def line_score(story: Story, names: Names) -> tuple[list[str], list[list[str]]]:
    """Points by quarter: heads, then a row a team."""
    count = max(4, story.quarter)
    heads = ["", *(str(n) if n < 5 else f"OT{n - 4 if n > 5 else ''}" for n in range(1, count + 1)), "total"]
    rows = []
    for seat, side in enumerate(story.sides):
        points = [*side.quarters, *[0] * (count - len(side.quarters))]
        played = [str(each) if n <= story.quarter else "" for n, each in enumerate(points, 1)]
        rows.append([called.team(names, seat), *played, str(side.score)])
    return heads, rows


def figures(story: Story) -> list[list[str]]:
    """What each team did, side by side; lengths are in lines of five yards."""
    return [[text, of(story.sides[0]), of(story.sides[1])] for text, of in ROWS]


def drives(story: Story, names: Names) -> list[list[str]]:
    """One row a drive, under DRIVE_HEADS."""
    rows = []
    for each in story.drives:
        worth = f" ({called.plural(each.points, 'point')})" if each.points else ""
        start = "" if each.start is None else called.spot(each.start)
        lengths = ("", "") if each.start is None else (str(each.plays), str(each.lines))
        quarter = called.quarter(each.quarter).removesuffix(" quarter")
        result = (each.result or "still going on") + worth
        rows.append([quarter, called.team(names, each.team), start, *lengths, result])
    return rows


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
