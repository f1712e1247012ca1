"""Penalties of the advanced game (rules 135 to 148): the column, the foul, the choice and the spot of the foul."""

from __future__ import annotations

from breakaway.core.chance import Chance, below, fate
from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import enforcement, terms
from breakaway.games.fate.rules.calls import row_of
from breakaway.games.fate.rules.happened import (
    FIRST_COLUMN_FOUL,
    FOUL_SPOTTED,
    FOULED_IN_END_ZONE,
    FOURTH_COLUMN_FOUL,
    NO_OPTION_GIVEN,
    ONE_OR_TWO_ROLLED,
    PENALTY_ANSWERED,
    SECOND_COLUMN_FOUL,
    THIRD_COLUMN_FOUL,
)
from breakaway.games.fate.rules.state import Fate, FateConfig, other

RUNS_COLUMN, PASSES_COLUMN, PUNTS_COLUMN, KICKOFFS_COLUMN = 0, 1, 2, 3


@rule("FF-135", "FF-136", "FF-137", "FF-138", "FF-G42")
def column(s: Fate) -> int:
    """The penalty column of a play: runs, Quick passes, screens and field goals; Short and Long passes; punts;
    kickoffs.

    A free kick uses the column for punts.
    """
    if s.declared == terms.KICKOFF:
        return KICKOFFS_COLUMN
    if s.declared == terms.PUNT_IT or s.declared == terms.FREE_KICK:
        return PUNTS_COLUMN
    return PASSES_COLUMN if s.base == terms.SHORT or s.base == terms.LONG else RUNS_COLUMN


@rule("FF-135", "FF-136", "FF-137", "FF-138", "FF-139")
def roll_foul(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls to see what the foul is. The cell for the total names the side and the foul."""
    total = fate(chance, "penalty")
    found = column(s)
    s.fouler = s.offense if config.foul_side[found][total + 4] == 0 else other(s.offense)
    s.foul = config.foul_kind[found][total + 4]
    if found == RUNS_COLUMN:
        tell(log, FIRST_COLUMN_FOUL, s.fouler, s.foul, total)
    elif found == PASSES_COLUMN:
        tell(log, SECOND_COLUMN_FOUL, s.fouler, s.foul, total)
    elif found == PUNTS_COLUMN:
        tell(log, THIRD_COLUMN_FOUL, s.fouler, s.foul, total)
    else:
        tell(log, FOURTH_COLUMN_FOUL, s.fouler, s.foul, total)
    next_question(s, config, log)


@rule("FF-140", "FF-141", "FF-146", "FF-G41", "FF-G44")
def next_question(s: Fate, config: FateConfig, log: Log) -> None:
    """Goes on after a foul: rolls a die if the cell says 1/2, marks off a foul that leaves no choice, or asks the side
    that was fouled.
    """
    if s.foul == terms.ONE_OR_TWO:
        s.phase = terms.FOUL_ONE_OR_TWO
    elif s.foul == terms.MOVEMENT or s.foul == terms.PROCEDURE:
        tell(log, NO_OPTION_GIVEN, s.fouler, s.foul)
        enforcement.enforce(s, config, log)
    else:
        s.phase = terms.OPTION


@rule("FF-G41")
def roll_one_or_two(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls one die for a cell that says 1/2: minus means Offside, plus means Movement, and a blank is rolled again."""
    face = below(chance, "one die", 3)
    if face == 1:
        return
    s.foul = terms.OFFSIDE if face == 0 else terms.MOVEMENT
    tell(log, ONE_OR_TWO_ROLLED, s.fouler, s.foul)
    next_question(s, config, log)


@rule("FF-148")
def has_three_answers(s: Fate, config: FateConfig) -> bool:
    """Whether the penalty is a kickoff out of bounds, after which the receivers may also take the ball at their 35."""
    return bool(s.phase == terms.OPTION and s.foul == terms.OUT_OF_BOUNDS and config.edition > 1)


@rule("FF-141", "FF-148", "FF-G43")
def answer_penalty(s: Fate, config: FateConfig, answer: int, log: Log) -> None:
    """Applies the answer of the side that did not foul: accept or decline.

    After a kickoff out of bounds, to accept is to have it kicked again, and the receivers may also take the ball.
    """
    if s.foul == terms.OUT_OF_BOUNDS and config.edition == 1 and answer == terms.DECLINE:
        answer = terms.TAKE_BALL  # edition 1 had two answers, and this was the first
    tell(log, PENALTY_ANSWERED, other(s.fouler), answer, s.foul)
    if s.foul == terms.OUT_OF_BOUNDS and answer != terms.DECLINE:
        enforcement.kick_out_of_bounds(s, config, answer, log)
    elif answer != terms.ACCEPT:
        s.foul = 0
        s.phase = terms.SETTLE
    elif s.foul == terms.INTERFERENCE and s.fouler != s.offense:
        s.phase = terms.FOUL_SPOT
    else:
        enforcement.enforce(s, config, log)


@rule("FF-146", "FF-G46")
def roll_foul_spot(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls the spot of pass interference by the defense, on the same table as the spot of an interception.

    A foul in the end zone is spotted at the 1.
    """
    yards = config.point[row_of(s.base)][fate(chance, "spot of the foul") + 4]
    line = s.ball + yards
    if line >= terms.GOAL:
        line = terms.GOAL - 1
        tell(log, FOULED_IN_END_ZONE, s.offense)
    tell(log, FOUL_SPOTTED, s.offense, line)
    enforcement.repeat_from(s, line, True, log)
