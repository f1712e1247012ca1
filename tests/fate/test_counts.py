"""FATE's plays are counted once: rows, totals of the statistics and the box score say the same of every match."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from breakaway.games import manifest as games
from breakaway.games.fate.rules import terms
from breakaway.games.fate.statistics import A_KICK, A_PASS, A_PICK, A_RUN, A_SACK, PlayRow, judge, total_of
from breakaway.records.play_by_play import played_in
from breakaway.testing.cases import load
from tests.boards.test_fate_box import HOUSE, play
from tests.boards.test_fate_page import a_match
from tests.counting import counted, counted_through

GAME = games.find("fate")
CASES = {
    case.id: case
    for name in ("events", "interceptions", "kickoffs", "who_is_hurt")
    for case in load(Path(__file__).parents[1] / "cases" / "fate" / f"{name}.toml")
}


def judged(result, yards=0, came=None, ball=90, to_go=10):
    row = PlayRow(ball=ball, to_go=to_go, declared=terms.PLAY, result=result, yards=yards)
    judge(row, result if came is None else came)
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
        (judged(terms.FUMBLED, 3, terms.COMPLETE), (A_PASS, 3, 1, 0)),
        (judged(terms.FUMBLED, 12, terms.RAN), (A_RUN, 10, 0, 0)),
        (judged(terms.FUMBLED, -7, terms.SACKED), (A_SACK, -7, 0, 0)),
        (judged(terms.FUMBLED, 0, terms.INTERCEPTED), (A_PASS, 0, 0, 0)),  # and won back
    ],
)
def test_a_play_counts_as_one_kind_and_gains_what_the_glossary_says(row, expected):
    assert row == expected


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        # FF-118: 3 yards inside, lost there; FF-021: two units
        ("EV-2", {"counts_as": A_RUN, "gained": 3, "lost": [1, 0], "time": [2, 0]}),
        # FF-070: from the own 5 as far as the goal line; the defense recovers there: a sack and no completion
        ("EV-6", {"counts_as": A_SACK, "gained": -5, "is_caught": 0, "lost": [1, 0], "scored": [0, 6]}),
        # FF-006: fielded on the 10, FF-009: 20 yards to the 30, and lost there
        ("EV-8", {"returned": A_KICK, "return_yards": 20, "lost": [0, 1], "counts_as": 0}),
        # FF-120: a pass that is intercepted and won back is no completion; both have lost the ball
        ("EV-13", {"counts_as": A_PASS, "is_caught": 0, "gained": 0, "returned": A_PICK, "lost": [1, 1]}),
    ],
)
def test_a_ball_that_is_fumbled_away_leaves_the_play_what_it_was(case, expected):
    _, rows = counted(GAME, CASES[case])
    assert {name: getattr(rows[-1], name) for name in expected} == expected


@pytest.mark.parametrize(
    ("case", "injuries"),
    [
        ("WHO-1", [2, 0]),  # the quarterback for 1 play, and his substitute for the season
        ("WHO-2", [1, 0]),  # who was out before the case began is not counted
        ("WHO-5", [0, 1]),  # a cornerback of the receivers, on a kickoff
        ("WHO-6", [0, 1]),  # a safety, on a punt
        ("EV-2", [0, 0]),
    ],
)
def test_injuries_are_counted_for_the_side_of_the_player_who_is_put_out(case, injuries):
    """FF-134: the event says who is out; rows and totals count it once."""
    _, rows = counted(GAME, CASES[case])
    assert total_of(rows).injuries == injuries
    assert [sum(row.injuries[side] for row in rows) for side in range(2)] == injuries


def test_an_injury_that_a_house_rule_waves_off_is_not_counted():
    """FF-G39: only an injury whose roll was +2 or more counts; the others are shaken up."""
    waved_off = [case for case in CASES.values() if "FF-G39" in case.expect.get("events", ())]
    for case in waved_off:
        _, rows = counted(GAME, case)
        assert total_of(rows).injuries == [0, 0]
    assert waved_off


def test_what_a_void_play_leaves_at_the_end_of_a_match_stands_in_a_row_of_its_own():
    """FF-018, FF-G30: a half may end on the offense's own penalty."""
    row, total = PlayRow(penalties=[1, 0], time=[2, 0]), total_of([PlayRow(penalties=[1, 0], time=[2, 0])])
    assert (total.plays, total.penalties, total.time) == ([0, 0], [1, 0], [2, 0])
    assert GAME.statistics.is_over(row) is False


def same_in_all(house, seed):
    match = a_match(bytes([seed, 7]) * 16, **house)
    play(match, random.Random(seed))
    total, rows = counted_through(match)
    assert played_in(match) == rows
    assert {**as_dict(total_of(rows)), "quarters": total.quarters} == as_dict(total)


def as_dict(total):
    return {name: getattr(total, name) for name in total.__dataclass_fields__}


@pytest.mark.slow
def test_rows_and_totals_agree():
    same_in_all(HOUSE[1], 3)
