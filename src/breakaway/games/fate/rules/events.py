"""Fate events of the advanced game (rules 113 to 118): whether something happened, and fumbles."""

from __future__ import annotations

from breakaway.core.chance import Chance, fate
from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.endings import LONG_PLAY
from breakaway.games.fate.rules.happened import (
    BALL_THROWN_AWAY,
    FLAG_THROWN,
    FUMBLE_RECOVERED,
    FUMBLED_BY_FATE,
    NOTHING_HAPPENED,
    SHAKEN_UP,
    SOMEBODY_HURT,
    SOMETHING_HAPPENED,
)
from breakaway.games.fate.rules.state import Fate, FateConfig, other

FUMBLE, PENALTY, INJURY = 1, 2, 3


@rule("FF-113", "FF-114", "FF-147", "FF-G38", "FF-G45")
def roll_event(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls to see whether something happened: -2 or less is an event.

    If there is no event, a grounded pass draws a flag.
    """
    total = fate(chance, "event")
    if config.event_first[total + 4] == 1:
        tell(log, SOMETHING_HAPPENED, total)
        s.phase = terms.EVENT_KIND
        return
    tell(log, NOTHING_HAPPENED, total)
    no_event(s)
    if s.grounded == 1 and s.result == terms.INCOMPLETE:
        tell(log, BALL_THROWN_AWAY, s.offense)
        s.foul = terms.GROUNDING
        s.fouler = s.offense
        s.phase = terms.OPTION


@rule()
def no_event(s: Fate) -> None:
    """Lets the play stand."""
    s.phase = terms.SETTLE


@rule("FF-115", "FF-116", "FF-117", "FF-G39")
def roll_kind(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls to see what happened: a fumble, a penalty or an injury. A fumble needs a ball carrier."""
    total = fate(chance, "what happened")
    kind = config.event_second[total + 4]
    if kind == FUMBLE:
        tell(log, FUMBLED_BY_FATE, total, is_live(s))
        s.phase = terms.LOOSE_BALL if is_live(s) else terms.SETTLE
    elif kind == PENALTY:
        tell(log, FLAG_THROWN, total)
        s.phase = terms.FOUL
    elif config.light_injuries == 1 and total < 2:
        tell(log, SHAKEN_UP, total)
        no_event(s)
    else:
        tell(log, SOMEBODY_HURT, total)
        s.phase = terms.HURT


@rule("FF-115", "FF-G24")
def is_live(s: Fate) -> bool:
    """Whether a player carries the ball when the play ends. After a touchdown nobody carries the ball."""
    if s.carried == 0:
        return False
    return bool(s.spot < terms.GOAL if s.holder == s.offense else s.spot > 0)


@rule("FF-118", "FF-G23")
def roll_recovery(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls to see who recovers a fumble: the other side on 0 or less. The ball stays where the play ended."""
    total = fate(chance, "fumble")
    lost = total <= 0
    if lost:
        s.holder = other(s.holder)
        s.result = terms.FUMBLED
        if s.declared == terms.PLAY:
            s.units = LONG_PLAY
    s.carried = 0
    tell(log, FUMBLE_RECOVERED, s.holder, total)
    no_event(s)
