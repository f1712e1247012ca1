"""What is counted in a race, defined only here. Pages, news, postal reports, lab reports and Parquet files share it.

A row of `statistics.MoveRow` is a rider's move, and a row of `lines.LinePlace` is a rider's place at a line.

| counted         | what it is                                                                                         |
|-----------------|----------------------------------------------------------------------------------------------------|
| turn            | a step in which riders moved (6.1); line-ups do not count                                          |
| move            | a rider's card and the squares that it moved him (6.1)                                             |
| new card        | the card that refills a hand at the end of the turn, after all the rules of 6.5 to 6.11            |
| lead            | the squares by which a rider leads on his first turn alone in front (6.9)                          |
| breakaway       | a turn on which a rider has such a lead                                                            |
| place at a line | the order in which riders cross it (5.4); riders who share places take the first of them (R11)     |
| sprint points | points for places at sprint lines (5.1, R11) |
| finish points | points for places at the finish (5.2, R11); in a Pursuit, for the places at its end (V2) |
| points | the sum of both; a team has the points of all its riders (5.3) |
| finisher        | a rider with a place at the finish; in a Pursuit, every rider on the track at its end              |
| first home      | the best place of a team's finishers                                                               |
| absence         | a turn for which a team sent no moves (9.1)                                                        |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from breakaway.core.rules import ARGS, Event, EventLog, Reads, Statistics, forget, note_all, rule, was_told
from breakaway.core.state import number, table, zeros
from breakaway.games.cycling.rules.events import (
    BROKE_AWAY,
    DREW,
    FINISH_PLACE,
    MOVED,
    NO_MOVES,
    SPRINT_PLACE,
    STAGE_OVER,
)
from breakaway.games.cycling.rules.state import BOOK, Race, RaceConfig
from breakaway.games.cycling.rules.terms import GRADES, RIDERS, TEAMS, UNIT

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


# for compiled code: the numbers of the rules, and the positions of the numbers in their events
reads = Reads(BOOK)
MOVE, NEW_CARD, BREAKAWAY = reads.event(MOVED), reads.event(DREW), reads.event(BROKE_AWAY)
SPRINT, FINISH, ABSENCE = reads.event(SPRINT_PLACE), reads.event(FINISH_PLACE), reads.event(NO_MOVES)
(RIDER,) = {each.rider for each in (MOVE, SPRINT, FINISH, NEW_CARD, BREAKAWAY)}  # the same in all


@dataclass(slots=True)
class MoveRow:
    """One row: a rider's move in one turn. Rows are in the order of movement."""

    stage: int = number()  # from 1
    turn: int = number()
    team: int = number()
    rider: int = number()  # A to D
    card: int = number()
    before: int = number()  # squares
    square: int = number()
    new_card: int = number()  # 0 for none
    lead: int = number()  # squares by which a sole leader broke away in this turn
    sprint: int = number()  # place at the last sprint line crossed, 0 for none
    finish: int = number()  # place at the finish
    points: int = number("i8")  # points of this move
    finish_points: int = number("i8")  # the part of these points from the finish


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
        what, args = log.rule[i], log.value[i]
        if what == MOVE.rule:
            row = rows[end]
            row.stage, row.turn = stage, turn
            row.team, row.rider = args[RIDER] // GRADES, args[RIDER] % GRADES
            row.before, row.square, row.card = args[MOVE.before], args[MOVE.square], args[MOVE.card]
            end += 1
            row_of[args[RIDER]] = end
        elif what == ABSENCE.rule:
            match.absences[args[ABSENCE.team]] += 1
        elif what in (SPRINT.rule, FINISH.rule, NEW_CARD.rule, BREAKAWAY.rule):
            row_number = row_of[args[RIDER]]
            if row_number > 0:
                note(match, rows[row_number - 1], what, args)
    match.turns += was_told(log, MOVE.rule)
    forget(log)
    return end


@rule()
def note(match: RaceRow, row: MoveRow, what: int, args: list[int]) -> None:
    """Adds a place with its points, or a new card, to the figures of the rider and his team."""
    if what == SPRINT.rule:
        row.sprint = args[SPRINT.place]
        row.points += args[SPRINT.points]
        match.sprint_points[row.team] += args[SPRINT.points]
    elif what == FINISH.rule:
        row.finish = args[FINISH.place]
        row.points += args[FINISH.points]
        row.finish_points += args[FINISH.points]
        note_finisher(match, row.team, args[FINISH.place], args[FINISH.points])
    elif what == NEW_CARD.rule:
        row.new_card = args[NEW_CARD.card]
    else:
        row.new_card = args[BREAKAWAY.card]
        row.lead = args[BREAKAWAY.lead]
        match.breakaways[row.team] += 1


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
    """The meanings of the codes in the columns."""
    return {"team": seats(config), "rider": "ABCD"}


STATISTICS = Statistics(
    row=MoveRow,
    match=RaceRow,
    observe=observe,
    most=RIDERS,
    remember=remember,
    reads=frozenset(reads.numbers),
    words=words,
    seats=seats,
    scaled={"score": UNIT, "points": UNIT, "sprint_points": UNIT, "finish_points": UNIT},
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
