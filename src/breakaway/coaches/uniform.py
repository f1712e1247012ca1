"""The coach `random`, which plays any game. It picks each choice at random, with all legal choices equally likely."""

from __future__ import annotations

from typing import Any

from breakaway.coaches import Coach
from breakaway.core.chance import Chance, impossible, thought
from breakaway.core.game import Game, Order, candidates

SURELY = 100_000  # draws: that all of them miss the only legal code of a thousand has a chance below 1 in 10**43


def uniform(game: Game[Any, Any]) -> Coach:
    """The random coach for a game.

    For a slot without a legal code, the coach raises BadOutcome or, if compiled, ValueError.
    """
    slots, refuse = game.slots, game.refuse
    many, candidate = candidates(game)

    def order(view: Any, config: Any, seat: int, chance: Chance, spare: Any, out: Order) -> None:
        for slot in range(slots(view, config, seat)):
            most = many(view, config, seat, out, slot)
            # keeps the first legal one of many random codes: each legal code is as likely as any other to be the first
            refused = 1
            for _try in range(SURELY):
                out[slot] = candidate(view, config, seat, out, slot, thought(chance, most))
                refused = refuse(view, config, seat, out, slot)
                if refused == 0:
                    break
            if refused != 0:
                impossible(chance, "random coach", 0, 0)

    return order
