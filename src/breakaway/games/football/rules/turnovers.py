"""Fumbles and interceptions (rules 91 to 100)."""

from __future__ import annotations

from breakaway.core.rules import Log, rule, tell
from breakaway.games.football.rules import possession, scoring
from breakaway.games.football.rules.happened import (
    BALL_FUMBLED,
    BREAKAWAY_FUMBLED,
    LOST_AT_OWN_GOAL,
    LOST_BY_CORNER,
    PASS_INTERCEPTED,
    RETURN_GRANTED,
    TRY_LOST,
    TURNED_OVER_TO,
    TURNOVER_TOUCHBACK,
)
from breakaway.games.football.rules.state import Football, FootballConfig, other
from breakaway.games.football.rules.terms import GOAL, KICK_CHAIN, NONE, PASS, RUN


@rule("BF-091", "BF-092", "BF-094", "BF-095", "BF-096", "BF-R7")
def turnover_by_event(s: Football, config: FootballConfig, log: Log) -> None:
    """Resolves a turnover event. On a run, the fumble happens where the ball is, unless the card names a spot.

    A pass is resolved first: it is intercepted where its base gain ends. If it gains nothing, the ball is lost where it
    is; under a house rule, a negative base carries it back.
    """
    card = s.game_day
    if config.type_kind[s.play_type] == PASS:
        gained = s.base if config.interceptions_lose_ground == 1 else max(0, s.base)
        tell(log, PASS_INTERCEPTED, s.offense, gained)
        turn_over(s, config, s.line + gained, config.event_return[card] == 1, log)
        return
    lines = 0
    if config.event_spot[card] != NONE:
        lines = config.event_spot[card]
    elif config.event_fumble_after_gain == 1:
        lines = s.base
    tell(log, BALL_FUMBLED, s.offense, lines)
    turn_over(s, config, s.line + lines, False, log)


@rule("BF-091", "BF-093", "BF-095", "BF-097", "BF-098", "BF-R36", "BF-R49")
def turn_over(s: Football, config: FootballConfig, spot: int, returned: bool, log: Log) -> None:
    """Gives the defense the ball at `spot`, counted from the offense's goal.

    A turnover in the defense's own end zone is a touchback; one in the offense's end zone is a touchdown. A goal line
    belongs to its end zone. There is a return only if the card grants one (`returned`).
    """
    winner = other(s.offense)
    possession.unlock(s, config, winner)
    if s.try_down == 1:
        turnover_in_try(s, config, spot, log)
        return
    possession.change_sides(s, config, GOAL - spot)
    tell(log, TURNED_OVER_TO, winner, s.line)
    if spot <= 0:
        tell(log, LOST_AT_OWN_GOAL, winner)
        s.play_type = NONE
        scoring.touchdown(s, config, log)
    elif spot >= GOAL:
        tell(log, TURNOVER_TOUCHBACK, winner)
        possession.start_drive(s, config, 4, log)
    elif returned:
        tell(log, RETURN_GRANTED, winner)
        s.phase = KICK_CHAIN
    else:
        possession.start_drive(s, config, s.line, log)


@rule("BF-R36")
def turnover_in_try(s: Football, config: FootballConfig, spot: int, log: Log) -> None:
    """Ends a try on a turnover. Under a house rule, the defense may return the ball for two points."""
    tell(log, TRY_LOST, s.offense)
    if config.defensive_two == 0 or spot >= GOAL:
        scoring.end_try(s, s.offense)
        return
    s.offense = other(s.offense)
    s.line = GOAL - spot
    s.phase = KICK_CHAIN


@rule("BF-043", "BF-099", "BF-R7")
def fumble_at_spot(s: Football, config: FootballConfig, log: Log) -> None:
    """Resolves a football symbol in a card's corner during a breakaway: a fumble where the ball is now."""
    tell(log, BREAKAWAY_FUMBLED, s.offense, s.line + s.gain)
    turn_over(s, config, s.line + s.gain, False, log)


@rule("BF-052", "BF-092", "BF-096")
def turnover_by_corner(s: Football, config: FootballConfig, log: Log) -> None:
    """Resolves the turnover of a Defense Breakaway.

    Nothing was gained, so the turnover happens at the line of scrimmage.
    """
    kind = RUN if config.type_kind[s.play_type] == RUN else PASS
    tell(log, LOST_BY_CORNER, s.offense, kind)
    turn_over(s, config, s.line, False, log)
