"""The coach `hunter`: plays the solved game, and leaves it to answer what the rival has called in this match.

How the rival calls is predicted by a few guesses: that it plays the solved game, one of our tables, or as it has called
so far. Each guess counts as much as it has predicted the rival's calls.

The coach has a budget of risk: chances of winning that it may lose at most. Before each call, it looks for the mix that
wins most against the prediction and risks at most a part of the budget against any call of the rival. After the play,
the budget changes by what that mix was worth against the rival's call, less the value of the solved situation. So the
chance of winning by the solved game, less the budget, cannot fall in the mean, whatever the rival does. Because the
budget never falls below zero, the coach loses at most the BUDGET that it starts with, beyond what `oracle` loses.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from breakaway.core.chance import Chance, start_step
from breakaway.core.game import Game, Order
from breakaway.games.fate.coaches import book, oracle, solitaire
from breakaway.games.fate.coaches.book import put_defense, put_legal_play
from breakaway.games.fate.coaches.matrix_game import solved as solve_matrix
from breakaway.games.fate.coaches.solved import CALLS, DEFENSES, moment, shipped
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.events import CALLS_SHOWN
from breakaway.games.fate.rules.interface import side_of
from breakaway.games.fate.rules.state import Fate, FateConfig
from breakaway.players.coaches import Coach, SeatHistory

BUDGET = 0.03  # how much of the chance of winning may be lost, over a whole match
PART = 0.3  # of the budget, for one call
NOISE = 0.02  # of each guess: every call is possible
PRIOR = 12.0  # how many calls the solved game counts for, in a guess from the rival's own calls
STEPS = 5  # of the search for a mix
CALL_OF = {
    (terms.RUN_INSIDE, terms.DRAW): 6,
    (terms.RUN_OUTSIDE, terms.DRAW): 7,
    (terms.SHORT, terms.PLAY_ACTION): 8,
    (terms.LONG, terms.PLAY_ACTION): 9,
    **{(base, terms.NEITHER): base for base in range(terms.BASES)},
}
DEFENSE_AT = (terms.RUN_D, terms.NEUTRAL, terms.PASS_D, terms.BLITZ, terms.PREVENT)  # by the order of the tables


def hunter(game: Game[Any, Any]) -> Coach:
    """The `hunter` coach."""
    return Hunter()


# --- One call: the mix that wins most against a prediction.


@dataclass(frozen=True)
class MatrixGame:
    """A call as a matrix game of the coach: its legal calls, what each wins against each call of the rival, and the
    solved mixes and value. All chances are the coach's.
    """

    own: list[int]
    rival: list[int]
    wins: list[list[float]]  # [own][rival]
    value: float
    best: list[float]
    rivals_best: list[float]

    def least(self, mix: list[float]) -> float:
        """What a mix wins at least."""
        return min(sum(p * row[j] for p, row in zip(mix, self.wins, strict=True)) for j in range(len(self.rival)))

    def against(self, mix: list[float], call: int) -> float:
        """What a mix wins against one call of the rival."""
        at = self.rival.index(call)
        return sum(p * row[at] for p, row in zip(mix, self.wins, strict=True))


def game_of(view: Fate, attacks: bool) -> MatrixGame:
    """The matrix game of a call."""
    found = shipped()
    m, to_go = moment(view), max(1, view.marker - view.ball)
    grid = found.grid(m, view.down, view.ball, to_go)
    legal = [call for call in range(CALLS) if grid[call]]
    value, plays, stops, _gap = solve_matrix([x for call in legal for x in grid[call]], len(legal))
    defenses = list(range(DEFENSES))
    if attacks:
        return MatrixGame(legal, defenses, [grid[call] for call in legal], value, plays, stops)
    turned = [[1.0 - grid[call][j] for call in legal] for j in defenses]
    return MatrixGame(defenses, legal, turned, 1.0 - value, stops, plays)


def answer_to(game: MatrixGame, habit: list[float], risk: float, attacks: bool) -> list[float]:
    """The mix that wins most against a habit among those that lose at most `risk` of the value.

    It is the best answer to a rival who follows the habit with some probability and otherwise answers us as well as he
    can; the search finds that probability.
    """
    means = [sum(h * x for h, x in zip(habit, row, strict=True)) for row in game.wins]
    top = max(range(len(means)), key=lambda i: means[i])
    pure = [float(i == top) for i in range(len(means))]
    floor = game.value - risk
    if game.least(pure) >= floor:
        return pure
    safe, bold = game.best, pure
    low, high = 0.0, 1.0  # how far the rival is trusted
    for _step in range(STEPS):
        trust = 0.5 * (low + high)
        mixed = [[(1 - trust) * x + trust * mean for x in row] for row, mean in zip(game.wins, means, strict=True)]
        if attacks:
            _value, mix, _stops, _gap = solve_matrix([x for row in mixed for x in row], len(mixed))
        else:
            columns = [[1.0 - mixed[i][j] for i in range(len(mixed))] for j in range(len(game.rival))]
            _value, _plays, mix, _gap = solve_matrix([x for row in columns for x in row], len(columns))
        if game.least(mix) >= floor:
            low, safe = trust, mix
        else:
            high, bold = trust, mix
    worst, least = game.least(bold), game.least(safe)
    share = max(0.0, min(1.0, (least - floor) / (least - worst))) if least > worst else 0.0
    return [(1 - share) * a + share * b for a, b in zip(safe, bold, strict=True)]


# --- What the rival may call.


def guesses(view: Fate, config: FateConfig, game: MatrixGame, attacks: bool, counts: Counts) -> list[list[float]]:
    """What the rival would call by each guess, by its legal calls."""
    tables = [list(game.rivals_best), of_book(view, config, game.rival, attacks), of_page(view, game.rival, attacks)]
    for context in contexts(view):
        seen = counts[context]
        total = PRIOR + sum(seen)
        tables.append([(PRIOR * p + seen[call]) / total for p, call in zip(game.rivals_best, game.rival, strict=True)])
    return [noisy(table) for table in tables]


Counts = defaultdict[tuple[int, ...], list[float]]  # the rival's calls by context
GUESSES = 6
WEIGHTS = (0.3, 0.1, 0.1, 0.2, 0.15, 0.15)


def contexts(view: Fate) -> list[tuple[int, ...]]:
    """Classes of like situations, from wide to narrow."""
    to_go = view.marker - view.ball
    reach = 0 if to_go <= 3 else 1 if to_go < 10 else 2
    return [(), (min(view.down, 3),), (view.down, reach)]


def noisy(table: list[float]) -> list[float]:
    """The table with a little of every call, so that its sum is 1."""
    total = sum(table)
    if total <= 0.0:
        return [1.0 / len(table)] * len(table)
    return [(1 - NOISE) * x / total + NOISE / len(table) for x in table]


def of_book(view: Fate, config: FateConfig, rival: list[int], attacks: bool) -> list[float]:
    """What `book` calls."""
    at, width = book.situation(view, config), book.DEFENSES if attacks else book.PLAYS
    table = book.DEFENSE_SHARES if attacks else book.OFFENSE_SHARES
    return [float(table[at * width + call]) for call in rival]


def of_page(view: Fate, rival: list[int], attacks: bool) -> list[float]:
    """What `solitaire` calls."""
    at = solitaire.row_of(view) * solitaire.CELLS
    cells = list((solitaire.DEFENSE if attacks else solitaire.OFFENSE)[at : at + solitaire.CELLS])
    return [float(cells.count(call)) for call in rival]


# --- The coach.


@dataclass
class RivalHabits:
    """What a seat knows after the turns of `past`."""

    past: SeatHistory
    turns: int = 0
    budget: float = BUDGET
    weights: dict[bool, list[float]] = field(default_factory=lambda: {True: list(WEIGHTS), False: list(WEIGHTS)})
    counts: dict[bool, Counts] = field(default_factory=lambda: {True: new_counts(), False: new_counts()})


def new_counts() -> Counts:
    """No calls counted yet."""
    return defaultdict(lambda: [0.0] * CALLS)


class Hunter:
    """The coach. It keeps what it has worked out from past turns; from the same turns, it works out the same again.

    `last`: by seat, the turn of its last call, the game of that call, the guesses and the mix.
    """

    def __init__(self) -> None:
        self._known: dict[int, RivalHabits] = {}
        self.last: dict[int, tuple[int, MatrixGame, list[list[float]], list[float]]] = {}

    def recall(self, seat: int, past: SeatHistory | None) -> None:
        """Takes note of the turns so far. If nobody knows them, the coach plays as `oracle`."""
        if past is None:
            self._known.pop(seat, None)
            return
        known = self._known.get(past.seat)
        if known is None or past.shared_with(known.past) < known.turns:
            known = self._known[past.seat] = RivalHabits(past)
            self.last.pop(past.seat, None)
        known.past = past
        for turn in range(known.turns, len(past)):
            self.learn(known, turn)
        known.turns = len(past)

    def learn(self, known: RivalHabits, turn: int) -> None:
        """Takes note of the calls of a turn."""
        shown = [each for each in known.past.events(turn) if each.rule == CALLS_SHOWN]
        if not shown:
            return
        view, config = known.past.view(turn), known.past.config
        if view.phase != terms.CALL or view.try_down == 1:
            return
        attacks = side_of(config, known.past.seat) == view.offense
        last = self.last.get(known.past.seat)
        if last is not None and last[0] == turn:
            _turn, game, tables, mix = last
        else:
            game, tables, mix = self.mixed(known, view, config, attacks)
        if attacks:
            call = DEFENSE_AT.index(shown[0].defense)
        else:
            call = CALL_OF.get((shown[0].base, shown[0].overlay), CALLS)
        if call not in game.rival:
            return
        at = game.rival.index(call)
        known.budget = max(0.0, known.budget + game.against(mix, call) - game.value)
        weights = [w * table[at] for w, table in zip(known.weights[attacks], tables, strict=True)]
        known.weights[attacks] = [w / sum(weights) for w in weights]
        for context in contexts(view):
            known.counts[attacks][context][call] += 1.0

    def mixed(
        self, known: RivalHabits, view: Fate, config: FateConfig, attacks: bool
    ) -> tuple[MatrixGame, list[list[float]], list[float]]:
        """The game of a call, the guesses of what the rival calls, and the coach's mix."""
        game = game_of(view, attacks)
        tables = guesses(view, config, game, attacks, known.counts[attacks])
        weights = known.weights[attacks]
        habit = [sum(w * table[j] for w, table in zip(weights, tables, strict=True)) for j in range(len(game.rival))]
        return game, tables, answer_to(game, habit, PART * known.budget, attacks)

    def __call__(self, view: Fate, config: FateConfig, seat: int, chance: Chance, spare: Fate, out: Order) -> None:
        """Writes an order: a call from its mix, or what `oracle` answers."""
        known = self._known.get(seat)
        if known is None or view.phase != terms.CALL or view.try_down == 1:
            oracle.oracle_order(view, config, seat, chance, spare, out)
            return
        for slot in range(len(out)):
            out[slot] = 0
        start_step(chance)
        attacks = side_of(config, seat) == view.offense
        game, tables, mix = self.mixed(known, view, config, attacks)
        self.last[seat] = known.turns, game, tables, mix
        call = game.own[oracle.drawn(chance, mix)]
        if not attacks:
            put_defense(call, out)
            return
        put_legal_play(view, config, seat, call, out)
