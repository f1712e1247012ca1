"""FATE's levels for people: weaker players made from `book` by what people get wrong.

A level sees the table as everybody in its seat does. It has favourite calls, now and then makes the first call that
comes to mind, kicks the ball away too soon, or gives no thought to a time out or a penalty. `master` is `book` itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.chance import Chance, thought
from breakaway.core.game import Order
from breakaway.core.rules import rule
from breakaway.games.fate.coaches.book import (
    DEFENSES,
    DOWNS,
    PLAYS,
    book_order,
    is_open,
    put_defense,
    put_legal_play,
)
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.interface import side_of
from breakaway.games.fate.rules.state import Fate, FateConfig
from breakaway.games.fate.text.orders import DEFENSE
from breakaway.players.coaches import with_weights

PASS_DEFENSE = [*DEFENSE].index("pass")

# The positions of the weights.
FAVOURS, SLIPS, KICKS, FORGETS = 0, 1, 2, 3


@rule()
def choose(
    view: Fate,
    config: FateConfig,
    seat: int,
    chance: Chance,
    spare: Fate,
    weights: Sequence[int],
    out: Order,
) -> None:
    """Writes the choice of a level with these weights."""
    for slot in range(len(out)):
        out[slot] = 0
    attacks, phase = side_of(config, seat) == view.offense, view.phase
    if phase == terms.CALL and thought(chance, 100) < weights[FAVOURS]:
        call_it(view, config, seat, terms.RUN_OUTSIDE if attacks else PASS_DEFENSE, out)
    elif phase == terms.CALL and thought(chance, 100) < weights[SLIPS]:
        call_it(view, config, seat, thought(chance, PLAYS if attacks else DEFENSES), out)
    elif phase == terms.DECLARE and thought(chance, 100) < kicks_early(view, weights):
        kick_away(view, config, seat, chance, out)
    elif is_easily_forgotten(view) and thought(chance, 100) < weights[FORGETS]:
        out[0] = 0
    else:
        book_order(view, config, seat, chance, spare, out)


@rule()
def call_it(view: Fate, config: FateConfig, seat: int, call: int, out: Order) -> None:
    """Writes a call of this seat's side."""
    if side_of(config, seat) == view.offense:
        put_legal_play(view, config, seat, call, out)
    else:
        put_defense(call, out)


@rule()
def kicks_early(view: Fate, weights: Sequence[int]) -> int:
    """On how many of 100 such downs the level kicks the ball away: on third down half as often as on fourth."""
    if view.down == DOWNS:
        return weights[KICKS]
    return weights[KICKS] // 2 if view.down == DOWNS - 1 else 0


@rule()
def kick_away(view: Fate, config: FateConfig, seat: int, chance: Chance, out: Order) -> None:
    """Writes a punt or a field goal from anywhere, equally likely; a play if the rules forbid that."""
    wish = terms.PUNT_IT if thought(chance, 2) == 0 else terms.KICK_IT
    out[0] = wish if is_open(view, config, seat, wish) else terms.PLAY


@rule()
def is_easily_forgotten(view: Fate) -> bool:
    """Whether the question is about a time out or a penalty. The answer 0 is the one that takes no thought."""
    phase = view.phase
    return bool(phase == terms.TIME or phase == terms.TIME_DEFENSE or phase == terms.OPTION)


# For each level: of 100 calls, how many are its favourites, a run outside or a defense against the pass; of 100 others,
# how many are the first that comes to mind; of 100 fourth downs, on how many it kicks the ball away, whatever the
# distance (of third downs half as many); of 100 time outs and penalties, to how many it gives no thought. Measured with
# `breakaway ladder fate`; see docs/coaches.md.
newcomer = with_weights(choose, (100, 0, 100, 100))
beginner = with_weights(choose, (90, 50, 68, 100))
improver = with_weights(choose, (74, 60, 42, 60))
club = with_weights(choose, (54, 60, 24, 20))
league = with_weights(choose, (30, 55, 10, 0))
strong = with_weights(choose, (0, 45, 0, 0))
