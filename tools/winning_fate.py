"""What tools/fit_winning.py needs to know of FATE football: its matches, and when coaches begin to play differently."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from breakaway.core.statistics import Statistics
from breakaway.games import fate
from breakaway.games.fate.files import resolve
from breakaway.games.fate.game import GAME
from breakaway.games.fate.rules import win_chances
from breakaway.games.fate.statistics import BetweenDowns, NoFateTotals, observe_positions
from tools import winning_table
from tools.winning_chain import Shape
from tools.winning_played import Piece

STATISTICS = Statistics(
    BetweenDowns,
    NoFateTotals,
    observe_positions,
    1,
    words=lambda *_: {},
    seats=lambda _: ("home", "away"),
    reads=frozenset(),
)
OBSERVED = replace(GAME, statistics=STATISTICS)
COACHES = (("book", "book"), ("book", "solitaire"), ("solitaire", "book"), ("solitaire", "solitaire"))
RANDOM = ("random", "random")
CHUNK = 2000
RANDOM_EVERY, RANDOM_SHARE = 5, 0.2  # every fifth chunk, a smaller one, is between players who choose at random

FILE = Path(fate.__file__).parent / "data" / "winning.toml"
PARTS = (
    5,
    9,
    17,
    31,
)  # units of the clock from which another part of a quarter begins, as rules/win_chances.py has them
NUMBERS = dict.fromkeys(("ball", "slope"), 5 * (len(PARTS) + 1))
ROUGH = 10  # the table's steps that a stored chance is rounded to, so that the file stays small

NEEDS = (-8, -3, 0, 1)  # leads from which coaches need something else: two scores, a touchdown, a field goal, a score
SECOND, LATE = (2, 3, 5, 9, 10), (2, 3, 5, 7, 9, 10, 17, 31)  # units from which another time begins
ROOM, TRIES = 64, 20  # strategies of one time; from TRIES on, one for each lead before a try


def foretelling() -> Any:
    """The game with rows that hold the table's chance, too. Needs a table."""
    from breakaway.games.fate import statistics

    return replace(
        GAME, statistics=replace(STATISTICS, row=statistics.ForetoldDown, observe=statistics.observe_foretold)
    )


def pieces(matches: int, seed: int) -> Iterator[Piece]:
    """The pieces of a run, the same for the same seed."""
    config, done, n = resolve()[0], 0, 0
    while done < matches:
        plain = n % RANDOM_EVERY == RANDOM_EVERY - 1
        pair = RANDOM if plain else COACHES[n // RANDOM_EVERY % len(COACHES)]
        count = min(matches - done, int(CHUNK * RANDOM_SHARE) if plain else CHUNK)
        yield Piece(config, pair, seed * 100_000 + n, count)
        done, n = done + count, n + 1


def strategy(period: Any, turn: Any, time: Any, lead: Any, is_try: Any) -> Any:
    """The number of the strategy: how near the end is, and what the lead asks for."""
    over = 16 + 3 * turn + np.digitize(time, (2, 3))
    second, late = 1 + np.digitize(time, SECOND), 7 + np.digitize(time, LATE)
    when = np.select([period == 2, period == 4, period >= 5], [second, late, over], 0)
    need = np.where(period >= 4, np.digitize(lead, NEEDS), 0)
    return when * ROOM + np.where(is_try, TRIES + 20 + np.clip(lead, -20, 20), need)


def strategies(period: int, turn: int, time: int, leads: Any, mine: int, theirs: int) -> tuple[Any, Any]:
    """The strategies for all leads in a situation: for downs and kicks, and for tries."""
    at = (np.int64(period), np.int64(turn), np.int64(time), leads)
    return strategy(*at, False), strategy(*at, True)


def wider(strategies: Any) -> Any:
    """A coarser strategy for each number, for situations that came up rarely: all leads count as one."""
    when, lead = strategies // ROOM, strategies % ROOM
    return when * ROOM + np.where(lead >= TRIES, 7, 0)


def part(rows: dict[str, Any]) -> Any:
    """The part of a match that each row's corrections are for, as rules/win_chances.py counts parts."""
    return (rows["quarter"] - 1) * (len(PARTS) + 1) + np.digitize(rows["plays_left"], PARTS)


def factor(name: str, rows: dict[str, Any]) -> Any:
    """What a correction is multiplied by."""
    return np.ones(len(rows["lead"]))


def score_and_clock(rows: dict[str, Any]) -> list[Any]:
    """What a plain logistic regression looks at: the lead, the time left in the match, and a constant."""
    left = 60 * np.maximum(0, 4 - rows["quarter"]) + rows["plays_left"]
    return [np.ones(len(left)), rows["lead"] / 10, left / 240]


def strategy_of(rows: dict[str, Any]) -> Any:
    """The strategy of each row."""
    names = ("quarter", "turn", "plays_left", "lead")
    return strategy(*(rows[name] for name in names), rows["cell"] == win_chances.TRY_CELL)


SHAPE = Shape(
    cells=win_chances.CELLS,
    kick=win_chances.KICK_CELL,
    tries=win_chances.TRY_CELL,
    time=60,
    strategies=strategies,
    wider=wider,
    time_outs=0,
    full=0,
    overtime_at_level=True,
)


# --- the table that ships


def tabulate(value: dict[tuple[int, ...], Any]) -> dict[str, list[int]]:
    """The parts of the table, as rules/win_chances.py reads them. A larger lead is never worth less."""
    early = [slot(value[1, r, left, 0, 0]) for r in (0, 1) for left in win_chances.FIRST]
    early += [slot(value[2, r, left, 0, 0], value[2, r, 0, 0, 0]) for r in (0, 1) for left in win_chances.SECOND]
    early += [slot(value[3, 0, left, 0, 0]) for left in win_chances.THIRD]
    fourth = [slot(value[4, 0, left, 0, 0], value[4, 0, 0, 0, 0]) for left in win_chances.LATE]
    over = [late_slot(value[5, turn, left, 0, 0]) for turn in range(3) for left in win_chances.EXTRA]
    parts = {"early": early, "fourth": fourth, "overtime": over}
    return {name: winning_table.whole(np.stack(each), ROUGH) for name, each in parts.items()}


def slot(value: Any, last_try: Any = None) -> Any:
    """A slot of a quarter."""
    return winning_table.slot(value, win_chances.MOST, win_chances.TRY_CELL, last_try)


def late_slot(value: Any) -> Any:
    """A slot of overtime."""
    return winning_table.slot(value, win_chances.MOST_OVERTIME, win_chances.TRY_CELL)
