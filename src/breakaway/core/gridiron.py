"""Words that both football games share: teams, downs and yard lines."""

from __future__ import annotations

from breakaway.core.game import Names
from breakaway.core.language import Called, _, say

FIELD = 100  # yards from goal line to goal line


def team(names: Names, seat: int) -> Called:
    """The name of the team in a seat. A team without a name is called Home or Away."""
    listed = names.get("teams", ())
    return Called(listed[seat] if seat < len(listed) else (_("Home"), _("Away"))[seat])


def yard_line(yards: int) -> str:
    """A spot in words, given its distance in yards from the offense's own goal line: `own 30`, `the 50` or `opp 20`."""
    if yards <= 0:
        return _("own goal line")
    if yards >= FIELD:
        return _("the goal line")
    if yards == FIELD // 2:
        return _("the 50")
    return say("own {yard}", yard=yards) if yards < FIELD // 2 else say("opp {yard}", yard=FIELD - yards)


def ordinal(n: int) -> str:
    """Down `n` in words: 1st to 4th."""
    return ("", _("1st"), _("2nd"), _("3rd"), _("4th"))[n] if 0 < n < 5 else say("{n}th", n=n)
