"""Dice and cards by name, for people who roll and draw themselves and tap in what came.

The game's words name every outcome; a game may add what stands on a card, so that it is found without counting.
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
    """Something to tap: what came, and what stands on it."""

    k: int
    label: str
    says: str = ""


def outcome_of(observation: Observation[Any, Any], label: str, k: int) -> Outcome:
    """Outcome `k` of the die or card of that label."""
    place = kit_of(observation.game).outcomes
    if place:
        named: Callable[[Observation[Any, Any], str, int], Outcome | None] = load(place)
        found = named(observation, label, k)
        if found is not None:
            return found
    text = observation.game.words.outcome(label, k)  # it may begin with the label, which the page says above
    return Outcome(k, text.removeprefix(_(label)).strip(" :") or text)
