"""The `champion` coach: works out what each rival would do in his own place, and rides against that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from breakaway.core.chance import Chance, below, start_step
from breakaway.core.game import Game, Order
from breakaway.core.rules import rule
from breakaway.games.cycling.coaches.directeur import (
    SAMPLES,
    WEIGHTS,
    cards_held,
    improve,
    line_up,
    name_leaders,
    new_notes,
    search,
    tops_played,
)
from breakaway.games.cycling.coaches.hidden import imagine_field
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import GRADES, LINE_UP, ON_TRACK, RIDERS
from breakaway.players.coaches import Coach

# The weights of `directeur` (see there), in the same order, but more samples and a longer search. A rival's search has
# the weights of `directeur` itself.
OWN = (93, 40, 8, 13, 25, 14, 400, 8, 9600, 0, 23, 7, 36, 74)
# Of about sixty line-ups, the one with which the champion won most often against five directeurs. The second is for the
# boxed rules, in which arrival breaks all ties: of seventeen, the one that did well against directeurs and sprinters.
START = (11, 10, 7, 2, 15, 6, 4, 12, 7, 1, 7, 6, 3)
START_BY_ARRIVAL = (15, 7, 7, 1, 15, 6, 4, 12, 7, 1, 7, 6, 3)
# By how many of a team's riders played their highest cards last turn: of 100, how often the team is taken to plan.
PLANS = (90, 95, 98, 98, 95)


def champion(game: Game[Any, Any]) -> Coach:
    """The `champion` coach."""
    return champion_order


@rule()
def champion_order(view: Race, config: RaceConfig, seat: int, chance: Chance, spare: Race, out: Order) -> None:
    """Writes to `out` a line-up or the best order it can find. In a Spy race, also spies on the rivals in front."""
    foresee_and_plan(view, config, seat, chance, spare, WEIGHTS, OWN, out)


@rule()
def foresee_and_plan(
    view: Race,
    config: RaceConfig,
    seat: int,
    chance: Chance,
    spare: Race,
    theirs: Sequence[int],
    ours: Sequence[int],
    out: Order,
) -> None:
    """Does the same as `champion_order`, with any weights for the rivals' searches and for its own, for tuning."""
    for slot in range(len(out)):
        out[slot] = 0
    if view.phase == LINE_UP:
        line_up(view, config, seat, START_BY_ARRIVAL if config.by_arrival else START, out)
        return
    imagine_field(view, config, seat, chance)
    notes = new_notes(ours)
    foresee_rivals(view, config, seat, chance, spare, theirs, notes.cards, ours[SAMPLES], out)
    improve(view, config, seat, chance, spare, notes, out)
    if config.spy:
        name_leaders(view, config, seat, out)


@rule()
def foresee_rivals(
    view: Race,
    config: RaceConfig,
    seat: int,
    chance: Chance,
    spare: Race,
    theirs: Sequence[int],
    cards: list[int],
    samples: int,
    out: Order,
) -> None:
    """Fills `cards`, by sample and rider, with what the rivals may play.

    A rival who seems to plan plays what a search from his place finds. Any other plays his highest or a random card.
    `out` is scratch.
    """
    played, drawn = [0] * RIDERS, [0] * RIDERS
    for rider in range(RIDERS):
        played[rider], drawn[rider] = int(view.played[rider]), int(view.drawn[rider])
    for team in range(config.teams):
        if team == seat:
            continue
        riding = 0
        for rider in range(team * GRADES, (team + 1) * GRADES):
            riding += 1 if view.status[rider] == ON_TRACK else 0
        if riding == 0:
            continue
        tops = tops_played(view, config, team)
        for sample in range(samples):
            start_step(chance)
            plans = below(chance, "rival plans", 100) < PLANS[tops]
            if plans:
                search(view, config, team, chance, spare, theirs, out)
                for rider in range(RIDERS):  # a search leaves these two changed
                    view.played[rider], view.drawn[rider] = played[rider], drawn[rider]
            for grade in range(GRADES):
                rider = team * GRADES + grade
                if view.status[rider] == ON_TRACK:
                    i = (
                        0
                        if below(chance, "rival", 100) < WEIGHTS[-1 - GRADES + tops]
                        else below(chance, "rival's card", cards_held(view, rider))
                    )
                    cards[sample * RIDERS + rider] = out[grade] if plans else view.hand[rider][i]
