"""Finds the code that works out the odds of a game, for `breakaway odds GAME`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from breakaway.core.data_files import BadData
from breakaway.core.game import Names
from breakaway.display.document import Part
from breakaway.games.manifest import GAMES, find, kit_of, load

Made: TypeAlias = Callable[[], tuple[Any, Names]]  # makes the config and the names when needed
Answer: TypeAlias = Sequence[Part] | dict[str, Any]  # what to show, or data for other programs


def answer(game: str, made: Made, typed: dict[str, Any], equilibrium: bool, as_json: bool) -> Answer:
    """The odds of a game as parts of a document, or as data if `as_json` is set. Raises BadData or NoSuchGame.

    `made` makes the config and names of the requested match. `typed` contains the options of the command, and
    `equilibrium` says whether to find the equilibrium, too.
    """
    found = find(game)
    kit = kit_of(found)
    if not kit.odds:
        there = ", ".join(name for name, each in GAMES.items() if each.odds)
        raise BadData(f"no odds can be worked out for {found.title}: {kit.why_no_odds}; games with odds: {there}")
    odds: Answer = load(kit.odds)(made, typed, equilibrium, as_json)  # the game's own `answer` reads what it needs
    return odds
