"""Exact odds: every script of every step, with equal states merged, so that long draws stay small."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar

from breakaway.core.chance import exhaustive, next_script, probability
from breakaway.core.game import Game, Order, blank_orders, result_of
from breakaway.core.state import copy, key

S = TypeVar("S")
B = TypeVar("B")

Spread = dict[tuple[Any, ...], tuple[S, Fraction]]


class TooLong(RuntimeError):
    """The odds were not complete within the allowed number of steps; `left` is the probability still open."""

    def __init__(self, left: Fraction) -> None:
        super().__init__(f"still open after the allowed steps: {float(left):.3g}")
        self.left = left


def after_step(game: Game[S, B], s: S, book: B, orders: list[Order]) -> Spread[S]:
    """Every state that one step can lead to, with its exact probability."""
    spread: Spread[S] = {}
    chance = exhaustive()
    while True:
        after = copy(s)
        game.step(after, book, orders, chance, None)
        _add(spread, after, probability(chance))
        if not next_script(chance):
            return spread


def odds(
    game: Game[S, B],
    s: S,
    book: B,
    orders: list[Order],
    stop: Callable[[S], bool] | None = None,
    max_steps: int = 1000,
) -> list[tuple[S, Fraction]]:
    """The exact distribution of states at the next choice (or where `stop` says so, or at the end).

    Raises TooLong, with the probability still open as a bound, when that takes more than `max_steps` steps.
    """
    nobody = blank_orders(game)
    open_: Spread[S] = {key(s): (s, Fraction(1))}
    done: Spread[S] = {}
    for n in range(max_steps):
        ahead: Spread[S] = {}
        for state, weight in open_.values():
            for after, p in after_step(game, state, book, orders if n == 0 else nobody).values():
                ends = game.choosers(after, book) or result_of(game, after, book).why or (stop and stop(after))
                _add(done if ends else ahead, after, weight * p)
        open_ = ahead
        if not open_:
            return list(done.values())
    raise TooLong(sum((p for _, p in open_.values()), Fraction(0)))


def _add(spread: Spread[S], s: S, p: Fraction) -> None:
    k = key(s)
    before = spread.get(k)
    spread[k] = (s, p + before[1]) if before else (s, p)
