"""What each side did in a match, from rows of the statistics and what was told of each play; see the glossary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from breakaway.core.counted import Played
from breakaway.core.events import Event
from breakaway.games.fate.counts.statistics import A_PASS, A_SACK, NO_PLAY, PlayRow
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules import told as happened
from breakaway.games.fate.rules.state import Fate, other

# calls are shown, a kickoff, a punt: what was told before is of another one
BEGUN = (happened.CALLS_SHOWN, happened.KICKED_OFF, happened.PUNTED)
KICK_RETURNS = (happened.KICK_RETURNED, happened.PUNT_RETURNED)
FUMBLES = (happened.KICK_RECOVERED, happened.PUNT_RECOVERED)
ALL_THE_WAY = (happened.KICK_RETURNED_ALL_THE_WAY, happened.PUNT_RETURNED_ALL_THE_WAY)  # told without their yards
PICKS = (happened.SCREEN_PICKED, happened.ANY_PASS_PICKED, happened.DEEP_PASS_PICKED, happened.TIPPED_PASS_PICKED)


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

    sides: list[Line] = field(default_factory=lambda: [Line() for _ in range(terms.SIDES)])


def count(view: Fate, played: Sequence[Played]) -> Box:
    """The box score of all plays that count; `view` says how much of the clock the last one has taken."""
    box, rows = Box(), [each.row for each in played]
    for n, each in enumerate(played):
        row, told = each.row, each.events
        began = max((i for i, event in enumerate(told) if event.rule in BEGUN), default=0)
        if row.counts_as != NO_PLAY:
            add_play(box.sides[row.offense], row)
        add_kicks(box, row)
        add_returns(box, row, told[began:])
        add_turnovers(box, row, told[began:])
        for event in told:
            if event.rule == happened.PENALTY_MARKED:
                box.sides[event.seat].penalties += 1
            elif event.rule == happened.BALL_TAKEN:  # the ball on one's own 35, instead of a penalty on the other
                box.sides[other(event.seat)].penalties += 1
        receives = row.declared in (terms.KICKOFF, terms.FREE_KICK)
        box.sides[other(row.offense) if receives else row.offense].time += time_of(view, rows, n)
    return box


def add_play(side: Line, row: PlayRow) -> None:
    """Runs, passes and first downs of a play from scrimmage."""
    side.plays += 1
    if row.counts_as == A_SACK:
        side.sacked, side.sack_yards = side.sacked + 1, side.sack_yards - row.gained
    elif row.counts_as == A_PASS:
        side.passes, side.completed = side.passes + 1, side.completed + row.is_caught
        side.pass_yards += row.gained
    else:
        side.runs, side.run_yards = side.runs + 1, side.run_yards + row.gained
    side.first_downs += row.is_first_down


def add_kicks(box: Box, row: PlayRow) -> None:
    """Punts and field goals."""
    side = box.sides[row.offense]
    side.punts += row.declared == terms.PUNT_IT
    side.field_goals_tried += row.declared == terms.KICK_IT
    side.field_goals += row.declared == terms.KICK_IT and row.result == terms.GOOD


def add_returns(box: Box, row: PlayRow, told: Sequence[Event]) -> None:
    """Yards of returns as they are told; one for a touchdown is as long as it was from where the ball was taken."""
    fielded = next((event.line for event in told if event.rule == happened.KICK_FIELDED), 0)
    punted = next((terms.GOAL - row.ball - event.yards for event in told if event.rule == happened.PUNTED), None)
    start = fielded if punted is None else punted
    for event in told:
        if event.rule in (*KICK_RETURNS, *ALL_THE_WAY):
            box.sides[event.seat].returns += 1
            box.sides[event.seat].return_yards += terms.GOAL - start if event.rule in ALL_THE_WAY else event.yards
        elif event.rule in (happened.PICK_RETURNED, happened.PICK_LOST_A_YARD):
            box.sides[event.seat].picks_returned += 1
            box.sides[event.seat].pick_yards += event.yards if event.rule == happened.PICK_RETURNED else -1


def add_turnovers(box: Box, row: PlayRow, told: Sequence[Event]) -> None:
    """Passes that are intercepted, and fumbles that the other side recovers."""
    for event in told:
        if event.rule in PICKS:
            box.sides[row.offense].turnovers += 1
        elif event.rule in FUMBLES:
            box.sides[other(row.offense)].turnovers += event.seat == row.offense
        elif event.rule == happened.FUMBLE_RECOVERED:
            box.sides[other(event.seat)].turnovers += row.result == terms.FUMBLED


def time_of(view: Fate, rows: Sequence[PlayRow], n: int) -> int:
    """What went off the clock from this play to the next one, penalties and all; the try after it takes none."""
    row = rows[n]
    is_first = n == 0 or rows[n - 1].quarter != row.quarter
    began = terms.QUARTER if is_first and row.quarter < terms.OVERTIME else row.clock
    if n + 1 < len(rows) and rows[n + 1].quarter == row.quarter:
        return began - rows[n + 1].clock
    return began - (view.clock if n + 1 == len(rows) and view.quarter == row.quarter else 0)
