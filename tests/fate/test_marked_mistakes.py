"""Marked mistakes are worked out again: each call against each defense by the exact odds of the rules, and the smallest
loss against all best mixes of the other side by linear programming. The review uses neither, but the outcomes in the
solved file; what comes after the down is worth what the solved game says in both.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from breakaway.core.game import blank_orders
from breakaway.core.odds import ONE
from breakaway.core.state import copy
from breakaway.display.judged import INACCURACY
from breakaway.games.fate.files import resolve
from breakaway.games.fate.game import GAME
from breakaway.games.fate.lab.judging import ROOM, SolvedOutlook
from breakaway.games.fate.lab.outlook import NO_CHANCE, Ended, FateOutlook, is_known
from breakaway.games.fate.lab.review import FateJudge
from breakaway.games.fate.lab.words import call_of, defense_of
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.state import Fate, other
from breakaway.lab.review import for_side
from breakaway.players import coaches
from breakaway.records.match import Match, Start
from breakaway.records.play_by_play import steps_of

MANY = 10  # mistakes
WITHIN = 1_000  # millionths: a tenth of a point


class ByTheRules(SolvedOutlook):
    """The solved game between downs, and the exact odds of the rules in each of them."""

    def grid(self, s: Fate) -> dict[tuple[int, int], int]:
        """What each legal play is worth against each defense to the home side."""
        return FateOutlook.grid(self, s)

    def _ended(self, s: Fate, how: Ended) -> int:
        s = copy(s)
        s.phase, s.declared, s.result, s.gain, s.units = terms.SETTLE, terms.PLAY, how.result, how.gain, how.units
        s.spot, s.holder = s.ball + how.moved, other(s.offense) if how.lost else s.offense
        while not is_known(s):
            orders = self._answer(s) if GAME.choosers(s, self.config) else blank_orders(GAME)
            GAME.step(s, self.config, orders, NO_CHANCE, None)
        return self.of(s)


def smallest_loss(wins: Any, at: int) -> float:
    """What a row loses against the best mix of columns that punishes it least."""
    many, wide = wins.shape
    above, whole = np.hstack([wins, -np.ones((many, 1))]), [[1.0] * wide]
    value = linprog(
        [0.0] * wide + [1.0], above, [0.0] * many, [[*whole[0], 0.0]], [1.0], [(0, None)] * wide + [(None, None)]
    ).fun
    found = linprog(-wins[at], wins, [value + ROOM] * many, whole, [1.0], [(0, None)] * wide)
    return float(value + found.fun)


def played(seated: tuple[str, str], turns: int) -> Match[Any, Any]:
    """The first turns of a match of two levels."""
    config, options = resolve()
    teams, secret = {"teams": ["Home", "Away"]}, b"a secret of fate in 32 bytes ..."
    start = Start(config, options, teams, ["human"] * 2, secret=secret, salts=("one", "two"))
    match: Match[Any, Any] = Match.new(GAME, start, None)
    rng = random.Random(3)
    while turns and not match.is_over():
        for seat in match.choosers():
            coach, view = coaches.find(GAME, seated[seat]), match.observation(seat).view
            match.choose(seat, coaches.ask(GAME, coach, view, match.config, seat, rng.randrange(2**32)))
        match.resolve()
        turns -= 1
    return match


@pytest.mark.slow
def test_ten_marked_mistakes_are_mistakes_by_the_exact_odds_of_every_call_against_every_defense() -> None:
    match = played(("random", "newcomer"), 600)
    judge, outlook, checked = FateJudge(match), ByTheRules(match.config), 0
    for step in steps_of(match):
        s: Fate = step.before
        if s.phase != terms.CALL or s.try_down == 1 or checked == MANY:
            continue
        called = {int(s.offense): call_of(step.after), 1 - int(s.offense): defense_of(step.after.defense)}
        for made in judge.take(step, (ONE // 2, ONE // 2)).choices:
            if made.grade < INACCURACY or checked == MANY:
                continue
            grid = outlook.grid(s)
            own, rival = sorted({call for call, _defense in grid}), sorted({defense for _call, defense in grid})
            worth = [[for_side(made.side, grid[call, defense]) / ONE for defense in rival] for call in own]
            wins, order = (np.array(worth), own) if made.side == s.offense else (np.array(worth).T, rival)
            loss = smallest_loss(wins, order.index(called[made.side]))
            assert abs(made.cost - ONE * loss) <= WITHIN, (step.turn, made.chosen.what)
            checked += 1
    assert checked == MANY
