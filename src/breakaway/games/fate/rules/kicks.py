"""Kickoffs, punts, field goals and extra points."""

from __future__ import annotations

from breakaway.core.chance import Chance, fate
from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import contests_and_injuries, possession, terms
from breakaway.games.fate.rules.events import (
    EXTRA_POINT_ROLLED,
    FAIR_CATCH_DROPPED,
    FAIR_CAUGHT,
    FIELD_GOAL_GOOD,
    FIELD_GOAL_MISSED,
    FIELD_GOAL_ROLLED,
    KICK_FIELDED,
    KICK_FIELDED_ON_GOAL_LINE,
    KICK_RECOVERED,
    KICK_RETURNED,
    KICK_RETURNED_ALL_THE_WAY,
    KICK_TOUCHED_BACK,
    KICKED_OFF,
    PUNT_RECOVERED,
    PUNT_RETURNED,
    PUNT_RETURNED_ALL_THE_WAY,
    PUNT_TOUCHED_BACK,
    PUNTED,
    RETURN_FUMBLED,
    SPECIAL_PLAYED,
)
from breakaway.games.fate.rules.state import Fate, FateConfig, cell, other
from breakaway.games.fate.rules.terms import GOAL, GOOD, MISSED, K

# --- Kickoffs (rules 5 to 12): where the ball is fielded and where the return ends. The kickers count as the offense.


KICKOFF_LINE = 35
RETURN_LABEL = "kickoff return"


@rule("FF-G15", "FF-G16", "FF-G49")
def prepare_kickoff(s: Fate, config: FateConfig, kicker: int) -> None:
    """Sets up a kickoff: `kicker` is the side that kicks, from its own 35."""
    possession.clear_play(s)
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
    possession.end_kick(s, config, terms.KICKED, holder)


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
        possession.end_kick(s, config, terms.TOUCHBACK, receiver)
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
        possession.end_kick(s, config, terms.KICKED, receiver)
        return
    s.spot -= yards
    if config.kick_fumble[total + 4] == 1:
        tell(log, RETURN_FUMBLED, receiver, terms.GOAL - s.spot)
        s.phase = terms.KICK_FUMBLE
        return
    tell(log, KICK_RETURNED, receiver, yards, terms.GOAL - s.spot)
    possession.end_kick(s, config, terms.KICKED, receiver)


@rule("FF-011")
def recover_kick(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls to see who recovers a fumbled kickoff: the kickers on a negative total."""
    total = fate(chance, "fumble")
    holder = s.offense if total < 0 else other(s.offense)
    tell(log, KICK_RECOVERED, holder, total)
    possession.end_kick(s, config, terms.KICKED, holder)


# --- Punts (rules 87 to 92), and free kicks after a safety.


ALL_THE_WAY = 100


@rule("FF-G50", "FF-087", "FF-G15", "FF-G21")
def punt(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls a punt: 40 yards plus 5 for each point of the total. A punt that reaches the goal line is a touchback."""
    s.rulable = 0  # a free kick is never declared, so the umpire's time to rule on the safety ends here
    total = cell(fate(chance, "punt") + contests_and_injuries.kicker_bonus(s, config, terms.P)) - 4
    gross = config.punt_gross[total + 4]
    s.spot = s.ball + gross
    tell(log, PUNTED, s.offense, gross, total)
    if s.spot >= terms.GOAL:
        s.spot = terms.GOAL - config.touchback
        tell(log, PUNT_TOUCHED_BACK, other(s.offense), config.touchback)
        possession.end_kick(s, config, terms.TOUCHBACK, other(s.offense))
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
    possession.end_kick(s, config, terms.KICKED, receiver)


@rule("FF-091", "FF-G22")
def recover_punt(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls to see who recovers a fumbled fair catch at the spot of the fumble: the kickers on a negative total."""
    total = fate(chance, "fumble")
    holder = s.offense if total < 0 else other(s.offense)
    tell(log, PUNT_RECOVERED, holder, total)
    possession.end_kick(s, config, terms.KICKED, holder)


# --- Field goals and extra points (rules 93 to 96).


BEHIND = 17  # ten yards of end zone and seven behind the line
BANDS, NO_BAND = 8, 8
OWN_20 = 20


@rule("FF-093")
def distance(s: Fate) -> int:
    """The distance of a field goal: the yards to the goal line plus 17."""
    return int(GOAL - s.ball + BEHIND)


@rule("FF-094", "FF-096")
def band_of(config: FateConfig, yards: int) -> int:
    """The band that a distance belongs to; NO_BAND beyond 63 yards."""
    for band in range(BANDS):
        if config.band_from[band] <= yards <= config.band_to[band]:
            return band
    return NO_BAND


@rule("FF-096")
def is_in_range(s: Fate, config: FateConfig) -> bool:
    """Whether the ball is close enough for a field goal."""
    return band_of(config, distance(s)) != NO_BAND


@rule("FF-094", "FF-G12")
def is_good(config: FateConfig, total: int, band: int) -> bool:
    """Whether a kick from this band is good: its total meets the difficulty or, under a house rule, beats it."""
    return bool(total >= config.band_difficulty[band] + config.beat)


@rule("FF-093", "FF-094", "FF-G12", "FF-G13", "FF-G50")
def kick_field_goal(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls a field goal.

    After a miss the other side gets the ball seven yards behind the line of scrimmage, or at its own 20 if that is
    better.
    """
    total = fate(chance, "field goal") + contests_and_injuries.kicker_bonus(s, config, K)
    band = band_of(config, distance(s))
    tell(log, FIELD_GOAL_ROLLED, s.offense, distance(s), total, config.band_difficulty[band])
    if is_good(config, total, band):
        tell(log, FIELD_GOAL_GOOD, s.offense)
        possession.end_kick(s, config, GOOD, s.offense)
        return
    line = max(OWN_20, GOAL - s.ball + 7)
    s.spot = GOAL - line
    tell(log, FIELD_GOAL_MISSED, other(s.offense), line)
    possession.end_kick(s, config, MISSED, other(s.offense))


@rule("FF-095", "FF-G12", "FF-G50")
def extra_point(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls the kick after a touchdown, in the shortest band. A good kick is worth one point."""
    total = fate(chance, "extra point") + contests_and_injuries.kicker_bonus(s, config, K)
    good = is_good(config, total, 0)
    if good:
        s.score[s.offense] += 1
    tell(log, EXTRA_POINT_ROLLED, s.offense, 1 if good else 0, total)
