"""The box score and the drives, from what was told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from breakaway.core.game import Names
from breakaway.football import names as called
from breakaway.terminal.desk import Look
from breakaway.terminal.football.story import Drive, Side, Story
from breakaway.terminal.paper import Grid, Line, Part


def story_of(look: Look) -> Story:
    """The match so far as this seat may know it."""
    log = [(number, look.window.told(events)) for number, events in look.log]
    return Story(look.window.book).read(log)


def box(look: Look) -> list[Part]:
    """Points by quarter, then what each team did, then the drives."""
    story, names = story_of(look), look.window.names
    return [quarters(story, names), Line(), figures(story, names), Line(), *drives(story, names)]


def quarters(story: Story, names: Names) -> Grid:
    """The line score."""
    count = max(4, story.quarter)
    heads = ["", *(str(n) if n < 5 else f"OT{n - 4 if n > 5 else ''}" for n in range(1, count + 1)), "total"]
    grid = Grid(heads, right=frozenset(range(1, count + 2)))
    for seat, side in enumerate(story.sides):
        points = [*side.quarters, *[0] * (count - len(side.quarters))]
        played = [str(each) if n <= story.quarter else "" for n, each in enumerate(points, 1)]
        grid.add(called.team(names, seat), *played, str(side.score), strong=True)
    return grid


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


def figures(story: Story, names: Names) -> Grid:
    """What each team did, side by side; lengths are in lines of five yards."""
    grid = Grid(["", *(called.team(names, seat) for seat in (0, 1))], right=frozenset((1, 2)))
    for text, of in ROWS:
        grid.add(text, of(story.sides[0]), of(story.sides[1]))
    return grid


def drives(story: Story, names: Names) -> list[Part]:
    """One row a drive."""
    if not story.drives:
        return [Line("No drive has begun yet.")]
    grid = Grid(["quarter", "drive", "from", "plays", "lines", "ends with"], right=frozenset((3, 4)))
    for each in story.drives:
        worth = f" ({called.plural(each.points, 'point')})" if each.points else ""
        start = "" if each.start is None else called.spot(each.start)
        figures = ("", "") if each.start is None else (str(each.plays), str(each.lines))
        row = called.team(names, each.team), start, *figures
        quarter = called.quarter(each.quarter).removesuffix(" quarter")
        grid.add(quarter, *row, (each.result or "still going on") + worth)
    return [grid]


def summary(look: Look) -> dict[str, Any]:
    """The same for other programs."""
    story, names = story_of(look), look.window.names
    teams = [called.team(names, seat) for seat in (0, 1)]
    return {
        "score": {name: side.score for name, side in zip(teams, story.sides, strict=True)},
        "plays": sum(side.plays for side in story.sides),
        "drives": [drive_table(each, teams) for each in story.drives],
        "box": {name: side_table(side, story.quarter) for name, side in zip(teams, story.sides, strict=True)},
    }


def drive_table(drive: Drive, teams: list[str]) -> dict[str, Any]:
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
