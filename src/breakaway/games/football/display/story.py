"""The match as it is told by its public events: downs, drives and what each team did. Nothing else is looked at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from breakaway.core.events import Event
from breakaway.core.language import marked
from breakaway.games.football.rules import told as happened
from breakaway.games.football.rules.possession import next_marker
from breakaway.games.football.rules.state import FootballBook
from breakaway.games.football.rules.terms import GOAL, RUN

SNAPS = {
    happened.CARD_DISCARDED,
    happened.CARD_SPENT,
    happened.UNTIMED_DOWN,
    happened.CARD_KEPT_LATE,
}  # a card is used: a play from scrimmage counts
FULL_TIME = {happened.FULL_TIME_CALLED, happened.DRAWN_GAME, happened.SUDDEN_DEATH_DECIDED}
# What a drive ended with is kept in English, as records of other programs have it; a table translates it.
FUMBLE, INTERCEPTION = marked("fumble"), marked("interception")
BLOCKED_KICK, SAFETY = marked("blocked kick"), marked("safety")
TOUCHDOWN, HALF_TIME = marked("touchdown"), marked("half-time")
END_OF_PERIOD, END_OF_GAME = marked("end of the period"), marked("end of the game")
LOST = {
    happened.BALL_FUMBLED: FUMBLE,
    happened.BREAKAWAY_FUMBLED: FUMBLE,
    happened.PASS_INTERCEPTED: INTERCEPTION,
    happened.HAIL_MARY_PICKED_OFF: INTERCEPTION,
}
KICKS_LOST = {happened.KICKOFF_DROPPED, happened.PUNT_DROPPED, happened.RETURN_DROPPED}
RETURNED = {
    happened.TOUCHDOWN_SCORED: marked("return for a touchdown"),
    happened.SAFETY_SCORED: SAFETY,
    happened.TRY_RETURNED: marked("returned try"),
}
ENDINGS = {
    happened.PUNT_CALLED: marked("punt"),
    happened.FIELD_GOAL_SCORED: marked("field goal"),
    happened.FIELD_GOAL_MISSED: marked("missed field goal"),
    happened.LOST_ON_DOWNS: marked("downs"),
    happened.SAFETY_SCORED: SAFETY,
}


@dataclass
class Drive:
    """One possession, from its first down to its end; or points that were made outside of any: `start` is None."""

    team: int
    quarter: int
    start: int | None
    plays: int = 0
    lines: int = 0
    result: str = ""
    points: int = 0


@dataclass
class Side:
    """What one team did."""

    quarters: list[int] = field(default_factory=list)
    plays: int = 0
    runs: int = 0
    run_lines: int = 0
    passes: int = 0
    completed: int = 0
    pass_lines: int = 0
    first_downs: int = 0
    breakaways: int = 0
    turnovers: int = 0
    penalties: int = 0
    field_goals: int = 0
    field_goal_tries: int = 0
    punts: int = 0
    challenges: int = 0

    @property
    def score(self) -> int:
        """All points."""
        return sum(self.quarters)

    @property
    def lines(self) -> int:
        """Gained by runs and passes."""
        return self.run_lines + self.pass_lines


class Story:
    """Reads events one after the other and keeps score."""

    def __init__(self, book: FootballBook) -> None:
        self.book = book
        self.quarter, self.offense, self.line, self.marker, self.down = 1, 0, 0, 0, 0
        self.sides = (Side(), Side())
        self.drives: list[Drive] = []
        self.open: Drive | None = None  # the drive that goes on
        self.tried: Drive | None = None  # what the try that goes on belongs to
        self.kind = 0  # of the play that is run
        self.dropped = self.in_try = False

    def read(self, log: Iterable[tuple[int, Sequence[Event]]]) -> Story:
        """All turns of a log."""
        for _, events in log:
            for each in events:
                self.take(each)
        return self

    def take(self, event: Event) -> None:
        """One event more."""
        rule = event.rule
        if rule == happened.DRIVE_BEGAN:
            self._begin(event.seat, event.line)
        elif rule == happened.PLAY_SHOWN:
            self.offense, self.kind, self.dropped = event.seat, self.book.type_kind[event.type], False
        elif rule in SNAPS:
            self._count_play(event.seat)
        elif rule == happened.BALL_MOVED:
            self._move(event.seat, event.lines, event.line)
        elif rule == happened.KICKOFF_RETURNED:
            self.in_try = False  # whoever scored kicks off
        else:
            self._score(event)
            self._lose(event)
            self._end(event)
            self._note(event)

    # --- the ball

    def _begin(self, team: int, line: int) -> None:
        self._close("")
        self.offense, self.line, self.marker, self.down = team, line, next_marker(line), 1
        self.in_try = False
        self.open = Drive(team, self.quarter, line)
        self.drives.append(self.open)

    def _close(self, result: str) -> None:
        """The open drive ends; what ended it first is its result."""
        if self.open:
            self.open.result = self.open.result or result
        self.open = None

    def _count_play(self, team: int) -> None:
        self.sides[team].plays += 1
        drives = [each for each in self.drives[-3:] if each.start is not None]
        if drives and drives[-1].team == team:  # a punt has ended the drive before its card is used
            drives[-1].plays += 1

    def _move(self, team: int, lines: int, line: int) -> None:
        """A play's gain. Tries are not counted."""
        self.line = line
        if self.in_try:
            return
        side = self.sides[team]
        if self.kind == RUN:
            side.runs += 1
            side.run_lines += lines
        elif self.kind:
            side.passes += 1
            side.completed += not self.dropped
            side.pass_lines += lines
        if self.open and self.open.team == team:
            self.open.lines += lines
        self.kind = 0

    def _note(self, event: Event) -> None:
        """Downs, markers, penalties, and what a team is proud of."""
        rule = event.rule
        if rule == happened.MARKER_REACHED:
            self.marker, self.down = event.marker, 1
            self.sides[event.seat].first_downs += not self.in_try
        elif rule == happened.NEXT_DOWN:
            self.down, self.marker = event.down, self.line + event.to_go
        elif rule in (happened.FALSE_STARTED, happened.ILLEGALLY_CALLED):
            self.line = max(1, self.line - 1)
            self.sides[event.seat].penalties += 1
        elif rule == happened.HOLDING_ACCEPTED:
            self.line = min(GOAL - 1, self.line + 1)
            self.sides[1 - event.seat].penalties += 1
        elif rule == happened.AUTOMATIC_FIRST_DOWN:
            self.down = 1
            self.marker = next_marker(self.line) if self.line >= self.marker else self.marker
            self.sides[event.seat].first_downs += 1
        elif rule in (happened.OFFENSE_BROKE_AWAY, happened.DEFENSE_BROKE_AWAY):
            self.sides[event.seat].breakaways += 1
        elif rule == happened.FLAG_THROWN:
            self.sides[event.seat].challenges += 1
        elif rule == happened.PASS_INCOMPLETE:
            self.dropped = True
        elif rule == happened.HAIL_MARY_THROWN:  # a Hail Mary is a pass
            self.kind, self.dropped = 2, False
        elif rule == happened.HAIL_MARY_DROPPED:
            self.dropped = True
        elif rule == happened.FIELD_GOAL_TRIED:
            self.sides[event.seat].field_goal_tries += 1
        elif rule == happened.PUNT_CALLED:
            self.sides[event.seat].punts += 1
        elif rule == happened.KNELT:
            self.kind = RUN

    # --- points and endings

    def _score(self, event: Event) -> None:
        rule = event.rule
        points = {
            happened.TOUCHDOWN_SCORED: 6,
            happened.FIELD_GOAL_SCORED: 3,
            happened.SAFETY_SCORED: 2,
            happened.TRY_RETURNED: 2,
        }.get(rule, 0)
        if rule in (happened.TWO_POINTS_TRIED, happened.EXTRA_POINT_KICKED):
            points = event.points
        if not points:
            return
        team = event.seat
        own = self.sides[team].quarters
        own += [0] * (self.quarter - len(own))
        own[self.quarter - 1] += points
        if rule == happened.FIELD_GOAL_SCORED:
            self.sides[team].field_goals += 1
        mine = self.open is not None and self.open.team == team and not self.open.result
        self._credit(rule, team, points, mine)
        if rule == happened.TOUCHDOWN_SCORED:
            self._close(TOUCHDOWN if mine else "")
            self.in_try, self.line, self.down, self.marker, self.offense = True, GOAL - 2, 1, GOAL, team

    def _credit(self, rule: str, team: int, points: int, mine: bool) -> None:
        """The drive that the points belong to; a return, a safety or a returned try has a line of its own."""
        if rule in (happened.TWO_POINTS_TRIED, happened.EXTRA_POINT_KICKED):
            made = self.tried
        elif mine or rule == happened.FIELD_GOAL_SCORED:
            made = self.drives[-1] if self.drives else None  # none where a story is read from its middle on
        else:
            made = Drive(team, self.quarter, None, result=RETURNED[rule])
            self.drives.append(made)
        if rule == happened.TOUCHDOWN_SCORED:
            self.tried = made
        if made:
            made.points += points

    def _lose(self, event: Event) -> None:
        """Turnovers: what kind comes before who has the ball."""
        rule = event.rule
        if self.in_try:
            return
        if rule in LOST or rule == happened.LOST_BY_CORNER:
            result = LOST.get(rule) or (FUMBLE if event.kind == RUN else INTERCEPTION)
            loser = 1 - event.winner if rule == happened.HAIL_MARY_PICKED_OFF else event.seat
            if self.kind:
                self._end_of_play(loser, result)
            self.sides[loser].turnovers += 1
            self._close(result)
        elif rule in KICKS_LOST:
            loser = 1 - event.kicker if rule == happened.KICKOFF_DROPPED else event.seat
            self.sides[loser].turnovers += 1

    def _end_of_play(self, team: int, result: str) -> None:
        """A play that loses the ball gains nothing, but it was run or thrown."""
        side = self.sides[team]
        if self.kind == RUN:
            side.runs += 1
        else:
            side.passes += 1
        self.kind = 0

    def _end(self, event: Event) -> None:
        rule = event.rule
        if rule in ENDINGS:
            self._close(ENDINGS[rule])
        elif rule == happened.KICK_STOPPED:
            self._close(BLOCKED_KICK)
            if self.drives and self.drives[-1].result in (
                ENDINGS[happened.PUNT_CALLED],
                ENDINGS[happened.FIELD_GOAL_MISSED],
            ):
                self.drives[-1].result = BLOCKED_KICK
        elif rule == happened.HALF_TIME_CALLED:
            self._close(HALF_TIME)
        elif rule == happened.OVERTIME_BEGAN:
            self._close(END_OF_PERIOD)
        elif rule in FULL_TIME or (rule in (happened.OVERTIME_DECIDED, happened.PERIOD_LEVEL) and self.quarter > 3):
            self._close(END_OF_GAME if rule != happened.PERIOD_LEVEL else END_OF_PERIOD)
        elif rule == happened.QUARTER_OVER:
            self.quarter = event.quarter + 1
