"""Approaches and contests of the advanced game (rules 97 to 112)."""

from __future__ import annotations

from breakaway.core.chance import Chance, fate
from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import injuries, terms
from breakaway.games.fate.rules.happened import (
    ATTACKER_ALONE,
    CONTEST_EVEN,
    DEFENDER_ALONE,
    HIGHER_COUNTED,
    PASS_CONTESTED,
)
from breakaway.games.fate.rules.state import Fate, FateConfig, other

MOST_LOST_INSIDE = 3


@rule("FF-097", "FF-098", "FF-132", "FF-133", "FF-G34", "FF-G35", "FF-G36", "FF-G37")
def rating(s: Fate, config: FateConfig, side: int, position: int, approach: int) -> int:
    """The rating of the player on the field: the starter's, minus one for each player replaced, never below -2."""
    weaker = injuries.man_on_field(s, side, position)
    return int(max(terms.LOWEST, config.rating[side][position * terms.APPROACHES + approach] - weaker))


@rule("FF-101", "FF-G33")
def contest_row(base: int) -> int:
    """The row of a base play in the contest tables. A screen uses the row of Run Outside."""
    if base == terms.SCREEN_PASS:
        return terms.RUN_OUTSIDE
    return base if base < terms.QUICK else base - 1


@rule("FF-099", "FF-100", "FF-G33")
def approach_row(s: Fate) -> int:
    """The row for the play in the table of approaches. Draw and Play Action have rows of their own."""
    return int(s.base if s.overlay == terms.NEITHER else s.overlay)


@rule("FF-106")
def rating_sum(s: Fate, config: FateConfig, side: int, players: list[int], roll: int, approach: int) -> int:
    """The sum of a side's ratings: those of the one or two players whom the cell for this roll names."""
    total = 0
    for i in range(2):
        position = players[2 * roll + i]
        if position != terms.NONE:
            total += rating(s, config, side, position, approach)
    return total


@rule("FF-101", "FF-G32")
def roll_contest(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls to see which players face each other, then goes on to the run or the completion roll."""
    judge_contest(s, config, fate(chance, "contest"), log)
    s.phase = terms.PASS if s.base >= terms.QUICK else terms.RUN


@rule("FF-102", "FF-103", "FF-104", "FF-105", "FF-109", "FF-110", "FF-111", "FF-112", "FF-G32")
def judge_contest(s: Fate, config: FateConfig, total: int, log: Log) -> None:
    """Sets the number that the contest adds: on a pass the difference between the ratings, on a run the higher rating.

    On a run, the rating of a player without an opponent is used alone. The rating of a player on defense is subtracted.
    Does nothing in the basic game.
    """
    if config.advanced == 0:
        return
    roll = total + 4
    row = contest_row(s.base)
    approach = config.play_approach[approach_row(s)][config.contest_slot[row][roll]]
    attackers, defenders = config.contest_offense[row], config.contest_defense[row]
    ours = rating_sum(s, config, s.offense, attackers, roll, approach)
    theirs = rating_sum(s, config, other(s.offense), defenders, roll, approach)
    s.named = config.contest_receiver[row][roll]
    if s.base >= terms.QUICK:
        s.contest = ours - theirs
        tell(log, PASS_CONTESTED, s.offense, total, ours, theirs, s.contest)
    elif attackers[2 * roll] == terms.NONE:
        s.contest = -theirs
        tell(log, DEFENDER_ALONE, s.offense, total, theirs)
    elif defenders[2 * roll] == terms.NONE:
        s.contest = ours
        tell(log, ATTACKER_ALONE, s.offense, total, ours)
    elif ours == theirs:
        s.contest = 0
        tell(log, CONTEST_EVEN, s.offense, total, ours)
    else:
        s.contest = ours if ours > theirs else -theirs
        tell(log, HIGHER_COUNTED, s.offense, total, ours, theirs)


@rule("FF-102", "FF-103", "FF-107", "FF-108", "FF-G33")
def contested_yards(s: Fate, yards: int) -> int:
    """The yards of a play after the contest's number has been added.

    The contest never makes a Run Inside lose more than three yards.
    """
    total = yards + s.contest
    if s.base == terms.RUN_INSIDE and s.contest < 0:
        total = max(total, min(yards, -MOST_LOST_INSIDE))
    return int(total)


@rule("FF-G50")
def kicker_bonus(s: Fate, config: FateConfig, position: int) -> int:
    """The number that a kicker or punter adds to his roll: under a house rule his Careful rating minus 2, otherwise
    0.
    """
    if config.kicker_approach == 0:
        return 0
    return rating(s, config, s.offense, position, terms.CAREFUL) - 2
