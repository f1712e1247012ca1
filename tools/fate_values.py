"""Finds the worth of situations in FATE football, and how often to make each call in them, for tools/fate_book.py.

All of it follows from the rules themselves. `core/odds` gives the exact odds of all outcomes of a call against a
defense. A step of `fate/game` gives what follows, also after kicks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from breakaway.core.game import blank_orders
from breakaway.core.odds import Odds
from breakaway.core.state import copy
from breakaway.games.fate.coaches.book import DOWNS
from breakaway.games.fate.files import resolve
from breakaway.games.fate.game import GAME
from breakaway.games.fate.lab.odds import before_the_calls, legal_calls
from breakaway.games.fate.rules import interface, terms
from breakaway.games.fate.rules import kicks as kickoff
from breakaway.games.fate.rules.calls import long_is_open
from breakaway.games.fate.rules.clock_and_downs import SAFETY_LINE
from breakaway.games.fate.rules.kicks import is_in_range
from breakaway.games.fate.rules.possession import clear_play
from breakaway.games.fate.rules.state import Fate
from breakaway.games.fate.text.orders import DEFENSE
from breakaway.lab.odds import solve
from breakaway.lab.simulate import Engine, same_rules
from tools import matrix_games

FARTHEST = 20  # yards to go; longer distances count as this
HALF = 120  # units of a half: each unit that a score takes makes it worth 1/HALF less
ROUNDS, TURNS = 80, 300  # iterations of the values, and of the search for an equilibrium in each
PIECES = 16  # of all states, for an engine
HORIZON = 16  # units before the end of a half in which only the end matters
LONG_CALLS = ("long", "play_action_long")
Look = Callable[[Iterable[int], str], Iterable[int]]  # shows how far a loop is
BOOK = resolve()[0]
CALLS, DEFENSES = list(legal_calls(BOOK)), list(DEFENSE)


@dataclass(frozen=True)
class Outcome:
    """A possible outcome of a play, wherever the play starts."""

    result: int
    gain: int
    lost: bool
    units: int


def stand(ball: int, down: int, marker: int, phase: int = terms.DECLARE) -> Fate:
    """A state: Home has the ball, in a quarter that does not end."""
    s = interface.start(BOOK)
    clear_play(s)
    s.phase, s.quarter, s.clock, s.down, s.ball, s.marker, s.declared = (
        phase,
        1,
        terms.QUARTER,
        down,
        ball,
        marker,
        terms.PLAY,
    )
    return s


def outcomes() -> tuple[list[Outcome], Any]:
    """All outcomes of plays, and their probabilities by call, defense and outcome."""
    odds = Odds(GAME, BOOK, stop=lambda s: s.phase in (terms.EVENT, terms.SETTLE))
    found: dict[Outcome, int] = {}
    rows: list[tuple[int, int, int, float]] = []
    for c, order in enumerate(legal_calls(BOOK).values()):
        for d, dice in enumerate(DEFENSE.values()):
            orders = blank_orders(GAME)
            orders[0][: len(order)], orders[1][: len(dice)] = order, dice
            for end in odds.spread(before_the_calls(BOOK), orders).ends:
                s = end.state
                each = Outcome(s.result, s.gain, s.holder != s.offense, s.units)
                rows.append((c, d, found.setdefault(each, len(found)), float(end.p)))
    chance = np.zeros((len(CALLS), len(DEFENSES), len(found)))
    for c, d, o, p in rows:
        chance[c, d, o] += p
    return list(found), chance


# --- states: each yard, down and distance has a number


def number(ball: int, down: int, to_go: int) -> int:
    """The number of a state."""
    return ((ball - 1) * DOWNS + down - 1) * FARTHEST + min(to_go, FARTHEST) - 1


SIZE = (terms.GOAL - 1) * DOWNS * FARTHEST


def states() -> Iterator[tuple[int, int, int, int]]:
    """Number, yard, down and distance of every possible state."""
    for ball in range(1, terms.GOAL):
        for down in range(1, DOWNS + 1):
            for to_go in range(1, min(FARTHEST, terms.GOAL - ball) + 1):
                yield number(ball, down, to_go), ball, down, to_go


@dataclass
class Ahead:
    """Where each outcome of each state leads: points scored, whose ball it is, and which state or kick is next."""

    points: Any
    sign: Any
    after: Any


TOUCHDOWN, KICK_OFF, FREE = SIZE, SIZE + 1, SIZE + 2  # in place of a state: what follows a score
EXTRA = 3


def settled(s: Fate) -> tuple[int, int, int]:
    """Settles a play. Returns Home's points, 1 or -1 (Home or Away has the ball next), and what follows."""
    GAME.step(s, BOOK, blank_orders(GAME), None, None)  # type: ignore[arg-type]
    return reading(s)


def reading(s: Fate) -> tuple[int, int, int]:
    """The same three numbers for a state between plays, or before its clock has run."""
    points, sign = s.score[0] - s.score[1], 1 if s.offense == 0 else -1
    then = s.phase if s.phase in (terms.DECLARE, terms.CALL, terms.TRY) else s.then
    if then == terms.TRY:
        return points, sign, TOUCHDOWN
    if then in (terms.DECLARE, terms.CALL):
        return points, sign, number(s.ball, s.down, s.marker - s.ball)
    return points, sign, FREE if then == terms.PUNT else KICK_OFF


def look_ahead(found: list[Outcome]) -> Ahead:
    """Plays every outcome at every state."""
    shape = (SIZE, len(found))
    ahead = Ahead(np.zeros(shape), np.ones(shape), np.zeros(shape, dtype=np.int64))
    for i, ball, down, to_go in states():
        base = stand(ball, down, ball + to_go, terms.SETTLE)
        for o, each in enumerate(found):
            s = copy(base)
            s.result, s.gain, s.spot, s.units = each.result, each.gain, ball + each.gain, each.units
            s.holder = 1 if each.lost else 0
            ahead.points[i, o], ahead.sign[i, o], ahead.after[i, o] = settled(s)
    return ahead


def kicks(declared: int, phase: int) -> dict[int, list[tuple[float, int, int, int]]]:
    """What can follow a kick from each yard: probability, points, sign and state of each end."""
    odds = Odds(GAME, BOOK)
    found = {}
    for ball in range(1, terms.GOAL):
        s = stand(ball, 4, min(terms.GOAL, ball + 10), phase)
        s.declared = declared
        if declared != terms.KICK_IT or is_in_range(s, BOOK):
            found[ball] = [(float(end.p), *reading(end.state)) for end in odds.spread(s).ends]
    return found


def kickoff_ends() -> list[tuple[float, int, int, int]]:
    """What can follow a kickoff by Home."""
    s = stand(35, 1, terms.GOAL)
    kickoff.prepare_kickoff(s, BOOK, 0)
    return [(float(end.p), *reading(end.state)) for end in Odds(GAME, BOOK).spread(s).ends]


# --- values


Regrets = tuple[Any, Any]  # of the offense by state and call, and of the defense by state and defense


def balance(engine: Engine, payoff: Any, kept: Regrets | None) -> tuple[Any, Regrets]:
    """The value of each state's game of calls, found by regret matching, and the regrets for the next search.

    The engine gets the states in PIECES, always the same ones, so that every engine finds the same numbers.
    """
    rows, columns = kept if kept else (np.zeros(payoff.shape[:2]), np.zeros((payoff.shape[0], payoff.shape[2])))
    cuts = np.linspace(0, len(payoff), PIECES + 1).astype(int)
    pieces = [(payoff[a:b], rows[a:b], columns[a:b]) for a, b in pairwise(cuts)]
    found = dict(engine.finished(same_rules(GAME.name, balanced), pieces))
    value, rows, columns = (np.concatenate([found[i][part] for i in range(PIECES)]) for part in range(3))
    return value, (rows, columns)


def balanced(piece: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
    """The values and the regrets of some states. The piece consists of their payoffs and the regrets so far."""
    return matrix_games.balanced(*piece, TURNS)


class Rules:
    """All that the values need from the rules, worked out once."""

    def __init__(self) -> None:
        self.found, self.chance = outcomes()
        self.ahead = look_ahead(self.found)
        self.units = np.array([each.units for each in self.found])
        self.punts, self.goals = kicks(terms.PUNT_IT, terms.PUNT), kicks(terms.KICK_IT, terms.FIELD_GOAL)
        self.free = kicks(terms.FREE_KICK, terms.PUNT)[SAFETY_LINE]
        self.kickoff = kickoff_ends()
        self.closed = np.zeros((SIZE, len(CALLS)), dtype=bool)
        for i, ball, down, to_go in states():
            if not long_is_open(stand(ball, down, ball + to_go)):
                self.closed[i] = [name in LONG_CALLS for name in CALLS]
        self.is_state = np.zeros(SIZE, dtype=bool)
        for i, *_ in states():
            self.is_state[i] = True

    def payoff(self, worth: Any) -> Any:
        """The payoff of each call against each defense in each state, from the `worth` of each outcome."""
        flat = worth @ self.chance.reshape(-1, len(self.found)).T
        payoff = flat.reshape(SIZE, len(CALLS), len(DEFENSES))
        payoff[self.closed] = -1e3
        return payoff

    def try_for_two(self) -> tuple[float, Any]:
        """The worth of a try for two in equilibrium, and its table of payoffs."""
        won = np.zeros(len(self.found))
        for o, each in enumerate(self.found):
            s = stand(terms.GOAL - 2, 1, terms.GOAL, terms.SETTLE)
            s.try_down, s.result, s.gain, s.spot = 1, each.result, each.gain, terms.GOAL - 2 + each.gain
            s.holder = 1 if each.lost else 0
            won[o] = settled(s)[0]
        table = self.chance @ won
        table[[name in LONG_CALLS for name in CALLS]] = -1e3
        return solve(table.tolist()).value, table


def mean(ends: list[tuple[float, int, int, int]], value: Callable[[int, int, int], float]) -> float:
    """The expected worth of what can follow."""
    return sum(p * value(points, sign, after) for p, points, sign, after in ends)


class Points:
    """Expected points in a half of random length: how to play most of the match."""

    def __init__(self, rules: Rules, engine: Engine, look: Look) -> None:
        self.rules, self.engine = rules, engine
        made = Odds(GAME, BOOK, stop=lambda s: s.phase == terms.BETWEEN).spread(
            stand(terms.GOAL - 2, 1, terms.GOAL, terms.EXTRA_POINT)
        )
        extra = sum(float(end.p) * end.state.score[0] for end in made.ends)
        self.two, self.two_table = rules.try_for_two()
        self.after_touchdown = max(extra, self.two)
        self.extra = extra
        self.value = np.zeros(SIZE + EXTRA)
        self.go = np.zeros(SIZE)
        self.fourth: dict[int, tuple[float, float]] = {}
        kept = None
        for _ in look(range(ROUNDS), "points"):
            kept = self.round(kept)

    def of(self, points: int, sign: int, after: int) -> float:
        """Adds to these points the worth of what follows, one unit later."""
        return points + (1 - 1 / HALF) * sign * float(self.value[after])

    def round(self, kept: Any) -> Any:
        """Works out all values again, one iteration further."""
        rules, ahead, value = self.rules, self.rules.ahead, self.value
        fade = 1 - rules.units / HALF
        worth = ahead.points + fade * ahead.sign * value[ahead.after]
        self.payoffs = rules.payoff(worth)
        self.go, kept = balance(self.engine, self.payoffs, kept)
        fresh = self.go.copy()
        for ball in range(1, terms.GOAL):
            goal = mean(rules.goals[ball], self.of) if ball in rules.goals else -9.0
            self.fourth[ball] = (mean(rules.punts[ball], self.of), goal)
        for i, ball, down, _ in states():
            if down == DOWNS:
                fresh[i] = max(self.go[i], *self.fourth[ball])
        kick = mean(rules.kickoff, self.of)
        self.value = np.concatenate([fresh, [self.after_touchdown + kick, kick, mean(rules.free, self.of)]])
        return kept


class Before:
    """The chance of a touchdown, or of any score, before a number of units have passed."""

    def __init__(self, rules: Rules, field_goals: bool, engine: Engine, look: Look) -> None:
        self.rules = rules
        self.goal = np.zeros(SIZE)
        for i, ball, _, _ in states():
            if field_goals and ball in rules.goals:
                self.goal[i] = sum(p for p, points, *_ in rules.goals[ball] if points > 0)
        self.payoffs: list[Any] = [None]
        self.go: list[Any] = [np.zeros(SIZE)]
        values = [np.zeros(SIZE + EXTRA)]
        ahead = rules.ahead
        goes_on = (ahead.sign > 0) & (ahead.after < SIZE)
        made = ((ahead.sign > 0) & (ahead.after == TOUCHDOWN)).astype(float)
        kept = None
        for left in look(range(1, HORIZON + 1), "the end of a half, any score" if field_goals else "a touchdown"):
            then = np.stack([values[max(0, left - units)] for units in rules.units])
            worth = made + goes_on * then[np.arange(len(rules.units))[None, :], np.minimum(ahead.after, SIZE)]
            payoff = rules.payoff(worth)
            go, kept = balance(engine, payoff, kept)
            self.payoffs.append(payoff)
            self.go.append(go)
            values.append(np.concatenate([np.maximum(go, self.goal), np.zeros(EXTRA)]))
