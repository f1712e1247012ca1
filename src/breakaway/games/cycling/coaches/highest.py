"""`highest`: the rule for absent players (9.1) as a coach. The coach starts with the published default line-up."""

from __future__ import annotations

from typing import Any

from breakaway.core.chance import Chance
from breakaway.core.game import Game, Order
from breakaway.core.rules import rule
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import FIRST_SLOT, GRADES, LINE_UP, ON_TRACK
from breakaway.players.coaches import Coach


def highest(game: Game[Any, Any]) -> Coach:
    """The `highest` coach."""
    return highest_cards


@rule()
def highest_cards(view: Race, config: RaceConfig, seat: int, chance: Chance, spare: Race, out: Order) -> None:
    """Writes to `out` the default line-up before the start, and each rider's highest card in every turn.

    In a Spy race, the coach spies on nobody.
    """
    for slot in range(len(out)):
        out[slot] = 0
    for grade in range(GRADES):
        rider = seat * GRADES + grade
        if view.phase == LINE_UP:
            for i in range(FIRST_SLOT[grade + 1] - FIRST_SLOT[grade]):
                out[FIRST_SLOT[grade] + i] = config.default_hand[grade][i]
        elif view.status[rider] == ON_TRACK:
            out[grade] = view.hand[rider][0]
