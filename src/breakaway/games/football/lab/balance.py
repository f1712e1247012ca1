"""The balance of the teams, and what one more point of strength is worth."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from breakaway.games.football.files.config import resolve
from breakaway.games.football.game import GAME
from breakaway.games.football.rules.state import EXPERT_SHEETS, FootballConfig
from breakaway.games.football.rules.terms import GOAL
from breakaway.games.football.statistics import FREE, KICKOFF
from breakaway.lab.batches import Chunk, ChunkPlayer
from breakaway.lab.compiling import Records
from breakaway.lab.simulate import Engine, Threads, same_rules

# --- Sets targets for the balance and realism of football's own data, and checks whether matches between sheets meet
# them.
#
# The four core teams play each other. Each pair of teams meets at both venues, and sheets play every seat.


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


def our_configs(home: str, away: str, sheets: str = "standard") -> FootballConfig:
    """The config of two teams played by a set of their sheets, from the current data files."""
    return resolve(home, away, sheets=(0, 1), house=EXPERT_SHEETS if sheets == "expert" else {})[0]


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


# --- Measures the worth of positions: how many more points the offense scores than the other side before the half ends.
#
# Points are counted from the play to the end of its half. A position is therefore worth the points of the next play,
# plus the worth of the position after that play, kickoffs included. Only plays of the first and third quarters are
# measured, because they are far from the end of a half.


MARKERS = (4, 10, 16, GOAL)
DOWNS = 4
DEGREE = 3  # number of coefficients of the curve over the lines
ENOUGH = 300  # the curve is straight beyond the lines from which at least this many plays began
SLOPE = 0.25  # points per line on the straight part


@dataclass
class Value:
    """Sums to which each chunk of plays is added.

    The sums give a curve over the lines for each marker and down, and the mean points after tries, kickoffs and free
    kicks.
    """

    normal: Any = field(default_factory=lambda: np.zeros((len(MARKERS), DOWNS, DEGREE, DEGREE)))
    moment: Any = field(default_factory=lambda: np.zeros((len(MARKERS), DOWNS, DEGREE)))
    seen: Any = field(default_factory=lambda: np.zeros((len(MARKERS), DOWNS, GOAL)))  # plays from each line
    others: Any = field(default_factory=lambda: np.zeros((3, 2)))  # tries, kickoffs, free kicks: sum and number

    def add(self, chunk: Chunk) -> None:
        """Adds the plays of a chunk."""
        rows, gained = chunk.rows, until_half_time(chunk)
        early = (rows["quarter"] == 1) | (rows["quarter"] == 3)
        downs = early & (rows["down"] > 0)
        for i, marker in enumerate(MARKERS):
            for down in range(DOWNS):
                here = downs & (rows["line"] + rows["to_go"] == marker) & (rows["down"] == down + 1)
                curve = powers(rows["line"][here])
                self.normal[i, down] += curve.T @ curve
                self.moment[i, down] += curve.T @ gained[here]
                self.seen[i, down] += np.bincount(rows["line"][here], minlength=GOAL)[:GOAL]
        tries = early & (rows["is_try"] == 1) & (rows["penalty"] == 0)
        for i, here in enumerate((tries, early & (rows["kind"] == KICKOFF), early & (rows["kind"] == FREE))):
            self.others[i] += gained[here].sum(), here.sum()

    def merge(self, other: Value) -> None:
        """Adds the sums of another Value."""
        for mine, theirs in ((self.normal, other.normal), (self.moment, other.moment)):
            mine += theirs
        for mine, theirs in ((self.seen, other.seen), (self.others, other.others)):
            mine += theirs

    def table(self) -> dict[str, Any]:
        """The worth in points of each down by marker and line, and of a try, a kickoff and a free kick.

        Lines go from 1 to the last one before the marker.
        """
        found: dict[str, Any] = {}
        for name, (total, count) in zip(("try", "kickoff", "free_kick"), self.others, strict=True):
            found[name] = round(float(total / count), 3)
        for i, marker in enumerate(MARKERS):
            found[f"to_{marker}"] = [[round(each, 3) for each in self.curve(i, d)] for d in range(DOWNS)]
        return found

    def curve(self, marker: int, down: int) -> list[float]:
        """The worth in points by line. Where too few plays began, the curve continues as a straight line."""
        fitted = np.linalg.lstsq(self.normal[marker, down], self.moment[marker, down], rcond=None)[0]
        often = np.flatnonzero(self.seen[marker, down] >= ENOUGH)
        lines = np.arange(1, MARKERS[marker])
        known = np.clip(lines, often.min(), often.max())
        return [float(each) for each in powers(known) @ fitted + SLOPE * (lines - known)]


def powers(lines: Any) -> Any:
    """The terms of the curve: the constant 1, the scaled line and its square, all at most about 1."""
    at = np.asarray(lines, float) / GOAL
    return np.stack([at**n for n in range(DEGREE)], axis=-1)


def until_half_time(chunk: Chunk) -> Any:
    """For each row, the points that the offense scores from that play to the half's end, minus the other side's."""
    rows = chunk.rows
    match = np.repeat(np.arange(len(chunk.seeds)), chunk.counts)
    half = match * 2 + (rows["quarter"] > 2)
    last = np.searchsorted(half, half, side="right") - 1
    after = rows["points"][last] + rows["scored"][last] - rows["points"]
    mine = np.where(rows["offense"] == 0, after[:, 0] - after[:, 1], after[:, 1] - after[:, 0])
    return mine.astype(float)


def as_toml(found: dict[str, Any], says: Sequence[str]) -> str:
    """The table as the text of a data file, with the lines of `says` as comments at the top."""
    head = "\n".join(f"# {line}" for line in says)
    lists = [
        f"{key} = [\n" + "".join(f"  {row},\n" for row in value) + "]"
        for key, value in found.items()
        if isinstance(value, list)
    ]
    numbers = [f"{key} = {value}" for key, value in found.items() if not isinstance(value, list)]
    return "\n".join([head, *numbers, *lists]) + "\n"
