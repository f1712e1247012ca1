"""Forms for whole sets of people's own cards: pages of fields that are checked by the readers of the files.

A game offers them (`OwnCards.forms`). A page knows nothing of cards: it shows fields, pictures and what is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from breakaway.players.own_cards import CardPicture, Offers
from breakaway.players.set_folders import Shelves

LONGEST_ENTRY = 120  # characters of a field
LONGEST_AREA = 2000  # characters of a field with several lines


@dataclass(frozen=True)
class FacePicture:
    """A card or a row of a sheet as it is entered: its title, its lines (each with a CSS class), and all in words."""

    title: str
    lines: Sequence[tuple[str, str]]
    says: str


@dataclass(frozen=True)
class DrawnPicture:
    """What is entered as a drawing of the game's: its SVG, and all in words."""

    svg: str
    says: str


Picture: TypeAlias = CardPicture | FacePicture | DrawnPicture | None


@dataclass(frozen=True)
class SetField:
    """A field of a form.

    `choices`: what can be chosen, if nobody types it. `known`: the list of words that it offers (`SetForm.lists`).
    `example`: what could be typed. `is_long`: whether it has several lines. `fault`: what is wrong with its value.
    """

    name: str
    label: str
    value: str = ""
    choices: Offers = ()
    known: str = ""
    example: str = ""
    is_long: bool = False
    fault: str = ""


@dataclass(frozen=True)
class FieldGroup:
    """Fields that belong together, such as those of one card, with a picture of what was entered and a `note`."""

    title: str
    fields: Sequence[SetField]
    drawn: Picture = None
    note: str = ""


@dataclass(frozen=True)
class SetPart:
    """A page of the form for a set: its name in addresses, its title, and how much of it is known, of how much."""

    name: str
    title: str
    known: int
    most: int


@dataclass(frozen=True)
class SetForm:
    """One page of the form for a set.

    `lists`: words that fields offer while somebody types. `templates`: teams of ours that could fill in what is open.
    """

    part: SetPart
    note: str
    groups: Sequence[FieldGroup]
    lists: Mapping[str, Sequence[str]]
    templates: Offers = ()


@dataclass(frozen=True)
class FilledForm:
    """What came of a page that somebody filled in.

    `form`: the page with its pictures, and with each mistake at its field. `texts`: the files of the set, if there was
    none. `fault`: what is wrong with the page as a whole. `wrong`: the name of each field with a mistake, its group and
    label, and the mistake.
    """

    form: SetForm
    texts: dict[str, str] | None = None
    fault: str = ""
    wrong: Sequence[tuple[str, str, str]] = ()


@dataclass(frozen=True)
class SetWords:
    """What people read about the sets of a game. A set has several parts, such as teams or tracks.

    - `of`: what a set is, in the list of games: `Football: cards`. `empty` and `ours`: what a new one can start from.
    - `files`: which files it has, for people who bring others. `used`: which command uses the files, and how.
    - `more`, `called` and `add`: the heading, the field and the button of a form for one more part. `blank` and
      `copy`: what it can start from; `copy` has the `name` of ours in it.
    - `out`, `gone` and `take`: the heading, a sentence and the button for a part that is taken out.
    - `known`: what was saved: `known` of `most`. `fills`: whether a page can fill in what is open with our cards.
    """

    of: str
    empty: str
    ours: str
    files: str
    used: str
    more: str
    called: str
    add: str
    blank: str
    copy: str
    out: str
    gone: str
    take: str
    known: str
    fills: bool = True


class SetForms(Protocol):
    """What a game offers to people who type in their whole box. `texts` are always the files of a set, by name.

    `shelves`: where sets are kept. `words`: what people read about them. `asks`: the question of the form for a new
    table that files of sets can answer (`choices`); empty if none does.
    """

    shelves: Shelves
    words: SetWords
    asks: str

    def choices(self, sets: Mapping[str, Mapping[str, str]]) -> Offers:
        """The answers to the question `asks` out of somebody's `sets` (the files of each, by its name), and their
        labels. An answer names one or more files with commas between them: `hills/pass` is `pass.toml` of the set
        `hills`. A file with a mistake is left out.
        """

    def parts(self, texts: Mapping[str, str]) -> list[SetPart]:
        """The pages of the form for the set with these `texts`, in order. Raises BadData."""

    def form(self, texts: Mapping[str, str], part: str) -> SetForm:
        """The page called `part`, with what is known of the set with these `texts`. Raises BadData, or NoSuchPart."""

    def filled(self, texts: Mapping[str, str], part: str, given: Mapping[str, str], in_play: bool) -> FilledForm:
        """What comes of the page called `part` of a set (`texts`) if its fields are `given`. Nothing is kept.

        `in_play`: whether a match with this set is open, in which each card keeps its place. Raises BadData, or
        NoSuchPart.
        """

    def group(self, texts: Mapping[str, str], part: str, given: Mapping[str, str], at: int) -> FieldGroup:
        """The group at the place `at` of the page called `part`, as it is filled in so far (`given`), in the set with
        these `texts`.

        Raises BadData, or NoSuchPart.
        """

    def with_ours(self, texts: Mapping[str, str], part: str, template: str) -> dict[str, str]:
        """The files (`texts`) with our own cards in place of what is unknown on the page called `part`.

        `template`: the team of ours whose cards and sheets are taken. Raises BadData, NoSuchPart or UserError.
        """

    def templates(self) -> Offers:
        """Our teams, from whose cards and sheets a team can start: id and name."""

    def with_team(self, texts: Mapping[str, str], name: str, template: str) -> tuple[dict[str, str], str]:
        """The files (`texts`) with one more team of this `name`, and the page for its cards.

        `template`: the team of ours that it starts from, or empty. Raises BadData or UserError.
        """

    def without_team(self, texts: Mapping[str, str], part: str) -> dict[str, str]:
        """The files (`texts`) without the team that the page called `part` is about. Raises BadData, or NoSuchPart."""

    def teams(self, texts: Mapping[str, str]) -> Offers:
        """The teams of the set with these `texts`: id and name. Raises BadData."""

    def new(self, template: str) -> dict[str, str]:
        """The files of a new set: empty, or with our Game Day cards and charts if the `template` is `ours`."""

    def checked(self, texts: Mapping[str, str]) -> None:
        """Checks files (`texts`) from elsewhere. Raises BadData that names each mistake with its file and field."""


class NoSuchPart(Exception):
    """The set has no page of this name."""
