"""Drives and points by quarter, worked out from the rows of plays and the current state of the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from breakaway.core.language import marked
from breakaway.games.football.counts.play_rows import BY_SAFETY, ENDINGS, PlayRow
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import Football

# The endings of drives stay English in data, for other programs. Tables translate them.
HALF_TIME, END_OF_PERIOD = marked("halftime"), marked("end of the period")
END_OF_GAME = marked("end of the game")
RETURN_TOUCHDOWN, RETURNED_TRY = marked("return for a touchdown"), marked("returned try")
TOUCHDOWN, FIRST_OVERTIME = 6, 5


@dataclass
class Drive:
    """One possession, from its first down to its end. A drive in progress does not have a result yet.

    Points scored outside any drive are recorded as a Drive whose `start` is None.
    """

    team: int
    quarter: int
    start: int | None
    plays: int = 0
    lines: int = 0
    result: str = ""
    points: int = 0


def drives_in(rows: Sequence[PlayRow], view: Football) -> list[Drive]:
    """All drives, and points scored outside drives, in the order in which they began.

    In a view, the last drive may still be in progress.
    """
    found, number, quarter = list[Drive](), 0, 0
    going: Drive | None = None  # the drive of the previous row
    scored: Drive | None = None  # the drive of the last touchdown: the points of its try belong to it
    for row in rows:
        if going and row.drive != number:
            going.result = going.result or _period(quarter, row.quarter)
            going = None
        if row.drive > 0:
            if going is None:
                going, number = Drive(row.offense, row.quarter, row.line), row.drive
                found.append(going)
            _add(going, row)
        for team in range(terms.SEATS):
            if row.scored[team]:
                made = _maker(row, team, scored if row.is_try else going)
                if made is None:
                    made = Drive(team, row.quarter, None, result=_outside(row, team))
                    found.append(made)
                made.points += row.scored[team]
                scored = made if row.scored[team] == TOUCHDOWN else scored
        quarter = row.quarter
    if going:
        going.result = going.result or (END_OF_GAME if view.phase == terms.OVER else _period(quarter, view.quarter))
    if _has_drive(view) and (going is None or going.result):
        found.append(Drive(view.offense, view.quarter, view.line))
    return found


def _add(drive: Drive, row: PlayRow) -> None:
    """Adds a `row` to the `drive`."""
    drive.result = ENDINGS[row.ending]
    if row.counts_as:
        drive.plays += 1
        drive.lines += row.lines


def _maker(row: PlayRow, team: int, drive: Drive | None) -> Drive | None:
    """The drive on which `team` scored, or None if the other side scored or the play was not part of a drive."""
    return drive if team == row.offense and (row.is_try or row.drive) else None


def _outside(row: PlayRow, team: int) -> str:
    """Says how a side scored points outside a drive."""
    if row.is_try:
        return RETURNED_TRY
    return RETURN_TOUCHDOWN if row.scored[team] == TOUCHDOWN else ENDINGS[BY_SAFETY]


def _period(before: int, after: int) -> str:
    """The name of the half or period that ended between these two quarters, or "" if none ended."""
    if before < 3 <= after < FIRST_OVERTIME:
        return HALF_TIME
    return END_OF_PERIOD if FIRST_OVERTIME <= after != before else ""


def _has_drive(view: Football) -> bool:
    """Whether a drive is in progress."""
    is_played = view.phase not in (terms.START, terms.TOSS, terms.OVER)
    return bool(is_played and view.then == terms.CALL and view.try_down == 0)


def points_by_quarter(rows: Sequence[PlayRow], view: Football) -> list[list[int]]:
    """Each side's points by quarter, for the first four quarters and any overtime that has begun.

    A play in progress does not count yet.
    """
    points = [[0] * max(4, view.quarter) for _ in range(terms.SEATS)]
    for row in rows:
        for team in range(terms.SEATS):
            points[team][row.quarter - 1] += row.scored[team]
    return points
