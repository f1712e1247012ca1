"""A match page as plain data.

A game needs only a `Page` to be played in a browser. The `Page` turns an observation and the events into a `Scene`. The
templates can show a scene of any game. A game without its own page uses `display.plain`. SVG in a scene is inserted
into a page unchanged; everything else is plain text. `choosing.py` describes everything that people can choose on a
page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Protocol

from breakaway.core.chance import Thrown
from breakaway.core.game import Game
from breakaway.core.language import _
from breakaway.core.observation import Observation
from breakaway.core.rules import Event
from breakaway.display.choosing import Ask, CallGrid, Card, CardRow
from breakaway.display.document import Grid, Line, Why
from breakaway.games.manifest import kit_of, load

TurnLog = Sequence[tuple[int, Sequence[Event]]]  # for each turn, the events that this seat may see
Dice = Mapping[int, Sequence[Thrown]]  # the Fate dice of each turn, if the game rolls them openly
NO_DICE: Dice = MappingProxyType({})
Played = Callable[[], Sequence[Any]]  # gives the rows of the match so far (`core.counted`), read only if needed


@dataclass(frozen=True)
class Side:
    """One side of a scoreboard. `class_` is the CSS class of its colors, and `marks` are small drawings."""

    seat: int
    name: str
    class_: str
    points: str
    note: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scoreboard:
    """A scoreboard of two sides, with the state of the match between them."""

    sides: tuple[Side, Side]
    headline: str
    note: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ranks:
    """A scoreboard of any number of sides, best first, under a headline that sums up the match."""

    headline: str
    note: str
    sides: tuple[Side, ...]


@dataclass(frozen=True)
class PlayBlock:
    """One play of the log: where it began, both calls, the result, and each step with its rules.

    `kind` is run, pass or empty. `good` is 1 if the play helped the reader's side, -1 if it helped the other side.
    `turn` is the turn after which a replay shows the play, if that turn is known. `class_` is the CSS class of the team
    concerned.
    """

    title: str
    lines: tuple[Line, ...] = ()
    where: str = ""
    kind: str = ""
    gain: str = ""
    good: int = 0
    turn: int | None = None
    class_: str = ""


@dataclass(frozen=True)
class Face:
    """A card that turns over: the color (a CSS class) and the words of its back, then its front."""

    class_: str
    back: str
    title: str
    value: str = ""
    small: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Motion:
    """What the latest play looked like. A page shows the play once, in about a second.

    `play` distinguishes this play from all others in the match. `faces` turn over first, then the pieces of `sums`
    appear one by one, then `last` (the Game Day card) turns over. `dice` are the faces that the Fate dice showed (`+`,
    `-`, `0`). The ball travels from `start` to `end` (percentages of the stage's width); it flies if `flies` is
    set. `banner` is the play's result in words; `good` is as in `PlayBlock`.
    """

    play: str
    banner: str = ""
    good: int = 0
    faces: tuple[Face, ...] = ()
    sums: tuple[str, ...] = ()
    last: Face | None = None
    dice: tuple[str, ...] = ()
    start: float | None = None
    end: float | None = None
    flies: bool = False


@dataclass(frozen=True)
class Rung:
    """A total that dice can show, and what it leads to. `lit`: whether this total was rolled."""

    total: str
    text: str
    lit: bool = False


@dataclass(frozen=True)
class DiceRoll:
    """A roll of Fate dice: its purpose, the faces rolled, the parts of the total, and the result.

    `faces` are `+`, `-` and `0`, or empty if the record does not contain them. `ladder` lists a rung for each total.
    """

    title: str
    faces: tuple[str, ...]
    pieces: tuple[tuple[str, str], ...]
    total: str
    says: str
    ladder: tuple[Rung, ...] = ()


@dataclass(frozen=True)
class Tab:
    """A sheet beside the field: its name, the icon that replaces the name on a phone, and its contents."""

    name: str
    icon: str  # drive, score, matchups, cards, points or people
    grids: tuple[Grid, ...] = ()
    hands: tuple[CardRow, ...] = ()
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Scene:
    """Everything that a match page shows to one seat.

    `headline` sums up the match in a few words. `board` is the drawing, and `rows` shows the same in a text table.
    `table` lists the cards on the table, face up or face down. `hand` is what the seat chooses from, in groups. `plays`
    describes the match play by play, with the latest play last. `tabs` are the sheets beside the field. `team` is the
    CSS class of the seat's colors. If this seat has nothing to choose, `waits` says whose turn it is, and `waits_note`
    describes the situation. `calls` and `roll` are the grid of calls and the last roll, in a game that resolves calls
    with dice.
    """

    headline: str
    stands: str
    board: str
    rows: tuple[tuple[str, str], ...]
    scoreboard: Scoreboard | None = None
    ranks: Ranks | None = None
    broad: bool = False  # whether the board takes the whole width
    kind: str = "plain"  # the CSS class of the game's own hand and board
    ask: Ask | None = None
    table: tuple[Card, ...] = ()
    hand: tuple[CardRow, ...] = ()
    plays: tuple[PlayBlock, ...] = ()
    plays_name: str = ""  # the name of the log's tab, if it is not "Plays"
    tabs: tuple[Tab, ...] = ()
    motion: Motion | None = None
    calls: CallGrid | None = None
    roll: DiceRoll | None = None
    team: str = ""
    waits: str = ""
    waits_note: str = ""
    text: str = ""  # a drawing made of characters, if there is no other

    @property
    def grids(self) -> tuple[Grid, ...]:
        """All tables, sheet by sheet."""
        return tuple(grid for tab in self.tabs for grid in tab.grids)


class Page(Protocol):
    """How one game is shown in a browser."""

    says: str  # describes the game in a sentence
    book_opponent: str  # what the front page calls a match against the usual opponent
    reads_plays: bool  # whether scenes read the rows of finished plays, which must then hold no secrets

    def picture(self) -> str:
        """A drawing for the front page."""

    def scene(
        self,
        observation: Observation[Any, Any],
        log: TurnLog,
        draft: Sequence[int] = (),
        played: Played = tuple,
        thrown: Dice = NO_DICE,
    ) -> Scene:
        """What a seat or a spectator sees.

        `log` lists the events that this viewer may see, and `played` returns the rows of statistics about the plays
        so far. `draft` lists the codes that the seat has chosen so far, a legal beginning that is shorter than an
        order, or all codes of the order that it has sealed. `thrown` contains the Fate dice of the latest turns.
        """

    def is_secret(self, observation: Observation[Any, Any]) -> bool:
        """Whether what this seat sees and chooses now must stay hidden from everybody else."""


def find_page(game: Game[Any, Any]) -> Page:
    """The page of a game. A game without its own page gets one that shows everything as text."""
    page: Page = load(kit_of(game).page)
    return page


def in_blocks(lines: Sequence[Line]) -> tuple[PlayBlock, ...]:
    """Groups lines into blocks, oldest first. Each line of kind `head` begins a block."""
    found: list[PlayBlock] = []
    for line in lines:
        if line.kind == "head" or not found:
            found.append(PlayBlock(line.text if line.kind == "head" else "", turn=line.turn))
        if line.kind != "head":
            found[-1] = replace(found[-1], lines=(*found[-1].lines, line), kind=found[-1].kind or _kind(line))
    return tuple(found)


def _kind(line: Line) -> str:
    return line.kind if line.kind in ("run", "pass") else ""


def why(game: Game[Any, Any], rule: str) -> Why:
    """A rule of this game with its sentence in the current language. `rule` is its id."""
    entry = game.rules.entries.get(rule)
    return Why(rule, _(entry.says) if entry else "")
