"""`breakaway.evaluate`: the matrix of plays and calls, the mixtures and the sheets' odds, from what a seat may see."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import breakaway
from breakaway.core.observation import Observation
from breakaway.games.football.coaches import evaluation
from breakaway.games.football.files import config as football_files
from breakaway.games.football.lab.many_snaps import of_states
from breakaway.games.football.lab.odds import Situation, position
from breakaway.games.football.rules import terms
from breakaway.games.manifest import find
from breakaway.lab.compiling import take, to_record
from breakaway.research.vector import ManyMatches


def at_a_call(**against: Any) -> breakaway.State:
    """The first call of a football match."""
    return breakaway.load("football", **against).new(seed=7)


def test_both_sides_of_a_snap_agree_on_its_worth() -> None:
    """The chances of both sides add up to 1; the defense sees fewer plays, so it may expect a little more or less."""
    state = at_a_call()
    offense = breakaway.evaluate(state.observe(state.to_move[0]))
    assert len(offense.worth) == len(offense.plays) == len(offense.play_mix) == terms.PLAYS
    assert all(len(row) == len(offense.calls) == len(offense.call_mix) for row in offense.worth)
    assert sum(offense.play_mix) == pytest.approx(1)
    assert sum(offense.call_mix) == pytest.approx(1)
    assert not offense.sheet
    likeliest = offense.plays[offense.play_mix.index(max(offense.play_mix))]
    after = state.apply(likeliest)
    defense = breakaway.evaluate(after.observe(after.to_move[0]))
    assert defense.chance == pytest.approx(1 - offense.chance, abs=0.002)
    assert set(defense.plays) < set(offense.plays)
    assert defense.calls == offense.calls
    at = offense.plays.index(defense.plays[0])
    assert defense.worth[0] == pytest.approx([1 - each for each in offense.worth[at]])


def test_a_mixture_is_worth_its_chance_against_the_other_mixture() -> None:
    """Without audibles, the chance is the mean of the matrix, weighted by both mixtures."""
    state = at_a_call(house={"audibles": False})
    found = breakaway.evaluate(state.observe(state.to_move[0]))
    mean = sum(p * q * found.worth[i][j] for i, p in enumerate(found.play_mix) for j, q in enumerate(found.call_mix))
    assert mean == pytest.approx(found.chance, abs=0.002)


@pytest.mark.parametrize("phase", [terms.CALL, terms.DEFENSE])
def test_a_play_that_the_rules_forbid_here_is_not_listed(phase: int) -> None:
    """BF-080 on the opponent's 5, where neither Long nor Medium may be called. They were listed, worth 0."""
    config = football_files.resolve("lightning", "fire", (), {"illegal_call_forbidden": True})[0]
    s = position(config, Situation(line=terms.GOAL - 1, down=1, marker=terms.GOAL))
    s.phase, s.formation = phase, [1, 0]
    seen = Observation(find("football"), s, config, phase == terms.DEFENSE, football_files.names("lightning", "fire"))
    found = evaluation.evaluate(seen)
    kinds = {int(config.play_type[0][written(each)]) for each in found.plays}
    assert kinds
    assert not kinds & {config.long_type, config.medium_type}
    assert len(found.worth) == len(found.play_mix) == len(found.plays)
    assert min(map(min, found.worth)) > 0
    assert sum(found.play_mix) == pytest.approx(1)
    (worth,) = of_states(to_record(s), to_record(config), [seen.seat]).worth
    for code in range(terms.PLAYS):
        if config.play_type[0][code] in (config.long_type, config.medium_type):
            assert np.isnan(worth[code]).all()


def written(play: str) -> int:
    """The code of a play as people type it: `pass 3b` is 5."""
    card = play.split()[-1]
    return 2 * (int(card[:-1]) - 1) + "ab".index(card[-1])


def test_what_the_defense_evaluates_does_not_depend_on_the_hidden_card() -> None:
    """BF-021: it sees the formation of the card, not which card it is."""
    state = at_a_call()
    by_formation: dict[tuple[str, ...], set[breakaway.Evaluation]] = {}
    for order in state.legal():
        after = state.apply(order)
        if order[0] < terms.PLAYS and order[1] == 0 and after.to_move:
            found = breakaway.evaluate(after.observe(after.to_move[0]))
            by_formation.setdefault(found.plays, set()).add(found)
    assert len(by_formation) == 3
    assert all(len(each) == 1 for each in by_formation.values())


def test_the_odds_against_a_sheet_are_given_for_each_choice() -> None:
    state = at_a_call(against="sheet")
    found = breakaway.evaluate(state.observe(state.to_move[0]))
    choices = found.plays if len(found.sheet) == len(found.plays) else found.calls
    assert len(found.sheet) == len(choices)
    low, high = min(min(row) for row in found.worth), max(max(row) for row in found.worth)
    assert all(low <= each <= high for each in found.sheet)


def snaps(matches: int, turns: int, **given: Any) -> list[breakaway.Observation]:
    """What the seats saw at their calls in some matches played at random, on both sides of the ball."""
    found, rng = list[breakaway.Observation](), random.Random(3)
    for seed in range(matches):
        state = breakaway.load("football", **given).new(seed=seed)
        for _ in range(turns):
            if state.is_over:
                break
            (seat,) = state.to_move
            seen = state.observe(seat)
            if seen.data["phase"] in (terms.CALL, terms.DEFENSE):
                found.append(seen)
            state = state.apply({seat: rng.choice(list(state.legal(seat)))})
    return found


def test_many_evaluations_are_worked_out_one_by_one_without_the_lab(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("breakaway.api.state.find_spec", lambda name: None)
    seen = snaps(1, 4)
    assert breakaway.evaluate_many(seen) == [breakaway.evaluate(each) for each in seen]


@pytest.mark.slow
def test_many_compiled_evaluations_equal_those_that_are_worked_out_one_by_one() -> None:
    """Also for different teams, house rules and opponents in one list, and to the last bit."""
    seen = snaps(2, 60) + snaps(1, 30, against="sheet")
    seen += snaps(1, 30, house={"audibles": False}) + snaps(1, 30, team="maulers", versus="stackers")
    assert len(seen) > 60
    assert breakaway.evaluate_many(seen) == [breakaway.evaluate(each) for each in seen]


@pytest.mark.slow
def test_the_vector_environment_evaluates_what_its_seats_see() -> None:
    many, rng = ManyMatches("football", 6), np.random.default_rng(4)
    many.reset(seed=2)
    compared = 0
    for _ in range(40):
        found = many.evaluate()
        for i in np.flatnonzero(found.asked):
            seat, vector = int(many.seats[i]), many._vector
            state = take(vector.game.state, vector.m.states, i)
            one = evaluation.evaluate(Observation(vector.game, state, vector.config, seat))
            assert found.chance[i] == one.chance
            assert found.worth[i][~np.isnan(found.worth[i])].tolist() == [each for row in one.worth for each in row]
            assert found.play_mix[i].sum() == pytest.approx(1)
            assert sorted(found.call_mix[i][found.call_mix[i] > 0]) == sorted(p for p in one.call_mix if p > 0)
            compared += 1
        assert np.isnan(found.chance[~found.asked]).all()
        many.step(many.sample(rng))
    assert compared > 100
    with pytest.raises(breakaway.UserError, match="has no evaluation; football has one"):
        ManyMatches("fate", 1).evaluate()


def test_nothing_is_evaluated_for_other_games_or_for_a_seat_that_does_not_call() -> None:
    race = breakaway.load("cycling").new(seed=1)
    with pytest.raises(breakaway.UserError, match="Breaking Away has no evaluation; football has one"):
        breakaway.evaluate(race.observe(race.to_move[0]))
    state = at_a_call()
    with pytest.raises(breakaway.UserError, match="there is nothing to evaluate now"):
        breakaway.evaluate(state.observe(1 - state.to_move[0]))
