"""Ends plays: sets the result, who has the ball and where, and how many units the play takes (rules 14 to 21)."""

from __future__ import annotations

from breakaway.core.rules import rule
from breakaway.games.fate.rules import injuries, terms
from breakaway.games.fate.rules.state import Fate, FateConfig, other

SHORT_PLAY, LONG_PLAY = 1, 2  # units of 15 seconds


@rule("FF-015")
def end_kick(s: Fate, config: FateConfig, result: int, holder: int) -> None:
    """Ends a kick and its return. The caller must already have set the spot."""
    s.result = result
    s.holder = holder
    s.gain = 0
    s.units = SHORT_PLAY
    s.phase = terms.EVENT if config.advanced == 1 else terms.SETTLE


@rule("FF-016", "FF-017", "FF-021", "FF-G25", "FF-G28")
def end_play(s: Fate, config: FateConfig, result: int, gain: int) -> None:
    """Ends a play from scrimmage that gained `gain` yards. Heading for the sideline costs two yards."""
    s.result = result
    s.gain = gain
    s.holder = other(s.offense) if result == terms.INTERCEPTED else s.offense
    s.units = SHORT_PLAY if result == terms.INCOMPLETE else LONG_PLAY
    if s.sideline == 1 and (result in (terms.RAN, terms.COMPLETE)):
        s.gain -= 2
        s.units = SHORT_PLAY
    s.spot = s.ball + s.gain
    s.carried = 1 if result in (terms.RAN, terms.COMPLETE, terms.SACKED) else 0
    s.phase = terms.SETTLE
    if config.advanced == 1:  # else nobody is ever injured
        injuries.count_play(s)
        if s.try_down == 0 and s.declared == terms.PLAY:
            s.phase = next_roll(s)


@rule("FF-113", "FF-119", "FF-125", "FF-G27", "FF-G38")
def next_roll(s: Fate) -> int:
    """The next phase in the advanced game: the interception roll, the return of an interception, or the event."""
    if s.result == terms.INCOMPLETE and s.base >= terms.QUICK:
        return terms.PICKED
    return terms.PICK_RETURN if s.result == terms.INTERCEPTED else terms.EVENT


@rule()
def clear_play(s: Fate) -> None:
    """Clears the last play's calls, rolls, result and foul."""
    s.base = terms.NONE
    s.overlay = 0
    s.defense = terms.NONE
    s.sideline = 0
    s.modifier = 0
    s.stage = 0
    s.lane = 0
    s.times = 0
    s.bonus = 0
    s.gain = 0
    s.result = terms.NOTHING
    s.contest = 0
    s.named = terms.NONE
    s.carried = 0
    s.grounded = 0
    s.foul = 0
    s.rulable = 0


@rule("FF-065")
def is_rushed(s: Fate) -> bool:
    """Whether the matrix sends this pass straight to the Pass Rush."""
    return bool(s.modifier == terms.PASS_RUSH)
