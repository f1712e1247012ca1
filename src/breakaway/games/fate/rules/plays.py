"""Plays from scrimmage: runs, passes, the pass rush, screens, interceptions and events."""

from __future__ import annotations

from breakaway.core.chance import Chance, fate
from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import calls, contests_and_injuries, possession, terms
from breakaway.games.fate.rules.calls import row_of
from breakaway.games.fate.rules.events import (
    ANY_PASS_PICKED,
    BALL_THROWN_AWAY,
    DEEP_PASS_PICKED,
    FLAG_THROWN,
    FUMBLE_RECOVERED,
    FUMBLED_BY_FATE,
    LONG_COLUMN_REACHED,
    LONG_GAIN_REACHED,
    LONG_PASS_TIED,
    NOTHING_HAPPENED,
    PASS_CAUGHT,
    PASS_COMPLETED,
    PASS_DROPPED,
    PASS_GAINED_LONG,
    PASS_INCOMPLETE,
    PASS_TIPPED,
    PICK_LOST_A_YARD,
    PICK_PLACED,
    PICK_RETURNED,
    PICK_TOUCHED_BACK,
    QUARTERBACK_RAN,
    QUICK_PASS_RUSHED,
    QUICK_PASS_TIED,
    RAN_INSIDE,
    RAN_OUTSIDE,
    RUN_GAINED_LONG,
    RUSH_COMPLETED,
    RUSH_INCOMPLETE,
    SACKED_BY_RUSH,
    SCREEN_CAUGHT,
    SCREEN_FAILED,
    SCREEN_PERFECT,
    SCREEN_PICKED,
    SCREEN_WIDE_OPEN,
    SCREEN_WITH_ROOM,
    SHAKEN_UP,
    SHORT_GAIN_REACHED,
    SHORT_PASS_TIED,
    SOMEBODY_HURT,
    SOMETHING_HAPPENED,
    TIPPED_PASS_PICKED,
    YARDS_MULTIPLIED,
)
from breakaway.games.fate.rules.possession import LONG_PLAY
from breakaway.games.fate.rules.state import Fate, FateConfig, cell, other
from breakaway.games.fate.rules.terms import (
    CHAIN,
    COMPLETE,
    CONTEST,
    INCOMPLETE,
    INTERCEPTED,
    QUICK,
    RAN,
    RUN,
    RUN_INSIDE,
    RUN_OUTSIDE,
    RUSH,
    SCREEN_INCOMPLETE,
    SCREEN_INTERCEPTED,
    SCREEN_PASS,
    SHORT,
    YARDS,
)

# --- Runs (rules 46 to 55): the first roll with the matrix, then Short Gain and Long Gain.


FIRST, SHORT_GAIN, LONG_GAIN = 0, 1, 2


@rule("FF-046", "FF-047", "FF-048", "FF-049", "FF-050", "FF-051", "FF-052", "FF-053", "FF-G1", "FF-G7")
def roll_run(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls a run.

    The matrix changes only the first roll or, under a house rule, the yards. Until Long Gain, a total of +3 or +4 leads
    to another roll, for the next longer gain. Under another house rule, only +4 does.
    """
    total = fate(chance, "run")
    if s.stage == FIRST and config.same_roll == 1 and s.base <= RUN_OUTSIDE:  # a quarterback's run has no contest
        contests_and_injuries.judge_contest(s, config, total, log)
    if s.stage == FIRST and config.modifier_in_yards == 0:
        total += s.modifier
    found = cell(total)
    if s.stage < LONG_GAIN and found - 4 >= config.chain_at:
        s.stage += 1
        if s.stage == SHORT_GAIN:
            tell(log, SHORT_GAIN_REACHED, s.offense, found - 4)
        else:
            tell(log, LONG_GAIN_REACHED, s.offense, found - 4)
        return
    yards = yards_of(config, s.lane, s.stage, found, s.modifier)
    if s.stage == LONG_GAIN:
        tell(log, RUN_GAINED_LONG, s.offense, yards)
    if s.lane == RUN_INSIDE:
        tell(log, RAN_INSIDE, s.offense, yards, found - 4)
    else:
        tell(log, RAN_OUTSIDE, s.offense, yards, found - 4)
    end_run(s, config, yards, log)


@rule("FF-046", "FF-047", "FF-G7")
def yards_of(config: FateConfig, lane: int, stage: int, found: int, modifier: int) -> int:
    """The yards of a run for a roll, 0 to 8 for -4 to +4. Under a house rule, the matrix changes them.

    In `stage` 0 to 2, the yards are those of the first roll, of Short Gain and of Long Gain.
    """
    yards = config.run_yards[lane * 3 + stage][found]
    return int(yards + modifier if config.modifier_in_yards == 1 else yards)


@rule("FF-083", "FF-084", "FF-085", "FF-086", "FF-G10")
def end_run(s: Fate, config: FateConfig, yards: int, log: Log) -> None:
    """Ends a run. A screen multiplies all its yards, including losses, unless a house rule exempts losses."""
    if s.base != SCREEN_PASS:
        possession.end_play(s, config, RAN, contests_and_injuries.contested_yards(s, yards))
        return
    times = 1 if yards < 0 and config.gains_only == 1 else s.times
    if s.times > 1:
        tell(log, YARDS_MULTIPLIED, s.offense, times, yards * times)
    possession.end_play(s, config, COMPLETE, contests_and_injuries.contested_yards(s, yards * times))


@rule("FF-071", "FF-072", "FF-082")
def run_outside(s: Fate) -> None:
    """Begins a Run Outside that the matrix does not change: by the quarterback, or after a screen."""
    s.lane = RUN_OUTSIDE
    s.stage = FIRST
    s.modifier = 0
    s.phase = RUN


# --- Passes (rules 56 to 69): whether a pass is complete, and then its yards.


LONG_GAIN_ROWS = 3


@rule("FF-056", "FF-057", "FF-058", "FF-059", "FF-060", "FF-061", "FF-062", "FF-063", "FF-064", "FF-G2", "FF-G3")
def roll_completion(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls for a completion: a total above the difficulty completes the pass, and a total below it does not.

    A tie on a Short or Long pass leads to the Pass Rush, with 1 added to its roll. Under a house rule, so does a tie on
    a Quick pass.
    """
    total = fate(chance, "pass")
    if config.same_roll == 1:
        contests_and_injuries.judge_contest(s, config, total, log)
    total += s.modifier + s.contest
    difficulty = config.difficulty[calls.row_of(s.base)]
    if total > difficulty:
        tell(log, PASS_COMPLETED, s.offense, total, difficulty)
        s.phase = YARDS
    elif total < difficulty:
        tell(log, PASS_INCOMPLETE, s.offense, total, difficulty)
        incomplete(s, config)
    elif s.base == QUICK and config.quick_tie == 0:
        tell(log, QUICK_PASS_TIED, s.offense, total)
        incomplete(s, config)
    else:
        if s.base == QUICK:
            tell(log, QUICK_PASS_RUSHED, s.offense, total)
        elif s.base == SHORT:
            tell(log, SHORT_PASS_TIED, s.offense, total)
        else:
            tell(log, LONG_PASS_TIED, s.offense, total)
        s.bonus = 1
        s.phase = RUSH


@rule("FF-061")
def incomplete(s: Fate, config: FateConfig) -> None:
    """Ends the play with an incompletion."""
    possession.end_play(s, config, INCOMPLETE, 0)


@rule("FF-067", "FF-068", "FF-069", "FF-075", "FF-076")
def roll_yards(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls the yards of a caught pass, without modifiers.

    Totals of +3 and +4 are rolled again in the Long Gain column.
    """
    total = fate(chance, "yards")
    row = calls.row_of(s.base)
    if s.stage > 0:
        row += LONG_GAIN_ROWS
    yards = config.pass_yards[row][total + 4]
    if yards == CHAIN:
        s.stage = 1
        tell(log, LONG_COLUMN_REACHED, s.offense, total)
        return
    if s.stage > 0:
        tell(log, PASS_GAINED_LONG, s.offense, yards)
    tell(log, PASS_CAUGHT, s.offense, yards, total)
    possession.end_play(s, config, COMPLETE, yards)


# --- The Pass Rush (rules 70 to 77).


@rule("FF-066", "FF-G45", "FF-070", "FF-071", "FF-073", "FF-074", "FF-077")
def roll_rush(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls the Pass Rush: a sack, a quarterback run, an incompletion or a completion.

    If a tie on a pass led to the Pass Rush, 1 is added to the total.
    """
    total = cell(fate(chance, "pass rush") + s.bonus) - 4
    found = config.rush[total + 4]
    s.stage = 0
    if found == terms.SACK_CELL:
        loss = sack_loss(s, config, total)
        tell(log, SACKED_BY_RUSH, s.offense, loss, total)
        possession.end_play(s, config, terms.SACKED, -loss)
    elif found == terms.QB_RUN_CELL:
        tell(log, QUARTERBACK_RAN, s.offense, total)
        s.times = 1
        s.contest = 0
        run_outside(s)
    elif found == terms.COMPLETE_CELL:
        tell(log, RUSH_COMPLETED, s.offense, total)
        s.phase = terms.YARDS
    else:
        tell(log, RUSH_INCOMPLETE, s.offense, total)
        s.grounded = 1 if config.grounding == 1 and total == 0 else 0
        incomplete(s, config)


@rule("FF-G9")
def sack_loss(s: Fate, config: FateConfig, total: int) -> int:
    """The yards lost on a sack: 7, unless a house rule applies.

    One house rule makes it 4 plus the total without its sign; another makes it 10 on a Long pass.
    """
    if config.sack == terms.SACK_TOTAL:
        return 4 + abs(total)
    if config.sack == terms.SACK_LONG and s.base == terms.LONG:
        return 10
    return 7


# --- Screens (rules 78 to 86).


@rule("FF-078", "FF-079", "FF-080", "FF-081", "FF-082", "FF-083", "FF-084", "FF-085", "FF-G25")
def roll_screen(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls a screen with the matrix: intercepted, incomplete, or a Run Outside for one to four times its yards."""
    thrown = fate(chance, "screen")
    total = cell(thrown + s.modifier) - 4
    found = config.screen[total + 4]
    if found == SCREEN_INTERCEPTED:
        tell(log, SCREEN_PICKED, s.offense, s.ball)
        possession.end_play(s, config, INTERCEPTED, 0)
    elif found == SCREEN_INCOMPLETE:
        tell(log, SCREEN_FAILED, s.offense)
        incomplete(s, config)
    else:
        s.times = found
        if found == 1:
            tell(log, SCREEN_CAUGHT, s.offense, total)
        elif found == 2:
            tell(log, SCREEN_WITH_ROOM, s.offense)
        elif found == 3:
            tell(log, SCREEN_WIDE_OPEN, s.offense)
        else:
            tell(log, SCREEN_PERFECT, s.offense)
        run_outside(s)
        if config.same_roll == 1:
            contests_and_injuries.judge_contest(s, config, thrown, log)
        elif config.advanced == 1:
            s.phase = CONTEST


# --- Interceptions of the advanced game (rules 119 to 127).


@rule("FF-119", "FF-120", "FF-121", "FF-122", "FF-123", "FF-G27")
def roll_interception(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls after an incompletion: -4 intercepts any pass, -3 a Short or Long one, -2 may intercept a Long one."""
    total = fate(chance, "interception")
    first = config.intercepted_by[total + 4]
    if first == terms.NONE or s.base < first:
        tell(log, PASS_DROPPED, s.offense, total)
        s.phase = terms.EVENT
    elif config.intercepted_again[total + 4] == 1:
        tell(log, PASS_TIPPED, s.offense, total)
        s.phase = terms.PICKED_AGAIN
    else:
        intercepted(s)
        if total == -4:
            tell(log, ANY_PASS_PICKED, other(s.offense), total)
        else:
            tell(log, DEEP_PASS_PICKED, other(s.offense), total)


@rule("FF-122", "FF-123")
def roll_again(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls again for a tipped Long pass. A negative total intercepts the pass."""
    total = fate(chance, "interception")
    if total < 0:
        intercepted(s)
        tell(log, TIPPED_PASS_PICKED, other(s.offense), total)
    else:
        tell(log, PASS_DROPPED, s.offense, total)
        s.phase = terms.EVENT


@rule("FF-021", "FF-120")
def intercepted(s: Fate) -> None:
    """Gives the ball to the other side. The play takes two units of the clock."""
    s.result = terms.INTERCEPTED
    s.holder = other(s.offense)
    s.units = LONG_PLAY
    s.phase = terms.PICK_POINT


@rule("FF-124", "FF-G26")
def roll_point(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls to see where the pass was caught, in yards from the line of scrimmage.

    A pass caught at or beyond the goal line is a touchback.
    """
    total = fate(chance, "point")
    yards = config.point[row_of(s.base)][total + 4]
    s.spot = s.ball + yards
    tell(log, PICK_PLACED, s.holder, yards, terms.GOAL - s.spot)
    s.phase = terms.PICK_RETURN
    if s.spot >= terms.GOAL:
        touchback(s, config, log)


@rule("FF-G26")
def touchback(s: Fate, config: FateConfig, log: Log) -> None:
    """Ends the return in a touchback: the interceptor is down behind his goal line."""
    s.spot = terms.GOAL - config.touchback
    s.result = terms.TOUCHBACK
    s.carried = 0
    s.phase = terms.EVENT
    tell(log, PICK_TOUCHED_BACK, s.holder, config.touchback)


@rule("FF-125", "FF-126", "FF-127")
def roll_return(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls the return toward the passer's goal. A return can lose a yard."""
    total = fate(chance, "return")
    yards = config.pick_return[total + 4]
    s.spot = max(0, s.spot - yards)
    s.carried = 1
    s.phase = terms.EVENT
    if yards < 0:
        tell(log, PICK_LOST_A_YARD, s.holder, terms.GOAL - s.spot)
    else:
        tell(log, PICK_RETURNED, s.holder, yards, terms.GOAL - s.spot)
    if s.spot >= terms.GOAL:
        touchback(s, config, log)


# --- Fate events of the advanced game (rules 113 to 118): whether something happened, and fumbles.


FUMBLE, PENALTY, INJURY = 1, 2, 3


@rule("FF-113", "FF-114", "FF-147", "FF-G38", "FF-G45")
def roll_event(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls to see whether something happened: -2 or less is an event.

    If there is no event, a grounded pass draws a flag.
    """
    total = fate(chance, "event")
    if config.event_first[total + 4] == 1:
        tell(log, SOMETHING_HAPPENED, total)
        s.phase = terms.EVENT_KIND
        return
    tell(log, NOTHING_HAPPENED, total)
    no_event(s)
    if s.grounded == 1 and s.result == terms.INCOMPLETE:
        tell(log, BALL_THROWN_AWAY, s.offense)
        s.foul = terms.GROUNDING
        s.fouler = s.offense
        s.phase = terms.OPTION


@rule()
def no_event(s: Fate) -> None:
    """Lets the play stand."""
    s.phase = terms.SETTLE


@rule("FF-115", "FF-116", "FF-117", "FF-G39")
def roll_kind(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls to see what happened: a fumble, a penalty or an injury. A fumble needs a ball carrier."""
    total = fate(chance, "what happened")
    kind = config.event_second[total + 4]
    if kind == FUMBLE:
        tell(log, FUMBLED_BY_FATE, total, is_live(s))
        s.phase = terms.LOOSE_BALL if is_live(s) else terms.SETTLE
    elif kind == PENALTY:
        tell(log, FLAG_THROWN, total)
        s.phase = terms.FOUL
    elif config.light_injuries == 1 and total < 2:
        tell(log, SHAKEN_UP, total)
        no_event(s)
    else:
        tell(log, SOMEBODY_HURT, total)
        s.phase = terms.HURT


@rule("FF-115", "FF-G24")
def is_live(s: Fate) -> bool:
    """Whether a player carries the ball when the play ends. After a touchdown nobody carries the ball."""
    if s.carried == 0:
        return False
    return bool(s.spot < terms.GOAL if s.holder == s.offense else s.spot > 0)


@rule("FF-118", "FF-G23")
def roll_recovery(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls to see who recovers a fumble: the other side on 0 or less. The ball stays where the play ended."""
    total = fate(chance, "fumble")
    lost = total <= 0
    if lost:
        s.holder = other(s.holder)
        s.result = terms.FUMBLED
        if s.declared == terms.PLAY:
            s.units = LONG_PLAY
    s.carried = 0
    tell(log, FUMBLE_RECOVERED, s.holder, total)
    no_event(s)
