"""Many matrix games at once: what they are worth if both sides mix as well as they can, by regret matching."""

from __future__ import annotations

from typing import Any

import numpy as np


def balanced(payoff: Any, rows: Any, columns: Any, turns: int) -> tuple[Any, Any, Any]:
    """The value of each game [game] to the side of the rows, and the regrets of both sides for the next search.

    `payoff` is [game, row, column]. `rows` [game, row] and `columns` [game, column] are the regrets so far: zeros to
    begin with. Later turns count more.
    """
    total = np.zeros(len(payoff))
    weights = 0.0
    for t in range(1, turns + 1):
        p, q = mixes(rows), mixes(columns)
        by_row = np.einsum("scd,sd->sc", payoff, q)
        by_column = np.einsum("scd,sc->sd", payoff, p)
        value = np.einsum("sc,sc->s", by_row, p)
        rows = np.maximum(0, rows + by_row - value[:, None])
        columns = np.maximum(0, columns - by_column + value[:, None])
        total += t * value
        weights += t
    return total / weights, rows, columns


def mixes(regrets: Any) -> Any:
    """Probabilities in proportion to the regrets, or equal ones if there are none."""
    sums = regrets.sum(axis=1, keepdims=True)
    return np.where(sums > 0, regrets / np.where(sums > 0, sums, 1), 1 / regrets.shape[1])
