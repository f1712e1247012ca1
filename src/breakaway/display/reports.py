"""A match in chapters, and a match as a zine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from breakaway.core.language import _, many, say
from breakaway.core.observation import Observation
from breakaway.core.rules import SPECTATOR
from breakaway.display.document import Document, Grid, Line, Part, Section
from breakaway.display.endings import scene_of
from breakaway.display.match_page import Scene, TurnLog, find_page, told_line
from breakaway.games.manifest import kit_of, load, open_turn
from breakaway.records.entries import UndoEntry
from breakaway.records.match import Match
from breakaway.records.play_by_play import played_in
from breakaway.records.record_file import Record

# --- A match as chapters of a report: what happened, and a drawing for paper, turn by turn or drive by drive.
#
# A game's kit names its `Chapters`. Other games get plain chapters, which tell each turn in sentences. Chapters show
# only what the observing seat may see.


WIDTH = 72  # columns of a drawing made of characters


@dataclass(frozen=True)
class MatchHistory:
    """A match as one seat may see it: the position after each turn from `first` on, and the `log` of all turns.

    `lines` gives the line number of each turn in the match's record. `undone` lists a pair for each turn that was taken
    back: the line numbers of the turn and of its undo. `record` ends with the last turn or the end of the match.
    The record may contain secrets, so show it only through an observation.
    """

    observations: Sequence[Observation[Any, Any]]
    first: int
    log: TurnLog
    record: Record
    lines: Sequence[int]
    undone: Sequence[tuple[int, int]]
    plays: Sequence[Any] = ()  # the rows of statistics, if the game's page reads them

    @property
    def now(self) -> Observation[Any, Any]:
        """The last position."""
        return self.observations[-1]

    @property
    def last(self) -> int:
        """The number of turns so far."""
        return len(self.log)

    def after(self, turn: int) -> Observation[Any, Any]:
        """The position after this turn, or the first known position."""
        return self.observations[max(0, turn - self.first)]


def retold(match: Match[Any, Any], seat: int = SPECTATOR) -> MatchHistory:
    """The history of a `match`, as far as `seat` may see it."""
    observation, (config, names) = match.observation(seat), match.known_to(seat)
    first = len(match.log) - len(match.history)
    states = [*(state for state, _orders in match.history), match.state]
    undos = [n for n, entry in enumerate(match.fold.entries, 1) if isinstance(entry, UndoEntry)]
    return MatchHistory(
        [*(Observation(match.game, state, config, seat, names) for state in states[:-1]), observation],
        first,
        [(number, observation.told(events)) for number, events in match.log],
        Record(match.record.lines[:]),
        [each.number for each in match.fold.standing],
        [(each.number, undo) for each, undo in zip(match.fold.taken_back, undos, strict=True)],
        played_in(match, len(match.log)) if find_page(match.game).reads_plays else [],
    )


@dataclass(frozen=True)
class Chapter:
    """A part of a match: its `title`, the last `turn` in it, and what happened.

    `under` is the line below the title, such as the score.
    """

    title: str
    turn: int
    parts: Sequence[Part]
    under: str = ""

    @property
    def section(self) -> Section:
        """The chapter as a section of a document."""
        return Section(self.title, self.under, self.parts)


class Chapters(Protocol):
    """Divides a game's matches into chapters."""

    def chapters(self, told: MatchHistory, since: int = 0) -> Sequence[Chapter]:
        """The chapters of a match, oldest first. Leaves out chapters that end before turn `since`."""


class PlainChapters:
    """Divides a match of any game into chapters, one for each turn."""

    def chapters(self, told: MatchHistory, since: int = 0) -> Sequence[Chapter]:
        """Each turn in sentences, with the rules behind them."""
        return [
            Chapter(say("Turn {turn}", turn=turn), turn, [told_line(told.now, each) for each in events])
            for turn, (_number, events) in enumerate(told.log, 1)
            if turn >= max(1, since)
        ]


PLAIN = PlainChapters()


def chapters_of(told: MatchHistory, since: int = 0) -> Sequence[Chapter]:
    """The chapters of a match from turn `since` on, made by its game's `Chapters`."""
    place = kit_of(told.now.game).chapters
    found: Chapters = load(place) if place else PLAIN
    with told.now.for_reader():
        return found.chapters(told, since)


# --- The zine of a match: every report from the first turn to the last, as one document for the screen or paper.


MOST_LINKS = 40  # with more chapters, links to each of them would only be in the way
STANDINGS = ("score", "points")  # the sheets of a match page that say how the match stands


@dataclass(frozen=True)
class ReportHead:
    """What stands above a report besides the title: a subtitle, the day of the match, and the next deadline in words.
    Each can be empty.
    """

    subtitle: str = ""
    day: str = ""
    deadline: str = ""

    def under(self, game: str) -> str:
        """The line below the title, with the name of the `game`."""
        return " · ".join(filter(None, (self.subtitle, self.day, game)))

    @property
    def lines(self) -> list[Line]:
        """The next deadline, if there is one."""
        return [Line(say("Next deadline: {due}.", due=self.deadline))] if self.deadline else []


NO_HEAD = ReportHead()


def zine(title: str, told: MatchHistory, is_over: bool, behind: int = 0, head: ReportHead = NO_HEAD) -> Document:
    """The zine of the match `told`, with this `title` and `head`.

    `is_over`: whether the match is over. `behind`: how many turns the reader is behind the match.
    """
    now = told.now
    scene = scene_of(now, told.log, played=lambda: told.plays)
    lead = [Line(scene.stands, style="bold")] if scene.stands else []
    if behind:
        lead.append(Line(many("You see this match {n} turn late.", "You see this match {n} turns late.", behind)))
    elif not is_over:
        lead += [Line(say("Next: {turn}.", turn=open_turn(now, told.last))), *head.lines]
    found = chapters_of(told)
    sections = [Section(_("Final standings") if is_over else _("Standings"), parts=_standings(scene))]
    sections += [each.section for each in found]
    if not found:
        sections.append(Section(_("The reports"), _("No turn has been played yet.")))
    under = now.game.title if title != now.game.title else _("The whole match")
    foot = _("Numbers in parentheses refer to the rules.")
    return Document(
        title, head.under(under), lead, sections, foot, has_contents=1 < len(found) <= MOST_LINKS, in_halves=False
    )


def latest(title: str, told: MatchHistory, head: ReportHead = NO_HEAD) -> Document:
    """A report on only the last turn or drive of the match `told`, with this `title` and `head`."""
    now = told.now
    scene = scene_of(now, told.log, played=lambda: told.plays)
    lead = [Line(scene.stands, style="bold")] if scene.stands else []
    if not now.standing.is_over:
        lead += [Line(say("Next: {turn}.", turn=open_turn(now, told.last))), *head.lines]
    sections = [each.section for each in chapters_of(told, max(1, told.last))[-1:]]
    if not sections:
        sections = [Section(_("The reports"), _("No turn has been played yet."))]
    heading = _("Final standings") if now.standing.is_over else _("Where the match stands")
    sections.append(Section(heading, parts=_standings(scene)))
    return Document(title, head.under(now.game.title), lead, sections, _("Numbers in parentheses refer to the rules."))


def _standings(scene: Scene) -> list[Grid]:
    """The standings of the match, as its page shows them."""
    found = [grid for tab in scene.tabs if tab.icon in STANDINGS for grid in tab.grids[:1]]
    return found[:1] or ([Grid("", ("", ""), scene.rows, folded=False, right=())] if scene.rows else [])
