"""The clock in units of 15 seconds, the two-minute stop, and time outs (rules 13 to 26)."""

from __future__ import annotations

from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import injuries, kickoff, overtime, terms, umpire
from breakaway.games.fate.rules.endings import LONG_PLAY
from breakaway.games.fate.rules.happened import (
    CLOCK_RAN,
    HALF_TIME,
    INCOMPLETION_TIMED,
    KICK_TIMED,
    LONG_PLAY_TIMED,
    OVERTIME_TOLD,
    PLAY_SHORTENED,
    QUARTER_OVER,
    SECOND_HALF_KICKED,
    SIDELINE_TIMED,
    TIME_OUT_CALLED,
    TIME_OUT_TIMED,
    TWO_MINUTES_LEFT,
)
from breakaway.games.fate.rules.rulebook import FULL_TIME, OVERTIME_ENDS
from breakaway.games.fate.rules.state import Fate, FateConfig, other


@rule("FF-022", "FF-G29")
def stops_at_two_minutes(s: Fate) -> bool:
    """Whether the two-minute stop of this half is still to come."""
    return bool((s.quarter == 2 or s.quarter == terms.QUARTERS) and s.clock > terms.TWO_MINUTES)


@rule("FF-024", "FF-025")
def time_out_matters(s: Fate) -> bool:
    """Whether a time out would save time.

    It would if the play takes two units, the clock has at least two left, and the two-minute stop does not cut the play
    to one.
    """
    if s.units != LONG_PLAY or s.clock < LONG_PLAY:
        return False
    return not (stops_at_two_minutes(s) and s.clock - LONG_PLAY < terms.TWO_MINUTES)


@rule("FF-020", "FF-023")
def offer_time_outs(s: Fate, config: FateConfig) -> None:
    """Offers time outs after a play of two units, to the offense first. Skips a side without time outs."""
    s.phase = terms.BETWEEN
    if time_out_matters(s):
        if s.time_outs[s.offense] > 0:
            s.phase = terms.TIME
        elif s.time_outs[other(s.offense)] > 0:
            s.phase = terms.TIME_DEFENSE


@rule("FF-020", "FF-023", "FF-024")
def answer_time_out(s: Fate, side: int, answer: int, log: Log) -> None:
    """Applies a side's answer to the offer of a time out.

    A time out shortens the play to one unit; if the offense declines, the defense is asked.
    """
    if answer == 1:
        s.time_outs[side] -= 1
        s.units = 1
        tell(log, TIME_OUT_CALLED, side, s.time_outs[side])
        tell(log, TIME_OUT_TIMED, s.quarter, s.clock - 1)
        s.phase = terms.BETWEEN
    elif side == s.offense and s.time_outs[other(side)] > 0:
        s.phase = terms.TIME_DEFENSE
    else:
        s.phase = terms.BETWEEN


@rule("FF-014", "FF-015", "FF-016", "FF-017", "FF-019", "FF-021", "FF-022", "FF-G29")
def run_clock(s: Fate, log: Log) -> None:
    """Takes the play's units off the clock.

    The clock stops with 2:00 left in each half; units beyond the quarter's end are lost.
    """
    if s.units == 0 or s.clock == 0:
        s.units = 0
        return
    stop = stops_at_two_minutes(s)
    if stop and s.clock - s.units < terms.TWO_MINUTES:
        s.units = 1
        tell(log, PLAY_SHORTENED, s.quarter)
    s.clock = max(0, s.clock - s.units)
    if s.units == LONG_PLAY:
        tell(log, LONG_PLAY_TIMED, s.quarter, s.clock)
    elif s.sideline == 1 and s.result != terms.INCOMPLETE:
        tell(log, SIDELINE_TIMED, s.quarter, s.clock)
    elif s.result == terms.INCOMPLETE:
        tell(log, INCOMPLETION_TIMED, s.quarter, s.clock)
    elif s.result in (terms.KICKED, terms.GOOD, terms.MISSED, terms.TOUCHBACK):
        tell(log, KICK_TIMED, s.quarter, s.clock)
    else:
        tell(log, CLOCK_RAN, s.quarter, s.clock)
    if stop and s.clock == terms.TWO_MINUTES:
        tell(log, TWO_MINUTES_LEFT, s.quarter)
    s.units = 0


@rule("FF-G45")
def between(s: Fate, config: FateConfig, log: Log) -> None:
    """Runs the clock and goes on. Stops first if the umpire may rule and nobody is asked for a further down."""
    run_clock(s, log)
    if umpire.stops(s, config) and not is_down_next(s, config):
        s.phase = terms.WHISTLE
    else:
        go_past(s, config, log)


@rule("FF-G30", "FF-G31", "FF-G45")
def is_down_next(s: Fate, config: FateConfig) -> bool:
    """Whether the next thing is another down, and not a kick, a try, half time, overtime or the end."""
    if s.then == terms.TRY or (s.quarter == terms.OVERTIME and overtime.is_won(s, config)):
        return False
    if s.quarter == terms.OVERTIME and config.overtime == terms.OT_COLLEGE:
        return not (s.rounds + 1 == overtime.MOST_ROUNDS and s.had_ball[0] == 1 and s.had_ball[1] == 1)
    return bool(s.then == terms.DECLARE and not (period_ends(s) and (s.quarter % 2 == 0 or s.quarter > terms.QUARTERS)))


@rule("FF-G30")
def period_ends(s: Fate) -> bool:
    """Whether the period ends now. A half does not end on a penalty of the defense."""
    return bool(s.clock == 0 and (s.untimed == 0 or (s.quarter % 2 == 1 and s.quarter < terms.OVERTIME)))


@rule("FF-013", "FF-G30", "FF-G31")
def go_past(s: Fate, config: FateConfig, log: Log) -> None:
    """Goes on to a try, the end of the period or match, or the next play."""
    ends = period_ends(s)
    s.untimed = 0
    if s.then == terms.TRY:
        s.phase = terms.TRY
    elif s.quarter == terms.OVERTIME and overtime.is_won(s, config):
        end_match(s, OVERTIME_ENDS, log)
    elif s.quarter == terms.OVERTIME and config.overtime == terms.OT_COLLEGE:
        overtime.next_series(s, config, log)
    elif ends:
        end_period(s, config, log)
    else:
        go_on(s, config)


@rule()
def go_on(s: Fate, config: FateConfig) -> None:
    """Goes on with the phase in `then`. If this phase is a new or repeated kickoff, sets up the kick first."""
    if s.then == terms.KICK:
        kickoff.prepare_kickoff(s, config, s.offense)
    elif s.then == terms.REKICK:
        kickoff.line_up_kick(s, config)
    else:
        s.phase = s.then


@rule("FF-013", "FF-026", "FF-134", "FF-G16", "FF-G31")
def end_period(s: Fate, config: FateConfig, log: Log) -> None:
    """Ends a quarter or overtime. The next quarter, half time, overtime or the end of the match follows.

    Also ends the injuries that last a quarter or a half.
    """
    tell(log, QUARTER_OVER, s.quarter, s.score[0], s.score[1])
    injuries.heal_kind(s, terms.THIS_QUARTER)
    if s.quarter == 2 or s.quarter == terms.QUARTERS:
        injuries.heal_kind(s, terms.HALF)
    level = s.score[0] == s.score[1]
    if s.quarter == terms.OVERTIME:
        end_match(s, OVERTIME_ENDS, log)
    elif s.quarter == terms.QUARTERS and (not level or config.overtime == terms.OT_TIE):
        end_match(s, OVERTIME_ENDS if level else FULL_TIME, log)
    elif s.quarter == terms.QUARTERS:
        overtime.start_overtime(s, config, log)
    else:
        s.quarter += 1
        s.clock = terms.QUARTER
        if s.quarter == 3:
            half_time(s, config, log)
        else:
            go_on(s, config)


@rule("FF-026", "FF-G16")
def half_time(s: Fate, config: FateConfig, log: Log) -> None:
    """Gives both sides three time outs. The side that received the opening kickoff kicks off."""
    for side in range(terms.SIDES):
        s.time_outs[side] = 3
    tell(log, HALF_TIME, s.opening_kicker)
    tell(log, SECOND_HALF_KICKED, other(s.opening_kicker))
    kickoff.prepare_kickoff(s, config, other(s.opening_kicker))


@rule("FF-013", "FF-G31")
def end_match(s: Fate, why: int, log: Log) -> None:
    """Ends the match under the rule `why`, and reports the score if it ended in overtime or in a tie."""
    s.ended = why
    s.phase = terms.OVER
    if why == OVERTIME_ENDS:
        tell(log, OVERTIME_TOLD, s.score[0], s.score[1], s.won)
