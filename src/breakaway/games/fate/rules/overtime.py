"""Settles a tied match: by an overtime period, series from the 25, a contest, or not at all (ruling G31)."""

from __future__ import annotations

from breakaway.core.chance import Chance, fate
from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import possession, terms
from breakaway.games.fate.rules.happened import OVERTIME_TOLD
from breakaway.games.fate.rules.rulebook import OVERTIME_ENDS
from breakaway.games.fate.rules.state import Fate, FateConfig, other

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
