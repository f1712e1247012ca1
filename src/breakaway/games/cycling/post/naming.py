"""Names turns for the desk, and finds the team that a text refers to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from breakaway.games.cycling.post.trouble import DeskError


def find_team(teams: Sequence[str], text: str) -> int:
    """The team that the text refers to by its name, by the beginning of a word in its name, or by its number (from 1).

    Raises a DeskError that lists the teams unless the text refers to exactly one team.
    """
    from breakaway.games.cycling.text.names import folded, teams_called

    called = teams_called(teams, text)
    counted = [team for team in range(len(teams)) if folded(text) == str(team + 1)]
    for found in (called, counted):
        if len(found) == 1:
            return found[0]
    listed = ", ".join(f"{number} {name}" for number, name in enumerate(teams, 1))
    what = "could be " + " or ".join(teams[team] for team in called) if called else "is not a team"
    raise DeskError(f"{shortened(text)} {what}; choose one of: {listed}")


def shortened(text: str) -> str:
    """The text in quotation marks, shortened if it is long."""
    return repr(text if len(text) <= 40 else text[:40] + "...")


def turn_name(view: Any, config: Any) -> str:
    """The open turn in words: `the line-ups`, `turn 9`, or in a tour `stage 2, turn 3`."""
    from breakaway.games.cycling.text.orders import open_turn, turn_text

    return turn_text(config, *open_turn(view))
