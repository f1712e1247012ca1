"""The manifest of a game: where the program finds everything that the game offers.

    KIT = Kit(name="tugs", game="tugs_game.rules:GAME")

A game needs only its rules. For everything else there is a plain default that works for any game. A place is written
`package.module:name` and imported when it is first used, so that a kit costs nothing at start-up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from breakaway.core.language import marked

UNIFORM = "breakaway.coaches.uniform:uniform"


@dataclass(frozen=True)
class Reference:
    """Where to find a document or a command, and what it is in a sentence."""

    at: str
    says: str


PLAYED, WATCHED = ("play", "odds"), ("watch", "simulate")  # commands


@dataclass(frozen=True)
class Asked:
    """One thing to ask for when a match is set up, besides house rules: `teams` is `--teams`, and `teams` in a form.

    - `says`: the text in the command line's help.
    - `label`: what a form calls it. Empty: no form asks for it.
    - `many`: whether it can be given several times.
    - `counts_seats`: whether it is a number of seats that the game can have. If not, it is text.
    - `commands`: the commands that ask for it.
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
    """Everything that one game offers.

    `name` is the word that commands, addresses and records use for it. `rank` orders lists of games, lowest first.
    """

    name: str
    game: str  # core.game.Game: the rules
    rank: int = 100
    asks: tuple[Asked, ...] = SEATS_AND_NAMES  # what to ask for a match, in a form's order; the config adds house rules
    setup: str = ""  # setting.settings.Setting: how a match is set up; default: number of seats, house rules
    coaches: Mapping[str, str] = field(default_factory=lambda: {"random": UNIFORM})  # each called with the game
    favourite: str = "random"  # the coach that plays when none is named
    page: str = "breakaway.display.plain:PAGE"  # display.page.Page: what a browser shows
    outcomes: str = ""  # names dice and cards for people to tap; default: the game's words
    desk: str = ""  # terminal.desk.Desk: what a terminal shows; default: the view as text
    odds: str = ""  # answers `breakaway odds`
    why_no_odds: str = "nobody has written the code for them yet"
    report: str = ""  # lab.reports.material.OfGame: what a report of simulations adds
    prints: Mapping[str, Reference] = field(default_factory=dict)  # documents, or terminal.printing.TextFile
    commands: Mapping[str, Reference] = field(default_factory=dict)  # typer apps for the command line, by name
