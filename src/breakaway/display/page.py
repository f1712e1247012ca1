"""What a page shows of a match, as plain data. A game needs to add only this to be played in a browser.

A game's `Page` turns an observation and the events into a `Scene`; the templates set scenes without knowing any game. A
game without its own page uses `display.plain`. SVG in a scene goes into a page unchanged; all else is plain text.

An order reaches the server as text in the game's written form. It begins with the value of the pressed button. Each
ticked pick follows after a blank, and each ticked extra after a comma (`7b`, `discard 1 4`, `3a, time out after`). A
button without a value sends the choices of all rows, one after the other (`A12 B7 C9 D5`).
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

TurnLog = Sequence[tuple[int, Sequence[Event]]]  # for each turn, the events that this seat may see
Played = Callable[[], Sequence[Any]]  # gives the rows of the match so far (`core.counted`), read only if needed


@dataclass(frozen=True)
class Button:
    """A button: what it orders, its label and key, what it means, the rule that forbids it, and a small drawing.

    The drawing only decorates: the words say the same.
    """

    order: str
    label: str
    key: str = ""
    says: str = ""
    against: Why | None = None
    kind: str = ""  # main, run, pass: how it looks
    svg: str = ""  # a drawing above the label
    lead: int = 0  # above 0: a lesson points here; it visits several targets in this order


@dataclass(frozen=True)
class Pick:
    """A box to tick: one part of an order."""

    order: str
    label: str
    chosen: bool = False


@dataclass(frozen=True)
class Card:
    """A card as a drawing, with a button for each part to choose, top to bottom, or one pick for the whole card."""

    svg: str
    says: str
    buttons: tuple[Button, ...] = ()
    pick: Pick | None = None
    layout: str = "halves"  # halves; calls: parts below a head; wide: a picture instead of a card


@dataclass(frozen=True)
class CardRow:
    """Cards side by side under a title. `folded`: shown on demand."""

    title: str
    cards: tuple[Card, ...]
    note: str = ""
    folded: bool = False


@dataclass(frozen=True)
class Alternative:
    """One of several things to choose from: its part of an order, its drawing, and what it would lead to."""

    order: str
    label: str
    svg: str
    says: str = ""
    chosen: bool = False
    lead: int = 0  # as for a Button


@dataclass(frozen=True)
class Number:
    """A number to type. An empty field leaves it out of the order."""

    label: str
    least: int
    most: int
    value: str = ""


@dataclass(frozen=True)
class OrderPart:
    """A part of an order to choose separately: one of `options`, numbers after the word `lead`, or any of `picks`."""

    title: str
    note: str = ""
    key: str = ""
    class_: str = ""
    options: tuple[Alternative, ...] = ()
    lead: str = ""
    numbers: tuple[Number, ...] = ()
    picks: tuple[Pick, ...] = ()


@dataclass(frozen=True)
class Ask:
    """A question to a seat. People tick `picks` and `extras`, then press one of `buttons`.

    `rows` build an order from parts, and the button `send` orders it. `rows_title` is their heading where buttons offer
    whole orders too. `free` is an example of what can be typed instead, empty if nothing can. `steps` are links that
    build a draft, each with a label and the codes so far.
    """

    question: str
    buttons: tuple[Button, ...] = ()
    picks: tuple[Pick, ...] = ()
    extras: tuple[Pick, ...] = ()
    rows: tuple[OrderPart, ...] = ()
    rows_title: str = ""
    send: Button | None = None
    free: str = ""
    note: str = ""
    steps: tuple[tuple[str, tuple[int, ...]], ...] = ()
    draft: str = ""


@dataclass(frozen=True)
class Side:
    """One side of a scoreboard. `class_` is the CSS class of its colours, `marks` are small drawings."""

    seat: int
    name: str
    class_: str
    points: str
    note: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scoreboard:
    """Two sides with the state of the match between them."""

    sides: tuple[Side, Side]
    headline: str
    note: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ranks:
    """Any number of sides, best first, under a headline that sums up the match."""

    headline: str
    note: str
    sides: tuple[Side, ...]


@dataclass(frozen=True)
class Scene:
    """Everything that a match page shows to one seat.

    `headline` sums up the match in a few words. `board` is the drawing, `rows` the same as a text table. `table` has
    the cards that lie open or face down. `news` is what happened last, `plays` everything that happened, latest first.
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
    hands: tuple[CardRow, ...] = ()
    news: tuple[Line, ...] = ()
    plays: tuple[Line, ...] = ()
    grids: tuple[Grid, ...] = ()
    text: str = ""  # a drawing made of letters, if there is no other


class Page(Protocol):
    """How one game is shown in a browser."""

    says: str  # describes the game in a sentence
    book_opponent: str  # what the front page calls a match against the usual opponent
    reads_plays: bool  # whether scenes read the rows of finished plays; those rows must hold no secrets

    def picture(self) -> str:
        """A drawing for the front page."""

    def scene(
        self, observation: Observation[Any, Any], log: TurnLog, draft: Sequence[int] = (), played: Played = tuple
    ) -> Scene:
        """What a seat or a spectator sees. `log` has the events it may see, `played` gives the rows of plays so far.

        `draft` has the codes that the seat has chosen so far, or the order that it has sealed.
        """

    def is_secret(self, observation: Observation[Any, Any]) -> bool:
        """Whether what this seat sees and chooses now must stay hidden from everybody else."""


def find_page(game: Game[Any, Any]) -> Page:
    """The page of a game. A game without one gets a page that shows everything as text."""
    page: Page = load(kit_of(game).page)
    return page


def why(game: Game[Any, Any], rule: str) -> Why:
    """A rule of this game with its sentence in the current language. `rule` is its id."""
    entry = game.rules.entries.get(rule)
    return Why(rule, _(entry.says) if entry else "")
