"""The match as it is told by its public events: downs, drives and what each team did. Nothing else is looked at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from breakaway.core.events import Event
from breakaway.core.language import marked
from breakaway.games.football.rules.possession import next_marker
from breakaway.games.football.rules.state import GOAL, RUN, FootballBook

SNAPS = {"BF-030", "BF-225", "BF-230", "BF-192"}  # a card is used: a play from scrimmage counts
FULL_TIME = {"BF-101", "BF-190", "BF-191"}
# What a drive ended with is kept in English, as records of other programs have it; a table translates it.
FUMBLE, INTERCEPTION = marked("fumble"), marked("interception")
BLOCKED_KICK, SAFETY = marked("blocked kick"), marked("safety")
TOUCHDOWN, HALF_TIME = marked("touchdown"), marked("half-time")
END_OF_PERIOD, END_OF_GAME = marked("end of the period"), marked("end of the game")
LOST = {"BF-092": FUMBLE, "BF-043": FUMBLE, "BF-094": INTERCEPTION, "BF-180": INTERCEPTION}
KICKS_LOST = {"BF-148", "BF-100", "BF-164"}
RETURNED = {"BF-122": marked("return for a touchdown"), "BF-136": SAFETY, "BF-163": marked("returned try")}
ENDINGS = {
    "BF-104": marked("punt"),
    "BF-132": marked("field goal"),
    "BF-R12": marked("missed field goal"),
    "BF-R13": marked("downs"),
    "BF-136": SAFETY,
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
        rule, args = event.rule, event.args
        if rule == "BF-013":
            self._begin(*args)
        elif rule == "BF-022":
            self.offense, self.kind, self.dropped = args[0], self.book.type_kind[args[2]], False
        elif rule in SNAPS:
            self._count_play(args[0])
        elif rule == "BF-028":
            self._move(*args)
        elif rule == "BF-142":
            self.in_try = False  # whoever scored kicks off
        else:
            self._score(rule, args)
            self._lose(rule, args)
            self._end(rule, args)
            self._note(rule, args)

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
        """A play's gain; beyond the goal line it is only what the field has left. Tries are not counted."""
        gained = line - self.line if line == GOAL else lines
        self.line = line
        if self.in_try:
            return
        side = self.sides[team]
        if self.kind == RUN:
            side.runs += 1
            side.run_lines += gained
        elif self.kind:
            side.passes += 1
            side.completed += not self.dropped
            side.pass_lines += gained
        if self.open and self.open.team == team:
            self.open.lines += gained
        self.kind = 0

    def _note(self, rule: str, args: Sequence[int]) -> None:
        """Downs, markers, penalties, and what a team is proud of."""
        if rule == "BF-117":
            self.marker, self.down = args[1], 1
            self.sides[args[0]].first_downs += not self.in_try
        elif rule == "BF-029":
            self.down, self.marker = args[1], self.line + args[2]
        elif rule in ("BF-070", "BF-082"):
            self.line = max(1, self.line - 1)
            self.sides[args[0]].penalties += 1
        elif rule == "BF-075":
            self.line = min(GOAL - 1, self.line + 1)
            self.sides[1 - args[0]].penalties += 1
        elif rule == "BF-077":
            self.down = 1
            self.marker = next_marker(self.line) if self.line >= self.marker else self.marker
            self.sides[args[0]].first_downs += 1
        elif rule in ("BF-037", "BF-047"):
            self.sides[args[0]].breakaways += 1
        elif rule == "BF-055":
            self.sides[args[0]].challenges += 1
        elif rule == "BF-169":
            self.dropped = True
        elif rule == "BF-175":  # a Hail Mary is a pass
            self.kind, self.dropped = 2, False
        elif rule == "BF-R35":
            self.dropped = True
        elif rule == "BF-129":
            self.sides[args[0]].field_goal_tries += 1
        elif rule == "BF-104":
            self.sides[args[0]].punts += 1
        elif rule == "BF-181":
            self.kind = RUN

    # --- points and endings

    def _score(self, rule: str, args: Sequence[int]) -> None:
        points = {"BF-122": 6, "BF-132": 3, "BF-136": 2, "BF-163": 2}.get(rule, 0)
        if rule in ("BF-123", "BF-124"):
            points = args[1]
        if not points:
            return
        team = args[0]
        own = self.sides[team].quarters
        own += [0] * (self.quarter - len(own))
        own[self.quarter - 1] += points
        if rule == "BF-132":
            self.sides[team].field_goals += 1
        mine = self.open is not None and self.open.team == team and not self.open.result
        self._credit(rule, team, points, mine)
        if rule == "BF-122":
            self._close(TOUCHDOWN if mine else "")
            self.in_try, self.line, self.down, self.marker, self.offense = True, GOAL - 2, 1, GOAL, team

    def _credit(self, rule: str, team: int, points: int, mine: bool) -> None:
        """The drive that the points belong to; a return, a safety or a returned try has a line of its own."""
        if rule in ("BF-123", "BF-124"):
            made = self.tried
        elif mine or rule == "BF-132":
            made = self.drives[-1]
        else:
            made = Drive(team, self.quarter, None, result=RETURNED[rule])
            self.drives.append(made)
        if rule == "BF-122":
            self.tried = made
        if made:
            made.points += points

    def _lose(self, rule: str, args: Sequence[int]) -> None:
        """Turnovers: what kind comes before who has the ball."""
        if self.in_try:
            return
        if rule in LOST or rule == "BF-096":
            result = LOST.get(rule) or (FUMBLE if args[1] == RUN else INTERCEPTION)
            loser = 1 - args[0] if rule == "BF-180" else args[0]
            if self.kind:
                self._end_of_play(loser, result)
            self.sides[loser].turnovers += 1
            self._close(result)
        elif rule in KICKS_LOST:
            loser = 1 - args[0] if rule == "BF-148" else args[0]
            self.sides[loser].turnovers += 1

    def _end_of_play(self, team: int, result: str) -> None:
        """A play that loses the ball gains nothing, but it was run or thrown."""
        side = self.sides[team]
        if self.kind == RUN:
            side.runs += 1
        else:
            side.passes += 1
        self.kind = 0

    def _end(self, rule: str, args: Sequence[int]) -> None:
        if rule in ENDINGS:
            self._close(ENDINGS[rule])
        elif rule == "BF-157":
            self._close(BLOCKED_KICK)
            if self.drives and self.drives[-1].result in (ENDINGS["BF-104"], ENDINGS["BF-R12"]):
                self.drives[-1].result = BLOCKED_KICK
        elif rule == "BF-114":
            self._close(HALF_TIME)
        elif rule == "BF-184":
            self._close(END_OF_PERIOD)
        elif rule in FULL_TIME or (rule in ("BF-R31", "BF-R32") and self.quarter > 3):
            self._close(END_OF_GAME if rule != "BF-R32" else END_OF_PERIOD)
        elif rule == "BF-105":
            self.quarter = args[0] + 1
