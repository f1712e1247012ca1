"""Punts (rules 87 to 92), and free kicks after a safety."""

from __future__ import annotations

from breakaway.core.chance import Chance, fate
from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import approaches, endings, terms
from breakaway.games.fate.rules.happened import (
    FAIR_CATCH_DROPPED,
    FAIR_CAUGHT,
    PUNT_RECOVERED,
    PUNT_RETURNED,
    PUNT_RETURNED_ALL_THE_WAY,
    PUNT_TOUCHED_BACK,
    PUNTED,
)
from breakaway.games.fate.rules.state import Fate, FateConfig, cell, other

ALL_THE_WAY = 100


@rule("FF-G50", "FF-087", "FF-G15", "FF-G21")
def punt(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls a punt: 40 yards plus 5 for each point of the total. A punt that reaches the goal line is a touchback."""
    s.rulable = 0  # a free kick is never declared, so the umpire's time to rule on the safety ends here
    total = cell(fate(chance, "punt") + approaches.kicker_bonus(s, config, terms.P)) - 4
    gross = config.punt_gross[total + 4]
    s.spot = s.ball + gross
    tell(log, PUNTED, s.offense, gross, total)
    if s.spot >= terms.GOAL:
        s.spot = terms.GOAL - config.touchback
        tell(log, PUNT_TOUCHED_BACK, other(s.offense), config.touchback)
        endings.end_kick(s, config, terms.TOUCHBACK, other(s.offense))
        return
    s.phase = terms.PUNT_RETURN


@rule("FF-088", "FF-089", "FF-090", "FF-092")
def return_punt(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls the return: a fair catch, a fumbled fair catch, or yards."""
    total = fate(chance, "punt return")
    found = config.punt_return[total + 4]
    receiver = other(s.offense)
    s.carried = 0 if found in (terms.FAIR_CATCH, terms.FAIR_CATCH_FUMBLE) else 1
    if found == terms.FAIR_CATCH_FUMBLE:
        tell(log, FAIR_CATCH_DROPPED, receiver, terms.GOAL - s.spot)
        s.phase = terms.PUNT_FUMBLE
        return
    if found == terms.FAIR_CATCH:
        tell(log, FAIR_CAUGHT, receiver, terms.GOAL - s.spot)
    elif found == ALL_THE_WAY:
        s.spot = 0
        tell(log, PUNT_RETURNED_ALL_THE_WAY, receiver)
    else:
        s.spot = max(0, s.spot - found)
        tell(log, PUNT_RETURNED, receiver, found, terms.GOAL - s.spot)
    endings.end_kick(s, config, terms.KICKED, receiver)


@rule("FF-091", "FF-G22")
def recover_punt(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls to see who recovers a fumbled fair catch at the spot of the fumble: the kickers on a negative total."""
    total = fate(chance, "fumble")
    holder = s.offense if total < 0 else other(s.offense)
    tell(log, PUNT_RECOVERED, holder, total)
    endings.end_kick(s, config, terms.KICKED, holder)
