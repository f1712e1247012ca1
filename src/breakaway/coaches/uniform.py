"""The coach `random`, for any game: picks each choice at random, and all legal choices are equally likely."""

from __future__ import annotations

from typing import Any

from breakaway.coaches import Coach
from breakaway.core.chance import Chance, below, start_step
from breakaway.core.game import Game, Order


def uniform(game: Game[Any, Any]) -> Coach:
    """The random coach for a game."""
    slots, codes, refuse = game.slots, game.codes, game.refuse

    def order(view: Any, config: Any, seat: int, chance: Chance, spare: Any, out: Order) -> None:
        for slot in range(slots(view, config, seat)):
            start_step(chance)
            legal = 0
            for code in range(codes(view, config)):
                out[slot] = code
                if refuse(view, config, seat, out, slot) == 0:
                    legal += 1
            left = below(chance, "random coach", legal)
            for code in range(codes(view, config)):
                out[slot] = code
                if refuse(view, config, seat, out, slot) == 0:
                    if left == 0:
                        break
                    left -= 1

    return order
