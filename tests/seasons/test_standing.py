"""Tables, ties and what is still possible, against tables added up by hand and against all outcomes."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from breakaway.core.statistics import with_fractions
from breakaway.seasons import outlook
from breakaway.seasons.outlook import OPEN, OUT, SURE, outlooks, outlooks_at
from breakaway.seasons.season import Season
from breakaway.seasons.standing import SHARES, shared_points, standing
from tests.seasons.every_outcome import EveryOutcome
from tests.seasons.leagues import EIGHT, THURSDAYS, enter, from_scores, order_of, season


def test_the_table_of_a_league_is_the_one_added_up_by_hand() -> None:
    table = standing(from_scores(THURSDAYS, EIGHT), 0)
    assert [
        (EIGHT[row.entrant], row.played, row.won, row.drawn, row.lost, row.scored, row.conceded, row.points)
        for row in table.rows
    ] == [
        ("Tom", 6, 5, 1, 0, 135, 84, 11),
        ("Ada", 6, 4, 0, 2, 112, 91, 8),
        ("Vera", 6, 4, 0, 2, 109, 60, 8),
        ("Gus", 6, 3, 0, 3, 99, 91, 6),
        ("Marek", 6, 3, 0, 3, 53, 72, 6),
        ("Ann", 6, 2, 0, 4, 104, 115, 4),
        ("Jonas", 6, 1, 1, 4, 98, 135, 3),
        ("Bluebelle", 6, 1, 0, 5, 53, 115, 2),
    ]
    assert table.row_of(0).form == list("DWWWWW")
    # Ada stands before Vera: 27-17 in round 3. Gus before Marek: 27-3 in round 4.
    assert [(EIGHT[each.upper], EIGHT[each.lower], each.by, each.match) for each in table.broken] == [
        ("Ada", "Vera", "head_to_head", "1.3.4"),
        ("Gus", "Marek", "head_to_head", "1.4.2"),
    ]


def test_what_is_still_possible_before_the_last_round_is_what_was_worked_out_by_hand() -> None:
    made = from_scores(THURSDAYS, EIGHT)
    assert outlooks(made, 0, 1)[0].now == SURE  # Tom has 11, the others can reach 10
    cup = {EIGHT[i]: each for i, each in outlooks(made, 0, 4).items()}
    assert cup["Tom"].now == SURE
    # With a draw Ada has 9, and only Tom and Vera can have as many. After a loss she has 8. If Vera has more, and Gus
    # and Marek have 8 as well, each of these three beat one of the others, and their differences decide.
    assert (cup["Ada"].now, cup["Ada"].win, cup["Ada"].draw, cup["Ada"].loss) == (OPEN, SURE, SURE, OPEN)
    # To miss the cup, Vera would have to stand behind Tom, Ada, Gus and Marek. With 8 as she has, Gus and Marek are
    # behind her, because she beat both, whether Ada is level, too (4, 4, 2 and 2 points among them), or not.
    assert cup["Vera"].now == SURE
    # Gus with a win has 8, Marek can have 8 as well, and Gus beat him; but Ada can be level with them. After a loss he
    # has 6: enough if Marek loses, too, not enough if Marek draws.
    assert (cup["Gus"].now, cup["Gus"].loss) == (OPEN, OPEN)
    # After a loss to Ann, Marek has 6 as she has and as Gus has at least, and he lost to both.
    assert (cup["Marek"].now, cup["Marek"].draw, cup["Marek"].loss) == (OPEN, OPEN, OUT)
    # With a win Ann has 6. Gus has 6 at least and beat her. So the last place is never hers.
    assert cup["Ann"].now == cup["Jonas"].now == cup["Bluebelle"].now == OUT


def test_three_who_are_level_are_parted_by_the_matches_among_them() -> None:
    # A, B and C have four points each. A beat B, B beat C and C beat A: their matches part nobody, but the difference
    # does: A +10 +1 -3 = +8, C +10 -7 +3 = +6, B -10 +7 +1 = -2.
    scores = """
        A 10-0 B | C 10-0 D
        B 7-0 C  | A 1-0 D
        C 3-0 A  | B 1-0 D
    """
    table = standing(from_scores(scores, list("ABCD")), 0)
    assert order_of(table.rows, list("ABCD")) == ["A", "C", "B", "D"]
    assert [each.by for each in table.broken] == ["difference", "difference"]
    assert [each.values for each in table.broken] == [(8, 6), (6, -2)]


def test_matches_among_those_who_are_level_count_only_when_all_have_met() -> None:
    # After one round A and C have won, and have not met: the difference parts them.
    table = standing(from_scores("A 3-0 B | C 10-0 D", list("ABCD")), 0)
    assert order_of(table.rows, list("ABCD")) == ["C", "A", "B", "D"]
    assert table.broken[0].by == "difference"


def test_lots_part_those_whom_nothing_else_parts_and_stay_the_same() -> None:
    made = from_scores("A 7-7 B | C 7-7 D", list("ABCD"), seed=3)
    order = order_of(standing(made, 0).rows, list("ABCD"))
    assert {each.by for each in standing(made, 0).broken} == {"lot"}
    assert order == order_of(standing(Season.read(made.text()), 0).rows, list("ABCD"))


def test_a_bye_of_a_swiss_stage_counts_when_its_round_is_over() -> None:
    made = season(3, [{"kind": "swiss", "rounds": 2}])
    resting = made.rounds[0].rests[0]
    assert standing(made, 0).row_of(resting).points == 0
    enter(made, "1.1.1", 7, 0)
    assert standing(made, 0).row_of(resting).points == 2


def test_somebody_who_left_and_whose_matches_count_for_nothing_is_last() -> None:
    made = season(4)
    made.leave(0, "no time")
    for match in made.open_matches():
        enter(made, match.id, 7, 0)
    assert standing(made, 0).rows[-1].entrant == 0


@pytest.mark.parametrize(
    ("scale", "rank", "sharing", "points"),
    [([10, 6, 4], 1, 3, "6⅔"), ([10, 6, 4, 3], 2, 2, "5"), ([10, 6, 4, 3], 4, 2, "1½"), ([10, 6], 5, 1, "0")],
)
def test_those_who_share_a_place_in_a_race_share_its_points(
    scale: list[int], rank: int, sharing: int, points: str
) -> None:
    assert with_fractions(shared_points(scale, rank, sharing), SHARES) == points


def test_races_count_their_own_points_or_a_scale_and_more_wins_break_a_tie() -> None:
    stages = [{"kind": "races", "rounds": 2, "scale": [10, 6, 4]}]
    made = season(["Ada", "Tom", "Vera"], stages, game="cycling")
    enter(made, "1.1.1", 50, 40, 30)
    enter(made, "1.2.1", 30, 40, 50)
    # Ada 10 + 4, Tom 6 + 6, Vera 4 + 10. Ada and Vera have a win each, and Vera was better in the last race.
    rows = standing(made, 0).rows
    assert [(row.entrant, row.points // SHARES, row.places) for row in rows] == [
        (2, 14, [3, 1]),
        (0, 14, [1, 3]),
        (1, 12, [2, 2]),
    ]
    assert [each.by for each in standing(made, 0).broken] == ["last"]


def places_after(made: Season, ends: tuple[int, ...], win: int) -> dict[int, tuple[int, int]]:
    """The best and worst place of each on points alone, if the open matches end so: with the rules of a table."""
    points = {row.entrant: row.points for row in standing(made, 0).rows}
    for match, end in zip(made.open_matches(), ends, strict=True):
        for side, each in enumerate(match.sides):
            points[each] += (win, 0)[side] if end == 0 else 1 if end == 1 else (0, win)[side]
    return {
        i: (1 + sum(points[j] > points[i] for j in points), sum(points[j] >= points[i] for j in points)) for i in points
    }


TIES = (None, ["difference"], ["scored", "head_to_head"], ["head_to_head", "scored"], ["wins"])


def nearly_over(seed: int, n: int, most_left: int, **said: Any) -> Season:
    """A league of `n` in which results were drawn, with at most so many matches left, in any rounds."""
    rng = random.Random(seed)
    made = season(n, seed=seed % 50, **said)
    matches = list(made.matches)
    rng.shuffle(matches)
    for match_id in matches[: max(0, len(matches) - rng.randint(0, most_left))]:
        enter(made, match_id, rng.choice((0, 7)), rng.choice((0, 7)))
    return made


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(3, 8), st.integers(1, 2), st.sampled_from(TIES), st.sampled_from((2, 3)))
def test_what_is_found_at_once_is_what_every_outcome_of_the_rest_says_one_by_one(
    seed: int, n: int, legs: int, ties: list[str] | None, win: int
) -> None:
    stages = [{"kind": "round_robin", "legs": legs}]
    made = nearly_over(seed, n, 5, stages=stages, ties=ties, points={"win": win, "draw": 1, "loss": 0})
    rest = EveryOutcome(made, 0)
    for places, found in zip(range(1, n), outlooks_at(made, 0, range(1, n)), strict=True):
        for i, each in found.items():
            assert (each.now, each.win, each.draw, each.loss) == rest.chances_of(i, places)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(3, 6), st.integers(1, 3), st.sampled_from((2, 3)))
def test_what_a_search_says_to_be_certain_is_true_in_every_outcome_of_the_rest(
    seed: int, n: int, places: int, win: int
) -> None:
    made = nearly_over(seed, n, 6, ties=["difference"], points={"win": win, "draw": 1, "loss": 0})
    limit = outlook.MOST_ENUMERATED
    try:
        outlook.MOST_ENUMERATED = -1
        found = outlooks(made, 0, places)
    finally:
        outlook.MOST_ENUMERATED = limit
    left = made.open_matches()
    all_of_them = {ends: places_after(made, ends, win) for ends in product(range(3), repeat=len(left))}

    def chance(i: int, after: list[dict[int, tuple[int, int]]]) -> str:
        """On points alone: ties count as open."""
        worst, best = max(each[i][1] for each in after), min(each[i][0] for each in after)
        return SURE if worst <= places or places >= n else OUT if best > places else OPEN

    for i, each in found.items():
        assert each.now == chance(i, list(all_of_them.values()))
        mine = next((at for at, match in enumerate(left) if i in match.sides), None)
        if each.now == OPEN and mine is not None:
            at_home = left[mine].sides[0] == i
            for said, end in ((each.win, 0 if at_home else 2), (each.draw, 1), (each.loss, 2 if at_home else 0)):
                assert said == chance(i, [after for ends, after in all_of_them.items() if ends[mine] == end])
