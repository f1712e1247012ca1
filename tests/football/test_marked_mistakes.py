"""Marked mistakes are worked out again: every play against every call by the exact odds of the rules, and the smallest
loss against all best mixes of the other side by linear programming. The review uses neither. A play that is a penalty
where it was called has the price that the page states.
"""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from breakaway.core.odds import ONE
from breakaway.core.state import copy
from breakaway.display.judged import INACCURACY
from breakaway.games.football.coaches import coaches as champion
from breakaway.games.football.coaches.decisions import LONGEST_ORDER
from breakaway.games.football.coaches.play_worth import ILLEGAL
from breakaway.games.football.coaches.snaps import shown_by
from breakaway.games.football.game import GAME
from breakaway.games.football.lab.odds import Outlook
from breakaway.games.football.lab.review import FootballReviewer
from breakaway.games.football.rules import calls, play, terms
from breakaway.games.football.rules.interface import asked
from breakaway.games.football.rules.state import Football, FootballConfig, other
from breakaway.players import coaches
from breakaway.records.match import Match
from breakaway.records.play_by_play import steps_of
from tests.football.matches import new_match

MANY = 10  # mistakes
WITHIN = 6_000  # a flag has a price of 0.6 points in the review, and none by the rules
ROOM = 0.001  # mixes of the other side that are the best to a tenth of a point count as best


def played(seated: tuple[str, str], seed: int, turns: int) -> Match[Any, Any]:
    """The first turns of a match of two levels."""
    match, rng = new_match(), random.Random(seed)
    while turns and not match.is_over():
        for seat in match.choosers():
            coach, view = coaches.find(GAME, seated[seat]), match.observation(seat).view
            match.choose(seat, coaches.ask(GAME, coach, view, match.config, seat, rng.randrange(2**32)))
        match.resolve()
        turns -= 1
    return match


class ExactSnap:
    """All plays of one formation against all calls, by the exact odds of the rules, in the offense's chances."""

    def __init__(self, s: Football, config: FootballConfig, formation: int) -> None:
        seat, outlook, known = int(s.offense), Outlook(config), dict[tuple[Any, ...], float]()
        hand = [i for i in range(terms.CARDS) if s.card[seat][i] == terms.HAND]
        self.cards = [i for i in hand if config.card_formation[seat][i] == formation]
        defense = other(seat)
        self.calls = [i for i in range(2 * config.defenses[defense]) if config.call_type[defense][i] != terms.NONE]
        self.forms = sorted({shown_by(s, config, call) for call in self.calls})
        self.at = [self.forms.index(shown_by(s, config, call)) for call in self.calls]
        self.plays = {}
        for code in (2 * card + side for card in self.cards for side in (0, 1)):
            for call in self.calls:
                like = (
                    *(each[seat][code] for each in (config.play_type, config.play_strength, config.play_low)),
                    *(config.play_minimum[seat][code], config.call_type[defense][call]),
                    *(config.call_run[defense][call], config.call_pass[defense][call]),
                )
                if like not in known:
                    end = copy(s)
                    calls.declare(end, config, code, 0, None)
                    calls.take_defense(end, config, [call, 0, 0], None)
                    end.phase = terms.REVEAL
                    home = outlook.after(end) / ONE
                    price = ILLEGAL / ONE if play.illegal_by(config, s.line, config.play_type[seat][code]) else 0
                    known[like] = (home if seat == 0 else 1 - home) - price
                self.plays[code, call] = known[like]
        plans = list(product((0, 1), repeat=len(self.forms)))
        self.rows = np.array(
            [
                [self.plays[2 * card + plan[at], call] for call, at in zip(self.calls, self.at, strict=True)]
                for card in self.cards
                for plan in plans
            ]
        )
        many, wide = self.rows.shape
        above, whole = np.hstack([self.rows, -np.ones((many, 1))]), [[1.0] * wide + [0.0]]
        found = linprog([0.0] * wide + [1.0], above, [0.0] * many, whole, [1.0], [(0, None)] * (wide + 1))
        self.value, self.whole = float(found.fun), whole[0][:wide]

    def loss_of_card(self, card: int) -> float:
        """What a card loses to the best card against the best mix of calls that punishes it least."""
        many = len(self.rows) // len(self.cards)
        at, (_count, wide) = self.cards.index(card), self.rows.shape
        losses = []
        for row in self.rows[many * at : many * (at + 1)]:
            found = linprog(
                -row, self.rows, [self.value + ROOM] * len(self.rows), [self.whole], [1.0], [(0, None)] * wide
            )
            losses.append(self.value + found.fun)
        return min(losses)

    def loss_of_call(self, call: int) -> float:
        """What a call loses against the best mix of plays that punishes it least."""
        many, wide = self.rows.shape
        column = self.rows[:, self.calls.index(call)]
        found = linprog(column, -self.rows.T, [-self.value + ROOM] * wide, [[1.0] * many], [1.0], [(0, None)] * many)
        return float(found.fun - self.value)


@pytest.mark.slow
def test_ten_marked_mistakes_are_mistakes_by_the_exact_odds_of_every_play_against_every_call() -> None:
    matches, checked = (played(("newcomer", "beginner"), seed, 1000) for seed in (1, 2)), 0
    for match, reviewer in ((each, FootballReviewer(each)) for each in matches):
        checked = compare(match, reviewer, checked)
    assert checked == MANY


def compare(match: Match[Any, Any], reviewer: FootballReviewer, checked: int) -> int:
    """Compares marked plays and calls until MANY are checked, and says how many are."""
    config = match.config
    for step in steps_of(match):
        s: Football = step.before
        if s.phase not in (terms.CALL, terms.DEFENSE) or checked == MANY:
            continue
        seat = asked(s)
        for made in reviewer.judged(step)[:1]:
            if made.grade < INACCURACY or "kick" in (made.chosen.kind, made.best.kind):
                continue
            if s.phase == terms.DEFENSE:
                code = step.orders[seat][0]
                snap = ExactSnap(s, config, int(s.formation[s.offense]))
                pair = [each for each in (code, code ^ 1) if config.audibles == 1 or each == code]
                loss = min(snap.loss_of_call(each) for each in pair if each in snap.calls)
            else:
                code, at = step.orders[seat][s.returns], copy(s)
                champion.bring_cards_back(at, config, seat, [0] * LONGEST_ORDER)
                snaps = [
                    ExactSnap(at, config, formation)
                    for formation in sorted({int(config.card_formation[seat][i]) for i in range(terms.CARDS)})
                    if any(
                        at.card[seat][i] == terms.HAND and config.card_formation[seat][i] == formation
                        for i in range(terms.CARDS)
                    )
                ]
                mine = next(each for each in snaps if code // 2 in each.cards)
                loss = max(each.value for each in snaps) - mine.value + mine.loss_of_card(code // 2)
            assert abs(made.cost - ONE * loss) <= WITHIN, (step.turn, made.chosen.what)
            checked += 1
    return checked
