"""`breakaway odds GAME`: which games have odds to work out, and where."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeAlias

from breakaway.core.data import BadData
from breakaway.core.game import Names
from breakaway.games import find

Made: TypeAlias = Callable[[], tuple[Any, Names]]  # the book and the names, once they are needed

# game -> module and function (made, typed options, equilibrium, as_json) -> what is printed
ODDS = {"football": "breakaway.lab.football.answer:answer", "fate": "breakaway.lab.fate_odds:answer"}
WHY_NOT = {
    "cycling": "nothing in it falls by chance: a rider's new card follows from where the riders stand when all have "
    "moved (BA-6.5, BA-6.9), and only the other teams' cards are unknown"
}


def answer(game: str, made: Made, typed: dict[str, Any], equilibrium: bool, as_json: bool) -> str:
    """The odds that were asked for, as text or JSON; raises BadData or NoSuchGame."""
    title = find(game).title
    if game not in ODDS:
        why = WHY_NOT.get(game, "nobody has written them yet")
        raise BadData(f"{title} has no odds to work out: {why}; odds are there for: {', '.join(ODDS)}")
    module, _, name = ODDS[game].partition(":")
    text: str = getattr(import_module(module), name)(made, typed, equilibrium, as_json)
    return text
