"""The manifest of a game: where the program finds everything that the game offers.

    KIT = Kit(name="tugs", game="tugs_game.rules:GAME")

A game needs only its rules. Everything else has a plain default that works for any game. A kit refers to objects as
`package.module:name`. An object is imported when it is first used, so a kit costs no time at startup.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from breakaway.core.language import marked


@dataclass(frozen=True)
class Reference:
    """Says where to find a document or a command, and describes it in a sentence."""

    at: str
    says: str


@dataclass(frozen=True)
class CoachReference:
    """Says where to find a coach, what people call it, and what it does.

    - `label`: the name that people see. `hint`: a few words that describe the coach. Label and hint are
      shown together: `Random (any legal choice)`.
    - `says`: one sentence that describes the coach.
    - `at`: where to find the coach. Empty for a coach that the rules themselves provide.
    """

    label: str
    hint: str
    says: str
    at: str = ""


RANDOM = CoachReference(
    marked("Random"),
    marked("any legal choice"),
    marked("Makes any legal choice. All are equally likely."),
    "breakaway.coaches.uniform:uniform",
)
PLAYED, WATCHED = ("play", "odds"), ("watch", "simulate")  # commands


@dataclass(frozen=True)
class Asked:
    """A setting to ask for when a match is set up, besides house rules.

    For example, `teams` is `--teams` on the command line and `teams` in a form.

    - `says`: the text in the command-line help.
    - `label`: the setting's label in a form. If the label is empty, no form asks for the setting.
    - `many`: whether the setting can be given several times.
    - `counts_seats`: whether the setting is a number of seats rather than text.
    - `commands`: the commands that ask for the setting.
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

    `name` is the word that commands, addresses and records use for the game. `rank` is the game's position in lists,
    lowest first.
    """

    name: str
    game: str  # core.game.Game: the rules
    rank: int = 100
    asks: tuple[Asked, ...] = SEATS_AND_NAMES  # the settings to ask for, in a form's order; the config adds house rules
    setup: str = ""  # setting.settings.Setting: how a match is set up; default: number of seats, house rules
    coaches: Mapping[str, CoachReference] = field(default_factory=lambda: {"random": RANDOM})  # called with the game
    rules_play: Mapping[str, CoachReference] = field(default_factory=dict)  # players in the rules, the default first
    favourite: str = "random"  # the coach that plays if none is named
    page: str = "breakaway.display.plain:PAGE"  # display.page.Page: what a browser shows
    chapters: str = ""  # display.chapters.Chapters: tells a match in chapters; default: each turn in sentences
    howto: str = ""  # display.howto.HowTo: how the game is played, on one illustrated page
    turns: str = "breakaway.core.turns:TURNS"  # core.turns.Turns: how the game counts; default: the record's turns
    mail: str = ""  # post.reading.Scribe: how people write orders in emails; default: the game's notation, line by line
    outcomes: str = ""  # names dice and cards for people to tap; default: the game's words
    desk: str = ""  # terminal.desk.Desk: what a terminal shows; default: the view as text
    odds: str = ""  # answers `breakaway odds`
    why_no_odds: str = "nobody has written the code for them yet"
    review: str = ""  # makes the review of a finished match, a display.review.Review
    advice: str = ""  # help while playing: gives suggestions for an observation (display.advice.Advice)
    report: str = ""  # lab.reports.material.OfGame: what a report of simulations adds
    prints: Mapping[str, Reference] = field(default_factory=dict)  # documents, or terminal.printing.TextFile
    commands: Mapping[str, Reference] = field(default_factory=dict)  # typer apps for the command line, by name
