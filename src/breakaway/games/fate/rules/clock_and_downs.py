"""The clock, time outs, overtime, and the next down."""

from __future__ import annotations

from breakaway.core.chance import Chance, fate
from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import contests_and_injuries, kicks, possession, terms, umpire_rulings
from breakaway.games.fate.rules.events import (
    CLOCK_RAN,
    DOWN_BEGAN,
    FREE_KICK_GIVEN,
    FULL_TIME,
    HALF_TIME,
    INCOMPLETION_TIMED,
    KICK_TIMED,
    LONG_PLAY_TIMED,
    LOST_ON_DOWNS,
    OVERTIME_ENDS,
    OVERTIME_TOLD,
    PLAY_SHORTENED,
    QUARTER_OVER,
    SAFETY_SCORED,
    SECOND_HALF_KICKED,
    SIDELINE_TIMED,
    TIME_OUT_CALLED,
    TIME_OUT_TIMED,
    TOUCHDOWN_SCORED,
    TRY_PLAYED,
    TWO_MINUTES_LEFT,
)
from breakaway.games.fate.rules.possession import LONG_PLAY
from breakaway.games.fate.rules.state import Fate, FateConfig, other

# --- Settles a tied match: by an overtime period, series from the 25, a contest, or not at all (ruling G31).


MOST_ROUNDS = 20  # the most rounds of a college overtime, because a match has to end


@rule("FF-G31")
def start_overtime(s: Fate, config: FateConfig, log: Log) -> None:
    """Starts overtime with two time outs for each side. An overtime period or a college overtime begins with a toss."""
    s.quarter = terms.OVERTIME
    s.clock = 0 if config.overtime == terms.OT_COLLEGE else terms.QUARTER
    for side in range(terms.SIDES):
        s.time_outs[side] = 2
        s.had_ball[side] = 0
    tell(log, OVERTIME_TOLD, s.score[0], s.score[1], 0)
    s.phase = terms.OVERTIME_CONTEST if config.overtime == terms.OT_CONTEST else terms.TOSS


@rule("FF-G31")
def is_won(s: Fate, config: FateConfig) -> bool:
    """Whether a side has won in overtime: it leads, and the other side has had the ball.

    In college overtime, the round must also be complete.
    """
    if s.score[0] == s.score[1]:
        return False
    behind = 1 if s.score[0] > s.score[1] else 0
    if config.overtime == terms.OT_COLLEGE:
        return bool(s.had_ball[0] == 1 and s.had_ball[1] == 1)
    return bool(s.had_ball[behind] == 1)


@rule("FF-G31")
def start_series(s: Fate, config: FateConfig, side: int, log: Log) -> None:
    """Starts a college series: first and ten at the other side's 25, without a clock."""
    s.series = side
    possession.start_drive(s, config, side, terms.GOAL - 25, log)
    s.phase = terms.DECLARE


@rule("FF-G31")
def next_series(s: Fate, config: FateConfig, log: Log) -> None:
    """Goes on with the college series, or starts the next one.

    If the score is still tied after 20 rounds, the match ends in a tie.
    """
    if s.had_ball[s.series] == 0:
        s.phase = s.then
    elif s.had_ball[other(s.series)] == 0:
        start_series(s, config, other(s.series), log)
    else:
        s.rounds += 1
        if s.rounds == MOST_ROUNDS:
            s.ended = OVERTIME_ENDS
            s.phase = terms.OVER
            tell(log, OVERTIME_TOLD, s.score[0], s.score[1], 0)
            return
        for side in range(terms.SIDES):
            s.had_ball[side] = 0
        start_series(s, config, s.series, log)


@rule("FF-G31")
def contest(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls four dice for each side: the higher total wins. Equal totals are rolled again in the next step."""
    first = fate(chance, "contest")
    second = fate(chance, "contest")
    if first == second:
        return
    s.won = 1 if first > second else 2
    s.ended = OVERTIME_ENDS
    s.phase = terms.OVER
    tell(log, OVERTIME_TOLD, s.score[0], s.score[1], s.won)


# --- The clock in units of 15 seconds, the two-minute stop, and time outs (rules 13 to 26).


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
    if umpire_rulings.stops(s, config) and not is_down_next(s, config):
        s.phase = terms.WHISTLE
    else:
        go_past(s, config, log)


@rule("FF-G30", "FF-G31", "FF-G45")
def is_down_next(s: Fate, config: FateConfig) -> bool:
    """Whether the next thing is another down, and not a kick, a try, half time, overtime or the end."""
    if s.then == terms.TRY or (s.quarter == terms.OVERTIME and is_won(s, config)):
        return False
    if s.quarter == terms.OVERTIME and config.overtime == terms.OT_COLLEGE:
        return not (s.rounds + 1 == MOST_ROUNDS and s.had_ball[0] == 1 and s.had_ball[1] == 1)
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
    elif s.quarter == terms.OVERTIME and is_won(s, config):
        end_match(s, OVERTIME_ENDS, log)
    elif s.quarter == terms.OVERTIME and config.overtime == terms.OT_COLLEGE:
        next_series(s, config, log)
    elif ends:
        end_period(s, config, log)
    else:
        go_on(s, config)


@rule()
def go_on(s: Fate, config: FateConfig) -> None:
    """Goes on with the phase in `then`. If this phase is a new or repeated kickoff, sets up the kick first."""
    if s.then == terms.KICK:
        kicks.prepare_kickoff(s, config, s.offense)
    elif s.then == terms.REKICK:
        kicks.line_up_kick(s, config)
    else:
        s.phase = s.then


@rule("FF-013", "FF-026", "FF-134", "FF-G16", "FF-G31")
def end_period(s: Fate, config: FateConfig, log: Log) -> None:
    """Ends a quarter or overtime. The next quarter, half time, overtime or the end of the match follows.

    Also ends the injuries that last a quarter or a half.
    """
    tell(log, QUARTER_OVER, s.quarter, s.score[0], s.score[1])
    contests_and_injuries.heal_kind(s, terms.THIS_QUARTER)
    if s.quarter == 2 or s.quarter == terms.QUARTERS:
        contests_and_injuries.heal_kind(s, terms.HALF)
    level = s.score[0] == s.score[1]
    if s.quarter == terms.OVERTIME:
        end_match(s, OVERTIME_ENDS, log)
    elif s.quarter == terms.QUARTERS and (not level or config.overtime == terms.OT_TIE):
        end_match(s, OVERTIME_ENDS if level else FULL_TIME, log)
    elif s.quarter == terms.QUARTERS:
        start_overtime(s, config, log)
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
    kicks.prepare_kickoff(s, config, other(s.opening_kicker))


@rule("FF-013", "FF-G31")
def end_match(s: Fate, why: int, log: Log) -> None:
    """Ends the match under the rule `why`, and reports the score if it ended in overtime or in a tie."""
    s.ended = why
    s.phase = terms.OVER
    if why == OVERTIME_ENDS:
        tell(log, OVERTIME_TOLD, s.score[0], s.score[1], s.won)


# --- Settles what follows a finished play: downs, scores and changes of possession (rulings G13 to G24).


SAFETY_LINE, TRY_LINE = 20, terms.GOAL - 2
ONSIDE_AND_FOUL = 25


@rule()
def settle(s: Fate, config: FateConfig, log: Log) -> None:
    """Settles a finished play: a try, a score, the next down or a change of possession."""
    result = s.result
    if s.try_down == 1:
        end_two_point_try(s, log)
    elif result == terms.GOOD:
        field_goal(s, config, log)
    elif s.holder == s.offense and result in (terms.RAN, terms.COMPLETE, terms.INCOMPLETE, terms.SACKED, terms.KNELT):
        next_down(s, config, log)
    else:
        change_possession(s, config, log)


@rule("FF-142", "FF-145")
def is_down_again(s: Fate, config: FateConfig) -> bool:
    """Whether the down is repeated after a defensive penalty that was marked off from the end of the play.

    The rules say "down counts" only for interference and grounding. Under a house rule, the down counts after other
    fouls too.
    """
    rough = s.foul == terms.PERSONAL or s.foul == terms.FACEMASK
    return bool(rough and s.fouler != s.offense and config.foul_down_counts == 0)


@rule("FF-G17", "FF-G18", "FF-G20", "FF-003")
def next_down(s: Fate, config: FateConfig, log: Log) -> None:
    """Settles a play that left the ball with the offense: touchdown, safety, first down, next down or turnover on
    downs.
    """
    if s.spot >= terms.GOAL:
        touchdown(s, config, s.offense, log)
    elif s.spot <= 0:
        safety(s, config, log)
    elif s.spot >= s.marker:
        s.ball = s.spot
        s.then = terms.DECLARE
        possession.first_down(s, log)
    elif s.down == 4 and not is_down_again(s, config):
        tell(log, LOST_ON_DOWNS, s.offense, s.spot)
        possession.note_possession(s, s.offense)
        possession.start_drive(s, config, other(s.offense), terms.GOAL - s.spot, log)
    else:
        s.ball = s.spot
        s.down += 0 if is_down_again(s, config) else 1
        s.then = terms.DECLARE
        tell(log, DOWN_BEGAN, s.offense, s.down, s.marker - s.ball, s.ball)


@rule("FF-134")
def came_back(s: Fate) -> bool:
    """Whether the other side had the ball during this play and the offense got it back.

    A recovered onside kick does not count. An onside kick is recognized by its spot, which is ten yards downfield, or
    up to 15 yards farther after a foul. A deep kick that the receivers fumble at once ends farther downfield than any
    onside kick. If the receivers lose the ball after a long return, the result is FUMBLED.
    """
    fielded = s.declared != terms.KICKOFF or s.result == terms.FUMBLED or s.spot - s.ball > ONSIDE_AND_FOUL
    return bool(s.holder == s.offense and fielded)


@rule("FF-134", "FF-G18", "FF-G24")
def change_possession(s: Fate, config: FateConfig, log: Log) -> None:
    """Settles a play on which the offense lost the ball or kicked it away: a touchdown, or a first down for the side
    that has the ball.

    If the offense got the ball back, it begins a new series, because the other side had the ball in between.
    """
    before = s.offense
    if s.declared != terms.KICKOFF and s.declared != terms.FREE_KICK:
        possession.note_possession(s, before)
    elif s.holder == before:
        possession.note_possession(s, other(before))
    if came_back(s):
        contests_and_injuries.heal_kind(s, terms.SERIES)
    line = s.spot if s.holder == before else terms.GOAL - s.spot
    if line >= terms.GOAL:
        touchdown(s, config, s.holder, log)
    else:
        possession.start_drive(s, config, s.holder, line, log)


@rule("FF-134", "FF-G18", "FF-G31")
def touchdown(s: Fate, config: FateConfig, scorer: int, log: Log) -> None:
    """Scores six points and sets up the try. In overtime a touchdown can end the match."""
    s.score[scorer] += 6
    if scorer != s.offense:
        contests_and_injuries.heal_kind(s, terms.SERIES)
    s.offense = scorer
    s.ball = TRY_LINE
    s.marker = terms.GOAL
    s.down = 1
    tell(log, TOUCHDOWN_SCORED, scorer, s.score[scorer])
    if possession.touchdown_wins(s, config, scorer):
        if umpire_rulings.stops(s, config):
            s.then = terms.OVER
            s.phase = terms.WHISTLE
        else:
            end_match(s, OVERTIME_ENDS, log)
        return
    possession.note_possession(s, scorer)
    s.then = terms.TRY


@rule("FF-G15", "FF-G17")
def safety(s: Fate, config: FateConfig, log: Log) -> None:
    """Scores two points for the other side and sets up a free kick from the offense's own 20."""
    scorer = other(s.offense)
    s.score[scorer] += 2
    tell(log, SAFETY_SCORED, scorer, s.score[scorer])
    possession.note_possession(s, s.offense)
    s.ball = SAFETY_LINE
    s.marker = terms.GOAL
    s.down = 1
    rulable = s.rulable
    possession.clear_play(s)
    s.rulable = rulable  # until the free kick is rolled, the umpire may rule on the last play
    s.declared = terms.FREE_KICK
    s.then = terms.PUNT
    tell(log, FREE_KICK_GIVEN, s.offense)


@rule("FF-G16")
def field_goal(s: Fate, config: FateConfig, log: Log) -> None:
    """Scores three points. The side that scored kicks off next."""
    s.score[s.offense] += 3
    possession.note_possession(s, s.offense)
    s.then = terms.KICK


@rule("FF-G19")
def try_play(s: Fate) -> None:
    """Sets up a try for two points from the 2."""
    s.try_down = 1
    s.ball = TRY_LINE
    s.marker = terms.GOAL
    s.down = 1


@rule("FF-G19")
def end_two_point_try(s: Fate, log: Log) -> None:
    """Scores two points if the try reached the goal line. A try takes no time."""
    made = s.holder == s.offense and s.spot >= terms.GOAL and s.result in (terms.RAN, terms.COMPLETE)
    if made:
        s.score[s.offense] += 2
    tell(log, TRY_PLAYED, s.offense, 2 if made else 0)
    end_try(s)


@rule("FF-G16")
def end_try(s: Fate) -> None:
    """Ends the try. The side that scored kicks off next."""
    s.try_down = 0
    s.units = 0
    s.then = terms.KICK
    possession.clear_play(s)
