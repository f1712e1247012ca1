"""What people call things: sides, plays, defenses, spots on the field."""

from __future__ import annotations

from breakaway.core.game import Names
from breakaway.fate.state import DRAW, GOAL, NEITHER, OVERTIME, PASS_RUSH, PLAY_ACTION, RUN_OUTSIDE, SHORT

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


def team(names: Names, side: int) -> str:
    """A side as people call it."""
    listed = names.get("teams", ())
    return str(listed[side]) if side < len(listed) else ("Home", "Away")[side]


def play(base: int, overlay: int = NEITHER) -> str:
    """A call: `short`, `draw inside`, `play action long`."""
    if overlay == DRAW:
        return "draw outside" if base == RUN_OUTSIDE else "draw inside"
    if overlay == PLAY_ACTION:
        return "play action short" if base == SHORT else "play action long"
    return BASE_WORDS[base]


def spot(ball: int) -> str:
    """A yard line as the side with the ball sees it: `own 30`, `the 50`, `opp 20`."""
    if ball <= 0:
        return "its own goal line"
    if ball >= GOAL:
        return "the goal line"
    if ball == GOAL // 2:
        return "the 50"
    return f"own {ball}" if ball < GOAL // 2 else f"opp {GOAL - ball}"


def yards(n: int) -> str:
    """`1 yard`, `-2 yards`."""
    return f"{n} yard" if abs(n) == 1 else f"{n} yards"


def signed(n: int) -> str:
    """A total of Fate dice: `+2`, `0`, `-1`."""
    return f"{n:+d}" if n else "0"


def modifier(n: int) -> str:
    """A cell of the matrix."""
    return "the Pass Rush" if n == PASS_RUSH else signed(n)


def ordinal(n: int) -> str:
    """1st to 4th."""
    return ("", "1st", "2nd", "3rd", "4th")[n] if 0 < n < 5 else f"{n}th"


def time(units: int) -> str:
    """Units of 15 seconds as a clock: `2:15`."""
    return f"{units // 4}:{units % 4 * 15:02d}"


def quarter(n: int) -> str:
    """A quarter, or overtime."""
    return QUARTER_WORDS[min(n, OVERTIME) - 1]
