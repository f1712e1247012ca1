"""What states of FATE football are worth by the exact odds of a match's own rules, and the table of win chances."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from breakaway.core.game import Order, blank_orders, seats_in
from breakaway.core.odds import ONE, End, Odds
from breakaway.core.state import copy
from breakaway.games.fate.coaches import book
from breakaway.games.fate.coaches.book import answer_plainly, put_defense, put_offense
from breakaway.games.fate.game import GAME
from breakaway.games.fate.rules import interface, terms, win_chances
from breakaway.games.fate.rules.interface import refuse, side_of
from breakaway.games.fate.rules.state import Fate, FateConfig, other
from breakaway.games.fate.rules.win_chances import chance_to_win
from breakaway.lab.review import for_side
from breakaway.players import coaches

# --- Works out the chance of winning from any state of FATE football, even in the middle of a play.
#
# Between plays, the chance comes from the table (rules/win_chances.py). Before the calls, the chance is the mean over
# the calls of the balanced coach. During a play, the chance is the mean over all ways in which the play can end, with
# their exact odds. Fate events count only once they happen. The balanced coach makes any decision during the play.


HOME = 0
KNOWN = (terms.OVER, terms.TOSS, terms.CHOICE, terms.OVERTIME_CONTEST)  # the table also gives the worth in these phases
LONGEST = 60  # the most steps in a play
MOST_GRIDS = 2000  # situations whose calls are kept: several matches
USUAL_BALL = 25  # the spot from which the ends of all plays are worked out, once
NO_CHANCE: Any = None  # settling a play rolls nothing


class Ended(NamedTuple):
    """How a play ended, regardless of where it began."""

    result: int
    gain: int
    moved: int
    units: int
    lost: bool


class FateOutlook:
    """Works out what states are worth to the home side, in millionths.

    Keeps the odds of a play once they are worked out.
    """

    def __init__(self, config: FateConfig) -> None:
        self.config = config
        self.coach = coaches.find(GAME, "book")
        self.odds: Odds[Fate, FateConfig] = Odds(GAME, config, is_known, self._answer, alike)
        self._grids: dict[tuple[int, ...], dict[tuple[int, int], int]] = {}

    def of(self, s: Fate) -> int:
        """What a state is worth to the home side."""
        if s.phase == terms.CALL:
            return self._mixed(s)
        return chance_to_win(s, self.config, HOME) if is_known(s) else self.after(s)

    def after(self, s: Fate, orders: list[Order] | None = None) -> int:
        """What the end of the play is worth to the home side on average, if the play goes on with these orders."""
        s = copy(s)
        alike(s)
        if orders is None and GAME.choosers(s, self.config):
            orders = self._answer(s)
        spread = self.odds.spread(s, orders, max_steps=LONGEST)
        total = sum(end.p * self.of(end.state) for end in spread.ends)
        known = 1 - spread.left
        return round(total / known) if known else ONE // 2

    def grid(self, s: Fate) -> dict[tuple[int, int], int]:
        """What each legal play is worth against each defense, in a state before the calls, keyed by their numbers."""
        at = (s.quarter, s.clock, s.offense, s.ball, s.down, s.marker, s.try_down, *s.score, *s.time_outs, *s.had_ball)
        if at not in self._grids:
            if len(self._grids) >= MOST_GRIDS:
                self._grids.clear()
            worth = {each: self._ended(s, each) for each in self.outcomes}
            (seat, _defense), orders, found = self.callers(s), blank_orders(GAME), dict[tuple[int, int], int]()
            for (play, defense), ends in self.chances.items():
                put_offense(play, orders[seat])
                if not any(refuse(s, self.config, seat, orders[seat], slot) for slot in range(3)):
                    found[play, defense] = round(sum(p * worth[each] for each, p in ends))
            self._grids[at] = found
        return self._grids[at]

    @cached_property
    def chances(self) -> dict[tuple[int, int], list[tuple[Ended, float]]]:
        """The ways in which each play can end against each defense, wherever it begins, and the chance of each."""
        odds = Odds(GAME, self.config, lambda s: s.phase in (terms.EVENT, terms.SETTLE), self._answer, alike)
        s, found = interface.start(self.config), {}
        s.phase, s.ball, s.down, s.marker, s.declared = terms.CALL, USUAL_BALL, 1, USUAL_BALL + 10, terms.PLAY
        attack, defend = self.callers(s)
        for play in range(book.PLAYS):
            for defense in range(book.DEFENSES):
                orders = blank_orders(GAME)
                put_offense(play, orders[attack])
                put_defense(defense, orders[defend])
                if not any(refuse(s, self.config, attack, orders[attack], slot) for slot in range(3)):
                    found[play, defense] = summed(odds.spread(s, orders, LONGEST).ends)
        return found

    @cached_property
    def outcomes(self) -> set[Ended]:
        """All ways in which a play can end."""
        return {each for ends in self.chances.values() for each, _p in ends}

    def _ended(self, s: Fate, how: Ended) -> int:
        """What the situation is worth after a play that began in this state and ended in this way."""
        s = copy(s)
        s.phase, s.declared, s.result, s.gain, s.units = terms.SETTLE, terms.PLAY, how.result, how.gain, how.units
        s.spot, s.holder = s.ball + how.moved, other(s.offense) if how.lost else s.offense
        while not is_known(s):
            orders = self._answer(s) if GAME.choosers(s, self.config) else blank_orders(GAME)
            GAME.step(s, self.config, orders, NO_CHANCE, None)
        return chance_to_win(s, self.config, HOME)

    def callers(self, s: Fate) -> tuple[int, int]:
        """The seats that make the offense's call and the defense's call."""
        return interface.coach_of(self.config, s.offense, True), interface.coach_of(
            self.config, other(s.offense), False
        )

    def mixes(self, s: Fate) -> tuple[list[int], list[int]]:
        """How many times out of 100 the balanced coach calls each play and each defense in this situation."""
        at = book.situation(s, self.config)
        plays = list(book.OFFENSE_SHARES[at * book.PLAYS : (at + 1) * book.PLAYS])
        return plays, list(book.DEFENSE_SHARES[at * book.DEFENSES : (at + 1) * book.DEFENSES])

    def _mixed(self, s: Fate) -> int:
        """What a state before the calls is worth, if both sides mix their calls as the balanced coach does."""
        plays, defenses = self.mixes(s)
        each = [(plays[play] * defenses[defense], worth) for (play, defense), worth in self.grid(s).items()]
        total = sum(share for share, _worth in each)
        if total == 0:
            return chance_to_win(s, self.config, HOME)
        return round(sum(share * worth for share, worth in each) / total)

    def _answer(self, s: Fate) -> list[Order]:
        """The orders with which the balanced coach would answer the current question."""
        orders = blank_orders(GAME)
        for seat in seats_in(GAME.choosers(s, self.config)):
            if s.phase in (terms.TIME, terms.TIME_DEFENSE):
                answer_plainly(s, self.config, seat, orders[seat])
                continue
            found = coaches.ask(GAME, self.coach, s, self.config, seat, 0)
            orders[seat][: len(found)] = found
        return orders


def summed(ends: list[End[Fate]]) -> list[tuple[Ended, float]]:
    """The different ways in which a play can end, each with its total chance."""
    found = dict[Ended, Fraction]()
    for end in ends:
        s = end.state
        each = Ended(s.result, s.gain, s.spot - USUAL_BALL, s.units, s.holder != s.offense)
        found[each] = found.get(each, Fraction(0)) + end.p
    return [(each, float(p)) for each, p in found.items()]


def is_known(s: Fate) -> bool:
    """Whether no play is under way."""
    return win_chances.is_between(s) or s.phase in KNOWN


def alike(s: Fate) -> None:
    """Removes Fate events, possible rulings and the length of injuries.

    States that differ only in these become equal.
    """
    if s.phase == terms.EVENT:
        s.phase = terms.SETTLE
    s.rulable = s.fresh = s.fresh_before = 0
    for i in range(terms.STOOD):
        s.stood[i] = 0
    for i in range(terms.ROOM):
        s.hurt_left[i] = s.healed[i] = 0


# --- Questions with a few answers.


ANSWERS = (terms.CHOICE, terms.DECLARE, terms.TRY, terms.OPTION, terms.KICK)
TIMES = (terms.TIME, terms.TIME_DEFENSE)


def can_judge(s: Fate, config: FateConfig) -> bool:
    """Whether the odds show what each answer to this question is worth.

    The table of win chances takes no account of unused time outs. So a time out can be judged only if there is no later
    use for it: without it, the half would end.
    """
    ends = s.quarter % 2 == 0 or s.quarter == terms.OVERTIME
    if s.phase in TIMES:
        return ends and s.clock <= s.units
    return s.phase in ANSWERS and not is_college_flip(s, config)


def is_college_flip(s: Fate, config: FateConfig) -> bool:
    """Whether this is the choice after the toss in a college overtime.

    The table cannot judge this choice, because it was fitted to ordinary overtime periods. Under the college rule, both
    sides always get the ball.
    """
    return s.phase == terms.CHOICE and s.quarter == terms.OVERTIME and config.overtime == terms.OT_COLLEGE


def answers(outlook: FateOutlook, s: Fate, seat: int) -> dict[int, int]:
    """What each legal answer to a question is worth to the seat's side."""
    found, side = dict[int, int](), side_of(outlook.config, seat)
    for code in range(GAME.codes(s, outlook.config)):
        orders = blank_orders(GAME)
        orders[seat][0] = code
        if refuse(s, outlook.config, seat, orders[seat], 0) == 0:
            found[code] = for_side(side, outlook.after(s, orders))
    return found
