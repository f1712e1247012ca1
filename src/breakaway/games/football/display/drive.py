"""The current drive, play by play, made from the events: where each play began and ended, and what it gained."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from breakaway.core.game import Names
from breakaway.core.language import _, marked, say
from breakaway.core.rules import Event
from breakaway.games.football.display.brief import down_text
from breakaway.games.football.display.story import Story
from breakaway.games.football.rules import happened
from breakaway.games.football.rules.state import FootballConfig
from breakaway.games.football.rules.terms import RUN
from breakaway.games.football.text import names as called

PENALTIES = {
    happened.FALSE_STARTED: marked("false start"),
    happened.ILLEGALLY_CALLED: marked("an illegal call"),
    happened.HOLDING_ACCEPTED: marked("holding by the defense"),
}


@dataclass(frozen=True)
class Step:
    """One play or penalty of a drive. Lines are counted from the offense's own goal; `kind` is 0 for a penalty."""

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
        """How the drawing marks this step: as a `gain`, as a `loss` or as `none`."""
        return "loss" if self.end < self.start else "gain" if self.end > self.start else "none"

    @property
    def says(self) -> str:
        """This step in words: `2nd and 3 lines: Short 4, gain of 2 lines to own 35, first down`."""
        parts = {"down": down_text(self.down, self.to_go), "play": self.what, "came": self._came()}
        if self.first_down:
            return say("{down}: {play}, {came}, first down", **parts)
        return say("{down}: {play}, {came}", **parts)

    def _came(self) -> str:
        """Says how far the ball moved, and where it is now."""
        moved, spot = self.end - self.start, called.at_spot(self.end)
        if moved < 0:
            return say("loss of {lines} to {spot}", lines=called.lines(-moved), spot=spot)
        if self.incomplete:
            return _("incomplete")
        return say("gain of {lines} to {spot}", lines=called.lines(moved), spot=spot) if moved else _("no gain")


@dataclass(frozen=True)
class Trail:
    """The current drive: its team, the line where it started, and its plays so far."""

    team: int
    start: int
    steps: tuple[Step, ...]


def trail(events: Iterable[Event], config: FootballConfig, names: Names) -> Trail | None:
    """The current drive after these `events`; None if there is none, as between drives and during a try."""
    reader = _Reader(config, names)
    for event in events:
        reader.take(event)
    story = reader.story
    return None if story.start is None else Trail(story.offense, story.start, tuple(reader.steps))


class _Reader:
    """Follows the match's events and records each movement of the ball."""

    def __init__(self, config: FootballConfig, names: Names) -> None:
        self.story, self.names = Story(config), names
        self.steps: list[Step] = []
        self.what, self.kind, self.incomplete = "", 0, False

    def take(self, event: Event) -> None:
        """Reads the next event."""
        story, rule = self.story, event.rule
        line, down, marker = story.line, story.down, story.marker
        story.take(event)
        if rule == happened.DRIVE_BEGAN:
            self.steps = []
        elif rule == happened.PLAY_SHOWN:
            self.what, self.kind, self.incomplete = (
                f"{called.play_type(self.names, event.type)} {event.strength}",
                story.kind,
                False,
            )
        elif rule in (happened.HAIL_MARY_THROWN, happened.KNELT):
            self.kind, self.incomplete = story.kind, False
            self.what = "Hail Mary" if rule == happened.HAIL_MARY_THROWN else _("a knee")
        elif rule in (happened.PASS_INCOMPLETE, happened.HAIL_MARY_DROPPED):
            self.incomplete = True
        elif rule == happened.BALL_MOVED:
            missed = self.incomplete and story.line == line
            self.steps.append(Step(down, marker - line, line, story.line, self.kind or RUN, self.what, missed))
        elif rule in PENALTIES:
            self.steps.append(Step(down, marker - line, line, story.line, 0, _(PENALTIES[rule])))
        elif rule in (happened.MARKER_REACHED, happened.AUTOMATIC_FIRST_DOWN) and self.steps:
            self.steps[-1] = replace(self.steps[-1], first_down=True)
