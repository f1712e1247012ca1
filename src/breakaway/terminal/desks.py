"""Finds a game's desk."""

from __future__ import annotations

from typing import Any

from breakaway.core.game import Game
from breakaway.games.manifest import kit_of, load
from breakaway.terminal.desk import Desk, PlainDesk


def find_desk(game: Game[Any, Any]) -> Desk:
    """The desk of a game: its own, or else a plain one."""
    place = kit_of(game).desk
    desk: Desk = load(place) if place else PlainDesk(game)
    return desk
