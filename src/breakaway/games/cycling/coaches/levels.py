"""The race's levels for people: weaker teams made from `directeur` and `champion` by what people get wrong.

A level sees the race as everybody in its seat does. Its riders now and then play another card than would be best, and
the low levels sometimes ride without a plan. The two highest plan a share of their turns as the champion does.
"""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.chance import Chance, thought
from breakaway.core.game import Order
from breakaway.core.rules import rule
from breakaway.games.cycling.coaches.champion import champion_order
from breakaway.games.cycling.coaches.directeur import cards_held, directeur_order
from breakaway.games.cycling.coaches.plain import play_highest
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import GRADES, LINE_UP, ON_TRACK
from breakaway.players.coaches import with_weights

# The positions of the weights.
CLOSE, PLANS, SLIPS = 0, 1, 2


@rule("BA-3.1", "BA-9.1")
def choose(
    view: Race,
    config: RaceConfig,
    seat: int,
    chance: Chance,
    spare: Race,
    weights: Sequence[int],
    out: Order,
) -> None:
    """Writes the order of a level with these weights."""
    slips = [0] * GRADES  # drawn first, because a plan changes the view
    for grade in range(GRADES):
        rider = seat * GRADES + grade
        if view.phase != LINE_UP and view.status[rider] == ON_TRACK and thought(chance, 100) < weights[SLIPS]:
            slips[grade] = int(view.hand[rider][thought(chance, cards_held(view, rider))])
    if thought(chance, 100) < weights[CLOSE] or (view.phase == LINE_UP and weights[CLOSE] > 0):
        champion_order(view, config, seat, chance, spare, out)
    elif thought(chance, 100) < weights[PLANS]:
        directeur_order(view, config, seat, chance, spare, out)
    else:
        play_highest(view, config, seat, chance, spare, out)
    for grade in range(GRADES):
        if slips[grade] > 0:
            out[grade] = slips[grade]


# For each level: of 100 turns, in how many it plans as the champion, with his line-up if in any; in how many others as
# the team director (in the rest, each rider plays his highest card); of 100 cards, how many are drawn from the hand
# without a thought. Measured with `breakaway ladder cycling`; see docs/coaches.md.
newcomer = with_weights(choose, (0, 66, 15))
beginner = with_weights(choose, (0, 75, 12))
improver = with_weights(choose, (0, 84, 9))
club = with_weights(choose, (0, 92, 6))
league = with_weights(choose, (0, 100, 3))
strong = with_weights(choose, (26, 100, 2))
master = with_weights(choose, (60, 100, 0))
