"""Words that the games share: teams with their verbs, counted things, downs and yard lines."""

from __future__ import annotations

from breakaway.core.game import Names
from breakaway.core.language import IRREGULAR, Called, _, is_plural, say

FIELD = 100  # yards from goal line to goal line


def team(names: Names, seat: int) -> Called:
    """A team as people call it."""
    listed = names.get("teams", ())
    return Called(listed[seat] if seat < len(listed) else (_("Home"), _("Away"))[seat])


def team_s(names: Names, seat: int) -> str:
    """`Fire's`, `Maulers'`."""
    name = team(names, seat)
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def does(names: Names, seat: int, verb: str) -> str:
    """A team with its verb: `Fire wins`, `Maulers win`."""
    name = team(names, seat)
    if is_plural(name):
        verb = IRREGULAR.get(verb, verb.removesuffix("s"))
    return f"{name} {verb}"


def yard_line(yards: int) -> str:
    """A spot as the offense sees it: `own 30`, `the 50`, `opp 20`; the goal lines."""
    if yards <= 0:
        return _("its own goal line")
    if yards >= FIELD:
        return _("the goal line")
    if yards == FIELD // 2:
        return _("the 50")
    return say("own {yard}", yard=yards) if yards < FIELD // 2 else say("opp {yard}", yard=FIELD - yards)


def ordinal(n: int) -> str:
    """1st to 4th, for downs."""
    return ("", _("1st"), _("2nd"), _("3rd"), _("4th"))[n] if 0 < n < 5 else say("{n}th", n=n)


def plural(n: int, word: str) -> str:
    """`1 card`, `2 cards`, `-1 yard`."""
    return f"{n} {word}" if abs(n) == 1 else f"{n} {word}s"
