"""FATE's plays are counted once: rows, totals of the statistics and the box score say the same of every match."""

from __future__ import annotations

import random

import pytest

from breakaway.core.counted import played_in
from breakaway.games.fate.counts.statistics import A_PASS, A_RUN, A_SACK, NO_PLAY, PlayRow, judge
from breakaway.games.fate.counts.totals import count
from breakaway.games.fate.rules import terms
from tests.boards.test_fate_box import HOUSE, own_totals, play
from tests.boards.test_fate_page import a_match


def judged(result, yards=0, call=terms.SHORT, ball=90, to_go=10):
    row = PlayRow(ball=ball, to_go=to_go, declared=terms.PLAY, call=call, result=result, yards=yards)
    judge(row)
    return row.counts_as, row.gained, row.is_caught, row.is_first_down


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (judged(terms.RAN, 12), (A_RUN, 10, 0, 1)),  # as far as the goal line
        (judged(terms.RAN, -95), (A_RUN, -90, 0, 0)),
        (judged(terms.COMPLETE, 9), (A_PASS, 9, 1, 0)),
        (judged(terms.INCOMPLETE, 5), (A_PASS, 0, 0, 0)),
        (judged(terms.INTERCEPTED, 12), (A_PASS, 0, 0, 0)),
        (judged(terms.TOUCHBACK, 12), (A_PASS, 0, 0, 0)),  # intercepted behind the goal line
        (judged(terms.SACKED, -7), (A_SACK, -7, 0, 0)),
        (judged(terms.FUMBLED, 3), (A_PASS, 3, 1, 0)),
        (judged(terms.FUMBLED, 12, terms.RUN_INSIDE), (A_RUN, 10, 0, 0)),
    ],
)
def test_a_play_counts_as_one_kind_and_gains_what_the_glossary_says(row, expected):
    assert row == expected


def same_in_all(house, seed):
    match = a_match(bytes([seed, 7]) * 16, **house)
    play(match, random.Random(seed))
    played, (total, rows) = played_in(match), own_totals(match)
    assert len(played) == rows
    sides = count(match.state, played).sides
    for side in range(terms.SIDES):
        own = [each.row for each in played if each.row.offense == side]
        plays = [row for row in own if row.counts_as != NO_PLAY]
        box = sides[side]
        assert box.plays == total.plays[side] == len(plays) == box.runs + box.passes + box.sacked
        assert box.sacked == total.sacks[side] == sum(row.counts_as == A_SACK for row in own)
        assert box.passes == total.passes[side] == sum(row.counts_as == A_PASS for row in own)
        assert box.completed == total.completions[side] == sum(row.is_caught for row in own)
        gained = box.run_yards + box.pass_yards - box.sack_yards
        assert gained == total.yards[side] == sum(row.gained for row in own)
        assert box.first_downs == sum(row.is_first_down for row in own)
        assert box.punts == total.punts[side] == sum(row.declared == terms.PUNT_IT for row in own)
        assert (
            box.field_goals_tried == total.field_goals_tried[side] == sum(row.declared == terms.KICK_IT for row in own)
        )
        assert box.field_goals == total.field_goals[side]
        assert box.turnovers >= total.interceptions[side]


def test_rows_totals_and_box_score_agree():
    same_in_all(HOUSE[1], 3)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_rows_totals_and_box_score_agree_in_two_hundred_matches(part):
    for seed in range(20 * part, 20 * part + 20):
        same_in_all(HOUSE[seed % len(HOUSE)], seed)
