"""Help during play: what a coach would do, judged only from what the seat may see.

A game's `kit.advice` names a function that gives suggestions for an observation. A game without such a function gives
no suggestions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from breakaway.core.chance import sampled
from breakaway.core.observation import Observation
from breakaway.core.state import copy
from breakaway.games.manifest import kit_of, load

BEST = 3  # suggestions
SEED = 17  # fills in what the seat cannot see, always in the same way


@dataclass(frozen=True)
class Suggestion:
    """A choice that a coach suggests: as typed and in words, with its chance of winning in millionths.

    `reason` says why the coach suggests it, in the words of the game.
    """

    order: str
    what: str
    chance: int
    reason: str


Advice: TypeAlias = Callable[[Observation[Any, Any]], list[Suggestion]]


def advice(observation: Observation[Any, Any]) -> list[Suggestion]:
    """The best choices of a seat that chooses now, best first. Empty if the game has no advice for this question."""
    place = kit_of(observation.game).advice
    if not place or not observation.is_asked():
        return []
    ask: Advice = load(place)
    return sorted(ask(observation), key=lambda each: -each.chance)[:BEST]


def imagined(observation: Observation[Any, Any], n: int = 0) -> Any:
    """The seat's view with its blanks filled in. Each value of `n` fills the blanks in differently."""
    state = copy(observation.view)
    observation.game.determinize(state, observation.config, observation.seat, sampled(SEED + n))
    return state
