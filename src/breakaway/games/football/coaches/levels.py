"""Football's levels for people: weaker players made from `naive` and `champion` by what people get wrong.

A level sees the table as everybody in its seat does. It misjudges what its choices are worth, now and then makes the
first choice that comes to mind, and at the lowest levels forgets about audibles, flags and time outs. The levels above
`naive` make a share of their choices as the champion does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from breakaway.core.chance import Chance, thought
from breakaway.core.game import Game, Order
from breakaway.core.rules import rule
from breakaway.core.state import zeros
from breakaway.games.football.coaches import decisions
from breakaway.games.football.coaches.coaches import (
    CHAMPION,
    avoid_refusal,
    bring_cards_back,
    clear_order,
    naive_audible,
    put_action,
    think,
)
from breakaway.games.football.coaches.play_worth import ALL, NOTES, UNKNOWN, PlayWorths, new_notes, weigh_plays
from breakaway.games.football.rules import terms, win_chances
from breakaway.games.football.rules.state import Football, FootballConfig, other
from breakaway.players.coaches import Coach

FAR = 1 << 40  # beyond the worth of any choice, misjudged or not

# The positions of the weights.
CLOSE, MISJUDGES, FORGETS = 0, 1, 2
# For each level: of 100 choices, how many it makes as the champion; by how much it may misjudge a choice, in hundredths
# of the difference between the best and the worst; how many audibles, flags and time outs of 100 it forgets. Measured
# with `breakaway ladder football`; see docs/coaches.md.
NEWCOMER = (0, 128, 68)
BEGINNER = (0, 110, 45)
IMPROVER = (0, 90, 20)
CLUB = (0, 90, 0)
LEAGUE = (0, 50, 0)
STRONG = (0, 10, 0)
MASTER = (50, 0, 0)


def newcomer(game: Game[Any, Any]) -> Coach:
    """The `newcomer` level."""
    return newcomer_order


@rule()
def newcomer_order(
    view: Football, config: FootballConfig, seat: int, chance: Chance, spare: Football, out: Order
) -> None:
    """Writes to `out` the choice of somebody who plays for the first time."""
    choose(view, config, seat, chance, NEWCOMER, out)


def beginner(game: Game[Any, Any]) -> Coach:
    """The `beginner` level."""
    return beginner_order


@rule()
def beginner_order(
    view: Football, config: FootballConfig, seat: int, chance: Chance, spare: Football, out: Order
) -> None:
    """Writes to `out` the choice of somebody who knows the rules and little more."""
    choose(view, config, seat, chance, BEGINNER, out)


def improver(game: Game[Any, Any]) -> Coach:
    """The `improver` level."""
    return improver_order


@rule()
def improver_order(
    view: Football, config: FootballConfig, seat: int, chance: Chance, spare: Football, out: Order
) -> None:
    """Writes to `out` the choice of somebody who has played a few matches."""
    choose(view, config, seat, chance, IMPROVER, out)


def club(game: Game[Any, Any]) -> Coach:
    """The `club` level."""
    return club_order


@rule()
def club_order(view: Football, config: FootballConfig, seat: int, chance: Chance, spare: Football, out: Order) -> None:
    """Writes to `out` the choice of somebody who plays now and then, and knows every card."""
    choose(view, config, seat, chance, CLUB, out)


def league(game: Game[Any, Any]) -> Coach:
    """The `league` level."""
    return league_order


@rule()
def league_order(
    view: Football, config: FootballConfig, seat: int, chance: Chance, spare: Football, out: Order
) -> None:
    """Writes to `out` the choice of somebody who plays every week."""
    choose(view, config, seat, chance, LEAGUE, out)


def strong(game: Game[Any, Any]) -> Coach:
    """The `strong` level."""
    return strong_order


@rule()
def strong_order(
    view: Football, config: FootballConfig, seat: int, chance: Chance, spare: Football, out: Order
) -> None:
    """Writes to `out` the choice of somebody who knows the odds."""
    choose(view, config, seat, chance, STRONG, out)


def master(game: Game[Any, Any]) -> Coach:
    """The `master` level."""
    return master_order


@rule()
def master_order(
    view: Football, config: FootballConfig, seat: int, chance: Chance, spare: Football, out: Order
) -> None:
    """Writes to `out` the choice of somebody who knows the odds and often mixes calls."""
    choose(view, config, seat, chance, MASTER, out)


@rule()
def choose(
    view: Football, config: FootballConfig, seat: int, chance: Chance, weights: Sequence[int], out: Order
) -> None:
    """Writes the choice of a level with these weights, so that tools can tune them."""
    clear_order(out)
    is_audible = view.phase == terms.AUDIBLE or view.phase == terms.AUDIBLE_DEFENSE
    if (is_audible or is_about_time(view)) and thought(chance, 100) < weights[FORGETS]:
        return
    if thought(chance, 100) < weights[CLOSE] or (is_audible and weights[CLOSE] > 0):
        think(view, config, seat, chance, CHAMPION, out)
    elif view.phase == terms.CALL:
        call_by_feel(view, config, seat, chance, weights[MISJUDGES], out)
    elif view.phase == terms.DEFENSE:
        notes = new_notes(zeros(NOTES))
        weigh_plays(view, config, notes, int(view.formation[view.offense]))
        out[0] = defend_by_feel(view, config, notes, chance, weights[MISJUDGES])
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


@rule()
def swayed(chance: Chance, most: int) -> int:
    """How far a choice is misjudged: from -most to +most, and small errors are likelier."""
    return thought(chance, most + 1) + thought(chance, most + 1) - most


@rule("BF-021")
def call_by_feel(view: Football, config: FootballConfig, seat: int, chance: Chance, misjudges: int, out: Order) -> None:
    """Writes the play, kick, punt or kneel that seems best. Plays are judged as `naive` does, with errors."""
    at = int(view.returns)
    bring_cards_back(view, config, seat, out)
    notes = new_notes(zeros(NOTES))
    weigh_plays(view, config, notes, ALL)
    worths = [0] * terms.PLAYS
    most, least = -1, FAR
    for code in range(terms.PLAYS):
        worths[code] = decisions.mean_over_calls(view, config, notes, code, terms.NONE)
        if worths[code] >= 0:
            most, least = max(most, worths[code]), min(least, worths[code])
    error = max(0, most - least) * misjudges // 100
    found, best = terms.NONE, -FAR
    for code in range(terms.PLAYS):
        if worths[code] != UNKNOWN:
            seems = worths[code] + swayed(chance, error)
            if seems > best:
                found, best = code, seems
    out[at] = found
    avoid_refusal(view, config, seat, at, out)
    action = decisions.best_action(view, config, seat)
    if action != win_chances.GO:
        worth = decisions.worth_of_action(view, config, seat, action)
        if worth + swayed(chance, error) > most + swayed(chance, error):
            put_action(view, config, seat, action, at, out)


@rule("BF-023")
def defend_by_feel(view: Football, config: FootballConfig, notes: PlayWorths, chance: Chance, misjudges: int) -> int:
    """The call that seems best against the formation, as `naive` judges calls, with errors."""
    worths = [UNKNOWN] * terms.CALLS
    most, least = -1, FAR
    for call in range(2 * config.defenses[other(view.offense)]):
        if config.call_type[other(view.offense)][call] == terms.NONE:
            continue
        total = count = 0
        for code in range(terms.PLAYS):
            worth = notes.plays[code * terms.CALLS + call]
            if worth >= 0:
                total += worth
                count += 1
        if count > 0:
            worths[call] = total // count
            most, least = max(most, worths[call]), min(least, worths[call])
    error = max(0, most - least) * misjudges // 100
    found, best = 0, FAR
    for call in range(terms.CALLS):
        if worths[call] != UNKNOWN:
            seems = worths[call] + swayed(chance, error)
            if seems < best:
                found, best = call, seems
    return found
