"""The finish, the end of the race, and dropped riders: chapters 4.4, 5.3 and 10."""

from __future__ import annotations

from breakaway.core.game import Result
from breakaway.core.rules import Log, rule, tell, tell_only
from breakaway.games.cycling.rules.cards import stands_ahead
from breakaway.games.cycling.rules.events import DROPPED, FINISH_PLACE, HOME, PURSUIT_OVER, RACE_OVER
from breakaway.games.cycling.rules.movement import note_finish
from breakaway.games.cycling.rules.state import PURSUIT_END, RACE_END, Race, RaceConfig, audience
from breakaway.games.cycling.rules.terms import BY_GAP, FINISHED, GRADES, NOBODY, ON_TRACK, OVER, PLACES, RIDERS, UNIT


@rule("BA-4.4", "BA-R14")
def mark_finishers(s: Race, config: RaceConfig, log: Log) -> None:
    """Marks riders beyond the finish as finished.

    Finished riders stay on their squares until the new cards are worked out.
    """
    if config.loop:
        return
    for i in range(s.field):
        rider = s.queue[i]
        if s.square[rider] > config.length[s.stage]:
            s.status[rider] = FINISHED
            tell(log, HOME, rider)


@rule("BA-R14")
def take_finishers_off(s: Race) -> None:
    """Removes finished riders from the queue, so that they no longer matter.

    If a finished rider led alone, nobody leads alone now.
    """
    kept = 0
    for i in range(s.field):
        rider = int(s.queue[i])
        if s.status[rider] == ON_TRACK:
            s.queue[kept] = rider
            kept += 1
    for i in range(kept, s.field):
        s.queue[i] = NOBODY
    s.field = kept
    if s.led_alone != NOBODY and s.status[s.led_alone] != ON_TRACK:
        s.led_alone = NOBODY


@rule("BA-10.1", "BA-R15")
def mark_dropped(s: Race, config: RaceConfig, log: Log) -> None:
    """Marks riders behind a gap (by default, 31 squares or more) as dropped, and unmarks those who have caught up.

    The referee's own marks stay.
    """
    behind = False
    for i in range(s.field):
        rider = s.queue[i]
        if i > 0 and config.dropped_gap > 0 and s.square[s.queue[i - 1]] - s.square[rider] >= config.dropped_gap:
            behind = True
        was = s.dropped[rider]
        if behind and was == 0:
            s.dropped[rider] = BY_GAP
            tell_only(log, audience(config, rider), DROPPED, rider)
        elif not behind and was == BY_GAP:
            s.dropped[rider] = 0


@rule("BA-R13")
def is_race_over(s: Race, config: RaceConfig) -> bool:
    """Whether a road race is over: enough riders (eight by default) have finished, or nobody is left on the track."""
    if s.field == 0:
        return True
    if config.loop:
        return False
    return config.last_place > 0 and s.crossed[config.lines[s.stage] - 1] >= config.last_place


@rule("BA-V2")
def is_caught(s: Race, config: RaceConfig) -> bool:
    """Whether a Pursuit is over: the leader is a lap or more ahead of the last rider, or this was the last turn."""
    if not config.loop:
        return False
    return s.square[s.queue[0]] - s.square[s.queue[s.field - 1]] >= config.loop or s.turn >= config.turn_limit


@rule("BA-V2", "BA-5.2", "BA-R11")
def award_standings(s: Race, config: RaceConfig, log: Log) -> None:
    """In a Pursuit, awards the finish points to the first eight in race order.

    Riders who share a place share its points.
    """
    start = 0
    while start < s.field:
        end = start + 1
        while end < s.field and stands_ahead(s, s.queue[start], s.queue[end]) == 0:
            end += 1
        pool = 0
        for place in range(start, min(end, PLACES)):
            pool += config.finish_points[s.stage][place]
        for i in range(start, end):
            rider = s.queue[i]
            s.points[rider] += pool * UNIT // (end - start)
            note_finish(s, rider, start + 1)
            tell(log, FINISH_PLACE, rider, start + 1, pool * UNIT // (end - start), end - start)
        start = end


@rule("BA-R13", "BA-V2", "BA-V5")
def end_turn(s: Race, config: RaceConfig, log: Log) -> bool:
    """Ends the stage if it is over, and returns whether it is."""
    if is_caught(s, config):
        award_standings(s, config, log)
        tell(log, PURSUIT_OVER, s.queue[0], s.queue[s.field - 1])
        s.ended = PURSUIT_END
        return True
    if is_race_over(s, config):
        tell(log, RACE_OVER, s.crossed[config.lines[s.stage] - 1])
        s.ended = RACE_END
        return True
    return False


@rule("BA-5.3")
def team_points(s: Race, team: int) -> int:
    """The points of all the team's cyclists, in 360360ths."""
    total = 0
    for grade in range(GRADES):
        total += s.points[team * GRADES + grade]
    return total


@rule("BA-5.3", "BA-R18")
def compare_teams(s: Race, a: int, b: int) -> int:
    """1 if team a ranks above b, -1 if below, 0 if they tie: by points, then by their finishing places, best first."""
    if team_points(s, a) != team_points(s, b):
        return 1 if team_points(s, a) > team_points(s, b) else -1
    return compare_places(s, a, b)


@rule("BA-5.3", "BA-R18")
def compare_places(s: Race, a: int, b: int) -> int:
    """Breaks a tie by the teams' best places, then by their next best, and so on: the better place wins.

    If all of these places are equal, the team with more finishers wins.
    """
    for place in range(1, RIDERS + 1):
        if s.places[a][place] != s.places[b][place]:
            return 1 if s.places[a][place] > s.places[b][place] else -1
    return 0


@rule()
def ended(s: Race) -> int:
    """The number of the rule that ended the race, or 0."""
    return int(s.ended) if s.phase == OVER else 0


@rule("BA-5.3")
def result(s: Race, config: RaceConfig, r: Result) -> None:
    """Writes the teams' points and ranks to `r` and, once the race has ended, the reason for its end."""
    r.why = ended(s)
    for team in range(config.teams):
        r.score[team] = team_points(s, team)
        better = 0
        for other in range(config.teams):
            if compare_teams(s, other, team) > 0:
                better += 1
        r.rank[team] = better + 1
