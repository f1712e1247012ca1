"""`solitaire`: plays from the one-page tables that `breakaway print fate-solitaire` prints.

The tables are in solitaire.toml.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from breakaway.core.chance import Chance, below, start_step
from breakaway.core.game import Game, Order
from breakaway.core.rules import rule
from breakaway.games.fate.coaches.book import FIELD_GOAL_POINTS, lead, put_defense, put_legal_play
from breakaway.games.fate.rules import contests_and_injuries, terms
from breakaway.games.fate.rules.interface import refuse, side_of
from breakaway.games.fate.rules.penalties import OWN_35
from breakaway.games.fate.rules.state import Fate, FateConfig
from breakaway.games.fate.text.orders import ANSWERS
from breakaway.players.coaches import Coach

DATA: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
CALL_LETTERS = ("RI", "RO", "SC", "QU", "SH", "LO", "DI", "DO", "PS", "PL")
DEFENSE_LETTERS = ("RU", "NE", "PA", "BL", "PR")  # in the order of DEFENSE in text/orders.py
WHEN = ("always", "try", "behind", "close")
ALWAYS, ON_TRY, BEHIND, CLOSE = range(4)
CELLS = 9
WIDTH = 8  # the numbers in a row: when, downs, yards to go, yard lines, what to do
DECLARATIONS = [forms[0] for forms in ANSWERS[terms.DECLARE]]


def numbers(rows: list[dict[str, Any]]) -> bytes:
    """Encodes rows as bytes: the conditions of each row and, for fourth down, its action."""
    return bytes(each for row in rows for each in numbers_of(row))


def numbers_of(row: dict[str, Any]) -> Iterator[int]:
    """Yields the numbers that encode one row."""
    yield WHEN.index(row["when"])
    for name in ("down", "to_go", "ball"):
        yield from row.get(name, (4, 4))
    yield DECLARATIONS.index(row["does"]) if "does" in row else 0


ROWS, FOURTH = numbers(DATA["row"]), numbers(DATA["fourth"])
OFFENSE = bytes(CALL_LETTERS.index(each) for row in DATA["row"] for each in row["offense"])
DEFENSE = bytes(DEFENSE_LETTERS.index(each) for row in DATA["row"] for each in row["defense"])
LATE_BEHIND, LATE_ONSIDE = int(DATA["late"]["behind"]), int(DATA["late"]["onside"])
LAST_UNITS, LAST_BALL = int(DATA["last_play"]["units"]), int(DATA["last_play"]["ball"])
TIME_UNITS, TIME_BALL = int(DATA["time_out"]["units"]), int(DATA["time_out"]["ball"])
FOR_TWO = DATA["try"]["does"] == "two"
FROM_THE_END, TAKE_THE_BALL = bytes(DATA["penalty"]["from_the_end"]), bytes(DATA["penalty"]["take_the_ball"])
LOSS = int(DATA["penalty"]["loss"])


def solitaire(game: Game[Any, Any]) -> Coach:
    """The `solitaire` coach."""
    return solitaire_order


@rule()
def solitaire_order(view: Fate, config: FateConfig, seat: int, chance: Chance, spare: Fate, out: Order) -> None:
    """Writes an order: for a call, finds the row, rolls two dice and reads the cell; otherwise looks up the answer."""
    for slot in range(len(out)):
        out[slot] = 0
    start_step(chance)
    side = side_of(config, seat)
    if view.phase == terms.CALL:
        cell = row_of(view) * CELLS + 3 * below(chance, "first die", 3) + below(chance, "second die", 3)
        if side == view.offense:
            put_legal_play(view, config, seat, OFFENSE[cell], out)
        else:
            put_defense(DEFENSE[cell], out)
    elif view.phase == terms.DECLARE:
        out[0] = declaration(view)
        if refuse(view, config, seat, out, 0) != 0:
            out[0] = terms.PLAY
    else:
        out[0] = answer(view, config, side)


@rule()
def is_late(s: Fate, units: int) -> bool:
    """Whether at most `units` units of time are left in the match. All of overtime counts as late."""
    return bool(s.quarter == terms.OVERTIME or (s.quarter == terms.QUARTERS and s.clock <= units))


@rule()
def fits(s: Fate, table: bytes, at: int) -> bool:
    """Whether the row that begins at `at` in a table fits this situation."""
    when = table[at]
    behind = is_late(s, LATE_BEHIND) and lead(s, s.offense) < 0
    if when == ON_TRY and s.try_down == 0:
        return False
    if when >= BEHIND and not behind:
        return False
    if when == CLOSE and lead(s, s.offense) < -FIELD_GOAL_POINTS:
        return False
    to_go = s.marker - s.ball
    if not table[at + 1] <= s.down <= table[at + 2] or not table[at + 3] <= to_go <= table[at + 4]:
        return False
    return bool(table[at + 5] <= s.ball <= table[at + 6])


@rule()
def row_of(s: Fate) -> int:
    """The first row of calls that fits the situation, or the last row if no row fits."""
    count = len(ROWS) // WIDTH
    for i in range(count):
        if fits(s, ROWS, i * WIDTH):
            return i
    return count - 1


@rule()
def declaration(s: Fate) -> int:
    """The declaration: a field goal on the last play of a half, the table's choice on fourth down, or a play."""
    needs = s.quarter == 2 or (s.quarter == terms.QUARTERS and -FIELD_GOAL_POINTS <= lead(s, s.offense) <= 0)
    if needs and 0 < s.clock <= LAST_UNITS and s.ball >= LAST_BALL:
        return terms.KICK_IT
    if s.down < 4:
        return terms.PLAY
    for i in range(len(FOURTH) // WIDTH):
        if fits(s, FOURTH, i * WIDTH):
            return int(FOURTH[i * WIDTH + WIDTH - 1])
    return terms.PLAY


@rule()
def answer(s: Fate, config: FateConfig, side: int) -> int:
    """The answer to any other question: toss, kickoff, try, time out, penalty or injury."""
    late_behind = is_late(s, LATE_BEHIND) and lead(s, side) < 0
    if s.phase == terms.CHOICE:
        return terms.KICK_OFF if s.quarter == terms.OVERTIME and config.overtime == terms.OT_COLLEGE else terms.RECEIVE
    if s.phase == terms.KICK:
        return terms.ONSIDE_KICK if is_late(s, LATE_ONSIDE) and lead(s, side) < 0 else terms.DEEP
    if s.phase == terms.TRY:
        return terms.GO_FOR_TWO if FOR_TWO and config.two_point == 1 else terms.KICK_POINT
    if s.phase == terms.TIME:
        return 1 if late_behind or (s.quarter == 2 and s.clock <= TIME_UNITS and s.ball >= TIME_BALL) else 0
    if s.phase == terms.TIME_DEFENSE:
        return 1 if late_behind else 0
    if s.phase == terms.OPTION and is_among(s.foul, TAKE_THE_BALL):
        return terms.TAKE_BALL if terms.GOAL - s.spot <= OWN_35 or s.holder != side else terms.DECLINE
    if s.phase == terms.OPTION:
        return terms.ACCEPT if accepts(s, side) else terms.DECLINE
    if s.phase == terms.HURT_WHO:
        first = config.injured[s.group][0]
        return (
            0
            if contests_and_injuries.side_of_position(s, first) != side
            else contests_and_injuries.group_size(s, config) - 1
        )
    return 0


@rule()
def is_among(number: int, listed: bytes) -> bool:
    """Whether a number is in a list."""
    for each in listed:
        if each == number:
            return True
    return False


@rule()
def accepts(s: Fate, side: int) -> bool:
    """Whether a side accepts a penalty.

    The side declines a penalty after its own score. Otherwise, the
    side accepts any personal foul or face mask. The side declines any other penalty if it has the first down or has
    taken the ball, or if the other side's play failed anyway.
    """
    ours = s.holder == side
    line = s.spot if s.holder == s.offense else terms.GOAL - s.spot
    if ours and (line >= terms.GOAL or s.result == terms.GOOD):
        return False
    if is_among(s.foul, FROM_THE_END):
        return True
    if side == s.offense:
        return not (ours and s.spot >= s.marker)
    return not (ours or (s.down == 4 and s.spot < s.marker) or s.gain <= -LOSS)
