"""What a game gives the program (its `KIT`), and the list of all games."""

from __future__ import annotations

import copyreg
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from breakaway.core.game import Game
from breakaway.core.language import UserError, marked, say
from breakaway.core.observation import Observation, Turns

# --- The manifest of a game: where the program finds everything that the game offers.
#
#     KIT = Kit(name="tugs", game="tugs_game.rules:GAME")
#
# A game needs only its rules. Everything else has a plain default that works for any game. A kit refers to objects as
# `package.module:name`. An object is imported when it is first used, so a kit costs no time at startup.


@dataclass(frozen=True)
class Reference:
    """Says where to find a document or a command, and describes it in a sentence."""

    at: str
    says: str


@dataclass(frozen=True)
class Sheet:
    """Something that can be printed: where its pages are made, and what it is.

    - `label`: its name on the page *Print*. `says`: what it is, in a few words.
    - `gathers`: whether it only gathers other sheets, so that `all` leaves it out.
    """

    at: str
    label: str
    says: str
    gathers: bool = False


@dataclass(frozen=True)
class CoachReference:
    """Says where to find a coach, what people call it, and what it does.

    - `label`: the name that people see. `hint`: a few words that describe the coach. Label and hint are
      shown together: `Random (any legal choice)`.
    - `says`: one sentence that describes the coach.
    - `at`: where to find the coach. Empty for a coach that the rules themselves provide.
    - `plain`: whether the coach needs plain Python, so that the lab cannot compile it.
    """

    label: str
    hint: str
    says: str
    at: str = ""
    plain: bool = False


RANDOM = CoachReference(
    marked("Random"),
    marked("any legal choice"),
    marked("Makes any legal choice. All are equally likely."),
    "breakaway.players.coaches:uniform",
)
# The levels of every game, weakest first: the name to type, the name that people see, a few words and a sentence. The
# strongest coach of the game stands above them.
LEVELS = (
    CoachReference(
        marked("Newcomer"),
        marked("a first match"),
        marked("Has just read the rules: often misjudges its choices, and forgets much of what it may do."),
        "newcomer",
    ),
    CoachReference(
        marked("Beginner"),
        marked("a few matches played"),
        marked("Knows what its choices do, misjudges many of them, and forgets some of what it may do."),
        "beginner",
    ),
    CoachReference(
        marked("Improver"),
        marked("a beginner no more"),
        marked("Judges its choices better, and seldom forgets what it may do."),
        "improver",
    ),
    CoachReference(
        marked("Club player"),
        marked("plays now and then"),
        marked("Uses everything that the rules offer, and misjudges many choices."),
        "club",
    ),
    CoachReference(
        marked("League player"),
        marked("plays every week"),
        marked("Uses everything that the rules offer, and misjudges some choices."),
        "league",
    ),
    CoachReference(
        marked("Strong player"),
        marked("rarely mistaken"),
        marked("Judges nearly all choices rightly."),
        "strong",
    ),
    CoachReference(
        marked("Master"),
        marked("hard to outguess"),
        marked("Judges its choices rightly, and often works out what you may do."),
        "master",
    ),
)


def levels_in(module: str, **elsewhere: str) -> dict[str, CoachReference]:
    """The levels of a game, by name: functions of a `module`, except those that stand `elsewhere`."""
    return {each.at: replace(each, at=elsewhere.get(each.at, f"{module}:{each.at}")) for each in LEVELS}


CHAMPION = marked("Champion")  # what the strongest coach of every game is called, which is its last level


PLAYED, WATCHED = ("play", "odds"), ("watch", "simulate")  # commands


TABLE, RULES = -1, -2  # what a setting can be about, besides a seat: who plays, and by which rules


@dataclass(frozen=True)
class Asked:
    """A setting to ask for when a match is set up, besides house rules.

    For example, `teams` is `--teams` on the command line and `teams` in a form.

    - `says`: the text in the command-line help.
    - `label`: the setting's label in a form. If the label is empty, no form asks for the setting.
    - `many`: whether the setting can be given several times.
    - `counts_seats`: whether the setting is a number of seats rather than text.
    - `commands`: the commands that ask for the setting.
    - `seat`: the seat that the setting is about, or else TABLE or RULES. A form shows it there.
    """

    name: str
    says: str
    label: str = ""
    metavar: str = "TEXT"
    many: bool = False
    counts_seats: bool = False
    commands: tuple[str, ...] = PLAYED + WATCHED
    seat: int = TABLE


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
    setup: str = ""  # players.settings.Setting: how a match is set up; default: number of seats, house rules
    coaches: Mapping[str, CoachReference] = field(default_factory=lambda: {"random": RANDOM})  # called with the game
    rules_play: Mapping[str, CoachReference] = field(default_factory=dict)  # players in the rules, the default first
    levels: tuple[str, ...] = ()  # coaches that people choose by how strong they are, weakest first
    favourite: str = "random"  # the coach that plays if none is named
    page: str = "breakaway.display.match_page:PAGE"  # display.match_page.Page: what a browser shows
    chapters: str = ""  # display.reports.Chapters: tells a match in chapters; default: each turn in sentences
    howto: str = ""  # display.how_to_play.HowTo: how the game is played, on one illustrated page
    turns: str = "breakaway.core.observation:TURNS"  # how the game counts; default: the record's turns
    mail: str = ""  # mail.orders.Scribe: how people write orders in emails; default: the game's notation, line by line
    own_cards: str = ""  # players.own_cards.OwnCards: remembers people's own cards and tables, in a set
    staff: str = ""  # players.staff.Staff: two people who share a side; default: a seat has one player
    own_forms: str = ""  # players.set_forms.SetForms: pages on which people type in a whole set
    outcomes: str = ""  # names dice and cards for people to tap; default: the game's words
    desk: str = ""  # terminal.desk.Desk: what a terminal shows; default: the view as text
    odds: str = ""  # answers `breakaway odds`
    why_no_odds: str = "nobody has written the code for them yet"
    review: str = ""  # makes the review of a finished match, a display.review.Review
    evaluation: str = ""  # players.evaluation.Evaluation: what each call is worth, for an observation
    evaluations: str = ""  # the same for many observations, and for the states of a vector environment; compiled
    advice: str = ""  # help while playing: gives suggestions for an observation (display.review.Advice)
    report: str = ""  # lab.report.GameReport: what a report of simulations adds
    colors: str = "breakaway.display.gridiron:colors_of"  # the CSS classes of teams in their colors, from their names
    season: str = ""  # seasons.carried.CarriesOver: what matches of a season leave behind for later ones
    prints: Mapping[str, Reference] = field(default_factory=dict)  # documents, or terminal.replay.TextFile
    sheets: Mapping[str, Sheet] = field(default_factory=dict)  # what can be printed and cut, by name; display.printing
    sheet_choices: str = ""  # what can be chosen for sheets: a function that returns display.printing.SheetChoices
    commands: Mapping[str, Reference] = field(default_factory=dict)  # typer apps for the command line, by name


# --- All games that this program can play, by name. Each game is imported only when it is needed.
#
#     from breakaway.games.manifest import find
#     race = find("cycling")
#
# A game is a folder whose `__init__.py` has its kit. The folder is beside this file, or anywhere else if an entry point
# in the group `breakaway.games` names its kit (docs/adding-a-game.md). A record's first line names its game. Code that
# opens a record can therefore find the match's rules with `find`; it needs no import statement for the game.


GROUP = "breakaway.games"


class NoSuchGame(LookupError):
    """No game has this name. The message lists the known names."""


class _Kits(Mapping[str, Kit]):
    """All kits, by the name of their game. They are found on first use."""

    @cached_property
    def places(self) -> dict[str, tuple[Kit, Path]]:
        """Each kit with its folder, by the name of its game."""
        here = Path(__file__).parent
        found = [_kit(f"{__package__}.{each.name}:KIT") for each in iter_modules([str(here)]) if each.ispkg]
        for each in entry_points(group=GROUP):
            try:
                found.append(_kit(each.value))
            except Exception as error:  # if another package fails, the other games still work
                print(f"breakaway: the game {each.name!r} ({each.value}) cannot be loaded: {error}", file=sys.stderr)
        found.sort(key=lambda each: (each[0].rank, each[0].name))
        return {kit.name: (kit, folder) for kit, folder in reversed(found)}

    def __getitem__(self, name: str) -> Kit:
        return self.places[name][0]

    def __iter__(self) -> Iterator[str]:
        return reversed(self.places)

    def __len__(self) -> int:
        return len(self.places)

    def folder(self, name: str) -> Path:
        """The folder of a game."""
        return self.places[name][1]


def _kit(place: str) -> tuple[Kit, Path]:
    """A kit and its game's folder. A game of an installation without the lab has no reviews and no advice."""
    module, _, attribute = place.partition(":")
    found = import_module(module)
    kit: Kit = getattr(found, attribute or "KIT")
    if kit.review.startswith("breakaway.games.") and find_spec("breakaway.lab") is None:
        kit = replace(kit, review="", advice="")
    return kit, Path(found.__file__ or "").parent


GAMES = _Kits()


def find(name: str) -> Game[Any, Any]:
    """The game called `name`. Raises NoSuchGame."""
    if name not in GAMES:
        raise NoSuchGame(say("unknown game {name}; known: {known}", name=repr(name), known=", ".join(GAMES)))
    game: Game[Any, Any] = load(GAMES[name].game)
    return game


def _by_name(game: Game[Any, Any]) -> Any:
    """How a game is pickled and copied: by its name and edition, so that it comes out as the same object.

    A game that is not registered is pickled field by field, which works if all its functions have names.
    """
    if game.name in GAMES and any(each is game for each in (find(game.name), *find(game.name).earlier)):
        return _named, (game.name, game.edition)
    return object.__reduce_ex__(game, 2)


def _named(name: str, edition: str) -> Game[Any, Any]:
    """The game that was pickled by name. Raises NoSuchGame, or UserError if this program does not know its edition."""
    game = find(name)
    for each in (game, *game.earlier):
        if each.edition == edition:
            return each
    raise UserError(
        say(
            "this was pickled under edition {then} of the rules of {game}; this program uses edition {now}",
            then=edition,
            game=game.title,
            now=game.edition,
        )
    )


copyreg.pickle(Game, _by_name)


def kit_of(game: Game[Any, Any]) -> Kit:
    """The kit of a game. A game that is not registered gets a kit with only defaults."""
    return GAMES.get(game.name) or Kit(game.name, game="")


def turns_of(game: Game[Any, Any]) -> Turns:
    """How a game counts its turns."""
    found: Turns = load(kit_of(game).turns)
    return found


def open_turn(observation: Observation[Any, Any], played: int) -> str:
    """The open turn of a match in words, as all that names it does: `turn 9`. `played` counts the record's turns."""
    turns = turns_of(observation.game)
    return turns.text(observation, turns.now(observation, played))


@cache
def load(place: str) -> Any:
    """Imports the object that a kit names. `place` has the form `package.module:name`."""
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)
