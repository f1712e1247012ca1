"""The solver of FATE football against the engine, against brute force, and against other solvers of matrix games."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba")

import numpy as np

from breakaway.core.language import UserError
from breakaway.core.state import copy
from breakaway.games.fate.coaches.matrix_game import bounds, solved
from breakaway.games.fate.lab import overtime as ot
from breakaway.games.fate.lab import solution
from breakaway.games.fate.lab.best_response import Response
from breakaway.games.fate.lab.situations import Situations, situations
from breakaway.games.fate.lab.solver import HalfSolver, Tables, half_time
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.state import Fate
from breakaway.lab.odds import solve

from . import solved_by_hand as hand

MOST = 12  # leads of the small halves that are solved here


def matrix(rng: random.Random, rows: int) -> list[list[float]]:
    kind = rng.randrange(3)
    if kind == 0:
        return [[rng.random() for _ in range(5)] for _ in range(rows)]
    if kind == 1:  # many ties
        return [[rng.randrange(4) / 4 for _ in range(5)] for _ in range(rows)]
    base = rng.random()  # as close together as calls on first down are
    return [[base + 1e-3 * rng.random() for _ in range(5)] for _ in range(rows)]


def test_the_simplex_finds_what_linear_programming_finds() -> None:
    rng = random.Random(7)
    for _ in range(60):
        game = matrix(rng, rng.choice([8, 10]))
        value, p, q, gap = solved([x for row in game for x in row], len(game))
        assert value == pytest.approx(solve(game).value, abs=1e-8)
        assert gap <= 1e-9
        least, most = bounds([x for row in game for x in row], len(game), p, q)
        assert least - 1e-12 <= value <= most + 1e-12
        assert sum(p) == pytest.approx(1)
        assert sum(q) == pytest.approx(1)
        assert min(*p, *q) >= 0


@pytest.mark.slow
def test_openspiel_finds_nothing_to_gain_against_the_mixes_of_the_simplex() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms.exploitability import nash_conv
    from open_spiel.python.policy import TabularPolicy

    rng = random.Random(8)
    for _ in range(20):
        game = matrix(rng, 10)
        theirs = pyspiel.convert_to_turn_based(pyspiel.create_matrix_game(game, [[-x for x in row] for row in game]))
        _value, p, q, _gap = solved([x for row in game for x in row], 10)
        policy = TabularPolicy(theirs)
        for player, mix in enumerate((p, q)):
            state = theirs.new_initial_state()
            if player == 1:
                state.apply_action(0)
            shares = policy.policy_for_key(state.information_state_string(player))
            shares[:] = 0
            shares[: len(mix)] = mix
        assert nash_conv(theirs, policy) < 1e-8


@cache
def found() -> Situations:
    return situations()


@cache
def tables() -> Tables:
    return Tables(found())


@cache
def second(time_outs: int, length: int) -> tuple[HalfSolver, list[Any]]:
    """A half and its slices, of the last `length` units of the match."""
    half = HalfSolver(tables(), time_outs, length=length, most=MOST, workers=2)
    return half, [V.copy() for _t, V in half.slices()]


@cache
def extra(length: int) -> tuple[ot.Overtime, list[Any]]:
    period = ot.Overtime(tables(), length, workers=2)
    return period, [V.copy() for _t, V in period.slices()]


def place(s: Fate) -> int:
    t = tables()
    if s.phase == terms.DECLARE:
        return int(t.number[found().number[s.down, s.ball, s.marker - s.ball]])
    return {terms.TRY: t.a_try, terms.KICK_SPOT: t.kickoff, terms.PUNT: t.free_kick}[s.phase]


def look_up(s: Fate, half: HalfSolver, slices: list[Any]) -> float:
    """The value of a state of the second half for side 0."""
    if s.phase == terms.OVER:
        return 1.0 if s.score[0] > s.score[1] else 0.0
    if s.phase == terms.TOSS:
        return 0.5
    left = s.clock + (60 if s.quarter == 3 else 0)
    lead = max(-MOST, min(MOST, s.score[s.offense] - s.score[1 - s.offense]))
    tools = half.number(s.time_outs[s.offense], s.time_outs[1 - s.offense])
    mine = float(slices[left][place(s), tools, lead + MOST])
    return mine if s.offense == 0 else 1 - mine


def look_up_overtime(s: Fate, slices: list[Any]) -> float:
    if s.phase == terms.OVER:
        return 1.0 if s.score[0] > s.score[1] else 0.5 if s.score[0] == s.score[1] else 0.0
    o = s.offense
    lead = s.score[o] - s.score[1 - o]
    if s.had_ball[1 - o]:
        stage = ot.CHASE if lead < 0 else ot.SUDDEN
    elif s.had_ball[o]:
        stage = ot.AHEAD if lead > 0 else ot.AGAIN
    else:
        stage = ot.FIRST
    mine = float(slices[s.clock][place(s), ot.tools(stage, s.time_outs[o], s.time_outs[1 - o]), 0])
    return mine if o == 0 else 1 - mine


def some_state(rng: random.Random, most_time_outs: int, clocks: list[tuple[int, int]]) -> Fate:
    quarter, clock = rng.choice(clocks)
    down, ball, go = rng.choice(list(found().number))
    s = hand.state(
        quarter=quarter, clock=clock, down=down, ball=ball, marker=ball + go, offense=rng.randrange(2),
        score=[10, 10 + rng.randrange(-9, 10)], time_outs=[rng.randint(0, most_time_outs) for _ in range(2)],
    )  # fmt: skip
    kind = rng.randrange(8)
    if kind == 0:
        s.phase, s.ball, s.marker, s.down = terms.TRY, 98, 100, 1
    elif kind == 1:
        s.phase, s.declared, s.ball, s.marker, s.down = terms.KICK_SPOT, terms.KICKOFF, 35, 100, 1
    elif kind == 2:
        s.phase, s.declared, s.ball, s.marker, s.down = terms.PUNT, terms.FREE_KICK, 20, 100, 1
    return s


@pytest.mark.slow
def test_every_state_late_in_a_match_is_worth_what_the_engine_makes_of_it() -> None:
    """Time outs of both sides, the two-minute stop at 9 units, the end of the match, kicks, tries, scores."""
    half, slices = second(2, 14)
    rng = random.Random(3)
    for clock in [1, 2, 3, 8, 9, 10, 11, 14] * 3:
        s = some_state(rng, 2, [(4, clock)])
        got, wanted = look_up(s, half, slices), hand.before(s, lambda s: look_up(s, half, slices))
        assert got == pytest.approx(wanted, abs=1e-7), s


@pytest.mark.slow
def test_a_quarter_wastes_the_second_unit_of_its_last_play() -> None:
    half, slices = second(0, 63)
    rng = random.Random(4)
    for clock in (1, 2, 3) * 3:
        s = some_state(rng, 0, [(3, clock)])
        got, wanted = look_up(s, half, slices), hand.before(s, lambda s: look_up(s, half, slices))
        assert got == pytest.approx(wanted, abs=1e-7), s


@pytest.mark.slow
def test_every_state_of_an_overtime_is_worth_what_the_engine_makes_of_it() -> None:
    _period, slices = extra(12)
    rng = random.Random(5)
    for n in range(24):
        s = some_state(rng, 2, [(5, rng.choice([1, 2, 3, 9, 12]))])
        while s.phase in (terms.TRY, terms.PUNT):  # a score that leads there ends the period
            s = some_state(rng, 2, [(5, rng.choice([1, 2, 3, 9, 12]))])
        o = s.offense
        stage = n % 4 if s.phase == terms.DECLARE else (ot.FIRST, ot.SUDDEN, ot.AHEAD)[n % 3]
        s.had_ball[o] = int(stage in (ot.AGAIN, ot.AHEAD) or (stage == ot.SUDDEN and n % 2))
        s.had_ball[1 - o] = int(stage in (ot.SUDDEN, ot.CHASE))
        s.score = [10, 10]
        s.score[o] += {ot.CHASE: -3, ot.AHEAD: 3}.get(stage, 0)
        got = look_up_overtime(s, slices)
        assert got == pytest.approx(hand.before(s, lambda s: look_up_overtime(s, slices)), abs=1e-7), s


@pytest.mark.slow
def test_the_first_half_leads_to_the_kickoff_of_the_second() -> None:
    """The side that receives the opening kickoff kicks off after half time, with three time outs for both again."""
    half, slices = second(1, 6)  # stands for a whole second half
    first = HalfSolver(tables(), 1, first=True, length=4, most=MOST, workers=2)
    first.end = half_time(slices[6], half, first)
    halves = [V.copy() for _t, V in first.slices()]

    def value(s: Fate) -> float:
        receives = s.offense == s.opening_kicker
        lead = s.score[s.offense] - s.score[1 - s.offense]
        lead = max(-MOST, min(MOST, lead))
        if s.quarter == 3:
            mine = float(slices[6][tables().kickoff, half.number(1, 1), lead + MOST])
        else:
            tools = first.number(s.time_outs[s.offense], s.time_outs[1 - s.offense], receives)
            mine = float(halves[s.clock][place(s), tools, lead + MOST])
        return mine if s.offense == 0 else 1 - mine

    rng = random.Random(6)
    for clock in (1, 2, 3, 4) * 3:
        s = some_state(rng, 1, [(2, clock)])
        s.opening_kicker = rng.randrange(2)
        assert value(s) == pytest.approx(hand.before(s, value), abs=1e-7), s


@pytest.mark.slow
def test_the_last_plays_of_a_match_are_worth_what_brute_force_finds() -> None:
    """From one unit left, nothing is read from the solver: every line of play is followed to the end of the match."""
    half, slices = second(2, 14)

    def value(s: Fate) -> float:
        if s.phase in (terms.OVER, terms.TOSS):
            return look_up(s, half, slices)
        key = (s.phase, s.offense, s.ball, s.down, s.marker, s.clock, *s.score, *s.time_outs)
        if key not in kept:
            kept[key] = hand.before(s, value)
        return kept[key]

    kept: dict[tuple[int, ...], float] = {}
    for ball, down, go, lead in ((60, 2, 7, -3), (97, 4, 3, -4), (30, 1, 10, -2)):
        s = hand.state(clock=1, ball=ball, down=down, marker=ball + go, score=[20 + lead, 20], time_outs=[1, 0])
        assert look_up(copy(s), half, slices) == pytest.approx(value(s), abs=1e-7)
    s = hand.state(clock=2, ball=75, down=4, marker=79, score=[18, 20], time_outs=[1, 1])
    assert look_up(copy(s), half, slices) == pytest.approx(value(s), abs=1e-7)


@pytest.mark.slow
def test_work_that_was_stopped_goes_on_where_it_stood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solution, "EVERY", 0.0)
    seen: list[int] = []

    def stop(name: str, done: int, total: int) -> None:
        seen.append(done)
        if done == 6 and seen.count(6) == 1:
            raise KeyboardInterrupt

    work = solution.Work(time_outs=1, cap=10, most=MOST)
    begun = solution.Solution(tmp_path, work, 2, stop)
    half = HalfSolver(begun.tables, 1, most=MOST, workers=2)
    with pytest.raises(KeyboardInterrupt):
        begun.slices("late", "second", half, None, 9, 0)
    again = solution.Solution(tmp_path, work, 2, stop)
    _before, last = again.slices("late", "second", HalfSolver(again.tables, 1, most=MOST, workers=2), None, 9, 0)
    assert seen == [0, 1, 2, 3, 4, 5, 6, 6, 7, 8, 9]
    straight = [V.copy() for _t, V in HalfSolver(begun.tables, 1, most=MOST, workers=2, length=9).slices()]
    assert np.abs(last - straight[9]).max() < 1e-9
    with pytest.raises(UserError, match="other options"):
        solution.Solution(tmp_path, solution.Work(time_outs=0), 2, stop)


def answered(half: HalfSolver, slices: list[Any], length: int) -> tuple[list[Any], list[Any]]:
    """The coach's chances against its best response, if it believes in these slices: with the ball, and without."""
    response = Response(half, lambda t: slices[t], half.end, 1 - half.end)
    replies = [response.zero()]
    for t in range(1, length + 1):
        replies.append(response.step(t, replies[max(0, t - 2)], replies[-1]))
    return [each.own for each in replies], [each.his for each in replies]


@pytest.mark.slow
def test_nobody_gains_against_the_exact_solution_and_everybody_against_a_worse_one() -> None:
    """With the last two-minute stop and one time out each. A coach that believes in the rounded values loses."""
    half, slices = second(1, 10)
    downs = tables().downs
    own, his = answered(half, slices, 10)
    for t, V in enumerate(slices):
        assert np.abs(own[t][:downs] - V[:downs]).max() < 1e-7
        assert np.abs(his[t][:downs] - (1 - V[:downs])).max() < 1e-7
    coarse = [np.rint(V * 20) / 20 for V in slices]
    own, his = answered(half, coarse, 10)
    lost = slices[10][:downs] - own[10][:downs]
    assert lost.min() > -1e-7
    assert (1 - slices[10][:downs] - his[10][:downs]).min() > -1e-7
    assert lost.max() > 0.01
