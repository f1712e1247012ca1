"""The manifest of a game: where the program finds each thing that it can do with it.

    KIT = Kit(name="tugs", game="tugs_game.rules:GAME")

Rules are all that a game needs: whatever else is left out is done plainly, for any game alike. A place is written
`package.module:name` and imported when it is first used, so that a kit costs nothing at start-up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from breakaway.core.language import marked

UNIFORM = "breakaway.coaches.uniform:uniform"


@dataclass(frozen=True)
class Place:
    """Where a thing is that people call by a name of its own, and what it is in a sentence."""

    at: str
    says: str


PLAYED, WATCHED = ("play", "odds"), ("watch", "simulate")  # commands


@dataclass(frozen=True)
class Asked:
    """What a match of a game is asked for besides house rules: `teams` is `--teams`, and what a form calls `teams`.

    `says` stands in the command line's help; `label` is what a form calls it, empty: no form asks. `many`: it can be
    given several times. `counts_seats`: it is a number of seats that the game can have; else it is text.
    """

    name: str
    says: str
    label: str = ""
    metavar: str = "TEXT"
    many: bool = False
    counts_seats: bool = False
    commands: tuple[str, ...] = PLAYED + WATCHED


SEATS_AND_NAMES = (
    Asked("teams", "how many seats", marked("Seats"), "NUMBER", counts_seats=True),
    Asked("team", "your name", marked("Your name"), "NAME", many=True, commands=PLAYED),
)


@dataclass(frozen=True)
class Kit:
    """What there is of one game.

    `name` is the word that commands, addresses and records use for it; `rank` orders lists of games, lowest first.
    """

    name: str
    game: str  # core.game.Game: the rules
    rank: int = 100
    asks: tuple[Asked, ...] = SEATS_AND_NAMES  # what a match is asked for, in a form's order; house rules: the config
    setup: str = ""  # setting.settings.Setting: how a match is set up; by itself: so many seats, and house rules
    coaches: Mapping[str, str] = field(default_factory=lambda: {"random": UNIFORM})  # each called with the game
    favourite: str = "random"  # the coach who plays when nobody is named
    page: str = "breakaway.display.plain:PAGE"  # display.page.Page: what a browser shows
    outcomes: str = ""  # names dice and cards that people tap in; else the game's words do
    desk: str = ""  # terminal.desk.Desk: what a terminal shows; by itself: the view as text
    odds: str = ""  # answers `breakaway odds`
    why_no_odds: str = "nobody has written them yet"
    report: str = ""  # lab.reports.material.OfGame: what a report of simulations adds
    prints: Mapping[str, Place] = field(default_factory=dict)  # documents, or terminal.printing.TextFile
    commands: Mapping[str, Place] = field(default_factory=dict)  # typer apps that the command line gets, by name
