"""What each option of a FATE choice is worth, for advice and for reviews: from the solved game wherever it reaches.

Advice takes the best options, a review compares all of them with the one that was chosen. So both always agree.

Only the basic game without house rules is solved. In other games, each snap is solved with the exact odds of its own
rules, and the table of win chances says what comes after it. That table is rougher: differences within `ROUGH` say
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from breakaway.core.game import Order
from breakaway.core.odds import ONE
from breakaway.core.state import to_json
from breakaway.games.fate.coaches import book, oracle
from breakaway.games.fate.coaches.hunter import MatrixGame, game_of
from breakaway.games.fate.coaches.matrix_game import solved as solve_matrix
from breakaway.games.fate.coaches.solved import (
    CALLS,
    DEFENSES,
    FIRST_HALF,
    OVERTIME,
    SECOND_HALF,
    GameMoment,
    moment,
    row_of,
    shipped,
)
from breakaway.games.fate.files import resolve
from breakaway.games.fate.lab.outlook import HOME, FateOutlook, answers, can_judge
from breakaway.games.fate.rules import terms, win_chances
from breakaway.games.fate.rules.interface import side_of
from breakaway.games.fate.rules.state import Fate, FateConfig
from breakaway.games.words import LONG, MIDDLE, SHORT
from breakaway.lab.kindest import ShownGame, most_of_card
from breakaway.lab.review import as_shown, for_side

ROUGH = 20_000  # without the solved game, a loss of up to two points may be the table's error
ROOM = 1e-4  # the other side's mixes that are the best to a hundredth of a point count as best


@cache
def _basic() -> FateConfig:
    return resolve()[0]


def is_solved(config: FateConfig) -> bool:
    """Whether this is the basic game without house rules, which alone is solved. Rosters change nothing in it: only the
    contests of the advanced game look at ratings (FF-131).
    """
    basic = _basic()
    plain = replace(config, platoons=0, rating=basic.rating if config.advanced == 0 else config.rating)
    return bool(to_json(plain) == to_json(basic))


# --- The worth of states from the solved game.


class SolvedOutlook(FateOutlook):
    """What states of the basic game are worth to the home side if both sides play as well as they can."""

    def of(self, s: Fate) -> int:
        """What a state is worth to the home side."""
        worth = self.offense_worth(s)
        return super().of(s) if worth is None else for_side(HOME, worth if s.offense == HOME else ONE - worth)

    def offense_worth(self, s: Fate) -> float | None:
        """The chance of the side with the ball, in millionths, between plays. None during a play and after the end."""
        found, m = shipped(), self._moment(s)
        if s.phase == terms.CALL:
            game = game_at(s, True)
            return ONE * game.value
        if not win_chances.is_between(s):
            return None
        if s.phase == terms.TRY:
            return ONE * found.before_try(m)
        if s.phase == terms.DECLARE:
            return ONE * found.before_down(row_of(s.down, s.ball, max(1, s.marker - s.ball)), m)
        return ONE * found.before_kick(s.phase == terms.PUNT, m)

    def _moment(self, s: Fate) -> GameMoment:
        m = moment(s)
        is_out = s.clock <= 0 and s.quarter in (2, terms.QUARTERS)  # a try after the last play of a half
        return m._replace(left=0) if is_out and m.period in (FIRST_HALF, SECOND_HALF) else m

    def grid(self, s: Fate) -> dict[tuple[int, int], int]:
        """What each legal play is worth against each defense to the home side, in a state before the calls."""
        game, found = game_at(s, True), dict[tuple[int, int], int]()
        for call, row in zip(game.own, game.wins, strict=True):
            for defense, worth in zip(game.rival, row, strict=True):
                found[call, defense] = for_side(int(s.offense), ONE * worth)
        return found


def game_at(s: Fate, attacks: bool) -> MatrixGame:
    """The matrix game of a call in the basic game, also on a try for two."""
    if s.try_down == 0:
        return game_of(s, attacks)
    found, m = shipped(), moment(s)
    none, two = (found.before_kick(False, m._replace(lead=m.lead + points)) for points in (0, 2))
    legal = [call for call in range(CALLS) if found.two_mix[call] > 0 or call not in (5, 9)]
    wins = [[none + x * (two - none) for x in found.two[call]] for call in legal]
    value = none + found.good * (two - none)
    mix = [found.two_mix[call] for call in legal]
    if attacks:
        return MatrixGame(legal, list(range(DEFENSES)), wins, value, mix, list(found.two_stop))
    turned = [[1.0 - wins[i][j] for i in range(len(legal))] for j in range(DEFENSES)]
    return MatrixGame(list(range(DEFENSES)), legal, turned, 1.0 - value, list(found.two_stop), mix)


def outlook_of(config: FateConfig) -> FateOutlook:
    """What states are worth in a game with this config."""
    return SolvedOutlook(config) if is_solved(config) else FateOutlook(config)


# --- The options of a choice.


@dataclass(frozen=True)
class WeighedAnswer:
    """An option: its code (a call by its number in the tables), its chance of winning for the side in millionths, its
    share in the best mix, and its chance against what this opponent does (None: unknown).
    """

    code: int
    chance: int
    share: int = 0
    versus: int | None = None


@dataclass(frozen=True)
class WeighedCalls:
    """The options of a call, and the other side's calls: how often each should come and how often it does."""

    options: list[WeighedAnswer]
    rivals: dict[int, tuple[int, int]]


def weigh_calls(
    s: Fate, outlook: FateOutlook, attacks: bool, seen: Sequence[tuple[int, int, int]] | None = None, turn: int = 0
) -> WeighedCalls:
    """The worth of each call of a side. `seen`: what its opponent has called, as `as_shown` takes it."""
    game = game_at(s, attacks) if isinstance(outlook, SolvedOutlook) else snap_of(s, outlook, attacks)
    best = {call: round(ONE * share) for call, share in zip(game.rival, game.rivals_best, strict=True)}
    does = best if seen is None else as_shown(seen, kind_of(s), turn, best)
    whole = sum(does.values()) or 1
    options = []
    for call, row, share in zip(game.own, game.wins, game.best, strict=True):
        chance = sum(x * q for x, q in zip(row, game.rivals_best, strict=True))
        versus = sum(x * does[rival] for x, rival in zip(row, game.rival, strict=True)) / whole
        options.append(
            WeighedAnswer(call, round(ONE * chance), round(ONE * share), None if seen is None else round(ONE * versus))
        )
    options.sort(key=lambda each: (-each.share, -each.chance))
    return WeighedCalls(options, {} if seen is None else {call: (best[call], does[call]) for call in best})


def kindest_to(s: Fate, outlook: FateOutlook, attacks: bool, call: int) -> int:
    """The chance of winning of a side with a call, if the other side's best mix is the one that punishes it least."""
    game = game_at(s, attacks) if isinstance(outlook, SolvedOutlook) else snap_of(s, outlook, attacks)
    shown = ShownGame([[row] for row in game.wins], [0] * len(game.rival))
    return round(ONE * most_of_card(shown, game.own.index(call), game.rivals_best, ROOM))


def kind_of(s: Fate) -> int:
    """The kind of a situation, for what an opponent calls in it: the down, and whether it is short or long."""
    to_go = s.marker - s.ball
    return int(4 * s.down + (SHORT if to_go <= 3 else MIDDLE if to_go < 10 else LONG))


def snap_of(s: Fate, outlook: FateOutlook, attacks: bool) -> MatrixGame:
    """The matrix game of a call by the exact odds of the match's own rules and the table of win chances."""
    grid = outlook.grid(s)
    legal, defenses = sorted({call for call, _defense in grid}), list(range(DEFENSES))
    wins = [[for_side(int(s.offense), grid[call, defense]) / ONE for defense in defenses] for call in legal]
    value, mix, stops, _gap = solve_matrix([x for row in wins for x in row], len(legal))
    if attacks:
        return MatrixGame(legal, defenses, wins, value, list(mix), list(stops))
    turned = [[1.0 - row[j] for row in wins] for j in defenses]
    return MatrixGame(defenses, legal, turned, 1.0 - value, list(stops), list(mix))


def weigh_answers(s: Fate, config: FateConfig, seat: int, outlook: FateOutlook) -> list[WeighedAnswer]:
    """The worth of each answer to a question that can be judged. Empty for others."""
    found = solved_answers(s, config, seat) if isinstance(outlook, SolvedOutlook) else None
    if found is None:
        found = answers(outlook, s, seat) if can_judge(s, config) else {}
    return [WeighedAnswer(code, chance) for code, chance in found.items()]


def solved_answers(s: Fate, config: FateConfig, seat: int) -> dict[int, int] | None:
    """What the solved game says about the answers to a question. None if it does not know this question.

    It knows no kneels, no spikes and no onside kicks.
    """
    found, m, side = shipped(), moment(s), side_of(config, seat)
    if s.phase == terms.DECLARE:
        play = found.calls(m, s.down, s.ball, max(1, s.marker - s.ball))[0]
        kicks = {code: x for code, x in found.kicks(m, s.ball).items() if book.is_open(s, config, seat, code)}
        return {code: round(ONE * x) for code, x in {terms.PLAY: play, **kicks}.items()}
    if s.phase == terms.TRY and config.two_point == 1:
        kick, two = found.tries(m)
        return {terms.KICK_POINT: round(ONE * kick), terms.GO_FOR_TWO: round(ONE * two)}
    if s.phase in (terms.TIME, terms.TIME_DEFENSE):
        worth = oracle.time_out_worths(s, side, found)
        if worth is None:
            return {}
        declined, taken = (x if side == s.offense else 1.0 - x for x in worth)
        return {0: round(ONE * declined), 1: round(ONE * taken)}
    if s.phase == terms.CHOICE and s.quarter != OVERTIME:
        first = oracle.receiving(s, found)
        return {terms.RECEIVE: round(ONE * first), terms.KICK_OFF: round(ONE * (1.0 - first))}
    return None


def order_of(call: int, attacks: bool) -> Order:
    """The order for a call, by its number in the tables."""
    out = [0, 0, 0] if attacks else [0, 0]
    (book.put_offense if attacks else book.put_defense)(call, out)
    return out
