"""Who only watches may see a match some turns late, as was agreed at its opening: then nobody can tell a player things.

What a spectator is shown is the match as it was; when it is over, everything.
"""

from __future__ import annotations

from typing import Any

from breakaway.core.fold import fold
from breakaway.core.language import many
from breakaway.core.match import Match
from breakaway.core.record import Memory, Record
from breakaway.core.trouble import Trouble


class TooEarly(Trouble):
    """The program was renewed, and does not know the positions of before: there is nothing to show yet."""

    def __init__(self, turns: int) -> None:
        text = many(
            "Spectators see this match with a delay, and the rules have changed: come back after {n} turn.",
            "Spectators see this match with a delay, and the rules have changed: come back after {n} turns.",
            turns,
        )
        super().__init__(text)


def turns_behind(match: Match[Any, Any], delay: int) -> int:
    """How many turns late spectators see it now: at its beginning fewer have been played, after its end none."""
    return 0 if match.is_over() else min(delay, len(match.log))


def earlier(match: Match[Any, Any], behind: int) -> Match[Any, Any]:
    """The match as it was so many turns ago, to be looked at; raises TooEarly when that is not known any more."""
    turn, first = len(match.log) - behind, len(match.log) - len(match.history)
    if turn < first:
        raise TooEarly(first - turn)
    lines = match.fold.length_at(turn)
    was: Match[Any, Any] = Match(match.game, match.config, Record(match.record.lines[:lines]), Memory())
    was.fold = fold(match.fold.entries[:lines])
    was.state, was.log = match.history[turn - first][0], match.log[:turn]
    was.history = match.history[: turn - first]
    return was
