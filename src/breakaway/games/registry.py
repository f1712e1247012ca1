"""All games that this program can play, by name. Each game is imported only when it is needed.

    from breakaway.games.registry import find
    race = find("cycling")

A game is a folder with a `kit.py`. The folder is beside this file, or anywhere else if an entry point in the group
`breakaway.games` names its kit (docs/adding-a-game.md). A record's first line names its game. Code that opens a record
can therefore find the match's rules with `find`; it needs no import statement for the game.
"""

from __future__ import annotations

import copyreg
import sys
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from breakaway.core.game import Game
from breakaway.core.language import say
from breakaway.core.observation import Observation
from breakaway.core.trouble import Trouble
from breakaway.core.turns import Turns
from breakaway.games.kit import Kit

GROUP = "breakaway.games"


class NoSuchGame(LookupError):
    """No game has this name. The message lists the known names."""


class _Kits(Mapping[str, Kit]):
    """All kits, by the name of their game. They are found on first use."""

    @cached_property
    def places(self) -> dict[str, tuple[Kit, Path]]:
        """Each kit with its folder, by the name of its game."""
        here = Path(__file__).parent
        found = [_kit(f"{__package__}.{each.name}.kit:KIT") for each in iter_modules([str(here)]) if each.ispkg]
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
    module, _, attribute = place.partition(":")
    found = import_module(module)
    kit: Kit = getattr(found, attribute or "KIT")
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
    """The game that was pickled by name. Raises NoSuchGame, or Trouble if this program does not know its edition."""
    game = find(name)
    for each in (game, *game.earlier):
        if each.edition == edition:
            return each
    raise Trouble(
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
