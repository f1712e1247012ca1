"""What a choice is worth against the best mix of the other side that punishes it least.

A matrix game has one value, but often many best mixes, and what a poor choice loses depends on which of them the other
side plays: one may punish it, another not. Only what it loses against all of them is a mistake, and against all that
are the best but for the error of the numbers (`room`). They are searched by the simplex method, which needs no SciPy,
so that reviews work without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

SURE = 1e-7  # what wins no more than this is no better
DEAR = 100.0  # a price at which hardly anything but the choice counts
TURNS = 500  # exchanges in one tableau, at most
ROUNDS = 60  # searches for better rows, and for a better price, at most

Row: TypeAlias = list[float]


@dataclass(frozen=True)
class ShownGame:
    """A snap: the rows' side picks a card, sees what the other side shows, and may then turn the card around.

    `cards[card][side][call]` is what a side of a card wins against a call, and `shown[call]` what a call shows, from 0.
    Without turning, each card has one side and all calls show 0: then this is a matrix game.
    """

    cards: Sequence[Sequence[Sequence[float]]]
    shown: Sequence[int]

    def answer(self, card: int, calls: Sequence[float]) -> tuple[int, ...]:
        """For everything that can be shown, the side of a card that wins most against these weights of calls."""
        found = []
        for form in range(max(self.shown) + 1):
            here = [j for j, shown in enumerate(self.shown) if shown == form]
            wins = [sum(calls[j] * side[j] for j in here) for side in self.cards[card]]
            found.append(wins.index(max(wins)))
        return tuple(found)

    def row(self, card: int, sides: Sequence[int]) -> Row:
        """What a card wins against each call, if these are its sides."""
        return [self.cards[card][sides[shown]][j] for j, shown in enumerate(self.shown)]

    def worth(self, card: int, calls: Sequence[float]) -> float:
        """What a card wins against a mix of calls."""
        row = self.row(card, self.answer(card, calls))
        return sum(q * x for q, x in zip(calls, row, strict=True))


def most_of_card(game: ShownGame, card: int, calls: Sequence[float], room: float) -> float:
    """The most that a card wins against a mix of calls that gives up at most `room`. `calls` is a good mix of calls.

    Searches from the sides that are best against `calls`, from all first and from all second sides, to sides that are
    the best against the mix found for them.
    """
    most, tried = game.worth(card, calls), set[tuple[int, ...]]()
    forms, sides = max(game.shown) + 1, len(game.cards[card])
    for start in (game.answer(card, calls), *((side,) * forms for side in range(sides))):
        plan = start
        while plan not in tried:
            tried.add(plan)
            row = game.row(card, plan)

            def at(price: float, row: Row = row) -> _Point | None:
                found = _solved(game, calls, price, row, None)
                if found is None:
                    return None
                won = max(game.worth(each, found.calls) for each in range(len(game.cards)))
                return _Point(won, sum(q * x for q, x in zip(found.calls, row, strict=True)), found.calls)

            best = _searched(at, room)
            if best is not None:
                most, plan = max(most, best.spared), game.answer(card, best.mix)
    return most


def least_of_call(game: ShownGame, call: int, calls: Sequence[float], start: float, room: float) -> float:
    """The least that a mix of cards which gives up at most `room` wins against a call.

    `calls` is a good mix of calls, and `start` what one good mix of cards wins.
    """

    def at(price: float) -> _Point | None:
        found = _solved(game, calls, price, [0.0] * len(calls), call)
        if found is None:
            return None
        wins = [sum(p * row[j] for p, row in found.rows) for j in range(len(calls))]
        return _Point(-min(wins), -wins[call], wins)

    best = _searched(at, room)
    return start if best is None else min(start, -best.spared)


class _Point(NamedTuple):
    """A mix of one side: what the other side can win against it, what it leaves to the choice, and the mix itself, or
    what it wins against each call.
    """

    given: float
    spared: float
    mix: Row


def _searched(at: Callable[[float], _Point | None], room: float) -> _Point | None:
    """The mix that leaves most to a choice of those that give up at most `room`.

    `at` finds the best mix if what it leaves to the choice counts, too, at some price. Between two mixes next to each
    other, both numbers lie on a line.
    """
    low, high = at(0.0), at(DEAR)
    if low is None or high is None:
        return low
    most = low.given + room + SURE
    if high.given <= most:
        return high
    for _round in range(ROUNDS):
        gain, loss = high.spared - low.spared, high.given - low.given
        if gain <= SURE or loss <= SURE:
            break
        new = at(loss / gain)
        if new is None or gain * (new.given - low.given) >= loss * (new.spared - low.spared) - SURE * SURE:
            break
        if new.given <= most:
            low = new
        else:
            high = new
    part = (most - low.given) / (high.given - low.given) if high.given > most else 1.0
    mixed = [x + part * (y - x) for x, y in zip(low.mix, high.mix, strict=True)]
    return _Point(most, low.spared + part * (high.spared - low.spared), mixed)


class _Mixes(NamedTuple):
    rows: list[tuple[float, Row]]  # how often each row comes, and what it wins against each call
    calls: Row


def _solved(
    game: ShownGame, calls: Sequence[float], price: float, spared: Sequence[float], spares: int | None
) -> _Mixes | None:
    """The best mixes if the calls' side also minds, at this `price`, what the row `spared` loses or, with `spares`, the
    rows' side what this call loses. Rows are added as long as one wins more. None if the search does not end.
    """
    known = {(card, game.answer(card, calls)) for card in range(len(game.cards))}
    for _round in range(ROUNDS):
        rows = [game.row(*each) for each in sorted(known)]
        matrix = [
            [x - price * (spared[j] if spares is None else row[spares]) for j, x in enumerate(row)] for row in rows
        ]
        found = simplex(matrix)
        if found is None:
            return None
        often, mix, value = found
        minded = list(mix)
        if spares is not None:
            minded[spares] -= price
        less = price * sum(q * x for q, x in zip(mix, spared, strict=True))
        new = set[tuple[int, tuple[int, ...]]]()
        for card in range(len(game.cards)):
            sides = game.answer(card, minded)
            wins = sum(q * x for q, x in zip(minded, game.row(card, sides), strict=True)) - less
            if wins > value + SURE:
                new.add((card, sides))
        if new <= known:
            return _Mixes(list(zip(often, rows, strict=True)), mix)
        known |= new
    return None


def simplex(matrix: Sequence[Sequence[float]]) -> tuple[Row, Row, float] | None:
    """The best mix of rows, the best mix of columns, and the value of a matrix game. Rows want much.

    None if that many exchanges are not enough, which only a game of many equal numbers could need.
    """
    low, high = min(map(min, matrix)), max(map(max, matrix))
    scale = 1.0 / (high - low) if high > low else 1.0
    many, wide = len(matrix), len(matrix[0])
    # The columns' side maximizes the sum of y >= 0 with B y <= 1, where B is the game scaled to numbers from 1 to 2.
    table = [[*((x - low) * scale + 1.0 for x in row), 1.0] for row in matrix]
    table.append([*([-1.0] * wide), 0.0])
    basis, outside = [-1 - i for i in range(many)], list(range(wide))  # rows are negative, columns from 0
    for _turn in range(TURNS):
        s = min(range(wide), key=table[many].__getitem__)
        if table[many][s] >= -1e-12:
            break
        rising = [(row[wide] / row[s], i) for i, row in enumerate(table[:many]) if row[s] > 1e-10]
        r = min(rising)[1]
        exchange(table, r, s)
        basis[r], outside[s] = outside[s], basis[r]
    else:
        return None
    rows, columns = [0.0] * many, [0.0] * wide
    for i, label in enumerate(basis):
        if label >= 0:
            columns[label] = max(0.0, table[i][wide])
    for j, label in enumerate(outside):
        if label < 0:
            rows[-1 - label] = max(0.0, table[many][j])
    whole, all_rows = sum(columns), sum(rows)
    value = low + (1.0 / whole - 1.0) / scale
    return [p / all_rows for p in rows], [q / whole for q in columns], value


def exchange(table: list[Row], r: int, s: int) -> None:
    """Exchanges a row and a column of a condensed tableau."""
    inverse = 1.0 / table[r][s]
    pivot = [x * inverse for x in table[r]]
    pivot[s] = inverse
    table[r] = pivot
    for i, row in enumerate(table):
        f = row[s]
        if i != r and f != 0.0:
            new = [x - f * y for x, y in zip(row, pivot, strict=True)]
            new[s] = -f * inverse
            table[i] = new
