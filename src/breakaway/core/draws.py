"""How each outcome of a turn was drawn, as the record notes it.

A draw is the list `[step, how, label, sides, low, weight, total]`. For Fate dice, an eighth item holds the four faces.
Of `total` units, those from `low` to `low + weight - 1` belong to the outcome. The step's generator picked one of these
units.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Any, TypeAlias

from breakaway.core.chance import FATE, Chance

Draw: TypeAlias = list[Any]
Thrown: TypeAlias = tuple[str, tuple[int, ...]]  # what the four Fate dice were rolled for, and their faces (-1, 0 or 1)


def draws_of(chances: Iterable[Chance], first_step: int) -> list[Draw]:
    """The draws of consecutive steps, the first of which has the number `first_step`."""
    found: list[Draw] = []
    for step, c in enumerate(chances, first_step):
        for i, (how, low, inside) in enumerate(c.places[: c.asked]):
            row: Draw = [step, how, c.labels[i], c.sides[i], low, c.weight[i], c.total[i]]
            if how == FATE and inside >= 0:
                row.append(list(faces(c.outcome[i], inside)))
            found.append(row)
    return found


def faces(outcome: int, inside: int) -> tuple[int, ...]:
    """The faces (-1, 0 or 1) of the four Fate dice, from an outcome (0 to 8) and the unit drawn within its weight."""
    return _rolls()[outcome][inside]


@cache
def _rolls() -> list[list[tuple[int, ...]]]:
    """For each outcome from 0 (four faces of -1) to 8 (four faces of 1), all rolls of four dice that give it."""
    found: list[list[tuple[int, ...]]] = [[] for _total in range(9)]
    for roll in product((-1, 0, 1), repeat=4):
        found[sum(roll) + 4].append(roll)
    return found


def thrown(draws: Iterable[Draw]) -> list[Thrown]:
    """The Fate dice among the draws, in order. Leaves out draws without recorded faces."""
    return [(str(row[2]), tuple(row[7])) for row in draws if len(row) > 7]


def without_faces(draws: Iterable[Draw]) -> list[Draw]:
    """The draws without the faces of Fate dice, which only the secret reveals."""
    return [row[:7] for row in draws]
