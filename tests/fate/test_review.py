"""Every choice of a FATE match is judged by the solved game, and where it does not reach, the review says so."""

from __future__ import annotations

import random
from typing import Any

import pytest

from breakaway.core.game import seats_in
from breakaway.core.observation import Observation
from breakaway.core.odds import ONE
from breakaway.display.judged import BLUNDER, CLOSE, MISTAKE
from breakaway.display.review import document
from breakaway.games.fate.coaches.hunter import game_of
from breakaway.games.fate.files import read_roster, resolve
from breakaway.games.fate.game import GAME
from breakaway.games.fate.lab.advice import advise
from breakaway.games.fate.lab.judging import (
    ROUGH,
    SolvedOutlook,
    game_at,
    is_solved,
    outlook_of,
    weigh_answers,
    weigh_calls,
)
from breakaway.games.fate.lab.review import FateJudge, review
from breakaway.games.fate.rules import interface, terms
from breakaway.games.fate.rules.state import Fate
from breakaway.players import coaches
from breakaway.records.match import Match, Start
from breakaway.records.play_by_play import steps_of

BASIC = resolve()[0]


def played(seated: tuple[str, str], turns: int = 150, house: dict[str, Any] | None = None) -> Match[Any, Any]:
    """A match of two coaches, as far as so many turns."""
    config, options = resolve(house)
    names = {"teams": ["Home", "Away"]}
    match: Match[Any, Any] = Match.new(GAME, Start(config, options, names, ["human", "human"], secret=bytes(32)), None)
    rng = random.Random(3)
    while turns and not match.is_over():
        for seat in match.choosers():
            coach = coaches.find(GAME, seated[seat])
            view = match.observation(seat).view
            match.choose(seat, coaches.ask(GAME, coach, view, match.config, seat, rng.randrange(2**32)))
        match.resolve()
        turns -= 1
    return match


@pytest.fixture(scope="module")
def half() -> Match[Any, Any]:
    """Much of a match between the solved game and a coach that calls by chance."""
    return played(("oracle", "random"))


def at_try(lead: int) -> Fate:
    """A try for two, with this lead after the touchdown."""
    s = interface.start(BASIC)
    s.phase, s.quarter, s.clock, s.try_down = terms.CALL, 4, 8, 1
    s.ball, s.marker, s.score = terms.GOAL - 2, terms.GOAL, [max(0, lead), max(0, -lead)]
    return s


def test_whoever_plays_the_solved_game_loses_nothing(half: Match[Any, Any]) -> None:
    found = review(half)
    oracle, by_chance = found.verdict_on(0), found.verdict_on(1)
    assert oracle.counts[MISTAKE] == oracle.counts[BLUNDER] == 0
    assert oracle.lost < 0.01 * ONE
    assert by_chance.lost > 0.2 * ONE


def test_all_calls_of_a_mix_are_worth_the_same_to_a_tenth_of_a_point(half: Match[Any, Any]) -> None:
    mixes = [each for each in review(half).choices if each.mix]
    assert len(mixes) > 20
    for each in mixes:
        assert each.best.chance - min(option.chance for option in each.mix) <= 1_000


@pytest.mark.parametrize("attacks", [True, False])
def test_on_a_try_the_calls_are_judged_by_what_two_points_are_worth(attacks: bool) -> None:
    """FF-014: level after the try or two behind, with two minutes left."""
    game = game_at(at_try(-2), attacks)
    assert min(
        sum(p * row[j] for p, row in zip(game.best, game.wins, strict=True)) for j in range(len(game.rival))
    ) == (pytest.approx(game.value, abs=1e-6))
    assert len(game.own) == (8 if attacks else 5)  # Long is closed so near to the goal line


def test_the_worth_of_a_down_is_that_of_its_best_mix() -> None:
    s = interface.start(BASIC)
    s.phase, s.quarter, s.clock, s.ball, s.down, s.marker = terms.CALL, 3, 30, 40, 2, 47
    found = weigh_calls(s, SolvedOutlook(BASIC), True)
    assert found.options[0].chance == pytest.approx(ONE * game_of(s, True).value, abs=2)
    assert SolvedOutlook(BASIC).of(s) == pytest.approx(found.options[0].chance, abs=2)


@pytest.mark.slow
@pytest.mark.parametrize(("house", "many"), [(None, 12), ({"advanced": True}, 2)])
def test_advice_at_the_table_equals_the_verdict_of_the_review(house: dict[str, Any] | None, many: int) -> None:
    match = played(("book", "random"), 40, house)
    judge, compared = FateJudge(match), 0
    for step in steps_of(match):
        if compared == many:
            break
        judged = {each.side: each for each in judge.take(step, (ONE // 2, ONE // 2)).choices}
        for seat in seats_in(GAME.choosers(step.before, match.config)):
            if seat in judged and compared < many:
                said = advise(Observation(GAME, step.before, match.config, seat, match.record.header["names"]))
                assert {each.chance for each in said} == {each.chance for each in judged[seat].options}
                assert judged[seat].best.chance - said[0].chance <= 1_000
                compared += 1
    assert compared == many


def test_only_the_basic_game_is_solved_and_platoons_and_rosters_change_nothing() -> None:
    assert is_solved(BASIC)
    assert is_solved(resolve({"platoons": True})[0])
    rosters = [read_roster("gadgeteers"), read_roster("mudlarks")]
    assert is_solved(resolve({}, rosters)[0]), "only contests look at ratings, and the basic game has none"
    assert not is_solved(resolve({"advanced": True}, rosters)[0])
    for house in ({"advanced": True}, {"two_point": False}, {"overtime": "college"}):
        assert not is_solved(resolve(house)[0])


@pytest.mark.slow
def test_with_house_rules_a_small_loss_is_too_close_to_call_and_the_page_says_why() -> None:
    match = played(("random", "random"), 30, {"advanced": True})
    found = review(match)
    assert found.choices
    for each in found.choices:
        assert each.error == ROUGH
        assert (each.grade == CLOSE) == (0 < each.cost <= ROUGH)
    said = document(found)
    assert said.lead[0].text.startswith("Only the basic game without house rules is solved.")
    assert found.levels == ()


def test_a_time_out_is_judged_where_the_tables_know_its_worth_and_nowhere_else() -> None:
    """FF-013: in the last minutes of a half."""
    s = interface.start(BASIC)
    s.phase, s.quarter, s.clock, s.ball, s.down, s.marker = terms.TIME, 4, 2, 70, 1, 80
    s.units, s.then, s.score = 2, terms.DECLARE, [0, 2]
    found = {each.code: each.chance for each in weigh_answers(s, BASIC, 0, outlook_of(BASIC))}
    assert found[0] == 0  # the match is over, two points behind
    assert found[1] > 0.3 * ONE  # one unit is left for a field goal from the 30
    s.quarter, s.clock = 1, 40
    assert weigh_answers(s, BASIC, 0, outlook_of(BASIC)) == []
