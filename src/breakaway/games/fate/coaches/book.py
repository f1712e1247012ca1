"""The coach `book`: the situation, its answers and its calls."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from breakaway.core.chance import Chance, below, start_step
from breakaway.core.game import Game, Order
from breakaway.core.rules import rule
from breakaway.core.state import zeros
from breakaway.games.fate.rules import clock_and_downs, contests_and_injuries, penalties, possession, terms
from breakaway.games.fate.rules.calls import row_of
from breakaway.games.fate.rules.interface import refuse, side_of
from breakaway.games.fate.rules.state import Fate, FateConfig, other
from breakaway.games.fate.rules.terms import GOAL, NO_DIE, OVERTIME, QUARTERS
from breakaway.games.fate.rules.win_chances import BANDS, band_of, to_go_of
from breakaway.games.fate.text.names import BASE_WORDS
from breakaway.games.fate.text.orders import DEFENSE, OFFENSE, OVERLAYS
from breakaway.players.coaches import Coach

# --- Sorts situations for the coaches of FATE football: by clock, down, distance and stretch of the field.


CLOCKS = ("usual", "touchdown late", "touchdown soon", "score late", "score soon")
USUAL, TOUCHDOWN_LATE, TOUCHDOWN_SOON, SCORE_LATE, SCORE_SOON = range(5)
DOWNS = 4
TO_GO = ("1 or 2", "3 to 5", "6 to 9", "10", "11 and more")  # by `cells.to_go_of`
FIELDS = ("own 1 to 20", "own 21 to opp 21", "opp 20 to 10", "opp 9 to 1")

LATE, SOON = 6, 16  # units before the end of a half
LONG_BEHIND = 30  # units in which two scores are hard to make up
FIELD_GOAL_POINTS, ONE_SCORE = 3, 8
LAST_OF_FIRST_HALF = 4


@rule()
def field_of(ball: int) -> int:
    """The stretch of the field that the ball is in, as an index into FIELDS."""
    if ball <= 20:
        return 0
    if ball < GOAL - 20:
        return 1
    return 2 if ball <= GOAL - 10 else 3


@rule()
def lead(s: Fate, side: int) -> int:
    """The points by which a side leads; below 0 if it is behind."""
    return int(s.score[side] - s.score[other(side)])


@rule()
def clock_of(s: Fate, config: FateConfig) -> int:
    """What the side with the ball needs, and how soon, as an index into CLOCKS."""
    ahead = lead(s, s.offense)
    if s.quarter == OVERTIME:
        if s.had_ball[other(s.offense)] == 0:
            return USUAL
        return TOUCHDOWN_SOON if ahead < -FIELD_GOAL_POINTS else SCORE_SOON
    if s.quarter == 2 and s.clock <= LAST_OF_FIRST_HALF:
        return SCORE_LATE
    if s.quarter < QUARTERS or ahead > 0:
        return USUAL
    if ahead < -ONE_SCORE and s.clock <= LONG_BEHIND:
        return TOUCHDOWN_SOON
    if s.clock > SOON or (ahead == 0 and s.clock > LATE):
        return USUAL
    if ahead < -FIELD_GOAL_POINTS:
        return TOUCHDOWN_LATE if s.clock <= LATE else TOUCHDOWN_SOON
    return SCORE_LATE if s.clock <= LATE else SCORE_SOON


# --- Answers the questions that need no table: the toss, kickoffs, time outs, and which player is hurt.


@rule()
def answer_plainly(s: Fate, config: FateConfig, seat: int, out: Order) -> None:
    """Writes to `out` the coach's answer to the current question, as a code."""
    side = side_of(config, seat)
    if s.phase == terms.CHOICE:
        out[0] = (
            terms.KICK_OFF if s.quarter == terms.OVERTIME and config.overtime == terms.OT_COLLEGE else terms.RECEIVE
        )
    elif s.phase == terms.KICK:
        out[0] = (
            terms.ONSIDE_KICK if s.quarter == terms.QUARTERS and lead(s, side) < 0 and s.clock <= LATE else terms.DEEP
        )
    elif s.phase == terms.TIME:
        out[0] = 1 if clock_of(s, config) != USUAL or is_second_wind(s) else 0
    elif s.phase == terms.TIME_DEFENSE:
        out[0] = 1 if s.quarter == terms.QUARTERS and s.clock <= SOON and lead(s, side) < 0 else 0
    elif s.phase == terms.HURT_WHO:
        out[0] = who_is_hurt(s, config, side)


@rule()
def is_second_wind(s: Fate) -> bool:
    """Whether to spend a time out on a drive late in the first half. Unused time outs expire at the half anyway."""
    return bool(s.quarter == 2 and s.clock <= 2 * LAST_OF_FIRST_HALF and s.ball > 50)


@rule()
def who_is_hurt(s: Fate, config: FateConfig, side: int) -> int:
    """The index of the player to name as hurt: the coach's own weakest player, or the opponents' strongest."""
    chosen, best = 0, -99
    for i in range(contests_and_injuries.group_size(s, config)):
        position = config.injured[s.group][i]
        whose = contests_and_injuries.side_of_position(s, position)
        total = 0
        for approach in range(terms.APPROACHES):
            total += contests_and_injuries.rating(s, config, whose, position, approach)
        worth = -total if whose == side else total
        if worth > best:
            chosen, best = i, worth
    return chosen


# --- The ten calls of the offense and the five of the defense as codes, for coaches that choose calls from a table.


# in the order of the odds: run inside, run outside, screen, quick, short, long, draws, play actions
CALLS = (
    *((name, NO_DIE) for name in BASE_WORDS),
    ("run inside", OVERLAYS["draw"]),
    ("run outside", OVERLAYS["draw"]),
    ("short", OVERLAYS["play action"]),
    ("long", OVERLAYS["play action"]),
)
DICE = bytes(code for name, third in CALLS for code in (*OFFENSE[name], third))
DEFENSE_DICE = bytes(code for dice in DEFENSE.values() for code in dice)


@rule()
def put_offense(call: int, out: Order) -> None:
    """Writes the three dice of an offensive call."""
    for slot in range(3):
        out[slot] = DICE[3 * call + slot]


@rule()
def put_legal_play(s: Fate, config: FateConfig, seat: int, call: int, out: Order) -> None:
    """Writes an offensive call, or Short, which is always legal, if this match forbids that play."""
    put_offense(call, out)
    for slot in range(3):
        if refuse(s, config, seat, out, slot) != 0:
            put_offense(terms.SHORT, out)


@rule()
def put_defense(call: int, out: Order) -> None:
    """Writes the two dice of a defensive call."""
    for slot in range(2):
        out[slot] = DEFENSE_DICE[2 * call + slot]


# --- `book`: plays a balanced mix of calls from tables that depend on clock, down, distance and field position.
#
# The tables are in book.toml; tools/fate_book.py computes them with the game's own rules. This module only reads the
# tables and contains no rules of its own. The coach uses the rules to find out what is legal, and tries both answers to
# a penalty before choosing one.


DATA = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
PLAYS, DEFENSES = len(DATA["calls_offense"]), len(DATA["calls_defense"])
LETTERS = "GPF"
GO, PUNT_NOW, KICK_NOW = range(3)
LAST_KICK: int = DATA["last_kick"]
FOR_TWO: bool = DATA["two_points"] > DATA["extra_point"]
AFTER_TOUCHDOWN: int = DATA["after_touchdown"]
AFTER_KICKOFF: int = DATA["after_kickoff"]
AFTER_SAFETY: int = DATA["after_safety"]
SHIFT, SCALE = 400, 5  # each value takes one byte, in steps of 0.05 points from -4 up
TOP = 255
NET_PUNT = 30  # roughly the yards that a repeated punt gains
NO_ROLL = 4  # the cell of a total of 0


def shares(column: str, width: int) -> bytes:
    """The share of each call in percent, by situation; the shares for the try come last.

    All shares of impossible situations are 0.
    """
    found = bytearray((len(CLOCKS) * DOWNS * len(TO_GO) * len(FIELDS) + 1) * width)
    for row in DATA["situation"]:
        at = place(CLOCKS.index(row["clock"]), row["down"], TO_GO.index(row["to_go"]), FIELDS.index(row["field"]))
        found[at * width : (at + 1) * width] = bytes(row[column])
    found[-width:] = bytes(DATA[f"try_{column}"])
    return bytes(found)


@rule()
def place(clock: int, down: int, to_go: int, field: int) -> int:
    """The index of a situation in the tables."""
    return int(((clock * DOWNS + down - 1) * N_TO_GO + to_go) * N_FIELDS + field)


N_TO_GO, N_FIELDS, N_CLOCKS = len(TO_GO), len(FIELDS), len(CLOCKS)
OFFENSE_SHARES, DEFENSE_SHARES = shares("offense", PLAYS), shares("defense", DEFENSES)
THE_TRY = len(OFFENSE_SHARES) // PLAYS - 1
FOURTH = bytes(LETTERS.index(letter) for clock in CLOCKS for row in DATA["fourth"][clock] for letter in row)
WORTH = bytes(min(TOP, max(0, (each + SHIFT) // SCALE)) for row in DATA["worth"] for each in row)


def book(game: Game[Any, Any]) -> Coach:
    """The `book` coach."""
    return book_order


@rule()
def book_order(view: Fate, config: FateConfig, seat: int, chance: Chance, spare: Fate, out: Order) -> None:
    """Writes an order: a random call, a declaration, the better answer to a penalty, or a simple answer."""
    for slot in range(len(out)):
        out[slot] = 0
    start_step(chance)
    side = side_of(config, seat)
    if view.phase == terms.CALL:
        at = situation(view, config)
        if side == view.offense:
            call_play(view, config, seat, chance, at, out)
        else:
            put_defense(draw(chance, DEFENSE_SHARES, at, DEFENSES), out)
    elif view.phase == terms.DECLARE:
        out[0] = declaration(view, config, seat)
    elif view.phase == terms.TRY:
        out[0] = terms.GO_FOR_TWO if FOR_TWO and config.two_point == 1 else terms.KICK_POINT
    elif view.phase == terms.OPTION:
        out[0] = judged(view, config, side, spare)
    else:
        answer_plainly(view, config, seat, out)


@rule()
def situation(s: Fate, config: FateConfig) -> int:
    """The index of the situation before a call."""
    if s.try_down == 1:
        return THE_TRY
    return place(clock_of(s, config), s.down, to_go_of(s.marker - s.ball), field_of(s.ball))


@rule()
def draw(chance: Chance, table: bytes, at: int, width: int) -> int:
    """A random call, weighted by the shares in a row of the `table`; the first call if the row has no shares."""
    total = 0
    for i in range(width):
        total += table[at * width + i]
    if total == 0:
        return 0
    left = below(chance, "by the book", total)
    for i in range(width):
        left -= table[at * width + i]
        if left < 0:
            return i
    return 0


@rule()
def call_play(s: Fate, config: FateConfig, seat: int, chance: Chance, at: int, out: Order) -> None:
    """Writes a random play, weighted by the shares that the table gives each play in this situation.

    If this match forbids that play, writes Short, which is always legal. If the clock matters and the sideline house
    rule is on, the play heads for the sideline.
    """
    put_legal_play(s, config, seat, draw(chance, OFFENSE_SHARES, at, PLAYS), out)
    if config.sideline == 1 and clock_of(s, config) != USUAL:
        out[3] = 1


@rule()
def declaration(s: Fate, config: FateConfig, seat: int) -> int:
    """The declaration: a kneel if the match is won, a kick if time is short, or the table's choice on fourth down."""
    clock = clock_of(s, config)
    wish = terms.PLAY
    if config.kneel == 1 and is_won(s):
        wish = terms.KNEEL
    elif clock in (SCORE_LATE, SCORE_SOON) and 0 < s.clock <= 2 and s.ball >= LAST_KICK:
        wish = terms.KICK_IT
    elif s.down == DOWNS:
        letter = FOURTH[(clock * N_TO_GO + to_go_of(s.marker - s.ball)) * BANDS + band_of(s.ball)]
        wish = terms.PLAY if letter == GO else terms.PUNT_IT if letter == PUNT_NOW else terms.KICK_IT
    return wish if is_open(s, config, seat, wish) else terms.PLAY


@rule()
def is_open(s: Fate, config: FateConfig, seat: int, code: int) -> bool:
    """Whether the rules allow the declaration with this code."""
    given = zeros(4)
    given[0] = code
    return bool(refuse(s, config, seat, given, 0) == 0)


@rule()
def is_won(s: Fate) -> bool:
    """Whether kneels can run out the clock: each takes two units of time, or one if the other side calls a time out."""
    left = DOWNS + 1 - s.down
    units = 2 * left - min(left, s.time_outs[1 - s.offense])
    return bool(s.quarter == terms.QUARTERS and lead(s, s.offense) > 0 and s.clock <= units and s.ball > left)


# --- penalties: both answers are played on a copy


@rule()
def judged(s: Fate, config: FateConfig, side: int, spare: Fate) -> int:
    """The best answer to a penalty, by expected points; of two that are worth the same, the first."""
    found, best = 0, 0
    for answer in range(3 if penalties.has_three_answers(s, config) else 2):
        pour(s, spare)
        worth = after_answer(spare, config, side, answer)
        if answer == 0 or worth > best:
            found, best = answer, worth
    return found


@rule()
def pour(source: Fate, target: Fate) -> None:
    """Copies what is needed to enforce a penalty and to end the play. Leaves out injuries and the try."""
    target.phase, target.quarter, target.clock = source.phase, source.quarter, source.clock
    target.offense, target.ball, target.down, target.marker = source.offense, source.ball, source.down, source.marker
    target.declared, target.base, target.overlay = source.declared, source.base, source.overlay
    target.gain, target.result, target.holder, target.spot = source.gain, source.result, source.holder, source.spot
    target.units, target.foul, target.fouler = source.units, source.foul, source.fouler
    target.try_down, target.then, target.series, target.rounds = 0, source.then, source.series, source.rounds
    for side in range(2):
        target.score[side] = source.score[side]
        target.had_ball[side] = source.had_ball[side]
    for i in range(len(target.hurt_left)):
        target.hurt_left[i] = 0


@rule()
def after_answer(s: Fate, config: FateConfig, side: int, answer: int) -> int:
    """What an answer is worth to a side, in hundredths of a point. Changes the state `s`."""
    before = lead(s, side)
    penalties.answer_penalty(s, config, answer, None)
    if s.phase == terms.SETTLE:
        clock_and_downs.settle(s, config, None)
    elif s.phase == terms.FOUL_SPOT:  # the spot is rolled: assume a roll of 0 and a first down there
        s.ball = min(terms.GOAL - 1, s.ball + config.point[row_of(s.base)][NO_ROLL])
        possession.first_down(s, None)
        s.then = terms.DECLARE
    return 100 * (lead(s, side) - before) + worth_of(s, config, side)


@rule()
def worth_of(s: Fate, config: FateConfig, side: int) -> int:
    """What the next phase is worth to a side, in hundredths of a point."""
    sign = 1 if side == s.offense else -1
    if s.then == terms.TRY:
        return sign * AFTER_TOUCHDOWN
    if s.then == terms.DECLARE:
        return sign * table_worth(s.down, s.marker - s.ball, s.ball)
    if s.then == terms.PUNT and s.declared == terms.PUNT_IT:
        return -sign * table_worth(1, 10, max(1, terms.GOAL - s.ball - NET_PUNT))
    return sign * (AFTER_SAFETY if s.then == terms.PUNT else AFTER_KICKOFF)


@rule()
def table_worth(down: int, to_go: int, ball: int) -> int:
    """The expected points of a situation, in hundredths of a point."""
    at = ((down - 1) * N_TO_GO + to_go_of(to_go)) * BANDS + band_of(ball)
    return SCALE * WORTH[at] - SHIFT
