"""Which game answers `odds`, and equilibria of matrix games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from breakaway.core.data_files import BadData
from breakaway.core.language import Names
from breakaway.display.document import Part
from breakaway.games.manifest import GAMES, find, kit_of, load

# --- Finds the code that works out the odds of a game, for `breakaway odds GAME`.


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


# --- Equilibria and dominated choices of zero-sum matrix games, by linear programming (HiGHS).


Rows = Sequence[Sequence[float]]

SURE = 1e-7  # a dominated choice is worse everywhere by more than this, which exceeds the solver's own error


@dataclass(frozen=True)
class Equilibrium:
    """How often each side makes each choice, and what the row player gains.

    Neither side gains more than `gap` by deviating.
    """

    rows: list[float]
    columns: list[float]
    value: float
    gap: float


@dataclass(frozen=True)
class Dominated:
    """A choice that is worse than a mix of other choices by at least `by`, whatever the other side does."""

    choice: int
    mix: dict[int, float]
    by: float


def solve(payoff: Rows) -> Equilibrium:
    """The equilibrium of a matrix game. `payoff` is the amount that the row player gains and the column player
    loses.
    """
    rows, low = _mix(payoff)
    columns, high = _mix([[-each for each in column] for column in zip(*payoff, strict=True)])
    best_row = max(sum(p * q for p, q in zip(row, columns, strict=True)) for row in payoff)
    best_column = min(sum(p * row[j] for p, row in zip(rows, payoff, strict=True)) for j in range(len(payoff[0])))
    return Equilibrium(rows, columns, (low - high) / 2, max(0.0, best_row - best_column))


def _mix(payoff: Rows) -> tuple[list[float], float]:
    """The mix of rows with the best worst case, and the value of that worst case."""
    from scipy.optimize import linprog  # only an equilibrium needs SciPy

    count = len(payoff)
    above = [[*(-row[j] for row in payoff), 1.0] for j in range(len(payoff[0]))]
    bounds = [(0.0, None)] * count + [(None, None)]
    found = linprog(
        [0.0] * count + [-1.0], above, [0.0] * len(above), [[1.0] * count + [0.0]], [1.0], bounds, method="highs"
    )
    if not found.success:
        raise RuntimeError(f"no equilibrium was found: {found.message}")
    mix = [max(0.0, float(p)) for p in found.x[:count]]
    return [p / sum(mix) for p in mix], float(found.x[count])


def dominated(payoff: Rows) -> list[Dominated]:
    """The rows of the payoff matrix that are beaten in every column by another row, or by a mix of rows."""
    found = []
    for i, row in enumerate(payoff):
        others = [j for j in range(len(payoff)) if j != i]
        if not others:
            continue
        margin, best = max((min(a - b for a, b in zip(payoff[j], row, strict=True)), j) for j in others)
        if margin > SURE:
            found.append(Dominated(i, {best: 1.0}, margin))
            continue
        mix, by = _mix([[theirs - ours for theirs, ours in zip(payoff[j], row, strict=True)] for j in others])
        if by > SURE:
            found.append(Dominated(i, {j: p for j, p in zip(others, mix, strict=True) if p > SURE}, by))
    return found
