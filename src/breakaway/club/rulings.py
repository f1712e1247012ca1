"""An umpire's rulings at a table.

Any player may make a ruling, in words that the game defines, and everybody sees whose ruling it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from breakaway.core.game import Game
from breakaway.core.observation import NotNow, Observation
from breakaway.core.state import copy
from breakaway.players.seated_match import Table
from breakaway.records.entries import RulingEntry
from breakaway.records.match import Match


@dataclass(frozen=True)
class Ruling:
    """A ruling: the game's words for it, the turn after which it was made, and the seat that made it (None if
    the record does not say).
    """

    words: str
    turn: int
    seat: int | None


def rulings_now(observation: Observation[Any, Any]) -> list[str]:
    """The words for all rulings that are possible now, as far as this seat can tell."""
    game = observation.game
    return [words for words, code in game.rulings.items() if _stands(game, observation, code)]


def _stands(game: Game[Any, Any], observation: Observation[Any, Any], code: int) -> bool:
    return game.ruling is not None and game.ruling(copy(observation.view), observation.config, code, []) == 0


def rule(table: Table, seat: int, words: str, turn: int) -> None:
    """Makes an umpire's ruling in the game's own `words`, and notes `seat` as its author. Raises NotNow or Refused.

    `turn` is `Look.turn` of the page where the player made the ruling. Raises NotNow if another turn has been played in
    the meantime.
    """
    match = table.match
    if words not in match.game.rulings:
        raise NotNow(f"unknown ruling {words[:40]!r}")
    if turn != len(match.log):
        raise NotNow("this ruling is too late: another play has begun")
    if table.physical and not match.missing():
        raise NotNow("all choices are in: roll the dice and draw the cards before you make a ruling")
    match.ruling(match.game.rulings[words], by=seat)


def take_ruling_back(table: Table) -> None:
    """Takes back the last ruling. Raises NotNow if anything has happened since that ruling."""
    if not is_last_ruling(table.match):
        raise NotNow("there is no ruling to take back")
    table.match.undo()


def is_last_ruling(match: Match[Any, Any]) -> bool:
    """Whether the match's latest entry is a ruling."""
    return isinstance(match.fold.last, RulingEntry)


def rulings_of(match: Match[Any, Any]) -> list[Ruling]:
    """All rulings that were not taken back, in order."""
    words = {code: each for each, code in match.game.rulings.items()}
    entries = enumerate(each.entry for each in match.fold.standing)
    rulings = [(turn, entry) for turn, entry in entries if isinstance(entry, RulingEntry)]
    return [Ruling(words.get(entry.code, str(entry.code)), turn, entry.by) for turn, entry in rulings]
