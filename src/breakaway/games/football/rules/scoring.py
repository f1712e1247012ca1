"""Possession, downs, turnovers and points."""

from __future__ import annotations

from breakaway.core.chance import Chance
from breakaway.core.rules import Log, rule, tell
from breakaway.games.football.rules import abilities, cards_and_clock, terms
from breakaway.games.football.rules.events import (
    BALL_FUMBLED,
    BALL_MOVED,
    BREAKAWAY_FUMBLED,
    DRIVE_BEGAN,
    EXTRA_POINT_KICKED,
    EXTRA_POINT_STOPPED,
    FIELD_GOAL_KICKED,
    FIELD_GOAL_MISSED,
    FIELD_GOAL_SCORED,
    ICED_VALUE,
    KICK_STOPPED,
    LOST_AT_OWN_GOAL,
    LOST_BY_CORNER,
    LOST_ON_DOWNS,
    MARKER_REACHED,
    NEXT_DOWN,
    OVERTIME_DECIDED,
    OVERTIME_SCORE,
    PASS_INTERCEPTED,
    RETURN_GRANTED,
    SAFETY_SCORED,
    TOUCHDOWN_ENDED_IT,
    TOUCHDOWN_SCORED,
    TRY_LOST,
    TURNED_OVER_TO,
    TURNOVER_TOUCHBACK,
    TWO_POINTS_TRIED,
)
from breakaway.games.football.rules.state import Football, FootballConfig, other
from breakaway.games.football.rules.terms import (
    BETWEEN,
    CALL,
    CARDS,
    GOAL,
    HAND,
    KICK_CHAIN,
    NONE,
    PASS,
    RUN,
    SEATS,
    SPECIAL_DEFENSE,
)

# --- Possession: how drives begin, and how the ball changes sides (rules 13, 107, 116 to 119, 217).


@rule("BF-116", "BF-118", "BF-119", "BF-R14", "BF-R15")
def next_marker(line: int) -> int:
    """The next first-down line ahead of the ball: own 20, midfield, the opponent's 20, then the goal line."""
    if line < 4:
        return 4
    if line < 10:
        return 10
    if line < 16:
        return 16
    return GOAL


@rule("BF-013", "BF-117", "BF-217", "BF-228")
def start_drive(s: Football, config: FootballConfig, line: int, log: Log) -> None:
    """Gives the offense a first down on this line.

    A sheet gets back all 15 cards: its Spent and Burned piles are shuffled into the draw pile.
    """
    s.line = line
    s.down = 1
    s.marker = next_marker(line)
    s.time_after = 0
    s.after_own_score = 0
    seat = s.offense
    if config.sheet[seat] == 1:
        for card in range(CARDS):
            s.card[seat][card] = HAND
    renew_special_defense(s, config, other(seat))
    abilities.begin_drive(s, config)
    s.then = CALL
    s.phase = BETWEEN
    tell(log, DRIVE_BEGAN, seat, line)


@rule("BF-009")
def renew_special_defense(s: Football, config: FootballConfig, seat: int) -> None:
    """Restores all uses of an unlocked special defense."""
    if config.ability[seat] == SPECIAL_DEFENSE and s.unlocked[seat] == 1:
        s.uses[seat] = config.ability_uses[seat]


@rule("BF-107", "BF-R13")
def change_sides(s: Football, config: FootballConfig, line: int) -> None:
    """Gives the ball to the other team. `line` is counted from the goal of the team that gets the ball."""
    cards_and_clock.close_drive(s, config)
    s.offense = other(s.offense)
    s.line = line
    s.after_own_score = 0


@rule("BF-009")
def unlock(s: Football, config: FootballConfig, seat: int, log: Log) -> None:
    """Unlocks the special defense of a team that gained a turnover, and notes the turnover for declared abilities.

    A turnover is a fumble, an interception or a blocked kick. The loss of the ball on downs is none.

    The team can use it as soon as the other side begins its next drive.
    """
    abilities.note(s, config, seat, abilities.TAKEAWAY, log)
    abilities.lose(s, config, other(seat))
    if config.ability[seat] == SPECIAL_DEFENSE:
        s.unlocked[seat] = 1


@rule("BF-021", "BF-023")
def clear_down(s: Football) -> None:
    """Clears the calls of the last down. The revealed plays stay readable until the next reveal."""
    s.declared = NONE
    s.game_day = NONE
    for seat in range(SEATS):
        s.call[seat] = NONE
        s.formation[seat] = NONE
        s.ability[seat] = 0
        s.turned[seat] = 0
    s.gain = 0
    s.ignored = 0
    s.iced = 0
    s.coffin = 0
    s.hail_cards = 0
    s.spent_token = 0
    s.drawn_card = NONE
    s.weighed = 0


# --- Touchdowns and tries, field goals, safeties (rules 122 to 139).


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
    abilities.note(s, config, s.offense, abilities.TOUCHDOWN, log)
    cards_and_clock.close_drive(s, config)
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
    s.game_day = cards_and_clock.draw_card(s, config, chance, log)
    judge_extra_point(s, config, log)


@rule("BF-124", "BF-162", "BF-163")
def judge_extra_point(s: Football, config: FootballConfig, log: Log) -> None:
    """Resolves an extra point by the drawn card."""
    seat = s.offense
    value = cards_and_clock.kicked(s, config, seat, config.field_goal[s.game_day], log)
    if value >= terms.EXTRA_POINT_GOOD:
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
    s.game_day = cards_and_clock.draw_card(s, config, chance, log)
    judge_field_goal(s, config, log)


@rule("BF-131", "BF-132", "BF-157", "BF-158", "BF-198", "BF-R12")
def judge_field_goal(s: Football, config: FootballConfig, log: Log) -> None:
    """Resolves a field goal with the drawn card. If the kicker was iced, the value drops by one.

    After a miss, the other side gets the ball at the spot of the kick.
    """
    seat = s.offense
    distance = kick_distance(s.line)
    value = cards_and_clock.kicked(s, config, seat, config.field_goal[s.game_day], log)
    blocked = value == 0
    if s.iced == 1 and not blocked:
        value -= 1
        tell(log, ICED_VALUE, seat, value)
    tell(log, FIELD_GOAL_KICKED, seat, value, distance)
    if not blocked and value >= distance:
        s.score[seat] += 3
        tell(log, FIELD_GOAL_SCORED, seat)
        cards_and_clock.close_drive(s, config)
        s.after_own_score = 1
        s.then = terms.KICK
        s.phase = terms.BETWEEN
        return
    spot = terms.GOAL - s.line
    if blocked:
        tell(log, KICK_STOPPED, seat, s.line)
        take_block(s, config, seat, log)
        begin_return(s, config, spot)
        return
    if config.missed_kick_at_20 == 1:
        spot = max(4, spot)
    tell(log, FIELD_GOAL_MISSED, seat, spot)
    change_sides(s, config, spot)
    start_drive(s, config, spot, log)


@rule("BF-009", "BF-157")
def take_block(s: Football, config: FootballConfig, kicker: int, log: Log) -> None:
    """Notes a blocked kick as a turnover that the other side has gained. Until edition 4, it was none."""
    if config.blocks_taken == 1:
        unlock(s, config, other(kicker), log)


@rule("BF-158")
def begin_return(s: Football, config: FootballConfig, line: int) -> None:
    """Begins a return by the other side, card by card. `line` is counted from the returning side's own goal."""
    change_sides(s, config, line)
    s.phase = terms.KICK_CHAIN


@rule("BF-134", "BF-135", "BF-136", "BF-R31", "BF-R40")
def safety(s: Football, config: FootballConfig, log: Log) -> None:
    """Scores a safety: two points for the other side, which also receives a free kick.

    In overtime, a safety ends the match.
    """
    seat = s.offense
    s.score[other(seat)] += 2
    tell(log, SAFETY_SCORED, other(seat))
    cards_and_clock.close_drive(s, config)
    if s.quarter > 4:
        s.ended = OVERTIME_SCORE
        s.phase = terms.OVER
        tell(log, OVERTIME_DECIDED, s.score[0], s.score[1], 1)
        return
    s.after_own_score = 0
    s.then = terms.FREE_KICK
    s.phase = terms.BETWEEN


# --- How the ball moves, and first downs (rules 28, 29, 32, 116 to 121).


@rule("BF-028", "BF-032", "BF-122", "BF-128", "BF-134")
def gain(s: Football, config: FootballConfig, lines: int, log: Log) -> None:
    """Moves the ball by whole lines. A touchdown, a safety, a first down or the next down follows."""
    before = s.line
    s.line = min(GOAL, s.line + lines)
    tell(log, BALL_MOVED, s.offense, s.line - before, s.line)
    if s.line == GOAL:
        touchdown(s, config, log)
    elif s.try_down == 1:
        tell(log, TWO_POINTS_TRIED, s.offense, 0)
        end_try(s, s.offense)
    elif s.line <= 0:
        safety(s, config, log)
    else:
        next_down(s, config, log)


@rule("BF-029", "BF-117", "BF-118", "BF-120", "BF-121", "BF-R13", "BF-R14")
def next_down(s: Football, config: FootballConfig, log: Log) -> None:
    """Gives a first down if the ball has reached the marker, or moves on to the next down.

    A drive can reach each first-down line only once. After the fourth down, the other side gets the ball.
    """
    s.then = CALL
    s.phase = BETWEEN
    if s.line >= s.marker:
        s.down = 1
        s.marker = next_marker(s.line)
        tell(log, MARKER_REACHED, s.offense, s.marker)
        return
    s.down += 1
    if s.down > 4:
        tell(log, LOST_ON_DOWNS, s.offense, s.line)
        change_sides(s, config, GOAL - s.line)
        start_drive(s, config, s.line, log)
        return
    tell(log, NEXT_DOWN, s.offense, s.down, s.marker - s.line)


# --- Fumbles and interceptions (rules 91 to 100).


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
    unlock(s, config, winner, log)
    if s.try_down == 1:
        turnover_in_try(s, config, spot, log)
        return
    change_sides(s, config, GOAL - spot)
    tell(log, TURNED_OVER_TO, winner, s.line)
    if spot <= 0:
        tell(log, LOST_AT_OWN_GOAL, winner)
        s.play_type = NONE
        touchdown(s, config, log)
    elif spot >= GOAL:
        tell(log, TURNOVER_TOUCHBACK, winner)
        start_drive(s, config, 4, log)
    elif returned:
        tell(log, RETURN_GRANTED, winner)
        s.phase = KICK_CHAIN
    else:
        start_drive(s, config, s.line, log)


@rule("BF-R36")
def turnover_in_try(s: Football, config: FootballConfig, spot: int, log: Log) -> None:
    """Ends a try on a turnover. Under a house rule, the defense may return the ball for two points."""
    tell(log, TRY_LOST, s.offense)
    if config.defensive_two == 0 or spot >= GOAL:
        end_try(s, s.offense)
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
