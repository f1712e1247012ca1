"""How a game counts its turns: one numbering for emails, orders, calendars, reports and lists.

A game's kit names its `Turns`. Other games count every turn of the record, from 1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Protocol

from breakaway.core.language import say
from breakaway.core.observation import Observation

NAMED = re.compile(r"(?<!\w)(?:turn|zug)\s*([0-9]{1,6})(?!\w)", re.IGNORECASE)


@dataclass(frozen=True)
class NamedTurn:
    """A turn by its number. Without a `stage`, the current stage is meant. In the race, turn 0 is the line-ups."""

    stage: int | None
    turn: int


class Turns(Protocol):
    """How a game counts."""

    def now(self, observation: Observation[Any, Any], played: int) -> NamedTurn:
        """The open turn after `played` turns of the record or, after the end, the last one."""

    def last(self, observation: Observation[Any, Any], played: int, ago: int = 0) -> NamedTurn | None:
        """The last of the `played` turns, or the one `ago` turns before it. Below 0, `ago` looks ahead.

        None if there is no such turn, or if the position does not tell.
        """

    def text(self, observation: Observation[Any, Any], turn: NamedTurn) -> str:
        """A turn in words: `turn 9`. It can stand in any sentence, before a colon or after a comma."""

    def named(self, text: str) -> NamedTurn | None:
        """The turn that a text, such as an email's subject, names in any language of ours; the last if several."""


class PlainTurns:
    """Counts the turns of the record."""

    def now(self, observation: Observation[Any, Any], played: int) -> NamedTurn:
        """The next turn of the record."""
        return NamedTurn(None, played + 1)

    def last(self, observation: Observation[Any, Any], played: int, ago: int = 0) -> NamedTurn | None:
        """The last turn of the record, or an earlier or later one."""
        return NamedTurn(None, played - ago) if played > ago else None

    def text(self, observation: Observation[Any, Any], turn: NamedTurn) -> str:
        """The turn's number: `turn 9`."""
        return say("turn {turn}", turn=turn.turn)

    def named(self, text: str) -> NamedTurn | None:
        """The last turn that the text names."""
        found = NAMED.findall(text)
        return NamedTurn(None, int(found[-1])) if found else None


TURNS = PlainTurns()
