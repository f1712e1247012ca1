"""English that the games share: teams with their verbs, counted things, downs and yard lines."""

from __future__ import annotations

from breakaway.core.game import Names

FIELD = 100  # yards from goal line to goal line
IRREGULAR = {"has": "have", "is": "are", "tries": "try", "goes": "go", "catches": "catch"}


def team(names: Names, seat: int) -> str:
    """A team as people call it."""
    listed = names.get("teams", ())
    return str(listed[seat]) if seat < len(listed) else ("Home", "Away")[seat]


def is_plural(name: str) -> bool:
    """Whether a team's name takes a plural verb: the Maulers play, the Fire plays."""
    return name.endswith("s") and not name.endswith("ss")


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
        return "its own goal line"
    if yards >= FIELD:
        return "the goal line"
    if yards == FIELD // 2:
        return "the 50"
    return f"own {yards}" if yards < FIELD // 2 else f"opp {FIELD - yards}"


def ordinal(n: int) -> str:
    """1st to 4th, for downs."""
    return ("", "1st", "2nd", "3rd", "4th")[n] if 0 < n < 5 else f"{n}th"


def plural(n: int, word: str) -> str:
    """`1 card`, `2 cards`, `-1 yard`."""
    return f"{n} {word}" if abs(n) == 1 else f"{n} {word}s"
