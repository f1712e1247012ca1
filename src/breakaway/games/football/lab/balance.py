"""Sets targets for the balance and realism of football's own data, and checks whether matches between sheets meet them.

The four core teams play each other. Each pair of teams meets at both venues, and sheets play every seat.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from breakaway.games.football.files.config import resolve
from breakaway.games.football.game import GAME
from breakaway.games.football.rules.state import FootballConfig
from breakaway.lab.batches import ChunkPlayer
from breakaway.lab.compiling import Records
from breakaway.lab.simulate import Engine, Threads, same_rules

CORE = ("maulers", "pharaohs", "lightning", "fire")
SURE = 1.96  # standard errors to each side in a 95% interval
NOBODY = ["random", "random"]  # these coaches never choose: sheets play both seats
Configs = Callable[[str, str], FootballConfig]


@dataclass(frozen=True)
class Target:
    """The range that a figure should be in: the figure's whole 95% interval must be between `low` and `high`."""

    name: str
    low: float
    high: float
    unit: str = ""


POINTS = Target("points", 20, 24)
PAIRING = Target("win share of a pairing", 46, 54, "%")
BREAKAWAYS = Target("offense breakaways, of all plays", 7, 12, "%")
TURNOVERS = Target("turnovers", 1, 2)
PUNTS = Target("punts", 3, 6)
FIELD_GOALS = Target("field goals tried", 1, 3)
HOME = Target("win share at home", 49, 51, "%")
RECEIVING = Target("win share of the team that receives first", 48, 52, "%")
RUNS = {"maulers": Target("runs, of all plays", 60, 100, "%"), "pharaohs": Target("runs, of all plays", 0, 35, "%")}


@dataclass(frozen=True)
class Estimate:
    """A figure for a team, a pairing or all matches, with its 95% interval and its target, if it has one."""

    of: str
    name: str
    value: float
    error: float  # half of the interval's width
    target: Target | None

    @property
    def is_met(self) -> bool:
        """Whether the whole interval lies inside the target range."""
        if self.target is None:
            return True
        return self.target.low <= self.value - self.error and self.value + self.error <= self.target.high


@dataclass
class Played:
    """The matches of one pairing: scores by seat, totals, and which seat received first."""

    home: str
    away: str
    scores: Any
    totals: Records

    def wins(self, seat: int) -> Any:
        """An array with 1 for each match that the seat won, 0.5 for a tie and 0 for a loss."""
        mine, theirs = self.scores[:, seat], self.scores[:, 1 - seat]
        return (mine > theirs) + 0.5 * (mine == theirs)


def our_configs(home: str, away: str) -> FootballConfig:
    """The config of two teams played by their sheets, from the current data files."""
    return resolve(home, away, sheets=(0, 1))[0]


def play_all(configs: Configs, matches: int, seed: int, engine: Engine | None = None) -> list[Played]:
    """Plays every pairing of the core teams at both venues; `matches` is the number of matches at each venue.

    Without an `engine`, two threads play.
    """
    pairs = list(itertools.permutations(CORE, 2))
    items = [(pair, configs(*pair), seed * 100 + number) for number, pair in enumerate(pairs)]
    work = same_rules(GAME.name, partial(_play_pairing, matches))
    found = dict((engine or Threads(2)).finished(work, items))
    return [found[number] for number in range(len(items))]


def _play_pairing(matches: int, item: tuple[tuple[str, str], FootballConfig, int]) -> Played:
    """Plays the matches of one pairing. `item` has the teams, their config and the seed."""
    pair, config, seed = item
    chunk = ChunkPlayer(GAME, config, NOBODY).play(seed, 0, matches, False)
    return Played(*pair, chunk.results["score"][:, :2].copy(), chunk.matches.copy())


def figures(played: Sequence[Played]) -> list[Estimate]:
    """The figures for each team, for each pairing, and for all matches."""
    found = [figure for team in CORE for figure in of_team(played, team)]
    for a, b in itertools.combinations(CORE, 2):
        between = [(each, each.home == b) for each in played if {each.home, each.away} == {a, b}]
        found.append(share(f"{a} v {b}", PAIRING, [each.wins(int(swapped)) for each, swapped in between]))
    found.append(share("all", HOME, [each.wins(0) for each in played]))
    received = [np.where(each.totals["receiver"] == 0, each.wins(0), each.wins(1)) for each in played]
    found.append(share("all", RECEIVING, received))
    return found


def of_team(played: Sequence[Played], team: str) -> Iterator[Estimate]:
    """The figures for a team over all its matches."""
    mine = [(each, seat) for each in played for seat in (0, 1) if (each.home, each.away)[seat] == team]

    def total(name: str) -> Any:
        return np.concatenate([each.totals[name][:, seat] for each, seat in mine]).astype(float)

    points = np.concatenate([each.scores[:, seat] for each, seat in mine])
    yield mean(team, POINTS.name, points, POINTS)
    yield share(team, Target("win share", 0, 100, "%"), [each.wins(seat) for each, seat in mine], None)
    plays = total("plays")
    yield ratio(team, RUNS.get(team, Target("runs, of all plays", 0, 100)), total("runs"), plays, team in RUNS)
    yield ratio(team, BREAKAWAYS, total("offense_breakaways"), plays)
    yield ratio(team, Target("defense breakaways, of all plays", 0, 100), total("defense_breakaways"), plays, False)
    for target, name in ((TURNOVERS, "turnovers"), (PUNTS, "punts"), (FIELD_GOALS, "field_goals_tried")):
        yield mean(team, target.name, total(name), target)
    for name in ("drives", "first_downs", "touchdowns", "return_touchdowns", "field_goals", "fourth_downs"):
        yield mean(team, name.replace("_", " "), total(name), None)


def mean(of: str, name: str, values: Any, target: Target | None) -> Estimate:
    """The mean of a figure over all matches, with its 95% interval."""
    return Estimate(of, name, float(values.mean()), SURE * float(values.std(ddof=1)) / len(values) ** 0.5, target)


def share(of: str, target: Target, wins: Sequence[Any], wanted: Target | None = PAIRING) -> Estimate:
    """The mean over all matches of values from 0 to 1, in percent."""
    every = 100 * np.concatenate(wins)
    return mean(of, target.name, every, None if wanted is None else target)


def ratio(of: str, target: Target, part: Any, whole: Any, wanted: bool = True) -> Estimate:
    """One sum as a percentage of another, over all matches. The error is estimated from the spread between matches."""
    value = part.sum() / whole.sum()
    spread = (part - value * whole).std(ddof=1) / whole.mean()
    error = SURE * 100 * spread / len(part) ** 0.5
    return Estimate(of, target.name, 100 * float(value), float(error), target if wanted else None)
