"""What is told says what happened on the field, not what the cards added up to."""

from __future__ import annotations

import pytest

from breakaway.football import downs
from breakaway.football.cards import names, resolve
from breakaway.football.sentences import SENTENCES
from breakaway.football.setup import start

BOOK, NAMES = resolve()[0], names("lightning", "fire")


@pytest.mark.parametrize(
    ("line", "lines", "told"),
    [
        (5, 3, "Lightning gains 3 lines: the ball is at own 40"),
        (19, 3, "Lightning gains 1 line: the ball is at the goal line"),
        (18, 10, "Lightning gains 2 lines: the ball is at the goal line"),
        (9, 0, "no gain: Lightning stays at own 45"),
        (2, -2, "Lightning loses 2 lines: the ball is at its own goal line"),
        (1, -3, "Lightning loses 3 lines: the ball is in its own end zone"),
    ],
)
def test_a_gain_is_what_the_ball_has_moved_and_ends_at_the_goal_line(line: int, lines: int, told: str) -> None:
    """BF-028, BF-032."""
    s, log = start(BOOK), []
    s.line, s.down, s.marker = line, 1, 20
    downs.gain(s, BOOK, lines, log)
    assert SENTENCES["BF-028"](log[0].args, NAMES) == told
