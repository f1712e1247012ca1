"""The coach `random`, which plays any game. It picks each choice at random, with all legal choices equally likely."""

from __future__ import annotations

from typing import Any

from breakaway.coaches import Coach
from breakaway.core.chance import Chance, below, start_step
from breakaway.core.game import Game, Order, slot_codes


def uniform(game: Game[Any, Any]) -> Coach:
    """The random coach for a game."""
    slots, codes, refuse = game.slots, slot_codes(game), game.refuse

    def order(view: Any, config: Any, seat: int, chance: Chance, spare: Any, out: Order) -> None:
        for slot in range(slots(view, config, seat)):
            most = codes(view, config, seat, out, slot)
            refused = 1
            # keeps the first legal one of some random codes: each legal code is as likely as any other to be the first
            for _ in range(most):
                start_step(chance)
                out[slot] = below(chance, "random coach", most)
                refused = refuse(view, config, seat, out, slot)
                if refused == 0:
                    break
            if refused == 0:
                continue
            legal = 0  # few codes are legal: counts them, and draws one of them
            for code in range(most):
                out[slot] = code
                if refuse(view, config, seat, out, slot) == 0:
                    legal += 1
            start_step(chance)
            left = below(chance, "random coach", legal)
            for code in range(most):
                out[slot] = code
                if refuse(view, config, seat, out, slot) == 0:
                    if left == 0:
                        break
                    left -= 1

    return order
