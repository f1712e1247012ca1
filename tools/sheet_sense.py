"""What makes a solo sheet look like football: rules that a fit of the sheets keeps, though they cost it strength.

A person who reads a sheet expects that Eagle covers and Twist attacks, that a long way to go brings more coverage, that
short downs meet run defenses, and that an offense does not run on third and long or call the same card all day. No
document says so in numbers; the numbers here are ours, between what the first standard sheets did and what a fit does
without them. `python -m tools.fit_sheets prices` measures what each rule costs.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from breakaway.games.football.files.cards import our_matchups
from breakaway.games.football.rules import terms
from breakaway.games.football.text.names import CODES, PLANS, STRATEGIES
from tools.team_sheets import Defense, Offense, TeamSheets

EAGLE, STUNT, TWIST = (STRATEGIES.index(name) for name in ("Eagle", "Stunt", "Twist"))
GREEN, RED = PLANS.index("Green 18"), PLANS.index("Red 98")
GOLD_JOKER = CODES.index("Gold Joker")
COVERAGE = frozenset({"Zone", "Man to Man", "2 Man Under", "Prevent"})
DEEP = frozenset({"2 Man Under", "Prevent"})
RUN_DEFENSES = frozenset({"Tight Run", "Wide Run", "Goal Line"})
RUNS = frozenset({"Inside Run", "Outside Run", "Draw", "Counter"})
QUICK = frozenset({"Short", "Slant", "Screen"})

# By the class of the offense's formation: run heavy, balanced, pass heavy. Calls are counted of the six in a cell.
EAGLE_COVERS = (3, 4, 4)  # the fewest coverages in a cell of Eagle
TWIST_COVERS = (1, 2, 2)  # the most coverages in a cell of Twist
SHORT_RUN_DEFENSES = (18, 9, 0)  # the fewest run defenses in the first row of Game States, of 36 pairs of rolls
RUN_DEFENSES_ANYWHERE = (14, 4, 0)  # the same in every row
SHORT_DEEP = (1, 4, 11)  # the most deep coverages in the first row of Game States, of 36
DEEP_ANYWHERE = (2, 10, 14)  # the same in every row
SAME_CALL = 2  # how often a cell may repeat a call
OFTEN = 0.3  # the largest share of one call against a class of formations
SAME_PLAY = 2  # how many codes of a formation may mean the same play
TOP_FIVE = 0.51  # the largest share of all plays that the five commonest may have
LONG_RUNS = 0.14  # the largest share of runs on third and fourth down with five or more lines to go
RUNNING = {"maulers": 0.45}  # the same for a team that runs
# A team's character: its share of runs, weighed by its chart of formations and its plans, which no fit changes. The
# shares are written here, because a fit that measured them in the sheets it is changing would let them drift.
RUN_SHARES = {
    "maulers": 0.665, "pharaohs": 0.26, "lightning": 0.408, "fire": 0.432, "eclipse": 0.3, "rhinos": 0.52,
    "sharks": 0.394, "stackers": 0.535, "vultures": 0.555,
}  # fmt: skip
RUNS_MOVE = 0.035  # how far the share of runs may be from it
QUICK_THROWS = {"sharks": 0.58}  # the smallest share of Short, Slant and Screen among the passes: a team's character
FEW_CALLS = 12  # a defense with no more calls than this may repeat one more often in a cell
LONG = 2  # the chart's cell of third and fourth down with five or more lines to go
LONG_STATE = 8  # the least Game State there
# How often the commonest situations of the first three downs occur: by the chart's cell and the Game State.
SNAPS = {
    (0, 6): 0.092, (0, 7): 0.086, (1, 7): 0.051, (1, 8): 0.038, (1, 9): 0.016, (2, 8): 0.032, (2, 9): 0.023,
    (2, 10): 0.013, (2, 11): 0.004, (3, 4): 0.048, (3, 5): 0.106, (4, 5): 0.063, (4, 6): 0.057, (5, 6): 0.039,
    (5, 7): 0.036, (6, 2): 0.097, (6, 3): 0.041, (7, 3): 0.043, (7, 4): 0.05, (8, 4): 0.03, (8, 5): 0.035,
}  # fmt: skip

DEFENSE_RULES = (
    "Eagle grows with the Game State",
    "Eagle covers, Twist attacks",
    "run defenses on short downs",
    "no deep coverage on short downs",
    "no call again and again",
    "every call that the standard set uses",
)
OFFENSE_RULES = (
    "Green runs at least as often as Red",
    "few runs on third and long",
    "no play again and again",
    "the team's character",
    "every type of play that the standard set calls",
)
RULES = (*DEFENSE_RULES, *OFFENSE_RULES)


def short(found: Iterable[tuple[float, float]]) -> float:
    """By how much values, each beside the least that it should be, fall short in all."""
    return sum(max(0.0, least - value) for value, least in found)


@dataclass(frozen=True)
class Sense:
    """The rules for one team, as far as its cards and its standard set decide what they ask of it."""

    calls: tuple[str, ...]  # by number of a call: its type
    used: frozenset[int]  # the calls that the standard set uses
    plays: tuple[str, ...]  # by play: its type
    formation: tuple[int, ...]  # by play: the class of its card's formation
    chart: tuple[int, ...]  # the chart of formations
    plans: tuple[int, ...]  # by Game State
    called: frozenset[str]  # the types of plays that the standard set calls
    runs: float  # the share of runs that is its character, weighed by `often`
    often: tuple[tuple[float, ...], ...]  # [formation][plan]: the share of all snaps
    long_runs: float
    quick: float
    without: frozenset[str] = frozenset()  # rules that are left out, to measure what they cost

    def defense(self, sheet: Defense) -> dict[str, float]:
        """By rule: how many faces, calls or pairs of rolls a defense sheet is away from keeping it."""
        found = dict.fromkeys(DEFENSE_RULES, 0.0)
        for f in range(3):
            front, cells = sheet.front[f], [[self.calls[call] for call in cell] for cell in sheet.back[f]]
            for name, away in zip(DEFENSE_RULES, self._of_formation(f, front, sheet.back[f], cells), strict=False):
                found[name] += away
        every = {call for rows in sheet.back for cell in rows for call in cell}
        found["every call that the standard set uses"] = len(self.used - every)
        return {name: away for name, away in found.items() if name not in self.without}

    def _of_formation(
        self, f: int, front: list[list[int]], back: list[list[int]], cells: list[list[str]]
    ) -> tuple[float, ...]:
        eagle, twist = [row[EAGLE] for row in front], [row[TWIST] for row in front]
        grows = short((b, a) for a, b in itertools.pairwise(eagle))
        grows += short((a, b) for a, b in itertools.pairwise(twist)) + short([(eagle[-1], eagle[0] + 1)])
        covers = [sum(each in COVERAGE for each in cell) for cell in cells]
        means = short([(covers[EAGLE], EAGLE_COVERS[f]), (TWIST_COVERS[f], covers[TWIST])])
        against = [sum(each in RUN_DEFENSES for each in cell) for cell in cells]
        deep = [sum(each in DEEP for each in cell) for cell in cells]
        of_runs = [sum(faces * n for faces, n in zip(row, against, strict=True)) for row in front]
        of_deep = [sum(faces * n for faces, n in zip(row, deep, strict=True)) for row in front]
        stops = short([(of_runs[0], SHORT_RUN_DEFENSES[f]), (min(of_runs), RUN_DEFENSES_ANYWHERE[f])])
        stays = short([(SHORT_DEEP[f], of_deep[0]), (DEEP_ANYWHERE[f], max(of_deep))])
        same = SAME_CALL + (len(self.calls) <= FEW_CALLS)
        repeats = short((same, n) for cell in back for n in Counter(cell).values())
        share: Counter[int] = Counter()
        for s, cell in enumerate(back):
            faces = sum(row[s] for row in front)
            for call in cell:
                share[call] += faces
        whole = 36 * len(front)
        repeats += short((36 * OFTEN, 36 * n / whole) for n in share.values())
        return grows, means, stops, stays, repeats

    def offense(self, sheet: Offense) -> dict[str, float]:
        """By rule: how many codes or rolls an offense sheet is away from keeping it."""
        runs = [[self._runs(sheet, f, plan) for plan in range(len(PLANS))] for f in range(3)]
        long_plan = self.plans[LONG_STATE]
        row = self.chart[LONG * 6 : LONG * 6 + 6]
        on_long = sum(row.count(f) / 6 * runs[f][long_plan] / 6 for f in range(3))
        repeats = 0.0
        for plays in sheet.plays:
            counts = Counter(play for code, play in enumerate(plays) if code != GOLD_JOKER and play != terms.AS_DRAWN)
            repeats += short((SAME_PLAY, n) for n in counts.values())
        shares = self.shares(sheet)
        repeats += 36 * short([(TOP_FIVE, sum(sorted(shares, reverse=True)[:5]))])
        types = {self.plays[play] for play, share in enumerate(shares) if share > 0}
        of_runs = sum(share for play, share in enumerate(shares) if self.plays[play] in RUNS)
        quick = sum(share for play, share in enumerate(shares) if self.plays[play] in QUICK)
        character = max(0.0, abs(of_runs - self.runs) - RUNS_MOVE) + short([(quick / (1 - of_runs), self.quick)])
        found = (
            sum(short([(row[GREEN], row[RED])]) for row in runs),
            36 * short([(self.long_runs, on_long)]),
            repeats,
            36 * character,
            float(len(self.called - types)),
        )
        return {name: away for name, away in zip(OFFENSE_RULES, found, strict=True) if name not in self.without}

    def _runs(self, sheet: Offense, f: int, plan: int) -> float:
        """How many of a plan's six rolls are runs in a formation. A drawn card counts as half a run."""
        plays = [sheet.plays[f][code] for code in sheet.codes[plan]]
        return sum(0.5 if play == terms.AS_DRAWN else float(self.plays[play] in RUNS) for play in plays)

    def shares(self, sheet: Offense) -> list[float]:
        """By play: which share of all snaps the sheet calls it on. A drawn card's plays share its snaps."""
        found = [0.0] * len(self.plays)
        for f in range(3):
            drawn = [play for play, of in enumerate(self.formation) if of == f]
            for plan, codes in enumerate(sheet.codes):
                for code in codes:
                    play = sheet.plays[f][code]
                    each = self.often[f][plan] / 6
                    for one in drawn if play == terms.AS_DRAWN else (play,):
                        found[one] += each / len(drawn) if play == terms.AS_DRAWN else each
        return found


def how_often(chart: Sequence[int], plans: Sequence[int]) -> tuple[tuple[float, ...], ...]:
    """[formation][plan]: the share of all snaps that a sheet plays with this formation and plan."""
    found = [[0.0] * len(PLANS) for _ in range(3)]
    for (cell, state), share in SNAPS.items():
        for f in chart[cell * 6 : cell * 6 + 6]:
            found[f][plans[state]] += share / 6
    return tuple(tuple(row) for row in found)


def sense_of(team: str, standard: TeamSheets, config: Any, without: frozenset[str] = frozenset()) -> Sense:
    """The rules for a team. `standard` are its standard sheets, `config` has its cards in seat 0."""
    names = our_matchups()
    calls = tuple(names.defense_types[call[0]] for call in standard.calls)
    plays = tuple(names.types[kind] for kind in config.play_type[0])
    formation = tuple(int(config.card_formation[0][play // 2]) for play in range(terms.PLAYS))
    used = frozenset(call for rows in standard.defense.back for cell in rows for call in cell)
    empty = Sense(
        calls, used, plays, formation, tuple(standard.chart), tuple(standard.plans), frozenset(), 0.0,
        how_often(standard.chart, standard.plans), RUNNING.get(team, LONG_RUNS), QUICK_THROWS.get(team, 0.0),
    )  # fmt: skip
    shares = empty.shares(standard.offense)
    called = frozenset(plays[play] for play, share in enumerate(shares) if share > 0)
    now = sum(share for play, share in enumerate(shares) if plays[play] in RUNS)
    runs = RUN_SHARES.get(team, now)
    return replace(empty, called=called, runs=runs, without=without)
