"""The drive that goes on, play by play, from what was told: where each play began and ended, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from breakaway.core.events import Event
from breakaway.core.game import Names
from breakaway.core.language import _, marked, say
from breakaway.games.football.display.brief import down_text
from breakaway.games.football.display.story import Story
from breakaway.games.football.rules.state import RUN, FootballBook
from breakaway.games.football.text import names as called

PENALTIES = {
    "BF-070": marked("false start"),
    "BF-082": marked("an illegal call"),
    "BF-075": marked("holding by the defense"),
}


@dataclass(frozen=True)
class Step:
    """One play or penalty of a drive: lines are the offense's own; `kind` is 0 for a penalty."""

    down: int
    to_go: int
    start: int
    end: int
    kind: int
    what: str
    incomplete: bool = False
    first_down: bool = False

    @property
    def result(self) -> str:
        """`gain`, `loss` or `none`, for the drawing."""
        return "loss" if self.end < self.start else "gain" if self.end > self.start else "none"

    @property
    def says(self) -> str:
        """`2nd and 3 lines: Short 4, gain of 2 lines to own 35, first down`."""
        told = {"down": down_text(self.down, self.to_go), "play": self.what, "came": self._came()}
        if self.first_down:
            return say("{down}: {play}, {came}, first down", **told)
        return say("{down}: {play}, {came}", **told)

    def _came(self) -> str:
        """How far the ball went."""
        moved, spot = self.end - self.start, called.at_spot(self.end)
        if moved < 0:
            return say("loss of {lines} to {spot}", lines=called.lines(-moved), spot=spot)
        if self.incomplete:
            return _("incomplete")
        return say("gain of {lines} to {spot}", lines=called.lines(moved), spot=spot) if moved else _("no gain")


@dataclass(frozen=True)
class Trail:
    """The plays of the drive that goes on, of a team that began it on this line."""

    team: int
    start: int
    steps: tuple[Step, ...]


def trail(told: Iterable[Event], book: FootballBook, names: Names) -> Trail | None:
    """The drive that is under way after all that was told; None between drives and in a try."""
    reader = _Reader(book, names)
    for event in told:
        reader.take(event)
    drive = reader.story.open
    if drive is None or drive.start is None or reader.story.in_try:
        return None
    return Trail(drive.team, drive.start, tuple(reader.steps))


class _Reader:
    """Follows the story and notes each move of the ball."""

    def __init__(self, book: FootballBook, names: Names) -> None:
        self.story, self.names = Story(book), names
        self.steps: list[Step] = []
        self.what, self.kind, self.incomplete = "", 0, False

    def take(self, event: Event) -> None:
        """One event more."""
        story, rule, args = self.story, event.rule, event.args
        line, down, marker = story.line, story.down, story.marker
        story.take(event)
        if rule == "BF-013":
            self.steps = []
        elif rule == "BF-022":
            self.what, self.kind, self.incomplete = (
                f"{called.play_type(self.names, args[2])} {args[3]}",
                story.kind,
                False,
            )
        elif rule in ("BF-175", "BF-181"):
            self.kind, self.incomplete = story.kind, False
            self.what = "Hail Mary" if rule == "BF-175" else _("a knee")
        elif rule in ("BF-169", "BF-R35"):
            self.incomplete = True
        elif rule == "BF-028":
            missed = self.incomplete and story.line == line
            self.steps.append(Step(down, marker - line, line, story.line, self.kind or RUN, self.what, missed))
        elif rule in PENALTIES:
            self.steps.append(Step(down, marker - line, line, story.line, 0, _(PENALTIES[rule])))
        elif rule in ("BF-117", "BF-077") and self.steps:
            self.steps[-1] = replace(self.steps[-1], first_down=True)
