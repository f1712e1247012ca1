"""Follows a match through its public events: quarter, score, down, line and marker.

The only statistic that a story keeps is the score, for headlines. All other statistics come from `counts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from breakaway.core.rules import Event
from breakaway.games.football.rules import happened
from breakaway.games.football.rules.possession import next_marker
from breakaway.games.football.rules.state import FootballConfig
from breakaway.games.football.rules.terms import GOAL, PASS, RUN, SEATS

POINTS = {
    happened.TOUCHDOWN_SCORED: 6,
    happened.FIELD_GOAL_SCORED: 3,
    happened.SAFETY_SCORED: 2,
    happened.TRY_RETURNED: 2,
}
TRIES = {happened.TWO_POINTS_TRIED, happened.EXTRA_POINT_KICKED}
DRIVE_OVER = {
    happened.TOUCHDOWN_SCORED,
    happened.FIELD_GOAL_SCORED,
    happened.FIELD_GOAL_MISSED,
    happened.SAFETY_SCORED,
    happened.PUNT_CALLED,
    happened.KICK_STOPPED,
    happened.LOST_ON_DOWNS,
    happened.BALL_FUMBLED,
    happened.BREAKAWAY_FUMBLED,
    happened.PASS_INTERCEPTED,
    happened.LOST_BY_CORNER,
    happened.HAIL_MARY_PICKED_OFF,
    happened.HALF_TIME_CALLED,
    happened.OVERTIME_BEGAN,
    happened.FULL_TIME_CALLED,
    happened.DRAWN_GAME,
    happened.SUDDEN_DEATH_DECIDED,
    happened.OVERTIME_DECIDED,
    happened.PERIOD_LEVEL,
}


class Story:
    """Reads events one by one, and keeps the state of the match after each of them."""

    def __init__(self, config: FootballConfig) -> None:
        self.config = config
        self.quarter, self.offense, self.line, self.marker, self.down = 1, 0, 0, 0, 0
        self.score = [0] * SEATS
        self.start: int | None = None  # the line where the current drive began
        self.kind = 0  # the kind of the current play
        self.in_try = False

    def read(self, log: Iterable[tuple[int, Sequence[Event]]]) -> Story:
        """Reads all turns of a log, and returns this story."""
        for _turn, told in log:
            for each in told:
                self.take(each)
        return self

    def take(self, event: Event) -> None:
        """Reads one more event."""
        rule = event.rule
        if rule == happened.DRIVE_BEGAN:
            self.offense, self.line, self.marker, self.down = event.seat, event.line, next_marker(event.line), 1
            self.start, self.in_try = event.line, False
        elif rule == happened.PLAY_SHOWN:
            self.offense, self.kind = event.seat, self.config.type_kind[event.type]
        elif rule == happened.HAIL_MARY_THROWN:  # a Hail Mary is a pass
            self.kind = PASS
        elif rule == happened.KNELT:
            self.kind = RUN
        elif rule == happened.KICKOFF_RETURNED:
            self.in_try = False  # the try is over: the team that scored kicks off
        elif rule == happened.QUARTER_OVER:
            self.quarter = event.quarter + 1
        else:
            self._move(event)
            self._score(event)
        if rule in DRIVE_OVER:
            self.start = None

    def _move(self, event: Event) -> None:
        """Follows the ball, the downs and the marker."""
        rule = event.rule
        if rule == happened.BALL_MOVED:
            self.line = event.line
        elif rule == happened.MARKER_REACHED:
            self.marker, self.down = event.marker, 1
        elif rule == happened.NEXT_DOWN:
            self.down, self.marker = event.down, self.line + event.to_go
        elif rule in (happened.FALSE_STARTED, happened.ILLEGALLY_CALLED):
            self.line = max(1, self.line - 1)
        elif rule == happened.HOLDING_ACCEPTED:
            self.line = min(GOAL - 1, self.line + 1)
        elif rule == happened.AUTOMATIC_FIRST_DOWN:
            self.down = 1
            self.marker = next_marker(self.line) if self.line >= self.marker else self.marker

    def _score(self, event: Event) -> None:
        """Adds points. A try follows a touchdown."""
        rule = event.rule
        if rule in TRIES:
            self.score[event.seat] += event.points
        elif rule in POINTS:
            self.score[event.seat] += POINTS[rule]
        if rule == happened.TOUCHDOWN_SCORED:
            self.in_try, self.line, self.down, self.marker, self.offense = True, GOAL - 2, 1, GOAL, event.seat
