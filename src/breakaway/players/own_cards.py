"""People's own cards and tables at any screen: what they are asked, what they answer, and what is remembered.

A game keeps them (`Kit.own_cards`). The terminal and the pages ask with the same functions and read the same words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from breakaway.core.chance import NeedsCell, NeedsOutcome
from breakaway.core.language import UserError, marked
from breakaway.core.observation import Observation
from breakaway.core.rules import Event
from breakaway.records.match import Match

# --- Who asks and who answers.


NOTHING = marked("nothing was entered")
OTHERWISE = marked(
    "With what you have just entered, the sheets decide otherwise in this turn. It is remembered: go on with the "
    "question."
)
ORDER, OUTCOME = "order", "outcome"  # what an entry can come with
Offers: TypeAlias = Sequence[tuple[str, str]]  # answers to tap: what is typed for each, and what it says


class Asker(Protocol):
    """Where people are asked and told something."""

    def say(self, text: str, style: str = "") -> None:
        """Tells people something. `style`: how a terminal shows it."""

    def ask(self, question: str, offers: Offers = ()) -> str:
        """The answer to a `question`, with `offers` to tap. Raises UserError for an empty answer."""


class Asks(Exception):
    """A question that people have not answered yet, with answers to tap."""

    def __init__(self, question: str, offers: Offers) -> None:
        super().__init__(question)
        self.question, self.offers = question, offers


class Answers:
    """The screen of a page: it already has the first answers. `said` collects what people are told."""

    def __init__(self, answers: Sequence[str] = ()) -> None:
        self.left, self.said = list(answers), list[str]()

    def say(self, text: str, style: str = "") -> None:
        """Keeps what people are told for the page, which has no `style`."""
        self.said.append(text)

    def ask(self, question: str, offers: Offers = ()) -> str:
        """The next answer. Raises Asks with the `question` and its `offers` if the page has none.

        Raises UserError if the answer is empty.
        """
        if not self.left:
            raise Asks(question, offers)
        found = self.left.pop(0).strip()
        if not found:
            raise UserError(NOTHING)
        return found


# --- Where a set is kept.


OWN = "own:"  # the start of a match's place, if its set is in the database of a club
BETWEEN = "\n"  # between the places of two people's sets; nothing follows while the second one has not said which


class Shelf(Protocol):
    """Keeps the files of a set. `name` is the set's name."""

    name: str

    def texts(self) -> dict[str, str]:
        """The texts of its files, by name."""

    def keep(self, texts: Mapping[str, str]) -> None:
        """Replaces its files by these `texts`."""


# --- What a page asks.


@dataclass(frozen=True)
class Tap:
    """An answer to tap: what is typed for it, and what it says. `class_`: its CSS class, such as `run`."""

    typed: str
    label: str
    says: str = ""
    class_: str = ""


@dataclass(frozen=True)
class TapGroup:
    """Answers under a heading.

    `kind`: `chips`, `hits` (a list that the first letters narrow), the faces of a `black` or `white` die, or `more`
    (other things to do, below something new to fill in).
    """

    title: str
    taps: Sequence[Tap]
    kind: str = "chips"


@dataclass(frozen=True)
class SheetPart:
    """A part of something to fill in: taps of which one is pressed or, without taps, a text.

    `other`: the label of a text in place of the taps. `known`: texts to offer for it. `is_tight`: all taps in one row.
    """

    name: str
    label: str
    taps: Sequence[Tap] = ()
    known: Sequence[str] = ()
    other: str = ""
    is_tight: bool = False


@dataclass(frozen=True)
class BlankSheet:
    """Something new to fill in, part by part. `kind` says how `OwnCards.composed` makes a line of it.

    `title`: the tap that opens it, empty if it is open. `note`: what the parts are for. `is_drawn`: whether it is a
    card that `OwnCards.drawn` can draw while it is filled in.
    """

    kind: str
    title: str
    parts: Sequence[SheetPart]
    send: str
    note: str = ""
    is_drawn: bool = False


@dataclass(frozen=True)
class BoxQuestion:
    """What a page asks now. `example`: what people can type in its place."""

    asks: str
    hint: str = ""
    groups: Sequence[TapGroup] = ()
    sheet: BlankSheet | None = None
    picks: Sequence[Tap] = ()  # of which several can be ticked
    extras: Sequence[Tap] = ()  # what can be added to a tapped answer
    example: str = ""
    label: str = ""


@dataclass(frozen=True)
class CardPicture:
    """A card as far as it is known: its title, what stands in the middle, and the parts around it.

    Each part is its name, its value (empty if it is open), and where it stands: `left`, `right`, `kick` or `punt`.
    """

    title: str
    kind: str
    event: str
    parts: Sequence[tuple[str, str, str]]
    says: str


@dataclass(frozen=True)
class EnteredLine:
    """Something that was entered: what it is in words, and its number among the match's entries."""

    n: int
    says: str


# --- What a game remembers.


class Owner(Protocol):
    """The people's own cards and tables in one match: what they read out is remembered, and asked for only once.

    Each method may ask at the owner's screen. `learned` counts what was entered, and `restore` takes entries back.
    """

    learned: int
    screen: Asker

    def chosen(self, label: str, can_be: Callable[[int], bool], sides: int) -> int | None:
        """An outcome that nobody needs to type, because nothing depends on it. None if people type it.

        `label` names the die or card, which has so many `sides`, and `can_be` says which outcomes are possible.
        """

    def outcome(self, observation: Observation[Any, Any], label: str, sides: int, text: str) -> int:
        """The outcome that people typed for the die or card called `label`, with so many `sides`. Raises UserError."""

    def fill(self, needs: NeedsCell, text: str) -> None:
        """Enters what a rule needs to know, as people typed it. Raises UserError."""

    def order(self, seat: int, text: str, quiet: bool = False) -> str:
        """A typed order, with names of cards replaced by the words of the game. Raises UserError.

        `quiet`: whether to say nothing of what it means.
        """

    def may_be_order(self, seat: int, text: str) -> bool:
        """Whether `order` would accept this text without asking anything."""

    def may_be_card(self, text: str) -> bool:
        """Whether this text says anything of a card to draw."""

    def tidy(self, observation: Observation[Any, Any], text: str) -> str:
        """A typed order with its shortcuts spelled out, ready for the game's own reader."""

    def restore(self, learned: int) -> str:
        """Takes back everything that was entered after the first `learned` entries. Says what, or nothing."""

    def played(self) -> None:
        """Called after each turn."""


class PageOwner(Owner, Protocol):
    """What pages ask besides."""

    def step_back(self, typed: int, turn: int, came_with: str) -> str:
        """Takes back the latest entry if it was made in this turn with so many outcomes typed. Says what, or nothing.

        `came_with`: ORDER, OUTCOME, or empty for an entry that was made by itself.
        """

    def choice(self, seat: int) -> BoxQuestion:
        """What to ask a seat that has to choose."""

    def die(self, needs: NeedsOutcome, can_be: Callable[[int], bool]) -> BoxQuestion:
        """What to ask for a die, coin or card (`needs`). `can_be` says which outcomes are possible."""

    def cell(self, needs: NeedsCell) -> BoxQuestion:
        """What to ask for something on people's cards and sheets that a rule needs to know."""

    def said(self, observation: Observation[Any, Any], event: Event, text: str) -> str:
        """The sentence of an event as people with their own cards understand it."""

    def entries(self, seat: int) -> list[EnteredLine]:
        """What was entered lately and this `seat` may read, the latest first."""

    def correct(self, seat: int, n: int, words: str) -> str:
        """Enters the entry `n` again with the right `words`, for this `seat`. Says what it is now. Raises UserError."""

    def shares(self, seat: int) -> list[tuple[str, int, int]]:
        """What of the set is known, as far as this `seat` may know it: what, how many, of how many."""

    def unseen(self, seat: int) -> list[str]:
        """What nobody has entered yet, part by part, as far as this `seat` may know it."""


class OwnCards(Protocol):
    """What a game offers to people who play with their own cards. `usual`: the name of a set if nobody names one."""

    usual: str

    def is_name(self, text: str) -> bool:
        """Whether a set can have this name."""

    def home(self, name: str) -> Shelf:
        """The set of this name in the owner's own folder."""

    def at(self, folder: Path) -> Shelf:
        """The set in a folder."""

    def at_home(self) -> list[str]:
        """The names of the sets in the owner's own folder."""

    def teams(self, texts: Mapping[str, str]) -> list[str]:
        """The teams of a set, given the texts of its files."""

    def composed(self, kind: str, given: Mapping[str, str]) -> str:
        """The line that says what was filled into a `BlankSheet` of this kind (`given`). Raises UserError."""

    def drawn(self, given: Mapping[str, str]) -> CardPicture:
        """The picture of a card of which so much was tapped or typed (`given`). Raises UserError."""

    def pair(self, match: Match[Any, Any], first: Shelf, second: Shelf | None) -> Shelf:
        """Two people's sets at one table. The cards and sheets of the second one's team are on the shelf `second`, and
        everything else on the shelf `first`. None: the second one has not said yet which set.
        """

    def sit(self, match: Match[Any, Any], shelf: Shelf, screen: Asker) -> PageOwner:
        """What remembers the people's cards in a match, with the set on a `shelf`. It asks at a `screen`.

        Raises UserError.
        """

    def put(self, texts: Mapping[str, str], folder: Path) -> None:
        """Writes the files of a set (`texts`) into a folder, from which a match can be set up."""


# --- Lines that say several things.


def dice_and_rest(line: str) -> tuple[list[str], str]:
    """The dice at the beginning of a line, and the rest of it: `5 2 run+1` has two dice, `3a 5` none."""
    dice: list[str] = []
    words = line.replace(",", " , ").split()
    while words and words[0] in ("1", "2", "3", "4", "5", "6", ","):
        dice += [words.pop(0)] if words[0] != "," else []
        words = words[1:] if words and words[0] == "," else words
    return dice, " ".join(words).replace(" ,", ",")


def parted(line: str, is_order: Callable[[str], bool], owner: Owner | None) -> tuple[str, str]:
    """The longest beginning of a line that is an order, and the rest of the line.

    `is_order` says whether a text is an order, and `owner` what may be said of a card to draw.
    """
    words = line.split()
    for n in range(len(words), 0, -1):
        text, rest = " ".join(words[:n]).rstrip(",;"), " ".join(words[n:])
        last = dice_and_rest(rest)[1]
        goes_on = not last or (owner is not None and owner.may_be_card(last))
        if goes_on and is_order(text):
            return text, rest
    return "", line
