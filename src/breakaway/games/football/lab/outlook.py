"""The worth of a football state as a chance of winning, even in the middle of a play.

Between plays, the chance comes from the table (rules/winning.py). During a play, the chance is the mean of the table's
values over all outcomes, weighted by their exact odds. Both sides are assumed to make the decisions that win most
often.
"""

from __future__ import annotations

from typing import Any

from breakaway.core.game import Order
from breakaway.core.odds import ONE, Odds
from breakaway.core.state import copy, key
from breakaway.games.football.lab import one_play
from breakaway.games.football.lab.alike import is_play_over
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import Football, FootballConfig
from breakaway.games.football.rules.winning import chance_to_win

HOME = 0
IN_PLAY = (
    *(terms.REVEAL, terms.CHALLENGE, terms.CHALLENGE_DEFENSE, terms.PENALTY, terms.OFFENSE_PICK, terms.DEFENSE_PICK),
    *(terms.CHAIN, terms.ICE, terms.FIELD_GOAL, terms.PUNT, terms.PUNT_RETURN, terms.KICK_CHAIN, terms.HAIL_MARY),
    terms.KICK_EFFECT,
)
KICKOFFS = (terms.KICK, terms.FREE_KICK)
LONGEST = 250  # the most steps in a play


class Outlook:
    """The worth of states to the home side, in millionths. Works out the odds of each play only once."""

    def __init__(self, config: FootballConfig) -> None:
        self.config = config
        self.odds: Odds[Football, FootballConfig] = one_play.odds_in(config)
        self._worth: dict[tuple[Any, ...], int] = {}

    def of(self, s: Football) -> int:
        """The worth of a state."""
        if s.phase not in IN_PLAY:
            return chance_to_win(s, self.config, HOME)
        at = key(s)  # often a state comes up twice: as an option, and because that option was chosen
        if at not in self._worth:
            self._worth[at] = self.after(s)
        return self._worth[at]

    def after(self, s: Football, orders: list[Order] | None = None) -> int:
        """The mean worth at the end of the play, if the play goes on from this state with these orders."""
        if is_play_over(s):
            return chance_to_win(s, self.config, HOME)
        if orders is None:
            orders = one_play.sheet_orders(self.config, s)
        spread = self.odds.spread(copy(s), orders, max_steps=LONGEST)
        total = sum(end.p * chance_to_win(end.state, self.config, HOME) for end in spread.ends)
        known = 1 - spread.left
        return round(total / known) if known else ONE // 2
