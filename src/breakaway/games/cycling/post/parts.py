"""The parts of a report as data, from which its text, its page and its PDF are made."""

from __future__ import annotations

from dataclasses import dataclass, field

from breakaway.core.game import Names
from breakaway.display.document import Line
from breakaway.games.cycling.post.stages import StageTable
from breakaway.games.cycling.rules.state import Race, RaceConfig


@dataclass(frozen=True)
class RiderRow:
    """A rider: his square, his move, his hand, and his new card with the reason for it."""

    position: int
    team: int
    code: str
    name: str
    own_name: str
    where: str
    move: str
    card: int
    drawn: int
    hand: list[int]
    notes: list[Line]
    dropped: bool
    mine: bool


@dataclass(frozen=True)
class Group:
    """The riders of one string, checkpoint or stretch of road or, in the line-ups, of one team.

    `title` is empty for riders in no string.
    """

    title: str
    rows: list[RiderRow]
    is_string: bool = False


@dataclass(frozen=True)
class TeamRow:
    """A team in the table.

    `gained` is its points this turn, `riders` its points by rider, and `places` its finishing places.
    """

    rank: str
    team: int
    mark: str
    name: str
    points: str
    gained: str
    riders: str
    places: str


@dataclass
class Report:
    """All parts of a report, roughly in the order in which the report shows them."""

    title: str
    race: str
    seat: str
    corrected: list[str]  # changes since the turn was last closed; empty if it was never closed before
    lead: list[str]
    blind: bool
    moved: bool  # False for the line-ups
    over: bool
    stand_ins: list[Line]
    crossings: list[Line]
    groups: list[Group]
    table: list[TeamRow]
    stages: list[StageTable]
    finishers: list[str]
    dropped: list[str]
    ties: list[Line]
    ending: list[Line]
    lines_ahead: list[str]
    asked: list[str]
    next_turn: str
    mine: list[RiderRow]
    colours: list[str]
    teams: list[str]
    view: Race = field(repr=False)  # for the drawing
    config: RaceConfig = field(repr=False)
    names: Names = field(repr=False)

    @property
    def drawn(self) -> bool:
        """Whether there is a field to draw: False before the start."""
        return self.moved
