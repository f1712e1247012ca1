"""The umpire's rulings (G45): after a play, the umpire may call a face mask or grounding that no roll produced."""

from __future__ import annotations

from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import contests_and_injuries
from breakaway.games.fate.rules.events import GROUNDING_NEEDS, UMPIRE_NOT_NOW, UMPIRE_RULED
from breakaway.games.fate.rules.state import Fate, FateConfig, other
from breakaway.games.fate.rules.terms import FACEMASK, GROUNDING, INCOMPLETE, KNEEL, OPTION, PLAY, ROOM, SIDES, SPIKE

FACEMASK_OFFENSE, FACEMASK_DEFENSE, GROUNDED = 0, 1, 2
RULINGS = {
    "face mask offense": FACEMASK_OFFENSE,
    "face mask defense": FACEMASK_DEFENSE,
    "grounding": GROUNDED,
}


# Positions in `stood`: the numbers of the play follow those of the match.
PLAYED = 16
DECLARED, RESULT, FOUL_BEFORE = PLAYED, PLAYED + 1, PLAYED + 8


@rule("FF-G45")
def note_stand(s: Fate) -> None:
    """Stores the match before a play is settled, so that a ruling can restore it. The umpire cannot rule on a try."""
    s.rulable = 1 - s.try_down
    s.stood[0], s.stood[1], s.stood[2], s.stood[3] = s.offense, s.ball, s.down, s.marker
    s.stood[4], s.stood[5], s.stood[6], s.stood[7] = s.quarter, s.clock, s.units, s.untimed
    s.stood[8], s.stood[9] = s.series, s.rounds
    for side in range(SIDES):
        s.stood[10 + side] = s.score[side]
        s.stood[12 + side] = s.time_outs[side]
        s.stood[14 + side] = s.had_ball[side]
    s.stood[DECLARED], s.stood[RESULT] = s.declared, s.result
    s.stood[18], s.stood[19], s.stood[20] = s.gain, s.holder, s.spot
    s.stood[21], s.stood[22], s.stood[23] = s.base, s.overlay, s.sideline
    s.stood[FOUL_BEFORE] = s.foul
    s.fresh_before = s.fresh
    for i in range(ROOM):
        s.healed[i] = 0


@rule("FF-G45")
def put_back(s: Fate) -> None:
    """Restores the match as it was before the play was settled. Time outs called after the play are given back."""
    s.offense, s.ball, s.down, s.marker = s.stood[0], s.stood[1], s.stood[2], s.stood[3]
    s.quarter, s.clock, s.units, s.untimed = s.stood[4], s.stood[5], s.stood[6], s.stood[7]
    s.series, s.rounds = s.stood[8], s.stood[9]
    for side in range(SIDES):
        s.score[side] = s.stood[10 + side]
        s.time_outs[side] = s.stood[12 + side]
        s.had_ball[side] = s.stood[14 + side]
    s.declared, s.result = s.stood[DECLARED], s.stood[RESULT]
    s.gain, s.holder, s.spot = s.stood[18], s.stood[19], s.stood[20]
    s.base, s.overlay, s.sideline = s.stood[21], s.stood[22], s.stood[23]
    for i in range(ROOM):
        if s.healed[i] == 1:
            contests_and_injuries.count_out(s, i, 1)
    s.fresh = s.fresh_before
    s.rulable = 0


@rule("FF-G38", "FF-G45")
def may_rule(s: Fate, config: FateConfig) -> bool:
    """Whether the umpire may call a foul on the last play. Everybody can tell: nothing in it is secret."""
    quiet = s.stood[DECLARED] == KNEEL or s.stood[DECLARED] == SPIKE
    return bool(config.advanced == 1 and s.rulable == 1 and s.stood[FOUL_BEFORE] == 0 and not quiet)


@rule("FF-G45")
def stops(s: Fate, config: FateConfig) -> bool:
    """Whether the game stops for the umpire before it goes past the last play. Edition 1 did not stop."""
    return bool(config.edition > 1 and may_rule(s, config))


@rule("FF-147", "FF-G38", "FF-G45")
def ruling(s: Fate, config: FateConfig, code: int, log: Log) -> int:
    """Calls a face mask on either side, or grounding on an incompletion, and lets the other side accept or decline.

    Returns 0, or the rule that forbids the ruling.
    """
    if not may_rule(s, config) or code < 0 or code > GROUNDED:
        return UMPIRE_NOT_NOW
    if code == GROUNDED and (s.stood[DECLARED] != PLAY or s.stood[RESULT] != INCOMPLETE):
        return GROUNDING_NEEDS
    put_back(s)
    s.foul = GROUNDING if code == GROUNDED else FACEMASK
    s.fouler = other(s.offense) if code == FACEMASK_DEFENSE else s.offense
    s.phase = OPTION
    tell(log, UMPIRE_RULED, s.fouler, s.foul)
    return 0
