"""What is told says what happened on the field, not what the cards added up to."""

from __future__ import annotations

import pytest

from breakaway.core.chance import scripted
from breakaway.core.rules import sentence
from breakaway.games.football.display.box_score import paths
from breakaway.games.football.files.config import names, resolve
from breakaway.games.football.rules import scoring, solo, terms
from breakaway.games.football.rules.events import PLAY_BY_CODE
from breakaway.games.football.rules.order_of_play import start

BOOK, NAMES = resolve()[0], names("lightning", "fire")


@pytest.mark.parametrize(
    ("line", "lines", "told"),
    [
        (5, 3, "Lightning gains 3 lines: the ball is at its own 40"),
        (19, 3, "Lightning gains 1 line: into the end zone"),
        (18, 10, "Lightning gains 2 lines: into the end zone"),
        (9, 0, "no gain: Lightning stays at its own 45"),
        (2, -2, "Lightning loses 2 lines: the ball is at its own goal line"),
        (1, -3, "Lightning loses 3 lines: the ball is in the offense's own end zone"),
    ],
)
def test_a_gain_is_what_the_ball_has_moved_and_ends_at_the_goal_line(line: int, lines: int, told: str) -> None:
    """BF-028, BF-032."""
    s, log = start(BOOK), []
    s.line, s.down, s.marker = line, 1, 20
    scoring.gain(s, BOOK, lines, log)
    assert sentence(log[0], NAMES) == told


@pytest.mark.parametrize(
    ("score", "told"),
    [([0, 0], "the safety ends overtime: Fire wins"), ([3, 0], "the safety ends overtime: Lightning wins")],
)
def test_who_wins_by_a_safety_in_overtime_is_who_has_more_points_then(score: list[int], told: str) -> None:
    """BF-136, BF-R31: the two points need not make up for a field goal."""
    s, log = start(BOOK), []
    s.quarter, s.offense, s.score = 5, 0, score
    scoring.safety(s, BOOK, log)
    assert sentence(log[-1], NAMES) == told


@pytest.mark.parametrize(
    ("line", "play", "side", "told"),
    [
        (5, 23, [], "Fire's sheet calls 12b, Long 8 low"),
        (19, 23, [], "Fire's sheet calls 12a, Short 2 min"),
        (5, terms.AS_DRAWN, [1], "Fire's sheet calls 15b, Medium 5"),
    ],
)
def test_the_sheet_calls_a_play_by_a_code_or_turned_over_or_as_drawn(
    line: int, play: int, side: list[int], told: str
) -> None:
    """BF-222, BF-080 and BF-083 (no Long on the opponent's 5), BF-223: a code alone does not call all of them."""
    config = resolve("lightning", "fire", (1,))[0]
    s, log = start(config), []
    s.phase, s.line, s.marker, s.down, s.offense, s.drawn_card = terms.SOLO_CALL, line, 20, 1, 1, 14
    s.formation[1], config.code_play[1] = 0, [play] * len(config.code_play[1])
    solo.call_play(s, config, scripted([0, *side]), log)
    assert log[-1].rule == PLAY_BY_CODE
    assert sentence(log[-1], NAMES) == told
    ((_rule, row),) = [each for each in paths(log, NAMES)[0].rows if each[0] == PLAY_BY_CODE]
    assert "code" not in " ".join(row)
