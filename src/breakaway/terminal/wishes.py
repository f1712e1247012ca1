"""A game and its desk, for what was asked for on the command line."""

from __future__ import annotations

from typing import Any

from breakaway.core.game import Game
from breakaway.games.registry import find
from breakaway.setting.start import make_start as make_start
from breakaway.setting.wishes import Wishes as Wishes
from breakaway.terminal.desk import Desk
from breakaway.terminal.desks import find_desk


def opened(wishes: Wishes) -> tuple[Game[Any, Any], Desk]:
    """The game and its desk; raises NoSuchGame."""
    game = find(wishes.game)
    return game, find_desk(game)
