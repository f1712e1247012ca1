"""What people call things: seats, cards, types, spots on the field. Works without names too, by number."""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.game import Names
from breakaway.football.state import FOOTBALL, GOAL, NONE, TOUCHDOWN_CORNER

CLASSES = ("run heavy", "balanced", "pass heavy")
STRATEGIES = ("Eagle", "Stunt", "Twist")  # of a defense sheet
PLANS = ("Green 18", "Blue 80", "Red 98")  # of an offense sheet
CODES = tuple(f"{word} {suit}" for word in ("Mike", "Smoke", "Jet", "Gold") for suit in ("Joker", "Razor", "Dragon"))
# The formation chart's rows, in lines to go, and its columns: as team files write them, and as people say them.
DISTANCES, DISTANCES_SAID = ("5+", "3-4", "1-2"), ("5 or more", "3 or 4", "1 or 2")
DOWNS, DOWNS_SAID = ("1st", "2nd", "3rd/4th"), ("1st down", "2nd down", "3rd or 4th down")
MILESTONES = ("own 20", "midfield", "the opponent's 20", "the goal line")
KINDS = ("", "run", "pass")
QUARTERS = ("first", "second", "third", "fourth")


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
        irregular = {"has": "have", "is": "are", "tries": "try", "goes": "go"}
        verb = irregular.get(verb, verb.removesuffix("s"))
    return f"{name} {verb}"


def spot(line: int) -> str:
    """A line as the offense sees it: `own 30`, `the 50`, `opp 20`; the goal lines."""
    if line <= 0:
        return "its own goal line"
    if line >= GOAL:
        return "the goal line"
    if line == GOAL // 2:
        return "the 50"
    return f"own {5 * line}" if line < GOAL // 2 else f"opp {5 * (GOAL - line)}"


def lines(n: int) -> str:
    """`1 line`, `-2 lines`."""
    return f"{n} line" if abs(n) == 1 else f"{n} lines"


def ordinal(n: int) -> str:
    """1st to 4th, for downs."""
    return ("", "1st", "2nd", "3rd", "4th")[n] if 0 < n < 5 else f"{n}th"


def plural(n: int, word: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def _listed(names: Names, key: str, i: int, otherwise: str) -> str:
    listed: Sequence[str] = names.get(key, ())
    return str(listed[i]) if i < len(listed) else otherwise


def play_type(names: Names, i: int) -> str:
    """A type of play."""
    return _listed(names, "types", i, f"play type {i + 1}")


def defense_type(names: Names, i: int) -> str:
    """A type of defense; `-` for none."""
    return "-" if i == NONE else _listed(names, "defense_types", i, f"defense type {i + 1}")


def formation(names: Names, seat: int, i: int) -> str:
    """A formation of the offense, with its class."""
    own = names.get("formations", ())
    called = str(own[seat][i]) if seat < len(own) and i < len(own[seat]) else ""
    return f"{called} ({CLASSES[i]})" if called else CLASSES[i]


def defense_formation(names: Names, i: int) -> str:
    """A formation of the defense."""
    return _listed(names, "defense_formations", i, f"formation {i + 1}")


def play(names: Names, seat: int, code: int) -> str:
    """A play by its card and side, with what stands there: `7b, Short 4 min`."""
    cards = names.get("cards", ())
    if seat < len(cards) and code // 2 < len(cards[seat]):
        return f"{side(code)}, {cards[seat][code // 2]['plays'][code % 2]}"
    return side(code)


def side(code: int) -> str:
    """A card and its side: `7b`."""
    return f"{code // 2 + 1}{'ab'[code % 2]}"


def game_day(names: Names, card: int) -> str:
    """A Game Day card by its title or number."""
    return _listed(names, "deck", card, f"card {card + 1}")


def corner(value: int) -> str:
    """A corner of a Game Day card."""
    return {TOUCHDOWN_CORNER: "TD", FOOTBALL: "a football"}.get(value, str(value))


def quarter(n: int) -> str:
    """A quarter or a period of overtime."""
    return f"{QUARTERS[n - 1]} quarter" if n < 5 else ("overtime" if n == 5 else f"overtime {n - 4}")
