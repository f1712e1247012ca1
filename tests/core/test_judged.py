"""Words, ratings and lessons of judged choices."""

from __future__ import annotations

from dataclasses import replace

import pytest

from breakaway.core.odds import ONE
from breakaway.display.document import Grid, Line
from breakaway.display.judged import (
    BLUNDER,
    CLOSE,
    GOOD,
    INACCURACY,
    MISTAKE,
    ChoiceOption,
    JudgedChoice,
    RatedLevel,
    of_two,
    played_like,
    side_verdict,
)
from breakaway.display.review import Review, Swing, costly, largest, points

LEVELS = [
    RatedLevel("Weak", 1200, 4_000, 4_000),
    RatedLevel("Fair", 1400, 2_000, 4_000),
    RatedLevel("Strong", 1700, 500, 4_000),
]


def lost(cost: int, error: int = 0, lesson: str = "", theme: str = "") -> JudgedChoice:
    """A choice that lost so much, in millionths."""
    chosen, best = ChoiceOption("this", 500_000 - cost), ChoiceOption("that", 500_000)
    return JudgedChoice(1, 0, "", chosen, [best, chosen], error=error, lesson=lesson, theme=theme)


@pytest.mark.parametrize(
    ("cost", "grade"),
    [
        (0, GOOD),
        (9999, GOOD),
        (10000, INACCURACY),
        (29999, INACCURACY),
        (30000, MISTAKE),
        (79999, MISTAKE),
        (80000, BLUNDER),
    ],
)
def test_the_word_follows_from_the_loss(cost: int, grade: int) -> None:
    """A point, three and eight points, as the page says."""
    assert lost(cost).grade == grade


def test_an_order_counts_for_the_rating_with_its_sign_even_if_nobody_can_call_it() -> None:
    """Who is as often 2 points better than the director as 2 points worse, is as good as the director."""
    edges = [20_000, -20_000, 20_000, -20_000] * 5
    found = [replace(lost(max(0, -edge), error=30_000), edge=edge) for edge in edges]
    assert [each.rated_loss for each in found] == [-edge for edge in edges]
    assert lost(20_000).rated_loss == 20_000
    assert lost(20_000, error=30_000).rated_loss == 0
    assert sum(each.rated_loss for each in found) == 0


@pytest.mark.parametrize("cost", [5_000, 20_000, 90_000])
def test_nothing_is_called_a_mistake_whose_loss_is_within_its_error(cost: int) -> None:
    assert lost(cost, error=cost).grade == CLOSE
    assert lost(cost, error=cost - 1).grade == lost(cost).grade
    assert lost(0, error=cost).grade == GOOD


def test_what_is_too_close_to_call_costs_nothing_in_the_sum() -> None:
    verdict = side_verdict([lost(20_000, error=30_000), lost(20_000), lost(0)])
    assert verdict.lost == 20_000
    assert verdict.counts == (1, 1, 1, 0, 0)


def test_a_rating_is_the_strength_whose_players_lose_as_much_and_lies_between_its_levels() -> None:
    """With so many choices the mean is all but certain: 3,000 is half way between Weak and Fair."""
    rating = played_like([3_000] * 100_000, LEVELS)
    assert rating
    assert (rating.elo, rating.error, rating.says) == (1300, 10, "between Weak and Fair")


def test_the_interval_holds_as_far_as_matches_of_a_level_differ_whatever_the_choices_of_this_one_say() -> None:
    """A hundred choices with a spread of 20,000: the mean of a match is 2,000 off, as much as two levels differ."""
    noisy = [replace(each, spread=20_000) for each in LEVELS]
    calm, wild = (played_like(losses, noisy) for losses in ([2_000] * 100, [0, 4_000] * 50))
    assert calm
    assert calm == wild
    assert 250 < calm.error < 350  # of the 700 points from 1100 to 1800, nearly all
    assert 1400 < calm.elo < 1500  # a little above Fair: most strengths of the line are above it
    more = played_like([2_000] * 10_000, noisy)
    assert more
    assert more.error < calm.error / 3


def test_levels_that_lose_alike_cannot_be_told_apart() -> None:
    alike = [RatedLevel("Low", 1000, 3_000, 8_000), RatedLevel("High", 1400, 3_000, 8_000)]
    rating = played_like([3_000] * 200, alike)
    assert rating
    assert rating.elo == 1200
    assert rating.error >= 280  # 95% of the 600 points from 900 to 1500


def test_few_choices_or_no_levels_give_no_rating() -> None:
    assert played_like([0] * 7, LEVELS) is None
    assert played_like([0] * 100, []) is None


def test_the_lesson_is_that_of_the_theme_that_lost_most() -> None:
    many = [lost(25_000, lesson="Pass.", theme="2nd and short")] * 2
    one = lost(40_000, lesson="Punt.", theme="4th and long")
    assert side_verdict([one, *many]).lesson == "2nd and short cost 5.0 percentage points. Pass."
    assert side_verdict(many).lesson == ""  # without a mistake, there is nothing to learn


def test_of_two_options_the_better_one_comes_first() -> None:
    chosen, best = ChoiceOption("this", 1), ChoiceOption("that", 2)
    assert [each.what for each in of_two(1, 0, "", chosen, best).options] == ["that", "this"]
    assert of_two(1, 0, "", chosen, chosen).cost == 0


def test_a_change_of_nothing_has_no_minus() -> None:
    assert [points(change) for change in (-400, 0, 400, -600)] == ["+0.0", "+0.0", "+0.0", "-0.1"]


def test_a_side_without_a_judged_choice_is_not_praised_for_it() -> None:
    swing = Swing(1, (500_000, 500_000), (0, ONE), (0, 0), (-500_000, 500_000))
    found = Review(("One", "Two"), ("", ""), "", "", [swing], [lost(0)], ("calls", "cards"), "")
    says = [(each.says, [part.text for part in each.parts if isinstance(part, Line)]) for each in costly(found)]
    assert says == [
        ("1 choice was judged.", ["No choice lost a percentage point or more."]),
        ("", ["No choice could be judged."]),
    ]


def test_of_several_teams_each_one_that_moved_far_is_named_and_at_least_the_one_that_moved_farthest() -> None:
    """Only the chances of the first team were told, and in the turn that changed most it had hardly moved."""
    begun, later = (333_000, 333_000, 334_000), (330_000, 80_000, 590_000)
    nothing, last = (0, 0, 0), (340_000, 60_000, 600_000)
    moments = [
        Swing(1, begun, later, (0, -200_000, 0), (-3_000, -53_000, 256_000), where="Turn 1"),
        Swing(2, later, last, nothing, (10_000, -20_000, 10_000), where="Turn 2"),
    ]
    (grid,) = largest(Review(("Red", "Blue", "Green"), ("",) * 3, "", "", moments, [], ("own", "rivals"), "")).parts
    assert isinstance(grid, Grid)
    assert [list(row) for row in grid.rows] == [
        ["Turn 1", "Green", "33.4%", "59.0%", "+0.0", "+25.6"],
        ["", "Blue", "33.3%", "8.0%", "-20.0", "-5.3"],
        ["Turn 2", "Blue", "8.0%", "6.0%", "+0.0", "-2.0"],
    ]
