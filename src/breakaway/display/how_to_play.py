"""How a game is played, on one illustrated page: sections of text with drawings of positions from a real match.

A game's kit names its `HowTo` (`howto`): the file with the text and the match, and the drawings that can be made of a
position. The file lists the orders of its match as people type them, and the outcomes of chance in the form that
records use. So every drawing shows a position that the rules themselves have produced, drawn as on a match page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from gettext import NullTranslations
from pathlib import Path
from typing import Any, TypeAlias
from xml.sax.saxutils import escape

from pydantic import Field

from breakaway.core import language
from breakaway.core.data_files import BadData, Strict, checked, place, read_toml
from breakaway.core.game import Game
from breakaway.core.language import Names, _
from breakaway.core.observation import Observation
from breakaway.core.rules import SPECTATOR, Event
from breakaway.display import svg
from breakaway.display.document import Why
from breakaway.display.match_page import why
from breakaway.games.manifest import find, kit_of, load
from breakaway.players.seated_match import HUMAN, Table
from breakaway.players.settings import find_setting, make_start, requested
from breakaway.records.match import Match
from breakaway.records.record_file import Memory

KEPT = 40  # how many pages of drawn sections are kept: a few games in a few languages


@dataclass(frozen=True)
class ReachedPosition:
    """A position of the match after some turns, as one seat sees it, and the events of all turns so far."""

    observation: Observation[Any, Any]
    log: Sequence[Sequence[Event]]

    def events(self) -> list[Event]:
        """All events so far that this seat may see, oldest first."""
        return self.observation.told([event for turn in self.log for event in turn])


Drawing: TypeAlias = Callable[
    [ReachedPosition, Sequence[str]], str
]  # makes markup from a position and what the file says to `show`


@dataclass(frozen=True)
class HowTo:
    """The file of a game's how-to-play page, and the page's drawings by the names that the file uses."""

    file: Path
    drawings: Mapping[str, Drawing]


class MatchTurn(Strict):
    """One turn of the match: orders by seat, counted from 1, and the outcomes of its dice and cards."""

    orders: dict[str, str] = Field(default_factory=dict)
    chance: list[int] = Field(default_factory=list)


class PictureFile(Strict):
    """A drawing of the position after some turns, with its caption (`text`) and a description in words (`label`)."""

    draw: str
    after: int = Field(default=0, ge=0)
    seat: int = Field(default=0, ge=0)  # the seat that looks, counted from 1; 0 is a spectator
    show: list[str] = Field(default_factory=list)
    label: str = Field(min_length=1)
    text: str = Field(min_length=1)


class SectionFile(Strict):
    """One section: paragraphs, bullet points, drawings, and the rules that it covers."""

    id: str = Field(pattern=r"[a-z][a-z-]*")
    title: str = Field(min_length=1)
    text: list[str] = Field(min_length=1)
    points: list[str] = Field(default_factory=list)
    rules: list[str] = Field(min_length=1)
    pictures: list[PictureFile] = Field(default_factory=list)


class HowToFile(Strict):
    """The whole page: a sentence about the game, the match that the drawings show, and the sections."""

    says: str = Field(min_length=1)
    match: dict[str, Any]  # the fields of a request
    turns: list[MatchTurn]
    sections: list[SectionFile] = Field(min_length=1)


@dataclass(frozen=True)
class Picture:
    """One drawing: its markup, a description in words, and its caption."""

    markup: str
    label: str
    text: str


@dataclass(frozen=True)
class HowToSection:
    """One section of the page in the reader's language."""

    id: str
    title: str
    text: tuple[str, ...]
    points: tuple[str, ...]
    pictures: tuple[Picture, ...]
    whys: tuple[Why, ...]


@dataclass(frozen=True)
class Guide:
    """The whole page in the reader's language."""

    says: str
    sections: tuple[HowToSection, ...]


def guide(game: Game[Any, Any]) -> Guide | None:
    """The page about a game in the current language, or None if the game has no such page. Raises BadData."""
    at = kit_of(game).howto
    return _guide(game.name, at, language.catalog(language.language())) if at else None


@lru_cache(KEPT)
def _guide(name: str, at: str, catalog: NullTranslations) -> Guide:
    """The page made from the `HowTo` that `at` names.

    `catalog` belongs to the current language, so that the cache keeps a page for each language.
    """
    game, made = find(name), load(at)
    page = read(made.file)
    return Guide(_(page.says), tuple(_section(game, made, page, each) for each in page.sections))


@cache
def read(path: Path) -> HowToFile:
    """Reads the file of a page. Raises BadData naming the file and every wrong field."""
    return checked(HowToFile, read_toml(path), str(path))


def _section(game: Game[Any, Any], made: HowTo, page: HowToFile, each: SectionFile) -> HowToSection:
    for rule in each.rules:
        if rule not in game.rules.entries:
            raise BadData(f"{made.file}: {place('sections', each.id, 'rules')}: {game.title} has no rule {rule!r}")
    return HowToSection(
        each.id,
        _(each.title),
        tuple(_(text) for text in each.text),
        tuple(_(text) for text in each.points),
        tuple(_picture(game, made, page, picture) for picture in each.pictures),
        tuple(why(game, rule) for rule in each.rules),
    )


def _picture(game: Game[Any, Any], made: HowTo, page: HowToFile, each: PictureFile) -> Picture:
    if each.draw not in made.drawings or each.after > len(page.turns):
        wrong = f"unknown drawing {each.draw!r}" if each.draw not in made.drawings else f"no turn {each.after}"
        known = ", ".join(sorted(made.drawings))
        raise BadData(f"{made.file}: {wrong}; known drawings: {known}; turns in the match: {len(page.turns)}")
    whole, log = played(game.name, made.file)[each.after]
    seat = each.seat - 1 if each.seat else SPECTATOR
    position = ReachedPosition(Observation(game, whole.state, whole.config, seat, whole.names), log)
    with language.read_by(language.ALL_SIDES):  # all readers share the page
        return Picture(made.drawings[each.draw](position, each.show), _(each.label), _(each.text))


@dataclass(frozen=True)
class Whole:
    """A complete state of the match, with its config and names."""

    state: Any
    config: Any
    names: Names


@cache
def played(name: str, file: Path) -> tuple[tuple[Whole, tuple[tuple[Event, ...], ...]], ...]:
    """The match behind a page: its state and log before the first turn and after each turn.

    Raises BadOrder, Refused, NeedsOutcome or BadOutcome if the file does not fit the rules.
    """
    page, game = read(file), find(name)
    request = requested(name, physical=True, **page.match)  # chance comes from the file, not from a secret
    seats = len(find_setting(game).players(request, None))
    match: Match[Any, Any] = Match.new(game, make_start(request, [HUMAN] * seats), Memory())
    table = Table(game, match)
    found = [(Whole(match.state, match.config, match.names), tuple[tuple[Event, ...], ...]())]
    for turn in page.turns:
        for seat, text in turn.orders.items():
            order, partial = match.observation(int(seat) - 1).read(text)
            match.choose(int(seat) - 1, order, partial)
        events = tuple(table.play_turn(turn.chance))
        found.append((Whole(match.state, match.config, match.names), (*found[-1][1], events)))
    return tuple(found)


# --- help for drawings


def cut(drawing: str, x: float, y: float, width: float, height: float) -> str:
    """The part of a drawing that begins at x and y and has this width and height, in the drawing's own units.

    `drawing` is one SVG element.
    """
    box = " ".join(svg.number(each) for each in (x, y, width, height))
    return re.sub(r'viewBox="[^"]*"', f'viewBox="{box}"', drawing, count=1)


def row(parts: Iterable[str], kind: str) -> str:
    """Parts side by side, as markup. Their CSS class is `how-` followed by `kind`."""
    return svg.element("div", *parts, class_=f"how-row how-{kind}")


def signed_row(parts: Iterable[str]) -> str:
    """Drawings side by side. Each of the `parts` that is not markup becomes a sign between drawings, such as a plus."""
    signs = (each if each.startswith("<") else svg.element("span", escape(each), class_="how-sign") for each in parts)
    return row(signs, "cards")
