"""The file of the solved game: what it says of situations, against the engine and against arithmetic by hand."""

from __future__ import annotations

import random

import pytest

from breakaway.core.data_files import BadData
from breakaway.games.fate.coaches import solved
from breakaway.games.fate.coaches.solved import GameMoment, Solved, moment, shipped
from breakaway.games.fate.files import resolve
from breakaway.games.fate.lab.odds import At, odds_of
from breakaway.games.fate.lab.situation_odds import answer, read
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.state import Fate
from breakaway.lab.odds import solve

from ..depth import DEPTH
from . import solved_by_hand as hand

PLAIN = resolve()[0]
CLOSE = 0.003  # of a chance: the file is packed
GOOD_40 = 50 / 81  # FF-094: from 40 to 49 yards a field goal needs a 0 or better
RETURNED = 50 / 6561  # a kickoff is returned for a touchdown: fielded (50/81) and +4 (1/81)


def value(s: Fate) -> float:
    """What the file says of a state between plays, for side 0."""
    found = shipped()
    if s.phase == terms.OVER:
        return 1.0 if s.score[0] > s.score[1] else 0.5 if s.score[0] == s.score[1] else 0.0
    if s.phase == terms.TOSS:
        return 0.5
    m = moment(s)._replace(left=s.clock + (60 if s.quarter in (1, 3) else 0))
    if s.phase == terms.DECLARE:
        mine = found.before_down(solved.row_of(s.down, s.ball, s.marker - s.ball), m)
    elif s.phase == terms.TRY:
        mine = found.before_try(m)
    else:
        mine = found.before_kick(s.phase == terms.PUNT, m)
    return mine if s.offense == 0 else 1 - mine


def some_state(rng: random.Random) -> Fate:
    quarter = rng.choice([1, 2, 2, 3, 4, 4, 5])
    clock = rng.choice([1, 2, 3, 9, 10, 13, 14, rng.randint(1, 60)])
    down, ball = rng.randint(1, 4), rng.randint(1, 99)
    go = min(100 - ball, 10 if down == 1 else rng.randint(1, 20))
    s = hand.state(
        quarter=quarter,
        clock=clock,
        down=down,
        ball=ball,
        marker=ball + go,
        offense=rng.randrange(2),
        opening_kicker=rng.randrange(2),
        score=[14, 14 + (0 if quarter == 5 else rng.randrange(-9, 10))],
        time_outs=[rng.randint(0, 2) for _ in range(2)],
    )
    if not shipped().counts_time_outs(moment(s)):
        s.time_outs = [0, 0]  # the file has no price for one so early
    if quarter == 5:
        s.had_ball = rng.choice([[0, 0], [1, 1], [0, 1], [1, 0]])
    return s


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12 * DEPTH))
def test_what_a_call_and_a_kick_lead_to_is_what_the_engine_makes_of_it(seed: int) -> None:
    """Clock, time outs, quarters, half time, scores, tries, overtime: the values stand for themselves, and what
    follows from them must be the same by the coach's arithmetic and by the rules.
    """
    s = some_state(random.Random(seed))
    m, found = moment(s), shipped()
    play, _plays, _stops = found.calls(m, s.down, s.ball, s.marker - s.ball)
    best = max(play, *found.kicks(m, s.ball).values())
    wanted = hand.before(s, value)
    assert best == pytest.approx(wanted if s.offense == 0 else 1 - wanted, abs=1e-6), s


def asked(text: str) -> float:
    """The chance of winning that the command shows."""
    found = answer(text, PLAIN, True, as_json=True)
    assert isinstance(found, dict)
    return float(found["wins"])


def made(ball: int, down: int, to_go: int) -> float:
    """The chance of reaching the line to gain on one play, from the exact odds of all calls."""
    odds = odds_of(PLAIN, At(ball, down, to_go))
    return solve([[float(each.made) for each in row.values()] for row in odds.values()]).value


@pytest.mark.parametrize(
    ("situation", "chance", "why"),
    [
        ("4th and 7 at opp 30, 0:15 left, tied", GOOD_40 + (1 - GOOD_40) / 2, "a kick from 47 yards, or overtime"),
        ("4th and 7 at opp 30, 0:15 left, down 3", GOOD_40 / 2, "a kick from 47 yards, and overtime"),
        ("4th and 7 at opp 30, 0:15 left, down 1", GOOD_40, "a kick from 47 yards"),
        ("4th and 3 at opp 10, 0:15 left, down 2", 76 / 81, "a kick from 27 yards needs a -2"),
        ("1st and 10 at own 1, 0:15 left, down 50", 0.0, "nothing helps"),
        ("1st and 10 at own 25, 0:15 left, up 30", 1.0, "nothing hurts"),
        ("a kickoff, 0:15 left, up 3", 1 - RETURNED, "only a touchdown return loses"),
        ("a kickoff, 0:15 left, down 7", 0.0, "six points are not enough"),
        ("a kickoff, 0:15 left, tied", 0.5 * (1 - RETURNED), "overtime, unless it is returned all the way"),
        ("1st and 10 at own 30, 0:15 left, up 1", 1.0, "a run that gains nothing ends it"),
    ],
)
def test_chances_of_ten_situations_are_those_worked_out_by_hand(situation: str, chance: float, why: str) -> None:
    assert asked(situation) == pytest.approx(chance, abs=CLOSE), why


@pytest.mark.slow
@pytest.mark.parametrize(("ball", "to_go"), [(99, 1), (97, 3), (93, 7), (85, 10)])
def test_a_last_play_that_needs_a_touchdown_is_worth_its_exact_odds(ball: int, to_go: int) -> None:
    """Down 4 with one play left, only a touchdown wins, and any touchdown does."""
    chance = made(ball, 4, 100 - ball)
    assert asked(f"4th and {to_go} at opp {100 - ball}, 0:15 left, down 4") == pytest.approx(chance, abs=CLOSE)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("5th and 7 at own 40", "the down '5th and 7 at own 40' is not understood"),
        ("2nd and 70 at own 40", "expected 1 to 60 yards to go at own 40, not 70"),
        ("1st and 7 at own 40", "first down at own 40 has 10 to go, not 7"),
        ("2nd and 7 at own 40, 3:20 left", "in steps of 15 seconds"),
        ("2nd and 7 at own 40, noon", "'noon' is not understood"),
        ("2nd and 7 at own 40, time outs 4-0", "at most 3 time outs"),
        ("2nd and 7 at own 40, in overtime, up 7", "in overtime, the sides are level"),
    ],
)
def test_a_situation_that_cannot_be_says_what_is_wrong(text: str, why: str) -> None:
    with pytest.raises(BadData, match=why):
        read(text, PLAIN)


def test_both_sides_of_a_situation_have_one_chance_between_them() -> None:
    found = shipped()
    for m in (GameMoment(2, 30, 2, 1, 0, -3), GameMoment(1, 7, 0, 3, 1, 4), GameMoment(5, 20, 1, 1, solved.SUDDEN, 0)):
        place = solved.NextPlace(solved.DOWN, False, 29)
        stage = m.stage if m.period == 5 else 1 - m.stage if m.period == 1 else 0
        assert found.reached(place, m) == pytest.approx(1 - found.before_down(29, m.turned(stage)))


def test_what_the_reader_keeps_is_bounded() -> None:
    found = shipped()
    for left in range(1, 121):
        for lead in range(-20, 21):
            found.before_down(24, GameMoment(2, left, 3, 3, 0, lead))
    assert len(found._kept) <= solved.MOST_KEPT


def test_the_file_is_at_most_five_megabytes() -> None:
    assert solved.FILE.stat().st_size <= 5_000_000


def test_packed_numbers_come_back() -> None:
    numbers = [0, 5, -7, 32000, -32000, 1]
    assert list(solved.unpack(solved.pack(numbers))) == numbers


def test_a_file_of_two_parts_comes_back() -> None:
    found = shipped()
    again = solved.read(solved.FILE.read_bytes())
    assert isinstance(again, Solved)
    assert again.outcomes == found.outcomes
    assert list(again.parts) == list(found.parts)
