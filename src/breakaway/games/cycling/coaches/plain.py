"""Coaches that ride by a plain rule: `highest`, and `sprinter`, which sits in the bunch."""

from __future__ import annotations

from typing import Any

from breakaway.core.chance import Chance
from breakaway.core.game import Game, Order
from breakaway.core.rules import rule
from breakaway.games.cycling.coaches.directeur import line_up
from breakaway.games.cycling.rules.interface import determinize
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import FIRST_SLOT, GRADES, HAND, LINE_UP, ON_TRACK
from breakaway.players.coaches import Coach

# --- `highest`: the rule for absent players (9.1) as a coach. The coach starts with the published default line-up.


def highest(game: Game[Any, Any]) -> Coach:
    """The `highest` coach."""
    return play_highest


@rule()
def play_highest(view: Race, config: RaceConfig, seat: int, chance: Chance, spare: Race, out: Order) -> None:
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


# --- `sprinter`: sits in the bunch, saves its high cards, and sprints for the last line.


STARTS = (12, 9, 6, 3, 12, 8, 5, 10, 6, 4, 7, 5, 4)
ROLLS = 5  # squares that a bunch is expected to roll on in a turn


def sprinter(game: Game[Any, Any]) -> Coach:
    """The `sprinter` coach."""
    return sprinter_order


@rule()
def sprinter_order(view: Race, config: RaceConfig, seat: int, chance: Chance, spare: Race, out: Order) -> None:
    """Writes to `out` a line-up or a card for each rider. In a Spy race, the coach spies on nobody.

    A rider who can reach the last line with his two highest cards plays the highest. Any other rider plays the lowest
    card that keeps him with the middle of the field, or his highest if none does.
    """
    for slot in range(len(out)):
        out[slot] = 0
    if view.phase == LINE_UP:
        line_up(view, config, seat, STARTS, out)
        return
    determinize(view, config, seat, chance)
    bunch = int(view.square[view.queue[view.field // 2]]) + ROLLS
    last = int(config.line_at[view.stage][config.lines[view.stage] - 1])
    for grade in range(GRADES):
        rider = seat * GRADES + grade
        if view.status[rider] != ON_TRACK:
            continue
        square = int(view.square[rider])
        out[grade] = view.hand[rider][0]
        if square > last or square + view.hand[rider][0] + view.hand[rider][1] <= last:
            for i in range(HAND):
                card = view.hand[rider][i]
                if card > 0 and square + card >= bunch:
                    out[grade] = card  # cards come highest first, so the last one is the lowest that will do
