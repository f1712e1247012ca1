"""What a page shows of a match, as plain data: the one thing that a game adds to be played in a browser.

A game's `Page` turns an observation and the events into a `Scene`; templates set scenes and know no game. A game
without a page of its own uses `display.plain`. SVG in a scene is ready to be put into a page; all else is plain text.

An order reaches the server as text in the game's written form: the value of the button that was pressed, then each
ticked pick after a blank, then each ticked extra after a comma (`7b`, `discard 1 4`, `3a, time out after`). A button
without a value orders what its rows say, one after the other (`A12 B7 C9 D5`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from breakaway.core.events import Event
from breakaway.core.game import Game
from breakaway.core.language import _
from breakaway.core.observation import Observation
from breakaway.display.document import Grid, Line, Why
from breakaway.games.registry import kit_of, load

EventLog = Sequence[tuple[int, Sequence[Event]]]  # the events of each turn that this seat may see
Played = Callable[[], Sequence[Any]]  # the rows of the match up to then (`core.counted`), where somebody asks for them


@dataclass(frozen=True)
class Button:
    """Something to press: what it orders, what it says, its key, what it means, the rule against it, a small drawing.

    The drawing is for the eye alone: the words say the same.
    """

    order: str
    label: str
    key: str = ""
    says: str = ""
    against: Why | None = None
    kind: str = ""  # main, run, pass: how it looks
    svg: str = ""  # a drawing above the label
    lead: int = 0  # above 0: a lesson leads here, to several things in this order


@dataclass(frozen=True)
class Pick:
    """Something to tick: a part of an order."""

    order: str
    label: str
    chosen: bool = False


@dataclass(frozen=True)
class Card:
    """A drawn card, with a button for each part that can be chosen, from top to bottom; or a pick for the whole."""

    svg: str
    says: str
    buttons: tuple[Button, ...] = ()
    pick: Pick | None = None
    layout: str = "halves"  # halves; calls: below a head; wide: no card, but a picture


@dataclass(frozen=True)
class Hand:
    """Cards beside each other under a title; `folded`: shown on demand."""

    title: str
    cards: tuple[Card, ...]
    note: str = ""
    folded: bool = False


@dataclass(frozen=True)
class Option:
    """One of several things of which one is chosen: its part of an order, its drawing, and what would come of it."""

    order: str
    label: str
    svg: str
    says: str = ""
    chosen: bool = False
    lead: int = 0  # as a button's


@dataclass(frozen=True)
class Number:
    """A number to type in; empty leaves it out of the order."""

    label: str
    least: int
    most: int
    value: str = ""


@dataclass(frozen=True)
class Row:
    """A part of an order, chosen by itself: one of `options`, or numbers after the word `lead`, or any of `picks`."""

    title: str
    note: str = ""
    key: str = ""
    class_: str = ""
    options: tuple[Option, ...] = ()
    lead: str = ""
    numbers: tuple[Number, ...] = ()
    picks: tuple[Pick, ...] = ()


@dataclass(frozen=True)
class Ask:
    """What a seat is asked: `picks` are ticked before `buttons` (of which there may be one) is pressed.

    `rows` are an order in parts, which `send` orders; `rows_title` says what they are beside whole orders as buttons.
    `free`: an example of what can be typed instead; empty when nothing can. `steps`: a draft is built by links, each a
    label and the codes so far.
    """

    question: str
    buttons: tuple[Button, ...] = ()
    picks: tuple[Pick, ...] = ()
    extras: tuple[Pick, ...] = ()
    rows: tuple[Row, ...] = ()
    rows_title: str = ""
    send: Button | None = None
    free: str = ""
    note: str = ""
    steps: tuple[tuple[str, tuple[int, ...]], ...] = ()
    draft: str = ""


@dataclass(frozen=True)
class Side:
    """One side of a scoreboard; `class_` gives its colours, `marks` are small drawings."""

    seat: int
    name: str
    class_: str
    points: str
    note: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scoreboard:
    """Two sides, and between them where the match stands."""

    sides: tuple[Side, Side]
    headline: str
    note: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ranks:
    """Any number of sides, best first, under a line that says where the match stands."""

    headline: str
    note: str
    sides: tuple[Side, ...]


@dataclass(frozen=True)
class Scene:
    """All that a match page sets for one seat.

    `headline` says in a few words where the match stands, `board` is the drawing, `rows` the same as a text table,
    `table` cards that lie open or face down, `news` what happened last, `plays` all that happened, latest first.
    """

    headline: str
    stands: str
    board: str
    rows: tuple[tuple[str, str], ...]
    scoreboard: Scoreboard | None = None
    ranks: Ranks | None = None
    broad: bool = False  # the board takes the whole width
    ask: Ask | None = None
    table: tuple[Card, ...] = ()
    hands: tuple[Hand, ...] = ()
    news: tuple[Line, ...] = ()
    plays: tuple[Line, ...] = ()
    grids: tuple[Grid, ...] = ()
    text: str = ""  # a drawing of letters, where there is no other


class Page(Protocol):
    """One game in a browser."""

    says: str  # the game in a sentence
    book_opponent: str  # what the front page calls a match against the usual opponent
    reads_plays: bool  # whether scenes read the rows of plays that are over; such rows must hide nothing

    def picture(self) -> str:
        """A drawing for the front page."""

    def scene(
        self, observation: Observation[Any, Any], told: EventLog, draft: Sequence[int] = (), played: Played = tuple
    ) -> Scene:
        """What a seat, or a spectator, sees; `draft` are codes that it has chosen so far, or what it has sealed."""

    def is_secret(self, observation: Observation[Any, Any]) -> bool:
        """Whether nobody else may see what this seat is shown and chooses now."""


def find_page(game: Game[Any, Any]) -> Page:
    """The page of a game; for a game that has none, one that shows everything as text."""
    page: Page = load(kit_of(game).page)
    return page


def why(game: Game[Any, Any], rule: str) -> Why:
    """A rule of this game with its sentence, in the language of now."""
    entry = game.rules.entries.get(rule)
    return Why(rule, _(entry.says) if entry else "")
