"""Fouls, and where they are enforced."""

from __future__ import annotations

from breakaway.core.chance import Chance, below, fate
from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import contests_and_injuries, possession, terms
from breakaway.games.fate.rules.calls import row_of
from breakaway.games.fate.rules.events import (
    BALL_TAKEN,
    DOWN_COUNTED,
    FIRST_COLUMN_FOUL,
    FIRST_DOWN_BY_FOUL,
    FOUL_SPOTTED,
    FOULED_IN_END_ZONE,
    FOURTH_COLUMN_FOUL,
    MARKED_FROM_END,
    MARKED_FROM_RETURN,
    MARKED_FROM_SCRIMMAGE,
    NO_OPTION_GIVEN,
    ONE_OR_TWO_ROLLED,
    PENALTY_ANSWERED,
    PENALTY_MARKED,
    SECOND_COLUMN_FOUL,
    THIRD_COLUMN_FOUL,
)
from breakaway.games.fate.rules.state import Fate, FateConfig, other

# --- Marks off penalties at the right spot (rules 142 to 148, rulings G43 to G48).


OWN_35 = 35


@rule("FF-018", "FF-142", "FF-143", "FF-144", "FF-145", "FF-147", "FF-G44", "FF-G47", "FF-G48")
def enforce(s: Fate, config: FateConfig, log: Log) -> None:
    """Marks off a penalty from the end of the play if the rule says so. Otherwise, repeats the down or the kick."""
    note_half(s)
    yards = distance_of(s.foul, s.fouler == s.offense)
    rough = s.foul == terms.PERSONAL or s.foul == terms.FACEMASK
    kick = s.declared in (terms.PUNT_IT, terms.FREE_KICK, terms.KICKOFF)
    if rough and (kick or s.fouler != s.offense):
        if kick:
            tell(log, MARKED_FROM_RETURN, s.fouler, s.foul)
        else:
            tell(log, MARKED_FROM_END, s.fouler, s.foul)
        mark_from_end(s, yards, log)
    elif s.foul == terms.INTERFERENCE or s.foul == terms.GROUNDING:
        tell(log, DOWN_COUNTED, s.fouler, s.foul)
        mark_from_end(s, yards, log)
    elif kick:
        kick_again(s, yards, log)
    else:
        if rough:
            tell(log, MARKED_FROM_SCRIMMAGE, s.fouler, s.foul)
        repeat_down(s, yards, log)


@rule("FF-139")
def distance_of(foul: int, by_offense: bool) -> int:
    """The yards of a foul: 15 for personal fouls, interference and grounding, 10 for offensive holding, otherwise 5."""
    if foul in (terms.PERSONAL, terms.INTERFERENCE, terms.GROUNDING):
        return 15
    return 10 if foul == terms.HOLDING and by_offense else 5


@rule("FF-G30")
def note_half(s: Fate) -> None:
    """Records whether the half can end on this penalty: only if the offense committed the foul."""
    s.untimed = 1 if s.fouler != s.offense else 0


@rule("FF-G43")
def marked(line: int, yards: int) -> int:
    """The yard line `yards` beyond `line`, or behind it if `yards` is negative. The move is at most half the distance
    to the goal line.
    """
    if yards >= 0:
        return int(line + min(yards, (terms.GOAL - line) // 2))
    return int(line - min(-yards, line // 2))


@rule("FF-142", "FF-145", "FF-G43", "FF-G48")
def mark_from_end(s: Fate, yards: int, log: Log) -> None:
    """Lets the play stand and marks off the yards from its end. A score by the fouled side counts.

    If the play ended behind the offense's own goal line, the yards are marked from that spot, which can undo a safety.
    """
    line = s.spot if s.holder == s.offense else terms.GOAL - s.spot
    by_holder = s.fouler == s.holder
    scored = line <= 0 if by_holder else line >= terms.GOAL
    if s.result != terms.GOOD and not scored:
        line = marked(min(line, terms.GOAL), -yards if by_holder else yards)
        s.spot = line if s.holder == s.offense else terms.GOAL - line
        s.gain = s.spot - s.ball if s.holder == s.offense else s.gain
    tell(log, PENALTY_MARKED, s.fouler, s.foul, max(0, min(terms.GOAL, line)), s.holder)
    s.units = possession.SHORT_PLAY
    s.phase = terms.SETTLE


@rule("FF-144", "FF-G43", "FF-G44")
def repeat_down(s: Fate, yards: int, log: Log) -> None:
    """Voids the play and repeats the down, with the ball `yards` farther back or ahead.

    Defensive holding also gives the offense a first down.
    """
    if s.fouler == s.offense:
        repeat_from(s, marked(s.ball, -yards), False, log)
        return
    if s.foul == terms.HOLDING:
        tell(log, FIRST_DOWN_BY_FOUL, s.offense)
    repeat_from(s, marked(s.ball, yards), s.foul == terms.HOLDING, log)


@rule("FF-018", "FF-146")
def repeat_from(s: Fate, line: int, is_first: bool, log: Log) -> None:
    """Repeats the down from `line`.

    The repeated down is a first down if `is_first` is true or the ball reaches the line to gain.
    """
    note_half(s)
    contests_and_injuries.come_back(s)
    s.ball = line
    s.then = terms.DECLARE
    tell(log, PENALTY_MARKED, s.fouler, s.foul, line, s.offense)
    possession.clear_play(s)
    s.units = possession.SHORT_PLAY
    s.phase = terms.BETWEEN
    if is_first or s.ball >= s.marker:
        possession.first_down(s, log)


@rule("FF-018", "FF-G43", "FF-G44")
def kick_again(s: Fate, yards: int, log: Log) -> None:
    """Repeats the kick, `yards` farther back if the kickers fouled, otherwise `yards` farther forward.

    If the receivers fouled on a punt, the down is repeated instead.
    """
    ours = s.fouler == s.offense
    if s.declared == terms.PUNT_IT and not ours:
        repeat_down(s, yards, log)
        return
    s.ball = marked(s.ball, -yards if ours else yards)
    s.then = terms.REKICK if s.declared == terms.KICKOFF else terms.PUNT
    tell(log, PENALTY_MARKED, s.fouler, s.foul, s.ball, s.offense)
    possession.clear_play(s)
    s.units = possession.SHORT_PLAY
    s.phase = terms.BETWEEN


@rule("FF-018", "FF-148")
def kick_out_of_bounds(s: Fate, config: FateConfig, answer: int, log: Log) -> None:
    """Applies the answer of receivers who do not decline: a new kick from five yards back, or the ball at their 35."""
    if answer == terms.ACCEPT:
        kick_again(s, 5, log)
        return
    s.holder = other(s.offense)
    s.spot = terms.GOAL - OWN_35
    s.units = possession.SHORT_PLAY
    s.phase = terms.SETTLE
    tell(log, BALL_TAKEN, s.holder, OWN_35)


# --- Penalties of the advanced game (rules 135 to 148): the column, the foul, the choice and the spot of the foul.


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
        enforce(s, config, log)
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
        kick_out_of_bounds(s, config, answer, log)
    elif answer != terms.ACCEPT:
        s.foul = 0
        s.phase = terms.SETTLE
    elif s.foul == terms.INTERFERENCE and s.fouler != s.offense:
        s.phase = terms.FOUL_SPOT
    else:
        enforce(s, config, log)


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
    repeat_from(s, line, True, log)
