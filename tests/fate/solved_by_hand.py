"""The value of states of FATE football by the engine alone, one step at a time: what the solver is compared with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from breakaway.core.game import blank_orders, seats_in
from breakaway.core.odds import Odds
from breakaway.core.state import copy
from breakaway.games.fate.coaches.book import put_defense, put_offense
from breakaway.games.fate.files import resolve
from breakaway.games.fate.game import GAME
from breakaway.games.fate.rules import interface, terms
from breakaway.games.fate.rules.interface import refuse
from breakaway.games.fate.rules.possession import clear_play
from breakaway.games.fate.rules.state import Fate
from breakaway.lab.odds import solve

CONFIG = resolve()[0]
Value = Callable[[Fate], float]  # the chance of winning for side 0 in a state between plays
BETWEEN = (terms.DECLARE, terms.TRY, terms.KICK_SPOT, terms.TOSS, terms.OVER)


def state(**given: Any) -> Fate:
    """Side 0's first and ten at its own 25, at the start of the fourth quarter, unless `given` says otherwise."""
    s = interface.start(CONFIG)
    clear_play(s)
    usual = {"phase": terms.DECLARE, "quarter": 4, "clock": 60, "ball": 25, "down": 1, "marker": 35}
    for name, value in {**usual, **given}.items():
        setattr(s, name, value)
    s.declared = s.declared or terms.PLAY
    return s


def is_between(s: Fate) -> bool:
    """Whether the value of a state can be asked: it stands between plays, or a side may take a time out."""
    free = s.phase == terms.PUNT and s.declared == terms.FREE_KICK
    return s.phase in (*BETWEEN, terms.TIME, terms.TIME_DEFENSE) or free


ODDS = Odds(GAME, CONFIG, stop=is_between)


def worth(s: Fate, value: Value) -> float:
    """The value of a state in which a side may take a time out, or of one between plays."""
    if s.phase not in (terms.TIME, terms.TIME_DEFENSE):
        return value(s)
    (seat,) = seats_in(GAME.choosers(s, CONFIG))
    found = []
    for code in (0, 1):
        orders = blank_orders(GAME)
        orders[seat][0] = code
        found.append(sum(float(end.p) * worth(end.state, value) for end in ODDS.spread(s, orders).ends))
    return max(found) if seat == 0 else min(found)


def after(s: Fate, orders: list[Any] | None, value: Value) -> float:
    """The mean over what can follow."""
    return sum(float(end.p) * worth(end.state, value) for end in ODDS.spread(s, orders).ends)


def before(s: Fate, value: Value) -> float:
    """The value of a state before a declaration, a try or a kick, from the values of what follows it."""
    if s.phase == terms.DECLARE:
        return declared(s, value)
    if s.phase == terms.TRY:
        kick = copy(s)
        kick.phase = terms.EXTRA_POINT
        two = copy(s)
        orders = blank_orders(GAME)
        orders[s.offense][0] = terms.GO_FOR_TWO
        GAME.step(two, CONFIG, orders, None, None)  # type: ignore[arg-type]
        choices = [after(kick, None, value), called(two, value)]
        return max(choices) if s.offense == 0 else min(choices)
    return after(s, None, value)


def declared(s: Fate, value: Value) -> float:
    """The value before a declaration: the best of a play, a punt and a field goal."""
    found = []
    for code in (terms.PLAY, terms.PUNT_IT, terms.KICK_IT):
        orders = blank_orders(GAME)
        orders[s.offense][0] = code
        if refuse(s, CONFIG, s.offense, orders[s.offense], 0) == 0:
            then = copy(s)
            GAME.step(then, CONFIG, orders, None, None)  # type: ignore[arg-type]
            found.append(called(then, value) if code == terms.PLAY else after(then, None, value))
    return max(found) if s.offense == 0 else min(found)


def called(s: Fate, value: Value) -> float:
    """The value of the matrix game before the calls."""
    grid = []
    for call in range(10):
        row = []
        for defense in range(5):
            orders = blank_orders(GAME)
            put_offense(call, orders[s.offense])
            put_defense(defense, orders[1 - s.offense])
            if not any(refuse(s, CONFIG, s.offense, orders[s.offense], slot) for slot in range(3)):
                row.append(after(s, orders, value))
        if row:
            grid.append(row if s.offense == 0 else [1 - x for x in row])
    found = solve(grid).value
    return found if s.offense == 0 else 1 - found
