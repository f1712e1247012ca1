"""Dice and cards by name, for people who roll and draw themselves and tap in the result.

The game's words name every outcome. A game may add what is printed on a card, so that people find it without counting.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from breakaway.core.language import _
from breakaway.core.observation import Observation
from breakaway.games.registry import kit_of, load


@dataclass(frozen=True)
class Outcome:
    """A result to tap: its number, its name, and what is printed on it."""

    k: int
    label: str
    says: str = ""


def outcome_of(observation: Observation[Any, Any], label: str, k: int) -> Outcome:
    """Outcome `k` of the die or card called `label`."""
    place = kit_of(observation.game).outcomes
    if place:
        named: Callable[[Observation[Any, Any], str, int], Outcome | None] = load(place)
        found = named(observation, label, k)
        if found is not None:
            return found
    text = observation.game.words.outcome(label, k)  # may begin with the label, which the page already shows above
    return Outcome(k, text.removeprefix(_(label)).strip(" :") or text)
