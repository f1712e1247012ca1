"""Declarations and the secret calls (rules 27 to 45): three dice of the offense, two of the defense."""

from __future__ import annotations

from breakaway.core.events import Log, tell
from breakaway.core.rule import rule
from breakaway.games.fate.rules import endings, goal_kicks
from breakaway.games.fate.rules.rulebook import (
    CHOOSE,
    DRAW_INSIDE_ONLY,
    NO_DEFENSE_MINUS,
    NO_DRAW,
    NO_LONG,
    NO_MINUS,
    NO_PLAY_ACTION,
    NO_SIDELINE,
    NOT_PLAYED,
    ONE_DEFENSE_DIE,
    ONE_OFFENSE_DIE,
    TOO_FAR,
)
from breakaway.games.fate.rules.state import (
    BLANK,
    CALL,
    CONTEST,
    FIELD_GOAL,
    GOAL,
    INCOMPLETE,
    KICK_IT,
    KNEEL,
    KNELT,
    LONG,
    MINUS,
    NEITHER,
    NO_DIE,
    PASS,
    PASS_RUSH,
    PLAY,
    PLUS,
    PUNT,
    PUNT_IT,
    QUICK,
    RUN,
    RUN_INSIDE,
    RUN_OUTSIDE,
    RUSH,
    SCREEN,
    SCREEN_PASS,
    SHORT,
    SPIKE,
    Fate,
    FateBook,
)
from breakaway.games.fate.rules.told import CALLS_SHOWN, FIELD_GOAL_DECLARED, PUNT_DECLARED, SPECIAL_PLAYED

TWENTY = 20


@rule("FF-043", "FF-096", "FF-G49")
def refuse_declaration(s: Fate, book: FateBook, code: int) -> int:
    """A field goal from beyond 63 yards is not attempted; kneels and spikes are house rules."""
    if code > SPIKE:
        return CHOOSE
    if code == KICK_IT and not goal_kicks.is_in_range(s, book):
        return TOO_FAR
    if (code == KNEEL and book.kneel == 0) or (code == SPIKE and book.spike == 0):
        return NOT_PLAYED
    return 0


@rule("FF-027", "FF-030", "FF-031", "FF-032", "FF-033")
def refuse_offense(s: Fate, book: FateBook, given: list[int], slot: int) -> int:
    """One of the first two dice is the play, a third may be thrown in with it."""
    code = given[slot]
    if slot == 0:
        return 0 if code <= PLUS else ONE_OFFENSE_DIE
    if slot == 3:
        return 0 if code <= 1 else NO_SIDELINE
    if slot == 2:
        return refuse_overlay(s, book, given, code)
    if code > PLUS or (given[0] == NO_DIE) == (code == NO_DIE):
        return ONE_OFFENSE_DIE
    if code != NO_DIE and book.offense_die[1][code - 1] == LONG and not long_is_open(s):
        return NO_LONG
    return 0


@rule("FF-042", "FF-G11")
def long_is_open(s: Fate) -> bool:
    """A Long pass is thrown with more than 20 yards to the goal line."""
    return bool(GOAL - s.ball > TWENTY)


@rule("FF-033", "FF-034", "FF-039", "FF-040", "FF-041", "FF-G6")
def refuse_overlay(s: Fate, book: FateBook, given: list[int], code: int) -> int:
    """Draw goes with runs, Play Action with Short and Long passes; the minus face says nothing."""
    base = base_play(book, given)
    if code == NO_DIE:
        return 0
    if code == MINUS or code > PLUS:
        return NO_MINUS
    if code == BLANK:
        if base != RUN_INSIDE and base != RUN_OUTSIDE:
            return NO_DRAW
        return DRAW_INSIDE_ONLY if book.draw_inside_only == 1 and base == RUN_OUTSIDE else 0
    return 0 if base in (SHORT, LONG) else NO_PLAY_ACTION


@rule("FF-027", "FF-030", "FF-031")
def base_play(book: FateBook, given: list[int]) -> int:
    """The base play that the first two dice name."""
    if given[0] != NO_DIE:
        return int(book.offense_die[0][given[0] - 1])
    return int(book.offense_die[1][given[1] - 1])


@rule("FF-028", "FF-035", "FF-036", "FF-037", "FF-038")
def refuse_defense(s: Fate, book: FateBook, given: list[int], slot: int) -> int:
    """One of two dice is the defense; the second has no minus."""
    code = given[slot]
    if code > PLUS:
        return ONE_DEFENSE_DIE
    if slot == 0:
        return 0
    if code == MINUS:
        return NO_DEFENSE_MINUS
    return ONE_DEFENSE_DIE if (given[0] == NO_DIE) == (code == NO_DIE) else 0


@rule("FF-043", "FF-044", "FF-045", "FF-G49")
def declare(s: Fate, book: FateBook, code: int, log: Log) -> None:
    """A kick, a kneel or a spike is declared for all to hear, and the defense is not asked."""
    rulable = s.rulable
    endings.clear_play(s)
    s.declared = code
    if code == PLAY:
        s.rulable = rulable  # until the calls are shown
        s.phase = CALL
    elif code == PUNT_IT:
        tell(log, PUNT_DECLARED, s.offense)
        s.phase = PUNT
    elif code == KICK_IT:
        tell(log, FIELD_GOAL_DECLARED, s.offense, goal_kicks.distance(s))
        s.phase = FIELD_GOAL
    elif code == KNEEL:
        tell(log, SPECIAL_PLAYED, s.offense, KNEEL, s.ball, 0)
        endings.end_play(s, book, KNELT, -1)
    else:
        tell(log, SPECIAL_PLAYED, s.offense, SPIKE, s.ball, 0)
        endings.end_play(s, book, INCOMPLETE, 0)


@rule("FF-029", "FF-030", "FF-031", "FF-033", "FF-035", "FF-036")
def reveal(s: Fate, book: FateBook, offense: list[int], defense: list[int], log: Log) -> None:
    """Both calls are turned over together and the matrix is read."""
    s.rulable = 0
    s.base = base_play(book, offense)
    s.overlay = NEITHER if offense[2] == NO_DIE else book.offense_die[2][offense[2] - 1]
    s.sideline = offense[3] if book.sideline == 1 else 0
    if defense[0] != NO_DIE:
        s.defense = book.defense_die[0][defense[0] - 1]
    else:
        s.defense = book.defense_die[1][defense[1] - 1]
    s.modifier = matrix_modifier(book, s.base, s.overlay, s.defense)
    tell(log, CALLS_SHOWN, s.offense, s.base, s.overlay, s.defense, s.modifier)
    begin_play(s, book)


@rule("FF-048", "FF-058", "FF-059", "FF-065", "FF-076", "FF-G2", "FF-G4")
def matrix_modifier(book: FateBook, base: int, overlay: int, defense: int) -> int:
    """The cell of the play, and that of Draw or Play Action on top of it, or in its place; Pass Rush stays."""
    found = book.matrix[base][defense]
    if overlay == NEITHER:
        return int(found)
    over = book.matrix[overlay][defense]
    if book.overlay_replaces == 1:
        return int(over)
    if found == PASS_RUSH or over == PASS_RUSH:
        return PASS_RUSH
    return int(found + over)


@rule("FF-065", "FF-066", "FF-078", "FF-101", "FF-G32")
def begin_play(s: Fate, book: FateBook) -> None:
    """What is rolled first: a run, a screen, a completion, or at once the Pass Rush."""
    s.stage = 0
    s.bonus = 0
    s.times = 1
    if s.base == RUN_INSIDE or s.base == RUN_OUTSIDE:
        s.lane = s.base
        s.phase = RUN
    elif s.base == SCREEN_PASS:
        s.phase = SCREEN
    elif endings.is_rushed(s):
        s.phase = RUSH
    else:
        s.phase = PASS
    if book.advanced == 1 and book.same_roll == 0 and (s.phase == RUN or s.phase == PASS):
        s.phase = CONTEST


@rule("FF-057")
def row_of(base: int) -> int:
    """The row of a pass in the tables of passes: Quick, Short, Long."""
    return base - QUICK
