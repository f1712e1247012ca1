"""Football's levels for people: weaker players made from `naive` and `champion` by what people get wrong.

A level sees the table as everybody in its seat does. It misjudges what its choices are worth, and at the lowest levels
forgets about audibles, flags and time outs, and keeps its strongest cards whatever they are good for. The levels near
the top make a share of their choices as the champion does.
"""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.chance import Chance, thought
from breakaway.core.game import Order
from breakaway.core.rules import rule
from breakaway.core.state import zeros
from breakaway.games.football.coaches import decisions
from breakaway.games.football.coaches.coaches import (
    CHAMPION,
    clear_order,
    naive_audible,
    naive_call,
    naive_defense,
    think,
)
from breakaway.games.football.coaches.play_worth import NOTES, new_notes, weigh_plays
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import Football, FootballConfig
from breakaway.players.coaches import with_weights

# The positions of the weights.
CLOSE, MISJUDGES, FORGETS = 0, 1, 2


@rule()
def choose(
    view: Football,
    config: FootballConfig,
    seat: int,
    chance: Chance,
    spare: Football,
    weights: Sequence[int],
    out: Order,
) -> None:
    """Writes the choice of a level with these weights."""
    clear_order(out)
    is_audible = view.phase == terms.AUDIBLE or view.phase == terms.AUDIBLE_DEFENSE
    if (is_audible or is_about_time(view)) and thought(chance, 100) < weights[FORGETS]:
        return
    if thought(chance, 100) < weights[CLOSE] or (is_audible and weights[CLOSE] > 0):
        think(view, config, seat, chance, CHAMPION, out)
    elif view.phase == terms.CALL:
        naive_call(view, config, seat, chance, weights[MISJUDGES], out)
    elif view.phase == terms.DEFENSE:
        notes = new_notes(zeros(NOTES))
        weigh_plays(view, config, notes, int(view.formation[view.offense]))
        out[0] = naive_defense(view, config, notes, chance, weights[MISJUDGES])
    elif view.phase == terms.DISCARD:
        if weights[FORGETS] > 0:
            decisions.choose_weakest(view, config, seat, out)
        else:
            decisions.choose_discards(view, config, seat, out)
    elif is_audible:
        out[0] = naive_audible(view, config, seat)
    else:
        decisions.answer_question(view, config, seat, out)


@rule("BF-011", "BF-110")
def is_about_time(view: Football) -> bool:
    """Whether the question is about a flag or a time out, which the answer 0 leaves alone."""
    phase = view.phase
    challenges = phase == terms.CHALLENGE or phase == terms.CHALLENGE_DEFENSE
    return bool(challenges or phase == terms.TIME or phase == terms.OFFENSE_TIME or phase == terms.ICE)


# For each level: of 100 choices, how many it makes as the champion; by how much it may misjudge a choice, in hundredths
# of the difference between the best and the worst; how many audibles, flags and time outs of 100 it forgets. Measured
# with `breakaway ladder football`; see docs/coaches.md.
newcomer = with_weights(choose, (0, 128, 68))
beginner = with_weights(choose, (0, 110, 45))
improver = with_weights(choose, (0, 90, 20))
club = with_weights(choose, (0, 90, 0))
league = with_weights(choose, (0, 50, 0))
strong = with_weights(choose, (0, 10, 0))
master = with_weights(choose, (35, 0, 0))
