"""What positions are worth in an equilibrium: more for more, and what is theirs counts against us."""

from __future__ import annotations

from itertools import pairwise

from breakaway.core.state import copy
from breakaway.games.football.files.config import resolve
from breakaway.games.football.lab.odds import Situation, position
from breakaway.games.football.lab.odds_command import field_worth, worth
from breakaway.games.football.rules.terms import BETWEEN, FREE_KICK, KICK, OVER

BEFORE = position(resolve()[0], Situation(line=8, down=2, marker=10))


def after(**fields):
    s = copy(BEFORE)
    s.phase = BETWEEN
    for name, value in fields.items():
        setattr(s, name, value)
    return worth(BEFORE, s)


NOISE = 0.05  # points; the table is measured
FRESH = [(line, marker) for marker, first in ((10, 4), (16, 10), (20, 16)) for line in range(first, marker)]


def test_field_worth_rises_with_the_line_and_falls_with_the_down():
    for line, marker in FRESH:
        worths = [field_worth(line, down, marker - line) for down in (1, 2, 3, 4)]
        assert worths[0] - worths[3] > 0.5
        assert all(a - b > -NOISE for a, b in pairwise(worths))
    for (line, marker), (next_line, next_marker) in pairwise(FRESH):
        if marker == next_marker:
            assert field_worth(line, 1, marker - line) < field_worth(next_line, 1, marker - next_line)


def test_fewer_lines_to_go_on_late_downs_are_worth_more():
    assert field_worth(9, 3, 1) > field_worth(5, 3, 5)
    assert field_worth(15, 3, 1) > field_worth(12, 3, 4)


def test_the_better_outcome_is_worth_more():
    lost = after(offense=1, line=10, down=1, marker=16)
    stopped = after(line=8, down=3)
    gained = after(line=10, down=1, marker=16)
    kicked = after(score=[3, 0], then=KICK)
    scored = after(score=[6, 0], try_down=1)
    safety = after(score=[0, 2], then=FREE_KICK)
    theirs = after(score=[0, 6], offense=1, try_down=1)
    assert theirs < safety < lost < stopped < gained < kicked < scored


def test_at_the_end_only_points_count():
    assert after(phase=OVER, score=[6, 0]) == 6
    assert after(phase=OVER) == 0


def test_their_ball_is_worth_to_us_what_it_takes_from_them():
    assert after(offense=1, line=8, down=2, marker=10) == -after(line=8, down=2, marker=10)
