"""`directeur`: rides as a team and thinks one turn ahead, considering what the rivals may play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from breakaway.core.chance import Chance, below, start_step
from breakaway.core.game import Game, Order
from breakaway.core.rules import rule
from breakaway.games.cycling.coaches.forecast import WEIGHTS
from breakaway.games.cycling.coaches.search import search
from breakaway.games.cycling.rules.determinize import determinize
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.team import refuse_start_card
from breakaway.games.cycling.rules.terms import FIRST_SLOT, GRADES, LINE_UP, NAMINGS, SLOTS
from breakaway.players.coaches import Coach

# Each of these line-ups won far more than its share in the lab. A team draws one at random, so that nobody can prepare
# for it.
LINE_UPS = (
    (15, 7, 7, 1, 15, 7, 3, 10, 8, 2, 7, 5, 4),
    (15, 10, 3, 2, 15, 7, 3, 10, 8, 2, 7, 5, 4),
    (15, 10, 3, 2, 13, 11, 1, 10, 8, 2, 7, 5, 4),
    (11, 10, 7, 2, 13, 8, 4, 10, 9, 1, 6, 5, 5),
    (14, 9, 4, 3, 13, 8, 4, 10, 9, 1, 6, 5, 5),
    (13, 7, 5, 5, 14, 8, 3, 11, 5, 4, 8, 4, 4),
    (13, 7, 5, 5, 15, 9, 1, 8, 8, 4, 8, 4, 4),
    (13, 10, 4, 3, 12, 12, 1, 12, 4, 4, 10, 4, 2),
)


def directeur(game: Game[Any, Any]) -> Coach:
    """The `directeur` coach."""
    return directeur_order


@rule()
def directeur_order(view: Race, config: RaceConfig, seat: int, chance: Chance, spare: Race, out: Order) -> None:
    """Writes to `out` a line-up or the best order it can find. In a Spy race, also spies on the rivals in front."""
    think(view, config, seat, chance, spare, WEIGHTS, out)


@rule()
def think(
    view: Race, config: RaceConfig, seat: int, chance: Chance, spare: Race, weights: Sequence[int], out: Order
) -> None:
    """Does the same as `directeur_order`, but with any `weights`, so that tools can tune them."""
    for slot in range(len(out)):
        out[slot] = 0
    if view.phase == LINE_UP:
        start_step(chance)
        line_up(view, config, seat, LINE_UPS[below(chance, "line-up", len(LINE_UPS))], out)
        return
    if config.spy:
        name_leaders(view, seat, out)
    determinize(view, config, seat, chance)
    search(view, config, seat, chance, spare, weights, out)


@rule()
def line_up(view: Race, config: RaceConfig, seat: int, chosen: Sequence[int], out: Order) -> None:
    """Writes the `chosen` line-up (3.1), or the default line-up if the config's limits forbid `chosen`."""
    refused = False
    for slot in range(SLOTS):
        out[slot] = chosen[slot]
        refused = refused or refuse_start_card(view, config, seat, out, slot) != 0
    if refused:
        for grade in range(GRADES):
            for slot in range(FIRST_SLOT[grade], FIRST_SLOT[grade + 1]):
                out[slot] = config.default_hand[grade][slot - FIRST_SLOT[grade]]


@rule()
def name_leaders(view: Race, seat: int, out: Order) -> None:
    """In a Spy race, names the rivals nearest the front, to see their highest cards (V4)."""
    named = 0
    for i in range(view.field):
        rider = view.queue[i]
        if rider // GRADES != seat and named < NAMINGS:
            out[GRADES + named] = rider + 1
            named += 1
