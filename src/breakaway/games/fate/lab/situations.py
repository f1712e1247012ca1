"""The situations of FATE football and what each play and kick makes of them, worked out with the game's own rules.

A *situation* is a down, a yard line and a distance, or a kick. Situations have numbers:

- `ball - 1`: first and ten, or first and goal, at this yard line;
- then second to fourth downs, with every distance that play can lead to;
- then KICKOFF, TRY and FREE_KICK, as counted from `Situations.downs`.

What a play leads to is a *place*: a situation of the side that had the ball, or one of `OTHERS` further numbers after
them, in which points were scored or the other side has the ball.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from breakaway.core.game import blank_orders
from breakaway.core.odds import Odds
from breakaway.core.state import copy
from breakaway.games.fate.coaches.book import put_defense, put_offense
from breakaway.games.fate.coaches.solved import PlayEnd
from breakaway.games.fate.files import resolve
from breakaway.games.fate.game import GAME
from breakaway.games.fate.rules import interface, kicks, terms
from breakaway.games.fate.rules.clock_and_downs import SAFETY_LINE, TRY_LINE
from breakaway.games.fate.rules.interface import refuse
from breakaway.games.fate.rules.possession import TO_GAIN, clear_play
from breakaway.games.fate.rules.state import Fate, FateConfig

CALLS, DEFENSES, YARDS = 10, 5, terms.GOAL - 1
KICKOFF, TRY, FREE_KICK, KICKS = 0, 1, 2, 3  # after the downs
# Places after the situations: the other side has the ball at one of its yard lines, or there is a score.
LOST, TOUCHDOWN, SAFETY, TOUCHDOWN_AGAINST, FIELD_GOAL = 0, YARDS, YARDS + 1, YARDS + 2, YARDS + 3
OTHERS = YARDS + 4


@dataclass(frozen=True)
class Situations:
    """All situations, and the chances of what follows.

    - `rows` [situation, 3]: down, ball and yards to go.
    - `chance` [call, defense, outcome]: the chance of each of the `outcomes`.
    - `after` [situation, outcome]: the place that an outcome leads to.
    - `units` [outcome]: the units of the clock that it takes.
    - `kicks`: for each list of ends (`punt`, `field_goal` by yard line; kickoff; free kick), places and chances.
    - `two` [call, defense]: the chance that a try for two is good; `one`: the same for a kick.
    - `long_open` [situation]: whether the two Long calls are allowed.
    """

    rows: Any
    number: dict[tuple[int, int, int], int]
    outcomes: list[PlayEnd]
    chance: Any
    after: Any
    units: Any
    punts: list[list[tuple[int, float]]]
    field_goals: list[list[tuple[int, float]]]
    kickoff: list[tuple[int, float]]
    free_kick: list[tuple[int, float]]
    two: Any
    one: float
    long_open: Any

    @property
    def downs(self) -> int:
        """The number of situations that are downs."""
        return len(self.rows)


@cache
def basic() -> FateConfig:
    """The basic game: the printed tables and no house rules."""
    return resolve()[0]


def stand(ball: int, down: int, marker: int, phase: int = terms.DECLARE) -> Fate:
    """A state in which side 0 has the ball, in a quarter that does not end."""
    s = interface.start(basic())
    clear_play(s)
    s.phase, s.quarter, s.clock, s.declared = phase, 1, terms.QUARTER, terms.PLAY
    s.ball, s.down, s.marker = ball, down, marker
    return s


def legal(s: Fate) -> list[int]:
    """The numbers of the offense's calls that the rules allow in a state before the calls."""
    found = []
    for call in range(CALLS):
        order = blank_orders(GAME)[0]
        put_offense(call, order)
        if not any(refuse(s, basic(), 0, order, slot) for slot in range(3)):
            found.append(call)
    return found


def outcomes() -> tuple[list[PlayEnd], Any]:
    """All outcomes of plays, and their chances by call, defense and outcome."""
    odds = Odds(GAME, basic(), stop=lambda s: s.phase == terms.SETTLE)
    s = stand(25, 1, 35, terms.CALL)
    found: dict[PlayEnd, int] = {}
    met: list[tuple[int, int, int, float]] = []
    for call in range(CALLS):
        for defense in range(DEFENSES):
            orders = blank_orders(GAME)
            put_offense(call, orders[0])
            put_defense(defense, orders[1])
            for end in odds.spread(s, orders).ends:
                each = PlayEnd(end.state.gain, end.state.holder != end.state.offense, end.state.units)
                met.append((call, defense, found.setdefault(each, len(found)), float(end.p)))
    order = sorted(found)
    chance = np.zeros((CALLS, DEFENSES, len(found)))
    names = list(found)
    for call, defense, o, p in met:
        chance[call, defense, order.index(names[o])] += p
    return order, chance


def ended(base: Fate, each: PlayEnd) -> Fate:
    """The state after a play from `base` (in the phase SETTLE) that had this outcome, before the clock runs."""
    s = copy(base)
    s.result = terms.INTERCEPTED if each.lost else terms.INCOMPLETE if each.units == 1 else terms.RAN
    s.gain, s.spot, s.units, s.holder = each.gain, base.ball + each.gain, each.units, int(each.lost)
    GAME.step(s, basic(), blank_orders(GAME), None, None)  # type: ignore[arg-type]
    return s


def place(s: Fate, number: dict[tuple[int, int, int], int], downs: int) -> int:
    """The place of a settled state for side 0. A new down gets the next number in `number`, whose places are final
    only when all are known.
    """
    points, mine = s.score[0] - s.score[1], s.offense == 0
    others = downs + KICKS
    if s.then == terms.TRY:
        return others + (TOUCHDOWN if mine else TOUCHDOWN_AGAINST)
    if s.then == terms.KICK:
        return others + FIELD_GOAL
    if s.then == terms.PUNT:
        return others + SAFETY
    if points != 0 or s.then != terms.DECLARE:
        raise ValueError(f"no place for the phase {s.then} after {points} points")
    if mine:
        return number.setdefault((s.down, s.ball, s.marker - s.ball), len(number))
    return others + LOST + s.ball - 1


def reached(found: Iterable[PlayEnd]) -> dict[tuple[int, int, int], int]:
    """The number of every down, ball and distance that play can lead to, from first downs on."""
    number = {(1, ball, min(TO_GAIN, terms.GOAL - ball)): ball - 1 for ball in range(1, terms.GOAL)}
    done = 0
    outcomes_ = list(found)
    while done < len(number):
        for down, ball, go in list(number)[done:]:
            done += 1
            base = stand(ball, down, ball + go, terms.SETTLE)
            for each in outcomes_:
                s = ended(base, each)
                if s.then == terms.DECLARE and s.offense == 0:
                    number.setdefault((s.down, s.ball, s.marker - s.ball), len(number))
    return number


def ends_of_kick(declared: int, phase: int, ball: int, downs: int) -> list[tuple[int, float]]:
    """The places that a kick from this yard line can lead to, with their chances; empty if the rules forbid it."""
    s = stand(ball, 4, min(terms.GOAL, ball + TO_GAIN), phase)
    s.declared = declared
    if declared == terms.KICKOFF:
        kicks.prepare_kickoff(s, basic(), 0)
    if declared == terms.KICK_IT and not kicks.is_in_range(s, basic()):
        return []
    total: dict[int, float] = {}
    for end in Odds(GAME, basic(), stop=lambda s: s.phase == terms.BETWEEN).spread(s).ends:
        if end.state.units != 1:
            raise ValueError("a kick takes one unit")
        where = place(end.state, {(1, b, min(TO_GAIN, terms.GOAL - b)): b - 1 for b in range(1, terms.GOAL)}, downs)
        total[where] = total.get(where, 0.0) + float(end.p)
    return sorted(total.items())


def tries(found: list[PlayEnd], chance: Any) -> tuple[Any, float]:
    """The chance of two points by call and defense, and the chance that the kick for one point is good."""
    won = np.zeros(len(found))
    base = stand(TRY_LINE, 1, terms.GOAL, terms.SETTLE)
    base.try_down = 1
    for o, each in enumerate(found):
        won[o] = ended(base, each).score[0] / 2
    kick = Odds(GAME, basic(), stop=lambda s: s.phase == terms.BETWEEN).spread(
        stand(TRY_LINE, 1, terms.GOAL, terms.EXTRA_POINT)
    )
    return chance @ won, sum(float(end.p) * end.state.score[0] for end in kick.ends)


@cache
def situations() -> Situations:
    """All situations of the basic game. Takes about half a minute, because every outcome of each is played."""
    found, chance = outcomes()
    number = reached(found)
    downs = len(number)
    rows = np.array(list(number), np.int32)
    after = np.zeros((downs, len(found)), np.int32)
    for i, (down, ball, go) in enumerate(number):
        base = stand(ball, down, ball + go, terms.SETTLE)
        for o, each in enumerate(found):
            after[i, o] = place(ended(base, each), number, downs)
    if len(number) != downs:
        raise ValueError("a play leads to a situation that no play leads to")
    long_open = np.array([len(legal(stand(int(b), int(d), int(b + g), terms.CALL))) == CALLS for d, b, g in rows])
    two, one = tries(found, chance)
    return Situations(
        rows,
        number,
        found,
        chance,
        after,
        np.array([each.units for each in found], np.int32),
        [ends_of_kick(terms.PUNT_IT, terms.PUNT, ball, downs) for ball in range(1, terms.GOAL)],
        [ends_of_kick(terms.KICK_IT, terms.FIELD_GOAL, ball, downs) for ball in range(1, terms.GOAL)],
        ends_of_kick(terms.KICKOFF, terms.KICK_SPOT, kicks.KICKOFF_LINE, downs),
        ends_of_kick(terms.FREE_KICK, terms.PUNT, SAFETY_LINE, downs),
        two,
        one,
        long_open,
    )
