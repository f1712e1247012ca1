"""The games that this program knows, by name. Each is imported only when somebody asks for it.

    from breakaway.games import find
    race = find("cycling")

A record's first line says its game, so whoever opens a file (the referee's desk, the terminal, the lab, the command
line) finds the rules of that match here and imports no game itself.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from breakaway.core.game import Game
from breakaway.core.language import say

GAMES = {
    "football": "breakaway.football.game:GAME",
    "fate": "breakaway.fate.game:GAME",
    "cycling": "breakaway.cycling.game:GAME",
}


class NoSuchGame(LookupError):
    """A name that no game has; the message lists those that there are."""


def find(name: str) -> Game[Any, Any]:
    """The game of this name; raises NoSuchGame."""
    if name not in GAMES:
        raise NoSuchGame(say("no game is called {name}; there are: {known}", name=repr(name), known=", ".join(GAMES)))
    module, _, attribute = GAMES[name].partition(":")
    game: Game[Any, Any] = getattr(import_module(module), attribute)
    return game
