"""What people call things: seats, cards, types, spots on the field. Works without names too, by number."""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.english import does as does
from breakaway.core.english import ordinal as ordinal
from breakaway.core.english import plural as plural
from breakaway.core.english import team as team
from breakaway.core.english import team_s as team_s
from breakaway.core.english import yard_line
from breakaway.core.game import Names
from breakaway.football.state import FOOTBALL, NONE, TOUCHDOWN_CORNER

YARDS = 5  # of a line

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


def spot(line: int) -> str:
    """A line as the offense sees it: `own 30`, `the 50`, `opp 20`; the goal lines."""
    return yard_line(YARDS * line)


def lines(n: int) -> str:
    """`1 line`, `-2 lines`."""
    return plural(n, "line")


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
