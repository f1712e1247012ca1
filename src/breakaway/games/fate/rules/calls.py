"""Declarations and the secret calls (rules 27 to 45): three dice for the offense, two for the defense."""

from __future__ import annotations

from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import kicks, possession, terms, umpire_rulings
from breakaway.games.fate.rules.events import (
    CALLS_SHOWN,
    CHOOSE,
    DRAW_INSIDE_ONLY,
    FIELD_GOAL_DECLARED,
    NO_DEFENSE_MINUS,
    NO_DRAW,
    NO_LONG,
    NO_MINUS,
    NO_PLAY_ACTION,
    NO_SIDELINE,
    NOT_PLAYED,
    ONE_DEFENSE_DIE,
    ONE_OFFENSE_DIE,
    PUNT_DECLARED,
    SPECIAL_PLAYED,
    TOO_FAR,
)
from breakaway.games.fate.rules.state import Fate, FateConfig

TWENTY = 20


@rule("FF-043", "FF-096", "FF-G49")
def refuse_declaration(s: Fate, config: FateConfig, code: int) -> int:
    """The rule that forbids a declaration, or 0.

    A field goal can be tried from at most 63 yards. Kneels and spikes are house rules.
    """
    if code > terms.SPIKE:
        return CHOOSE
    if code == terms.KICK_IT and not kicks.is_in_range(s, config):
        return TOO_FAR
    if (code == terms.KNEEL and config.kneel == 0) or (code == terms.SPIKE and config.spike == 0):
        return NOT_PLAYED
    return 0


@rule("FF-027", "FF-030", "FF-031", "FF-032", "FF-033")
def refuse_offense(s: Fate, config: FateConfig, given: list[int], slot: int) -> int:
    """The rule that one slot of the offense's call breaks, or 0.

    Exactly one of the first two dice names the play. The third die is optional. The fourth slot says whether the
    carrier heads for the sideline.
    """
    code = given[slot]
    if slot == 0:
        return 0 if code <= terms.PLUS else ONE_OFFENSE_DIE
    if slot == 3:
        return 0 if code <= 1 else NO_SIDELINE
    if slot == 2:
        return refuse_overlay(s, config, given, code)
    if code > terms.PLUS or (given[0] == terms.NO_DIE) == (code == terms.NO_DIE):
        return ONE_OFFENSE_DIE
    if code != terms.NO_DIE and config.offense_die[1][code - 1] == terms.LONG and not long_is_open(s):
        return NO_LONG
    return 0


@rule("FF-042", "FF-G11")
def long_is_open(s: Fate) -> bool:
    """Whether a Long pass is allowed: the goal line must be more than 20 yards away."""
    return bool(terms.GOAL - s.ball > TWENTY)


@rule("FF-033", "FF-034", "FF-039", "FF-040", "FF-041", "FF-G6")
def refuse_overlay(s: Fate, config: FateConfig, given: list[int], code: int) -> int:
    """The rule that the third die breaks, or 0.

    Draw goes with runs, Play Action with Short and Long; no call uses a minus on the third die.
    """
    base = base_play(config, given)
    if code == terms.NO_DIE:
        return 0
    if code == terms.MINUS or code > terms.PLUS:
        return NO_MINUS
    if code == terms.BLANK:
        if base != terms.RUN_INSIDE and base != terms.RUN_OUTSIDE:
            return NO_DRAW
        return DRAW_INSIDE_ONLY if config.draw_inside_only == 1 and base == terms.RUN_OUTSIDE else 0
    return 0 if base in (terms.SHORT, terms.LONG) else NO_PLAY_ACTION


@rule("FF-027", "FF-030", "FF-031")
def base_play(config: FateConfig, given: list[int]) -> int:
    """The base play that the first two dice name."""
    if given[0] != terms.NO_DIE:
        return int(config.offense_die[0][given[0] - 1])
    return int(config.offense_die[1][given[1] - 1])


@rule("FF-028", "FF-035", "FF-036", "FF-037", "FF-038")
def refuse_defense(s: Fate, config: FateConfig, given: list[int], slot: int) -> int:
    """The rule that one slot of the defense's call breaks, or 0.

    The call uses one of the two dice; no call uses a minus on the second die.
    """
    code = given[slot]
    if code > terms.PLUS:
        return ONE_DEFENSE_DIE
    if slot == 0:
        return 0
    if code == terms.MINUS:
        return NO_DEFENSE_MINUS
    return ONE_DEFENSE_DIE if (given[0] == terms.NO_DIE) == (code == terms.NO_DIE) else 0


@rule("FF-043", "FF-044", "FF-045", "FF-G49")
def declare(s: Fate, config: FateConfig, code: int, log: Log) -> None:
    """Declares a play, punt, field goal, kneel or spike.

    The defense makes a call only if the offense has declared a play. Until the calls are shown, the umpire may rule on
    the last play. Coaches who are not asked before that say first whether to play on.
    """
    rulable = s.rulable
    possession.clear_play(s)
    s.declared = code
    s.rulable = rulable
    if code == terms.PUNT_IT:
        tell(log, PUNT_DECLARED, s.offense)
    elif code == terms.KICK_IT:
        tell(log, FIELD_GOAL_DECLARED, s.offense, kicks.distance(s))
    if umpire_rulings.stops(s, config) and (code != terms.PLAY or config.platoons == 1):
        s.then = terms.CALL if code == terms.PLAY else terms.SETTLE
        s.phase = terms.WHISTLE
    else:
        begin_declared(s, config, log)


@rule("FF-G45", "FF-G49")
def begin_declared(s: Fate, config: FateConfig, log: Log) -> None:
    """Begins what the offense has declared: asks for the calls, or goes on to the roll of a kick. A kneel or spike is
    over at once.
    """
    if s.declared == terms.PLAY:
        s.phase = terms.CALL
        return
    s.rulable = 0
    if s.declared == terms.PUNT_IT:
        s.phase = terms.PUNT
    elif s.declared == terms.KICK_IT:
        s.phase = terms.FIELD_GOAL
    elif s.declared == terms.KNEEL:
        tell(log, SPECIAL_PLAYED, s.offense, terms.KNEEL, s.ball, 0)
        possession.end_play(s, config, terms.KNELT, -1)
    else:
        tell(log, SPECIAL_PLAYED, s.offense, terms.SPIKE, s.ball, 0)
        possession.end_play(s, config, terms.INCOMPLETE, 0)


@rule("FF-029", "FF-030", "FF-031", "FF-033", "FF-035", "FF-036")
def reveal(s: Fate, config: FateConfig, offense: list[int], defense: list[int], log: Log) -> None:
    """Reveals both calls and reads the matrix."""
    s.rulable = 0
    s.base = base_play(config, offense)
    s.overlay = terms.NEITHER if offense[2] == terms.NO_DIE else config.offense_die[2][offense[2] - 1]
    s.sideline = offense[3] if config.sideline == 1 else 0
    if defense[0] != terms.NO_DIE:
        s.defense = config.defense_die[0][defense[0] - 1]
    else:
        s.defense = config.defense_die[1][defense[1] - 1]
    s.modifier = matrix_modifier(config, s.base, s.overlay, s.defense)
    tell(log, CALLS_SHOWN, s.offense, s.base, s.overlay, s.defense, s.modifier)
    begin_play(s, config)


@rule("FF-048", "FF-058", "FF-059", "FF-065", "FF-076", "FF-G2", "FF-G4")
def matrix_modifier(config: FateConfig, base: int, overlay: int, defense: int) -> int:
    """The number that the matrix adds to the first roll, or PASS_RUSH.

    The cell of Draw or Play Action is added to the cell of the play; if either cell is Pass Rush, the result is Pass
    Rush. Under a house rule, the cell of Draw or Play Action replaces that of the play.
    """
    found = config.matrix[base][defense]
    if overlay == terms.NEITHER:
        return int(found)
    over = config.matrix[overlay][defense]
    if config.overlay_replaces == 1:
        return int(over)
    if found == terms.PASS_RUSH or over == terms.PASS_RUSH:
        return terms.PASS_RUSH
    return int(found + over)


@rule("FF-065", "FF-066", "FF-078", "FF-101", "FF-G32")
def begin_play(s: Fate, config: FateConfig) -> None:
    """Begins the play with its first roll: contest, run, screen, completion or Pass Rush."""
    s.stage = 0
    s.bonus = 0
    s.times = 1
    if s.base == terms.RUN_INSIDE or s.base == terms.RUN_OUTSIDE:
        s.lane = s.base
        s.phase = terms.RUN
    elif s.base == terms.SCREEN_PASS:
        s.phase = terms.SCREEN
    elif possession.is_rushed(s):
        s.phase = terms.RUSH
    else:
        s.phase = terms.PASS
    if config.advanced == 1 and config.same_roll == 0 and (s.phase == terms.RUN or s.phase == terms.PASS):
        s.phase = terms.CONTEST


@rule("FF-057")
def row_of(base: int) -> int:
    """The row of Quick, Short or Long in the tables of passes."""
    return base - terms.QUICK
