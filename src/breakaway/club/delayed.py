"""Delayed matches: spectators are a few turns behind, so they cannot help a player with what they see.

The delay is agreed when a match is opened. With a delay of 3, spectators see the match as it was three turns ago. Once
the match is over, spectators see all of it.
"""

from __future__ import annotations

from typing import Any

from breakaway.core.language import Trouble, many
from breakaway.records.history import fold
from breakaway.records.match import Match
from breakaway.records.record_file import Memory, Record


class TooEarly(Trouble):
    """There is nothing to show yet: the rules have a new edition, and earlier positions are unknown."""

    def __init__(self, turns: int) -> None:
        text = many(
            "The rules have just changed. Spectators see this match with a delay and can watch again in {n} turn.",
            "The rules have just changed. Spectators see this match with a delay and can watch again in {n} turns.",
            turns,
        )
        super().__init__(text)


def turns_behind(match: Match[Any, Any], delay: int) -> int:
    """How many turns spectators are behind: at most the turns played so far, and 0 once the match is over."""
    return 0 if match.is_over() else min(delay, len(match.log))


def earlier(match: Match[Any, Any], behind: int) -> Match[Any, Any]:
    """The match as it was `behind` turns ago, for viewing only. Raises TooEarly if that position is no longer known."""
    turn, first = len(match.log) - behind, len(match.log) - len(match.history)
    if turn < first:
        raise TooEarly(first - turn)
    lines = match.fold.length_at(turn)
    was: Match[Any, Any] = Match(match.game, match.config, Record(match.record.lines[:lines]), Memory())
    was.fold = fold(match.fold.entries[:lines])
    was.state, was.log = match.history[turn - first][0], match.log[:turn]
    was.history = match.history[: turn - first]
    return was
