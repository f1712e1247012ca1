"""The box score, the ending, and why a sheet did what it did."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from breakaway.core.language import Names, _, many, marked, say
from breakaway.core.rules import DECLARED, Event, EventGroup, sentence
from breakaway.core.statistics import box_rows, by_key
from breakaway.display.gridiron import DrivesInWords
from breakaway.games.football import statistics
from breakaway.games.football.display.news import down_text, quarter_tag
from breakaway.games.football.rules import events as happened
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import Football
from breakaway.games.football.rules.terms import NONE, SEATS
from breakaway.games.football.statistics import Drive, PlayRow, drives_in, points_by_quarter, total_of
from breakaway.games.football.text import names as called
from breakaway.games.football.text.names import SAID

# --- The box score and the drives as text, for the terminal and for pages. Both are made from the rows of plays.


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
    return list(box_rows(total_of(rows), SEATS))


def drives(found: Sequence[Drive], names: Names) -> list[list[str]]:
    """A row for each drive, with the columns named in DRIVE_HEADS."""
    lines = []
    for each in found:
        start = "" if each.start is None else called.spot_of(names, each.team, each.start)
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
            name: {"quarters": points[seat], **by_key(total, seat), "score": view.score[seat]}
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


# --- How a football match ended, and which of its plays a replay marks, as read from the play rows.


def told(names: Names) -> DrivesInWords:
    """The functions that put rows of plays into words, with the names of this match."""
    return DrivesInWords(names, lambda row: play(names, row), lambda row: situation(names, row), quarter_tag)


def play(names: Names, row: PlayRow) -> str:
    """What was called: `Long 7 against Press 5`, `Field goal`."""
    if row.kind > terms.PASS:  # nothing from a card
        return called.capital(_(statistics.KINDS[row.kind]))
    if row.play_type == terms.NONE:
        return _("A play")
    call = f"{called.play_type(names, row.play_type)} {row.strength}"
    if row.defense_type == terms.NONE:
        return call
    against = f"{called.defense_type(names, row.defense_type)} {row.defense_strength}"
    return say("{play} against {defense}", play=call, defense=against)


def situation(names: Names, row: PlayRow) -> str:
    """The situation before a play: `Q4, Fire, 3rd and 2 lines at the Fire 40`."""
    team, quarter = called.team(names, row.offense), quarter_tag(row.quarter)
    if row.is_try or not row.down or not row.line:
        return f"{quarter}, {team}"
    spot = called.at_spot_of(names, row.offense, row.line, called.HEADING)
    down = down_text(row.down, row.to_go)
    return say("{quarter}, {team}, {down} at {spot}", quarter=quarter, team=team, down=down, spot=spot)


# --- Reads from the events how a sheet made its last call: the chart, row, column, die and result of each step.


Row = tuple[str, str, str, str, str]  # chart, row, column, die, result
Reader = Callable[[Event, Names], Row]


def _state(state: int) -> str:
    return say("Game State {state}", state=state)


def _spy(e: Event, n: Names, result: str) -> Row:
    return (_("spy table"), "", f"{called.STRATEGIES[e.strategy]} {_(called.KINDS[e.kind])}", str(e.die), result)


def _ignored(e: Event, n: Names) -> str:
    if e.call == NONE:
        return _("no spy call")
    return say("{call} does not beat the play", call=called.defense_type(n, e.call))


def _fourth(e: Event, n: Names) -> Row:
    result = say("target {target}: {action}", target=e.target, action=_(SAID[e.action]))
    modifiers = say("{total} with modifiers", total=e.total)
    ahead = called.spot_of(n, e.seat, called.MILESTONES[e.milestone])
    return (_("fourth-down chart"), modifiers, ahead, str(e.die), result)


def _class(i: int) -> str:
    return _(called.CLASSES[i])


# What a sheet looks up, in the columns of its chart. This is the layout of one table and no sentence, so it stands here
# and not at the declarations. A step that is missing here is told by its sentence.
CHARTS: dict[str, Reader] = {
    happened.STRATEGY_ROLLED: lambda e, n: (
        _("defense, front"), _state(e.state), _class(e.formation), str(e.die), called.STRATEGIES[e.strategy],
    ),
    happened.SPY_WON: lambda e, n: _spy(e, n, say("{call} beats the play", call=called.defense_type(n, e.call))),
    happened.SPY_IGNORED: lambda e, n: _spy(e, n, _ignored(e, n)),
    happened.SHEET_DEFENDED: lambda e, n: (
        _("defense, back"), _class(e.formation), called.STRATEGIES[e.strategy], str(e.die),
        say("{call}, strength {strength}", call=called.defense_type(n, e.call), strength=e.strength),
    ),
    happened.FOURTH_DOWN_ROLLED: _fourth,
    happened.FORMATION_ROLLED: lambda e, n: (
        _("offense, formation"), _(called.DISTANCES_SAID[e.row]), _(called.DOWNS_SAID[e.column]), str(e.die),
        _class(e.formation),
    ),
    happened.FORMATION_DRAWN: lambda e, n: (_("draw pile"), "", _class(e.formation), "", _("a card of this formation")),
    happened.PLAN_SET: lambda e, n: (_("offense, plan"), _state(e.state), "", "", called.PLANS[e.plan]),
    happened.CODE_ROLLED: lambda e, n: (
        _("offense, codes"), "", called.PLANS[e.plan], str(e.die), called.CODES[e.code],
    ),
    happened.PLAY_AS_DRAWN: lambda e, n: (_("offense, back"), _("drawn card"), "", "", called.play(n, e.seat, e.play)),
    happened.PLAY_BY_CODE: lambda e, n: (
        _("offense, back"), _class(e.formation), "", "", called.play(n, e.seat, e.play),
    ),
}  # fmt: skip
LAST_PLAY, NOW, LAST_CALL = (
    marked("offense: the sheet's last play"),
    marked("offense: the sheet's current call"),
    marked("defense: the sheet's last call"),
)


@dataclass(frozen=True)
class Path:
    """How a sheet made one call. Each of the `rows` has a chart, row, column, die and result; `asides` are remarks.
    Rows and remarks have rule ids.
    """

    title: str
    rows: tuple[tuple[str, Row], ...]
    asides: tuple[tuple[str, str], ...]


def paths(events: Sequence[Event], names: Names) -> list[Path]:
    """The latest calls of the sheets: the offense's last play, its current call, and the defense's last call."""
    played = next((i for i in range(len(events) - 1, -1, -1) if events[i].rule == happened.PLAY_BY_CODE), -1)
    found: list[Path] = []
    for title, some, steps, begins in (
        (LAST_PLAY, events[: played + 1], happened.OFFENSE_STEPS, happened.OPENS_OFFENSE),
        (NOW, events[played + 1 :], happened.OFFENSE_STEPS, happened.OPENS_OFFENSE),
        (LAST_CALL, events, happened.DEFENSE_STEPS, happened.OPENS_DEFENSE),
    ):
        path = last_path(some, steps, begins)
        if path:
            team = next(
                (each.seat for each in path if each.rule in steps and "seat" in DECLARED[each.rule].fields), None
            )
            text = _(title)
            if team is not None:
                text = say("{team}, {call}", team=called.team(names, team), call=text)
            rows = tuple((each.rule, row_of(each, names)) for each in path if each.rule in steps)
            beside = [each for each in path if each.rule not in steps]
            asides = tuple((each.rule, sentence(each, names)) for each in beside)
            found.append(Path(text, rows, asides))
    return found


def row_of(step: Event, names: Names) -> Row:
    """A step of a sheet's call as a row: as its chart shows it, otherwise its sentence as the result."""
    return CHARTS[step.rule](step, names) if step.rule in CHARTS else ("", "", "", "", sentence(step, names))


def last_path(events: Sequence[Event], steps: EventGroup, begins: EventGroup) -> list[Event]:
    """The events of the last call, from its first die on. `steps` belong to a call, and `begins` begin one."""
    own = {*steps, *happened.ASIDES}
    at = next((i for i in range(len(events) - 1, -1, -1) if events[i].rule in steps), None)
    if at is None:
        return []
    first = at
    while first > 0 and events[first].rule not in begins:
        first -= 1
    while first > 0 and events[first - 1].rule in begins:
        first -= 1
    return [each for each in events[first : at + 2] if each.rule in own]
