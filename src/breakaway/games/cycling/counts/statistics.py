"""How races are counted: a row for each rider's move, and totals of each team."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from breakaway.core.rule import rule
from breakaway.core.state import number, table
from breakaway.core.told import Statistics, Told, forget, was_told
from breakaway.games.cycling.rules.rulebook import BOOK
from breakaway.games.cycling.rules.state import GRADES, RIDERS, TEAMS, UNIT, Race, RaceBook

MOVED = BOOK["BA-6.1"]  # rider, square before, square, card
SPRINT = BOOK["BA-5.1"]  # rider, place, points, riders who share it, line
FINISH = BOOK["BA-5.2"]  # rider, place, points, riders who share it
NEW_CARD = BOOK["BA-6.5"]  # rider, card, riders ahead
BREAKING_AWAY = BOOK["BA-6.9"]  # rider, card, lead
ABSENT = BOOK["BA-9.1"]  # team


@dataclass(slots=True)
class MoveRow:
    """One rider's move in one turn, in the order of movement."""

    stage: int = number()  # from 1
    turn: int = number()
    team: int = number()
    rider: int = number()  # A to D
    card: int = number()
    before: int = number()  # squares
    square: int = number()
    new_card: int = number()  # 0 for none
    lead: int = number()  # by which a sole leader has broken away in this turn
    sprint: int = number()  # place at the last sprint line crossed, 0 for none
    finish: int = number()  # place at the finish
    points: int = number("i8")  # of this move


@dataclass(slots=True)
class RaceRow:
    """Totals of a race by team."""

    turns: int = number()
    sprint_points: list[int] = table(TEAMS, kind="i8")
    finish_points: list[int] = table(TEAMS, kind="i8")
    finishers: list[int] = table(TEAMS)
    first_home: list[int] = table(TEAMS)  # the team's best place at a finish, 0 for none
    breakaways: list[int] = table(TEAMS)  # turns on which a rider broke away
    absences: list[int] = table(TEAMS)


@rule()
def observe(before: Race, after: Race, book: RaceBook, told: Told, match: RaceRow, rows: list[MoveRow], at: int) -> int:
    """A step is a turn: a row for each move, and to it whatever the turn brought the rider."""
    first, end = at, at
    for i in range(told.n):
        what, rider = told.rule[i], told.value[i][0]
        if what == MOVED:
            row = rows[end]
            row.stage, row.turn = before.stage + 1, before.turn
            row.team, row.rider = rider // GRADES, rider % GRADES
            row.before, row.square, row.card = told.value[i][1], told.value[i][2], told.value[i][3]
            end += 1
        elif what == ABSENT:
            match.absences[rider] += 1
        elif what in (SPRINT, FINISH, NEW_CARD, BREAKING_AWAY):
            j = row_of(rows, first, end, rider)
            if j < end:
                note(rows[j], what, told.value[i][1], told.value[i][2])
                add_up(match, rows[j].team, what, told.value[i][1], told.value[i][2])
    match.turns += was_told(told, MOVED)
    forget(told)
    return end


@rule()
def row_of(rows: list[MoveRow], first: int, end: int, rider: int) -> int:
    """Where this turn's row of a rider is; `end` when he has not moved."""
    for j in range(first, end):
        if rows[j].team == rider // GRADES and rows[j].rider == rider % GRADES:
            return j
    return end


@rule()
def note(row: MoveRow, what: int, a: int, b: int) -> None:
    """A place with its points, or a new card."""
    if what == SPRINT:
        row.sprint = a
        row.points += b
    elif what == FINISH:
        row.finish = a
        row.points += b
    else:
        row.new_card = a
        if what == BREAKING_AWAY:
            row.lead = b


@rule()
def add_up(match: RaceRow, team: int, what: int, a: int, b: int) -> None:
    """The same for the team."""
    if what == SPRINT:
        match.sprint_points[team] += b
    elif what == FINISH:
        match.finish_points[team] += b
        match.finishers[team] += 1
        if match.first_home[team] == 0 or a < match.first_home[team]:
            match.first_home[team] = a
    elif what == BREAKING_AWAY:
        match.breakaways[team] += 1


def seats(book: RaceBook) -> Sequence[str]:
    """Teams by number: `team1` and so on; their names stand in the file's metadata."""
    return [f"team{i + 1}" for i in range(book.teams)]


def words(book: RaceBook, names: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    """What the codes mean."""
    return {"team": seats(book), "rider": "ABCD"}


STATISTICS = Statistics(
    row=MoveRow,
    match=RaceRow,
    observe=observe,
    most=RIDERS,
    words=words,
    seats=seats,
    scaled={"score": UNIT, "points": UNIT, "sprint_points": UNIT, "finish_points": UNIT},
)
