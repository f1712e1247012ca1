"""Schedules: properties of round robins and Swiss rounds, and brackets worked out by hand."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from breakaway.core.language import UserError
from breakaway.seasons.rounds import draw, is_over
from breakaway.seasons.schedule import bracket, round_robin, swiss_round
from breakaway.seasons.season import BadSeason, NotPossible, Season
from breakaway.seasons.standing import standing
from breakaway.seasons.terms import most_swiss_rounds
from tests.seasons.leagues import enter, season, terms


@given(st.integers(2, 24), st.sampled_from((1, 2)), st.integers(0, 99))
def test_in_a_round_robin_all_meet_once_a_leg_never_twice_in_a_round_and_home_is_balanced(
    n: int, legs: int, seed: int
) -> None:
    entrants = list(range(100, 100 + n))
    rounds = round_robin(entrants, legs, seed)
    assert len(rounds) == (n - 1 + n % 2) * legs
    assert Counter(frozenset(pair) for each in rounds for pair in each) == Counter(
        {frozenset(pair): legs for pair in combinations(entrants, 2)}
    )
    for each in rounds:
        playing = [entrant for pair in each for entrant in pair]
        assert len(set(playing)) == len(playing)
    homes = Counter(home for each in rounds for home, _away in each)
    aways = Counter(away for each in rounds for _home, away in each)
    for entrant in entrants:
        assert abs(homes[entrant] - aways[entrant]) <= (0 if legs == 2 else 1)
    if legs == 2:  # each pair meets once at either place
        assert Counter(pair for each in rounds for pair in each) == Counter(
            {pair: 1 for one, two in combinations(entrants, 2) for pair in ((one, two), (two, one))}
        )


def test_another_seed_draws_another_schedule_and_the_same_seed_the_same() -> None:
    assert round_robin(range(8), 1, 3) == round_robin(range(8), 1, 3)
    assert round_robin(range(8), 1, 3) != round_robin(range(8), 1, 4)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 15), st.integers(0, 9999))
def test_in_a_swiss_stage_nobody_meets_twice_and_nobody_rests_twice(n: int, seed: int) -> None:
    rounds, rng = most_swiss_rounds(n), random.Random(seed)
    made = season(n, [{"kind": "swiss", "rounds": rounds}], seed=seed)
    while not is_over(made):
        for match in made.open_matches():
            enter(made, match.id, rng.choice((0, 7, 14)), rng.choice((0, 7, 14)))
        draw(made)
    met = Counter(frozenset(each.sides) for each in made.matches.values())
    assert max(met.values(), default=1) == 1
    assert len(made.rounds) == rounds
    rests = [each for this in made.rounds for each in this.rests]
    assert len(set(rests)) == len(rests) == (rounds if n % 2 else 0)
    homes = Counter(each.sides[0] for each in made.matches.values())
    aways = Counter(each.sides[1] for each in made.matches.values())
    assert all(abs(homes[i] - aways[i]) <= 3 for i in range(n))


def test_a_swiss_round_pairs_those_with_as_many_points() -> None:
    # 0 and 1 have two wins, 2 to 5 one, 6 and 7 none. 0 has met 1, so both have to meet somebody with one win; by
    # hand: apart by 2 points twice, squares 4 + 4, and then 6 and 7 meet. No other pairs are closer.
    points = {0: 4, 1: 4, 2: 2, 3: 2, 4: 2, 5: 2, 6: 0, 7: 0}
    pairs, rests = swiss_round(range(8), points, [(0, 1), (2, 6), (3, 7)])
    assert rests is None
    apart = sorted(abs(points[one] - points[two]) for one, two in pairs)
    assert apart == [0, 0, 2, 2]
    assert {6, 7} in map(set, pairs)
    assert {0, 1} not in map(set, pairs)


def test_the_last_one_in_the_table_who_has_not_rested_rests() -> None:
    _pairs, rests = swiss_round([2, 0, 1, 4, 3], dict.fromkeys(range(5), 0), [], [3])
    assert rests == 4


def test_more_swiss_rounds_than_pairs_allow_are_refused() -> None:
    with pytest.raises(UserError, match="with 6 entrants, a Swiss stage has at most 3 rounds"):
        terms(6, [{"kind": "swiss", "rounds": 4}])


@pytest.mark.parametrize(
    ("n", "pairs"),
    [
        (2, [[0, 1]]),
        (3, [[0, None], [1, 2]]),
        (4, [[0, 3], [1, 2]]),
        (6, [[0, None], [3, 4], [1, None], [2, 5]]),
        (8, [[0, 7], [3, 4], [1, 6], [2, 5]]),
    ],
)
def test_in_a_bracket_the_best_rest_and_the_best_two_meet_in_the_final(n: int, pairs: list[list[int | None]]) -> None:
    assert bracket(list(range(n))) == pairs


def test_a_cup_of_six_goes_on_in_the_order_of_its_bracket() -> None:
    made = season(6, [{"kind": "round_robin"}, {"kind": "knockout", "take": 6}])
    for match in made.open_matches():  # the lower number wins always, so the table is 0, 1, 2, 3, 4, 5
        enter(made, match.id, *(10 - each for each in match.sides))
    draw(made)
    assert [each.sides for each in made.open_matches()] == [(3, 4), (2, 5)]
    assert made.rounds[-1].rests == (0, 1)
    enter(made, "2.1.1", 7, 10)  # 4 beats 3
    enter(made, "2.1.2", 10, 7)
    draw(made)
    assert [each.sides for each in made.open_matches()] == [(0, 4), (1, 2)]
    enter(made, "2.2.1", 7, 7)  # drawn: once more, at the other place, and at once
    draw(made)
    enter(made, "2.2.2", 14, 7)
    draw(made)
    assert [(each.id, each.sides) for each in made.open_matches()] == [("2.2.3", (4, 0))]
    enter(made, "2.2.3", 3, 0)
    draw(made)
    assert [(each.id, each.sides) for each in made.open_matches()] == [("2.3.1", (1, 4))]
    enter(made, "2.3.1", 0, 3)
    assert is_over(made)
    assert not draw(made)
    # By hand: 4 won the cup, 1 lost the final, 0 and 2 the semifinals, 3 and 5 the first round.
    places = {row.entrant: row.place for row in standing(made, 1).rows}
    assert places == {4: 1, 1: 2, 0: 3, 2: 3, 3: 5, 5: 5}


def test_in_a_cup_a_draw_can_send_the_better_seed_on() -> None:
    made = season(4, [{"kind": "round_robin"}, {"kind": "knockout", "take": 2, "drawn": "better_seed"}])
    for match in made.open_matches():
        enter(made, match.id, *(10 - each for each in match.sides))
    draw(made)
    enter(made, "2.1.1", 7, 7)
    assert is_over(made)


def test_a_round_has_its_day() -> None:
    made = season(4, [{"kind": "round_robin", "first": "2026-10-22", "days": 7}])
    assert [each.due.isoformat() for each in made.rounds if each.due] == ["2026-10-22", "2026-10-29", "2026-11-05"]


def test_a_stage_that_begins_before_the_one_before_is_over_is_refused() -> None:
    # Six rounds from 22 October, one a week: the last is due on 26 November.
    stages = [
        {"kind": "round_robin", "legs": 2, "first": "2026-10-22"},
        {"kind": "knockout", "take": 2, "first": "2026-11-26"},
    ]
    with pytest.raises(UserError, match="Cup begins on 2026-11-26, before League is over on 2026-11-26"):
        terms(4, stages)
    stages[1]["first"] = "2026-11-27"
    assert terms(4, stages).size(1) == 2


def test_somebody_who_leaves_before_half_of_his_matches_counts_for_nothing_and_later_forfeits() -> None:
    for played, counts in ((1, False), (2, True)):
        made = season(5, seed=4)
        his = [each for each in made.matches.values() if 4 in each.sides]
        for match in his[:played]:
            enter(made, match.id, *(7 if each == 4 else 0 for each in match.sides))
        made.leave(4, "has moved away")
        rows = {row.entrant: row for row in standing(made, 0).rows}
        assert (rows[4].played, rows[4].points) == ((4, 4) if counts else (0, 0))
        won_by_forfeit = [each.sides[1 - each.side_of(4)] for each in his[played:]]
        assert all(rows[each].points == (2 if counts else 0) for each in won_by_forfeit)
        assert all(4 not in each.sides for each in made.open_matches())


def test_somebody_who_takes_over_keeps_the_results_and_is_found_by_both_names() -> None:
    made = season(["Ada", "Tom"])
    enter(made, "1.1.1", 7, 0)
    winner = made.matches["1.1.1"].sides[0]
    made.replace_entrant(winner, "Lena", reason="Ada has no time any more")
    assert standing(made, 0).row_of(winner).points == 2
    assert made.number_of("lena") == winner == made.number_of(("Ada", "Tom")[winner])
    with pytest.raises(NotPossible, match="nobody here is called 'Vera'; there are: "):
        made.number_of("Vera")


def test_what_was_entered_can_be_taken_back_and_the_file_keeps_it() -> None:
    made = season(4)
    enter(made, "1.1.1", 7, 0)
    made.undo("the wrong match")
    assert made.matches["1.1.1"].result is None
    enter(made, "1.1.2", 3, 0)
    again = Season.read(made.text())
    assert again == made
    assert [line["kind"] for line in again.lines[-3:]] == ["result", "undo", "result"]


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("", "its first line must hold the terms"),
        ("{}", "line 1: expected an object with a kind"),
        ("[", "line 1: not JSON"),
        ('{"kind": "season", "format": 99}', "a newer version"),
    ],
)
def test_what_is_no_season_is_refused(lines: str, says: str) -> None:
    with pytest.raises(BadSeason, match=says):
        Season.read(lines)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"kind": "result", "match": "9.9.9", "rank": [1, 2], "how": "by_hand"}', "line 5: there is no match 9.9.9"),
        ('{"kind": "result", "match": "1.1.1", "rank": [2, 2], "how": "by_hand"}', "the places do not fit each other"),
        ('{"kind": "result", "match": "1.1.1", "rank": [1, 2], "score": [1], "how": "by_hand"}', "has 2 sides"),
        ('{"kind": "round", "stage": 0, "number": 4, "matches": [[0, 1], [1, 2]]}', "would play twice in one round"),
        ('{"kind": "left", "entrant": 7, "reason": "x"}', "there is no such entrant"),
        ('{"kind": "dance"}', "'dance' is no kind of line"),
    ],
)
def test_a_line_that_does_not_fit_is_named(line: str, says: str) -> None:
    with pytest.raises(BadSeason, match=says):
        Season.read(season(4).text() + line + "\n")


def test_a_changed_result_needs_a_reason_and_cannot_change_what_was_drawn_from_it() -> None:
    made = season(4, [{"kind": "knockout"}])
    for match in made.open_matches():
        enter(made, match.id, 7, 0)
    with pytest.raises(NotPossible, match="to change it, say why"):
        made.enter("1.1.1", (0, 7))
    made.enter("1.1.1", (0, 7), reason="the scores were exchanged")
    draw(made)
    with pytest.raises(NotPossible, match="the next round was drawn from this result"):
        made.enter("1.1.1", (7, 0), reason="once more")


def test_nobody_is_at_home_twice_more_than_away_in_a_row_of_rounds() -> None:
    rounds = round_robin(range(8))
    for entrant in range(8):
        at_home = [any(pair[0] == entrant for pair in each) for each in rounds]
        assert sum(one == two for one, two in pairwise(at_home)) <= 6
