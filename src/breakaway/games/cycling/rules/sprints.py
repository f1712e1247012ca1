"""Chapters 4 and 5: the lines, the order in which riders cross them, and the points for the places."""

from __future__ import annotations

from breakaway.core.rules import Log, rule, tell
from breakaway.games.cycling.rules.happened import FINISH_PLACE, SHARED_PLACE, SPRINT_PLACE
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import GRADES, PLACES, UNIT


@rule("BA-4.4")
def is_finish(s: Race, config: RaceConfig, line: int) -> bool:
    """Whether a line is the finish, which is the last line on a road. A loop has no finish."""
    return config.loop == 0 and line == config.lines[s.stage] - 1


@rule("BA-5.1", "BA-5.2")
def points_of_place(s: Race, config: RaceConfig, line: int, place: int) -> int:
    """The points for a place (from 1) at a line, before any are shared; 0 for places without points."""
    if place > PLACES:
        return 0
    if is_finish(s, config, line):
        return int(config.finish_points[s.stage][place - 1])
    return int(config.sprint_points[s.stage][place - 1])


@rule("BA-R11")
def shared_points(s: Race, config: RaceConfig, line: int, first: int, riders: int) -> int:
    """The points, in 360360ths, for each of `riders` riders who share the places from `first` on."""
    pool = 0
    for place in range(first, first + riders):
        pool += points_of_place(s, config, line, place)
    return pool * UNIT // riders


@rule("BA-4.3", "BA-4.4", "BA-5.4", "BA-R12")
def cross_lines(s: Race, config: RaceConfig, start: int, end: int, log: Log) -> None:
    """Awards places at each line crossed by the riders `start` to `end` - 1 of the queue, who moved together."""
    for line in range(config.lines[s.stage]):
        at = config.line_at[s.stage][line]
        riders = 0
        for i in range(start, end):
            riders += has_crossed(s, s.queue[i], at)
        if riders == 0:
            continue
        first = s.crossed[line] + 1
        s.crossed[line] += riders
        each = shared_points(s, config, line, first, riders)
        for i in range(start, end):
            if has_crossed(s, s.queue[i], at):
                award(s, config, line, s.queue[i], first, riders, each, log)


@rule("BA-R12")
def has_crossed(s: Race, rider: int, at: int) -> int:
    """1 if the rider's last card took him over the line after square `at`, otherwise 0."""
    return 1 if s.square[rider] > at and s.square[rider] - s.played[rider] <= at else 0


@rule("BA-5.1", "BA-5.2", "BA-5.4", "BA-R11")
def award(s: Race, config: RaceConfig, line: int, rider: int, place: int, riders: int, each: int, log: Log) -> None:
    """Gives a rider a place at a line and its points.

    Riders who cross together share the best of the places that they fill.
    """
    s.points[rider] += each
    if is_finish(s, config, line):
        note_finish(s, rider, place)
        tell(log, FINISH_PLACE, rider, place, each, riders)
    else:
        tell(log, SPRINT_PLACE, rider, place, each, riders, config.line_at[s.stage][line])
    if riders > 1:
        tell(log, SHARED_PLACE, rider, place, each, riders)


@rule("BA-5.3", "BA-R18")
def note_finish(s: Race, rider: int, place: int) -> None:
    """Records a finishing place, which counts in the team's tie-breaks."""
    s.place[rider] = place
    s.places[rider // GRADES][place] += 1
