"""What each play is worth against each call, for all pairs of teams, in the commonest situations of a match.

The fit of the solo sheets (tools/fit_sheets.py) rests on these tables. The numbers are chances of winning, from the
evaluation that the coaches use.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from breakaway.core.state import zeros
from breakaway.games.football.coaches.play_worth import NOTES, new_notes, prepare, sort_cards, worth_of_play
from breakaway.games.football.files.config import resolve
from breakaway.games.football.game import GAME
from breakaway.games.football.lab.odds import Situation, position
from breakaway.games.football.rules import order_of_play, play, solo, terms
from breakaway.games.football.rules.state import Football, FootballConfig
from breakaway.lab.batches import ChunkPlayer
from tools.matrix_games import balanced

ONE = 1_000_000
Spot = tuple[int, int, int]  # line, down, marker


@dataclass
class Payoffs:
    """A team's plays against another team's calls."""

    worth: Any  # [spot, play, call]: the offense's chance of winning
    broken: Any  # [spot, play]: the same if the spy makes a Defense Breakaway
    legal: Any  # [spot, play]
    spied: Any  # [strategy, die, play]: whether the spy's cell beats the play
    beats: Any  # [play, call]: whether the play makes an Offense Breakaway
    strength: Any  # [play]: as printed
    formation: Any  # [play]: the class of its card's formation


def common_spots(pairs: Sequence[tuple[str, str]], most: int, folder: Path | None = None) -> list[tuple[Spot, float]]:
    """The commonest situations of the first three downs in matches between sheets, with their shares."""
    seen: Counter[Spot] = Counter()
    for seed, pair in enumerate(pairs):
        config = resolve(*pair, sheets=(0, 1), teams_dir=folder)[0]
        rows = ChunkPlayer(GAME, config, ["random", "random"]).play(seed, 0, 500, True).rows
        rows = rows[(rows["down"] > 0) & (rows["down"] < 4) & (rows["is_try"] == 0)]
        seen.update(
            zip(rows["line"].tolist(), rows["down"].tolist(), (rows["line"] + rows["to_go"]).tolist(), strict=True)
        )
    top = seen.most_common(most)
    total = sum(count for _, count in top)
    return [(spot, count / total) for spot, count in top]


@dataclass
class Lookups:
    """Where the sheets look for each situation: [spot]."""

    state: Any  # the Game State
    cell: Any  # of the chart of formations
    is_red: Any  # whether the ball is in a red zone, where the spy is always on


def lookups(spots: Sequence[Spot]) -> Lookups:
    """Asks the rules where the sheets look for each situation."""
    config = FootballConfig()
    states, cells, red = [], [], []
    for line, down, marker in spots:
        s = Football(offense=0, line=line, down=down, marker=marker)
        s.tokens = [[1] * 3 for _ in range(terms.SEATS)]
        states.append(solo.game_state(s))
        cells.append(solo.chart_cell(s))
        red.append(solo.why_spied(s, config, terms.RUN) == solo.RED_ZONE)
    return Lookups(np.array(states), np.array(cells), np.array(red))


def calls_of(config: FootballConfig, seat: int) -> list[tuple[int, int, int]]:
    """The different calls of a team, in the order of its cards: type, strength against runs and against passes."""
    codes = (code for code in range(2 * config.defenses[seat]) if config.call_type[seat][code] != terms.NONE)
    return list(dict.fromkeys(call_numbers(config, seat, code) for code in codes))


def call_numbers(config: FootballConfig, seat: int, code: int) -> tuple[int, int, int]:
    """A call's type, and its strength against runs and against passes."""
    return int(config.call_type[seat][code]), int(config.call_run[seat][code]), int(config.call_pass[seat][code])


def payoffs(spots: Sequence[Spot], folder: Path | None, pair: tuple[str, str]) -> Payoffs:
    """The tables of the first team's offense against the second team's defense."""
    config = resolve(*pair, sheets=(1,), teams_dir=folder)[0]
    every = calls_of(config, 1)
    types = [int(each) for each in config.play_type[0]]
    kinds = [int(config.type_kind[each]) for each in types]
    worth = np.zeros((len(spots), terms.PLAYS, len(every)), np.float32)
    broken = np.zeros((len(spots), terms.PLAYS), np.float32)
    legal = np.ones((len(spots), terms.PLAYS), bool)
    for i, (line, down, marker) in enumerate(spots):
        s = position(config, Situation(line=line, down=down, marker=marker, quarter=3, cards=8, flags=(1, 1)))
        notes = new_notes(zeros(NOTES))
        prepare(s, config)
        sort_cards(s, config, notes)
        for code in range(terms.PLAYS):
            if play.illegal_by(config, s.line, types[code]) != 0:
                legal[i, code] = False
                continue
            for j, call in enumerate(every):
                worth[i, code, j] = worth_of_play(s, config, notes, code, *call) / ONE
            broken[i, code] = worth_of_play(s, config, notes, code, beaten_by(config, s, types[code]), 0, 0) / ONE
    s = order_of_play.start(config)
    spied = np.zeros((3, 6, terms.PLAYS), bool)
    for strategy, die, code in product(range(3), range(6), range(terms.PLAYS)):
        spied[strategy, die, code] = solo.spy_call(s, config, strategy, kinds[code], die, types[code]) != terms.NONE
    beats = [[play.winner_of(s, config, call[0], each) == terms.OFFENSE_WINS for call in every] for each in types]
    return Payoffs(
        worth,
        broken,
        legal,
        spied,
        np.array(beats),
        np.array([int(each) for each in config.play_strength[0]]),
        np.array([int(config.card_formation[0][code // 2]) for code in range(terms.PLAYS)]),
    )


def beaten_by(config: FootballConfig, s: Any, play_type: int) -> int:
    """A type of defense that wins against this type of play."""
    every = range(terms.DEFENSE_TYPES)
    return next(each for each in every if play.winner_of(s, config, each, play_type) == terms.DEFENSE_WINS)


def all_payoffs(
    spots: Sequence[Spot],
    offenses: Sequence[str],
    defenses: Sequence[str],
    folder: Path | None = None,
    workers: int = 2,
) -> dict[tuple[str, str], Payoffs]:
    """The tables of all offenses against all defenses, worked out by so many processes."""
    pairs = list(product(offenses, defenses))
    with ProcessPoolExecutor(workers) as pool:
        return dict(zip(pairs, pool.map(partial(payoffs, list(spots), folder), pairs), strict=True))


# --- The equilibrium: what a snap is worth if nobody can guess anything.


TURNS = 400  # of regret matching: the values are then right to about 0.001


def by_formation(each: Payoffs) -> Any:
    """[formation, spot]: the balanced worth of the plays of each class of formations."""
    worth = np.where(each.legal[:, :, None], each.worth, 0.2)  # an illegal play is never worth calling
    found = []
    for f in range(3):
        game = worth[:, each.formation == f]
        found.append(balanced(game, np.zeros(game.shape[:2]), np.zeros((len(game), game.shape[2])), TURNS)[0])
    return np.stack(found)
