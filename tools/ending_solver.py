"""Solves the end of a half of football backward from its last play, for fit_endings.py.

In each situation the side with the ball takes the best of what it may do, and both sides call time or not. What follows
each action comes from the rules' own functions, on copies of states: kicks and Hail Marys by the exact odds of the Game
Day deck, runs and passes by how much plays of each type gained in simulated matches (`Gains`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from scipy.sparse import csr_matrix

from breakaway.core.state import copy
from breakaway.games.football.files.config import resolve
from breakaway.games.football.lab import odds
from breakaway.games.football.lab.odds import Situation
from breakaway.games.football.rules import play, scoring, terms, win_chances
from breakaway.games.football.rules.state import Football, FootballConfig

PLAYS = 8  # plays left in a half from which the end is solved
FAR = 40  # leads up to this are told apart while solving
WIDTH = 2 * FAR + 1
LEADS = np.arange(-FAR, FAR + 1)
LEVELS = win_chances.LEVELS
CELLS = win_chances.CELLS
OVER = CELLS  # a match that ended in overtime
DOWNS = win_chances.TRY_CELL  # the cells before this one are downs
NEAR_GOAL = 17  # from this line on, gains are counted separately: Long plays are illegal there
LEAST, MOST = -5, 20  # lines gained that are told apart
PENALTIES = {1: play.false_start, 2: play.holding}  # by their code in the rows of plays
ROUNDS = 6  # penalties cost no card, so a situation may lead to another with as many plays left

# Next cell, points, whether the other side has the ball, cards used, and which sides now have had the ball in overtime
# (1: the one that had it before, 2: the other). If the match is over, the cell is OVER.
Outcome: TypeAlias = tuple[int, int, bool, int, int]
Outcomes: TypeAlias = dict[Outcome, float]


@dataclass(frozen=True)
class Gains:
    """How often plays of each type ended in each way in simulated matches, and how often sheets chose each type.

    `ends[zone, type]` has the shares of gains from LEAST to MOST, then of turnovers, return touchdowns, False Starts
    and Holdings. `lost[kind]` has the shares of the spots of turnovers, counted from scrimmage. `chosen[down, to go]`
    has the shares of the types.
    """

    ends: Any
    kinds: Any
    lost: Any
    chosen: Any


GAINED = MOST - LEAST + 1
TURNOVER, RETURNED, FALSE_START, HOLDING = GAINED, GAINED + 1, GAINED + 2, GAINED + 3
BANDS = 4  # of lines to go: 1, 2, 3 to 4, 5 and more


def band(to_go: Any) -> Any:
    """The band of a number of lines to go."""
    return np.select([to_go <= 1, to_go == 2, to_go <= 4], [0, 1, 2], 3)


def plain_config() -> FootballConfig:
    """The usual rules and deck, without abilities."""
    config = resolve("fire", "lightning")[0]
    for seat in range(terms.SEATS):
        config.ability[seat] = terms.NO_ABILITY
    return config


def position(config: FootballConfig, cell: int, quarter: int = 4) -> Football:
    """A state with eight cards left whose next play has this cell. No side has flags or time outs."""
    at = Situation(quarter=quarter, cards=PLAYS, time_outs=(0, 0), two_point=cell == win_chances.TRY_CELL)
    if cell < DOWNS:
        down, spot = divmod(cell, win_chances.SPOTS)
        line, marker = next(
            (line, marker)
            for marker in (4, 10, 16, terms.GOAL)
            for line in range(1, marker)
            if win_chances.spot(line, marker) == spot
        )
        at = Situation(quarter=quarter, cards=PLAYS, time_outs=(0, 0), down=down + 1, line=line, marker=marker)
    s = odds.position(config, at)
    s.deck = list(config.copies)
    return s


def outcome(config: FootballConfig, before: Football, after: Football) -> Outcome:
    """What a play has led to, for the side that had the ball."""
    seat = before.offense
    points = sum(sign * (after.score[each] - before.score[each]) for each, sign in ((seat, 1), (1 - seat, -1)))
    taken = win_chances.plays_left(before, config) - win_chances.plays_left(after, config)
    had = after.had_ball[seat] + 2 * after.had_ball[1 - seat]
    cell = OVER if after.phase == terms.OVER else win_chances.cell_of(after)
    return cell, points, after.offense != seat, taken, had


class Actions:
    """What each action leads to, from each cell: lists of outcomes with their probabilities."""

    def __init__(self, config: FootballConfig, gains: Gains, quarter: int = 4) -> None:
        """`quarter`: the fourth, which stands for the second too, or the fifth for overtime."""
        self.config, self.gains, self.quarter = config, gains, quarter
        self.exact = odds.odds_in(config)
        self.starts = [position(config, cell, quarter) for cell in range(CELLS)]
        self._kicks: dict[tuple[int, int, int], Outcomes] = {}

    def announced(self, cell: int, action: int, iced: int = 0) -> Outcomes:
        """The outcomes of a kick, a kneel, a Hail Mary, a kickoff or a try, by exact odds."""
        before = self.starts[cell]
        at = Situation(
            before.line,
            before.down,
            before.marker,
            self.quarter,
            time_outs=(0, 0),
            cards=PLAYS,
            two_point=before.try_down == 1,
        )
        before, s, orders, _ = odds.announced(self.config, at, action)
        s.iced = iced
        if odds.is_play_over(s):
            return {outcome(self.config, before, s): 1.0}
        spread = self.exact.spread(s, orders, max_steps=odds.LONGEST)
        found: dict[Outcome, Fraction] = {}
        for end in spread.ends:
            kind = outcome(self.config, before, end.state)
            found[kind] = found.get(kind, Fraction(0)) + end.p
        known = 1 - spread.left
        return {kind: float(p / known) for kind, p in found.items()}

    def kick(self, cell: int, action: int, iced: int = 0) -> Outcomes:
        """The outcomes of a kick from a cell's line, the same for all downs and markers."""
        where = (self.starts[cell].line, action, iced)
        if where not in self._kicks:
            self._kicks[where] = self.announced(cell, action, iced)
        return self._kicks[where]

    def played(self, cell: int, play_type: int) -> Outcomes:
        """The outcomes of a run or pass of this type."""
        before, found = self.starts[cell], dict[Outcome, float]()
        ends = self.gains.ends[int(before.line >= NEAR_GOAL), play_type]
        kind = int(self.gains.kinds[play_type])
        for i in np.flatnonzero(ends):
            if i == TURNOVER:
                for offset in np.flatnonzero(self.gains.lost[kind]):
                    after = self.used(before)
                    scoring.turn_over(after, self.config, before.line + LEAST + int(offset), False, None)
                    self._add(found, before, after, ends[i] * self.gains.lost[kind][offset])
                continue
            after = copy(before) if i in (FALSE_START, HOLDING) else self.used(before)
            if i == RETURNED:
                scoring.change_sides(after, self.config, terms.GOAL)
                scoring.touchdown(after, self.config, None)
            elif i == FALSE_START:
                play.false_start(after, self.config, None)
            elif i == HOLDING:
                play.holding(after, self.config, None)
            else:
                scoring.gain(after, self.config, LEAST + int(i), None)
            self._add(found, before, after, ends[i])
        return found

    def used(self, before: Football) -> Football:
        """A copy of the state after a card was discarded."""
        after = copy(before)
        win_chances.cards_and_clock.use_card(after, self.config, 0, None)
        return after

    def _add(self, found: Outcomes, before: Football, after: Football, p: float) -> None:
        kind = outcome(self.config, before, after)
        found[kind] = found.get(kind, 0.0) + float(p)

    def two_points(self) -> Outcomes:
        """The outcomes of a two-point try."""
        before, found = self.starts[win_chances.TRY_CELL], dict[Outcome, float]()
        good = win_chances.TWO_POINTS / win_chances.OF
        for lines, p in ((terms.GOAL - before.line, good), (0, 1 - good)):
            after = copy(before)
            scoring.gain(after, self.config, lines, None)
            self._add(found, before, after, p)
        return found


@dataclass
class Step:
    """An action from many cells: a row of `weights` for each cell, a column for each kind of outcome."""

    rows: Any
    weights: Any
    next: Any
    points: Any
    swap: Any
    taken: Any
    had: Any
    ice: bool = False  # costs the defense a time out

    @classmethod
    def of(cls, found: dict[int, Outcomes], ice: bool = False) -> Step:
        """The step of these outcomes, by cell."""
        kinds = sorted({kind for each in found.values() for kind in each})
        at = {kind: i for i, kind in enumerate(kinds)}
        rows = sorted(found)
        entries = [(n, at[kind], p) for n, row in enumerate(rows) for kind, p in found[row].items()]
        where = [e[0] for e in entries], [e[1] for e in entries]
        weights = csr_matrix(([e[2] for e in entries], where), shape=(len(rows), len(kinds)))
        columns = (np.array(each) for each in zip(*kinds, strict=True))
        return cls(np.array(rows), weights, *columns, ice=ice)


@dataclass
class Steps:
    """All actions: plays by type, what the dice of sheets choose among them, kicks, kickoffs and tries."""

    types: list[Step]
    chosen: Any  # by cell, the shares of the types
    others: list[Step]
    icing: list[tuple[Step, Step]]  # field goals without and with ice
    kickoffs: list[Step]
    tries: list[Step]


def steps_of(actions: Actions) -> Steps:
    """Works out what all actions lead to."""
    downs = range(DOWNS)
    starts = actions.starts
    fourth = [cell for cell in downs if starts[cell].down == 4]
    near = [cell for cell in downs if scoring.kick_distance(starts[cell].line) <= scoring.LONGEST_FIELD_GOAL]
    types = [
        Step.of({c: actions.played(c, t) for c in downs if not illegal(actions, c, t)}) for t in range(terms.TYPES)
    ]
    punts = {cell: actions.kick(cell, terms.PUNT_CALL) for cell in fourth}
    coffins = {cell: actions.kick(cell, terms.COFFIN_CALL) for cell in fourth}
    throws = {cell: actions.announced(cell, terms.HAIL_MARY_CALL) for cell in downs}
    kneels = {cell: actions.announced(cell, terms.KNEEL_CALL) for cell in downs}
    goals = [Step.of({c: actions.kick(c, terms.FIELD_GOAL_CALL, iced) for c in near}, iced == 1) for iced in (0, 1)]
    kick, free, tries = win_chances.KICK_CELL, win_chances.FREE_KICK_CELL, win_chances.TRY_CELL
    kickoffs = [Step.of({kick: actions.announced(kick, each)}) for each in (odds.KICKOFF, odds.ONSIDE)]
    kickoffs.append(Step.of({free: actions.announced(free, odds.FREE_KICK_CALL)}))
    after_touchdown = [
        Step.of({tries: actions.announced(tries, odds.EXTRA_POINT)}),
        Step.of({tries: actions.two_points()}),
    ]
    chosen = np.zeros((DOWNS, terms.TYPES))
    for cell in downs:
        s = starts[cell]
        chosen[cell] = actions.gains.chosen[s.down - 1, int(band(np.int64(s.marker - s.line)))]
        for t in range(terms.TYPES):
            if illegal(actions, cell, t):
                chosen[cell, t] = 0
        chosen[cell] /= chosen[cell].sum()
    return Steps(
        types,
        chosen,
        [Step.of(e) for e in (punts, coffins, throws, kneels)],
        [(goals[0], goals[1])],
        kickoffs,
        after_touchdown,
    )


def illegal(actions: Actions, cell: int, play_type: int) -> bool:
    """Whether a play of this type is illegal from a cell."""
    return play.illegal_by(actions.config, actions.starts[cell].line, play_type) != 0


@dataclass
class Solver:
    """The chances of winning at the end of a half, worked out backward.

    `over[receives]` has the chances by lead when the half is over, of the side that has the ball then. In the second
    quarter, `receives` says whether that side receives the second half's kickoff; otherwise there is one row. `best` is
    how often the offense has the type of play that suits it best; otherwise its dice choose. `value[receives, left,
    mine, theirs]` has the chances by cell and lead once `solve` has run.
    """

    steps: Steps
    over: Any
    best: float
    value: dict[tuple[int, int, int, int], Any] = field(default_factory=dict)

    def solve(self) -> None:
        """Works out all chances: first with few time outs, then with many, and backward from the last play."""
        sides = range(len(self.over))
        for r in sides:
            for mine in range(LEVELS):
                for theirs in range(LEVELS):
                    self.value[r, 0, mine, theirs] = np.tile(self.over[r], (CELLS + 1, 1))
                    for left in range(1, PLAYS + 1):
                        self.value[r, left, mine, theirs] = np.full((CELLS + 1, WIDTH), 0.5)
                        self.value[r, left, mine, theirs][OVER] = self.over[r]
        for total in range(2 * LEVELS - 1):
            pairs = [(a, total - a) for a in range(LEVELS) if 0 <= total - a < LEVELS]
            for left in range(PLAYS + 1):
                at = [(r, left, *pair) for r in sides for pair in pairs]
                for _ in range(ROUNDS if left else 0):
                    for key in at:
                        self._downs(key)
                for _ in range(ROUNDS):  # a kickoff may be returned to the end zone, and the next one too
                    for key in at:
                        if left:
                            self._best(key, self.steps.kickoffs)
                    for key in at:
                        self._best(key, self.steps.tries)

    def _downs(self, key: tuple[int, int, int, int]) -> None:
        """Works out the chances before each down."""
        r, left, mine, theirs = key
        each = np.full((terms.TYPES, DOWNS, WIDTH), -1.0)
        for t, step in enumerate(self.steps.types):
            each[t, step.rows] = self.after(step, key)
        dice = np.einsum("ct,tcl->cl", self.steps.chosen, np.maximum(each, 0))
        found = self.best * each.max(axis=0) + (1 - self.best) * dice
        for step in self.steps.others:
            found[step.rows] = np.maximum(found[step.rows], self.after(step, key))
        for plain, iced in self.steps.icing:
            goal = self.after(plain, key)
            if theirs > 0:
                goal = np.minimum(goal, self.after(iced, key))
            found[plain.rows] = np.maximum(found[plain.rows], goal)
        if left == 1:
            if theirs > 0:
                found = np.minimum(found, self.value[r, 2, mine, theirs - 1][:DOWNS])
            if mine > 0:
                found = np.maximum(found, self.value[r, 2, mine - 1, theirs][:DOWNS])
        self.value[key][:DOWNS] = self.decided(r, found)

    def _best(self, key: tuple[int, int, int, int], steps: Iterable[Step]) -> None:
        """Works out the chances before a kickoff, a free kick or a try: the best of its steps for each cell."""
        found: dict[int, Any] = {}
        for step in steps:
            row = int(step.rows[0])
            found[row] = np.maximum(found.get(row, 0), self.after(step, key)[0])
        for row, chances in found.items():
            self.value[key][row] = self.decided(key[0], chances)

    def decided(self, r: int, chances: Any) -> Any:
        """The chances, once those of leads that have won or lost the match already are put in."""
        return chances

    def side_after(self, r: int, swap: bool, had: int, is_kick: bool) -> int:
        """What `receives` is after a step, for the side that has the ball then."""
        return r ^ 1 if swap and len(self.over) > 1 else r

    def after(self, step: Step, key: tuple[int, int, int, int]) -> Any:
        """The chances of winning after a step, by its rows and by lead before it."""
        r, left, mine, theirs = key
        if step.ice:
            theirs -= 1
        out = np.zeros((len(step.next), WIDTH))
        is_kick = int(step.rows[0]) == win_chances.KICK_CELL
        for taken, swap, had in sorted(
            set(zip(step.taken.tolist(), step.swap.tolist(), step.had.tolist(), strict=True))
        ):
            some = np.flatnonzero((step.taken == taken) & (step.swap == swap) & (step.had == had))
            pair = (theirs, mine) if swap else (mine, theirs)
            base = self.value[self.side_after(r, swap, had, is_kick), max(0, left - taken), *pair]
            lead = np.clip(LEADS[None, :] + step.points[some][:, None], -FAR, FAR)
            if swap:
                out[some] = 1 - base[step.next[some][:, None], FAR - lead]
            else:
                out[some] = base[step.next[some][:, None], FAR + lead]
        return step.weights @ out


class OvertimeSolver(Solver):
    """The chances of winning at the end of a period of overtime.

    In place of `receives`, `value` has the number of sides that have had the ball: see `win_chances.overtime_turn`.
    """

    def decided(self, r: int, chances: Any) -> Any:
        """The chances, once a lead has won after both sides have had the ball."""
        return np.where(LEADS == 0, chances, self.over[r]) if r == win_chances.BOTH_HAD else chances

    def side_after(self, r: int, swap: bool, had: int, is_kick: bool) -> int:
        """The number of sides that have had the ball after a step. Whoever kicks off has had it: it has just scored."""
        mine = r == win_chances.BOTH_HAD or is_kick or bool(had & 1)
        theirs = r != win_chances.FIRST_HAD or bool(had & 2)
        if swap:
            mine, theirs = theirs, mine
        if not theirs:
            return win_chances.FIRST_HAD
        return win_chances.BOTH_HAD if mine else win_chances.SECOND_HAS
