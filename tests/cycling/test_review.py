"""The review of a race: own orders and rivals add up to the whole swing, and a finished race is certain."""

from __future__ import annotations

import random
import re
from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest

from breakaway.core.odds import ONE
from breakaway.display.judged import CLOSE, ChoiceOption, of_two
from breakaway.display.review import SEED, choice_text, document, percent
from breakaway.games.cycling.files import PROFILES, resolve
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.lab.review import (
    MOST_RUNS,
    advise,
    ahead,
    director_order,
    edge_of,
    is_clear,
    is_measured,
    judged,
    lesson_of,
    looks_for,
    review,
    runs_for,
)
from breakaway.games.cycling.lab.rollouts import compiled, interpreted, ride_many
from breakaway.games.cycling.rules import interface, terms
from breakaway.games.cycling.rules.interface import lowest_cards
from breakaway.players import coaches
from breakaway.records.match import Match
from breakaway.records.play_by_play import steps_of
from breakaway.terminal.replay import as_html
from tests.club.starts import race


def ridden(teams: tuple[str, ...]) -> Match[Any, Any]:
    """A short race, ridden to its end by these coaches. The director thinks as in reviews, with the same seed."""
    match: Match[Any, Any] = Match.new(GAME, race(("human",) * len(teams)), None)
    while not match.is_over():
        for seat in match.choosers():
            coach, view = coaches.find(GAME, teams[seat]), match.observation(seat).view
            seed = SEED if teams[seat] == "directeur" else len(match.log)
            match.choose(seat, coaches.ask(GAME, coach, view, match.config, seat, seed))
        match.resolve()
    return match


@pytest.mark.slow
@pytest.mark.parametrize("teams", [("directeur", "random"), ("highest", "directeur", "random")])
def test_own_orders_and_rivals_add_up_to_the_whole_swing_of_each_team(teams: tuple[str, ...]) -> None:
    match = ridden(teams)
    found = review(match)
    for each in found.moments:
        assert sum(each.before) == sum(each.after) == ONE
        for side in range(len(teams)):
            assert each.skill[side] + each.luck[side] == each.after[side] - each.before[side]
    for one, two in pairwise(found.moments):
        assert one.after == two.before
    assert max(found.moments[-1].after) >= ONE // len(teams)
    assert all(each.cost >= 0 for each in found.choices)
    assert all(each.cost > each.error > 0 for each in found.choices if each.grade > CLOSE), "costly within its error"
    assert {each.side for each in found.choices} >= {seat for seat, coach in enumerate(teams) if coach == "directeur"}
    for side in range(len(teams)):
        own = sum(each.skill[side] for each in found.moments)
        assert abs(own) <= ONE, "more than a whole race"
        if teams[side] == "directeur":
            assert own == 0, "his own orders are the measure"


def test_a_race_that_is_over_is_won_by_who_has_most_points_whatever_is_asked() -> None:
    match = ridden(("directeur", "random"))
    found = ahead(match.state, match.config, 3)
    assert sorted(found.chances) in ([0, ONE], [ONE // 2, ONE // 2])


def test_the_same_state_gives_the_same_chances_again() -> None:
    match = ridden(("directeur", "random"))
    begun = match.history[1][0]
    assert ahead(begun, match.config, 5) == ahead(begun, match.config, 5)


def test_the_rollouts_of_a_long_tour_are_few() -> None:
    config = race().config
    assert runs_for(config) == MOST_RUNS
    assert runs_for(config, 100) < MOST_RUNS


@pytest.mark.parametrize("teams", [2, 3, 6])
def test_equal_teams_have_equal_chances_at_the_start(teams: int) -> None:
    config = race(("human",) * teams).config
    found = ahead(GAME.start(config), config, teams)
    assert sum(found.chances) == ONE
    assert max(found.chances) - min(found.chances) <= 1_000  # as shown, to a tenth of a point
    assert sum(Decimal(percent(each)[:-1]) for each in found.chances) == 100


@pytest.mark.parametrize("profile", PROFILES)
def test_compiled_rollouts_are_those_of_plain_python(profile: str) -> None:
    config = resolve(profile, 3)[0]
    s = GAME.start(config)
    first = {1: [15, 5, 5, 5, 15, 5, 5, 10, 5, 5, 6, 5, 5]}
    for orders in ({}, first):
        assert compiled(s, config, 4, 5, orders) == interpreted(s, config, 4, 5, orders)


def test_the_chances_of_a_review_come_from_enough_quick_races_to_be_off_by_three_points() -> None:
    """Half a win or none: the standard error of a mean of n is at most 0.5 / sqrt(n), and 19 of 20 lie within two."""
    assert 1 / looks_for(race(("human",) * 6).config, 20)[-1] ** 0.5 < 0.03


def test_of_a_thousand_orders_that_are_as_good_as_others_hardly_one_looks_costly() -> None:
    rng = random.Random(3)
    equal = [[rng.choice((-ONE, 0, 0, 0, ONE)) for _ in range(240)] for _ in range(1000)]
    assert sum(is_clear(each, 6) for each in equal) <= 5


def test_a_costly_choice_says_how_far_its_cost_may_be_off() -> None:
    found = of_two(7, 1, "Turn 6", ChoiceOption("A3", 137_500), ChoiceOption("A4", 329_166), 62_417)
    assert choice_text(found) == "Turn 6: A3 (13.8%), blunder, -19.2 ± 6.2 percentage points. Better: A4 (32.9%)."


def test_the_lesson_of_a_line_up_is_a_line_up_and_not_a_card_that_was_held_back() -> None:
    s = interface.start(resolve("postal", 2)[0])
    assert lesson_of(s, "A 9 4", "A 9 8") == ("A weak line-up", "This line-up was better: A 9 8.")
    s.phase = terms.RACING
    assert lesson_of(s, "A9 B4", "A9 B8") == ("Cards held back too long", "Higher cards were better: A9 B8.")
    assert lesson_of(s, "A9 B8", "A9 B4") == ("High cards played too early", "Lower cards were better: A9 B4.")


def test_a_few_better_rollouts_are_too_close_to_call() -> None:
    assert not is_clear([0] * 24)
    assert not is_clear([ONE] * 3 + [0] * 21)
    assert not is_clear([ONE] * 6 + [-ONE] * 6 + [0] * 12)
    assert is_clear([ONE] * 10 + [0] * 14)


def test_without_numba_a_review_rides_fewer_quick_races_and_its_page_draws_a_line_for_each_team(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("breakaway.games.cycling.lab.review.is_fast", lambda: False)
    monkeypatch.setattr("breakaway.games.cycling.lab.review.ride_many", no_compiler)
    found = review(ridden(("directeur", "random")))
    assert found.moments
    page = as_html(document(found))
    lines = re.findall('class="track ([^"]+)"', page)
    assert sorted(lines) == ["rides-blue", "rides-red"]
    for team in lines:  # a line without a color cannot be seen
        assert re.search(rf"^\.{team} {{.*--team-line:", page, re.MULTILINE)
    assert "24 quick races" in found.lead


def no_compiler(*args: Any) -> Any:
    """Rollouts of which none may ask for compiled code."""
    assert args[-1] is False
    return ride_many(*args)


def test_by_the_director_s_forecast_his_own_order_neither_gains_nor_loses_and_a_careless_one_loses() -> None:
    """The forecast is what a rating is made of. The quick races cannot be: the champion's orders lose in them."""
    match: Match[Any, Any] = Match.new(GAME, race(("human",) * 3), None)
    line_ups = {seat: director_order(match, match.state, seat) for seat in range(3)}
    assert edge_of(match.state, match.config, 0, line_ups[0], line_ups) is None
    for seat, order in line_ups.items():
        match.choose(seat, order)
    match.resolve()
    lost = 0
    for _ in range(4):
        would = {seat: director_order(match, match.state, seat) for seat in range(3)}
        for seat in range(3):
            assert edge_of(match.state, match.config, seat, would[seat], would) == 0
            lowest = lowest_cards(match.state, match.config, seat)
            assert lowest
            edge = edge_of(match.state, match.config, seat, lowest, would)
            assert edge is not None
            lost += edge
            match.choose(seat, would[seat])
        match.resolve()
    assert lost < -ONE, "who always plays his lowest cards loses more than a point"


def test_only_a_race_in_which_the_levels_were_measured_has_a_rating() -> None:
    assert is_measured(resolve("postal", 6)[0])
    assert not is_measured(resolve("postal", 5)[0])
    assert not is_measured(resolve("boxed", 6)[0])
    few = review(ridden(("directeur", "random")))
    assert not few.levels
    assert "How strong the teams rode is not said" in few.foot


def test_advice_at_the_table_equals_the_verdict_of_the_review_on_the_same_position() -> None:
    """What is suggested first loses nothing in the review of a team that rides it."""
    match: Match[Any, Any] = Match.new(GAME, race(("human",) * 3), None)
    for _ in range(4):
        for seat in match.choosers():
            seen = match.observation(seat)
            match.choose(seat, seen.read(advise(seen)[0].order)[0])
        match.resolve()
    for step in steps_of(match):
        would = {seat: director_order(match, step.before, seat) for seat in range(3)}
        for seat in range(3):
            found = judged(match, step, seat, looks_for(match.config, 4), "", would)
            assert (found.choice.cost, found.gain, found.edge or 0) == (0, 0, 0)
