"""What people call things: sides, plays, defenses, spots on the field."""

from __future__ import annotations

from breakaway.core.english import does as does
from breakaway.core.english import ordinal as ordinal
from breakaway.core.english import plural, yard_line
from breakaway.core.english import team as team
from breakaway.core.game import Names
from breakaway.fate.state import DRAW, NEITHER, OVERTIME, PASS_RUSH, PLAY_ACTION, RUN_OUTSIDE, SHORT

BASE_WORDS = ("run inside", "run outside", "screen", "quick", "short", "long")
DEFENSE_WORDS = ("run", "neutral", "pass", "prevent", "blitz")
POSITION_NAMES = (
    "quarterback",
    "wide receiver",
    "tight end",
    "fullback",
    "running back",
    "tackle",
    "guard",
    "center",
    "kicker",
    "cornerback",
    "safety",
    "outside linebacker",
    "inside linebacker",
    "defensive end",
    "defensive tackle",
    "punter",
)
POSITION_LETTERS = ("QB", "WR", "TE", "FB", "RB", "OT", "OG", "OC", "K", "CB", "SF", "OL", "IL", "DE", "DT", "P")
LASTS = ("the season", "the game", "the half", "the quarter", "the series", "1 play", "2 plays", "3 plays", "4 plays")
FOULS = {
    1: "offside",
    2: "movement",
    5: "a personal foul",
    6: "a face mask",
    7: "holding",
    8: "pass interference",
    10: "intentional grounding",
    12: "offside or movement",
    14: "an illegal procedure",
    15: "a kickoff out of bounds",
}
QUARTER_WORDS = ("first quarter", "second quarter", "third quarter", "fourth quarter", "overtime")


def man(names: Names, side: int, position: int, number: int) -> str:
    """A player by name and position where there is a roster, else his position: `Silas Clodhopper (quarterback)`."""
    rosters = names.get("rosters", ())
    players = rosters[side].get("players", {}) if side < len(rosters) else {}
    listed = players.get(POSITION_LETTERS[position], ())
    if number < len(listed):
        return f"{listed[number]} ({POSITION_NAMES[position]})"
    return POSITION_NAMES[position] if not listed else f"a {POSITION_NAMES[position]} from the street"


def play(base: int, overlay: int = NEITHER) -> str:
    """A call: `short`, `draw inside`, `play action long`."""
    if overlay == DRAW:
        return "draw outside" if base == RUN_OUTSIDE else "draw inside"
    if overlay == PLAY_ACTION:
        return "play action short" if base == SHORT else "play action long"
    return BASE_WORDS[base]


def spot(ball: int) -> str:
    """A yard line as the side with the ball sees it: `own 30`, `the 50`, `opp 20`."""
    return yard_line(ball)


def yards(n: int) -> str:
    """`1 yard`, `-2 yards`."""
    return plural(n, "yard")


def signed(n: int) -> str:
    """A total of Fate dice: `+2`, `0`, `-1`."""
    return f"{n:+d}" if n else "0"


def modifier(n: int) -> str:
    """A cell of the matrix."""
    return "the Pass Rush" if n == PASS_RUSH else signed(n)


def time(units: int) -> str:
    """Units of 15 seconds as a clock: `2:15`."""
    return f"{units // 4}:{units % 4 * 15:02d}"


def quarter(n: int) -> str:
    """A quarter, or overtime."""
    return QUARTER_WORDS[min(n, OVERTIME) - 1]
