"""What is counted in a race, defined only here. Pages, news, postal reports, lab reports and Parquet files share it.

A row of `statistics.MoveRow` is a rider's move, and a row of `lines.LinePlace` is a rider's place at a line.

Each column says at its declaration what it counts. A turn is a step in which riders moved (6.1); line-ups do not
count. A move is a rider's card and the squares that it moved him.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from breakaway.core.language import marked
from breakaway.core.rules import ARGS, Event, EventLog, forget, note_all, rule, said_at, told_at, was_told
from breakaway.core.state import zeros
from breakaway.core.statistics import Statistics, count, rules_read_by, value
from breakaway.games.cycling.rules.events import (
    BROKE_AWAY,
    DREW,
    FINISH_PLACE,
    MOVED,
    NO_MOVES,
    SHARED_PLACE,
    SPRINT_PLACE,
    STAGE_OVER,
)
from breakaway.games.cycling.rules.state import BOOK, Race, RaceConfig
from breakaway.games.cycling.rules.terms import GRADES, NOBODY, RIDERS, TEAMS, UNIT

# --- The places that riders took at lines, with their points: a row for each place, made from events.


AT_FINISH = 0  # the `line` of a place at the finish


@dataclass(frozen=True)
class LinePlace:
    """A rider's place at a line.

    `line` is the square before the line, and `sharers` is the number of riders who share the place.
    """

    event: Event
    stage: int  # from 1
    line: int
    rider: int
    place: int
    points: int  # in 360360ths
    sharers: int

    @property
    def rule(self) -> str:
        """The rule that awarded the place."""
        return self.event.rule


def places_at_lines(events: Iterable[Event]) -> Iterator[LinePlace]:
    """All places, in the order in which riders took them. The `events` must begin in stage 1."""
    stage = 1
    for each in events:
        if each.rule == SPRINT_PLACE:
            yield LinePlace(each, stage, each.line, each.rider, each.place, each.points, each.sharers)
        elif each.rule == FINISH_PLACE:
            yield LinePlace(each, stage, AT_FINISH, each.rider, each.place, each.points, each.sharers)
        stage += each.rule == STAGE_OVER


# --- The statistics of a race: a row for each rider's move, and totals for each team.


@dataclass(slots=True)
class MoveRow:
    """One row: a rider's move in one turn. Rows are in the order of movement."""

    stage: int = value("the stage, from 1")
    turn: int = value("the turn", rules=(MOVED,))
    team: int = value("the team")
    rider: int = value("the rider, A to D", codes="ABCD")
    card: int = value("the card that he played")
    before: int = value("the square where he began")
    square: int = value("the square where he ended")
    new_card: int = value("the card that refilled his hand, after all rules of 6.5 to 6.11; 0 for none")
    lead: int = value("squares by which he led on his first turn alone in front, else 0", rules=(BROKE_AWAY,))
    sprint: int = value("his place at the last sprint line that he crossed, 0 for none", rules=("BA-5.4", SHARED_PLACE))
    finish: int = value("his place at the finish, 0 for none; riders who share places take the first of them")
    points: int = value("points of this move", kind="i8", fractions=UNIT)
    finish_points: int = value("the part of these points from the finish", kind="i8", fractions=UNIT)


@dataclass(slots=True)
class RaceRow:
    """Totals of a race by team."""

    turns: int = value("turns in which riders moved", rules=(MOVED,))
    sprint_points: list[int] = count(
        TEAMS,
        "points for places at sprint lines",
        rules=(SPRINT_PLACE, SHARED_PLACE),
        kind="i8",
        fractions=UNIT,
        jersey=marked("Sprints"),
    )
    finish_points: list[int] = count(
        TEAMS,
        marked("points for places at the finish; in a Pursuit, for the places at its end"),
        rules=(FINISH_PLACE, SHARED_PLACE),
        kind="i8",
        fractions=UNIT,
    )
    finishers: list[int] = count(
        TEAMS, "riders with a place at the finish; in a Pursuit, every rider on the track at its end"
    )
    first_home: list[int] = count(TEAMS, "the team's best place at a finish, 0 for none")
    breakaways: list[int] = count(
        TEAMS, "turns on which a rider of the team broke away", rules=(BROKE_AWAY,), jersey=marked("Most breakaways")
    )
    absences: list[int] = count(TEAMS, "turns for which the team sent no moves", rules=(NO_MOVES,))


@rule()
def observe(
    before: Race, after: Race, config: RaceConfig, log: EventLog, match: RaceRow, rows: list[MoveRow], at: int
) -> int:
    """Adds one step of the race (a turn or the line-ups) to the statistics. Returns the index after the last row."""
    return count_turn(log, match, rows, at, before.stage + 1, before.turn)


@rule()
def remember(before: Race, s: Race) -> None:
    """Copies what `observe` reads of a state in which a turn begins: the stage and the turn."""
    before.stage, before.turn = s.stage, s.turn


@rule()
def count_turn(log: EventLog, match: RaceRow, rows: list[MoveRow], at: int, stage: int, turn: int) -> int:
    """Writes a row for each move, with the places, the points and the new card that the rider got in the turn. Returns
    the index after the last row.
    """
    end = at
    row_of = zeros(RIDERS)  # one more than the index of each rider's row in this turn; 0 before he has moved
    for i in range(log.n):
        if told_at(log, i, MOVED):
            row, rider = rows[end], said_at(log, i, MOVED, "rider")
            row.stage, row.turn = stage, turn
            row.team, row.rider = rider // GRADES, rider % GRADES
            row.before, row.square = said_at(log, i, MOVED, "before"), said_at(log, i, MOVED, "square")
            row.card = said_at(log, i, MOVED, "card")
            end += 1
            row_of[rider] = end
        elif told_at(log, i, NO_MOVES):
            match.absences[said_at(log, i, NO_MOVES, "team")] += 1
        else:
            rider = rider_who_gained(log, i)
            if rider != NOBODY and row_of[rider] > 0:
                note(match, rows[row_of[rider] - 1], log, i)
    match.turns += was_told(log, MOVED)
    forget(log)
    return end


@rule()
def rider_who_gained(log: EventLog, i: int) -> int:
    """The rider who got a place or a new card in the event with index `i`, or NOBODY for another event."""
    if told_at(log, i, DREW):
        return said_at(log, i, DREW, "rider")
    if told_at(log, i, BROKE_AWAY):
        return said_at(log, i, BROKE_AWAY, "rider")
    if told_at(log, i, SPRINT_PLACE):
        return said_at(log, i, SPRINT_PLACE, "rider")
    return said_at(log, i, FINISH_PLACE, "rider") if told_at(log, i, FINISH_PLACE) else NOBODY


@rule()
def note(match: RaceRow, row: MoveRow, log: EventLog, i: int) -> None:
    """Adds a place with its points, or a new card, to the figures of the rider and his team."""
    if told_at(log, i, DREW):
        row.new_card = said_at(log, i, DREW, "card")
    elif told_at(log, i, BROKE_AWAY):
        row.new_card = said_at(log, i, BROKE_AWAY, "card")
        row.lead = said_at(log, i, BROKE_AWAY, "lead")
        match.breakaways[row.team] += 1
    elif told_at(log, i, SPRINT_PLACE):
        points = said_at(log, i, SPRINT_PLACE, "points")
        row.sprint = said_at(log, i, SPRINT_PLACE, "place")
        row.points += points
        match.sprint_points[row.team] += points
    else:
        place, points = said_at(log, i, FINISH_PLACE, "place"), said_at(log, i, FINISH_PLACE, "points")
        row.finish = place
        row.points += points
        row.finish_points += points
        note_finisher(match, row.team, place, points)


@rule()
def note_finisher(match: RaceRow, team: int, place: int, points: int) -> None:
    """Adds a place at the finish, with its points, to the team's figures."""
    match.finish_points[team] += points
    match.finishers[team] += 1
    if match.first_home[team] == 0 or place < match.first_home[team]:
        match.first_home[team] = place


def seats(config: RaceConfig) -> Sequence[str]:
    """The teams by number: `team1` and so on. The metadata of the file has the teams' names."""
    return [f"team{i + 1}" for i in range(config.teams)]


def words(config: RaceConfig, names: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    """The meaning of the team's code, which depends on how many teams ride."""
    return {"team": seats(config)}


STATISTICS = Statistics(
    row=MoveRow,
    match=RaceRow,
    observe=observe,
    most=RIDERS,
    remember=remember,
    reads=rules_read_by(observe),
    words=words,
    seats=seats,
    fractions=UNIT,
)


# --- The moves of a turn, as far as a seat may know them.
#
# The moves are rows of the statistics, made from the events that the seat may see.


def moves_of(events: Sequence[Event], stage: int = 0, turn: int = 0) -> list[MoveRow]:
    """A row for each move among the events of one turn, in the order of movement."""
    rows = [MoveRow() for each in events if each.rule == MOVED]
    if rows:
        log = EventLog(rule=[0] * len(events), value=[[0] * ARGS for _ in events])  # with no more room than needed
        note_all(log, events, BOOK)
        count_turn(log, RaceRow(), rows, 0, stage, turn)
    return rows


def rider_of_row(row: MoveRow) -> int:
    """The rider who made a move, by his number in the state."""
    return row.team * GRADES + row.rider
