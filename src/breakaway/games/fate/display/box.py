"""FATE's box score: what each side did, from rows of the statistics and what was told of each play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from breakaway.core.events import Event
from breakaway.core.language import _, many, marked, say
from breakaway.core.window import Window
from breakaway.display.page import Counted, Grid
from breakaway.games.fate.counts.statistics import PlayRow
from breakaway.games.fate.rules.state import (
    COMPLETE,
    FREE_KICK,
    FUMBLED,
    GOAL,
    GOOD,
    INCOMPLETE,
    INTERCEPTED,
    KICK_IT,
    KICKOFF,
    OVERTIME,
    PLAY,
    PUNT_IT,
    QUARTER,
    RUN_OUTSIDE,
    SACKED,
    SIDES,
    Fate,
    other,
)
from breakaway.games.fate.text import names as called

NOTE = marked(
    "Plays that were made void by a penalty stand in no figure but penalties and time. The time of a kickoff is the "
    "receivers'. A kick that is returned for a touchdown is measured from where it was fielded."
)
BEGUN = ("FF-029", "FF-005", "FF-087")  # calls are shown, a kickoff, a punt: what was told before is of another one
MARKED_OFF, TAKEN = "FF-018", "FF-148"  # a penalty on this side; this side takes the ball instead of one on the other
KICK_RETURNS, FUMBLES = ("FF-009", "FF-088"), ("FF-011", "FF-091")
ALL_THE_WAY = ("FF-012", "FF-092")  # returns that are told without their yards
PICK_RETURNS = {"FF-125": None, "FF-127": -1}  # told with yards, or of one yard lost
PICKS = ("FF-080", "FF-120", "FF-121", "FF-122")


@dataclass
class Line:
    """One side's figures; yards end at the goal lines, and time is in units of 15 seconds."""

    plays: int = 0
    runs: int = 0
    run_yards: int = 0
    passes: int = 0
    completed: int = 0
    pass_yards: int = 0
    sacked: int = 0
    sack_yards: int = 0
    returns: int = 0
    return_yards: int = 0
    picks_returned: int = 0
    pick_yards: int = 0
    first_downs: int = 0
    turnovers: int = 0
    penalties: int = 0
    punts: int = 0
    field_goals: int = 0
    field_goals_tried: int = 0
    time: int = 0


@dataclass
class Box:
    """Both sides."""

    sides: list[Line] = field(default_factory=lambda: [Line() for _ in range(SIDES)])


def count(view: Fate, played: Sequence[Counted]) -> Box:
    """The box score of all plays that count; `view` says how much of the clock the last one has taken."""
    box, rows = Box(), [each.row for each in played]
    for n, each in enumerate(played):
        row, told = each.row, each.events
        began = max((i for i, event in enumerate(told) if event.rule in BEGUN), default=0)
        if row.declared == PLAY and not row.is_try:
            add_play(box.sides[row.offense], row)
        add_kicks(box, row)
        add_returns(box, row, told[began:])
        add_turnovers(box, row, told[began:])
        for event in told:
            if event.rule == MARKED_OFF:
                box.sides[event.args[0]].penalties += 1
            elif event.rule == TAKEN:
                box.sides[other(event.args[0])].penalties += 1
        receives = row.declared in (KICKOFF, FREE_KICK)
        box.sides[other(row.offense) if receives else row.offense].time += time_of(view, rows, n)
    return box


def add_play(side: Line, row: PlayRow) -> None:
    """Runs, passes and first downs of a play from scrimmage."""
    gained = max(-row.ball, min(GOAL - row.ball, row.yards))
    side.plays += 1
    if row.result == SACKED:
        side.sacked, side.sack_yards = side.sacked + 1, side.sack_yards - gained
    elif row.result in (COMPLETE, INCOMPLETE, INTERCEPTED) or (row.result == FUMBLED and row.call > RUN_OUTSIDE):
        caught = row.result in (COMPLETE, FUMBLED)
        side.passes, side.completed = side.passes + 1, side.completed + caught
        side.pass_yards += gained if caught else 0
    else:
        side.runs, side.run_yards = side.runs + 1, side.run_yards + gained
    side.first_downs += row.result not in (INTERCEPTED, FUMBLED) and gained >= row.to_go


def add_kicks(box: Box, row: PlayRow) -> None:
    """Punts and field goals."""
    side = box.sides[row.offense]
    side.punts += row.declared == PUNT_IT
    side.field_goals_tried += row.declared == KICK_IT
    side.field_goals += row.declared == KICK_IT and row.result == GOOD


def add_returns(box: Box, row: PlayRow, told: Sequence[Event]) -> None:
    """Yards of returns as they are told; one for a touchdown is as long as it was from where the ball was taken."""
    fielded = next((event.args[1] for event in told if event.rule == "FF-006"), 0)
    punted = next((GOAL - row.ball - event.args[1] for event in told if event.rule == "FF-087"), None)
    start = fielded if punted is None else punted
    for event in told:
        if event.rule in (*KICK_RETURNS, *ALL_THE_WAY):
            box.sides[event.args[0]].returns += 1
            box.sides[event.args[0]].return_yards += GOAL - start if event.rule in ALL_THE_WAY else event.args[1]
        elif event.rule in PICK_RETURNS:
            box.sides[event.args[0]].picks_returned += 1
            box.sides[event.args[0]].pick_yards += PICK_RETURNS[event.rule] or event.args[1]


def add_turnovers(box: Box, row: PlayRow, told: Sequence[Event]) -> None:
    """Passes that are intercepted, and fumbles that the other side recovers."""
    for event in told:
        if event.rule in PICKS:
            box.sides[row.offense].turnovers += 1
        elif event.rule in FUMBLES:
            box.sides[other(row.offense)].turnovers += event.args[0] == row.offense
        elif event.rule == "FF-118":
            box.sides[other(event.args[0])].turnovers += row.result == FUMBLED


def time_of(view: Fate, rows: Sequence[PlayRow], n: int) -> int:
    """What went off the clock from this play to the next one, penalties and all; the try after it takes none."""
    row = rows[n]
    is_first = n == 0 or rows[n - 1].quarter != row.quarter
    began = QUARTER if is_first and row.quarter < OVERTIME else row.clock
    if n + 1 < len(rows) and rows[n + 1].quarter == row.quarter:
        return began - rows[n + 1].clock
    return began - (view.clock if n + 1 == len(rows) and view.quarter == row.quarter else 0)


def box_score(window: Window[Any, Any], played: Sequence[Counted]) -> Grid:
    """The table: a row a figure, a column a side."""
    sides = count(window.view, played).sides
    figures = [
        (_("Plays"), [str(each.plays) for each in sides]),
        (_("Yards"), [str(each.run_yards + each.pass_yards - each.sack_yards) for each in sides]),
        (_("Runs"), [yards_in(each.runs, each.run_yards) for each in sides]),
        (
            _("Passes"),
            [
                say("{completed} of {passes} for {yards}", completed=each.completed, passes=each.passes,
                    yards=yards(each.pass_yards))
                for each in sides
            ],
        ),
        (_("Sacked"), [yards_in(each.sacked, -each.sack_yards) for each in sides]),
        (_("First downs by plays"), [str(each.first_downs) for each in sides]),
        (_("Kicks returned"), [yards_in(each.returns, each.return_yards) for each in sides]),
        (_("Interceptions returned"), [yards_in(each.picks_returned, each.pick_yards) for each in sides]),
        (_("Turnovers"), [str(each.turnovers) for each in sides]),
        (_("Penalties marked off"), [str(each.penalties) for each in sides]),
        (_("Punts"), [str(each.punts) for each in sides]),
        (
            _("Field goals"),
            [say("{good} of {tried}", good=each.field_goals, tried=each.field_goals_tried) for each in sides],
        ),
        (_("Time of possession"), [called.time(each.time) for each in sides]),
    ]  # fmt: skip
    heads = ("", *(called.team(window.names, side) for side in range(SIDES)))
    return Grid(_("Box score"), heads, tuple((name, *cells) for name, cells in figures), note=_(NOTE))


def yards(n: int) -> str:
    """`1 yard`, `12 yards`."""
    return many("{n} yard", "{n} yards", n)


def yards_in(times: int, gained: int) -> str:
    """`12 for 45 yards`."""
    return say("{times} for {yards}", times=times, yards=yards(gained))
