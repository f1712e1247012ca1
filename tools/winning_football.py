"""What tools/fit_winning.py needs to know of football: its matches, and when coaches begin to play differently."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from breakaway.core.odds import ONE, STEP
from breakaway.core.statistics import Statistics
from breakaway.games.football.files.cards import DATA
from breakaway.games.football.files.config import resolve
from breakaway.games.football.files.teams import our_teams
from breakaway.games.football.game import GAME
from breakaway.games.football.rules import win_chances
from breakaway.games.football.statistics import BetweenPlays, NoTotals, observe_positions
from tools import winning_table
from tools.winning_chain import LEADS, Shape, rising
from tools.winning_played import Piece

STATISTICS = Statistics(
    BetweenPlays,
    NoTotals,
    observe_positions,
    1,
    words=lambda *_: {},
    seats=lambda _: ("home", "away"),
    reads=frozenset(),
)
OBSERVED = replace(GAME, statistics=STATISTICS)


def foretelling() -> Any:
    """The game with rows that hold the table's chance, too. Needs a table."""
    from breakaway.games.football import statistics

    return replace(GAME, statistics=replace(STATISTICS, row=statistics.Foretold, observe=statistics.observe_foretold))


RANDOM = ["random", "random"]
CHUNK = 2500
HUMAN_EVERY, HUMAN_SHARE = 5, 0.2  # every fifth chunk, a smaller one, is between players who choose at random

FILE = DATA / "winning.toml"
NUMBERS = {"flags": 15, "ball": 15, "slope": 15}  # by quarter (5 for overtime) and five plays left

EARLY = (-16, -8, 0, 1, 9, 17)  # leads from which a new strategy begins, far from the end
LATE = (-16, -8, -7, -6, -3, -2, -1, 0, 1, 2, 3, 4, 9, 17)
ROOM = 64  # strategies of one time; from TRIES on, one for each lead before a try
TRIES = 20


def pieces(matches: int, seed: int) -> Iterator[Piece]:
    """The pieces of a run, the same for the same seed."""
    teams = sorted(our_teams())
    pairs = list(itertools.product(teams, teams))
    order = np.random.default_rng(seed).permutation(len(pairs))
    done, n = 0, 0
    while done < matches:
        pair, human = pairs[order[n % len(pairs)]], n % HUMAN_EVERY == HUMAN_EVERY - 1
        config = resolve(*pair, sheets=() if human else (0, 1))[0]
        count = min(matches - done, int(CHUNK * HUMAN_SHARE) if human else CHUNK)
        yield Piece(config, RANDOM, seed * 100_000 + n, count)
        done, n = done + count, n + 1


def strategy(period: Any, turn: Any, time: Any, lead: Any, mine: Any, theirs: Any, is_try: Any) -> Any:
    """The number of the strategy: how near the end is, who has time outs for the last card, and the lead."""
    pressed = (mine > 0) * 2 + (theirs > 0)
    near = np.select([time >= 6, time >= 3, time == 2], [0, 1, 2], 3)
    fourth = np.select(
        [time >= 11, time >= 6, time >= 4, time == 3, time == 2], [5, 6, 7, 8, 9 + pressed], 13 + pressed
    )
    over = 17 + 10 * turn + np.select([near == 0, near == 1, near == 2], [0, 1, 2 + pressed], 6 + pressed)
    when = np.select([period == 2, period == 4, period >= 5], [1 + near, fourth, over], 0)
    early, late = np.digitize(lead, EARLY), np.digitize(lead, LATE)
    of_lead = np.where(is_try, TRIES + 20 + np.clip(lead, -20, 20), np.where(period >= 4, late, early))
    return when * ROOM + of_lead


def strategies(period: int, turn: int, time: int, leads: Any, mine: int, theirs: int) -> tuple[Any, Any]:
    """The strategies for all leads in a situation: for downs and kicks, and for tries."""
    at = (np.int64(period), np.int64(turn), np.int64(time), leads, np.int64(mine), np.int64(theirs))
    return strategy(*at, False), strategy(*at, True)


NEAR = np.array([0, 0, 1, 1, 1, 2, 2, 2, 3, 4, 4, 4, 5, 5, 5])  # leads of LATE that are much alike


def wider(strategies: Any) -> Any:
    """A coarser strategy for each number, for situations that came up rarely: similar leads count as one."""
    when, lead = strategies // ROOM, strategies % ROOM
    late = NEAR[np.minimum(lead, len(NEAR) - 1)]
    return when * ROOM + np.where(lead >= TRIES, 7, np.where(when >= 5, late, 0))


def part(rows: dict[str, Any]) -> Any:
    """The part of a match that each row's corrections are for, as rules/win_chances.py counts parts."""
    return (rows["quarter"] - 1) * 3 + np.clip((rows["plays_left"] - 1) // 5, 0, 2)


def factor(name: str, rows: dict[str, Any]) -> Any:
    """What a correction is multiplied by."""
    return np.clip(rows["flags"], -3, 3) if name == "flags" else np.ones(len(rows["flags"]))


def score_and_clock(rows: dict[str, Any]) -> list[Any]:
    """What a plain logistic regression looks at: the lead, the plays left in the match, and a constant."""
    left = 15 * np.maximum(0, 4 - rows["quarter"]) + rows["plays_left"]
    return [np.ones(len(left)), rows["lead"] / 10, left / 60]


def strategy_of(rows: dict[str, Any]) -> Any:
    """The strategy of each row."""
    names = ("quarter", "turn", "plays_left", "lead", "mine", "theirs")
    return strategy(*(rows[name] for name in names), rows["cell"] == win_chances.TRY_CELL)


SHAPE = Shape(
    cells=win_chances.CELLS,
    kick=win_chances.KICK_CELL,
    tries=win_chances.TRY_CELL,
    time=15,
    strategies=strategies,
    wider=wider,
)


# --- the table that ships


def tabulate(value: dict[tuple[int, ...], Any]) -> dict[str, list[int]]:
    """The parts of the table, as rules/win_chances.py reads them. A larger lead is never worth less."""
    regular = [slot(value[1, r, left, 0, 0]) for r in (0, 1) for left in win_chances.FIRST]
    regular += [slot(value[2, r, left, 0, 0], value[2, r, 0, 0, 0]) for r in (0, 1) for left in win_chances.SECOND]
    regular += [slot(value[3, 0, left, 0, 0]) for left in win_chances.THIRD]
    late = [slot(value[4, 0, left, 3, 3]) for left in win_chances.LATE]
    last = [each for left in (1, 2) for each in last_slots(value, left)]
    over = [late_slot(value[5, turn, left, 2, 2]) for turn in range(3) for left in win_chances.EXTRA]
    return {
        "regular": winning_table.whole(np.stack([*regular, *late, *last])),
        "overtime": winning_table.whole(np.stack(over)),
        "time_outs": winning_table.whole(1 + time_outs(value, late)),
    }


def slot(value: Any, last_try: Any = None) -> Any:
    """A slot of a quarter."""
    return winning_table.slot(value, win_chances.MOST, win_chances.TRY_CELL, last_try)


def late_slot(value: Any) -> Any:
    """A slot of overtime."""
    return winning_table.slot(value, win_chances.MOST_OVERTIME, win_chances.TRY_CELL)


def last_slots(value: dict[tuple[int, ...], Any], left: int) -> list[Any]:
    """The nine slots for a number of plays left in the fourth quarter, by my time outs and then by theirs."""

    def of(mine: int, theirs: int) -> Any:
        both = [(a, b) for a in ((2, 3) if mine == 2 else (mine,)) for b in ((2, 3) if theirs == 2 else (theirs,))]
        return np.mean([slot(stopped(value, left, *each), value[4, 0, 0, *each]) for each in both], axis=0)

    found = np.stack([[of(mine, theirs) for theirs in range(3)] for mine in range(3)])
    return list(falling(rising(found, 0), 1).reshape(9, *found.shape[2:]))


def stopped(value: dict[tuple[int, ...], Any], left: int, mine: int, theirs: int) -> Any:
    """The chances of a slot. A side that is behind calls time before the other's last card if it can.

    So the slot before that call counts as the slot after it. Sides never fail to call, so the counts say nothing about
    what would follow.
    """
    found = value[4, 0, left, mine, theirs].copy()
    if left == 1 and theirs > 0:
        downs, ahead = slice(0, win_chances.TRY_CELL), slice(LEADS + 1, None)
        found[downs, ahead] = value[4, 0, 2, mine, theirs - 1][downs, ahead]
    return found


def falling(values: Any, axis: int) -> Any:
    """The values, changed so that they never rise along the axis."""
    return np.flip(rising(np.flip(values, axis), axis), axis)


def time_outs(value: dict[tuple[int, ...], Any], late: list[Any]) -> Any:
    """What time outs change: by plays left, my time outs, theirs, zone and lead.

    Limited so that a larger lead is still never worth less.
    """
    zone = np.array([win_chances.zone_of(cell) for cell in range(win_chances.ROWS)])
    found = np.zeros((len(win_chances.LATE), 4, 4, win_chances.ZONES, win_chances.LEADS))
    step = ONE // STEP
    for k, left in enumerate(win_chances.LATE):
        all_ = np.stack([[slot(value[4, 0, left, a, b]) for b in range(4)] for a in range(4)])
        all_ = falling(rising(all_, 0), 1)
        base = np.rint(late[k] * step) / step
        for each in range(win_chances.ZONES):
            found[k, :, :, each] = (all_ - all_[3, 3]).mean(axis=2, where=(zone == each)[:, None])
            found[k, :, :, each] = np.rint(found[k, :, :, each] * step) / step
            slope = np.diff(base[zone == each], axis=1).min(axis=0)
            for d in range(win_chances.LEADS - 1):
                least = found[k, :, :, each, d] - slope[d]
                found[k, :, :, each, d + 1] = np.maximum(found[k, :, :, each, d + 1], least)
    return found
