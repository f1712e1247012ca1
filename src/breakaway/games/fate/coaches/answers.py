"""Answers the questions that need no table: the toss, kickoffs, time outs, and which player is hurt."""

from __future__ import annotations

from breakaway.core.game import Order
from breakaway.core.rules import rule
from breakaway.games.fate.coaches.situation import LAST_OF_FIRST_HALF, LATE, SOON, USUAL, clock_of, lead
from breakaway.games.fate.rules import approaches, injuries, terms
from breakaway.games.fate.rules.contract import side_of
from breakaway.games.fate.rules.state import Fate, FateConfig


@rule()
def answer_plainly(s: Fate, config: FateConfig, seat: int, out: Order) -> None:
    """Writes to `out` the coach's answer to the current question, as a code."""
    side = side_of(config, seat)
    if s.phase == terms.CHOICE:
        out[0] = (
            terms.KICK_OFF if s.quarter == terms.OVERTIME and config.overtime == terms.OT_COLLEGE else terms.RECEIVE
        )
    elif s.phase == terms.KICK:
        out[0] = (
            terms.ONSIDE_KICK if s.quarter == terms.QUARTERS and lead(s, side) < 0 and s.clock <= LATE else terms.DEEP
        )
    elif s.phase == terms.TIME:
        out[0] = 1 if clock_of(s, config) != USUAL or is_second_wind(s) else 0
    elif s.phase == terms.TIME_DEFENSE:
        out[0] = 1 if s.quarter == terms.QUARTERS and s.clock <= SOON and lead(s, side) < 0 else 0
    elif s.phase == terms.HURT_WHO:
        out[0] = who_is_hurt(s, config, side)


@rule()
def is_second_wind(s: Fate) -> bool:
    """Whether to spend a time out on a drive late in the first half. Unused time outs expire at the half anyway."""
    return bool(s.quarter == 2 and s.clock <= 2 * LAST_OF_FIRST_HALF and s.ball > 50)


@rule()
def who_is_hurt(s: Fate, config: FateConfig, side: int) -> int:
    """The index of the player to name as hurt: the coach's own weakest player, or the opponents' strongest."""
    chosen, best = 0, -99
    for i in range(injuries.group_size(s, config)):
        position = config.injured[s.group][i]
        whose = injuries.side_of_position(s, position)
        total = 0
        for approach in range(terms.APPROACHES):
            total += approaches.rating(s, config, whose, position, approach)
        worth = -total if whose == side else total
        if worth > best:
            chosen, best = i, worth
    return chosen
