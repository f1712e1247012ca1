"""The start of the game: the toss and its winner's choice (rules 1 to 4)."""

from __future__ import annotations

from breakaway.core.chance import Chance, below
from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import kickoff, overtime
from breakaway.games.fate.rules.happened import SIDE_CHOSEN, TOSS_WON
from breakaway.games.fate.rules.state import Fate, FateConfig, other
from breakaway.games.fate.rules.terms import CHOICE, NONE, OT_COLLEGE, OVERTIME, QUARTER, RECEIVE, SIDES, TOSS


@rule("FF-013", "FF-023")
def start(config: FateConfig) -> Fate:
    """The state before the toss: the first quarter, and three time outs for each side."""
    s = Fate(phase=TOSS, quarter=1, clock=QUARTER, base=NONE, defense=NONE, named=NONE)
    for side in range(SIDES):
        s.time_outs[side] = 3
    return s


@rule("FF-001")
def toss(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Tosses the coin. The winner of the toss chooses next."""
    s.toss_winner = below(chance, "toss", 2)
    tell(log, TOSS_WON, s.toss_winner)
    s.phase = CHOICE


@rule("FF-002", "FF-G31")
def choose_side(s: Fate, config: FateConfig, answer: int, log: Log) -> None:
    """Applies the winner's choice to kick off or receive; in college overtime, to have the ball first or second."""
    receiver = s.toss_winner if answer == RECEIVE else other(s.toss_winner)
    tell(log, SIDE_CHOSEN, s.toss_winner, receiver)
    if s.quarter == OVERTIME and config.overtime == OT_COLLEGE:
        overtime.start_series(s, config, receiver, log)
        return
    if s.quarter < OVERTIME:
        s.opening_kicker = other(receiver)
    kickoff.prepare_kickoff(s, config, other(receiver))


@rule("FF-004")
def coach_of(config: FateConfig, side: int, on_offense: bool) -> int:
    """The seat that answers for a side. With platoons, each side has a seat for its offense and one for its defense."""
    if config.platoons == 1:
        return side * 2 + (0 if on_offense else 1)
    return side
