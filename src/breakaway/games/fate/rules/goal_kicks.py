"""Field goals and extra points (rules 93 to 96)."""

from __future__ import annotations

from breakaway.core.chance import Chance, fate
from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import approaches, endings
from breakaway.games.fate.rules.happened import (
    EXTRA_POINT_ROLLED,
    FIELD_GOAL_GOOD,
    FIELD_GOAL_MISSED,
    FIELD_GOAL_ROLLED,
)
from breakaway.games.fate.rules.state import Fate, FateConfig, other
from breakaway.games.fate.rules.terms import GOAL, GOOD, MISSED, K

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
    total = fate(chance, "field goal") + approaches.kicker_bonus(s, config, K)
    band = band_of(config, distance(s))
    tell(log, FIELD_GOAL_ROLLED, s.offense, distance(s), total, config.band_difficulty[band])
    if is_good(config, total, band):
        tell(log, FIELD_GOAL_GOOD, s.offense)
        endings.end_kick(s, config, GOOD, s.offense)
        return
    line = max(OWN_20, GOAL - s.ball + 7)
    s.spot = GOAL - line
    tell(log, FIELD_GOAL_MISSED, other(s.offense), line)
    endings.end_kick(s, config, MISSED, other(s.offense))


@rule("FF-095", "FF-G12", "FF-G50")
def extra_point(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls the kick after a touchdown, in the shortest band. A good kick is worth one point."""
    total = fate(chance, "extra point") + approaches.kicker_bonus(s, config, K)
    good = is_good(config, total, 0)
    if good:
        s.score[s.offense] += 1
    tell(log, EXTRA_POINT_ROLLED, s.offense, 1 if good else 0, total)
