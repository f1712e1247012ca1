"""The worth of a position to a side at the end of a play, in points.

Equilibria use this worth as their payoff; the rules do not use it. Callers need only `worth`, which adds the points
scored to the average worth of the resulting position in matches between sheets. value.py measures this average, and
worth.toml stores it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from breakaway.games.football.lab.one_play import OFFENSE
from breakaway.games.football.rules import clock
from breakaway.games.football.rules.state import Football
from breakaway.games.football.rules.terms import FREE_KICK, GOAL, KICK, OVER

Worth: TypeAlias = Callable[[Football, Football], float]  # takes the position before the play and the one after it
TABLE = Path(__file__).with_name("worth.toml")


@cache
def measured() -> dict[str, Any]:
    """The data file's table: `try`, `kickoff` and `free_kick` in points, `to_10` and other markers by down and line."""
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))


def field_worth(line: int, down: int, to_go: int) -> float:
    """The points that the side with the ball scores before the half ends, minus the other side's.

    `line` is counted from the goal of the side with the ball, from 1 to 19.
    """
    at = min(GOAL, line + to_go)
    marker = next(each for each in (4, 10, 16, GOAL) if each >= at)
    return float(measured()[f"to_{marker}"][down - 1][min(line, marker - 1) - 1])


def worth(before: Football, after: Football) -> float:
    """The points for the side that had the ball before the play, plus the worth of the position after it.

    After the last card of a half, the position is worth nothing.
    """
    points = _lead(after) - _lead(before)
    side = 1 if after.offense == OFFENSE else -1
    last_card = clock.half_ends_with_quarter(before) and clock.cards_in_hand(before, OFFENSE) <= 1
    if after.phase == OVER or (last_card and after.try_down == 0):
        return float(points)
    if after.try_down == 1:
        return points + side * float(measured()["try"])
    if after.then == KICK:
        return points + side * float(measured()["kickoff"])
    if after.then == FREE_KICK:
        return points + side * float(measured()["free_kick"])
    return points + side * field_worth(after.line, after.down, after.marker - after.line)


def _lead(s: Football) -> int:
    return s.score[OFFENSE] - s.score[1 - OFFENSE]
