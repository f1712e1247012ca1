"""The best response against coaches that call from tables."""

from __future__ import annotations

import numpy as np
import pytest

from breakaway.games.fate.coaches import book
from breakaway.games.fate.files import resolve
from breakaway.games.fate.lab.situations import situations
from breakaway.games.fate.lab.solver import ORDER, HalfSolver, Tables
from breakaway.games.fate.lab.table_response import MOST, TableResponse, table_coach
from breakaway.games.fate.rules import terms

CONFIG = resolve()[0]


def response(name: str) -> TableResponse:
    tables = Tables(situations(), 10)
    return TableResponse(table_coach(name, CONFIG), HalfSolver(tables, 0, most=MOST), CONFIG, None)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["book", "solitaire"])
def test_a_response_reads_the_mixes_and_declarations_that_the_coach_plays(name: str) -> None:
    found = response(name)
    for t, lead in ((1, -2), (5, -5), (14, 0), (40, -12), (100, 3)):
        kind = found.kinds(t)[MOST + lead]
        s = found.state(t, lead)
        for x in range(0, found.half.tables.downs, 97):
            s.down, s.ball, to_go = found.half.tables.rows[x].tolist()
            s.marker = s.ball + to_go
            assert found.rows[kind][x] == found.coach.row(s)
            assert found.declared[kind][x] == found.coach.declares(s)
    assert found.plays.sum(axis=1) == pytest.approx(1)
    assert found.coach.stops.sum(axis=1) == pytest.approx(1)


@pytest.mark.slow
def test_with_one_play_left_the_response_wins_what_is_worked_out_from_the_odds_of_the_calls() -> None:
    """Four points behind with one play left, 20 yards from the goal: a touchdown wins, and nothing else does. The
    defense knows the mix of `book`, so it calls what leaves the least chance of 20 yards.
    """
    found = response("book")
    zero = found.zero()
    one = found.step(1, zero, zero)
    t_, lead = found.half.tables, -4
    x = next(i for i, row in enumerate(t_.rows.tolist()) if row == [1, 80, 10])
    s = found.state(1, lead)
    s.down, s.ball, s.marker = 1, 80, 90
    assert book.declaration(s, CONFIG, 0) == terms.PLAY
    row = found.coach.row(s)
    seen = situations()
    scores = np.array([each.gain >= 20 and not each.lost for each in seen.outcomes])
    odds = seen.chance[ORDER][:, :, scores].sum(axis=2)
    mix = found.plays[row].copy()
    mix[4] += mix[8:].sum()  # Long is closed so near the goal: Short instead
    mix[8:] = 0
    assert one.own[x, 0, MOST + lead] == pytest.approx(min(mix @ odds), abs=1e-9)
