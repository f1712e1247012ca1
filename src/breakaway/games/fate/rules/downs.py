"""Settles what follows a finished play: downs, scores and changes of possession (rulings G13 to G24)."""

from __future__ import annotations

from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import clock, endings, injuries, possession, terms, umpire
from breakaway.games.fate.rules.happened import (
    DOWN_BEGAN,
    FREE_KICK_GIVEN,
    LOST_ON_DOWNS,
    SAFETY_SCORED,
    TOUCHDOWN_SCORED,
    TRY_PLAYED,
)
from breakaway.games.fate.rules.rulebook import OVERTIME_ENDS
from breakaway.games.fate.rules.state import Fate, FateConfig, other

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
        injuries.heal_kind(s, terms.SERIES)
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
        injuries.heal_kind(s, terms.SERIES)
    s.offense = scorer
    s.ball = TRY_LINE
    s.marker = terms.GOAL
    s.down = 1
    tell(log, TOUCHDOWN_SCORED, scorer, s.score[scorer])
    if possession.touchdown_wins(s, config, scorer):
        if umpire.stops(s, config):
            s.then = terms.OVER
            s.phase = terms.WHISTLE
        else:
            clock.end_match(s, OVERTIME_ENDS, log)
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
    endings.clear_play(s)
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
    endings.clear_play(s)
