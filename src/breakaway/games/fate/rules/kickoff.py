"""Kickoffs (rules 5 to 12): where the ball is fielded and where the return ends. The kickers count as the offense."""

from __future__ import annotations

from breakaway.core.chance import Chance, fate
from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import endings, terms
from breakaway.games.fate.rules.happened import (
    KICK_FIELDED,
    KICK_FIELDED_ON_GOAL_LINE,
    KICK_RECOVERED,
    KICK_RETURNED,
    KICK_RETURNED_ALL_THE_WAY,
    KICK_TOUCHED_BACK,
    KICKED_OFF,
    RETURN_FUMBLED,
    SPECIAL_PLAYED,
)
from breakaway.games.fate.rules.state import Fate, FateConfig, other

KICKOFF_LINE = 35
RETURN_LABEL = "kickoff return"


@rule("FF-G15", "FF-G16", "FF-G49")
def prepare_kickoff(s: Fate, config: FateConfig, kicker: int) -> None:
    """Sets up a kickoff: `kicker` is the side that kicks, from its own 35."""
    endings.clear_play(s)
    s.declared = terms.KICKOFF
    s.offense = kicker
    s.ball = KICKOFF_LINE
    line_up_kick(s, config)


@rule("FF-148", "FF-G49")
def line_up_kick(s: Fate, config: FateConfig) -> None:
    """Sets the ball up for the kick. With the onside house rule the kickers choose their kick first."""
    s.down = 1
    s.marker = terms.GOAL
    s.phase = terms.KICK if config.onside == 1 else terms.KICK_SPOT


@rule("FF-G49")
def choose_kick(s: Fate, answer: int, log: Log) -> None:
    """Applies the kickers' choice: a deep kick or an onside kick."""
    s.phase = terms.ONSIDE if answer == terms.ONSIDE_KICK else terms.KICK_SPOT


@rule("FF-G49")
def onside_kick(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls an onside kick of ten yards. The kickers recover it on +2 or more."""
    total = fate(chance, "onside kick")
    holder = s.offense if total >= 2 else other(s.offense)
    s.spot = s.ball + 10
    tell(log, SPECIAL_PLAYED, holder, terms.KICKOFF, s.spot, total)
    endings.end_kick(s, config, terms.KICKED, holder)


@rule("FF-005", "FF-006", "FF-007", "FF-008", "FF-G14")
def field_kick(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls to see whether the receivers field the kick at their 10, 8, 5, 2 or goal line, or get a touchback.

    If a penalty moved the kickoff, the spots where it can be fielded move with it.
    """
    total = fate(chance, "kickoff")
    receiver = other(s.offense)
    found = config.fielded_at[total + 4]
    tell(log, KICKED_OFF, s.offense, total)
    line = found + KICKOFF_LINE - s.ball
    if found == terms.TOUCHBACK_CELL or line < 0:  # a kick from beyond the 35 can come down behind the goal line
        s.spot = terms.GOAL - config.touchback
        tell(log, KICK_TOUCHED_BACK, receiver, config.touchback)
        endings.end_kick(s, config, terms.TOUCHBACK, receiver)
        return
    if line == 0:
        tell(log, KICK_FIELDED_ON_GOAL_LINE, receiver)
    else:
        tell(log, KICK_FIELDED, receiver, line)
    s.spot = terms.GOAL - line
    s.phase = terms.KICK_RETURN


@rule("FF-009", "FF-010", "FF-012")
def return_kick(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls the return. On -4 it gains five yards and ends in a fumble; on +4 it goes all the way."""
    total = fate(chance, RETURN_LABEL)
    receiver = other(s.offense)
    yards = config.kick_return[total + 4]
    s.carried = 1 - config.kick_fumble[total + 4]
    if yards == terms.TOUCHDOWN_CELL:
        s.spot = 0
        tell(log, KICK_RETURNED_ALL_THE_WAY, receiver)
        endings.end_kick(s, config, terms.KICKED, receiver)
        return
    s.spot -= yards
    if config.kick_fumble[total + 4] == 1:
        tell(log, RETURN_FUMBLED, receiver, terms.GOAL - s.spot)
        s.phase = terms.KICK_FUMBLE
        return
    tell(log, KICK_RETURNED, receiver, yards, terms.GOAL - s.spot)
    endings.end_kick(s, config, terms.KICKED, receiver)


@rule("FF-011")
def recover_kick(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls to see who recovers a fumbled kickoff: the kickers on a negative total."""
    total = fate(chance, "fumble")
    holder = s.offense if total < 0 else other(s.offense)
    tell(log, KICK_RECOVERED, holder, total)
    endings.end_kick(s, config, terms.KICKED, holder)
