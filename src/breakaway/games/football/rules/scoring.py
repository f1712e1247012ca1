"""Touchdowns and tries, field goals, safeties (rules 122 to 139)."""

from __future__ import annotations

from breakaway.core.chance import Chance
from breakaway.core.rules import Log, rule, tell
from breakaway.games.football.rules import clock, game_day, possession, terms
from breakaway.games.football.rules.happened import (
    EXTRA_POINT_KICKED,
    EXTRA_POINT_STOPPED,
    FIELD_GOAL_KICKED,
    FIELD_GOAL_MISSED,
    FIELD_GOAL_SCORED,
    ICED_VALUE,
    KICK_STOPPED,
    OVERTIME_DECIDED,
    SAFETY_SCORED,
    TOUCHDOWN_ENDED_IT,
    TOUCHDOWN_SCORED,
    TWO_POINTS_TRIED,
)
from breakaway.games.football.rules.rulebook import OVERTIME_SCORE
from breakaway.games.football.rules.state import Football, FootballConfig, other

TWO_POINT_LINE = 18  # the opponent's 10 (125)
LONGEST_FIELD_GOAL = 9  # in lines (133)
EXTRA_POINT_LINE = 17  # the opponent's 15, where the return of a blocked extra point starts


@rule("BF-122", "BF-125", "BF-128", "BF-189", "BF-R31")
def touchdown(s: Football, config: FootballConfig, log: Log) -> None:
    """Scores a touchdown: six points and a try, or two points on a try.

    In overtime, a touchdown ends the match, without a try.
    """
    if s.try_down == 1:
        s.score[s.offense] += 2
        tell(log, TWO_POINTS_TRIED, s.offense, 2)
        end_try(s, s.offense)
        return
    s.score[s.offense] += 6
    tell(log, TOUCHDOWN_SCORED, s.offense)
    refresh_quick_release(s, config)
    clock.close_drive(s, config)
    if s.quarter > 4:
        s.ended = OVERTIME_SCORE
        s.phase = terms.OVER
        tell(log, TOUCHDOWN_ENDED_IT, s.offense)
        return
    s.try_down = 1
    s.line = TWO_POINT_LINE
    s.down = 1
    s.marker = terms.GOAL
    s.then = terms.CALL
    s.phase = terms.BETWEEN


@rule("BF-012")
def refresh_quick_release(s: Football, config: FootballConfig) -> None:
    """Restores all uses of Quick Release after a rushing touchdown."""
    seat = s.offense
    if (
        config.ability[seat] == terms.QUICK_RELEASE
        and s.play_type != terms.NONE
        and config.type_kind[s.play_type] == terms.RUN
    ):
        s.uses[seat] = config.ability_uses[seat]


@rule("BF-123", "BF-127", "BF-141", "BF-R11")
def end_try(s: Football, scorer: int) -> None:
    """Ends the try. The side that scored the touchdown (`scorer`) then kicks off."""
    s.offense = scorer
    s.try_down = 0
    s.after_own_score = 1
    s.then = terms.KICK
    s.phase = terms.BETWEEN


@rule("BF-124", "BF-162", "BF-163")
def extra_point(s: Football, config: FootballConfig, chance: Chance, log: Log) -> None:
    """Kicks the extra point: a field goal value of 3 or more scores a point. A blocked kick is returned from the 15."""
    s.game_day = game_day.draw_card(s, config, chance, log)
    judge_extra_point(s, config, log)


@rule("BF-124", "BF-162", "BF-163")
def judge_extra_point(s: Football, config: FootballConfig, log: Log) -> None:
    """Resolves an extra point by the drawn card."""
    seat = s.offense
    value = game_day.kicked(s, config, seat, config.field_goal[s.game_day], log)
    if value >= 3:
        s.score[seat] += 1
        tell(log, EXTRA_POINT_KICKED, seat, 1, value)
        end_try(s, seat)
    elif value > 0:
        tell(log, EXTRA_POINT_KICKED, seat, 0, value)
        end_try(s, seat)
    else:
        tell(log, EXTRA_POINT_STOPPED, seat)
        s.offense = other(seat)
        s.line = terms.GOAL - EXTRA_POINT_LINE
        s.phase = terms.KICK_CHAIN


@rule("BF-130", "BF-133")
def kick_distance(line: int) -> int:
    """The distance of a field goal in lines, which is the opponent's yard line divided by 5."""
    return terms.GOAL - line


@rule("BF-131", "BF-132", "BF-157", "BF-158", "BF-198", "BF-R12")
def kick_field_goal(s: Football, config: FootballConfig, chance: Chance, log: Log) -> None:
    """Draws a card for a field goal, which is good if the card's value reaches the distance. A blocked kick is
    returned.
    """
    s.game_day = game_day.draw_card(s, config, chance, log)
    judge_field_goal(s, config, log)


@rule("BF-131", "BF-132", "BF-157", "BF-158", "BF-198", "BF-R12")
def judge_field_goal(s: Football, config: FootballConfig, log: Log) -> None:
    """Resolves a field goal with the drawn card. If the kicker was iced, the value drops by one.

    After a miss, the other side gets the ball at the spot of the kick.
    """
    seat = s.offense
    distance = kick_distance(s.line)
    value = game_day.kicked(s, config, seat, config.field_goal[s.game_day], log)
    blocked = value == 0
    if s.iced == 1 and not blocked:
        value -= 1
        tell(log, ICED_VALUE, seat, value)
    tell(log, FIELD_GOAL_KICKED, seat, value, distance)
    if not blocked and value >= distance:
        s.score[seat] += 3
        tell(log, FIELD_GOAL_SCORED, seat)
        clock.close_drive(s, config)
        s.after_own_score = 1
        s.then = terms.KICK
        s.phase = terms.BETWEEN
        return
    spot = terms.GOAL - s.line
    if blocked:
        tell(log, KICK_STOPPED, seat, s.line)
        begin_return(s, config, spot)
        return
    if config.missed_kick_at_20 == 1:
        spot = max(4, spot)
    tell(log, FIELD_GOAL_MISSED, seat, spot)
    possession.change_sides(s, config, spot)
    possession.start_drive(s, config, spot, log)


@rule("BF-158")
def begin_return(s: Football, config: FootballConfig, line: int) -> None:
    """Begins a return by the other side, card by card. `line` is counted from the returning side's own goal."""
    possession.change_sides(s, config, line)
    s.phase = terms.KICK_CHAIN


@rule("BF-134", "BF-135", "BF-136", "BF-R31", "BF-R40")
def safety(s: Football, config: FootballConfig, log: Log) -> None:
    """Scores a safety: two points for the other side, which also receives a free kick.

    In overtime, a safety ends the match.
    """
    seat = s.offense
    s.score[other(seat)] += 2
    tell(log, SAFETY_SCORED, other(seat))
    clock.close_drive(s, config)
    if s.quarter > 4:
        s.ended = OVERTIME_SCORE
        s.phase = terms.OVER
        tell(log, OVERTIME_DECIDED, s.score[0], s.score[1], 1)
        return
    s.after_own_score = 0
    s.then = terms.FREE_KICK
    s.phase = terms.BETWEEN
